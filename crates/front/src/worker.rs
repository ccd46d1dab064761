//! Reading LLVM modules in a child process, to lower or to instrument them.
//!
//! LLVM's readers trust their input: on hostile bitcode they may abort, overflow the stack or ask for
//! all memory. So the module is read by a child with limits, which sends back our own IR; whatever
//! happens to the child becomes an error message of the parent.

use crate::llvm::Refusal;
use crate::{FrontError, llvm};
use secateur_ir::Module;
use serde::{Deserialize, Serialize};
use std::ffi::{OsStr, OsString};
use std::io::{Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// The hidden first arguments that make the program a worker.
const LOWER: &str = "__lower";
const INSTRUMENT: &str = "__instrument";

/// The child's exit statuses, one for each kind of refusal. Its message is on stderr.
const BAD: i32 = 2;
const UNSUPPORTED: i32 = 6;
const INTERNAL: i32 = 7;

const MAX_MEMORY: u64 = 8 << 30;
const MAX_CPU_SECONDS: u64 = 300;

/// The parent's side: lowers `path`, which must be `.bc` or `.ll`.
pub fn lower(path: &Path, library: bool) -> Result<Module, FrontError> {
    let kind = if library { "library" } else { "user" };
    answer(path, &ask(path, &[LOWER.as_ref(), kind.as_ref(), path.as_os_str()])?)
}

/// The parent's side: writes the instrumented form of `path` to `output`, as an object file. The plan is a
/// file, since it may be larger than arguments can be.
pub(crate) fn instrument(path: &Path, plan: &Path, output: &Path) -> Result<(), FrontError> {
    let args = [INSTRUMENT.as_ref(), path.as_os_str(), plan.as_os_str(), output.as_os_str()];
    answer(path, &ask(path, &args)?)
}

fn answer<T: for<'a> Deserialize<'a>>(path: &Path, bytes: &[u8]) -> Result<T, FrontError> {
    postcard::from_bytes(bytes)
        .map_err(|e| FrontError::ReaderCrashed { path: path.into(), how: format!("its answer cannot be read: {e}") })
}

/// Starts this program again as a worker, and returns what it wrote.
fn ask(path: &Path, args: &[&OsStr]) -> Result<Vec<u8>, FrontError> {
    let unreadable = |e: std::io::Error| FrontError::Unreadable { path: path.into(), reason: e.to_string() };
    let exe = std::env::current_exe().map_err(unreadable)?;
    let mut command = Command::new(exe);
    command.args(args);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // SAFETY: setrlimit is async-signal-safe, and touches nothing of ours.
    unsafe { command.pre_exec(limit) };
    let output = command.output().map_err(unreadable)?;
    let message = String::from_utf8_lossy(&output.stderr).trim().to_string();
    match output.status.code() {
        Some(0) => Ok(output.stdout),
        Some(BAD) => Err(Refusal::Bad(message).into_error(path.into())),
        Some(UNSUPPORTED) => Err(Refusal::Unsupported(message).into_error(path.into())),
        Some(INTERNAL) => Err(Refusal::Internal(message).into_error(path.into())),
        code => {
            let how = match (code, output.status.signal()) {
                (Some(code), _) => format!("exit status {code}"),
                (None, signal) => format!("signal {}", signal.unwrap_or(0)),
            };
            Err(FrontError::ReaderCrashed { path: path.into(), how })
        }
    }
}

fn limit() -> std::io::Result<()> {
    for (what, most) in [(libc::RLIMIT_AS, MAX_MEMORY), (libc::RLIMIT_CPU, MAX_CPU_SECONDS), (libc::RLIMIT_CORE, 0)] {
        let limit = libc::rlimit { rlim_cur: most, rlim_max: most };
        // SAFETY: a valid pointer to a limit.
        if unsafe { libc::setrlimit(what, &limit) } != 0 {
            return Err(std::io::Error::last_os_error());
        }
    }
    Ok(())
}

/// The child's side. `args` are the program's own, its name first. `None` if it is not called as a
/// worker: every program that uses this crate asks this before all else.
pub fn main(args: &[OsString]) -> Option<ExitCode> {
    let (command, args) = args.get(1..)?.split_first()?;
    match (command.to_str()?, args) {
        (LOWER, [kind, path]) => {
            let (library, path) = (kind == "library", PathBuf::from(path));
            Some(work(move || llvm::read_module(&path, library)))
        }
        (INSTRUMENT, [path, plan, output]) => {
            let [path, plan, output] = [path, plan, output].map(PathBuf::from);
            Some(work(move || llvm::instrument::instrument(&path, &plan, &output, llvm::emit::object)))
        }
        (LOWER | INSTRUMENT, _) => Some(ExitCode::from(3)),
        _ => None,
    }
}

/// Does the work and sends its result.
fn work<T: Serialize + Send + 'static>(job: impl FnOnce() -> Result<T, Refusal> + Send + 'static) -> ExitCode {
    // LLVM recurses over nested types and constants: a large stack turns most bombs into messages.
    let work = std::thread::Builder::new().stack_size(512 << 20).spawn(job);
    match work.map(|thread| thread.join()) {
        Ok(Ok(Ok(result))) => send(&result),
        Ok(Ok(Err(refusal))) => {
            let (message, code) = match refusal {
                Refusal::Bad(message) => (message, BAD),
                Refusal::Unsupported(message) => (message, UNSUPPORTED),
                Refusal::Internal(message) => (message, INTERNAL),
            };
            eprintln!("{message}");
            ExitCode::from(code as u8)
        }
        // A panic of ours: its text is on stderr already.
        Ok(Err(_)) => ExitCode::from(INTERNAL as u8),
        Err(_) => ExitCode::from(4),
    }
}

fn send(result: &impl Serialize) -> ExitCode {
    let sent = postcard::to_stdvec(result).ok().and_then(|bytes| std::io::stdout().write_all(&bytes).ok());
    // Tearing LLVM down takes longer than the kernel needs for it.
    let _ = std::io::stdout().flush();
    if sent.is_some() { ExitCode::SUCCESS } else { ExitCode::from(5) }
}

/// Reads the first bytes of a file, enough to tell what it is.
pub fn peek(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut head = Vec::new();
    std::fs::File::open(path)?.take(16).read_to_end(&mut head)?;
    Ok(head)
}
