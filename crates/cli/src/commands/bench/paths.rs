//! `secateur bench paths`: how long the complete exploration of small programs takes, beside KLEE 3.2.
//!
//! Times are in yardsticks: multiples of the processor time of SHA-256 over 64 MiB (`yardstick.c`, native, clang -O0), measured
//! in the same run, because KLEE's times come from another machine. Ours is all the processor time of the
//! child, which begins with bitcode and writes every test as .ktest, as KLEE does; tests go to memory where
//! the system has a place for that, since file systems differ more than the programs do. KLEE's numbers are for
//! programs of the same description, not of the same text: path counts differ where it leaves room.
//!
//! A program is a line of `manifest.json`.

use super::sources::list;
use super::table::{self, Row};
use super::{Native, check_names, folder, temporary};
use crate::options;
use anyhow::{Context, bail, ensure};
use serde::Deserialize;
use serde_json::Value;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};

/// Everything explored, everything written, nothing dropped: what KLEE did for its table.
const OPTIONS: &str = "--json --emit all --format ktest --replay off --search dfs --prune none --time 60s";

/// A line of the manifest.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    pub name: String,
    pub file: PathBuf,
    #[serde(default)]
    pub defines: Vec<String>,
    /// How many there are, where it was counted natively or follows from the program.
    pub paths: Option<u64>,
    pub klee_paths: Option<u64>,
    pub klee_yardsticks: Option<f64>,
}

/// What a child used, by the kernel's account.
#[derive(Default, Clone, Copy)]
pub struct Usage {
    pub cpu_s: f64,
}

pub fn run(bench: &options::Bench) -> anyhow::Result<ExitCode> {
    let folder = folder(bench);
    let entries = entries(&folder, &bench.names)?;
    let yardstick = yardstick(&folder.join("yardstick.c"))?;
    if !bench.json {
        println!("one yardstick: {yardstick:.3} s of processor time\n{}", table::head());
    }
    let mut rows = Vec::new();
    for entry in &entries {
        let row = match explore(&folder, entry) {
            Ok((summary, usage)) => Row::new(entry, &summary, usage, yardstick),
            Err(error) => Row::failed(entry, format!("{error:#}")),
        };
        if !bench.json {
            println!("{row}");
        }
        rows.push(row);
    }
    if bench.json {
        println!("{}", table::json(&rows, yardstick));
    } else {
        println!("{}", table::foot(&rows));
    }
    let failed = rows.iter().filter(|row| row.error.is_some()).count();
    ensure!(failed == 0, "{failed} of {} programs could not be measured", rows.len());
    Ok(ExitCode::SUCCESS)
}

fn entries(folder: &Path, wanted: &[String]) -> anyhow::Result<Vec<Entry>> {
    let mut all: Vec<Entry> = list(&folder.join("manifest.json"))?;
    check_names(wanted, &all.iter().map(|e| e.name.clone()).collect::<Vec<_>>())?;
    all.retain(|entry| wanted.is_empty() || wanted.contains(&entry.name));
    Ok(all)
}

/// The best of three, so that other work on the machine matters little.
fn yardstick(source: &Path) -> anyhow::Result<f64> {
    let native = Native::build(source)?;
    let mut best = f64::MAX;
    for _ in 0..3 {
        best = best.min(native.time()?.0);
    }
    Ok(best)
}

/// One run of ourselves as a child, so that its time and memory are its own.
fn explore(folder: &Path, entry: &Entry) -> anyhow::Result<(Value, Usage)> {
    let out = temporary(&entry.name);
    let bitcode = out.with_extension("bc");
    let options = secateur_front::Options {
        include: vec![],
        define: entry.defines.clone(),
        cflags: vec![],
        runtime: secateur_front::Runtime::find()?,
        deadline: None,
        warn: |_| {},
    };
    secateur_front::compile(&folder.join(&entry.file), &bitcode, &options)?;
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("test").args(OPTIONS.split(' ')).arg("-o").arg(&out).arg(&bitcode);
    let finished = finish(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?);
    let _ = std::fs::remove_dir_all(&out);
    let _ = std::fs::remove_file(&bitcode);
    let (status, usage, stdout, stderr) = finished?;
    // Bugs would make it 1; these programs have none, but that is not what is measured.
    if !(status == 0 || status == 1) {
        bail!("`secateur test` ended with {status}: {}", stderr.trim().lines().next().unwrap_or("no message"));
    }
    let summary = serde_json::from_str(&stdout).context("`secateur test --json` printed something else")?;
    Ok((summary, usage))
}

/// Waits for a child and takes its account: exit status (128 and more for a signal), usage, stdout, stderr.
pub fn finish(mut child: Child) -> anyhow::Result<(i32, Usage, String, String)> {
    let (mut stdout, mut stderr) = (String::new(), String::new());
    let (out, err) = (child.stdout.take(), child.stderr.take());
    std::thread::scope(|scope| {
        scope.spawn(|| err.map(|mut pipe| pipe.read_to_string(&mut stderr)));
        out.map(|mut pipe| pipe.read_to_string(&mut stdout));
    });
    let mut status = 0;
    // SAFETY: all bits zero is a valid rusage; the pointers are valid for the call, and nobody else waits for the child.
    let (waited, usage) = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        (libc::wait4(child.id() as libc::pid_t, &mut status, 0, &mut usage), usage)
    };
    ensure!(waited > 0, "cannot wait for the child");
    let seconds = |t: libc::timeval| t.tv_sec as f64 + t.tv_usec as f64 * 1e-6;
    let usage = Usage { cpu_s: seconds(usage.ru_utime) + seconds(usage.ru_stime) };
    let code = if libc::WIFEXITED(status) { libc::WEXITSTATUS(status) } else { 128 + libc::WTERMSIG(status) };
    Ok((code, usage, stdout, stderr))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manifest_names_programs_that_exist() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/paths");
        let all = entries(&folder, &[]).unwrap();
        assert!(all.len() >= 12);
        for entry in &all {
            assert!(folder.join(&entry.file).is_file(), "{}", entry.file.display());
            assert_eq!(all.iter().filter(|other| other.name == entry.name).count(), 1, "{} stands twice", entry.name);
        }
        let sources = std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().path());
        for source in
            sources.filter(|path| path.extension().is_some_and(|e| e == "c") && !path.ends_with("yardstick.c"))
        {
            assert!(all.iter().any(|entry| source.ends_with(&entry.file)), "{} is not listed", source.display());
        }
        assert!(entries(&folder, &["unknown".to_string()]).is_err());
    }

    #[test]
    fn a_child_has_its_own_account() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo out; echo err >&2; exit 3"]).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().unwrap();
        let (status, usage, stdout, stderr) = finish(child).unwrap();
        assert_eq!((status, stdout.as_str(), stderr.as_str()), (3, "out\n", "err\n"));
        assert!(usage.cpu_s < 10.0);
    }
}
