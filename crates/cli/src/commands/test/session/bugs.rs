//! A new bug: its report, and its folder with what shows it again.

use super::Session;
use super::words::place;
use crate::commands::test::found::FoundBug;
use crate::commands::test::replays::Job;
use crate::diagnostics;
use anyhow::Context;
use secateur_testgen::{TestCase, formats, show};
use secateur_vm::{Bug, StackEntry};

impl Session<'_, '_> {
    /// The report with the input.
    fn describe(&self, bug: &Bug, case: &TestCase) -> String {
        let mut text = diagnostics::bug(&without_harness(bug), false);
        for shown in self.shown(case) {
            text += &format!("  with {}: {}\n", shown.name, shown.value);
        }
        show::printable(&text)
    }

    pub(super) fn add_bug(&mut self, bug: &Bug, job: &Job, test: String) -> anyhow::Result<()> {
        let (file, line, function) = place(bug.place());
        let mut found = FoundBug {
            kind: bug.check.name,
            message: bug.message.clone(),
            file,
            line,
            function,
            test,
            number: job.number,
            confirmed: false,
            why: "not replayed natively".into(),
            text: self.describe(bug, &job.case),
            bug: without_harness(bug),
            input: self.shown(&job.case),
            native: String::new(),
        };
        let folder = found.folder();
        // Formats that write the suite as a whole have no file of the test's own.
        if found.test.is_empty() {
            found.test = format!("{folder}/input.ktest");
        }
        let path = self.output.folder.join(&folder);
        std::fs::create_dir_all(&path).with_context(|| format!("{} cannot be made", path.display()))?;
        self.output.write(&format!("{folder}/report.txt"), &found.text)?;
        // Whatever the formats of the tests are, so that a bug can always be replayed.
        std::fs::write(path.join("input.ktest"), formats::ktest::encode(&self.program, &job.case)?)?;
        self.output.log(&format!("bug: {} at {}:{}", found.kind, found.file, found.line));
        self.found.bugs.push(found);
        Ok(())
    }
}

/// The frames of the harness say nothing to the user, and neither does the place where it makes an object.
fn without_harness(bug: &Bug) -> Bug {
    let mut bug = bug.clone();
    let is_harness = |entry: &StackEntry| entry.file == secateur_front::HARNESS;
    if let Some(first) = bug.stack.iter().position(is_harness).filter(|i| *i > 0) {
        bug.stack.truncate(first);
    }
    for note in &mut bug.notes {
        if note.place.as_ref().is_some_and(is_harness) {
            note.place = None;
            note.text = "the block is made for the call, as one of its arguments".into();
        }
    }
    bug
}
