//! The programs of `examples/` that stand for everyday code: the branches that are covered, the bug that is planted in some,
//! and suites in C that compile and pass.

mod support;

use std::process::{Command, ExitCode};
use support::run::run;
use support::{Outcome, empty_folder, ensure, root, secateur, test};

struct Example {
    name: &'static str,
    args: &'static [&'static str],
    /// Branches covered, and all that the input can take.
    covered: u64,
    possible: u64,
    /// Kind and words of the line.
    bug: Option<(&'static str, &'static str)>,
    /// The suite in C.
    suite: &'static str,
}

#[rustfmt::skip]
const EXAMPLES: &[Example] = &[
    Example { name: "csv.c", args: &["--sym-stdin", "4"], covered: 39, possible: 39, bug: None, suite: "test_main" },
    Example { name: "date.c", args: &["--function", "date_parse", "--max-length", "11"], covered: 38, possible: 38, bug: None, suite: "test_date_parse" },
    Example { name: "ring_harness.c", args: &[], covered: 17, possible: 17, bug: Some(("out-of-bounds-read", "data[")), suite: "test_main" },
    Example { name: "tokens.c", args: &["--function", "tokenize", "--non-null", "--depth", "28"], covered: 39, possible: 46, bug: Some(("out-of-bounds-write", "text[")), suite: "test_tokenize" },
    Example { name: "order.c", args: &["--function", "order_total"], covered: 58, possible: 58, bug: Some(("out-of-bounds-read", "quantity")), suite: "test_order_total" },
];

fn main() -> ExitCode {
    support::main(EXAMPLES.iter().map(|example| test(example.name, || check(example))).collect())
}

fn check(example: &Example) -> Outcome {
    let folder = empty_folder();
    let out = folder.path().join("out");
    let file = root().join("examples").join(example.name);
    let mut command = secateur("test");
    command.current_dir(root()).args(["--json", "--format", "ktest,c", "-o"]).arg(&out).args(example.args).arg(&file);
    let told = run(&mut command, b"")?;
    let summary: serde_json::Value = serde_json::from_slice(&told.stdout)?;
    let branches = &summary["coverage"]["branches"];
    let number = |name: &str| branches[name].as_u64().unwrap_or(0);
    let possible = number("total") - number("infeasible");
    ensure((number("covered"), possible) == (example.covered, example.possible), || format!("{branches}"))?;
    ensure(summary["divergences"] == 0, || summary.to_string())?;
    let bugs = summary["bugs"].as_array().cloned().unwrap_or_default();
    match example.bug {
        None => ensure(bugs.is_empty(), || format!("{bugs:?}"))?,
        Some((kind, words)) => {
            let [bug] = &bugs[..] else { return Err(format!("one bug is planted: {bugs:?}").into()) };
            let at = bug["file"].as_str().unwrap_or_default();
            let at = std::fs::read_to_string(root().join(at))?;
            let line = at.lines().nth(bug["line"].as_u64().unwrap_or(1) as usize - 1).unwrap_or_default();
            let is_it = bug["kind"] == kind && bug["confirmed"] == true && line.contains(words);
            ensure(is_it, || format!("{bug} at `{line}`"))?;
        }
    }
    let mut make = Command::new("make");
    make.arg("-C").arg(out.join("tests")).env_remove("MAKEFLAGS").env_remove("MAKELEVEL");
    let made = run(&mut make, b"")?;
    ensure(made.code() == Some(0), || format!("{}: {}{}", example.suite, made.out(), made.err()))?;
    ensure(out.join("tests").join(format!("{}.c", example.suite)).is_file(), || "no suite".into())
}
