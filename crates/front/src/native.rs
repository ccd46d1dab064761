//! Native builds of the program under test: one with branch marks, one with sanitizers.
//!
//! The *coverage build* is made of the very bitcode that was lowered, with marks put in
//! ([`crate::llvm::instrument`]), and musl, the C library that the virtual machine runs too: so its
//! path can be compared decision by decision. The *sanitizer build* is made of the sources, with the
//! host's C library, which the sanitizers need; so the two see different libraries, and a program
//! that looks closely behaves differently. Bitcode has no sanitizer build: clang puts
//! most checks in before there is bitcode.

use crate::{FrontError, Kind, Options, clang, in_parallel, kind, worker};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The marks of one function. Functions stand in the order of the linked module, blocks in the order
/// of their ids. One without blocks gets no marks.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FunctionMarks {
    /// To notice when module and plan do not belong together.
    pub name: String,
    pub blocks: Vec<BlockMarks>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct BlockMarks {
    pub mark: u32,
    /// The number of side 0; the other sides follow.
    pub first_edge: u32,
    /// Zero where nothing is decided.
    pub sides: u32,
}

/// How many numbers the marks of a program use.
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    pub edges: usize,
    pub blocks: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sanitizer {
    /// AddressSanitizer, LeakSanitizer, and the checks for undefined behaviour that have a counterpart here.
    Address,
    /// MemorySanitizer: reads of values that nothing wrote.
    Memory,
}

/// Not asked for, because the virtual machine has no such check: `null` and `alignment` (which judge
/// addresses that are only computed), `bounds` (cannot tell reads from writes), `shift-base`,
/// conversions. Overflow is asked for but goes on, since the check is off by default.
const ADDRESS: &[&str] = &[
    "-fsanitize=address,integer-divide-by-zero,shift-exponent,signed-integer-overflow,unreachable",
    "-fno-sanitize-recover=all",
    "-fsanitize-recover=signed-integer-overflow,shift-exponent",
    // The virtual machine ends a variable's life with its function, not with its block.
    "-fno-sanitize-address-use-after-scope",
];

/// Passing and returning an unset value is a copy like any other: only its use is reported.
const MEMORY: &[&str] = &["-fsanitize=memory", "-fno-sanitize-recover=all", "-fno-sanitize-memory-param-retval"];

const TARGET: &str = "--target=x86_64-linux-musl";

/// Why there can be no sanitizer build, if so.
pub fn no_sanitizers(files: &[PathBuf]) -> Option<String> {
    let bitcode = files.iter().find(|f| kind(f).ok() != Some(Kind::C))?;
    Some(format!("{} is not C: sanitizers need the sources", bitcode.display()))
}

/// Builds the sources with sanitizers into `output`.
pub fn sanitizer_build(
    files: &[PathBuf],
    options: &Options,
    sanitizer: Sanitizer,
    output: &Path,
) -> Result<(), FrontError> {
    let folder = scratch()?;
    let checks = if sanitizer == Sanitizer::Address { ADDRESS } else { MEMORY };
    let native = options.runtime.native();
    let common = |command: &mut Command| {
        command.args(["-g", "-O0", "-fno-omit-frame-pointer", "-fno-stack-protector", "-w"]).args(checks);
    };
    let (mut jobs, mut objects) = (Vec::new(), Vec::new());
    for (i, file) in files.iter().enumerate() {
        let mut command = clang::command();
        common(&mut command);
        clang::user_flags(&mut command, options);
        command.arg("-isystem").arg(native.join("include"));
        objects.push(folder.path().join(format!("{i}.o")));
        jobs.push(compile(command, file, &objects[i]));
    }
    for name in RUNTIME {
        let mut command = clang::command();
        command.args(["-O1", "-fno-builtin", "-w", "-DSECATEUR_NATIVE", "-D_GNU_SOURCE"]);
        if sanitizer == Sanitizer::Memory {
            // It follows every value, so all code must take part.
            common(&mut command);
        }
        objects.push(folder.path().join(name).with_extension("o"));
        jobs.push(compile(command, &native.join(name), &objects[objects.len() - 1]));
    }
    run_all(jobs, "does not compile")?;
    let mut link = clang::command();
    common(&mut link);
    link.args(&objects).args(["-fuse-ld=lld", "-lm", "-o"]).arg(output);
    run(link, "does not link")
}

