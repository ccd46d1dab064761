//! `secateur bench search` and its programs: they compile without warnings and can be tested, natively they do what they
//! should and have the bugs that `BUGS.md` lists and no others, and the command prints and writes what it promises.

mod support;

use serde_json::Value;
use std::process::{Command, ExitCode};
use support::bench::{
    Listed, bench, build, compiles_cleanly, entries, has_keys, is_refused, listed, stand_in, succeed, try_out,
};
use support::run::run;
use support::{Outcome, empty_folder, ensure, test};

fn main() -> ExitCode {
    support::main(vec![
        test("bench_search/programs_can_be_tested", programs_can_be_tested),
        test("bench_search/units_can_be_tested", units_can_be_tested),
        test("bench_search/ordinary_input", ordinary_input),
        test("bench_search/listed_bugs_are_real", listed_bugs_are_real),
        test("bench_search/coverage_by_paths", coverage_by_paths),
        test("bench_search/prunings", prunings),
        test("bench_search/refusals", refusals),
    ])
}

fn programs_can_be_tested() -> Outcome {
    for (entry, flags) in entries("search", &["osmose", "crest", "overhead"])? {
        compiles_cleanly(&flags)?;
        let summary = try_out(&flags)?;
        ensure(summary["paths"]["completed"].as_u64().is_some_and(|n| n > 5), || format!("{entry}: {summary}"))?;
        ensure(summary["losses"] == 0, || format!("{entry}: {summary}"))?;
    }
    Ok(())
}

fn units_can_be_tested() -> Outcome {
    for (entry, flags) in entries("search", &["osmose"])? {
        let function = entry["function"].as_str().unwrap_or_default();
        let mut args = vec!["--function".to_string(), function.into(), "--non-null".into()];
        args.extend(flags);
        let summary = try_out(&args)?;
        ensure(summary["paths"]["completed"].as_u64().is_some_and(|n| n > 5), || format!("{entry}: {summary}"))?;
        ensure(summary["paths"]["bug"] == 0, || format!("{entry}: {summary}"))?;
    }
    Ok(())
}

