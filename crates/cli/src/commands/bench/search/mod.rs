//! `secateur bench search`: which branches strategies cover in how many paths, and how many paths prunings save. It
//! makes the evaluations of two papers again, on programs of the same description:
//!
//! - Burnim, Sen: Heuristics for Scalable Dynamic Test Generation (CREST), section 5: coverage by iterations, which are
//!   paths here, a fixed number of them for every strategy, as the mean over seeds (`coverage`, `plot`);
//! - Bardin, Herrmann: Pruning the Search Space in Path-based Test Generation (OSMOSE): paths, tests and time with
//!   each pruning as a ratio to plain depth-first search (`prunings`), and what look-ahead costs where it can prune
//!   nothing (`overhead`).
//!
//! Every run is a child of its own (`../child.rs`), so that no run profits from another one. Numbers of paths, tests, branches
//! and queries repeat; times do not.

mod contenders;
mod coverage;
mod overhead;
mod plot;
mod programs;
mod prunings;

use super::output::Output;
use super::sources::absent_note;
use crate::options;
use anyhow::ensure;
use programs::{Set, Subject};
use serde_json::json;
use std::process::ExitCode;

pub fn run(bench: &options::Bench) -> anyhow::Result<ExitCode> {
    let folder = super::folder(bench);
    let subjects = programs::read(&folder, &bench.names)?;
    let (contenders, skipped) = contenders::choose(&bench.search)?;
    let mut output = Output::new(bench, &folder)?;
    let mut failures = Vec::new();
    let compared: Vec<&Subject> = subjects.iter().filter(|s| matches!(s.set, Set::Crest | Set::Real)).collect();
    let (there, absent): (Vec<&Subject>, Vec<&Subject>) = compared.into_iter().partition(|s| !s.sources.is_absent);
    for (contender, why) in skipped.iter().filter(|_| !there.is_empty()) {
        output.say(&format!("left out: --search {contender}: {why}"));
    }
    let mut plots = Vec::new();
    for subject in there {
        match coverage::measure(subject, &contenders, bench) {
            Ok(measured) => {
                output.say(&measured.table());
                let (name, svg) = (format!("{}.svg", subject.name()), plot::svg(&measured));
                output.write(&name, &svg)?;
                plots.push(measured.json(&name));
            }
            Err(error) => failures.push(format!("{}: {error:#}", subject.name())),
        }
    }
    let absent: Vec<&str> = absent.iter().map(|s| s.name()).collect();
    if let Some(note) = absent_note(&absent) {
        output.say(&note);
    }
    let pruned = prunings::measure(&subjects, bench.seeds(), &mut output, &mut failures);
    let overhead = overhead::measure(&subjects, &mut output, &mut failures);
    let results = json!({
        "suite": "search", "seeds": bench.seeds(),
        "coverage": plots, "prunings": pruned.0, "averages": pruned.1, "overhead": overhead,
        "left_out": skipped.iter().map(|(c, why)| json!({"search": c, "why": why})).collect::<Vec<_>>(),
        "absent": absent, "failures": failures,
    });
    output.finish(&results)?;
    ensure!(failures.is_empty(), "not everything could be measured:\n  {}", failures.join("\n  "));
    Ok(ExitCode::SUCCESS)
}
