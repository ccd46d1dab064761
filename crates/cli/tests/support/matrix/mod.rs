//! Explorations in this process, and their comparison with plain search.

// Suites use a part of this each.
#![allow(dead_code)]

pub mod compare;
pub mod native;
pub mod partition;
pub mod proofs;
pub mod rows;
pub mod rwset;
pub mod sliced;
pub mod subject;
