//! Reads what sanitizers print: which kind of error, and at which line of the user's own files.
//!
//! The rules are those of `tests/ui/confirm.py`, which confirms the fixtures of every check: the first
//! rule that fits decides, so that a failed assertion is not taken for the plain abort that ends it,
//! and the place is the first one inside the user's files on the *first* stack (sanitizers also print
//! where memory was freed). What it cannot read is a report of no kind, never silence.

use crate::SanitizerReport;
use crate::places::UserFiles;

/// Said by our runtime in place of a sanitizer.
const ERROR_CALLED: &str = "secateur-replay: error function called";
const ERROR_REPORTED: &str = "secateur-replay: error reported: ";
const ERROR_FUNCTIONS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

/// All reports, in order. Reports after the first are there only where a check lets the program go on.
pub fn parse(stderr: &str, files: &UserFiles) -> Vec<SanitizerReport> {
    let lines: Vec<&str> = stderr.lines().collect();
    let starts: Vec<usize> = (0..lines.len()).filter(|i| is_start(lines[*i])).collect();
    let mut reports = Vec::new();
    for (n, start) in starts.iter().enumerate() {
        let before = if n == 0 { 0 } else { starts[n - 1] + 1 };
        let end = starts.get(n + 1).copied().unwrap_or(lines.len());
        reports.push(report(&lines[before..*start], &lines[*start..end], files));
    }
    reports
}

fn is_start(line: &str) -> bool {
    let head = ["ERROR: AddressSanitizer", "ERROR: LeakSanitizer", "WARNING: MemorySanitizer"];
    line.contains(": runtime error: ") || head.iter().any(|h| line.contains(h))
}

fn report(before: &[&str], lines: &[&str], files: &UserFiles) -> SanitizerReport {
    let frames = first_stack(lines);
    let error_frame = frames.iter().position(|f| ERROR_FUNCTIONS.contains(&f.function));
    // An error function of the program's own is where the error was reached from.
    let from = error_frame.map_or(0, |at| at + 1);
    let mut places = Vec::new();
    if let Some(place) = ubsan_place(lines[0]) {
        places.extend(own(place, files));
    }
    places.extend(frames.iter().skip(from).filter_map(|f| own(f.place?, files)));
    let kinds = if error_frame.is_some() { vec!["error-call"] } else { kinds(before, lines, &frames) };
    let (file, line) = places.first().cloned().unwrap_or_default();
    // What the program said before belongs to it only if it decided the kind.
    let said = before.iter().rev().find(|l| is_assertion(l) || l.contains("secateur-replay: "));
    let text = said.into_iter().chain(lines).copied().collect::<Vec<_>>().join("\n");
    SanitizerReport { kinds, file, line, places, text }
}

fn own((path, line): (&str, u32), files: &UserFiles) -> Option<(String, u32)> {
    Some((files.find(path)?.to_string(), line))
}

struct Frame<'a> {
    function: &'a str,
    place: Option<(&'a str, u32)>,
}

/// `    #1 0x55d0 in main /home/u/a.c:12:7`, consecutive lines of it.
fn first_stack<'a>(lines: &[&'a str]) -> Vec<Frame<'a>> {
    let is_frame = |line: &&&str| line.trim_start().starts_with('#') && line.starts_with(' ');
    let stack = lines.iter().skip_while(|l| !is_frame(l)).take_while(is_frame);
    stack.filter_map(|line| line.split_once(" in ")).map(|(_, rest)| frame(rest)).collect()
}

fn frame(text: &str) -> Frame<'_> {
    let (function, rest) = text.split_once(' ').unwrap_or((text, ""));
    Frame { function, place: place(rest.trim()) }
}

/// `path:line:column` or `path:line`. A path may hold colons and spaces.
fn place(text: &str) -> Option<(&str, u32)> {
    let (path, last) = text.rsplit_once(':')?;
    let last: u32 = last.parse().ok()?;
    match path.rsplit_once(':').and_then(|(p, line)| Some((p, line.parse().ok()?))) {
        Some(with_column) => Some(with_column),
        None => Some((path, last)),
    }
}

fn ubsan_place(line: &str) -> Option<(&str, u32)> {
    place(line.split_once(": runtime error: ")?.0)
}

fn is_assertion(line: &str) -> bool {
    // glibc's and ours: "Assertion `x' failed."; musl's: "Assertion failed: x (…)".
    line.contains("Assertion") && line.contains("failed")
}

