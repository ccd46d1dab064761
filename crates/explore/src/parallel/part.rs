//! A part of a run: a machine, a solver, and its share of what is left.

use super::ticket::{PausedTicket, Ticket};
use crate::explorer::Explorer;
use crate::frontier::{Item, ItemId};
use crate::outcome::{Counts, PathEnd};
use crate::strategies::Strategy;
use crate::tree::{End, NodeId, Site};
use secateur_vm::{Losses, Program};
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

/// Moves from thread to thread between its turns.
pub struct Part<'p> {
    pub explorer: Explorer<'p>,
    pub strategy: Box<dyn Strategy>,
    /// Which of the programs is its own.
    pub slot: usize,
    /// Nodes of its tree in the tree of the run.
    pub nodes: Vec<NodeId>,
    /// Nodes of its tree whose items were given away.
    pub gone: BTreeSet<usize>,
}

// SAFETY: a part owns everything that its reference counts and raw pointers refer to. States, terms and
// arguments are made by its machine and kept in its frontier, and leave it only as tickets, which
// are plain data and atomic counts. Raw pointers of frames lead into the code of its program, which `Slots` hands to
// one part at a time. A strategy is `Send` itself. So only one thread at a time comes near any of it: the one that holds the part.
unsafe impl Send for Part<'_> {}

impl<'p> Part<'p> {
    /// Takes the oldest items away: each the start of much, with little to be followed again.
    pub fn give(&mut self, count: usize) -> Vec<(Ticket, NodeId)> {
        let oldest: Vec<_> = self.explorer.frontier.all_ids().into_iter().take(count).collect();
        self.give_items(&oldest)
    }

    /// Takes away states that were set aside before the run was divided.
    pub fn give_paused(&mut self) -> Vec<(Ticket, NodeId)> {
        let frontier = &self.explorer.frontier;
        let is_paused = |id: &ItemId| matches!(frontier.get(*id), Some(Item::Paused(_)));
        let paused: Vec<_> = frontier.ids().filter(is_paused).collect();
        self.give_items(&paused)
    }

    fn give_items(&mut self, ids: &[ItemId]) -> Vec<(Ticket, NodeId)> {
        let mut given = Vec::new();
        for id in ids {
            let Some((item, node)) = self.explorer.frontier.give_away(*id) else { continue };
            match &item {
                Item::Side(side) => self.explorer.tell_closed(side.mark, End::Pending),
                Item::Paused(paused) => self.explorer.tell_closed(paused.mark, End::Pending),
                Item::Start(_) => {}
            }
            self.gone.extend(node.index());
            let of_run = node.index().and_then(|i| self.nodes.get(i)).copied();
            given.push((Ticket::of(item), of_run.unwrap_or(NodeId::NONE)));
        }
        given
    }

    /// A node of its tree in the tree of the run.
    pub fn of_run(&self, node: NodeId) -> NodeId {
        node.index().and_then(|i| self.nodes.get(i)).copied().unwrap_or(NodeId::NONE)
    }

    /// With one more thing to do.
    pub fn add(&mut self, ticket: Ticket, node: NodeId) {
        let (depth, site) = ticket.place();
        let own = self.explorer.report.tree.add(None, depth, site);
        if own != NodeId::NONE {
            self.nodes.push(node);
        }
        let program = self.explorer.machine.program();
        self.explorer.frontier.add(ticket.into_item(), own, program);
    }
}

/// Copies of the program, each for one part at a time, made when they are needed.
pub struct Slots<'a> {
    make: &'a dyn Fn() -> Option<Program>,
    programs: Vec<OnceCell<Program>>,
    free: RefCell<Vec<usize>>,
}

impl<'a> Slots<'a> {
    pub fn new(make: &'a dyn Fn() -> Option<Program>, count: usize) -> Slots<'a> {
        let programs = (0..count).map(|_| OnceCell::new()).collect();
        Slots { make, programs, free: RefCell::new((0..count).rev().collect()) }
    }

    /// One that nobody uses; `None` if there is none.
    pub fn take(&self) -> Option<usize> {
        let slot = self.free.borrow_mut().pop()?;
        if self.programs[slot].get().is_none() {
            let program = (self.make)()?;
            let _ = self.programs[slot].set(program);
        }
        Some(slot)
    }

    /// Of one that was taken.
    pub fn get(&self, slot: usize) -> &Program {
        self.programs[slot].get().expect("a slot that was taken has a program")
    }

    pub fn free(&self, slot: usize) {
        self.free.borrow_mut().push(slot);
    }
}

/// What happened in a turn up to the end of one path.
pub struct Piece {
    pub counts: Counts,
    pub instructions: u64,
    /// Distinct states since the last piece, where they are counted.
    pub states: Option<u64>,
    /// How many nodes the part's tree had, and how many it had left out.
    pub nodes: usize,
    /// Nodes of the part's tree that came to their end, that of the path last.
    pub ended: Vec<NodeId>,
    pub sites: BTreeMap<Site, BTreeMap<End, u64>>,
    pub losses: Losses,
    /// Sides of branches that nobody gets credit for.
    pub found: Vec<u32>,
    pub aside: Vec<Aside>,
    /// What was left to do in the part.
    pub left: usize,
    /// The path that ended, unless the turn ended without one.
    pub path: Option<Ended>,
}

/// A path that ended, with the sides of branches that it was the first of its part to take.
pub struct Ended {
    pub end: PathEnd,
    pub found: Vec<u32>,
    /// New sides that it had found before it was set aside.
    pub carried: u32,
}

/// A state that was set aside, with the sides that it was the first of its part to take.
pub struct Aside {
    pub ticket: PausedTicket,
    pub node: NodeId,
    pub found: Vec<u32>,
    pub carried: u32,
}
