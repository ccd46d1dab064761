//! `secateur test`: where its output goes, its streams and exit statuses.

mod support;

use serde_json::{Value, json};
use std::process::ExitCode;
use support::place::{Place, tree};
use support::programs::{MANY, ONE_BUG, RIGHT};
use support::{Outcome, ensure, test};

/// Nothing is replayed where the native build is not the subject: it takes longer than all the rest.
const QUICK: &[&str] = &["--replay", "off", "a.c"];

fn main() -> ExitCode {
    support::main(vec![
        test("folder/default_and_last", default_and_last),
        test("folder/a_file_called_last_is_kept", a_file_called_last_is_kept),
        test("folder/new_with_parents", new_with_parents),
        test("folder/empty_is_new", empty_is_new),
        test("folder/existing_is_refused", existing_is_refused),
        test("folder/force_replaces_a_result", force_replaces_a_result),
        test("folder/force_keeps_what_is_not_ours", force_keeps_what_is_not_ours),
        test("streams/status_without_bugs", || status(RIGHT, &[], 0)),
        test("streams/status_with_bugs", || status(ONE_BUG, &[], 1)),
        test("streams/status_at_a_limit", || status(MANY, &["--max-paths", "3"], 0)),
        test("streams/json_alone_on_stdout", json_alone_on_stdout),
        test("streams/quiet", quiet),
        test("streams/results_are_told", results_are_told),
        test("folder/sources_in_it_are_kept", sources_in_it_are_kept),
    ])
}

fn default_and_last() -> Outcome {
    let place = Place::with(&[("a.c", RIGHT)])?;
    for n in ["0", "1"] {
        let run = place.run(QUICK)?;
        ensure(run.code() == Some(0), || run.err())?;
        let link = std::fs::read_link(place.at("secateur-out/last"))?;
        ensure(link.as_os_str() == n, || format!("run {n}: `last` leads to {}", link.display()))?;
        ensure(run.err().contains(&format!("secateur-out/{n}")), || format!("the folder is not told: {}", run.err()))?;
    }
    for n in ["0", "1", "last"] {
        place.json(&format!("secateur-out/{n}/summary.json"))?;
    }
    Ok(())
}

fn a_file_called_last_is_kept() -> Outcome {
    let place = Place::with(&[("a.c", RIGHT)])?;
    std::fs::create_dir_all(place.at("secateur-out/0"))?;
    std::fs::write(place.at("secateur-out/0/mine"), "0")?;
    std::fs::write(place.at("secateur-out/last"), "mine")?;
    let run = place.run(QUICK)?;
    ensure(run.code() == Some(0), || run.err())?;
    ensure(place.text("secateur-out/last")? == "mine", || "a file of the user's was replaced by the link".into())?;
    ensure(tree(&place.at("secateur-out/0")).len() == 1, || "a folder of the user's was written to".into())?;
    place.json("secateur-out/1/summary.json").map(drop)
}

fn new_with_parents() -> Outcome {
    let place = Place::with(&[("a.c", RIGHT)])?;
    place.test("some/where/out", 0, QUICK)?;
    ensure(!place.at("secateur-out").exists(), || "-o was given, but secateur-out was made too".into())
}

/// `mktemp -d` makes such folders.
fn empty_is_new() -> Outcome {
    let place = Place::with(&[("a.c", RIGHT)])?;
    std::fs::create_dir(place.at("out"))?;
    place.test("out", 0, QUICK).map(drop)
}

fn existing_is_refused() -> Outcome {
    let place = Place::with(&[("a.c", RIGHT)])?;
    place.test("out", 0, QUICK)?;
    let before = tree(&place.at(""));
    let run = place.run(&["-o", "out", "--replay", "off", "a.c"])?;
    ensure(run.code() == Some(2), || format!("status {:?}", run.code()))?;
    ensure(run.err().contains("out exists") && run.err().contains("--force"), || run.err())?;
    ensure(tree(&place.at("")) == before, || "files changed".into())
}

