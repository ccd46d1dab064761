//! The objects that every native build is linked with, compiled once, when the runtime is made.
//!
//! They are the same for all programs: how many marks a program has is told by its instrumented modules.

use super::{Sanitizer, TARGET, compile, run_all, unwritable};
use crate::{FrontError, Runtime, clang};
use std::path::PathBuf;
use std::process::Command;

const FILES: [&str; 2] = ["harness.c", "replay.c"];
/// Sanitizers bring an allocator of their own.
const HEAP: &str = "heap.c";

/// Which C library and which checks the objects are for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Flavour {
    Musl,
    Host(Sanitizer),
}

impl Flavour {
    fn folder(self, runtime: &Runtime) -> PathBuf {
        runtime.native().join(match self {
            Flavour::Musl => "musl",
            Flavour::Host(Sanitizer::Address) => "address",
            Flavour::Host(Sanitizer::Memory) => "memory",
        })
    }

    fn files(self) -> impl Iterator<Item = &'static str> {
        FILES.into_iter().chain((self == Flavour::Musl).then_some(HEAP))
    }

    fn command(self, runtime: &Runtime) -> Command {
        let mut command = clang::command();
        command.args(["-O1", "-fno-builtin", "-w", "-DSECATEUR_NATIVE", "-D_GNU_SOURCE"]);
        match self {
            Flavour::Musl => {
                command.args([TARGET, "-fno-stack-protector", "-nostdlibinc"]);
                command.arg("-isystem").arg(runtime.include());
            }
            Flavour::Host(Sanitizer::Address) => {}
            // It follows every value, so all code must take part.
            Flavour::Host(Sanitizer::Memory) => super::sanitize(&mut command, Sanitizer::Memory),
        }
        command
    }
}

/// Compiles them all.
pub fn build(runtime: &Runtime) -> Result<(), FrontError> {
    let mut jobs = Vec::new();
    for flavour in [Flavour::Musl, Flavour::Host(Sanitizer::Address), Flavour::Host(Sanitizer::Memory)] {
        let folder = flavour.folder(runtime);
        std::fs::create_dir_all(&folder).map_err(|e| unwritable(&folder, &e))?;
        for name in flavour.files() {
            let (source, output) = (runtime.native().join(name), folder.join(name).with_extension("o"));
            jobs.push(compile(flavour.command(runtime), &source, &output));
        }
    }
    run_all(jobs, "does not compile", None)?;
    let Some(library) = compiler_library() else { return Ok(()) };
    let copy = builtins(runtime);
    std::fs::copy(library, &copy).map(|_| ()).map_err(|e| unwritable(&copy, &e))
}

/// The objects of one flavour.
pub fn objects(runtime: &Runtime, flavour: Flavour) -> Result<Vec<PathBuf>, FrontError> {
    let folder = flavour.folder(runtime);
    let objects: Vec<PathBuf> = flavour.files().map(|name| folder.join(name).with_extension("o")).collect();
    match objects.iter().find(|o| !o.is_file()) {
        Some(missing) => Err(FrontError::Runtime { reason: format!("{} does not exist", missing.display()) }),
        None => Ok(objects),
    }
}

/// The compiler's support library (128-bit division and the like), if clang has one.
pub fn compiler_support(runtime: &Runtime) -> Option<PathBuf> {
    Some(builtins(runtime)).filter(|p| p.is_file())
}

fn builtins(runtime: &Runtime) -> PathBuf {
    Flavour::Musl.folder(runtime).join("builtins.a")
}

fn compiler_library() -> Option<PathBuf> {
    let mut ask = clang::command();
    ask.args(["--target=x86_64-linux-gnu", "--rtlib=compiler-rt", "-print-libgcc-file-name"]);
    let answer = ask.output().ok()?;
    Some(PathBuf::from(String::from_utf8_lossy(&answer.stdout).trim())).filter(|p| p.is_file())
}
