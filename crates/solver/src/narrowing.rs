//! Ranges and known bits of terms under what is known of bytes and of other terms.
//!
//! A term of one byte is evaluated for all values in the byte's set, which is exact; others go
//! through the transfer functions of the pool. Sound: every value that is possible is inside.

use crate::bounds::Bounds;
use crate::conditions::Conditions;
use crate::path::{Group, Path};
use crate::query::Query;
use crate::sets::{SetId, Sets};
use rustc_hash::FxHashMap;
use secateur_expr::{Facts, Op, Pool, Term};

/// Terms looked at for one question, those that wait for their operands included; those beyond keep the facts of the pool.
const MAX_TERMS: usize = 256;

/// Where knowledge comes from.
#[derive(Clone, Copy)]
pub enum Source<'a> {
    /// A path, and those of its groups that share bytes with the term in question.
    Path(&'a Path, &'a [&'a Group]),
    Query(&'a Query<'a>),
}

impl Source<'_> {
    fn set_of(&self, byte: u32) -> SetId {
        match self {
            Source::Path(path, _) => path.byte(byte).set,
            Source::Query(query) => query.set_of(byte),
        }
    }
    fn bound_of(&self, term: Term) -> Option<&Bounds> {
        match self {
            Source::Path(_, groups) => groups.iter().find_map(|g| g.bound(term)),
            Source::Query(query) => query.bound(term),
        }
    }
}

/// What follows from a source.
pub struct Narrowing<'a> {
    pub conditions: &'a mut Conditions,
    pub sets: &'a Sets,
    pub source: Source<'a>,
    /// *Invariant:* empty to begin with, or of the same source.
    pub memo: &'a mut FxHashMap<Term, Facts>,
    /// A term was met that can have no value at all: the source contradicts itself.
    pub contradiction: bool,
}

impl Narrowing<'_> {
    pub fn facts(&mut self, pool: &Pool, root: Term) -> Facts {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.memo.contains_key(&term) {
                stack.pop();
                continue;
            }
            if let Some(facts) = self.leaf(pool, term, stack.len()) {
                self.keep(pool, term, facts);
                stack.pop();
                continue;
            }
            let depth = stack.len();
            stack.extend(pool.node(term).args().filter(|t| !self.memo.contains_key(t)));
            if stack.len() == depth {
                let facts = self.combined(pool, term);
                self.keep(pool, term, facts);
                stack.pop();
            }
        }
        self.memo[&root]
    }
    /// Terms that need no operands: constants, terms of one byte, and all once there have been too many, or so many wait.
    fn leaf(&mut self, pool: &Pool, term: Term, waiting: usize) -> Option<Facts> {
        let facts = *pool.facts(term);
        let width = pool.width(term);
        if facts.lo == facts.hi && width <= 64 || self.memo.len() + waiting > MAX_TERMS {
            return Some(facts);
        }
        if width > 64 || pool.support_len(facts.support) != 1 {
            return None;
        }
        let byte = self.conditions.bytes_of(pool, term)[0];
        let set = self.source.set_of(byte);
        if set == SetId::FULL && pool.as_input(term).is_some() {
            return Some(facts);
        }
        Some(self.conditions.spread(pool, self.sets, term, byte, set))
    }
    fn combined(&self, pool: &Pool, term: Term) -> Facts {
        let node = pool.node(term);
        let own = *pool.facts(term);
        if pool.width(term) > 64 {
            return own;
        }
        let arg = |i: usize| self.memo[&node.arg(i)];
        // Of a choice whose condition is decided, only one arm counts.
        let derived = match node.op {
            Op::Ite if arg(0).lo == arg(0).hi => arg(if arg(0).lo == 1 { 1 } else { 2 }),
            _ => pool.facts_given(&node, arg),
        };
        Facts {
            lo: own.lo.max(derived.lo),
            hi: own.hi.min(derived.hi),
            zeros: own.zeros | derived.zeros,
            ones: own.ones | derived.ones,
            ..own
        }
    }
    fn keep(&mut self, pool: &Pool, term: Term, mut facts: Facts) {
        let width = pool.width(term);
        if width <= 64
            && let Some(bound) = self.source.bound_of(term)
        {
            let bound = bound.meet(&Bounds::unsigned(width, facts.lo, facts.hi));
            (facts.lo, facts.hi) = (bound.lo, bound.hi);
        }
        if width <= 64 && (facts.lo > facts.hi || facts.zeros & facts.ones != 0) {
            // The transfer functions expect a value, so the pool's facts stand in.
            self.contradiction = true;
            facts = *pool.facts(term);
        }
        self.memo.insert(term, facts);
    }
}

#[cfg(test)]
mod tests {
    use super::MAX_TERMS;
    use crate::path::Path;
    use crate::solver::Solver;
    use secateur_expr::{InputByte, Pool};

    /// What a program reads at a symbolic index of an array that it has filled at symbolic indices is a chain of choices.
    #[test]
    fn a_long_chain_costs_no_more_than_a_short_one() {
        let mut pool = Pool::new();
        let bytes: Vec<_> = (0..3).map(|offset| pool.input(InputByte { input: 0, offset })).collect();
        let (low, high) = (pool.concat(bytes[1], bytes[0]), bytes[2]);
        let mut chain = pool.zext(high, 16);
        for i in 0..20_000 {
            let place = pool.constant(16, i);
            let is_here = pool.eq(low, place);
            let other = pool.constant(16, i ^ 0x55);
            let here = pool.add(chain, other);
            chain = pool.ite(is_here, here, chain);
        }
        let (mut solver, path) = (Solver::new(Default::default()), Path::default());
        let (least, most) = solver.range(&mut pool, &path, chain);
        assert!(least <= most);
        assert!(solver.looked <= 3 * MAX_TERMS as u64, "{}", solver.looked);
    }
}
