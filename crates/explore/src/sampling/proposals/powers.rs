//! One variable up or down by a power of two, beyond the end again from the beginning.
//!
//! The Gibbs sampler walks through 32 bits one by one; this crosses them in as many moves as there are bits. The power is
//! drawn without looking at the value, so up and down are as likely: symmetric.

use super::{Changes, Info, Proposal, Setup};
use crate::sampling::domain::{Domain, Variable};
use fastrand::Rng;

pub static INFO: Info = Info {
    name: "powers",
    summary: "one variable, up or down by a power of two",
    paper: "the Gibbs sampler of Sankaranarayanan et al. (ESEC/FSE 2007), with longer steps",
    is_symmetric: true,
    share: |_| 2,
    make: |domain: &Domain, _: &Setup| super::if_any_varies(domain, || Box::new(Powers)),
};

struct Powers;

/// The value up or down by a power of two; nothing if there is only one value.
pub fn moved(range: Variable, value: i64, rng: &mut Rng) -> Option<i64> {
    let bits = super::bits(range);
    if bits == 0 {
        return None;
    }
    let by = 1i128 << rng.u32(..bits);
    Some(range.wrapped(value, if rng.bool() { by } else { -by }))
}

/// How likely that is this value.
pub fn probability(range: Variable, from: i64, to: i64) -> f64 {
    let bits = super::bits(range);
    let steps = (0..bits).flat_map(|bit| [1i128 << bit, -(1i128 << bit)]);
    let ways = steps.filter(|by| range.wrapped(from, *by) == to).count();
    if bits == 0 { 0.0 } else { ways as f64 / f64::from(2 * bits) }
}

impl Proposal for Powers {
    fn name(&self) -> &'static str {
        INFO.name
    }

    fn propose(&mut self, domain: &Domain, state: &[i64], rng: &mut Rng, changes: &mut Changes) -> bool {
        let at = rng.usize(..state.len());
        let value = moved(domain.variables[at], state[at], rng);
        value.map(|value| changes.set(at, value)).is_some()
    }

    fn probability(&self, domain: &Domain, from: &[i64], to: &[i64]) -> Option<f64> {
        let Some(at) = super::only_difference(from, to) else { return Some(0.0) };
        Some(probability(domain.variables[at], from[at], to[at]) / from.len() as f64)
    }
}
