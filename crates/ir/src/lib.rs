//! Secateur's intermediate representation: a register machine with typed `u32` ids.
//!
//! It is what the front end makes of LLVM bitcode and the only form of a program that later stages
//! see. It keeps C's branches as the user wrote them, keeps every source location, and has no
//! vectors, aggregates, phi nodes or LLVM types.
//!
//! *Invariant:* this crate knows neither LLVM nor solvers.

pub mod conditions;
mod ids;
mod inst;
mod module;
mod print;
pub mod tidy;
mod types;
mod uses;
mod verify;

pub use ids::*;
pub use inst::*;
pub use module::*;
pub use types::*;
pub use uses::Uses;
/// Changes whenever the IR does; part of every file that holds IR.
pub const FINGERPRINT: &str = env!("SECATEUR_IR_FINGERPRINT");

pub use verify::{VerifyError, verify, verify_function};
