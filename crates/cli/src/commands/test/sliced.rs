//! Whether only a slice of the program is explored, and what is told of that.

use super::proofs;
use crate::options::{Goal, OnOff, Test};
use secateur_explore::{Proofs, Slice};
use secateur_testgen::Coverage;
use secateur_testgen::reports::Sliced;
use secateur_vm::Program;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The slice, if nothing but errors is looked for and something can be left out.
pub fn make(
    test: &Test,
    program: &Program,
    proofs: Option<&Proofs>,
    deadline: Option<Instant>,
    stop: &AtomicBool,
) -> Option<Slice> {
    let only_bugs = test.goal == [Goal::Bugs] && test.partition.is_none();
    let proofs = proofs.filter(|_| only_bugs && test.slice == OnOff::On)?;
    proofs::limited(test, deadline, stop, |limits| secateur_explore::slice(program, proofs, limits))
}

/// What is told of a slice that was explored; `contradicted` is an error of it that the whole program did not show.
pub fn told(slice: &Slice, coverage: &Coverage, contradicted: Option<&String>) -> Sliced {
    let map = coverage.branch_map();
    let is_cut = |side: &secateur_testgen::Side| {
        slice.module.functions[side.func.index()].blocks[side.block.index()].term.sides().is_empty()
    };
    Sliced {
        cut: map.sides().filter(|(_, side)| is_cut(side)).count() as u64,
        sides: map.len() as u64,
        calls: slice.calls.into(),
        contradicted: contradicted.cloned(),
    }
}
