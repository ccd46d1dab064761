//! What the machine found out about decisions is taken in: which there are, which belong together, and what was tried.

use super::checks::Parts;
use super::groups::{GroupId, Members};
use super::{MOST_EVENTS, MOST_MEETINGS, MOST_TURNS, MOST_WORK, Meeting, Partition, Why};
use rustc_hash::FxHashMap;
use secateur_expr::{InputByte, Pool, Support, Term};
use secateur_vm::flow::{CHECKS, CheckId, Checked, EVENTS, EventId, Flow, Group};
use secateur_vm::{Machine, Site};

/// Sets of decisions that are remembered: with more, all are forgotten, and found again where they are wanted.
const MOST_KNOWN: usize = 4096;

/// Decisions or checks, a bit each.
#[derive(Default)]
pub struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// Whether something holds for all of a label that are of a kind. Those that are in here are not asked for; those that it holds for
    /// come to them.
    fn all(&mut self, (label, kind): (Support, u32), pool: &Pool, mut holds: impl FnMut(u32) -> bool) -> bool {
        pool.support_parts(label, |first, mask| {
            if first.input != kind {
                return true;
            }
            let at = first.offset as usize / 64;
            if self.words.len() <= at {
                self.words.resize(at + 1, 0);
            }
            let mut rest = mask & !self.words[at];
            while rest != 0 && holds(first.offset | rest.trailing_zeros()) {
                self.words[at] |= rest & rest.wrapping_neg();
                rest &= rest - 1;
            }
            rest == 0
        })
    }
}

/// How something is in a group.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum As {
    Member,
    Guard,
    Check,
}

/// Decisions that are known to be in a group with all that they need, by the group; those that are as guards, and checks.
///
/// *Invariant:* whatever takes something from a group, or asks more of a decision, clears it.
#[derive(Default)]
pub struct Inside {
    known: FxHashMap<(GroupId, As), Bits>,
}

impl Inside {
    fn of(&mut self, group: GroupId, how: As) -> &mut Bits {
        if self.known.len() >= MOST_KNOWN && !self.known.contains_key(&(group, how)) {
            self.known.clear();
        }
        self.known.entry((group, how)).or_default()
    }

    pub fn clear(&mut self) {
        self.known.clear();
    }
}

impl Partition {
    /// Takes in what the machine found out since the last call. With `counts`, what the path did is a try. A path of a
    /// program that does not end has so many decisions that the run's time may be over meanwhile.
    pub fn learn(&mut self, machine: &mut Machine, counts: bool, is_over: &dyn Fn() -> bool) {
        let inputs = machine.symbols().known.inputs.clone();
        self.inputs.name(&inputs);
        let Some(flow) = machine.flow() else { return };
        let (met, groups, implied) =
            (std::mem::take(&mut flow.met), std::mem::take(&mut flow.groups), std::mem::take(&mut flow.implied));
        let (needs, checked) = (std::mem::take(&mut flow.needs), std::mem::take(&mut flow.checks.seen));
        if flow.is_wrong {
            self.gave_up.get_or_insert("the program closes its output or sends it elsewhere");
        }
        let fresh: Vec<(Term, Site)> =
            flow.events[self.groups.events()..].iter().map(|event| (event.cond, event.site)).collect();
        for (cond, site) in fresh {
            if self.mind(is_over) {
                // Some decisions have no number then, so none of what follows can be taken in.
                return;
            }
            self.add_event(cond, site, machine);
        }
        checked.into_iter().for_each(|checked| self.learn_check(checked, machine));
        for group in groups {
            if self.mind(is_over) {
                return;
            }
            let pool = &machine.symbols().pool;
            self.groups.work += (pool.support_len(group.label) + pool.support_len(group.guards)) as u64;
            if self.groups.work > MOST_WORK {
                self.gave_up.get_or_insert("there were too many groups of decisions to compare");
                break;
            }
            self.add_group(group, machine);
        }
        implied.into_iter().for_each(|event| self.couple(event));
        self.settle();
        for (event, because) in needs {
            if self.mind(is_over) || self.gave_up.is_some() {
                break;
            }
            // The same is told by many paths.
            if !self.needs.insert((event, because)) {
                continue;
            }
            let because = machine.symbols().events_of(because);
            if let Some(new) = self.groups.add_needs(event, &because) {
                self.inside.clear();
                new.into_iter().for_each(|group| self.waiting.look_again(group));
            }
        }
        self.settle();
        if counts {
            for met in met.into_iter().filter(|met| met.turns.len() <= MOST_TURNS) {
                self.tried.add_all(&met.decisions, &met.turns);
            }
        }
        if self.groups.events() > MOST_EVENTS {
            self.gave_up.get_or_insert("there were too many different decisions to compare");
        }
    }

