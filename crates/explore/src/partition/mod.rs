//! FlowTest: input that does not interfere is explored apart (Majumdar and Xu, 2009).
//!
//! The paper explores one block of the input after the other, with the rest fixed, and merges blocks that turn out to
//! interfere. Here there is one tree of paths. The machine says which decisions belong together ([`secateur_vm::flow`]), because
//! one decides what the other is about, or whether it comes to it: a *group*. A side of a decision is taken only if in one of
//! the decision's groups this has not been tried after the same turns; what a path did at decisions that have nothing to do
//! with this one does not matter. What is left out waits: when a later path shows that decisions belong together after
//! all, it is looked at again. So nothing is explored twice, blocks may overlap, and a guard before everything else
//! ties nothing together but itself and each part behind it.
//!
//! Why it is sound: take a path to a side that no path has taken, and of its decisions those of the group of the last one. By
//! induction some path took the same turns at those. What else it did has no influence on whether it comes to the
//! last decision and on what that is about, or it would be in the group. So the side was tried there, or it was impossible
//! there because of conditions on the same bytes; then those join the group, and it is tried elsewhere.
//! It relies on paths that end, as the paper's does.

mod classes;
mod given;
mod groups;
pub(crate) mod held;
mod inputs;
mod report;
pub(crate) mod stale;
mod summary;
mod tried;
pub(crate) mod waiting;

pub use given::{Bytes, Given};
pub use summary::{Byte, Join, Summary, Why};

use classes::Classes;
use groups::{GroupId, Groups, Members};
use held::Held;
use inputs::Inputs;
use rustc_hash::{FxHashMap, FxHashSet};
use secateur_expr::{InputByte, Term};
use secateur_vm::flow::{EventId, Group, Turns};
use secateur_vm::{DecisionKind, Machine, Pending, Site};
use stale::Stale;
use tried::Tried;
use waiting::Waiting;

/// Turns of a path that are looked at: with more than these, nothing is left out.
const MOST_TURNS: usize = 96;

/// Decisions and paths that are kept; with more, nothing is left out from then on.
const MOST_EVENTS: usize = 1 << 18;
const MOST_PATHS: usize = 1 << 17;

/// Comparisons of decisions with groups: a few seconds of them.
const MOST_WORK: u64 = 20_000_000;

/// Pairs of bytes that are told. An endless loop brings each of its bytes together with all before it; nobody reads millions.
const MOST_MEETINGS: usize = 10_000;

/// Paths after which it is first looked whether anything can be left out.
const FIRST_LOOK: usize = 64;

/// Where bytes come together that were not.
struct Meeting {
    a: InputByte,
    b: InputByte,
    site: Site,
    why: Why,
    is_against: bool,
}

/// What becomes of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Take,
    /// It is to be taken when no other is left.
    Hold,
    Leave,
}

pub struct Partition {
    given: Given,
    classes: Classes,
    groups: Groups,
    tried: Tried,
    pub(crate) waiting: Waiting,
    pub(crate) held: Held,
    pub(crate) stale: Stale,
    /// By decision: those that have to go another way for it to lead somewhere.
    needs: FxHashMap<EventId, FxHashSet<EventId>>,
    meetings: Vec<Meeting>,
    /// Pairs of bytes that met, so that each is told once.
    met: FxHashSet<(InputByte, InputByte)>,
    /// By input and offset, the user's block and one of its bytes.
    blocks: FxHashMap<InputByte, u32>,
    block_bytes: FxHashMap<u32, u32>,
    inputs: Inputs,
    pub(crate) gave_up: Option<&'static str>,
}

impl Partition {
    pub fn new(given: Given) -> Partition {
        Partition {
            given,
            classes: Classes::default(),
            groups: Groups::default(),
            tried: Tried::default(),
            waiting: Waiting::default(),
            held: Held::default(),
            stale: Stale::default(),
            needs: FxHashMap::default(),
            meetings: vec![],
            met: FxHashSet::default(),
            blocks: FxHashMap::default(),
            block_bytes: FxHashMap::default(),
            inputs: Inputs::default(),
            gave_up: None,
        }
    }

