//! One program with every search, plainly and in parts.

use super::numbers::{Numbers, cost_of_instruction, cost_of_path, cost_of_same, fewer};
use super::programs::Subject;
use super::{BASE, PARTITION};
use crate::commands::bench::child::{self, Bitcode};
use crate::commands::bench::matching::Match;
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
}

impl Limits {
    pub fn new(bench: &options::Bench) -> Limits {
        Limits { time: bench.time.unwrap_or(TIME), paths: bench.iterations }
    }

    fn options(&self) -> String {
        let paths = self.paths.map_or(String::new(), |n| format!(" --max-paths {n}"));
        format!("--time {}s{paths}", self.time.as_secs_f64())
    }
}

/// A program, compiled once for all of its runs.
pub struct Compiled {
    bitcode: Bitcode,
}

impl Compiled {
    pub fn new(sources: &Sources) -> anyhow::Result<Compiled> {
        Ok(Compiled { bitcode: Bitcode::compile(sources)? })
    }

    fn run(&self, options: &str, more: &[&str]) -> anyhow::Result<Numbers> {
        let files = self.bitcode.files.iter().map(|f| f.display().to_string());
        let files: Vec<String> = more.iter().map(|word| word.to_string()).chain(files).collect();
        Ok(Numbers::new(&child::run(options, &files)?))
    }

    pub fn explore(&self, mode: &str, search: &str, limits: &Limits) -> Result<Numbers, String> {
        self.explore_with(mode, search, limits, &[])
    }

    fn explore_with(&self, mode: &str, search: &str, limits: &Limits, more: &[&str]) -> Result<Numbers, String> {
        let options = format!("{mode} --search {search} {}", limits.options());
        self.run(&options, more).map_err(|error| format!("{error:#}"))
    }

    /// In parts; and the same paths without.
    fn explore_twice(
        &self,
        search: &str,
        limits: &Limits,
    ) -> (Result<Numbers, String>, Option<Result<Numbers, String>>) {
        let paths = self.bitcode.beside("paths").display().to_string();
        let partition = self.explore_with(PARTITION, search, limits, &["--note-paths", &paths]);
        let again = || self.explore_with(BASE, search, limits, &["--only-paths", &paths]);
        let same = partition.is_ok().then(again);
        (partition, same)
    }
}

pub struct Measured {
    pub program: String,
    /// Bugs that there are to be found.
    pub bugs: u64,
    pub paper: Value,
    /// Seconds until the first path has ended.
    pub load_s: f64,
    pub pairs: Vec<Pair>,
}

/// Both with one search.
pub struct Pair {
    pub search: String,
    pub base: Result<Numbers, String>,
    pub partition: Result<Numbers, String>,
    /// The paths of `partition`, each begun where it was there, and nothing found out about parts; `None` if there were none.
    pub same: Option<Result<Numbers, String>>,
}

pub fn measure(subject: &Subject, searches: &[String], limits: &Limits) -> anyhow::Result<Measured> {
    let compiled = Compiled::new(&subject.sources)?;
    let load_s = compiled.run(&format!("{BASE} --search dfs --max-paths 1"), &[])?.cpu_s;
    let pair = |search: &String| {
        let base = compiled.explore(BASE, search, limits);
        let (partition, same) = compiled.explore_twice(search, limits);
        Pair { search: search.clone(), base, partition, same }
    };
    let pairs = searches.iter().map(pair).collect();
    let (program, paper) = (subject.sources.name.clone(), subject.paper.clone());
    Ok(Measured { program, bugs: subject.bugs, paper, load_s, pairs })
}

impl Pair {
    /// All, with their names.
    pub fn modes(&self) -> impl Iterator<Item = (&'static str, &Result<Numbers, String>)> {
        [("base", &self.base), ("partition", &self.partition)].into_iter().chain(self.same.iter().map(|s| ("same", s)))
    }

    /// How many times as long a path takes as the same one without.
    pub fn cost_of_same(&self, load_s: f64) -> Option<f64> {
        cost_of_same(self.same.as_ref()?.as_ref().ok()?, self.partition.as_ref().ok()?, load_s)
    }

