//! One program with every mode and search.
//!
//! Distinct states are those of the points of the timeline.

use super::counters::{self, Counters};
use super::modes::{MODES, Mode};
use super::programs::{Set, Subject};
use crate::commands::bench::child::{self, Bitcode, Run, refusal};
use crate::commands::bench::series::Series;
use crate::options;
use serde_json::{Value, json};
use std::time::Duration;

/// Of a run, unless the user says another one.
const TIME: Duration = Duration::from_secs(10);

/// How often a run that got too little of the processor is made again.
const RETRIES: u32 = 3;

/// What every run may take.
#[derive(Clone)]
pub struct Limits {
    time: Duration,
    paths: Option<u64>,
    /// How many times as long plain search may take as the mode with everything took, where that was complete.
    base_times: Option<u32>,
}

impl Limits {
    pub fn new(bench: &options::Bench) -> Limits {
        Limits { time: bench.time.unwrap_or(TIME), paths: bench.iterations, base_times: bench.base_times }
    }

    /// Processor time that plain search has to get, in seconds.
    fn of_base(&self, extended: Option<&Numbers>) -> f64 {
        let complete = extended.filter(|numbers| numbers.is_complete);
        complete.zip(self.base_times).map_or(0.0, |(numbers, times)| numbers.cpu_s * f64::from(times))
    }

    /// With some more than this, unless there is more time already.
    fn for_at_least(&self, seconds: f64) -> Limits {
        Limits { time: self.time.max(Duration::from_secs_f64(seconds * 1.05)), ..self.clone() }
    }

    fn options(&self) -> String {
        let paths = self.paths.map_or(String::new(), |n| format!(" --max-paths {n}"));
        format!("--time {}s{paths}", self.time.as_secs_f64())
    }
}

pub struct Measured {
    pub program: String,
    pub set: Set,
    /// Branches of the program's own files.
    pub branches: u64,
    /// Bugs that there are to be found.
    pub bugs: u64,
    pub paper: Value,
    pub singles: Vec<Single>,
}

/// One mode with one search.
pub struct Single {
    pub search: String,
    pub mode: &'static str,
    /// `None` if this build does not have the mode.
    pub result: Option<Result<Numbers, String>>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Numbers {
    pub is_complete: bool,
    limits: Value,
    /// Those that ended, also by a hit.
    pub paths: u64,
    pub tests: u64,
    pub bugs: u64,
    pub covered: u64,
    pub instructions: u64,
    pub cpu_s: f64,
    pub counters: Option<Counters>,
    /// Branches, and distinct states, by the number of paths that had ended.
    pub coverage: Series,
    pub states: Vec<(u64, u64)>,
}

pub fn measure(subject: &Subject, searches: &[String], limits: &Limits) -> anyhow::Result<Measured> {
    let bitcode = Bitcode::compile(&subject.sources)?;
    let files: Vec<String> = bitcode.files.iter().map(|f| f.display().to_string()).collect();
    let (mut branches, mut singles) = (0, Vec::new());
    for search in searches {
        // Plain search comes last, since it may be given more time than the others took.
        let mut of_search: Vec<Single> = Vec::new();
        for mode in MODES.iter().rev() {
            let is_base = mode.name == MODES[0].name;
            let least = if is_base { limits.of_base(of_search.first().and_then(Single::numbers)) } else { 0.0 };
            let result = refusal(mode.options).is_none().then(|| {
                of_mode(mode, search, (limits, least), &files, &mut branches).map_err(|error| format!("{error:#}"))
            });
            of_search.push(Single { search: search.clone(), mode: mode.name, result });
        }
        singles.extend(of_search.into_iter().rev());
    }
    let (program, paper) = (subject.sources.name.clone(), subject.paper.clone());
    Ok(Measured { program, set: subject.set, branches, bugs: subject.bugs, paper, singles })
}

/// Unless it ends by itself, for at least so many seconds of processor time.
fn of_mode(
    mode: &Mode,
    search: &str,
    (limits, least): (&Limits, f64),
    files: &[String],
    branches: &mut u64,
) -> anyhow::Result<Numbers> {
    let options = |mode: &str, limits: &Limits| format!("{mode} --search {search} {}", limits.options());
    let mut own = limits.for_at_least(least);
    let mut run = child::run(&options(mode.options, &own), files)?;
    for _ in 0..RETRIES {
        // On a busy machine it gets less than the clock shows: then again, for longer.
        if run.summary["limits"] != json!(["time"]) || run.cpu_s >= least {
            break;
        }
        let share = (run.cpu_s / own.time.as_secs_f64()).clamp(0.2, 1.0);
        own = own.for_at_least(least / share);
        run = child::run(&options(mode.options, &own), files)?;
    }
    *branches = run.number("/coverage/branches/total");
    let mut numbers = Numbers::new(&run)?;
    if let Some(also) = mode.counting.filter(|options| refusal(options).is_none()) {
        let counted = Numbers::new(&child::run(&options(also, limits), files)?)?;
        (numbers.counters, numbers.states) = (counted.counters, counted.states);
    }
    Ok(numbers)
}

impl Numbers {
    fn new(run: &Run) -> anyhow::Result<Numbers> {
        Ok(Numbers {
            is_complete: run.is_complete(),
            limits: run.summary["limits"].clone(),
            paths: run.paths(),
            tests: run.number("/tests"),
            bugs: run.summary["bugs"].as_array().map_or(0, Vec::len) as u64,
            covered: run.number("/coverage/branches/covered"),
            instructions: run.number("/instructions"),
            cpu_s: run.cpu_s,
            counters: Counters::of(&run.summary)?,
            coverage: Series::of(&run.record),
            states: counters::states(&run.record),
        })
    }

