//! Where paths asked which places are set, and when.
//!
//! A path asks as those before it did, but for the few branches where it goes another way. So a list of asks is cut into pieces at asks
//! that are known by their number, wherever they stand: what comes between two of them is mostly the same on all paths, and is kept once.
//! Equal pieces have equal numbers, and what is new about one is found once for all paths.

use crate::machine::symbolic::SharedList;
use secateur_expr::Memo;

/// After so many asks a piece ends, whichever they are. Others end at one of 16 asks.
const MOST: u8 = 32;

/// Asks that follow each other, by the last of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct PieceId(u32);

impl PieceId {
    const NONE: PieceId = PieceId(u32::MAX);

    pub fn number(self) -> usize {
        self.0 as usize
    }
}

/// All pieces.
#[derive(Default)]
pub(super) struct Pieces {
    /// With what comes before the last ask, and how many there are.
    pieces: Vec<(PieceId, u32, u8)>,
    index: Memo<(PieceId, u32), PieceId>,
}

impl Pieces {
    /// With one ask more.
    fn with(&mut self, before: PieceId, ask: u32) -> PieceId {
        if let Some(known) = self.index.get(&(before, ask)) {
            return known;
        }
        let fresh = PieceId(self.pieces.len() as u32);
        let count = self.pieces.get(before.number()).map_or(0, |(_, _, count)| *count);
        self.pieces.push((before, ask, count + 1));
        self.index.add((before, ask), fresh);
        fresh
    }

    /// Whether the next ask begins another one.
    fn is_whole(&self, piece: PieceId) -> bool {
        self.pieces.get(piece.number()).is_some_and(|(_, ask, count)| *count >= MOST || ends(*ask))
    }

    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    /// The newest first.
    pub fn asks(&self, piece: PieceId) -> impl Iterator<Item = u32> {
        let at = |piece: PieceId| self.pieces.get(piece.number());
        std::iter::successors(at(piece), move |(before, ..)| at(*before)).map(|(_, ask, _)| *ask)
    }
}

/// Whether a piece ends with this one.
fn ends(ask: u32) -> bool {
    ask.wrapping_mul(0x9e37_79b1) >> 28 == 0
}

/// What a path asked for: numbers of keys, and how often anything had grown by then.
#[derive(Clone)]
pub struct Asked {
    whole: SharedList<(PieceId, u32)>,
    /// What comes after those.
    last: PieceId,
    when: u32,
    count: u32,
}

impl Default for Asked {
    fn default() -> Asked {
        Asked { whole: SharedList::default(), last: PieceId::NONE, when: 0, count: 0 }
    }
}

impl Asked {
    pub(super) fn push(&mut self, ask: u32, now: u32, pieces: &mut Pieces) {
        if self.last != PieceId::NONE && (self.when != now || pieces.is_whole(self.last)) {
            self.whole.push((self.last, self.when));
            self.last = PieceId::NONE;
        }
        self.last = pieces.with(self.last, ask);
        (self.when, self.count) = (now, self.count.wrapping_add(1));
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.count as usize
    }

    /// The newest first, each with when it was asked.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (PieceId, u32)> {
        let last = (self.last != PieceId::NONE).then_some((self.last, self.when));
        last.into_iter().chain(self.whole.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::{Asked, PieceId, Pieces};

    fn all(asked: &Asked, pieces: &Pieces) -> Vec<(u32, u32)> {
        let each = |(piece, when): (PieceId, u32)| pieces.asks(piece).map(move |ask| (ask, when)).collect::<Vec<_>>();
        let mut all: Vec<(u32, u32)> = asked.pieces().flat_map(each).collect();
        all.reverse();
        all
    }

    #[test]
    fn all_is_there_in_order_and_what_is_the_same_is_there_once() {
        let (mut pieces, mut random) = (Pieces::default(), fastrand::Rng::with_seed(9));
        let usual: Vec<u32> = (0..2_000).map(|_| random.u32(..5_000)).collect();
        let mut first = 0;
        for path in 0..50 {
            let (mut asked, mut list, mut now) = (Asked::default(), vec![], path);
            for (i, ask) in usual.iter().enumerate() {
                now += u32::from(random.u32(..500) == 0);
                let own = if i as u32 / 4 == path * 7 { 5_000 + path } else { *ask };
                asked.push(own, now, &mut pieces);
                list.push((own, now));
            }
            assert_eq!(all(&asked, &pieces), list);
            assert_eq!(asked.len(), list.len());
            first = if path == 0 { pieces.len() } else { first };
        }
        assert!(first <= usual.len() && pieces.len() < 8 * usual.len(), "{first}, {}", pieces.len());
    }

    #[test]
    fn copies_go_their_own_ways() {
        let (mut pieces, mut one) = (Pieces::default(), Asked::default());
        one.push(3, 1, &mut pieces);
        let mut other = one.clone();
        one.push(4, 1, &mut pieces);
        other.push(5, 2, &mut pieces);
        assert_eq!(all(&one, &pieces), [(3, 1), (4, 1)]);
        assert_eq!(all(&other, &pieces), [(3, 1), (5, 2)]);
    }
}