/// Builds what was lowered, with marks, into `output`. `plan` has the functions of all files, in order.
pub fn coverage_build(
    files: &[PathBuf],
    options: &Options,
    plan: &[FunctionMarks],
    counts: Counts,
    output: &Path,
) -> Result<(), FrontError> {
    let musl = musl()?;
    let folder = scratch()?;
    let path = |name: String| folder.path().join(name);
    let bitcode = bitcode_of(files, options, folder.path())?;
    // One after the other, since each says where in the plan the next begins.
    let mut rest = plan;
    let (mut jobs, mut objects) = (Vec::new(), Vec::new());
    for (i, (module, file)) in bitcode.iter().zip(files).enumerate() {
        let (plan, marked) = (path(format!("{i}.plan")), path(format!("{i}.marked.bc")));
        let bytes = postcard::to_stdvec(rest).unwrap_or_default();
        std::fs::write(&plan, bytes).map_err(|e| unwritable(&plan, &e))?;
        let taken = worker::instrument(module, &plan, &marked).map_err(|error| error.about(file))?;
        rest = rest.get(taken..).unwrap_or_default();
        let mut command = clang::command();
        command.args([TARGET, "-O0", "-w"]);
        objects.push(path(format!("{i}.o")));
        jobs.push(compile(command, &marked, &objects[i]));
    }
    for name in RUNTIME {
        let mut command = clang::command();
        command.args([TARGET, "-O1", "-fno-builtin", "-fno-stack-protector", "-w", "-DSECATEUR_NATIVE"]);
        command.args(["-D_GNU_SOURCE".to_string(), format!("-DSECATEUR_EDGES={}", counts.edges)]);
        command.arg(format!("-DSECATEUR_BLOCKS={}", counts.blocks));
        command.arg("-nostdlibinc").arg("-isystem").arg(options.runtime.include());
        objects.push(path(name.to_string()).with_extension("o"));
        jobs.push(compile(command, &options.runtime.native().join(name), &objects[objects.len() - 1]));
    }
    run_all(jobs, "does not compile")?;
    let mut link = clang::command();
    link.args([TARGET, "-static", "-nostdlib", "-fuse-ld=lld", "-o"]).arg(output);
    link.args([musl.join("crt1.o"), musl.join("crti.o")]).args(&objects);
    // 128-bit division and the like are in the compiler's own library, and libc may use that in turn.
    link.arg("-Wl,--start-group").arg(musl.join("libc.a")).args(compiler_library()).arg("-Wl,--end-group");
    link.arg(musl.join("crtn.o"));
    run(link, "does not link")
}

const RUNTIME: [&str; 2] = ["harness.c", "replay.c"];

fn compile(mut command: Command, source: &Path, output: &Path) -> Command {
    command.arg("-c").arg("-o").arg(output).arg(source);
    command
}

/// What the virtual machine runs: clang's output for C files, other files as they are.
fn bitcode_of(files: &[PathBuf], options: &Options, folder: &Path) -> Result<Vec<PathBuf>, FrontError> {
    let compiled = in_parallel(files.iter().enumerate(), |(i, file)| {
        if kind(file)? != Kind::C {
            return Ok(file.clone());
        }
        let output = folder.join(format!("{i}.bc"));
        clang::compile(file, &output, options).map(|_| output)
    });
    compiled.into_iter().collect()
}

fn musl() -> Result<PathBuf, FrontError> {
    let folder = std::env::var_os("SECATEUR_MUSL").unwrap_or_else(|| "/usr/lib/x86_64-linux-musl".into());
    let folder = PathBuf::from(folder);
    let library = folder.join("libc.a");
    if library.is_file() { Ok(folder) } else { Err(FrontError::NoMusl(library)) }
}

/// The compiler's support library, if clang knows of one that exists.
fn compiler_library() -> Option<PathBuf> {
    let mut ask = clang::command();
    ask.args(["--target=x86_64-linux-gnu", "--rtlib=compiler-rt", "-print-libgcc-file-name"]);
    let answer = ask.output().ok()?;
    Some(PathBuf::from(String::from_utf8_lossy(&answer.stdout).trim())).filter(|p| p.is_file())
}

/// The first error wins.
fn run_all(jobs: Vec<Command>, what: &'static str) -> Result<(), FrontError> {
    in_parallel(jobs.into_iter(), |job| run(job, what)).into_iter().collect()
}

fn run(mut command: Command, what: &'static str) -> Result<(), FrontError> {
    let result = command.output().map_err(|e| clang::no_clang(&command, &e))?;
    if result.status.success() {
        return Ok(());
    }
    Err(FrontError::Native { what, message: String::from_utf8_lossy(&result.stderr).trim_end().to_string() })
}

fn scratch() -> Result<tempfile::TempDir, FrontError> {
    tempfile::tempdir().map_err(|e| unwritable(&std::env::temp_dir(), &e))
}

fn unwritable(path: &Path, error: &std::io::Error) -> FrontError {
    FrontError::Unreadable { path: path.to_path_buf(), reason: error.to_string() }
}

/// The program that turns addresses into lines for the sanitizers. Without it their reports have none.
pub fn symbolizer() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).map(|dir| dir.join("llvm-symbolizer-19"));
    found.chain([PathBuf::from("/usr/lib/llvm-19/bin/llvm-symbolizer")]).find(|p| p.is_file())
}
