//! `secateur test --partition`: what the user's own partition leads to, and what is told about it.

mod support;

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

fn main() -> ExitCode {
    support::main(vec![
        test("a_file_called_auto", a_file_called_auto),
        test("names_that_no_input_has", names_that_no_input_has),
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
    ensure(quiet.code() == Some(0) && quiet.err().is_empty(), || quiet.err())
}
