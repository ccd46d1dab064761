//! Guards that look at what was decided before them ([`secateur_vm::flow::Checked`]), as far as any path has shown what that is.
//!
//! Who stands behind a check has nothing to do with which of those decisions let the path pass: they are tried together, beside all
//! that the group has, and none of it is compared behind the check ([`super::groups::Scope`]). That takes that the group has nothing of
//! what lies between such a decision and the check, since that would not be tried for each way to pass: if it has, the decision belongs
//! to the group. Where others about its bytes keep a decision from going either way, those have to be tried with it; so it belongs to
//! the group unless all that any path decided about these bytes is among what is tried together ([`Check::has_all_about`]).
//!
//! *Invariant:* what is known of a check follows from the ways to it, from what decisions are about and from what they need. Whoever changes
//! that has it found out again ([`Checks::find_again`]).

use super::about::About;
use super::classes::Class;
use super::sorted::Sorted;
use rustc_hash::FxHashMap;
use secateur_expr::Support;
use secateur_vm::flow::{CheckId, Decided, EventId};
use smallvec::SmallVec;
use std::rc::Rc;

/// Ways to come to a check that are kept. If there are more, whoever stands behind it has to know how it was passed.
const MOST_WAYS: usize = 256;

/// Decisions on all ways to a check; the same goes if there are more.
const MOST_EVENTS: usize = u64::BITS as usize;

/// By decision: others that have to go another way for it to lead somewhere.
pub type Needs = FxHashMap<EventId, Sorted<EventId>>;

/// What a label has.
#[derive(Default)]
pub struct Parts {
    pub events: Vec<EventId>,
    pub checks: Vec<CheckId>,
}

/// A decision on the way to a check, as the check numbers it.
struct Step {
    at: usize,
    is_first: bool,
    depends: Rc<Parts>,
    guards: Rc<Parts>,
}

/// How a path came to a check: what that looked at, and what was decided since the first of it, from the last on.
struct Way {
    looked_at: u64,
    since: Vec<Step>,
}

/// Decisions that a check knows, by numbers of its own: sets of them are words.
#[derive(Default)]
struct Numbers {
    events: Vec<EventId>,
}

impl Numbers {
    fn get(&self, event: EventId) -> Option<usize> {
        self.events.iter().position(|known| *known == event)
    }

    /// None if there are too many.
    fn enter(&mut self, event: EventId) -> Option<usize> {
        self.get(event).or_else(|| {
            (self.events.len() < MOST_EVENTS).then(|| {
                self.events.push(event);
                self.events.len() - 1
            })
        })
    }

    fn word(&mut self, events: &[EventId]) -> Option<u64> {
        events.iter().try_fold(0, |word, event| Some(word | 1 << self.enter(*event)?))
    }

    fn iter(&self, word: u64) -> impl Iterator<Item = EventId> + '_ {
        bits(word).map(|at| self.events[at])
    }
}

fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = word.trailing_zeros() as usize;
        word &= word.wrapping_sub(1);
        (at < MOST_EVENTS).then_some(at)
    })
}

/// The decisions of a way with their classes.
struct Steps<'a> {
    since: &'a [Step],
    classes: SmallVec<[Class; 16]>,
}

impl<'a> Steps<'a> {
    fn new(way: &'a Way, numbers: &Numbers, about: &About) -> Steps<'a> {
        let classes = way.since.iter().map(|step| about.class_of(numbers.events[step.at])).collect();
        Steps { since: &way.since, classes }
    }

    /// What was decided about the bytes of a class.
    fn about(&self, class: Class) -> impl Iterator<Item = &'a Step> {
        self.since.iter().zip(&self.classes).filter(move |(_, own)| **own == class).map(|(step, _)| step)
    }

    /// Whether all bytes of a class were decided about for the first time on it, so that nothing before it was about any of them.
    fn is_whole(&self, class: Class, numbers: &Numbers, about: &About) -> bool {
        let mut bytes = SmallVec::<[u32; 16]>::new();
        for step in self.about(class).filter(|step| step.is_first) {
            for byte in about.bytes_of(numbers.events[step.at]) {
                if !bytes.contains(byte) {
                    bytes.push(*byte);
                }
            }
        }
        bytes.len() == about.size(class)
    }

