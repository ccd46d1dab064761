//! Sides that were left out, until something shows that they matter.

use super::groups::{GroupId, Groups};
use crate::tree::NodeId;
use rustc_hash::{FxHashMap, FxHashSet};
use secateur_expr::{Assignment, Term};
use secateur_vm::flow::{EventId, Turns};
use secateur_vm::{DecisionKind, Mark, Pending, Picks, Site, Turn};
use std::rc::Rc;
use std::sync::Arc;

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

/// What sides have in common that a path left one after the other.
struct Common {
    model: Arc<Assignment>,
    picks: Picks,
    turns: Turns,
    stack: Arc<[(u32, u32)]>,
    root: u32,
    parent: NodeId,
}

impl Common {
    fn of(Kept { side, parent }: &Kept) -> Common {
        let (model, picks, turns) = (side.model.clone(), side.picks.clone(), side.turns.clone());
        Common { model, picks, turns, stack: side.stack.clone(), root: side.root, parent: *parent }
    }

    fn is_of(&self, Kept { side, parent }: &Kept) -> bool {
        Arc::ptr_eq(&self.model, &side.model)
            && self.picks.is_same(&side.picks)
            && self.turns.is_same(&side.turns)
            && Arc::ptr_eq(&self.stack, &side.stack)
            && (self.root, self.parent) == (side.root, *parent)
    }
}

/// A side without its state. There are hundreds for each path.
struct Left {
    common: Rc<Common>,
    since: u64,
    depth: u32,
    hops: u32,
    choice: u32,
    way: u32,
    mark: Mark,
    side: Term,
    site: Site,
    turn: Turn,
    kind: DecisionKind,
}

impl Left {
    fn new(kept: Kept, last: &mut Option<Rc<Common>>) -> Left {
        let known = last.take().filter(|common| common.is_of(&kept));
        let common = last.insert(known.unwrap_or_else(|| Rc::new(Common::of(&kept)))).clone();
        let Pending { since, depth, hops, choice, way, mark, side, site, turn, kind, .. } = kept.side;
        Left { common, since, depth, hops, choice, way, mark, side, site, turn, kind }
    }

    fn back(self, event: EventId) -> Kept {
        let Left { common, since, depth, hops, choice, way, mark, side, site, turn, kind } = self;
        let (model, picks, turns) = (common.model.clone(), common.picks.clone(), common.turns.clone());
        let (stack, root, parent) = (common.stack.clone(), common.root, common.parent);
        let (before, events, event) = (None, Default::default(), Some(event));
        let side = Pending {
            before,
            events,
            model,
            depth,
            hops,
            choice,
            root,
            picks,
            site,
            kind,
            turn,
            stack,
            way,
            since,
            mark,
            event,
            side,
            turns,
        };
        Kept { side, parent }
    }
}

#[derive(Default)]
pub struct Waiting {
    /// By decision.
    sides: FxHashMap<EventId, Vec<Left>>,
    /// Of the side that came last.
    common: Option<Rc<Common>>,
    /// What changed since the last look.
    groups: FxHashSet<GroupId>,
    events: FxHashSet<EventId>,
}

impl Waiting {
    /// A side that is left out, without its state: that can be built again.
    pub fn keep(&mut self, kept: Kept) {
        if let Some(event) = kept.side.event {
            let left = Left::new(kept, &mut self.common);
            self.sides.entry(event).or_default().push(left);
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
        woken.into_iter().flat_map(|event| self.take(event)).collect()
    }

    fn take(&mut self, event: EventId) -> Vec<Kept> {
        let sides = self.sides.remove(&event).unwrap_or_default();
        sides.into_iter().map(|left| left.back(event)).collect()
    }

    pub fn join(&mut self, other: Waiting) {
        self.groups.extend(other.groups);
        self.events.extend(other.events);
        for (event, sides) in other.sides {
            self.sides.entry(event).or_default().extend(sides);
        }
    }

    pub fn len(&self) -> usize {
        self.sides.values().map(Vec::len).sum()
    }

    /// Everything, for good.
    pub fn take_all(&mut self) -> Vec<Kept> {
        let mut events: Vec<EventId> = self.sides.keys().copied().collect();
        events.sort_unstable();
        events.into_iter().flat_map(|event| self.take(event)).collect()
    }
}
