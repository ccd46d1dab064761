//! What `secateur test` leaves in its output folder: options, summary, log, losses, bugs.

mod support;

use serde_json::{Value, json};
use std::process::ExitCode;
use support::place::{Place, numbers, tree, words};
use support::programs::{MANY, ONE_BUG, RIGHT};
use support::{Outcome, ensure, ktest, test};

/// Nothing is replayed where the native build is not the subject: it takes longer than all the rest.
const QUICK: &[&str] = &["--replay", "off", "a.c"];

fn main() -> ExitCode {
    support::main(vec![
        test("config", config),
        test("config_says_what_was_asked_for", config_says_what_was_asked_for),
        test("summary_shape", summary_shape),
        test("summary_of_a_bug", summary_of_a_bug),
        test("true_is_the_condition_as_it_is_written", true_is_the_condition_as_it_is_written),
        test("log", log),
        test("losses", losses),
        test("advice_for_an_event_loop", advice_for_an_event_loop),
        test("bug_folder", bug_folder),
        test("bug_input_in_every_format", bug_input_in_every_format),
    ])
}

/// Its last side can never be taken.
const EVENTS: &str = r#"#include <secateur.h>
int main(void) {
  int state = 0;
  for (;;) {
    unsigned char m;
    secateur_symbolic(&m, 1, "m");
    if (m == 1) state = 1;
    else if (m == 2 && state == 1) state = 2;
    else if (m == 3 && state == 3) state = 0;
  }
}
"#;

/// What is said to a user whose program never ends, and makes its own input: not that it has none.
fn advice_for_an_event_loop() -> Outcome {
    let place = Place::with(&[("a.c", EVENTS)])?;
    let told = |more: &[&str]| place.run(&[&["-o", "out", "--force"], more, QUICK].concat()).map(|run| run.err());
    let endless = told(&["--time", "1s"])?;
    let says = |text: &str, expected: &[&str]| {
        let missing: Vec<_> = expected.iter().filter(|words| !text.contains(**words)).collect();
        ensure(missing.is_empty(), || format!("{missing:?} is missing:\n{text}"))
    };
    says(&endless, &["no path came to an end", "--prune rwset", "no path came to its end so far"])?;
    let wrong = ["no symbolic input", "--sym-stdin", "calls its function"];
    ensure(!wrong.iter().any(|words| endless.contains(words)), || endless.clone())?;
    let known = told(&["--prune", "rwset"])?;
    says(&known, &["ended where all that follows is known (rwset)", "larger objects in calls of secateur_symbolic"])?;
    ensure(!wrong.iter().any(|words| known.contains(words)), || known.clone())
}

/// Every option of `test` that the help knows is in `config.json`, with the value that was used.
fn config() -> Outcome {
    let place = Place::with(&[("a.c", RIGHT)])?;
    let help = place.run(&["--help"])?.out();
    place.test("out", 0, QUICK)?;
    let config = place.json("out/config.json")?;
    // What stands for the program is kept together; help is no option.
    let elsewhere = ["help", "cflag", "compile-commands"];
    let long = help.lines().filter_map(|line| {
        let line = line.trim_start();
        let line = line.split_once(", --").map_or_else(|| line.strip_prefix("--"), |(_, rest)| Some(rest));
        line.map(|l| l.split([' ', '<', '[']).next().unwrap_or_default().to_string())
    });
    let options: Vec<String> = long.filter(|name| !elsewhere.contains(&name.as_str())).collect();
    ensure(options.len() >= 25, || format!("the help was not understood: {options:?}"))?;
    let missing: Vec<&String> = options.iter().filter(|name| config.get(name.replace('-', "_")).is_none()).collect();
    ensure(missing.is_empty(), || format!("not in config.json: {missing:?}\n{config:#}"))?;
    let expected = [
        (
            "program",
            json!({"files": ["a.c"], "compile_commands": null, "include": [], "define": [], "cflag": [], "args": []}),
        ),
        ("output", json!("out")),
        ("seed", json!(0)),
        ("time", json!(60.0)),
        ("max_memory", json!(2u64 << 30)),
        ("format", json!(["ktest", "corpus"])),
        ("replay", json!("off")),
        ("emit", json!("new")),
    ];
    for (key, value) in expected {
        ensure(config[key] == value, || format!("{key} is {}, not {value}", config[key]))?;
    }
    let checks = words(&config["check"]);
    let right = checks.iter().any(|c| c == "double-free") && !checks.iter().any(|c| c == "memory-leak");
    ensure(right, || format!("these are not the checks that are on by default: {checks:?}"))
}

