//! What becomes of paths: which are tests, which are bugs, and what their native replay says.

mod bugs;
mod finish;
mod judge;
mod sliced;
mod words;

pub use words::shown;

use super::found::Found;
use super::output::Output;
use super::partition::Inputs;
use super::progress::Reporter;
use super::replays::{Job, Replays};
use super::timeline::Timeline;
use crate::options::{Emit, Test};
use secateur_explore::{Observer, Outcome, PathEnd, Predictor, Progress, panics};
use secateur_testgen::formats::{self, Recorded};
use secateur_testgen::reports::{self, Shown};
use secateur_testgen::unit::{self, Unit};
use secateur_testgen::{Expected, Input, Prediction, Suite, TestCase, Trace};
use secateur_vm::{Bug, Config, Limits, StackEntry, SymbolicStart};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::AssertUnwindSafe;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use words::{end_name, expected, input, place};

/// Inputs beyond those of its path that a test may have, to come to its end.
const SPARE_INPUTS: usize = 32;

pub struct Session<'a, 'p> {
    test: &'a Test,
    output: &'a Output,
    /// Its name, as tests keep it.
    program: String,
    suite: Suite,
    /// The user's, for the compiler.
    flags: Vec<String>,
    predictor: Predictor<'p>,
    config: Config,
    starts: Vec<SymbolicStart>,
    replays: Option<Replays>,
    reporter: Reporter,
    found: Found,
    recorded: Vec<Recorded>,
    /// What each test covers natively, where tests are to be minimised.
    traces: BTreeMap<u32, Trace>,
    seen: BTreeSet<(&'static str, String, u32, u32)>,
    deadline: Option<Instant>,
    stop: Arc<AtomicBool>,
    /// In unit mode: the function under test.
    pub unit: Option<&'a Unit>,
    /// Only a part of the program is explored: what paths do is not what the program does.
    pub is_sliced: bool,
    /// The whole is explored after a part was: what is covered was so before.
    is_again: bool,
    /// An error of that part that the whole program does not show.
    pub contradicted: Option<String>,
}

impl<'a, 'p> Session<'a, 'p> {
    pub fn new(
        test: &'a Test,
        output: &'a Output,
        predictor: Predictor<'p>,
        config: Config,
        starts: Vec<SymbolicStart>,
        (replays, reporter): (Option<Replays>, Reporter),
        (deadline, stop): (Option<Instant>, Arc<AtomicBool>),
    ) -> anyhow::Result<Session<'a, 'p>> {
        let formats = formats::ALL.iter().filter(|f| test.format.iter().any(|n| n == f.name)).copied().collect();
        let program = test.program.name().to_string_lossy().into_owned();
        let suite = Suite::new(&output.folder.join("tests"), &program, formats)?;
        let found = Found {
            tests: 0,
            bugs: vec![],
            divergences: vec![],
            late: 0,
            half: 0,
            measured: None,
            failure: None,
            cut: BTreeMap::new(),
            path_limits: BTreeSet::new(),
            notes: vec![],
            node_tests: BTreeMap::new(),
            timeline: Timeline::new(),
            recorded: BTreeMap::new(),
            asked_for_input: false,
            inputs: Inputs::default(),
            partition: None,
            warnings: vec![],
            assumptions: vec![],
            left_out: vec![],
        };
        let seen = BTreeSet::new();
        Ok(Session {
            test,
            output,
            program,
            suite,
            flags: test.program.flags(),
            predictor,
            config,
            starts,
            replays,
            reporter,
            found,
            recorded: vec![],
            traces: BTreeMap::new(),
            seen,
            deadline,
            stop,
            unit: None,
            is_sliced: false,
            is_again: false,
            contradicted: None,
        })
    }

    /// The ways in which the program begins.
    pub fn starts(&self) -> &[SymbolicStart] {
        &self.starts
    }

    /// Something that the user should know was taken for granted.
    pub fn assume(&mut self, what: impl IntoIterator<Item = String>) {
        self.found.assumptions.extend(what);
    }

    /// Whether the path becomes a test.
    fn wanted(&self, end: &PathEnd, new_bug: bool) -> bool {
        match (&end.outcome, self.test.emit) {
            (Outcome::Silent | Outcome::Infeasible | Outcome::Internal(_), _) => false,
            _ if self.found.tests >= self.test.max_tests => false,
            (_, Emit::All) => true,
            (_, Emit::Bugs) => new_bug,
            (_, Emit::New) => {
                let is_more = end.new_edges + end.new_labels > 0 || self.found.tests == 0;
                new_bug || !self.is_again && is_more
            }
        }
    }

    /// Remembers a bug; `true` if it is new.
    fn is_new(&mut self, bug: &Bug) -> bool {
        self.seen.insert(key(bug))
    }

