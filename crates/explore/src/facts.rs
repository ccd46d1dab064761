//! What is known of the program before it runs, in the words of the machine: distances to branches that nobody took, and
//! whether anything that is wanted can still be reached.

use crate::paths::Side;
use crate::prunings::{self, Goal};
use crate::technique::Technique;
use rustc_hash::FxHashMap;
use secateur_static::prove::Proofs;
use secateur_static::prove::work::Limits;
use secateur_static::{Checks, Distances, Goals, Graph, Hazards, Node, Reach, Slice};
use secateur_vm::{Program, Segment};
use std::sync::Arc;

/// Proves what it can of the machine's checks of a program.
pub fn prove(program: &Program, limits: &Limits) -> Proofs {
    Proofs::new(&program.module, program.checks().signed_overflow(), limits)
}

/// The program without what cannot affect a check that is not proved; `None` if that is all of it, or cannot be told.
pub fn slice(program: &Program, proofs: &Proofs, limits: &Limits) -> Option<Slice> {
    Slice::new(&program.module, checks(program), proofs, limits)
}

fn checks(program: &Program) -> Checks {
    let on = program.checks();
    Checks {
        signed_overflow: on.signed_overflow(),
        uninitialised_read: on.uninitialised_read(),
        memory_leak: on.memory_leak(),
    }
}

/// The program's control flow and calls; empty where nobody asks for it. A copy shares the graph.
#[derive(Clone, Default)]
pub struct Map {
    graph: Option<Arc<Graph>>,
    hazards: Option<Arc<Hazards>>,
    /// Where paths may end as if they had never been; `None` if nowhere.
    exclusions: Option<Arc<Hazards>>,
    /// Nodes by function and instruction: at it, and behind the call that it is.
    at: FxHashMap<(u32, u32), Node>,
    behind: FxHashMap<(u32, u32), Node>,
}

impl Map {
    pub fn new(program: &Program) -> Map {
        let first_edge = |f: secateur_ir::FuncId, b: secateur_ir::BlockId| program.edge(f.0, b.0, 0);
        let graph = Graph::new(&program.module, &first_edge, program.edge_count());
        let exclusions = Some(Hazards::exclusions(&program.module, &graph)).filter(|all| !all.is_empty());
        Map { graph: Some(Arc::new(graph)), exclusions: exclusions.map(Arc::new), ..Map::default() }
    }

    /// Finds out what may be wrong where, for goals that ask for it. What is proved cannot be.
    pub fn with_hazards(mut self, program: &Program, proofs: Option<&Proofs>) -> Map {
        if let Some(graph) = &self.graph {
            self.hazards = Some(Arc::new(Hazards::but_for(&program.module, graph, checks(program), proofs)));
        }
        self
    }

    /// Whether an assumption may exclude what a path did before, for all that is known.
    pub fn may_exclude(&self) -> bool {
        self.graph.is_none() || self.exclusions.is_some()
    }

    fn node(&self, segment: Segment) -> Option<Node> {
        let graph = self.graph.as_ref()?;
        Some(graph.node_at(segment.function, segment.block, segment.calls))
    }

    /// Where an instruction is.
    pub fn at(&mut self, program: &Program, site: (u32, u32)) -> Option<Node> {
        if let Some(known) = self.at.get(&site) {
            return Some(*known);
        }
        let node = self.node(program.segment(site.0, site.1)?)?;
        self.at.insert(site, node);
        Some(node)
    }

    /// Where a side of a decision leads to.
    pub fn target(&mut self, program: &Program, site: (u32, u32), side: Option<u32>) -> Option<Node> {
        match side {
            Some(_) => self.node(program.target(site.0, site.1, side)?),
            None => self.at(program, site),
        }
    }

    /// Where calls go on when they return, the innermost first.
    pub fn returns<'a>(
        &'a mut self,
        program: &'a Program,
        calls: impl Iterator<Item = (u32, u32)> + 'a,
    ) -> impl Iterator<Item = Node> + 'a {
        calls.filter_map(|call| self.behind(program, call))
    }

    fn behind(&mut self, program: &Program, call: (u32, u32)) -> Option<Node> {
        if let Some(known) = self.behind.get(&call) {
            return Some(*known);
        }
        let node = self.node(program.behind_call(call.0, call.1)?)?;
        self.behind.insert(call, node);
        Some(node)
    }
}

/// Distances to sides that nobody took, as of what is covered.
pub struct Facts {
    map: Map,
    distances: Option<Distances>,
    covered: Option<u32>,
}

