//! Models of other queries: one that satisfies everything that matters here is taken for those bytes.
//! Exact where it answers.

use super::Info;
use crate::query::{Query, Verdict};
use crate::solver::Solver;
use secateur_expr::{Assignment, Evaluator, Pool};

pub static INFO: Info = Info {
    name: "recent",
    summary: "models found lately for other queries",
    run: Some(run),
    is_solver: false,
    is_heavy: false,
};

const KEPT: usize = 4;

/// The last models, each with an evaluator that remembers what it computed.
#[derive(Default)]
pub struct Recent {
    models: Vec<Evaluator>,
    next: usize,
}

fn run(solver: &mut Solver, pool: &mut Pool, query: &mut Query) -> Option<Verdict> {
    let (conditions, sets) = (&solver.conditions, &solver.sets);
    for model in &mut solver.recent.models {
        let value = |b: u32, model: &Evaluator| model.assignment().get(conditions.byte(b));
        let inside = query.bytes.iter().zip(&query.sets).all(|(b, set)| sets.get(*set).contains(value(*b, model)));
        // The goals are the newest, and the likeliest to fail.
        if inside
            && query.goals.iter().all(|t| model.holds(pool, *t))
            && query.terms.iter().all(|t| model.holds(pool, *t))
        {
            return Some(Verdict::Sat(query.bytes.iter().map(|b| value(*b, model)).collect()));
        }
    }
    None
}

/// Keeps the model of an answer.
pub(crate) fn learn(solver: &mut Solver, query: &Query, values: &[u8]) {
    let mut model: Assignment = query.model.clone();
    for (byte, value) in query.bytes.iter().zip(values) {
        model.set(solver.conditions.byte(*byte), *value);
    }
    let recent = &mut solver.recent;
    if recent.models.len() < KEPT {
        recent.models.push(Evaluator::new());
    }
    let at = recent.next % KEPT;
    recent.models[at].update(&model);
    recent.next += 1;
}
