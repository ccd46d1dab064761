//! Native builds of the program under test: one with branch marks, one with sanitizers.
//!
//! The *coverage build* is made of the very bitcode that was lowered, with marks put in
//! ([`crate::llvm::instrument`]), and musl, the C library that the virtual machine runs too: so its
//! path can be compared decision by decision. The *sanitizer build* is made of the sources, with the
//! host's C library, which the sanitizers need; so the two see different libraries, and a program
//! that looks closely behaves differently. Bitcode has no sanitizer build: clang puts
//! most checks in before there is bitcode.

pub(crate) mod runtime;

use crate::{Compiled, FrontError, Options, Source, clang, in_parallel, worker};
use runtime::Flavour;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// The marks of one function. Functions stand in the order of the module, blocks in the order
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

/// All marks of a program, or of one of its files.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// Of the whole program.
    pub counts: Counts,
    pub functions: Vec<FunctionMarks>,
}

/// How many numbers the marks of a program use.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
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
pub fn no_sanitizers(sources: &[Source]) -> Option<String> {
    let why = sources.iter().find_map(Source::is_gone)?;
    Some(format!("{why}: sanitizers need the sources"))
}

/// Builds the sources with sanitizers into `output`.
pub fn sanitizer_build(
    compiled: &Compiled,
    options: &Options,
    sanitizer: Sanitizer,
    output: &Path,
) -> Result<(), FrontError> {
    let sources = &compiled.sources;
    let folder = scratch()?;
    let include = options.runtime.native().join("include");
    let include = std::path::absolute(&include).unwrap_or(include);
    let (mut jobs, mut objects) = (Vec::new(), Vec::new());
    for (i, source) in sources.iter().enumerate() {
        let mut command = clang::command();
        sanitize(&mut command, sanitizer);
        clang::user_flags(&mut command, source, options);
        objects.push(folder.path().join(format!("{i}.o")));
        command.arg("-isystem").arg(&include).arg("-c").arg("-o").arg(&objects[i]);
        clang::input(&mut command, source);
        jobs.push(command);
    }
    objects.extend(runtime::objects(&options.runtime, Flavour::Host(sanitizer))?);
    run_all(jobs, "does not compile", options.deadline)?;
    let mut link = clang::command();
    sanitize(&mut link, sanitizer);
    if compiled.has_stubs {
        link.arg("-Wl,--unresolved-symbols=ignore-all");
    }
    link.args(&objects).args(["-fuse-ld=lld", "-lm", "-o"]).arg(output);
    run(link, "does not link")
}

fn sanitize(command: &mut Command, sanitizer: Sanitizer) {
    let checks = if sanitizer == Sanitizer::Address { ADDRESS } else { MEMORY };
    command.args(["-g", "-O0", "-fno-omit-frame-pointer", "-fno-stack-protector", "-w"]).args(checks);
}

/// Builds what was lowered, with marks, into `output`. `plan` has the functions of all files, in order.
pub fn coverage_build(compiled: &Compiled, options: &Options, plan: &Plan, output: &Path) -> Result<(), FrontError> {
    let musl = musl()?;
    let folder = scratch()?;
    let path = |name: String| folder.path().join(name);
    let mut rest = &plan.functions[..];
    let mut jobs = Vec::new();
    for (i, ((bitcode, functions), source)) in compiled.modules.iter().zip(&compiled.sources).enumerate() {
        let (here, others) = rest.split_at_checked(*functions).unwrap_or((rest, &[]));
        rest = others;
        let part = Plan { counts: plan.counts, functions: here.to_vec() };
        jobs.push((bitcode, source, part, path(format!("{i}.plan")), path(format!("{i}.o"))));
    }
    let mut objects: Vec<PathBuf> = jobs.iter().map(|job| job.4.clone()).collect();
    let marked = in_parallel(jobs.into_iter(), |(bitcode, source, part, plan, object)| {
        in_time(options.deadline)?;
        let bytes = postcard::to_stdvec(&part).unwrap_or_default();
        std::fs::write(&plan, bytes).map_err(|e| unwritable(&plan, &e))?;
        worker::instrument(bitcode, &plan, &object).map_err(|error| error.about(&source.place()))
    });
    marked.into_iter().collect::<Result<(), FrontError>>()?;
    objects.extend(runtime::objects(&options.runtime, Flavour::Musl)?);
    // Called without clang, whose start takes longer than this link.
    let mut link = Command::new("ld");
    link.args(["-static", "-z", "noexecstack", "-o"]).arg(output);
    if compiled.has_stubs {
        link.arg("--unresolved-symbols=ignore-all");
    }
    link.args([musl.join("crt1.o"), musl.join("crti.o")]).args(&objects);
    // libc may use the compiler's own library in turn.
    let support = runtime::compiler_support(&options.runtime);
    link.arg("--start-group").arg(musl.join("libc.a")).args(support).arg("--end-group");
    link.arg(musl.join("crtn.o"));
    run(link, "does not link")
}

fn compile(mut command: Command, source: &Path, output: &Path) -> Command {
    command.arg("-c").arg("-o").arg(output).arg(source);
    command
}

fn musl() -> Result<PathBuf, FrontError> {
    let folder = std::env::var_os("SECATEUR_MUSL").unwrap_or_else(|| "/usr/lib/x86_64-linux-musl".into());
    let folder = PathBuf::from(folder);
    let library = folder.join("libc.a");
    if library.is_file() { Ok(folder) } else { Err(FrontError::NoMusl(library)) }
}

/// The first error wins.
fn run_all(jobs: Vec<Command>, what: &'static str, deadline: Option<Instant>) -> Result<(), FrontError> {
    let one = |job| in_time(deadline).and_then(|()| run(job, what));
    in_parallel(jobs.into_iter(), one).into_iter().collect()
}

/// Asked between the steps of a build, which are short.
fn in_time(deadline: Option<Instant>) -> Result<(), FrontError> {
    if deadline.is_some_and(|d| Instant::now() > d) { Err(FrontError::OutOfTime) } else { Ok(()) }
}

fn run(mut command: Command, what: &'static str) -> Result<(), FrontError> {
    let result = command.output().map_err(|e| match command.get_program().to_str() {
        Some("ld") => FrontError::NoLinker(e.to_string()),
        _ => clang::no_clang(&command, &e),
    })?;
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
