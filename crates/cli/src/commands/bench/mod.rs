//! `secateur bench SUITE`: one file or folder per suite. What they share is here: processor time, native builds, and the
//! folder of the programs; and in files of their own runs as children (`child`), what programs are compiled from
//! (`sources`), what was covered when (`series`, `matching`), results (`output`), pictures (`svg`) and averages.

mod averages;
mod child;
mod matching;
mod output;
mod overhead;
mod partition;
mod paths;
mod real;
mod rwset;
mod sample;
mod search;
mod series;
mod sources;
mod svg;
mod table;
mod vm;

use crate::options;
use anyhow::{Context, bail, ensure};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

pub fn run(bench: &options::Bench) -> anyhow::Result<ExitCode> {
    let (is_rwset, is_partition) = (bench.suite == "rwset", bench.suite == "partition");
    ensure!(
        !bench.real || is_rwset || is_partition,
        "--real is for `secateur bench rwset` and `secateur bench partition`"
    );
    ensure!(bench.base_times.is_none() || is_rwset, "--base-times is for `secateur bench rwset`");
    ensure!(
        bench.suite == "real" || !bench.is_about_real(),
        "--ablate, --fuzzer, --test-options and --fill are for `secateur bench real`"
    );
    ensure!(
        bench.page.is_none() || bench.suite == "real" || bench.suite == "sample",
        "--page is for `secateur bench real` and `secateur bench sample`"
    );
    match bench.suite.as_str() {
        "vm" => vm::run(bench),
        "paths" => paths::run(bench),
        "search" => search::run(bench),
        "rwset" => rwset::run(bench),
        "partition" => partition::run(bench),
        "sample" => sample::run(bench),
        "real" => real::run(bench),
        other => bail!("there is no suite `{other}`"),
    }
}

/// As the user called us.
fn command_line() -> String {
    let words: Vec<String> = std::env::args().skip(1).map(quoted).collect();
    format!("secateur {}", words.join(" "))
}

/// As a shell takes it.
fn quoted(word: String) -> String {
    match word.contains(char::is_whitespace) {
        true => format!("'{word}'"),
        false => word,
    }
}

/// Where the suite's programs are.
fn folder(bench: &options::Bench) -> PathBuf {
    bench.kernels.clone().unwrap_or_else(|| Path::new("bench").join(&bench.suite))
}

/// A place for temporary files of this process: in memory where the system has a place for that, since file systems
/// differ more than the programs do.
fn temporary(name: &str) -> PathBuf {
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { memory.to_path_buf() } else { std::env::temp_dir() };
    folder.join(format!("secateur-bench-{}-{name}", std::process::id()))
}

/// Fails if the user named a program that does not exist.
fn check_names(wanted: &[String], known: &[String]) -> anyhow::Result<()> {
    match wanted.iter().find(|name| !known.contains(name)) {
        Some(unknown) => bail!("no program is called `{unknown}`; there are: {}", known.join(", ")),
        None => Ok(()),
    }
}

/// A native build without optimisation, in the folder for temporary files; gone when it is dropped.
struct Native {
    binary: PathBuf,
}

impl Native {
    fn build(source: &Path) -> anyhow::Result<Native> {
        let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let binary = std::env::temp_dir().join(format!("secateur-bench-{}-{name}", std::process::id()));
        let built = Command::new("clang-19").args(["-O0", "-w"]).arg(source).arg("-o").arg(&binary).arg("-lm").status();
        ensure!(built.context("cannot run clang-19")?.success(), "{}: does not compile", source.display());
        Ok(Native { binary })
    }

    /// One run: its processor time and what it printed.
    fn time(&self) -> anyhow::Result<(f64, Vec<u8>)> {
        let start = cpu_seconds(libc::RUSAGE_CHILDREN);
        let output = Command::new(&self.binary).output()?;
        ensure!(output.status.success(), "{} failed: {}", self.binary.display(), output.status);
        Ok((cpu_seconds(libc::RUSAGE_CHILDREN) - start, output.stdout))
    }
}

impl Drop for Native {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.binary);
    }
}

/// Processor time used so far, by us or by our children.
fn cpu_seconds(who: i32) -> f64 {
    // SAFETY: a zeroed rusage is valid, and getrusage fills it.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(who, &mut usage);
        usage
    };
    let seconds = |t: libc::timeval| t.tv_sec as f64 + t.tv_usec as f64 * 1e-6;
    seconds(usage.ru_utime) + seconds(usage.ru_stime)
}
