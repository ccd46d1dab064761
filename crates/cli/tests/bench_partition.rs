//! `secateur bench partition` and its programs: they compile without warnings and can be tested, have the bugs that `BUGS.md`
//! lists, natively and in the machine, and the command prints and writes what it promises.

mod support;

use serde_json::{Value, json};
use std::process::{Command, ExitCode};
use support::bench::{
    bench, build, compiles_cleanly, entries, exec, has_keys, is_refused, listed, stand_in, succeed, try_out,
};
use support::run::run;
use support::{Outcome, empty_folder, ensure, root, test};

fn main() -> ExitCode {
    support::main(vec![
        test("bench_partition/programs_can_be_tested", programs_can_be_tested),
        test("bench_partition/listed_bugs_are_real", listed_bugs_are_real),
        test("bench_partition/tables_and_pictures", tables_and_pictures),
        test("bench_partition/refusals", refusals),
    ])
}

/// Inputs are bytes.
const STAND_IN: &str = "named_input.c";
const BYTES: &str = "-DWORD=1";

fn programs_can_be_tested() -> Outcome {
    for (entry, mut flags) in entries("partition", &["figure", "programs"])? {
        if let Some(largest) = entry["sizes"].as_array().and_then(|sizes| sizes.last()) {
            flags.insert(0, format!("-DN={largest}"));
        }
        compiles_cleanly(&flags)?;
        let summary = try_out(&[&["--prune".to_string(), "none".into()], &flags[..]].concat())?;
        let ended = ["completed", "bug"].iter().filter_map(|end| summary["paths"][end].as_u64()).sum::<u64>();
        ensure(ended > 5, || format!("{entry}: {summary}"))?;
        ensure(summary["losses"] == 0, || format!("{entry}: {summary}"))?;
    }
    Ok(())
}

/// A program, the flags with which all of it is there, and an input that is nothing wrong with, with what it prints.
const ORDINARY: [(&str, &[&str], &str, &str); 4] = [
    // One page of the process that can be shared and is backed, one of the kernel, one that nobody knows.
    ("pmap", &[], "headers 3 2 9 1 0 0 9 9 9", ""),
    ("mondrian", &[], "request 8 0 0 0 2 0 0 0 3 3 0 0x20", ""),
    // UDP, port 12345 to port 7, with a text.
    (
        "packet",
        &["-DRULES=8"],
        "packet 0x45 0 0 36 0 1 0 0 64 17 0 0 10 0 0 1 10 0 0 2 0x30 0x39 0 7 0 16 0 0 72 105 10 200 3",
        "",
    ),
    (
        "header",
        &[],
        "header 0x46 0xc0 0 0 64 17 0 7 4 0 0 10 0 0 200 230 100 100 100",
        "10.0.0.200\n230.100.100.100*\nudp control route\n",
    ),
];

/// Each program on a native build with sanitizers: an ordinary input leads to no report, the listed ones do; and the
/// machine sees what native code does.
fn listed_bugs_are_real() -> Outcome {
    let folder = empty_folder();
    let bugs = listed("partition")?;
    ensure(bugs.len() == 12, || format!("{} bugs were read", bugs.len()))?;
    for (name, flags, input, expected) in ORDINARY {
        let source = format!("partition/{name}.c");
        let flags = &[flags, &[BYTES]].concat();
        let binary = build(folder.path(), &source, flags, &stand_in(STAND_IN))?;
        for mut command in [Command::new(&binary), exec(&source, flags, &stand_in(STAND_IN))] {
            let run = run(&mut command, (input.to_string() + "\nleft over\n").as_bytes())?;
            let seen = (run.code(), run.out(), run.err());
            ensure(seen == (Some(0), expected.to_string(), String::new()), || format!("{name}: {seen:?}"))?;
        }
        let of_program: Vec<_> = bugs.iter().filter(|bug| bug.file == format!("{name}.c")).collect();
        ensure(of_program.len() == 3, || format!("{name} has {} bugs", of_program.len()))?;
        for bug in of_program {
            bug.is_seen_by(&binary)?;
            bug.is_seen_by_the_machine(&source, flags, &stand_in(STAND_IN))?;
        }
    }
    Ok(())
}

