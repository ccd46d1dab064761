//! Weighted towards new coverage: a random side, the likelier the sooner before it its path was the first to take some side
//! of a branch, and the nearer it is to one that nobody took.
//!
//! The weights are those of KLEE's `nurs:covnew` in spirit: the sum of the squares of two reciprocals. They are computed
//! again some time after something new was covered, not at once, so that a large frontier does not cost more than it brings.

use super::{Info, Needs, Pick, Setup, Strategy};
use crate::frontier::ItemId;
use crate::paths::Place;
use crate::search::Search;

pub static INFO: Info = Info {
    name: "coverage-new",
    summary: "random, but likelier where something new was covered lately or is near",
    paper: "Cadar, Dunbar, Engler: KLEE (OSDI 2008), section 3.4",
    needs: Needs { paths: true, distances: true, own_checks: false },
    make: |setup: &Setup| {
        Box::new(CoverageNew {
            random: fastrand::Rng::with_seed(setup.seed),
            seen: ItemId(0),
            items: vec![],
            weights: Sums::default(),
            covered: 0,
            picks: 0,
            gone: 0,
        })
    },
};

/// The weight of a side that could not be better.
const BEST: u64 = 1 << 32;

/// Steps that count as nothing, and as one, since something new was covered.
const STEPS: u64 = 1000;

struct CoverageNew {
    random: fastrand::Rng,
    seen: ItemId,
    items: Vec<ItemId>,
    weights: Sums,
    /// When weights were computed: sides of branches that were taken; and how many picks ago.
    covered: u32,
    picks: usize,
    /// Of `items`, those that are not there any more.
    gone: usize,
}

fn weight(id: ItemId, search: &mut Search) -> u64 {
    let paths = search.frontier.paths();
    let Place::Side(piece, side) = search.frontier.place(id) else { return 1 };
    let Some(side) = paths.side(piece, side) else { return 1 };
    let since = 1 + side.since / STEPS;
    let distance = u64::from(search.distance(side)).saturating_add(1);
    (BEST / since.saturating_mul(since)).saturating_add(BEST / distance.saturating_mul(distance)).max(1)
}

impl CoverageNew {
    fn compute_all(&mut self, search: &mut Search) {
        let frontier = search.frontier;
        self.items.retain(|id| frontier.get(*id).is_some());
        self.weights = Sums::default();
        for id in &self.items {
            self.weights.push(weight(*id, search));
        }
        (self.covered, self.picks, self.gone) = (search.covered_count(), 0, 0);
    }
}

impl Strategy for CoverageNew {
    fn pick(&mut self, search: &mut Search) -> Option<Pick> {
        let frontier = search.frontier;
        for id in frontier.since(self.seen) {
            self.items.push(id);
            self.weights.push(weight(id, search));
        }
        self.seen = frontier.next_id();
        self.picks += 1;
        let is_old = search.covered_count() > self.covered && self.picks > self.items.len() / 64;
        if is_old || self.gone > self.items.len() / 2 {
            self.compute_all(search);
        }
        loop {
            let total = self.weights.total();
            if total == 0 {
                return None;
            }
            let at = self.weights.find(self.random.u64(..total));
            self.weights.clear(at);
            self.gone += 1;
            if frontier.get(self.items[at]).is_some() {
                return Some(Pick::Item(self.items[at]));
            }
        }
    }
}

/// Sums of the first weights, in a Fenwick tree: adding one, setting one to nothing and finding one take
/// logarithmic time.
#[derive(Default)]
struct Sums {
    weights: Vec<u64>,
    /// Position i has the sum of the weights of the range that ends there, of the length of i's lowest bit.
    sums: Vec<u64>,
    total: u64,
}

impl Sums {
    fn total(&self) -> u64 {
        self.total
    }

    fn push(&mut self, weight: u64) {
        self.weights.push(weight);
        let end = self.weights.len();
        let length = end & end.wrapping_neg();
        let (mut sum, mut at) = (weight, end - 1);
        while at > end - length {
            sum += self.sums[at - 1];
            at -= at & at.wrapping_neg();
        }
        self.sums.push(sum);
        self.total += weight;
    }

    fn clear(&mut self, index: usize) {
        let weight = std::mem::take(&mut self.weights[index]);
        self.total -= weight;
        let mut at = index + 1;
        while at <= self.sums.len() {
            self.sums[at - 1] -= weight;
            at += at & at.wrapping_neg();
        }
    }

    /// The first position whose sum, itself included, is more than this.
    fn find(&self, mut target: u64) -> usize {
        let mut at = 0;
        let mut step = (self.sums.len() + 1).next_power_of_two() / 2;
        while step > 0 {
            if at + step <= self.sums.len() && self.sums[at + step - 1] <= target {
                at += step;
                target -= self.sums[at - 1];
            }
            step /= 2;
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_find_each_weight_as_often_as_it_weighs() {
        let weights = [3, 0, 5, 1, 0, 0, 7, 2, 4];
        let mut sums = Sums::default();
        weights.iter().for_each(|w| sums.push(*w));
        sums.clear(2);
        let mut found = [0; 9];
        for target in 0..sums.total() {
            found[sums.find(target)] += 1;
        }
        assert_eq!(found, [3, 0, 0, 1, 0, 0, 7, 2, 4]);
    }
}
