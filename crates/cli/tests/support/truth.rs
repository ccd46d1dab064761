//! What a program does on each of its inputs, found out natively: clang's sanitizers see the bugs, clang's coverage
//! the blocks. None of it is Secateur's own code (see truth/driver.c).
//!
//! Not seen: an access that goes far beyond its object, past AddressSanitizer's red zones. So the programs of
//! tests/ui/paths leave their objects by a few bytes only.

use super::run::{self, run_within};
use super::space::Space;
use super::suite::Bug;
use super::{ensure, root};
use libtest_mimic::Failed;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The sanitizers that report what Secateur reports by default. Overflow is among them, so that no program
/// of the suite overflows by mistake.
const SANITIZERS: &str = "-fsanitize=address,shift,integer-divide-by-zero,null,signed-integer-overflow,unreachable,\
                          nonnull-attribute,float-cast-overflow";
const FLAGS: &[&str] = &["-std=gnu17", "-O0", "-g", "-fno-omit-frame-pointer", "-fno-builtin", "-w"];
/// Blocks rather than edges: cases of a switch that share a statement are one path.
const COVERAGE: &str = "-fsanitize-coverage=bb,no-prune,trace-pc-guard,pc-table";
const SYMBOLIZER: &str = "/usr/lib/llvm-19/bin/llvm-symbolizer";
const LIMIT: Duration = Duration::from_secs(400);

/// A program, built to be run on many inputs.
pub struct Driver {
    binary: PathBuf,
    size: usize,
    /// `together` if several inputs may share a process, `alone` otherwise; `stdin` if they are standard input.
    mode: &'static str,
    /// How the path of the program's source ends.
    name: String,
}

/// How a run on one input ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    Exit {
        status: i32,
        path: String,
    },
    Bug {
        bug: Bug,
        path: String,
    },
    /// An assumption did not hold: not an input of the program.
    Excluded,
}

/// What all the inputs of a run did.
#[derive(Default)]
pub struct Truth {
    /// In the order of the inputs.
    pub ends: Vec<End>,
    /// Sequences of blocks that end normally, each with the first input that takes it.
    pub paths: BTreeMap<String, usize>,
    /// Those that end in a bug.
    pub bug_paths: BTreeMap<String, usize>,
    pub bugs: BTreeMap<Bug, usize>,
    /// Steps from block to block within a function, as `line:column -> line:column`.
    pub steps: BTreeSet<String>,
}

impl Driver {
    pub fn build(source: &Path, space: &Space, folder: &Path) -> Result<Driver, Failed> {
        let here = root().join("crates/cli/tests/support/truth");
        let binary = folder.join("driver");
        let include = format!("-I{}", root().join("runtime/include").display());
        let name = format!("/{}", source.file_name().unwrap_or_default().to_string_lossy());
        let objects = [part("driver", &include)?, part("interface", &include)?];
        let mut program = Command::new("clang-19");
        program.args(FLAGS).args([SANITIZERS, "-fno-sanitize-recover=all", COVERAGE, &include, "-include"]);
        program.arg(here.join("prelude.h")).arg(source).args(&objects);
        compile(program.arg("-fuse-ld=lld").arg("-o").arg(&binary))?;
        let mode = if has_variables(source, &include, folder)? { "alone" } else { "together" };
        Ok(Driver { binary, size: space.size(), mode, name })
    }

    /// The inputs are the program's standard input.
    pub fn on_stdin(self) -> Driver {
        Driver { mode: "stdin", ..self }
    }

    /// Runs the program on each of the inputs, which stand one after the other.
    pub fn run(&self, inputs: &[u8]) -> Result<Truth, Failed> {
        let mut command = Command::new(&self.binary);
        command.arg(self.size.to_string()).arg(self.mode).arg(&self.name);
        command.env("ASAN_OPTIONS", format!("external_symbolizer_path={SYMBOLIZER}"));
        let run = run_within(&mut command, inputs, LIMIT).map_err(|trouble| run::explain(&command, trouble))?;
        ensure(run.code() == Some(0), || format!("the driver failed: {:?} {}", run.code(), run.err()))?;
        let truth = parse(&run.out())?;
        let expected = inputs.len() / self.size;
        ensure(truth.ends.len() == expected, || format!("{} results for {expected} inputs", truth.ends.len()))?;
        Ok(truth)
    }
}

