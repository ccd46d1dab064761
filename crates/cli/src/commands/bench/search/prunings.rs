//! Prunings against plain depth-first search, on programs that it explores completely: paths, tests, covered branches,
//! queries and processor time, as the slides' table has them.
//!
//! A whole program is explored with its own `main`; a unit is the same program's function under test, and what counts are
//! the branches of that function, not of those that it calls. Times are the best of several, without the time that
//! the same child takes to load the program and run its first path.

use super::programs::{Set, Subject};
use crate::commands::bench::averages::{Average, average, change, percent};
use crate::commands::bench::child::{self, Bitcode, Run, refusal};
use crate::commands::bench::output::Output;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A name, and options of `secateur test`. `{depth}` is the program's bound on the depth of calls.
type Technique = (&'static str, &'static str);

/// The first is what the others are compared with.
const WHOLE: &[Technique] = &[
    ("base", "--prune none"),
    ("look-ahead", "--prune look-ahead --goal branches"),
    ("solve-first", "--prune none --solve-first"),
    ("look-ahead, solve-first", "--prune look-ahead --goal branches --solve-first"),
    ("all", "--prune look-ahead,call-depth --goal branches --call-depth {depth} --solve-first"),
];
const UNIT: &[Technique] = &[
    ("base", "--prune none"),
    ("call-depth", "--prune call-depth --call-depth {depth}"),
    ("call-depth, look-ahead", "--prune call-depth,look-ahead --call-depth {depth} --goal branches"),
];

/// Times closer than this are the same.
const SAME_TIME: f64 = 0.02;
const LIMIT: &str = "--search dfs --time 120s";

/// One run of a program with a technique.
struct Row {
    program: String,
    unit: bool,
    technique: &'static str,
    result: Result<Numbers, String>,
}

#[derive(Clone, Debug, PartialEq)]
struct Numbers {
    is_complete: bool,
    paths: u64,
    pruned: u64,
    tests: u64,
    covered: u64,
    total: u64,
    queries: u64,
    cpu_s: f64,
}

/// Rows and averages, as JSON.
pub fn measure(
    subjects: &[Subject],
    times: u64,
    output: &mut Output,
    failures: &mut Vec<String>,
) -> (Vec<Value>, Vec<Value>) {
    let subjects: Vec<&Subject> = subjects.iter().filter(|s| s.set == Set::Osmose).collect();
    if subjects.is_empty() {
        return (vec![], vec![]);
    }
    let (mut rows, mut averages) = (Vec::new(), Vec::new());
    for (unit, techniques, title) in
        [(false, WHOLE, "whole programs"), (true, UNIT, "units: branches are those of the function under test")]
    {
        output.say(&format!("prunings, {title}\n{}", head()));
        let from = rows.len();
        for subject in &subjects {
            match of_program(subject, unit, techniques, times) {
                Ok(more) => {
                    more.iter().for_each(|row| output.say(&row.text(&more)));
                    rows.extend(more);
                }
                Err(error) => failures.push(format!("{}: {error:#}", subject.name())),
            }
        }
        output.say(&format!("\n{:<24} {:>33}   {:>33}", "against base", "paths", "time"));
        let columns = "average   W/D/L     best    worst";
        output.say(&format!("{:<24} {columns:>33}   {columns:>33}  coverage lost", ""));
        for (technique, _) in &techniques[1..] {
            let summed = Summed::new(&rows[from..], technique);
            output.say(&summed.text());
            averages.push(summed.json(unit));
        }
        output.say("");
    }
    (rows.iter().map(|row| row.json(&rows)).collect(), averages)
}

fn of_program(subject: &Subject, unit: bool, techniques: &[Technique], times: u64) -> anyhow::Result<Vec<Row>> {
    let bitcode = if unit { None } else { Some(Bitcode::compile(&subject.sources)?) };
    let files = match &bitcode {
        Some(bitcode) => bitcode.files.iter().map(|f| f.display().to_string()).collect(),
        None => child::source_arguments(&subject.sources),
    };
    let function = subject.function.clone().unwrap_or_default();
    // `main` is one call above the function under test.
    let depth = subject.call_depth + u32::from(!unit);
    let mode = if unit { format!("{LIMIT} --function {function} --non-null") } else { LIMIT.to_string() };
    let repeat = |options: &str| {
        let options = format!("{mode} {options}");
        (0..times).map(|_| child::run(&options, &files)).collect::<anyhow::Result<Vec<Run>>>()
    };
    let load = best(&repeat("--prune none --max-paths 1")?);
    let mut rows = Vec::new();
    for (technique, options) in techniques {
        let options = options.replace("{depth}", &depth.to_string());
        let result = match refusal(&options) {
            Some(_) => Err("not available".to_string()),
            None => {
                let numbers = |runs: Vec<Run>| Numbers::new(&runs, load, unit.then_some(&function));
                repeat(&options).map(numbers).map_err(|e| format!("{e:#}"))
            }
        };
        rows.push(Row { program: subject.name().to_string(), unit, technique, result });
    }
    Ok(rows)
}

fn best(runs: &[Run]) -> f64 {
    runs.iter().map(|run| run.cpu_s).fold(f64::MAX, f64::min)
}

