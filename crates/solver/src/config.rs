//! What a solver is told: which tiers run, how much each may spend, and when to stop at once.
//!
//! Budgets are counted in steps of the solvers and never in time, so that a run repeats exactly. The
//! deadline and the [`Interrupter`] are the last resort against a run that would not end.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The options of a [`Solver`](crate::Solver).
#[derive(Clone, Debug)]
pub struct Config {
    /// Compares every answer with Z3's; differences are in `Solver::mismatches`.
    pub validate: bool,
    /// A folder into which every query that reaches a SAT solver or Z3 is written.
    pub dump: Option<PathBuf>,
    /// Names of tiers that are switched off.
    pub disabled: Vec<String>,
    /// Whether Z3 may be asked.
    pub z3: bool,
    pub budget: Budget,
    /// The start of what little is random in the solvers.
    pub seed: u64,
    /// The program that is started as Z3.
    pub z3_program: PathBuf,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            validate: false,
            dump: None,
            disabled: Vec::new(),
            z3: true,
            budget: Budget::default(),
            seed: 0,
            z3_program: PathBuf::from("z3"),
        }
    }
}

/// How much one query may cost before the next tier takes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Conflicts of the incremental SAT solver.
    pub sat_conflicts: u64,
    /// Decisions of the incremental SAT solver, which bound what conflicts do not: large, easy formulas.
    pub sat_decisions: u64,
    /// The same for checks that are to be answered with little effort or later.
    pub light_conflicts: u64,
    pub light_decisions: u64,
    /// Conflicts of CaDiCaL.
    pub cadical_conflicts: u64,
    /// Z3's own measure of work.
    pub z3_rlimit: u64,
    /// Node evaluations (of 256 values each) that enumerating a small group may cost.
    pub enumeration: u64,
    /// Node evaluations (of 256 values each) that repairing a model may cost.
    pub repair: u64,
    /// Larger queries are not rewritten by substitution.
    pub cone: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Budget {
            sat_conflicts: 2_000,
            sat_decisions: 2_000_000,
            light_conflicts: 200,
            light_decisions: 50_000,
            cadical_conflicts: 10_000,
            z3_rlimit: 10_000_000,
            enumeration: 4_000,
            repair: 1_000,
            cone: 2_000,
        }
    }
}

/// Stops a running check from another thread.
#[derive(Clone, Debug, Default)]
pub struct Interrupter {
    flag: Arc<AtomicBool>,
}

impl Interrupter {
    /// Makes the running check, and those after it, return `Unknown("interrupted")` soon.
    pub fn interrupt(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }
    /// Lets checks run again.
    pub fn clear(&self) {
        self.flag.store(false, Ordering::Relaxed);
    }
    pub(crate) fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }
}

/// The hard stops: looked at between tiers and inside the slow ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop {
    pub interrupter: Interrupter,
    pub deadline: Option<Instant>,
}

impl Stop {
    /// Why to stop now, if so.
    pub fn reason(&self) -> Option<&'static str> {
        match self.deadline {
            Some(_) => self.reason_at(Instant::now()),
            None => self.interrupter.is_set().then_some("interrupted"),
        }
    }
    /// As [`Stop::reason`], for one who knows the time.
    pub fn reason_at(&self, now: Instant) -> Option<&'static str> {
        if self.interrupter.is_set() {
            return Some("interrupted");
        }
        self.deadline.is_some_and(|at| now >= at).then_some("time")
    }
}
