//! The paper's proposal for linear domains: a corner of the neighbourhood, by a linear program with a random objective.
//!
//! The neighbourhood of a state is the domain with every variable at most Δ from where it is. Its corner is rounded to
//! integers, and refused if that is no member of the domain.
//!
//! This is *not* symmetric: corners are proposed and nothing else, and from a corner of `s`'s neighbourhood, `s` is
//! hardly ever a corner. How likely the way back is, nobody knows, so it cannot be made up for either. The chain then
//! still prefers inputs of high bias, but not in proportion to it, and points inside may never come up. `linear` does
//! the same job without these flaws and is much faster; this one is here to be compared with, and because its steps
//! change many variables at once.

use super::{Changes, Info, Proposal, Setup};
use crate::sampling::domain::{Domain, Variable};
use crate::sampling::simplex;
use fastrand::Rng;

pub static INFO: Info = Info {
    name: "objective",
    summary: "a corner of the neighbourhood, by a random objective; not symmetric",
    paper: "Sankaranarayanan, Chang, Jiang, Ivančić (ESEC/FSE 2007), section 3",
    is_symmetric: false,
    share: |_| 0,
    make: |domain: &Domain, setup: &Setup| {
        let tied = simplex::tied(domain);
        let delta = setup.delta.unwrap_or(DELTA).max(1);
        (!tied.is_empty()).then(|| Box::new(Objective { tied, delta, near: vec![] }) as Box<dyn Proposal>)
    },
};

/// How far a variable may change if nothing is said.
const DELTA: i64 = 10;

struct Objective {
    /// The variables that are in inequalities; the others stay.
    tied: Vec<u32>,
    delta: i64,
    /// The ranges of the neighbourhood.
    near: Vec<Variable>,
}

impl Proposal for Objective {
    fn name(&self) -> &'static str {
        INFO.name
    }

    fn propose(&mut self, domain: &Domain, state: &[i64], rng: &mut Rng, changes: &mut Changes) -> bool {
        self.near.clear();
        self.near.extend(domain.variables.iter().zip(state).map(|(range, value)| Variable {
            least: value.saturating_sub(self.delta).max(range.least),
            most: value.saturating_add(self.delta).min(range.most),
        }));
        let Some(corner) = simplex::corner(domain, &self.near, &self.tied, rng) else { return false };
        self.tied.iter().zip(corner).for_each(|(variable, value)| changes.set(*variable as usize, value));
        true
    }

    fn probability(&self, _: &Domain, _: &[i64], _: &[i64]) -> Option<f64> {
        None
    }
}
