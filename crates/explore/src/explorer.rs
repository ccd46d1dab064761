//! The loop: pick, solve, run, collect.

use crate::facts::Facts;
use crate::frontier::{Frontier, Item, ItemId, Keeps, Paused};
use crate::outcome::{Counts, Loss, Outcome, PathEnd, Report};
use crate::partition::Partition;
use crate::paths::PieceId;
use crate::prunings::{Pruning, Prunings, Resumed};
use crate::sampled::Sample;
use crate::sampling::Sampling;
use crate::sampling::rounds::{Constraint, Find};
use crate::script::Script;
use crate::search::Search;
use crate::strategies::{Pick, Strategy};
use crate::technique::Technique;
use crate::tree::{End, NodeId};
use crate::{depth, panics, pressure, readable};
use rustc_hash::FxHashMap;
use secateur_expr::Term;
use secateur_solver::Solver;
use secateur_vm::env::Host;
use secateur_vm::flow::{EventId, Turns};
use secateur_vm::{Config, Limits, Machine, Mark, Pending, Program, Snapshot, Stop, Symbolic, SymbolicStart, resident};
use std::collections::VecDeque;
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
    /// Decisions of a path that are varied; see [`crate::depth`].
    pub max_depth: u32,
    pub technique: Technique,
    /// Set from elsewhere to end the run.
    pub stop: Arc<AtomicBool>,
}

