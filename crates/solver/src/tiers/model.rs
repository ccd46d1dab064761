//! The model at hand, moved into the sets of the bytes: often it satisfies the goals already.

use super::Info;
use super::byte_sets::nearest;
use crate::query::{Query, Verdict};
use crate::sets::SetId;
use crate::solver::Solver;
use secateur_expr::Pool;

pub static INFO: Info = Info { name: "model", summary: "the state's own model, evaluated", run: Some(run) };

fn run(solver: &mut Solver, pool: &mut Pool, query: &mut Query) -> Option<Verdict> {
    if query.sets.contains(&SetId::EMPTY) {
        return None;
    }
    let values = nearest(solver, query);
    solver.satisfies(pool, query, &values).then_some(Verdict::Sat(values))
}
