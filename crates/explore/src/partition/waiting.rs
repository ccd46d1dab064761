//! Sides that were left out, until something shows that they matter.

use super::groups::{GroupId, Groups};
use crate::tree::NodeId;
use rustc_hash::{FxHashMap, FxHashSet};
use secateur_expr::{Assignment, Term};
use secateur_vm::flow::{EventId, Turns};
use secateur_vm::{DecisionKind, Mark, Pending, Picks, Site, Turn};
use smallvec::SmallVec;
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

/// What a side of a decision is, whichever path left it.
#[derive(Clone, Copy, PartialEq)]
struct What {
    hops: u32,
    choice: u32,
    side: Term,
    site: Site,
    turn: Turn,
    kind: DecisionKind,
}

/// A side without its state. There are hundreds for each path, and millions in all.
struct Left {
    common: Rc<Common>,
    since: u64,
    depth: u32,
    way: u32,
    mark: Mark,
    /// Its place in a list.
    what: u32,
}

/// Of one decision.
#[derive(Default)]
struct Sides {
    whats: SmallVec<[What; 1]>,
    left: Vec<Left>,
}

impl Sides {
    fn add(&mut self, kept: Kept, last: &mut Option<Rc<Common>>) {
        let known = last.take().filter(|common| common.is_of(&kept));
        let common = last.insert(known.unwrap_or_else(|| Rc::new(Common::of(&kept)))).clone();
        let Pending { since, depth, hops, choice, way, mark, side, site, turn, kind, .. } = kept.side;
        let own = What { hops, choice, side, site, turn, kind };
        let known = self.whats.iter().position(|what| *what == own);
        let what = known.unwrap_or_else(|| {
            self.whats.push(own);
            self.whats.len() - 1
        });
        self.left.push(Left { common, since, depth, way, mark, what: what as u32 });
    }

    fn back(self, event: EventId) -> impl Iterator<Item = Kept> {
        let Sides { whats, left } = self;
        left.into_iter().map(move |left| left.back(whats[left.what as usize], event))
    }
}

impl Left {
    fn back(&self, what: What, event: EventId) -> Kept {
        let Left { common, since, depth, way, mark, .. } = self;
        let What { hops, choice, side, site, turn, kind } = what;
        let side = Pending {
            before: None,
            events: Default::default(),
            model: common.model.clone(),
            depth: *depth,
            hops,
            choice,
            root: common.root,
            picks: common.picks.clone(),
            site,
            kind,
            turn,
            stack: common.stack.clone(),
            way: *way,
            since: *since,
            mark: *mark,
            event: Some(event),
            side,
            turns: common.turns.clone(),
        };
        Kept { side, parent: common.parent }
    }
}

#[derive(Default)]
pub struct Waiting {
    /// By decision.
    sides: FxHashMap<EventId, Sides>,
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
            self.sides.entry(event).or_default().add(kept, &mut self.common);
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
        self.sides.remove(&event).unwrap_or_default().back(event).collect()
    }

    pub fn join(&mut self, other: Waiting) {
        self.groups.extend(other.groups);
        self.events.extend(other.events);
        let mut sides: Vec<(EventId, Sides)> = other.sides.into_iter().collect();
        sides.sort_unstable_by_key(|(event, _)| *event);
        sides.into_iter().flat_map(|(event, sides)| sides.back(event)).for_each(|kept| self.keep(kept));
    }

    pub fn len(&self) -> usize {
        self.sides.values().map(|sides| sides.left.len()).sum()
    }

    /// Everything, for good.
    pub fn take_all(&mut self) -> Vec<Kept> {
        let mut events: Vec<EventId> = self.sides.keys().copied().collect();
        events.sort_unstable();
        events.into_iter().flat_map(|event| self.take(event)).collect()
    }
}
