//! Strategies: which of the pending branches comes next.
//!
//! Adding one is a new file and its registration here: `mod`, and a line in `ALL`.

mod bfs;
mod cfg;
mod coverage_new;
mod dfs;
mod interleaved;
mod random_branch;
mod random_input;
mod random_path;
mod subpath;
mod uniform_random;
mod walk;

pub use interleaved::Interleaved;

use crate::{ItemId, PieceId, Search};

/// A strategy, as the command line and the documentation know it.
pub struct Info {
    pub name: &'static str,
    pub summary: &'static str,
    /// Where it comes from.
    pub paper: &'static str,
    pub needs: Needs,
    pub make: fn(&Setup) -> Box<dyn Strategy>,
}

/// What a strategy has to know of the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Needs {
    /// The paths so far ([`crate::Paths`]).
    pub paths: bool,
    /// How far it is to branches that nobody took.
    pub distances: bool,
    /// Sides that would show an error come in its own order, not before everything else.
    pub own_checks: bool,
}

impl Needs {
    pub fn join(self, other: Needs) -> Needs {
        Needs {
            paths: self.paths || other.paths,
            distances: self.distances || other.distances,
            own_checks: self.own_checks && other.own_checks,
        }
    }
}

/// What a strategy is made from.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// All its randomness comes from it.
    pub seed: u64,
    /// Paths without anything new after which a local search begins anew elsewhere; 0 for never, and nothing for what suits it.
    pub restart: Option<u32>,
    /// How many ways there are to begin.
    pub starts: u32,
}

pub static ALL: &[&Info] = &[
    &dfs::INFO,
    &bfs::INFO,
    &random_path::INFO,
    &uniform_random::INFO,
    &random_branch::INFO,
    &cfg::INFO,
    &coverage_new::INFO,
    &subpath::INFO,
    &random_input::INFO,
];

pub fn find(name: &str) -> Option<&'static Info> {
    ALL.iter().find(|info| info.name == name).copied()
}

/// Several by turns, or one alone.
pub fn make(infos: &[&'static Info], setup: &Setup) -> Box<dyn Strategy> {
    match infos {
        [one] => (one.make)(setup),
        _ => {
            let made = infos.iter().zip(0..).map(|(info, i)| {
                let seed = setup.seed.wrapping_add(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(i));
                (info.make)(&Setup { seed, ..*setup })
            });
            Box::new(Interleaved::new(made.collect()))
        }
    }
}

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pick {
    Item(ItemId),
    /// The same, and the sides of branches that the path takes from there are counted, up to so many.
    Along(ItemId, u32),
    /// What was too hard to decide before, when nothing else is left.
    Hard,
    /// A run with random input, from this way to begin and this seed.
    Random(u32, u64),
}

/// Chooses among what is left, by facts only.
pub trait Strategy: Send {
    /// What comes next; `None` if nothing is left. Items may also go elsewhere between two calls.
    fn pick(&mut self, search: &mut Search) -> Option<Pick>;
    /// The path of a piece came to its end, whoever picked it.
    fn ended(&mut self, _piece: PieceId, _search: &Search) {}
}

#[cfg(test)]
pub(crate) mod fake;

#[cfg(test)]
mod tests {
    use super::*;

    /// Files that are no strategy of their own.
    const PARTS: [&str; 4] = ["mod", "fake", "interleaved", "walk"];

    /// A file that exists but is not registered could never be chosen.
    #[test]
    fn every_file_is_registered() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/strategies");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .expect("the folder of the strategies")
            .map(|e| e.expect("an entry").file_name().to_string_lossy().replace(".rs", "").replace('_', "-"))
            .filter(|name| !PARTS.contains(&name.as_str()))
            .collect();
        files.sort();
        let mut names: Vec<String> = ALL.iter().map(|s| s.name.to_string()).collect();
        names.sort();
        assert_eq!(files, names);
    }

    #[test]
    fn every_strategy_says_what_it_is() {
        for info in ALL {
            assert!(info.name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{}", info.name);
            assert!(!info.summary.is_empty() && !info.paper.is_empty(), "{}", info.name);
            assert!(find(info.name).is_some_and(|found| std::ptr::eq(found, *info)), "{}", info.name);
        }
        assert!(find("nonsense").is_none());
    }
}
