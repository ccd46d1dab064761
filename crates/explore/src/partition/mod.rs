//! FlowTest: input that does not interfere is explored apart (Majumdar and Xu, 2009).

mod given;
mod summary;

pub use given::{Bytes, Given};
pub use summary::{Byte, Join, Summary, Why};
