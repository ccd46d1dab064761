//! Sides that were left out, until something shows that they matter.

use super::groups::{GroupId, Groups};
use crate::tree::NodeId;
use rustc_hash::{FxHashMap, FxHashSet};
use secateur_vm::Pending;
use secateur_vm::flow::EventId;

/// A side, and the node of the path that left it.
pub struct Kept {
    pub side: Pending,
    pub parent: NodeId,
}

impl Kept {
    /// It can be built again.
    pub fn forget_state(&mut self) {
        self.side.before = None;
        self.side.events = Default::default();
    }
}

#[derive(Default)]
pub struct Waiting {
    /// By decision.
    sides: FxHashMap<EventId, Vec<Kept>>,
    /// What changed since the last look.
    groups: FxHashSet<GroupId>,
    events: FxHashSet<EventId>,
}

impl Waiting {
    pub fn keep(&mut self, kept: Kept) {
        if let Some(event) = kept.side.event {
            self.sides.entry(event).or_default().push(kept);
        }
    }

    pub fn look_again(&mut self, group: GroupId) {
        self.groups.insert(group);
    }

    pub fn look_again_at(&mut self, event: EventId) {
        self.events.insert(event);
    }

    /// Those that something changed for, or all, in the order of their decisions.
    pub fn wake(&mut self, groups: &Groups, all: bool) -> Vec<Kept> {
        let (changed, events) = (std::mem::take(&mut self.groups), std::mem::take(&mut self.events));
        if changed.is_empty() && events.is_empty() && !all {
            return vec![];
        }
        let concerns = |event: &EventId| {
            all || events.contains(event) || groups.of(*event).iter().any(|group| changed.contains(group))
        };
        let mut woken: Vec<EventId> = self.sides.keys().copied().filter(concerns).collect();
        woken.sort_unstable();
        woken.iter().filter_map(|event| self.sides.remove(event)).flatten().collect()
    }

    pub fn join(&mut self, other: Waiting) {
        self.groups.extend(other.groups);
        self.events.extend(other.events);
        other.sides.into_values().flatten().for_each(|kept| self.keep(kept));
    }

    pub fn len(&self) -> usize {
        self.sides.values().map(Vec::len).sum()
    }

    /// Everything, for good.
    pub fn take_all(&mut self) -> Vec<Kept> {
        let mut sides: Vec<(EventId, Vec<Kept>)> = std::mem::take(&mut self.sides).into_iter().collect();
        sides.sort_unstable_by_key(|(event, _)| *event);
        sides.into_iter().flat_map(|(_, kept)| kept).collect()
    }
}
