//! `secateur test --goal bugs`: what cannot affect an unproved check is not explored, and everything that is told is about the
//! whole program.

mod support;

use serde_json::Value;
use std::process::ExitCode;
use support::place::Place;
use support::{Outcome, ensure, test};

/// 4,096 paths, of which one decision is of any interest.
const LABEL: &str = r#"#include <stdio.h>
#include <secateur.h>
static int shelves[10];
int main(void) {
  unsigned char code[6], sum = 0;
  secateur_symbolic(code, sizeof code, "code");
  for (int i = 0; i < 6; i++) {
    if (code[i] % 2) sum += 3;
    if (code[i] > 'z') putchar('?');
    else putchar(code[i]);
  }
  printf(" %u\n", sum);
  return shelves[code[0] % 12];
}
"#;

/// Only with one input does the program come to the check.
const ENDLESS: &str = r#"#include <secateur.h>
static int table[4];
static unsigned sink;
int main(void) {
  int a = secateur_range(0, 7, "a");
  if (a != 6)
    for (unsigned i = 1; i; i |= 1) sink += i;
  if (a > 4) table[a] = 1;
  return 0;
}
"#;

/// What the program returns does not matter to any check, but it is what a test expects.
const STATUS: &str = r#"#include <stdlib.h>
#include <secateur.h>
static int table[4];
int main(void) {
  unsigned char a, b;
  secateur_symbolic(&a, 1, "a");
  secateur_symbolic(&b, 1, "b");
  int status = 3;
  if (b > 100) status = 4;
  if (a == 9) exit(status + 1);
  table[a & 7] = 1;
  return status;
}
"#;

fn main() -> ExitCode {
    support::main(vec![
        test("thousands_of_paths", thousands_of_paths),
        test("who_asks_for_more_gets_it", who_asks_for_more_gets_it),
        test("loops_that_do_not_end", loops_that_do_not_end),
        test("tests_are_of_the_whole", tests_are_of_the_whole),
        test("two_workers", two_workers),
    ])
}

fn run(place: &Place, args: &[&str]) -> Result<(Value, String), libtest_mimic::Failed> {
    let all: Vec<&str> = ["--json", "-v", "--force", "-o", "out"].iter().chain(args).copied().collect();
    let run = place.run(&all)?;
    Ok((serde_json::from_slice(&run.stdout).map_err(|e| format!("{e}: {}", run.err()))?, run.err()))
}

fn paths(summary: &Value) -> u64 {
    ["completed", "bug", "cut"].iter().map(|end| summary["paths"][end].as_u64().unwrap_or(0)).sum()
}

fn thousands_of_paths() -> Outcome {
    let place = Place::with(&[("a.c", LABEL)])?;
    let (part, text) = run(&place, &["--goal", "bugs", "a.c"])?;
    let (whole, _) = run(&place, &["--goal", "bugs", "--slice", "off", "--replay", "off", "a.c"])?;
    ensure(paths(&part) <= 3 && paths(&whole) >= 4_096, || format!("{}, {}", part["paths"], whole["paths"]))?;
    let bug = |summary: &Value| (summary["bugs"][0]["line"].clone(), summary["bugs"].as_array().map(Vec::len));
    ensure(bug(&part) == bug(&whole) && part["bugs"][0]["confirmed"] == true, || part["bugs"].to_string())?;
    ensure(part["divergences"] == 0 && part["status"] == "limit", || part.to_string())?;
    ensure(part["sliced"]["cut"] == 6 && part["sliced"]["sides"] == 6, || part["sliced"].to_string())?;
    ensure(whole.get("sliced").is_none(), || whole["sliced"].to_string())?;
    let told = "sliced       6 of 6 branches cannot affect a check that is not proved, and were not explored\n";
    ensure(text.contains(told), || text.clone())?;
    // Nothing is said to be impossible that nobody tried.
    ensure(part["coverage"]["branches"]["infeasible"] == 0, || part["coverage"].to_string())
}

fn who_asks_for_more_gets_it() -> Outcome {
    let place = Place::with(&[("a.c", LABEL)])?;
    let options: [&[&str]; 4] = [
        &[],
        &["--goal", "branches,bugs"],
        &["--goal", "bugs", "--prove", "off"],
        &["--goal", "bugs", "--check", "all"],
    ];
    for given in options {
        let args: Vec<&str> = given.iter().chain(&["--replay", "off", "--max-paths", "20", "a.c"]).copied().collect();
        let (summary, _) = run(&place, &args)?;
        ensure(summary.get("sliced").is_none(), || format!("{given:?}: {}", summary["sliced"]))?;
    }
    Ok(())
}

fn loops_that_do_not_end() -> Outcome {
    let place = Place::with(&[("a.c", ENDLESS)])?;
    let (summary, text) = run(&place, &["--goal", "bugs", "--search", "dfs", "--time", "12s", "a.c"])?;
    let bugs = summary["bugs"].as_array().cloned().unwrap_or_default();
    ensure(bugs.len() == 1 && bugs[0]["confirmed"] == true, || format!("{bugs:?}\n{text}"))?;
    ensure(summary["status"] == "limit" && summary["limits"] == serde_json::json!(["time"]), || summary.to_string())?;
    ensure(summary["divergences"] == 0, || text.clone())?;
    ensure(summary["sliced"]["contradicted"] == "out-of-bounds-write at a.c:8", || summary["sliced"].to_string())?;
    ensure(text.contains("then the whole program was, since out-of-bounds-write at a.c:8 did not show"), || {
        text.clone()
    })
}

fn tests_are_of_the_whole() -> Outcome {
    let place = Place::with(&[("a.c", STATUS)])?;
    let (summary, text) = run(&place, &["--goal", "bugs", "--emit", "all", "--prune", "look-ahead", "a.c"])?;
    ensure(summary["sliced"]["cut"] == 2 && summary["divergences"] == 0, || text.clone())?;
    let expected = std::fs::read_to_string(place.at("out").join("expected.json"))?;
    ensure(expected.contains("\"status\": 3"), || format!("{expected}\n{text}"))
}

fn two_workers() -> Outcome {
    let place = Place::with(&[("a.c", LABEL)])?;
    let (summary, _) = run(&place, &["--goal", "bugs", "--jobs", "2", "--replay", "off", "a.c"])?;
    ensure(summary["bugs"].as_array().map(Vec::len) == Some(1) && paths(&summary) <= 3, || summary.to_string())
}
