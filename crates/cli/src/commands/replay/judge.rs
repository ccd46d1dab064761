//! One test: run, and compared with what was recorded.

use super::items::Item;
use super::subject::Subject;
use crate::commands::expected::{End, Entry};
use secateur_testgen::unit;
use secateur_testgen::{Observed, Outcome, Replayer, TestCase, Verdict};
use std::time::{Duration, Instant};

/// What was seen of one test.
pub struct Seen {
    pub name: String,
    pub case: TestCase,
    pub recorded: Option<Entry>,
    pub judgement: Judgement,
    /// What is wrong with the program.
    pub bug: Option<Shown>,
    /// Of the coverage build; `None` if the test could not be run.
    pub native: Option<Observed>,
    pub sanitizer: Option<Observed>,
    pub time: Duration,
}

pub enum Judgement {
    AsRecorded,
    Differs(String),
    /// It cannot be told, for this reason.
    Unclear(String),
    /// Nothing was recorded.
    NotCompared,
}

/// An error that a native run showed.
#[derive(Clone)]
pub struct Shown {
    pub kind: String,
    pub file: String,
    pub line: u32,
}

impl Shown {
    pub fn told(&self) -> String {
        if self.line == 0 { self.kind.clone() } else { format!("{} at {}:{}", self.kind, self.file, self.line) }
    }
}

pub fn test(subject: &Subject, replayer: &Replayer, item: &Item) -> Seen {
    let begun = Instant::now();
    let mut seen = Seen {
        name: item.name.clone(),
        case: item.case.clone(),
        recorded: item.recorded.clone(),
        judgement: Judgement::NotCompared,
        bug: None,
        native: None,
        sanitizer: None,
        time: Duration::ZERO,
    };
    let whole = item.recorded.as_ref().filter(|_| subject.changed.is_empty()).and_then(Entry::prediction);
    let ran = match whole {
        Some(prediction) => replayer.replay(&item.case, &prediction).map(|result| {
            seen.judgement = judgement(result.verdict, item.recorded.as_ref());
            (result.coverage, result.sanitizer)
        }),
        None => replayer.observe(&item.case),
    };
    match ran {
        Err(error) => seen.judgement = Judgement::Differs(error.to_string()),
        Ok((native, sanitizer)) => {
            seen.bug = bug(&native, sanitizer.as_ref(), replayer.muted());
            let kept = matches!(seen.judgement, Judgement::AsRecorded);
            if let (Some(End::Bug { kind, file, line }), None, true) =
                (item.recorded.as_ref().map(|r| &r.end), &seen.bug, kept)
            {
                // Calls of error functions show in the coverage build alone.
                seen.bug = Some(Shown { kind: kind.clone(), file: file.clone(), line: *line });
            }
            if let Judgement::NotCompared = seen.judgement {
                seen.judgement = ends(item.recorded.as_ref(), &native, seen.bug.as_ref());
            }
            if let (Judgement::Unclear(_), true) = (&seen.judgement, hangs(item.recorded.as_ref(), &native)) {
                let words = "it does not end within the limit on time (--time), and did when it was recorded";
                seen.judgement = Judgement::Differs(words.into());
            }
            // In unit mode the result counts too.
            let results = item.recorded.as_ref().map_or(&[][..], |r| &r.results);
            if let (Judgement::AsRecorded, Some(words)) = (&seen.judgement, unit::difference(results, &native.results))
            {
                seen.judgement = Judgement::Differs(words.replace("in the virtual machine", "was recorded"));
            }
            (seen.native, seen.sanitizer) = (Some(native), sanitizer);
        }
    }
    seen.time = begun.elapsed();
    seen
}

