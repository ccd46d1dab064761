//! Decisions that have to be explored together.
//!
//! A group has classes of input bytes, and with each all decisions about its bytes; and single decisions: of a guard that
//! a decision stands behind only the guard itself matters, not what else is asked about the guard's bytes. That holds as long as
//! the single decision can go either way; once other conditions on its bytes have kept it from that, its class belongs to
//! the group. Groups may overlap. What a guard looks at that was decided before it ([`super::checks`]) is tried in combination, beside
//! the group.
//!
//! *Invariant:* a group that has such a class has all that the decisions about it depend on. What keeps a decision from going
//! either way is another one about the same bytes, if a path comes to it: so whatever decides about that belongs to it too. It does
//! not go the other way round: who depends on the class keeps nobody from anything, and stays in a group of its own.

use super::about::About;
use super::checks::{AllAbout, Checks, More, Needs, Parts};
use super::classes::{Class, Classes};
use super::reasons::Reasons;
use super::sorted::Sorted;
use secateur_expr::{Pool, Support};
use secateur_vm::flow::{CheckId, Decided, EventId, Group};
use smallvec::{SmallVec, smallvec};

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct GroupId(u32);

impl GroupId {
    pub fn number(self) -> u32 {
        self.0
    }
}

#[derive(Clone, Default, PartialEq, Eq)]
pub struct Members {
    pub classes: Sorted<Class>,
    pub events: Sorted<EventId>,
    /// Guards: their sides are tried for each way through the others, and how they were passed is none of it.
    pub guards: Sorted<EventId>,
    /// The same of guards that look at what was decided before them.
    pub checks: Sorted<CheckId>,
}

/// Which turns of a path are compared where a side of a decision is judged: those of a group, and those that a check looks at, if the
/// decision is one of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Scope {
    pub group: GroupId,
    pub check: Option<CheckId>,
}

impl Scope {
    pub const NONE: Scope = Scope { group: GroupId(u32::MAX), check: None };
}

impl Members {
    /// Decisions that are there by themselves.
    pub fn singles(&self) -> impl Iterator<Item = EventId> + '_ {
        self.events.iter().chain(self.guards.iter()).copied()
    }
}

#[derive(Default)]
pub struct Groups {
    /// `None` for those that are part of another.
    groups: Vec<Option<Members>>,
    by_class: Lists,
    by_event: Lists,
    by_check: Lists,
    /// Each group once, by a class that one of its members has: no larger group is without it.
    by_first: Lists,
    about: About,
    /// Decisions that could not go either way somewhere: no group has them alone, whenever it is made.
    coupled: Sorted<EventId>,
    /// The classes of those.
    tied: Sorted<Class>,
    reasons: Reasons,
    checks: Checks,
    /// Classes of which more is known than their groups have.
    unsettled: Sorted<Class>,
    /// Classes that groups came to have, or that became larger: what lies between a check and what it looks at may be about them.
    changed: Sorted<Class>,
    /// Checks of which more is known, and those that have to be found out again.
    unsettled_checks: Sorted<CheckId>,
    outdated: Sorted<CheckId>,
    /// Groups that compare more than before.
    widened: Vec<GroupId>,
    /// By decision: those that have to go another way for it to lead somewhere.
    needs: Needs,
    /// How much was compared.
    pub work: u64,
}

/// Groups by the number of a class or a decision.
#[derive(Default)]
struct Lists {
    lists: Vec<Vec<GroupId>>,
}

impl Lists {
    fn get(&self, number: u32) -> &[GroupId] {
        self.lists.get(number as usize).map_or(&[], |list| list)
    }

    fn add(&mut self, number: u32, group: GroupId) {
        self.extend(number, [group]);
    }

    fn extend(&mut self, number: u32, groups: impl IntoIterator<Item = GroupId>) {
        let at = number as usize;
        if self.lists.len() <= at {
            self.lists.resize_with(at + 1, Vec::new);
        }
        self.lists[at].extend(groups);
    }

    fn take(&mut self, number: u32) -> Vec<GroupId> {
        self.lists.get_mut(number as usize).map(std::mem::take).unwrap_or_default()
    }

    fn drop(&mut self, number: u32, group: GroupId) {
        if let Some(list) = self.lists.get_mut(number as usize) {
            list.retain(|other| *other != group);
        }
    }
}

