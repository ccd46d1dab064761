//! `junit.xml`: the native replay of the suite, as CI servers show test results.
//!
//! A test passes when the native builds did what was recorded and that is no error. A *failure* is what somebody
//! should look at: a test that shows a bug which the native build confirms (type: the bug's kind), and a divergence,
//! where native builds do something else than recorded (type `divergence`). What native replay cannot judge is
//! *skipped*, with the reason: tests that were not replayed, ends that were not seen, bugs that stay unconfirmed. A test
//! that should be replayed and cannot be read is an *error*. So a program without known bugs is green, and one with
//! a bug is red until the bug is gone.

use super::{Bug, Info, Run, Test};
use crate::Suite;
use crate::xml::{escape, text};
use std::fmt::Write;

pub static INFO: Info = Info {
    name: "junit",
    summary: "junit.xml: the native replay of every test, for CI servers",
    write: |run| vec![crate::formats::File { name: "junit.xml".into(), bytes: document(run).into_bytes() }],
};

/// The verdict of a test that should have been replayed, and whose file is damaged or gone.
pub const UNREADABLE: &str = "unreadable";

/// What one test is shown as.
struct Entry<'a> {
    test: &'a Test,
    result: Outcome,
}

enum Outcome {
    Passed,
    Failure { kind: String, message: String, details: String },
    Skipped(String),
    Error(String),
}

/// The whole document. Also what `secateur replay --junit` writes.
pub fn document(run: &Run) -> String {
    let entries: Vec<Entry> = run.tests.iter().map(|test| Entry { test, result: outcome(run, test) }).collect();
    let failures = entries.iter().filter(|e| matches!(e.result, Outcome::Failure { .. })).count();
    let skipped = entries.iter().filter(|e| matches!(e.result, Outcome::Skipped(_))).count();
    let errors = entries.iter().filter(|e| matches!(e.result, Outcome::Error(_))).count();
    let time: f64 = entries.iter().map(|e| e.test.replay_s).sum();
    let class = class(run);
    let counts = format!("tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\"", entries.len());
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(out, "<testsuites name=\"secateur\" {counts} time=\"{time:.3}\">");
    let _ = writeln!(
        out,
        "  <testsuite name=\"{}\" {counts} skipped=\"{skipped}\" time=\"{time:.3}\" timestamp=\"{}\">",
        escape(&class),
        escape(run.started.split(['.', 'Z']).next().unwrap_or_default()),
    );
    properties(&mut out, run);
    for entry in &entries {
        case(&mut out, &class, entry);
    }
    out + "  </testsuite>\n</testsuites>\n"
}

/// The program, and the function where it is one of several.
fn class(run: &Run) -> String {
    let program = run.program.join(" ");
    if run.function.is_empty() || run.function == "main" { program } else { format!("{program}.{}", run.function) }
}

fn properties(out: &mut String, run: &Run) {
    let all = [
        ("secateur.version", run.version.clone()),
        ("secateur.command", run.command.join(" ")),
        ("secateur.directory", run.directory.clone()),
        ("secateur.seed", run.seed.to_string()),
        ("secateur.status", run.status.clone()),
    ];
    let _ = writeln!(out, "    <properties>");
    for (name, value) in all {
        let _ = writeln!(out, "      <property name=\"{name}\" value=\"{}\"/>", escape(&value));
    }
    let _ = writeln!(out, "    </properties>");
}

fn case(out: &mut String, class: &str, entry: &Entry) {
    let (name, class) = (escape(&name(entry.test)), escape(class));
    let _ = writeln!(out, "    <testcase classname=\"{class}\" name=\"{name}\" time=\"{:.3}\">", entry.test.replay_s);
    match &entry.result {
        Outcome::Passed => {}
        Outcome::Failure { kind, message, details } => {
            let (kind, message) = (escape(kind), escape(message));
            let _ = writeln!(
                out,
                "      <failure type=\"{kind}\" message=\"{message}\">{}</failure>",
                text(details.trim_end())
            );
        }
        Outcome::Skipped(why) => {
            let _ = writeln!(out, "      <skipped message=\"{}\"/>", escape(why));
        }
        Outcome::Error(why) => {
            let _ = writeln!(out, "      <error type=\"{UNREADABLE}\" message=\"{}\"/>", escape(why));
        }
    }
    let mut shown: Vec<String> = entry.test.input.iter().map(|i| format!("{} = {}", i.name, i.value)).collect();
    shown.push(format!("recorded end: {}", entry.test.end));
    let _ = writeln!(out, "      <system-out>{}</system-out>\n    </testcase>", text(&shown.join("\n")));
}

/// As its file is called: `test000001`; the whole path of one that is elsewhere.
fn name(test: &Test) -> String {
    match test.files.first().map(|file| (file, file.strip_prefix("tests/"))) {
        Some((_, Some(own))) => own.split('.').next().unwrap_or(own).into(),
        Some((file, None)) => file.clone(),
        None => Suite::stem(test.number),
    }
}

fn outcome(run: &Run, test: &Test) -> Outcome {
    let bug = run.bugs.iter().find(|b| b.test == test.number);
    let why = |otherwise: &str| if test.why.is_empty() { otherwise.to_string() } else { test.why.clone() };
    match (test.verdict.as_str(), bug) {
        ("confirmed", Some(bug)) => failure(bug),
        // The same bug as that of an earlier test.
        ("confirmed", None) if is_bug(&test.end) => Outcome::Failure {
            kind: test.end.split(' ').next().unwrap_or_default().into(),
            message: format!("{}, which an earlier test shows too", test.end),
            details: String::new(),
        },
        ("confirmed", None) => Outcome::Passed,
        ("divergence", _) => Outcome::Failure {
            kind: "divergence".into(),
            message: why("the native build does something else than recorded"),
            details: bug.map(told).unwrap_or_default(),
        },
        ("unconfirmed", Some(bug)) => {
            Outcome::Skipped(format!("{} that is not confirmed natively: {}", bug.kind, why("no reason is known")))
        }
        ("unconfirmed", None) => {
            Outcome::Skipped(format!("its end could not be compared: {}", why("no reason is known")))
        }
        (UNREADABLE, _) => Outcome::Error(why("it cannot be read")),
        _ => Outcome::Skipped(why("not replayed natively")),
    }
}

/// Ends are `exit N`, `signal N`, `cut`, or a bug's kind and place.
fn is_bug(end: &str) -> bool {
    !["exit ", "signal ", "cut"].iter().any(|other| end.starts_with(other))
}

fn failure(bug: &Bug) -> Outcome {
    // A signal has no place.
    let message = match bug.line {
        0 => bug.message.clone(),
        line => format!("{}:{line}: {}", bug.file, bug.message),
    };
    Outcome::Failure { kind: bug.kind.clone(), message, details: told(bug) }
}

/// The bug, its stack, and what the sanitizers said.
fn told(bug: &Bug) -> String {
    let mut out = format!("{}: {}\n", bug.kind, bug.message);
    for (i, frame) in bug.stack.iter().enumerate().take(20) {
        let _ = writeln!(out, "  #{i} {} at {}:{}", frame.function, frame.file, frame.line);
    }
    // AddressSanitizer's dump of its own memory tells nobody anything, and is longer than all the rest.
    let native = bug.native.split("Shadow bytes around").next().unwrap_or_default();
    if !native.is_empty() {
        let _ = write!(out, "\n{native}");
    }
    out
}
