//! Takes in what turns found, in the order in which they were handed out, and hands out the next.
//!
//! *Invariant:* what is taken in up to some path depends on the program, the options and the seed alone,
//! as long as no limit on time or memory ends a turn early.

use super::part::{Part, Slots};
use super::queue::{Done, Found, Queue};
use super::ticket::Ticket;
use super::{Explored, Workers, plan};
use crate::explorer::{Explorer, Observer, Options, Progress};
use crate::outcome::{Loss, Outcome, PathEnd, Report};
use crate::strategies::Strategy;
use crate::tree::NodeId;
use secateur_solver::{Interrupter, Stats};
use secateur_vm::{Losses, Program};
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How often a wait looks around.
const LOOK: Duration = Duration::from_millis(50);

/// What all parts have in common.
pub struct Shared<'a, 'p> {
    pub options: Options,
    pub workers: &'a Workers<'a>,
    pub queue: &'a Queue<Box<Part<'p>>>,
    pub slots: &'p Slots<'p>,
    /// Ends every turn soon.
    pub halt: Arc<AtomicBool>,
    pub interrupter: Interrupter,
}

pub struct Merger<'a, 'p> {
    pub(super) shared: Shared<'a, 'p>,
    pub(super) report: Report,
    pub(super) losses: Losses,
    pub(super) stats: Stats,
    pub(super) mismatches: Vec<String>,
    pub(super) covered: Vec<u64>,
    /// Distinct states, where they are counted. Each part knows only its own.
    pub(super) states: Option<u64>,
    /// How many sides the user's branches have.
    edges: u32,
    /// Turns that were handed out and not taken in, in order, with what was left in the part.
    pub(super) turns: VecDeque<(u64, usize)>,
    next_turn: u64,
    next_part: u64,
    /// States set aside: their turn comes when nothing else is left.
    pub(super) aside: Vec<(Ticket, NodeId)>,
    patience: u64,
    /// Items that are left when the run ends.
    pub(super) left: u64,
    pub(super) is_over: bool,
}

impl<'a, 'p> Merger<'a, 'p> {
    /// Goes on where the first stretch ended, which becomes the first part.
    pub fn new(
        shared: Shared<'a, 'p>,
        mut explorer: Explorer<'p>,
        strategy: Box<dyn Strategy>,
        slot: usize,
    ) -> Merger<'a, 'p> {
        let report = std::mem::take(&mut explorer.report);
        let mut merger = Merger {
            shared,
            losses: std::mem::take(&mut explorer.machine.symbols().losses),
            stats: Stats::default(),
            mismatches: vec![],
            covered: explorer.machine.covered().to_vec(),
            states: explorer.states,
            edges: explorer.machine.program().edge_count(),
            turns: VecDeque::new(),
            next_turn: 1,
            next_part: 1,
            aside: vec![],
            patience: explorer.patience,
            left: 0,
            is_over: false,
            report,
        };
        explorer.report.tree.nodes = merger.report.tree.nodes.clone();
        explorer.report.instructions = merger.report.instructions;
        let nodes = (0..merger.report.tree.nodes.len()).map(NodeId::at).collect();
        let mut part = Box::new(Part { explorer, strategy, slot, nodes, gone: BTreeSet::new() });
        merger.prepare(&mut part.explorer);
        merger.aside = part.give_paused();
        merger.hand_out(part);
        merger
    }

    /// For turns, with limits that only the merger sets.
    fn prepare(&self, explorer: &mut Explorer) {
        explorer.aside = Some(vec![]);
        explorer.options.max_paths = u64::MAX;
        explorer.options.stop = self.shared.halt.clone();
    }

    /// Until nothing is left or a limit is reached.
    pub fn run(&mut self, observer: &mut dyn Observer) {
        while let Some((number, left)) = self.turns.pop_front() {
            if !self.take_in(number, left, observer) {
                break;
            }
            if self.turns.is_empty() && !self.is_over {
                self.hand_out_aside();
            }
        }
        self.end();
    }

    /// The part gets its next turn, after it gave away what others can do.
    pub(super) fn hand_out(&mut self, mut part: Box<Part<'p>>) {
        let parts = self.turns.len() + 1;
        let given = part.give(plan::gives(parts, part.explorer.frontier.len(), self.next_turn));
        self.turn(part);
        for (ticket, node) in given {
            self.hand_out_ticket(ticket, node);
        }
    }

    fn turn(&mut self, mut part: Box<Part<'p>>) {
        part.explorer.machine.set_covered(&self.covered);
        part.explorer.patience = self.patience;
        self.turns.push_back((self.next_turn, part.explorer.frontier.len()));
        self.shared.queue.add(self.next_turn, part);
        self.next_turn += 1;
    }

