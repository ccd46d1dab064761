//! Everything that reports are made of: `run.json` in the output folder, from which `secateur report`
//! makes them again.

mod checks;
mod partition;

pub use checks::{CheckedLine, Checks, Sliced, Tally};
pub use partition::{Join, Part, Partition, Span};

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A whole run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// Of Secateur.
    pub version: String,
    /// What repeats the run: the program and its arguments, as they were given.
    pub command: Vec<String>,
    /// Where it was given, and when (RFC 3339, UTC).
    pub directory: String,
    pub started: String,
    /// The files of the program, as they were given.
    pub program: Vec<String>,
    /// The function under test: `main`, or that of `--function`.
    pub function: String,
    /// `complete` or `limit`.
    pub status: String,
    pub limits: Vec<String>,
    /// Paths by how they ended, with the names of `summary.json`; prunings as `pruned:NAME`.
    pub paths: BTreeMap<String, u64>,
    pub instructions: u64,
    pub time_s: f64,
    pub peak_rss_bytes: u64,
    pub seed: u64,
    pub search: Vec<String>,
    pub prune: Vec<String>,
    /// Whether coverage was measured on native runs.
    pub native: bool,
    /// Why nothing, or not everything, was replayed natively.
    pub not_native: Vec<String>,
    pub files: Vec<File>,
    pub tests: Vec<Test>,
    pub bugs: Vec<Bug>,
    pub divergences: Vec<String>,
    pub losses: Vec<Loss>,
    pub solver: Solver,
    /// In order of time.
    pub timeline: Vec<Point>,
    pub tree: Tree,
    /// Of the input, with `--partition`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partition: Option<Partition>,
    /// What was proved before the run, unless that was switched off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checks: Option<Checks>,
    /// What was left out of what was explored, if only errors were looked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sliced: Option<Sliced>,
}

/// A file with code of the user's.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct File {
    /// As the compiler was given it, and where it really is.
    pub name: String,
    pub path: String,
    /// Its lines when the run ended; empty if it could not be read.
    pub source: Vec<String>,
    /// Lines with code.
    pub lines: Vec<Line>,
    pub functions: Vec<Function>,
    pub decisions: Vec<Decision>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    pub line: u32,
    /// How many tests came by.
    pub tests: u32,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Function {
    pub name: String,
    pub line: u32,
    pub tests: u32,
}

/// A branch or a switch.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    pub line: u32,
    pub col: u32,
    pub function: String,
    pub is_switch: bool,
    /// Whether any test came to it.
    pub reached: bool,
    pub sides: Vec<Side>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// Such as `true`, `false`, `case 3`, `default`.
    pub label: String,
    pub tests: u32,
    pub status: Status,
    /// Why it was not reached, for people; the likeliest first.
    pub reasons: Vec<Reason>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    Covered,
    /// No input leads there: shown, not supposed.
    Infeasible,
    #[default]
    NotReached,
}

/// Why a side was not reached.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// `pending`, `pruned`, `lost`, `limit`, `uncalled`, `unconfirmed`, …
    pub kind: String,
    /// A sentence.
    pub text: String,
    /// A place that explains it, such as where something was lost; line 0 if there is none.
    pub file: String,
    pub line: u32,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Test {
    pub number: u32,
    /// Its files, relative to the output folder.
    pub files: Vec<String>,
    /// Such as `exit 0`, `signal 6`, `bug`, `cut`.
    pub end: String,
    /// For people: the call in unit mode, otherwise one line for each input.
    pub input: Vec<Shown>,
    /// Sides of branches that no test before it covered.
    pub new_branches: u32,
    /// When it was found, from the start of the run.
    pub time_s: f64,
    /// How many paths had ended by then, its own included.
    #[serde(default)]
    pub path: u64,
    /// How many sides of branches the paths had covered by then, by the virtual machine's account.
    #[serde(default)]
    pub covered: u32,
    /// What native replay said: `confirmed`, `divergence`, `unconfirmed`, `not-replayed`.
    pub verdict: String,
    /// Why it is not confirmed.
    pub why: String,
    /// How long the native replay took.
    pub replay_s: f64,
}

/// An input as people read it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    pub name: String,
    pub value: String,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Bug {
    /// As in `--check`.
    pub kind: String,
    /// One sentence without a full stop.
    pub message: String,
    pub file: String,
    pub path: String,
    pub line: u32,
    pub col: u32,
    pub function: String,
    /// Innermost first.
    pub stack: Vec<Frame>,
    /// Further places that explain it.
    pub notes: Vec<Note>,
    /// The number of its test, its file, and the bug's own folder, relative to the output folder.
    pub test: u32,
    pub test_file: String,
    pub folder: String,
    pub input: Vec<Shown>,
    pub confirmed: bool,
    pub why_not: String,
    /// What the sanitizers printed.
    pub native: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    pub function: String,
    pub file: String,
    pub path: String,
    pub line: u32,
    pub col: u32,
    /// Not the user's own code.
    pub library: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    pub text: String,
    pub place: Option<Frame>,
}

/// Something given up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loss {
    pub what: String,
    pub file: String,
    pub line: u32,
    pub function: String,
    pub count: u64,
    pub cost: String,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Solver {
    pub queries: u64,
    pub checks: u64,
    pub sat_calls: u64,
    pub unknown: u64,
    pub time_s: f64,
    /// In the order in which they are asked.
    pub tiers: Vec<Tier>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tier {
    pub name: String,
    pub summary: String,
    pub answers: u64,
    pub time_s: f64,
}

/// How far the run was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Point {
    pub time_s: f64,
    pub paths: u64,
    pub pending: u64,
    pub tests: u64,
    pub bugs: u64,
    pub branches: u32,
    pub instructions: u64,
    /// Distinct states, where rwset counts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub states: Option<u64>,
}

/// The tree of paths, a node for each piece of a path from where it left another one to its end. The
/// lists have one entry per node, in the order in which nodes were met; a parent comes before its
/// children. A path's first decisions, up to `depth`, are those of its parent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tree {
    /// Roots are their own parents.
    pub parent: Vec<u32>,
    /// Symbolic decisions before the node, and at its end.
    pub depth: Vec<u32>,
    pub end_depth: Vec<u32>,
    /// Where it left its parent: an index into `places`.
    pub place: Vec<u32>,
    /// How it ended: an index into `ends`.
    pub end: Vec<u8>,
    /// The number of its test, or 0.
    pub test: Vec<u32>,
    /// Sides of branches that it was the first to take.
    pub new_branches: Vec<u32>,
    pub places: Vec<Place>,
    /// `completed`, `bug`, `infeasible`, `pending`, `limit`, `unsupported`, …, and `pruned:NAME`.
    pub ends: Vec<String>,
    /// Nodes that were not kept, because there were too many.
    pub left_out: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    pub file: String,
    pub line: u32,
    pub function: String,
    /// What was decided there: `branch`, `switch`, `check`, `pointer`, `value`, `start`, …
    pub what: String,
}
