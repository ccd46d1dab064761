//! Random branch search (Burnim and Sen, 2008, section 3.2): forces a random branch of the current path, which the
//! path that comes of it then replaces.
//!
//! Where the other side of the branch was run already, its path becomes the current one and nothing is run. With
//! `--restart N` the search begins anew after N paths that took no new side of a branch; it does so too when nothing is left
//! around the current path. The paper restarts with new random input; here the new path is one that a random walk
//! comes to, so that no path is run twice.

use super::walk::{self, Other};
use super::{Info, Needs, Pick, Setup, Strategy};
use crate::frontier::ItemId;
use crate::paths::{PieceId, Place, State};
use crate::search::Search;

pub static INFO: Info = Info {
    name: "random-branch",
    summary: "forces a random branch of the path that was run last",
    paper: "Burnim, Sen: Heuristics for Scalable Dynamic Test Generation, section 3.2",
    needs: Needs { paths: true, distances: false, own_checks: false },
    make: |setup: &Setup| {
        let random = fastrand::Rng::with_seed(setup.seed);
        Box::new(RandomBranch { random, restart: setup.restart.unwrap_or(0), current: None, picked: None, barren: 0 })
    },
};

/// Moves without running anything after which the search begins anew.
const MOST_MOVES: usize = 64;

struct RandomBranch {
    random: fastrand::Rng,
    restart: u32,
    current: Option<PieceId>,
    /// What was picked last: it may have become a path since.
    picked: Option<(PieceId, u32)>,
    /// Paths without anything new.
    barren: u32,
}

impl RandomBranch {
    fn take(&mut self, item: ItemId, search: &Search) -> Option<Pick> {
        if let Place::Side(piece, side) = search.frontier.place(item) {
            self.picked = Some((piece, side));
        }
        Some(Pick::Item(item))
    }
}

impl Strategy for RandomBranch {
    fn pick(&mut self, search: &mut Search) -> Option<Pick> {
        let paths = search.frontier.paths();
        if let Some((piece, side)) = self.picked.take()
            && let Some(State::Taken(new)) = paths.side(piece, side).map(|s| s.state)
        {
            self.current = Some(new);
        }
        if self.restart > 0 && self.barren >= self.restart {
            (self.current, self.barren) = (None, 0);
        }
        for _ in 0..MOST_MOVES {
            let Some(path) = self.current else { break };
            let Some(decisions) = paths.get(path).map(|p| p.decisions()) else { break };
            if decisions == 0 {
                break;
            }
            let others = walk::others(paths, path, self.random.u32(..decisions));
            if others.is_empty() {
                continue;
            }
            match others[self.random.usize(..others.len())] {
                Other::Item(item) => return self.take(item, search),
                Other::Path(other) => self.current = Some(other),
            }
        }
        self.current = None;
        let item = walk::to_item(paths, &mut self.random)?;
        self.take(item, search)
    }

    fn ended(&mut self, piece: PieceId, search: &Search) {
        let found = search.frontier.paths().get(piece).map_or(0, |p| p.new_edges);
        self.barren = if found > 0 { 0 } else { self.barren + 1 };
    }
}
