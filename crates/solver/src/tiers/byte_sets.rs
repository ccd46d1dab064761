//! Sets of values of single bytes: a byte without a value left, or a byte that nothing else mentions.
//! Exact where it answers.

use super::Info;
use crate::query::{Query, Verdict};
use crate::sets::SetId;
use crate::solver::Solver;
use secateur_expr::Pool;

pub static INFO: Info = Info {
    name: "byte-sets",
    summary: "exact sets of values of single input bytes",
    run: Some(run),
    is_solver: false,
    is_heavy: false,
};

fn run(solver: &mut Solver, _: &mut Pool, query: &mut Query) -> Option<Verdict> {
    if query.sets.contains(&SetId::EMPTY) {
        return Some(Verdict::Unsat);
    }
    query.terms.is_empty().then(|| Verdict::Sat(nearest(solver, query)))
}

/// The model's values where they are in their sets, else the least that is.
pub(crate) fn nearest(solver: &Solver, query: &Query) -> Vec<u8> {
    let mut values = solver.model_values(query);
    for (value, set) in values.iter_mut().zip(&query.sets) {
        let set = solver.sets.get(*set);
        if !set.contains(*value) {
            *value = set.min().unwrap_or(*value);
        }
    }
    values
}
