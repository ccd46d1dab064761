//! Pages of documentation as tests: the files they show, the commands they show, and what those print.
//!
//! In a page, `<!-- file: NAME -->` before a code block makes it a file (`<!-- append: NAME -->` adds to one,
//! `<!-- same as: PATH -->` says that the block is a file of the repository, which is copied), and each
//! block marked `console` is a session in the folder of those files: a line that begins with `$ ` is a command, the
//! lines below it what it prints, stdout and stderr together. In what is expected, `…` stands for any text within a
//! line, and a line of its own for any lines; numbers before ` s`, `ms`, `MiB` or `/s`, and addresses, may differ. A
//! block after `<!-- not run: REASON -->` is not run, and has to be among those that the suite allows.

use super::{Outcome, SECATEUR, empty_folder, ensure, root};
use libtest_mimic::Failed;
use std::path::Path;
use std::process::Command;

/// Something in a page that a test does something with.
pub enum Part {
    File { name: String, text: String, append: bool },
    Copy { path: String, text: String },
    Session { line: usize, text: String },
    NotRun { reason: String, text: String },
}

pub fn parts(page: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut mark: Option<(String, String)> = None;
    let mut lines = page.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let trimmed = line.trim();
        if let Some(comment) = trimmed.strip_prefix("<!--").and_then(|c| c.strip_suffix("-->")) {
            let (key, value) = comment.split_once(':').unwrap_or((comment, ""));
            mark = Some((key.trim().to_string(), value.trim().to_string()));
            continue;
        }
        let Some(language) = trimmed.strip_prefix("```") else {
            if !trimmed.is_empty() {
                mark = None;
            }
            continue;
        };
        let mut text = String::new();
        for (_, line) in lines.by_ref().take_while(|(_, l)| l.trim() != "```") {
            text += line;
            text.push('\n');
        }
        match (mark.take(), language) {
            (Some((key, reason)), _) if key == "not run" => parts.push(Part::NotRun { reason, text }),
            (Some((key, path)), _) if key == "same as" => parts.push(Part::Copy { path, text }),
            (Some((key, name)), _) if key == "file" || key == "append" => {
                parts.push(Part::File { name, text, append: key == "append" });
            }
            (_, "console") => parts.push(Part::Session { line: number + 1, text }),
            _ => {}
        }
    }
    parts
}

/// Does everything that a page shows, in a new folder. Blocks that are not run must have one of `allowed` in them.
pub fn follow(path: &Path, allowed: &[&str]) -> Outcome {
    let page = std::fs::read_to_string(path)?;
    let folder = empty_folder();
    let mut status = 0;
    for part in parts(&page) {
        match part {
            Part::File { name, text, append } => {
                let file = folder.path().join(&name);
                if let Some(parent) = file.parent() {
                    std::fs::create_dir_all(parent)?;
                }
                let before = if append { std::fs::read_to_string(&file)? } else { String::new() };
                std::fs::write(&file, before + &text)?;
            }
            Part::Copy { path, text } => {
                let real = std::fs::read_to_string(root().join(&path))?;
                ensure(real.contains(text.trim_end()), || format!("the page shows {path} as it is not:\n{text}"))?;
                let name = Path::new(&path).file_name().unwrap_or_default();
                std::fs::write(folder.path().join(name), real)?;
            }
            Part::NotRun { reason, text } => {
                let known = allowed.iter().any(|a| text.contains(a));
                ensure(known && !reason.is_empty(), || format!("not run, and not among those that may be:\n{text}"))?;
            }
            Part::Session { line, text } => session(folder.path(), line, &text, &mut status)?,
        }
    }
    Ok(())
}

