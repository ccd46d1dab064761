//! `--format xml`: suites that a validator of Test-Comp can run. Ours reads each value as TestCov does, with `sscanf`
//! into the type that the program asks for, and gets natively where the tests say, with the coverage that the summary says.

mod support;

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, ExitCode};
use support::place::Place;
use support::run::{Run, run};
use support::{Outcome, ensure, root, test};

fn main() -> ExitCode {
    support::main(vec![test("xml/a_validator_repeats_the_suite", validated), test("xml/other_inputs", other_inputs)])
}

const PROGRAM: &str = r#"extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern long __VERIFIER_nondet_long(void);
extern short __VERIFIER_nondet_short(void);
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
extern void *__VERIFIER_nondet_pointer(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i < 0);
  if (i == -77) return 1;
  if (__VERIFIER_nondet_uint() > 4000000000u) return 2;
  if (__VERIFIER_nondet_char() == -5) return 3;
  if (__VERIFIER_nondet_uchar() == 251) return 4;
  if (__VERIFIER_nondet_ulong() == 0xfedcba9876543210) return 5;
  if (__VERIFIER_nondet_long() == -0x123456789abcdef) return 6;
  if (__VERIFIER_nondet_short() < -300) return 7;
  double d = __VERIFIER_nondet_double();
  if (d > 0.1 && d * 3 == 1e-3)
    return 8;
  if (d == 0.1) return 9;
  if (__VERIFIER_nondet_float() == -2.5e-30f) return 10;
  if (__VERIFIER_nondet_pointer()) return 11;
  if (__VERIFIER_nondet_bool()) {
    reach_error();
    return 12;
  }
  return 0;
}
"#;

/// One value a line in the file `VALUES`. Running out of them, or one that cannot be read, ends the run with 99.
const VALIDATOR: &str = r#"#include <stdio.h>
#include <stdlib.h>
static void next(const char *format, void *to) {
  static FILE *values;
  char line[256];
  if (!values && !(values = fopen(getenv("VALUES"), "r"))) exit(99);
  if (!fgets(line, sizeof line, values) || sscanf(line, format, to) != 1) exit(99);
}
#define NONDET(type, name, format) type __VERIFIER_nondet_##name(void) { type x; next(format, &x); return x; }
NONDET(int, int, "%d")
NONDET(unsigned, uint, "%u")
NONDET(char, char, "%hhd")
NONDET(unsigned char, uchar, "%hhu")
NONDET(unsigned long, ulong, "%lu")
NONDET(long, long, "%ld")
NONDET(short, short, "%hd")
NONDET(double, double, "%lf")
NONDET(float, float, "%f")
_Bool __VERIFIER_nondet_bool(void) { return __VERIFIER_nondet_int() != 0; }
void *__VERIFIER_nondet_pointer(void) { return (void *)__VERIFIER_nondet_ulong(); }
void __VERIFIER_assume(int holds) { if (!holds) exit(98); }
void reach_error(void) {}
"#;

fn tool(command: &mut Command) -> Result<Run, libtest_mimic::Failed> {
    let seen = run(command, b"")?;
    ensure(seen.code() == Some(0), || format!("{command:?}: {}{}", seen.out(), seen.err()))?;
    Ok(seen)
}

fn valid(file: &Path, dtd: &str) -> Outcome {
    let dtd = root().join("crates/testgen/tests/schemas").join(dtd);
    tool(Command::new("xmllint").args(["--noout", "--nonet", "--dtdvalid"]).arg(dtd).arg(file)).map(drop)
}

fn ask(file: &Path, question: &str) -> Result<String, libtest_mimic::Failed> {
    Ok(tool(Command::new("xmllint").args(["--nonet", "--xpath", question]).arg(file))?.out().trim_end().to_string())
}

/// What an element holds, for each of them.
fn values(file: &Path) -> Result<Vec<String>, libtest_mimic::Failed> {
    let count: usize = ask(file, "count(//input)")?.parse()?;
    (1..=count).map(|i| ask(file, &format!("string(//input[{i}])"))).collect()
}

