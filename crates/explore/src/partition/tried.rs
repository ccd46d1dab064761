//! Which sides of decisions were taken, and where their paths had turned before.
//!
//! A turn is a decision at which a path went another way than the first path that met it. Paths that took the same turns at
//! the decisions of a group are the same as far as the group is concerned.

use super::groups::{GroupId, Groups, Scope};
use rustc_hash::{FxHashMap, FxHashSet};
use secateur_expr::{Term, mix};
use secateur_vm::flow::{EventId, Turns};
use smallvec::SmallVec;

type Key = (EventId, Term);

/// The number of a list of turns.
type TurnsId = u32;

/// Which turns paths had taken before they took a side: numbers of lists, sorted. Nearly all come in order, and nearly every path
/// comes by nearly every decision, so they are kept as ranges, the last included.
#[derive(Default)]
struct History {
    ranges: Vec<(TurnsId, TurnsId)>,
    /// Behind those. It is here so that a path that comes after the others need not look elsewhere.
    newest: Option<(TurnsId, TurnsId)>,
    /// Changed whenever something was taken back, or did not come in order.
    version: u32,
}

impl History {
    fn add(&mut self, turns: TurnsId) {
        self.newest = self.newest.or_else(|| self.ranges.pop());
        match &mut self.newest {
            Some((_, last)) if *last + 1 == turns => *last = turns,
            Some((_, last)) if *last >= turns => self.add_between(turns),
            newest => self.ranges.extend(newest.replace((turns, turns))),
        }
    }

    /// All up to this one come behind the last.
    fn extend(&mut self, turns: TurnsId) {
        self.newest = self.newest.or_else(|| self.ranges.pop());
        if let Some((_, last)) = &mut self.newest {
            *last = turns.max(*last);
        }
    }

    /// The range that one is in, or where one would have to be, among all that are not the newest.
    fn place(&self, turns: TurnsId) -> Result<usize, usize> {
        let at = self.ranges.partition_point(|(_, last)| *last < turns);
        if self.ranges.get(at).is_some_and(|(first, _)| *first <= turns) { Ok(at) } else { Err(at) }
    }

    fn add_between(&mut self, turns: TurnsId) {
        if self.newest.is_some_and(|(first, _)| first <= turns) || self.place(turns).is_ok() {
            return;
        }
        self.version += 1;
        self.ranges.extend(self.newest.take());
        let (Ok(at) | Err(at)) = self.place(turns);
        let follows = at > 0 && self.ranges[at - 1].1 + 1 == turns;
        let leads = self.ranges.get(at).is_some_and(|(first, _)| turns + 1 == *first);
        match (follows, leads) {
            (true, true) => self.ranges[at - 1].1 = self.ranges.remove(at).1,
            (true, false) => self.ranges[at - 1].1 = turns,
            (false, true) => self.ranges[at].0 = turns,
            (false, false) => self.ranges.insert(at, (turns, turns)),
        }
    }

    fn take_back(&mut self, turns: TurnsId) {
        self.ranges.extend(self.newest.take());
        let Ok(at) = self.place(turns) else { return };
        self.version += 1;
        let (first, last) = self.ranges.remove(at);
        if turns < last {
            self.ranges.insert(at, (turns + 1, last));
        }
        if first < turns {
            self.ranges.insert(at, (first, turns - 1));
        }
    }

    fn is_empty(&self) -> bool {
        self.newest.is_none() && self.ranges.is_empty()
    }

    /// Those that have no smaller number.
    fn since(&self, turns: TurnsId) -> impl Iterator<Item = TurnsId> {
        let at = self.ranges.partition_point(|(_, last)| *last < turns);
        let ranges = self.ranges[at..].iter().chain(&self.newest);
        ranges.flat_map(move |(first, last)| (*first).max(turns)..=*last)
    }

    /// The number behind the last.
    fn end(&self) -> TurnsId {
        self.newest.or(self.ranges.last().copied()).map_or(0, |(_, last)| last + 1)
    }
}