    /// What was decided after a decision, if that is on it. Where it is decided more than once, since the first time.
    fn after(&self, at: usize) -> Option<u64> {
        let place = self.since.iter().rposition(|step| step.at == at)?;
        Some(self.since[..place].iter().fold(0, |all, step| all | 1 << step.at))
    }

    /// What has to be tried together: what the check looked at, what else was decided about the same bytes with what that depends on,
    /// and what any of these needs to lead anywhere, unless it is plain that it was not decided at all.
    fn together(&self, looked_at: u64, numbers: &mut Numbers, (about, needs): (&About, &Needs)) -> Option<u64> {
        let (mut all, mut done) = (looked_at, 0_u64);
        while all != done {
            let at = (all & !done).trailing_zeros() as usize;
            let event = numbers.events[at];
            done |= 1 << at;
            for step in self.about(about.class_of(event)) {
                all |= 1 << step.at | numbers.word(&step.depends.events)?;
            }
            for other in needs.get(&event).into_iter().flat_map(|needs| needs.iter()) {
                let is_on_it = numbers.get(*other).is_some_and(|at| self.since.iter().any(|step| step.at == at));
                if is_on_it || !self.is_whole(about.class_of(*other), numbers, about) {
                    all |= 1 << numbers.enter(*other)?;
                }
            }
        }
        Some(all)
    }
}

/// What is known of a decision that is tried for a check.
#[derive(Default)]
struct Looked {
    /// What was decided between it and the check, unless it is too far away.
    between: u64,
    is_far: bool,
    /// All that any way decided about its bytes is tried too.
    is_whole: bool,
    /// The guards that stand before what was decided about its bytes, and the checks.
    guards: Sorted<EventId>,
    checks: Sorted<CheckId>,
}

/// A way as the machine tells it.
struct Told {
    looked_at: Vec<EventId>,
    since: Vec<Decided>,
}

/// What one looks at.
#[derive(Default)]
pub struct Check {
    /// On all ways.
    looked_at: Sorted<EventId>,
    /// Somebody stands behind it who does not know all of that. Until then nobody asks for what else there is to find out.
    is_wanted: bool,
    told: Vec<Told>,
    numbers: Numbers,
    ways: Vec<Way>,
    /// What is tried together, and what of that is to be known in any case: because it is too far away, or because there were more ways or
    /// decisions than are kept.
    tried: u64,
    looked: Vec<Looked>,
    has_too_many: bool,
    /// What it looked at on ways that are not kept.
    others: Sorted<EventId>,
}

impl Check {
    fn has(&self, event: EventId) -> bool {
        self.numbers.get(event).is_some_and(|at| self.tried >> at & 1 != 0) || self.others.has(event)
    }

    /// What of that a group has to know besides what it has, by what it has in full, what it has at all, and what holds for others.
    pub fn to_be_known(
        &self,
        is_known: impl Fn(EventId) -> bool,
        is_there: impl Fn(EventId) -> bool,
        needs: &Needs,
        is_forced: impl Fn(EventId, &AllAbout) -> bool,
    ) -> Vec<EventId> {
        if !self.is_wanted {
            return self.looked_at.iter().copied().filter(|event| !is_known(*event)).collect();
        }
        let lacking =
            bits(self.tried).filter(|at| !is_known(self.numbers.events[*at])).fold(0, |all, at| all | 1 << at);
        let others = self.others.iter().copied().filter(|event| !is_known(*event));
        if self.has_too_many {
            return self.numbers.iter(lacking).chain(others).collect();
        }
        let between = bits(lacking).fold(0, |all, at| all | self.looked[at].between) & !self.tried;
        let there = bits(between).filter(|at| is_there(self.numbers.events[*at])).fold(0, |all, at| all | 1 << at);
        let is_compared = |event: EventId| self.has(event) || is_known(event);
        let to_be_known = |at: &usize| {
            let (event, looked) = (self.numbers.events[*at], &self.looked[*at]);
            let all = AllAbout { is_whole: looked.is_whole, guards: &looked.guards, checks: &looked.checks };
            let lacks_needed = || needs.get(&event).is_some_and(|needs| !needs.iter().all(|other| is_compared(*other)));
            looked.is_far || looked.between & there != 0 || lacks_needed() || is_forced(event, &all)
        };
        bits(lacking).filter(to_be_known).map(|at| self.numbers.events[at]).collect()
    }

