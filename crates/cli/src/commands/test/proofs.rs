//! What is proved before the run, with how much work, for reports; and whether the run bears it out.

use super::found::FoundBug;
use crate::options::Test;
use secateur_explore::{Extent, ProofLimits, Proofs};
use secateur_ir::Module;
use secateur_testgen::reports::{CheckedLine, Checks};
use secateur_vm::Program;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Units of work for each second that the run may take; and never fewer than the second, nor more than the third of them. A
/// second is worth some millions of units, so that a run loses a few percent of its time. Small programs take some ten thousand.
const PER_SECOND: u64 = 100_000;
const LEAST: u64 = 200_000;
const MOST: u64 = 6_000_000;

/// Proves what it can. The budget depends on the options alone, so that the same run gives the same proofs; the clock
/// and the user end it as a last resort.
pub fn prove(program: &Program, test: &Test, deadline: Option<Instant>, stop: &AtomicBool) -> Proofs {
    limited(test, deadline, stop, |limits| secateur_explore::prove(program, limits))
}

/// Does something within the budget.
pub fn limited<R>(
    test: &Test,
    deadline: Option<Instant>,
    stop: &AtomicBool,
    what: impl FnOnce(&ProofLimits) -> R,
) -> R {
    let work = test.time.as_secs().saturating_mul(PER_SECOND).clamp(LEAST, MOST);
    let is_over = || stop.load(Ordering::Relaxed) || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    what(&ProofLimits { work, stop: &is_over })
}

/// How far proofs went, in a word.
pub fn extent(proofs: &Proofs) -> &'static str {
    match proofs.extent {
        Extent::Whole => "whole",
        Extent::Alone => "functions",
        Extent::Nothing => "nothing",
    }
}

/// What was left out, and why.
fn note(proofs: &Proofs) -> Option<String> {
    let why = match proofs.is_cut_short {
        true => "because the run had to end",
        false => "because the program is large for the time of the run (--time)",
    };
    let left_out = match proofs.left_out {
        0 => None,
        1 => Some("one function was not looked at, so that its checks are not counted".to_string()),
        n => Some(format!("{n} functions were not looked at, so that their checks are not counted")),
    };
    match proofs.extent {
        Extent::Whole => left_out,
        Extent::Alone => {
            let alone = format!("each function was looked at alone, which proves less, {why}");
            Some(left_out.map_or(alone.clone(), |left_out| format!("{alone}; {left_out}")))
        }
        Extent::Nothing if proofs.has_handlers => {
            Some("nothing could be proved, because the program handles signals, which may come anywhere".into())
        }
        Extent::Nothing if proofs.left_out > 0 => Some(format!("proving was given up, {why}")),
        Extent::Nothing => None,
    }
}

/// The checks by kind and by line.
pub fn report(proofs: &Proofs, module: &Module) -> Checks {
    let mut checks = Checks { note: note(proofs), ..Checks::default() };
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
