//! The incremental SAT solver: one blaster and one BatSat that share their variables.
//!
//! A query is a set of assumptions, so nothing that is added ever contradicts a later query. What was
//! added stays, though, and slows every later query, so the whole is thrown away when it outgrows what the
//! query at hand needs.

use crate::blast::gates::{FALSE, Gates, Lit, TRUE};
use crate::blast::{Blaster, HasFloats};
use crate::config::Stop;
use batsat::{Callbacks, ClauseKind, SolverInterface, SolverOpts, lbool};
use secateur_expr::{Pool, Term, cone};
use std::cell::Cell;

/// An incremental solver is rebuilt if it has this many variables, and this many times what a query needs.
const MIN_VARS: u64 = 3_000;
const MAX_FACTOR: u64 = 10;

/// How often, in steps, the clock is looked at.
const STEPS_PER_LOOK: u64 = 128;

/// What a SAT solver may spend.
#[derive(Clone, Copy, Default)]
pub struct Limit {
    pub conflicts: u64,
    pub decisions: u64,
}

/// Counts the solver's steps and ends it.
#[derive(Default)]
struct Watch {
    limit: Limit,
    conflicts: u64,
    steps: Cell<u64>,
    over: Cell<bool>,
    stop: Stop,
}

impl Callbacks for Watch {
    fn on_start(&mut self) {
        self.conflicts = 0;
        self.steps.set(0);
        self.over.set(false);
    }
    fn on_new_clause(&mut self, _: &[batsat::Lit], kind: ClauseKind) {
        self.conflicts += u64::from(kind == ClauseKind::Learnt);
    }
    fn stop(&self) -> bool {
        let steps = self.steps.get() + 1;
        self.steps.set(steps);
        let spent = self.conflicts > self.limit.conflicts || steps > self.limit.decisions;
        if spent || steps.is_multiple_of(STEPS_PER_LOOK) && self.stop.reason().is_some() {
            self.over.set(true);
        }
        self.over.get()
    }
}

/// What a SAT solver says of assumptions.
pub enum Outcome {
    Sat,
    /// Positions of assumptions that contradict each other.
    Unsat(Vec<usize>),
    Unknown,
}

/// Blaster and solver.
pub struct Incremental {
    pub blaster: Blaster,
    solver: batsat::Solver<Watch>,
}

impl Incremental {
    pub fn new(seed: u64) -> Incremental {
        // The generator of BatSat needs a positive start.
        let random_seed = (seed % 1_000_000_007 + 91_648_253) as f64;
        let opts = SolverOpts { random_seed, ..SolverOpts::default() };
        Incremental { blaster: Blaster::default(), solver: batsat::Solver::new(opts, Watch::default()) }
    }
    /// Whether it should be thrown away before these terms are asked about.
    pub fn is_outgrown(&self, pool: &Pool, terms: &[Term]) -> bool {
        let vars = u64::from(self.blaster.gates.vars);
        vars > MIN_VARS && vars > MAX_FACTOR * self.blaster.vars_of(&cone(pool, terms)).max(MIN_VARS / MAX_FACTOR)
    }
    /// The literal of a condition.
    pub fn literal(&mut self, pool: &Pool, cond: Term) -> Result<Lit, HasFloats> {
        Ok(self.blaster.word(pool, cond)?[0])
    }
    pub fn solve(&mut self, assumptions: &[Lit], limit: Limit, stop: &Stop) -> Outcome {
        if let Some(i) = assumptions.iter().position(|l| *l == FALSE) {
            return Outcome::Unsat(vec![i]);
        }
        self.flush();
        let watch = self.solver.cb_mut();
        watch.limit = limit;
        watch.stop = stop.clone();
        let given: Vec<batsat::Lit> = assumptions.iter().filter(|l| **l != TRUE).map(|l| self.native(*l)).collect();
        match self.solver.solve_limited(&given) {
            x if x == lbool::TRUE => Outcome::Sat,
            x if x == lbool::FALSE => {
                let core = self.solver.unsat_core();
                let in_core = |l: &Lit| core.iter().any(|c| c.var().idx() == l.var());
                Outcome::Unsat((0..assumptions.len()).filter(|i| in_core(&assumptions[*i])).collect())
            }
            _ => Outcome::Unknown,
        }
    }
    /// Literals that followed from others, since it was made.
    pub fn propagated(&self) -> u64 {
        self.solver.num_propagations()
    }
    fn native(&mut self, lit: Lit) -> batsat::Lit {
        batsat::Lit::new(self.solver.var_of_int(lit.var()), !lit.is_negated())
    }
    /// Hands the clauses that were made since the last call to the solver.
    fn flush(&mut self) {
        for var in self.solver.num_vars()..self.blaster.gates.vars {
            let followed = self.blaster.gates.followers.binary_search(&var).is_ok();
            self.solver.new_var(lbool::UNDEF, !followed);
        }
        let clauses = std::mem::take(&mut self.blaster.gates.clauses);
        let mut clause = Vec::new();
        for lit in &clauses {
            if *lit == Gates::END {
                self.solver.add_clause_reuse(&mut clause);
                clause.clear();
            } else {
                clause.push(self.native(*lit));
            }
        }
    }
    /// The value of a literal in the model found last.
    pub fn value(&self, lit: Lit) -> Option<bool> {
        if let Some(known) = lit.known() {
            return Some(known);
        }
        match self.solver.get_model().get(lit.var() as usize) {
            Some(x) if *x == lbool::TRUE => Some(!lit.is_negated()),
            Some(x) if *x == lbool::FALSE => Some(lit.is_negated()),
            _ => None,
        }
    }
}