fn force_replaces_a_result() -> Outcome {
    let place = Place::with(&[("a.c", ONE_BUG), ("b.c", RIGHT)])?;
    place.test("out", 1, QUICK)?;
    let summary = place.test("out", 0, &["--force", "--replay", "off", "b.c"])?;
    ensure(summary["program"] == json!(["b.c"]), || summary.to_string())?;
    let (tests, bugs) = (place.files("out/tests", "ktest").len(), tree(&place.at("out/bugs")).len());
    ensure(tests == 2 && bugs == 0, || format!("{tests} tests and {bugs} files of bugs are left"))
}

/// Not even a folder with files that are named as ours are.
fn force_keeps_what_is_not_ours() -> Outcome {
    let configs = ["{\"version\": \"0.1.0\", \"program\": \"my own\"}", "no JSON", "[]", ""];
    for config in configs {
        let place = Place::with(&[("a.c", RIGHT)])?;
        std::fs::create_dir_all(place.at("out/tests"))?;
        std::fs::write(place.at("out/config.json"), config)?;
        std::fs::write(place.at("out/tests/mine"), "precious")?;
        let before = tree(&place.at(""));
        let run = place.run(&["-o", "out", "--force", "--replay", "off", "a.c"])?;
        ensure(tree(&place.at("")) == before, || format!("a folder with config.json `{config}` was changed"))?;
        ensure(run.code() == Some(2) && run.err().contains("not a result of Secateur's"), || run.err())?;
    }
    Ok(())
}

fn status(source: &str, more: &[&str], status: i32) -> Outcome {
    let place = Place::with(&[("a.c", source)])?;
    let all: Vec<&str> = QUICK.iter().chain(more).copied().collect();
    place.test("out", status, &all).map(drop)
}

fn json_alone_on_stdout() -> Outcome {
    let chatty = ONE_BUG
        .replace("#include", "#include <stdio.h>\n#include")
        .replace("unsigned char", "puts(\"hello\");\n  unsigned char");
    let place = Place::with(&[("a.c", &chatty)])?;
    for more in [&[][..], &["-v"], &["-q"]] {
        let all: Vec<&str> = ["--json", "--force", "-o", "out"].iter().chain(QUICK).chain(more).copied().collect();
        let run = place.run(&all)?;
        let told: Value = serde_json::from_slice(&run.stdout).map_err(|e| format!("{e}: {}", run.out()))?;
        ensure(told == place.json("out/summary.json")?, || "stdout is not summary.json".into())?;
    }
    let run = place.run(&["-o", "other", "--replay", "off", "a.c"])?;
    ensure(run.stdout.is_empty(), || format!("something on stdout without --json: {}", run.out()))
}

fn quiet() -> Outcome {
    let place = Place::with(&[("a.c", RIGHT)])?;
    let run = place.run(&["-q", "a.c"])?;
    ensure(run.code() == Some(0) && run.stdout.is_empty() && run.stderr.is_empty(), || run.out() + &run.err())
}

/// Even with `--force`, and also where the user stands.
fn sources_in_it_are_kept() -> Outcome {
    let place = Place::with(&[("a.c", RIGHT)])?;
    place.test("out", 0, &["--replay", "off", "a.c"])?;
    std::fs::copy(place.at("a.c"), place.at("out/b.c"))?;
    let run = place.run(&["--force", "-o", "out", "out/b.c"])?;
    ensure(run.code() == Some(2) && run.err().contains("would be lost"), || run.err())?;
    let mut inside = place.command(&["--force", "-o", ".", "../a.c"]);
    let run = support::run::run(inside.current_dir(place.at("out")), b"")?;
    ensure(run.code() == Some(2) && run.err().contains("would be lost"), || run.err())?;
    ensure(place.at("out/b.c").is_file() && place.at("out/summary.json").is_file(), || "something is gone".into())
}

fn results_are_told() -> Outcome {
    let place = Place::with(&[("a.c", ONE_BUG)])?;
    let run = place.run(&["-o", "out", "a.c"])?;
    let told = [
        "out-of-bounds-read: ",
        "a.c:7",
        "out/tests/test",
        "confirmed by the native build",
        "every path",
        "4 in out/tests",
    ];
    let missing: Vec<&&str> = told.iter().filter(|word| !run.err().contains(**word)).collect();
    ensure(missing.is_empty(), || format!("not told: {missing:?}\n{}", run.err()))
}
