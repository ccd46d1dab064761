//! Several strategies by turns.

use super::{Pick, Strategy};
use crate::paths::PieceId;
use crate::search::Search;

pub struct Interleaved {
    all: Vec<Box<dyn Strategy>>,
    next: usize,
}

impl Interleaved {
    pub fn new(all: Vec<Box<dyn Strategy>>) -> Interleaved {
        Interleaved { all, next: 0 }
    }
}

impl Strategy for Interleaved {
    fn pick(&mut self, search: &mut Search) -> Option<Pick> {
        // One that finds nothing leaves its turn to the next.
        for _ in 0..self.all.len() {
            let turn = self.next;
            self.next = (self.next + 1) % self.all.len();
            if let Some(pick) = self.all[turn].pick(search) {
                return Some(pick);
            }
        }
        None
    }

    fn ended(&mut self, piece: PieceId, search: &Search) {
        self.all.iter_mut().for_each(|strategy| strategy.ended(piece, search));
    }
}
