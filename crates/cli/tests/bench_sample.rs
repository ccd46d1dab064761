//! `secateur bench sample` and its programs: they compile without warnings and can be tested, have the bugs that `BUGS.md`
//! lists, natively and in the machine, and the command prints and writes what it promises.

mod support;

use libtest_mimic::Failed;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::process::{Command, ExitCode};
use support::bench::{Listed, bench, build, compiles_cleanly, entries, exec, has_keys, is_refused, stand_in, try_out};
use support::run::run;
use support::{Outcome, empty_folder, ensure, root, test};

fn main() -> ExitCode {
    let mut tests = vec![
        test("bench_sample/programs_can_be_tested", programs_can_be_tested),
        test("bench_sample/tables", tables),
        test("bench_sample/refusals", refusals),
    ];
    for (name, input) in ORDINARY {
        let check = move || listed_bugs_are_real(name, input);
        tests.push(test(format!("bench_sample/listed_bugs_are_real/{name}"), check));
    }
    support::main(tests)
}

const STAND_IN: &str = "sample_input.c";

fn programs_can_be_tested() -> Outcome {
    let entries = entries("sample", &["figure", "programs"])?;
    let names: BTreeSet<&str> = entries.iter().filter_map(|(entry, _)| entry["name"].as_str()).collect();
    ensure(names == ORDINARY.iter().map(|(name, _)| *name).collect(), || format!("{names:?}"))?;
    for (entry, flags) in entries {
        compiles_cleanly(&flags)?;
        let summary = try_out(&[&["--prune".to_string(), "none".into()], &flags[..]].concat())?;
        let ended = ["completed", "bug"].iter().filter_map(|end| summary["paths"][end].as_u64()).sum::<u64>();
        ensure(ended > 1 && summary["paths"]["unsupported"] == 0, || format!("{entry}: {summary}"))?;
        ensure(summary["losses"] == 0, || format!("{entry}: {summary}"))?;
    }
    Ok(())
}

/// A program, and an input that does much and that nothing is wrong with.
const ORDINARY: [(&str, &str); 10] = [
    ("figure2", "x 30/4\ny 6/4"),
    // An array of four is made, filled and copied; the copy is merged with it, and the array grows.
    ("arraycr", "commands 0 0 4/2 @8 8 0 1/2 3/2 7/2 @16 6 @24 9 1 @32 5 0 8/2"),
    // 27 reaches four levels. It is found and followed, the list is split behind it, and it is removed.
    ("skiplist", "commands 0 0 27/2 @6 0 0 30/2 @12 2 0 27/2 @18 3 @24 8 0 28/2 @30 1 0 27/2"),
    // 70000 to the power of 5 modulo 1000, and a large square that is printed.
    ("bigint", "commands 1 0 0 0 70000/4 1 1 0 0 1000/4 7 2 0 1 5/4 3 0 0 0 @28 0/4 10 2 2"),
    ("varset", "input 5/4 44/4 5/4 44/4 0 @28 5 0 0 0 6/4 40/4 @40 11 @52 20 @64 21"),
    ("sttable", "commands 1 0 0/2 7/4 1/4 @12 1 0 0/2 12/4 0/4 @24 9 @36 11 0 0/2 7/4 @48 12"),
    ("strapp1", "utterances \"add Ann one double 2\" @24 \"call (ann)\""),
    ("strapp2", "input \"%u%n: %05d \\x41\" @16 \"ann\" @24 -7/4 90/2"),
    // Opened, a sector written, a partition made.
    ("drive1", "input 0xd15c/2 1/2 1/4 8/4 53606/4 1/4 @36 4/4 0/4 3/4 1/4 @56 5/4 @76 6/4 1/4 2/4 3/4 12/4 @96 2/4"),
    ("netdev", "input 2 2 0 0 0 0 7 0 5 0 8 1 5 1 2 9 5 0 3"),
];

/// The rows of the tables of `BUGS.md`; each mistake has at least one.
fn warnings() -> Result<Vec<Listed>, Failed> {
    let text = std::fs::read_to_string(root().join("bench/sample/BUGS.md"))?;
    let row = |file: &str, line: &str| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [shown, kind, input] = cells[..] else { return Err(Failed::from(format!("not a row: {line}"))) };
        let input = input.split('`').skip(1).step_by(2).map(str::to_string).collect();
        Ok(Listed { file: file.to_string(), kind: kind.to_string(), shown: shown.to_string(), input })
    };
    let mut all = Vec::new();
    for mistake in text.split("\n## ").skip(1) {
        let file = mistake.split(':').next().unwrap_or_default();
        let rows: Vec<&str> = mistake.lines().filter(|line| line.starts_with('|')).skip(2).collect();
        ensure(!rows.is_empty(), || format!("a mistake without a warning: {mistake}"))?;
        rows.into_iter().try_for_each(|line| row(file, line).map(|warning| all.push(warning)))?;
    }
    Ok(all)
}

