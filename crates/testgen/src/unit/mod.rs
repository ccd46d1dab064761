//! Functions under test: the harness that calls one, and the calls that tests make.

mod value;

pub use value::{Call, Result, Stub, Value};
