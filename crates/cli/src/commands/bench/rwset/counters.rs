//! What the engine counts, as it stands in the files of a run. This is the one place that knows its names:
//!
//! - `rwset` of `summary.json` is a [`Counters`]; a run without the pruning has none;
//! - `states` of a point of the timeline in `run.json` is how many distinct states there had been by then.

use anyhow::Context;
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counters {
    /// Program points where a state was looked up, and the distinct states.
    pub points: u64,
    pub states: u64,
    /// Points that were passed without a look, because it did not pay.
    #[serde(default)]
    pub rested: u64,
    /// Hits, by what made the states the same.
    pub exact: u64,
    pub renamed: u64,
    pub implied: u64,
    /// Those of them for which conditions on bytes that are gone were left out.
    #[serde(default)]
    pub projected: u64,
    /// Those of them that were sides of branches, which were not tried.
    #[serde(default)]
    pub sides: u64,
    /// Hits on a state that was still being explored; these were confirmed or resumed later.
    pub provisional: u64,
    pub confirmed: u64,
    pub resumed: u64,
    /// States that are kept, and those that had to go for want of memory.
    pub entries: u64,
    pub evicted: u64,
}

impl Counters {
    /// `None` for a run that counts nothing.
    pub fn of(summary: &Value) -> anyhow::Result<Option<Counters>> {
        serde_json::from_value(summary["rwset"].clone()).context("`rwset` of the summary is not as it should be")
    }

    /// The hits that there were, for people.
    pub fn hits(&self) -> String {
        let kinds = [
            (self.exact, "exact"),
            (self.renamed, "renamed"),
            (self.implied, "implied"),
            (self.projected, "projected"),
            (self.sides, "sides"),
            (self.provisional, "provisional"),
            (self.confirmed, "confirmed"),
            (self.resumed, "resumed"),
        ];
        let there = kinds.iter().filter(|(n, _)| *n > 0).map(|(n, kind)| format!("{n} {kind}"));
        there.collect::<Vec<_>>().join(", ")
    }
}

/// Paths and distinct states, from the points of a timeline; empty where the states were not counted.
pub fn states(record: &Value) -> Vec<(u64, u64)> {
    let points = record["timeline"].as_array().map(Vec::as_slice).unwrap_or_default();
    let counted = points.iter().filter_map(|point| Some((point["paths"].as_u64()?, point["states"].as_u64()?)));
    let mut all: Vec<(u64, u64)> = Vec::new();
    for (paths, states) in counted.filter(|(paths, _)| *paths > 0) {
        match all.last_mut() {
            Some(last) if last.0 == paths => last.1 = states,
            _ => all.push((paths, states)),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn counters_are_read() {
        let counters = json!({"points": 30, "states": 20, "exact": 5, "renamed": 2, "implied": 0, "provisional": 3,
            "confirmed": 2, "resumed": 1, "entries": 18, "evicted": 2});
        let read = Counters::of(&json!({"rwset": counters})).unwrap().unwrap();
        assert_eq!((read.points, read.states, read.entries, read.evicted), (30, 20, 18, 2));
        assert_eq!(read.hits(), "5 exact, 2 renamed, 3 provisional, 2 confirmed, 1 resumed");
        assert_eq!(Counters::of(&json!({"status": "complete"})).unwrap(), None);
        assert!(Counters::of(&json!({"rwset": {"points": 1}})).is_err());
    }

    #[test]
    fn the_last_point_of_a_number_of_paths_counts() {
        let points = json!([{"paths": 0, "states": 1}, {"paths": 1, "states": 4}, {"paths": 1, "states": 5}, {"paths": 3, "states": 9}]);
        assert_eq!(states(&json!({"timeline": points})), [(1, 5), (3, 9)]);
        assert_eq!(states(&json!({"timeline": [{"paths": 1}]})), []);
    }
}
