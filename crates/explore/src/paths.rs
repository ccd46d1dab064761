//! The paths so far as a search sees them: what each decision of a path left open, and what became of it.
//!
//! A [`Piece`] is what one item of the frontier became: the part of a path behind the side that it took. The path of
//! a piece is that of its parent up to this side, and then its own. So every path that was run has a piece, and to
//! force the other side of a decision of a path is to take up a [`Side`] of one of the pieces that it is made of.
//!
//! Sides that show errors (`DecisionKind::Check`) are not in here: they branch off to a report, not to more paths.
//!
//! *Invariant:* `live` of a piece is the number of items of the frontier below it.
//! *Invariant:* a piece goes away once nothing is left below it; its side is [`State::Done`] then. Ids are never used twice.

use crate::frontier::ItemId;
use secateur_vm::{DecisionKind, Pending, Program};
use std::ops::Range;

/// A piece that is there, or was.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PieceId {
    index: u32,
    generation: u32,
}

/// Calls that a side is in: a number for each list of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StackId(pub u32);

/// How many decisions make a short path of the strategy `subpath`.
pub const GRAM: usize = 4;

/// A side that a path did not take.
#[derive(Clone, Debug)]
pub struct Side {
    /// Decisions of the path before it.
    pub decision: u32,
    pub state: State,
    /// Where it is decided: function and instruction.
    pub site: (u32, u32),
    /// Which side of the decision it is, if it is one of a branch or switch.
    pub side: Option<u32>,
    /// Its number, in the user's own code.
    pub edge: Option<u32>,
    /// Whether it is one of the program's decisions. Where the path that was run first shows an error, what does not is none.
    pub counts: bool,
    pub stack: StackId,
    /// See [`Pending::way`] and [`Pending::since`].
    pub way: u32,
    pub since: u64,
    /// What was decided last before it, by [`key`]; the most recent comes last.
    pub recent: [u32; GRAM],
}

/// What became of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    Waiting(ItemId),
    /// It is being run, or was.
    Taken(PieceId),
    /// No input leads there.
    Impossible,
    /// It may be possible, but is not explored.
    Dropped,
    /// Everything below it is explored.
    Done,
}

#[derive(Debug)]
pub struct Piece {
    /// The piece that it left, and by which of its sides.
    pub parent: Option<(PieceId, u32)>,
    /// Decisions of the path before its own.
    pub first: u32,
    /// In the order in which the path met them.
    pub sides: Vec<Side>,
    /// The rest of the path, where it was set aside.
    pub tail: Option<ItemId>,
    pub live: u32,
    pub new_edges: u32,
    pub is_over: bool,
    /// What was decided last on it.
    recent: [u32; GRAM],
    /// Sides before this one have nothing below them any more.
    dead: u32,
    /// Up to how many sides of branches [`Side::way`] was counted; 0 if it was not.
    pub counted: u32,
}

impl Side {
    /// The side that the path took instead, as far as it is known: of a branch it is the other one.
    pub fn flipped(&self) -> Side {
        let mut flipped = self.clone();
        match self.side {
            Some(side @ (0 | 1)) => {
                flipped.side = Some(1 - side);
                flipped.edge = self.edge.map(|edge| edge - side + (1 - side));
            }
            _ => (flipped.side, flipped.edge) = (None, None),
        }
        flipped
    }
}

impl Piece {
    /// What was decided last on it.
    pub fn recent(&self) -> [u32; GRAM] {
        self.recent
    }

    /// Decisions of the path of this piece.
    pub fn decisions(&self) -> u32 {
        self.sides.last().map_or(self.first, |side| side.decision + 1)
    }

    /// Sides of one decision begin here: where they end.
    pub fn group(&self, begin: usize) -> usize {
        let decision = self.sides[begin].decision;
        begin + self.sides[begin..].iter().take_while(|s| s.decision == decision).count()
    }

    /// The sides of a decision of this piece's own.
    pub fn at(&self, decision: u32) -> Range<usize> {
        let begin = self.sides.partition_point(|s| s.decision < decision);
        let end = self.sides.partition_point(|s| s.decision <= decision);
        begin..end
    }
}

/// Where an item of the frontier hangs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Nowhere,
    Side(PieceId, u32),
    Tail(PieceId),
}

struct Slot {
    generation: u32,
    piece: Option<Piece>,
}

pub struct Paths {
    slots: Vec<Slot>,
    free: Vec<u32>,
    /// Ways to begin are the sides of this piece, which is no path.
    root: PieceId,
    /// Nothing goes away, for those who want to look at all of it.
    pub keeps_all: bool,
}

impl Default for Paths {
    fn default() -> Paths {
        let root = PieceId { index: 0, generation: 0 };
        let mut paths = Paths { slots: vec![], free: vec![], root, keeps_all: false };
        paths.root = paths.new_piece(None, 0, [0; GRAM]);
        paths
    }
}

