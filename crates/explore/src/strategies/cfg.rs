//! Control-flow directed search (Burnim and Sen, 2008, section 4): forces the branches of the current path that are
//! nearest to branches that nobody took, and then tries to go on along all short static paths to those.
//!
//! *Selection* (4.3): of the branches of the current path one with the least distance + tries, at random among equals.
//! The distance counts sides of branches on the way through the control flow and call graph; one reverse search
//! after each new branch gives it for all. *Processing*: the path that comes of it is led along every static path of at
//! most that weight; where two of them have a beginning in common it is run once. If a new branch is found its path
//! becomes the current one and all tries are forgotten; otherwise the branch has one more try.
//!
//! Beyond the paper: calls through pointers are in the graph; a static path may also return from the functions that the
//! branch is called from, since the calls of a side are known; other sides that were run already are gone along without
//! running anything.

use super::{Info, Needs, Pick, Setup, Strategy, walk};
use crate::frontier::ItemId;
use crate::paths::{PieceId, Place, Side, State, key};
use crate::search::Search;
use rustc_hash::FxHashMap;

pub static INFO: Info = Info {
    name: "cfg",
    summary: "control-flow directed: forces branches along short static paths to branches that nobody took",
    paper: "Burnim, Sen: Heuristics for Scalable Dynamic Test Generation, section 4",
    needs: Needs { paths: true, distances: true, own_checks: false },
    make: |setup: &Setup| {
        Box::new(Cfg {
            random: fastrand::Rng::with_seed(setup.seed),
            restart: setup.restart.unwrap_or(RESTART),
            current: None,
            tries: FxHashMap::default(),
            forced: None,
            attempts: vec![],
            picked: None,
            fresh: None,
            covered: 0,
            barren: 0,
        })
    },
};

/// Paths without anything new after which the search begins anew, unless told otherwise.
const RESTART: u32 = 200;

/// Branches that are selected without running anything after which it does so too.
const MOST_MOVES: usize = 64;

struct Cfg {
    random: fastrand::Rng,
    restart: u32,
    current: Option<PieceId>,
    /// By side of a branch: how often it was forced without success since the last one.
    tries: FxHashMap<u32, u32>,
    /// The side that was selected and is being processed.
    forced: Option<u32>,
    /// Paths that are led along static paths, the one at hand last.
    attempts: Vec<Attempt>,
    picked: Option<Picked>,
    /// The path that was the first to take some side, whoever picked it.
    fresh: Option<PieceId>,
    /// Sides of branches that were taken when this was last looked at.
    covered: u32,
    barren: u32,
}

/// The search along static paths from the beginning of a piece, or from the middle of one.
struct Attempt {
    piece: PieceId,
    /// The next of its sides.
    next: usize,
    /// Its first side, and sides of branches that are not part of the way.
    first: usize,
    base: u32,
    /// The weight that static paths may have from here.
    weight: u32,
}

/// What was picked last: it may have become a path since.
struct Picked {
    piece: PieceId,
    side: u32,
    weight: u32,
    /// Its path becomes the current one in any case.
    is_restart: bool,
}

/// Another way that a decision of the current path could go.
struct Candidate {
    key: u32,
    piece: PieceId,
    side: usize,
    /// The parent's own way, at a decision where the path left it.
    is_back: bool,
    weight: u32,
}

impl Strategy for Cfg {
    fn pick(&mut self, search: &mut Search) -> Option<Pick> {
        self.look_back(search);
        for _ in 0..MOST_MOVES {
            if let Some(pick) = self.search_along(search) {
                return Some(pick);
            }
            if let Some(failed) = self.forced.take() {
                *self.tries.entry(failed).or_default() += 1;
            }
            if self.restart > 0 && self.barren >= self.restart {
                break;
            }
            let Some(path) = self.current else { break };
            let Some(chosen) = self.select(path, search) else { break };
            self.forced = Some(chosen.key);
            if let Some(pick) = self.process(chosen, search) {
                return Some(pick);
            }
        }
        self.begin_anew(search)
    }

    fn ended(&mut self, piece: PieceId, search: &Search) {
        let found = search.frontier.paths().get(piece).map_or(0, |p| p.new_edges);
        self.barren = if found > 0 { 0 } else { self.barren + 1 };
        if found > 0 {
            self.fresh = Some(piece);
        }
    }
}

impl Cfg {
    /// What became of what was picked last.
    fn look_back(&mut self, search: &mut Search) {
        let grown = search.covered_count() > self.covered;
        self.covered = search.covered_count();
        let paths = search.frontier.paths();
        let (picked, fresh) = (self.picked.take(), self.fresh.take());
        if grown {
            self.tries.clear();
            // The path that found something becomes the current one, unless nothing is left on it.
            if let Some(fresh) = fresh.filter(|piece| paths.get(*piece).is_some()) {
                (self.current, self.forced) = (Some(fresh), None);
                self.attempts.clear();
                return;
            }
        }
        let Some(picked) = picked else { return };
        let Some(side) = paths.side(picked.piece, picked.side) else { return };
        let State::Taken(new) = side.state else { return };
        if picked.is_restart {
            (self.current, self.forced) = (Some(new), None);
            self.attempts.clear();
        } else {
            self.attempts.push(Attempt::along(new, side, picked.weight));
        }
    }

