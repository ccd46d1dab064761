//! The tiers, one file each, in the order in which a query meets them.
//!
//! Adding one is a new file with an `INFO`, and its registration here: `mod`, the name by which others
//! refer to it, and a line in [`TIERS`].

mod byte_sets;
mod cache;
mod cadical;
mod cores;
mod enumerate;
mod intervals;
mod model;
pub(crate) mod path;
mod recent;
mod repair;
mod sat;
mod simplify;
mod substitute;
mod z3;

pub(crate) use {
    byte_sets::INFO as BYTE_SETS, cache::Cache, cores::Cores, intervals::INFO as INTERVALS, path::INFO as PATH,
    recent::Recent, simplify::INFO as SIMPLIFY,
};

use crate::query::{Query, Verdict};
use crate::sets::ByteSet;
use crate::solver::Solver;
use secateur_expr::{Pool, Term};

/// One way of answering.
pub struct Info {
    /// As in statistics and in `Config::disabled`.
    pub name: &'static str,
    pub summary: &'static str,
    /// `None` for tiers that answer before there is a query.
    pub(crate) run: Option<Run>,
    /// Whether it asks a SAT solver or Z3; queries that get there can be written to files.
    pub is_solver: bool,
    /// Whether it may take long: such a tier is not asked where little effort is wanted.
    pub is_heavy: bool,
}

/// Answers, or passes the query on, perhaps made smaller.
pub(crate) type Run = fn(&mut Solver, &mut Pool, &mut Query) -> Option<Verdict>;

/// Every tier, cheap ones first.
pub static TIERS: &[&Info] = &[
    &simplify::INFO,
    &path::INFO,
    &byte_sets::INFO,
    &model::INFO,
    &cache::INFO,
    &cores::INFO,
    &recent::INFO,
    &intervals::INFO,
    &repair::INFO,
    &enumerate::INFO,
    &substitute::INFO,
    &sat::INFO,
    &cadical::INFO,
    &z3::INFO,
];

impl Info {
    pub(crate) fn index(&self) -> usize {
        TIERS.iter().position(|t| std::ptr::eq(*t, self)).unwrap_or(0)
    }
}

/// The whole query as terms: a byte's set becomes a condition on the byte.
pub(crate) fn assertions(solver: &Solver, pool: &mut Pool, query: &Query) -> Vec<Term> {
    let mut all = query.terms.clone();
    for (byte, set) in query.bytes.iter().zip(&query.sets) {
        let input = pool.input(solver.conditions.byte(*byte));
        let cond = member(pool, input, solver.sets.get(*set));
        all.push(cond);
    }
    all
}

/// `input` is in the set: a disjunction of ranges.
fn member(pool: &mut Pool, input: Term, set: &ByteSet) -> Term {
    let mut any = pool.bool(false);
    let mut values = set.values().peekable();
    while let Some(first) = values.next() {
        let mut last = first;
        while let Some(next) = values.next_if(|v| u32::from(*v) == u32::from(last) + 1) {
            last = next;
        }
        let (from, to) = (pool.constant(8, first.into()), pool.constant(8, last.into()));
        let (above, below) = (pool.ule(from, input), pool.ule(input, to));
        let range = pool.and(above, below);
        any = pool.or(any, range);
    }
    any
}

/// A model from outside, after the evaluator has confirmed it; one that does not hold is our error, and the
/// next tier answers.
pub(crate) fn verified(
    solver: &mut Solver,
    pool: &Pool,
    query: &Query,
    values: Vec<u8>,
    tier: &Info,
) -> Option<Verdict> {
    let mut values = values;
    if solver.satisfies(pool, query, &values) {
        restore(solver, pool, query, &mut values);
        return Some(Verdict::Sat(values));
    }
    let terms: Vec<String> = query.terms.iter().map(|t| pool.text(*t)).collect();
    solver.mismatches.push(format!("a model from {} does not hold: {values:?} for {}", tier.name, terms.join(" ")));
    None
}

/// More changed bytes than this are not tried one by one.
const MAX_RESTORED: usize = 24;

/// Gives bytes the values of the model again where everything still holds. The evaluator has the values.
fn restore(solver: &mut Solver, pool: &Pool, query: &Query, values: &mut [u8]) {
    let old = solver.model_values(query);
    let changed: Vec<usize> = (0..values.len()).filter(|i| old[*i] != values[*i]).collect();
    if changed.len() > MAX_RESTORED {
        return;
    }
    for i in changed {
        if !solver.sets.get(query.sets[i]).contains(old[i]) {
            continue;
        }
        let byte = solver.conditions.byte(query.bytes[i]);
        solver.evaluator.set(byte, old[i]);
        if query.terms.iter().rev().all(|t| solver.evaluator.holds(pool, *t)) {
            values[i] = old[i];
        } else {
            solver.evaluator.set(byte, values[i]);
        }
    }
}

/// Lets the tiers that remember know of an answer.
pub(crate) fn learn(solver: &mut Solver, query: &Query, by: &Info, verdict: &Verdict) {
    let is = |tier: &Info| std::ptr::eq(by, tier);
    if is(&byte_sets::INFO) || is(&model::INFO) || is(&cache::INFO) {
        return;
    }
    cache::learn(solver, query, verdict);
    if let Verdict::Sat(values) = verdict
        && !is(&recent::INFO)
    {
        recent::learn(solver, query, values);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that exists but is not registered would never answer.
    #[test]
    fn every_file_is_registered() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/tiers");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .expect("the folder of the tiers")
            .map(|e| e.expect("an entry").file_name().to_string_lossy().replace(".rs", "").replace('_', "-"))
            .filter(|name| name != "mod")
            .collect();
        files.sort();
        let mut names: Vec<String> = TIERS.iter().map(|t| t.name.to_string()).collect();
        names.sort();
        assert_eq!(files, names);
    }
}
