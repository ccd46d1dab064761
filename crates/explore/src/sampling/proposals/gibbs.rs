//! The paper's Gibbs sampler: one variable, one up or down, beyond the end again from the beginning.
//!
//! Every variable is as likely as the other, and so are up and down, so it is symmetric. On a box it comes from every
//! input to every other. The paper's text wraps at `x′ ≥ u`, which would never come to `u`; here it wraps behind `u`.

use super::{Changes, Info, Proposal, Setup};
use crate::sampling::domain::Domain;
use fastrand::Rng;

pub static INFO: Info = Info {
    name: "gibbs",
    summary: "one variable, one up or down",
    paper: "Sankaranarayanan, Chang, Jiang, Ivančić (ESEC/FSE 2007), section 3",
    is_symmetric: true,
    share: |_| 2,
    make: |domain: &Domain, _: &Setup| super::if_any_varies(domain, || Box::new(Gibbs)),
};

struct Gibbs;

impl Proposal for Gibbs {
    fn name(&self) -> &'static str {
        INFO.name
    }

    fn propose(&mut self, domain: &Domain, state: &[i64], rng: &mut Rng, changes: &mut Changes) -> bool {
        let at = rng.usize(..state.len());
        let by = if rng.bool() { 1 } else { -1 };
        changes.set(at, domain.variables[at].wrapped(state[at], by));
        true
    }

    fn probability(&self, domain: &Domain, from: &[i64], to: &[i64]) -> Option<f64> {
        let Some(at) = super::only_difference(from, to) else { return Some(0.0) };
        let ways = [1, -1].iter().filter(|by| domain.variables[at].wrapped(from[at], **by) == to[at]).count();
        Some(ways as f64 / 2.0 / from.len() as f64)
    }
}
