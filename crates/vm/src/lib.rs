//! The virtual machine: runs a linked program exactly as it would run natively, and notices every
//! step that C does not allow.
//!
//! [`Program`] is a module made ready to run, [`Machine`] one run of it. *Invariant:* this crate knows
//! nothing of search strategies, and the host is changed by nobody and read only by [`env`].

mod addr;
pub mod checks;
mod code;
pub mod env;
mod list;
mod machine;
mod memory;
mod natives;
mod places;
mod program;
mod report;
mod sheet;

pub use checks::Checks;
pub use machine::symbolic::flow;
pub use machine::symbolic::{
    DecisionKind, Event, Goal, Input, InputKind, Inputs, Known, Liveness, Losses, Mark, Observed, Parted, Pending,
    Picks, Point, SharedList, Skipped, Slots, Snapshot, Symbolic, Turn, Verdict, Watch, Word, Words,
};
pub use machine::{
    Config, Inner, Limits, Machine, Points, RunOutcome, Stop, SymbolicFile, SymbolicStart, Trace, count_edges, resident,
};
pub use memory::{Site, log};
pub use natives::is_native;
pub use places::Segment;
pub use program::Program;
pub use report::{Bug, Note, StackEntry, Unsupported, place};
