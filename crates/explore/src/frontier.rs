//! What is left to do: sides not taken, states set aside, and runs not begun.

use crate::paths::{Known, Paths, PieceId, Place, StackId, State, is_kept};
use crate::tree::NodeId;
use rustc_hash::{FxHashMap, FxHashSet};
use secateur_expr::Assignment;
use secateur_vm::{DecisionKind, Mark, Pending, Picks, Program, Snapshot};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

/// Ids are given in order of arrival.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ItemId(pub u64);

pub enum Item {
    /// A run that has not begun: an index into the list of starts.
    Start(u32),
    Side(Pending),
    /// A state that ran for long without a decision.
    Paused(Paused),
}

pub struct Paused {
    /// `None` after it was dropped for lack of memory.
    pub state: Option<Rc<Snapshot>>,
    pub model: Arc<Assignment>,
    pub depth: u32,
    pub root: u32,
    /// Values that the path took from its model.
    pub picks: Picks,
    /// Sides of branches that it was the first to take.
    pub new_edges: u32,
    /// What prunings know it by.
    pub mark: Mark,
}

struct Entry {
    item: Item,
    node: NodeId,
    place: Place,
}

/// An item that was taken, the node that it is in the tree of paths, and where it hung.
pub struct Taken {
    pub item: Item,
    pub node: NodeId,
    pub place: Place,
}

/// What the frontier keeps beside the items.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Keeps {
    /// The paths that items hang on.
    pub paths: bool,
    /// Whether checks come before everything else, once per place where something may be wrong.
    pub checks_first: bool,
}

/// Calls that a stack is told apart by: recursion has no end, and what lies far below is far away.
const MOST_CALLS: usize = 16;

/// Everything that is left, by id.
#[derive(Default)]
pub struct Frontier {
    items: BTreeMap<ItemId, Entry>,
    /// With `checks_first`: sides that show an error if they are possible.
    checks: BTreeMap<ItemId, Entry>,
    /// Sides that are hard to decide: their turn comes when nothing else is left.
    hard: BTreeMap<ItemId, Entry>,
    /// Checks that nobody has looked at.
    fresh: VecDeque<ItemId>,
    /// Marks of those of them that can wait.
    known: Vec<Mark>,
    /// Places where an error is known, and those where it is one that a check was looked at for.
    wrong: FxHashSet<(u32, u32)>,
    shown: FxHashSet<(u32, u32)>,
    next: u64,
    keeps: Keeps,
    paths: Paths,
    stacks: FxHashMap<Arc<[(u32, u32)]>, StackId>,
    stack_list: Vec<Arc<[(u32, u32)]>>,
}

impl Frontier {
    pub fn new(keeps: Keeps) -> Frontier {
        let mut frontier = Frontier { keeps, ..Frontier::default() };
        frontier.stack(&[]);
        frontier
    }

    pub fn paths(&self) -> &Paths {
        &self.paths
    }

    pub fn paths_mut(&mut self) -> &mut Paths {
        &mut self.paths
    }

    fn new_id(&mut self) -> ItemId {
        self.next += 1;
        ItemId(self.next - 1)
    }

    /// An item that hangs on no path that is known here, with the node that it is in the tree of paths.
    pub fn add(&mut self, item: Item, node: NodeId, program: &Program) -> ItemId {
        let id = self.new_id();
        let mut place = Place::Nowhere;
        if let (Item::Side(side), true) = (&item, self.keeps.checks_first)
            && side.kind == DecisionKind::Check
        {
            self.fresh.push_back(id);
            self.checks.insert(id, Entry { item, node, place });
            return id;
        }
        if self.keeps.paths {
            let known = match &item {
                Item::Side(side) => {
                    let stack = self.stack(&side.stack.clone());
                    Some(Known::of(side, program, stack))
                }
                Item::Start(_) | Item::Paused(_) => None,
            };
            place = self.paths.add_root(id, known);
        }
        self.items.insert(id, Entry { item, node, place });
        id
    }

    /// Sides that the path of a piece left behind, in the order in which it met them.
    pub fn add_sides(&mut self, piece: Option<PieceId>, sides: Vec<(Pending, NodeId)>, program: &Program) {
        let (Some(piece), true) = (piece, self.keeps.paths) else {
            for (side, node) in sides {
                self.add(Item::Side(side), node, program);
            }
            return;
        };
        let (mut last, mut added) = (None, 0);
        for (side, node) in sides {
            let decision = (side.depth, side.hops);
            if !is_kept(side.kind) {
                let id = self.new_id();
                let entry = Entry { item: Item::Side(side), node, place: Place::Nowhere };
                match self.keeps.checks_first {
                    true => {
                        self.fresh.push_back(id);
                        self.checks.insert(id, entry);
                    }
                    false => {
                        self.items.insert(id, entry);
                    }
                }
                continue;
            }
            let id = self.new_id();
            let stack = self.stack(&side.stack);
            let known = Known::of(&side, program, stack);
            let place = self.paths.add_side(piece, id, known, last == Some(decision));
            self.items.insert(id, Entry { item: Item::Side(side), node, place });
            last = Some(decision);
            added += 1;
        }
        self.paths.added(piece, added);
    }

    /// The rest of a path that was set aside.
    pub fn add_paused(&mut self, paused: Paused, node: NodeId, piece: Option<PieceId>, program: &Program) -> ItemId {
        let (Some(piece), true) = (piece, self.keeps.paths) else {
            return self.add(Item::Paused(paused), node, program);
        };
        let id = self.new_id();
        let place = self.paths.add_tail(piece, id);
        self.items.insert(id, Entry { item: Item::Paused(paused), node, place });
        id
    }

