//! The loop: pick, solve, run, collect.

use crate::frontier::{Frontier, Item, ItemId, Paused};
use crate::outcome::{Counts, Loss, Outcome, PathEnd, Report};
use crate::strategies::Strategy;
use crate::tree::{End, NodeId};
use crate::{panics, pressure, readable};
use secateur_expr::Assignment;
use secateur_solver::{Answer, Solver};
use secateur_vm::env::Host;
use secateur_vm::{Config, Goal, Limits, Machine, Pending, Program, Snapshot, Stop, Symbolic, SymbolicStart, resident};
use std::panic::AssertUnwindSafe;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// What a run may do, and from where it starts.
#[derive(Clone)]
pub struct Options {
    pub config: Config,
    /// The ways to begin: how many arguments, how long files. Each is explored.
    pub starts: Vec<SymbolicStart>,
    pub deadline: Option<Instant>,
    pub max_memory: u64,
    pub max_paths: u64,
    pub max_depth: u32,
    /// Set from elsewhere to end the run.
    pub stop: Arc<AtomicBool>,
}

/// How far a run is.
pub struct Progress {
    pub counts: Counts,
    pub pending: usize,
    pub instructions: u64,
    pub covered_edges: u32,
}

/// Is told what happens.
pub trait Observer {
    /// A path ended. `false` ends the run.
    fn path(&mut self, end: PathEnd, progress: &Progress) -> bool;
    /// Between paths.
    fn tick(&mut self, progress: &Progress);
    /// While others work: a few times a second.
    fn idle(&mut self, progress: &Progress) {
        self.tick(progress);
    }
    /// Memory is short, and nothing of the run's own is left to let go of: whether less than this is in use
    /// after others have let go of theirs.
    fn relieve(&mut self, _most: u64) -> bool {
        false
    }
}

/// Steps without a decision after which a state lets others go first; doubled each time for all.
const PATIENCE: u64 = 20_000_000;

/// Paths between two looks at memory.
const LOOK_EVERY: u64 = 64;

/// What an item and a call of a SAT solver count as, in instructions.
const ITEM_WORK: u64 = 10_000;
const SAT_WORK: u64 = 200_000;

pub struct Explorer<'p> {
    pub(crate) machine: Machine<'p>,
    pub(crate) initial: Rc<Snapshot>,
    pub(crate) frontier: Frontier,
    pub(crate) options: Options,
    pub(crate) report: Report,
    pub(crate) patience: u64,
    rounds: u64,
    /// Of the path at hand.
    pub(crate) node: NodeId,
    /// In a part of a run that others work on too: states set aside, which wait elsewhere.
    pub(crate) aside: Option<Vec<(Paused, NodeId)>>,
}

/// What happened to an item that was picked.
pub(crate) enum Begun {
    /// The machine is ready to go.
    Ready,
    Nothing,
    /// The whole run has to end.
    Over,
}

