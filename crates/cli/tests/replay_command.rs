//! `secateur replay` and `secateur report`: on results of runs, on tests of KLEE's, and on what is neither.

mod support;

use serde_json::Value;
use std::process::{Command, ExitCode};
use support::place::{Place, tree};
use support::programs::RIGHT;
use support::run::{Run, run};
use support::{Outcome, ensure, secateur, test};

fn main() -> ExitCode {
    support::main(vec![
        test("replay/a_run_with_a_bug", a_run_with_a_bug),
        test("replay/a_clean_run_that_changes", a_clean_run_that_changes),
        test("replay/a_program_that_hangs", a_program_that_hangs),
        test("replay/lost_tests", lost_tests),
        test("replay/any_bytes_in_a_debugger", any_bytes_in_a_debugger),
        test("replay/a_project_that_moved", a_project_that_moved),
        test("replay/a_function", a_function),
        test("replay/other_formats", other_formats),
        test("replay/tests_of_klees", tests_of_klees),
        test("replay/wrong_use", wrong_use),
        test("report/is_made_again", report_is_made_again),
    ])
}

/// Six tests' worth of kinds: it prints, exits with a status, and writes out of bounds on line 8.
const BUGGY: &str = r#"#include <secateur.h>
#include <stdio.h>
static int pick(const char *in, int i) {
  int a[4] = {0};
  if (in[0] == 'q') {
    printf("quit <%s>\n", in);
    return 3;
  }
  a[i] = 1;
  return a[0];
}
int main(int argc, char **argv) {
  char line[4] = "";
  int i = secateur_range(0, 6, "i");
  if (argc > 1 && argv[1][0] == '-') return 7;
  if (!fgets(line, sizeof line, stdin)) return 1;
  return pick(line, i);
}
"#;

fn call(place: &Place, command: &str, args: &[&str]) -> Result<Run, libtest_mimic::Failed> {
    run(secateur(command).args(args).current_dir(place.at("")), b"")
}

fn replay(place: &Place, args: &[&str], status: i32) -> Result<Run, libtest_mimic::Failed> {
    let run = call(place, "replay", args)?;
    ensure(run.code() == Some(status), || {
        format!("{args:?}: status {}, not {status}\n{}{}", run.shell_status(), run.out(), run.err())
    })?;
    Ok(run)
}

fn has(text: &str, parts: &[&str]) -> Outcome {
    let missing: Vec<&&str> = parts.iter().filter(|part| !text.contains(**part)).collect();
    ensure(missing.is_empty(), || format!("{missing:?} is missing in\n{text}"))
}

fn json(run: &Run) -> Result<Value, libtest_mimic::Failed> {
    serde_json::from_slice(&run.stdout).map_err(|e| format!("not JSON ({e}): {}", run.out()).into())
}

/// The folder was made elsewhere than it is replayed from, with flags of the user's and symbolic surroundings.
fn a_run_with_a_bug() -> Outcome {
    let place = Place::with(&[("a b.c", BUGGY)])?;
    std::fs::create_dir(place.at("elsewhere"))?;
    let summary = place.test("out", 1, &["--sym-stdin", "3", "--sym-arg", "1", "--cflag=-DUNUSED=1", "a b.c"])?;
    let bug = summary["bugs"][0]["test"].as_str().unwrap_or_default().to_string();
    let out = place.at("out").display().to_string();

    let mut command = secateur("replay");
    command.args(["--json", "-j", "3", "--junit", "j.xml", &out]).current_dir(place.at("elsewhere"));
    let seen = run(&mut command, b"")?;
    ensure(seen.code() == Some(1), || format!("status {}\n{}", seen.shell_status(), seen.err()))?;
    let document = json(&seen)?;
    let tests = document["tests"].as_array().map_or(0, Vec::len) as u64;
    ensure(tests == summary["tests"].as_u64().unwrap_or(0) && tests >= 5, || format!("{tests} tests: {summary}"))?;
    ensure(document["as_recorded"] == tests && document["bugs"] == 1, || document.to_string())?;
    ensure(document["coverage"]["branches"]["covered"] == summary["coverage"]["branches"]["covered"], || {
        format!("{}\n{}", document["coverage"], summary["coverage"])
    })?;
    let mut xmllint = Command::new("xmllint");
    xmllint.args(["--xpath", "concat(//testsuite/@tests, ' ', //testsuite/@failures, ' ', //failure/@type)"]);
    let asked = run(xmllint.arg(place.at("elsewhere/j.xml")), b"")?;
    ensure(asked.out().trim_end() == format!("{tests} 1 out-of-bounds-write"), || asked.out() + &asked.err())?;

    // One test in full, by its file in the folder of tests and in that of its bug.
    let bugs = place.files("out/bugs", "ktest");
    let copy = bugs.first().ok_or("the bug has no input.ktest")?.display().to_string();
    for file in [format!("out/{bug}"), copy] {
        let text = replay(&place, &[&file], 1)?.out();
        has(
            &text,
            &["recorded: out-of-bounds-write at a b.c:9", "i = ", "sanitizer build: exit 1", "AddressSanitizer"],
        )?;
        has(
            &text,
            &[
                "lines of a b.c that ran: ",
                "9 +   a[i] = 1;",
                "6 -     printf",
                "as recorded, a bug: out-of-bounds-write",
            ],
        )?;
    }
    debugger(&place, &bug)?;
    // The bug goes away: that is a difference, and no other test shows one.
    let repaired = BUGGY.replace("a[i] = 1;", "if (i < 4) a[i] = 1;");
    std::fs::write(place.at("a b.c"), repaired)?;
    let seen = replay(&place, &["-q", "out"], 1)?;
    has(&seen.err(), &["a b.c has changed since the run"])?;
    has(&seen.out(), &["1 not as recorded, no bug shown", "differs: now exit 0"])
}

