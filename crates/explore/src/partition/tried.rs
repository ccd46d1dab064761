//! Which sides of decisions were taken, and where their paths had turned before.
//!
//! A turn is a decision at which a path went another way than the first path that met it. Paths that took the same turns at
//! the decisions of a group are the same as far as the group is concerned.

use super::groups::{GroupId, Groups};
use rustc_hash::{FxHashMap, FxHashSet};
use secateur_expr::{Term, mix};
use secateur_vm::flow::{EventId, Turns};

type Key = (EventId, Term);

/// The number of a list of turns.
type TurnsId = u32;

/// Which turns paths had taken before they took a side: numbers of lists, sorted. Nearly all come in order.
#[derive(Default)]
struct History {
    paths: Vec<TurnsId>,
    /// Changed whenever something was taken back, or did not come in order.
    version: u32,
}

impl History {
    fn add(&mut self, turns: TurnsId) {
        if self.paths.last().is_none_or(|last| *last < turns) {
            return self.paths.push(turns);
        }
        if let Err(at) = self.paths.binary_search(&turns) {
            self.paths.insert(at, turns);
            self.version += 1;
        }
    }

    fn take_back(&mut self, turns: TurnsId) {
        if let Ok(at) = self.paths.binary_search(&turns) {
            self.paths.remove(at);
            self.version += 1;
        }
    }
}

/// All lists of turns. A path meets hundreds of decisions between two of its turns, and each would keep the list.
#[derive(Default)]
struct Lists {
    lists: Vec<Turns>,
    index: FxHashMap<u128, TurnsId>,
    /// The one that was looked for last.
    last: Option<(Turns, TurnsId)>,
}

impl Lists {
    fn id(&mut self, turns: &Turns) -> TurnsId {
        if let Some((last, id)) = &self.last
            && last.is_same(turns)
        {
            return *id;
        }
        let fresh = self.lists.len() as TurnsId;
        let id = *self.index.entry(number(turns.iter())).or_insert(fresh);
        if id == fresh {
            self.lists.push(turns.clone());
        }
        self.last = Some((turns.clone(), id));
        id
    }
}

/// What lists of turns come to at the decisions of groups: most paths took several sides, and are looked at for each of them. A place is
/// taken by the one that came last.
#[derive(Default)]
struct Numbers {
    places: Vec<(GroupId, TurnsId, u128)>,
}

impl Numbers {
    const BITS: u32 = 12;

    fn get(&mut self, group: GroupId, turns: TurnsId, find: impl FnOnce() -> u128) -> u128 {
        if self.places.is_empty() {
            self.places.resize(1 << Numbers::BITS, (GroupId::NONE, 0, 0));
        }
        // Neighbours among lists are asked for one after the other, and get places beside each other.
        let at = group.number().wrapping_mul(0x9e37_79b9).wrapping_add(turns) & ((1 << Numbers::BITS) - 1);
        let place = &mut self.places[at as usize];
        if (place.0, place.1) != (group, turns) {
            *place = (group, turns, find());
        }
        place.2
    }

    fn forget(&mut self, group: GroupId) {
        self.places.iter_mut().filter(|place| place.0 == group).for_each(|place| place.0 = GroupId::NONE);
    }
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
    lists: Lists,
    numbers: Numbers,
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
        let turns = self.lists.id(turns);
        self.histories.entry(key).or_default().add(turns);
    }

    /// What was tried turned out to be impossible.
    pub fn take_back(&mut self, key: Key, turns: &Turns) {
        let turns = self.lists.id(turns);
        if let Some(history) = self.histories.get_mut(&key) {
            history.take_back(turns);
        }
    }

    /// Whether any path has taken the side.
    pub fn has(&self, key: Key) -> bool {
        self.histories.get(&key).is_some_and(|history| !history.paths.is_empty())
    }

    /// Whether no path has taken the side after the same turns at the decisions of a group.
    pub fn is_new(&mut self, key: Key, turns: &Turns, group: GroupId, groups: &Groups) -> bool {
        let Some(history) = self.histories.get(&key) else { return true };
        let own = self.lists.id(turns);
        let seen = self.seen.entry((group, key)).or_default();
        if seen.version != history.version {
            *seen = Seen { version: history.version, ..Seen::default() };
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
        let lists = &self.lists.lists;
        let mut number = |id: TurnsId| {
            let find = || number(lists[id as usize].iter().filter(|(event, _)| is_in(*event)));
            self.numbers.get(group, id, find)
        };
        seen.turns.extend(history.paths[seen.count..].iter().map(|path| number(*path)));
        seen.count = history.paths.len();
        !seen.turns.contains(&number(own))
    }

    /// The members of a group changed.
    pub fn forget_group(&mut self, group: GroupId) {
        self.seen.retain(|(known, _), _| *known != group);
        self.numbers.forget(group);
    }
}

#[cfg(test)]
mod tests {
    use super::History;
    use std::collections::BTreeSet;

    /// Who has looked at the first of them looks at those that came since, or at all if it is another version.
    #[test]
    fn what_comes_later_is_seen() {
        let mut random = fastrand::Rng::with_seed(11);
        let (mut history, mut set) = (History::default(), BTreeSet::new());
        let (mut seen, mut version) = (BTreeSet::new(), 0);
        let mut count = 0;
        for i in 0..3_000 {
            let turns = if random.u32(..4) == 0 { random.u32(..=i) } else { i };
            match random.u32(..10) {
                0 => {
                    history.take_back(turns);
                    set.remove(&turns);
                }
                _ => {
                    history.add(turns);
                    set.insert(turns);
                }
            }
            assert_eq!(history.paths, set.iter().copied().collect::<Vec<u32>>());
            if version != history.version {
                (seen, count, version) = (BTreeSet::new(), 0, history.version);
            }
            seen.extend(&history.paths[count..]);
            count = history.paths.len();
            assert_eq!(seen, set);
        }
    }
}
