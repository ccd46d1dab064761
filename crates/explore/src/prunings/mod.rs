//! Prunings: what need not be explored.
//!
//! Adding one is a new file and its registration here: `mod`, and a line in `ALL`.

mod call_depth;
mod look_ahead;

use crate::facts::Map;
use crate::search::Search;
use secateur_vm::{Pending, Point, Verdict, Watch};
use std::any::Any;

pub use look_ahead::Goal;

/// The name of the pruning that asks for the calls of each side.
pub const LOOK_AHEAD: &str = look_ahead::INFO.name;

/// A pruning, as the command line and the documentation know it.
pub struct Info {
    pub name: &'static str,
    pub summary: &'static str,
    /// Where it comes from.
    pub paper: &'static str,
    /// Whether nothing is lost by it that was asked for.
    pub is_sound: bool,
    pub make: fn(&Setup) -> Box<dyn Pruning>,
}

/// What a pruning is made from.
#[derive(Clone)]
pub struct Setup {
    pub map: Map,
    /// What look-ahead looks for.
    pub goals: Vec<Goal>,
    /// Calls below the function under test in which nothing is varied any more.
    pub call_depth: u32,
    /// The function under test.
    pub entry: u32,
    /// Whether only its own branches are goals.
    pub only_entry: bool,
}

pub static ALL: &[&Info] = &[&look_ahead::INFO, &call_depth::INFO];

/// More prunings than there are.
pub const MOST: usize = 4;

pub fn find(name: &str) -> Option<&'static Info> {
    ALL.iter().find(|info| info.name == name).copied()
}

/// Where a pruning is in counts.
pub fn index(name: &str) -> usize {
    ALL.iter().position(|info| info.name == name).unwrap_or(MOST - 1)
}

pub trait Pruning: Any {
    /// Whether a side that was picked is not worth being tried.
    fn drops(&mut self, _side: &Pending, _search: &Search) -> bool {
        false
    }
    /// What becomes of a decision of the running path.
    fn decision(&mut self, _point: &Point) -> Verdict {
        Verdict::Keep
    }
}

/// Those that are switched on.
#[derive(Default)]
pub struct Prunings {
    all: Vec<(&'static str, Box<dyn Pruning>)>,
}

impl Prunings {
    pub fn new(infos: &[&'static Info], setup: &Setup) -> Prunings {
        Prunings { all: infos.iter().map(|info| (info.name, (info.make)(setup))).collect() }
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The first that does not want the side.
    pub fn drops(&mut self, side: &Pending, search: &Search) -> Option<&'static str> {
        self.all.iter_mut().find_map(|(name, pruning)| pruning.drops(side, search).then_some(*name))
    }
}

impl Watch for Prunings {
    fn decision(&mut self, point: &Point) -> Verdict {
        let verdicts = self.all.iter_mut().map(|(_, pruning)| pruning.decision(point));
        verdicts.into_iter().find(|v| *v != Verdict::Keep).unwrap_or(Verdict::Keep)
    }
    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that exists but is not registered could never be chosen.
    #[test]
    fn every_file_is_registered() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/prunings");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .expect("the folder of the prunings")
            .map(|e| e.expect("an entry").file_name().to_string_lossy().replace(".rs", "").replace('_', "-"))
            .filter(|name| name != "mod")
            .collect();
        files.sort();
        let mut names: Vec<String> = ALL.iter().map(|p| p.name.to_string()).collect();
        names.sort();
        assert_eq!(files, names);
    }

    #[test]
    fn every_pruning_says_what_it_is_and_has_a_place_in_counts() {
        assert!(ALL.len() < MOST, "what is not known is counted in the last place");
        for (i, info) in ALL.iter().enumerate() {
            assert!(info.name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{}", info.name);
            assert!(!info.summary.is_empty() && !info.paper.is_empty(), "{}", info.name);
            assert_eq!(index(info.name), i);
        }
        assert!(find("nonsense").is_none() && find(LOOK_AHEAD).is_some_and(|info| info.is_sound));
    }
}