    fn stack(&mut self, calls: &[(u32, u32)]) -> StackId {
        let inner = &calls[..calls.len().min(MOST_CALLS)];
        if let Some(known) = self.stacks.get(inner) {
            return *known;
        }
        let (id, inner) = (StackId(self.stack_list.len() as u32), Arc::from(inner));
        self.stack_list.push(Arc::clone(&inner));
        self.stacks.insert(inner, id);
        id
    }

    /// The calls of a stack, the innermost first, and no more of them than matter to a distance.
    pub fn calls(&self, stack: StackId) -> &[(u32, u32)] {
        self.stack_list.get(stack.0 as usize).map_or(&[], |calls| calls)
    }

    pub fn take(&mut self, id: ItemId) -> Option<Taken> {
        let Entry { item, node, place } = self.items.remove(&id).or_else(|| self.checks.remove(&id))?;
        self.paths.take(place);
        Some(Taken { item, node, place })
    }

    /// Of the piece that an item's side belongs to: all sides that wait, if this was not asked before.
    pub fn expand(&mut self, id: ItemId) -> Option<Vec<ItemId>> {
        match self.place(id) {
            Place::Side(piece, _) if piece != self.paths.root() => self.paths.expand(piece),
            _ => None,
        }
    }

    /// What was taken is hard to decide, and waits.
    pub fn postpone(&mut self, side: Pending, node: NodeId, place: Place) {
        let id = self.new_id();
        self.paths.close(place, State::Dropped);
        self.hard.insert(id, Entry { item: Item::Side(side), node, place });
    }

    /// The first of what is hard to decide.
    pub fn take_hard(&mut self) -> Option<Taken> {
        let (_, Entry { item, node, place }) = self.hard.pop_first()?;
        Some(Taken { item, node, place })
    }

    pub fn has_hard(&self) -> bool {
        !self.hard.is_empty()
    }

    /// Takes an item that goes elsewhere.
    pub fn give_away(&mut self, id: ItemId) -> Option<(Item, NodeId)> {
        let Taken { item, node, place } = self.take(id)?;
        self.paths.close(place, State::Dropped);
        Some((item, node))
    }

    /// A check that should be looked at before anything else.
    pub fn next_check(&mut self) -> Option<ItemId> {
        while let Some(id) = self.fresh.pop_front() {
            let Some(Entry { item: Item::Side(side), .. }) = self.checks.get_mut(&id) else { continue };
            // Where a check showed an error another path to it can wait, and nobody has to wait for that. What went wrong there without
            // one, such as a pointer that was null, may be another error.
            if !self.shown.contains(&(side.site.function, side.site.at)) {
                return Some(id);
            }
            self.known.push(std::mem::replace(&mut side.mark, Mark::NONE));
        }
        None
    }

    /// Marks of checks that show an error that is known, since the last call.
    pub fn take_known(&mut self) -> Vec<Mark> {
        std::mem::take(&mut self.known)
    }

    /// A check that could wait until nothing else was left.
    pub fn last_check(&self) -> Option<ItemId> {
        self.checks.keys().next().copied()
    }

    /// There is an error at this place, and whether a check showed it.
    pub fn is_wrong(&mut self, site: (u32, u32), is_shown: bool) {
        self.wrong.insert(site);
        if is_shown {
            self.shown.insert(site);
        }
    }

    pub fn knows_wrong(&self, site: (u32, u32)) -> bool {
        self.wrong.contains(&site)
    }

    /// One that a strategy may choose.
    pub fn get(&self, id: ItemId) -> Option<&Item> {
        self.items.get(&id).map(|entry| &entry.item)
    }

    /// The first of some kind, also of those that come before what strategies choose.
    pub fn find(&self, is: impl Fn(&Item, NodeId) -> bool) -> Option<ItemId> {
        let all = self.items.iter().chain(&self.checks);
        all.into_iter().find(|(_, entry)| is(&entry.item, entry.node)).map(|(id, _)| *id)
    }

    pub fn place(&self, id: ItemId) -> Place {
        self.items.get(&id).map_or(Place::Nowhere, |entry| entry.place)
    }

    /// All that is left, also what strategies do not see.
    pub fn len(&self) -> usize {
        self.items.len() + self.checks.len() + self.hard.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What strategies choose from, in order of arrival.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = ItemId> + '_ {
        self.items.keys().copied()
    }

    /// What strategies choose from and came since, in order of arrival.
    pub fn since(&self, first: ItemId) -> impl Iterator<Item = ItemId> + '_ {
        self.items.range(first..).map(|(id, _)| *id)
    }

    /// The id that the next item will have.
    pub fn next_id(&self) -> ItemId {
        ItemId(self.next)
    }

    /// All, by order of arrival.
    pub(crate) fn all_ids(&self) -> Vec<ItemId> {
        let mut ids: Vec<ItemId> = self.items.keys().chain(self.checks.keys()).copied().collect();
        ids.sort_unstable();
        ids
    }

    /// All, also those that strategies do not see.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        let all = self.items.values().chain(self.checks.values()).chain(self.hard.values());
        all.map(|entry| &entry.item)
    }

    pub(crate) fn items_mut(&mut self) -> impl Iterator<Item = &mut Item> {
        let all = self.hard.values_mut().chain(self.checks.values_mut()).chain(self.items.values_mut());
        all.map(|entry| &mut entry.item)
    }
}
