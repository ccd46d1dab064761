//! The limits of `secateur test` are hard, and reaching one is no error: what was found until then is
//! written. Nor does a path that cannot go on end the others.
//!
//! Bounds on time are generous, so that a loaded machine decides no test.

mod support;

use libtest_mimic::Failed;
use serde_json::{Value, json};
use std::os::unix::process::CommandExt;
use std::process::{ExitCode, Stdio};
use std::time::{Duration, Instant};
use support::place::{Place, number, numbers, tree, words};
use support::programs::{ENDLESS, HARD, LARGE, LOOP, MANY, SLEEPER};
use support::{Outcome, ensure, ktest, test};

/// A pointer that is null, and where it is not an index that may be too large; then more paths than there is time for.
const TWICE: &str = r#"#include <secateur.h>
#include <stddef.h>
int main(void) {
  unsigned char in[24];
  int a[4], n = 0, *p = NULL;
  secateur_symbolic(in, sizeof in, "in");
  if (in[0]) p = a;
  p[in[1]] = 1;
  for (int i = 2; i < 24; i++)
    if (in[i] & 1) n++;
  return n;
}
"#;

/// One error at a place does not keep another one there waiting until nothing else is left.
fn two_errors_at_one_place() -> Outcome {
    let place = Place::with(&[("a.c", TWICE)])?;
    let options = ["--replay", "off", "--prune", "none", "--sample=off", "--max-paths", "100", "a.c"];
    let summary = place.test("out", 1, &options)?;
    let kinds: Vec<&Value> = summary["bugs"].as_array().into_iter().flatten().map(|bug| &bug["kind"]).collect();
    ensure(kinds == ["null-dereference", "out-of-bounds-write"], || format!("{kinds:?}"))
}

fn main() -> ExitCode {
    support::main(vec![
        test("time/endless_paths", || time(ENDLESS, &["--emit", "all", "--replay", "off"], 2)),
        test("time/endless_loop", || time(LOOP, &["--replay", "off"], 1)),
        test("time/hard_query", || time(HARD, &["--replay", "off"], 3)),
        test("time/with_replays", || time(SLEEPER, &["--emit", "all", "-D", "MARK=\"mark\""], 2)),
        test("time/native_run_without_end", native_run_without_end),
        test("paths", paths),
        test("paths/two_errors_at_one_place", two_errors_at_one_place),
        test("tests", tests),
        test("tests/as_many_as_there_are", as_many_tests_as_there_are),
        test("tests/none", no_tests),
        test("depth", depth),
        test("path_steps", path_steps),
        test("memory/bound", memory_bound),
        test("memory/same_tests", memory_same_tests),
        test("memory/many_starts", memory_many_starts),
        test("interrupt/exploring", || interrupt(ENDLESS, &["--emit", "all", "--replay", "off"])),
        test("interrupt/replaying", || interrupt(SLEEPER, &["--emit", "all"])),
        test("interrupt/solving", || interrupt(HARD, &["--replay", "off"])),
        test("interrupt/without_decisions", || interrupt(LOOP, &["--replay", "off"])),
        test("bad_path/inline_assembly", || {
            bad_path("__asm__ volatile(\"cpuid\" ::: \"eax\", \"ebx\", \"ecx\", \"edx\");", "inline assembly")
        }),
        test("bad_path/system_call", || bad_path("syscall(SYS_kexec_load, 0, 0, 0, 0);", "system call")),
        test("bad_path/stack_overflow", stack_overflow),
    ])
}

/// What a run that a limit ended has to leave behind: a summary that says so, and every test it counts.
fn ended_by(place: &Place, limit: &str, summary: &Value) -> Outcome {
    ensure(summary["status"] == "limit", || summary.to_string())?;
    ensure(words(&summary["limits"]).contains(&limit.to_string()), || format!("no `{limit}`: {summary}"))?;
    let files = place.files("out/tests", "ktest");
    for file in &files {
        ktest::read(file)?;
    }
    let (told, there) = (number(summary, "/tests"), files.len() as i64);
    ensure(told == there, || format!("{told} tests are told, {there} are there"))
}

const GENEROUS: Duration = Duration::from_secs(10);

fn time(source: &str, more: &[&str], at_least: i64) -> Outcome {
    let place = Place::with(&[("a.c", source)])?;
    let begun = Instant::now();
    let all: Vec<&str> = ["--time", "2s", "a.c"].iter().chain(more).copied().collect();
    let summary = place.test("out", 0, &all)?;
    ensure(begun.elapsed() < GENEROUS, || format!("--time 2s took {:?}", begun.elapsed()))?;
    ended_by(&place, "time", &summary)?;
    let left = number(&summary, "/paths/pending");
    ensure(left > 0, || format!("the time was over, and {left} branches are left"))?;
    let (tests, divergences) = (number(&summary, "/tests"), number(&summary, "/divergences"));
    ensure(tests >= at_least && divergences == 0, || format!("{tests} tests, {divergences} divergences"))
}

