//! Native builds, their runs, and what is made of them. Every test compiles small C programs.
//!
//! The front end starts the running program again to read bitcode, so this suite has its own `main`.

mod bugs;
mod cover;
mod environment;
mod harness;
mod paths;
mod sides;

use libtest_mimic::{Arguments, Failed, Trial};
use secateur_front::{Options, Runtime, Source};
use secateur_testgen::{EdgeHash, EdgeId, Expected, Input, InputKind, Prediction, Replayer, TestCase, Verdict, names};
use std::path::PathBuf;
use std::process::ExitCode;

type Outcome = Result<(), Failed>;

fn main() -> ExitCode {
    let args: Vec<_> = std::env::args_os().collect();
    if let Some(code) = secateur_front::worker::main(&args) {
        return code;
    }
    let groups =
        [bugs::tests(), cover::tests(), environment::tests(), harness::tests(), paths::tests(), sides::tests()];
    libtest_mimic::run(&Arguments::from_args(), groups.into_iter().flatten().collect()).exit_code()
}

fn test(name: &str, run: fn() -> Outcome) -> Trial {
    Trial::test(name, run)
}

/// A program with its builds. The folder lives as long as it does.
struct Program {
    replayer: Replayer,
    folder: tempfile::TempDir,
}

impl std::ops::Deref for Program {
    type Target = Replayer;
    fn deref(&self) -> &Replayer {
        &self.replayer
    }
}

fn options() -> Result<Options, Failed> {
    let nobody = |_: &str| {};
    Ok(Options {
        include: vec![],
        define: vec![],
        cflags: vec![],
        runtime: Runtime::find()?,
        deadline: None,
        warn: nobody,
    })
}

/// What runtime/harness.c stands on.
const PRIMITIVES: [&str; 11] = [
    "__secateur_symbolic",
    "__secateur_assume",
    "__secateur_silent_exit",
    "__secateur_is_symbolic",
    "__secateur_get_value",
    "__secateur_report_error",
    "__secateur_object_size",
    "__secateur_check_access",
    "__secateur_print_value",
    "__secateur_set_forking",
    "__secateur_fixed_object",
];

/// Builds files that are there.
fn build_files(files: &[PathBuf], muted: &[&'static str]) -> Result<Replayer, Failed> {
    let options = options()?;
    // What the machine implements; of libc these programs take what they take in the real machine.
    let is_native = |name: &str| PRIMITIVES.contains(&name) || secateur_vm::is_native(name);
    let sources: Vec<Source> = files.iter().cloned().map(Source::new).collect();
    let loaded = secateur_front::load(&sources, &options, &is_native)?;
    Ok(Replayer::new(&options, &loaded.compiled, &loaded.module, muted)?)
}

/// Builds sources given by name and text.
fn build(sources: &[(&str, &str)]) -> Result<Program, Failed> {
    let folder = tempfile::tempdir()?;
    for (name, text) in sources {
        std::fs::write(folder.path().join(name), text)?;
    }
    let code = sources.iter().filter(|(name, _)| !name.ends_with(".h"));
    let files: Vec<PathBuf> = code.map(|(name, _)| folder.path().join(name)).collect();
    Ok(Program { replayer: build_files(&files, &["signed-overflow"])?, folder })
}

fn object(name: &str, bytes: &[u8]) -> Input {
    Input { name: name.into(), kind: InputKind::Object, bytes: bytes.to_vec() }
}

fn stdin(bytes: &[u8]) -> Input {
    Input { name: names::STDIN.into(), kind: InputKind::Stdin { len: bytes.len() as u32 }, bytes: bytes.to_vec() }
}

fn case(inputs: Vec<Input>) -> TestCase {
    TestCase { args: vec![], inputs }
}

/// A prediction that is right about the path, by asking the native build itself.
fn predicted(program: &Replayer, case: &TestCase, expected: Expected) -> Result<Prediction, Failed> {
    let edges = program.decisions(case, 1 << 16)?;
    Ok(Prediction { expected, edges: edges.len() as u64, hash: hash(&edges) })
}

fn hash(edges: &[EdgeId]) -> u64 {
    edges.iter().copied().collect::<EdgeHash>().0
}

fn ensure(holds: bool, words: impl FnOnce() -> String) -> Outcome {
    if holds { Ok(()) } else { Err(words().into()) }
}

fn same<T: PartialEq + std::fmt::Debug>(found: T, expected: T) -> Outcome {
    ensure(found == expected, || format!("found {found:?}\nexpected {expected:?}"))
}

fn is_divergence(verdict: &Verdict, part: &str) -> Outcome {
    let fits = matches!(verdict, Verdict::Divergence(words) if words.contains(part));
    ensure(fits, || format!("found {verdict:?}\nexpected a divergence with `{part}`"))
}