    /// A new part.
    fn hand_out_ticket(&mut self, ticket: Ticket, node: NodeId) {
        // There are never more parts than slots, and programs could be made before.
        let Some(slot) = self.shared.slots.take() else {
            self.left += 1;
            return self.stop("memory");
        };
        let (workers, number) = (self.shared.workers, self.next_part);
        self.next_part += 1;
        let mut solver = (workers.solver)(number);
        solver.set_interrupter(self.shared.interrupter.clone());
        let mut explorer = Explorer::empty(self.shared.slots.get(slot), self.shared.options.clone(), solver);
        self.prepare(&mut explorer);
        let strategy = (workers.strategy)(number);
        let mut part = Box::new(Part { explorer, strategy, slot, nodes: vec![], gone: BTreeSet::new() });
        part.add(ticket, node);
        self.turn(part);
    }

    /// States that were set aside, some at a time, and each for longer than before.
    fn hand_out_aside(&mut self) {
        self.patience = self.patience.saturating_mul(2);
        let some = self.aside.len().min(plan::PARTS);
        for (ticket, node) in self.aside.drain(..some).collect::<Vec<_>>() {
            self.hand_out_ticket(ticket, node);
        }
    }

    /// Takes in one turn. `false` if the run ends with it.
    fn take_in(&mut self, number: u64, left: usize, observer: &mut dyn Observer) -> bool {
        match self.wait(number, left, observer) {
            Ok(Done::Turn(pieces, part)) => self.take_in_turn(pieces, part, observer),
            Ok(Done::Failed(message, slot)) => {
                // A defect of ours that cost a part is told like one that ends a path.
                self.left += left as u64;
                self.shared.slots.free(slot);
                let outcome = Outcome::Internal(message);
                self.report.counts.add(&outcome);
                let node = NodeId::NONE;
                let end =
                    PathEnd { outcome, inputs: vec![], root: 0, new_edges: 0, new_labels: 0, depth: 0, steps: 0, node };
                let progress = self.progress(0);
                observer.path(end, &progress)
            }
            Err(part) => {
                self.close(part);
                true
            }
        }
    }

    /// What came out of the turn, or the part if it does not get it.
    fn wait(
        &mut self,
        number: u64,
        left: usize,
        observer: &mut dyn Observer,
    ) -> Result<Done<Box<Part<'p>>>, Box<Part<'p>>> {
        loop {
            if self.shared.options.stop.load(Ordering::Relaxed) {
                self.stop("interrupt");
            }
            match self.shared.queue.wait(number, LOOK) {
                Found::Done(done) => return Ok(done),
                Found::Never(part) => {
                    self.stop("threads");
                    return Err(part);
                }
                Found::NotYet => observer.idle(&self.progress(left)),
            }
        }
    }

    /// The run ends for this reason, unless it does already. What was found until now is still taken in.
    pub(super) fn stop(&mut self, limit: &'static str) {
        if !self.is_over {
            self.report.limits.push(limit);
            self.is_over = true;
            self.end();
        }
    }

    fn end(&self) {
        self.shared.queue.close();
        self.shared.halt.store(true, Ordering::Relaxed);
        self.shared.interrupter.interrupt();
    }

    /// `here`: what is left in the part at hand.
    pub(super) fn progress(&self, here: usize) -> Progress {
        let waiting: usize = self.turns.iter().map(|turn| turn.1).sum();
        Progress {
            counts: self.report.counts,
            pending: here + waiting + self.aside.len() + self.left as usize,
            instructions: self.report.instructions,
            covered_edges: secateur_vm::count_edges(&self.covered, self.edges),
            states: self.states,
            sampled: 0,
        }
    }

    /// The report, when all workers are gone.
    pub fn finish(mut self, program: &Program) -> Explored {
        // After the last path that was asked for, what was under way is as if it had not begun.
        for (number, left) in std::mem::take(&mut self.turns) {
            match self.shared.queue.wait(number, Duration::ZERO) {
                Found::Never(part) => self.close(part),
                Found::Done(Done::Turn(pieces, part)) => self.cut(part, pieces.into_iter(), left),
                Found::Done(Done::Failed(..)) | Found::NotYet => self.left += left as u64,
            }
        }
        let progress = self.progress(0);
        let mut report = std::mem::take(&mut self.report);
        report.counts.pending = progress.pending as u64;
        report.add_bounds();
        report.covered_edges = progress.covered_edges;
        report.losses = Loss::all(&self.losses, program);
        report.covered = crate::explorer::edges_only(&self.covered, self.edges);
        let (parts, turns) = (self.next_part, self.next_turn - 1);
        Explored { report, stats: self.stats, mismatches: self.mismatches, parts, turns }
    }
}