/// The test of a path that was cut never ends natively, and must not hold up the rest.
fn native_run_without_end() -> Outcome {
    let place = Place::with(&[("a.c", LOOP)])?;
    let begun = Instant::now();
    let summary = place.test("out", 0, &["--time", "2s", "--path-steps", "20000", "a.c"])?;
    // A native run alone may take ten seconds.
    ensure(begun.elapsed() < GENEROUS, || format!("--time 2s took {:?}", begun.elapsed()))?;
    numbers(&summary, &[("/tests", 2), ("/divergences", 0)])
}

fn paths() -> Outcome {
    let place = Place::with(&[("a.c", MANY)])?;
    let summary = place.test("out", 0, &["--max-paths", "7", "--emit", "all", "--replay", "off", "a.c"])?;
    ended_by(&place, "paths", &summary)?;
    numbers(&summary, &[("/paths/completed", 7), ("/tests", 7)])?;
    ensure(number(&summary, "/paths/pending") > 0, || summary.to_string())
}

fn tests() -> Outcome {
    let place = Place::with(&[("a.c", MANY)])?;
    let summary = place.test("out", 0, &["--max-tests", "5", "--emit", "all", "--replay", "off", "a.c"])?;
    ended_by(&place, "tests", &summary)?;
    numbers(&summary, &[("/tests", 5), ("/paths/completed", 5)])
}

/// A limit that held nobody up was not reached.
fn as_many_tests_as_there_are() -> Outcome {
    let place = Place::with(&[("a.c", support::programs::RIGHT)])?;
    let summary = place.test("out", 0, &["--max-tests", "2", "--max-paths", "2", "--replay", "off", "a.c"])?;
    numbers(&summary, &[("/tests", 2), ("/paths/completed", 2)])?;
    ensure(summary["status"] == "complete" && summary["limits"] == json!([]), || summary.to_string())
}

fn no_tests() -> Outcome {
    let place = Place::with(&[("a.c", MANY)])?;
    let summary = place.test("out", 0, &["--max-tests", "0", "--replay", "off", "a.c"])?;
    ended_by(&place, "tests", &summary)?;
    numbers(&summary, &[("/tests", 0)])
}

fn depth() -> Outcome {
    let place = Place::with(&[("a.c", MANY)])?;
    let summary = place.test("out", 0, &["--depth", "4", "--emit", "all", "--replay", "off", "a.c"])?;
    ended_by(&place, "depth", &summary)?;
    numbers(&summary, &[("/paths/completed", 16), ("/tests", 16), ("/paths/pending", 0), ("/losses", 1)])?;
    // All combinations of the first four decisions, each once.
    let inputs = place.files("out/tests", "ktest");
    let odd = |bytes: Vec<u8>| bytes.iter().take(4).fold(0, |n, byte| n * 2 + (byte & 1));
    let mut taken = inputs.iter().map(|file| ktest::input(file).map(odd)).collect::<Result<Vec<u8>, Failed>>()?;
    taken.sort_unstable();
    ensure(taken == (0..16).collect::<Vec<u8>>(), || format!("{taken:?}"))
}

fn path_steps() -> Outcome {
    let place = Place::with(&[("a.c", LOOP)])?;
    let summary = place.test("out", 0, &["--path-steps", "10000", "--emit", "all", "--replay", "off", "a.c"])?;
    ended_by(&place, "steps", &summary)?;
    numbers(&summary, &[("/paths/completed", 1), ("/paths/limit", 1), ("/tests", 2), ("/losses", 1)])?;
    let steps = number(&summary, "/instructions");
    ensure((10_000..20_000).contains(&steps), || format!("{steps} instructions"))
}

const MIB: i64 = 1 << 20;

/// The branches of one path alone would need twice as much.
fn memory_bound() -> Outcome {
    let place = Place::with(&[("a.c", LARGE)])?;
    // What is left alone would fill the memory, if the search went on as it likes.
    let limited = ["--max-memory", "200MiB", "--max-paths", "250", "--emit", "all", "--replay", "off", "a.c"];
    let summary = place.test("out", 0, &limited)?;
    numbers(&summary, &[("/paths/completed", 250), ("/tests", 250), ("/losses", 0), ("/paths/internal", 0)])?;
    let peak = number(&summary, "/peak_rss_bytes");
    ensure(peak > MIB && peak <= 220 * MIB, || format!("--max-memory 200MiB, but {} MiB were used", peak / MIB))
}

/// What is dropped for lack of memory is built again: the tests are those of a run with plenty.
fn memory_same_tests() -> Outcome {
    let place = Place::with(&[("a.c", LARGE)])?;
    let all = |memory| {
        let words =
            ["--search", "dfs", "--max-memory", memory, "--max-paths", "150", "--emit", "all", "--replay", "off"];
        [&words[..], &["a.c"]].concat()
    };
    let plenty = place.test("plenty", 0, &all("2GiB"))?;
    let little = place.test("little", 0, &all("200MiB"))?;
    numbers(&plenty, &[("/paths/completed", 150)])?;
    numbers(&little, &[("/paths/completed", 150), ("/losses", 0)])?;
    ensure(little["limits"] == json!(["paths"]), || little.to_string())?;
    ensure(tree(&place.at("plenty/tests")) == tree(&place.at("little/tests")), || "other tests than with plenty".into())
}

