//! Which paths a run takes, so that another run can take just those, in the same order: what a technique costs shows only where it is
//! compared with a run without it on the same paths, each begun from the same state.
//!
//! A path is known by the sides that it and those before it branched off at: decisions before the instruction, decisions inside
//! it, and which of the sides not taken. Nothing of that depends on terms or on what else is kept.

use crate::frontier::{Frontier, Item, ItemId};
use crate::tree::NodeId;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use secateur_vm::Pending;
use std::collections::VecDeque;
use std::hash::{Hash, Hasher};

/// The number of a path.
type Name = u64;

/// What is to be done about it.
#[derive(Clone, Debug, Default)]
pub enum Paths {
    #[default]
    Any,
    /// They are noted in the report.
    Noted,
    /// No others are taken.
    Only(Vec<Name>),
}

#[derive(Default)]
pub(crate) struct Script {
    names: FxHashMap<NodeId, Name>,
    /// In the order in which they began.
    pub begun: Vec<Name>,
    only: Option<(VecDeque<Name>, FxHashSet<Name>)>,
}

fn start(root: u32) -> Name {
    named((u64::MAX, root))
}

fn named(what: impl Hash) -> Name {
    let mut hasher = FxHasher::default();
    what.hash(&mut hasher);
    hasher.finish()
}

impl Script {
    pub fn new(paths: Paths) -> Option<Box<Script>> {
        let only = match paths {
            Paths::Any => return None,
            Paths::Noted => None,
            Paths::Only(names) => Some((names.iter().copied().collect(), names.into_iter().collect())),
        };
        Some(Box::new(Script { only, ..Script::default() }))
    }

    fn name_of(&self, parent: NodeId, side: &Pending) -> Name {
        named((self.names.get(&parent).copied(), side.depth, side.hops, side.choice))
    }

    /// A side became a node.
    pub fn add(&mut self, node: NodeId, parent: NodeId, side: &Pending) {
        let name = self.name_of(parent, side);
        self.names.insert(node, name);
    }

    /// Whether a side is to be kept.
    pub fn wants(&self, parent: NodeId, side: &Pending) -> bool {
        self.only.as_ref().is_none_or(|(_, all)| all.contains(&self.name_of(parent, side)))
    }

    /// A path begins.
    pub fn begins(&mut self, node: NodeId, item: &Item) {
        if let Item::Start(root) = item {
            self.names.insert(node, start(*root));
        }
        self.begun.extend(self.names.get(&node));
    }

    /// Whether it says what comes next.
    pub fn leads(&self) -> bool {
        self.only.is_some()
    }

    /// What comes next; those that are not there are passed over.
    pub fn next(&mut self, frontier: &Frontier) -> Option<ItemId> {
        let (next, _) = self.only.as_mut()?;
        let names = &self.names;
        let is = |wanted: Name| {
            move |item: &Item, node: NodeId| match item {
                Item::Start(root) => start(*root) == wanted,
                Item::Side(_) | Item::Paused(_) => names.get(&node) == Some(&wanted),
            }
        };
        std::iter::from_fn(|| next.pop_front()).find_map(|wanted| frontier.find(is(wanted)))
    }
}
