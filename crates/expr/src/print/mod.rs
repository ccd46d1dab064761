//! Terms as text: SMT-LIB for solvers, a compact form for people.

pub mod smt;
mod smt_float;
mod text;