    /// Takes in what the machine found out since the last call. With `counts`, what the path did is a try. A path of a
    /// program that does not end has so many decisions that the run's time may be over meanwhile.
    pub fn learn(&mut self, machine: &mut Machine, counts: bool, is_over: &dyn Fn() -> bool) {
        let inputs = machine.symbols().known.inputs.clone();
        self.inputs.name(&inputs);
        let Some(flow) = machine.flow() else { return };
        let (met, groups, implied) =
            (std::mem::take(&mut flow.met), std::mem::take(&mut flow.groups), std::mem::take(&mut flow.implied));
        let needs = std::mem::take(&mut flow.needs);
        let fresh: Vec<(Term, Site)> =
            flow.events[self.groups.events()..].iter().map(|event| (event.cond, event.site)).collect();
        for (cond, site) in fresh {
            if self.mind(is_over) {
                // Some decisions have no number then, so none of what follows can be taken in.
                return;
            }
            self.add_event(cond, site, machine);
        }
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
        for event in implied {
            self.couple(event);
        }
        for (event, because) in needs {
            if self.mind(is_over) || self.gave_up.is_some() {
                break;
            }
            let because = machine.symbols().events_of(because);
            self.add_need(event, &because);
        }
        if counts {
            for met in met.into_iter().filter(|met| met.turns.len() <= MOST_TURNS) {
                self.tried.add((met.event, met.side), &met.turns);
            }
        }
        if self.groups.events() > MOST_EVENTS {
            self.gave_up.get_or_insert("there were too many different decisions to compare");
        }
    }

    /// Looks at the clock: when the time is over, nothing more is compared.
    pub fn mind(&mut self, is_over: &dyn Fn() -> bool) -> bool {
        let over = is_over();
        if over {
            self.gave_up.get_or_insert("the time was over");
        }
        over
    }

    fn add_event(&mut self, cond: Term, site: Site, machine: &mut Machine) {
        let pool = &machine.symbols().pool;
        let bytes = pool.support_bytes(pool.support(cond));
        let numbers: Vec<u32> = bytes.iter().map(|byte| self.byte(self.inputs.byte(*byte))).collect();
        let first = numbers.first().copied().unwrap_or_else(|| self.byte(InputByte { input: u32::MAX - 1, offset: 0 }));
        for number in numbers.iter().skip(1) {
            self.join((first, *number), site, Why::Data);
        }
        self.groups.add_event(first, &self.classes);
    }

    /// The number of a byte; one of the user's blocks is one class from the start.
    fn byte(&mut self, byte: InputByte) -> u32 {
        let (number, is_new) = self.classes.enter(byte);
        if is_new && let Some(block) = self.given.block_of(self.inputs.get(byte.input), byte.offset) {
            self.blocks.insert(byte, block);
            let first = *self.block_bytes.entry(block).or_insert(number);
            if let Some((keep, gone)) = self.classes.join(first, number) {
                self.changed(|groups| groups.joined(keep, gone));
            }
        }
        number
    }

