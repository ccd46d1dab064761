//! The matrix: every small program is explored with every strategy and every sound pruning, alone and together, and each
//! has to cover the same branches and find the same bugs as plain depth-first search, with no more paths.
//!
//! The ways to explore are in support/matrix/rows.rs, what is compared in support/matrix/compare.rs. A program that plain
//! search does not explore completely is not in the matrix. Those are listed here by name, so that none leaves it in silence, and
//! none stays out that could be in it. With `SECATEUR_NIGHTLY` there are more seeds, and all rows for all programs.

mod support;

#[path = "support/matrix/mod.rs"]
mod matrix;

use matrix::compare;
use matrix::native;
use matrix::proofs;
use matrix::rows::{self, Promise, Row, Way};
use matrix::sliced;
use matrix::subject::{self, Subject};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use support::fixture::{self, Fixture};
use support::{Outcome, ensure, root, run, secateur, suite, test};

/// Paths of plain search up to which a program is small.
const SMALL: u64 = 3_000;

/// Programs that plain search does not explore completely within that.
const OUT: &[(&str, &str)] = &[
    ("bench/byte_branches", "16,384 paths"),
    ("bench/event_loop", "52,040 paths"),
    ("bench/expression", "more than 10,000 paths"),
    ("bench/regex", "3,524 paths"),
    ("bench/subset_sums", "4,096 paths"),
    ("bench/yardstick", "one path that runs for long"),
    ("env/read-back", "what it writes is tried with one value"),
    ("osmose/check_pressure", "more than 3,000 paths"),
    ("osmose/hysteresis", "more than 3,000 paths"),
    ("osmose/merge", "more than 3,000 paths"),
];

/// Programs with conditions that take the solver long, or with many paths: one row in [`THIN`] is enough for every day.
const SLOW: &[&str] = &[
    "bench/bubble_sort",
    "bench/strtol",
    "float/classes",
    "float/one-value",
    "matrix/hard-conditions",
    "osmose/square",
    "osmose/triangle",
    "search/wide-multiplication",
];
const THIN: usize = 9;

/// As many programs are in the matrix, at least.
const LEAST: usize = 407;

/// Bounds on decisions that every strategy has to keep.
const DEPTHS: &[u32] = &[1, 3, 6];

/// Folders of programs, and how their names begin. Those that are about limits and about unit mode have suites of their own.
const FOLDERS: &[(&str, &str)] = &[
    ("tests/ui/matrix", "matrix"),
    ("tests/ui/paths", "paths"),
    ("tests/ui/symbolic/bug", "bug"),
    ("tests/ui/symbolic/env", "env"),
    ("tests/ui/symbolic/float", "float"),
    ("tests/ui/symbolic/klee", "klee"),
    ("tests/ui/symbolic/memory", "memory"),
    ("tests/ui/symbolic/search", "search"),
    ("tests/ui/symbolic/string", "string"),
    ("bench/paths", "bench"),
    ("bench/search/osmose", "osmose"),
];

/// What the fixtures may say beside `args` is for other suites.
const KEYS: &[&str] =
    &["args", "space", "status", "paths", "at-least", "losses", "unsupported", "cut", "tests", "covered"];

fn main() -> ExitCode {
    // The front end starts this program again to read bitcode.
    if let Some(code) = secateur_front::worker::main(&std::env::args_os().collect::<Vec<_>>()) {
        return code;
    }
    secateur_explore::panics::keep_quiet();
    let programs = programs();
    let names: Vec<String> = programs.iter().map(|(name, _)| name.clone()).collect();
    let mut tests = vec![
        test("self/programs", move || all_are_there(&names)),
        test("self/list", all_are_listed),
        test("depth/independent", exactly_so_many_sides_are_forced),
        test("jobs/byte_branches", two_workers),
        test("native/lines", lines_are_covered_natively),
        test("native/rwset", tests_of_known_states_are_real),
    ];
    tests.extend(programs.into_iter().map(|(name, path)| test(name.clone(), move || check(&name, &path))));
    support::main(tests)
}

