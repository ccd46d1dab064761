//! One run of `secateur test` on a library or a program, and what it came to: coverage, tests, paths, time, losses, divergences,
//! bugs, memory, and whether it kept to its limits.
//!
//! The run itself does not replay its tests, so that all of its time goes into exploring; they are replayed afterwards. Coverage
//! of a library is what llvm-cov counts (`coverage`); that of a whole program is what `secateur replay` counts natively
//! in the program's own files, since that build has no profile.

use super::coverage::{Build, Covered, Input};
use super::programs::Subject;
use crate::commands::bench::child::{self, Run};
use anyhow::Context;
use secateur_testgen::formats::ktest;
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::{Duration, Instant};

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Numbers {
    pub covered: u64,
    pub branches: u64,
    pub is_complete: bool,
    pub tests: u64,
    pub paths: u64,
    /// By the clock, with loading; and of the processor.
    pub seconds: f64,
    pub cpu_s: f64,
    /// Of the run's time, from 0 to 1.
    pub solver_share: f64,
    /// What was given up, and how often.
    pub losses: BTreeMap<String, u64>,
    /// Tests that behaved natively in another way than predicted; none are known of a run that was not replayed.
    pub divergences: Option<u64>,
    /// What the first of them did.
    pub divergence: Option<String>,
    pub bugs: u64,
    /// Their kinds and places.
    pub found: Vec<String>,
    /// How many are seen natively too.
    pub confirmed: Option<u64>,
    pub peak_bytes: u64,
    pub time_held: bool,
    pub memory_held: bool,
    /// Runs of `--sample`.
    pub samples: u64,
    /// Seconds, and branches covered by then.
    pub curve: Vec<(f64, u64)>,
}

/// How a run is made.
pub struct How<'a> {
    pub options: &'a str,
    pub time: Duration,
    /// Where coverage is wanted, in seconds.
    pub marks: &'a [f64],
    /// Whether the tests are replayed with sanitizers too.
    pub is_replayed: bool,
}

/// What is made of the folder of a run.
struct Made {
    seconds: f64,
    covered: Option<Covered>,
    replayed: Option<Value>,
    config: Value,
}

/// Libraries come with their native build.
pub fn measure(subject: &Subject, build: Option<&Build>, how: &How) -> anyhow::Result<Numbers> {
    let options = format!("{} {} --time {}s", subject.options, how.options, how.time.as_secs_f64());
    let start = Instant::now();
    let (run, _, made) = child::run_then(&[], &options, &subject.arguments, |folder| {
        let seconds = start.elapsed().as_secs_f64();
        let covered = build.map(|build| build.measure(&inputs(folder)?, how.marks)).transpose()?;
        // Only a replay knows what a program covers.
        let is_replayed = how.is_replayed || build.is_none();
        let replayed = is_replayed.then(|| child::replay(folder)).transpose()?;
        Ok(Made { seconds, covered, replayed, config: json(&folder.join("config.json"))? })
    })?;
    Ok(numbers(&run, made, how.time))
}

fn numbers(run: &Run, made: Made, time: Duration) -> Numbers {
    let seconds = |pointer: &str| run.summary.pointer(pointer).and_then(Value::as_f64).unwrap_or(0.0);
    let covered = made.covered.unwrap_or_else(|| of_replay(run, made.replayed.as_ref()));
    let most_memory = made.config["max_memory"].as_u64();
    let peak_bytes = run.number("/peak_rss_bytes");
    Numbers {
        covered: covered.covered,
        branches: covered.branches,
        is_complete: run.is_complete(),
        tests: run.number("/tests"),
        paths: run.paths(),
        seconds: made.seconds,
        cpu_s: run.cpu_s,
        solver_share: seconds("/solver/time_s") / seconds("/time_s").max(1e-9),
        losses: losses(&run.record),
        divergences: made.replayed.as_ref().and_then(|replayed| replayed["differ"].as_u64()),
        divergence: made.replayed.as_ref().and_then(divergence),
        bugs: run.summary["bugs"].as_array().map_or(0, Vec::len) as u64,
        found: run.summary["bugs"].as_array().map(Vec::as_slice).unwrap_or_default().iter().map(bug).collect(),
        confirmed: made.replayed.as_ref().map(confirmed),
        peak_bytes,
        time_held: made.seconds <= allowed(time),
        memory_held: most_memory.is_none_or(|most| peak_bytes <= most),
        samples: run.number("/sampling/runs"),
        curve: covered.curve,
    }
}

/// Until when a run with a limit on time should be over: writing its results takes some time too.
fn allowed(time: Duration) -> f64 {
    time.as_secs_f64() * 1.05 + 1.0
}

/// Coverage of a program: natively in the end, and as the machine saw it on the way.
fn of_replay(run: &Run, replayed: Option<&Value>) -> Covered {
    let number = |key: &str| replayed.and_then(|r| r["coverage"]["branches"][key].as_u64()).unwrap_or(0);
    let timeline = run.record["timeline"].as_array().map(Vec::as_slice).unwrap_or_default();
    let point = |point: &Value| Some((point["time_s"].as_f64()?, point["branches"].as_u64()?));
    Covered {
        covered: number("covered"),
        branches: number("total"),
        curve: timeline.iter().filter_map(point).collect(),
    }
}

