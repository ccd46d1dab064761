//! How paths end, and what a run comes to.

use crate::prunings;
use crate::tree::{End, NodeId, Tree};
use secateur_vm::{Bug, Input, Losses, Program, Stop, Unsupported};

/// How a path ended.
#[derive(Debug)]
pub enum Outcome {
    Exit(i32),
    Killed(i32),
    Bug(Box<Bug>),
    /// Something wrong that nobody asked to hear about.
    Muted(Box<Bug>),
    Unsupported(Box<Unsupported>),
    /// A limit on single paths.
    Limit(&'static str, Box<Unsupported>),
    /// The program asked for no test.
    Silent,
    /// An assumption excludes every input.
    Infeasible,
    /// Nothing behind this point is wanted, says this technique.
    Pruned(&'static str),
    /// A defect of ours.
    Internal(String),
}

impl Outcome {
    /// The outcome of a stop that ends a path; `None` for those that do not.
    pub fn of(stop: Stop) -> Option<Outcome> {
        Some(match stop {
            Stop::Exit(status) => Outcome::Exit(status),
            Stop::Killed(signal) => Outcome::Killed(signal),
            Stop::Bug(bug) => Outcome::Bug(bug),
            Stop::Muted(bug) => Outcome::Muted(bug),
            Stop::Unsupported(what) => Outcome::Unsupported(what),
            Stop::Limit(what, place) => Outcome::Limit(what, place),
            Stop::Silent => Outcome::Silent,
            Stop::Infeasible => Outcome::Infeasible,
            Stop::Pruned(by) => Outcome::Pruned(by),
            Stop::Symbolic { at, size } => Outcome::Internal(format!(
                "{size} symbolic bytes at {at:#x} reached a function that needs concrete ones"
            )),
            Stop::Paused | Stop::Full | Stop::Arrived => return None,
        })
    }
}

/// A path that ended, and an input that takes it.
pub struct PathEnd {
    pub outcome: Outcome,
    /// Every input that the path asked for, with its bytes.
    pub inputs: Vec<(Input, Vec<u8>)>,
    /// What the run began with: an index into [`crate::Options::starts`].
    pub root: u32,
    /// Sides of branches in the user's own code that no path took before.
    pub new_edges: u32,
    /// Cases of switches that no test took, where several cases have the same code.
    pub new_labels: u32,
    /// Symbolic decisions.
    pub depth: u32,
    pub steps: u64,
    /// Where it is in the tree of paths.
    pub node: NodeId,
}

/// Paths, by how they ended.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Counts {
    pub completed: u64,
    pub bug: u64,
    pub muted: u64,
    pub silent: u64,
    pub infeasible: u64,
    pub unsupported: u64,
    pub limit: u64,
    pub pending: u64,
    pub internal: u64,
    /// By technique, as [`prunings::index`] says: sides that were not tried, and paths that were not run to their end.
    pub pruned: [u64; prunings::MOST],
    /// Of those, the paths that had been begun.
    pub cut: u64,
    /// Sides beyond the bound on decisions.
    pub deep: u64,
}

impl Counts {
    pub fn add(&mut self, outcome: &Outcome) {
        *self.of(outcome) += 1;
        self.cut += u64::from(matches!(outcome, Outcome::Pruned(_)));
    }
    /// Takes back what was added.
    pub(crate) fn forget(&mut self, outcome: &Outcome) {
        *self.of(outcome) -= 1;
        self.cut -= u64::from(matches!(outcome, Outcome::Pruned(_)));
    }
    fn of(&mut self, outcome: &Outcome) -> &mut u64 {
        match outcome {
            Outcome::Exit(_) | Outcome::Killed(_) => &mut self.completed,
            Outcome::Bug(_) => &mut self.bug,
            Outcome::Muted(_) => &mut self.muted,
            Outcome::Unsupported(_) => &mut self.unsupported,
            Outcome::Limit(..) => &mut self.limit,
            Outcome::Silent => &mut self.silent,
            Outcome::Infeasible => &mut self.infeasible,
            Outcome::Pruned(by) => &mut self.pruned[prunings::index(by)],
            Outcome::Internal(_) => &mut self.internal,
        }
    }
    /// What another part of the run counted.
    pub(crate) fn join(&mut self, other: &Counts) {
        self.completed += other.completed;
        self.bug += other.bug;
        self.muted += other.muted;
        self.silent += other.silent;
        self.infeasible += other.infeasible;
        self.unsupported += other.unsupported;
        self.limit += other.limit;
        self.pending += other.pending;
        self.internal += other.internal;
        self.cut += other.cut;
        self.deep += other.deep;
        self.pruned.iter_mut().zip(other.pruned).for_each(|(own, n)| *own += n);
    }
    /// A side that a technique did not want.
    pub(crate) fn prune(&mut self, by: &str) {
        self.pruned[prunings::index(by)] += 1;
    }
    pub fn pruned_by(&self, name: &str) -> u64 {
        self.pruned[prunings::index(name)]
    }
    /// Limits of the search that left something out.
    pub(crate) fn bounds(&self) -> Vec<&'static str> {
        let unsound = prunings::ALL.iter().filter(|info| !info.is_sound && self.pruned_by(info.name) > 0);
        let depth = (self.deep > 0).then_some("depth");
        unsound.map(|info| info.name).chain(depth).collect()
    }
    /// Paths that ended, for whatever reason.
    pub fn ended(&self) -> u64 {
        let begun = self.completed + self.bug + self.muted + self.silent + self.cut;
        begun + self.unsupported + self.limit + self.internal
    }
}