fn programs() -> Vec<(String, PathBuf)> {
    let of = |(folder, prefix): &(&str, &str)| {
        let all = fixture::all(&root().join(folder));
        all.into_iter().map(|(name, path)| (format!("{prefix}/{name}"), path)).collect::<Vec<_>>()
    };
    FOLDERS.iter().flat_map(of).collect()
}

fn is_out(name: &str) -> bool {
    OUT.iter().any(|(out, _)| *out == name)
}

fn is_nightly() -> bool {
    std::env::var("SECATEUR_NIGHTLY").is_ok()
}

fn all_are_there(names: &[String]) -> Outcome {
    let listed = OUT.iter().map(|out| &out.0).chain(SLOW);
    let gone: Vec<&&str> = listed.filter(|name| !names.iter().any(|n| n == **name)).collect();
    ensure(gone.is_empty(), || format!("listed here, but not there: {gone:?}"))?;
    let inside = names.iter().filter(|name| !is_out(name)).count();
    ensure(inside >= LEAST, || format!("{inside} programs are in the matrix, but there were {LEAST}"))
}

/// Users learn of every technique, and of where it comes from.
fn all_are_listed() -> Outcome {
    let list = run::run(&mut secateur("list"), b"")?.out();
    let strategies = secateur_explore::strategies::ALL.iter().map(|info| (info.name, info.summary, info.paper));
    let prunings = secateur_explore::prunings::ALL.iter().map(|info| (info.name, info.summary, info.paper));
    for (name, summary, paper) in strategies.chain(prunings) {
        let line = format!("  {name:<22} {summary}\n  {:<22} from {paper}\n", "");
        ensure(list.contains(&line), || format!("`secateur list` does not tell of {name}:\n{list}"))?;
    }
    Ok(())
}

fn load(path: &Path) -> Result<Subject, libtest_mimic::Failed> {
    let fixture = Fixture::read(path, KEYS)?;
    Subject::load(path, &fixture.words("args"))
}

fn check(name: &str, path: &Path) -> Outcome {
    let subject = load(path)?;
    let reference = subject.explore(&Way { max_paths: SMALL, ..Way::plain(&subject) })?;
    let report = &reference.report;
    proofs::hold(&subject, reference.bugs.iter())?;
    if is_out(name) {
        return ensure(!report.is_complete(), || "plain search explores it completely: take it off the list".into());
    }
    ensure(report.is_complete(), || {
        let (counts, losses, limits) = (&report.counts, &report.losses, &report.limits);
        format!("plain search does not explore it completely: {counts:?}, losses {losses:?}, limits {limits:?}")
    })?;
    if name.starts_with("matrix/") {
        let fixture = Fixture::read(path, KEYS)?;
        marks_are_found(&fixture, &reference)?;
        native::confirm(name, &fixture)?;
    }
    let differences = sliced::differences(&subject, &reference, subject::STEPS)?;
    ensure(differences.is_empty(), || format!("{differences:?}"))?;
    let mut rows = rows::all(&subject, if is_nightly() { 5 } else { 2 });
    for depth in DEPTHS {
        let bounded = subject.explore(&Way { depth: *depth, ..Way::plain(&subject) })?;
        rows.extend(rows::bounded(&subject, *depth, bounded.forced()));
    }
    if SLOW.contains(&name) && !is_nightly() {
        rows = rows.into_iter().step_by(THIN).collect();
    }
    compare_all(&subject, &reference, rows)
}

/// Plain search finds what the file says.
fn marks_are_found(fixture: &Fixture, reference: &subject::Seen) -> Outcome {
    let mut marks = fixture.marks.clone();
    let mut found: Vec<_> = reference.bugs.iter().map(|bug| (bug.2 as usize, bug.0.to_string())).collect();
    marks.sort();
    found.sort();
    ensure(marks == found, || format!("marked are {marks:?}, but plain search finds {found:?}"))
}

fn compare_all(subject: &Subject, reference: &subject::Seen, rows: Vec<Row>) -> Outcome {
    let (count, mut problems) = (rows.len(), Vec::new());
    for Row { name, way, promise } in rows {
        let seen = subject.explore(&rows::within(way, reference))?;
        let found = compare::differences(subject, reference, &seen, promise);
        problems.extend(found.into_iter().map(|what| format!("{name}: {what}")));
    }
    ensure(problems.is_empty(), || {
        format!("{} differences from plain search in {count} rows:\n{}", problems.len(), problems.join("\n"))
    })
}

