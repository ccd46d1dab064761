//! Sides that are taken when nothing new is left: at first, only those go ahead that no path has taken yet.
//!
//! What a branch decides shows on paths that take its other sides. Depth-first search comes to those of the first branches last, and
//! by then every path before has to be followed once more. So each side is taken once before any is taken in other company.
//! Paths that are run after that know nearly all there is to know. Nothing is left out for it: those that are
//! held are judged again when they are let go.

use super::waiting::Kept;
use secateur_vm::{Parted, Snapshot};

/// More are not held: from then on they are taken as they come.
const MOST_HELD: usize = 512;

#[derive(Default)]
pub struct Held {
    sides: Vec<Kept>,
    is_over: bool,
}

impl Held {
    /// Whether anything is to be held.
    pub fn is_on(&self) -> bool {
        !self.is_over && self.sides.len() < MOST_HELD
    }

    /// Whether it is time to let go, though others are left.
    pub fn is_full(&self) -> bool {
        self.sides.len() >= MOST_HELD
    }

    pub fn is_empty(&self) -> bool {
        self.sides.is_empty()
    }

    pub fn add(&mut self, side: Kept) {
        self.sides.push(side);
    }

    /// All of them, for good.
    pub fn let_go(&mut self) -> Vec<Kept> {
        self.is_over = true;
        std::mem::take(&mut self.sides)
    }

    /// States that are to be gone on from, of runs that began alike, each with its place here.
    pub fn states(&self, root: u32) -> impl Iterator<Item = (usize, Parted)> + '_ {
        self.sides.iter().enumerate().filter(move |(_, kept)| kept.side.root == root).filter_map(|(at, kept)| {
            let (side, events) = (kept.side.side, kept.side.events.clone());
            Some((at, Parted { side, before: kept.side.before.clone()?, events }))
        })
    }

    pub fn state(&self, at: usize) -> Option<&Snapshot> {
        self.sides.get(at)?.side.before.as_deref()
    }

    /// The same state, which knows more.
    pub fn renew(&mut self, at: usize, parted: Parted) {
        if let Some(kept) = self.sides.get_mut(at) {
            (kept.side.before, kept.side.events) = (Some(parted.before), parted.events);
        }
    }

    /// Their states go; how many there were.
    pub fn drop_states(&mut self) -> u64 {
        let with_state = self.sides.iter_mut().filter(|kept| kept.side.before.is_some());
        with_state.map(|kept| kept.forget_state()).count() as u64
    }
}
