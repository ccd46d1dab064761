//! `--jobs`: several workers give the same tests, whatever their number and speed, and lose nothing that one finds.
//!
//! Every program here that has to be shared is: `run.log` says so, or the test fails.

mod support;

use serde_json::Value;
use std::process::{ExitCode, Stdio};
use std::time::{Duration, Instant};
use support::place::{Place, number, numbers, tree, words};
use support::programs::{LARGE, MANY, RIGHT};
use support::{Outcome, ensure, test};

/// Comma separated numbers and quotes on standard input. A bug needs three numbers.
const FIELDS: &str = r#"#include <stdio.h>
#include <stdlib.h>
static char field[8];
static int numbers, total;
static int take(const char *s, int quoted) {
  int v = 0, sign = 1;
  if (quoted) return 0;
  if (*s == '-') { sign = -1; s++; }
  if (*s < '0' || *s > '9') return 0;
  while (*s >= '0' && *s <= '9') v = v * 10 + (*s++ - '0');
  if (*s) return -1;
  numbers++;
  total += sign * v;
  return 0;
}
int main(void) {
  int c, n = 0, quoted = 0, inside = 0, bad = 0;
  while ((c = getchar()) != EOF) {
    if (inside) {
      if (c == '"') { inside = 0; continue; }
    } else if (c == '"' && n == 0) { inside = quoted = 1; continue; }
    else if (c == ',' || c == '\n') {
      field[n] = 0;
      bad += take(field, quoted) != 0;
      n = quoted = 0;
      continue;
    }
    field[n++] = c;
  }
  if (inside) return 2;
  field[n] = 0;
  if (take(field, quoted) || bad) return 1;
  char *copy = malloc(numbers);
  if (numbers > 2 && total == 11) copy[numbers] = 1;
  free(copy);
  return 0;
}
"#;

/// 2^13 paths, and two that take long without a decision; values are taken from models on the way.
const LONG: &str = r#"#include <secateur.h>
#include <stdlib.h>
int main(void) {
  unsigned char in[15];
  int odd = 0;
  secateur_symbolic(in, sizeof in, "in");
  char *room = malloc(1 + in[14] % 2);
  int *places[2] = {malloc(8), malloc(8)};
  *places[in[14] % 2] = 5;
  if (in[0] == 77) {
    for (volatile unsigned n = 0; n < 3000000; n++) {}
    return in[1] == 99 ? 7 : 3;
  }
  for (int i = 1; i < 13; i++)
    if (in[i] & 1) odd++;
  room[0] = 1;
  return odd > 6 ? *places[0] : 0;
}
"#;

/// The solver has to search, and some sides are impossible.
const SORT: &str = r#"#include <secateur.h>
int main(void) {
  unsigned short a[6];
  secateur_symbolic(a, sizeof a, "a");
  for (int i = 0; i < 6; i++)
    for (int j = 0; j + 1 < 6 - i; j++)
      if (a[j] > a[j + 1]) { unsigned short t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }
  for (int i = 0; i + 1 < 6; i++)
    if (a[i] > a[i + 1]) return 1;
  return 0;
}
"#;

fn main() -> ExitCode {
    support::main(vec![
        test("same/fields", || same(FIELDS, 1, &["--sym-stdin", "5"])),
        test("same/long", || same(LONG, 0, &[])),
        test("same/sort", || same(SORT, 0, &[])),
        test("same/max_paths", || same(MANY, 0, &["--prune", "none", "--max-paths", "9001"])),
        test("states", states),
        test("max_tests", max_tests),
        test("too_short", too_short),
        test("time", time),
        test("memory", memory),
        test("interrupt", interrupt),
        test("refused", refused),
    ])
}

fn was_shared(place: &Place, out: &str) -> Outcome {
    let log = place.text(&format!("{out}/run.log"))?;
    ensure(log.contains("parts of the tree"), || format!("nothing was shared: {log}"))
}

/// What may not differ between two runs: all but times, memory and what solvers did.
fn lasting(summary: &Value) -> Value {
    let mut summary = summary.clone();
    for name in ["time_s", "peak_rss_bytes", "solver"] {
        summary[name] = Value::Null;
    }
    summary
}

