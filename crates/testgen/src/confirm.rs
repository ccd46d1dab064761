//! Compares what the virtual machine said about a path with what native runs did.
//!
//! Three answers: confirmed; a divergence, which is a defect of ours and is said in plain words; and
//! unconfirmed, where the native build cannot tell. Which silence means what depends on the kind of
//! error: a division by zero always shows natively, so silence refutes it, while an access outside
//! of an object may hit another one, which no sanitizer sees.

use crate::places::UserFiles;
use crate::{BranchMap, Expected, Observed, Outcome, Prediction, SanitizerReport, Trace, Verdict};

/// Errors that the sanitizers may miss.
const MAY_STAY_SILENT: [&str; 6] = [
    "out-of-bounds-read",
    "out-of-bounds-write",
    "use-after-free",
    "uninitialised-read",
    "memory-leak",
    "stack-overflow",
];

/// Judges a run of the sanitizer build. Reports of `muted` kinds do not count: nobody asked for them.
pub fn confirm(expected: &Expected, observed: &Observed, muted: &[&str]) -> Verdict {
    let report = observed.report(muted);
    match expected {
        Expected::Cut => Verdict::Unconfirmed("the path was cut short, so its end is not known".into()),
        Expected::Bug { kind, file, line } => bug(kind, file, *line, report, &observed.outcome),
        Expected::Exit(_) | Expected::Killed(_) => match (end(expected, observed, report), report) {
            (None, _) => Verdict::Confirmed,
            (Some(verdict @ Verdict::Unconfirmed(_)), _) => verdict,
            (Some(_), Some(report)) => Verdict::Divergence(format!("the sanitizers report {}", describe(report))),
            (Some(verdict), None) => verdict,
        },
    }
}

/// Judges a run of the coverage build: the same decisions, and the same end.
pub fn compare(prediction: &Prediction, observed: &Observed, map: &BranchMap) -> Verdict {
    // How deep a stack goes differs between native code and the virtual machine.
    if let Expected::Bug { kind: "stack-overflow", .. } = prediction.expected {
        return Verdict::Confirmed;
    }
    let Some(trace) = &observed.trace else {
        return match prediction.expected {
            // Behind the error anything may happen, to the trace as well. The sanitizers have the word.
            Expected::Bug { .. } => Verdict::Confirmed,
            _ => Verdict::Divergence("natively the program writes where it should not: its trace is damaged".into()),
        };
    };
    if observed.outcome == Outcome::TimedOut && trace.count < prediction.edges {
        return Verdict::Unconfirmed("the native run took too long to be compared".into());
    }
    if let Some(words) = path_difference(prediction, trace, map) {
        let end = match &observed.outcome {
            Outcome::Mismatch(words) => format!("; {words}"),
            Outcome::AssumeFailed => "; an assumption does not hold natively".into(),
            _ => String::new(),
        };
        return Verdict::Divergence(words + &end);
    }
    match prediction.expected {
        // What comes after the part that was predicted is not compared.
        Expected::Cut | Expected::Bug { .. } => Verdict::Confirmed,
        _ if trace.ran_out => Verdict::Divergence("natively the program asks for more inputs than the test has".into()),
        _ => end(&prediction.expected, observed, None).unwrap_or(Verdict::Confirmed),
    }
}

/// In which way the decisions differ.
fn path_difference(prediction: &Prediction, trace: &Trace, map: &BranchMap) -> Option<String> {
    let last = || trace.last.last().map_or("none".into(), |e| map.describe(*e));
    let (native, machine) = (trace.count, prediction.edges);
    if native == machine && trace.hash == prediction.hash {
        return None;
    }
    Some(if native == machine {
        format!("the native path differs within its {native} decisions; its last is {}", last())
    } else {
        format!("natively {native} decisions were taken and {machine} predicted; the last native one is {}", last())
    })
}

/// `None` if the run ended as expected.
fn end(expected: &Expected, observed: &Observed, report: Option<&SanitizerReport>) -> Option<Verdict> {
    let diverge = |words: String| Some(Verdict::Divergence(words));
    match (expected, &observed.outcome) {
        (_, Outcome::TimedOut) => Some(Verdict::Unconfirmed("the native run took too long".into())),
        (_, Outcome::AssumeFailed) => diverge("an assumption does not hold natively".into()),
        (_, Outcome::Mismatch(words)) => diverge(words.clone()),
        (Expected::Exit(status), Outcome::Exit(found)) if status & 0xff == found & 0xff && report.is_none() => None,
        (Expected::Killed(signal), Outcome::Signal(found)) if signal == found => None,
        // Sanitizers catch these signals and turn them into reports.
        (Expected::Killed(signal), _) if report.is_some_and(|r| is_signal(*signal, &r.text)) => None,
        (_, found) => diverge(format!("natively it {}, and it should have {}", ending(found), wanted(expected))),
    }
}

