//! The values of two variables swapped.
//!
//! Pairs are drawn without looking at the values, and swapping twice is nothing: symmetric. What falls outside of a
//! range is refused. Copying one variable to another is not offered: nothing would lead back.

use super::{Changes, Info, Proposal, Setup};
use crate::sampling::domain::Domain;
use fastrand::Rng;

pub static INFO: Info = Info {
    name: "swap",
    summary: "two variables, their values swapped",
    paper: "the usual move of Metropolis–Hastings on orders",
    is_symmetric: true,
    share: |_| 1,
    make: |domain: &Domain, _: &Setup| (domain.variables.len() > 1).then(|| Box::new(Swap) as Box<dyn Proposal>),
};

struct Swap;

impl Proposal for Swap {
    fn name(&self) -> &'static str {
        INFO.name
    }

    fn propose(&mut self, _: &Domain, state: &[i64], rng: &mut Rng, changes: &mut Changes) -> bool {
        let one = rng.usize(..state.len());
        let other = (one + rng.usize(1..state.len())) % state.len();
        changes.set(one, state[other]);
        changes.set(other, state[one]);
        true
    }

    fn probability(&self, _: &Domain, from: &[i64], to: &[i64]) -> Option<f64> {
        let differ: Vec<usize> = (0..from.len()).filter(|at| from[*at] != to[*at]).collect();
        let [one, other] = differ[..] else { return Some(0.0) };
        let is_one = from[one] == to[other] && from[other] == to[one];
        Some(if is_one { 2.0 / (from.len() * (from.len() - 1)) as f64 } else { 0.0 })
    }
}