    fn learn_check(&mut self, Checked { check, label, since }: Checked, machine: &mut Machine) {
        let symbols = machine.symbols();
        let looked_at = symbols.events_of(label);
        let parts = |label| Parts { events: symbols.events_of(label), checks: symbols.checks_of(label) };
        self.groups.learn_check((check, looked_at), since, parts);
        if self.groups.is_overrun(check)
            && let Some(flow) = machine.flow()
        {
            flow.checks.close(check);
        }
    }

    fn add_event(&mut self, cond: Term, site: Site, machine: &mut Machine) {
        let pool = &machine.symbols().pool;
        let bytes = pool.support_bytes(pool.support(cond));
        let mut numbers: Vec<u32> = bytes.iter().map(|byte| self.byte(self.inputs.byte(*byte))).collect();
        if numbers.is_empty() {
            numbers.push(self.byte(InputByte { input: u32::MAX - 1, offset: 0 }));
        }
        for number in numbers.iter().skip(1) {
            self.join((numbers[0], *number), site, Why::Data);
        }
        self.groups.add_event(&numbers, &self.classes);
    }

    /// The number of a byte; one of the user's blocks is one class from the start.
    fn byte(&mut self, byte: InputByte) -> u32 {
        let (number, is_new) = self.classes.enter(byte);
        if is_new && let Some(block) = self.given.block_of(self.inputs.get(byte.input), byte.offset) {
            self.blocks.insert(byte, block);
            let first = *self.block_bytes.entry(block).or_insert(number);
            if let Some((keep, gone)) = self.classes.join(first, number) {
                let changed = self.groups.joined(keep, gone);
                self.changed(changed);
            }
        }
        number
    }

    /// Bytes of one condition, or of the user's blocks that interfere, become one class.
    fn join(&mut self, (a, b): (u32, u32), site: Site, why: Why) {
        if let Some((keep, gone)) = self.classes.join(a, b) {
            self.note(self.classes.byte(a), self.classes.byte(b), site, why);
            let changed = self.groups.joined(keep, gone);
            self.changed(changed);
        }
    }

    fn note(&mut self, a: InputByte, b: InputByte, site: Site, why: Why) {
        let pair = if a < b { (a, b) } else { (b, a) };
        let blocks = (self.blocks.get(&a), self.blocks.get(&b));
        let is_against = matches!(blocks, (Some(x), Some(y)) if x != y);
        if (is_against || self.met.len() < MOST_MEETINGS) && self.met.insert(pair) {
            self.meetings.push(Meeting { a: pair.0, b: pair.1, site, why, is_against });
        }
    }

    /// Decisions that belong together: a group, unless it is part of one.
    fn add_group(&mut self, group: Group, machine: &mut Machine) {
        let Some((flow, pool)) = machine.symbols().flow_and_pool() else { return };
        // The branches around it are why the others come to be decided, and not what ties those to each other.
        let is_around = |byte: InputByte| pool.support_contains(group.control, byte);
        let first = || {
            let bytes = pool.support_bytes(group.label);
            let inside = bytes.iter().copied().find(|byte| !is_around(*byte));
            inside.or(bytes.first().copied()).map(|byte| EventId(byte.offset))
        };
        let Some(main) = group.event.or_else(first) else { return };
        if let Some(event) = group.event {
            self.groups.tell(event, &group, pool);
        }
        if self.blocks.is_empty() {
            self.meet_new(main, &group, pool);
            if self.is_inside(main, &group, flow, pool) {
                return;
            }
        }
        let events = machine.symbols().events_of(group.label);
        if !self.blocks.is_empty() {
            let control = machine.symbols().events_of(group.control);
            let is_around = |event: EventId| control.binary_search(&event).is_ok();
            self.meet(main, &events, group.site, is_around);
            // Of the user's blocks all that are in it are explored together, whatever shows it.
            let given: Vec<EventId> = events.iter().copied().filter(|event| self.is_given(*event)).collect();
            given.first().into_iter().for_each(|first| self.meet(*first, &given, group.site, is_around));
        }
        let members = self.members(&group, events, machine);
        if let Some(group) = self.groups.add(members) {
            self.waiting.look_again(group);
        }
    }

