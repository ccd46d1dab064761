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

mod about;
mod checks;
mod classes;
mod given;
mod groups;
pub(crate) mod held;
mod inputs;
mod learn;
mod reasons;
mod report;
mod sorted;
pub(crate) mod stale;
mod summary;
mod tried;
pub(crate) mod waiting;

pub use given::{Bytes, Given};
pub use summary::{Byte, Join, Summary, Why};

use classes::Classes;
use groups::{GroupId, Groups};
use held::Held;
use inputs::Inputs;
use learn::{Bits, Inside};
use rustc_hash::{FxHashMap, FxHashSet};
use secateur_expr::{InputByte, Support, Term};
use secateur_vm::flow::{EventId, Turns};
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

/// With a side left out for each so many paths it is worth while.
const WORTH: usize = 4;

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
    inside: Inside,
    /// Decisions that were told to lead somewhere only where others go another way.
    needs: FxHashSet<(EventId, Support)>,
    meetings: Vec<Meeting>,
    /// Pairs of bytes that met, so that each is told once.
    met: FxHashSet<(InputByte, InputByte)>,
    /// By the number of a byte, decisions whose bytes it has met.
    together: FxHashMap<u32, Bits>,
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
            inside: Inside::default(),
            needs: FxHashSet::default(),
            meetings: vec![],
            together: FxHashMap::default(),
            met: FxHashSet::default(),
            blocks: FxHashMap::default(),
            block_bytes: FxHashMap::default(),
            inputs: Inputs::default(),
            gave_up: None,
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

    /// Whether a decision is about bytes of the user's blocks: those that interfere are merged.
    fn is_given(&self, event: EventId) -> bool {
        self.blocks.contains_key(&self.classes.byte(self.groups.byte_of(event)))
    }

    fn couple(&mut self, event: EventId) {
        if let Some(changed) = self.groups.couple(event) {
            self.changed(changed);
        }
    }

    /// Groups have all that belongs to them by what is known now.
    fn settle(&mut self) {
        // What one group comes to have may show what another has to.
        while !self.groups.is_settled() {
            self.groups.settle().into_iter().for_each(|group| self.waiting.look_again(group));
        }
        let widened = self.groups.take_widened();
        if !widened.is_empty() {
            self.changed(widened);
        }
    }

    /// Groups have other members than before.
    fn changed(&mut self, groups: Vec<GroupId>) {
        self.inside.clear();
        for group in groups {
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
            || self.groups.scopes(event).into_iter().any(|s| self.tried.is_new(key, &side.turns, s, &self.groups));
        if !is_new {
            return Verdict::Leave;
        }
        if self.held.is_on() && self.tried.has(key) {
            return Verdict::Hold;
        }
        self.tried.add(key, &side.turns);
        Verdict::Take
    }

    /// Tells the machine what to expect the next time.
    pub fn foretell(&self, side: &Pending, verdict: Verdict, machine: &mut Machine) {
        let (Some(event), Some(flow)) = (side.event, machine.flow()) else { return };
        // What was given up before all was learnt does not know every decision.
        if self.gave_up.is_some() || self.groups.events() <= event.0 as usize {
            return;
        }
        let Some(info) = flow.events.get_mut(event.0 as usize) else { return };
        let group = self.groups.only_of(event);
        info.part = group.map(GroupId::number);
        if group.is_some_and(|group| side.turns.iter().all(|(turn, _)| !self.groups.contains(group, turn))) {
            info.is_left = verdict == Verdict::Leave;
        }
    }

    /// A side that was to be taken is impossible, or leads nowhere because of an assumption.
    pub fn failed(&mut self, event: EventId, side: Term, turns: &Turns) {
        if self.gave_up.is_some() {
            return;
        }
        self.tried.take_back((event, side), turns);
        self.couple(event);
        self.settle();
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

    /// Whether nearly everything in the input is explored in combination, so that nothing is left out.
    fn is_pointless(&self) -> bool {
        let classes: Vec<_> = self.classes.members().into_keys().collect();
        let position: FxHashMap<_, usize> = classes.iter().enumerate().map(|(i, class)| (*class, i)).collect();
        let count = classes.len();
        let mut together = vec![false; count * count];
        for members in self.groups.all() {
            let classes = self.groups.combined(members);
            let own: Vec<usize> = classes.iter().filter_map(|class| position.get(class).copied()).collect();
            own.iter().for_each(|a| own.iter().for_each(|b| together[a * count + b] = true));
        }
        let pairs = together.iter().filter(|pair| **pair).count();
        pairs * 20 >= count * count * 19
    }

    /// A path that may have to be followed once more.
    pub(crate) fn remember(&mut self, knows: stale::Known, path: stale::Followed) {
        self.stale.add(knows, path);
        let paths = self.stale.len();
        // Guards that all stand behind belong to all, and leave out much all the same; so may sides that are not judged yet.
        let leaves_much = || !self.held.is_empty() || self.waiting.len() * WORTH >= paths;
        if paths >= FIRST_LOOK && paths.is_power_of_two() && !leaves_much() && self.is_pointless() {
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