impl Facts {
    pub fn new(technique: &Technique) -> Facts {
        let map = technique.map.clone();
        let graph = map.graph.clone().filter(|_| technique.needs.distances);
        Facts { distances: graph.map(Distances::new), map, covered: None }
    }

    /// Computes distances again if more is covered.
    pub fn update(&mut self, covered: &[u64], count: u32) {
        if self.covered != Some(count)
            && let Some(distances) = &mut self.distances
        {
            distances.update(covered);
            self.covered = Some(count);
        }
    }

    pub fn distance(&mut self, side: &Side, calls: &[(u32, u32)], program: &Program) -> u32 {
        let Some(distances) = &self.distances else { return u32::MAX };
        if side.edge.is_some_and(|edge| distances.edge(edge) == 0) {
            return 0;
        }
        // A way to begin may lead anywhere.
        if side.site.0 == u32::MAX {
            return 0;
        }
        let Some(node) = self.map.target(program, side.site, side.side) else { return u32::MAX };
        distances.with_stack(node, self.map.returns(program, calls.iter().copied()))
    }
}

/// What look-ahead asks.
pub struct Ahead {
    reach: Option<Reach>,
    /// The same for places where a path may end as if it had never been; `None` if there are none.
    excluding: Option<Reach>,
    branches: bool,
    bugs: bool,
    /// With lines as a goal: functions that are known to have been entered.
    entered: Option<Vec<bool>>,
}

impl Ahead {
    pub fn new(setup: &prunings::Setup) -> Ahead {
        let wants = |goal| setup.goals.contains(&goal);
        let hazards = || setup.map.hazards.as_ref().map(|h| (**h).clone());
        let mut goals = Goals::default();
        if wants(Goal::Branches) {
            goals = goals.and(Goals::branches());
        }
        if let (true, Some(hazards)) = (wants(Goal::Lines), hazards()) {
            goals = goals.and(Goals::lines(hazards));
        }
        if let (true, Some(hazards)) = (wants(Goal::Bugs), hazards()) {
            goals = goals.and(Goals::bugs(hazards));
        }
        if setup.only_entry {
            goals = goals.only([setup.entry]);
        }
        let reach = setup.map.graph.clone().map(|graph| Reach::new(graph, goals));
        let exclusions = setup.map.graph.clone().zip(setup.map.exclusions.as_ref());
        let excluding = exclusions.map(|(graph, all)| Reach::new(graph, Goals::bugs((**all).clone())));
        let entered = wants(Goal::Lines).then(Vec::new);
        Ahead { reach, excluding, branches: wants(Goal::Branches), bugs: wants(Goal::Bugs), entered }
    }

    /// Whether errors are no goal.
    pub fn ignores_bugs(&self) -> bool {
        !self.bugs
    }

    /// Whether a side of a branch is wanted itself.
    pub fn is_goal(&self, edge: u32, covered: &[u64]) -> bool {
        self.branches && covered.get(edge as usize / 64).is_none_or(|word| word >> (edge % 64) & 1 == 0)
    }

    pub fn can_reach(&mut self, node: Node, returns: impl Iterator<Item = Node>, covered: &[u64]) -> bool {
        self.note_functions(covered);
        self.reach.as_mut().is_none_or(|reach| reach.can_reach(node, returns, covered))
    }

    /// Whether a path may still come to where it counts as if it had never been.
    pub fn may_be_excluded(&mut self, node: Node, returns: impl Iterator<Item = Node>, covered: &[u64]) -> bool {
        self.excluding.as_mut().is_some_and(|reach| reach.can_reach(node, returns, covered))
    }

    /// Behind the sides of branches there is a bit for each function that was entered.
    fn note_functions(&mut self, covered: &[u64]) {
        let (Some(entered), Some(reach)) = (&mut self.entered, &mut self.reach) else { return };
        let graph = reach.graph().clone();
        entered.resize(graph.function_count() as usize, false);
        for (function, known) in (0u32..).zip(entered.iter_mut()).filter(|(_, known)| !**known) {
            let bit = graph.edge_count() + function;
            if covered.get(bit as usize / 64).is_some_and(|word| word >> (bit % 64) & 1 == 1) {
                *known = true;
                reach.note_entered(graph.entry(function));
            }
        }
    }

    /// A block of the user's code was entered.
    pub fn note_entered(&mut self, node: Node) {
        if let Some(reach) = &mut self.reach {
            reach.note_entered(node);
        }
    }
}