/// The printed line works as it stands, and stops in the function with the error.
fn debugger(place: &Place, bug: &str) -> Outcome {
    let text = replay(place, &["--gdb", &format!("out/{bug}")], 1)?.out();
    let line =
        text.lines().find_map(|l| l.strip_prefix(&format!("{bug}: "))).ok_or_else(|| format!("no line:\n{text}"))?;
    let script = line.replacen("gdb ", "gdb -batch ", 1).replacen(" -ex run ", " -ex run -ex backtrace ", 1);
    let seen = run(Command::new("sh").arg("-c").arg(script).current_dir(place.at("elsewhere")), b"")?;
    has(&seen.out(), &[" in pick (in=", " at a b.c:9", "SIGABRT"])
}

/// A clean suite is status 0. A program that changes shows where, and one that is gone is told.
fn a_clean_run_that_changes() -> Outcome {
    let place = Place::with(&[("a.c", RIGHT)])?;
    place.test("out", 0, &["a.c"])?;
    let text = replay(&place, &["out"], 0)?.out();
    has(
        &text,
        &["tests/test000001.ktest", "as recorded", "2 tests: 2 as recorded, no bug shown; 2 of 2 branches covered"],
    )?;
    std::fs::write(place.at("a.c"), RIGHT.replace("return 3", "return 4"))?;
    has(&replay(&place, &["out"], 1)?.out(), &["exit 3", "differs: now exit 4", "1 as recorded, 1 not as recorded"])?;
    std::fs::write(place.at("a.c"), RIGHT.replace("\"c\"", "\"d\""))?;
    has(&replay(&place, &["out"], 1)?.out(), &["asks for \"d\" of 1 bytes, but the test has \"c\" of 1 bytes next"])?;
    std::fs::write(place.at("a.c"), RIGHT.replace("return 0;", "return oops;"))?;
    has(&replay(&place, &["out"], 2)?.err(), &["a.c:6"])?;
    std::fs::remove_file(place.at("a.c"))?;
    has(&replay(&place, &["out"], 2)?.err(), &["is not there any more", "--program"])
}

/// A test that ended and does not any more has failed. One that never was known to end has not.
fn a_program_that_hangs() -> Outcome {
    let place = Place::with(&[("a.c", RIGHT), ("endless.c", &RIGHT.replace("return 3", "for (;;)"))])?;
    place.test("out", 0, &["a.c"])?;
    std::fs::write(place.at("a.c"), RIGHT.replace("return 3", "for (;;)"))?;
    let text = replay(&place, &["--time", "1s", "out"], 1)?.out();
    has(&text, &["does not end within the limit on time (--time), and did when it was recorded", "1 not as recorded"])?;
    place.test("cut", 0, &["--path-steps", "20000", "--replay", "off", "endless.c"])?;
    let text = replay(&place, &["--time", "1s", "cut"], 0)?.out();
    has(&text, &["cut short by a limit or a pruning", "2 tests: 2 as recorded"])
}