/// Burnim and Sen, section 2.4: unless paths are shorter, a bound of d forces exactly 2^d - 1 branches.
fn exactly_so_many_sides_are_forced() -> Outcome {
    let subject = load(&root().join("tests/ui/matrix/independent.c"))?;
    for info in rows::ending() {
        for depth in 0..=8 {
            let seen = subject.explore(&Way { depth, ..Way::with(&subject, vec![info], &[]) })?;
            let (paths, forced) = (seen.paths(), seen.forced());
            ensure(paths == 1 << depth && forced == (1 << depth) - 1, || {
                format!("{} with a bound of {depth}: {paths} paths, {forced} sides forced", info.name)
            })?;
            ensure(seen.report.is_complete() == (depth == 8), || format!("{}, {depth}: complete?", info.name))?;
        }
    }
    Ok(())
}

/// A run that is long enough to be shared.
fn two_workers() -> Outcome {
    let subject = load(&root().join("bench/paths/byte_branches.c"))?;
    let reference = subject.explore(&Way::plain(&subject))?;
    let plain = Way { jobs: 2, ..Way::plain(&subject) };
    let seen = subject.explore(&plain)?;
    ensure(seen.parts > 1, || "the run was not shared".into())?;
    let problems = compare::differences(&subject, &reference, &seen, Promise::Paths);
    ensure(problems.is_empty(), || problems.join("\n"))?;
    let rows = rows::all(&subject, 1).into_iter().filter(|row| row.name.contains("sound"));
    compare_all(&subject, &reference, rows.map(|row| Row { way: Way { jobs: 2, ..row.way }, ..row }).collect())
}

/// Lines of the native build that all tests cover together are the same where look-ahead looks for lines only.
fn lines_are_covered_natively() -> Outcome {
    for name in ["mutual-recursion", "goto-into-loop"] {
        let (path, folder) = (root().join(format!("tests/ui/matrix/{name}.c")), support::empty_folder());
        let lines = |out: &str, more: &[&str]| {
            let args: Vec<String> = ["--emit", "all"].iter().chain(more).map(|a| a.to_string()).collect();
            let suite = suite::test(&folder.path().join(out), &args, &path)?;
            Ok::<_, libtest_mimic::Failed>((suite.number("/coverage/lines/covered")?, suite.number("/tests")?))
        };
        let (all, most) = lines("plain", &["--search", "dfs", "--prune", "none"])?;
        let (covered, tests) = lines("lines", &["--search", "dfs", "--prune", "look-ahead", "--goal", "lines"])?;
        ensure(covered == all && tests < most, || {
            format!("{name}: {covered} lines by {tests} tests, but {all} by {most} without look-ahead")
        })?;
    }
    Ok(())
}

/// A path that ends at a known state becomes a test, whose input runs on natively: what is covered and what fails is the same.
fn tests_of_known_states_are_real() -> Outcome {
    for name in ["rwset-assume-part", "rwset-file-input-again"] {
        let (path, folder) = (root().join(format!("tests/ui/matrix/{name}.c")), support::empty_folder());
        let given = Fixture::read(&path, KEYS)?.words("args");
        let run = |out: &str, prune: &str| {
            let args = ["--search", "dfs", "--prune", prune].map(str::to_string).into_iter().chain(given.clone());
            let suite = suite::test(&folder.path().join(out), &args.collect::<Vec<_>>(), &path)?;
            ensure(suite.number("/divergences")? == 0, || format!("{name}, {prune}: divergences"))?;
            let paths = suite.number("/paths/completed")? + suite.number("/paths/bug")?;
            Ok::<_, libtest_mimic::Failed>((suite.number("/coverage/branches/covered")?, suite.bugs()?, paths))
        };
        let ((covered, bugs, all), (by_fewer, found, fewer)) = (run("plain", "none")?, run("known", "rwset")?);
        ensure(covered == by_fewer && bugs == found && fewer < all, || {
            format!("{name}: {by_fewer} branches and {found:?} by {fewer} paths, but {covered} and {bugs:?} by {all}")
        })?;
    }
    Ok(())
}
