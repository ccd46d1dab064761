//! Two variables at once, each up or down by a power of two, beyond the end again from the beginning.
//!
//! Where a run depends on a difference or a sum, such as a length and a checksum, a step of one variable alone undoes what
//! was reached. Which two, which way and how far is drawn without looking at the values: symmetric.

use super::{Changes, Info, Proposal, Setup, powers};
use crate::sampling::domain::Domain;
use fastrand::Rng;

pub static INFO: Info = Info {
    name: "pairs",
    summary: "two variables, each up or down by a power of two",
    paper: "the Gibbs sampler of Sankaranarayanan et al. (ESEC/FSE 2007), with longer steps",
    is_symmetric: true,
    share: |_| 1,
    make: |domain: &Domain, _: &Setup| {
        let varying = domain.variables.iter().filter(|range| range.size() > 1).count();
        (varying > 1).then(|| Box::new(Pairs) as Box<dyn Proposal>)
    },
};

struct Pairs;

impl Proposal for Pairs {
    fn name(&self) -> &'static str {
        INFO.name
    }

    fn propose(&mut self, domain: &Domain, state: &[i64], rng: &mut Rng, changes: &mut Changes) -> bool {
        let one = rng.usize(..state.len());
        let other = (one + rng.usize(1..state.len())) % state.len();
        [one, other].into_iter().all(|at| {
            let value = powers::moved(domain.variables[at], state[at], rng);
            value.map(|value| changes.set(at, value)).is_some()
        })
    }

    fn probability(&self, domain: &Domain, from: &[i64], to: &[i64]) -> Option<f64> {
        let differ: Vec<usize> = (0..from.len()).filter(|at| from[*at] != to[*at]).collect();
        if differ.len() != 2 {
            return Some(0.0);
        }
        let moves: f64 =
            differ.iter().map(|at| powers::probability(domain.variables[*at], from[*at], to[*at])).product();
        Some(moves * 2.0 / (from.len() * (from.len() - 1)) as f64)
    }
}
