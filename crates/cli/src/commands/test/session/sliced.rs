//! Where only a slice of the program is explored: what a path of it becomes in the whole program.
//!
//! A slice leaves out what cannot affect an unproved check, as long as it ends. So whatever is to become a test is run by the whole
//! program first, and what that does is the test. An error that it does not show is not reported; the run then explores the whole
//! program instead, since other inputs may show the error.

use super::{SPARE_INPUTS, Session, key};
use crate::commands::test::Nowhere;
use secateur_explore::{Outcome, PathEnd, panics};
use secateur_vm::Limits;
use std::panic::AssertUnwindSafe;

/// Instructions of the whole program for each of the slice's, and beyond that, after which it is taken not to end.
const FACTOR: u64 = 1_000;
const MORE: u64 = 100_000_000;

impl Session<'_, '_> {
    /// Whether the whole program has to be explored, since a part of it was misleading. What was found so far stays.
    pub fn begin_whole(&mut self) -> bool {
        if self.contradicted.is_some() {
            (self.is_sliced, self.is_again) = (false, true);
            self.found.node_tests.clear();
            self.found.cut.clear();
            self.found.path_limits.clear();
        }
        self.is_again
    }

    /// The end of the path in the whole program. `None` if it comes to none there.
    pub(super) fn run_whole(&mut self, mut end: PathEnd) -> Option<PathEnd> {
        let error = match &end.outcome {
            Outcome::Bug(bug) => Some(key(bug)),
            Outcome::Exit(_) | Outcome::Killed(_) | Outcome::Pruned(_) => None,
            _ => return Some(end),
        };
        let is_new = error.as_ref().is_some_and(|error| !self.seen.contains(error));
        if !self.wanted(&end, is_new) {
            return Some(end);
        }
        let most = end.steps.saturating_mul(FACTOR).saturating_add(MORE);
        let limits = Limits {
            max_steps: most.min(self.config.max_steps),
            deadline: self.deadline,
            stop: Some(self.stop.clone()),
            ..Limits::default()
        };
        let spare = if matches!(end.outcome, Outcome::Pruned(_)) { SPARE_INPUTS } else { 0 };
        let (predictor, config, start) = (&mut self.predictor, &self.config, &self.starts[end.root as usize]);
        let given = (end.inputs.as_slice(), spare);
        let run = AssertUnwindSafe(|| predictor.run(config, start, given, limits, &mut Nowhere).0);
        let outcome = panics::catch(run).unwrap_or_else(Outcome::Internal);
        let shown = match &outcome {
            Outcome::Bug(bug) => Some(key(bug)),
            _ => None,
        };
        match &outcome {
            // The run is over, and the path with it.
            Outcome::Limit("time" | "interrupt", place) => {
                self.note_cut("there was no time to run a path of the slice in the whole program", &place.stack);
                return None;
            }
            _ if error.is_some() && shown != error => {
                let (kind, file, line, _) = error.unwrap_or_default();
                let end = outcome.end().name();
                self.output.log(&format!("the slice shows {kind} at {file}:{line}, the whole program ends with {end}"));
                self.contradicted = Some(format!("{kind} at {file}:{line}"));
            }
            Outcome::Exit(_) | Outcome::Killed(_) | Outcome::Bug(_) => {}
            // What ends otherwise asks for more than the slice does, or does not end.
            _ => return None,
        }
        if !matches!(outcome, Outcome::Exit(_) | Outcome::Killed(_) | Outcome::Bug(_)) {
            return None;
        }
        let more = self.predictor.asked().into_iter().skip(end.inputs.len());
        end.inputs.extend(more.map(|input| {
            let bytes = vec![0; input.size as usize];
            (input, bytes)
        }));
        end.steps = self.predictor.steps();
        end.outcome = outcome;
        Some(end)
    }
}
