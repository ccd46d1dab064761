//! How a run is searched and pruned: what the command line chose.

use crate::facts::Map;
use crate::partition::Given;
use crate::prunings::{self, Goal, Prunings};
use crate::sampled::Sample;
use crate::strategies::{Needs, Setup, Strategy};
use crate::{prunings::Info as PruningInfo, strategies, strategies::Info as StrategyInfo};

#[derive(Clone)]
pub struct Technique {
    pub search: Vec<&'static StrategyInfo>,
    pub prune: Vec<&'static PruningInfo>,
    pub needs: Needs,
    /// Each side of a path is tried once before any of what it leads to.
    pub solve_first: bool,
    /// For strategies that begin anew; see [`Setup::restart`].
    pub restart: Option<u32>,
    pub goals: Vec<Goal>,
    pub call_depth: u32,
    /// The function under test, and whether only its own branches are goals.
    pub entry: u32,
    pub only_entry: bool,
    pub map: Map,
    /// Parts of rwset that are on.
    pub rwset: prunings::rwset::Switches,
    /// Whether parts of the input are explored apart, and which.
    pub partition: Option<Given>,
    /// Whether inputs are sampled beside the search, and what all of it is drawn from.
    pub sample: Option<Sample>,
    pub seed: u64,
    /// Which paths are taken at all.
    pub paths: crate::script::Paths,
}

impl Technique {
    pub fn new(search: Vec<&'static StrategyInfo>, prune: Vec<&'static PruningInfo>, map: Map) -> Technique {
        let needs = search.iter().map(|info| info.needs).reduce(Needs::join).unwrap_or_default();
        Technique {
            search,
            prune,
            needs,
            solve_first: false,
            restart: None,
            goals: vec![Goal::Branches, Goal::Bugs],
            call_depth: 1,
            entry: u32::MAX,
            only_entry: false,
            map,
            rwset: prunings::rwset::Switches::ALL,
            partition: None,
            sample: None,
            seed: 0,
            paths: Default::default(),
        }
    }

    /// Whether a pruning goes by what it saw of every path.
    pub(crate) fn keeps_states(&self) -> bool {
        self.prune.iter().any(|info| info.name == prunings::rwset::INFO.name)
    }

    /// Whether sides have to remember the calls that they are in.
    pub(crate) fn needs_stacks(&self) -> bool {
        self.needs.distances || self.prune.iter().any(|info| info.name == prunings::LOOK_AHEAD)
    }

    /// Whether anybody asks how the program's parts lead to each other.
    pub fn needs_map(&self) -> bool {
        self.needs_stacks()
    }

    pub(crate) fn prunings(&self, max_memory: u64) -> Prunings {
        let setup = prunings::Setup {
            map: self.map.clone(),
            goals: self.goals.clone(),
            call_depth: self.call_depth,
            entry: self.entry,
            only_entry: self.only_entry,
            rwset: self.rwset,
            max_memory,
        };
        // A path that rwset ends shows no more of what depends on what, and that is what the partition goes by.
        let is_used =
            |info: &&&'static PruningInfo| self.partition.is_none() || info.name != prunings::rwset::INFO.name;
        let used: Vec<&'static PruningInfo> = self.prune.iter().filter(is_used).copied().collect();
        Prunings::new(&used, &setup)
    }

    /// The strategy of a part of the run, with randomness of its own.
    pub fn strategy(&self, seed: u64, starts: u32) -> Box<dyn Strategy> {
        strategies::make(&self.search, &Setup { seed, restart: self.restart, starts })
    }
}
