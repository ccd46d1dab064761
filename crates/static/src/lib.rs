//! Facts about a linked program, computed from [`secateur_ir::Module`] alone: its control flow and calls, distances to
//! uncovered branches, and what can still be reached from where.
//!
//! *Invariant:* this crate knows neither exploration nor the virtual machine nor LLVM. It sees coverage as bits and
//! a stack as a list of nodes.

pub mod bits;
mod build;
pub mod calls;
mod csr;
mod distance;
mod entered;
mod goals;
mod graph;
mod hazards;
mod names;
mod proof;
pub mod prove;
mod reach;
mod recursion;
mod returns;
mod slice;
mod taken;

pub use bits::Bits;
pub use distance::{Distances, FAR};
pub use goals::Goals;
pub use graph::{Fit, Graph, Node, Step, calls_before};
pub use hazards::{Checks, Hazards};
pub use reach::{Counts, Reach};
pub use slice::Slice;
