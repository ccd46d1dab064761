//! What is proved of a program, against the errors that plain search finds in it.

use super::subject::{Place, Subject};
use libtest_mimic::Failed;
use secateur_explore::{ProofLimits, Proofs, prove};
use std::collections::BTreeMap;

/// No error stands where every check of its kind is proved: with all functions together, and with each alone, as where the
/// whole is too much.
pub fn hold<'a>(subject: &Subject, errors: impl Iterator<Item = &'a Place> + Clone) -> Result<(), Failed> {
    let program = subject.program(false).ok_or("the program does not fit the memory")?;
    let whole = prove(&program, &ProofLimits::none());
    let alone = prove(&program, &ProofLimits { work: whole.work / 10 * 11, stop: &|| false });
    for proofs in [&whole, &alone] {
        let all = by_place(subject, proofs);
        if let Some(error) = errors.clone().find(|error| all.get(*error) == Some(&true)) {
            return Err(format!("{error:?} was found, and proved not to be ({:?})", proofs.extent).into());
        }
    }
    Ok(())
}

/// By kind and position: whether all checks are proved.
fn by_place(subject: &Subject, proofs: &Proofs) -> BTreeMap<Place, bool> {
    let mut all = BTreeMap::new();
    for check in &proofs.checks {
        let at = proofs.location(&subject.module, check);
        if let Some(file) = subject.module.files.get(at.file as usize).filter(|_| at.is_known()) {
            *all.entry((check.kind, file.name.clone(), at.line, at.col)).or_insert(true) &= check.proved;
        }
    }
    all
}