fn validated() -> Outcome {
    let place = Place::with(&[("p.c", PROGRAM), ("v.c", VALIDATOR)])?;
    let summary = place.test("out", 1, &["--format", "xml", "--emit", "new", "p.c"])?;
    let metadata = place.at("out/test-suite/metadata.xml");
    valid(&metadata, "test-metadata-1.1.dtd")?;
    let hash = tool(Command::new("sha256sum").arg(place.at("p.c")))?.out();
    ensure(hash.starts_with(&ask(&metadata, "string(//programhash)")?), || hash.clone())?;

    let clang = |args: &[&str]| tool(Command::new("clang-19").args(args).current_dir(place.at("")));
    clang(&["--coverage", "-g", "-O0", "-w", "-c", "p.c", "-o", "p.o"])?;
    clang(&["--coverage", "-w", "p.o", "v.c", "-o", "validator"])?;
    let expected: Value = place.json("out/expected.json")?;
    let tests = expected["tests"].as_array().cloned().unwrap_or_default();
    ensure(tests.len() >= 10, || format!("only {} tests: {summary}", tests.len()))?;
    let mut errors = 0;
    for entry in &tests {
        let number = &entry["number"];
        let file = place.at(&format!("out/test-suite/testcase-{number}.xml"));
        valid(&file, "testcase-1.1.dtd")?;
        std::fs::write(place.at("values"), values(&file)?.join("\n") + "\n")?;
        let covers = ask(&file, "string(/testcase/@coversError)")? == "true";
        errors += usize::from(covers);
        // The error function returns here, and then the program ends with 12.
        let status = if covers { 12 } else { entry["end"]["exit"]["status"].as_i64().unwrap_or(-1) };
        let mut validator = Command::new(place.at("validator"));
        let seen = run(validator.env("VALUES", place.at("values")).current_dir(place.at("")), b"")?;
        ensure(seen.code().map(i64::from) == Some(status), || {
            format!("testcase-{number}: status {}, not {status}: {:?}", seen.shell_status(), values(&file))
        })?;
    }
    ensure(errors == 1, || format!("{errors} tests cover the error"))?;
    let mut gcov = Command::new("llvm-cov-19");
    let listing = tool(gcov.args(["gcov", "-t", "-b", "-c", "-o", "p.gcda", "p.c"]).current_dir(place.at("")))?.out();
    let taken =
        listing.lines().filter(|l| l.starts_with("branch") && !l.ends_with(" 0") && !l.ends_with("never executed"));
    let covered = summary["coverage"]["branches"]["covered"].as_u64().unwrap_or(0);
    ensure(taken.count() as u64 == covered, || format!("{covered} branches in the summary\n{listing}"))?;
    let (ours, theirs) = (lcov_lines(&place.text("out/coverage.lcov")?), gcov_lines(&listing));
    ensure(ours == theirs && ours.len() > 20 && ours.values().any(|ran| !ran), || {
        format!("coverage.lcov has {ours:?}\ngcov has {theirs:?}")
    })
}

/// Lines with code, and whether they ran.
fn lcov_lines(text: &str) -> BTreeMap<u32, bool> {
    let record = |line: &str| {
        let (number, count) = line.strip_prefix("DA:")?.split_once(',')?;
        Some((number.parse().ok()?, count != "0"))
    };
    text.lines().filter_map(record).collect()
}

fn gcov_lines(listing: &str) -> BTreeMap<u32, bool> {
    let record = |line: &str| {
        let (count, rest) = line.split_once(':')?;
        let number: u32 = rest.split_once(':')?.0.trim().parse().ok()?;
        (number > 0 && count.trim() != "-").then(|| (number, !count.contains("###")))
    };
    listing.lines().filter_map(record).collect()
}

/// Memory without a type, and surroundings, which the format does not know.
fn other_inputs() -> Outcome {
    let source = r#"#include <secateur.h>
#include <stdio.h>
int main(int argc, char **argv) {
  short s;
  char b[3];
  secateur_symbolic(&s, sizeof s, "s");
  secateur_symbolic(b, sizeof b, "<b>");
  secateur_assume(s == -2 && b[0] == 1 && b[1] == 2 && b[2] == -1);
  return getchar() == '-' && argc > 1;
}
"#;
    let place = Place::with(&[("a.c", source)])?;
    place.test("out", 0, &["--format", "xml", "--replay", "off", "--sym-stdin", "2", "a.c", "--", "--x"])?;
    for file in place.files("out/test-suite", "xml").iter().filter(|f| !f.ends_with("metadata.xml")) {
        valid(file, "testcase-1.1.dtd")?;
        let found = values(file)?;
        ensure(found == ["-2", "1", "2", "255"], || format!("{found:?}"))?;
        let name = ask(file, "string(//input[3]/@variable)")?;
        ensure(name == "<b>[1]", || name)?;
        ensure(ask(file, "count(//comment())")? == "2", || "the surroundings are not told".into())?;
    }
    Ok(())
}