impl Paths {
    pub fn root(&self) -> PieceId {
        self.root
    }

    pub fn get(&self, id: PieceId) -> Option<&Piece> {
        let slot = self.slots.get(id.index as usize)?;
        slot.piece.as_ref().filter(|_| slot.generation == id.generation)
    }

    fn get_mut(&mut self, id: PieceId) -> Option<&mut Piece> {
        let slot = self.slots.get_mut(id.index as usize)?;
        slot.piece.as_mut().filter(|_| slot.generation == id.generation)
    }

    pub fn side(&self, piece: PieceId, side: u32) -> Option<&Side> {
        self.get(piece)?.sides.get(side as usize)
    }

    /// Items below a side.
    pub fn live(&self, side: &Side) -> u32 {
        match side.state {
            State::Waiting(_) => 1,
            State::Taken(piece) => self.get(piece).map_or(0, |p| p.live),
            State::Impossible | State::Dropped | State::Done => 0,
        }
    }

    /// Sides of a piece that may still have something below them begin here.
    pub fn first_live(&self, piece: &Piece) -> usize {
        piece.dead as usize
    }

    fn new_piece(&mut self, parent: Option<(PieceId, u32)>, first: u32, recent: [u32; GRAM]) -> PieceId {
        let piece = Piece {
            parent,
            first,
            sides: vec![],
            tail: None,
            live: 0,
            new_edges: 0,
            is_over: false,
            recent,
            dead: 0,
            counted: 0,
        };
        match self.free.pop() {
            Some(index) => {
                let slot = &mut self.slots[index as usize];
                slot.piece = Some(piece);
                PieceId { index, generation: slot.generation }
            }
            None => {
                self.slots.push(Slot { generation: 0, piece: Some(piece) });
                PieceId { index: self.slots.len() as u32 - 1, generation: 0 }
            }
        }
    }

    /// A way to begin, or something that came from elsewhere.
    pub fn add_root(&mut self, item: ItemId, known: Option<Known>) -> Place {
        let root = self.root;
        let side = match known {
            Some(known) => Side { decision: 0, state: State::Waiting(item), ..known.into_side() },
            None => Side {
                decision: 0,
                state: State::Waiting(item),
                site: (u32::MAX, 0),
                side: None,
                edge: None,
                counts: true,
                stack: StackId(0),
                way: u32::MAX,
                since: 0,
                recent: [0; GRAM],
            },
        };
        let Some(piece) = self.get_mut(root) else { return Place::Nowhere };
        piece.sides.push(side);
        let index = piece.sides.len() as u32 - 1;
        self.count(root, 1);
        Place::Side(root, index)
    }

    /// Adds a side that the path of a piece did not take. `same`: it is one more of the decision before.
    pub fn add_side(&mut self, piece: PieceId, item: ItemId, known: Known, same: bool) -> Place {
        let Some(into) = self.get_mut(piece) else { return Place::Nowhere };
        let mut side = known.into_side();
        let last = into.sides.last().filter(|_| same);
        let (decision, recent) = match last {
            Some(last) => (last.decision, last.recent),
            None => (into.decisions(), into.recent),
        };
        (side.decision, side.recent, side.state) = (decision, recent, State::Waiting(item));
        if !same {
            into.recent.rotate_left(1);
            into.recent[GRAM - 1] = taken_key(&side);
        }
        into.sides.push(side);
        into.live += 1;
        Place::Side(piece, into.sides.len() as u32 - 1)
    }

    /// After sides were added: those above the piece count them too.
    pub fn added(&mut self, piece: PieceId, sides: u32) {
        if let Some((parent, _)) = self.get(piece).and_then(|p| p.parent) {
            self.count(parent, sides as i32);
        }
    }

    pub fn add_tail(&mut self, piece: PieceId, item: ItemId) -> Place {
        match self.get_mut(piece) {
            Some(into) => into.tail = Some(item),
            None => return Place::Nowhere,
        }
        self.count(piece, 1);
        Place::Tail(piece)
    }

    /// An item was taken from the frontier.
    pub fn take(&mut self, place: Place) {
        match place {
            Place::Nowhere => {}
            Place::Side(piece, _) => self.count(piece, -1),
            Place::Tail(piece) => {
                if let Some(piece) = self.get_mut(piece) {
                    piece.tail = None;
                }
                self.count(piece, -1);
            }
        }
    }

