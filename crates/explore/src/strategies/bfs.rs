//! Breadth-first search: the side that has the fewest decisions before it comes first, and of those the oldest.

use super::{Info, Needs, Pick, Strategy};
use crate::frontier::{Item, ItemId};
use crate::search::Search;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

pub static INFO: Info = Info {
    name: "bfs",
    summary: "breadth-first: the branch with the fewest decisions before it comes first",
    paper: "well known; KLEE has it too",
    needs: Needs { paths: false, distances: false, own_checks: false },
    make: |_| Box::new(Bfs { seen: ItemId(0), queue: BinaryHeap::new() }),
};

struct Bfs {
    seen: ItemId,
    /// By decisions before it; those that spin come last.
    queue: BinaryHeap<Reverse<(u32, ItemId)>>,
}

impl Strategy for Bfs {
    fn pick(&mut self, search: &mut Search) -> Option<Pick> {
        let frontier = search.frontier;
        for id in frontier.since(self.seen) {
            let depth = match frontier.get(id) {
                Some(Item::Side(side)) => side.depth + side.hops,
                Some(Item::Paused(_)) => u32::MAX,
                Some(Item::Start(_)) | None => 0,
            };
            self.queue.push(Reverse((depth, id)));
        }
        self.seen = frontier.next_id();
        while let Some(Reverse((_, id))) = self.queue.pop() {
            if frontier.get(id).is_some() {
                return Some(Pick::Item(id));
            }
        }
        None
    }
}