    /// Takes in one of its ways; none if that is too much.
    fn take_in(&mut self, at: usize, about: &About, needs: &Needs) -> Option<More> {
        let Check { numbers, ways, tried, looked, .. } = self;
        let (way, mut more) = (&ways[at], More::default());
        let steps = Steps::new(way, numbers, about);
        let together = steps.together(way.looked_at, numbers, (about, needs))?;
        looked.resize_with(numbers.events.len(), Looked::default);
        for at in bits(together) {
            let (event, known) = (numbers.events[at], &mut looked[at]);
            let class = about.class_of(event);
            let is_whole = steps.is_whole(class, numbers, about);
            let after = steps.after(at);
            if *tried >> at & 1 == 0 {
                more.events.push(event);
                known.is_whole = is_whole;
            }
            let is_other =
                known.is_whole && !is_whole || after.map_or(!known.is_far, |after| after & !known.between != 0);
            more.is_more |= is_other;
            known.is_whole &= is_whole;
            known.is_far |= after.is_none();
            known.between |= after.unwrap_or(0);
            for step in steps.about(class) {
                let Parts { events, checks } = &*step.guards;
                events.iter().for_each(|event| more.is_more |= known.guards.insert(*event));
                checks.iter().for_each(|check| more.is_more |= known.checks.insert(*check));
            }
        }
        *tried |= together;
        Some(more)
    }

    /// Takes in what was told.
    fn take_told(&mut self, labels: &FxHashMap<Support, Rc<Parts>>, about: &About, needs: &Needs) -> More {
        let mut all = More::default();
        for told in std::mem::take(&mut self.told) {
            let way = self.way(&told, labels).filter(|_| self.ways.len() < MOST_WAYS);
            let more = way.and_then(|way| {
                self.ways.push(way);
                self.take_in(self.ways.len() - 1, about, needs)
            });
            all.join(more.unwrap_or_else(|| self.overrun(&told.looked_at)));
        }
        all
    }

    fn way(&mut self, told: &Told, labels: &FxHashMap<Support, Rc<Parts>>) -> Option<Way> {
        let looked_at = self.numbers.word(&told.looked_at)?;
        let mut step = |Decided { event, is_first, label, guards }: &Decided| {
            let at = self.numbers.enter(*event)?;
            Some(Step { at, is_first: *is_first, depends: labels[label].clone(), guards: labels[guards].clone() })
        };
        Some(Way { looked_at, since: told.since.iter().map(&mut step).collect::<Option<_>>()? })
    }

    /// There is more than is kept: all that it looks at has to be known.
    fn overrun(&mut self, looked_at: &[EventId]) -> More {
        let events: Vec<EventId> = looked_at.iter().copied().filter(|event| !self.has(*event)).collect();
        let is_more = !self.has_too_many;
        self.has_too_many = true;
        self.others.join(&events.iter().copied().collect());
        More { events, is_more }
    }
}

/// Of a decision that a check looks at: whether all that paths had decided about its bytes when they came to the check is tried with it, and
/// the guards and checks that stand before any of that.
pub struct AllAbout<'a> {
    pub is_whole: bool,
    pub guards: &'a Sorted<EventId>,
    pub checks: &'a Sorted<CheckId>,
}

/// What there is to know about a check that was not known.
#[derive(Default, PartialEq, Eq, Debug)]
pub struct More {
    /// What it looks at besides.
    pub events: Vec<EventId>,
    /// Something else.
    is_more: bool,
}

impl More {
    pub fn is_nothing(&self) -> bool {
        !self.is_more && self.events.is_empty()
    }

    fn join(&mut self, other: More) {
        self.events.extend(other.events);
        self.is_more |= other.is_more;
    }
}

