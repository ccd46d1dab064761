//! Uniform random search (Burnim and Sen, 2008, section 3.1): samples whole paths, a path of k decisions with
//! probability 2^-k.
//!
//! The paper forces the j-th branch behind the current position with probability 2^-j, which is to toss a coin at each
//! branch in turn; a branch that cannot be forced is passed as if it were none. Here a path is never run twice: where
//! the coin leads along paths that were run already, the walk goes on without running anything. A switch has a
//! coin with as many faces as it has sides that are possible.
//!
//! Samples that lead to nothing new become the rule towards the end of a complete exploration; after
//! [`FRUITLESS`] of them in a row the next item is chosen as random-path does, so that the run comes to its end.

use super::{Info, Needs, Pick, Setup, Strategy, walk};
use crate::frontier::ItemId;
use crate::paths::{Paths, PieceId, State};
use crate::search::Search;

pub static INFO: Info = Info {
    name: "uniform-random",
    summary: "samples paths evenly: one of k decisions with probability 2^-k",
    paper: "Burnim, Sen: Heuristics for Scalable Dynamic Test Generation, section 3.1",
    needs: Needs { paths: true, distances: false, own_checks: false },
    make: |setup: &Setup| Box::new(UniformRandom::new(setup.seed)),
};

const FRUITLESS: u32 = 256;

pub struct UniformRandom {
    random: fastrand::Rng,
    /// Where the sample at hand is: a piece, and the next of its sides.
    at: Option<(PieceId, usize)>,
    /// The side that was picked last.
    tried: Option<(PieceId, usize)>,
}

/// Where a sample comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Something has to be run first.
    Run(ItemId),
    /// It is complete; `None` for a path that was let go of.
    Path(Option<PieceId>),
}

impl UniformRandom {
    pub fn new(seed: u64) -> UniformRandom {
        UniformRandom { random: fastrand::Rng::with_seed(seed), at: None, tried: None }
    }

    /// Goes on with the sample at hand, or begins one.
    pub fn step(&mut self, paths: &Paths) -> Step {
        if let Some((piece, side)) = self.tried.take() {
            // What was run is where the sample goes on; if it cannot be, the coin is tossed again without it.
            match paths.side(piece, side as u32).map(|s| s.state) {
                Some(State::Taken(new)) => self.at = Some((new, 0)),
                Some(State::Impossible) => {}
                _ => return self.complete(None),
            }
        }
        let (mut at, mut begin) = self.at.unwrap_or((paths.root(), 0));
        loop {
            let Some(piece) = paths.get(at) else { return self.complete(None) };
            if begin >= piece.sides.len() {
                return match piece.tail {
                    Some(tail) => {
                        self.at = Some((at, begin));
                        Step::Run(tail)
                    }
                    None if at == paths.root() => self.complete(None),
                    None => self.complete(Some(at)),
                };
            }
            let end = piece.group(begin);
            let possible = || (begin..end).filter(|i| piece.sides[*i].state != State::Impossible);
            // Ways to begin have no path that goes on.
            let goes_on = usize::from(at != paths.root());
            let faces = possible().count() + goes_on;
            if faces == 0 {
                return self.complete(None);
            }
            let face = self.random.usize(..faces);
            let Some(side) = possible().nth(face) else {
                begin = end;
                continue;
            };
            match piece.sides[side].state {
                State::Waiting(item) => {
                    (self.at, self.tried) = (Some((at, begin)), Some((at, side)));
                    return Step::Run(item);
                }
                State::Taken(next) => (at, begin) = (next, 0),
                State::Dropped | State::Done | State::Impossible => return self.complete(None),
            }
        }
    }

    fn complete(&mut self, path: Option<PieceId>) -> Step {
        (self.at, self.tried) = (None, None);
        Step::Path(path)
    }
}

