//! One program with every column. Coverage is that of the tests on a native build, which are replayed after the run.

use super::columns::Column;
use super::programs::{Set, Subject};
use super::seeds::Runs;
use crate::commands::bench::child::{self, Run, source_arguments};
use crate::commands::bench::sources::Sources;
use crate::options;
use serde_json::{Value, json};
use std::time::Duration;

/// Of a run, unless the user says another one.
const TIME: Duration = Duration::from_secs(10);

/// What every run may take.
pub struct Limits {
    pub time: Duration,
    paths: Option<u64>,
    /// How many seeds a column of a program is run with.
    pub seeds: u64,
}

impl Limits {
    pub fn new(bench: &options::Bench) -> Limits {
        Limits { time: bench.time.unwrap_or(TIME), paths: bench.iterations, seeds: bench.seeds() }
    }

    #[cfg(test)]
    pub fn of(time: Duration, seeds: u64) -> Limits {
        Limits { time, paths: None, seeds }
    }

    fn options(&self) -> String {
        let paths = self.paths.map_or(String::new(), |n| format!(" --max-paths {n}"));
        format!("--time {}s{paths}", self.time.as_secs_f64())
    }
}

/// Whether a run finds a warning.
pub fn finds(sources: &Sources, column: &Column, limits: &Limits) -> anyhow::Result<bool> {
    let options = format!("{} {}", column.options, limits.options());
    let run = child::run(&options, &source_arguments(sources))?;
    Ok(warnings(&run) > 0)
}

fn warnings(run: &Run) -> u64 {
    run.summary["bugs"].as_array().map_or(0, Vec::len) as u64
}

/// What one run came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Numbers {
    pub is_complete: bool,
    pub warnings: u64,
    /// Covered, and all.
    pub nodes: (u64, u64),
    pub edges: (u64, u64),
    pub paths: u64,
    pub tests: u64,
    pub cpu_s: f64,
    /// Checks that were proved before the run, and all.
    pub checks: (u64, u64),
}

/// In hundredths.
pub fn percent((covered, all): (u64, u64)) -> f64 {
    if all == 0 { 0.0 } else { covered as f64 * 100.0 / all as f64 }
}

impl Numbers {
    fn new(run: &Run, replayed: &Value) -> Numbers {
        let coverage = |of: &str| {
            let number = |key: &str| replayed["coverage"][of][key].as_u64().unwrap_or(0);
            (number("covered"), number("total"))
        };
        Numbers {
            is_complete: run.is_complete(),
            warnings: warnings(run),
            nodes: coverage("lines"),
            edges: coverage("branches"),
            paths: run.paths(),
            tests: run.number("/tests"),
            cpu_s: run.cpu_s,
            checks: (run.number("/checks/proved"), run.number("/checks/total")),
        }
    }

    pub fn json(&self) -> Value {
        let share = |(covered, all): (u64, u64)| json!({"covered": covered, "total": all});
        json!({
            "complete": self.is_complete, "warnings": self.warnings, "nodes": share(self.nodes),
            "edges": share(self.edges), "paths": self.paths, "tests": self.tests, "seconds": self.cpu_s,
        })
    }
}

