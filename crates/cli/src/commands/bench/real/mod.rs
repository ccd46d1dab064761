//! `secateur bench real`: libraries and whole programs of other projects, each explored with default options for a time, and what
//! came of it:
//!
//! - branches covered of the library's own files, measured natively (`coverage`), beside what was published of KLEE; tests, paths,
//!   losses, divergences, bugs, memory, and whether limits were kept (`measure`);
//! - with `--fuzzer`, libFuzzer on the same harnesses for the same time, measured in the same way (`fuzzer`);
//! - with `--ablate`, the same with one thing switched off or on at a time (`variants`).
//!
//! Results are a table (`table`), JSON, plots of coverage by time (`plot`), and a page of documentation (`page`). Every run is a
//! child of its own.

mod coverage;
mod fuzzer;
mod measure;
mod native;
mod page;
mod plot;
mod programs;
mod table;
mod variants;

use super::child::refusal;
use super::output::Output;
use crate::options;
use anyhow::{bail, ensure};
use coverage::Build;
use fuzzer::Fuzzed;
use measure::{How, Numbers};
use programs::Subject;
use serde_json::{Value, json};
use std::process::ExitCode;
use std::time::Duration;
use variants::Variant;

/// Of a run, unless the user says another one.
const TIME: Duration = Duration::from_secs(60);

/// What is done with each of them.
pub struct Plan {
    pub time: Duration,
    /// The user's, for every run.
    options: String,
    variants: Vec<Variant>,
    has_fuzzer: bool,
    /// As the user called us, for the page.
    command: String,
}

/// A library or a program, and all that was measured on it.
pub struct Measured {
    name: String,
    /// What was published of KLEE.
    klee: Value,
    result: Result<Numbers, String>,
    fuzzer: Option<Result<Fuzzed, String>>,
    /// With `--sample=only`.
    sampler: Option<Result<Numbers, String>>,
    variants: Vec<(String, Result<Numbers, String>)>,
}

pub fn run(bench: &options::Bench) -> anyhow::Result<ExitCode> {
    ensure!(
        bench.search.is_empty() && bench.iterations.is_none(),
        "--search and --iterations are not for `secateur bench real`; --test-options hands options to every run"
    );
    let folder = super::folder(bench);
    let (subjects, absent) = programs::read(&folder, &bench.names)?;
    if subjects.iter().any(|subject| subject.library().is_some()) {
        native::check_tools()?;
    }
    let (plan, left_out) = plan(bench)?;
    bench.fill.as_deref().map(page::check_marks).transpose()?;
    let mut output = Output::new(bench, &folder)?;
    left_out.iter().for_each(|note| output.say(&format!("not available in this build: {note}")));
    output.say(&table::head());
    let (mut all, mut failures) = (Vec::new(), Vec::new());
    for subject in &subjects {
        let measured = measured(subject, &plan);
        output.say(&table::rows(&measured));
        if let Some(svg) = plot::svg(&measured) {
            output.write(&format!("{}.svg", measured.name), &svg)?;
        }
        failures.extend(measured.failures());
        all.push(measured);
    }
    output.say(&format!("\n{}", table::LEGEND));
    absent.iter().for_each(|note| output.say(&format!("left out: {note}")));
    bench.page.as_deref().map(|file| page::write(file, &plan, &all)).transpose()?;
    bench.fill.as_deref().map(|file| page::fill(file, &plan, &all)).transpose()?;
    let results = json!({
        "suite": "real", "seconds": plan.time.as_secs_f64(), "options": plan.options,
        "programs": all.iter().map(Measured::json).collect::<Vec<_>>(),
        "absent": absent, "left_out": left_out, "failures": failures,
    });
    output.finish(&results)?;
    ensure!(failures.is_empty(), "not everything could be measured:\n  {}", failures.join("\n  "));
    Ok(ExitCode::SUCCESS)
}

fn plan(bench: &options::Bench) -> anyhow::Result<(Plan, Vec<String>)> {
    let options = bench.test_options.clone().unwrap_or_default();
    if let Some(why) = refusal(&options) {
        bail!("--test-options: {why}");
    }
    let (variants, left_out) = variants::choose(&bench.ablate, &options);
    let command = super::command_line();
    let time = bench.time.unwrap_or(TIME);
    Ok((Plan { time, options, variants, has_fuzzer: bench.fuzzer, command }, left_out))
}

