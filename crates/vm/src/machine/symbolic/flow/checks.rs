//! Guards that look at what was decided before them: a status that a function returned and its caller checks.
//!
//! Whoever stands behind such a guard need not know which of those decisions let the path pass, as long as each way to pass is tried
//! with whatever else matters to him: who explores tries them together, for all that stands behind. That does not hold of what was decided
//! between the first of them and the guard, which was not tried for each way that passes. So it is told what lies between.
//!
//! Whether a guard is taken for a check or for one whose decisions everybody behind it has to know is a matter of cost: both are right, and paths
//! may differ in it.
//!
//! *Invariant:* what a check was seen to look at has all that the guard depends on, on any path that came by it under this name. A name
//! that is shared by too many makes what is explored together larger, and loses nothing.

use super::labels::EVENTS;
use super::{EventId, Flow};
use crate::machine::Machine;
use crate::machine::symbolic::Symbolic;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use secateur_expr::{InputByte, Pool, Support};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

/// In labels of guards, where checks stand as decisions do.
pub const CHECKS: u32 = u32::MAX - 2;

/// Decisions before a guard that are looked at. If it depends on what lies farther back, it is no check: everybody behind it has to know that.
const NEAR: usize = 16;

/// The number of a check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct CheckId(pub u32);

impl CheckId {
    /// As labels have it.
    pub fn byte(self) -> InputByte {
        InputByte { input: CHECKS, offset: self.0 }
    }
}

/// A decision of a path.
#[derive(Clone, Copy, Hash, Debug)]
pub struct Decided {
    pub event: EventId,
    /// Nothing was decided before about any byte of the input that it is about.
    pub is_first: bool,
    /// What it depends on, and the guards that it stands behind.
    pub label: Support,
    pub guards: Support,
}

/// What a check was seen to look at.
pub struct Checked {
    pub check: CheckId,
    pub label: Support,
    /// What was decided since the first of those, from the last on.
    pub since: Vec<Decided>,
}

#[derive(Default)]
pub struct Checks {
    index: FxHashMap<u64, CheckId>,
    /// Of each, the label that holds nothing else; none of those that are no checks any more.
    labels: Vec<Option<Support>>,
    known: FxHashSet<(CheckId, Support, u64)>,
    /// Since somebody looked.
    pub seen: Vec<Checked>,
}

impl Checks {
    fn enter(&mut self, name: u64, pool: &mut Pool) -> CheckId {
        let fresh = CheckId(self.labels.len() as u32);
        let check = *self.index.entry(name).or_insert(fresh);
        if check == fresh {
            let byte = pool.input(fresh.byte());
            self.labels.push(Some(pool.support(byte)));
        }
        check
    }

    /// From now on whoever stands behind it has to know all that it looks at.
    pub fn close(&mut self, check: CheckId) {
        self.labels[check.0 as usize] = None;
    }
}

impl Symbolic {
    /// The checks of a label of guards.
    pub fn checks_of(&self, label: Support) -> Vec<CheckId> {
        self.numbers_of(label, CHECKS).map(CheckId).collect()
    }
}

impl Machine<'_> {
    /// A guard looks at what was decided before. What stands for it in labels of guards: the same for all ways through what it looks at,
    /// and another one for each turn of a loop. What distinguishes a turn is the first decision that the last one did not look at. None if
    /// it is no check, or was none on some path.
    pub(super) fn check_for(&mut self, key: u64, label: Support, ask: u32) -> Option<Support> {
        let depth = self.frames.len() as u32;
        let sym = self.sym.as_mut()?;
        let Flow { checks, fronts, .. } = sym.flow.as_deref_mut()?;
        let front = &mut fronts[ask as usize];
        if front.is_far {
            return None;
        }
        let decided = &sym.known.flow.decided;
        let near = near(decided.iter(), label, &sym.pool);
        front.is_far = near.is_none();
        let (count, way) = near?;
        let mut regions = sym.known.flow.regions.iter().rev().take_while(|region| region.depth == depth);
        let last =
            regions.find(|region| region.is_guard && region.key == key).map_or(Support::EMPTY, |last| last.label);
        let mut hasher = FxHasher::default();
        (key, first_without(label, last, &sym.pool)).hash(&mut hasher);
        let check = checks.enter(hasher.finish(), &mut sym.pool);
        let own = checks.labels[check.0 as usize]?;
        if checks.known.insert((check, label, way)) {
            checks.seen.push(Checked { check, label, since: decided.iter().take(count).collect() });
        }
        Some(own)
    }
}

/// The first decision of a label that another one does not have, or of all.
fn first_without(label: Support, without: Support, pool: &Pool) -> u32 {
    let (mut first, mut own) = (None, None);
    pool.support_parts(label, |from, mask| {
        let events = (0..64).filter(|bit| mask >> bit & 1 != 0).map(|bit| from.offset | bit);
        for offset in events {
            first = first.or(Some(offset));
            if !pool.support_contains(without, InputByte { input: EVENTS, offset }) {
                own = Some(offset);
                return false;
            }
        }
        true
    });
    own.or(first).unwrap_or(u32::MAX)
}

/// How many decisions there are since the first of a label, and a number for them; none if any lies too far back. A single one mostly lets
/// pass one way, so there is nothing to tell apart.
fn near(all: impl Iterator<Item = Decided> + Clone, label: Support, pool: &Pool) -> Option<(usize, u64)> {
    let mut left = pool.support_len(label);
    if !(2..=NEAR).contains(&left) {
        return None;
    }
    let mut found = SmallVec::<[EventId; NEAR]>::new();
    let is_last = |Decided { event, .. }: Decided| {
        if pool.support_contains(label, event.byte()) && !found.contains(&event) {
            found.push(event);
            left -= 1;
        }
        left == 0
    };
    let count = all.clone().take(NEAR).position(is_last)? + 1;
    let mut hasher = FxHasher::default();
    all.take(count).for_each(|decided| decided.hash(&mut hasher));
    Some((count, hasher.finish()))
}