/// A program on a native build with sanitizers: an ordinary input leads to no report, the listed ones do; and of each kind, the
/// machine sees what native code does.
fn listed_bugs_are_real(name: &str, ordinary: &str) -> Outcome {
    let folder = empty_folder();
    let source = format!("sample/{name}.c");
    let binary = build(folder.path(), &source, &[], &stand_in(STAND_IN))?;
    for mut command in [Command::new(&binary), exec(&source, &[], &stand_in(STAND_IN))] {
        let run = run(&mut command, (ordinary.to_string() + "\n").as_bytes())?;
        let seen = (run.code(), run.out(), run.err());
        ensure(seen == (Some(0), String::new(), String::new()), || format!("{name}: {seen:?}"))?;
    }
    let all = warnings()?;
    let (mut places, mut kinds) = (BTreeSet::new(), BTreeSet::new());
    for warning in all.iter().filter(|warning| warning.file == format!("{name}.c")) {
        warning.is_seen_by(&binary)?;
        places.insert((&warning.shown, &warning.kind));
        // What stands in for the harness reports failed assertions itself.
        if kinds.insert(&warning.kind) && warning.kind != "assertion-failure" {
            warning.is_seen_by_the_machine(&source, &[], &stand_in(STAND_IN))?;
        }
    }
    let entries = entries("sample", &["figure", "programs"])?;
    let entry = entries.iter().find(|(entry, _)| entry["name"] == name);
    let promised = entry.map(|(entry, _)| entry["bugs"].clone());
    ensure(promised == Some(json!(places.len())), || format!("{name} has {} warnings", places.len()))
}

/// The paper's figure, which takes no time, and one generated program.
fn tables() -> Outcome {
    let folder = empty_folder();
    let out = folder.path().join("out");
    let page = folder.path().join("page.md");
    let page_option = format!("--page={}", page.display());
    let args = ["figure2", "generated", "--generated", "1", "--time", "1s", "--seeds", "2", &page_option];
    let table = bench("sample", &args, &out)?;
    ensure(table.code() == Some(0), || table.err())?;
    let rows: Vec<Vec<String>> =
        table.out().lines().map(|l| l.split_whitespace().map(str::to_string).collect()).collect();
    let plain = ["figure2", "plain", "search", "1/1", "100.0%", "100.0%", "complete", "2", "2"];
    ensure(rows.iter().any(|row| row.len() == 10 && row[..9] == plain), || table.out())?;
    ensure(rows.iter().any(|row| row.starts_with(&["integers".to_string()])), || table.out())?;

    let results: Value = serde_json::from_str(&std::fs::read_to_string(out.join("results.json"))?)?;
    has_keys(&results, &["suite", "seeds", "columns", "programs", "generated", "figure", "left_out", "failures"])?;
    let program = &results["programs"][0];
    has_keys(program, &["program", "bugs", "paper", "checks", "runs"])?;
    ensure(program["checks"]["total"].as_u64() > Some(0), || program.to_string())?;
    let columns = results["columns"].as_array().cloned().unwrap_or_default();
    let named = program["runs"].as_array().cloned().unwrap_or_default();
    ensure(named.iter().map(|run| run["column"].clone()).collect::<Vec<_>>() == columns, || program.to_string())?;
    for run in &named {
        has_keys(&run["numbers"], &["complete", "warnings", "nodes", "edges", "paths", "tests", "seconds"])?;
        has_keys(&run["numbers"]["nodes"], &["covered", "total"])?;
        let seeds = run["seeds"].as_array().map_or(0, Vec::len);
        ensure(seeds == 2, || format!("{seeds} seeds: {run}"))?;
    }
    let text = std::fs::read_to_string(&page)?;
    for part in ["## Generated programs", "## Example 3.1", "Each column was run with 2 seeds."] {
        ensure(text.contains(part), || format!("no {part}: {text}"))?;
    }
    for plot in ["out/samples.svg", "out/needed.svg", "page/samples.svg", "page/needed.svg"] {
        ensure(folder.path().join(plot).is_file(), || format!("there is no {plot}"))?;
    }
    let families = results["generated"].as_array().cloned().unwrap_or_default();
    let names: Vec<Value> = families.iter().map(|family| family["family"].clone()).collect();
    ensure(names == [json!("integers"), json!("floating point"), json!("hashes")], || results.to_string())?;
    let hard: u64 = families.iter().filter_map(|family| family["hard"].as_u64()).sum();
    ensure(hard == 1, || results.to_string())?;
    families.iter().try_for_each(|family| has_keys(family, &["family", "made", "hard", "solved", "unsolved_seeds"]))
}

fn refusals() -> Outcome {
    let folder = empty_folder();
    for (args, expected) in [
        (&["unknown"][..], "no program is called `unknown`"),
        (&["figure2", "--search", "dfs"], "--search is not for `secateur bench sample`"),
        (&["--kernels", "/nowhere"], "run in Secateur's folder or give --kernels"),
        (&["figure2", "--real"], "--real is for"),
        (&["generated", "--generated", "0"], "--generated"),
    ] {
        is_refused("sample", args, expected, &folder.path().join("out"))?;
    }
    Ok(())
}
