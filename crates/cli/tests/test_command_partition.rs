//! `secateur test --partition`: what the user's own partition leads to, and what is told about it.

mod support;

use serde_json::Value;
use std::process::ExitCode;
use support::place::Place;
use support::{Outcome, ensure, test};

/// Two inputs that do not interfere.
const APART: &str = r#"#include <secateur.h>
int main(void) {
  unsigned char a[4], b;
  int n = 0;
  secateur_symbolic(a, sizeof a, "a");
  secateur_symbolic(&b, 1, "b");
  if (a[0] == 1) n++;
  if (b == 2) n++;
  return 0;
}
"#;

/// A guard, and two bytes that a condition is about.
const TOGETHER: &str = r#"#include <secateur.h>
int main(void) {
  unsigned char kind, a[2], b[2];
  int n = 0;
  secateur_symbolic(&kind, 1, "kind");
  secateur_symbolic(a, sizeof a, "a");
  secateur_symbolic(b, sizeof b, "b");
  if (kind == 9) return 1;
  if (a[0] + b[1] == 300) n++;
  if (a[1] == 4) n++;
  return 0;
}
"#;

/// Each round brings its byte together with those of all rounds before it.
const ENDLESS: &str = r#"#include <secateur.h>
int main(void) {
  unsigned n = 0;
  for (;;) {
    unsigned char c = secateur_range(0, 255, "c");
    if (c > 100) n++;
    if (c == n) n += 2;
  }
}
"#;

/// The library decides about all bytes of a text.
const NUMBER: &str = r#"#include <secateur.h>
#include <stdlib.h>
int main(void) {
  char text[4] = "";
  secateur_symbolic(text, 3, "text");
  return atoi(text) > 50;
}
"#;

fn main() -> ExitCode {
    support::main(vec![
        test("a_file_called_auto", a_file_called_auto),
        test("names_that_no_input_has", names_that_no_input_has),
        test("blocks_that_interfere", blocks_that_interfere),
        test("blocks_that_meet_behind_a_guard", blocks_that_meet_behind_a_guard),
        test("what_main_returns", what_main_returns),
        test("loops_without_an_end", loops_without_an_end),
        test("bytes_that_meet_in_the_library", bytes_that_meet_in_the_library),
    ])
}

#[track_caller]
fn told(err: &str, texts: &[&str]) -> Outcome {
    let missing: Vec<&&str> = texts.iter().filter(|text| !err.contains(**text)).collect();
    ensure(missing.is_empty(), || format!("not told: {missing:?}\n{err}"))
}

/// The word means what it always means, and the file of that name can be given another way.
fn a_file_called_auto() -> Outcome {
    let place = Place::with(&[("a.c", APART), ("auto", "a b\n")])?;
    let run = place.run(&["--replay", "off", "--jobs", "3", "--partition", "auto", "a.c"])?;
    ensure(run.code() == Some(0), || run.err())?;
    told(
        &run.err(),
        &["note: with --partition one thread explores, whatever --jobs says", "for the file write --partition ./auto"],
    )?;
    let run = place.run(&["--replay", "off", "--partition", "./auto", "a.c"])?;
    ensure(run.code() == Some(0), || run.err())?;
    ensure(!run.err().contains("note:") && !run.err().contains("warning:"), || run.err())
}

fn names_that_no_input_has() -> Outcome {
    let parts = "a[0..3]\nc[2] # there is none\nb[7]\n";
    let place = Place::with(&[("a.c", APART), ("parts.txt", parts)])?;
    let run = place.run(&["--replay", "off", "--partition", "parts.txt", "a.c"])?;
    ensure(run.code() == Some(0), || run.err())?;
    told(
        &run.err(),
        &[
            "warning: parts.txt:2: no input is called `c`\n",
            "warning: parts.txt:3: `b[7]` does not exist: `b` has 1 byte\n",
            "warning: the inputs are called `a` (4 bytes), `b` (1 byte)\n",
        ],
    )?;
    let quiet = place.run(&["-q", "--replay", "off", "--partition", "parts.txt", "a.c"])?;
    ensure(quiet.code() == Some(0) && quiet.err().is_empty(), || quiet.err())?;
    // What does not exist never interferes, so a file that must hold would always hold.
    let strict = place.run(&["-q", "--strict", "--replay", "off", "--partition", "parts.txt", "a.c"])?;
    ensure(strict.code() == Some(2), || strict.err())?;
    told(&strict.err(), &["parts.txt:2: no input is called `c`", "`b[7]` does not exist", "correct the file"])
}

/// The guard is in no block, and that it stands before both is no reason to overlook what they have to do with each other.
fn blocks_that_meet_behind_a_guard() -> Outcome {
    let program = r#"#include <secateur.h>
int main(void) {
  unsigned char m[3];
  int ok = 1;
  secateur_symbolic(m, sizeof m, "m");
  if (m[0] != 9) return 3;
  if (m[1] == 3) ok = 0;
  if (m[2] == 3) ok = 0;
  if (!ok) return 1;
  return 0;
}
"#;
    let place = Place::with(&[("a.c", program), ("parts.txt", "m[1]\nm[2]\n")])?;
    let run = place.run(&["-q", "--strict", "--replay", "off", "--partition", "parts.txt", "a.c"])?;
    ensure(run.code() == Some(2), || run.err())?;
    told(&run.err(), &["`m[1]` (parts.txt:1) and `m[2]` (parts.txt:2) interfere at a.c:9 in main"])
}