/// Byte for byte for several workers. One worker may find other inputs, but in a complete run no other paths.
fn same(source: &str, status: i32, more: &[&str]) -> Outcome {
    let place = Place::with(&[("a.c", source)])?;
    let run = |out: &str, jobs: &str| {
        place.test(out, status, &[&["--jobs", jobs, "--replay", "off", "--seed", "5", "a.c"], more].concat())
    };
    let (one, two) = (run("one", "1")?, run("two", "2")?);
    was_shared(&place, "two")?;
    let tree_of = |out: &str| place.json(&format!("{out}/run.json")).map(|run| run["tree"].clone());
    for (out, jobs) in [("three", "3"), ("again", "2")] {
        let other = run(out, jobs)?;
        was_shared(&place, out)?;
        ensure(lasting(&two) == lasting(&other), || format!("with {jobs} workers:\n{other}\nwith two:\n{two}"))?;
        for part in ["tests", "bugs"] {
            let (these, those) = (tree(&place.at("two").join(part)), tree(&place.at(out).join(part)));
            ensure(these == those, || format!("with {jobs} workers there are other {part}"))?;
        }
        ensure(place.text("two/losses.json")? == place.text(&format!("{out}/losses.json"))?, || "other losses".into())?;
        ensure(tree_of("two")? == tree_of(out)?, || format!("{jobs} workers: another tree of paths"))?;
    }
    ensure(one["status"] == two["status"] && one["limits"] == two["limits"], || format!("{one}\n{two}"))?;
    if one["status"] == "complete" {
        let found = |summary: &Value| {
            (summary["paths"].clone(), summary["coverage"].clone(), summary["bugs"][0]["line"].clone())
        };
        ensure(found(&one) == found(&two), || format!("one worker:\n{one}\ntwo:\n{two}"))?;
    } else {
        // A limit on paths is exact.
        let ended = |summary: &Value| number(summary, "/paths/completed");
        ensure(ended(&one) == ended(&two) && number(&two, "/paths/pending") > 0, || format!("{one}\n{two}"))?;
    }
    Ok(())
}

/// Distinct states are counted over all parts as paths end. What is known is not distinct, also if it is explored again.
fn states() -> Outcome {
    let place = Place::with(&[("a.c", MANY)])?;
    let counted = ["--prune", "rwset", "--rwset-off", "pruning", "--max-paths", "9001", "--replay", "off", "a.c"];
    let summary = place.test("out", 0, &[&["--jobs", "2"], &counted[..]].concat())?;
    was_shared(&place, "out")?;
    let of_rwset = |name: &str| number(&summary, &format!("/rwset/{name}"));
    ensure(of_rwset("states") > 0 && of_rwset("exact") > 0, || summary.to_string())?;
    // Sides of branches are looked up before a path comes to a point.
    let at_points = of_rwset("exact") - of_rwset("sides");
    ensure(of_rwset("states") + at_points == of_rwset("points"), || summary.to_string())?;
    let timeline = place.json("out/run.json")?["timeline"].as_array().cloned().unwrap_or_default();
    let states: Vec<Option<i64>> = timeline.iter().skip(1).map(|point| point["states"].as_i64()).collect();
    let is_right = states.first().is_some_and(|first| first.is_some_and(|n| n > 0)) && states.is_sorted();
    ensure(is_right && states.last() == Some(&Some(of_rwset("states"))), || format!("{states:?}"))
}

/// Not one test more, though workers find more before they hear of it.
fn max_tests() -> Outcome {
    let place = Place::with(&[("a.c", MANY)])?;
    let limited =
        ["--jobs", "2", "--emit", "all", "--format", "ktest", "--max-tests", "5601", "--replay", "off", "a.c"];
    let summary = place.test("out", 0, &limited)?;
    was_shared(&place, "out")?;
    numbers(&summary, &[("/tests", 5601), ("/paths/completed", 5601)])?;
    ended_by(&place, "tests", &summary)
}