/// Tests that are damaged or gone did not behave as recorded: no success, for people and for programs.
fn lost_tests() -> Outcome {
    let source = RIGHT.replace("\"c\"", "\"\\x1b[31mc\"");
    let place = Place::with(&[("a.c", &source)])?;
    place.test("out", 0, &["a.c"])?;
    // With -q, nothing but the sum is said of one that is fine; names cannot change the terminal.
    let first = "out/tests/test000001.ktest";
    let quiet = replay(&place, &["-q", first], 0)?.out();
    ensure(quiet.lines().count() == 1 && quiet.starts_with("1 test: 1 as recorded"), || quiet.clone())?;
    let text = replay(&place, &[first], 0)?.out();
    has(&text, &["\\x1b[31mc = "])?;
    ensure(!text.contains('\x1b'), || text.escape_debug().to_string())?;

    std::fs::write(place.at(first), "garbage")?;
    std::fs::remove_file(place.at("out/tests/test000002.ktest"))?;
    for other in place.files("out/tests", "bin") {
        std::fs::remove_file(other)?;
    }
    let seen = replay(&place, &["--junit", "j.xml", "out"], 1)?.out();
    has(&seen, &["not replayed: ", "test000001.ktest", "test000002: no file", "0 tests: 2 not replayed"])?;
    let document = json(&replay(&place, &["--json", "out"], 1)?)?;
    let lost = &document["not_replayed"];
    ensure(lost[0]["test"] == "tests/test000001.ktest" && lost[1]["test"] == "test000002", || lost.to_string())?;
    let words = "concat(//testsuite/@tests, ' ', //testsuite/@errors, ' ', count(//error), ' ', //testcase[1]/@name)";
    let asked = run(Command::new("xmllint").args(["--xpath", words]).arg(place.at("j.xml")), b"")?;
    ensure(asked.out().trim_end() == "2 2 2 test000001", || asked.out() + &asked.err())
}

/// Whatever shell the user has, the program gets the argument of the test. It is a file as KLEE writes it, so that
/// its bytes are ours to choose.
fn any_bytes_in_a_debugger() -> Outcome {
    let source = "#include <string.h>\nint main(int argc, char **argv) {\n\
        return argc == 2 && !strcmp(argv[1], \"\\1\\n'$x\\n\\377\") ? 5 : 6;\n}\n";
    let place = Place::with(&[("a.c", source)])?;
    let objects: [(&str, &[u8]); 1] = [("arg00", b"\x01\n'$x\n\xff\0")];
    std::fs::write(place.at("t.ktest"), klee_file(3, &["a.bc", "--sym-arg", "7"], &objects))?;
    let mut command = secateur("replay");
    command.args(["--gdb", "--program", "a.c", "t.ktest"]).current_dir(place.at(""));
    let text = run(command.env("XDG_CACHE_HOME", place.at("cache")), b"")?.out();
    has(&text, &["coverage build: exit 5"])?;
    let line = text.lines().find_map(|l| l.strip_prefix("t.ktest: ")).ok_or_else(|| format!("no line:\n{text}"))?;
    let script = line.replacen("gdb ", "gdb -batch ", 1);
    for shell in ["/bin/bash", "/bin/dash", "/bin/false"] {
        let seen = run(Command::new("sh").arg("-c").arg(&script).env("SHELL", shell), b"")?;
        has(&seen.out(), &["exited with code 05"]).map_err(|e| format!("{shell}: {e:?}{}", seen.err()))?;
    }
    Ok(())
}

/// A project that moved together with its output folder is as it was, from wherever it is replayed.
fn a_project_that_moved() -> Outcome {
    let place = Place::with(&[])?;
    std::fs::create_dir(place.at("before"))?;
    std::fs::write(place.at("before/a.c"), RIGHT)?;
    let made = run(secateur("test").args(["--replay", "off", "a.c"]).current_dir(place.at("before")), b"")?;
    ensure(made.code() == Some(0), || made.err())?;
    std::fs::rename(place.at("before"), place.at("after"))?;
    let seen = replay(&place, &["after/secateur-out/0"], 0)?;
    has(&seen.err(), &["has not the program any more; it is taken from ", "/after"])?;
    ensure(!seen.err().contains("has changed"), || seen.err())?;
    has(&seen.out(), &["2 as recorded"])?;
    std::fs::write(place.at("after/a.c"), RIGHT.replace("return 3", "return 4"))?;
    has(&replay(&place, &["after/secateur-out/0"], 1)?.err(), &["/after/a.c has changed since the run"])
}

