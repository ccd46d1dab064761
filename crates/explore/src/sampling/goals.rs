//! Goals: sides of a callee that a call has to take, so that a branch goes a way that nothing took.
//!
//! Whether `if (put(text, byte) != OK)` fails cannot be seen coming where the branch is, but it can in the callee (`Inner`): `put` compared a length with
//! the size of its buffer, and in other calls came to that long ago. For each pair of an open branch and a side of the callee, the input is kept that
//! came nearest to it. Walks begin there, and go on from whatever is as near: where no single change comes nearer, many that
//! change nothing else lead to one that does.

use super::rounds::Find;
use rustc_hash::FxHashMap;
use secateur_vm::{Inner, Trace};
use std::sync::Arc;

/// Goals that are kept.
const MOST: usize = 1 << 14;

/// All goals are walked in vain as often as the root of so many times the walks near start points: what they take of the time falls, and
/// what comes nearer has more of it.
const WALKS: u64 = 16;

pub struct Goal {
    branch: u32,
    side: u32,
    /// How near a run came to it; 0 if the callee took it, which did not help.
    pub distance: f64,
    /// The input of that run.
    pub find: Find,
    /// Walks since a run came nearer; half of them are forgotten when one does.
    vain: u32,
}

#[derive(Default)]
pub struct Goals {
    all: Vec<Goal>,
    by_sides: FxHashMap<(u32, u32), u32>,
}

impl Goals {
    pub fn get(&self, at: usize) -> &Goal {
        &self.all[at]
    }

    /// Takes in a run of an input; `is_covered` says of sides whether anything took them.
    pub fn look(&mut self, trace: &Trace, find: &mut dyn FnMut() -> Find, is_covered: &dyn Fn(u32) -> bool) {
        let mut made: Option<Find> = None;
        for Inner { branch, side, distance } in trace.inner.iter().copied() {
            if is_covered(branch) && is_covered(branch + 1) {
                continue;
            }
            match self.by_sides.get(&(branch, side)) {
                Some(at) => {
                    let goal = &mut self.all[*at as usize];
                    if distance < goal.distance {
                        (goal.distance, goal.vain) = (distance, goal.vain / 2);
                        goal.find = made.get_or_insert_with(&mut *find).clone();
                    }
                }
                None if self.all.len() < MOST => {
                    self.by_sides.insert((branch, side), self.all.len() as u32);
                    let find = made.get_or_insert_with(&mut *find).clone();
                    self.all.push(Goal { branch, side, distance, find, vain: 0 });
                }
                None => {}
            }
        }
    }

    /// Which one walks begin at next, after so many near start points: that which was walked least in vain, of equals the first. None if
    /// they were too often, since most can never be reached.
    pub fn next(&mut self, walks: u64, is_covered: &dyn Fn(u32) -> bool) -> Option<usize> {
        let is_open = |goal: &Goal| goal.distance > 0.0 && !(is_covered(goal.branch) && is_covered(goal.branch + 1));
        let open = || self.all.iter().enumerate().filter(|(_, goal)| is_open(goal));
        let vain: u64 = open().map(|(_, goal)| u64::from(goal.vain)).sum();
        if vain.pow(2) > WALKS * walks {
            return None;
        }
        let (at, _) = open().min_by_key(|(_, goal)| goal.vain)?;
        self.all[at].vain += 1;
        Some(at)
    }

    /// Whether a run came as near to one as any.
    pub fn is_as_near(&self, at: usize, trace: &Trace) -> bool {
        let goal = &self.all[at];
        let mut own = trace.inner.iter().filter(|inner| (inner.branch, inner.side) == (goal.branch, goal.side));
        own.any(|inner| inner.distance <= goal.distance)
    }

    /// An input that is as near becomes the one that walks begin at.
    pub fn drift(&mut self, at: usize, model: &Arc<secateur_expr::Assignment>) {
        self.all[at].find.model = model.clone();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(goals: &mut Goals, root: u32, inner: &[(u32, u32, f64)]) {
        let inner =
            inner.iter().map(|(branch, side, distance)| Inner { branch: *branch, side: *side, distance: *distance });
        let trace = Trace { inner: inner.collect(), ..Trace::default() };
        goals.look(&trace, &mut || Find::new(root, Arc::default()), &|side| side < 10);
    }

    #[test]
    fn the_nearest_input_is_kept_while_a_side_is_open() {
        let mut goals = Goals::default();
        look(&mut goals, 1, &[(10, 4, 7.0), (8, 4, 3.0)]);
        assert_eq!(goals.all.len(), 1, "both sides of 8 were taken");
        look(&mut goals, 2, &[(10, 4, 5.0)]);
        look(&mut goals, 3, &[(10, 4, 6.0), (9, 2, 1.0)]);
        assert_eq!((goals.get(0).distance, goals.get(0).find.root), (5.0, 2));
        assert_eq!(goals.all.len(), 2, "a side of 9 is open");
        let near = |distance| Trace { inner: vec![Inner { branch: 10, side: 4, distance }], ..Trace::default() };
        assert!(
            goals.is_as_near(0, &near(5.0)) && !goals.is_as_near(0, &near(5.5)) && !goals.is_as_near(1, &near(0.0))
        );
    }

    #[test]
    fn goals_take_turns_and_rest_when_they_were_walked_in_vain() {
        let mut goals = Goals::default();
        look(&mut goals, 1, &[(10, 4, 7.0), (12, 4, 3.0), (14, 5, 0.0)]);
        let mut next = |walks| goals.next(walks, &|_| false);
        assert_eq!([next(100), next(100), next(100)], [Some(0), Some(1), Some(0)], "what was taken is no goal");
        while next(100).is_some() {}
        assert_eq!(goals.all.iter().map(|goal| goal.vain).collect::<Vec<_>>(), [21, 20, 0]);
        look(&mut goals, 2, &[(12, 4, 2.0)]);
        assert_eq!(goals.next(100, &|_| false), Some(1), "it came nearer");
        assert_eq!(goals.next(100, &|side| side != 10), Some(0), "the only one that is open");
    }
}
