//! Prunings: what need not be explored.
//!
//! Adding one is a new file and its registration here: `mod`, and a line in `ALL`.

mod call_depth;
mod look_ahead;
pub mod rwset;

use crate::facts::Map;
use crate::outcome::Outcome;
use crate::search::Search;
use crate::tree::End;
use secateur_expr::{Assignment, Term};
use secateur_vm::{Machine, Mark, Pending, Picks, Point, Snapshot, Verdict, Watch};
use std::any::Any;
use std::rc::Rc;
use std::sync::Arc;

pub use look_ahead::Goal;

/// The name of the pruning that asks for the calls of each side.
pub const LOOK_AHEAD: &str = look_ahead::INFO.name;

/// A pruning, as the command line and the documentation know it.
pub struct Info {
    pub name: &'static str,
    pub summary: &'static str,
    /// Where it comes from.
    pub paper: &'static str,
    /// Whether nothing is lost by it that was asked for, but for what `docs/limits.md` tells.
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
    /// Parts of rwset that are on.
    pub rwset: rwset::Switches,
    /// Memory of the whole run.
    pub max_memory: u64,
}

/// In the order in which they are asked: those that only look at the program come first.
pub static ALL: &[&Info] = &[&look_ahead::INFO, &call_depth::INFO, &rwset::INFO];

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
    /// Whether everything that a side leads to is known, so that it need not be tried. Asked of sides that nobody drops, and
    /// then told that the side is closed.
    fn knows(&mut self, _side: &Pending, _machine: &mut Machine) -> bool {
        false
    }
    /// What becomes of a decision of the running path.
    fn decision(&mut self, _point: &mut Point) -> Verdict {
        Verdict::Keep
    }
    /// What the sides of the decision at hand are to be marked with, for one who wants to know them again.
    fn mark(&self) -> Option<Mark> {
        None
    }
    /// A path begins, or goes on, from a decision with this mark.
    fn begins(&mut self, _mark: Mark, _machine: &mut Machine) {}
    /// A side of a decision with this mark waits for its turn.
    fn kept(&mut self, _mark: Mark) {}
    /// One that waited does not become a path; what would have had to hold.
    fn closed(&mut self, _mark: Mark, _end: End, _conditions: &[Term], _machine: &mut Machine) {}
    /// The running path has ended.
    fn ended(&mut self, _outcome: &Outcome, _machine: &mut Machine) {}
    /// The running path is set aside: the mark with which it will go on.
    fn set_aside(&mut self, _machine: &mut Machine) -> Option<Mark> {
        None
    }
    /// Sides of the running path were left out, though they may lead to something.
    fn leaves_out(&mut self) {}
    /// Whether the path that ended last may have to go on, and under which mark.
    fn waits(&mut self) -> Option<Mark> {
        None
    }
    /// Paths that waited and have to go on; with `all` everyone who waits.
    fn resumes(&mut self, _all: bool) -> Vec<Resumed> {
        vec![]
    }
    /// All terms are gone.
    fn forget(&mut self) {}
    /// Distinct states that there were so far.
    fn states(&self) -> Option<u64> {
        None
    }
    /// What rwset did.
    fn counts(&self) -> Option<rwset::Counts> {
        None
    }
}

/// A path that waited, and has to go on.
pub struct Resumed {
    /// The name of the pruning that let it wait.
    pub by: &'static str,
    pub mark: Mark,
    pub state: Rc<Snapshot>,
    pub model: Arc<Assignment>,
    pub depth: u32,
    pub root: u32,
    pub picks: Picks,
}

/// Those that are switched on.
#[derive(Default)]
pub struct Prunings {
    all: Vec<(&'static str, Box<dyn Pruning>)>,
}

impl Prunings {
    pub fn new(infos: &[&'static Info], setup: &Setup) -> Prunings {
        let chosen = ALL.iter().filter(|info| infos.iter().any(|chosen| chosen.name == info.name));
        Prunings { all: chosen.map(|info| (info.name, (info.make)(setup))).collect() }
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The first that does not want the side.
    pub fn drops(&mut self, side: &Pending, search: &Search) -> Option<&'static str> {
        self.all.iter_mut().find_map(|(name, pruning)| pruning.drops(side, search).then_some(*name))
    }

    /// The first that knows what the side leads to.
    pub fn knows(&mut self, side: &Pending, machine: &mut Machine) -> Option<&'static str> {
        self.all.iter_mut().find_map(|(name, pruning)| pruning.knows(side, machine).then_some(*name))
    }

    /// Each that is switched on.
    pub fn each(&mut self) -> impl Iterator<Item = &mut Box<dyn Pruning>> {
        self.all.iter_mut().map(|(_, pruning)| pruning)
    }
}

impl Watch for Prunings {
    fn decision(&mut self, point: &mut Point) -> Verdict {
        let mut verdicts = self.all.iter_mut().map(|(_, pruning)| pruning.decision(point));
        verdicts.find(|v| *v != Verdict::Keep).unwrap_or(Verdict::Keep)
    }
    fn mark(&self) -> Mark {
        self.all.iter().find_map(|(_, pruning)| pruning.mark()).unwrap_or(Mark::NONE)
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
