//! Exploration: runs a program along all its paths, one after the other.
//!
//! A path is run to its end by the machine, which leaves behind the sides that it did not take. A
//! strategy picks one of them, the solver finds an input for it, and the machine goes on from there.
//! When nothing is left, everything that the input can make the program do has been done.
//!
//! *Invariant:* this crate knows neither files nor printing; what it finds goes to an [`Observer`].
//! *Invariant:* nothing is dropped without being counted: see [`Counts`] and [`Report::losses`].

mod again;
mod begin;
mod depth;
mod divide;
mod explorer;
mod facts;
mod follow;
mod frontier;
mod outcome;
pub mod panics;
mod parallel;
pub mod partition;
mod paths;
mod predict;
mod pressure;
pub mod prunings;
mod readable;
mod sampled;
pub mod sampling;
pub mod script;
mod search;
pub mod strategies;
mod technique;
pub mod tree;

pub use explorer::{Explorer, Observer, Options, Progress};
pub use facts::{Map, prove, slice};
pub use frontier::{Frontier, Item, ItemId};
pub use outcome::{Counts, Loss, Outcome, PathEnd, Report};
pub use parallel::{Explored, Workers, explore};
pub use paths::{Paths, PieceId};
pub use predict::Predictor;
pub use sampled::Sample;
pub use search::Search;
pub use secateur_static::Slice;
pub use secateur_static::prove::work::Limits as ProofLimits;
pub use secateur_static::prove::{Extent, Proofs};
pub use technique::Technique;
