//! Says how far the run is: a live line on a terminal, otherwise a line every few seconds.
//!
//! A thread of its own draws, so that the line moves also while one path, or the native build, takes long.

use super::count;
use crate::style;
use secateur_explore::Progress;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// What the thread draws from.
#[derive(Default)]
struct State {
    phase: Phase,
    paths: u64,
    pending: usize,
    covered: u32,
    tests: u64,
    bugs: usize,
    sampled: u64,
    replayed: Arc<AtomicU64>,
    over: bool,
}

#[derive(Default, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    #[default]
    Loading,
    Exploring,
    Replaying,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub struct Reporter {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

/// What the line is measured against.
#[derive(Clone, Copy)]
pub struct Scale {
    pub begun: Instant,
    pub time: Duration,
}

impl Reporter {
    pub fn new(quiet: bool, scale: Scale) -> Reporter {
        let shared = Arc::new(Shared::default());
        let thread = (!quiet).then(|| {
            let shared = shared.clone();
            std::thread::spawn(move || draw(&shared, scale))
        });
        Reporter { shared, thread }
    }

    pub fn phase(&self, phase: Phase) {
        self.shared.state().phase = phase;
    }

    /// Where the number of replayed tests is counted.
    pub fn watch(&self, replayed: Arc<AtomicU64>) {
        self.shared.state().replayed = replayed;
    }

    pub fn tick(&self, progress: &Progress, tests: u64, bugs: usize) {
        let mut state = self.shared.state();
        state.paths = progress.counts.ended();
        (state.pending, state.covered) = (progress.pending, progress.covered_edges);
        (state.tests, state.bugs, state.sampled) = (tests, bugs, progress.sampled);
    }

    /// Ends the display, and removes a live line.
    pub fn finish(&mut self) {
        self.shared.state().over = true;
        self.shared.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Reporter {
    fn drop(&mut self) {
        self.finish();
    }
}

fn draw(shared: &Shared, scale: Scale) {
    let live = style::live();
    let every = if live { Duration::from_millis(200) } else { Duration::from_secs(5) };
    let (mut last, mut shown) = ((Instant::now(), 0), false);
    loop {
        let wait = shared.changed.wait_timeout_while(shared.state(), every, |s| !s.over);
        let (state, _) = wait.unwrap_or_else(PoisonError::into_inner);
        if state.over {
            break;
        }
        let seconds = last.0.elapsed().as_secs_f64().max(0.001);
        let rate = state.paths.saturating_sub(last.1) as f64 / seconds;
        // A rate over less than a second jumps about.
        if seconds >= 1.0 {
            last = (Instant::now(), state.paths);
        }
        let text = line(&state, scale, rate);
        drop(state);
        let mut err = std::io::stderr().lock();
        let _ = if live { write!(err, "\r\x1b[K{}", style::cut(&text)) } else { writeln!(err, "secateur: {text}") };
        let _ = err.flush();
        shown = true;
    }
    if live && shown {
        let _ = write!(std::io::stderr().lock(), "\r\x1b[K");
    }
}

fn line(state: &State, scale: Scale, rate: f64) -> String {
    let spent = scale.begun.elapsed();
    let left = scale.time.saturating_sub(spent).as_secs();
    let time = format!("{} s, {left} s left", spent.as_secs());
    match state.phase {
        Phase::Loading => format!("{time}: compiling"),
        Phase::Exploring => {
            let (paths, waiting) = (count(state.paths, "path"), state.pending);
            let covered = style::branches(u64::from(state.covered));
            let sampled = match state.sampled {
                0 => String::new(),
                // While it samples, no path ends.
                runs => format!(", {} sampled", count(runs, "run")),
            };
            let (tests, bugs) = (count(state.tests, "test"), count(state.bugs as u64, "bug"));
            format!("{time}: {covered} covered, {paths} ({rate:.0}/s, {waiting} waiting){sampled}, {tests}, {bugs}")
        }
        Phase::Replaying => {
            let (paths, tests) = (count(state.paths, "path"), count(state.tests, "test"));
            let done = state.replayed.load(Ordering::Relaxed);
            format!("{time}: {paths} explored; {done} of {tests} replayed natively")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_everything() {
        let scale = Scale { begun: Instant::now(), time: Duration::from_secs(60) };
        let mut state = State {
            phase: Phase::Exploring,
            paths: 1200,
            pending: 7,
            covered: 21,
            tests: 9,
            bugs: 1,
            ..State::default()
        };
        let text = line(&state, scale, 300.4);
        assert!(text.ends_with(": 21 branches covered, 1200 paths (300/s, 7 waiting), 9 tests, 1 bug"), "{text}");
        assert!(text.starts_with("0 s, 5"), "{text}");
        state.sampled = 5200;
        let text = line(&state, scale, 0.0);
        assert!(text.ends_with(" 1200 paths (0/s, 7 waiting), 5200 runs sampled, 9 tests, 1 bug"), "{text}");
    }
}
