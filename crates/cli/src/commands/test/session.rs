//! What becomes of paths: which are tests, which are bugs, and what their native replay says.

use super::output::Output;
use super::progress::{Phase, Reporter};
use super::replays::{Job, Measured, Replayed, Replays};
use super::timeline::Timeline;
use crate::diagnostics;
use crate::options::{Emit, Test};
use anyhow::Context;
use secateur_explore::{Observer, Outcome, PathEnd, Predictor, Progress, panics};
use secateur_testgen::formats::{Recorded, Whole};
use secateur_testgen::minimise::Candidate;
use secateur_testgen::reports::{self, Shown};
use secateur_testgen::unit::{self, Unit};
use secateur_testgen::{Expected, Input, InputKind, Prediction, Suite, TestCase, Trace, Verdict, formats, show};
use secateur_vm::{Bug, Config, Limits, StackEntry, SymbolicStart};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::AssertUnwindSafe;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// A bug, once per kind and place: line and column.
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
    pub bug: Bug,
    pub input: Vec<Shown>,
    /// What the sanitizers printed.
    pub native: String,
}

impl FoundBug {
    /// Relative to the output folder.
    pub fn folder(&self) -> String {
        format!("bugs/{:03}-{}", self.number, self.kind)
    }
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
    /// The tests, as reports tell of them.
    pub notes: Vec<reports::Test>,
    /// By node of the tree of paths: the number of its test.
    pub node_tests: BTreeMap<usize, u32>,
    pub timeline: Timeline,
    /// The tests by number, as a later replay needs them.
    pub recorded: BTreeMap<u32, (TestCase, Prediction, Vec<unit::Result>)>,
    /// Whether any path asked for symbolic input.
    pub asked_for_input: bool,
    /// What was taken for granted about the input, for the user to know.
    pub assumptions: Vec<String>,
    /// What the harness of a function leaves out, with the function's place.
    pub left_out: Vec<(String, StackEntry)>,
}