/// A thousand lengths of a file are a thousand beginnings, none of which is held in memory.
fn memory_many_starts() -> Outcome {
    let place = Place::with(&[("a.c", "#include <stdio.h>\nint main(void) { if (getchar() == 'x') return 1; }\n")])?;
    let summary = place.test(
        "out",
        0,
        &["--sym-stdin", "1000", "--max-memory", "100MiB", "--prune", "none", "--replay", "off", "a.c"],
    )?;
    ensure(summary["status"] == "complete", || summary.to_string())?;
    // One of the empty file, and two of every other.
    numbers(&summary, &[("/paths/completed", 2001)])?;
    let peak = number(&summary, "/peak_rss_bytes");
    ensure(peak <= 110 * MIB, || format!("--max-memory 100MiB, but {} MiB were used", peak / MIB))
}

/// Ctrl-C: the whole group gets the signal, as from a terminal.
fn interrupt(source: &str, more: &[&str]) -> Outcome {
    let place = Place::with(&[("a.c", source)])?;
    let (first, mark) = (place.at("out/tests/test000001.ktest"), place.at("mark"));
    let mut command = place.command(&["-o", "out", "--time", "60s", "a.c"]);
    command.arg("-D").arg(format!("MARK=\"{}\"", mark.display()));
    command.args(more).process_group(0).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn()?;
    // Something has to be found before there is something to keep, and replays have to have begun.
    let begun = Instant::now();
    let ready = || first.exists() && (source != SLEEPER || mark.exists());
    while !ready() && begun.elapsed() < GENEROUS {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(500));
    let sent = Instant::now();
    // SAFETY: the group was made for this child, which has not been waited for.
    unsafe { libc::kill(-(child.id() as libc::pid_t), libc::SIGINT) };
    let ended = loop {
        match child.try_wait()? {
            None if sent.elapsed() < GENEROUS => std::thread::sleep(Duration::from_millis(5)),
            other => break other,
        }
    };
    let Some(status) = ended else {
        child.kill()?;
        child.wait()?;
        return Err(format!("still running {GENEROUS:?} after Ctrl-C").into());
    };
    ensure(status.code() == Some(0), || format!("{status}"))?;
    let summary = place.json("out/summary.json")?;
    ended_by(&place, "interrupt", &summary)?;
    place.json("out/losses.json")?;
    let (tests, divergences) = (number(&summary, "/tests"), number(&summary, "/divergences"));
    ensure(tests > 0 && divergences == 0, || format!("{tests} tests, {divergences} divergences"))
}

/// Four paths, one of which meets `statement`.
fn bad_path(statement: &str, what: &str) -> Outcome {
    let source = format!(
        "#include <secateur.h>\n#include <unistd.h>\n#include <sys/syscall.h>\nint main(void) {{\n  \
         unsigned char in[2];\n  secateur_symbolic(in, 2, \"in\");\n  if (in[0] == 9) {{\n    {statement}\n    \
         return 4;\n  }}\n  if (in[0] == 8) return 1;\n  if (in[1] == 7) return 2;\n  return 3;\n}}\n"
    );
    let place = Place::with(&[("a.c", &source)])?;
    let summary = place.test("out", 0, &["--emit", "all", "a.c"])?;
    ended_by(&place, "unsupported", &summary)?;
    let expected = [("/paths/completed", 3), ("/paths/unsupported", 1), ("/paths/pending", 0), ("/losses", 1)];
    numbers(&summary, &expected)?;
    numbers(&summary, &[("/divergences", 0), ("/tests", 4)])?;
    let losses = place.json("out/losses.json")?;
    let loss = &losses[0];
    let told = loss["what"].as_str().is_some_and(|text| text.contains(what));
    ensure(told && loss["line"] == 8 && loss["count"] == 1, || losses.to_string())
}

fn stack_overflow() -> Outcome {
    let source = "#include <secateur.h>\nstatic int down(int n) {\n  volatile char room[1000];\n  room[n % 1000] = 1;\n  \
         return down(n + 1) + room[0];\n}\nint main(void) {\n  unsigned char in[2];\n  \
         secateur_symbolic(in, 2, \"in\");\n  if (in[0] == 9) return down(0);\n  if (in[0] == 8) return 1;\n  \
         if (in[1] == 7) return 2;\n  return 3;\n}\n";
    let place = Place::with(&[("a.c", source)])?;
    let summary = place.test("out", 1, &["--emit", "all", "a.c"])?;
    numbers(&summary, &[("/paths/completed", 3), ("/paths/bug", 1), ("/losses", 0), ("/divergences", 0)])?;
    let bug = &summary["bugs"][0];
    ensure(bug["kind"] == "stack-overflow" && bug["confirmed"] == true, || bug.to_string())?;
    ensure(summary["status"] == "complete", || summary.to_string())
}