#[derive(Default)]
pub struct Checks {
    list: Vec<Check>,
    by_event: FxHashMap<EventId, SmallVec<[CheckId; 2]>>,
    by_class: FxHashMap<Class, Sorted<CheckId>>,
    /// What labels have, each once.
    labels: FxHashMap<Support, Rc<Parts>>,
}

impl Checks {
    /// It was seen what a check looked at, and what was decided since the first of them, from the last on.
    pub fn learn(
        &mut self,
        (check, looked_at): (CheckId, Vec<EventId>),
        since: Vec<Decided>,
        (about, needs): (&About, &Needs),
        parts: impl Fn(Support) -> Parts,
    ) -> More {
        let at = check.0 as usize;
        if self.list.len() <= at {
            self.list.resize_with(at + 1, Check::default);
        }
        for label in since.iter().flat_map(|decided| [decided.label, decided.guards]) {
            self.labels.entry(label).or_insert_with(|| Rc::new(parts(label)));
        }
        let own = &mut self.list[at];
        let mut more = More::default();
        looked_at.iter().for_each(|event| more.is_more |= own.looked_at.insert(*event));
        own.told.push(Told { looked_at, since });
        if own.is_wanted || own.told.len() > MOST_WAYS {
            more.join(self.want(check, about, needs));
        }
        more
    }

    /// Somebody stands behind one who does not know all that it looks at. What there is to know besides.
    pub fn want(&mut self, check: CheckId, about: &About, needs: &Needs) -> More {
        let own = &mut self.list[check.0 as usize];
        own.is_wanted = true;
        let more = own.take_told(&self.labels, about, needs);
        self.note(check, &more, about);
        more
    }

    /// Whether nobody has wanted one so far.
    pub fn is_waiting(&self, check: CheckId) -> bool {
        self.get(check).is_some_and(|check| !check.is_wanted)
    }

    pub fn looked_at(&self, check: CheckId) -> &[EventId] {
        self.get(check).map_or(&[], |check| &check.looked_at)
    }

    /// Whether more ways lead to one than are kept.
    pub fn has_too_many(&self, check: CheckId) -> bool {
        self.get(check).is_some_and(|check| check.has_too_many)
    }

    /// Decisions that it looks at are about more than before, or need more.
    pub fn find_again(&mut self, check: CheckId, about: &About, needs: &Needs) -> More {
        let own = &mut self.list[check.0 as usize];
        let mut all = More::default();
        for at in 0..own.ways.len() {
            let more = own.take_in(at, about, needs);
            all.join(more.unwrap_or_else(|| own.overrun(&[])));
        }
        self.note(check, &all, about);
        all
    }

    fn note(&mut self, check: CheckId, more: &More, about: &About) {
        for event in &more.events {
            self.by_event.entry(*event).or_default().push(check);
            self.by_class.entry(about.class_of(*event)).or_default().insert(check);
        }
    }

    /// One that nobody has told anything about looks at nothing.
    pub fn get(&self, check: CheckId) -> Option<&Check> {
        self.list.get(check.0 as usize)
    }

    pub fn has(&self, check: CheckId, event: EventId) -> bool {
        self.get(check).is_some_and(|check| check.has(event))
    }

    /// Those that a decision is tried together for.
    pub fn of(&self, event: EventId) -> &[CheckId] {
        self.by_event.get(&event).map_or(&[], |checks| checks)
    }

    /// Those that a decision about a class is tried together for.
    pub fn of_class(&self, class: Class) -> &[CheckId] {
        self.by_class.get(&class).map_or(&[], |checks| checks)
    }

