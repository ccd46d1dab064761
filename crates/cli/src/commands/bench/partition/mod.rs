//! `secateur bench partition`: what it saves to explore parts of the input that do not interfere one at a time. It makes
//! the evaluation of Majumdar, Xu: Reducing Test Inputs Using Information Partitions (FlowTest) again:
//!
//! - figure 1: two small programs whose inputs have nothing to do with each other, by the number of inputs, as tables
//!   (`growth`) and pictures (`plot`);
//! - table 1: input, blocks, covered branches, paths and time (`measure`, `table`), of programs of the same description as
//!   the paper's, each in a size that plain search explores completely and in one that it does not;
//! - with `--real`, libraries: the same, and how many tests are needed to cover what plain search covers;
//! - what a path costs more, on programs in which everything depends on everything, so that nothing can be left out
//!   (`../overhead.rs`).
//!
//! A path is one that ended, for whatever reason. Every run is a child of its own. All but the time repeats, unless the
//! time cut a run.

mod growth;
mod measure;
mod numbers;
mod plot;
mod programs;
mod table;

use super::child::searches;
use super::matching::{Match, table as table_of_matches};
use super::output::Output;
use super::overhead::{self, Sides};
use super::sources::absent_note;
use crate::options;
use anyhow::ensure;
use growth::Growth;
use measure::{Limits, Measured};
use programs::{Set, Subject};
use serde_json::json;
use std::process::ExitCode;

/// Plain search, and what is compared with it.
const BASE: &str = "--prune none";
const PARTITION: &str = "--prune none --partition auto";

pub fn run(bench: &options::Bench) -> anyhow::Result<ExitCode> {
    let folder = super::folder(bench);
    let subjects = programs::read(&folder, bench.real, &bench.names)?;
    let searches = searches(&bench.search, BASE)?;
    let limits = Limits::new(bench);
    let mut output = Output::new(bench, &folder)?;
    let (there, absent): (Vec<&Subject>, Vec<&Subject>) = subjects.iter().partition(|s| !s.sources.is_absent);
    let of = |set: Set| there.iter().filter(move |subject| subject.set == set);
    let (mut failures, mut figures, mut programs) = (Vec::new(), Vec::new(), Vec::new());
    for subject in of(Set::Figure) {
        let growth = growth::measure(subject, &searches[0], &limits);
        output.say(&growth.table());
        output.write(&growth.plot(), &plot::svg(&growth))?;
        failures.extend(growth.failures());
        figures.push(growth);
    }
    for subject in of(Set::Programs).chain(of(Set::Real)) {
        match measure::measure(subject, &searches, &limits) {
            Ok(measured) => {
                output.say(&table::of_program(&measured, programs.is_empty()));
                failures.extend(measured.failures());
                programs.push(measured);
            }
            Err(error) => failures.push(format!("{}: {error:#}", subject.sources.name)),
        }
    }
    if !programs.is_empty() {
        output.say(table::COSTS);
    }
    let absent: Vec<&str> = absent.iter().map(|s| s.sources.name.as_str()).collect();
    absent_note(&absent).into_iter().for_each(|note| output.say(&note));
    let matches: Vec<Match> = programs.iter().filter(|_| bench.real).flat_map(Measured::matches).collect();
    if bench.real {
        output.say(&table_of_matches(&matches));
    }
    let together: Vec<_> = of(Set::Together).map(|subject| &subject.sources).collect();
    let sides = Sides { plain: BASE, computed: PARTITION, time: limits.time };
    let overhead = overhead::measure(&together, &sides, bench, &mut output, &mut failures);
    let results = json!({
        "suite": "partition", "searches": searches,
        "figures": figures.iter().map(Growth::json).collect::<Vec<_>>(),
        "programs": programs.iter().map(Measured::json).collect::<Vec<_>>(),
        "matching": matches.iter().map(Match::json).collect::<Vec<_>>(), "overhead": overhead,
        "absent": absent, "failures": failures,
    });
    output.finish(&results)?;
    ensure!(failures.is_empty(), "not everything could be measured:\n  {}", failures.join("\n  "));
    Ok(ExitCode::SUCCESS)
}