impl<'p> Explorer<'p> {
    pub fn new(program: &'p Program, options: Options, solver: Solver) -> Explorer<'p> {
        let mut explorer = Explorer::empty(program, options, solver);
        for root in (0..explorer.options.starts.len() as u32).rev() {
            let node = explorer.report.tree.add(None, 0, None);
            explorer.frontier.add(Item::Start(root), node);
        }
        explorer
    }

    /// With nothing to do yet.
    pub(crate) fn empty(program: &'p Program, options: Options, solver: Solver) -> Explorer<'p> {
        let mut symbolic = Symbolic::new(solver);
        symbolic.max_depth = options.max_depth;
        symbolic.solver.set_deadline(options.deadline);
        let mut machine = Machine::symbolic(program, &options.config, symbolic);
        let initial = Rc::new(machine.snapshot());
        Explorer {
            machine,
            initial,
            frontier: Frontier::default(),
            options,
            report: Report::default(),
            patience: PATIENCE,
            rounds: 0,
            node: NodeId::NONE,
            aside: None,
        }
    }

    pub fn solver(&mut self) -> &mut Solver {
        &mut self.machine.symbols().solver
    }

    /// Runs until nothing is left or a limit is reached.
    pub fn run(&mut self, strategy: &mut dyn Strategy, host: &mut dyn Host, observer: &mut dyn Observer) -> Report {
        while self.step(strategy, host, observer) {}
        self.finish()
    }

    /// Takes one item and runs its path. `false` if the run ends here.
    pub(crate) fn step(
        &mut self,
        strategy: &mut dyn Strategy,
        host: &mut dyn Host,
        observer: &mut dyn Observer,
    ) -> bool {
        let Some(id) = strategy.pick(&self.frontier) else { return false };
        if let Some(limit) = self.over(observer) {
            self.report.limits.push(limit);
            return false;
        }
        match panics::catch(AssertUnwindSafe(|| self.begin(id, host))) {
            Ok(Begun::Ready) => self.run_path(host, observer),
            Ok(Begun::Nothing) => {
                observer.tick(&self.progress());
                true
            }
            Ok(Begun::Over) => false,
            // A defect of ours costs the path that shows it, and is told.
            Err(message) => {
                self.machine.symbols().follow = None;
                self.end_path(Outcome::Internal(message), observer)
            }
        }
    }

    /// How much was done so far, by a measure that does not depend on time.
    pub(crate) fn work(&mut self) -> u64 {
        let sat_calls = self.machine.symbols().solver.stats.sat_calls;
        self.report.instructions + ITEM_WORK * self.rounds + SAT_WORK * sat_calls
    }

    fn over(&mut self, observer: &mut dyn Observer) -> Option<&'static str> {
        if self.options.stop.load(Ordering::Relaxed) {
            return Some("interrupt");
        }
        if self.report.counts.ended() >= self.options.max_paths {
            return Some("paths");
        }
        self.rounds += 1;
        if self.rounds.is_multiple_of(16) && self.options.deadline.is_some_and(|d| Instant::now() >= d) {
            return Some("time");
        }
        if self.rounds.is_multiple_of(LOOK_EVERY) && !self.make_room(observer) {
            return Some("memory");
        }
        None
    }

    /// Lets go of states, and then of terms, if memory is short. `false` if nothing helps.
    fn make_room(&mut self, observer: &mut dyn Observer) -> bool {
        let limit = self.options.max_memory;
        let (high, most) = (limit / 4 * 3, limit / 20 * 19);
        if self.machine.epochs_are_short() {
            self.report.dropped += pressure::drop_states(&mut self.frontier, true);
            self.machine.restart_epochs(&self.initial);
        }
        if resident() < high {
            return true;
        }
        self.report.dropped += pressure::drop_states(&mut self.frontier, false);
        pressure::give_back();
        if resident() < high {
            return true;
        }
        self.let_go();
        pressure::give_back();
        resident() < most || observer.relieve(most)
    }

    /// Lets go of every state and every term. No path may be under way.
    pub(crate) fn let_go(&mut self) {
        self.report.dropped += pressure::drop_states(&mut self.frontier, true);
        self.machine.symbols().reset();
    }

    pub(crate) fn progress(&self) -> Progress {
        Progress {
            counts: self.report.counts,
            pending: self.frontier.len(),
            instructions: self.report.instructions,
            covered_edges: self.machine.covered_edges(),
        }
    }

    /// Makes the machine ready for what was picked.
    fn begin(&mut self, id: ItemId, host: &mut dyn Host) -> Begun {
        let Some((item, node)) = self.frontier.take(id) else { return Begun::Nothing };
        self.node = node;
        match item {
            Item::Start(root) => self.begin_start(root, Arc::new(Assignment::new())),
            Item::Side(side) => self.begin_side(side, host),
            Item::Paused(paused) => match paused.state {
                Some(state) => {
                    self.machine.restore(state, paused.model, Default::default());
                    Begun::Ready
                }
                None => {
                    self.machine.symbols().set_follow(Goal::New { depth: paused.depth }, &paused.picks);
                    let begun = self.begin_start(paused.root, paused.model);
                    self.machine.set_new_edges(paused.new_edges);
                    begun
                }
            },
        }
    }

    pub(crate) fn begin_start(&mut self, root: u32, model: Arc<Assignment>) -> Begun {
        self.machine.restore(self.initial.clone(), model, Default::default());
        self.machine.symbols().known.root = root;
        let start = self.options.starts[root as usize].clone();
        match self.machine.begin_symbolic(&self.options.config, &start) {
            Ok(()) => Begun::Ready,
            Err(stop) => {
                self.machine.symbols().follow = None;
                if let Some(outcome) = Outcome::of(stop) {
                    let what = format!("a run could not begin: {outcome:?}");
                    self.machine.symbols().losses.add(&what, Default::default());
                    self.report.counts.add(&outcome);
                    self.report.tree.end(self.node, outcome.end(), 0, 0);
                }
                Begun::Nothing
            }
        }
    }

    fn begin_side(&mut self, side: Pending, host: &mut dyn Host) -> Begun {
        let side = match side.before {
            Some(_) => side,
            None => match self.rebuild(&side, host) {
                Ok(Some(side)) => side,
                Ok(None) => return Begun::Nothing,
                Err(limit) => {
                    self.report.limits.push(limit);
                    self.frontier.add(Item::Side(side), self.node);
                    return Begun::Over;
                }
            },
        };
        let Some(before) = side.before.clone() else { return Begun::Nothing };
        let conditions: Vec<_> = side.conditions().collect();
        let symbols = self.machine.symbols();
        let answer = symbols.solver.check(&mut symbols.pool, &before.known.path, &conditions, &side.model);
        match answer {
            Answer::Sat(model) => {
                let events = side.events.clone();
                drop(side);
                self.machine.restore(before, Arc::new(model), events);
                // What the path had found so far belongs to the one that it branched off from.
                self.machine.set_new_edges(0);
                Begun::Ready
            }
            Answer::Unsat => {
                self.report.counts.infeasible += 1;
                self.close_side(&side, End::Infeasible);
                Begun::Nothing
            }
            Answer::Unknown(why) => {
                let over = self.options.deadline.is_some_and(|d| Instant::now() >= d);
                if over || self.options.stop.load(Ordering::Relaxed) {
                    let limit = if over { "time" } else { "interrupt" };
                    self.report.limits.push(limit);
                    self.frontier.add(Item::Side(side), self.node);
                    return Begun::Over;
                }
                self.machine.symbols().losses.add(&format!("the solver gave up: {why}"), side.site);
                self.close_side(&side, End::Unknown);
                Begun::Nothing
            }
        }
    }

    /// A side that does not become a path.
    pub(crate) fn close_side(&mut self, side: &Pending, end: End) {
        let tree = &mut self.report.tree;
        tree.end(self.node, end, side.depth + side.hops, 0);
        tree.count((side.site.function, side.site.at), end);
    }

    pub(crate) fn limits(&self) -> Limits {
        Limits {
            max_steps: self.options.config.max_steps,
            deadline: self.options.deadline,
            stop: Some(self.options.stop.clone()),
            patience: self.patience,
            max_resident: self.options.max_memory / 20 * 17,
        }
    }

    /// Runs the state at hand to its end. `false` if the whole run ends here.
    fn run_path(&mut self, host: &mut dyn Host, observer: &mut dyn Observer) -> bool {
        self.machine.set_limits(self.limits());
        let result = loop {
            let result = self.go(host);
            // Where room can be made, the path goes on as if nothing had happened.
            if !matches!(result, Ok(Stop::Full)) || !self.make_room_for_path(observer) {
                break result;
            }
        };
        let followed = self.machine.symbols().follow.take();
        let outcome = match result {
            Err(message) => Outcome::Internal(message),
            Ok(Stop::Paused) => {
                self.set_aside(followed);
                self.patience = self.patience.saturating_mul(2);
                return true;
            }
            Ok(Stop::Full) => match Outcome::of(self.machine.out_of_memory()) {
                Some(outcome) => outcome,
                None => return true,
            },
            Ok(Stop::Limit(what @ ("time" | "interrupt"), _)) => {
                // The run ends, and the path with it; it is still pending.
                self.set_aside(followed);
                self.report.limits.push(what);
                return false;
            }
            Ok(stop) => match Outcome::of(stop) {
                Some(outcome) => outcome,
                None => return true,
            },
        };
        self.end_path(outcome, observer)
    }

    /// Runs the machine, and collects the sides that it did not take.
    fn go(&mut self, host: &mut dyn Host) -> Result<Stop, String> {
        let steps = self.machine.steps;
        let machine = &mut self.machine;
        let result = panics::catch(AssertUnwindSafe(|| machine.go(host)));
        self.report.instructions += self.machine.steps.saturating_sub(steps);
        for side in std::mem::take(&mut self.machine.symbols().pending) {
            let site = (side.site.function, side.site.at);
            let node = self.report.tree.add(Some(self.node), side.depth + side.hops, Some((site, side.kind)));
            self.frontier.add(Item::Side(side), node);
        }
        result
    }

    /// Drops kept states until the path at hand fits; `false` if it is what needs the memory.
    fn make_room_for_path(&mut self, observer: &mut dyn Observer) -> bool {
        for all in [false, true] {
            self.report.dropped += pressure::drop_states(&mut self.frontier, all);
            pressure::give_back();
            let most = self.options.max_memory / 20 * 15;
            if resident() < most || all && observer.relieve(most) {
                let state = Rc::new(self.machine.snapshot());
                let model = self.machine.symbols().model.clone();
                let follow = self.machine.symbols().follow;
                self.machine.restore(state, model, Default::default());
                self.machine.symbols().follow = follow;
                self.machine.set_limits(self.limits());
                return true;
            }
        }
        false
    }

    /// Counts a path that ended, and tells about it. `false` if the whole run ends here.
    fn end_path(&mut self, outcome: Outcome, observer: &mut dyn Observer) -> bool {
        self.report.counts.add(&outcome);
        let (depth, new_edges) = (self.machine.symbols().known.depth, self.machine.new_edges());
        self.report.tree.end(self.node, outcome.end(), depth, new_edges);
        if matches!(outcome, Outcome::Infeasible) {
            return true;
        }
        // Only a path that may become a test is worth the work.
        let for_people = new_edges > 0 || matches!(outcome, Outcome::Bug(_));
        let symbols = self.machine.symbols();
        let model = if for_people { readable::model(symbols) } else { symbols.model.clone() };
        let bytes = |i: usize, size: u32| {
            let mut bytes = model.input(i as u32).to_vec();
            bytes.resize(size as usize, 0);
            bytes
        };
        let inputs = symbols.known.inputs.iter().enumerate();
        let inputs = inputs.map(|(i, input)| (input.clone(), bytes(i, input.size))).collect();
        let root = symbols.known.root;
        let (steps, node) = (self.machine.steps, self.node);
        let end = PathEnd { outcome, inputs, root, new_edges, depth, steps, node };
        observer.path(end, &self.progress())
    }

    pub(crate) fn finish(&mut self) -> Report {
        let mut report = std::mem::take(&mut self.report);
        report.counts.pending = self.frontier.len() as u64;
        report.covered_edges = self.machine.covered_edges();
        report.covered = self.machine.covered().to_vec();
        for item in self.frontier.items() {
            if let Item::Side(side) = item {
                report.tree.count((side.site.function, side.site.at), End::Pending);
            }
        }
        let program = self.machine.program();
        report.losses = Loss::all(&self.machine.symbols().losses, program);
        report
    }
}
