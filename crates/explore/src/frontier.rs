//! What is left to do: sides not taken, states set aside, and runs not begun.

use crate::tree::NodeId;
use secateur_expr::Assignment;
use secateur_vm::{Pending, Picks, Snapshot};
use std::collections::BTreeMap;
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
}

/// Everything that is left, by id.
#[derive(Default)]
pub struct Frontier {
    items: BTreeMap<ItemId, (Item, NodeId)>,
    next: u64,
}

impl Frontier {
    /// With the node that it is in the tree of paths.
    pub fn add(&mut self, item: Item, node: NodeId) -> ItemId {
        let id = ItemId(self.next);
        self.next += 1;
        self.items.insert(id, (item, node));
        id
    }
    pub fn take(&mut self, id: ItemId) -> Option<(Item, NodeId)> {
        self.items.remove(&id)
    }
    pub fn get(&self, id: ItemId) -> Option<&Item> {
        self.items.get(&id).map(|(item, _)| item)
    }
    pub fn len(&self) -> usize {
        self.items.len()
    }
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
    /// In order of arrival.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = ItemId> + '_ {
        self.items.keys().copied()
    }
    /// In order of arrival.
    pub fn items(&self) -> impl DoubleEndedIterator<Item = &Item> {
        self.items.values().map(|(item, _)| item)
    }
    pub(crate) fn items_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut Item> {
        self.items.values_mut().map(|(item, _)| item)
    }
}
