//! `secateur bench search`: which branches strategies cover in how many paths, and how many paths prunings save. It
//! makes the evaluations of two papers again, on programs of the same description:
//!
//! - Burnim, Sen: Heuristics for Scalable Dynamic Test Generation (CREST), section 5: coverage by iterations, which are
//!   paths here, a fixed number of them for every strategy, as the mean over seeds (`coverage`, `plot`);
//! - Bardin, Herrmann: Pruning the Search Space in Path-based Test Generation (OSMOSE): paths, tests and time with
//!   each pruning as a ratio to plain depth-first search (`prunings`), and what look-ahead costs where it can prune
//!   nothing (`overhead`).
//!
//! Every run is a child of its own (`child`), so that no run profits from another one. Numbers of paths, tests, branches
//! and queries repeat; times do not.

mod averages;
mod child;
mod contenders;
mod coverage;
mod overhead;
mod plot;
mod programs;
mod prunings;

use crate::commands::print;
use crate::options;
use anyhow::{Context, ensure};
use programs::{Set, Subject};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub fn run(bench: &options::Bench) -> anyhow::Result<ExitCode> {
    let folder = super::folder(bench);
    let subjects = programs::read(&folder, &bench.names)?;
    let (contenders, skipped) = contenders::choose(&bench.search)?;
    let mut output = Output { folder: output_folder(bench, &folder)?, json: bench.json, results: vec![] };
    let mut failures = Vec::new();
    let compared: Vec<&Subject> = subjects.iter().filter(|s| matches!(s.set, Set::Crest | Set::Real)).collect();
    let (there, absent): (Vec<&Subject>, Vec<&Subject>) = compared.into_iter().partition(|s| !s.is_absent);
    for (contender, why) in skipped.iter().filter(|_| !there.is_empty()) {
        output.say(&format!("left out: --search {contender}: {why}"));
    }
    let mut plots = Vec::new();
    for subject in there {
        match coverage::measure(subject, &contenders, bench) {
            Ok(measured) => {
                output.say(&measured.table());
                let (name, svg) = (format!("{}.svg", subject.name), plot::svg(&measured));
                std::fs::write(output.folder.join(&name), svg)
                    .with_context(|| format!("{} cannot be written", output.folder.join(&name).display()))?;
                plots.push(measured.json(&name));
            }
            Err(error) => failures.push(format!("{}: {error:#}", subject.name)),
        }
    }
    let absent: Vec<&str> = absent.iter().map(|s| s.name.as_str()).collect();
    if !absent.is_empty() {
        let fetch = "their sources are fetched by scripts/fetch-real.sh";
        output.say(&format!("left out, since they are not here: {}; {fetch}\n", absent.join(", ")));
    }
    let pruned = prunings::measure(&subjects, bench.seeds, &mut output, &mut failures);
    let overhead = overhead::measure(&subjects, &mut output, &mut failures);
    let results = json!({
        "suite": "search", "seeds": bench.seeds,
        "coverage": plots, "prunings": pruned.0, "averages": pruned.1, "overhead": overhead,
        "left_out": skipped.iter().map(|(c, why)| json!({"search": c, "why": why})).collect::<Vec<_>>(),
        "absent": absent, "failures": failures,
    });
    output.finish(&results)?;
    ensure!(failures.is_empty(), "not everything could be measured:\n  {}", failures.join("\n  "));
    Ok(ExitCode::SUCCESS)
}

/// Beside the programs, unless the user says where.
fn output_folder(bench: &options::Bench, folder: &Path) -> anyhow::Result<PathBuf> {
    let output = bench.output.clone().unwrap_or_else(|| folder.with_file_name("results").join("search"));
    std::fs::create_dir_all(&output).with_context(|| format!("{} cannot be made", output.display()))?;
    Ok(output)
}

/// Where tables and files go.
pub struct Output {
    folder: PathBuf,
    json: bool,
    /// Everything that was said, for `results.txt`.
    results: Vec<String>,
}

impl Output {
    /// Prints a piece of a table, unless JSON is asked for. Nobody need listen: it also goes to the files.
    pub fn say(&mut self, text: &str) {
        if !self.json {
            let _ = print(&format!("{text}\n"));
        }
        self.results.push(text.to_string());
    }

    fn finish(&mut self, results: &Value) -> anyhow::Result<()> {
        let write = |name: &str, text: String| {
            let path = self.folder.join(name);
            std::fs::write(&path, text).with_context(|| format!("{} cannot be written", path.display()))
        };
        write("results.json", serde_json::to_string_pretty(results)? + "\n")?;
        write("results.txt", self.results.join("\n") + "\n")?;
        print(&match self.json {
            true => format!("{results}\n"),
            false => format!("plots and results: {}\n", self.folder.display()),
        })
    }
}
