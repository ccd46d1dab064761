//! What becomes of paths: which are tests, which are bugs, and what their native replay says.

use super::output::Output;
use super::progress::Reporter;
use super::replays::{Job, Measured, Replayed, Replays};
use crate::diagnostics;
use crate::options::{Emit, Test};
use anyhow::Context;
use secateur_explore::{Observer, Outcome, PathEnd, Predictor, Progress, panics};
use secateur_testgen::formats::{Recorded, Whole};
use secateur_testgen::{Expected, Input, InputKind, Prediction, Suite, TestCase, Verdict, formats};
use secateur_vm::{Bug, Config, Limits, StackEntry, SymbolicStart};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// A bug, once per kind and place.
pub struct FoundBug {
    pub kind: &'static str,
    pub message: String,
    pub file: String,
    pub line: u32,
    pub function: String,
    /// Relative to the output folder.
    pub test: String,
    pub number: u32,
    pub confirmed: bool,
    /// Why it is not confirmed.
    pub why: String,
    /// The report as the user sees it.
    pub text: String,
}

/// Everything that the run came to, beside the counts.
pub struct Found {
    pub tests: u64,
    pub bugs: Vec<FoundBug>,
    pub divergences: Vec<String>,
    /// Replays for which there was no time.
    pub late: u64,
    pub measured: Option<Result<Measured, String>>,
    /// Why paths ended that did not come to their end, with place and number.
    pub cut: BTreeMap<(String, String, u32, String), u64>,
    /// Why tests could not be written.
    pub failure: Option<anyhow::Error>,
    /// Limits on single paths that were reached.
    pub path_limits: BTreeSet<&'static str>,
}

pub struct Session<'a, 'p> {
    test: &'a Test,
    output: &'a Output,
    /// Its name, as tests keep it.
    program: String,
    suite: Suite,
    predictor: Predictor<'p>,
    config: Config,
    starts: Vec<SymbolicStart>,
    replays: Option<Replays>,
    reporter: Reporter,
    found: Found,
    recorded: Vec<Recorded>,
    seen: BTreeSet<(&'static str, String, u32)>,
    deadline: Option<Instant>,
    stop: Arc<AtomicBool>,
}

impl<'a, 'p> Session<'a, 'p> {
    pub fn new(
        test: &'a Test,
        output: &'a Output,
        predictor: Predictor<'p>,
        config: Config,
        starts: Vec<SymbolicStart>,
        replays: Option<Replays>,
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
            measured: None,
            failure: None,
            cut: BTreeMap::new(),
            path_limits: BTreeSet::new(),
        };
        let reporter = Reporter::new(test.quiet || test.json && !test.verbose);
        let seen = BTreeSet::new();
        Ok(Session {
            test,
            output,
            program,
            suite,
            predictor,
            config,
            starts,
            replays,
            reporter,
            found,
            recorded: vec![],
            seen,
            deadline,
            stop,
        })
    }

    /// Whether the path becomes a test.
    fn wanted(&self, end: &PathEnd, new_bug: bool) -> bool {
        match (&end.outcome, self.test.emit) {
            (Outcome::Silent | Outcome::Infeasible | Outcome::Internal(_), _) => false,
            _ if self.found.tests >= self.test.max_tests => false,
            (_, Emit::All) => true,
            (_, Emit::Bugs) => new_bug,
            (_, Emit::New) => new_bug || end.new_edges > 0 || self.found.tests == 0,
        }
    }

    /// Remembers a bug; `true` if it is new.
    fn is_new(&mut self, bug: &Bug) -> bool {
        let (file, line, _) = place(bug.place());
        self.seen.insert((bug.check.name, file, line))
    }

    /// Writes the test; its job of replay, and its first file below the output folder.
    fn emit(&mut self, end: &PathEnd) -> anyhow::Result<(Job, String)> {
        let number = self.found.tests as u32 + 1;
        let case = TestCase { args: self.config.args[1..].to_vec(), inputs: end.inputs.iter().map(input).collect() };
        let files = self.suite.write(number, &case)?;
        self.found.tests += 1;
        let limits = Limits {
            max_steps: end.steps.saturating_mul(2).saturating_add(10_000_000),
            deadline: self.deadline,
            stop: Some(self.stop.clone()),
            ..Limits::default()
        };
        let start = &self.starts[end.root as usize];
        let (predictor, config) = (&mut self.predictor, &self.config);
        let run = AssertUnwindSafe(|| predictor.run(config, start, &end.inputs, limits, &mut super::Nowhere));
        let (outcome, (edges, hash)) = match panics::catch(run) {
            Ok(run) => run,
            Err(message) => (Outcome::Internal(message), (0, 0)),
        };
        let mut expected = expected(&end.outcome);
        // A path that was cut has no end to compare, and neither has a prediction.
        let again = self::expected(&outcome);
        let cut = matches!(outcome, Outcome::Limit("time" | "interrupt", _));
        if cut {
            expected = Expected::Cut;
        } else if expected != Expected::Cut && again != expected {
            let what = format!("test {number} ends with {again:?} when it is run with its input, not {expected:?}");
            self.found.divergences.push(what);
        }
        let name = files.first().and_then(|f| f.file_name()).unwrap_or_default();
        let file = format!("tests/{}", name.to_string_lossy());
        self.recorded.push(Recorded { number, case: case.clone(), expected: expected.clone(), results: vec![] });
        Ok((Job { number, case, prediction: Prediction { expected, edges, hash } }, file))
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

    fn note_cut(&mut self, what: &str, stack: &[StackEntry]) {
        let (file, line, function) = place(secateur_vm::place(stack));
        *self.found.cut.entry((what.to_string(), file, line, function)).or_default() += 1;
    }

    /// Waits for the replays, and writes what they say.
    pub fn finish(mut self) -> Found {
        self.reporter.clear();
        if let Some(replays) = self.replays.take() {
            let (results, measured) = replays.finish();
            for replayed in results {
                self.judge(replayed);
            }
            match &measured {
                Err(why) => self.output.log(&format!("nothing could be replayed: {why}")),
                Ok(Measured { without_sanitizers: Some(why), .. }) => {
                    self.output.log(&format!("there is no sanitizer build: {why}"));
                }
                Ok(_) => {}
            }
            self.found.measured = Some(measured);
        }
        if let Err(error) = self.suite.finish(&self.whole()) {
            self.output.log(&format!("the suite could not be written: {error}"));
            self.found.failure.get_or_insert(error.into());
        }
        if self.found.late > 0 {
            self.output.log(&format!("no time was left to replay {}", super::count(self.found.late, "test")));
        }
        self.found
    }

    fn whole(&self) -> Whole<'_> {
        Whole {
            program: &self.test.program.files,
            flags: &self.test.program.cflag,
            folder: &self.output.folder,
            tests: &self.recorded,
            declarations: None,
            function: None,
        }
    }