/// How far a run is.
pub struct Progress {
    pub counts: Counts,
    pub pending: usize,
    pub instructions: u64,
    pub covered_edges: u32,
    /// Distinct states, where rwset counts them.
    pub states: Option<u64>,
    /// Runs of sampling.
    pub sampled: u64,
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

/// Paths between two looks at memory, and items that came since.
const LOOK_EVERY: u64 = 64;
const LOOK_ITEMS: usize = 8192;

/// What an instruction and an item count as: a unit of work takes about 2.5 ns wherever it is counted (decision 0026).
pub(crate) const STEP_WORK: u64 = 2;
const ITEM_WORK: u64 = 9_000;

/// Runs with random input that an assumption excludes count as one path for so many.
const MISSES: u64 = 100_000;

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
    pub(crate) piece: Option<PieceId>,
    pub(crate) facts: Facts,
    /// With `solve_first`: sides that come before everything else.
    first: VecDeque<ItemId>,
    /// With a bound on decisions: what was picked, and had to wait for another.
    pub(crate) again: Option<Pick>,
    /// The path at hand has random input; and how many such runs an assumption ended.
    pub(crate) is_random: bool,
    pub(crate) missed: u64,
    /// What is hard to decide is decided now, not later.
    pub(crate) is_patient: bool,
    /// What is left fills the memory even without states: the search goes depth-first until there is room.
    is_short: bool,
    /// Items when memory was last looked at.
    looked_at: usize,
    /// Nodes that came to their end together with others.
    pub(crate) also_ended: Vec<NodeId>,
    /// Nodes of paths that may have to go on.
    waiting: FxHashMap<Mark, NodeId>,
    /// Distinct states up to the end of the last path, where they are counted.
    pub(crate) states: Option<u64>,
    /// In a part of a run that others work on too: states set aside, which wait elsewhere.
    pub(crate) aside: Option<Vec<(Paused, NodeId)>>,
    /// If parts of the input are explored apart.
    pub(crate) partition: Option<Box<Partition>>,
    /// If paths are noted, or only some are taken.
    pub(crate) script: Option<Box<Script>>,
    /// The side that the path at hand took, for it.
    pub(crate) taken: Option<(EventId, Term, Turns)>,
    /// If inputs are sampled; and whether the path at hand is one that was found so.
    pub(crate) sampling: Option<Box<Sampling<'p>>>,
    pub(crate) is_sampled: bool,
    /// Whether the path at hand began as one that shows an error.
    pub(crate) is_check: bool,
    /// What the find at hand shows beside sides of branches.
    pub(crate) new_labels: u32,
    /// Inputs that sampling found and that are to be followed symbolically, and the work that went into those that were.
    pub(crate) seeds: VecDeque<(Find, NodeId)>,
    pub(crate) seeds_work: u64,
    /// Inputs that found something before sampling began.
    pub(crate) early: Vec<Find>,
    /// Constraints for sampling that paths left, what branches compared, and how often each side was constrained.
    pub(crate) offers: Vec<Constraint>,
    pub(crate) ranges: FxHashMap<u32, (i64, i64)>,
    pub(crate) tries: FxHashMap<u32, u8>,
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
            explorer.frontier.add(Item::Start(root), node, program);
        }
        explorer
    }

    /// With nothing to do yet.
    pub(crate) fn empty(program: &'p Program, options: Options, solver: Solver) -> Explorer<'p> {
        let mut symbolic = Symbolic::new(solver);
        symbolic.max_decisions = depth::most_decisions(options.max_depth);
        symbolic.keeps_stacks = options.technique.needs_stacks();
        let prunings = options.technique.prunings(options.max_memory);
        if !prunings.is_empty() {
            symbolic.watch = Some(Box::new(prunings));
        }
        symbolic.solver.set_deadline(options.deadline);
        let mut machine = Machine::symbolic(program, &options.config, symbolic);
        let partition = options.technique.partition.clone().map(|given| Box::new(Partition::new(given)));
        let script = Script::new(options.technique.paths.clone());
        if partition.is_some() {
            machine.follow_flow();
        }
        let initial = Rc::new(machine.snapshot());
        let sample = options.technique.sample.is_some_and(|sample| sample != Sample::Late);
        let sampling = sample.then(|| Box::new(Sampling::new(program, &options, options.technique.seed)));
        Explorer {
            machine,
            initial,
            frontier: Frontier::new(Keeps {
                paths: options.technique.needs.paths || options.technique.solve_first || options.max_depth != u32::MAX,
                checks_first: !options.technique.needs.own_checks,
            }),
            facts: Facts::new(&options.technique),
            options,
            report: Report::default(),
            patience: PATIENCE,
            rounds: 0,
            node: NodeId::NONE,
            piece: None,
            first: VecDeque::new(),
            again: None,
            is_random: false,
            missed: 0,
            is_patient: false,
            also_ended: vec![],
            waiting: FxHashMap::default(),
            states: None,
            is_short: false,
            looked_at: 0,
            aside: None,
            partition,
            script,
            taken: None,
            sampling,
            is_sampled: false,
            is_check: false,
            new_labels: 0,
            seeds: VecDeque::new(),
            seeds_work: 0,
            early: vec![],
            offers: vec![],
            ranges: FxHashMap::default(),
            tries: FxHashMap::default(),
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
        if !self.sample(host, observer) || !self.follow_find(0, host) {
            return false;
        }
        if self.frontier.is_empty() && !self.follow_stale(host) && !self.let_go_of_held() {
            return false;
        }
        let Some(pick) = self.next(strategy) else { return false };
        if self.partition.as_ref().is_some_and(|partition| partition.is_broken()) {
            self.report.limits.push("partition");
            return false;
        }
        if let Some(limit) = self.over(observer) {
            self.report.limits.push(limit);
            return false;
        }
        self.is_check = false;
        let goes_on = match panics::catch(AssertUnwindSafe(|| self.begin(pick, host))) {
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
        };
        self.close_piece(strategy);
        self.resume_waiting(self.frontier.is_empty());
        goes_on
    }

    /// Takes up paths that waited for others in vain.
    fn resume_waiting(&mut self, all: bool) {
        let mut resumed = Vec::new();
        self.tell(|pruning, _| resumed.extend(pruning.resumes(all)));
        for Resumed { by, mark, state, model, depth, root, picks } in resumed {
            let node = self.waiting.remove(&mark).unwrap_or(NodeId::NONE);
            self.report.counts.forget(&Outcome::Pruned(by));
            self.report.tree.end(node, End::Pending, depth, 0);
            let paused = Paused { state: Some(state), model, depth, root, picks, new_edges: 0, mark };
            self.frontier.add_paused(paused, node, None, self.machine.program());
        }
    }

    /// What comes next: errors that may be, then what has to be solved first, then what the strategy says.
    fn next(&mut self, strategy: &mut dyn Strategy) -> Option<Pick> {
        if let Some(script) = self.script.as_mut().filter(|script| script.leads()) {
            return script.next(&self.frontier).map(Pick::Item);
        }
        let check = self.frontier.next_check();
        for mark in self.frontier.take_known() {
            self.tell_closed(mark, End::Bug);
        }
        if let Some(check) = check {
            return Some(Pick::Item(check));
        }
        while let Some(id) = self.first.pop_front() {
            if self.frontier.get(id).is_some() {
                return Some(Pick::Item(id));
            }
        }
        if let Some(pick @ (Pick::Item(id) | Pick::Along(id, _))) = self.again.take()
            && self.frontier.get(id).is_some()
        {
            return Some(pick);
        }
        if self.is_short {
            let newest = self.frontier.last_check().or_else(|| self.frontier.ids().next_back());
            return newest.map(Pick::Item).or(Some(Pick::Hard));
        }
        let picked = match panics::catch(AssertUnwindSafe(|| strategy.pick(&mut self.search()))) {
            Ok(picked) => picked,
            // A strategy that fails must not end the run.
            Err(message) => {
                self.machine.symbols().losses.add(&message, Default::default());
                None
            }
        };
        if let (Some(Pick::Item(id) | Pick::Along(id, _)), true) = (picked, self.options.technique.solve_first) {
            return self.expand(id).or(picked);
        }
        let picked = picked.or_else(|| self.frontier.last_check().map(Pick::Item));
        if picked.is_some() || self.frontier.has_hard() {
            return picked.or(Some(Pick::Hard));
        }
        // A strategy that overlooks something must not keep the run from its end.
        self.report.overlooked += 1;
        self.frontier.ids().next().map(Pick::Item)
    }

    /// Solve-first (Bardin and Herrmann): where a side of a path is picked for the first time, all of them come first, the one
    /// with the shortest path before it first of all. So every side of a path is run before anything that those lead to.
    fn expand(&mut self, id: ItemId) -> Option<Pick> {
        let waiting = self.frontier.expand(id)?;
        self.first.extend(waiting);
        self.first.pop_front().map(Pick::Item)
    }

    pub(crate) fn search(&mut self) -> Search<'_> {
        let (program, covered) = (self.machine.program(), self.machine.covered());
        Search::new(&self.frontier, program, covered, &mut self.facts)
    }

    /// After an item was dealt with: its piece of a path is over, unless it was set aside.
    fn close_piece(&mut self, strategy: &mut dyn Strategy) {
        let Some(piece) = self.piece.take() else { return };
        let paths = self.frontier.paths_mut();
        if paths.get(piece).is_none_or(|p| p.tail.is_some()) {
            return;
        }
        paths.end(piece, self.machine.new_edges());
        strategy.ended(piece, &self.search());
        self.frontier.paths_mut().tidy(piece);
    }

    /// How much was done so far, by a measure that does not depend on time.
    pub(crate) fn work(&mut self) -> u64 {
        let in_loop = STEP_WORK * self.report.instructions + ITEM_WORK * self.rounds;
        in_loop + self.machine.slow_work() + self.solver().effort()
    }

    pub(crate) fn over(&mut self, observer: &mut dyn Observer) -> Option<&'static str> {
        if self.options.stop.load(Ordering::Relaxed) {
            return Some("interrupt");
        }
        // Random input that an assumption excludes is no path, but cannot go on for ever either.
        let missed = self.missed / MISSES;
        if self.report.counts.ended() + missed >= self.options.max_paths {
            return Some("paths");
        }
        self.rounds += 1;
        if self.rounds.is_multiple_of(16) && self.options.deadline.is_some_and(|d| Instant::now() >= d) {
            return Some("time");
        }
        let has_grown = self.frontier.len() > self.looked_at + LOOK_ITEMS;
        if (self.rounds.is_multiple_of(LOOK_EVERY) || has_grown) && !self.make_room(observer) {
            return Some("memory");
        }
        None
    }

    /// Lets go of states, and then of terms, if memory is short. `false` if nothing helps.
    fn make_room(&mut self, observer: &mut dyn Observer) -> bool {
        let limit = self.options.max_memory;
        let (high, most) = (limit / 4 * 3, limit / 20 * 19);
        if self.machine.epochs_are_short() {
            self.resume_waiting(true);
            self.drop_states(true);
            self.machine.restart_epochs(&self.initial);
        }
        self.looked_at = self.frontier.len();
        let now = resident();
        self.is_short &= now > limit / 2;
        if now < high {
            self.machine.symbols().is_thrifty &= now > limit / 2;
            return true;
        }
        self.drop_states(false);
        pressure::give_back();
        if resident() < high {
            return true;
        }
        self.machine.symbols().is_thrifty = true;
        self.let_go();
        pressure::give_back();
        self.is_short |= resident() > limit / 2;
        resident() < most || observer.relieve(most)
    }

    /// Lets go of every state and every term. No path may be under way.
    pub(crate) fn let_go(&mut self) {
        self.resume_waiting(true);
        self.give_up_partition("memory was short");
        self.drop_states(true);
        self.machine.symbols().reset();
        self.tell(|pruning, _| pruning.forget());
    }

    /// Tells the prunings that are switched on.
    pub(crate) fn tell(&mut self, mut what: impl FnMut(&mut dyn Pruning, &mut Machine)) {
        let Some(mut watch) = self.machine.symbols().watch.take() else { return };
        if let Some(prunings) = watch.as_any().downcast_mut::<Prunings>() {
            prunings.each().for_each(|pruning| what(pruning.as_mut(), &mut self.machine));
        }
        self.machine.symbols().watch = Some(watch);
    }

    /// The machine is ready to go on from a decision.
    pub(crate) fn tell_begin(&mut self, mark: Mark) {
        self.tell(|pruning, machine| pruning.begins(mark, machine));
    }

    /// A side goes elsewhere, or becomes no path.
    pub(crate) fn tell_closed(&mut self, mark: Mark, end: End) {
        self.tell(|pruning, machine| pruning.closed(mark, end, &[], machine));
    }

    pub(crate) fn progress(&self) -> Progress {
        Progress {
            counts: self.report.counts,
            pending: self.frontier.len(),
            instructions: self.report.instructions,
            covered_edges: self.machine.covered_edges(),
            states: self.states,
            sampled: self.report.sampling.map_or(0, |counts| counts.runs),
        }
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
    pub(crate) fn run_path(&mut self, host: &mut dyn Host, observer: &mut dyn Observer) -> bool {
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
    pub(crate) fn go(&mut self, host: &mut dyn Host) -> Result<Stop, String> {
        let steps = self.machine.steps;
        let machine = &mut self.machine;
        let result = panics::catch(AssertUnwindSafe(|| machine.go(host)));
        self.report.instructions += self.machine.steps.saturating_sub(steps);
        self.report.asks_for_input |= !self.machine.symbols().known.inputs.is_empty();
        self.collect_sides(result.as_ref().ok());
        result
    }

    fn collect_sides(&mut self, stop: Option<&Stop>) {
        for skipped in std::mem::take(&mut self.machine.symbols().skipped) {
            let (site, end) = ((skipped.site.function, skipped.site.at), End::Pruned(skipped.by));
            if skipped.by == depth::NAME {
                self.tell(|pruning, _| pruning.leaves_out());
                self.report.counts.deep += u64::from(skipped.sides);
                self.machine.symbols().losses.add(depth::LOSS, skipped.site);
                continue;
            }
            let what = format!("branches in calls that are not varied (--prune {})", skipped.by);
            self.machine.symbols().losses.add(&what, skipped.site);
            for _ in 0..skipped.sides {
                self.report.counts.prune(skipped.by);
                let node = self.report.tree.add(Some(self.node), skipped.depth, Some((site, skipped.kind)));
                self.report.tree.end(node, end, skipped.depth, 0);
                self.report.tree.count(site, end);
                self.also_ended.push(node);
            }
        }
        let pending = std::mem::take(&mut self.machine.symbols().pending);
        let pending = if self.is_sampled || self.is_sampling_only() { self.sides_of_find(pending) } else { pending };
        let mut pending = self.divide(pending, stop);
        if let Some(script) = &self.script {
            pending.retain(|side| script.wants(self.node, side));
        }
        self.add_sides(pending);
    }

    /// Sides of the path at hand that are to be explored.
    fn add_sides(&mut self, pending: Vec<Pending>) {
        if pending.is_empty() {
            return;
        }
        let marks: Vec<Mark> = pending.iter().map(|side| side.mark).collect();
        self.tell(|pruning, _| marks.iter().for_each(|mark| pruning.kept(*mark)));
        let (tree, script, parent) = (&mut self.report.tree, &mut self.script, self.node);
        let node = |side: &secateur_vm::Pending| {
            let site = (side.site.function, side.site.at);
            let node = tree.add(Some(parent), side.depth + side.hops, Some((site, side.kind)));
            script.iter_mut().for_each(|script| script.add(node, parent, side));
            node
        };
        let with_nodes = pending.into_iter().map({
            let mut node = node;
            move |side| {
                let node = node(&side);
                (side, node)
            }
        });
        let sides = with_nodes.collect();
        self.frontier.add_sides(self.piece, sides, self.machine.program());
    }

    /// Drops kept states until the path at hand fits; `false` if it is what needs the memory.
    fn make_room_for_path(&mut self, observer: &mut dyn Observer) -> bool {
        // Depth-first search takes up the newest states next, so they are worth keeping.
        self.machine.symbols().is_thrifty = self.options.technique.needs.paths;
        for all in [false, true] {
            self.drop_states(all);
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
    pub(crate) fn end_path(&mut self, outcome: Outcome, observer: &mut dyn Observer) -> bool {
        if !self.is_random && !self.is_sampled {
            let (mut waits, mut states) = (None, self.states);
            self.tell(|pruning, machine| {
                pruning.ended(&outcome, machine);
                waits = pruning.waits().or(waits);
                states = pruning.states().or(states);
            });
            self.states = states;
            self.waiting.extend(waits.map(|mark| (mark, self.node)));
        }
        self.report.counts.add(&outcome);
        // A path that becomes no test whatever it covers must not keep others from becoming one.
        match &outcome {
            Outcome::Infeasible | Outcome::Silent | Outcome::Internal(_) => self.machine.disclaim_found(),
            _ => self.machine.claim_found(),
        }
        if let Outcome::Bug(_) = &outcome {
            let site = self.machine.site();
            self.frontier.is_wrong((site.function, site.at), self.is_check);
        }
        self.remember_path();
        self.start_chains(&outcome);
        let (depth, new_edges) = (self.machine.symbols().known.depth, self.machine.new_edges());
        self.report.tree.end(self.node, outcome.end(), depth, new_edges);
        if matches!(outcome, Outcome::Infeasible) {
            self.missed += u64::from(self.is_random);
            return true;
        }
        // Only a path that may become a test is worth the work.
        let is_error = matches!(outcome, Outcome::Bug(_));
        let for_people = !self.is_random && !self.is_sampled && (new_edges > 0 || is_error);
        let symbols = self.machine.symbols();
        let model = if for_people { readable::model(symbols, is_error) } else { symbols.model.clone() };
        let bytes = |i: usize, size: u32| {
            let mut bytes = model.input(i as u32).to_vec();
            bytes.resize(size as usize, 0);
            bytes
        };
        let inputs = symbols.known.inputs.iter().enumerate();
        let inputs = inputs.map(|(i, input)| (input.clone(), bytes(i, input.size))).collect();
        let root = symbols.known.root;
        let (steps, node) = (self.machine.steps, self.node);
        let end = PathEnd { outcome, inputs, root, new_edges, new_labels: self.new_labels, depth, steps, node };
        observer.path(end, &self.progress())
    }

    pub(crate) fn finish(&mut self) -> Report {
        self.count_held();
        let mut report = std::mem::take(&mut self.report);
        report.counts.pending = self.frontier.len() as u64;
        report.add_bounds();
        report.covered_edges = self.machine.covered_edges();
        report.covered = edges_only(self.machine.covered(), self.machine.program().edge_count());
        for item in self.frontier.items() {
            if let Item::Side(side) = item {
                report.tree.count((side.site.function, side.site.at), End::Pending);
            }
        }
        if let Some(script) = &mut self.script {
            report.begun = std::mem::take(&mut script.begun);
            // There may be others, which nobody looked for.
            report.limits.extend(script.leads().then_some("paths"));
        }
        self.tell(|pruning, _| report.rwset = pruning.counts().or(report.rwset));
        let program = self.machine.program();
        report.partition = self.partition.as_ref().map(|partition| partition.summary(program));
        report.losses = Loss::all(&self.machine.symbols().losses, program);
        report
    }
}

/// Sides of branches without what else is noted behind them.
pub(crate) fn edges_only(covered: &[u64], edges: u32) -> Vec<u64> {
    let mut words = covered[..(edges as usize).div_ceil(64).min(covered.len())].to_vec();
    if let (Some(last), 1..) = (words.last_mut(), edges % 64) {
        *last &= (1 << (edges % 64)) - 1;
    }
    words
}
