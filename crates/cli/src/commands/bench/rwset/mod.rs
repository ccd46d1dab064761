//! `secateur bench rwset`: what it saves to drop paths whose future was explored before, by read and write sets. It makes
//! the evaluation of Boonstoppel, Cadar, Engler: RWset: Attacking Path Explosion in Constraint-Based Test Generation again:
//!
//! - its snippets, loops, and three drivers of the same description: paths, covered branches, bugs, distinct states, and
//!   whether everything was explored (`measure`, `table`), with figures 3 to 5 as tables (`growth`) and pictures (`plot`);
//! - with `--real`, libraries: how many tests are needed to cover what plain search covers, which is table 2 (`matching`),
//!   and what it costs to compute everything and drop nothing (`../overhead.rs`).
//!
//! A test is a path that ended, as in the paper, also if a hit ended it: `--emit all` would write them all. Every run
//! is a child of its own. All but the time repeats, unless the time cut a run.

mod counters;
mod growth;
mod matching;
mod measure;
mod modes;
mod plot;
mod programs;
mod table;

use super::child::{refusal, searches};
use super::matching::{Match, table as table_of_matches};
use super::output::Output;
use super::overhead::{self, Sides};
use super::sources::absent_note;
use crate::options;
use anyhow::ensure;
use measure::{Limits, Measured};
use modes::{COMPUTED, MODES};
use programs::Subject;
use serde_json::{Value, json};
use std::process::ExitCode;
use std::time::Duration;

pub fn run(bench: &options::Bench) -> anyhow::Result<ExitCode> {
    let folder = super::folder(bench);
    let subjects = programs::read(&folder, bench.real, &bench.names)?;
    let searches = searches(&bench.search, MODES[0].options)?;
    let mut output = Output::new(bench, &folder)?;
    let left_out = modes::left_out();
    if let Some((_, why)) = left_out.last() {
        let names: Vec<&str> = left_out.iter().map(|(name, _)| *name).collect();
        output.say(&format!("not available in this build: {} ({why})\n", names.join(", ")));
    }
    let (there, absent): (Vec<&Subject>, Vec<&Subject>) = subjects.iter().partition(|s| !s.sources.is_absent);
    let (mut failures, mut all) = (Vec::new(), Vec::new());
    for subject in &there {
        match measure::measure(subject, &searches, &Limits::new(bench)) {
            Ok(measured) => {
                output.say(&table::of_program(&measured));
                Some(growth::table(&measured)).filter(|table| !table.is_empty()).iter().for_each(|t| output.say(t));
                output.write(&measured.plot(), &plot::svg(&measured))?;
                failures.extend(measured.failures());
                all.push(measured);
            }
            Err(error) => failures.push(format!("{}: {error:#}", subject.sources.name)),
        }
    }
    let absent: Vec<&str> = absent.iter().map(|s| s.sources.name.as_str()).collect();
    absent_note(&absent).into_iter().for_each(|note| output.say(&note));
    let matches = if bench.real { matching::all(&all) } else { vec![] };
    let overhead = if bench.real { overhead(&there, bench, &mut output, &mut failures) } else { vec![] };
    if bench.real {
        output.say(&table_of_matches(&matches));
    } else {
        output.say(&table::summary(&all));
    }
    let results = json!({
        "suite": "rwset", "searches": searches,
        "programs": all.iter().map(Measured::json).collect::<Vec<_>>(),
        "matching": matches.iter().map(Match::json).collect::<Vec<_>>(), "overhead": overhead,
        "left_out": left_out.iter().map(|(mode, why)| json!({"mode": mode, "why": why})).collect::<Vec<_>>(),
        "absent": absent, "failures": failures,
    });
    output.finish(&results)?;
    ensure!(failures.is_empty(), "not everything could be measured:\n  {}", failures.join("\n  "));
    Ok(ExitCode::SUCCESS)
}

/// What it costs to compute everything and drop nothing.
fn overhead(
    subjects: &[&Subject],
    bench: &options::Bench,
    output: &mut Output,
    failures: &mut Vec<String>,
) -> Vec<Value> {
    if let Some(why) = refusal(COMPUTED) {
        output.say(&format!("overhead: not available in this build ({why})\n"));
        return vec![];
    }
    let programs: Vec<_> = subjects.iter().map(|subject| &subject.sources).collect();
    // No run comes near this.
    let sides = Sides { plain: MODES[0].options, computed: COMPUTED, time: Duration::from_secs(600) };
    overhead::measure(&programs, &sides, bench, output, failures)
}
