//! RWset (Boonstoppel, Cadar, Engler): a path that comes to a point in a state whose future is known is not explored again,
//! and states are compared only in what is read later.
//!
//! Points are decisions: between two of them a path runs without branching off, so nothing is lost by looking only there, and
//! paths that met earlier look alike there too. Each decision is a *node* of a tree until all that can follow it is explored.
//! What its paths read, less what they wrote before, goes back from their ends to the node ([`reads`]); with the last of
//! them the node becomes a known state ([`table`]), and passes its reads on to the node before it. A path that comes to a
//! known state ends there, and passes on what that state's future reads.
//!
//! Why it is sound: with equal registers, equal bytes wherever the future looks, and path conditions that say the same about
//! the input bytes in both, the program goes the same ways. A known state was explored in full: what was left out by a
//! bound, or given to another part of the run, keeps all nodes above it from becoming known.

mod canon;
mod reads;
mod table;

use super::{Info, Pruning, Setup};
use crate::outcome::Outcome;
use crate::tree::End;
use canon::{Bound, Canon, Names};
use reads::Reads;
use secateur_solver::Path;
use secateur_vm::log::{Segment, UNIQUE};
use secateur_vm::{Liveness, Machine, Mark, Point, Verdict};
use std::rc::Rc;
use table::{Entry, Table};

pub static INFO: Info = Info {
    name: "rwset",
    summary: "ends a path that reaches a point in a state already explored, comparing only what is read later",
    paper: "Boonstoppel, Cadar, Engler: RWset: Attacking Path Explosion in Constraint-Based Test Generation (TACAS 2008)",
    is_sound: true,
    make: |setup: &Setup| Box::new(RwSet::new(setup)),
};

/// Parts of the technique that can be switched off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switches {
    /// Only what is read later is compared; otherwise everything that was written.
    pub reads: bool,
    /// Input bytes may have other names.
    pub renaming: bool,
    /// A state may be a special case of a known one.
    pub implication: bool,
    /// What affects neither a branch nor a check is no read.
    pub relevance: bool,
    /// A path that comes back to a state that it came from waits until the rest of that state's future is known.
    pub loops: bool,
    /// Paths are ended; otherwise everything is only counted.
    pub pruning: bool,
}

impl Switches {
    pub const ALL: Switches =
        Switches { reads: true, renaming: true, implication: true, relevance: true, loops: true, pruning: true };
    /// Their names on the command line.
    pub const NAMES: [&str; 6] = ["reads", "renaming", "implication", "relevance", "loops", "pruning"];

    /// Switches a part off; `false` if there is none of this name.
    pub fn off(&mut self, name: &str) -> bool {
        match name {
            "reads" => self.reads = false,
            "renaming" => self.renaming = false,
            "implication" => self.implication = false,
            "relevance" => self.relevance = false,
            "loops" => self.loops = false,
            "pruning" => self.pruning = false,
            _ => return false,
        }
        true
    }
}

/// What it did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// States that were looked up, and those of them that were new.
    pub points: u64,
    pub states: u64,
    /// Known states, by how they were recognised: the very same, with input bytes of other names, as a special case.
    pub exact: u64,
    pub renamed: u64,
    pub implied: u64,
    /// Paths that wait for a state that they came from, those that need not go on, and those that had to.
    pub provisional: u64,
    pub confirmed: u64,
    pub resumed: u64,
    /// States that are known now, and those that were forgotten for lack of room.
    pub entries: u64,
    pub evicted: u64,
}

impl Counts {
    pub fn hits(&self) -> u64 {
        self.exact + self.renamed + self.implied
    }
    pub(crate) fn join(&mut self, other: &Counts) {
        let fields = |c: &Counts| {
            [
                c.points,
                c.states,
                c.exact,
                c.renamed,
                c.implied,
                c.provisional,
                c.confirmed,
                c.resumed,
                c.entries,
                c.evicted,
            ]
        };
        let sums: Vec<u64> = fields(self).iter().zip(fields(other)).map(|(a, b)| a + b).collect();
        let [points, states, exact, renamed, implied, provisional, confirmed, resumed, entries, evicted] = sums[..]
        else {
            return;
        };
        *self = Counts { points, states, exact, renamed, implied, provisional, confirmed, resumed, entries, evicted };
    }
}

