//! `secateur replay`: runs tests on the native builds once more, and tells what happens.
//!
//! Tests of an output folder are compared with what was recorded, as `secateur test` does it: the path decision by
//! decision on the coverage build, the end on the sanitizer build. If the sources have changed since, only ends are
//! compared. Tests from elsewhere are only watched.

mod details;
mod export;
mod items;
mod judge;
mod subject;
mod table;

use crate::options::Replay;
use judge::{Judgement, Seen};
use secateur_testgen::show;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use subject::Subject;

pub fn run(replay: &Replay) -> anyhow::Result<ExitCode> {
    let origin = subject::origin(replay)?;
    // Before the working directory becomes that of the run.
    let junit = replay.junit.as_deref().map(std::path::absolute).transpose()?;
    let items = items::find(replay, &origin)?;
    let (subject, replayer) = Subject::load(replay, origin)?;
    let seen = all(replay, &subject, &replayer, &items.tests);
    let commands = if replay.gdb { subject.debuggers(&replayer, &seen)? } else { vec![] };
    if let Some(path) = &junit {
        super::write_whole(path, export::junit(&subject, &seen, &items.left_out).as_bytes())?;
    }
    if replay.json {
        super::print(&export::json(&subject, &replayer, &seen, &items.left_out, &commands)?)?;
    } else {
        let mut text = match items.single && !replay.quiet {
            true => seen.iter().map(|s| details::text(s, &subject)).collect(),
            false => table::rows(&seen, replay.quiet),
        };
        for (seen, command) in seen.iter().zip(&commands).filter(|(s, _)| !replay.quiet || table::is_notable(s)) {
            text += &format!("{}: {command}\n", seen.name);
        }
        text += &table::summary(&seen, &replayer, &items.left_out);
        super::print(&show::printable(&text))?;
    }
    let fine = items.left_out.is_empty()
        && seen.iter().all(|s| s.bug.is_none() && !matches!(s.judgement, Judgement::Differs(_)));
    Ok(if fine { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// In the order of the tests, however many run at once.
fn all(replay: &Replay, subject: &Subject, replayer: &secateur_testgen::Replayer, tests: &[items::Item]) -> Vec<Seen> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut done = Vec::new();
        while let Some(item) = tests.get(next.fetch_add(1, Ordering::Relaxed)) {
            done.push((item.order, judge::test(subject, replayer, item)));
        }
        done
    };
    let mut seen = Vec::new();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..replay.jobs).map(|_| scope.spawn(worker)).collect();
        seen.extend(workers.into_iter().flat_map(|w| w.join().expect("judging does not panic")));
    });
    seen.sort_by_key(|(order, _)| *order);
    seen.into_iter().map(|(_, seen)| seen).collect()
}
