//! Test cases: their formats, native replay, confirmation of bugs, and coverage.
//!
//! *Invariant:* this crate knows nothing of search and does not print. What clang and LLVM are needed for is asked
//! of `secateur-front`.

mod branches;
mod case;
mod error;
mod observed;

pub use branches::{BranchMap, EdgeHash, EdgeId, Side};
pub use case::{Expected, Input, InputKind, Prediction, TestCase, names};
pub use error::TestgenError;
pub use observed::{BitSet, Observed, Outcome, SanitizerReport, Trace};

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