    /// What was taken becomes a path.
    pub fn begin(&mut self, place: Place) -> Option<PieceId> {
        match place {
            Place::Nowhere => None,
            Place::Tail(piece) => Some(piece),
            Place::Side(parent, index) => {
                let is_root = parent == self.root;
                let side = self.side(parent, index)?;
                let (first, mut recent) = (if is_root { 0 } else { side.decision + 1 }, side.recent);
                recent.rotate_left(1);
                recent[GRAM - 1] = key(side.site, side.side);
                let piece = self.new_piece(Some((parent, index)), first, recent);
                self.set(place, State::Taken(piece));
                // It may have been given up before, and others gone past it.
                if let Some(parent) = self.get_mut(parent) {
                    parent.dead = parent.dead.min(index);
                }
                Some(piece)
            }
        }
    }

    /// What was taken does not become a path.
    pub fn close(&mut self, place: Place, state: State) {
        self.set(place, state);
        match place {
            Place::Nowhere => {}
            Place::Side(piece, _) | Place::Tail(piece) => self.tidy(piece),
        }
    }

    fn set(&mut self, place: Place, state: State) {
        if let Place::Side(piece, index) = place
            && let Some(side) = self.get_mut(piece).and_then(|p| p.sides.get_mut(index as usize))
        {
            side.state = state;
        }
    }

    /// The path of a piece came to its end; it is there until [`Self::tidy`].
    pub fn end(&mut self, piece: PieceId, new_edges: u32) {
        if let Some(piece) = self.get_mut(piece) {
            (piece.is_over, piece.new_edges) = (true, new_edges);
        }
    }

    /// Ways of the sides of a piece are counted up to this.
    pub fn set_counted(&mut self, piece: PieceId, most: u32) {
        if let Some(piece) = self.get_mut(piece) {
            piece.counted = most;
        }
    }

    fn count(&mut self, piece: PieceId, change: i32) {
        let mut at = Some(piece);
        while let Some(piece) = at.and_then(|id| self.get_mut(id)) {
            piece.live = piece.live.saturating_add_signed(change);
            at = piece.parent.map(|p| p.0);
        }
    }

    /// Lets go of pieces below which nothing is left, from here upwards.
    pub fn tidy(&mut self, mut id: PieceId) {
        loop {
            self.skip_dead(id);
            let Some(piece) = self.get(id) else { return };
            let Some((parent, index)) = piece.parent.filter(|_| piece.live == 0 && piece.is_over) else { return };
            if self.keeps_all {
                return;
            }
            self.slots[id.index as usize].piece = None;
            self.slots[id.index as usize].generation += 1;
            self.free.push(id.index);
            self.set(Place::Side(parent, index), State::Done);
            id = parent;
        }
    }

    fn skip_dead(&mut self, id: PieceId) {
        let Some(piece) = self.get(id) else { return };
        let mut dead = piece.dead as usize;
        // One that is being run may get something below it.
        let has_ended = |state| match state {
            State::Waiting(_) => false,
            State::Taken(p) => self.get(p).is_none_or(|p| p.live == 0 && p.is_over),
            State::Impossible | State::Dropped | State::Done => true,
        };
        while piece.sides.get(dead).is_some_and(|s| has_ended(s.state)) {
            dead += 1;
        }
        if let Some(piece) = self.get_mut(id) {
            piece.dead = dead as u32;
        }
    }
}

/// What is known of a side when it is met.
pub struct Known {
    pub site: (u32, u32),
    pub side: Option<u32>,
    pub edge: Option<u32>,
    pub counts: bool,
    pub stack: StackId,
    pub way: u32,
    pub since: u64,
}

impl Known {
    pub fn of(pending: &Pending, program: &Program, stack: StackId) -> Known {
        let (function, at) = (pending.site.function, pending.site.at);
        let side = program.side(function, at, pending.turn);
        let edge = side.and_then(|side| program.edge_of(function, at, side));
        let counts = pending.kind != DecisionKind::Right;
        Known { site: (function, at), side, edge, counts, stack, way: pending.way, since: pending.since }
    }

    fn into_side(self) -> Side {
        let Known { site, side, edge, counts, stack, way, since } = self;
        Side { decision: 0, state: State::Done, site, side, edge, counts, stack, way, since, recent: [0; GRAM] }
    }
}

/// Whether a side is one that paths are made of.
pub fn is_kept(kind: DecisionKind) -> bool {
    kind != DecisionKind::Check
}

/// A number for a side of a decision.
pub fn key(site: (u32, u32), side: Option<u32>) -> u32 {
    let mix = |hash: u32, word: u32| (hash ^ word).wrapping_mul(0x9e37_79b1).rotate_left(15);
    mix(mix(mix(0x811c_9dc5, site.0), site.1), side.map_or(u32::MAX, |s| s))
}

/// The same for the side that the path took, of which only another side is known.
fn taken_key(other: &Side) -> u32 {
    match other.side {
        Some(side @ (0 | 1)) => key(other.site, Some(1 - side)),
        _ => key(other.site, Some(u32::MAX - 1)),
    }
}