/// A short run is one worker's, and the same as without the option.
fn too_short() -> Outcome {
    let place = Place::with(&[("a.c", RIGHT)])?;
    let one = place.test("one", 0, &["--replay", "off", "a.c"])?;
    let many = place.test("many", 0, &["--jobs", "8", "--replay", "off", "a.c"])?;
    ensure(lasting(&one) == lasting(&many), || format!("{one}\n{many}"))?;
    ensure(tree(&place.at("one/tests")) == tree(&place.at("many/tests")), || "other tests".into())?;
    ensure(place.text("many/run.log")?.contains("too short to be shared"), || "it was shared".into())
}

/// More paths than there is time for; some of them without end.
fn without_end() -> String {
    MANY.replace("in[16]", "in[40]")
        .replace("i < 16", "i < 40")
        .replace("return n;", "if (in[39] == 9) for (;;) n ^= 1;\n  return n;")
}

const GENEROUS: Duration = Duration::from_secs(15);

fn time() -> Outcome {
    let place = Place::with(&[("a.c", &without_end())])?;
    let begun = Instant::now();
    let summary = place.test(
        "out",
        0,
        &["--jobs", "2", "--time", "3s", "--emit", "all", "--format", "ktest", "--replay", "off", "a.c"],
    )?;
    ensure(begun.elapsed() < GENEROUS, || format!("--time 3s took {:?}", begun.elapsed()))?;
    ended_by(&place, "time", &summary)
}

/// A run that a limit ended says so, and every test that it counts is there.
fn ended_by(place: &Place, limit: &str, summary: &Value) -> Outcome {
    ensure(words(&summary["limits"]).contains(&limit.to_string()), || format!("no `{limit}`: {summary}"))?;
    let (tests, files) = (number(summary, "/tests"), place.files("out/tests", "ktest").len() as i64);
    ensure(tests == files && tests > 0, || format!("{tests} tests are told, {files} are there"))?;
    let left = number(summary, "/paths/pending");
    ensure(left > 0, || format!("{left} branches are left"))?;
    numbers(summary, &[("/paths/internal", 0), ("/losses", 0)])
}

/// All workers together keep to the limit, and nothing is lost.
fn memory() -> Outcome {
    let place = Place::with(&[("a.c", LARGE)])?;
    let limited = [
        "--search",
        "dfs",
        "--prune",
        "none",
        "--jobs",
        "2",
        "--max-memory",
        "200MiB",
        "--max-paths",
        "5500",
        "--replay",
        "off",
        "a.c",
    ];
    let summary = place.test("out", 0, &limited)?;
    was_shared(&place, "out")?;
    numbers(&summary, &[("/paths/completed", 5500), ("/losses", 0), ("/paths/internal", 0)])?;
    ensure(summary["limits"] == serde_json::json!(["paths"]), || summary.to_string())?;
    let mib = number(&summary, "/peak_rss_bytes") >> 20;
    ensure(mib > 1 && mib <= 220, || format!("--max-memory 200MiB, but {mib} MiB were used"))
}

fn interrupt() -> Outcome {
    let place = Place::with(&[("a.c", &without_end())])?;
    let mut command = place.command(&["-o", "out", "--jobs", "3", "--replay", "off", "a.c"]);
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    let begun = Instant::now();
    while !place.at("out/tests/test000001.ktest").exists() && begun.elapsed() < GENEROUS {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(1500));
    let sent = Instant::now();
    // SAFETY: the child has not been waited for, so its number is its own.
    unsafe { libc::kill(child.id() as libc::pid_t, libc::SIGINT) };
    while child.try_wait()?.is_none() {
        if sent.elapsed() > GENEROUS {
            child.kill()?;
            return Err("still running long after Ctrl-C".into());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    ended_by(&place, "interrupt", &place.json("out/summary.json")?)
}

fn refused() -> Outcome {
    let place = Place::with(&[("a.c", RIGHT)])?;
    for wrong in ["0", "-1", "many", "1000000"] {
        let run = place.run(&[&format!("--jobs={wrong}"), "-o", "out", "a.c"])?;
        ensure(run.code() == Some(2) && run.err().contains("--jobs"), || format!("{wrong}: {}", run.err()))?;
        ensure(!place.at("out").exists(), || "a refused run left a folder".into())?;
    }
    Ok(())
}
