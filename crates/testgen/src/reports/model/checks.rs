//! The checks of the program's own code, and which of them were proved (`--prove`), as reports show them.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What cannot go wrong, and what may.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checks {
    pub total: u64,
    pub proved: u64,
    /// What was not looked at, or not as closely as it could be, and why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// By kind of error.
    pub by_kind: BTreeMap<String, Tally>,
    /// Lines with checks, in the order of their files.
    pub lines: Vec<CheckedLine>,
}

/// How many checks there are, and how many of them are proved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    pub total: u64,
    pub proved: u64,
}

/// The checks of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckedLine {
    /// As the compiler was given it.
    pub file: String,
    pub line: u32,
    pub proved: u32,
    /// Kinds that are not proved.
    pub open: Vec<String>,
}

/// What cannot affect a check that is not proved, and was not explored (`--slice`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sliced {
    /// Sides of branches that were left out, of how many; and calls.
    pub cut: u64,
    pub sides: u64,
    pub calls: u64,
    /// An error of what was left that the whole program did not show: it was explored as a whole then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contradicted: Option<String>,
}

impl Tally {
    /// Counts one more.
    pub fn add(&mut self, proved: bool) {
        self.total += 1;
        self.proved += u64::from(proved);
    }
}
