//! Decisions that have to be explored together.
//!
//! A group has classes of input bytes, and with each all decisions about its bytes; and single decisions: of a guard that
//! a decision stands behind only the guard itself matters, not what else is asked about the guard's bytes. That holds as long as
//! the single decision can go either way; once other conditions on its bytes have kept it from that, its class belongs to
//! the group. Groups may overlap.
//!
//! *Invariant:* a group that has such a class has all that the decisions about it depend on. What keeps a decision from going
//! either way is another one about the same bytes, if a path comes to it: so whatever decides about that belongs to it too. It does
//! not go the other way round: who depends on the class keeps nobody from anything, and stays in a group of its own.

use super::classes::{Class, Classes};
use super::reasons::Reasons;
use super::sorted::Sorted;
use rustc_hash::FxHashMap;
use secateur_expr::Pool;
use secateur_vm::flow::{EventId, Group};

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct GroupId(u32);

impl GroupId {
    /// No group has this number.
    pub const NONE: GroupId = GroupId(u32::MAX);

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
    /// Each group once, by a class that one of its members has: no larger group is without it.
    by_first: Lists,
    /// By event: one of its bytes.
    bytes: Vec<u32>,
    class: Vec<Class>,
    /// Decisions that could not go either way somewhere: no group has them alone, whenever it is made.
    coupled: Sorted<EventId>,
    /// The classes of those.
    tied: Sorted<Class>,
    reasons: Reasons,
    /// Classes of which more is known than their groups have.
    unsettled: Sorted<Class>,
    /// By decision: those that have to go another way for it to lead somewhere.
    needs: FxHashMap<EventId, Sorted<EventId>>,
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
    /// A decision, in order of their numbers, about a class that this byte is in.
    pub fn add_event(&mut self, byte: u32, classes: &Classes) {
        self.bytes.push(byte);
        self.class.push(classes.find(byte));
    }

    pub fn events(&self) -> usize {
        self.class.len()
    }

    pub fn class_of(&self, event: EventId) -> Class {
        self.class[event.0 as usize]
    }