impl Numbers {
    /// Of runs that differ in nothing but their time.
    fn new(runs: &[Run], load: f64, function: Option<&String>) -> Numbers {
        let run = &runs[0];
        let sides = function.map(|name| sides_of(&run.record, name));
        let whole = (run.number("/coverage/branches/covered"), run.number("/coverage/branches/total"));
        let (covered, total) = sides.unwrap_or(whole);
        let pruned = run.summary.pointer("/paths/pruned").and_then(Value::as_object);
        Numbers {
            is_complete: run.is_complete(),
            paths: run.paths(),
            pruned: pruned.map_or(0, |p| p.values().filter_map(Value::as_u64).sum()),
            tests: run.number("/tests"),
            covered,
            total,
            queries: run.number("/solver/queries"),
            cpu_s: (best(runs) - load).max(0.001),
        }
    }
}

/// Covered and all sides of the decisions in one function.
fn sides_of(record: &Value, function: &str) -> (u64, u64) {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let decisions = list(&record["files"]).into_iter().flat_map(|file| list(&file["decisions"]));
    let sides: Vec<Value> = decisions.filter(|d| d["function"] == function).flat_map(|d| list(&d["sides"])).collect();
    (sides.iter().filter(|side| side["status"] == "covered").count() as u64, sides.len() as u64)
}

fn head() -> String {
    format!(
        "{:<15} {:<24} {:>7} {:>7} {:>6} {:>9} {:>9} {:>9} {:>8} {:>8}",
        "program", "technique", "paths", "pruned", "tests", "branches", "queries", "seconds", "paths", "time"
    )
}

impl Row {
    fn text(&self, rows: &[Row]) -> String {
        let start = format!("{:<15} {:<24}", self.program, self.technique);
        let n = match &self.result {
            Ok(numbers) => numbers,
            Err(why) => return format!("{start} {why}"),
        };
        let (paths, time) = self.changes(rows).unwrap_or_default();
        let [paths, time] = [paths, time].map(percent);
        let branches = format!("{}/{}", n.covered, n.total);
        let cut = if n.is_complete || n.pruned > 0 { "" } else { "  not complete" };
        format!(
            "{start} {:>7} {:>7} {:>6} {branches:>9} {:>9} {:>9.3} {paths:>8} {time:>8}{cut}",
            n.paths, n.pruned, n.tests, n.queries, n.cpu_s
        )
    }

    fn base<'a>(&self, rows: &'a [Row]) -> Option<&'a Numbers> {
        let is_base = |row: &&Row| row.program == self.program && row.unit == self.unit && row.technique == "base";
        rows.iter().find(is_base)?.result.as_ref().ok()
    }

    /// Of paths and of time, if it is not the base itself.
    fn changes(&self, rows: &[Row]) -> Option<(Option<f64>, Option<f64>)> {
        let (base, n) = (self.base(rows)?, self.result.as_ref().ok()?);
        let changes = (change(base.paths as f64, n.paths as f64), change(base.cpu_s, n.cpu_s));
        (self.technique != "base").then_some(changes)
    }

    fn json(&self, rows: &[Row]) -> Value {
        let mode = if self.unit { "unit" } else { "whole" };
        let mut row = json!({"program": self.program, "mode": mode, "technique": self.technique});
        match &self.result {
            Err(why) => row["error"] = why.clone().into(),
            Ok(n) => {
                let (paths, time) = self.changes(rows).unwrap_or_default();
                let numbers = json!({
                    "complete": n.is_complete, "paths": n.paths, "pruned": n.pruned, "tests": n.tests,
                    "covered": n.covered, "branches": n.total, "queries": n.queries, "seconds": n.cpu_s,
                    "paths_change": paths, "time_change": time,
                });
                row.as_object_mut()
                    .into_iter()
                    .for_each(|r| r.extend(numbers.as_object().cloned().unwrap_or_default()));
            }
        }
        row
    }
}

/// A technique over all programs.
struct Summed {
    technique: &'static str,
    paths: Option<Average>,
    time: Option<Average>,
    /// Programs where it covers less than the base, with the number of branches.
    lost: BTreeMap<String, u64>,
}

impl Summed {
    fn new(rows: &[Row], technique: &'static str) -> Summed {
        let of: Vec<&Row> = rows.iter().filter(|row| row.technique == technique).collect();
        let changes: Vec<_> = of.iter().filter_map(|row| row.changes(rows)).collect();
        let lost = of.iter().filter_map(|row| {
            let less = row.base(rows)?.covered.saturating_sub(row.result.as_ref().ok()?.covered);
            (less > 0).then(|| (row.program.clone(), less))
        });
        Summed {
            technique,
            paths: average(&changes.iter().filter_map(|c| c.0).collect::<Vec<_>>(), 0.0),
            time: average(&changes.iter().filter_map(|c| c.1).collect::<Vec<_>>(), SAME_TIME),
            lost: lost.collect(),
        }
    }

    fn text(&self) -> String {
        let (Some(paths), Some(time)) = (&self.paths, &self.time) else {
            return format!("{:<24} not available", self.technique);
        };
        let lost: Vec<String> = self.lost.iter().map(|(program, n)| format!("{program} {n}")).collect();
        let lost = if lost.is_empty() { "none".to_string() } else { lost.join(", ") };
        format!("{:<24} {}   {}  {lost}", self.technique, paths.text(), time.text())
    }

    fn json(&self, unit: bool) -> Value {
        let (paths, time) = (self.paths.as_ref().map(Average::json), self.time.as_ref().map(Average::json));
        let mode = if unit { "unit" } else { "whole" };
        json!({"mode": mode, "technique": self.technique, "paths": paths, "time": time, "coverage_lost": self.lost})
    }
}

#[cfg(test)]
mod tests;
