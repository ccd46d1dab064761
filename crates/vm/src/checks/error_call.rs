//! `reach_error()` or __VERIFIER_error() was called.

use super::Info;

pub static INFO: Info =
    Info { name: "error-call", summary: "reach_error() or __VERIFIER_error() was called", default: true };