/// They are explored together and told; with `--strict` they end the run, and what was found stays.
fn blocks_that_interfere() -> Outcome {
    let place = Place::with(&[("a.c", TOGETHER), ("parts.txt", "# apart, says the user\na[0]\nb a[1]\n")])?;
    let options = ["--replay", "off", "--prune", "none", "--partition", "parts.txt", "a.c"];
    let run = place.run(&[&["-o", "merged"], &options[..]].concat())?;
    ensure(run.code() == Some(0), || run.err())?;
    let facts = "`a[0]` (parts.txt:2) and `b[1]` (parts.txt:3) interfere at a.c:9 in main: a condition is about both";
    told(&run.err(), &[&format!("warning: {facts}; they were explored together\n"), "\npartition    "])?;
    ensure(run.err().matches("warning:").count() == 1, || run.err())?;
    let parts = &place.json("merged/summary.json")?["partition"];
    let against: Vec<_> = parts["joins"].as_array().into_iter().flatten().filter(|j| j["against"] == true).collect();
    let expected = serde_json::json!({
        "a": "a[0]", "b": "b[1]", "file": "a.c", "line": 9, "function": "main", "why": "data", "against": true
    });
    ensure(parts["kind"] == "file" && against == [&expected], || format!("{parts}"))?;
    ensure(parts["gave_up"].is_null() && parts["left_out"].is_u64() && parts["again"].is_u64(), || format!("{parts}"))?;
    let strict = place.run(&[&["-q", "-o", "strict", "--strict"], &options[..]].concat())?;
    ensure(strict.code() == Some(2), || strict.err())?;
    told(
        &strict.err(),
        &[&format!("secateur: {facts}; put them into one block"), "What was found until then is in strict\n"],
    )?;
    ensure(!strict.err().contains("warning"), || strict.err())?;
    let summary = place.json("strict/summary.json")?;
    ensure(summary["status"] == "limit" && summary["limits"][0] == "partition", || format!("{summary}"))?;
    let tests = place.files("strict/tests", "ktest").len() as u64;
    ensure(tests > 0 && summary["tests"] == tests && place.at("strict/report/index.html").is_file(), || {
        format!("{summary}")
    })
}

/// A constant that `main` returns is not what was returned to it last, though that depends on the input.
fn what_main_returns() -> Outcome {
    let program = r#"#include <secateur.h>
#include <stdio.h>
int main(void) {
  char text[8];
  unsigned char a;
  secateur_symbolic(&a, 1, "a");
  snprintf(text, sizeof text, "%u", a);
  return 7;
}
"#;
    let place = Place::with(&[("a.c", program)])?;
    let run = place.run(&["--replay", "off", "--emit", "all", "--partition", "auto", "-o", "out", "a.c"])?;
    ensure(run.code() == Some(0), || run.err())?;
    let expected = place.json("out/expected.json")?;
    let ends: Vec<&Value> = expected["tests"].as_array().into_iter().flatten().map(|test| &test["end"]).collect();
    ensure(ends.len() == 4 && ends.iter().all(|end| end["exit"]["status"] == 7), || format!("{ends:?}"))
}

/// Neither takes what came together more room than anybody reads, nor is the time that a run has forgotten over it.
fn loops_without_an_end() -> Outcome {
    let place = Place::with(&[("a.c", ENDLESS)])?;
    let run = |output: &str, limit: &[&str]| -> Result<Value, libtest_mimic::Failed> {
        let options = ["--replay", "off", "--search", "dfs", "--partition", "auto", "-o", output, "a.c"];
        let run = place.run(&[limit, &options[..]].concat())?;
        ensure(run.code() == Some(0), || run.err())?;
        place.json(&format!("{output}/summary.json"))
    };
    let joins = |summary: &Value| summary["partition"]["joins"].as_array().map_or(0, Vec::len);
    let long = run("long", &["--path-steps", "20000", "--max-paths", "1", "--time", "1m"])?;
    ensure(joins(&long) == 10_000, || format!("{} joins", joins(&long)))?;
    let cut = run("cut", &["--time", "1s"])?;
    ensure(cut["limits"][0] == "time" && joins(&cut) <= 10_000, || format!("{}: {} joins", cut["limits"], joins(&cut)))
}

/// Nobody knows the lines of the library: those of the calls are told.
fn bytes_that_meet_in_the_library() -> Outcome {
    let place = Place::with(&[("number.c", NUMBER)])?;
    let run = place.run(&["--replay", "off", "--json", "--partition", "auto", "number.c"])?;
    let summary: Value = serde_json::from_str(&run.out())?;
    let joins = summary["partition"]["joins"].as_array().cloned().unwrap_or_default();
    let is_own = |join: &Value| join["file"] == "number.c" && join["line"] == 6 && join["function"] == "main";
    ensure(joins.len() == 3 && joins.iter().all(is_own), || format!("{joins:?}"))
}
