//! Results for other programs: JSON and JUnit's XML.

use super::details::ranges;
use super::items::LeftOut;
use super::judge::{Judgement, Seen, outcome};
use super::subject::{Origin, Subject};
use super::table;
use secateur_testgen::reports::{self, Run, junit};
use secateur_testgen::{Observed, Replayer};
use serde_json::{Value, json};

pub fn json(
    subject: &Subject,
    replayer: &Replayer,
    seen: &[Seen],
    left_out: &[LeftOut],
    commands: &[String],
) -> anyhow::Result<String> {
    let mut tests: Vec<Value> = seen.iter().map(|s| test(s, subject)).collect();
    for (test, command) in tests.iter_mut().zip(commands) {
        test["gdb"] = command.clone().into();
    }
    let sums = table::sums(seen);
    let covered = replayer.coverage().summary();
    let folder = match &subject.origin {
        Origin::Folder(folder) => Some(folder.display().to_string()),
        Origin::Named => None,
    };
    let document = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "folder": folder,
        "program": names(subject),
        "changed": subject.changed.iter().map(|f| f.display().to_string()).collect::<Vec<_>>(),
        "tests": tests,
        "not_replayed": left_out.iter().map(lost).collect::<Vec<_>>(),
        "as_recorded": sums.as_recorded,
        "differ": sums.differ,
        "unclear": sums.unclear,
        "not_compared": sums.not_compared,
        "bugs": sums.bugs,
        "coverage": {
            "branches": { "covered": covered.branches.covered, "total": covered.branches.total },
            "lines": { "covered": covered.lines.covered, "total": covered.lines.total },
        },
    });
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

fn names(subject: &Subject) -> Vec<String> {
    subject.program.iter().map(|f| f.display().to_string()).collect()
}

fn test(seen: &Seen, subject: &Subject) -> Value {
    let (verdict, why) = verdict(seen);
    let run = |observed: &Observed| {
        json!({
            "end": outcome(&observed.outcome),
            "stdout": String::from_utf8_lossy(&observed.stdout),
            "stderr": String::from_utf8_lossy(&observed.stderr),
        })
    };
    let input: Vec<Value> =
        subject.shown(&seen.case).into_iter().map(|i| json!({ "name": i.name, "value": i.value })).collect();
    json!({
        "test": seen.name,
        "recorded": seen.recorded.as_ref().map(|r| r.told()),
        "verdict": verdict,
        "why": why,
        "bug": seen.bug.as_ref().map(|b| json!({ "kind": b.kind, "file": b.file, "line": b.line })),
        "input": input,
        "native": seen.native.as_ref().map(run),
        "sanitizer": seen.sanitizer.as_ref().map(run),
        "lines": lines(seen, subject),
        "time_s": seen.time.as_secs_f64(),
    })
}

fn lost(test: &LeftOut) -> Value {
    json!({ "test": test.name, "recorded": test.recorded.as_ref().map(|r| r.told()), "why": test.why })
}

/// By file: the ranges of lines that ran.
fn lines(seen: &Seen, subject: &Subject) -> Value {
    let mut coverage = subject.coverage.clone();
    if let Some(trace) = seen.native.as_ref().and_then(|n| n.trace.as_ref()) {
        coverage.add(trace);
    }
    let mut out = serde_json::Map::new();
    for file in coverage.files() {
        let ran: Vec<u32> = file.lines.iter().filter(|l| l.tests > 0).map(|l| l.line).collect();
        if !ran.is_empty() {
            out.insert(file.name, json!(ranges(&ran)));
        }
    }
    out.into()
}

fn verdict(seen: &Seen) -> (&'static str, &str) {
    match &seen.judgement {
        Judgement::AsRecorded => ("as-recorded", ""),
        Judgement::Differs(words) => ("differs", words),
        Judgement::Unclear(words) => ("unclear", words),
        Judgement::NotCompared => ("not-compared", ""),
    }
}

/// The same document as `junit.xml` of a run.
pub fn junit(subject: &Subject, seen: &[Seen], left_out: &[LeftOut]) -> String {
    let mut run = Run {
        version: env!("CARGO_PKG_VERSION").into(),
        command: std::env::args_os().map(|a| a.to_string_lossy().into_owned()).collect(),
        directory: std::env::current_dir().unwrap_or_default().to_string_lossy().into_owned(),
        started: humantime::format_rfc3339_seconds(std::time::SystemTime::now()).to_string(),
        program: names(subject),
        function: subject.function().unwrap_or_default().into(),
        ..Run::default()
    };
    for (s, number) in seen.iter().zip(1..) {
        let end = |native: &Observed| outcome(&native.outcome);
        let seen_end = || s.native.as_ref().map_or_else(String::new, end);
        let (verdict, why) = match &s.judgement {
            Judgement::Differs(words) => ("divergence", words.as_str()),
            Judgement::Unclear(words) => ("unconfirmed", words.as_str()),
            Judgement::AsRecorded | Judgement::NotCompared => ("confirmed", ""),
        };
        run.tests.push(reports::Test {
            number,
            files: vec![s.name.clone()],
            end: s.recorded.as_ref().map_or_else(seen_end, |r| r.told()),
            input: subject.shown(&s.case),
            verdict: verdict.into(),
            why: why.into(),
            replay_s: s.time.as_secs_f64(),
            ..reports::Test::default()
        });
        if let Some(bug) = &s.bug {
            let native =
                s.sanitizer.as_ref().map_or(String::new(), |o| String::from_utf8_lossy(&o.stderr).into_owned());
            run.bugs.push(reports::Bug {
                kind: bug.kind.clone(),
                message: bug.told(),
                file: bug.file.clone(),
                line: bug.line,
                test: number,
                confirmed: true,
                native,
                ..reports::Bug::default()
            });
        }
    }
    for (lost, number) in left_out.iter().zip(seen.len() as u32 + 1..) {
        run.tests.push(reports::Test {
            number,
            files: vec![lost.name.clone()],
            end: lost.recorded.as_ref().map_or_else(String::new, |r| r.told()),
            verdict: junit::UNREADABLE.into(),
            why: lost.why.clone(),
            ..reports::Test::default()
        });
    }
    junit::document(&run)
}