    fn json(&self) -> Value {
        json!({
            "complete": self.is_complete, "limits": self.limits, "paths": self.paths, "tests": self.tests,
            "bugs": self.bugs, "covered": self.covered, "instructions": self.instructions, "seconds": self.cpu_s,
            "rwset": self.counters, "coverage_series": self.coverage.0, "states_series": self.states,
        })
    }
}

impl Single {
    pub fn numbers(&self) -> Option<&Numbers> {
        self.result.as_ref()?.as_ref().ok()
    }

    fn json(&self) -> Value {
        let mut row = json!({"search": self.search, "mode": self.mode});
        let more = match &self.result {
            None => json!({"error": "not available"}),
            Some(Err(why)) => json!({"error": why}),
            Some(Ok(numbers)) => numbers.json(),
        };
        row.as_object_mut().into_iter().for_each(|r| r.extend(more.as_object().cloned().unwrap_or_default()));
        row
    }
}

impl Measured {
    /// The name of its picture.
    pub fn plot(&self) -> String {
        format!("{}.svg", self.program)
    }

    pub fn find(&self, search: &str, mode: &str) -> Option<&Numbers> {
        self.singles.iter().find(|s| s.search == search && s.mode == mode)?.numbers()
    }

    pub fn searches(&self) -> Vec<&str> {
        let mut all: Vec<&str> = self.singles.iter().map(|s| s.search.as_str()).collect();
        all.dedup();
        all
    }

    pub fn failures(&self) -> Vec<String> {
        let failed = self.singles.iter().filter_map(|s| Some((s, s.result.as_ref()?.as_ref().err()?)));
        failed.map(|(s, why)| format!("{}, {}, {}: {why}", self.program, s.search, s.mode)).collect()
    }

