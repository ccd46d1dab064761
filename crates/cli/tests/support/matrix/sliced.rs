//! A slice of a program has the same errors, with no more paths, and the whole program shows each of them.

use super::compare;
use super::rows::{self, Promise, Way, pruning, strategy};
use super::subject::{Seen, Subject, place_of};
use libtest_mimic::Failed;
use secateur_explore::Outcome;
use secateur_explore::prunings::Goal;

/// Where slices differ from plain search of the whole program: by row.
pub fn differences(subject: &Subject, reference: &Seen, max_steps: u64) -> Result<Vec<(String, Vec<String>)>, Failed> {
    let (Some(sliced), mut all) = (subject.sliced(), vec![]) else { return Ok(vec![]) };
    for search in ["dfs", "cfg"] {
        let way = Way::with(&sliced, vec![strategy(search)], &[pruning("look-ahead")]).goals(&[Goal::Bugs]);
        let seen = sliced.explore(&Way { max_steps, ..rows::within(way, reference) })?;
        let mut problems = compare::differences(&sliced, reference, &seen, Promise::Bugs);
        for (place, shown) in &seen.shown {
            match subject.run(shown)? {
                Outcome::Bug(bug) if place_of(&bug) == *place => {}
                other => problems.push(format!("the whole program does not show an error: {place:?}, {other:?}")),
            }
        }
        if !problems.is_empty() {
            all.push((format!("slice with {search}"), problems));
        }
    }
    Ok(all)
}
