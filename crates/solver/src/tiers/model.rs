//! The model at hand, moved into the sets of the bytes: often it satisfies the goals already.

use super::Info;
use super::byte_sets::nearest;
use crate::query::{Query, Verdict};
use crate::sets::SetId;
use crate::solver::Solver;
use secateur_expr::Pool;

pub static INFO: Info = Info {
    name: "model",
    summary: "the state's own model, evaluated",
    run: Some(run),
    is_solver: false,
    is_heavy: false,
};

fn run(solver: &mut Solver, pool: &mut Pool, query: &mut Query) -> Option<Verdict> {
    if query.sets.contains(&SetId::EMPTY) {
        return None;
    }
    let values = nearest(solver, query);
    solver.load(query, &values);
    // Where no byte moved, the path's own conditions hold still.
    let moved = values != solver.model_values(query);
    let doubtful = if moved { &query.terms } else { &query.goals };
    doubtful.iter().all(|t| solver.evaluator.holds(pool, *t)).then_some(Verdict::Sat(values))
}
