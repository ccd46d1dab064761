//! Every program in tests/ui/check: a wrong one gets exactly the report that its mark asks for, of
//! that kind and on that line; a right one gets none.
//!
//! The marks themselves are confirmed by native sanitizer builds (`confirm/*`, tests/ui/confirm.py),
//! so that Secateur is never the only witness.

mod support;

use libtest_mimic::{Failed, Trial};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use support::fixture::{self, Fixture};
use support::run::run;
use support::{Outcome, ensure, root, secateur, test};

/// `sanitizer` is for confirm.py.
const KEYS: &[&str] = &["args", "exit", "sanitizer"];

/// Per kind, wrong and right together.
const FEWEST_PER_KIND: usize = 4;

fn main() -> ExitCode {
    let fixtures = fixture::all(&root().join("tests/ui/check"));
    let mut folders: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for (name, path) in &fixtures {
        let folder = name.split('/').next().unwrap_or_default().to_string();
        folders.entry(folder).or_default().push(path.clone());
    }
    let kinds = folders.keys().cloned().collect();
    let confirm = folders.into_iter().map(|(folder, paths)| test(format!("confirm/{folder}"), move || confirm(&paths)));
    let mut tests: Vec<Trial> = confirm.collect();
    tests.extend(fixtures.into_iter().map(|(name, path)| test(name, move || check(&path))));
    tests.push(test("every_check_has_a_folder", move || every_check_has_a_folder(kinds)));
    support::main(tests)
}

/// Runs one fixture and compares the report with the mark.
fn check(path: &Path) -> Outcome {
    let fixture = Fixture::read(path, KEYS)?;
    let run = run(secateur("exec").args(fixture.words("args")).arg(path), b"")?;
    let stderr = run.err();
    let (expected, status) = match &fixture.marks[..] {
        [] => (None, fixture.key("exit").unwrap_or("0").trim().parse()?),
        [(line, kind)] => (Some((kind.as_str(), *line)), 1),
        _ => return Err("more than one mark, but the program stops at the first error".into()),
    };
    let found = report(&stderr);
    let seen = found.as_ref().map(|report| (report.kind, report.line));
    ensure(seen == expected && run.code() == Some(status), || {
        format!(
            "expected {expected:?} and exit status {status}\nfound {seen:?} and {:?}\nstderr:\n{stderr}",
            run.code()
        )
    })?;
    // Paths are shown relative to the folder that the user is in.
    let here = found.is_none_or(|report| path.ends_with(report.file));
    ensure(here, || format!("the report is about another file\nstderr:\n{stderr}"))
}

struct Report<'a> {
    kind: &'a str,
    file: &'a str,
    line: usize,
}

/// The last report. The program may have written to stderr as well, so a report is what has two
/// lines: `kind: message`, then ` --> file:line:column in function`.
fn report(stderr: &str) -> Option<Report<'_>> {
    let lines: Vec<&str> = stderr.lines().collect();
    lines.windows(2).rev().find_map(|pair| {
        let (kind, _) = pair[0].split_once(": ")?;
        let place = pair[1].strip_prefix(" --> ")?.split(" in ").next()?;
        let mut parts = place.split(':');
        let (file, line) = (parts.next()?, parts.next()?.parse().ok()?);
        let is_kind = !kind.is_empty() && kind.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        is_kind.then_some(Report { kind, file, line })
    })
}

/// The native sanitizers agree with every mark of a folder.
fn confirm(paths: &[PathBuf]) -> Outcome {
    let script = root().join("tests/ui/confirm.py");
    let run = run(Command::new("python3").arg(script).args(paths), b"")?;
    let passed = format!("{} passed, 0 failed", paths.len());
    ensure(run.code() == Some(0) && run.out().contains(&passed), || format!("{}{}", run.out(), run.err()))
}

/// `secateur list` names the checks; each has fixtures, wrong and right ones.
fn every_check_has_a_folder(folders: Vec<String>) -> Outcome {
    let run = run(&mut secateur("list"), b"")?;
    let listed: Vec<String> = names(&run.out())?;
    for kind in &listed {
        ensure(folders.contains(kind), || format!("tests/ui/check/{kind} is missing"))?;
        let all = fixture::all(&root().join("tests/ui/check").join(kind));
        let right = all.iter().filter(|(name, _)| name.starts_with("right-")).count();
        let few = || format!("{kind}: {} wrong and {right} right fixtures are too few", all.len() - right);
        ensure(right > 0 && all.len() - right > 0 && all.len() >= FEWEST_PER_KIND, few)?;
    }
    Ok(())
}

fn names(list: &str) -> Result<Vec<String>, Failed> {
    let section = list.split_once("checks").ok_or("`secateur list` has no checks")?.1;
    let lines = section.lines().skip(1).take_while(|line| line.starts_with("  "));
    Ok(lines.filter_map(|line| line.split_whitespace().next().map(str::to_string)).collect())
}