    /// The next branch to force on the way along a static path.
    fn search_along(&mut self, search: &mut Search) -> Option<Pick> {
        while let Some(attempt) = self.attempts.last_mut() {
            let Some(piece) = search.frontier.paths().get(attempt.piece) else {
                self.attempts.pop();
                continue;
            };
            let Some(side) = piece.sides.get(attempt.next) else {
                self.attempts.pop();
                continue;
            };
            let index = attempt.next;
            attempt.next += 1;
            let passed = match side.way {
                // Behind the weight that was counted up to, there is nothing near.
                u32::MAX if attempt.first == 0 && piece.counted >= attempt.weight => {
                    self.attempts.pop();
                    continue;
                }
                u32::MAX => side.decision.saturating_sub(piece.sides[attempt.first].decision),
                way => way.saturating_sub(attempt.base),
            };
            let Some(rest) = attempt.weight.checked_sub(passed.saturating_add(1)) else { continue };
            let (id, state) = (attempt.piece, side.state);
            if search.frontier.paths().live(side) == 0 || search.distance(side) > rest {
                continue;
            }
            match state {
                State::Waiting(item) => return Some(self.take(item, (id, index as u32), rest, false)),
                State::Taken(next) => self.attempts.push(Attempt::along(next, side, rest)),
                State::Impossible | State::Dropped | State::Done => {}
            }
        }
        None
    }

    fn take(&mut self, item: ItemId, (piece, side): (PieceId, u32), weight: u32, is_restart: bool) -> Pick {
        self.picked = Some(Picked { piece, side, weight, is_restart });
        Pick::Along(item, weight.saturating_add(1))
    }

    /// A branch of the path with the least distance and tries.
    fn select(&mut self, path: PieceId, search: &mut Search) -> Option<Candidate> {
        let paths = search.frontier.paths();
        let (mut best, mut equals): (Option<Candidate>, u32) = (None, 0);
        let (mut at, mut left_by) = (path, None);
        while let Some(piece) = paths.get(at).filter(|_| at != paths.root()) {
            let left_at = left_by.and_then(|i: u32| piece.sides.get(i as usize)).map_or(u32::MAX, |s| s.decision);
            let last_live = left_by.and_then(|_| piece.sides.iter().rposition(|s| paths.live(s) > 0));
            let first = paths.first_live(piece).min(left_by.map_or(usize::MAX, |i| i as usize));
            for (index, side) in piece.sides.iter().enumerate().skip(first) {
                if side.decision > left_at {
                    break;
                }
                let is_back = left_by == Some(index as u32);
                let flipped;
                let side = match is_back {
                    // Of the parent's own way there is something left behind the decision, or nothing.
                    true if last_live.is_none_or(|last| last <= index) => continue,
                    true => {
                        flipped = side.flipped();
                        &flipped
                    }
                    false if paths.live(side) == 0 => continue,
                    false => side,
                };
                let distance = search.distance(side);
                if distance == u32::MAX {
                    continue;
                }
                let key = key(side.site, side.side);
                let weight = distance.saturating_add(self.tries.get(&key).copied().unwrap_or(0));
                match best.as_ref().map_or(u32::MAX, |b| b.weight).cmp(&weight) {
                    std::cmp::Ordering::Less => continue,
                    std::cmp::Ordering::Equal => equals += 1,
                    std::cmp::Ordering::Greater => equals = 1,
                }
                if self.random.u32(..equals) == 0 {
                    best = Some(Candidate { key, piece: at, side: index, is_back, weight });
                }
            }
            let Some((parent, side)) = piece.parent else { break };
            (at, left_by) = (parent, Some(side));
        }
        best
    }

    /// Forces what was selected, or goes along a path that did so before.
    fn process(&mut self, chosen: Candidate, search: &Search) -> Option<Pick> {
        let Candidate { piece, side, is_back, weight, .. } = chosen;
        let paths = search.frontier.paths();
        let found = paths.get(piece)?;
        if is_back {
            let left = &found.sides[side];
            let next = found.at(left.decision).end;
            if next < found.sides.len() {
                // The way is counted from the beginning of the piece.
                let base = left.way.saturating_add(u32::from(left.edge.is_some()));
                self.attempts.push(Attempt { piece, next, first: next, base, weight });
            }
            return None;
        }
        match found.sides[side].state {
            State::Waiting(item) => Some(self.take(item, (piece, side as u32), weight, false)),
            State::Taken(next) => {
                self.attempts.push(Attempt::along(next, &found.sides[side], weight));
                None
            }
            State::Impossible | State::Dropped | State::Done => None,
        }
    }

    /// From another path, which a random walk comes to.
    fn begin_anew(&mut self, search: &Search) -> Option<Pick> {
        (self.current, self.forced, self.barren) = (None, None, 0);
        self.attempts.clear();
        self.tries.clear();
        let item = walk::to_item(search.frontier.paths(), &mut self.random)?;
        match search.frontier.place(item) {
            Place::Side(piece, side) => Some(self.take(item, (piece, side), 0, true)),
            Place::Nowhere | Place::Tail(_) => Some(Pick::Item(item)),
        }
    }
}

impl Attempt {
    /// From the beginning of a piece, which took this side.
    fn along(piece: PieceId, side: &Side, weight: u32) -> Attempt {
        // The side itself was counted as the first on the way.
        Attempt { piece, next: 0, first: 0, base: u32::from(side.edge.is_some()), weight }
    }
}
