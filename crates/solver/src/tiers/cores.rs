//! Small contradictions found before: a query that contains one has no solution. Sound, since a superset of
//! a contradiction is one; a byte's set may also be smaller than the core's.

use super::Info;
use crate::query::{Query, Verdict};
use crate::sets::SetId;
use crate::solver::Solver;
use rustc_hash::FxHashMap;
use secateur_expr::{Pool, Term};

pub static INFO: Info = Info {
    name: "cores",
    summary: "a contradiction found before is part of the query",
    run: Some(run),
    is_solver: false,
    is_heavy: false,
};

/// How many contradictions are kept for one term; the oldest goes first.
const PER_TERM: usize = 8;
/// When this many are kept, all are forgotten.
const MAX_CORES: usize = 100_000;
/// Larger contradictions are hardly ever met again.
const MAX_ITEMS: usize = 24;

/// A part of a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Item {
    Term(Term),
    /// A byte, by its number, is in a set.
    Byte(u32, SetId),
}

/// Contradictions, by the newest term in each.
#[derive(Default)]
pub struct Cores {
    by_term: FxHashMap<Term, Vec<Box<[Item]>>>,
    count: usize,
}

fn run(solver: &mut Solver, _: &mut Pool, query: &mut Query) -> Option<Verdict> {
    let cores = &solver.cores.by_term;
    let sets = &mut solver.sets;
    let mut holds = |item: &Item| match *item {
        Item::Term(term) => query.terms.binary_search(&term).is_ok(),
        Item::Byte(byte, set) => sets.is_subset(query.set_of(byte), set),
    };
    let found = query.terms.iter().rev().filter_map(|t| cores.get(t)).flatten().any(|core| core.iter().all(&mut holds));
    found.then_some(Verdict::Unsat)
}

pub(crate) fn learn(solver: &mut Solver, core: Vec<Item>) {
    let terms = core.iter().filter_map(|i| if let Item::Term(t) = i { Some(*t) } else { None });
    let Some(newest) = terms.max().filter(|_| core.len() <= MAX_ITEMS) else { return };
    let cores = &mut solver.cores;
    if cores.count >= MAX_CORES {
        *cores = Cores::default();
    }
    let list = cores.by_term.entry(newest).or_default();
    if list.len() == PER_TERM {
        list.remove(0);
        cores.count -= 1;
    }
    list.push(core.into());
    cores.count += 1;
}
