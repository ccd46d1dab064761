//! One variable up or down by a power of two, beyond the end again from the beginning.
//!
//! The Gibbs sampler walks through 32 bits one by one; this crosses them in as many moves as there are bits. The power is
//! drawn without looking at the value, so up and down are as likely: symmetric.

use super::{Changes, Info, Proposal, Setup};
use crate::sampling::domain::Domain;
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

impl Proposal for Powers {
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
        let by = 1i128 << rng.u32(..bits);
        changes.set(at, range.wrapped(state[at], if rng.bool() { by } else { -by }));
        true
    }

    fn probability(&self, domain: &Domain, from: &[i64], to: &[i64]) -> Option<f64> {
        let Some(at) = super::only_difference(from, to) else { return Some(0.0) };
        let range = domain.variables[at];
        let bits = super::bits(range);
        let steps = (0..bits).flat_map(|bit| [1i128 << bit, -(1i128 << bit)]);
        let ways = steps.filter(|by| range.wrapped(from[at], *by) == to[at]).count();
        Some(ways as f64 / f64::from(2 * bits) / from.len() as f64)
    }
}
