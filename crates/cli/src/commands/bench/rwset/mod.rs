//! `secateur bench rwset`: what it saves to drop paths whose future was explored before, by read and write sets. It makes
//! the evaluation of Boonstoppel, Cadar, Engler: RWset: Attacking Path Explosion in Constraint-Based Test Generation again:
//!
//! - its snippets, loops, and three drivers of the same description: paths, covered branches, bugs, distinct states, and
//!   whether everything was explored (`measure`, `table`), with figures 3 to 5 as tables (`growth`) and pictures (`plot`);
//! - with `--real`, libraries: how many tests are needed to cover what plain search covers, which is table 2 (`matching`),
//!   and what it costs to compute everything and drop nothing (`overhead`).
//!
//! A test is a path that ended, as in the paper, also if a hit ended it: `--emit all` would write them all. Every run
//! is a child of its own. All but the time repeats, unless the time cut a run.

mod counters;
mod growth;
mod matching;
mod measure;
mod modes;
mod overhead;
mod plot;
mod programs;
mod table;

use super::child::refusal;
use super::output::Output;
use super::sources::absent_note;
use crate::options::{self, DEFAULT_SEARCH};
use anyhow::{bail, ensure};
use measure::{Limits, Measured};
use modes::MODES;
use programs::Subject;
use serde_json::json;
use std::process::ExitCode;

pub fn run(bench: &options::Bench) -> anyhow::Result<ExitCode> {
    let folder = super::folder(bench);
    let subjects = programs::read(&folder, bench.real, &bench.names)?;
    let searches = searches(&bench.search)?;
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
    let overhead = if bench.real { overhead::measure(&there, bench, &mut output, &mut failures) } else { vec![] };
    if bench.real {
        output.say(&matching::table(&matches));
    } else {
        output.say(&table::summary(&all));
    }
    let results = json!({
        "suite": "rwset", "searches": searches,
        "programs": all.iter().map(Measured::json).collect::<Vec<_>>(),
        "matching": matches.iter().map(matching::Match::json).collect::<Vec<_>>(), "overhead": overhead,
        "left_out": left_out.iter().map(|(mode, why)| json!({"mode": mode, "why": why})).collect::<Vec<_>>(),
        "absent": absent, "failures": failures,
    });
    output.finish(&results)?;
    ensure!(failures.is_empty(), "not everything could be measured:\n  {}", failures.join("\n  "));
    Ok(ExitCode::SUCCESS)
}

/// Depth-first search and the default one, or what the user asks for.
fn searches(asked: &[String]) -> anyhow::Result<Vec<String>> {
    let of = |search: &String| format!("{} --search {search}", MODES[0].options);
    if let Some((search, why)) = asked.iter().find_map(|s| Some((s, refusal(&of(s))?))) {
        bail!("--search {search}: {why}");
    }
    Ok(if asked.is_empty() { vec!["dfs".into(), DEFAULT_SEARCH.into()] } else { asked.to_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_are_checked() {
        assert_eq!(searches(&[]).unwrap(), ["dfs", DEFAULT_SEARCH]);
        assert_eq!(searches(&["bfs".into()]).unwrap(), ["bfs"]);
        assert!(searches(&["sideways".into()]).unwrap_err().to_string().contains("sideways"));
    }
}