fn measured(subject: &Subject, plan: &Plan) -> Measured {
    let name = subject.name.clone();
    let klee = subject.library().map_or(Value::Null, |library| library.klee.clone());
    let marks = coverage::marks(plan.time);
    let build = match subject.library().map(Build::new).transpose() {
        Ok(build) => build,
        Err(error) => {
            let result = Err(format!("{error:#}"));
            return Measured { name, klee, result, fuzzer: None, sampler: None, variants: vec![] };
        }
    };
    let explore = |options: &str, is_replayed: bool| {
        let how = How { options, time: plan.time, marks: &marks, is_replayed };
        measure::measure(subject, build.as_ref(), &how).map_err(|error| format!("{error:#}"))
    };
    let result = explore(&plan.options, true);
    let fuzzed = subject.library().zip(build.as_ref()).filter(|_| plan.has_fuzzer).map(|(library, build)| {
        fuzzer::measure(library, plan.time, build, &marks).map_err(|error| format!("{error:#}"))
    });
    let sampler = plan.has_fuzzer.then(|| explore(&format!("{} --sample=only", plan.options), false));
    let variants = plan.variants.iter().map(|v| (v.name.clone(), explore(&v.options, false))).collect();
    Measured { name, klee, result, fuzzer: fuzzed, sampler, variants }
}

impl Measured {
    fn failures(&self) -> Vec<String> {
        let of_run = |name: &str, error: Option<&String>| error.map(|why| format!("{}{name}: {why}", self.name));
        let mut all: Vec<String> = of_run("", self.result.as_ref().err()).into_iter().collect();
        all.extend(of_run(", libFuzzer", self.fuzzer.as_ref().and_then(|run| run.as_ref().err())));
        all.extend(of_run(", sampling", self.sampler.as_ref().and_then(|run| run.as_ref().err())));
        all.extend(self.variants.iter().filter_map(|(name, run)| of_run(&format!(", {name}"), run.as_ref().err())));
        all
    }

    fn json(&self) -> Value {
        json!({
            "program": self.name, "klee": self.klee, "run": outcome(&self.result),
            "fuzzer": self.fuzzer.as_ref().map(outcome), "sampler": self.sampler.as_ref().map(outcome),
            "variants": self.variants.iter().map(|(name, run)| json!({"name": name, "run": outcome(run)})).collect::<Vec<_>>(),
        })
    }
}

fn outcome<T: serde::Serialize>(result: &Result<T, String>) -> Value {
    result.as_ref().map_or_else(|why| json!({"error": why}), |numbers| json!(numbers))
}

#[cfg(test)]
mod tests {
    use super::*;

    pub fn plan() -> Plan {
        let (time, command) = (Duration::from_secs(10), "secateur bench real".to_string());
        Plan { time, options: String::new(), variants: vec![], has_fuzzer: true, command }
    }

    pub fn example() -> Measured {
        let numbers = measure::tests::example();
        let fuzzed = Fuzzed {
            covered: 185,
            executions: 10_000,
            seconds: 10.0,
            corpus: 12,
            curve: vec![(0.25, 150), (10.0, 185)],
            ..Fuzzed::default()
        };
        let alone = Numbers { divergences: None, confirmed: None, losses: numbers.losses.clone(), ..numbers.clone() };
        Measured {
            name: "libcsv".into(),
            klee: json!({"covered_in_60s": "176", "paths_per_second": 108}),
            result: Ok(numbers),
            fuzzer: Some(Ok(fuzzed)),
            sampler: None,
            variants: vec![("dfs alone".into(), Ok(alone)), ("bfs alone".into(), Err("it fell over".into()))],
        }
    }

    #[test]
    fn failures_say_which_run() {
        let mut measured = example();
        assert_eq!(measured.failures(), ["libcsv, bfs alone: it fell over"]);
        measured.fuzzer = Some(Err("no compiler".into()));
        measured.result = Err("no time".into());
        let expected = ["libcsv: no time", "libcsv, libFuzzer: no compiler", "libcsv, bfs alone: it fell over"];
        assert_eq!(measured.failures(), expected);
        assert_eq!(measured.json()["run"]["error"], "no time");
    }

    #[test]
    fn the_command_can_be_typed_again() {
        assert_eq!(crate::commands::bench::quoted("--time".into()), "--time");
        assert_eq!(crate::commands::bench::quoted("--test-options=--prove off".into()), "'--test-options=--prove off'");
    }
}