pub struct Measured {
    pub program: String,
    pub set: Set,
    /// Warnings that there are to be found.
    pub bugs: u64,
    pub paper: Value,
    /// Those of each column, or why they could not be made.
    pub runs: Vec<(&'static str, Result<Runs, String>)>,
}

pub fn measure(subject: &Subject, columns: &[&'static Column], limits: &Limits) -> Measured {
    let arguments = source_arguments(&subject.sources);
    let run = |column: &Column, seed: u64| {
        // As users run it, and table 3 counts what is proved.
        let options = format!("{} --prove on --seed {seed} {}", column.options, limits.options());
        let result = child::run_and_replay(&options, &arguments);
        result.map(|(run, replayed)| Numbers::new(&run, &replayed)).map_err(|error| format!("seed {seed}: {error:#}"))
    };
    let with_all_seeds = |column: &Column| (0..limits.seeds).map(|seed| run(column, seed)).collect::<Result<_, _>>();
    let runs = columns.iter().map(|column| (column.name, with_all_seeds(column).map(Runs::new))).collect();
    let (program, paper) = (subject.sources.name.clone(), subject.paper.clone());
    Measured { program, set: subject.set, bugs: subject.bugs, paper, runs }
}

impl Measured {
    pub fn of(&self, column: &str) -> Option<&Runs> {
        self.runs.iter().find(|(name, _)| *name == column)?.1.as_ref().ok()
    }

    /// Checks that were proved, and all: proofs depend on neither column nor seed.
    pub fn checks(&self) -> Option<(u64, u64)> {
        self.runs.iter().find_map(|(_, result)| result.as_ref().ok()?.seeds().first().map(|numbers| numbers.checks))
    }

    pub fn failures(&self) -> Vec<String> {
        let failed = self.runs.iter().filter_map(|(column, result)| Some((column, result.as_ref().err()?)));
        failed.map(|(column, why)| format!("{}, {column}: {why}", self.program)).collect()
    }

    pub fn json(&self) -> Value {
        let run = |(column, result): &(&str, Result<Runs, String>)| match result {
            Err(why) => json!({"column": column, "numbers": {"error": why}}),
            Ok(runs) => {
                let seeds: Vec<Value> = runs.seeds().iter().map(Numbers::json).collect();
                json!({"column": column, "numbers": runs.median().json(), "seeds": seeds})
            }
        };
        json!({
            "program": self.program, "bugs": self.bugs, "paper": self.paper,
            "checks": self.checks().map(|(proved, total)| json!({"proved": proved, "total": total})),
            "runs": self.runs.iter().map(run).collect::<Vec<_>>(),
        })
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    pub fn example() -> Measured {
        let numbers = Numbers {
            checks: (3, 4),
            warnings: 4,
            nodes: (94, 100),
            edges: (45, 50),
            paths: 7,
            tests: 3,
            ..Numbers::default()
        };
        let less = Numbers { warnings: 2, nodes: (50, 100), edges: (20, 50), is_complete: true, ..numbers.clone() };
        let column = json!({"warnings": 4, "nodes": 94, "edges": 90});
        let paper = json!({"program": "ARRAYCR", "linear": column, "box": column, "sampling": column,
            "random": {"warnings": 2, "nodes": 92, "edges": 86}});
        let once = |numbers: Numbers| Ok(Runs::new(vec![numbers]));
        let runs = vec![("uniform random", once(less)), ("plain search", once(numbers))];
        Measured { program: "arraycr".into(), set: Set::Programs, bugs: 5, paper, runs }
    }

    /// The same with three seeds, of which the second finds less and the third more.
    pub fn with_seeds() -> Measured {
        let mut measured = example();
        for runs in measured.runs.iter_mut().filter_map(|(_, result)| result.as_mut().ok()) {
            let middle = runs.seeds()[0].clone();
            let (warnings, covered) = (middle.warnings, middle.edges.0);
            let less = Numbers { warnings: warnings - 1, edges: (covered - 5, 50), ..middle.clone() };
            let more = Numbers { warnings: warnings + 1, is_complete: false, ..middle.clone() };
            *runs = Runs::new(vec![middle, less, more]);
        }
        measured
    }

    #[test]
    fn runs_that_fail_are_said() {
        let mut measured = example();
        assert_eq!(measured.json()["runs"][1]["numbers"]["edges"], json!({"covered": 45, "total": 50}));
        assert_eq!(with_seeds().json()["runs"][1]["seeds"][1]["edges"], json!({"covered": 40, "total": 50}));
        assert_eq!(with_seeds().json()["runs"][1]["numbers"], measured.json()["runs"][1]["numbers"]);
        assert_eq!(measured.json()["checks"], json!({"proved": 3, "total": 4}));
        assert!(measured.failures().is_empty() && measured.of("plain search").is_some());
        measured.runs[1].1 = Err("it fell over".into());
        assert_eq!(measured.failures(), ["arraycr, plain search: it fell over"]);
        assert_eq!(measured.json()["runs"][1]["numbers"]["error"], "it fell over");
        assert!(measured.of("plain search").is_none());
    }

    #[test]
    fn limits_are_options() {
        let limits = Limits { time: Duration::from_millis(1500), paths: Some(30), seeds: 1 };
        assert_eq!(limits.options(), "--time 1.5s --max-paths 30");
        assert_eq!((percent((1, 4)), percent((0, 0))), (25.0, 0.0));
    }
}
