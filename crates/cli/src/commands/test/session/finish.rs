//! The end of a session: replays are waited for, tests that add nothing are removed, the suite is written.

use super::Session;
use crate::commands::test::count;
use crate::commands::test::found::Found;
use crate::commands::test::progress::Phase;
use crate::commands::test::replays::Measured;
use secateur_testgen::Trace;
use secateur_testgen::formats::Whole;
use secateur_testgen::minimise::Candidate;
use secateur_vm::StackEntry;

impl Session<'_, '_> {
    /// Waits for the replays, and writes what they say.
    pub fn finish(mut self) -> Found {
        self.reporter.phase(Phase::Replaying);
        if let Some(replays) = self.replays.take() {
            self.reporter.watch(replays.done());
            let (results, measured) = replays.finish();
            for replayed in results {
                self.judge(replayed);
            }
            match &measured {
                Err(why) => self.output.log(&format!("nothing could be replayed: {why}")),
                Ok(Measured { without_sanitizers: Some(why), .. }) => {
                    self.output.log(&format!("there is no sanitizer build: {why}"));
                }
                Ok(_) => {}
            }
            self.found.measured = Some(measured);
            if self.test.minimise {
                self.minimise();
            }
        }
        if let Some(unit) = self.unit {
            let function = unit.function();
            let place = StackEntry {
                function: function.name.clone(),
                file: function.file.clone(),
                directory: function.directory.clone(),
                line: function.line,
                col: 0,
                library: false,
            };
            self.found.assumptions.extend(unit.plan.notes.iter().cloned());
            self.found.left_out.extend(unit.plan.losses.iter().map(|loss| (loss.what.clone(), place.clone())));
        }
        if let Err(error) = self.suite.finish(&self.whole()) {
            self.output.log(&format!("the suite could not be written: {error}"));
            self.found.failure.get_or_insert(error.into());
        }
        if self.found.late > 0 {
            self.output.log(&format!("no time was left to replay {}", count(self.found.late, "test")));
        }
        if self.found.half > 0 {
            self.output.log(&format!("no time was left to run {} with sanitizers", count(self.found.half, "test")));
        }
        self.reporter.finish();
        self.found
    }

    /// Removes tests that add nothing to what the others cover.
    fn minimise(&mut self) {
        let none = Trace::default();
        let candidates = self.found.notes.iter().map(|note| {
            let trace = self.traces.get(&note.number).unwrap_or(&none);
            let shows_bug = self.found.bugs.iter().any(|b| b.number == note.number);
            // What was not replayed may cover anything.
            let must_stay = shows_bug || !self.traces.contains_key(&note.number);
            Candidate { edges: &trace.edges, blocks: &trace.blocks, must_stay }
        });
        let stays = secateur_testgen::minimise::choose(&candidates.collect::<Vec<_>>());
        let all = std::mem::take(&mut self.found.notes);
        let before = all.len();
        for (note, stays) in all.into_iter().zip(stays) {
            if stays {
                self.found.notes.push(note);
                continue;
            }
            for file in &note.files {
                if let Err(error) = std::fs::remove_file(self.output.folder.join(file)) {
                    self.output.log(&format!("{file} could not be removed: {error}"));
                }
            }
            self.traces.remove(&note.number);
            self.recorded.retain(|r| r.number != note.number);
            self.found.node_tests.retain(|_, number| *number != note.number);
        }
        self.found.tests = self.found.notes.len() as u64;
        let removed = before - self.found.notes.len();
        self.output.log(&format!("{removed} of {before} tests add nothing and are removed"));
        if removed > 0 {
            self.found.assumptions.push(format!("{} that add nothing were removed", count(removed as u64, "test")));
        }
        if let Some(Ok(measured)) = &mut self.found.measured {
            measured.coverage.clear();
            for note in &mut self.found.notes {
                if let Some(trace) = self.traces.get(&note.number) {
                    note.new_branches = measured.coverage.add(trace).branches as u32;
                }
            }
        }
    }

    fn whole(&self) -> Whole<'_> {
        Whole {
            program: &self.test.program.files,
            flags: &self.flags,
            folder: &self.output.folder,
            tests: &self.recorded,
            declarations: self.unit.map(|unit| &unit.declarations),
            function: self.unit.map(|unit| unit.function().name.as_str()),
            unit: self.unit,
        }
    }
}
