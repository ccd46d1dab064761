//! Every program in tests/ui/symbolic: `secateur test` finds exactly the marked bugs, and as many paths, losses and
//! tests as the file says. Each is run twice, the second time with every answer of the solver checked
//! (`--validate-solver`), and must say the same.

mod support;

use libtest_mimic::Failed;
use std::path::Path;
use std::process::ExitCode;
use support::fixture::{self, Fixture};
use support::suite::{self, Bug, Suite};
use support::{Outcome, empty_folder, ensure, root, test};

/// The numbers of the summary that a fixture may promise, by key.
const NUMBERS: &[(&str, &str)] = &[
    ("paths", "/paths/completed"),
    ("losses", "/losses"),
    ("unsupported", "/paths/unsupported"),
    ("cut", "/paths/limit"),
    ("tests", "/tests"),
    ("covered", "/coverage/branches/covered"),
];

const KEYS: &[&str] = &["args", "status", "paths", "at-least", "losses", "unsupported", "cut", "tests", "covered"];

/// In front of the fixture's own options, which win.
const ALWAYS: &[&str] = &["--emit", "all", "--time", "60s"];

fn main() -> ExitCode {
    let fixtures = fixture::all(&root().join("tests/ui/symbolic"));
    let both = fixtures.into_iter().flat_map(|(name, path)| {
        let (plain, checked) = (path.clone(), path);
        [
            test(name.clone(), move || check(&plain, &[])),
            test(format!("{name}/validated"), move || check(&checked, &["--validate-solver", "--replay", "off"])),
        ]
    });
    support::main(both.collect())
}

fn check(path: &Path, more: &[&str]) -> Outcome {
    let fixture = Fixture::read(path, KEYS)?;
    let folder = empty_folder();
    let mut args: Vec<String> = ALWAYS.iter().chain(more).map(|a| a.to_string()).collect();
    args.extend(fixture.words("args"));
    let suite = suite::test(&folder.path().join("out"), &args, path)?;
    let mut problems = bugs(&fixture, &suite)?;
    problems.extend(promises(&fixture, &suite)?);
    let divergences = suite.number("/divergences")?;
    if divergences > 0 {
        problems.push(format!("{divergences} tests behave natively otherwise than was predicted"));
    }
    ensure(problems.is_empty(), || {
        format!("{}\nsummary: {}\nstderr:\n{}", problems.join("\n"), suite.summary, suite.run.err())
    })
}

/// Every mark matches exactly one finding, and every finding a mark.
fn bugs(fixture: &Fixture, suite: &Suite) -> Result<Vec<String>, Failed> {
    let mut marked: Vec<Bug> =
        fixture.marks.iter().map(|(line, kind)| Bug { line: *line, kind: kind.clone() }).collect();
    marked.sort();
    let mut found = suite.bugs()?;
    let mut problems = Vec::new();
    for mark in marked {
        match found.iter().position(|bug| *bug == mark) {
            Some(index) => drop(found.remove(index)),
            None => problems.push(format!("line {}: {} was not found", mark.line, mark.kind)),
        }
    }
    problems.extend(found.iter().map(|bug| format!("line {}: {} was found without a mark", bug.line, bug.kind)));
    Ok(problems)
}

/// The status is `complete` and nothing is lost, cut or unsupported, unless the fixture says otherwise. What a limit
/// cuts off is a loss, and how often it does depends on the search.
fn promises(fixture: &Fixture, suite: &Suite) -> Result<Vec<String>, Failed> {
    let mut problems = Vec::new();
    let status = fixture.key("status").unwrap_or("complete").trim();
    if suite.status() != status {
        problems.push(format!("the status is `{}`, not `{status}`", suite.status()));
    }
    for (key, pointer) in NUMBERS {
        let (number, promised) = (suite.number(pointer)?, fixture.key(key));
        let free =
            matches!(*key, "paths" | "tests" | "covered") || (matches!(*key, "cut" | "losses") && status == "limit");
        let right = match promised {
            Some(text) => number == value(key, text)?,
            None => free || number == 0,
        };
        if !right {
            problems.push(format!("{key}: {number}, but {} was expected", promised.unwrap_or("0")));
        }
    }
    // Where the number of paths depends on how libc is written, a bound is all that can be promised.
    if let Some(text) = fixture.key("at-least") {
        let (number, least) = (suite.number("/paths/completed")?, value("at-least", text)?);
        if number < least {
            problems.push(format!("paths: {number}, but at least {least} were expected"));
        }
    }
    Ok(problems)
}

fn value(key: &str, text: &str) -> Result<u64, Failed> {
    text.trim().parse().map_err(|_| format!("`//@ {key}: {text}` is not a number").into())
}
