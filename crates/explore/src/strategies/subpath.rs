//! Subpath-guided search: the side whose last few decisions, itself included, were gone through least often comes first.
//!
//! A short path of [`GRAM`] decisions that is rare says that this part of the program was looked at little,
//! whatever was done on the way to it. Ties are broken at random.

use super::{Info, Needs, Pick, Setup, Strategy};
use crate::frontier::ItemId;
use crate::paths::{GRAM, PieceId, Place, key};
use crate::search::Search;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

pub static INFO: Info = Info {
    name: "subpath",
    summary: "the branch whose last decisions were gone through least often comes first",
    paper: "Li, Su, Wang, Li: Steering Symbolic Execution to Less Traveled Paths (OOPSLA 2013)",
    needs: Needs { paths: true, distances: false, own_checks: false },
    make: |setup: &Setup| {
        let random = fastrand::Rng::with_seed(setup.seed);
        Box::new(Subpath { random, seen: ItemId(0), grams: FxHashMap::default(), order: BTreeSet::new() })
    },
};

#[derive(Default)]
struct Gram {
    /// How often paths went through it.
    count: u64,
    waiting: Vec<ItemId>,
}

struct Subpath {
    random: fastrand::Rng,
    seen: ItemId,
    grams: FxHashMap<u64, Gram>,
    /// Those with something waiting, the rarest first.
    order: BTreeSet<(u64, u64)>,
}

impl Subpath {
    fn count(&mut self, gram: u64) {
        let entry = self.grams.entry(gram).or_default();
        if !entry.waiting.is_empty() {
            self.order.remove(&(entry.count, gram));
            self.order.insert((entry.count + 1, gram));
        }
        entry.count += 1;
    }

    fn add(&mut self, id: ItemId, gram: u64) {
        let entry = self.grams.entry(gram).or_default();
        entry.waiting.push(id);
        self.order.insert((entry.count, gram));
    }
}

fn mixed(recent: &[u32], last: u32) -> u64 {
    let keys = recent[1..].iter().chain([&last]);
    keys.fold(0xcbf2_9ce4_8422_2325, |hash: u64, key| (hash ^ u64::from(*key)).wrapping_mul(0x0100_0000_01b3))
}

impl Strategy for Subpath {
    fn pick(&mut self, search: &mut Search) -> Option<Pick> {
        let frontier = search.frontier;
        for id in frontier.since(self.seen) {
            let gram = match frontier.place(id) {
                Place::Side(piece, side) => {
                    let side = frontier.paths().side(piece, side);
                    side.map_or(0, |s| mixed(&s.recent, key(s.site, s.side)))
                }
                Place::Nowhere | Place::Tail(_) => 0,
            };
            self.add(id, gram);
        }
        self.seen = frontier.next_id();
        while let Some((count, gram)) = self.order.first().copied() {
            let entry = self.grams.entry(gram).or_default();
            let found = loop {
                if entry.waiting.is_empty() {
                    break None;
                }
                let at = self.random.usize(..entry.waiting.len());
                let id = entry.waiting.swap_remove(at);
                if frontier.get(id).is_some() {
                    break Some(id);
                }
            };
            if entry.waiting.is_empty() {
                self.order.remove(&(count, gram));
            }
            if found.is_some() {
                return found.map(Pick::Item);
            }
        }
        None
    }

    fn ended(&mut self, piece: PieceId, search: &Search) {
        let paths = search.frontier.paths();
        let Some(path) = paths.get(piece) else { return };
        if let Some(side) = path.parent.and_then(|(parent, side)| paths.side(parent, side)) {
            self.count(mixed(&side.recent, key(side.site, side.side)));
        }
        let mut begin = 0;
        while begin < path.sides.len() {
            let end = path.group(begin);
            // What the path took here is the last of what the next decision has before it.
            let next = path.sides.get(end).map_or(path.recent(), |next| next.recent);
            self.count(mixed(&path.sides[begin].recent, next[GRAM - 1]));
            begin = end;
        }
    }
}
