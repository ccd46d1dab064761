//! What may go wrong at an instruction, by the names under which it is reported, and whether it was proved that it does not.

use super::objects::Place;
use std::collections::BTreeMap;

/// Kinds of errors, by the names that reports use.
pub const READ: &str = "out-of-bounds-read";
pub const WRITE: &str = "out-of-bounds-write";
pub const NULL: &str = "null-dereference";
pub const FREED: &str = "use-after-free";
pub const DOUBLE_FREE: &str = "double-free";
pub const INVALID_FREE: &str = "invalid-free";
pub const DIVISION: &str = "division-by-zero";
pub const SHIFT: &str = "shift-out-of-range";
pub const OVERFLOW: &str = "signed-overflow";
pub const ASSERTION: &str = "assertion-failure";
pub const UNREACHABLE: &str = "unreachable";

/// One check of the machine's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Check {
    /// Function, block and instruction; behind the last instruction of a block is its end.
    pub place: Place,
    pub kind: &'static str,
    pub proved: bool,
}

/// The checks of a function while it is looked at. Several of the same kind at one instruction count as one.
#[derive(Default)]
pub struct Found {
    all: BTreeMap<(Place, &'static str), bool>,
}

impl Found {
    pub fn add(&mut self, place: Place, kind: &'static str, proved: bool) {
        let known = self.all.entry((place, kind)).or_insert(true);
        *known &= proved;
    }
    pub fn finish(self) -> Vec<Check> {
        self.all.into_iter().map(|((place, kind), proved)| Check { place, kind, proved }).collect()
    }
}
