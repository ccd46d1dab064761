//! Changes one byte of the model so that everything holds: all 256 values of a byte are tried at once.
//! Exact where it answers; loses what needs two bytes to change.

use super::Info;
use super::byte_sets::nearest;
use crate::query::{Query, Verdict};
use crate::sets::SetId;
use crate::solver::Solver;
use secateur_expr::{Pool, Term, cone};

pub static INFO: Info = Info {
    name: "repair",
    summary: "the state's model with one byte changed",
    run: Some(run),
    is_solver: false,
    is_heavy: false,
};

/// How many bytes are tried.
const MAX_BYTES: usize = 16;
/// Nodes of a term that is tried.
const MAX_NODES: usize = 10_000;

fn run(solver: &mut Solver, pool: &mut Pool, query: &mut Query) -> Option<Verdict> {
    if query.sets.contains(&SetId::EMPTY) {
        return None;
    }
    let mut values = nearest(solver, query);
    solver.load(query, &values);
    let (failing, holding): (Vec<Term>, Vec<Term>) =
        query.terms.iter().rev().partition(|t| !solver.evaluator.holds(pool, **t));
    // All 256 values of every node are kept while a term is tried.
    if failing.iter().any(|t| cone(pool, &[*t]).len() > MAX_NODES) {
        return None;
    }
    let candidates = solver.conditions.bytes_of(pool, *failing.first()?);
    let mut left = solver.config.budget.repair;
    for number in candidates.iter().take(MAX_BYTES) {
        let byte = solver.conditions.byte(*number);
        let mentions = |t: &Term| pool.support_contains(pool.support(*t), byte);
        if !failing.iter().all(mentions) {
            continue;
        }
        solver.lanes.vary(byte);
        let mut allowed = *solver.sets.get(query.set_of(*number));
        for term in failing.iter().chain(holding.iter().filter(|t| mentions(t))) {
            let truth = solver.lanes.holds(pool, &mut solver.evaluator, *term);
            left = left.checked_sub(solver.lanes.cost())?;
            allowed = allowed.and(&truth);
            if allowed.is_empty() {
                break;
            }
        }
        if let (Some(value), Some(i)) = (allowed.min(), query.position(*number)) {
            values[i] = value;
            return Some(Verdict::Sat(values));
        }
    }
    None
}
