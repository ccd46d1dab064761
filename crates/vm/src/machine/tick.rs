//! Limits: looked at every so many steps, so that the loop pays one comparison. Slow work counts as many
//! steps, so that a path of few but heavy instructions is looked at as often.

use super::{Machine, Stop};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Steps between two looks at the clock: a few milliseconds.
const SLICE: u64 = 1 << 20;

/// What an instruction on the slow path counts as, and each position or byte that it handles, in units of work of about 2.5 ns.
const SLOW: u64 = 100;

/// The same for one that the loop leaves to somebody else, but not to the slow path.
const QUICK: u64 = 20;

#[derive(Clone)]
pub struct Limits {
    /// Steps of one path.
    pub max_steps: u64,
    pub deadline: Option<Instant>,
    /// Set from elsewhere to end the run.
    pub stop: Option<Arc<AtomicBool>>,
    /// Steps without a decision after which others have their turn.
    pub patience: u64,
    /// Bytes of memory of this process beyond which somebody has to make room.
    pub max_resident: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { max_steps: u64::MAX, deadline: None, stop: None, patience: u64::MAX, max_resident: u64::MAX }
    }
}

impl Limits {
    /// Whether the run has to end now, and why.
    pub fn over(&self) -> Option<&'static str> {
        if self.stop.as_ref().is_some_and(|s| s.load(Ordering::Relaxed)) {
            return Some("interrupt");
        }
        self.deadline.is_some_and(|d| Instant::now() >= d).then_some("time")
    }
}

/// Bytes that this process has in memory.
pub fn resident() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: u64 = statm.split_whitespace().nth(1).and_then(|n| n.parse().ok()).unwrap_or(0);
    pages * 4096
}

impl Machine<'_> {
    pub fn set_limits(&mut self, limits: Limits) {
        // Paths are short; looking at the start of each would cost more than running it. Slow work goes on
        // being counted from one path to the next.
        self.check_at = self.steps.saturating_add(SLICE).min(limits.max_steps);
        self.limits = limits;
    }

    /// Slow work: so many terms, positions or bytes.
    #[inline]
    pub(super) fn charge(&mut self, units: u64) -> Result<(), Stop> {
        self.slow_work += SLOW * units;
        self.look_sooner(SLOW * units)
    }

    /// Work of an instruction that is not on the slow path and takes no memory: who comes next looks at the limits.
    #[inline]
    pub(super) fn charge_quick(&mut self) {
        self.slow_work += QUICK;
        self.work += QUICK;
    }

    /// Limits are looked at as if so much had been done: what takes memory takes little time.
    #[inline]
    pub(super) fn look_sooner(&mut self, work: u64) -> Result<(), Stop> {
        self.work += work;
        if self.work >= SLICE {
            self.work = 0;
            return self.look();
        }
        Ok(())
    }

    /// All slow work of this machine so far, in units of work.
    pub fn slow_work(&self) -> u64 {
        self.slow_work
    }

    /// Looks at all limits, and says when to look again.
    #[cold]
    pub(super) fn tick(&mut self) -> Result<(), Stop> {
        if self.steps >= self.limits.max_steps {
            return Err(self.limit("steps"));
        }
        self.look()?;
        let decided_at = self.sym.as_ref().map_or(0, |s| s.known.decided_at);
        let patience = self.limits.patience;
        if self.sym.is_some() && self.steps.saturating_sub(decided_at) > patience {
            return Err(Stop::Paused);
        }
        self.check_at = self.steps.saturating_add(SLICE).min(self.limits.max_steps);
        Ok(())
    }

    /// Time, interrupts and memory.
    #[cold]
    fn look(&mut self) -> Result<(), Stop> {
        if let Some(what) = self.limits.over() {
            return Err(self.limit(what));
        }
        if self.limits.max_resident != u64::MAX && resident() > self.limits.max_resident {
            return Err(Stop::Full);
        }
        Ok(())
    }
}