impl Found {
    /// Why nothing, or not everything, was replayed natively.
    pub fn not_native(&self) -> Vec<String> {
        let mut reasons = Vec::new();
        match &self.measured {
            None => reasons.push("native replay was switched off".to_string()),
            Some(Err(why)) => reasons.push(format!("tests were not replayed natively: {why}")),
            Some(Ok(measured)) => {
                let why = measured.without_sanitizers.as_ref();
                reasons.extend(why.map(|why| format!("there is no sanitizer build to confirm bugs: {why}")));
            }
        }
        if self.late > 0 {
            reasons.push(format!("there was no time to replay {}", super::count(self.late, "test")));
        }
        reasons
    }
}

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
            measured: None,
            failure: None,
            cut: BTreeMap::new(),
            path_limits: BTreeSet::new(),
            notes: vec![],
            node_tests: BTreeMap::new(),
            timeline: Timeline::new(),
            recorded: BTreeMap::new(),
            asked_for_input: false,
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
        })
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
            (_, Emit::New) => new_bug || end.new_edges > 0 || self.found.tests == 0,
        }
    }

    /// Remembers a bug; `true` if it is new.
    fn is_new(&mut self, bug: &Bug) -> bool {
        let (file, line, _) = place(bug.place());
        // Two on one line are two, such as both operands of `*a > *b`.
        let col = bug.place().map_or(0, |e| e.col);
        self.seen.insert((bug.check.name, file, line, col))
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

    fn note_cut(&mut self, what: &str, stack: &[StackEntry]) {
        let (file, line, function) = place(secateur_vm::place(stack));
        *self.found.cut.entry((what.to_string(), file, line, function)).or_default() += 1;
    }

    /// Waits for the replays, and writes what they say.
    pub fn finish(mut self) -> Found {
        self.reporter.phase(Phase::Replaying);
        if let Some(replays) = self.replays.take() {
            self.reporter.watch(replays.done());
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
            if self.test.minimise {
                self.minimise();
            }
        }
        if let Some(unit) = self.unit {
            let function = unit.function();
            let place = StackEntry {
                function: function.name.clone(),
                file: function.file.clone(),
                directory: function.directory.clone(),
                line: function.line,
                col: 0,
                library: false,
            };
            self.found.assumptions.extend(unit.plan.notes.iter().cloned());
            self.found.left_out.extend(unit.plan.losses.iter().map(|loss| (loss.what.clone(), place.clone())));
        }
        if let Err(error) = self.suite.finish(&self.whole()) {
            self.output.log(&format!("the suite could not be written: {error}"));
            self.found.failure.get_or_insert(error.into());
        }
        if self.found.late > 0 {
            self.output.log(&format!("no time was left to replay {}", super::count(self.found.late, "test")));
        }
        self.reporter.finish();
        self.found
    }

    /// Removes tests that add nothing to what the others cover.
    fn minimise(&mut self) {
        let none = Trace::default();
        let candidates = self.found.notes.iter().map(|note| {
            let trace = self.traces.get(&note.number).unwrap_or(&none);
            let shows_bug = self.found.bugs.iter().any(|b| b.number == note.number);
            // What was not replayed may cover anything.
            let must_stay = shows_bug || !self.traces.contains_key(&note.number);
            Candidate { edges: &trace.edges, blocks: &trace.blocks, must_stay }
        });
        let stays = secateur_testgen::minimise::choose(&candidates.collect::<Vec<_>>());
        let all = std::mem::take(&mut self.found.notes);
        let before = all.len();
        for (note, stays) in all.into_iter().zip(stays) {
            if stays {
                self.found.notes.push(note);
                continue;
            }
            for file in &note.files {
                if let Err(error) = std::fs::remove_file(self.output.folder.join(file)) {
                    self.output.log(&format!("{file} could not be removed: {error}"));
                }
            }
            self.traces.remove(&note.number);
            self.recorded.retain(|r| r.number != note.number);
            self.found.node_tests.retain(|_, number| *number != note.number);
        }
        self.found.tests = self.found.notes.len() as u64;
        let removed = before - self.found.notes.len();
        self.output.log(&format!("{removed} of {before} tests add nothing and are removed"));
        if removed > 0 {
            self.found
                .assumptions
                .push(format!("{} that add nothing were removed", super::count(removed as u64, "test")));
        }
        if let Some(Ok(measured)) = &mut self.found.measured {
            measured.coverage.clear();
            for note in &mut self.found.notes {
                if let Some(trace) = self.traces.get(&note.number) {
                    note.new_branches = measured.coverage.add(trace).branches as u32;
                }
            }
        }
    }

    fn whole(&self) -> Whole<'_> {
        Whole {
            program: &self.test.program.files,
            flags: &self.flags,
            folder: &self.output.folder,
            tests: &self.recorded,
            declarations: self.unit.map(|unit| &unit.declarations),
            function: self.unit.map(|unit| unit.function().name.as_str()),
            unit: self.unit,
        }
    }

    fn judge(&mut self, replayed: Replayed) {
        let number = replayed.number;
        let mut none = reports::Test::default();
        let note = self.found.notes.iter_mut().find(|n| n.number == number).unwrap_or(&mut none);
        note.replay_s = replayed.time.as_secs_f64();
        let bug = self.found.bugs.iter_mut().find(|b| b.number == number);
        let result = match replayed.result {
            None => {
                self.found.late += 1;
                note.why = "there was no time".into();
                if let Some(bug) = bug {
                    bug.why = "there was no time to replay it natively".into();
                }
                return;
            }
            Some(Err(error)) => {
                (note.verdict, note.why) = ("divergence".into(), error.clone());
                self.output.log(&format!("test {number} could not be replayed: {error}"));
                self.found.divergences.push(format!("test {number} could not be replayed: {error}"));
                return;
            }
            Some(Ok(result)) => result,
        };
        if self.test.minimise
            && let Some(trace) = &result.coverage.trace
        {
            self.traces.insert(number, trace.clone());
        }
        note.new_branches = result.delta.branches as u32;
        let mut bug = bug;
        if let (Some(bug), Some(native)) = (&mut bug, &result.sanitizer) {
            bug.native = String::from_utf8_lossy(&native.stderr).into_owned();
            let _ = self.output.write(&format!("{}/native.txt", bug.folder()), &bug.native);
        }
        let told = self.recorded.iter().find(|r| r.number == number).map_or(&[][..], |r| &r.results);
        let verdict = match (result.verdict, unit::difference(told, &result.coverage.results)) {
            (Verdict::Confirmed, Some(what)) => Verdict::Divergence(what),
            (verdict, _) => verdict,
        };
        match verdict {
            Verdict::Confirmed => {
                note.verdict = "confirmed".into();
                if let Some(bug) = bug {
                    bug.confirmed = true;
                }
            }
            Verdict::Unconfirmed(why) => {
                (note.verdict, note.why) = ("unconfirmed".into(), why.clone());
                self.output.log(&format!("test {number} is not confirmed: {why}"));
                if let Some(bug) = bug {
                    bug.why = why;
                }
            }
            Verdict::Divergence(what) => {
                (note.verdict, note.why) = ("divergence".into(), what.clone());
                self.output.log(&format!("test {number} diverges: {what}"));
                if let Some(bug) = bug {
                    bug.why.clone_from(&what);
                }
                self.found.divergences.push(format!("test {number}: {what}"));
            }
        }
    }

    /// The report with the input.
    fn describe(&self, bug: &Bug, case: &TestCase) -> String {
        let mut text = diagnostics::bug(&without_harness(bug), false);
        for shown in self.shown(case) {
            text += &format!("  with {}: {}\n", shown.name, shown.value);
        }
        show::printable(&text)
    }

    fn shown(&self, case: &TestCase) -> Vec<Shown> {
        shown(self.unit, case)
    }

    fn add_bug(&mut self, bug: &Bug, job: &Job, test: String) -> anyhow::Result<()> {
        let (file, line, function) = place(bug.place());
        let mut found = FoundBug {
            kind: bug.check.name,
            message: bug.message.clone(),
            file,
            line,
            function,
            test,
            number: job.number,
            confirmed: false,
            why: "not replayed natively".into(),
            text: self.describe(bug, &job.case),
            bug: without_harness(bug),
            input: self.shown(&job.case),
            native: String::new(),
        };
        let folder = found.folder();
        // Formats that write the suite as a whole have no file of the test's own.
        if found.test.is_empty() {
            found.test = format!("{folder}/input.ktest");
        }
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
        self.found.asked_for_input |= !end.inputs.is_empty();
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

/// The frames of the harness say nothing to the user, and neither does the place where it makes an object.
fn without_harness(bug: &Bug) -> Bug {
    let mut bug = bug.clone();
    let is_harness = |entry: &StackEntry| entry.file == secateur_front::HARNESS;
    if let Some(first) = bug.stack.iter().position(is_harness).filter(|i| *i > 0) {
        bug.stack.truncate(first);
    }
    for note in &mut bug.notes {
        if note.place.as_ref().is_some_and(is_harness) {
            note.place = None;
            note.text = "the block is made for the call, as one of its arguments".into();
        }
    }
    bug
}

/// The input for people: in unit mode the call.
pub fn shown(unit: Option<&Unit>, case: &TestCase) -> Vec<Shown> {
    match unit.and_then(|unit| unit.call(case)) {
        Some(call) => vec![Shown { name: "the call".into(), value: unit::show(&call) }],
        None => show::inputs(case),
    }
}

fn place(entry: Option<&StackEntry>) -> (String, u32, String) {
    entry.map_or_else(Default::default, |e| (e.file.clone(), e.line, e.function.clone()))
}

/// For people.
fn end_name(expected: &Expected) -> String {
    match expected {
        Expected::Exit(status) => format!("exit {status}"),
        Expected::Killed(signal) => format!("signal {signal}"),
        Expected::Bug { kind, file, line } => format!("{kind} at {file}:{line}"),
        Expected::Cut => "cut".into(),
    }
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
