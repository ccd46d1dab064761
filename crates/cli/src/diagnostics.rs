//! Reports of errors as people read them: the kind, the line with a caret, the call stack, and where
//! the objects came from.

use crate::style::Paint;
use secateur_vm::{Bug, StackEntry, Unsupported};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The report of an error of the program.
pub fn bug(bug: &Bug, colour: bool) -> String {
    let paint = Paint { colour };
    let mut out = String::new();
    let _ = writeln!(out, "{}: {}", paint.error(bug.check.name), bug.message);
    places(&mut out, &bug.stack, &paint);
    notes(&mut out, bug);
    out
}

/// The report of something that Secateur cannot do.
pub fn unsupported(what: &Unsupported, colour: bool) -> String {
    let paint = Paint { colour };
    let mut out = String::new();
    let _ = writeln!(out, "{}: {}", paint.error("unsupported"), what.message);
    places(&mut out, &what.stack, &paint);
    out
}

/// Where the program was when a limit stopped it.
pub fn limit(what: &Unsupported, colour: bool) -> String {
    let paint = Paint { colour };
    let mut out = String::new();
    let _ = writeln!(out, "{}: {}", paint.error("limit"), what.message);
    places(&mut out, &what.stack, &paint);
    out
}

fn places(out: &mut String, stack: &[StackEntry], paint: &Paint) {
    if let Some(place) = secateur_vm::place(stack) {
        excerpt(out, place, paint);
    }
    if stack.len() > 1 || stack.first().is_some_and(|e| e.library) {
        let _ = writeln!(out, "  stack:");
        for (i, entry) in stack.iter().take(MAX_STACK).enumerate() {
            let _ = writeln!(out, "    #{i} {} {}", entry.function, paint.dim(&format!("at {}", position(entry))));
        }
        if stack.len() > MAX_STACK {
            let _ = writeln!(out, "    … and {} more", stack.len() - MAX_STACK);
        }
    }
}

fn notes(out: &mut String, bug: &Bug) {
    for note in &bug.notes {
        match &note.place {
            Some(place) => {
                let inside = if place.function.is_empty() { String::new() } else { format!(" in {}", place.function) };
                let _ = writeln!(out, "  {} {}{inside}", note.text.trim_end(), position(place));
            }
            None => {
                let _ = writeln!(out, "  {}", note.text);
            }
        }
    }
}

/// Deep recursion would bury the message.
const MAX_STACK: usize = 20;

fn position(entry: &StackEntry) -> String {
    match (entry.line, entry.col) {
        (0, _) => "(no source line)".to_string(),
        (line, 0) => format!("{}:{line}", entry.file),
        (line, col) => format!("{}:{line}:{col}", entry.file),
    }
}

/// The source line with a caret, if the file can be read.
fn excerpt(out: &mut String, place: &StackEntry, paint: &Paint) {
    let _ = writeln!(out, " {} {} in {}", paint.dim("-->"), position(place), place.function);
    let Some(line) = source_line(place) else { return };
    let number = place.line.to_string();
    let margin = " ".repeat(number.len());
    // Tabs before the caret stay tabs, so that it stands under its column.
    let indent: String =
        line.bytes().take(place.col.saturating_sub(1) as usize).map(|b| if b == b'\t' { '\t' } else { ' ' }).collect();
    let _ = writeln!(out, "{margin} |");
    let _ = writeln!(out, "{number} | {line}");
    if place.col > 0 {
        let _ = writeln!(out, "{margin} | {indent}{}", paint.error("^"));
    }
}

fn source_line(place: &StackEntry) -> Option<String> {
    let path: PathBuf = Path::new(&place.directory).join(&place.file);
    let bytes = std::fs::read(path).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    text.lines().nth(place.line.checked_sub(1)? as usize).map(str::to_string)
}
