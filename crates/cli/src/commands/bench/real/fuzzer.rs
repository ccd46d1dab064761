//! libFuzzer on the same harness: from nothing, one process, inputs of the same size, a fixed seed, the same time. Its corpus is
//! measured by the same native build as our tests.

use super::coverage::{Build, Covered, Input};
use super::native::{self, Folder};
use crate::commands::bench::paths::finish;
use crate::commands::bench::sources::Library;
use anyhow::{Context, ensure};
use serde::Serialize;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

const FLAGS: [&str; 3] = ["-O1", "-g", "-fsanitize=fuzzer"];

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Fuzzed {
    pub covered: u64,
    pub executions: u64,
    /// By the clock, and of the processor.
    pub seconds: f64,
    pub cpu_s: f64,
    pub corpus: u64,
    /// It stops at the first input that crashes.
    pub has_crashed: bool,
    pub curve: Vec<(f64, u64)>,
}

impl Fuzzed {
    pub fn per_second(&self) -> f64 {
        self.executions as f64 / self.seconds.max(1e-9)
    }
}

pub fn measure(library: &Library, time: Duration, build: &Build, marks: &[f64]) -> anyhow::Result<Fuzzed> {
    let folder = Folder::new(&format!("{}-fuzzer", library.sources.name))?;
    let (binary, corpus) = (folder.0.join("fuzz"), folder.0.join("corpus"));
    native::build(library, "fuzz.c", &FLAGS, &binary)?;
    std::fs::create_dir(&corpus).with_context(|| corpus.display().to_string())?;
    let mut command = Command::new(&binary);
    command.args(["-seed=1", "-print_final_stats=1"]).arg(format!("-max_len={}", native::size(library)?));
    command.arg(format!("-max_total_time={}", time.as_secs_f64().ceil()));
    // An input that crashes belongs to what was found too.
    command.arg(format!("-artifact_prefix={}/crash-", corpus.display())).arg(&corpus);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let (start, clock) = (SystemTime::now(), Instant::now());
    let (status, usage, _, stderr) = finish(command.spawn().context("the fuzzer cannot be started")?)?;
    let seconds = clock.elapsed().as_secs_f64();
    let executions = executions(&stderr);
    let last = stderr.trim().lines().last().unwrap_or("no message");
    ensure!(executions.is_some() || status == 0, "libFuzzer ended with {status}: {last}");
    let inputs = inputs(&corpus, start)?;
    let Covered { covered, curve, .. } = build.measure(&inputs, marks)?;
    Ok(Fuzzed {
        covered,
        executions: executions.unwrap_or(0),
        seconds,
        cpu_s: usage.cpu_s,
        corpus: inputs.len() as u64,
        has_crashed: status != 0,
        curve,
    })
}

/// As its last lines say.
fn executions(stderr: &str) -> Option<u64> {
    stderr.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:")?.trim().parse().ok())
}

/// What it kept, with the times at which that was written.
fn inputs(corpus: &Path, start: SystemTime) -> anyhow::Result<Vec<Input>> {
    // It begins with the empty input, which it does not write.
    let mut inputs = vec![Input { seconds: 0.0, bytes: vec![] }];
    for entry in std::fs::read_dir(corpus).with_context(|| corpus.display().to_string())? {
        let path = entry?.path();
        let read = || -> std::io::Result<Input> {
            let written = std::fs::metadata(&path)?.modified()?;
            let seconds = written.duration_since(start).unwrap_or_default().as_secs_f64();
            Ok(Input { seconds, bytes: std::fs::read(&path)? })
        };
        inputs.push(read().with_context(|| path.display().to_string())?);
    }
    Ok(inputs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn executions_are_read() {
        let text =
            "Done 7 runs in 1 second(s)\nstat::number_of_executed_units: 1234\nstat::average_exec_per_sec:     99\n";
        assert_eq!(executions(text), Some(1234));
        assert_eq!(executions("==1== ERROR"), None);
    }

    #[test]
    fn the_corpus_has_times() {
        let folder = tempfile::tempdir().unwrap();
        let start = SystemTime::now();
        std::fs::write(folder.path().join("a"), b"xy").unwrap();
        let inputs = inputs(folder.path(), start).unwrap();
        assert_eq!((inputs.len(), inputs[0].bytes.len(), inputs[1].bytes.as_slice()), (2, 0, &b"xy"[..]));
        assert!(inputs[1].seconds < 60.0);
    }
}