impl Groups {
    /// A decision, in order of their numbers, about bytes that are in one class.
    pub fn add_event(&mut self, bytes: &[u32], classes: &Classes) {
        self.about.add(bytes, classes);
    }

    pub fn events(&self) -> usize {
        self.about.len()
    }

    pub fn class_of(&self, event: EventId) -> Class {
        self.about.class_of(event)
    }

    /// One of the bytes that a decision is about.
    pub fn byte_of(&self, event: EventId) -> u32 {
        self.about.bytes_of(event)[0]
    }

    pub fn contains(&self, group: GroupId, event: EventId) -> bool {
        self.groups[group.0 as usize].as_ref().is_some_and(|members| self.has(members, event))
    }

    fn has(&self, members: &Members, event: EventId) -> bool {
        members.classes.has(self.class_of(event)) || members.events.has(event)
    }

    /// Groups that a decision, or another about its bytes, is in.
    pub fn with_class_of(&self, event: EventId) -> impl Iterator<Item = GroupId> + '_ {
        self.by_class.get(self.class_of(event).0).iter().chain(self.by_event.get(event.0)).copied()
    }

    /// Whether all decisions about the bytes of one are in a group.
    pub fn has_class_of(&self, group: GroupId, event: EventId) -> bool {
        let members = self.groups[group.0 as usize].as_ref();
        members.is_some_and(|members| members.classes.has(self.class_of(event)))
    }

    /// Whether a decision is in a group, as it would be if it were added with others; if it is implied, all about its bytes.
    pub fn has_alone(&self, group: GroupId, event: EventId, is_implied: bool) -> bool {
        match is_implied || self.coupled.has(event) {
            true => self.has_class_of(group, event),
            false => self.contains(group, event),
        }
    }

    /// Whether a decision is a guard of a group, and would be if it were added.
    pub fn guards_alone(&self, group: GroupId, event: EventId) -> bool {
        !self.coupled.has(event) && self.guards(group, event)
    }

    pub fn get(&self, group: GroupId) -> Option<Members> {
        self.groups[group.0 as usize].clone()
    }

    /// Groups that a decision is in, or is looked at by a check of.
    pub fn of(&self, event: EventId) -> Vec<GroupId> {
        let mut all: Vec<GroupId> = self.scopes(event).into_iter().map(|scope| scope.group).collect();
        all.dedup();
        all
    }

    /// What is compared for the sides of a decision, by group.
    pub fn scopes(&self, event: EventId) -> SmallVec<[Scope; 8]> {
        let is_in = |group: &GroupId| self.contains(*group, event) || self.guards(*group, event);
        let groups = self.with_class_of(event).filter(is_in).map(|group| Scope { group, check: None });
        let checked = self.checks.of(event).iter().flat_map(|check| {
            self.by_check.get(check.0).iter().map(|group| Scope { group: *group, check: Some(*check) })
        });
        let mut all: SmallVec<[Scope; 8]> = groups.chain(checked).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Whether a path's turn at a decision is compared.
    pub fn compares(&self, scope: Scope, event: EventId) -> bool {
        self.contains(scope.group, event) || scope.check.is_some_and(|check| self.checks.has(check, event))
    }

    /// The group that a decision is in, if there is one only.
    pub fn only_of(&self, event: EventId) -> Option<GroupId> {
        let mut all = self.with_class_of(event);
        let first = all.next()?;
        (self.checks.of(event).is_empty() && all.all(|other| other == first)).then_some(first)
    }

    pub fn has_check(&self, group: GroupId, check: CheckId) -> bool {
        self.groups[group.0 as usize].as_ref().is_some_and(|members| members.checks.has(check))
    }

    fn guards(&self, group: GroupId, event: EventId) -> bool {
        self.groups[group.0 as usize].as_ref().is_some_and(|members| members.guards.has(event))
    }

    /// Adds a group, unless it is part of one that is known.
    pub fn add(&mut self, mut members: Members) -> Option<GroupId> {
        self.extend(&mut members);
        let Members { classes, events, guards, .. } = &mut members;
        events.retain(|event| !classes.has(self.class_of(*event)));
        guards.retain(|event| !events.has(*event) && !classes.has(self.class_of(*event)));
        let singles = members.events.len() + members.guards.len() + members.checks.len();
        let size = (members.classes.len() + singles) as u64;
        let (a, b) = self.candidates(&members);
        let work = size * (1 + (a.len() + b.len()) as u64);
        let is_known = a.iter().chain(b).any(|group| self.includes(*group, &members));
        self.work += work;
        if is_known {
            return None;
        }
        let classes = self.classes_of(&members);
        let smaller = classes.iter().flat_map(|class| self.by_first.get(class.0));
        let parts: Vec<GroupId> = smaller.copied().filter(|group| self.is_part(*group, &members)).collect();
        parts.into_iter().for_each(|group| self.remove(group));
        let id = GroupId(self.groups.len() as u32);
        members.classes.iter().for_each(|class| self.by_class.add(class.0, id));
        members.singles().for_each(|event| self.by_event.add(event.0, id));
        members.checks.iter().for_each(|check| self.by_check.add(check.0, id));
        classes.first().into_iter().for_each(|class| self.by_first.add(class.0, id));
        self.groups.push(Some(members));
        Some(id)
    }

    /// With a decision that is coupled comes its class, with a class that is tied all that its decisions depend on, and with a check what it
    /// looks at and has to be known.
    fn extend(&mut self, members: &mut Members) {
        let mut done = Sorted::default();
        loop {
            self.extend_tied(members, &mut done);
            self.want_checks(members);
            let known: Sorted<EventId> = self.to_be_known(members).collect();
            if known.is_empty() {
                return;
            }
            let needs = known.iter().flat_map(|event| self.needs_of(*event)).collect();
            members.events.join(&known);
            members.events.join(&needs);
        }
    }

    /// Who has all that a check looks at need not know more of it, and most have.
    fn want_checks(&mut self, members: &Members) {
        for check in members.checks.iter().filter(|check| self.checks.is_waiting(**check)).copied().collect::<Vec<_>>()
        {
            if !self.checks.looked_at(check).iter().all(|event| self.has_fully(members, *event)) {
                let more = self.checks.want(check, &self.about, &self.needs);
                self.note_more(check, &more);
            }
        }
    }

    /// Decisions that checks look at and that members do not have, though they must: they lead somewhere only if others go another way,
    /// or something that the members have lies between, or others keep them from going either way that are not tried with them.
    fn to_be_known(&self, members: &Members) -> impl Iterator<Item = EventId> {
        members.checks.iter().flat_map(move |check| {
            let is_known = |event| self.has_fully(members, event);
            let is_in_other = |event| self.checks.of(event).iter().any(|o| o != check && members.checks.has(*o));
            let is_there = |event| self.has(members, event) || members.guards.has(event) || is_in_other(event);
            let is_forced =
                |event, all: &AllAbout| self.coupled.has(event) && !self.is_tried_whole(members, *check, all);
            let own = self.checks.get(*check);
            own.map_or(vec![], |own| own.to_be_known(is_known, is_there, &self.needs, is_forced))
        })
    }

    /// Whether all that was decided about the bytes of a decision before a check that looks at it is tried together there, and so is all
    /// that this depends on.
    fn is_tried_whole(&self, members: &Members, check: CheckId, all: &AllAbout) -> bool {
        let is_compared = |event| self.has_fully(members, event) || self.checks.has(check, event);
        let is_passed = |event| members.guards.has(event) && !self.coupled.has(event);
        all.is_whole
            && all.guards.iter().all(|event| is_compared(*event) || is_passed(*event))
            && all.checks.is_part_of(&members.checks)
    }

    /// Classes that are done have brought along what they do.
    fn extend_tied(&self, members: &mut Members, done: &mut Sorted<Class>) {
        if self.tied.is_empty() {
            return;
        }
        let coupled: Vec<EventId> = members.singles().filter(|event| self.coupled.has(*event)).collect();
        coupled.into_iter().for_each(|event| _ = members.classes.insert(self.class_of(event)));
        while let Some(class) = members.classes.iter().copied().find(|class| self.tied.has(*class) && !done.has(*class))
        {
            done.insert(class);
            let (mut events, mut classes) = (vec![], vec![]);
            self.each_lacking(members, class, |event| match self.coupled.has(event) {
                true => classes.push(self.class_of(event)),
                false => events.push(event),
            });
            // Most have all of it already.
            members.events.join(&events.into_iter().collect());
            members.classes.join(&classes.into_iter().collect());
        }
    }

    /// Checks that decisions about a class stand behind.
    fn checks_behind(&self, class: Class) -> impl Iterator<Item = CheckId> {
        self.reasons.get(class).into_iter().flat_map(|reason| reason.checks.iter().map(CheckId))
    }

    /// What a tied class brings along that members do not have. That holds for guards, too, that they do not stand behind themselves: such a
    /// one was passed by those who come to decide about the class, and by members it need not be.
    fn each_lacking(&self, members: &Members, class: Class, mut lacks: impl FnMut(EventId)) {
        let Some(reason) = self.reasons.get(class) else { return };
        let is_passed = |event: &EventId| !self.coupled.has(*event) && members.guards.has(*event);
        let guards = reason.guards.iter().map(EventId).filter(|event| !is_passed(event));
        let checks = self.checks_behind(class).filter(|check| !members.checks.has(*check));
        let looked_at = checks.flat_map(|check| self.checks.looked_at(check).iter().copied());
        // Most checks look at the same.
        let mut seen: SmallVec<[u64; 16]> = smallvec![0; self.events() / 64 + 1];
        for event in reason.events.iter().map(EventId).chain(guards).chain(looked_at) {
            let (word, bit) = (&mut seen[event.0 as usize / 64], 1 << (event.0 % 64));
            if *word & bit != 0 {
                continue;
            }
            *word |= bit;
            for event in self.needs_of(event).chain([event]) {
                if !self.has_fully(members, event) {
                    lacks(event);
                }
            }
        }
    }

    /// Whether a decision is among members, with all about its bytes if it is coupled.
    fn has_fully(&self, members: &Members, event: EventId) -> bool {
        members.classes.has(self.class_of(event)) || members.events.has(event) && !self.coupled.has(event)
    }

    /// A decision was told with all that it depends on.
    pub fn tell(&mut self, event: EventId, group: &Group, pool: &Pool) {
        let class = self.class_of(event);
        if self.reasons.add(class, group, pool) {
            self.unsettled.insert(class);
        }
    }

    /// It was seen what a check looks at, and what was decided since the first of them.
    pub fn learn_check(
        &mut self,
        checked: (CheckId, Vec<EventId>),
        since: Vec<Decided>,
        parts: impl Fn(Support) -> Parts,
    ) {
        let check = checked.0;
        let more = self.checks.learn(checked, since, (&self.about, &self.needs), parts);
        self.note_more(check, &more);
    }

    /// Whether more ways lead to a check than are kept.
    pub fn is_overrun(&self, check: CheckId) -> bool {
        self.checks.has_too_many(check)
    }

    fn note_more(&mut self, check: CheckId, more: &More) {
        if !more.is_nothing() {
            self.unsettled_checks.insert(check);
            // Who does not stand behind it may have to know what it looks at.
            self.unsettled.join(&self.reasons.behind(check).collect());
        }
        if !more.events.is_empty() {
            self.widened.extend(self.by_check.get(check.0));
        }
    }

    /// Groups that compare more since somebody asked, because of what checks look at.
    pub fn take_widened(&mut self) -> Vec<GroupId> {
        std::mem::take(&mut self.widened)
    }

    /// Whether nothing is known that groups may lack.
    pub fn is_settled(&self) -> bool {
        let checks = self.outdated.is_empty() && self.unsettled_checks.is_empty();
        checks && self.unsettled.is_empty() && self.changed.is_empty()
    }

    /// All groups that have a class that is tied have all that its decisions depend on, and all that have a check what has to be known of
    /// it, as far as that is known by now. Groups that are new for it. Until then some may lack what was told since the last time.
    pub fn settle(&mut self) -> Vec<GroupId> {
        for check in std::mem::take(&mut self.outdated).iter() {
            let more = self.checks.find_again(*check, &self.about, &self.needs);
            self.note_more(*check, &more);
        }
        let mut new = vec![];
        for class in std::mem::take(&mut self.unsettled).iter().filter(|class| self.tied.has(**class)) {
            self.unsettled_checks.join(&self.checks.of_class(*class).iter().copied().collect());
            let with = self.by_class.get(class.0);
            new.extend(with.iter().copied().filter(|group| self.is_lacking(*group, *class)));
        }
        let (classes, checks) = (std::mem::take(&mut self.changed), std::mem::take(&mut self.unsettled_checks));
        let by_class = classes.iter().flat_map(|class| self.by_class.get(class.0));
        let with = by_class.chain(checks.iter().flat_map(|check| self.by_check.get(check.0)));
        new.extend(with.copied().filter(|group| self.lacks_checked(*group)));
        let again: Sorted<GroupId> = new.into_iter().collect();
        let renewed = again.iter().filter_map(|group| self.get(*group).and_then(|members| self.add(members)));
        renewed.collect()
    }

    /// Whether a group lacks what a class that is tied brings along.
    fn is_lacking(&self, group: GroupId, class: Class) -> bool {
        let Some(members) = &self.groups[group.0 as usize] else { return false };
        let mut is_lacking = false;
        self.each_lacking(members, class, |_| is_lacking = true);
        is_lacking
    }

    /// Whether a group lacks what a check of its looks at and has to be known.
    fn lacks_checked(&self, group: GroupId) -> bool {
        let members = self.groups[group.0 as usize].as_ref();
        members.is_some_and(|members| self.to_be_known(members).next().is_some())
    }

    pub fn needs_of(&self, event: EventId) -> impl Iterator<Item = EventId> + '_ {
        self.needs.get(&event).into_iter().flat_map(|needs| needs.iter().copied())
    }

    /// A decision leads somewhere only where others go another way: they belong to all that it belongs to. Groups that are new for
    /// it, unless that was known.
    pub fn add_needs(&mut self, event: EventId, because: &[EventId]) -> Option<Vec<GroupId>> {
        let needs = self.needs.entry(event).or_default();
        let before = needs.len();
        needs.join(&because.iter().copied().filter(|other| *other != event).collect());
        if needs.len() == before {
            return None;
        }
        let needs = needs.clone();
        self.outdated.join(&self.checks.of(event).iter().copied().collect());
        let mut new = vec![];
        for group in self.of(event) {
            let Some(mut members) = self.get(group) else { continue };
            members.events.join(&needs);
            new.extend(self.add(members));
        }
        Some(new)
    }

    pub fn classes_of(&self, members: &Members) -> Sorted<Class> {
        let guards = members.guards.iter().map(|event| self.class_of(*event));
        self.compared(members).iter().copied().chain(guards).collect()
    }

    /// The classes that are explored in combination: those of guards are not.
    pub fn compared(&self, members: &Members) -> Sorted<Class> {
        let events = members.events.iter().map(|event| self.class_of(*event));
        members.classes.iter().copied().chain(events).collect()
    }

    /// The same with what checks look at, which is tried for each of them.
    pub fn combined(&self, members: &Members) -> Sorted<Class> {
        let looked_at = members.checks.iter().flat_map(|check| self.checks.looked_at(*check));
        let mut all = self.compared(members);
        all.join(&looked_at.map(|event| self.class_of(*event)).collect());
        all
    }

    /// Groups that have the member that the fewest have: all that include these are among them.
    fn candidates(&self, members: &Members) -> (&[GroupId], &[GroupId]) {
        let of_class = |class: Class| self.by_class.get(class.0);
        let classes = members.classes.iter().map(|class| (of_class(*class), &[][..]));
        let singles = members.singles().map(|event| (of_class(self.class_of(event)), self.by_event.get(event.0)));
        classes.chain(singles).min_by_key(|(a, b)| a.len() + b.len()).unwrap_or((&[], &[]))
    }

    /// Whether a group has nothing that these members do not have.
    fn is_part(&self, group: GroupId, members: &Members) -> bool {
        let Some(own) = &self.groups[group.0 as usize] else { return false };
        own.classes.is_part_of(&members.classes)
            && own.events.iter().all(|event| self.has(members, *event))
            && own.guards.iter().all(|event| members.guards.has(*event) || self.has(members, *event))
            && own.checks.is_part_of(&members.checks)
    }

    fn remove(&mut self, group: GroupId) {
        let Some(members) = self.groups[group.0 as usize].take() else { return };
        for class in self.classes_of(&members).iter() {
            self.by_class.drop(class.0, group);
            self.by_first.drop(class.0, group);
        }
        members.singles().for_each(|event| self.by_event.drop(event.0, group));
        members.checks.iter().for_each(|check| self.by_check.drop(check.0, group));
    }

    fn includes(&self, group: GroupId, members: &Members) -> bool {
        let Some(own) = &self.groups[group.0 as usize] else { return false };
        members.classes.is_part_of(&own.classes)
            && members.events.iter().all(|event| self.has(own, *event))
            && members.guards.iter().all(|event| own.guards.has(*event) || self.has(own, *event))
            && members.checks.is_part_of(&own.checks)
    }

    /// A decision could not go either way: all about its bytes, and all that this depends on, belongs to its groups. Those that changed;
    /// `None` if that was known.
    pub fn couple(&mut self, event: EventId) -> Option<Vec<GroupId>> {
        if !self.coupled.insert(event) {
            return None;
        }
        let class = self.class_of(event);
        let mut changed = vec![];
        for group in self.by_event.take(event.0) {
            if let Some(members) = &mut self.groups[group.0 as usize]
                && (members.events.remove(event) | members.guards.remove(event))
                && members.classes.insert(class)
            {
                self.by_class.add(class.0, group);
                changed.push(group);
            }
        }
        // Those that had a class that was tied before have all that it brings along.
        if self.tied.insert(class) || !changed.is_empty() {
            self.unsettled.insert(class);
        }
        self.changed.insert(class);
        self.checks.of(event).iter().for_each(|check| _ = self.unsettled_checks.insert(*check));
        Some(changed)
    }

    /// Two classes became one. Groups that changed.
    pub fn joined(&mut self, keep: Class, gone: Class) -> Vec<GroupId> {
        self.about.joined(keep, gone);
        self.checks.joined(keep, gone);
        self.outdated.join(&self.checks.of_class(keep).iter().copied().collect());
        let first = self.by_first.take(gone.0);
        self.by_first.extend(keep.0, first);
        if self.tied.remove(gone) {
            self.tied.insert(keep);
        }
        self.reasons.joined(keep, gone);
        let mut changed = vec![];
        for group in self.by_class.take(gone.0) {
            if let Some(members) = &mut self.groups[group.0 as usize] {
                members.classes.remove(gone);
                if members.classes.insert(keep) {
                    self.by_class.add(keep.0, group);
                }
                changed.push(group);
            }
        }
        changed.extend(self.by_class.get(keep.0));
        self.unsettled.insert(keep);
        self.changed.insert(keep);
        changed.sort_unstable();
        changed.dedup();
        changed
    }

    /// All groups, as members.
    pub fn all(&self) -> impl Iterator<Item = &Members> {
        self.groups.iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_expr::{InputByte, Support};
    use secateur_vm::Site;

    /// Decisions 0, 1, 2, ... each about a byte of its own.
    fn groups(count: u32) -> (Groups, Classes) {
        let (mut groups, mut classes) = (Groups::default(), Classes::default());
        for offset in 0..count {
            let (number, _) = classes.enter(InputByte { input: 0, offset });
            groups.add_event(&[number], &classes);
        }
        (groups, classes)
    }

    fn members(classes: &[u32], events: &[u32], guards: &[u32]) -> Members {
        Members {
            classes: classes.iter().map(|c| Class(*c)).collect(),
            events: events.iter().map(|e| EventId(*e)).collect(),
            guards: guards.iter().map(|e| EventId(*e)).collect(),
            checks: Sorted::default(),
        }
    }

    #[test]
    fn a_part_of_a_group_is_no_group_of_its_own() {
        let (mut groups, _) = groups(3);
        assert!(groups.add(members(&[0], &[], &[])).is_some());
        let both = groups.add(members(&[0], &[1], &[])).expect("it is larger");
        assert_eq!(groups.of(EventId(0)), [both], "the smaller one is part of it");
        assert!(groups.add(members(&[0], &[], &[1])).is_none(), "a guard is less than a member");
        assert!(groups.add(members(&[1], &[], &[])).is_some(), "all about a byte is more than one decision about it");
    }

    #[test]
    fn groups_overlap_without_becoming_one() {
        let (mut groups, _) = groups(3);
        let first = groups.add(members(&[1], &[0], &[])).expect("new");
        let second = groups.add(members(&[2], &[0], &[])).expect("new");
        assert_eq!(groups.of(EventId(0)), [first, second]);
        assert!(groups.contains(first, EventId(1)) && !groups.contains(first, EventId(2)));
    }

    #[test]
    fn a_decision_that_others_force_brings_them_along() {
        let (mut groups, mut classes) = groups(3);
        let (number, _) = classes.enter(InputByte { input: 0, offset: 0 });
        groups.add_event(&[number], &classes);
        let group = groups.add(members(&[1], &[0], &[])).expect("new");
        assert!(!groups.contains(group, EventId(3)));
        assert_eq!(groups.couple(EventId(0)).expect("it is news"), [group]);
        assert!(groups.couple(EventId(0)).is_none());
        assert!(groups.contains(group, EventId(3)), "it is about the same byte");
    }

    /// Tells that a decision depends on others.
    fn tell(groups: &mut Groups, pool: &mut Pool, event: u32, others: &[u32]) -> Vec<GroupId> {
        let mut label = Support::EMPTY;
        for other in others.iter().chain([&event]) {
            let byte = pool.input(EventId(*other).byte());
            label = pool.support_union(label, pool.support(byte));
        }
        let site = Site::default();
        let group = Group { label, event: Some(EventId(event)), site, control: Support::EMPTY, guards: Support::EMPTY };
        groups.tell(EventId(event), &group, pool);
        groups.add(Members {
            classes: [groups.class_of(EventId(event))].into_iter().collect(),
            events: others.iter().copied().map(EventId).collect(),
            ..Members::default()
        });
        groups.settle()
    }

    /// Whether a path comes to a decision that keeps another one from going either way is up to what the former depends on. Who
    /// depends on the latter has nothing to do with others who do.
    #[test]
    fn what_forces_a_decision_brings_along_what_it_depends_on() {
        let ((mut groups, mut classes), mut pool) = (groups(6), Pool::default());
        let (number, _) = classes.enter(InputByte { input: 0, offset: 0 });
        groups.add_event(&[number], &classes);
        // Decisions 0 and 6 are about one byte; 6 depends on 1, and 2 and 3 on 0.
        tell(&mut groups, &mut pool, 6, &[1]);
        tell(&mut groups, &mut pool, 2, &[0]);
        tell(&mut groups, &mut pool, 3, &[0]);
        assert!(groups.of(EventId(2)).iter().all(|group| !groups.contains(*group, EventId(6))));
        groups.couple(EventId(0)).expect("it is news");
        assert_eq!(groups.settle().len(), 2);
        let is_with = |groups: &Groups, a: u32, b: u32| {
            groups.of(EventId(a)).iter().any(|group| groups.contains(*group, EventId(b)))
        };
        for event in [2, 3] {
            assert!([0, 1, 6].iter().all(|other| is_with(&groups, event, *other)), "{event} has what may force 0");
        }
        assert!(!is_with(&groups, 2, 3), "neither forces anything");
        // What is told later counts as well, and what a decision needs to lead anywhere.
        assert_eq!(tell(&mut groups, &mut pool, 6, &[4]).len(), 2);
        assert!(is_with(&groups, 2, 4) && is_with(&groups, 3, 4));
        groups.add_needs(EventId(4), &[EventId(5)]).expect("it is news");
        tell(&mut groups, &mut pool, 2, &[0, 3]);
        assert!(is_with(&groups, 2, 5) && is_with(&groups, 3, 5) && is_with(&groups, 2, 3));
    }

    /// Classes that become one depend on what both did.
    #[test]
    fn what_a_class_depends_on_goes_along_when_it_is_joined() {
        let ((mut groups, mut classes), mut pool) = (groups(4), Pool::default());
        tell(&mut groups, &mut pool, 0, &[1]);
        tell(&mut groups, &mut pool, 2, &[3]);
        groups.couple(EventId(0)).expect("it is news");
        let (keep, gone) = classes.join(0, 2).expect("they are two");
        groups.joined(keep, gone);
        groups.settle();
        let all = groups.of(EventId(0));
        assert!(all.iter().all(|group| [1, 3].iter().all(|other| groups.contains(*group, EventId(*other)))));
        assert_eq!(all, groups.of(EventId(2)));
    }

    #[test]
    fn a_guard_is_tried_and_not_compared() {
        let (mut groups, _) = groups(2);
        let group = groups.add(members(&[1], &[], &[0])).expect("new");
        assert_eq!(groups.of(EventId(0)), [group]);
        assert!(!groups.contains(group, EventId(0)));
    }
}
