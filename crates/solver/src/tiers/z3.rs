//! Z3, as a process: for what is too hard for the SAT solvers, and the only tier for floating point.

use super::Info;
use crate::query::{Query, Verdict};
use crate::solver::Solver;
use secateur_expr::{Pool, cone};

pub static INFO: Info = Info {
    name: "z3",
    summary: "Z3, for hard queries and floating point",
    run: Some(run),
    is_solver: true,
    is_heavy: true,
};

/// Larger queries would take Z3 longer to read than a run lasts.
const MOST_NODES: usize = 100_000;

fn run(solver: &mut Solver, pool: &mut Pool, query: &mut Query) -> Option<Verdict> {
    if !solver.config.z3 {
        return None;
    }
    let assertions = super::assertions(solver, pool, query);
    if cone(pool, &assertions).len() > MOST_NODES {
        return Some(Verdict::Unknown("the query is too large".into()));
    }
    let rlimit = solver.config.budget.z3_rlimit;
    match solver.z3.solve(pool, &assertions, rlimit, &solver.stop) {
        Err(reason) => Some(Verdict::Unknown(reason)),
        Ok(None) => Some(Verdict::Unsat),
        Ok(Some(found)) => {
            let values: Vec<u8> = query
                .bytes
                .iter()
                .map(|b| {
                    let byte = solver.conditions.byte(*b);
                    found.iter().find(|(f, _)| *f == byte).map_or(query.model.get(byte), |(_, v)| *v)
                })
                .collect();
            super::verified(solver, pool, query, values, &INFO)
        }
    }
}