fn session(folder: &Path, line: usize, text: &str, status: &mut i32) -> Outcome {
    let mut lines = text.lines().peekable();
    while let Some(first) = lines.next() {
        let Some(command) = first.strip_prefix("$ ") else {
            return Err(format!("line {line}: a session begins with a command, not with `{first}`").into());
        };
        let mut command = command.to_string();
        while command.ends_with('\\') {
            command.pop();
            command += lines.next().unwrap_or_default().trim_start_matches('>');
        }
        let mut expected = Vec::new();
        while let Some(line) = lines.next_if(|l| !l.starts_with("$ ")) {
            expected.push(line);
        }
        let printed = run(folder, &command, status)?;
        // How far it is, said where a command takes some seconds.
        let is_progress = |line: &str| line.starts_with("secateur: ") && line.contains(" s left: ");
        let actual: Vec<&str> = printed.lines().filter(|line| !is_progress(line)).collect();
        ensure(matches(&expected, &actual), || {
            format!("line {line}: `{command}` prints\n{printed}\nand the page says\n{}", expected.join("\n"))
        })?;
    }
    Ok(())
}

fn run(folder: &Path, command: &str, status: &mut i32) -> Result<String, Failed> {
    let bin = Path::new(SECATEUR).parent().unwrap_or(Path::new("/"));
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    // The status of the command before it is there for `echo $?`.
    let script = format!("exec 2>&1; (exit {status}); {command}");
    let mut child = Command::new("bash");
    child.args(["-c", &script]).current_dir(folder).env("PATH", path).stdin(std::process::Stdio::null());
    let output = child.output()?;
    *status = output.status.code().unwrap_or(-1);
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Whether the lines are those expected, where `…` may stand for others.
fn matches(expected: &[&str], actual: &[&str]) -> bool {
    let Some((first, rest)) = expected.split_first() else { return actual.is_empty() };
    if first.trim() == "…" {
        return (0..=actual.len()).any(|skip| matches(rest, &actual[skip..]));
    }
    actual.split_first().is_some_and(|(line, others)| same(first, line) && matches(rest, others))
}

fn same(expected: &str, actual: &str) -> bool {
    let (expected, actual) = (plain(expected), plain(actual));
    let mut pieces = expected.split('…');
    let Some(mut rest) = pieces.next().and_then(|first| actual.strip_prefix(first)) else { return false };
    let pieces: Vec<&str> = pieces.collect();
    let Some((last, middle)) = pieces.split_last() else { return rest.is_empty() };
    for piece in middle {
        let Some(at) = rest.find(piece) else { return false };
        rest = &rest[at + piece.len()..];
    }
    rest.ends_with(last)
}

/// Without what differs from run to run.
fn plain(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line.trim_end();
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        out += &rest[..at];
        rest = &rest[at..];
        let end = rest.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(rest.len());
        let (number, after) = rest.split_at(end);
        let hex = number == "0" && after.starts_with('x');
        if hex && after[1..].chars().take_while(char::is_ascii_hexdigit).count() >= 8 {
            out += "ADDRESS";
            rest = after[1..].trim_start_matches(|c: char| c.is_ascii_hexdigit());
            continue;
        }
        let measured = [" s", " ms", " MiB", "/s"].iter().any(|unit| {
            let after = after.strip_prefix(unit);
            after.is_some_and(|a| !a.starts_with(|c: char| c.is_alphanumeric()))
        });
        out += if measured { "N" } else { number };
        rest = after;
    }
    out + rest
}

/// What the rules mean.
pub fn rules_hold() -> Outcome {
    let same_cases = [
        ("a … c", "a b b c", true),
        ("1,665 paths in 0.6 s, all", "1,665 paths in 12.0 s, all", true),
        ("1,665 paths", "1,666 paths", false),
        ("at 0x7ff90c600044 pc", "at 0x55d0c2f00a10 pc", true),
        ("…", "anything", true),
        ("x…", "y", false),
        ("12 seconds", "13 seconds", false),
    ];
    for (expected, actual, holds) in same_cases {
        ensure(same(expected, actual) == holds, || format!("`{expected}` and `{actual}`"))?;
    }
    ensure(matches(&["a", "…", "d"], &["a", "b", "c", "d"]), || "lines between".into())?;
    ensure(!matches(&["a", "…", "d"], &["a", "b"]), || "a line that is missing".into())?;
    ensure(!matches(&["a"], &["a", "b"]), || "a line too many".into())?;
    ensure(parts("```console\n$ x\n```\n").len() == 1, || "one session".into())
}
