//! What a technique costs where it leaves nothing out: all that it needs is computed, and the paths are those of plain
//! search.
//!
//! The machine's instructions are the same, so it is processor time that counts: of the same number of paths, several
//! times by turns, the median of the ratios. Loading the program is not counted. `callgrind` counts the instructions
//! of our own code instead, which repeat; CONTRIBUTING.md has the command.

use super::averages::median;
use super::child::{self, Bitcode, Run};
use super::output::Output;
use super::sources::Sources;
use crate::options;
use anyhow::ensure;
use serde_json::{Value, json};
use std::time::Duration;

/// Paths of a run, unless the user says another number: enough for some seconds, since what never helps is found out only in
/// the course of a run.
const PATHS: u64 = 100_000;

/// What is compared.
pub struct Sides {
    /// Options of plain search, and those with everything computed.
    pub plain: &'static str,
    pub computed: &'static str,
    /// No run may take longer. One that does is told, and not compared.
    pub time: Duration,
}

/// A row for each program, as JSON.
pub fn measure(
    programs: &[&Sources],
    sides: &Sides,
    bench: &options::Bench,
    output: &mut Output,
    failures: &mut Vec<String>,
) -> Vec<Value> {
    let mut rows = Vec::new();
    for sources in programs {
        match of_program(sources, sides, bench) {
            Ok(row) => {
                output.say(&text(&row));
                rows.push(row);
            }
            Err(error) => failures.push(format!("{}, overhead: {error:#}", sources.name)),
        }
    }
    if !programs.is_empty() {
        output.say("");
    }
    rows
}

fn of_program(sources: &Sources, sides: &Sides, bench: &options::Bench) -> anyhow::Result<Value> {
    let bitcode = Bitcode::compile(sources)?;
    let files: Vec<String> = bitcode.files.iter().map(|f| f.display().to_string()).collect();
    let limit = format!("--search dfs --time {}s", sides.time.as_secs_f64());
    let run = |options: &str, paths: u64| child::run(&format!("{options} {limit} --max-paths {paths}"), &files);
    let paths = bench.iterations.unwrap_or(PATHS);
    let (mut loads, mut pairs, mut is_cut) = (Vec::new(), Vec::new(), false);
    while pairs.len() < bench.seeds() as usize && !is_cut {
        loads.push(run(sides.plain, 1)?.cpu_s);
        let pair = (run(sides.plain, paths)?, run(sides.computed, paths)?);
        is_cut = [&pair.0, &pair.1].iter().any(|run| run.is_cut_by("time"));
        pairs.push(pair);
    }
    let same = |(base, computed): &(Run, Run)| base.paths() == computed.paths();
    ensure!(is_cut || pairs.iter().all(same), "something was left out, so the paths are not the same");
    let load = median(loads);
    let ratios = pairs.iter().map(|(base, computed)| ratio(base.cpu_s, computed.cpu_s, load)).collect();
    let seconds = |of: fn(&(Run, Run)) -> f64| median(pairs.iter().map(of).collect()) - load;
    Ok(json!({
        "program": sources.name, "paths": pairs[0].0.paths(), "times": pairs.len(),
        "base": seconds(|p| p.0.cpu_s), "computed": seconds(|p| p.1.cpu_s),
        "change": (!is_cut).then(|| median(ratios) - 1.0),
    }))
}

/// Of two times that both have the time to load in them.
fn ratio(base: f64, computed: f64, load: f64) -> f64 {
    (computed - load).max(1e-3) / (base - load).max(1e-3)
}

fn text(row: &Value) -> String {
    let number = |key: &str| row[key].as_f64().unwrap_or(0.0);
    let change = row["change"].as_f64().map_or("not done in its time".into(), |c| format!("{:+.1} %", c * 100.0));
    format!(
        "overhead where nothing is left out, {}: {change} ({:.3} s, {:.3} s without; {} paths, median of {})",
        row["program"].as_str().unwrap_or_default(),
        number("computed"),
        number("base"),
        row["paths"],
        row["times"],
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loading_is_not_counted() {
        assert!((ratio(1.5, 1.6, 0.5) - 1.1).abs() < 1e-9);
        assert_eq!(ratio(0.1, 0.1, 0.5), 1.0);
    }

    #[test]
    fn a_row_says_what_was_compared() {
        let row = json!({"program": "bpf", "paths": 4000, "times": 3, "base": 1.0, "computed": 1.031, "change": 0.031});
        let expected =
            "overhead where nothing is left out, bpf: +3.1 % (1.031 s, 1.000 s without; 4000 paths, median of 3)";
        assert_eq!(text(&row), expected);
        let cut = json!({"program": "bpf", "paths": 4000, "times": 1, "base": 1.0, "computed": 60.0, "change": null});
        assert!(text(&cut).contains("bpf: not done in its time (60.000 s, 1.000 s without"), "{}", text(&cut));
    }
}
