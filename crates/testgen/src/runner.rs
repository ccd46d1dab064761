//! Runs a native build with the input of a test case, within limits, and tells what happened.
//!
//! Every run has a temporary folder: the program's working directory with the test's files, and
//! beside it what the run needs and leaves (the objects as a `.ktest` file, the trace, standard
//! input). Standard input is a file, standard output and standard error are pipes, as in the virtual
//! machine. Nothing is shared between runs, so they may go on in several threads. The process is the
//! leader of a group of its own, which is killed when the time is up and after the run.
//!
//! What a run may change is confined ([`crate::confine`]).

use crate::formats::ktest;
use crate::places::UserFiles;
use crate::streams::Written;
use crate::unit::results;
use crate::{InputKind, Observed, Outcome, TestCase, TestgenError, process, report, trace};
use secateur_front::native::{Counts, Sanitizer, symbolizer};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

#[derive(Clone, Debug)]
pub struct Limits {
    pub time: Duration,
    /// In bytes.
    pub memory: u64,
    /// The largest file that may be written, in bytes.
    pub file: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { time: Duration::from_secs(10), memory: 2 << 30, file: 64 << 20 }
    }
}

/// A program to run.
#[derive(Clone, Debug)]
pub struct Binary {
    pub path: PathBuf,
    pub build: Build,
}

#[derive(Clone, Copy, Debug)]
pub enum Build {
    /// With marks, so many.
    Coverage(Counts),
    Sanitizer(Sanitizer),
}

/// How one run differs from others.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// Decisions beyond it are neither compared nor counted as covered.
    pub limit: u64,
    /// How many of the last decisions to keep.
    pub keep: usize,
    /// Look for leaks at the end.
    pub leaks: bool,
    /// The stack that programs have by default. Otherwise it is larger, because native code and above
    /// all sanitizers use more of it than the virtual machine assumes.
    pub small_stack: bool,
}

