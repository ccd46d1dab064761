//! The parts that all test files share: the table of cases, and the text of the runner.

use super::build::Build;
use super::text;
use crate::Expected;
use std::collections::BTreeSet;

/// What every file begins with, and what it may need.
pub const HEAD: &str = include_str!("head.c");
pub const OBJECTS: &str = include_str!("objects.c");
const CHECKS: &str = include_str!("checks.c");
const RUNNER: &[&str] = &[include_str!("child.c"), include_str!("junit.c"), include_str!("runner.c")];

/// One case of the table.
pub struct Case {
    pub number: u32,
    pub title: String,
    /// Its functions.
    pub text: String,
    /// The one that runs it.
    pub run: Option<String>,
    pub end: End,
}

/// How a case is to end, in the words of the table.
pub struct End {
    kind: &'static str,
    status: String,
    why: Option<String>,
}

impl Case {
    /// One that the file cannot have.
    pub fn impossible(number: u32, what: &str, why: String) -> Case {
        let why = Some(format!("it cannot be written in C: {why}"));
        let end = End { kind: "SKIPPED", status: "0".into(), why };
        Case { number, title: what.into(), text: String::new(), run: None, end }
    }
}

/// `returns`: it is known that the function returned.
pub fn end(expected: &Expected, returns: bool) -> End {
    let plain = |kind, status: i32| End { kind, status: status.to_string(), why: None };
    match expected {
        Expected::Exit(0) if returns => plain("RETURNS", 0),
        Expected::Exit(status) => plain("EXITS", status & 0xff),
        Expected::Killed(signal) => plain("KILLED", *signal),
        Expected::Bug { kind, file, line } => {
            End { kind: "BUG", status: witness(kind).into(), why: Some(format!("{kind} at {file}:{line}")) }
        }
        Expected::Cut => {
            let why = "its end is not known, because the exploration of its path was cut short";
            End { kind: "SKIPPED", status: "0".into(), why: Some(why.into()) }
        }
    }
}

/// In which builds a kind of bug is sure to show, in the words of the table.
fn witness(kind: &str) -> &'static str {
    match kind {
        "out-of-bounds-read" | "out-of-bounds-write" | "use-after-free" | "double-free" | "invalid-free" => {
            "SECATEUR_ADDRESS"
        }
        "shift-out-of-range" | "signed-overflow" | "unreachable" => "SECATEUR_UNDEFINED",
        "uninitialised-read" | "memory-leak" => "SECATEUR_NO_BUILD",
        _ => "SECATEUR_ANY_BUILD",
    }
}

/// A line between the parts of a file.
pub fn section(title: &str) -> String {
    format!("\n/* --- {title} {} */\n\n", "-".repeat(70usize.saturating_sub(title.len())))
}

/// The functions of these kinds of checks, with what they need.
pub fn checks(used: &BTreeSet<&'static str>) -> String {
    let mut out = String::new();
    for part in CHECKS.split("/* --- ").skip(1) {
        let (name, text) = part.split_once(" --- */\n").unwrap_or((part, ""));
        if name == "failed" || used.contains(name) {
            out.push_str(if out.is_empty() { "" } else { "\n" });
            out.push_str(text);
        }
    }
    out
}

/// The functions of the cases, their table, the runner and `main`.
pub fn finish(out: &mut String, cases: &[Case], build: &Build, whole: bool) {
    out.push_str(&section("cases"));
    for case in cases.iter().filter(|case| !case.text.is_empty()) {
        out.push_str(&case.text);
        out.push('\n');
    }
    out.push_str("static const struct secateur_case secateur_cases[] = {\n");
    for Case { number, title, run, end, .. } in cases {
        let (title, run) = (text::literal(title.as_bytes()), run.as_deref().unwrap_or("NULL"));
        let why = end.why.as_ref().map_or("NULL".into(), |why| text::literal(why.as_bytes()));
        out.push_str(&format!("    {{ {number}, {title}, {run}, SECATEUR_{}, {}, {why} }},\n", end.kind, end.status));
    }
    if cases.is_empty() {
        out.push_str("    { 0, \"\", NULL, SECATEUR_SKIPPED, 0, NULL }\n");
    }
    out.push_str("};\n");
    out.push_str(&section("the runner"));
    let (before, after) = if whole { (FOLDER_BEFORE, FOLDER_AFTER) } else { (ALONE_BEFORE, "") };
    out.push_str("/* What stands around the command that runs one case. */\n");
    out.push_str(&format!("#define SECATEUR_BEFORE {}\n", text::literal(before.as_bytes())));
    out.push_str(&format!("#define SECATEUR_AFTER {}\n", text::literal(after.as_bytes())));
    out.push_str(&format!("#define SECATEUR_OTHER_FOLDER {}\n\n", u8::from(whole)));
    out.push_str(&RUNNER.join("\n"));
    out.push_str("\nint main(int argc, char **argv)\n{\n");
    let name = text::literal(build.name.as_bytes());
    out.push_str(&format!("    return secateur_main(argc, argv, {name}, secateur_cases, {});\n}}\n", cases.len()));
}

/// The process takes the place of the shell, so that signals are seen.
const ALONE_BEFORE: &str = "exec ";
/// A program runs in an empty folder, and what it prints goes nowhere.
const FOLDER_BEFORE: &str = "{ folder=$(mktemp -d) && cd \"$folder\" && { ";
const FOLDER_AFTER: &str = " >/dev/null; status=$?; cd /; rm -rf \"$folder\"; exit $status; }; }";