    fn members(&self, group: &Group, events: Vec<EventId>, machine: &mut Machine) -> Members {
        let mut members = Members::default();
        let guards = machine.symbols().events_of(group.guards);
        let flow = machine.flow();
        let is_implied = |event: EventId| flow.as_ref().is_some_and(|flow| flow.events[event.0 as usize].is_implied);
        for event in guards {
            match is_implied(event) {
                true => members.classes.insert(self.groups.class_of(event)),
                false => members.guards.insert(event),
            };
        }
        for event in &events {
            match Some(*event) == group.event || is_implied(*event) {
                true => members.classes.insert(self.groups.class_of(*event)),
                false => members.events.insert(*event),
            };
        }
        members.events.join(&events.iter().flat_map(|event| self.groups.needs_of(*event)).collect());
        members.checks = machine.symbols().checks_of(group.guards).into_iter().collect();
        members
    }

    /// Whether all of it is in a group that is known. What was found to be in it before is not looked for again.
    fn is_inside(&mut self, main: EventId, group: &Group, flow: &Flow, pool: &Pool) -> bool {
        let (groups, inside) = (&self.groups, &mut self.inside);
        let is_implied = |event: EventId| flow.events[event.0 as usize].is_implied;
        groups.with_class_of(main).any(|id| {
            let has = |event: EventId| groups.has_alone(id, event, is_implied(event));
            let needs = |event: EventId| groups.needs_of(event).all(|other| groups.has_alone(id, other, false));
            let has_all = |at: u32| has(EventId(at)) && needs(EventId(at));
            let guards_alone = |event: EventId| !is_implied(event) && groups.guards_alone(id, event);
            let guards = |at: u32| has(EventId(at)) || guards_alone(EventId(at));
            (group.event.is_none() || groups.has_class_of(id, main))
                && inside.of(id, As::Member).all((group.label, EVENTS), pool, has_all)
                && inside.of(id, As::Guard).all((group.guards, EVENTS), pool, guards)
                && inside.of(id, As::Check).all((group.guards, CHECKS), pool, |at| groups.has_check(id, CheckId(at)))
        })
    }

    /// The bytes of a decision come together with those of others in its group, as far as they have not before.
    fn meet_new(&mut self, main: EventId, group: &Group, pool: &Pool) {
        let byte = self.groups.byte_of(main);
        if self.together.len() >= MOST_KNOWN {
            self.together.clear();
        }
        let mut known = std::mem::take(self.together.entry(byte).or_default());
        known.all((group.label, EVENTS), pool, |other| {
            let is_around = |other: EventId| pool.support_contains(group.control, other.byte());
            self.meet(main, &[EventId(other)], group.site, is_around);
            true
        });
        self.together.insert(byte, known);
    }

    /// The bytes of a decision come together with those of others.
    fn meet(&mut self, main: EventId, others: &[EventId], site: Site, is_around: impl Fn(EventId) -> bool) {
        for other in others {
            if self.groups.class_of(*other) == self.groups.class_of(main) {
                continue;
            }
            let (a, b) = (self.groups.byte_of(main), self.groups.byte_of(*other));
            let why = if is_around(*other) { Why::Control } else { Why::Value };
            match self.is_given(main) && self.is_given(*other) {
                true => self.join((a, b), site, why),
                false => self.note(self.classes.byte(a), self.classes.byte(b), site, why),
            }
        }
    }
}