    pub fn byte_of(&self, event: EventId) -> u32 {
        self.bytes[event.0 as usize]
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

    /// Groups that a decision is in.
    pub fn of(&self, event: EventId) -> Vec<GroupId> {
        let by_class = self.by_class.get(self.class_of(event).0).iter();
        let mut all: Vec<GroupId> = by_class.chain(self.by_event.get(event.0)).copied().collect();
        all.sort_unstable();
        all.dedup();
        all.retain(|group| self.contains(*group, event) || self.guards(*group, event));
        all
    }

    /// The group that a decision is in, if there is one only.
    pub fn only_of(&self, event: EventId) -> Option<GroupId> {
        let mut all = self.with_class_of(event);
        let first = all.next()?;
        all.all(|other| other == first).then_some(first)
    }

    fn guards(&self, group: GroupId, event: EventId) -> bool {
        self.groups[group.0 as usize].as_ref().is_some_and(|members| members.guards.has(event))
    }

    /// Adds a group, unless it is part of one that is known.
    pub fn add(&mut self, mut members: Members) -> Option<GroupId> {
        self.extend(&mut members);
        let Members { classes, events, guards } = &mut members;
        events.retain(|event| !classes.has(self.class_of(*event)));
        guards.retain(|event| !events.has(*event) && !classes.has(self.class_of(*event)));
        let size = (members.classes.len() + members.events.len() + members.guards.len()) as u64;
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
        classes.first().into_iter().for_each(|class| self.by_first.add(class.0, id));
        self.groups.push(Some(members));
        Some(id)
    }

    /// With a decision that is coupled comes its class, and with a class that is tied all that its decisions depend on.
    fn extend(&self, members: &mut Members) {
        if self.tied.is_empty() {
            return;
        }
        let coupled: Vec<EventId> = members.singles().filter(|event| self.coupled.has(*event)).collect();
        coupled.into_iter().for_each(|event| _ = members.classes.insert(self.class_of(event)));
        let mut done: Sorted<Class> = Sorted::default();
        while let Some(class) = members.classes.iter().copied().find(|class| self.tied.has(*class) && !done.has(*class))
        {
            done.insert(class);
            let (mut events, mut guards, mut classes) = (vec![], vec![], vec![]);
            self.each_lacking(members, class, |event, is_guard| match (self.coupled.has(event), is_guard) {
                (true, _) => classes.push(self.class_of(event)),
                (false, true) => guards.push(event),
                (false, false) => events.push(event),
            });
            // Most have all of it already.
            members.events.join(&events.into_iter().collect());
            members.guards.join(&guards.into_iter().collect());
            members.classes.join(&classes.into_iter().collect());
        }
    }

    /// What a tied class brings along that members do not have, and whether as a guard.
    fn each_lacking(&self, members: &Members, class: Class, mut lacks: impl FnMut(EventId, bool)) {
        let Some(reason) = self.reasons.get(class) else { return };
        for event in reason.events.iter() {
            for event in self.needs_of(event).chain([event]) {
                if !self.has_fully(members, event) {
                    lacks(event, false);
                }
            }
        }
        for event in reason.guards.iter() {
            let is_guard = !self.coupled.has(event) && members.guards.has(event);
            if !is_guard && !self.has_fully(members, event) {
                lacks(event, true);
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

    /// All groups that have a class that is tied have all that its decisions depend on, as far as that is known by now. Groups that are
    /// new for it. Until then some may lack what was told since the last time.
    pub fn settle(&mut self) -> Vec<GroupId> {
        let mut new = vec![];
        for class in std::mem::take(&mut self.unsettled).iter() {
            let is_lacking = |group: &GroupId| {
                let mut is_lacking = false;
                let members = self.groups[group.0 as usize].as_ref();
                members.into_iter().for_each(|members| self.each_lacking(members, *class, |_, _| is_lacking = true));
                is_lacking
            };
            let with: Vec<GroupId> = match self.tied.has(*class) {
                true => self.by_class.get(class.0).iter().copied().filter(is_lacking).collect(),
                false => vec![],
            };
            new.extend(with.into_iter().filter_map(|group| self.get(group).and_then(|members| self.add(members))));
        }
        new
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
    }

    fn remove(&mut self, group: GroupId) {
        let Some(members) = self.groups[group.0 as usize].take() else { return };
        for class in self.classes_of(&members).iter() {
            self.by_class.drop(class.0, group);
            self.by_first.drop(class.0, group);
        }
        members.singles().for_each(|event| self.by_event.drop(event.0, group));
    }

    fn includes(&self, group: GroupId, members: &Members) -> bool {
        let Some(own) = &self.groups[group.0 as usize] else { return false };
        members.classes.is_part_of(&own.classes)
            && members.events.iter().all(|event| self.has(own, *event))
            && members.guards.iter().all(|event| own.guards.has(*event) || self.has(own, *event))
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
        Some(changed)
    }

    /// Two classes became one. Groups that changed.
    pub fn joined(&mut self, keep: Class, gone: Class) -> Vec<GroupId> {
        self.class.iter_mut().filter(|class| **class == gone).for_each(|class| *class = keep);
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
            groups.add_event(number, &classes);
        }
        (groups, classes)
    }

    fn members(classes: &[u32], events: &[u32], guards: &[u32]) -> Members {
        Members {
            classes: classes.iter().map(|c| Class(*c)).collect(),
            events: events.iter().map(|e| EventId(*e)).collect(),
            guards: guards.iter().map(|e| EventId(*e)).collect(),
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
        groups.add_event(number, &classes);
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
            guards: Sorted::default(),
        });
        groups.settle()
    }

    /// Whether a path comes to a decision that keeps another one from going either way is up to what the former depends on. Who
    /// depends on the latter has nothing to do with others who do.
    #[test]
    fn what_forces_a_decision_brings_along_what_it_depends_on() {
        let ((mut groups, mut classes), mut pool) = (groups(6), Pool::default());
        let (number, _) = classes.enter(InputByte { input: 0, offset: 0 });
        groups.add_event(number, &classes);
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
