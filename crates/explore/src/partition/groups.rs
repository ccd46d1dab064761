//! Decisions that have to be explored together.
//!
//! A group has classes of input bytes, and with each all decisions about its bytes; and single decisions: of a guard that
//! a decision stands behind only the guard itself matters, not what else is asked about the guard's bytes. That holds as long as
//! the single decision can go either way; once other conditions on its bytes have kept it from that, its class belongs to
//! the group. Groups may overlap.

use super::classes::{Class, Classes};
use rustc_hash::{FxHashMap, FxHashSet};
use secateur_vm::flow::EventId;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct GroupId(u32);

#[derive(Clone, Default, PartialEq, Eq)]
pub struct Members {
    pub classes: FxHashSet<Class>,
    pub events: FxHashSet<EventId>,
    /// Guards: their sides are tried for each way through the others, and how they were passed is none of it.
    pub guards: FxHashSet<EventId>,
}

#[derive(Default)]
pub struct Groups {
    /// `None` for those that are part of another.
    groups: Vec<Option<Members>>,
    by_class: FxHashMap<Class, Vec<GroupId>>,
    by_event: FxHashMap<EventId, Vec<GroupId>>,
    /// Each group once, by a class that one of its members has: no larger group is without it.
    by_first: FxHashMap<Class, Vec<GroupId>>,
    /// By event: one of its bytes.
    bytes: Vec<u32>,
    class: Vec<Class>,
    /// Decisions that could not go either way somewhere: no group has them alone, whenever it is made.
    coupled: FxHashSet<EventId>,
    /// The classes of those. What keeps such a decision from going either way is another one about the same bytes, if a path comes to
    /// it: so whatever decides about that belongs to it too, and there is one group for such a class.
    tied: FxHashSet<Class>,
    /// How much was compared.
    pub work: u64,
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
        let members = &self.groups[group.0 as usize];
        members.as_ref().is_some_and(|m| m.classes.contains(&self.class_of(event)) || m.events.contains(&event))
    }

    pub fn get(&self, group: GroupId) -> Option<Members> {
        self.groups[group.0 as usize].clone()
    }

    /// Groups that a decision is in.
    pub fn of(&self, event: EventId) -> Vec<GroupId> {
        let by_class = self.by_class.get(&self.class_of(event)).into_iter().flatten();
        let mut all: Vec<GroupId> = by_class.chain(self.by_event.get(&event).into_iter().flatten()).copied().collect();
        all.sort_unstable();
        all.dedup();
        all.retain(|group| self.contains(*group, event) || self.guards(*group, event));
        all
    }

    fn guards(&self, group: GroupId, event: EventId) -> bool {
        self.groups[group.0 as usize].as_ref().is_some_and(|members| members.guards.contains(&event))
    }

    /// Adds a group, unless it is part of one that is known.
    pub fn add(&mut self, mut members: Members) -> Option<GroupId> {
        for event in members.events.iter().chain(&members.guards).filter(|event| self.coupled.contains(event)) {
            members.classes.insert(self.class_of(*event));
        }
        self.extend_tied(&mut members);
        let Members { classes, events, guards } = &mut members;
        events.retain(|event| !classes.contains(&self.class[event.0 as usize]));
        guards.retain(|event| !events.contains(event) && !classes.contains(&self.class[event.0 as usize]));
        let size = (members.classes.len() + members.events.len() + members.guards.len()) as u64;
        self.work += size * (1 + self.candidates(&members).count() as u64);
        if self.candidates(&members).any(|group| self.includes(group, &members)) {
            return None;
        }
        let classes = self.classes_of(&members);
        let smaller = classes.iter().filter_map(|class| self.by_first.get(class)).flatten();
        let parts: Vec<GroupId> = smaller.copied().filter(|group| self.is_part(*group, &members)).collect();
        parts.into_iter().for_each(|group| self.remove(group));
        let id = GroupId(self.groups.len() as u32);
        members.classes.iter().for_each(|class| self.by_class.entry(*class).or_default().push(id));
        let single = members.events.iter().chain(&members.guards);
        single.for_each(|event| self.by_event.entry(*event).or_default().push(id));
        let first = classes.into_iter().min();
        first.into_iter().for_each(|class| self.by_first.entry(class).or_default().push(id));
        self.groups.push(Some(members));
        Some(id)
    }

    /// With a class that is tied come all groups that have it.
    fn extend_tied(&self, members: &mut Members) {
        let mut open: Vec<Class> = members.classes.intersection(&self.tied).copied().collect();
        let mut done: FxHashSet<Class> = open.iter().copied().collect();
        while let Some(class) = open.pop() {
            let groups = self.by_class.get(&class).into_iter().flatten();
            for other in groups.filter_map(|group| self.groups[group.0 as usize].as_ref()) {
                members.events.extend(&other.events);
                members.guards.extend(&other.guards);
                members.classes.extend(&other.classes);
            }
            open.extend(members.classes.intersection(&self.tied).filter(|class| done.insert(**class)));
        }
    }

    /// One group for a class that is tied, if there were several.
    pub fn tie(&mut self, event: EventId) -> Option<GroupId> {
        let class = self.class_of(event);
        self.tied.insert(class);
        self.add(Members { classes: [class].into_iter().collect(), ..Members::default() })
    }

    fn classes_of(&self, members: &Members) -> FxHashSet<Class> {
        let single = members.events.iter().chain(&members.guards).map(|event| self.class_of(*event));
        members.classes.iter().copied().chain(single).collect()
    }

    /// Groups that have the member that the fewest have: all that include these are among them.
    fn candidates(&self, members: &Members) -> impl Iterator<Item = GroupId> {
        let of_class = |class: &Class| self.by_class.get(class).map_or(&[][..], |groups| groups);
        let of_event = |event: &EventId| self.by_event.get(event).map_or(&[][..], |groups| groups);
        let classes = members.classes.iter().map(|class| (of_class(class), &[][..]));
        let single = members.events.iter().chain(&members.guards);
        let single = single.map(|event| (of_class(&self.class_of(*event)), of_event(event)));
        let fewest = classes.chain(single).min_by_key(|(a, b)| a.len() + b.len());
        let (a, b) = fewest.unwrap_or((&[], &[]));
        a.iter().chain(b).copied()
    }

    /// Whether a group has nothing that these members do not have.
    fn is_part(&self, group: GroupId, members: &Members) -> bool {
        let Some(own) = &self.groups[group.0 as usize] else { return false };
        let is_member = |e: &EventId| members.events.contains(e) || members.classes.contains(&self.class_of(*e));
        own.classes.is_subset(&members.classes)
            && own.events.iter().all(is_member)
            && own.guards.iter().all(|e| members.guards.contains(e) || is_member(e))
    }

    fn remove(&mut self, group: GroupId) {
        let Some(members) = self.groups[group.0 as usize].take() else { return };
        let classes = self.classes_of(&members);
        let drop = |groups: Option<&mut Vec<GroupId>>| {
            if let Some(groups) = groups {
                groups.retain(|other| *other != group);
            }
        };
        for class in &classes {
            drop(self.by_class.get_mut(class));
            drop(self.by_first.get_mut(class));
        }
        members.events.iter().chain(&members.guards).for_each(|event| drop(self.by_event.get_mut(event)));
    }

    fn includes(&self, group: GroupId, members: &Members) -> bool {
        let Some(own) = &self.groups[group.0 as usize] else { return false };
        let guards = |event: &EventId| self.contains(group, *event) || own.guards.contains(event);
        members.classes.is_subset(&own.classes)
            && members.events.iter().all(|event| self.contains(group, *event))
            && members.guards.iter().all(guards)
    }

    /// A single decision could not go either way: all about its bytes belongs to its groups. Those that changed.
    pub fn couple(&mut self, event: EventId) -> Vec<GroupId> {
        let class = self.class_of(event);
        self.coupled.insert(event);
        let mut changed = vec![];
        for group in self.by_event.remove(&event).unwrap_or_default() {
            if let Some(members) = &mut self.groups[group.0 as usize]
                && (members.events.remove(&event) | members.guards.remove(&event))
                && members.classes.insert(class)
            {
                self.by_class.entry(class).or_default().push(group);
                changed.push(group);
            }
        }
        changed
    }

    /// Two classes became one. Groups that changed.
    pub fn joined(&mut self, keep: Class, gone: Class) -> Vec<GroupId> {
        self.class.iter_mut().filter(|class| **class == gone).for_each(|class| *class = keep);
        let first = self.by_first.remove(&gone).unwrap_or_default();
        self.by_first.entry(keep).or_default().extend(first);
        if self.tied.remove(&gone) {
            self.tied.insert(keep);
        }
        let mut changed = vec![];
        for group in self.by_class.remove(&gone).unwrap_or_default() {
            if let Some(members) = &mut self.groups[group.0 as usize] {
                members.classes.remove(&gone);
                if members.classes.insert(keep) {
                    self.by_class.entry(keep).or_default().push(group);
                }
                changed.push(group);
            }
        }
        changed.extend(self.by_class.get(&keep).into_iter().flatten());
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
    use secateur_expr::InputByte;

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
        assert_eq!(groups.couple(EventId(0)), [group]);
        assert!(groups.contains(group, EventId(3)), "it is about the same byte");
    }

    /// Whether a path comes to a decision that keeps another one from going either way is up to the guards of the former.
    #[test]
    fn what_forces_a_decision_brings_its_guards_along() {
        let (mut groups, mut classes) = groups(3);
        groups.add(members(&[0], &[1], &[])).expect("new");
        groups.add(members(&[0], &[2], &[])).expect("new");
        let all = groups.tie(EventId(0)).expect("both are parts of it");
        assert_eq!((groups.of(EventId(1)), groups.of(EventId(2))), (vec![all], vec![all]));
        let (number, _) = classes.enter(InputByte { input: 1, offset: 0 });
        groups.add_event(number, &classes);
        let more = groups.add(members(&[0], &[3], &[])).expect("there is a fourth");
        assert!((0..4).all(|event| groups.of(EventId(event)) == [more]));
    }

    #[test]
    fn a_guard_is_tried_and_not_compared() {
        let (mut groups, _) = groups(2);
        let group = groups.add(members(&[1], &[], &[0])).expect("new");
        assert_eq!(groups.of(EventId(0)), [group]);
        assert!(!groups.contains(group, EventId(0)));
    }
}