/// Each kind of program, in sizes that take no time.
fn tables_and_pictures() -> Outcome {
    let folder = empty_folder();
    let place = |file: &str| root().join("bench").join(file).display().to_string();
    let manifest = json!([
        {"name": "test", "set": "figure", "file": place("partition/test.c"), "sizes": [2, 8]},
        {"name": "pmap1", "set": "programs", "file": place("partition/pmap.c"), "define": ["PAGES=1"], "bugs": 3,
         "paper": {"program": "pmap", "input": 1024, "blocks": 512, "covered": 50, "branches": 120, "paths": 1536,
                   "seconds": 509, "base_paths": 6238}},
        {"name": "subset_sums", "set": "together", "file": place("paths/subset_sums.c")},
    ]);
    let programs = folder.path().join("partition");
    std::fs::create_dir(&programs)?;
    std::fs::write(programs.join("manifest.json"), manifest.to_string())?;
    let (kernels, out) = (programs.display().to_string(), folder.path().join("out"));
    let args = ["--kernels", &kernels, "--iterations", "100", "--search", "dfs", "--seeds", "1"];
    let table = bench("partition", &args, &out)?;
    ensure(table.code() == Some(0), || table.err())?;
    let rows: Vec<Vec<String>> =
        table.out().lines().map(|l| l.split_whitespace().map(str::to_string).collect()).collect();
    let has = |row: &[&str]| rows.iter().any(|r| row.iter().all(|word| r.iter().any(|w| w == word)));
    // Plain search: four paths of two inputs, a hundred of the 256 of eight, and forty of a page.
    ensure(rows.iter().any(|r| r.len() > 3 && r[..3] == ["2", "4", "complete"]), || table.out())?;
    ensure(rows.iter().any(|r| r.len() > 3 && r[..3] == ["8", "100", "limit"]), || table.out())?;
    ensure(has(&["pmap1", "dfs", "base", "3", "-", "complete", "40", "70/76", "3/3"]), || table.out())?;
    ensure(has(&["pmap1", "dfs", "partition", "3"]), || table.out())?;
    ensure(table.out().contains("in the paper, pmap: 1024 bytes, 512 blocks"), || table.out())?;
    ensure(table.out().contains("overhead where nothing is left out, subset_sums"), || table.out())?;
    succeed(Command::new("xmllint").arg("--noout").arg(out.join("test.svg")), b"")?;

    let results: Value = serde_json::from_str(&std::fs::read_to_string(out.join("results.json"))?)?;
    has_keys(&results, &["suite", "searches", "figures", "programs", "matching", "overhead", "absent", "failures"])?;
    let figure = &results["figures"][0];
    has_keys(figure, &["program", "search", "plot", "points"])?;
    has_keys(&figure["points"][1], &["inputs", "base", "partition"])?;
    let program = &results["programs"][0];
    has_keys(program, &["program", "bugs", "paper", "load", "runs"])?;
    let pair = &program["runs"][0];
    let costs = ["cost_of_same", "cost_of_path", "cost_of_instruction"];
    has_keys(pair, &[&["search", "base", "partition", "same", "fewer"], &costs[..]].concat())?;
    let keys = ["complete", "limits", "input_bytes", "blocks", "paths", "tests", "bugs", "covered", "branches"];
    for run in [&pair["base"], &pair["partition"], &pair["same"], &figure["points"][0]["base"]] {
        has_keys(run, &[&keys[..], &["instructions", "instructions_of_path", "seconds", "coverage_series"]].concat())?;
        // What was covered by which path is exact, and leads to what was covered in the end.
        let series = run["coverage_series"].as_array().cloned().unwrap_or_default();
        ensure(series.first().is_some_and(|point| point[0] == 1), || run.to_string())?;
        ensure(series.last().is_some_and(|point| point[1] == run["covered"]), || run.to_string())?;
    }
    // The same paths without come to the same, with less to execute.
    for key in ["paths", "covered", "bugs"] {
        ensure(pair["same"][key] == pair["partition"][key], || format!("{key}: {pair}"))?;
    }
    let executed = |mode: &str| pair[mode]["instructions"].as_u64();
    ensure(executed("same") <= executed("partition"), || pair.to_string())?;
    // Both explore everything, so both cover the same.
    ensure(pair["base"]["covered"] == pair["partition"]["covered"], || pair.to_string())?;
    ensure(figure["points"][1]["base"]["limits"] == json!(["paths"]), || figure.to_string())
}

fn refusals() -> Outcome {
    let folder = empty_folder();
    for (args, expected) in [
        (&["unknown"][..], "no program is called `unknown`"),
        (&["bpf"], "no program is called `bpf`"),
        (&["--real", "pmap3"], "no program is called `pmap3`"),
        (&["test", "--search", "sideways"], "no strategy is called `sideways`"),
        (&["--kernels", "/nowhere"], "run in Secateur's folder or give --kernels"),
        (&["test", "--base-times", "50"], "--base-times is for"),
    ] {
        is_refused("partition", args, expected, &folder.path().join("out"))?;
    }
    Ok(())
}
