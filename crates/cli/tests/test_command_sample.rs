//! `secateur test --sample`: what sampling makes tests of.

mod support;

use std::collections::BTreeSet;
use std::process::ExitCode;
use support::place::Place;
use support::{Outcome, ensure, test};

/// All digits are one side of the switch, and so are both signs; each is a line of its own in reports of coverage.
const LABELS: &str = r#"#include <secateur.h>
int main(void) {
  unsigned char c;
  secateur_symbolic(&c, 1, "c");
  switch (c) {
  case '0': case '1': case '2': case '3': case '4':
  case '5': case '6': case '7': case '8': case '9':
    return 1;
  case '+':
  case '-':
    return 2;
  case 'x':
    return 3;
  }
  return 0;
}
"#;

fn main() -> ExitCode {
    support::main(vec![
        test("cases_that_share_their_code", cases_that_share_their_code),
        test("optional_arguments_are_counted", optional_arguments_are_counted),
        test("what_a_branch_hangs_on_is_come_nearer_to", what_a_branch_hangs_on),
        test("strings_end_whatever_way_the_run_began", strings_end),
    ])
}

/// What a sampled run is given is what its test gives to the native build, also how many arguments.
fn optional_arguments_are_counted() -> Outcome {
    let text = "int main(int c, char **v) {\n  if (c > 2) {\n    if (v[2][0] == 'x') return 1;\n    return 0;\n  }\n\
                \x20 if (v[1][0] == 'y') return 2;\n  return 3;\n}\n";
    let place = Place::with(&[("a.c", text)])?;
    let options = ["--sym-args", "1", "2", "2", "--sample=only", "--max-paths", "5000", "a.c"];
    let summary = place.test("out", 0, &options)?;
    ensure(summary["divergences"] == 0, || format!("{summary}"))?;
    ensure(summary["coverage"]["branches"]["covered"] == 6, || format!("{summary}"))
}

/// Arguments, and a line of the standard input; no argument has more than three characters.
const ENDS: &str = r#"#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
  char line[8];
  int sum = 0;
  for (int i = 1; i < argc; i++)
    if (strlen(argv[i]) == 3) sum++;
  if (fgets(line, sizeof line, stdin)) {
    if (strlen(line) > 3) sum += 4;
    if (strlen(line) > 5) sum += 8;
  }
  return sum > 1;
}
"#;

/// Bytes that were right with one number of arguments, or one length of the standard input, are tried with others; where each string
/// ends belongs to the way the run began.
fn strings_end() -> Outcome {
    let place = Place::with(&[("a.c", ENDS)])?;
    let options = ["--replay", "off", "--sym-args", "0", "2", "3", "--sym-stdin", "6", "--sample=only"];
    let summary = place.test("out", 0, &[&options[..], &["--max-paths", "20000", "a.c"]].concat())?;
    ensure(summary["bugs"].as_array().is_some_and(Vec::is_empty), || format!("{summary}"))?;
    ensure(summary["coverage"]["branches"]["covered"] == 9, || format!("{summary}"))
}

/// A branch of `strapp2.c` is about whether a call fails that puts one more zero before a number. That it is near to that shows in the callee
/// only, and only in this call: others fail soon. It takes luck, so not every seed has it: five of these six did when this was written, and one
/// where callees are not looked at.
fn what_a_branch_hangs_on() -> Outcome {
    let text = std::fs::read_to_string(support::root().join("bench/sample/strapp2.c"))?;
    let place = Place::with(&[("a.c", &text)])?;
    let mut lucky = 0;
    for seed in ["0", "1", "2", "3", "4", "5"] {
        let options =
            ["--replay", "off", "--prove", "off", "--sample=only", "--max-paths", "400000", "--seed", seed, "a.c"];
        let summary = place.test(seed, 0, &options)?;
        lucky += u32::from(summary["coverage"]["branches"]["covered"].as_u64() >= Some(106));
    }
    ensure(lucky >= 4, || format!("{lucky} of 6"))
}

fn cases_that_share_their_code() -> Outcome {
    let place = Place::with(&[("a.c", LABELS)])?;
    let run = |out: &str, sample: &str| {
        let options = ["--replay", "off", "--seed", "1", "--max-paths", "30000", sample, "a.c"];
        let summary = place.test(out, 0, &options)?;
        // The file ends with the only byte of the only input.
        let tests = place.files(&format!("{out}/tests"), "ktest");
        let bytes: BTreeSet<u8> = tests.iter().filter_map(|file| std::fs::read(file).ok()?.last().copied()).collect();
        Ok::<_, libtest_mimic::Failed>((summary, tests.len(), bytes))
    };
    let (summary, tests, bytes) = run("sampled", "--sample=only")?;
    ensure(b"0123456789+-x".iter().all(|case| bytes.contains(case)), || format!("{bytes:?}"))?;
    ensure(tests <= 15, || format!("{tests} tests, where 14 show all there is: {summary}"))?;
    // The search explores what is the same once.
    let (summary, tests, _) = run("searched", "--sample=off")?;
    ensure(tests == 4 && summary["status"] == "complete", || format!("{summary}"))
}