/// A program, its inputs, its exit status, and what it prints.
type Case = (&'static str, &'static [&'static str], i32, &'static str);

const ORDINARY: &[Case] = &[
    ("replace", &["ab", "<&>", "xabyab"], 0, "x<ab>y<ab>\n"),
    ("replace", &["%[a-c]+", "@u&@e!", "abcdab"], 0, "ABC!dab\n"),
    ("replace", &["x*", "-", "axxb"], 0, "-a-b-\n"),
    ("replace", &["<w?>", "(@u&)", "wow to wa"], 0, "wow to (WA)\n"),
    ("replace", &["~[^A-M]$", "@t@n@@", "abcz"], 0, "abc@t@n@@\n"),
    ("replace", &["abc", "x", "nothing here"], 0, ""),
    ("replace", &["[z-a]", "x", "a"], 1, "replace: a range ends before it starts\n"),
    ("replace", &["[a", "x", "a"], 1, "replace: a class is not closed\n"),
    ("replace", &["**", "x", "a"], 1, "replace: nothing stands before * or +\n"),
    ("regex", &["a(b|c)*d", "xacbd"], 0, "1\n"),
    ("regex", &["^[^a]+$", "bcd"], 0, "0\n"),
    ("regex", &["(a*)*b", "aac"], 1, ""),
    ("regex", &["a?b+\\.", "xabb."], 0, "1\n"),
    ("regex", &["(a|b?)+c", "xxc"], 0, "2\n"),
    ("regex", &["(a", "a"], 2, "regex: a group is not closed\n"),
    ("regex", &["a)", "a"], 2, "regex: a group is closed that was not opened\n"),
    ("editor", &["1,2p;2d;,n"], 0, "the first line\nanother one\n1\tthe first line\n2\tand the last\n"),
    ("editor", &["a new;i x;,p"], 0, "the first line\nanother one\nand the last\nx\nnew\n"),
    ("editor", &["3m0;1p"], 0, "and the last\n"),
    ("editor", &["1t$;4p;$="], 0, "the first line\n4\n"),
    ("editor", &["2,3j;2l"], 0, "another oneand the last$\n"),
    ("editor", &["1s/i/I/g;1p;/one/k"], 0, "the fIrst lIne\n"),
    ("editor", &["/one/k;$;'-1p;q;p"], 0, "and the last\nthe first line\n"),
    ("editor", &["9p"], 1, "? no such line\n"),
    ("editor", &["1,2j"], 1, "? no room\n"),
];

/// A program of CREST's set.
fn source(name: &str) -> String {
    format!("search/crest/{name}.c")
}

fn ordinary_input() -> Outcome {
    let folder = empty_folder();
    let mut built = std::collections::BTreeMap::new();
    for (name, inputs, status, printed) in ORDINARY {
        if !built.contains_key(name) {
            built.insert(*name, build(folder.path(), &source(name), &[], &stand_in("bench_input.c"))?);
        }
        let run = run(&mut Command::new(&built[name]), (inputs.join("\n") + "\n").as_bytes())?;
        let seen = (run.code(), run.out() + &run.err());
        ensure(seen == (Some(*status), printed.to_string()), || format!("{name} {inputs:?}: {seen:?}"))?;
    }
    Ok(())
}

fn listed_bugs_are_real() -> Outcome {
    let folder = empty_folder();
    let bugs = listed("search")?;
    ensure(bugs.len() >= 9, || format!("only {} bugs were read", bugs.len()))?;
    for name in ["replace", "regex", "editor"] {
        let of: Vec<&Listed> = bugs.iter().filter(|bug| bug.file == format!("{name}.c")).collect();
        ensure(!of.is_empty(), || format!("{name} has no bugs"))?;
        let binary = build(folder.path(), &source(name), &[], &stand_in("bench_input.c"))?;
        of.iter().try_for_each(|bug| bug.is_seen_by(&binary))?;
    }
    Ok(())
}

fn coverage_by_paths() -> Outcome {
    let folder = empty_folder();
    let args = ["replace", "--iterations", "20", "--seeds", "2", "--search", "dfs", "--search", "dfs --depth 3"];
    let table = bench("search", &args, folder.path())?;
    ensure(table.code() == Some(0), || table.err())?;
    let rows: Vec<Vec<String>> =
        table.out().lines().map(|l| l.split_whitespace().map(str::to_string).collect()).collect();
    ensure(rows.iter().any(|r| r.join(" ") == "1 2 5 10 20 seconds"), || table.out())?;
    ensure(rows.iter().any(|r| r.len() == 7 && r[0] == "dfs"), || table.out())?;
    succeed(Command::new("xmllint").arg("--noout").arg(folder.path().join("replace.svg")), b"")?;

    let json = bench("search", &[&args[..], &["--json"]].concat(), folder.path())?;
    let results: Value = serde_json::from_str(&json.out())?;
    let top = ["suite", "seeds", "coverage", "prunings", "averages", "overhead", "left_out", "absent", "failures"];
    has_keys(&results, &top)?;
    let program = &results["coverage"][0];
    has_keys(program, &["program", "branches", "iterations", "plot", "paper", "strategies"])?;
    has_keys(&program["strategies"][0], &["search", "mean", "runs"])?;
    let single = &program["strategies"][0]["runs"][1];
    has_keys(single, &["seed", "series", "paths", "covered", "exhausted", "limits", "bugs", "seconds"])?;
    let series = single["series"].as_array().cloned().unwrap_or_default();
    let paths: Vec<u64> = series.iter().filter_map(|point| point[0].as_u64()).collect();
    ensure(paths == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20], || format!("{paths:?}"))?;
    ensure(series.last().map(|point| &point[1]) == Some(&single["covered"]), || single.to_string())?;
    let written: Value = serde_json::from_str(&std::fs::read_to_string(folder.path().join("results.json"))?)?;
    has_keys(&written, &top)
}

fn prunings() -> Outcome {
    let folder = empty_folder();
    let run = bench("search", &["triangle", "--seeds", "1", "--json"], folder.path())?;
    ensure(run.code() == Some(0), || run.err())?;
    let results: Value = serde_json::from_str(&run.out())?;
    let rows = results["prunings"].as_array().cloned().unwrap_or_default();
    ensure(rows.len() == 8, || results.to_string())?;
    let keys = ["program", "mode", "technique", "complete", "paths", "pruned", "tests", "covered", "branches"];
    let more = ["queries", "seconds", "paths_change", "time_change"];
    for mode in ["whole", "unit"] {
        let base = rows.iter().find(|row| row["mode"] == mode && row["technique"] == "base");
        let base = base.ok_or("there is no base")?;
        has_keys(base, &[&keys[..], &more].concat())?;
        let is_all = base["complete"] == true && base["covered"] == base["branches"];
        ensure(is_all && base["paths"].as_u64().is_some_and(|n| n > 20), || base.to_string())?;
    }
    let branches = |mode: &str| rows.iter().find(|row| row["mode"] == mode).and_then(|row| row["branches"].as_u64());
    ensure(branches("unit") < branches("whole"), || "a unit has the branches of all functions".into())?;
    for row in rows.iter().filter(|row| row.get("error").is_some()) {
        ensure(row["error"] == "not available", || row.to_string())?;
    }
    ensure(results["averages"].as_array().map(Vec::len) == Some(6), || results.to_string())
}

fn refusals() -> Outcome {
    let folder = empty_folder();
    for (args, expected) in [
        (&["unknown"][..], "no program is called `unknown`"),
        (&["replace", "--search", "sideways"], "no strategy is called `sideways`"),
        (&["replace", "--iterations", "0"], "--iterations"),
        (&["--kernels", "/nowhere"], "run in Secateur's folder or give --kernels"),
    ] {
        is_refused("search", args, expected, &folder.path().join("out"))?;
    }
    Ok(())
}