impl Strategy for UniformRandom {
    fn pick(&mut self, search: &mut Search) -> Option<Pick> {
        let paths = search.frontier.paths();
        for _ in 0..FRUITLESS {
            if let Step::Run(item) = self.step(paths) {
                return Some(Pick::Item(item));
            }
        }
        walk::to_item(paths, &mut self.random).map(Pick::Item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategies::fake::{self, Fake, Shape};
    use std::collections::HashMap;

    /// Samples of complete paths. Everything that is run stays, so that all of them can be told apart.
    fn sample(shape: Shape, seed: u64, samples: u32) -> HashMap<Vec<u8>, u32> {
        let (mut fake, mut strategy) = (Fake::new(shape), UniformRandom::new(seed));
        fake.paths.keeps_all = true;
        let mut found: HashMap<Vec<u8>, u32> = HashMap::new();
        let mut done = 0;
        while done < samples {
            match strategy.step(&fake.paths) {
                Step::Run(item) => {
                    fake.run(item);
                }
                Step::Path(path) => {
                    let path = path.expect("nothing was let go of");
                    *found.entry(fake.ran[&path].clone()).or_default() += 1;
                    done += 1;
                }
            }
        }
        found
    }

    /// Pearson's test of goodness of fit: with the seeds fixed it gives the same number each time, and the number is below what one
    /// fitting sample in ten thousand exceeds (Wilson and Hilferty's approximation of the quantile).
    fn assert_fits(shape: Shape, seed: u64, samples: u32) {
        let (likely, found) = (fake::all(shape), sample(shape, seed, samples));
        assert!(found.keys().all(|path| likely.contains_key(path)), "a path that is not one");
        // Rare paths count together, as the test wants at least five of each kind.
        let (mut statistic, mut kinds, mut rest) = (0.0, 0.0, (0.0, 0.0));
        for (path, p) in &likely {
            let (expected, seen) = (p * f64::from(samples), f64::from(found.get(path).copied().unwrap_or(0)));
            if expected < 5.0 {
                rest = (rest.0 + expected, rest.1 + seen);
                continue;
            }
            statistic += (seen - expected).powi(2) / expected;
            kinds += 1.0;
        }
        if rest.0 > 0.0 {
            statistic += (rest.1 - rest.0).powi(2) / rest.0;
            kinds += 1.0;
        }
        let freedom: f64 = kinds - 1.0;
        let part = 2.0 / (9.0 * freedom);
        let quantile = freedom * (1.0 - part + 3.719 * part.sqrt()).powi(3);
        assert!(
            statistic < quantile,
            "chi-square {statistic:.1} for {freedom} degrees of freedom, at most {quantile:.1}"
        );
    }

    #[test]
    fn paths_of_complete_trees_are_equally_likely() {
        assert_eq!(fake::all(fake::complete).len(), 64);
        (1..4).for_each(|seed| assert_fits(fake::complete, seed, 64_000));
    }

    #[test]
    fn paths_of_skewed_trees_have_probability_two_to_the_minus_k() {
        for shape in [fake::comb, fake::other_comb] as [Shape; 2] {
            let likely = fake::all(shape);
            assert!(likely.iter().all(|(path, p)| *p == 0.5f64.powi(path.len() as i32)));
            (1..4).for_each(|seed| assert_fits(shape, seed, 100_000));
        }
    }

    #[test]
    fn what_is_impossible_does_not_count() {
        (1..4).for_each(|seed| assert_fits(fake::with_impossible, seed, 60_000));
    }

    #[test]
    fn a_switch_has_a_coin_of_many_faces() {
        (1..4).for_each(|seed| assert_fits(fake::with_switches, seed, 60_000));
    }

    #[test]
    fn the_test_itself_sees_a_coin_that_is_not_fair() {
        // The distribution of another tree of the same paths: were it accepted, the test would accept anything.
        let wrong = std::panic::catch_unwind(|| {
            let found = sample(fake::comb, 1, 20_000);
            let even = 20_000.0 / fake::all(fake::comb).len() as f64;
            let far = found.values().map(|n| (f64::from(*n) - even).powi(2) / even).sum::<f64>();
            assert!(far < 100.0);
        });
        assert!(wrong.is_err());
    }
}
