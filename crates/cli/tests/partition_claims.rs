//! What `--partition auto` has to save, in paths, which repeat: the paper's figure 1 becomes linear, and the programs of its
//! table 1 need many times fewer paths, while all branches and bugs of plain search are still there. All runs are complete.

mod support;

use libtest_mimic::Failed;
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::ExitCode;
use support::place::Place;
use support::{Outcome, ensure, root, test};

fn main() -> ExitCode {
    let programs =
        [("pmap", "PAGES=3", 4), ("mondrian", "LEVELS=2", 4), ("packet", "RULES=5", 4), ("header", "ADDRESS=1", 4)];
    let saves = |(program, size, times)| {
        test(format!("partition_claims/{program}"), move || loses_nothing_and_saves(program, size, times))
    };
    let mut tests: Vec<_> = programs.into_iter().map(saves).collect();
    tests.push(test("partition_claims/test_needs_two_paths_an_input", test_needs_two_paths_an_input));
    tests.push(test("partition_claims/free_is_linear", free_is_linear));
    tests.push(test("partition_claims/pmap_is_linear", pmap_is_linear));
    for (fixture, what, times) in RECORDS {
        tests.push(test(format!("partition_claims/records_that_{what}_are_parts"), move || {
            records_are_parts(fixture, times)
        }));
    }
    tests.push(test("partition_claims/a_field_behind_a_helper_costs_a_path", a_field_behind_a_helper_costs_a_path));
    tests.push(test("partition_claims/what_is_seen_ahead_is_not_followed", what_is_seen_ahead_is_not_followed));
    support::main(tests)
}

/// Fixtures that have to do with this too: what their records do in the same place decides nothing. With how many times the paths of
/// one record four of them are explored at most: records that are counted are explored for each count that they are there for.
const RECORDS: [(&str, &str, u64); 5] = [
    ("table-records", "change_a_table", 4),
    ("output-records", "print", 4),
    ("exit-records", "end_the_reading", 4),
    ("status-records", "are_checked_by_a_helper", 4),
    ("count-records", "are_counted_twice", 10),
];

/// A fixture in which a helper that is passed in four ways stands before fields.
const FIELDS: &str = "guard-fields";

/// What a complete run came to.
struct Explored {
    paths: u64,
    covered: u64,
    bugs: BTreeSet<(String, u64)>,
    partition: Value,
}

fn explore(program: &str, define: &str, options: &[&str]) -> Result<Explored, Failed> {
    let place = Place::with(&[])?;
    let is_fixture = program == FIELDS || RECORDS.iter().any(|(fixture, ..)| *fixture == program);
    let folder = if is_fixture { "tests/ui/matrix" } else { "bench/partition" };
    let (source, define) = (root().join(format!("{folder}/{program}.c")), format!("-D{define}"));
    let source = source.display().to_string();
    let mut args =
        vec!["--prune", "none", "--search", "dfs", "--time", "10m", "--replay", "off", "--json", "-o", "out", &define];
    args.extend(options.iter().copied().chain([source.as_str()]));
    let run = place.run(&args)?;
    ensure([Some(0), Some(1)].contains(&run.code()), || format!("{args:?}: {}", run.err()))?;
    let summary: Value = serde_json::from_str(&run.out())?;
    ensure(summary["status"] == "complete" && summary["losses"] == 0, || format!("{args:?}: {summary}"))?;
    let ends = ["completed", "bug", "muted", "silent", "unsupported", "limit", "internal", "cut"];
    let bug = |bug: &Value| (bug["kind"].as_str().unwrap_or_default().to_string(), bug["line"].as_u64().unwrap_or(0));
    Ok(Explored {
        paths: ends.iter().filter_map(|end| summary["paths"][end].as_u64()).sum(),
        covered: summary["coverage"]["branches"]["covered"].as_u64().unwrap_or(0),
        bugs: summary["bugs"].as_array().into_iter().flatten().map(bug).collect(),
        partition: summary["partition"].clone(),
    })
}

/// With at most so many paths; one more would end the run, and then it is not complete.
fn in_parts(program: &str, define: &str, most: u64) -> Result<Explored, Failed> {
    explore(program, define, &["--partition", "auto", "--max-paths", &(most + 1).to_string()])
}