    pub fn both(&self) -> Option<(&Numbers, &Numbers)> {
        Some((self.base.as_ref().ok()?, self.partition.as_ref().ok()?))
    }
}

/// A run as JSON, or why there was none.
pub fn json_of(result: &Result<Numbers, String>) -> Value {
    result.as_ref().map_or_else(|why| json!({"error": why}), Numbers::json)
}

impl Measured {
    /// How many tests it takes to cover what plain search covers.
    pub fn matches(&self) -> Vec<Match> {
        let one = |pair: &Pair| {
            let (base, partition) = pair.both()?;
            let names = (self.program.as_str(), pair.search.as_str(), "partition");
            Some(Match::new(names, &base.coverage, &partition.coverage, None))
        };
        self.pairs.iter().filter_map(one).collect()
    }

    pub fn failures(&self) -> Vec<String> {
        let modes = self.pairs.iter().flat_map(|pair| pair.modes().map(move |mode| (pair, mode)));
        let failed = modes.filter_map(|(pair, (mode, result))| Some((pair, mode, result.as_ref().err()?)));
        failed.map(|(pair, mode, why)| format!("{}, {}, {mode}: {why}", self.program, pair.search)).collect()
    }

    pub fn json(&self) -> Value {
        let pair = |pair: &Pair| {
            let ratio = |of: &dyn Fn(&Numbers, &Numbers) -> Option<f64>| pair.both().and_then(|(b, p)| of(b, p));
            json!({
                "search": pair.search, "base": json_of(&pair.base), "partition": json_of(&pair.partition),
                "same": pair.same.as_ref().map(json_of), "cost_of_same": pair.cost_of_same(self.load_s),
                "fewer": ratio(&fewer), "cost_of_path": ratio(&|b, p| cost_of_path(b, p, self.load_s)),
                "cost_of_instruction": ratio(&|b, p| cost_of_instruction(b, p, self.load_s)),
            })
        };
        json!({
            "program": self.program, "bugs": self.bugs, "paper": self.paper, "load": self.load_s,
            "runs": self.pairs.iter().map(pair).collect::<Vec<_>>(),
        })
    }
}

#[cfg(test)]
pub mod tests {
    use super::super::numbers::tests::example as numbers;
    use super::*;

    pub fn example() -> Measured {
        let (base, partition) = numbers();
        let same =
            Numbers { paths: partition.paths, instructions: 80_000, cpu_s: 0.26, blocks: None, ..partition.clone() };
        let pairs = vec![Pair { search: "dfs".into(), base: Ok(base), partition: Ok(partition), same: Some(Ok(same)) }];
        let paper = json!({"program": "pmap", "input": 1024, "blocks": 512, "covered": 50, "branches": 120,
            "paths": 1536, "seconds": 509, "base_paths": 6238});
        Measured { program: "a < b".into(), bugs: 5, paper, load_s: 0.1, pairs }
    }

    #[test]
    fn ratios_stand_beside_the_runs() {
        let mut measured = example();
        let run = &measured.json()["runs"][0];
        assert_eq!((&run["fewer"], &run["base"]["paths"]), (&json!(50.0), &json!(20_000)));
        assert_eq!((measured.failures(), measured.matches().len()), (vec![], 1));
        assert_eq!((&run["same"]["paths"], &run["same"]["instructions_of_path"]), (&json!(400), &json!(200.0)));
        assert!((run["cost_of_same"].as_f64().unwrap() - 2.5).abs() < 1e-9);
        measured.pairs[0].same = None;
        measured.pairs[0].partition = Err("it fell over".into());
        assert_eq!(measured.failures(), ["a < b, dfs, partition: it fell over"]);
        assert_eq!(measured.json()["runs"][0]["partition"]["error"], "it fell over");
        assert!(measured.matches().is_empty());
    }

    #[test]
    fn limits_are_options() {
        let limits = Limits { time: Duration::from_millis(1500), paths: None };
        assert_eq!(limits.options(), "--time 1.5s");
        assert_eq!(Limits { paths: Some(30), ..limits }.options(), "--time 1.5s --max-paths 30");
    }
}
