//! Answers to queries that were asked before: the same conditions and the same sets of bytes. Exact.

use super::Info;
use crate::query::{Query, Verdict};
use crate::solver::Solver;
use rustc_hash::FxHashMap;
use secateur_expr::Pool;

pub static INFO: Info = Info {
    name: "cache",
    summary: "the answer to the same query, asked before",
    run: Some(run),
    is_solver: false,
    is_heavy: false,
};

/// When this many numbers are kept, all are forgotten.
const MAX_SIZE: usize = 1 << 24;

/// Queries and their answers.
#[derive(Default)]
pub struct Cache {
    answers: FxHashMap<Box<[u32]>, Verdict>,
    size: usize,
}

fn run(solver: &mut Solver, _: &mut Pool, query: &mut Query) -> Option<Verdict> {
    query.key = key(query);
    solver.cache.answers.get(query.key.as_slice()).cloned()
}

/// The query as a list of numbers; equal lists are equal queries.
fn key(query: &Query) -> Vec<u32> {
    let mut key = Vec::with_capacity(query.terms.len() + 2 * query.bytes.len() + 1);
    key.push(query.terms.len() as u32);
    key.extend(query.terms.iter().map(|t| t.0));
    key.extend(query.bytes.iter().zip(&query.sets).flat_map(|(b, s)| [*b, s.0]));
    key
}

pub(crate) fn learn(solver: &mut Solver, query: &Query, verdict: &Verdict) {
    if query.key.is_empty() {
        return;
    }
    let cache = &mut solver.cache;
    if cache.size > MAX_SIZE {
        *cache = Cache::default();
    }
    cache.size += query.key.len();
    cache.answers.insert(query.key.as_slice().into(), verdict.clone());
}
