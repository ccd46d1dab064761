//! Ranges and known bits, computed through the goals from the sets of the bytes and the bounds that the path
//! puts on terms. Sound; it can only say that a goal cannot hold (or, for `quick`, that it must).

use super::Info;
use crate::narrowing::{Narrowing, Source};
use crate::query::{Query, Verdict};
use crate::solver::Solver;
use secateur_expr::Pool;

pub static INFO: Info = Info {
    name: "intervals",
    summary: "ranges and known bits under the path",
    run: Some(run),
    is_solver: false,
    is_heavy: false,
};

fn run(solver: &mut Solver, pool: &mut Pool, query: &mut Query) -> Option<Verdict> {
    if query.bounds.iter().any(|(_, b)| b.is_empty()) {
        return Some(Verdict::Unsat);
    }
    solver.memo.clear();
    let mut known = Narrowing {
        conditions: &mut solver.conditions,
        sets: &solver.sets,
        source: Source::Query(query),
        memo: &mut solver.memo,
        contradiction: false,
    };
    let impossible = query.goals.iter().any(|goal| known.facts(pool, *goal).hi == 0);
    let is_wrong = impossible || known.contradiction;
    solver.looked += solver.memo.len() as u64;
    is_wrong.then_some(Verdict::Unsat)
}
