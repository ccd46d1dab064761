//! What moves from one part of a run to another: an item of the frontier as plain data.

use crate::frontier::{Item, Paused};
use crate::tree::Site;
use secateur_expr::Assignment;
use secateur_vm::{DecisionKind, Mark, Pending, Picks, Turn};
use std::sync::Arc;

/// An item of the frontier without its state.
pub enum Ticket {
    Start(u32),
    Side(Box<SideTicket>),
    Paused(Box<PausedTicket>),
}

pub struct SideTicket {
    model: Arc<Assignment>,
    depth: u32,
    hops: u32,
    choice: u32,
    root: u32,
    picks: Picks,
    site: secateur_vm::Site,
    kind: DecisionKind,
    turn: Turn,
    stack: Arc<[(u32, u32)]>,
    since: u64,
}

pub struct PausedTicket {
    model: Arc<Assignment>,
    depth: u32,
    root: u32,
    picks: Picks,
    /// As the whole run counts them.
    pub new_edges: u32,
}

impl Ticket {
    pub fn of(item: Item) -> Ticket {
        match item {
            Item::Start(root) => Ticket::Start(root),
            Item::Side(side) => {
                let Pending { model, depth, hops, choice, root, picks, site, kind, turn, stack, since, .. } = side;
                let side = SideTicket { model, depth, hops, choice, root, picks, site, kind, turn, stack, since };
                Ticket::Side(Box::new(side))
            }
            Item::Paused(paused) => Ticket::Paused(Box::new(PausedTicket::of(paused))),
        }
    }

    pub fn into_item(self) -> Item {
        match self {
            Ticket::Start(root) => Item::Start(root),
            Ticket::Side(side) => {
                let SideTicket { model, depth, hops, choice, root, picks, site, kind, turn, stack, since } = *side;
                let (before, events) = (None, Default::default());
                Item::Side(Pending {
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
                    way: u32::MAX,
                    since,
                    mark: Mark::NONE,
                    event: None,
                    side: secateur_expr::Term(0),
                    turns: Default::default(),
                })
            }
            Ticket::Paused(paused) => {
                let PausedTicket { model, depth, root, picks, new_edges } = *paused;
                let mark = Mark::NONE;
                Item::Paused(Paused { state: None, model, depth, root, picks, new_edges, mark })
            }
        }
    }

    /// Decisions before it, and where it left its path.
    pub fn place(&self) -> (u32, Option<(Site, DecisionKind)>) {
        match self {
            Ticket::Start(_) => (0, None),
            Ticket::Side(side) => (side.depth + side.hops, Some(((side.site.function, side.site.at), side.kind))),
            Ticket::Paused(paused) => (paused.depth, None),
        }
    }
}

impl PausedTicket {
    pub fn of(paused: Paused) -> PausedTicket {
        let Paused { model, depth, root, picks, new_edges, .. } = paused;
        PausedTicket { model, depth, root, picks, new_edges }
    }
}
