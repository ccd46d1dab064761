//! Says how far the run is: a live line on a terminal, otherwise a line every few seconds.

use super::count;
use secateur_explore::Progress;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

pub struct Reporter {
    begun: Instant,
    last: Instant,
    calls: u32,
    live: bool,
    quiet: bool,
    shown: bool,
}

impl Reporter {
    pub fn new(quiet: bool) -> Reporter {
        let now = Instant::now();
        Reporter { begun: now, last: now, calls: 0, live: std::io::stderr().is_terminal(), quiet, shown: false }
    }

    pub fn tick(&mut self, progress: &Progress, tests: u64, bugs: usize) {
        self.calls = self.calls.wrapping_add(1);
        if self.calls.is_multiple_of(64) {
            self.show(progress, tests, bugs);
        }
    }

    /// Unless the last time was a moment ago.
    pub fn show(&mut self, progress: &Progress, tests: u64, bugs: usize) {
        let every = if self.live { Duration::from_millis(200) } else { Duration::from_secs(5) };
        if self.quiet || self.last.elapsed() < every {
            return;
        }
        self.last = Instant::now();
        let seconds = self.begun.elapsed().as_secs();
        let c = &progress.counts;
        let line = format!(
            "{seconds:4} s: {}, {} left, {}, {}, {} branches",
            count(c.ended(), "path"),
            progress.pending,
            count(tests, "test"),
            count(bugs as u64, "bug"),
            progress.covered_edges
        );
        let mut err = std::io::stderr().lock();
        let _ = if self.live { write!(err, "\r\x1b[K{line}") } else { writeln!(err, "secateur: {line}") };
        self.shown = true;
    }

    /// Removes the live line.
    pub fn clear(&mut self) {
        if self.live && self.shown {
            let _ = write!(std::io::stderr().lock(), "\r\x1b[K");
            self.shown = false;
        }
    }
}