    fn judge(&mut self, replayed: Replayed) {
        let number = replayed.number;
        let bug = self.found.bugs.iter_mut().find(|b| b.number == number);
        let result = match replayed.result {
            None => {
                self.found.late += 1;
                if let Some(bug) = bug {
                    bug.why = "there was no time to replay it natively".into();
                }
                return;
            }
            Some(Err(error)) => {
                self.output.log(&format!("test {number} could not be replayed: {error}"));
                self.found.divergences.push(format!("test {number} could not be replayed: {error}"));
                return;
            }
            Some(Ok(result)) => result,
        };
        if let (Some(bug), Some(native)) = (&bug, &result.sanitizer) {
            let text = String::from_utf8_lossy(&native.stderr);
            let _ = self.output.write(&format!("{}/native.txt", folder(bug)), &text);
        }
        match result.verdict {
            Verdict::Confirmed => {
                if let Some(bug) = bug {
                    bug.confirmed = true;
                }
            }
            Verdict::Unconfirmed(why) => {
                self.output.log(&format!("test {number} is not confirmed: {why}"));
                if let Some(bug) = bug {
                    bug.why = why;
                }
            }
            Verdict::Divergence(what) => {
                self.output.log(&format!("test {number} diverges: {what}"));
                if let Some(bug) = bug {
                    bug.why.clone_from(&what);
                }
                self.found.divergences.push(format!("test {number}: {what}"));
            }
        }
    }

    fn add_bug(&mut self, bug: &Bug, job: &Job, test: String) -> anyhow::Result<()> {
        let (file, line, function) = place(bug.place());
        let found = FoundBug {
            kind: bug.check.name,
            message: bug.message.clone(),
            file,
            line,
            function,
            test,
            number: job.number,
            confirmed: false,
            why: "not replayed natively".into(),
            text: diagnostics::bug(bug, false),
        };
        let folder = folder(&found);
        let path = self.output.folder.join(&folder);
        std::fs::create_dir_all(&path).with_context(|| format!("{} cannot be made", path.display()))?;
        self.output.write(&format!("{folder}/report.txt"), &found.text)?;
        // Whatever the formats of the tests are, so that a bug can always be replayed.
        std::fs::write(path.join("input.ktest"), formats::ktest::encode(&self.program, &job.case)?)?;
        self.output.log(&format!("bug: {} at {}:{}", found.kind, found.file, found.line));
        self.found.bugs.push(found);
        Ok(())
    }
}

impl Observer for Session<'_, '_> {
    fn path(&mut self, end: PathEnd, progress: &Progress) -> bool {
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
        if self.wanted(&end, new_bug)
            && let Err(error) = self.keep(&end, new_bug)
        {
            self.output.log(&format!("a test could not be written: {error:#}"));
            self.found.failure = Some(error);
            return false;
        }
        self.reporter.tick(progress, self.found.tests, self.found.bugs.len());
        self.found.tests < self.test.max_tests
    }

    fn tick(&mut self, progress: &Progress) {
        self.reporter.tick(progress, self.found.tests, self.found.bugs.len());
    }
}

fn folder(bug: &FoundBug) -> String {
    format!("bugs/{:03}-{}", bug.number, bug.kind)
}

fn place(entry: Option<&StackEntry>) -> (String, u32, String) {
    entry.map_or_else(Default::default, |e| (e.file.clone(), e.line, e.function.clone()))
}

fn expected(outcome: &Outcome) -> Expected {
    match outcome {
        Outcome::Exit(status) => Expected::Exit(*status & 0xff),
        Outcome::Killed(signal) => Expected::Killed(*signal),
        Outcome::Bug(bug) => {
            let (file, line, _) = place(bug.place());
            Expected::Bug { kind: bug.check.name, file, line }
        }
        _ => Expected::Cut,
    }
}

fn input((input, bytes): &(secateur_vm::Input, Vec<u8>)) -> Input {
    use secateur_vm::InputKind as Kind;
    let kind = match &input.kind {
        Kind::Object => InputKind::Object,
        Kind::ArgCount => InputKind::ArgCount,
        Kind::Arg => InputKind::Arg,
        Kind::Stdin { len } => InputKind::Stdin { len: *len },
        Kind::File { path, len } => InputKind::File { path: path.clone(), len: *len },
    };
    Input { name: input.name.clone(), kind, bytes: bytes.clone() }
}
