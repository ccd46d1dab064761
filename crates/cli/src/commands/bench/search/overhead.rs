//! What look-ahead costs where it can prune nothing: its goals are the checks of a program in which every one stays
//! open to the end. Measured in instructions, counted by callgrind, which repeat; where there is no valgrind, in
//! processor time, the median of several runs in turn. Loading the program is not counted.

use super::programs::{Set, Subject};
use crate::commands::bench::averages::{change, median};
use crate::commands::bench::child::{self, Bitcode, refusal};
use crate::commands::bench::output::Output;
use anyhow::Context;
use serde_json::{Value, json};
use std::process::{Command, Stdio};

const BASE: &str = "--prune none";
const LOOK_AHEAD: &str = "--prune look-ahead --goal bugs";
const LIMIT: &str = "--search dfs --time 600s";
const CALLGRIND: &[&str] = &["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"];
/// Without valgrind: runs of each.
const TIMES: usize = 7;

/// A row for each program, as JSON.
pub fn measure(subjects: &[Subject], output: &mut Output, failures: &mut Vec<String>) -> Vec<Value> {
    let subjects: Vec<&Subject> = subjects.iter().filter(|s| s.set == Set::Overhead).collect();
    let mut rows = Vec::new();
    for subject in subjects {
        if refusal(LOOK_AHEAD).is_some() {
            output.say(&format!("overhead of look-ahead, {}: not available\n", subject.name()));
            rows.push(json!({"program": subject.name(), "error": "not available"}));
            continue;
        }
        match of_program(subject) {
            Ok(row) => {
                output.say(&text(&row));
                rows.push(row);
            }
            Err(error) => failures.push(format!("{}: {error:#}", subject.name())),
        }
    }
    rows
}

/// What was used, and how many paths there were.
type Cost = (f64, u64, u64);

fn of_program(subject: &Subject) -> anyhow::Result<Value> {
    let bitcode = Bitcode::compile(&subject.sources)?;
    let files: Vec<String> = bitcode.files.iter().map(|f| f.display().to_string()).collect();
    let has_valgrind = Command::new("valgrind").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let is_counted = has_valgrind.is_ok_and(|status| status.success());
    let costs = |options: &[String]| -> anyhow::Result<Vec<Cost>> {
        if is_counted {
            return options.iter().map(|o| counted(o, &files)).collect();
        }
        let mut all = vec![vec![]; options.len()];
        for _ in 0..TIMES {
            for (of, options) in all.iter_mut().zip(options) {
                of.push(timed(options, &files)?);
            }
        }
        Ok(all.into_iter().map(|of| (median(of.iter().map(|c| c.0).collect()), of[0].1, of[0].2)).collect())
    };
    let options = [BASE, LOOK_AHEAD].map(|prune| format!("{LIMIT} {prune}"));
    let load = costs(&[format!("{} --max-paths 1", options[0])])?[0].0;
    let all = costs(&options)?;
    let (base, look_ahead) = (all[0].0 - load, all[1].0 - load);
    Ok(json!({
        "program": subject.name(), "unit": if is_counted { "instructions" } else { "seconds" },
        "base": base, "look_ahead": look_ahead, "change": change(base, look_ahead),
        "paths": all[0].1, "look_ahead_paths": all[1].1, "pruned": all[1].2,
    }))
}

fn of_run(run: &child::Run) -> (u64, u64) {
    (run.paths(), run.number("/paths/pruned/look-ahead"))
}

fn timed(options: &str, files: &[String]) -> anyhow::Result<Cost> {
    let run = child::run(options, files)?;
    let (paths, pruned) = of_run(&run);
    Ok((run.cpu_s, paths, pruned))
}

fn counted(options: &str, files: &[String]) -> anyhow::Result<Cost> {
    let (run, stderr) = child::run_in(CALLGRIND, options, files)?;
    let (paths, pruned) = of_run(&run);
    Ok((collected(&stderr).context("callgrind did not say how many instructions there were")?, paths, pruned))
}

/// The number in callgrind's line `==1882== Collected : 704559119`.
fn collected(stderr: &str) -> Option<f64> {
    stderr.lines().find_map(|line| line.split_once("Collected :"))?.1.trim().parse().ok()
}

fn text(row: &Value) -> String {
    let number = |key: &str| row[key].as_f64().unwrap_or(0.0);
    let unit = row["unit"].as_str().unwrap_or_default();
    let digits = if unit == "seconds" { 3 } else { 0 };
    let all_paths = match row["pruned"].as_u64() {
        Some(0) => format!("nothing pruned, {} paths", row["paths"]),
        _ => format!("{} pruned, so this is not the overhead alone", row["pruned"]),
    };
    format!(
        "overhead of look-ahead where every goal stays open, {}: {:+.2} % ({:.digits$} {unit}, {:.digits$} without; {all_paths})\n",
        row["program"].as_str().unwrap_or_default(),
        number("change") * 100.0,
        number("look_ahead"),
        number("base"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callgrind_is_read() {
        assert_eq!(collected("==1== Events    : Ir\n==1== Collected : 704559119\n==1==\n"), Some(704_559_119.0));
        assert_eq!(collected("nothing"), None);
    }

    #[test]
    fn pruning_something_is_said() {
        let row = |pruned: u64| {
            json!({"program": "sort", "unit": "instructions", "base": 1000.0, "look_ahead": 1015.0, "change": 0.015,
                "paths": 720, "look_ahead_paths": 720, "pruned": pruned})
        };
        assert!(text(&row(0)).contains("sort: +1.50 % (1015 instructions, 1000 without; nothing pruned, 720 paths)"));
        assert!(text(&row(2)).contains("2 pruned"));
    }
}
