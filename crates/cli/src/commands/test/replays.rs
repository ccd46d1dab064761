//! Native replay beside the exploration: the builds are made in the background, and tests are replayed
//! as they come. Results are kept in the order of the tests.
//!
//! A replay has two halves, and the first is several times as fast: the path is compared and its coverage counted, then the
//! sanitizers look at the end. When tests come faster than they are replayed, the second half of a test that shows no bug waits
//! until no new test does, so that short of time all tests are compared and counted first. What had no time left is told.

use secateur_front::{Compiled, Options};
use secateur_ir::Module;
use secateur_testgen::runner::Limits;
use secateur_testgen::{Coverage, Expected, Observed, Outcome, Prediction, ReplayResult, Replayer, TestCase};
use std::collections::VecDeque;
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
    /// There was time for the first half only.
    pub is_half: bool,
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
    /// How long they may go on after it.
    pub grace: Duration,
    /// Set when the user wants no more.
    pub stop: Arc<AtomicBool>,
}

impl End {
    /// Of a run that may take so long. Limits hold within a tenth.
    pub fn new(deadline: Option<Instant>, time: Duration, stop: Arc<AtomicBool>) -> End {
        End { deadline, grace: (time / 20).max(Duration::from_millis(500)), stop }
    }

    fn left(&self) -> Duration {
        if self.stop.load(Ordering::Relaxed) {
            return Duration::ZERO;
        }
        self.deadline.map_or(Duration::MAX, |d| (d + self.grace).saturating_duration_since(Instant::now()))
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
        let replayer = if is_unit { replayer.for_unit(name) } else { replayer.with_name(name) };
        drop(module);
        let mut worker = Worker { replayer, end, later: VecDeque::new() };
        while let Some(replayed) = worker.next(&jobs) {
            number_done.fetch_add(1, Ordering::Relaxed);
            if done.send(replayed).is_err() {
                break;
            }
        }
        let replayer = worker.replayer;
        let coverage = replayer.coverage().clone();
        Ok(Measured { coverage, without_sanitizers: replayer.without_sanitizers().map(str::to_string) })
    });
    Some(Replays { done: counter, sender: Some(sender), results, worker: Some(worker) })
}

struct Worker {
    replayer: Replayer,
    end: End,
    /// Tests whose second half waits.
    later: VecDeque<Half>,
}

/// A test whose path is the predicted one, and whose end is to be judged.
struct Half {
    job: Job,
    path: ReplayResult,
    time: Duration,
}

/// What the first half came to.
enum First {
    Open(Half),
    /// That is all there is to do.
    Over(Replayed),
}

impl Worker {
    /// What became of one more test. `None` when there is none left.
    fn next(&mut self, jobs: &Receiver<Job>) -> Option<Replayed> {
        loop {
            let job = if self.later.is_empty() { jobs.recv().ok() } else { jobs.try_recv().ok() };
            let half = match job {
                Some(job) => match self.first(job) {
                    First::Open(half) => half,
                    First::Over(replayed) => return Some(replayed),
                },
                None => return self.later.pop_front().map(|half| self.second(half)),
            };
            if let Expected::Bug { .. } = half.job.prediction.expected {
                return Some(self.second(half));
            }
            self.later.push_back(half);
        }
    }

    /// Whether any time is left; no run takes more than that.
    fn limit(&mut self) -> bool {
        let time = self.end.left().min(Limits::default().time);
        self.replayer.set_limits(Limits { time, ..Limits::default() });
        !time.is_zero()
    }

    fn first(&mut self, job: Job) -> First {
        let is_time = self.limit();
        let (begun, number) = (Instant::now(), job.number);
        let replay = || self.replayer.replay_path(&job.case, &job.prediction).map_err(|e| e.to_string());
        // What our own end cut off says nothing about the program.
        let result = is_time.then(replay).filter(|r| !self.was_cut(r));
        let time = begun.elapsed();
        match result {
            Some(Ok(path)) if path.is_open(&job.prediction) => First::Open(Half { job, path, time }),
            result => First::Over(Replayed { number, result, is_half: false, time }),
        }
    }

    fn second(&mut self, half: Half) -> Replayed {
        let is_time = self.limit();
        let (begun, Half { job, path, time }) = (Instant::now(), half);
        let (number, first) = (job.number, path.clone());
        let replay = || self.replayer.replay_end(&job.case, &job.prediction, path).map_err(|e| e.to_string());
        let result = is_time.then(replay).filter(|r| !self.was_cut(r));
        let is_half = result.is_none();
        Replayed { number, result: Some(result.unwrap_or(Ok(first))), is_half, time: time + begun.elapsed() }
    }

    fn was_cut(&self, result: &Result<ReplayResult, String>) -> bool {
        timed_out(result) && self.end.left().is_zero()
    }
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
