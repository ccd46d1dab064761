//! Fast concrete runs: one machine, one input after the other.
//!
//! A run starts from the state before the program asks for its first input, not from the start of `main`; where arguments and
//! files are the input, that is the start of the program. It is bound in steps, and an assumption that excludes its input ends it.

use crate::explorer::{Options, STEP_WORK};
use crate::outcome::Outcome;
use secateur_expr::Assignment;
use secateur_solver::Solver;
use secateur_vm::env::Host;
use secateur_vm::{Input, Limits, Machine, Points, Program, Site, Snapshot, Stop, Symbolic, Trace};
use std::rc::Rc;
use std::sync::Arc;

/// What a run costs beside its instructions, in units of work; and what it costs more if all is noted and learnt from, where
/// each instruction counts half as much again.
const RUN_WORK: u64 = 800;
const NOTE_WORK: u64 = 1_000;

pub struct Simulator<'p> {
    machine: Machine<'p>,
    initial: Rc<Snapshot>,
    /// By way to begin: the state before its first input.
    ready: Vec<Option<Rc<Snapshot>>>,
    /// What all runs cost, in units of work; and instructions of one at most.
    pub work: u64,
    max_steps: u64,
    pub runs: u64,
    /// No input.
    none: Arc<Assignment>,
}

/// How a run ended.
pub enum Ran {
    /// In a way that may become a test.
    Ended,
    /// With an error of this kind.
    Bug(&'static str),
    /// By an assumption, or it does not count.
    Excluded,
    /// It reached the bound.
    TooLong,
    /// The whole run has to end.
    Over(&'static str),
}

impl<'p> Simulator<'p> {
    pub fn new(program: &'p Program, options: &Options, max_steps: u64) -> Simulator<'p> {
        let mut symbolic = Symbolic::new(Solver::new(secateur_solver::Config::default()));
        symbolic.concrete_inputs = true;
        let mut machine = Machine::symbolic(program, &options.config, symbolic);
        machine.observe_runs();
        let initial = Rc::new(machine.snapshot());
        let ready = vec![None; options.starts.len()];
        Simulator { machine, initial, ready, work: 0, max_steps, runs: 0, none: Arc::default() }
    }

    /// Runs the program on an input. If not all is noted, the trace has no more than sides and cases.
    pub fn run(
        &mut self,
        options: &Options,
        root: u32,
        input: &Arc<Assignment>,
        notes_all: bool,
        host: &mut dyn Host,
    ) -> Ran {
        self.runs += 1;
        self.machine.note_all(notes_all);
        if self.machine.epochs_are_short() {
            self.ready.fill(None);
            self.machine.restart_epochs(&self.initial);
        }
        let start = &options.starts[root as usize];
        let from = self.ready[root as usize].clone();
        let is_first = from.is_none();
        self.machine.restore(from.unwrap_or_else(|| self.initial.clone()), input.clone(), Default::default());
        self.machine.symbols().known.root = root;
        self.machine.forget_run();
        let before = self.machine.steps;
        self.machine.set_limits(Limits {
            max_steps: before + self.max_steps,
            deadline: options.deadline,
            stop: Some(options.stop.clone()),
            patience: u64::MAX,
            max_resident: u64::MAX,
        });
        let begun = match is_first {
            true => self.machine.begin_symbolic(&options.config, start),
            false => Ok(()),
        };
        let stop = match begun {
            Ok(()) => self.machine.go(host),
            Err(stop) => stop,
        };
        let steps = self.machine.steps.saturating_sub(before);
        self.work += STEP_WORK * steps + RUN_WORK + if notes_all { STEP_WORK * steps / 2 + NOTE_WORK } else { 0 };
        if is_first && start.args.is_empty() && start.files.is_empty() {
            self.ready[root as usize] = self.machine.before_input();
        }
        match stop {
            Stop::Exit(_) | Stop::Killed(_) | Stop::Silent => Ran::Ended,
            Stop::Bug(bug) => Ran::Bug(bug.check.name),
            Stop::Limit(what @ ("time" | "interrupt"), _) => Ran::Over(what),
            Stop::Limit(..) | Stop::Paused | Stop::Full => Ran::TooLong,
            other => match Outcome::of(other) {
                Some(Outcome::Bug(bug)) => Ran::Bug(bug.check.name),
                _ => Ran::Excluded,
            },
        }
    }

    /// Sides of branches that were taken by anything.
    pub fn cover(&mut self, covered: &[u64]) {
        self.machine.note_covered(covered);
    }

    /// Lets go of the last run's input, so that whoever made it can make the next one in its place.
    pub fn forget_input(&mut self) {
        self.machine.symbols().model = self.none.clone();
    }

    /// Where the last run ended.
    pub fn site(&self) -> Site {
        self.machine.site()
    }

    /// What the last run showed.
    pub fn trace(&mut self) -> (&mut Trace, &Points) {
        self.machine.observed_run().expect("this machine observes its runs")
    }

    /// The inputs that the last run asked for.
    pub fn asked(&mut self) -> impl Iterator<Item = &Input> {
        self.machine.symbols().known.inputs.iter()
    }
}
