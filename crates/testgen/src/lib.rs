//! Test cases: their formats, native replay, confirmation of bugs, and coverage.
//!
//! *Invariant:* this crate knows nothing of search and does not print. What clang and LLVM are needed for is asked
//! of `secateur-front`.

mod alone;
mod branches;
mod case;
pub mod confine;
mod confirm;
pub mod coverage;
mod debugger;
mod error;
mod escape;
pub mod formats;
pub mod klee;
pub mod minimise;
mod observed;
mod places;
mod process;
pub mod replay;
mod report;
pub mod reports;
pub mod runner;
pub mod shell;
pub mod show;
mod streams;
mod suite;
mod trace;
pub mod unit;
mod xml;

pub use branches::{BranchMap, EdgeHash, EdgeId, Side};
pub use case::{Expected, Input, InputKind, Prediction, TestCase, names};
pub use confirm::{compare, confirm};
pub use coverage::Coverage;
pub use error::TestgenError;
pub use observed::{BitSet, Observed, Outcome, SanitizerReport, Trace};
pub use places::UserFiles;
pub use replay::{ReplayResult, Replayer};
pub use runner::Runner;
pub use suite::Suite;

/// What replaying a test showed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The native builds do what the virtual machine said.
    Confirmed,
    /// They do something else: a defect of Secateur's, in these words.
    Divergence(String),
    /// They can neither confirm nor refute it, for this reason.
    Unconfirmed(String),
}