/// What native runs can neither confirm nor refute is no difference, unless they once did.
fn judgement(verdict: Verdict, recorded: Option<&Entry>) -> Judgement {
    match verdict {
        Verdict::Confirmed => Judgement::AsRecorded,
        Verdict::Divergence(words) => Judgement::Differs(words),
        Verdict::Unconfirmed(words) if recorded.is_some_and(|r| r.verdict == "confirmed") => {
            Judgement::Differs(format!("it was confirmed when it was made, and is not now: {words}"))
        }
        Verdict::Unconfirmed(words) => Judgement::Unclear(words),
    }
}

/// Whether it is known to have ended once, and does not now. What took too long already when it was recorded, natively or
/// in the virtual machine, tells nothing.
fn hangs(recorded: Option<&Entry>, native: &Observed) -> bool {
    let ended = recorded.is_some_and(|r| r.end != End::Cut && r.verdict != "unconfirmed");
    ended && native.outcome == Outcome::TimedOut
}

/// The first report that counts, or a signal that a wrong program dies of.
fn bug(native: &Observed, sanitizer: Option<&Observed>, muted: &[&str]) -> Option<Shown> {
    if let Some(report) = sanitizer.and_then(|s| s.report(muted)) {
        let kind = report.kinds.first().map_or_else(|| first_line(&report.text), |kind| kind.to_string());
        return Some(Shown { kind, file: report.file.clone(), line: report.line });
    }
    if native.trace.as_ref().is_some_and(|t| t.error_called) && !muted.contains(&"error-call") {
        return Some(Shown { kind: "error-call".into(), file: String::new(), line: 0 });
    }
    let fatal = [libc::SIGSEGV, libc::SIGABRT, libc::SIGFPE, libc::SIGBUS, libc::SIGILL, libc::SIGTRAP];
    match native.outcome {
        Outcome::Signal(signal) if fatal.contains(&signal) => {
            Some(Shown { kind: format!("signal {signal}"), file: String::new(), line: 0 })
        }
        _ => None,
    }
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or("an unknown report").to_string()
}

/// Where paths cannot be compared: how it ended.
fn ends(recorded: Option<&Entry>, native: &Observed, bug: Option<&Shown>) -> Judgement {
    match &native.outcome {
        Outcome::Mismatch(words) => return Judgement::Differs(words.clone()),
        Outcome::AssumeFailed => return Judgement::Differs("an assumption of the program does not hold for it".into()),
        Outcome::TimedOut if !is_recorded_bug(recorded, bug) => {
            return Judgement::Unclear("it took too long; see --time".into());
        }
        _ => {}
    }
    if native.trace.as_ref().is_some_and(|t| t.ran_out) {
        return match recorded.map(|entry| &entry.end) {
            Some(End::Cut) => Judgement::AsRecorded,
            _ => Judgement::Differs("the program asks for more inputs than it has".into()),
        };
    }
    let Some(entry) = recorded else { return Judgement::NotCompared };
    let now = || bug.map_or_else(|| outcome(&native.outcome), Shown::told);
    let same = match &entry.end {
        End::Exit { status } => bug.is_none() && native.outcome == Outcome::Exit(status & 0xff),
        End::Signal { number } => native.outcome == Outcome::Signal(*number),
        End::Bug { .. } => is_recorded_bug(recorded, bug),
        End::Cut => {
            return Judgement::Unclear("its path was cut short by a limit or a pruning when it was made".into());
        }
    };
    if same { Judgement::AsRecorded } else { Judgement::Differs(format!("now {}", now())) }
}

fn is_recorded_bug(recorded: Option<&Entry>, bug: Option<&Shown>) -> bool {
    matches!((recorded.map(|r| &r.end), bug), (Some(End::Bug { kind, .. }), Some(shown)) if shown.kind == *kind)
}

/// For people.
pub fn outcome(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Exit(status) => format!("exit {status}"),
        Outcome::Signal(signal) => format!("signal {signal}"),
        Outcome::TimedOut => "took too long".into(),
        Outcome::AssumeFailed => "an assumption of the program does not hold".into(),
        Outcome::Mismatch(words) => words.clone(),
    }
}
