//! Many tests, a line each, and the sum.

use super::items::LeftOut;
use super::judge::{Judgement, Seen, outcome};
use crate::commands::test::count;
use secateur_testgen::Replayer;
use std::fmt::Write;

pub fn rows(seen: &[Seen], quiet: bool) -> String {
    let shown: Vec<&Seen> = seen.iter().filter(|s| !quiet || is_notable(s)).collect();
    if shown.is_empty() {
        return String::new();
    }
    let recorded = |s: &Seen| s.recorded.as_ref().map_or("-".to_string(), |r| r.told());
    let width = |head: &str, text: &dyn Fn(&Seen) -> String| {
        shown.iter().map(|s| text(s).chars().count()).chain([head.len()]).max().unwrap_or(0)
    };
    let (names, ends) = (width("test", &|s| s.name.clone()), width("recorded", &recorded));
    let mut out = format!("{:names$}  {:ends$}  {:>8}  natively\n", "test", "recorded", "time");
    for s in shown {
        let time = format!("{:.3} s", s.time.as_secs_f64());
        let _ = writeln!(out, "{:names$}  {:ends$}  {time:>8}  {}", s.name, recorded(s), told(s));
    }
    out
}

/// Whether somebody should look at it.
pub fn is_notable(seen: &Seen) -> bool {
    seen.bug.is_some() || matches!(seen.judgement, Judgement::Differs(_))
}

/// What became of it, in a line.
pub fn told(seen: &Seen) -> String {
    let bug = seen.bug.as_ref();
    match &seen.judgement {
        Judgement::AsRecorded => bug.map_or("as recorded".into(), |b| format!("as recorded, a bug: {}", b.told())),
        Judgement::Differs(words) => match bug {
            Some(bug) if !words.contains(&bug.kind) => format!("differs: {words}; a bug: {}", bug.told()),
            _ => format!("differs: {words}"),
        },
        Judgement::Unclear(words) => format!("not clear: {words}"),
        Judgement::NotCompared => match (bug, &seen.native) {
            (Some(bug), _) => format!("a bug: {}", bug.told()),
            (None, Some(native)) => outcome(&native.outcome),
            (None, None) => "nothing".into(),
        },
    }
}

pub struct Sums {
    pub as_recorded: u64,
    pub differ: u64,
    pub unclear: u64,
    pub not_compared: u64,
    pub bugs: u64,
}

pub fn sums(seen: &[Seen]) -> Sums {
    let number = |is: fn(&Judgement) -> bool| seen.iter().filter(|s| is(&s.judgement)).count() as u64;
    Sums {
        as_recorded: number(|j| matches!(j, Judgement::AsRecorded)),
        differ: number(|j| matches!(j, Judgement::Differs(_))),
        unclear: number(|j| matches!(j, Judgement::Unclear(_))),
        not_compared: number(|j| matches!(j, Judgement::NotCompared)),
        bugs: seen.iter().filter(|s| s.bug.is_some()).count() as u64,
    }
}

pub fn summary(seen: &[Seen], replayer: &Replayer, left_out: &[LeftOut]) -> String {
    let mut out = String::new();
    for what in left_out {
        let _ = writeln!(out, "not replayed: {}", what.why);
    }
    let sums = sums(seen);
    let mut parts = Vec::new();
    let kinds = [
        (sums.as_recorded, "as recorded"),
        (sums.differ, "not as recorded"),
        (sums.unclear, "not clear"),
        (sums.not_compared, "not compared"),
    ];
    parts.extend(kinds.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")));
    if !left_out.is_empty() {
        parts.push(format!("{} not replayed", left_out.len()));
    }
    parts.push(if sums.bugs == 0 { "no bug shown".into() } else { count(sums.bugs, "test") + " with a bug" });
    let covered = replayer.coverage().summary().branches;
    let total = count(seen.len() as u64, "test");
    let _ = writeln!(out, "{total}: {}; {} of {} branches covered", parts.join(", "), covered.covered, covered.total);
    out
}