fn config_says_what_was_asked_for() -> Outcome {
    let place = Place::with(&[("a.c", RIGHT)])?;
    let more = "-D N=1 --cflag -w --seed 7 --time 30s --max-memory 1GiB --max-paths 50 --max-tests 40 --depth 9 \
        --path-steps 5000 --sym-stdin 2 --sym-arg 1 --sym-args 0 1 1 --sym-file f 1 --emit all --format corpus \
        --check all --solver-off cores,sat -q";
    let all: Vec<&str> = QUICK.iter().copied().chain(more.split_whitespace()).chain(["--", "one two"]).collect();
    place.test("out", 0, &all)?;
    let config = place.json("out/config.json")?;
    let expected = json!({
        "seed": 7, "time": 30.0, "max_memory": 1u64 << 30, "max_paths": 50, "max_tests": 40, "depth": 9,
        "path_steps": 5000, "sym_stdin": 2, "sym_arg": [1], "sym_args": [0, 1, 1], "sym_file": ["f", "1"],
        "emit": "all", "format": ["corpus"], "solver_off": ["cores", "sat"], "quiet": true,
        "program": {"files": ["a.c"], "compile_commands": null, "include": [], "define": ["N=1"], "cflag": ["-w"], "args": ["one two"]},
    });
    for (key, value) in expected.as_object().into_iter().flatten() {
        ensure(config[key] == *value, || format!("{key} is {}, not {value}", config[key]))?;
    }
    ensure(words(&config["check"]).iter().any(|c| c == "memory-leak"), || config["check"].to_string())
}