/// By decision, its sides: a path comes to decisions in about the order of their numbers, so what it looks at lies side by side.
#[derive(Default)]
struct Histories {
    by_event: Vec<SmallVec<[(Term, History); 2]>>,
    /// Of each decision, the side that came last, and the last of its lists, which its history may not have yet: nearly every path goes
    /// the same way as the one before, and then nothing else is looked at.
    latest: Vec<Option<(Term, TurnsId)>>,
}

impl Histories {
    fn get(&mut self, (event, side): Key) -> Option<&History> {
        self.settle(event, |latest| latest == side);
        self.by_event.get(event.0 as usize)?.iter().find(|(known, _)| *known == side).map(|(_, history)| history)
    }

    /// A side is taken after some turns.
    fn add(&mut self, (event, side): Key, turns: TurnsId) {
        if let Some(Some((latest, last))) = self.latest.get_mut(event.0 as usize)
            && *latest == side
            && (*last == turns || *last + 1 == turns)
        {
            *last = turns;
            return;
        }
        self.settle(event, |_| true);
        let history = self.enter((event, side));
        history.add(turns);
        if history.end() == turns + 1 {
            self.latest[event.0 as usize] = Some((side, turns));
        }
    }

    /// The history of such a side has all that came.
    fn settle(&mut self, event: EventId, is_such: impl Fn(Term) -> bool) {
        let latest = self.latest.get_mut(event.0 as usize);
        let Some((side, last)) = latest.and_then(|l| l.take_if(|(side, _)| is_such(*side))) else { return };
        let sides = self.by_event[event.0 as usize].iter_mut();
        sides.filter(|(known, _)| *known == side).for_each(|(_, history)| history.extend(last));
    }

    fn enter(&mut self, (event, side): Key) -> &mut History {
        self.settle(event, |latest| latest == side);
        let event = event.0 as usize;
        if self.by_event.len() <= event {
            self.by_event.resize_with(event + 1, SmallVec::new);
            self.latest.resize(event + 1, None);
        }
        let sides = &mut self.by_event[event];
        let known = sides.iter().position(|(known, _)| *known == side);
        let at = known.unwrap_or_else(|| {
            sides.push((side, History::default()));
            sides.len() - 1
        });
        &mut sides[at].1
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

/// What lists of turns come to at the decisions that are compared: most paths took several sides, and are looked at for each of them. A place is
/// taken by the one that came last.
#[derive(Default)]
struct Numbers {
    places: Vec<(Scope, TurnsId, u128)>,
}

impl Numbers {
    const BITS: u32 = 12;

    fn get(&mut self, scope: Scope, turns: TurnsId, find: impl FnOnce() -> u128) -> u128 {
        if self.places.is_empty() {
            self.places.resize(1 << Numbers::BITS, (Scope::NONE, 0, 0));
        }
        // Neighbours among lists are asked for one after the other, and get places beside each other.
        let check = scope.check.map_or(0, |check| check.0 + 1);
        let number = scope.group.number().wrapping_mul(0x9e37_79b9) ^ check.wrapping_mul(0x85eb_ca6b);
        let at = number.wrapping_add(turns) & ((1 << Numbers::BITS) - 1);
        let place = &mut self.places[at as usize];
        if (place.0, place.1) != (scope, turns) {
            *place = (scope, turns, find());
        }
        place.2
    }

    fn forget(&mut self, group: GroupId) {
        self.places.iter_mut().filter(|place| place.0.group == group).for_each(|place| place.0 = Scope::NONE);
    }
}

#[derive(Default)]
struct Seen {
    version: u32,
    /// Up to where paths of the history were looked at, and their turns at the decisions that are compared.
    end: TurnsId,
    turns: FxHashSet<u128>,
}

#[derive(Default)]
pub struct Tried {
    histories: Histories,
    seen: FxHashMap<(Scope, Key), Seen>,
    /// Of decisions, the last time that anybody asked whether they are compared, and whether they are.
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
        self.add_all(&[key], turns);
    }

    /// A path takes sides one after the other, without a turn.
    pub fn add_all(&mut self, keys: &[Key], turns: &Turns) {
        let turns = self.lists.id(turns);
        keys.iter().for_each(|key| self.histories.add(*key, turns));
    }

    /// What was tried turned out to be impossible.
    pub fn take_back(&mut self, key: Key, turns: &Turns) {
        let turns = self.lists.id(turns);
        self.histories.enter(key).take_back(turns);
    }

    /// Whether any path has taken the side.
    pub fn has(&mut self, key: Key) -> bool {
        self.histories.get(key).is_some_and(|history| !history.is_empty())
    }

    /// Whether no path has taken the side after the same turns at the decisions that are compared.
    pub fn is_new(&mut self, key: Key, turns: &Turns, scope: Scope, groups: &Groups) -> bool {
        let Some(history) = self.histories.get(key) else { return true };
        let own = self.lists.id(turns);
        let seen = self.seen.entry((scope, key)).or_default();
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
                *known = (now, groups.compares(scope, event));
            }
            known.1
        };
        let lists = &self.lists.lists;
        let mut number = |id: TurnsId| {
            let find = || number(lists[id as usize].iter().filter(|(event, _)| is_in(*event)));
            self.numbers.get(scope, id, find)
        };
        let own = number(own);
        // Nearly always it is known from before.
        if seen.turns.contains(&own) {
            return false;
        }
        seen.turns.extend(history.since(seen.end).map(&mut number));
        seen.end = history.end();
        !seen.turns.contains(&own)
    }

    /// The members of a group changed.
    pub fn forget_group(&mut self, group: GroupId) {
        self.seen.retain(|(known, _), _| known.group != group);
        self.numbers.forget(group);
    }
}

