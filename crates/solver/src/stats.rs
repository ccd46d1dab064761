//! Counters: what was asked, and which tier answered.

use crate::tiers::{Info, TIERS};
use std::time::Duration;

/// What one tier did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TierStats {
    pub answered: u64,
    /// Time inside the tier, whether it answered or not. Calls of `quick` are too short to be timed.
    pub time: Duration,
}

/// What a solver did so far.
#[derive(Clone, Debug)]
pub struct Stats {
    /// Calls of `check` and of `quick`.
    pub queries: u64,
    pub checks: u64,
    /// Calls of a SAT solver.
    pub sat_calls: u64,
    /// Invariant: one entry for each of [`TIERS`], in that order.
    pub by_tier: Vec<(&'static str, TierStats)>,
    /// Time inside `check`.
    pub time: Duration,
    /// Checks whose answer was `Unknown`.
    pub unknown: u64,
}

impl Default for Stats {
    fn default() -> Self {
        Stats {
            queries: 0,
            checks: 0,
            sat_calls: 0,
            by_tier: TIERS.iter().map(|t| (t.name, TierStats::default())).collect(),
            time: Duration::ZERO,
            unknown: 0,
        }
    }
}

impl Stats {
    /// What a tier did.
    pub fn tier(&self, name: &str) -> TierStats {
        self.by_tier.iter().find(|(n, _)| *n == name).map_or_else(TierStats::default, |(_, s)| *s)
    }
    /// Adds what another solver did.
    pub fn add(&mut self, other: &Stats) {
        self.queries += other.queries;
        self.checks += other.checks;
        self.sat_calls += other.sat_calls;
        self.time += other.time;
        self.unknown += other.unknown;
        for ((_, sum), (_, one)) in self.by_tier.iter_mut().zip(&other.by_tier) {
            sum.answered += one.answered;
            sum.time += one.time;
        }
    }
    pub(crate) fn answered(&mut self, tier: &Info) {
        self.by_tier[tier.index()].1.answered += 1;
    }
}
