//! Subpath-guided search: the side whose last few decisions, itself included, were gone through least often comes first.
//!
//! A short path of a few decisions that is rare says that this part of the program was looked at little, whatever was done on the way to
//! it. Ties are broken at random. Several lengths take turns ([`LENGTHS`]).

use super::{Info, Needs, Pick, Setup, Strategy};
use crate::frontier::{Frontier, ItemId};
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
        let all = LENGTHS.map(|length| Grams { length, ..Grams::default() });
        Box::new(Subpath { random, seen: ItemId(0), all, picked: 0 })
    },
};

/// Decisions of a short path. With the longest alone, what is decided again and again in ever new company would come first for long: the cases
/// of a loop that handles one command after the other leave nothing for what a command decides.
const LENGTHS: [usize; 3] = [GRAM, 1, 2];

/// Which of them has the turn, once so many were picked: before that nothing waits for long.
const TURNS: [usize; 4] = [0, 1, 0, 2];
const FEW: usize = 2_048;

struct Subpath {
    random: fastrand::Rng,
    seen: ItemId,
    all: [Grams; LENGTHS.len()],
    picked: usize,
}

#[derive(Default)]
struct Gram {
    /// How often paths went through it.
    count: u64,
    waiting: Vec<ItemId>,
}

/// Short paths of one length.
#[derive(Default)]
struct Grams {
    length: usize,
    grams: FxHashMap<u64, Gram>,
    /// Those with something waiting, the rarest first.
    order: BTreeSet<(u64, u64)>,
}

impl Grams {
    /// The decisions before one, and itself, as far as they count.
    fn mixed(&self, recent: &[u32; GRAM], last: u32) -> u64 {
        let keys = recent[GRAM + 1 - self.length..].iter().chain([&last]);
        keys.fold(0xcbf2_9ce4_8422_2325, |hash: u64, key| (hash ^ u64::from(*key)).wrapping_mul(0x0100_0000_01b3))
    }

    fn count(&mut self, recent: &[u32; GRAM], last: u32) {
        let gram = self.mixed(recent, last);
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

    /// One of those that wait at the rarest.
    fn pick(&mut self, random: &mut fastrand::Rng, frontier: &Frontier) -> Option<ItemId> {
        while let Some(rarest) = self.order.first().copied() {
            let waiting = &mut self.grams.entry(rarest.1).or_default().waiting;
            let mut found = None;
            while found.is_none() && !waiting.is_empty() {
                let id = waiting.swap_remove(random.usize(..waiting.len()));
                found = frontier.get(id).map(|_| id);
            }
            if waiting.is_empty() {
                self.order.remove(&rarest);
            }
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

impl Strategy for Subpath {
    fn pick(&mut self, search: &mut Search) -> Option<Pick> {
        let frontier = search.frontier;
        for id in frontier.since(self.seen) {
            let side = match frontier.place(id) {
                Place::Side(piece, side) => frontier.paths().side(piece, side),
                Place::Nowhere | Place::Tail(_) => None,
            };
            for grams in &mut self.all {
                let gram = side.map_or(0, |s| grams.mixed(&s.recent, key(s.site, s.side)));
                grams.add(id, gram);
            }
        }
        self.seen = frontier.next_id();
        self.picked += 1;
        let turn = if self.picked < FEW { 0 } else { TURNS[self.picked % TURNS.len()] };
        self.all[turn].pick(&mut self.random, frontier).map(Pick::Item)
    }

    fn ended(&mut self, piece: PieceId, search: &Search) {
        let paths = search.frontier.paths();
        let Some(path) = paths.get(piece) else { return };
        if let Some(side) = path.parent.and_then(|(parent, side)| paths.side(parent, side)) {
            self.all.iter_mut().for_each(|grams| grams.count(&side.recent, key(side.site, side.side)));
        }
        let mut begin = 0;
        while begin < path.sides.len() {
            let end = path.group(begin);
            // What the path took here is the last of what the next decision has before it.
            let next = path.sides.get(end).map_or(path.recent(), |next| next.recent);
            let recent = &path.sides[begin].recent;
            self.all.iter_mut().for_each(|grams| grams.count(recent, next[GRAM - 1]));
            begin = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grams(length: usize) -> Grams {
        Grams { length, ..Grams::default() }
    }

    /// What comes first of two that wait behind these decisions.
    fn first(grams: &Grams) -> u64 {
        grams.order.first().expect("something waits").1
    }

    /// With one length alone, a decision in ever new company would always come first.
    #[test]
    fn each_length_has_its_own_order() {
        for (length, is_rare_first) in [(1, true), (2, false), (GRAM, false)] {
            let mut grams = grams(length);
            (0..10).for_each(|before| grams.count(&[0, 0, 0, before], 7));
            (0..3).for_each(|_| grams.count(&[0; GRAM], 8));
            let (often, rare) = (grams.mixed(&[0, 0, 0, 99], 7), grams.mixed(&[0; GRAM], 8));
            grams.add(ItemId(0), often);
            grams.add(ItemId(1), rare);
            assert_eq!(first(&grams) == rare, is_rare_first, "{length}");
        }
    }
}