/// What a report can stand for. Its first lines, and what was said before it, decide.
fn kinds(before: &[&str], lines: &[&str], frames: &[Frame]) -> Vec<&'static str> {
    let head = lines[..lines.len().min(6)].join("\n");
    let says = |text: &str| head.contains(text);
    let said = |text: &str| before.iter().any(|line| line.contains(text));
    let asan = |text: &str| says(&format!("AddressSanitizer: {text}"));
    if said(ERROR_CALLED) {
        return vec!["error-call"];
    }
    if said(ERROR_REPORTED) {
        return vec!["assertion-failure", "error-call"];
    }
    if before.iter().any(|line| is_assertion(line)) {
        return vec!["assertion-failure"];
    }
    let simple: &[(bool, &[&'static str])] = &[
        (asan("ABRT"), &["abort"]),
        (asan("stack-overflow"), &["stack-overflow"]),
        (asan("heap-use-after-free") || asan("stack-use-after"), &["use-after-free"]),
        (asan("attempting double-free"), &["double-free"]),
        (asan("attempting free on address which was not malloc"), &["invalid-free"]),
        // The free of a read-only object crashes inside free, before anybody finds out what was wrong.
        (asan("SEGV") && frames.iter().any(|f| ["free", "realloc"].contains(&f.function)), &["invalid-free"]),
        // A length that became negative: it is not said which of the two would go wrong first.
        (asan("negative-size-param"), &["out-of-bounds-read", "out-of-bounds-write"]),
        (asan("FPE"), &["division-by-zero", "signed-overflow"]),
        (says("LeakSanitizer: detected memory leaks"), &["memory-leak"]),
        (says("MemorySanitizer: use-of-uninitialized-value"), &["uninitialised-read"]),
        (says("runtime error: division by zero"), &["division-by-zero"]),
        (says("runtime error: shift exponent"), &["shift-out-of-range"]),
        (says("runtime error: signed integer overflow"), &["signed-overflow"]),
        (says("runtime error: negation of"), &["signed-overflow"]),
        (says("runtime error: division of"), &["signed-overflow"]),
        (says("runtime error: execution reached an unreachable"), &["unreachable"]),
        (says("runtime error") && says("null pointer"), &["null-dereference"]),
        (asan("SEGV"), segv(&head)),
        (says("READ of size"), &["out-of-bounds-read"]),
        (says("WRITE of size"), &["out-of-bounds-write"]),
    ];
    simple.iter().find(|(fits, _)| *fits).map_or(vec![], |(_, kinds)| kinds.to_vec())
}

/// An access to an address where nothing is. Near zero, from either side, a null pointer was followed;
/// a large index takes it far from zero, and a wild one anywhere.
fn segv(head: &str) -> &'static [&'static str] {
    let address = head.split_once("unknown address 0x").map(|(_, rest)| rest.split(' ').next().unwrap_or_default());
    let address = address.and_then(|text| u64::from_str_radix(text, 16).ok());
    let write = head.contains("caused by a WRITE");
    match address {
        Some(at) if !(0x1_0000..u64::MAX - 0xfff).contains(&at) => &["null-dereference"],
        Some(at) if at < 1 << 32 && write => &["null-dereference", "out-of-bounds-write"],
        Some(at) if at < 1 << 32 => &["null-dereference", "out-of-bounds-read"],
        _ if write => &["out-of-bounds-write", "use-after-free"],
        _ => &["out-of-bounds-read", "use-after-free"],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds_of(stderr: &str) -> Vec<Vec<&'static str>> {
        parse(stderr, &UserFiles::default()).into_iter().map(|r| r.kinds).collect()
    }

    #[test]
    fn places_may_hold_colons_and_spaces() {
        assert_eq!(place("/a b/c:d.c:12:7"), Some(("/a b/c:d.c", 12)));
        assert_eq!(place("a.c:12"), Some(("a.c", 12)));
        assert_eq!(place("(/lib/libc.so+0x123) (BuildId: 12)"), None);
        assert_eq!(place(""), None);
    }

    #[test]
    fn an_assertion_comes_before_the_abort_that_ends_it() {
        let abort = "==1==ERROR: AddressSanitizer: ABRT on unknown address 0x1 (pc 0x2)\n    #0 0x2 in raise\n";
        assert_eq!(kinds_of(abort), [["abort"]]);
        assert_eq!(kinds_of(&format!("p: a.c:3: main: Assertion `x' failed.\n{abort}")), [["assertion-failure"]]);
        let called = "==1==ERROR: AddressSanitizer: ABRT on unknown address 0x1\n    #0 0x2 in abort\n    #1 0x3 in reach_error a.c:1\n";
        assert_eq!(kinds_of(called), [["error-call"]]);
    }

    #[test]
    fn the_address_tells_null_from_wild() {
        let segv = |address: &str, access: &str| {
            kinds_of(&format!(
                "==1==ERROR: AddressSanitizer: SEGV on unknown address {address} (pc 0x5 bp 0x7)\n==1==The signal is caused by a {access} memory access.\n"
            ))
            .remove(0)
        };
        assert_eq!(segv("0x000000000008", "READ"), ["null-dereference"]);
        assert_eq!(segv("0xffffffffffffffff", "READ"), ["null-dereference"]);
        assert_eq!(segv("0x7fff00000000", "WRITE")[0], "out-of-bounds-write");
    }

    #[test]
    fn reports_that_let_the_program_go_on_come_one_by_one() {
        let text =
            "a.c:1:2: runtime error: signed integer overflow: 1\nhello\na.c:9:2: runtime error: division by zero\n";
        assert_eq!(kinds_of(text), [["signed-overflow"], ["division-by-zero"]]);
        assert!(kinds_of("no report at all").is_empty());
        assert_eq!(kinds_of("==1==ERROR: AddressSanitizer: something-new on\n"), [Vec::<&str>::new()]);
    }
}
