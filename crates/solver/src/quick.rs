//! What is answered at every branch, without a query: `quick` and `range`.
//!
//! A condition on one byte costs two look-ups and a memoised intersection, and is decided exactly. Others are decided
//! only if the path holds them, or if ranges do.

use crate::conditions::Kind;
use crate::narrowing::{Narrowing, Source};
use crate::path::{Group, Path};
use crate::sets::SetId;
use crate::solver::Solver;
use crate::tiers;
use secateur_expr::{Facts, Pool, Term};

const RANGES: usize = 1 << 12;

/// What ranges said of conditions, at a place that the term decides: term, stamp of the path, answer.
pub struct Ranges(Vec<(Term, u64, Option<bool>)>);

impl Default for Ranges {
    fn default() -> Self {
        Ranges(vec![(Term(u32::MAX), u64::MAX, None); RANGES])
    }
}

impl Solver {
    /// Is `cond` implied true or false by the path? `None`: don't know. Never calls a SAT solver.
    #[inline]
    pub fn quick(&mut self, pool: &mut Pool, path: &Path, cond: Term) -> Option<bool> {
        self.stats.queries += 1;
        let answer = self.quick_answer(pool, path, cond);
        if self.config.validate && answer.is_some() {
            self.validate_quick(pool, path, cond, answer);
        }
        answer
    }
    #[inline]
    fn quick_answer(&mut self, pool: &mut Pool, path: &Path, cond: Term) -> Option<bool> {
        match self.conditions.kind(pool, &mut self.sets, cond) {
            Kind::Constant(value) => {
                self.stats.answered(&tiers::SIMPLIFY);
                Some(value)
            }
            Kind::Single { byte, set } => {
                if !self.is_on(&tiers::BYTE_SETS) {
                    return None;
                }
                let before = path.byte(byte).set;
                let both = self.sets.meet(before, set);
                let answer = if both == before { Some(true) } else { (both == SetId::EMPTY).then_some(false) };
                if answer.is_some() {
                    self.stats.answered(&tiers::BYTE_SETS);
                }
                answer
            }
            Kind::Several { first, negation } => {
                let answer = tiers::path::implied(path, first, cond, negation);
                if answer.is_some() && self.is_on(&tiers::PATH) {
                    self.stats.answered(&tiers::PATH);
                    return answer;
                }
                if !self.is_on(&tiers::INTERVALS) {
                    return None;
                }
                let answer = self.quick_range(pool, path, cond);
                if answer.is_some() {
                    self.stats.answered(&tiers::INTERVALS);
                }
                answer
            }
        }
    }
    /// Whether ranges decide a condition on several bytes; remembered for the path as it is now.
    fn quick_range(&mut self, pool: &Pool, path: &Path, cond: Term) -> Option<bool> {
        let place = (cond.0 as usize).wrapping_mul(0x9e37_79b1) >> 8 & (RANGES - 1);
        let (term, stamp, answer) = self.ranges.0[place];
        if term == cond && stamp == path.stamp {
            return answer;
        }
        let answer = match self.narrowed(pool, path, cond) {
            Some(facts) if facts.lo == facts.hi => Some(facts.lo == 1),
            _ => None,
        };
        self.ranges.0[place] = (cond, path.stamp, answer);
        answer
    }
    /// What ranges say of a term under a path; `None` if they contradict each other.
    fn narrowed(&mut self, pool: &Pool, path: &Path, term: Term) -> Option<Facts> {
        let bytes = self.conditions.bytes_of(pool, term);
        let mut slots: Vec<u32> = bytes.iter().map(|b| path.byte(*b).group).collect();
        slots.sort_unstable();
        slots.dedup();
        let groups: Vec<&Group> = slots.iter().filter_map(|s| path.groups.get(*s as usize)?.as_deref()).collect();
        self.memo.clear();
        let mut known = Narrowing {
            conditions: &mut self.conditions,
            sets: &self.sets,
            source: Source::Path(path, &groups),
            memo: &mut self.memo,
            contradiction: false,
        };
        let facts = known.facts(pool, term);
        let is_wrong = known.contradiction;
        self.looked += self.memo.len() as u64;
        (!is_wrong).then_some(facts)
    }

    /// The smallest and largest unsigned value that a term may have under the path; never too narrow.
    pub fn range(&mut self, pool: &mut Pool, path: &Path, term: Term) -> (u64, u64) {
        let facts = self.narrowed(pool, path, term).unwrap_or(*pool.facts(term));
        (facts.lo, facts.hi)
    }
}
