//! What was proved before the run, for reports; and whether the run bears it out.

use super::found::FoundBug;
use secateur_explore::Proofs;
use secateur_ir::Module;
use secateur_testgen::reports::{CheckedLine, Checks};
use std::collections::{BTreeMap, BTreeSet};

/// The checks by kind and by line.
pub fn report(proofs: &Proofs, module: &Module) -> Checks {
    let mut checks = Checks::default();
    let mut lines: BTreeMap<(String, u32), (u32, BTreeSet<&str>)> = BTreeMap::new();
    for check in &proofs.checks {
        checks.total += 1;
        checks.proved += u64::from(check.proved);
        checks.by_kind.entry(check.kind.into()).or_default().add(check.proved);
        let at = proofs.location(module, check);
        if let Some(file) = module.files.get(at.file as usize).filter(|_| at.is_known()) {
            let line = lines.entry((file.name.clone(), at.line)).or_default();
            match check.proved {
                true => line.0 += 1,
                false => drop(line.1.replace(check.kind)),
            }
        }
    }
    let line = |((file, line), (proved, open)): ((String, u32), (u32, BTreeSet<&str>))| {
        let open = open.into_iter().map(String::from).collect();
        CheckedLine { file, line, proved, open }
    };
    checks.lines = lines.into_iter().map(line).collect();
    checks
}

/// A bug that was proved not to be: a defect of ours.
pub fn contradicted(proofs: &Proofs, module: &Module, bugs: &[FoundBug]) -> Option<String> {
    // By function, line, column and kind: whether all checks there are proved.
    let mut places: BTreeMap<(&str, u32, u32, &str), bool> = BTreeMap::new();
    for check in &proofs.checks {
        let at = proofs.location(module, check);
        let function = module.functions[check.place.0 as usize].name.as_str();
        if at.is_known() {
            *places.entry((function, at.line, at.col, check.kind)).or_insert(true) &= check.proved;
        }
    }
    let broken = bugs.iter().find(|bug| {
        let first = bug.bug.stack.first().filter(|entry| !entry.library);
        let key =
            |e: &secateur_vm::StackEntry| places.get(&(e.function.as_str(), e.line, e.col, bug.kind)) == Some(&true);
        first.is_some_and(key)
    })?;
    Some(format!(
        "internal error: {} at {}:{} was found, though it had been proved that it cannot be; please report this, with the \
         program. --prove off does without proofs",
        broken.kind, broken.file, broken.line
    ))
}