    pub fn json(&self) -> Value {
        json!({
            "program": self.program, "set": self.set.name(), "branches": self.branches, "bugs": self.bugs, "plot": self.plot(),
            "paper": self.paper, "runs": self.singles.iter().map(Single::json).collect::<Vec<_>>(),
        })
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A driver with plain search, which a limit cut, and with everything, which was complete; the others are not there.
    pub fn example() -> Measured {
        let base = Numbers {
            limits: json!(["time"]),
            paths: 20_000,
            tests: 4,
            bugs: 1,
            covered: 30,
            instructions: 5_000_000,
            cpu_s: 10.0,
            coverage: Series(vec![(1, 10), (400, 25), (9000, 30)]),
            ..Numbers::default()
        };
        let extended = Numbers {
            is_complete: true,
            limits: json!([]),
            paths: 300,
            tests: 9,
            bugs: 3,
            covered: 38,
            instructions: 90_000,
            cpu_s: 0.5,
            counters: Some(Counters { points: 252, states: 200, exact: 40, renamed: 12, ..Counters::default() }),
            coverage: Series(vec![(1, 10), (20, 31), (250, 38)]),
            states: vec![(1, 6), (10, 40), (100, 150), (300, 200)],
        };
        let single = |mode: &Mode| {
            let result = match mode.name {
                "base" => Some(Ok(base.clone())),
                "extended" => Some(Ok(extended.clone())),
                _ => None,
            };
            Single { search: "dfs".into(), mode: mode.name, result }
        };
        let singles = MODES.iter().map(single).collect();
        let paper = json!({"percent": 16.2});
        Measured { program: "a < b".into(), set: Set::Drivers, branches: 40, bugs: 5, paper, singles }
    }

    #[test]
    fn a_run_tells_when_branches_were_covered() {
        let summary = json!({"status": "complete", "paths": {"completed": 7, "bug": 2, "cut": 3}, "tests": 3, "bugs": [{}],
            "coverage": {"branches": {"covered": 9, "total": 12}}, "limits": [], "instructions": 50});
        let record = json!({"timeline": [{"paths": 5, "states": 8}], "tests": [{"path": 1, "covered": 3}, {"path": 6, "covered": 9}]});
        let numbers = Numbers::new(&Run { summary, record, cpu_s: 0.25, input_bytes: 4 }).unwrap();
        assert_eq!((numbers.paths, numbers.bugs, numbers.is_complete, numbers.counters), (12, 1, true, None));
        assert_eq!((numbers.coverage.0, numbers.states), (vec![(1, 3), (6, 9)], vec![(5, 8)]));
    }

    #[test]
    fn what_is_not_there_is_no_failure() {
        let mut measured = example();
        assert_eq!((measured.failures(), measured.searches()), (vec![], vec!["dfs"]));
        let json = measured.json();
        assert_eq!(json["runs"][1], json!({"search": "dfs", "mode": "write set", "error": "not available"}));
        assert_eq!(json["runs"][3]["rwset"]["renamed"], 12);
        measured.singles[2].result = Some(Err("it fell over".into()));
        assert_eq!(measured.failures(), ["a < b, dfs, full: it fell over"]);
    }

    #[test]
    fn limits_are_options() {
        let limits = Limits { time: Duration::from_millis(1500), paths: None, base_times: None };
        assert_eq!(limits.options(), "--time 1.5s");
        assert_eq!(Limits { paths: Some(30), ..limits }.options(), "--time 1.5s --max-paths 30");
    }

    #[test]
    fn plain_search_may_take_many_times_as_long() {
        let limits = Limits { time: Duration::from_secs(10), paths: None, base_times: Some(50) };
        let complete = Numbers { is_complete: true, cpu_s: 2.0, ..Numbers::default() };
        assert_eq!(limits.of_base(Some(&complete)), 100.0);
        assert_eq!(limits.of_base(Some(&Numbers { is_complete: false, ..complete.clone() })), 0.0);
        assert_eq!(limits.of_base(None), 0.0);
        assert_eq!(Limits { base_times: None, ..limits.clone() }.of_base(Some(&complete)), 0.0);
        assert_eq!(limits.for_at_least(100.0).options(), "--time 105s");
        assert_eq!(limits.for_at_least(0.0).options(), "--time 10s");
    }
}