    /// Writes the test; its job of replay, and its first file below the output folder.
    fn emit(&mut self, end: &PathEnd) -> anyhow::Result<(Job, String)> {
        let number = self.found.tests as u32 + 1;
        let limits = Limits {
            max_steps: end.steps.saturating_mul(2).saturating_add(10_000_000),
            deadline: self.deadline,
            stop: Some(self.stop.clone()),
            ..Limits::default()
        };
        let start = &self.starts[end.root as usize];
        let (predictor, config) = (&mut self.predictor, &self.config);
        let mut predict = |spare| {
            let given = (end.inputs.as_slice(), spare);
            let run = AssertUnwindSafe(|| predictor.run(config, start, given, limits.clone(), &mut super::Nowhere));
            panics::catch(run).unwrap_or_else(|message| (Outcome::Internal(message), (0, 0)))
        };
        // A path that was not run to its end may ask for more; what comes of that belongs to the test, unless it goes on.
        let is_open = matches!(end.outcome, Outcome::Pruned(_));
        let mut run = predict(if is_open { SPARE_INPUTS } else { 0 });
        if let (Outcome::Silent, true) = (&run.0, is_open) {
            run = predict(0);
        }
        let (outcome, (edges, hash)) = run;
        let mut inputs: Vec<Input> = end.inputs.iter().map(input).collect();
        let more = self.predictor.asked().into_iter().skip(inputs.len());
        inputs.extend(more.map(|asked| {
            let bytes = vec![0; asked.size as usize];
            input(&(asked, bytes))
        }));
        let case = TestCase { args: self.config.args[1..].to_vec(), inputs };
        let files = self.suite.write(number, &case)?;
        self.found.tests += 1;
        let mut expected = expected(&end.outcome);
        // A path that was cut has no end to compare, and neither has a prediction.
        let again = words::expected(&outcome);
        let cut = matches!(outcome, Outcome::Limit("time" | "interrupt", _));
        if cut {
            expected = Expected::Cut;
        } else if let Outcome::Pruned(_) = end.outcome {
            // Its path was not run to the end before.
            expected = again;
        } else if expected != Expected::Cut && again != expected {
            let what = format!("test {number} ends with {again:?} when it is run with its input, not {expected:?}");
            self.found.divergences.push(what);
        }
        let name = |f: &PathBuf| format!("tests/{}", f.file_name().unwrap_or_default().to_string_lossy());
        let files: Vec<String> = files.iter().map(name).collect();
        let file = files.first().cloned().unwrap_or_default();
        self.found.notes.push(reports::Test {
            number,
            files,
            end: end_name(&expected),
            input: self.shown(&case),
            time_s: self.found.timeline.seconds(),
            verdict: "not-replayed".into(),
            ..reports::Test::default()
        });
        self.found.node_tests.extend(end.node.index().map(|node| (node, number)));
        let results = self.predictor.take_results().into_iter();
        let results: Vec<_> = results.map(|(place, bytes)| unit::Result { place, bytes }).collect();
        if let Some(call) = self.unit.and_then(|unit| unit.call(&case)) {
            self.output.log(&format!("test {number}: {}", unit::show_with(&call, &results)));
        }
        let prediction = Prediction { expected: expected.clone(), edges, hash };
        self.found.recorded.insert(number, (case.clone(), prediction.clone(), results.clone()));
        self.recorded.push(Recorded { number, case: case.clone(), expected, results });
        Ok((Job { number, case, prediction }, file))
    }

    /// The path becomes a test, perhaps a bug too, and is replayed.
    fn keep(&mut self, end: &PathEnd, new_bug: bool) -> anyhow::Result<()> {
        let (job, file) = self.emit(end)?;
        if let (Outcome::Bug(bug), true) = (&end.outcome, new_bug) {
            self.add_bug(bug, &job, file)?;
        }
        if let Some(replays) = &self.replays {
            replays.add(job);
        }
        Ok(())
    }

    fn shown(&self, case: &TestCase) -> Vec<Shown> {
        shown(self.unit, case)
    }

    fn note_cut(&mut self, what: &str, stack: &[StackEntry]) {
        let (file, line, function) = place(secateur_vm::place(stack));
        *self.found.cut.entry((what.to_string(), file, line, function)).or_default() += 1;
    }
}

/// Two on one line are two, such as both operands of `*a > *b`.
fn key(bug: &Bug) -> (&'static str, String, u32, u32) {
    let (file, line, _) = place(bug.place());
    (bug.check.name, file, line, bug.place().map_or(0, |e| e.col))
}

impl Observer for Session<'_, '_> {
    fn path(&mut self, end: PathEnd, progress: &Progress) -> bool {
        let end = match self.is_sliced {
            true => match self.run_whole(end) {
                Some(end) => end,
                None => return self.contradicted.is_none(),
            },
            false => end,
        };
        self.found.asked_for_input |= !end.inputs.is_empty();
        if self.test.partition.is_some() {
            for (input, _) in &end.inputs {
                self.found.inputs.add(&input.name, input.size);
            }
        }
        let new_bug = match &end.outcome {
            Outcome::Bug(bug) => self.is_new(bug),
            _ => false,
        };
        match &end.outcome {
            Outcome::Unsupported(what) => self.note_cut(&what.message, &what.stack),
            Outcome::Limit(what, place) => {
                self.found.path_limits.insert(what);
                self.note_cut(&format!("the limit on {what} of a path"), &place.stack);
            }
            Outcome::Muted(bug) => {
                let what = format!("{}, which ends a path but is not among the checks asked for", bug.check.name);
                self.note_cut(&what, &bug.stack);
            }
            Outcome::Internal(what) => {
                self.output.log(what);
                self.note_cut(what, &[]);
            }
            _ => {}
        }
        if self.wanted(&end, new_bug) {
            if let Err(error) = self.keep(&end, new_bug) {
                self.output.log(&format!("a test could not be written: {error:#}"));
                self.found.failure = Some(error);
                return false;
            }
            if let Some(note) = self.found.notes.last_mut() {
                (note.path, note.covered) = (progress.counts.ended(), progress.covered_edges);
            }
        }
        self.found.timeline.note(progress, self.found.tests, self.found.bugs.len() as u64);
        self.reporter.tick(progress, self.found.tests, self.found.bugs.len());
        self.found.tests < self.test.max_tests
    }

    fn tick(&mut self, progress: &Progress) {
        self.reporter.tick(progress, self.found.tests, self.found.bugs.len());
    }

    fn idle(&mut self, progress: &Progress) {
        self.reporter.tick(progress, self.found.tests, self.found.bugs.len());
    }
}
