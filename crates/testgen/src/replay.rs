//! Replays tests on both native builds and compares each with what the virtual machine said.
//!
//! The coverage build says whether the path is the same, decision by decision, and what it covers;
//! the sanitizer build says whether the end is the same: silent for a path that ends well, the
//! predicted error at the predicted line for a bug. A program without a sanitizer build (bitcode, or
//! sources that do not compile with the host's headers) has its paths compared, but its memory errors
//! stay unconfirmed. MemorySanitizer needs a build of its own, which is made when first needed.

use crate::confirm::{compare, confirm};
use crate::coverage::{Coverage, Delta};
use crate::places::UserFiles;
use crate::runner::{Binary, Build, Limits, Manner, Runner};
use crate::{BranchMap, EdgeId, Expected, Observed, Outcome, Prediction, TestCase, TestgenError, Verdict, trace};
use secateur_front::native::{self, BlockMarks, Counts, FunctionMarks, Plan, Sanitizer};
use secateur_front::{Compiled, FrontError, Options};
use secateur_ir::{FuncId, Module};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

pub struct Replayer {
    runner: Runner,
    map: BranchMap,
    coverage_build: Binary,
    /// Or why there is none.
    sanitizer_build: Result<Binary, String>,
    memory_build: OnceLock<Result<Binary, String>>,
    coverage: Mutex<Coverage>,
    muted: Vec<&'static str>,
    compiled: Arc<Compiled>,
    options: Options,
    folder: Folder,
}

/// Where the builds are.
enum Folder {
    /// Gone with the replayer.
    Temporary(tempfile::TempDir),
    Kept(PathBuf),
}

impl Folder {
    fn path(&self) -> &Path {
        match self {
            Folder::Temporary(folder) => folder.path(),
            Folder::Kept(path) => path,
        }
    }
}

/// What replaying one test showed.
#[derive(Clone, Debug)]
pub struct ReplayResult {
    pub verdict: Verdict,
    /// What the test covers that none before it did.
    pub delta: Delta,
    pub coverage: Observed,
    /// `None` where no sanitizer build was run.
    pub sanitizer: Option<Observed>,
}

impl ReplayResult {
    /// Of a first half: whether the end is still to be judged.
    pub fn is_open(&self, prediction: &Prediction) -> bool {
        self.verdict == Verdict::Confirmed && prediction.expected != Expected::Cut
    }
}