    /// Bytes of one condition, or of the user's blocks that interfere, become one class.
    fn join(&mut self, (a, b): (u32, u32), site: Site, why: Why) {
        if let Some((keep, gone)) = self.classes.join(a, b) {
            self.note(self.classes.byte(a), self.classes.byte(b), site, why);
            self.changed(|groups| groups.joined(keep, gone));
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

    fn add_group(&mut self, group: Group, machine: &mut Machine) {
        let symbols = machine.symbols();
        let events = symbols.events_of(group.label);
        let control = symbols.events_of(group.control);
        let guards = symbols.events_of(group.guards);
        let mut members = Members::default();
        members.events.reserve(events.len());
        members.guards.reserve(guards.len());
        let flow = machine.flow();
        let is_implied = |event: &EventId| flow.as_ref().is_some_and(|flow| flow.events[event.0 as usize].is_implied);
        for event in guards {
            match is_implied(&event) {
                true => members.classes.insert(self.groups.class_of(event)),
                false => members.guards.insert(event),
            };
        }
        for event in &events {
            match Some(*event) == group.event || is_implied(event) {
                true => members.classes.insert(self.groups.class_of(*event)),
                false => members.events.insert(*event),
            };
        }
        // The branches around it are why the others come to be decided, and not what ties those to each other.
        let is_around = |event: &EventId| control.binary_search(event).is_ok();
        let inside = events.iter().copied().find(|event| !is_around(event));
        if let Some(main) = group.event.or(inside).or(events.first().copied()) {
            self.meet(main, &events, group.site, is_around);
        }
        // Of the user's blocks all that are in it are explored together, whatever shows it.
        let given: Vec<EventId> = events.iter().copied().filter(|event| self.is_given(*event)).collect();
        if let Some(first) = given.first() {
            self.meet(*first, &given, group.site, is_around);
        }
        for needs in events.iter().filter_map(|event| self.needs.get(event)) {
            members.events.extend(needs);
        }
        if members.classes.iter().any(|class| self.classes.find(class.0) != *class) {
            members.classes = members.classes.iter().map(|class| self.classes.find(class.0)).collect();
        }
        if let Some(group) = self.groups.add(members) {
            self.waiting.look_again(group);
        }
    }

    /// The bytes of a decision come together with those of others.
    fn meet(&mut self, main: EventId, others: &[EventId], site: Site, is_around: impl Fn(&EventId) -> bool) {
        for other in others {
            if self.groups.class_of(*other) == self.groups.class_of(main) {
                continue;
            }
            let (a, b) = (self.groups.byte_of(main), self.groups.byte_of(*other));
            let why = if is_around(other) { Why::Control } else { Why::Value };
            match self.is_given(main) && self.is_given(*other) {
                true => self.join((a, b), site, why),
                false => self.note(self.classes.byte(a), self.classes.byte(b), site, why),
            }
        }
    }

    /// A decision leads somewhere only where others go another way: they belong to all that it belongs to.
    fn add_need(&mut self, event: EventId, because: &[EventId]) {
        let needs = self.needs.entry(event).or_default();
        let before = needs.len();
        needs.extend(because.iter().copied().filter(|other| *other != event));
        if needs.len() == before {
            return;
        }
        let needs = needs.clone();
        for group in self.groups.of(event) {
            let Some(mut members) = self.groups.get(group) else { continue };
            members.events.extend(&needs);
            if let Some(group) = self.groups.add(members) {
                self.waiting.look_again(group);
            }
        }
    }

    /// Whether a decision is about bytes of the user's blocks: those that interfere are merged.
    fn is_given(&self, event: EventId) -> bool {
        self.blocks.contains_key(&self.classes.byte(self.groups.byte_of(event)))
    }

    fn couple(&mut self, event: EventId) {
        self.changed(|groups| groups.couple(event));
        if let Some(group) = self.groups.tie(event) {
            self.waiting.look_again(group);
        }
    }

    fn changed(&mut self, change: impl FnOnce(&mut Groups) -> Vec<GroupId>) {
        for group in change(&mut self.groups) {
            self.tried.forget_group(group);
            self.waiting.look_again(group);
        }
    }

    /// What becomes of a side. If it is taken, it is a try from now on.
    pub fn judge(&mut self, side: &Pending) -> Verdict {
        let Some(event) = side.event else { return Verdict::Take };
        if self.gave_up.is_some() || side.turns.len() > MOST_TURNS {
            return Verdict::Take;
        }
        let key = (event, side.side);
        let is_new = side.kind == DecisionKind::Right
            || self.groups.of(event).into_iter().any(|group| self.tried.is_new(key, &side.turns, group, &self.groups));
        if !is_new {
            return Verdict::Leave;
        }
        if self.held.is_on() && self.tried.has(key) {
            return Verdict::Hold;
        }
        self.tried.add(key, &side.turns);
        Verdict::Take
    }

    /// A side that was to be taken is impossible, or leads nowhere because of an assumption.
    pub fn failed(&mut self, event: EventId, side: Term, turns: &Turns) {
        if self.gave_up.is_some() {
            return;
        }
        self.tried.take_back((event, side), turns);
        self.couple(event);
        self.waiting.look_again_at(event);
    }

    /// Sides that have to be taken after all.
    pub fn wake(&mut self) -> Vec<waiting::Kept> {
        let mut waiting = std::mem::take(&mut self.waiting);
        let woken = waiting.wake(&self.groups, self.gave_up.is_some());
        let mut wanted = vec![];
        for kept in woken {
            match self.judge(&kept.side) {
                Verdict::Take => wanted.push(kept),
                Verdict::Hold => self.held.add(kept),
                Verdict::Leave => waiting.keep(kept),
            }
        }
        // What was learnt meanwhile goes along.
        waiting.join(std::mem::take(&mut self.waiting));
        self.waiting = waiting;
        wanted
    }

    /// Whether nearly everything in the input belongs together, so that nothing is left out.
    fn is_pointless(&self) -> bool {
        let classes: Vec<_> = self.classes.members().into_keys().collect();
        let position: FxHashMap<_, usize> = classes.iter().enumerate().map(|(i, class)| (*class, i)).collect();
        let count = classes.len();
        let mut together = vec![false; count * count];
        for members in self.groups.all() {
            let singles = members.events.iter().chain(&members.guards).map(|event| self.groups.class_of(*event));
            let own: FxHashSet<usize> = members
                .classes
                .iter()
                .copied()
                .chain(singles)
                .filter_map(|class| position.get(&class).copied())
                .collect();
            own.iter().for_each(|a| own.iter().for_each(|b| together[a * count + b] = true));
        }
        let pairs = together.iter().filter(|pair| **pair).count();
        pairs * 20 >= count * count * 19
    }

    /// A path that may have to be followed once more.
    pub(crate) fn remember(&mut self, knows: stale::Known, path: stale::Followed) {
        self.stale.add(knows, path);
        let paths = self.stale.len();
        if paths >= FIRST_LOOK && paths.is_power_of_two() && self.is_pointless() {
            self.gave_up.get_or_insert("nearly all of the input belongs together");
        }
        if self.stale.len() > MOST_PATHS {
            self.gave_up.get_or_insert("there were too many paths to compare");
        }
    }

    /// Whether the run has to end, since the user's blocks interfere and must not.
    pub fn is_broken(&self) -> bool {
        matches!(self.given, Given::Blocks { strict: true, .. }) && self.meetings.iter().any(|m| m.is_against)
    }
}
