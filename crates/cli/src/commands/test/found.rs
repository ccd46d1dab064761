//! Everything that a run came to, beside the counts: bugs, divergences, and what reports tell of the tests.

use super::partition::Inputs;
use super::replays::Measured;
use super::timeline::Timeline;
use crate::style;
use secateur_testgen::reports::{self, Shown};
use secateur_testgen::unit;
use secateur_testgen::{Prediction, TestCase};
use secateur_vm::{Bug, StackEntry};
use std::collections::{BTreeMap, BTreeSet};

/// A bug, once per kind and place: line and column.
pub struct FoundBug {
    pub kind: &'static str,
    pub message: String,
    pub file: String,
    pub line: u32,
    pub function: String,
    /// Relative to the output folder.
    pub test: String,
    pub number: u32,
    pub confirmed: bool,
    /// Why it is not confirmed.
    pub why: String,
    /// The report as the user sees it.
    pub text: String,
    pub bug: Bug,
    pub input: Vec<Shown>,
    /// What the sanitizers printed.
    pub native: String,
}

impl FoundBug {
    /// Relative to the output folder.
    pub fn folder(&self) -> String {
        format!("bugs/{:03}-{}", self.number, self.kind)
    }
}

/// Everything that the run came to, beside the counts.
pub struct Found {
    pub tests: u64,
    pub bugs: Vec<FoundBug>,
    pub divergences: Vec<String>,
    /// Tests that there was no time to replay.
    pub late: u64,
    /// Tests without a bug that there was time to compare and count, but not to run with sanitizers.
    pub half: u64,
    pub measured: Option<Result<Measured, String>>,
    /// Why paths ended that did not come to their end, with place and number.
    pub cut: BTreeMap<(String, String, u32, String), u64>,
    /// Why tests could not be written.
    pub failure: Option<anyhow::Error>,
    /// Limits on single paths that were reached.
    pub path_limits: BTreeSet<&'static str>,
    /// The tests, as reports tell of them.
    pub notes: Vec<reports::Test>,
    /// By node of the tree of paths: the number of its test.
    pub node_tests: BTreeMap<usize, u32>,
    pub timeline: Timeline,
    /// The tests by number, as a later replay needs them.
    pub recorded: BTreeMap<u32, (TestCase, Prediction, Vec<unit::Result>)>,
    /// Whether any path asked for symbolic input.
    pub asked_for_input: bool,
    /// The inputs that paths asked for, if they are divided into parts.
    pub inputs: Inputs,
    /// Those parts.
    pub partition: Option<reports::Partition>,
    /// What the user said and the run does not bear out.
    pub warnings: Vec<String>,
    /// What was taken for granted about the input, for the user to know.
    pub assumptions: Vec<String>,
    /// What the harness of a function leaves out, with the function's place.
    pub left_out: Vec<(String, StackEntry)>,
}

impl Found {
    /// Why nothing, or not everything, was replayed natively.
    pub fn not_native(&self) -> Vec<String> {
        let mut reasons = Vec::new();
        match &self.measured {
            None => reasons.push("native replay was switched off".to_string()),
            Some(Err(why)) => reasons.push(format!("tests were not replayed natively: {why}")),
            Some(Ok(measured)) => {
                let why = measured.without_sanitizers.as_ref();
                reasons.extend(why.map(|why| format!("there is no sanitizer build to confirm bugs: {why}")));
            }
        }
        if self.late > 0 {
            let (late, all) = (super::count(self.late, "test"), style::number(self.tests));
            reasons.push(format!("there was no time to replay {late} of {all}: what only they cover is not counted"));
        }
        if self.half > 0 {
            let what = "there was no time to run {} with sanitizers, which would show errors that the virtual machine overlooks";
            reasons.push(what.replace("{}", &super::count(self.half, "test")));
        }
        reasons
    }
}