/// In unit mode the program is a harness, and what the function returns counts.
fn a_function() -> Outcome {
    let source =
        "int clamp(int x, int lo, int hi) {\n  if (x < lo) return lo;\n  if (x > hi) return hi;\n  return x;\n}\n";
    let place = Place::with(&[("clamp.c", source)])?;
    place.test("out", 0, &["--function", "clamp", "clamp.c"])?;
    let tests = place.files("out/tests", "ktest").len();
    has(&replay(&place, &["out"], 0)?.out(), &[&format!("{tests} as recorded, no bug shown; 4 of 4 branches")])?;
    has(
        &replay(&place, &["out/tests/test000001.ktest"], 0)?.out(),
        &["the call: clamp(", "lines of clamp.c that ran"],
    )?;
    std::fs::write(place.at("clamp.c"), source.replace("return hi;", "return hi + 1;"))?;
    let seen = replay(&place, &["out"], 1)?;
    has(&seen.out(), &["1 not as recorded, no bug shown", "differs: natively `result` is "])
}

/// Tests without .ktest files are replayed from raw ones, if they hold everything.
fn other_formats() -> Outcome {
    let place = Place::with(&[("a.c", RIGHT)])?;
    place.test("out", 0, &["--format", "corpus", "a.c"])?;
    has(&replay(&place, &["out"], 0)?.out(), &["tests/test000002.bin", "2 as recorded"])?;
    std::fs::write(place.at("out/tests/mine.bin"), b"x")?;
    has(&replay(&place, &["out/tests/mine.bin"], 0)?.out(), &["c = 120 ('x')", "coverage build: exit 3"])?;
    std::fs::write(place.at("out/tests/mine.bin"), b"xy")?;
    has(&replay(&place, &["out/tests/mine.bin"], 2)?.err(), &["has 2 bytes, and the program asks for 1 of c"])?;
    std::fs::remove_file(place.at("out/expected.json"))?;
    has(&replay(&place, &["out"], 2)?.err(), &["does not say what its tests should do", "no tests to replay"])
}

/// A file as KLEE writes it, of a version.
fn klee_file(version: u32, args: &[&str], objects: &[(&str, &[u8])]) -> Vec<u8> {
    let mut out = b"KTEST".to_vec();
    let word = |out: &mut Vec<u8>, n: usize| out.extend((n as u32).to_be_bytes());
    let text = |out: &mut Vec<u8>, bytes: &[u8]| {
        out.extend((bytes.len() as u32).to_be_bytes());
        out.extend(bytes);
    };
    word(&mut out, version as usize);
    word(&mut out, args.len());
    args.iter().for_each(|a| text(&mut out, a.as_bytes()));
    if version >= 2 {
        out.extend([0; 8]);
    }
    word(&mut out, objects.len());
    for (name, bytes) in objects {
        text(&mut out, name.as_bytes());
        text(&mut out, bytes);
    }
    out
}

const POSIX: &str = r#"#include <klee/klee.h>
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  char buf[8] = "";
  FILE *f = fopen("A", "r");
  if (!f || !fgets(buf, sizeof buf, f)) return 90;
  int x = klee_int("x");
  if (argc != 4 || strcmp(argv[1], "-v") || strcmp(argv[2], "ab") || strcmp(argv[3], "end")) return 91;
  if (getchar() != 'i') return 92;
  return strcmp(buf, "hey") ? 93 : x;
}
"#;