impl Default for Manner {
    fn default() -> Self {
        Manner { limit: trace::NO_LIMIT, keep: 64, leaks: false, small_stack: false }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Runner {
    pub limits: Limits,
    /// The program's name, as it finds it in `argv[0]`.
    pub name: OsString,
    /// All environment variables that the program finds, besides those of sanitizers.
    pub environment: Vec<(OsString, OsString)>,
    pub files: UserFiles,
    /// The program is a unit harness, which tells results.
    pub unit: bool,
}

const SMALL_STACK: u64 = 8 << 20;
const LARGE_STACK: u64 = 256 << 20;

impl Runner {
    pub fn run(&self, case: &TestCase, binary: &Binary, manner: &Manner) -> Result<Observed, TestgenError> {
        let folder = tempfile::tempdir().map_err(|e| TestgenError::io(&std::env::temp_dir(), e))?;
        let at = |name: &str| folder.path().join(name);
        let cwd = at("cwd");
        place_files(&cwd, case)?;
        write(&at("stdin"), case.stdin())?;
        // The rest of the environment comes to the program from outside, only objects are asked for.
        let objects = case.inputs.iter().filter(|i| i.kind == InputKind::Object).cloned().collect();
        write(&at("test.ktest"), &ktest::encode("program", &TestCase { args: vec![], inputs: objects })?)?;
        let counts = match binary.build {
            Build::Coverage(counts) => counts,
            Build::Sanitizer(_) => Counts { edges: 0, blocks: 0 },
        };
        trace::create(&at("trace"), counts, manner.limit, manner.keep)?;

        let mut command = Command::new(&binary.path);
        std::os::unix::process::CommandExt::arg0(&mut command, &self.name);
        command.args(case.arguments().iter().map(|a| OsStr::from_bytes(a)));
        command.current_dir(&cwd).env_clear().envs(self.environment.iter().cloned());
        command.env("KTEST_FILE", at("test.ktest")).env("SECATEUR_TRACE", at("trace"));
        // The sanitizers have nothing to add to them, and would object to looking at freed memory.
        let tells = self.unit && matches!(binary.build, Build::Coverage(_));
        if tells {
            results::create(&at("results"))?;
            command.env("SECATEUR_RESULTS", at("results"));
        }
        if let Build::Sanitizer(_) = binary.build {
            let options = sanitizer_options(manner, self.limits.memory);
            command.envs(["ASAN_OPTIONS", "UBSAN_OPTIONS", "MSAN_OPTIONS"].map(|name| (name, &options)));
        }
        command.stdin(Stdio::from(open(&at("stdin"))?));
        let limits = self.process_limits(binary, manner);
        let (end, Written { stdout, stderr }) =
            process::run(command, &limits, folder.path()).map_err(TestgenError::Start)?;

        let record = trace::read(&at("trace"), counts)?;
        let text = String::from_utf8_lossy(&stderr);
        let outcome = match end {
            process::End::TimedOut => Outcome::TimedOut,
            _ if record.as_ref().is_some_and(|r| r.assume_failed) => Outcome::AssumeFailed,
            _ if record.as_ref().is_some_and(|r| r.mismatched) => Outcome::Mismatch(said_by_runtime(&text)),
            process::End::Exit(status) => Outcome::Exit(status),
            process::End::Signal(signal) => Outcome::Signal(signal),
        };
        let (reports, trace) = match binary.build {
            Build::Coverage(_) => (vec![], record.map(|r| r.trace)),
            Build::Sanitizer(_) => (report::parse(&text, &self.files), None),
        };
        let results = if tells { results::read(&at("results"))? } else { vec![] };
        Ok(Observed { outcome, reports, trace, results, stdout, stderr })
    }

    fn process_limits(&self, binary: &Binary, manner: &Manner) -> process::Limits {
        process::Limits {
            time: self.limits.time,
            // Sanitizers reserve terabytes of addresses; they watch the memory in use themselves.
            addresses: matches!(binary.build, Build::Coverage(_)).then_some(self.limits.memory),
            stack: if manner.small_stack { SMALL_STACK } else { LARGE_STACK },
            file: self.limits.file,
            alone: matches!(binary.build, Build::Coverage(_)),
        }
    }
}

pub(crate) fn sanitizer_options(manner: &Manner, memory: u64) -> String {
    let leaks = u8::from(manner.leaks);
    let mut options = format!(
        "handle_abort=1:check_printf=1:color=never:allocator_may_return_null=1:print_stacktrace=1:\
         hard_rss_limit_mb={}:detect_leaks={leaks}:detect_stack_use_after_return={}",
        memory >> 20,
        1 - leaks
    );
    if let Some(path) = symbolizer() {
        options.push_str(&format!(":external_symbolizer_path={}", path.display()));
    }
    options
}

/// Makes the working directory with the test's files. They must stay inside.
pub(crate) fn place_files(cwd: &Path, case: &TestCase) -> Result<(), TestgenError> {
    std::fs::create_dir(cwd).map_err(|e| TestgenError::io(cwd, e))?;
    for (name, content) in case.files() {
        let inside = Path::new(name).components().all(|c| matches!(c, Component::Normal(_) | Component::CurDir));
        if !inside {
            return Err(TestgenError::OutsideFile { path: name.into() });
        }
        let path = cwd.join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(|e| TestgenError::io(parent, e))?;
        }
        write(&path, content)?;
    }
    Ok(())
}

fn said_by_runtime(stderr: &str) -> String {
    let said = stderr.lines().rev().find_map(|line| line.strip_prefix("secateur-replay: "));
    said.unwrap_or("the program asks for other inputs than the test has").to_string()
}

pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), TestgenError> {
    std::fs::write(path, bytes).map_err(|e| TestgenError::io(path, e))
}

fn open(path: &Path) -> Result<File, TestgenError> {
    File::open(path).map_err(|e| TestgenError::io(path, e))
}
