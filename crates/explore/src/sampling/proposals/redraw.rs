//! One variable drawn anew from its range.
//!
//! Every value of the range is as likely, whatever it was before: symmetric.

use super::{Changes, Info, Proposal, Setup};
use crate::sampling::domain::Domain;
use fastrand::Rng;

pub static INFO: Info = Info {
    name: "redraw",
    summary: "one variable, any value of its range",
    paper: "Sankaranarayanan, Chang, Jiang, Ivančić (ESEC/FSE 2007), section 3, for one variable",
    is_symmetric: true,
    share: |_| 2,
    make: |domain: &Domain, _: &Setup| super::if_any_varies(domain, || Box::new(Redraw)),
};

struct Redraw;

impl Proposal for Redraw {
    fn name(&self) -> &'static str {
        INFO.name
    }

    fn propose(&mut self, domain: &Domain, state: &[i64], rng: &mut Rng, changes: &mut Changes) -> bool {
        let at = rng.usize(..state.len());
        let range = domain.variables[at];
        changes.set(at, rng.i64(range.least..=range.most));
        true
    }

    fn probability(&self, domain: &Domain, from: &[i64], to: &[i64]) -> Option<f64> {
        let Some(at) = super::only_difference(from, to) else { return Some(0.0) };
        Some(1.0 / domain.variables[at].size() as f64 / from.len() as f64)
    }
}