fn is_signal(signal: i32, report: &str) -> bool {
    let name = match signal {
        libc::SIGABRT => "ABRT",
        libc::SIGSEGV => "SEGV",
        libc::SIGFPE => "FPE",
        libc::SIGBUS => "BUS",
        libc::SIGILL => "ILL",
        _ => return false,
    };
    report.contains(&format!("AddressSanitizer: {name}"))
}

fn bug(kind: &str, file: &str, line: u32, report: Option<&SanitizerReport>, outcome: &Outcome) -> Verdict {
    let Some(report) = report else {
        return match outcome {
            Outcome::TimedOut => Verdict::Unconfirmed("the native run took too long".into()),
            Outcome::AssumeFailed => Verdict::Divergence("an assumption does not hold natively".into()),
            Outcome::Mismatch(words) => Verdict::Divergence(words.clone()),
            // `__builtin_trap` is an instruction that does not exist.
            Outcome::Signal(libc::SIGILL | libc::SIGTRAP) if kind == "abort" => Verdict::Confirmed,
            found if MAY_STAY_SILENT.contains(&kind) => {
                Verdict::Unconfirmed(format!("the sanitizers do not see it: natively it {}", ending(found)))
            }
            found => Verdict::Divergence(format!("natively there is no {kind}: it {}", ending(found))),
        };
    };
    let here = |place: &(String, u32)| line == 0 || (place.1 == line && UserFiles::same(&place.0, file));
    // A stack overflows at a call or only inside of the function called: both are the place.
    let depth = if kind == "stack-overflow" { usize::MAX } else { 1 };
    // A call through a null pointer loses the frame that made it.
    let lost = kind == "null-dereference" && report.text.contains("pc points to the zero page");
    let same_place = lost || report.places.iter().take(depth).any(here);
    match (report.kinds.contains(&kind), same_place) {
        (true, true) => Verdict::Confirmed,
        // Reports without lines come from builds without debug information.
        (true, false) if report.places.is_empty() => {
            Verdict::Unconfirmed(format!("the sanitizers report {}", describe(report)))
        }
        (false, true) => Verdict::Unconfirmed(format!("the sanitizers report {} instead", describe(report))),
        (_, false) => Verdict::Divergence(format!("the sanitizers report {}", describe(report))),
    }
}

fn describe(report: &SanitizerReport) -> String {
    let what = if report.kinds.is_empty() {
        report.text.lines().next().unwrap_or("something").to_string()
    } else {
        report.kinds.join(" or ")
    };
    if report.line == 0 { what } else { format!("{what} at {}:{}", report.file, report.line) }
}

fn ending(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Exit(status) => format!("exited with {status}"),
        Outcome::Signal(signal) => format!("was ended by signal {signal}"),
        Outcome::TimedOut => "took too long".into(),
        Outcome::AssumeFailed => "failed an assumption".into(),
        Outcome::Mismatch(words) => words.clone(),
    }
}

