//! `secateur bench rwset` and its programs: they compile without warnings and can be tested, the drivers have the bugs that
//! `BUGS.md` lists, natively and in the machine, and the command prints and writes what it promises.

mod support;

use serde_json::{Value, json};
use std::process::{Command, ExitCode};
use support::bench::{
    bench, build, compiles_cleanly, entries, has_keys, is_refused, listed, stand_in, succeed, try_out,
};
use support::run::run;
use support::{Outcome, empty_folder, ensure, test};

fn main() -> ExitCode {
    support::main(vec![
        test("bench_rwset/programs_can_be_tested", programs_can_be_tested),
        test("bench_rwset/listed_bugs_are_real", listed_bugs_are_real),
        test("bench_rwset/tables_and_pictures", tables_and_pictures),
        test("bench_rwset/refusals", refusals),
    ])
}

/// Inputs are words of four bytes.
const STAND_IN: &str = "named_input.c";
const WORDS: &str = "-DWORD=4";

fn programs_can_be_tested() -> Outcome {
    for (entry, flags) in entries("rwset", &["paper", "loops", "drivers", "endless"])? {
        compiles_cleanly(&flags)?;
        // Those without an end have no path that ends, but for what goes wrong.
        if entry["name"].as_str().is_some_and(|name| name.contains("endless")) {
            continue;
        }
        let summary = try_out(&[&["--prune".to_string(), "none".into()], &flags[..]].concat())?;
        ensure(summary["paths"]["completed"].as_u64().is_some_and(|n| n > 5), || format!("{entry}: {summary}"))?;
        ensure(summary["losses"] == 0, || format!("{entry}: {summary}"))?;
    }
    Ok(())
}

/// A driver and a conversation in which nothing goes wrong, so that all of it is used up without a report.
const ORDINARY: &[(&str, &[&str])] = &[
    (
        "netcard",
        &[
            // It is found, started, sends two frames, and gets one that somebody waits for.
            "message 1",
            "identity 0x8c9",
            "status 1",
            "status 0",
            "status 0",
            "eeprom-data 1",
            "message 2",
            "status 0",
            "link 3",
            "message 4 7 14",
            "message 9",
            "status 4",
            "tx 0",
            "message 5 7 14 3",
            "message 6 8 64",
            "message 9",
            "status 2",
            "rx-status 0",
            "rx-length 20",
            "frame 1 2 3 4",
            "message 10",
            "status 0",
            "status 0",
            "link 1",
            "message 8 1 4",
            "link 0",
            "message 3",
            "message 11",
        ],
    ),
    (
        "busprobe",
        &[
            // A bridge with a device behind it, which is claimed, mapped, interrupts, and is given back.
            "message 1",
            "vendor 0x10001",
            "class 0",
            "header 0x10000",
            "command 0x100000",
            "pointer 0x40",
            "capability 1",
            "message 1 0 1",
            "vendor 0x10002",
            "class 0",
            "header 0",
            "command 0",
            "bar 0",
            "bar-mask 0xfffff000",
            "bar 1",
            "message 2 3 1",
            "line 0x100",
            "message 4 3 1",
            "message 7 3 1 4",
            "message 9 0 0 9",
            "command 0x80000",
            "message 5 3 1",
            "message 3 3 1",
            "message 6 0 0 0",
            "message 6 0 1 1",
            "message 10 0 1",
            "message 10 0 0",
            "message 11",
        ],
    ),
    (
        "soundcard",
        &[
            // Two fragments are played to the end after the card was closed.
            "message 1",
            "dsp-status 0",
            "dsp-status 0x80",
            "dsp-data 0xaa",
            "dsp-write 0x80",
            "dsp-write 0",
            "dsp-status 0x80",
            "dsp-data 4",
            "dsp-status 0x80",
            "dsp-data 0xaa",
            "message 4 0 1 8000",
            "message 4 0 2 16",
            "message 4 0 3 2",
            "message 3 0 0 8",
            "dsp-write 0",
            "dsp-write 0",
            "message 3 0 0 16",
            "message 3 0 0 16",
            "message 5 0 0 31",
            "message 4 0 5",
            "dma-count 3",
            "message 2",
            "message 6",
            "mixer-data 2",
            "dsp-status 0",
            "message 6",
            "mixer-data 2",
            "dsp-status 0",
            "dsp-write 0",
            "message 7",
        ],
    ),
];