fn losses(record: &Value) -> BTreeMap<String, u64> {
    let mut all = BTreeMap::new();
    for loss in record["losses"].as_array().map(Vec::as_slice).unwrap_or_default() {
        let what = loss["what"].as_str().unwrap_or("something unknown").to_string();
        *all.entry(what).or_default() += loss["count"].as_u64().unwrap_or(1);
    }
    all
}

/// Its kind, and where it is.
fn bug(bug: &Value) -> String {
    let text = |key: &str| bug[key].as_str().unwrap_or("?");
    let file = text("file").rsplit('/').next().unwrap_or_default();
    format!("{} at {file}:{} in {}", text("kind"), bug["line"], text("function"))
}

/// Bugs are told apart by kind and place.
fn confirmed(replayed: &Value) -> u64 {
    let tests = replayed["tests"].as_array().map(Vec::as_slice).unwrap_or_default();
    let bugs = tests.iter().map(|test| &test["bug"]).filter(|bug| !bug.is_null());
    bugs.map(|bug| bug.to_string()).collect::<BTreeSet<_>>().len() as u64
}

fn divergence(replayed: &Value) -> Option<String> {
    let test = replayed["tests"].as_array()?.iter().find(|test| test["verdict"] == "differs")?;
    Some(format!("{}: {}", test["test"].as_str()?, test["why"].as_str()?))
}

/// The inputs of the tests of a run, as the harness gets them.
fn inputs(folder: &Path) -> anyhow::Result<Vec<Input>> {
    let record = json(&folder.join("run.json"))?;
    let tests = record["tests"].as_array().map(Vec::as_slice).unwrap_or_default();
    tests.iter().map(|test| input(folder, test)).collect()
}

fn input(folder: &Path, test: &Value) -> anyhow::Result<Input> {
    let file = test["files"][0].as_str().context("a test without a file in run.json")?;
    let case = ktest::read(&folder.join(file)).with_context(|| file.to_string())?;
    let bytes = |name: &str| {
        let input = case.inputs.iter().find(|input| input.name == name);
        input.map(|input| input.bytes.clone()).with_context(|| format!("{file} has no input `{name}`"))
    };
    let (mut data, size) = (bytes("data")?, bytes("size")?);
    let size = u32::from_le_bytes(size.try_into().ok().with_context(|| format!("{file}: `size` is no int"))?);
    data.truncate(size as usize);
    Ok(Input { seconds: test["time_s"].as_f64().unwrap_or(0.0), bytes: data })
}

fn json(file: &Path) -> anyhow::Result<Value> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    serde_json::from_str(&text).with_context(|| file.display().to_string())
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use serde_json::json;

    pub fn example() -> Numbers {
        Numbers {
            covered: 176,
            branches: 352,
            tests: 49,
            paths: 16_000,
            seconds: 10.0,
            cpu_s: 9.0,
            solver_share: 0.25,
            losses: BTreeMap::from([("the solver gave up: too large".to_string(), 3)]),
            divergences: Some(0),
            bugs: 2,
            found: vec!["abort at libcsv.c:9 in csv_fini".into(), "abort at libcsv.c:7 in csv_init".into()],
            confirmed: Some(1),
            peak_bytes: 200 << 20,
            time_held: true,
            memory_held: true,
            curve: vec![(0.25, 100), (10.0, 176)],
            ..Numbers::default()
        }
    }

    #[test]
    fn losses_of_a_kind_are_one() {
        let record =
            json!({"losses": [{"what": "a", "count": 2}, {"what": "b", "count": 1}, {"what": "a", "count": 3}]});
        assert_eq!(losses(&record), BTreeMap::from([("a".to_string(), 5), ("b".to_string(), 1)]));
        assert!(losses(&json!({})).is_empty());
    }

    #[test]
    fn a_replay_says_what_is_confirmed_and_what_differs() {
        let bug = json!({"kind": "abort", "file": "a.c", "line": 3});
        let replayed = json!({"tests": [{"bug": null, "verdict": "as-recorded"}, {"bug": bug, "verdict": "as-recorded"},
            {"bug": bug, "verdict": "as-recorded"}, {"test": "test000009", "verdict": "differs", "why": "it exits"}]});
        assert_eq!(confirmed(&replayed), 1);
        let found = json!({"kind": "abort", "file": "/a/b.c", "line": 3, "function": "f"});
        assert_eq!(super::bug(&found), "abort at b.c:3 in f");
        assert_eq!(divergence(&replayed).unwrap(), "test000009: it exits");
    }

    #[test]
    fn limits_on_time_leave_a_little_for_the_results() {
        assert!(allowed(Duration::from_secs(60)) <= 64.0 && allowed(Duration::from_secs(1)) > 2.0);
    }
}
