//! Predicts what a native run of a test does: the machine runs it once more, as an ordinary program
//! with these inputs, and records which way every branch of the user's own code goes.
//!
//! Since nothing is symbolic in this run, it also checks the path that the test comes from.

use crate::outcome::Outcome;
use secateur_expr::{Assignment, InputByte};
use secateur_solver::Solver;
use secateur_vm::env::Host;
use secateur_vm::{Config, Input, Limits, Machine, Program, Snapshot, Symbolic, SymbolicStart};
use std::rc::Rc;
use std::sync::Arc;

pub struct Predictor<'p> {
    machine: Machine<'p>,
    initial: Rc<Snapshot>,
}

impl<'p> Predictor<'p> {
    pub fn new(program: &'p Program, config: &Config) -> Predictor<'p> {
        let mut symbolic = Symbolic::new(Solver::new(secateur_solver::Config::default()));
        symbolic.concrete_inputs = true;
        let mut machine = Machine::symbolic(program, config, symbolic);
        let initial = Rc::new(machine.snapshot());
        Predictor { machine, initial }
    }

    /// The outcome, and how many sides of branches are taken with the hash over them. A program that asks for more inputs
    /// than there are gets zeros for this many, and ends where it asks for more.
    pub fn run(
        &mut self,
        config: &Config,
        start: &SymbolicStart,
        (inputs, spare): (&[(Input, Vec<u8>)], usize),
        limits: Limits,
        host: &mut dyn Host,
    ) -> (Outcome, (u64, u64)) {
        let mut model = Assignment::new();
        for (i, (_, bytes)) in inputs.iter().enumerate() {
            for (offset, byte) in bytes.iter().enumerate() {
                model.set(InputByte { input: i as u32, offset: offset as u32 }, *byte);
            }
        }
        self.machine.restore(self.initial.clone(), Arc::new(model), Default::default());
        self.machine.symbols().most_inputs = inputs.len().saturating_add(spare);
        self.machine.record_trace();
        self.take_results();
        self.machine.set_limits(limits);
        let stop = match self.machine.begin_symbolic(config, start) {
            Ok(()) => self.machine.go(host),
            Err(stop) => stop,
        };
        let outcome = Outcome::of(stop).unwrap_or_else(|| Outcome::Internal("a concrete run was set aside".into()));
        (outcome, self.machine.trace())
    }

    /// Instructions of the last run.
    pub fn steps(&self) -> u64 {
        self.machine.steps
    }

    /// The inputs that the program asked for in the last run.
    pub fn asked(&mut self) -> Vec<Input> {
        self.machine.symbols().known.inputs.iter().cloned().collect()
    }

    /// What a unit harness told in the last run: expressions of C, and the bytes of their values.
    pub fn take_results(&mut self) -> Vec<(String, Vec<u8>)> {
        self.machine.take_results()
    }
}
