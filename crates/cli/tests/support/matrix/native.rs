//! What a small program does natively on the inputs that its file lists: the bugs are those that are marked.
//!
//! For programs about the parts of an input (`flow-*.c`) it also has to be a *combination* that shows one of them: whoever
//! changes one byte and leaves the others at zero, as they are on the first path, must not find it.

use crate::support::fixture::Fixture;
use crate::support::space::Space;
use crate::support::suite::Bug;
use crate::support::truth::{Driver, End};
use crate::support::{Outcome, empty_folder, ensure};
use std::collections::BTreeSet;

/// How the names of programs about parts of an input begin.
const COMBINATION: &str = "matrix/flow-";

pub fn confirm(name: &str, fixture: &Fixture) -> Outcome {
    let Some(space) = fixture.key("space").map(Space::parse).transpose()? else { return Ok(()) };
    let folder = empty_folder();
    let driver = Driver::build(&fixture.path, &space, folder.path())?;
    let is_stdin = fixture.words("args").iter().any(|word| word == "--sym-stdin");
    let driver = if is_stdin { driver.on_stdin() } else { driver };
    let inputs = space.inputs();
    let truth = driver.run(&inputs)?;
    let marks: BTreeSet<Bug> =
        fixture.marks.iter().map(|(line, kind)| Bug { line: *line, kind: kind.clone() }).collect();
    let real: BTreeSet<Bug> = truth.bugs.into_keys().collect();
    ensure(real == marks, || format!("marked are {marks:?}, but natively there are {real:?}"))?;
    if !name.starts_with(COMBINATION) {
        return Ok(());
    }
    let mut easy = BTreeSet::new();
    for (input, end) in inputs.chunks(space.size()).zip(&truth.ends) {
        if let End::Bug { bug, .. } = end
            && input.iter().filter(|byte| **byte != 0).count() < 2
        {
            easy.insert(bug.clone());
        }
    }
    ensure(easy.len() < marks.len(), || "one byte that is not zero is enough to show every bug".into())
}