/// Each driver on a native build with sanitizers: an ordinary conversation leads to no report, the listed ones do.
fn listed_bugs_are_real() -> Outcome {
    let folder = empty_folder();
    let bugs = listed("rwset")?;
    ensure(bugs.len() == 13, || format!("{} bugs were read", bugs.len()))?;
    for (name, inputs) in ORDINARY {
        let source = format!("rwset/drivers/{name}.c");
        let binary = build(folder.path(), &source, &["-DROUNDS=0", WORDS], &stand_in(STAND_IN))?;
        let run = run(&mut Command::new(&binary), (inputs.join("\n") + "\nleft over\n").as_bytes())?;
        // The driver ends by itself, and asks for nothing more.
        let seen = (run.code(), run.err());
        ensure(seen == (Some(0), String::new()), || format!("{name}: {seen:?}"))?;
        for bug in bugs.iter().filter(|bug| bug.file == format!("{name}.c")) {
            bug.is_seen_by(&binary)?;
            bug.is_seen_by_the_machine(&source, &[WORDS], &stand_in(STAND_IN))?;
        }
    }
    Ok(())
}

fn tables_and_pictures() -> Outcome {
    let folder = empty_folder();
    let args = ["figure1", "netcard", "--iterations", "130", "--search", "dfs"];
    let table = bench("rwset", &args, folder.path())?;
    ensure(table.code() == Some(0), || table.err())?;
    let rows: Vec<Vec<String>> =
        table.out().lines().map(|l| l.split_whitespace().map(str::to_string).collect()).collect();
    let row = rows.iter().find(|r| r.starts_with(&["dfs".into(), "base".into()]));
    ensure(row.is_some_and(|r| r[2..5] == ["complete", "128", "3"]), || table.out())?;
    ensure(rows.iter().any(|r| r.len() > 3 && r[1..4] == ["base", "limit", "130"]), || table.out())?;
    ensure(rows.iter().any(|r| r.starts_with(&["drivers".into(), "dfs".into(), "base".into()])), || table.out())?;
    for picture in ["figure1.svg", "netcard.svg"] {
        succeed(Command::new("xmllint").arg("--noout").arg(folder.path().join(picture)), b"")?;
    }

    let results: Value = serde_json::from_str(&std::fs::read_to_string(folder.path().join("results.json"))?)?;
    let top = ["suite", "searches", "programs", "matching", "overhead", "left_out", "absent", "failures"];
    has_keys(&results, &top)?;
    let program = &results["programs"][0];
    has_keys(program, &["program", "set", "branches", "bugs", "plot", "paper", "runs"])?;
    let runs = program["runs"].as_array().cloned().unwrap_or_default();
    let modes: Vec<&str> = runs.iter().filter_map(|run| run["mode"].as_str()).collect();
    ensure(modes == ["base", "write set", "full", "extended"], || format!("{modes:?}"))?;
    let left_out: Vec<&Value> = results["left_out"].as_array().into_iter().flatten().map(|l| &l["mode"]).collect();
    let keys = ["search", "mode", "complete", "limits", "paths", "tests", "bugs", "covered", "instructions"];
    let more = ["seconds", "rwset", "coverage_series", "states_series"];
    for run in &runs {
        match left_out.contains(&&run["mode"]) {
            true => ensure(run["error"] == "not available", || run.to_string())?,
            false => has_keys(run, &[&keys[..], &more].concat())?,
        }
    }
    // What was covered by which path is exact, and leads to what was covered in the end.
    let series = runs[0]["coverage_series"].as_array().cloned().unwrap_or_default();
    ensure(series.first().is_some_and(|point| point[0] == 1), || runs[0].to_string())?;
    ensure(series.last().is_some_and(|point| point[1] == runs[0]["covered"]), || runs[0].to_string())?;
    // Distinct states grow to what was counted in the end; plain search comes to the same ones as the pruning.
    for run in &runs {
        let states: Vec<u64> =
            run["states_series"].as_array().into_iter().flatten().filter_map(|p| p[1].as_u64()).collect();
        let is_right = states.is_sorted() && states.last() == run["rwset"]["states"].as_u64().as_ref();
        ensure(is_right, || run.to_string())?;
    }
    let states = |mode: usize| &runs[mode]["rwset"]["states"];
    ensure(states(0) == states(2) && states(0) != &json!(0), || program.to_string())?;
    let growth = "netcard: branches / distinct states after so many tests";
    ensure(table.out().contains(growth), || table.out())?;
    let plot = std::fs::read_to_string(folder.path().join("netcard.svg"))?;
    // Four lines of each.
    ensure(plot.matches("<polyline").count() == 8, || plot.clone())?;
    Ok(())
}

fn refusals() -> Outcome {
    let folder = empty_folder();
    for (args, expected) in [
        (&["unknown"][..], "no program is called `unknown`"),
        (&["bpf"], "no program is called `bpf`"),
        (&["--real", "netcard"], "no program is called `netcard`"),
        (&["loop", "--search", "sideways"], "no strategy is called `sideways`"),
        (&["--kernels", "/nowhere"], "run in Secateur's folder or give --kernels"),
    ] {
        is_refused("rwset", args, expected, &folder.path().join("out"))?;
    }
    is_refused("search", &["--base-times", "50"], "--base-times is for", &folder.path().join("out"))?;
    is_refused("search", &["--real"], "--real is for", &folder.path().join("out"))
}