#[cfg(test)]
mod tests {
    use super::{Histories, History, Key};
    use secateur_expr::Term;
    use secateur_vm::flow::EventId;
    use std::collections::{BTreeMap, BTreeSet};

    /// Who has looked at the first of them looks at those that came since, or at all if it is another version.
    #[test]
    fn what_comes_later_is_seen() {
        let mut random = fastrand::Rng::with_seed(11);
        let (mut history, mut set) = (History::default(), BTreeSet::new());
        let (mut seen, mut version) = (BTreeSet::new(), 0);
        let mut end = 0;
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
            assert_eq!(history.since(0).collect::<Vec<u32>>(), set.iter().copied().collect::<Vec<u32>>());
            let ranges: Vec<_> = history.ranges.iter().chain(&history.newest).collect();
            assert!(ranges.windows(2).all(|two| two[0].1 + 1 < two[1].0), "neighbours are one range");
            assert_eq!(history.is_empty(), set.is_empty());
            if version != history.version {
                (seen, end, version) = (BTreeSet::new(), 0, history.version);
            }
            seen.extend(history.since(end));
            end = history.end();
            assert_eq!(seen, set);
        }
    }

    /// Whatever was not written down yet is there for those who ask.
    #[test]
    fn histories_of_sides_have_all_that_came() {
        let (mut random, mut known) = (fastrand::Rng::with_seed(12), BTreeMap::<Key, BTreeSet<u32>>::new());
        let mut histories = Histories::default();
        for i in 0..4_000 {
            let key = (EventId(random.u32(..3)), Term(random.u32(..2) * random.u32(..2)));
            let turns = i / 3 - random.u32(..4) / 3 * random.u32(..=i / 3);
            match random.u32(..12) {
                0 => {
                    histories.enter(key).take_back(turns);
                    known.entry(key).or_default().remove(&turns);
                }
                _ => {
                    histories.add(key, turns);
                    known.entry(key).or_default().insert(turns);
                }
            }
            let asked = (EventId(random.u32(..3)), Term(random.u32(..2)));
            if random.u32(..8) == 0 {
                let all: Vec<u32> = histories.get(asked).map_or(vec![], |history| history.since(0).collect());
                assert_eq!(all, known.get(&asked).map_or(vec![], |set| set.iter().copied().collect::<Vec<u32>>()));
            }
        }
    }
}