fn tests_of_klees() -> Outcome {
    let place = Place::with(&[("a.c", POSIX)])?;
    let args = ["a.bc", "-v", "--sym-arg", "3", "--sym-files", "1", "3", "-sym-stdin", "1", "end"];
    let mut stat = vec![0; 144];
    stat[48] = 3;
    let x = 5i32.to_le_bytes();
    let one = 1i32.to_le_bytes();
    let today: [(&str, &[u8]); 6] = [
        ("arg00", b"ab\0\0"),
        ("A_data", b"hey"),
        ("A_data_stat", &stat),
        ("stdin", b"i"),
        ("x", &x),
        ("model_version", &one),
    ];
    let old =
        today.map(|(name, bytes)| (name.replace("A_data_stat", "A-data-stat").replace("A_data", "A-data"), bytes));
    let old: Vec<(&str, &[u8])> = old.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect();
    std::fs::write(place.at("v3.ktest"), klee_file(3, &args, &today))?;
    std::fs::write(place.at("v2.ktest"), klee_file(2, &args, &old))?;
    std::fs::write(place.at("v1.ktest"), klee_file(1, &args, &today))?;
    let mut wrong = today;
    wrong[4].1 = &[1, 0];
    std::fs::write(place.at("size.ktest"), klee_file(3, &args, &wrong))?;
    std::fs::write(place.at("none.ktest"), klee_file(3, &args, &today[..4]))?;
    let names = ["v1.ktest", "v2.ktest", "v3.ktest", "size.ktest", "none.ktest"];
    let seen = replay(&place, &[&["--json", "--program", "a.c"], &names[..]].concat(), 1)?;
    let document = json(&seen)?;
    let field = |i: usize, pointer: &str| document["tests"][i].pointer(pointer).cloned().unwrap_or_default();
    for i in 0..3 {
        ensure(field(i, "/native/end") == "exit 5" && field(i, "/sanitizer/end") == "exit 5", || seen.out())?;
        ensure(field(i, "/verdict") == "not-compared", || seen.out())?;
    }
    let why = field(3, "/why").to_string();
    has(&why, &["asks for \\\"x\\\" of 4 bytes, but the test has \\\"x\\\" of 2 bytes next"])?;
    has(&field(4, "/why").to_string(), &["asks for more inputs than it has"])?;
    // The first three are fine by themselves.
    replay(&place, &["--program", "a.c", "v1.ktest", "v2.ktest"], 0)?;
    std::fs::write(place.at("v4.ktest"), klee_file(4, &args, &today))?;
    has(&replay(&place, &["--program", "a.c", "v4.ktest"], 2)?.err(), &["its version is 4, and 1 to 3 are known"])?;
    has(&replay(&place, &["v3.ktest"], 2)?.err(), &["v3.ktest", "--program FILE"])
}

fn wrong_use() -> Outcome {
    let place = Place::with(&[("a.c", RIGHT), ("t.ktest", "KTE"), ("notes.txt", "")])?;
    std::fs::create_dir(place.at("empty"))?;
    let cases: [(&[&str], &str); 7] = [
        (&[], "DIR|TEST"),
        (&["nowhere"], "nowhere cannot be read"),
        (&["empty"], "empty is not an output folder of `secateur test`"),
        (&["--program", "a.c", "empty"], "empty is a folder"),
        (&["--program", "a.c", "t.ktest"], "it ends inside its first bytes"),
        (&["--program", "a.c", "notes.txt"], "notes.txt is not a .ktest file"),
        (&["--check", "nonsense", "--program", "b.c", "t.ktest"], "t.ktest"),
    ];
    for (args, part) in cases {
        has(&replay(&place, args, 2)?.err(), &[part])?;
    }
    for (folder, part) in
        [("nowhere", "nowhere cannot be read"), ("empty", "is not an output folder"), ("a.c", "is not a folder")]
    {
        let seen = call(&place, "report", &[folder])?;
        ensure(seen.code() == Some(2), || format!("{folder}: status {}", seen.shell_status()))?;
        has(&seen.err(), &[part])?;
    }
    Ok(())
}

/// All files come back as they were, also when the source is gone.
fn report_is_made_again() -> Outcome {
    let place = Place::with(&[("a.c", RIGHT)])?;
    place.test("out", 0, &["a.c"])?;
    let before = tree(&place.at("out"));
    for name in ["coverage.lcov", "findings.sarif", "junit.xml", "report/index.html"] {
        ensure(before.contains_key(std::path::Path::new(name)), || format!("{name} was not written"))?;
        std::fs::remove_file(place.at("out").join(name))?;
    }
    std::fs::remove_file(place.at("a.c"))?;
    let seen = call(&place, "report", &["out"])?;
    ensure(seen.code() == Some(0), || seen.err())?;
    has(&seen.err(), &["wrote out/coverage.lcov", "wrote out/report/index.html"])?;
    let after = tree(&place.at("out"));
    let other: Vec<_> = before.iter().filter(|(name, bytes)| after.get(*name) != Some(bytes)).map(|(n, _)| n).collect();
    ensure(other.is_empty() && after.len() == before.len(), || format!("these are not as they were: {other:?}"))?;
    std::fs::write(place.at("out/run.json"), "{\"version\":")?;
    let seen = call(&place, "report", &["out"])?;
    ensure(seen.code() == Some(2), || seen.err())?;
    has(&seen.err(), &["run.json is damaged"])?;
    std::fs::remove_file(place.at("out/run.json"))?;
    let seen = call(&place, "report", &["out"])?;
    ensure(seen.code() == Some(2), || seen.err())?;
    has(&seen.err(), &["has no run.json", "run `secateur test` again"])
}
