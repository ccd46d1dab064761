//! Complete exploration against exhaustive execution: for every program of tests/ui/paths, the tests of
//! `secateur test --emit all` do natively exactly what all inputs together do: the same paths, the same
//! steps from block to block, the same bugs.
//!
//! What all inputs do is found out without Secateur (support/truth.rs). A path is the sequence of blocks
//! of the program's own code, so a libc that branches differently does not matter: Secateur may need more
//! tests than there are native paths, never fewer.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::ExitCode;
use support::fixture::{self, Fixture};
use support::space::{self, Space};
use support::suite::{self, Suite};
use support::truth::{Driver, Truth};
use support::{Outcome, empty_folder, ensure, ktest, root, test};

/// `args` are options for `secateur test`, `space` says which inputs there are.
const KEYS: &[&str] = &["space", "args"];

const ALWAYS: &[&str] = &["--emit", "all", "--replay", "on", "--search", "dfs", "--prune", "none", "--time", "100s"];

/// As many differences of a kind are shown.
const SHOWN: usize = 5;

fn main() -> ExitCode {
    let programs = fixture::all(&root().join("tests/ui/paths"));
    let mut tests = vec![test("self/space", space::self_check), test("self/ktest", ktest::self_check)];
    tests.extend(programs.into_iter().map(|(name, path)| test(name, move || check(&path))));
    support::main(tests)
}

fn check(path: &Path) -> Outcome {
    let fixture = Fixture::read(path, KEYS)?;
    let space = Space::parse(fixture.key("space").ok_or("`//@ space:` is missing")?)?;
    let folder = empty_folder();
    let driver = Driver::build(path, &space, folder.path())?;
    let all = driver.run(&space.inputs())?;
    ensure(!all.paths.is_empty(), || "no input ends normally: the program or its space is wrong".into())?;

    let mut args: Vec<String> = ALWAYS.iter().map(|a| a.to_string()).collect();
    args.extend(fixture.words("args"));
    let suite = suite::test(&folder.path().join("out"), &args, path)?;
    let inputs = inputs_of(&suite, space.size())?;
    let tests = driver.run(&inputs)?;
    let mut problems = of_the_run(&suite, &all)?;
    problems.extend(differences(&all, &tests, &space));
    problems.extend(bugs(&suite, &all)?);
    ensure(problems.is_empty(), || format!("{}\nsummary: {}", problems.join("\n"), suite.summary))
}

/// The tests' inputs, one after the other. A path may ask for less than the space has.
fn inputs_of(suite: &Suite, size: usize) -> Result<Vec<u8>, libtest_mimic::Failed> {
    let mut inputs = Vec::new();
    for file in suite.tests()? {
        let mut bytes = ktest::input(&file)?;
        ensure(bytes.len() <= size, || {
            format!("{}: {} input bytes, but the program has {size}", file.display(), bytes.len())
        })?;
        bytes.resize(size, 0);
        inputs.extend(bytes);
    }
    Ok(inputs)
}

/// What the summary says of itself.
fn of_the_run(suite: &Suite, all: &Truth) -> Result<Vec<String>, libtest_mimic::Failed> {
    let mut problems = Vec::new();
    if suite.status() != "complete" {
        problems.push(format!("the status is `{}`, not `complete`", suite.status()));
    }
    for pointer in ["/divergences", "/losses", "/paths/unsupported", "/paths/limit", "/paths/pending"] {
        let number = suite.number(pointer)?;
        if number != 0 {
            problems.push(format!("{number} in {pointer}, not 0"));
        }
    }
    let (completed, least) = (suite.number("/paths/completed")?, all.paths.len() as u64);
    if completed < least {
        problems.push(format!("{completed} paths completed, but there are {least} native ones"));
    }
    let (counted, files) = (suite.number("/tests")?, suite.tests()?.len() as u64);
    if counted != files {
        problems.push(format!("the summary counts {counted} tests, the folder has {files}"));
    }
    Ok(problems)
}

/// Paths and steps that only one side has.
fn differences(all: &Truth, tests: &Truth, space: &Space) -> Vec<String> {
    let inputs = space.inputs();
    let input = |index: usize| format!("input {:?}", &inputs[index * space.size()..(index + 1) * space.size()]);
    let mut problems = Vec::new();
    for (what, ours, theirs) in [
        ("a path that ends normally", &tests.paths, &all.paths),
        ("a path that ends in a bug", &tests.bug_paths, &all.bug_paths),
    ] {
        let missing: Vec<String> = only_in(theirs, ours).map(|index| input(*index)).collect();
        show(&mut problems, &format!("{what} has no test"), &missing);
        let foreign: Vec<String> = only_in(ours, theirs).map(|index| format!("test {}", index + 1)).collect();
        show(&mut problems, &format!("{what} belongs to no input of the space"), &foreign);
    }
    let excluded = tests.ends.iter().enumerate().filter(|(_, end)| **end == support::truth::End::Excluded);
    let excluded: Vec<String> = excluded.map(|(index, _)| format!("test {}", index + 1)).collect();
    show(&mut problems, "an assumption does not hold", &excluded);
    let lost: Vec<String> = all.steps.difference(&tests.steps).cloned().collect();
    show(&mut problems, "a step between blocks (line:column) that no test takes", &lost);
    let gained: BTreeSet<&String> = tests.steps.difference(&all.steps).collect();
    show(&mut problems, "a step that no input takes", &gained.into_iter().cloned().collect::<Vec<_>>());
    problems
}

fn only_in<'a>(
    one: &'a BTreeMap<String, usize>,
    other: &'a BTreeMap<String, usize>,
) -> impl Iterator<Item = &'a usize> {
    one.iter().filter(|(path, _)| !other.contains_key(*path)).map(|(_, index)| index)
}

/// Kinds and lines are those that the sanitizers saw, each once.
fn bugs(suite: &Suite, all: &Truth) -> Result<Vec<String>, libtest_mimic::Failed> {
    let found = suite.bugs()?;
    let real: Vec<_> = all.bugs.keys().cloned().collect();
    let mut problems = Vec::new();
    let missed: Vec<String> = real.iter().filter(|bug| !found.contains(bug)).map(|bug| format!("{bug:?}")).collect();
    show(&mut problems, "a bug that was not found", &missed);
    let false_ones: Vec<String> =
        found.iter().filter(|bug| !real.contains(bug)).map(|bug| format!("{bug:?}")).collect();
    show(&mut problems, "a bug that no input has", &false_ones);
    if found.len() > real.len() && false_ones.is_empty() {
        problems.push(format!("a bug was reported more than once: {found:?}"));
    }
    Ok(problems)
}

fn show(problems: &mut Vec<String>, what: &str, items: &[String]) {
    if !items.is_empty() {
        let some = items.iter().take(SHOWN).cloned().collect::<Vec<_>>().join("; ");
        problems.push(format!("{} x {what}: {some}", items.len()));
    }
}
