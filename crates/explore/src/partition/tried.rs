//! Which sides of decisions were taken, and where their paths had turned before.
//!
//! A turn is a decision at which a path went another way than the first path that met it. Paths that took the same turns at
//! the decisions of a group are the same as far as the group is concerned.

use super::groups::{GroupId, Groups};
use rustc_hash::{FxHashMap, FxHashSet};
use secateur_expr::{Term, mix};
use secateur_vm::flow::{EventId, Turns};

type Key = (EventId, Term);

#[derive(Default)]
struct History {
    /// The turns of each path, once for paths with the same ones.
    paths: Vec<Turns>,
    known: FxHashSet<u128>,
    /// Changed whenever something was taken back.
    version: u32,
}

#[derive(Default)]
struct Seen {
    version: u32,
    /// How many paths of the history were looked at, and their turns at the decisions of the group.
    count: usize,
    turns: FxHashSet<u128>,
}

#[derive(Default)]
pub struct Tried {
    histories: FxHashMap<Key, History>,
    seen: FxHashMap<(GroupId, Key), Seen>,
    /// Of decisions, the last time that anybody asked whether they are in the group at hand, and whether they are.
    is_in: Vec<(u64, bool)>,
    times: u64,
    /// The turns that were numbered last: a path meets many decisions between two of its turns.
    last: Option<(Turns, u128)>,
    /// The same of those that were asked for last, each by itself.
    numbered: (Turns, Vec<(EventId, u128)>),
}

/// The number of some turns is the sum of theirs, so that those of a group are told without going through the others again.
fn number(turns: impl Iterator<Item = (EventId, Term)>) -> u128 {
    turns.fold(1, |all, turn| all.wrapping_add(number_of(turn)))
}

fn number_of((event, side): (EventId, Term)) -> u128 {
    mix(mix(u128::from(event.0) << 32 | u128::from(side.0), 1), 2)
}

impl Tried {
    /// A path takes a side.
    pub fn add(&mut self, key: Key, turns: &Turns) {
        let number = match &self.last {
            Some((last, number)) if last.is_same(turns) => *number,
            _ => self.last.insert((turns.clone(), number(turns.iter()))).1,
        };
        let history = self.histories.entry(key).or_default();
        if history.known.insert(number) {
            history.paths.push(turns.clone());
        }
    }

    /// What was tried turned out to be impossible.
    pub fn take_back(&mut self, key: Key, turns: &Turns) {
        let Some(history) = self.histories.get_mut(&key) else { return };
        let wrong = number(turns.iter());
        if history.known.remove(&wrong) {
            history.paths.retain(|path| number(path.iter()) != wrong);
            history.version += 1;
        }
    }

    /// Whether any path has taken the side.
    pub fn has(&self, key: Key) -> bool {
        self.histories.get(&key).is_some_and(|history| !history.paths.is_empty())
    }

    /// Whether no path has taken the side after the same turns at the decisions of a group.
    pub fn is_new(&mut self, key: Key, turns: &Turns, group: GroupId, groups: &Groups) -> bool {
        let Some(history) = self.histories.get(&key) else { return true };
        let seen = self.seen.entry((group, key)).or_default();
        if seen.version != history.version {
            *seen = Seen { version: history.version, ..Seen::default() };
        }
        if !self.numbered.0.is_same(turns) {
            self.numbered = (turns.clone(), turns.iter().map(|turn| (turn.0, number_of(turn))).collect());
        }
        // Paths that have much in common turned at the same decisions: each is looked for once.
        self.times += 1;
        self.is_in.resize(groups.events(), (0, false));
        let (is_in, now) = (&mut self.is_in, self.times);
        let mut is_in = |event: EventId| {
            let known = &mut is_in[event.0 as usize];
            if known.0 != now {
                *known = (now, groups.contains(group, event));
            }
            known.1
        };
        for path in &history.paths[seen.count..] {
            seen.turns.insert(number(path.iter().filter(|(event, _)| is_in(*event))));
        }
        seen.count = history.paths.len();
        let own = self.numbered.1.iter().filter(|(event, _)| is_in(*event));
        !seen.turns.contains(&own.fold(1, |all, (_, number)| all.wrapping_add(*number)))
    }

    /// The members of a group changed.
    pub fn forget_group(&mut self, group: GroupId) {
        self.seen.retain(|(known, _), _| *known != group);
    }
}