/// A decision whose future is not known in full, or the start of a run.
struct Node {
    /// The node before it, and what the path did from there on.
    parent: u32,
    segment: Segment,
    /// Sides that are not done, the running path included.
    open: u32,
    /// What those that are done read of this state.
    after: Reads,
    /// Something was left out.
    is_partial: bool,
    /// Some path from here came to an end that counts.
    is_good: bool,
    /// What is compared; `None` for the start of a run.
    state: Option<State>,
}

/// What a decision is known by, beside what is read later.
struct State {
    key: table::Key,
    base: Rc<Canon>,
    path: Path,
}

const NONE: u32 = u32::MAX;

pub struct RwSet {
    switches: Switches,
    nodes: Vec<Option<Node>>,
    free: Vec<u32>,
    /// The node that the running path left last.
    current: u32,
    /// The path came to a known state: what that state's future reads.
    hit: Option<(Reads, bool)>,
    table: Table,
    names: Names,
    liveness: Liveness,
    counts: Counts,
    /// Bytes that known states may take.
    room: usize,
}

impl RwSet {
    fn new(setup: &Setup) -> RwSet {
        RwSet {
            switches: setup.rwset,
            nodes: vec![],
            free: vec![],
            current: NONE,
            hit: None,
            table: Table::default(),
            names: Names::new(setup.rwset.renaming),
            liveness: Liveness::default(),
            counts: Counts::default(),
            room: (setup.max_memory / 8) as usize,
        }
    }

    fn node(&mut self, id: u32) -> Option<&mut Node> {
        self.nodes.get_mut(id as usize).and_then(Option::as_mut)
    }

    fn add(&mut self, node: Node) -> u32 {
        match self.free.pop() {
            Some(id) => {
                self.nodes[id as usize] = Some(node);
                id
            }
            None => {
                self.nodes.push(Some(node));
                self.nodes.len() as u32 - 1
            }
        }
    }

    /// One side of a node is done, with what it read of the node's state; nodes that are done then pass it on.
    fn close(&mut self, id: u32, reads: Reads, (is_partial, is_good): (bool, bool), machine: &mut Machine) {
        let (mut id, mut reads, mut is_partial, mut is_good) = (id, reads, is_partial, is_good);
        while let Some(node) = self.node(id) {
            node.after.join(&reads);
            node.is_partial |= is_partial;
            node.is_good |= is_good;
            node.open = node.open.saturating_sub(1);
            if node.open > 0 {
                return;
            }
            let Some(node) = self.nodes[id as usize].take() else { return };
            self.free.push(id);
            reads = node.after.before(&node.segment);
            (is_partial, is_good) = (node.is_partial, node.is_good);
            id = node.parent;
            self.learn(node, machine);
        }
    }

    /// A node becomes a known state.
    fn learn(&mut self, node: Node, machine: &mut Machine) {
        let Some(state) = node.state.filter(|_| !node.is_partial) else { return };
        if node.after.contains(UNIQUE) {
            return;
        }
        let symbols = machine.symbols();
        let mut canon = Canon::clone(&state.base);
        let shape = canon.describe(&node.after, &mut self.names, &mut symbols.pool);
        let bound = Bound::of(&canon, &state.path, &mut self.names, &symbols.pool, &symbols.solver);
        self.counts.evicted += self.table.insert(state.key, shape, canon.hash, Entry::new(bound, node.is_good));
        if self.table.size > self.room {
            self.counts.evicted += self.table.shrink();
        }
    }

