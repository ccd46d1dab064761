//! A slice of a program has the same errors, with no more paths, and the whole program shows each of them.

use super::compare;
use super::rows::{self, Promise, Way, pruning, strategy};
use super::subject::{Seen, Subject, place_of};
use libtest_mimic::Failed;
use secateur_explore::Outcome;
use secateur_explore::prunings::Goal;

/// Compares with plain search of the whole program.
pub fn holds(subject: &Subject, reference: &Seen) -> Result<(), Failed> {
    let Some(sliced) = subject.sliced() else { return Ok(()) };
    for search in ["dfs", "cfg"] {
        let way = Way::with(&sliced, vec![strategy(search)], &[pruning("look-ahead")]).goals(&[Goal::Bugs]);
        let seen = sliced.explore(&rows::within(way, reference))?;
        let mut problems = compare::differences(&sliced, reference, &seen, Promise::Bugs);
        for (place, shown) in &seen.shown {
            match subject.run(shown)? {
                Outcome::Bug(bug) if place_of(&bug) == *place => {}
                other => problems.push(format!("the whole program does not show {place:?}: {other:?}")),
            }
        }
        if !problems.is_empty() {
            return Err(format!("sliced, with {search}: {}", problems.join("\n")).into());
        }
    }
    Ok(())
}