/// Something given up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    pub what: String,
    pub file: String,
    pub line: u32,
    pub function: String,
    pub count: u64,
}

impl Loss {
    /// What a run gave up, with places in the source.
    pub(crate) fn all(losses: &Losses, program: &Program) -> Vec<Loss> {
        let entries = losses.entries.iter();
        let entry = |((what, function, at), count): (&(String, u32, u32), &u64)| {
            let place = program.place_at(*function, *at);
            let (file, line, function) = place.map_or_else(Default::default, |p| (p.file, p.line, p.function));
            Loss { what: what.clone(), file, line, function, count: *count }
        };
        entries.map(entry).collect()
    }
}

impl Outcome {
    /// As the tree of paths keeps it.
    pub fn end(&self) -> End {
        match self {
            Outcome::Exit(_) | Outcome::Killed(_) => End::Completed,
            Outcome::Bug(_) => End::Bug,
            Outcome::Muted(_) => End::Muted,
            Outcome::Unsupported(_) => End::Unsupported,
            Outcome::Limit(..) => End::Limit,
            Outcome::Silent => End::Silent,
            Outcome::Infeasible => End::Infeasible,
            Outcome::Pruned(by) => End::Pruned(by),
            Outcome::Internal(_) => End::Internal,
        }
    }
}

/// What a run comes to.
#[derive(Clone, Debug, Default)]
pub struct Report {
    pub counts: Counts,
    pub losses: Vec<Loss>,
    /// Limits of the whole run that were reached, none if it ended by itself.
    pub limits: Vec<&'static str>,
    pub instructions: u64,
    /// Sides of branches in the user's own code that some path took: one bit each.
    pub covered: Vec<u64>,
    pub covered_edges: u32,
    pub tree: Tree,
    /// Snapshots that were dropped for lack of memory, and built again.
    pub dropped: u64,
    pub rebuilt: u64,
    /// Sides that were hard to decide, and had to wait.
    pub postponed: u64,
    /// How often a strategy said that nothing was left while something was.
    pub overlooked: u64,
    /// Whether there was symbolic input, also on a path that never ended.
    pub asks_for_input: bool,
    /// What rwset did, if it was on.
    pub rwset: Option<prunings::rwset::Counts>,
    /// The parts of the input, if they were explored apart.
    pub partition: Option<crate::partition::Summary>,
    /// What sampling did, if it was on.
    pub sampling: Option<crate::sampling::rounds::Counts>,
    /// The paths that were begun, if they were to be noted.
    pub begun: Vec<u64>,
}

impl Report {
    /// Names the limits of the search that left something out.
    pub(crate) fn add_bounds(&mut self) {
        let new: Vec<_> = self.counts.bounds().into_iter().filter(|b| !self.limits.contains(b)).collect();
        self.limits.extend(new);
    }
    /// Whether every path was run to its end and nothing was given up.
    pub fn is_complete(&self) -> bool {
        let c = &self.counts;
        self.limits.is_empty()
            && self.losses.is_empty()
            && c.pending + c.limit + c.unsupported + c.internal + c.muted == 0
    }
}
