//! The program called `abort()`, or sent itself SIGABRT in another way.

use super::Info;

pub static INFO: Info =
    Info { name: "abort", summary: "the program called abort(), or reached __builtin_trap()", default: true };