impl Replayer {
    /// Makes both builds of the program that `module` was loaded from with these options. Reports of
    /// `muted` kinds (those not among the checks asked for) do not count.
    pub fn new(
        options: &Options,
        compiled: &Arc<Compiled>,
        module: &Module,
        muted: &[&'static str],
    ) -> Result<Replayer, TestgenError> {
        let folder = tempfile::tempdir().map_err(|e| TestgenError::io(&std::env::temp_dir(), e))?;
        Replayer::build(options, compiled, module, muted, Folder::Temporary(folder))
    }

    /// The same, with builds that stay in a folder of the caller's.
    pub fn kept(
        options: &Options,
        compiled: &Arc<Compiled>,
        module: &Module,
        muted: &[&'static str],
        folder: &Path,
    ) -> Result<Replayer, TestgenError> {
        std::fs::create_dir_all(folder).map_err(|e| TestgenError::io(folder, e))?;
        Replayer::build(options, compiled, module, muted, Folder::Kept(folder.to_path_buf()))
    }

    fn build(
        options: &Options,
        compiled: &Arc<Compiled>,
        module: &Module,
        muted: &[&'static str],
        folder: Folder,
    ) -> Result<Replayer, TestgenError> {
        let coverage = Coverage::new(module);
        let map = coverage.branch_map().clone();
        let counts = Counts { edges: map.len(), blocks: map.block_count() };
        let marks = Plan { counts, functions: plan(module, &map) };
        let path = folder.path().join("coverage");
        let (covered, sanitized) = std::thread::scope(|scope| {
            let sanitized = scope.spawn(|| sanitizer(compiled, options, Sanitizer::Address, folder.path()));
            let covered = native::coverage_build(compiled, options, &marks, &path);
            (covered, sanitized.join().unwrap_or_else(|_| Err("its build crashed".into())))
        });
        covered?;
        let first = compiled.sources.first();
        let name = first.map(|s| s.place().with_extension("").into_os_string()).unwrap_or_default();
        Ok(Replayer {
            runner: Runner { name, files: UserFiles::new(module), ..Runner::default() },
            map,
            coverage_build: Binary { path, build: Build::Coverage(counts) },
            sanitizer_build: sanitized,
            memory_build: OnceLock::new(),
            coverage: Mutex::new(coverage),
            muted: muted.to_vec(),
            compiled: compiled.clone(),
            options: options.clone(),
            folder,
        })
    }

    /// What the program finds as its own name, if it is not that of its first file.
    pub fn with_name(mut self, name: std::ffi::OsString) -> Replayer {
        self.runner.name = name;
        self
    }

    pub fn with_limits(mut self, limits: Limits) -> Replayer {
        self.runner.limits = limits;
        self
    }

    pub fn set_limits(&mut self, limits: Limits) {
        self.runner.limits = limits;
    }

    /// Environment variables that the program finds.
    pub fn with_environment(mut self, variables: Vec<(std::ffi::OsString, std::ffi::OsString)>) -> Replayer {
        self.runner.environment = variables;
        self
    }

    /// The program is the harness of a function; it finds `name` in `argv[0]`.
    pub fn for_unit(mut self, name: std::ffi::OsString) -> Replayer {
        self.runner.unit = true;
        self.runner.name = name;
        self
    }

    pub fn branch_map(&self) -> &BranchMap {
        &self.map
    }

    /// Why bugs cannot be confirmed by sanitizers, if so.
    pub fn without_sanitizers(&self) -> Option<&str> {
        self.sanitizer_build.as_ref().err().map(String::as_str)
    }

    /// What all replayed tests cover together.
    pub fn coverage(&self) -> MutexGuard<'_, Coverage> {
        self.coverage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs one test. May be called from several threads.
    pub fn replay(&self, case: &TestCase, prediction: &Prediction) -> Result<ReplayResult, TestgenError> {
        let path = self.replay_path(case, prediction)?;
        if path.is_open(prediction) { self.replay_end(case, prediction, path) } else { Ok(path) }
    }

    /// The first half of it, which takes a fraction of the time: the path is compared, and what it covers is added. If the
    /// result is open, the verdict is not the last word.
    pub fn replay_path(&self, case: &TestCase, prediction: &Prediction) -> Result<ReplayResult, TestgenError> {
        let whole = matches!(prediction.expected, Expected::Exit(_) | Expected::Killed(_));
        let limit = if whole { trace::NO_LIMIT } else { prediction.edges };
        let overflow = matches!(prediction.expected, Expected::Bug { kind: "stack-overflow", .. });
        let manner = Manner { limit, small_stack: overflow, ..Manner::default() };
        let coverage = self.runner.run(case, &self.coverage_build, &manner)?;
        let delta = coverage.trace.as_ref().map(|t| self.coverage().add(t)).unwrap_or_default();
        let verdict = compare(prediction, &coverage, &self.map);
        Ok(ReplayResult { verdict, delta, coverage, sanitizer: None })
    }

    /// The second half, with sanitizers, of a test whose first half is open.
    pub fn replay_end(
        &self,
        case: &TestCase,
        prediction: &Prediction,
        path: ReplayResult,
    ) -> Result<ReplayResult, TestgenError> {
        let (verdict, sanitizer) = self.judge_end(case, prediction, &path.coverage)?;
        Ok(ReplayResult { verdict, sanitizer, ..path })
    }

    /// Runs a test of which nothing is known: on the coverage build, and on the sanitizer build if there is one.
    /// May be called from several threads.
    pub fn observe(&self, case: &TestCase) -> Result<(Observed, Option<Observed>), TestgenError> {
        let coverage = self.runner.run(case, &self.coverage_build, &Manner::default())?;
        if let Some(trace) = &coverage.trace {
            self.coverage().add(trace);
        }
        let leaks = !self.muted.contains(&"memory-leak");
        let sanitizer = match &self.sanitizer_build {
            Ok(binary) => Some(self.runner.run(case, binary, &Manner { leaks, ..Manner::default() })?),
            Err(_) => None,
        };
        Ok((coverage, sanitizer))
    }

    /// Reports of these kinds do not count.
    pub fn muted(&self) -> &[&'static str] {
        &self.muted
    }

    /// The build that a person debugs: with sanitizers, or where there is none, with marks.
    pub(crate) fn for_people(&self) -> (&Runner, &Binary) {
        (&self.runner, self.sanitizer_build.as_ref().unwrap_or(&self.coverage_build))
    }

    /// The sanitizer build's word about the end of a path that is known to be the same.
    fn judge_end(
        &self,
        case: &TestCase,
        prediction: &Prediction,
        coverage: &Observed,
    ) -> Result<(Verdict, Option<Observed>), TestgenError> {
        let kind = match prediction.expected {
            Expected::Bug { kind, .. } => kind,
            _ => "",
        };
        let binary = match kind {
            "uninitialised-read" => self
                .memory_build
                .get_or_init(|| sanitizer(&self.compiled, &self.options, Sanitizer::Memory, self.folder.path())),
            _ => &self.sanitizer_build,
        };
        let called = kind == "error-call" && coverage.trace.as_ref().is_some_and(|t| t.error_called);
        let binary = match binary {
            Ok(binary) => binary,
            Err(_) if called => return Ok((Verdict::Confirmed, None)),
            Err(why) => return Ok((without(kind, why, coverage), None)),
        };
        let manner =
            Manner { leaks: kind == "memory-leak", small_stack: kind == "stack-overflow", ..Manner::default() };
        let observed = self.runner.run(case, binary, &manner)?;
        // The kind that is predicted was asked for, whatever else was not.
        let muted: Vec<&str> = self.muted.iter().copied().filter(|m| *m != kind).collect();
        let verdict = match confirm(&prediction.expected, &observed, &muted) {
            // An error function that does nothing shows in the coverage build alone.
            Verdict::Divergence(_) | Verdict::Unconfirmed(_) if called => Verdict::Confirmed,
            // The coverage build ended as predicted, and no sanitizer reports anything: what is left is
            // the other C library.
            Verdict::Divergence(words) if kind.is_empty() && observed.report(&muted).is_none() => {
                Verdict::Unconfirmed(format!("under the sanitizers, with the host's C library: {words}"))
            }
            verdict => verdict,
        };
        Ok((verdict, Some(observed)))
    }

    /// The decisions of a native run, up to `most` of the last ones: to find where a path differs.
    pub fn decisions(&self, case: &TestCase, most: usize) -> Result<Vec<EdgeId>, TestgenError> {
        let manner = Manner { keep: most, ..Manner::default() };
        let observed = self.runner.run(case, &self.coverage_build, &manner)?;
        Ok(observed.trace.map(|t| t.last).unwrap_or_default())
    }

    /// In words, where the native path leaves the predicted one. `None` if it does not.
    pub fn first_difference(&self, case: &TestCase, predicted: &[EdgeId]) -> Result<Option<String>, TestgenError> {
        let keep = predicted.len() + 1;
        let limit = keep as u64;
        let observed = self.runner.run(case, &self.coverage_build, &Manner { keep, limit, ..Manner::default() })?;
        let native = observed.trace.map(|t| t.last).unwrap_or_default();
        let same = native.iter().zip(predicted).take_while(|(a, b)| a == b).count();
        let name = |edge: Option<&EdgeId>| edge.map_or("the end".to_string(), |e| self.map.describe(*e));
        Ok((native.get(same) != predicted.get(same)).then(|| {
            let (native, machine) = (name(native.get(same)), name(predicted.get(same)));
            format!("decision {} is natively {native}, and {machine} in the virtual machine", same + 1)
        }))
    }
}

/// What the coverage build alone can say about the end of a path.
fn without(kind: &str, why: &str, coverage: &Observed) -> Verdict {
    let shown = match kind {
        // The end of a path without a bug is compared already.
        "" => true,
        "abort" | "assertion-failure" => coverage.outcome == Outcome::Signal(libc::SIGABRT),
        "division-by-zero" => coverage.outcome == Outcome::Signal(libc::SIGFPE),
        "null-dereference" => coverage.outcome == Outcome::Signal(libc::SIGSEGV),
        _ => false,
    };
    if shown { Verdict::Confirmed } else { Verdict::Unconfirmed(format!("there is no sanitizer build: {why}")) }
}

fn sanitizer(compiled: &Compiled, options: &Options, which: Sanitizer, folder: &Path) -> Result<Binary, String> {
    if let Some(why) = native::no_sanitizers(&compiled.sources) {
        return Err(why);
    }
    let path = folder.join(if which == Sanitizer::Address { "address" } else { "memory" });
    let built = native::sanitizer_build(compiled, options, which, &path);
    built.map_err(|error: FrontError| error.to_string())?;
    Ok(Binary { path, build: Build::Sanitizer(which) })
}

/// Which marks the coverage build gets: the numbers of the map, in the order of the module.
fn plan(module: &Module, map: &BranchMap) -> Vec<FunctionMarks> {
    let marks = |(index, function): (usize, &secateur_ir::Function)| {
        let func = FuncId::new(index);
        let block = |id| {
            let mark = map.block(func, id)?;
            let first_edge = map.edge(func, id, 0).map_or(0, |e| e.0);
            Some(BlockMarks { mark, first_edge, sides: map.sides_of(func, id) })
        };
        FunctionMarks { name: function.name.clone(), blocks: function.block_ids().filter_map(block).collect() }
    };
    module.functions.iter().enumerate().map(marks).collect()
}
