//! A few neighbouring variables turned by one: the first goes behind the last, or the last before the first.
//!
//! In a text this moves a character to another place, and the rest closes up. Which variables, and which way, is drawn
//! without looking at the values, and the other way undoes it: symmetric. What falls outside of a range is refused.

use super::{Changes, Info, Proposal, Setup};
use crate::sampling::domain::Domain;
use fastrand::Rng;

pub static INFO: Info = Info {
    name: "turn",
    summary: "up to 16 neighbouring variables, turned by one",
    paper: "a move of ours for arrays",
    is_symmetric: true,
    share: |_| 1,
    make: |domain: &Domain, _: &Setup| (domain.variables.len() > 2).then(|| Box::new(Turn) as Box<dyn Proposal>),
};

/// Variables in the longest block.
const LONGEST: usize = 16;

struct Turn;

/// The value that comes to a place of the block.
fn turned(block: &[i64], at: usize, left: bool) -> i64 {
    let by = if left { 1 } else { block.len() - 1 };
    block[(at + by) % block.len()]
}

impl Proposal for Turn {
    fn name(&self) -> &'static str {
        INFO.name
    }

    fn propose(&mut self, _: &Domain, state: &[i64], rng: &mut Rng, changes: &mut Changes) -> bool {
        let length = rng.usize(3..=LONGEST.min(state.len()));
        let first = rng.usize(..=state.len() - length);
        let left = rng.bool();
        let block = &state[first..first + length];
        (0..length).for_each(|at| changes.set(first + at, turned(block, at, left)));
        true
    }

    fn probability(&self, _: &Domain, from: &[i64], to: &[i64]) -> Option<f64> {
        let longest = LONGEST.min(from.len());
        let mut sum = 0.0;
        for length in 3..=longest {
            let places = from.len() - length + 1;
            for first in 0..places {
                let mut made = from.to_vec();
                for left in [true, false] {
                    let block = &from[first..first + length];
                    (0..length).for_each(|at| made[first + at] = turned(block, at, left));
                    if made == to {
                        sum += 1.0 / (2 * places * (longest - 2)) as f64;
                    }
                }
            }
        }
        Some(sum)
    }
}
