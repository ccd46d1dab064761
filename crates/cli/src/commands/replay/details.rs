//! One test with everything that is seen of it.

use super::judge::{Seen, outcome};
use super::subject::Subject;
use super::table;
use secateur_testgen::coverage::FileCoverage;
use secateur_testgen::{Observed, show};
use std::fmt::Write;
use std::path::Path;

/// Lines of output that are shown, from its end.
const MOST_OUTPUT: usize = 40;
/// Lines without code that ran, shown around those with some.
const AROUND: u32 = 1;

pub fn text(seen: &Seen, subject: &Subject) -> String {
    let mut out = format!("{}\n", seen.name);
    if let Some(entry) = &seen.recorded {
        let _ = writeln!(out, "recorded: {}", entry.told());
    }
    let _ = writeln!(out, "natively: {} ({:.3} s)", table::told(seen), seen.time.as_secs_f64());
    let inputs = show::inputs(&seen.case);
    let _ = writeln!(out, "\ninput:{}", if inputs.is_empty() { " none" } else { "" });
    for input in inputs {
        let _ = writeln!(out, "  {} = {}", input.name, input.value);
    }
    if let Some(native) = &seen.native {
        build(&mut out, "coverage build", native);
        lines(&mut out, native, subject);
    }
    if let Some(sanitizer) = &seen.sanitizer {
        build(&mut out, "sanitizer build", sanitizer);
    }
    out.push('\n');
    out
}

fn build(out: &mut String, name: &str, observed: &Observed) {
    let _ = writeln!(out, "\n{name}: {}", outcome(&observed.outcome));
    for (stream, bytes) in [("stdout", &observed.stdout), ("stderr", &observed.stderr)] {
        let text = String::from_utf8_lossy(bytes);
        let text = text.split("Shadow bytes around").next().unwrap_or_default();
        let all: Vec<&str> = text.lines().collect();
        let left = all.len().saturating_sub(MOST_OUTPUT);
        if left > 0 {
            let _ = writeln!(out, "  {stream}: … {left} lines before");
        }
        for line in &all[left..] {
            let _ = writeln!(
                out,
                "  {stream}: {}",
                line.escape_debug().to_string().replace("\\\"", "\"").replace("\\'", "'")
            );
        }
    }
}

/// The code that ran, as ranges and as an excerpt: `+` ran, `-` did not.
fn lines(out: &mut String, native: &Observed, subject: &Subject) {
    let Some(trace) = &native.trace else { return };
    let mut coverage = subject.coverage.clone();
    coverage.add(trace);
    let files: Vec<FileCoverage> = coverage.files();
    for file in files.iter().filter(|f| f.lines.iter().any(|l| l.tests > 0)) {
        let ran: Vec<u32> = file.lines.iter().filter(|l| l.tests > 0).map(|l| l.line).collect();
        let told: Vec<String> = ranges(&ran).into_iter().map(range).collect();
        let _ = writeln!(out, "\nlines of {} that ran: {}", file.name, told.join(", "));
        excerpt(out, file, &ran);
    }
}

fn excerpt(out: &mut String, file: &FileCoverage, ran: &[u32]) {
    let Ok(bytes) = std::fs::read(Path::new(&file.directory).join(&file.name)) else { return };
    let text = String::from_utf8_lossy(&bytes);
    let near = |n: u32| ran.iter().any(|line| line.abs_diff(n) <= AROUND);
    let width = text.lines().count().to_string().len();
    let mut skipped = false;
    for (number, line) in (1..).zip(text.lines()) {
        let code = file.lines.iter().find(|l| l.line == number);
        if !near(number) {
            skipped = true;
            continue;
        }
        if std::mem::take(&mut skipped) {
            let _ = writeln!(out, "  {:>width$}", "…");
        }
        let mark = code.map_or(' ', |l| if l.tests > 0 { '+' } else { '-' });
        let _ = writeln!(out, "  {number:>width$} {mark} {line}");
    }
}

/// Consecutive numbers as first and last.
pub fn ranges(lines: &[u32]) -> Vec<(u32, u32)> {
    let mut out: Vec<(u32, u32)> = Vec::new();
    for line in lines {
        match out.last_mut() {
            Some((_, last)) if *last + 1 == *line => *last = *line,
            _ => out.push((*line, *line)),
        }
    }
    out
}

fn range((first, last): (u32, u32)) -> String {
    if first == last { first.to_string() } else { format!("{first}-{last}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn consecutive_lines_are_a_range() {
        assert_eq!(ranges(&[1, 2, 3, 5, 7, 8]), [(1, 3), (5, 5), (7, 8)]);
        assert_eq!(ranges(&[]), []);
    }
}
