//! The tiers, one file each, in the order in which a query meets them.
//!
//! Adding one is a new file with an `INFO`, and its registration here: `mod`, the name by which others
//! refer to it, and a line in [`TIERS`].

mod byte_sets;
mod model;
pub(crate) mod path;
mod simplify;
mod z3;

pub(crate) use {byte_sets::INFO as BYTE_SETS, path::INFO as PATH, simplify::INFO as SIMPLIFY};

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
}

/// Answers, or passes the query on, perhaps made smaller.
pub(crate) type Run = fn(&mut Solver, &mut Pool, &mut Query) -> Option<Verdict>;

/// Every tier, cheap ones first.
pub static TIERS: &[&Info] = &[&simplify::INFO, &path::INFO, &byte_sets::INFO, &model::INFO, &z3::INFO];

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
    if solver.satisfies(pool, query, &values) {
        return Some(Verdict::Sat(values));
    }
    let terms: Vec<String> = query.terms.iter().map(|t| pool.text(*t)).collect();
    solver.mismatches.push(format!("a model from {} does not hold: {values:?} for {}", tier.name, terms.join(" ")));
    None
}

/// Lets the tiers that remember know of an answer.
pub(crate) fn learn(_solver: &mut Solver, _pool: &Pool, _query: &Query, _by: &Info, _verdict: &Verdict) {}

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
