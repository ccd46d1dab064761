//! Native replay beside the exploration: the builds are made in the background, and tests are replayed
//! as they come. Results are kept in the order of the tests.

use secateur_front::{Compiled, Options};
use secateur_ir::Module;
use secateur_testgen::runner::Limits;
use secateur_testgen::{Coverage, Observed, Outcome, Prediction, ReplayResult, Replayer, TestCase};
use std::ffi::OsString;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A test to be replayed.
pub struct Job {
    pub number: u32,
    pub case: TestCase,
    pub prediction: Prediction,
}

/// What became of it.
pub struct Replayed {
    pub number: u32,
    /// `None` if there was no time left.
    pub result: Option<Result<ReplayResult, String>>,
    /// How long it took.
    pub time: Duration,
}

pub struct Replays {
    done: Arc<AtomicU64>,
    sender: Option<Sender<Job>>,
    results: Receiver<Replayed>,
    worker: Option<JoinHandle<Result<Measured, String>>>,
}

/// Coverage by the native runs.
pub struct Measured {
    pub coverage: Coverage,
    /// Why bugs could not be confirmed by sanitizers.
    pub without_sanitizers: Option<String>,
}

/// When replays have to end.
pub struct End {
    pub deadline: Option<Instant>,
    /// Set when the user wants no more.
    pub stop: Arc<AtomicBool>,
}

/// How long they may go on after the deadline.
const GRACE: Duration = Duration::from_millis(500);

impl End {
    fn left(&self) -> Duration {
        if self.stop.load(Ordering::Relaxed) {
            return Duration::ZERO;
        }
        self.deadline.map_or(Duration::MAX, |d| (d + GRACE).saturating_duration_since(Instant::now()))
    }
}

fn timed_out(result: &Result<ReplayResult, String>) -> bool {
    let is = |seen: &Observed| seen.outcome == Outcome::TimedOut;
    result.as_ref().is_ok_and(|r| is(&r.coverage) || r.sanitizer.as_ref().is_some_and(is))
}

/// Starts the worker, unless replay is off. The program has a name, and may be the harness of a function.
pub fn start(
    program: Option<(Options, Arc<Compiled>, Module)>,
    (name, is_unit): (OsString, bool),
    muted: Vec<&'static str>,
    end: End,
) -> Option<Replays> {
    let (options, compiled, module) = program?;
    let (sender, jobs) = channel::<Job>();
    let (done, results) = channel();
    let counter = Arc::new(AtomicU64::new(0));
    let number_done = counter.clone();
    let worker = std::thread::spawn(move || {
        let replayer = Replayer::new(&options, &compiled, &module, &muted).map_err(|e| e.to_string())?;
        let mut replayer = if is_unit { replayer.for_unit(name) } else { replayer.with_name(name) };
        drop(module);
        for job in jobs {
            let most = end.left().min(Limits::default().time);
            replayer = replayer.with_limits(Limits { time: most, ..Limits::default() });
            let begun = Instant::now();
            let replay = || replayer.replay(&job.case, &job.prediction).map_err(|e| e.to_string());
            let result = (!most.is_zero()).then(replay);
            // What our own end cut off says nothing about the program.
            let result = result.filter(|r| !(timed_out(r) && end.left().is_zero()));
            number_done.fetch_add(1, Ordering::Relaxed);
            if done.send(Replayed { number: job.number, result, time: begun.elapsed() }).is_err() {
                break;
            }
        }
        let coverage = replayer.coverage().clone();
        Ok(Measured { coverage, without_sanitizers: replayer.without_sanitizers().map(str::to_string) })
    });
    Some(Replays { done: counter, sender: Some(sender), results, worker: Some(worker) })
}

impl Replays {
    /// How many tests were replayed so far.
    pub fn done(&self) -> Arc<AtomicU64> {
        self.done.clone()
    }

    pub fn add(&self, job: Job) {
        // The worker ends early only if the builds failed, which `finish` tells.
        if let Some(sender) = &self.sender {
            let _ = sender.send(job);
        }
    }

    /// Waits for the rest.
    pub fn finish(mut self) -> (Vec<Replayed>, Result<Measured, String>) {
        drop(self.sender.take());
        let mut results: Vec<Replayed> = self.results.iter().collect();
        results.sort_by_key(|r| r.number);
        let measured = match self.worker.take().map(JoinHandle::join) {
            Some(Ok(measured)) => measured,
            _ => Err("the replay crashed".into()),
        };
        (results, measured)
    }
}