/// The same branches and bugs, and so many times fewer paths.
fn loses_nothing_and_saves(program: &str, size: &str, times: u64) -> Outcome {
    let base = explore(program, size, &[])?;
    let parts = in_parts(program, size, base.paths)?;
    ensure(base.bugs.len() == 3, || format!("{program}: plain search found {:?}", base.bugs))?;
    ensure(parts.bugs == base.bugs, || format!("{program}: {:?}, not {:?}", parts.bugs, base.bugs))?;
    ensure(parts.covered == base.covered, || format!("{program}: covered {}, not {}", parts.covered, base.covered))?;
    ensure(parts.paths * times <= base.paths, || {
        format!("{program}: {} paths in parts, {} without, which is not {times} times", parts.paths, base.paths)
    })
}

fn test_needs_two_paths_an_input() -> Outcome {
    for inputs in [2, 8, 64, 512] {
        let explored = in_parts("test", &format!("N={inputs}"), 2 * inputs)?;
        ensure(explored.paths <= 2 * inputs, || format!("{} paths of {inputs} inputs", explored.paths))?;
        // The error is never reached.
        ensure((explored.covered, explored.bugs.len()) == (7, 0), || format!("{inputs} inputs: {:?}", explored.bugs))?;
        let blocks = explored.partition["blocks"].as_array().map(|blocks| blocks.len() as u64);
        ensure(blocks == Some(inputs), || format!("{blocks:?} blocks of {inputs} inputs"))?;
    }
    Ok(())
}

fn free_is_linear() -> Outcome {
    for pages in [8, 64, 128] {
        let explored = in_parts("free", &format!("N={pages}"), 4 * pages)?;
        ensure(explored.paths <= 4 * pages, || format!("{} paths of {pages} pages", explored.paths))?;
        ensure((explored.covered, explored.bugs.len()) == (11, 0), || format!("{pages} pages: {:?}", explored.bugs))?;
    }
    Ok(())
}

/// Every page costs what the first one costs.
fn pmap_is_linear() -> Outcome {
    let one = explore("pmap", "PAGES=1", &[])?;
    for pages in [4, 32] {
        let explored = in_parts("pmap", &format!("PAGES={pages}"), pages * one.paths)?;
        ensure(explored.paths <= pages * one.paths, || format!("{} paths of {pages} pages", explored.paths))?;
        ensure(explored.bugs == one.bugs, || format!("{pages} pages: {:?}", explored.bugs))?;
        ensure(explored.covered == one.covered, || format!("{pages} pages: covered {}", explored.covered))?;
    }
    Ok(())
}

fn records_are_parts(fixture: &str, times: u64) -> Outcome {
    let (one, base) = (in_parts(fixture, "RECORDS=1", 16)?, explore(fixture, "RECORDS=4", &[])?);
    let explored = in_parts(fixture, "RECORDS=4", times * one.paths)?;
    ensure((explored.covered, &explored.bugs) == (base.covered, &base.bugs), || format!("{:?}", explored.bugs))?;
    ensure(explored.partition["gave_up"].is_null(), || format!("{}", explored.partition))
}

/// However many ways lead past the helper.
fn a_field_behind_a_helper_costs_a_path() -> Outcome {
    let (one, base) = (explore(FIELDS, "RECORDS=1", &[])?, explore(FIELDS, "RECORDS=6", &[])?);
    let parts = in_parts(FIELDS, "RECORDS=6", one.paths + 5)?;
    ensure(parts.paths <= one.paths + 5, || format!("{} paths, {} with one field", parts.paths, one.paths))?;
    ensure((parts.covered, &parts.bugs) == (base.covered, &base.bugs), || format!("{:?}", parts.bugs))
}

/// What the other sides of its branches set shows before they are taken, so no path has to be followed again for it.
fn what_is_seen_ahead_is_not_followed() -> Outcome {
    for (rules, most) in [(5, 0), (8, 8)] {
        let again = explore("packet", &format!("RULES={rules}"), &["--partition", "auto"])?.partition["again"].as_u64();
        ensure(again.is_some_and(|again| again <= most), || {
            format!("{again:?} paths followed again with {rules} rules")
        })?;
    }
    Ok(())
}
