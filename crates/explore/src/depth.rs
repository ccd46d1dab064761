//! The bound on decisions (`--depth N`), as CREST's bounded depth-first search counts it (Burnim and Sen, 2008, section 2.4).
//!
//! A path is run to its end in any case. A side of it is tried only if fewer than N of the path's decisions before it
//! could have gone another way; those that could not do not count, and neither does whether something is wrong, which is
//! tried in any case. So, unless paths are shorter, exactly 2^N - 1 sides are
//! forced. Whether an earlier decision could have gone another way has to be known first: as long as it is not, the
//! first such decision is tried in place of what a strategy picked, which is the order of the paper's search. The bound
//! is the same for every strategy.

use crate::explorer::Explorer;
use crate::frontier::{Item, ItemId, Taken};
use crate::paths::{Paths, PieceId, Place, Side, State};
use crate::tree::End;

/// Whether an item may be tried.
pub enum Bound {
    Within,
    Beyond,
    /// This one has to be tried first.
    First(ItemId),
}

/// Decisions after which a path under a bound is cut: one that goes on deciding without an end has to end somewhere.
pub fn most_decisions(bound: u32) -> u32 {
    if bound == u32::MAX { u32::MAX } else { bound.saturating_mul(64).saturating_add(4096) }
}

impl Explorer<'_> {
    pub(crate) fn bound(&self, id: ItemId) -> Bound {
        let most = self.options.max_depth;
        match self.frontier.place(id) {
            Place::Side(piece, side) if most != u32::MAX => bound(self.frontier.paths(), piece, side, most),
            _ => Bound::Within,
        }
    }

    /// A side beyond the bound.
    pub(crate) fn close_deep(&mut self, id: ItemId) {
        let Some(Taken { item, node, place }) = self.frontier.take(id) else { return };
        self.node = node;
        self.report.counts.deep += 1;
        if let Item::Side(side) = item {
            self.machine.symbols().losses.add("branches beyond the bound on decisions (--depth)", side.site);
            self.close_side(&side, place, End::Limit);
        }
    }
}

fn bound(paths: &Paths, piece: PieceId, side: u32, most: u32) -> Bound {
    let Some(Side { decision, counts, .. }) = paths.side(piece, side).cloned() else { return Bound::Within };
    if !counts || decision < most || piece == paths.root() {
        return Bound::Within;
    }
    // From the last decision to the first.
    let (mut known, mut unknown) = (0, None);
    let (mut at, mut before) = (piece, decision);
    while let Some(piece) = paths.get(at).filter(|_| at != paths.root()) {
        let mut end = piece.sides.partition_point(|s| s.decision < before);
        while end > 0 {
            let group = piece.at(piece.sides[end - 1].decision);
            end = group.start;
            let mut waiting = None;
            let mut possible = false;
            for side in piece.sides[group].iter().filter(|side| side.counts) {
                match side.state {
                    State::Waiting(item) => waiting = waiting.or(Some(item)),
                    State::Taken(_) | State::Dropped | State::Done => possible = true,
                    State::Impossible => {}
                }
            }
            match (possible, waiting) {
                (true, _) => known += 1,
                (false, Some(item)) => unknown = Some(item),
                (false, None) => {}
            }
        }
        let Some((parent, left_by)) = piece.parent.filter(|p| p.0 != paths.root()) else { break };
        // Here the path left another one, which is another way to go.
        known += u32::from(paths.side(parent, left_by).is_some_and(|side| side.counts));
        (at, before) = (parent, piece.first - 1);
    }
    match unknown {
        _ if known >= most => Bound::Beyond,
        Some(first) => Bound::First(first),
        None => Bound::Within,
    }
}