/// A part of the driver. It is the same for all programs, so it is compiled once and kept for as long as nothing
/// that it is made of changes.
fn part(name: &str, include: &str) -> Result<PathBuf, Failed> {
    let here = root().join("crates/cli/tests/support/truth");
    let mut hasher = DefaultHasher::new();
    let headers = ["secateur.h", "klee/klee.h"].map(|file| root().join("runtime/include").join(file));
    for file in ["driver.c", "driver.h", "interface.c"].map(|file| here.join(file)).iter().chain(&headers) {
        std::fs::read(file)?.hash(&mut hasher);
    }
    let compiler = std::fs::metadata("/usr/bin/clang-19")?;
    (compiler.len(), compiler.modified()?, include).hash(&mut hasher);
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("truth-{name}-{:016x}.o", hasher.finish()));
    if !kept.is_file() {
        // Tests are processes, and several may find it missing: each makes its own, and the last one stays.
        let made = tempfile::NamedTempFile::new_in(env!("CARGO_TARGET_TMPDIR"))?.into_temp_path();
        let mut clang = Command::new("clang-19");
        clang.args(["-O1", "-fno-omit-frame-pointer", "-Wall", "-Wextra", "-Werror", include, "-c"]);
        compile(clang.arg(here.join(name).with_extension("c")).arg("-o").arg(&made))?;
        made.persist(&kept)?;
    }
    Ok(kept)
}

/// Whether something of the program lives longer than `main`: an object in a section for data that can change.
fn has_variables(source: &Path, include: &str, folder: &Path) -> Result<bool, Failed> {
    let object = folder.join("plain.o");
    let mut clang = Command::new("clang-19");
    compile(clang.args(["-std=gnu17", "-O0", "-w", include, "-c"]).arg(source).arg("-o").arg(&object))?;
    let symbols = run::run(Command::new("llvm-nm-19").arg("--defined-only").arg(&object), b"")?;
    ensure(symbols.code() == Some(0), || format!("llvm-nm-19 failed: {}", symbols.err()))?;
    let data = |line: &str| line.split(' ').nth(1).is_some_and(|kind| "bBdDC".contains(kind));
    Ok(symbols.out().lines().any(data))
}

fn compile(command: &mut Command) -> super::Outcome {
    let run = run::run(command, b"")?;
    ensure(run.code() == Some(0), || format!("the native build failed: {command:?}\n{}", run.err()))
}

fn parse(report: &str) -> Result<Truth, Failed> {
    let (mut truth, mut places) = (Truth::default(), BTreeMap::from([("0", "entry")]));
    for line in report.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["block", id, place] => {
                places.insert(id, place);
            }
            ["edge", from, to] => {
                // Blocks of one place are told apart by their number.
                let name = |id| format!("{} (block {id})", places.get(id).copied().unwrap_or("?"));
                truth.steps.insert(format!("{} -> {}", name(from), name(to)));
            }
            _ => {
                let end = end(&words).ok_or_else(|| format!("input {}: {line}", truth.ends.len()))?;
                truth.add(end);
            }
        }
    }
    Ok(truth)
}

/// An end that the programs of the suite may have. A hang, a lack of input or an unknown signal is none.
fn end(words: &[&str]) -> Option<End> {
    match words {
        ["assume"] => Some(End::Excluded),
        ["exit", status, path] => Some(End::Exit { status: status.parse().ok()?, path: path.to_string() }),
        ["bug", kind, line, path] => {
            let bug = Bug { line: line.parse().ok().filter(|line| *line > 0)?, kind: kind.to_string() };
            Some(End::Bug { bug, path: path.to_string() })
        }
        _ => None,
    }
}

impl Truth {
    fn add(&mut self, end: End) {
        let index = self.ends.len();
        match &end {
            End::Excluded => {}
            End::Exit { path, .. } => {
                self.paths.entry(path.clone()).or_insert(index);
            }
            End::Bug { bug, path } => {
                self.bug_paths.entry(path.clone()).or_insert(index);
                self.bugs.entry(bug.clone()).or_insert(index);
            }
        }
        self.ends.push(end);
    }
}