fn wanted(expected: &Expected) -> String {
    match expected {
        Expected::Exit(status) => format!("exited with {status}"),
        Expected::Killed(signal) => format!("been ended by signal {signal}"),
        Expected::Bug { kind, .. } => format!("shown {kind}"),
        Expected::Cut => "gone on".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EdgeHash;

    fn observed(outcome: Outcome, reports: Vec<SanitizerReport>) -> Observed {
        Observed { outcome, reports, trace: None, results: vec![], stdout: vec![], stderr: vec![] }
    }
    fn report(kinds: &[&'static str], line: u32) -> SanitizerReport {
        let places = if line == 0 { vec![] } else { vec![("a.c".to_string(), line), ("a.c".to_string(), line + 10)] };
        let file = if line == 0 { String::new() } else { "a.c".into() };
        SanitizerReport { kinds: kinds.to_vec(), file, line, places, text: "ERROR".into() }
    }
    fn bug(kind: &'static str, line: u32) -> Expected {
        Expected::Bug { kind, file: "src/a.c".into(), line }
    }

    /// `c`onfirmed, `d`ivergence or `u`nconfirmed.
    fn letter(verdict: Verdict) -> char {
        match verdict {
            Verdict::Confirmed => 'c',
            Verdict::Divergence(_) => 'd',
            Verdict::Unconfirmed(_) => 'u',
        }
    }

    #[test]
    fn bugs_need_their_kind_and_their_line() {
        let exit = |reports| observed(Outcome::Exit(1), reports);
        let cases: &[(&str, Expected, Observed, char)] = &[
            ("kind and line", bug("abort", 3), exit(vec![report(&["abort"], 3)]), 'c'),
            ("the second of two kinds", bug("abort", 3), exit(vec![report(&["x", "abort"], 3)]), 'c'),
            ("another line", bug("abort", 4), exit(vec![report(&["abort"], 3)]), 'd'),
            ("the caller's line", bug("abort", 13), exit(vec![report(&["abort"], 3)]), 'd'),
            (
                "of a stack the caller will do",
                bug("stack-overflow", 13),
                exit(vec![report(&["stack-overflow"], 3)]),
                'c',
            ),
            ("another kind there", bug("double-free", 3), exit(vec![report(&["abort"], 3)]), 'u'),
            ("a report without a place", bug("abort", 3), exit(vec![report(&["abort"], 0)]), 'u'),
            ("an unknown place", bug("abort", 0), exit(vec![report(&["abort"], 3)]), 'c'),
            ("silence that refutes", bug("division-by-zero", 3), exit(vec![]), 'd'),
            ("silence that does not", bug("out-of-bounds-read", 3), exit(vec![]), 'u'),
            ("no time", bug("abort", 3), observed(Outcome::TimedOut, vec![]), 'u'),
            ("another input", bug("abort", 3), observed(Outcome::AssumeFailed, vec![]), 'd'),
        ];
        for (name, expected, observed, answer) in cases {
            assert_eq!(letter(confirm(expected, observed, &[])), *answer, "{name}");
        }
    }

    #[test]
    fn a_path_that_ends_well_is_silent() {
        let exit = |status, reports| observed(Outcome::Exit(status), reports);
        let overflow = || vec![report(&["signed-overflow"], 3)];
        let muted = &["signed-overflow"];
        assert_eq!(letter(confirm(&Expected::Exit(-1), &exit(255, vec![]), muted)), 'c');
        assert_eq!(letter(confirm(&Expected::Exit(0), &exit(0, overflow()), muted)), 'c');
        assert_eq!(letter(confirm(&Expected::Exit(0), &exit(0, overflow()), &[])), 'd');
        assert_eq!(letter(confirm(&Expected::Exit(0), &exit(0, vec![report(&[], 0)]), muted)), 'd');
        assert_eq!(letter(confirm(&Expected::Killed(15), &observed(Outcome::Signal(15), vec![]), muted)), 'c');
        assert_eq!(letter(confirm(&Expected::Cut, &exit(0, vec![]), muted)), 'u');
    }

    #[test]
    fn a_path_is_the_same_up_to_where_it_was_predicted() {
        let map = BranchMap::default();
        let run = |outcome, count, ran_out| {
            let trace = Trace { count, hash: EdgeHash::default().0, ran_out, ..Trace::default() };
            Observed { trace: Some(trace), ..observed(outcome, vec![]) }
        };
        let prediction = |expected, edges| Prediction { expected, edges, hash: EdgeHash::default().0 };
        let judge = |expected, edges, seen: Observed| letter(compare(&prediction(expected, edges), &seen, &map));
        assert_eq!(judge(Expected::Exit(0), 5, run(Outcome::Exit(0), 5, false)), 'c');
        assert_eq!(judge(Expected::Exit(0), 5, run(Outcome::Exit(0), 5, true)), 'd');
        assert_eq!(judge(Expected::Exit(0), 5, run(Outcome::Exit(1), 5, false)), 'd');
        assert_eq!(judge(Expected::Exit(0), 5, run(Outcome::Exit(0), 4, false)), 'd');
        assert_eq!(judge(Expected::Exit(0), 5, run(Outcome::TimedOut, 4, false)), 'u');
        assert_eq!(judge(Expected::Cut, 5, run(Outcome::TimedOut, 5, true)), 'c');
        assert_eq!(judge(bug("abort", 1), 5, run(Outcome::AssumeFailed, 5, false)), 'c');
        assert_eq!(judge(bug("stack-overflow", 1), 9, run(Outcome::Signal(11), 5, false)), 'c');
        assert_eq!(judge(Expected::Exit(0), 0, observed(Outcome::Exit(0), vec![])), 'd');
        assert_eq!(judge(bug("abort", 1), 0, observed(Outcome::Exit(0), vec![])), 'c');
    }
}
