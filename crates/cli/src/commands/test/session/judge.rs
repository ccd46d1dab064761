//! What the native replay of one test says, for the test and for its bug.

use super::Session;
use crate::commands::test::replays::Replayed;
use secateur_testgen::{Verdict, reports, unit};

impl Session<'_, '_> {
    pub(super) fn judge(&mut self, replayed: Replayed) {
        let number = replayed.number;
        let mut none = reports::Test::default();
        let note = self.found.notes.iter_mut().find(|n| n.number == number).unwrap_or(&mut none);
        note.replay_s = replayed.time.as_secs_f64();
        let bug = self.found.bugs.iter_mut().find(|b| b.number == number);
        let result = match replayed.result {
            None => {
                self.found.late += 1;
                note.why = "there was no time".into();
                if let Some(bug) = bug {
                    bug.why = "there was no time to replay it natively".into();
                }
                return;
            }
            Some(Err(error)) => {
                (note.verdict, note.why) = ("divergence".into(), error.clone());
                self.output.log(&format!("test {number} could not be replayed: {error}"));
                self.found.divergences.push(format!("test {number} could not be replayed: {error}"));
                return;
            }
            Some(Ok(result)) => result,
        };
        if replayed.is_half && bug.is_none() {
            self.found.half += 1;
        }
        if self.test.minimise
            && let Some(trace) = &result.coverage.trace
        {
            self.traces.insert(number, trace.clone());
        }
        note.new_branches = result.delta.branches as u32;
        let mut bug = bug;
        if let (Some(bug), Some(native)) = (&mut bug, &result.sanitizer) {
            bug.native = String::from_utf8_lossy(&native.stderr).into_owned();
            let _ = self.output.write(&format!("{}/native.txt", bug.folder()), &bug.native);
        }
        let told = self.recorded.iter().find(|r| r.number == number).map_or(&[][..], |r| &r.results);
        let verdict = match (result.verdict, unit::difference(told, &result.coverage.results)) {
            (Verdict::Confirmed, Some(what)) => Verdict::Divergence(what),
            // The path alone is no proof of a bug.
            (Verdict::Confirmed, _) if replayed.is_half && bug.is_some() => {
                Verdict::Unconfirmed("there was no time to run it natively with sanitizers".into())
            }
            (verdict, _) => verdict,
        };
        match verdict {
            Verdict::Confirmed => {
                note.verdict = "confirmed".into();
                if let Some(bug) = bug {
                    bug.confirmed = true;
                }
            }
            Verdict::Unconfirmed(why) => {
                (note.verdict, note.why) = ("unconfirmed".into(), why.clone());
                self.output.log(&format!("test {number} is not confirmed: {why}"));
                if let Some(bug) = bug {
                    bug.why = why;
                }
            }
            Verdict::Divergence(what) => {
                (note.verdict, note.why) = ("divergence".into(), what.clone());
                self.output.log(&format!("test {number} diverges: {what}"));
                if let Some(bug) = bug {
                    bug.why.clone_from(&what);
                }
                self.found.divergences.push(format!("test {number}: {what}"));
            }
        }
    }
}