/// clang branches on `p` here, and the other way round. The `if` is never true.
const TURNED_ROUND: &str = "#include <secateur.h>
int main(void) {
    int p = secateur_range(1, 9, \"p\");
    if (!p)
        return 3;
    return 0;
}
";

fn true_is_the_condition_as_it_is_written() -> Outcome {
    let place = Place::with(&[("a.c", TURNED_ROUND)])?;
    place.test("out", 0, &["a.c"])?;
    let run = place.json("out/run.json")?;
    let sides = &run["files"][0]["decisions"][0]["sides"];
    let found = [0, 1].map(|i| (sides[i]["label"].clone(), sides[i]["status"].clone()));
    let expected = [(json!("true"), json!("infeasible")), (json!("false"), json!("covered"))];
    ensure(found == expected, || format!("{sides:#}"))?;
    // lcov's readers know sides by their number.
    let lcov = place.text("out/coverage.lcov")?;
    ensure(lcov.contains("BRDA:4,0,0,0\nBRDA:4,0,1,1\n"), || lcov)
}

/// A document in which a number, text, truth value or list of texts stands for any other of its kind.
fn shape() -> Value {
    json!({
        "version": "", "program": [""], "status": "", "limits": [""],
        "paths": {"completed": 0, "bug": 0, "pruned": {"rwset": 0, "look-ahead": 0, "call-depth": 0},
                  "infeasible": 0, "unsupported": 0, "limit": 0, "pending": 0},
        "tests": 0, "divergences": 0, "losses": 0,
        "bugs": [{"kind": "", "file": "", "line": 0, "function": "", "test": "", "confirmed": true}],
        "coverage": {"branches": {"covered": 0, "total": 0, "infeasible": 0}, "lines": {"covered": 0, "total": 0},
                     "native": true},
        "instructions": 0, "solver": {"queries": 0, "sat_calls": 0, "by_tier": {}, "time_s": 0.5},
        "time_s": 0.5, "peak_rss_bytes": 0, "seed": 0, "search": [""], "prune": [""]
    })
}

/// Where `value` has not the shape, in words.
fn misfits(shape: &Value, value: &Value, at: &str) -> Vec<String> {
    let fits = match (shape, value) {
        (Value::Object(keys), Value::Object(_)) => {
            return keys.iter().flat_map(|(key, shape)| misfits(shape, &value[key], &format!("{at}/{key}"))).collect();
        }
        (Value::Array(one), Value::Array(all)) => {
            return all.iter().flat_map(|value| misfits(&one[0], value, &format!("{at}[]"))).collect();
        }
        (Value::Number(n), _) if n.is_f64() => value.is_number(),
        (Value::Number(_), _) => value.is_u64(),
        (shape, value) => std::mem::discriminant(shape) == std::mem::discriminant(value),
    };
    if fits { vec![] } else { vec![format!("{at} is {value}, unlike {shape}")] }
}

fn summary_shape() -> Outcome {
    for (source, status) in [(RIGHT, 0), (ONE_BUG, 1)] {
        let place = Place::with(&[("a.c", source)])?;
        let summary = place.test("out", status, QUICK)?;
        let wrong = misfits(&shape(), &summary, "");
        ensure(wrong.is_empty(), || wrong.join("\n"))?;
        ensure(summary["version"] == env!("CARGO_PKG_VERSION"), || summary["version"].to_string())?;
        ensure(summary["status"] == "complete" && summary["limits"] == json!([]), || summary.to_string())?;
        ensure(summary["solver"]["by_tier"].as_object().is_some_and(|t| !t.is_empty()), || summary.to_string())?;
    }
    Ok(())
}

fn summary_of_a_bug() -> Outcome {
    let place = Place::with(&[("a.c", ONE_BUG)])?;
    let summary = place.test("out", 1, &["a.c"])?;
    numbers(
        &summary,
        &[
            ("/paths/completed", 3),
            ("/paths/bug", 1),
            ("/paths/pending", 0),
            ("/tests", 4),
            ("/divergences", 0),
            ("/losses", 0),
            ("/coverage/branches/covered", 4),
            ("/coverage/branches/total", 4),
            ("/coverage/lines/covered", 7),
            ("/coverage/lines/total", 7),
        ],
    )?;
    ensure(summary["coverage"]["native"] == true, || summary["coverage"].to_string())?;
    let bug = &summary["bugs"][0];
    let expected =
        json!({"kind": "out-of-bounds-read", "file": "a.c", "line": 7, "function": "main", "confirmed": true});
    let same = expected.as_object().is_some_and(|all| all.iter().all(|(key, value)| bug[key] == *value));
    ensure(same, || format!("{bug}, but expected was {expected}"))?;
    let file = place.at("out").join(bug["test"].as_str().unwrap_or("(none)"));
    let input = ktest::input(&file)?;
    ensure((3..10).contains(&input[0]), || format!("the bug's test does not show it: {input:?}"))
}

fn log() -> Outcome {
    let place = Place::with(&[("a.c", ONE_BUG)])?;
    place.test("out", 1, QUICK)?;
    let log = place.text("out/run.log")?;
    ensure(log.contains("out-of-bounds-read at a.c:7"), || log.clone())?;
    let times = log.lines().all(|l| l.split_whitespace().next().is_some_and(|t| t.parse::<f64>().is_ok()));
    ensure(times, || format!("a line without a time: {log}"))
}

/// What was given up is told with its place.
fn losses() -> Outcome {
    let place = Place::with(&[("a.c", RIGHT), ("b.c", MANY)])?;
    place.test("none", 0, QUICK)?;
    ensure(place.json("none/losses.json")? == json!([]), || "losses of a complete run".into())?;
    let summary = place.test("some", 0, &["--replay", "off", "--prune", "none", "--depth", "3", "b.c"])?;
    let losses = place.json("some/losses.json")?;
    let wrong =
        misfits(&json!([{"what": "", "file": "", "line": 0, "function": "", "count": 0, "cost": ""}]), &losses, "");
    ensure(wrong.is_empty(), || wrong.join("\n"))?;
    numbers(&summary, &[("/losses", losses.as_array().map_or(0, |l| l.len() as i64))])?;
    let first = &losses[0];
    ensure(first["file"] == "b.c" && first["line"] == 7 && first["function"] == "main", || first.to_string())?;
    ensure(first["count"] == 8 * 13, || format!("13 branches of 2^3 paths were left out, not {}", first["count"]))
}

fn bug_folder() -> Outcome {
    let place = Place::with(&[("a.c", ONE_BUG)])?;
    let summary = place.test("out", 1, &["a.c"])?;
    let names: Vec<String> = tree(&place.at("out/bugs")).keys().map(|p| p.display().to_string()).collect();
    let folder = names.first().cloned().unwrap_or_default();
    let (digits, kind) = folder.split_at_checked(3).unwrap_or_default();
    ensure(digits.parse::<u32>().is_ok() && kind == "-out-of-bounds-read", || format!("{names:?}"))?;
    let report = place.text(&format!("out/bugs/{folder}/report.txt"))?;
    let told = ["out-of-bounds-read: ", " --> a.c:7", "return values[in[0]];", "`values`"];
    ensure(told.iter().all(|word| report.contains(word)), || report.clone())?;
    let native = place.text(&format!("out/bugs/{folder}/native.txt"))?;
    ensure(native.contains("AddressSanitizer: stack-buffer-overflow") && native.contains("a.c:7"), || native.clone())?;
    let test = summary["bugs"][0]["test"].as_str().unwrap_or_default();
    let (input, test) = (place.at(&format!("out/bugs/{folder}/input.ktest")), place.at("out").join(test));
    ensure(ktest::read(&input)? == ktest::read(&test)?, || "the bug's input is not its test's".into())
}

/// The bug names a test that exists, and has its input, in whatever format the tests are.
fn bug_input_in_every_format() -> Outcome {
    for format in secateur_testgen::formats::ALL {
        let place = Place::with(&[("a.c", ONE_BUG)])?;
        let summary = place.test("out", 1, &["--replay", "off", "--format", format.name, "a.c"])?;
        let named = place.at("out").join(summary["bugs"][0]["test"].as_str().unwrap_or("(none)"));
        ensure(named.is_file(), || format!("--format {}: there is no {}", format.name, named.display()))?;
        let inputs = place.files("out/bugs", "ktest");
        ensure(inputs.len() == 1, || format!("--format {}: {} inputs of the bug", format.name, inputs.len()))?;
        let first = ktest::input(&inputs[0])?[0];
        ensure((3..10).contains(&first), || format!("--format {}: {first} is no input of the bug", format.name))?;
    }
    Ok(())
}
