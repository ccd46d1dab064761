//! Depth-first search: the side that was met last comes first.
//!
//! With `--depth` it is CREST's bounded depth-first search (Burnim and Sen, 2008, section 2.4), whose bound the explorer
//! keeps for all strategies alike. States that were set aside because they spin wait until nothing else is left,
//! so that one endless loop does not keep the rest from being explored.

use super::{Info, Needs, Pick, Strategy};
use crate::frontier::{Item, ItemId};
use crate::search::Search;

pub static INFO: Info = Info {
    name: "dfs",
    summary: "depth-first: the branch met last comes first",
    paper: "Burnim, Sen: Heuristics for Scalable Dynamic Test Generation, section 2.4",
    needs: Needs { paths: false, distances: false, own_checks: true },
    make: |_| Box::new(Dfs),
};

struct Dfs;

impl Strategy for Dfs {
    fn pick(&mut self, search: &mut Search) -> Option<Pick> {
        let frontier = search.frontier;
        let is_paused = |id: &ItemId| matches!(frontier.get(*id), Some(Item::Paused(_)));
        // Paused states are few, and the oldest of them has waited longest.
        let mut ids = frontier.ids().rev();
        ids.find(|id| !is_paused(id)).or_else(|| frontier.ids().next()).map(Pick::Item)
    }
}
