//! One bit of one variable flipped.
//!
//! Bits are those of the distance from the least value. For a variable with all values of its type they are the bits of
//! the number, but for the sign, which is upside down: flipping is the same. Flipping twice is nothing, so it is
//! symmetric; what falls outside of the range is refused.

use super::{Changes, Info, Proposal, Setup};
use crate::sampling::domain::{Domain, Variable};
use fastrand::Rng;

pub static INFO: Info = Info {
    name: "bits",
    summary: "one bit of one variable",
    paper: "the usual move of Metropolis–Hastings on bit strings",
    is_symmetric: true,
    share: |_| 2,
    make: |domain: &Domain, _: &Setup| super::if_any_varies(domain, || Box::new(Bits)),
};

struct Bits;

fn flipped(range: Variable, value: i64, bit: u32) -> Option<i64> {
    let place = range.place(value) ^ (1 << bit);
    (place < range.size()).then(|| range.value(place))
}

impl Proposal for Bits {
    fn name(&self) -> &'static str {
        INFO.name
    }

    fn propose(&mut self, domain: &Domain, state: &[i64], rng: &mut Rng, changes: &mut Changes) -> bool {
        let at = rng.usize(..state.len());
        let range = domain.variables[at];
        let bits = super::bits(range);
        if bits == 0 {
            return false;
        }
        let Some(value) = flipped(range, state[at], rng.u32(..bits)) else { return false };
        changes.set(at, value);
        true
    }

    fn probability(&self, domain: &Domain, from: &[i64], to: &[i64]) -> Option<f64> {
        let Some(at) = super::only_difference(from, to) else { return Some(0.0) };
        let range = domain.variables[at];
        let bits = super::bits(range);
        let is_one = (0..bits).any(|bit| flipped(range, from[at], bit) == Some(to[at]));
        Some(if is_one { 1.0 / f64::from(bits) / from.len() as f64 } else { 0.0 })
    }
}