    /// What the running path did since its last decision, as the reads of that decision's state.
    fn reads_of_path(&mut self, machine: &mut Machine, after: &Reads) -> Reads {
        after.before(&machine.cut())
    }
}

impl Pruning for RwSet {
    fn decision(&mut self, point: &mut Point) -> Verdict {
        if !point.is_first || self.current == NONE {
            return Verdict::Keep;
        }
        let machine = &mut *point.machine;
        let segment = machine.cut();
        let words = machine.words(&mut self.liveness);
        let base = Rc::new(Canon::of_words(&words, &mut self.names, &machine.symbols().pool));
        let key = (machine.point(), base.hash);
        self.counts.points += 1;
        let known = self.table.find(key, &base, &mut self.names, machine, (&self.switches, &mut self.counts));
        if let Some(hit) = known {
            if self.switches.pruning {
                // The path's reads come from the stretch to here and from what is known.
                self.hit = Some((hit.reads.before(&segment), hit.is_good));
                return if hit.is_good { Verdict::Stop(INFO.name) } else { Verdict::Dead };
            }
        } else {
            self.counts.states += 1;
        }
        let path = machine.symbols().known.path.clone();
        let node = Node {
            parent: self.current,
            segment,
            open: 1,
            after: Reads::default(),
            is_partial: false,
            is_good: false,
            state: Some(State { key, base, path }),
        };
        self.current = self.add(node);
        Verdict::Keep
    }

    fn mark(&self) -> Option<Mark> {
        Some(Mark(self.current))
    }

    fn begins(&mut self, mark: Mark, machine: &mut Machine) {
        machine.begin_segment();
        self.hit = None;
        self.current = mark.0;
        self.names.first = self.names.first.min(machine.memory().next_id());
        if self.node(mark.0).is_none() {
            let state = None;
            let (segment, after) = (Segment::default(), Reads::default());
            self.current =
                self.add(Node { parent: NONE, segment, open: 1, after, is_partial: false, is_good: false, state });
        }
    }

    fn kept(&mut self, mark: Mark) {
        if let Some(node) = self.node(mark.0) {
            node.open += 1;
        }
    }

    fn closed(&mut self, mark: Mark, end: End, machine: &mut Machine) {
        // What is impossible is impossible for every state that looks the same, and what another pruning does not want it
        // does not want there either.
        let is_partial = !matches!(end, End::Infeasible | End::Pruned(_));
        self.close(mark.0, Reads::default(), (is_partial, false), machine);
    }

    fn ended(&mut self, outcome: &Outcome, machine: &mut Machine) {
        let current = std::mem::replace(&mut self.current, NONE);
        if let Some((reads, is_good)) = self.hit.take() {
            return self.close(current, reads, (false, is_good), machine);
        }
        let reads = self.reads_of_path(machine, &Reads::default());
        let is_partial = matches!(outcome, Outcome::Limit(..) | Outcome::Internal(_));
        let is_good = !matches!(outcome, Outcome::Infeasible | Outcome::Silent | Outcome::Internal(_));
        self.close(current, reads, (is_partial, is_good), machine);
    }

    fn set_aside(&mut self, machine: &mut Machine) -> Option<Mark> {
        let current = std::mem::replace(&mut self.current, NONE);
        let segment = machine.cut();
        let after = Reads::default();
        let node = Node { parent: current, segment, open: 1, after, is_partial: false, is_good: false, state: None };
        Some(Mark(self.add(node)))
    }

    fn leaves_out(&mut self) {
        let current = self.current;
        if let Some(node) = self.node(current) {
            node.is_partial = true;
        }
    }

    fn forget(&mut self) {
        self.table.clear();
        self.names.clear();
        self.nodes.iter_mut().flatten().for_each(|node| {
            node.is_partial = true;
            node.after = Reads::default();
            node.segment = Segment::default();
        });
    }

    fn counts(&self) -> Option<Counts> {
        Some(Counts { entries: self.table.entries(), ..self.counts })
    }
}