    /// Two classes became one.
    pub fn joined(&mut self, keep: Class, gone: Class) {
        if let Some(checks) = self.by_class.remove(&gone) {
            self.by_class.entry(keep).or_default().join(&checks);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::about::About;
    use super::super::classes::Classes;
    use super::{Check, Checks, Looked, MOST_EVENTS, MOST_WAYS, More, Needs, Parts};
    use secateur_expr::{InputByte, Support};
    use secateur_vm::flow::{CheckId, Decided, EventId};

    const CHECK: CheckId = CheckId(0);

    /// Ten decisions, the last two about one byte, the others about a byte each.
    fn about() -> About {
        let (mut about, mut classes) = (About::default(), Classes::default());
        for offset in (0..9).chain([8]) {
            let (number, _) = classes.enter(InputByte { input: 0, offset });
            about.add(&[number], &classes);
        }
        about
    }

    fn ids(events: &[u32]) -> Vec<EventId> {
        events.iter().copied().map(EventId).collect()
    }

    /// What was decided, from the first on, with what it depends on; a sign says that something about the same bytes was before.
    fn learn_all(checks: &mut Checks, looked_at: &[u32], decided: &[(i32, &[u32])], needs: &Needs) -> More {
        let label = |depends: &[u32]| depends.iter().fold(0, |all, event| all | 1 << event);
        let since = decided.iter().rev().map(|(at, depends)| {
            let event = EventId(at.unsigned_abs());
            Decided { event, is_first: *at > 0, label: Support(label(depends)), guards: Support::EMPTY }
        });
        let since: Vec<Decided> = since.collect();
        let events = |label: Support| (0..10).filter(|bit| label.0 >> bit & 1 != 0).map(EventId).collect();
        let parts = |label| Parts { events: events(label), checks: vec![] };
        let mut more = checks.learn((CHECK, ids(looked_at)), since, (&about(), needs), parts);
        more.join(checks.want(CHECK, &about(), needs));
        more
    }

    /// Whether there was more to know.
    fn learn(checks: &mut Checks, looked_at: &[u32], decided: &[i32]) -> bool {
        let decided: Vec<(i32, &[u32])> = decided.iter().map(|at| (*at, &[][..])).collect();
        !learn_all(checks, looked_at, &decided, &Needs::default()).is_nothing()
    }

    /// What is known of a decision that is tried, and of the check.
    fn looked(checks: &Checks, event: u32) -> (&Looked, &Check) {
        let check = checks.get(CHECK).expect("it was told");
        let at = check.numbers.get(EventId(event)).expect("it is tried");
        (&check.looked[at], check)
    }

    fn between(checks: &Checks, event: u32) -> Option<Vec<u32>> {
        let (looked, check) = looked(checks, event);
        (!looked.is_far).then(|| sorted(check, looked.between & !check.tried))
    }

    fn sorted(check: &Check, events: u64) -> Vec<u32> {
        let mut all: Vec<u32> = check.numbers.iter(events).map(|event| event.0).collect();
        all.sort_unstable();
        all
    }

    fn has_all_about(checks: &Checks, event: u32) -> bool {
        looked(checks, event).0.is_whole
    }

    fn events(checks: &Checks) -> Vec<u32> {
        let check = checks.get(CHECK).expect("it was told");
        sorted(check, check.tried)
    }

    #[test]
    fn what_lies_between_is_known_by_decision() {
        let mut checks = Checks::default();
        assert!(learn(&mut checks, &[1, 2], &[1, 6, 2, 7]));
        assert_eq!((between(&checks, 1), between(&checks, 2)), (Some(vec![6, 7]), Some(vec![7])));
        assert!(!learn(&mut checks, &[1, 2], &[1, 6, 2, 7]));
        assert!(learn(&mut checks, &[1, 2], &[1, 5, 2]));
        assert_eq!(between(&checks, 1), Some(vec![5, 6, 7]));
        // What it looks at on another path lies between no more.
        assert!(learn(&mut checks, &[1, 6], &[1, 6]));
        assert_eq!(between(&checks, 1), Some(vec![5, 7]));
        assert_eq!(checks.of(EventId(6)), [CHECK]);
    }

    #[test]
    fn what_is_too_far_away_stays_so() {
        let mut checks = Checks::default();
        assert!(learn(&mut checks, &[1], &[1]));
        assert!(learn(&mut checks, &[1], &[4, 5]));
        assert_eq!(between(&checks, 1), None);
        assert!(!learn(&mut checks, &[1], &[1]));
        assert_eq!(between(&checks, 1), None);
    }

    #[test]
    fn what_is_decided_twice_counts_from_the_first_time_on() {
        let mut checks = Checks::default();
        learn(&mut checks, &[1], &[1, 6, -1]);
        assert_eq!(between(&checks, 1), Some(vec![6]));
    }

    #[test]
    fn a_check_has_all_about_a_byte_if_nothing_was_decided_about_it_before() {
        let told = |looked_at: &[u32], decided: &[i32]| {
            let mut checks = Checks::default();
            learn(&mut checks, looked_at, decided);
            has_all_about(&checks, looked_at[0])
        };
        assert!(told(&[8, 9], &[8, -9]) && told(&[8], &[8]));
        assert!(told(&[8], &[8, -9]), "what it does not look at is tried with it all the same");
        assert!(!told(&[9], &[-9]));
        let mut checks = Checks::default();
        learn(&mut checks, &[8], &[8]);
        assert!(learn(&mut checks, &[8], &[-8]));
        assert!(!has_all_about(&checks, 8), "on every path");
        assert!(!learn(&mut checks, &[8], &[8]));
        assert!(!has_all_about(&checks, 8));
    }

    #[test]
    fn what_was_decided_about_the_same_bytes_is_tried_together_with_what_it_depends_on() {
        let mut checks = Checks::default();
        let decided = [(8, &[][..]), (6, &[]), (5, &[]), (-9, &[5, 3]), (7, &[])];
        learn_all(&mut checks, &[8], &decided, &Needs::default());
        assert_eq!(events(&checks), [3, 5, 8, 9]);
        assert_eq!((between(&checks, 8), between(&checks, 9)), (Some(vec![6, 7]), Some(vec![7])));
        assert_eq!(between(&checks, 3), None, "it was decided before all that was told");
    }

    #[test]
    fn what_a_decision_needs_is_tried_with_it() {
        let (mut checks, mut needs) = (Checks::default(), Needs::default());
        let decided = [(1, &[][..]), (2, &[]), (8, &[]), (3, &[])];
        learn_all(&mut checks, &[1], &decided, &needs);
        assert_eq!(events(&checks), [1]);
        // The ninth is not decided, or it would be seen that the eighth is not the first about its byte.
        needs.insert(EventId(1), ids(&[2, 4, 9]).into_iter().collect());
        assert!(!checks.find_again(CHECK, &about(), &needs).is_nothing());
        assert_eq!(events(&checks), [1, 2, 4]);
        assert_eq!((between(&checks, 1), between(&checks, 2)), (Some(vec![3, 8]), Some(vec![3, 8])));
        assert_eq!(between(&checks, 4), None, "it may have been decided before");
        assert!(checks.find_again(CHECK, &about(), &needs).is_nothing());
    }

    /// What a group that has nothing has to know.
    fn to_be_known(checks: &Checks) -> Vec<u32> {
        let check = checks.get(CHECK).expect("it was told");
        let all = check.to_be_known(|_| false, |_| false, &Needs::default(), |_, _| false);
        all.into_iter().map(|event| event.0).collect()
    }

    #[test]
    fn with_more_than_is_kept_all_that_it_looks_at_has_to_be_known() {
        let mut checks = Checks::default();
        for way in 0..=MOST_WAYS {
            assert!(to_be_known_if_any(&checks).is_empty());
            let between: Vec<i32> = (2..8).filter(|bit| way >> bit & 1 != 0).collect();
            learn(&mut checks, &[1], &[&[1], &between[..]].concat());
        }
        assert!(checks.has_too_many(CHECK));
        learn(&mut checks, &[3], &[3]);
        assert_eq!(to_be_known(&checks), [1, 3]);
        assert!(checks.has(CHECK, EventId(3)) && checks.of(EventId(3)) == [CHECK]);
    }

    fn to_be_known_if_any(checks: &Checks) -> Vec<u32> {
        checks.get(CHECK).map_or(vec![], |_| to_be_known(checks))
    }

    #[test]
    fn more_decisions_than_fit_into_a_word_are_too_many() {
        let mut numbers = super::Numbers::default();
        let all: Vec<EventId> = (0..=MOST_EVENTS as u32).map(EventId).collect();
        assert_eq!(numbers.word(&all[..MOST_EVENTS]), Some(u64::MAX));
        assert_eq!(numbers.word(&all), None);
        assert_eq!(numbers.iter(u64::MAX).collect::<Vec<_>>(), all[..MOST_EVENTS]);
    }
}
