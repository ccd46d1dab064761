//! Recursion or local variables need more than 8 MiB of stack.

use super::Info;

pub static INFO: Info = Info {
    name: "stack-overflow",
    summary: "recursion or local variables need more than 8 MiB of stack",
    default: true,
};

/// What Linux gives a program unless told otherwise.
pub const LIMIT: u64 = 8 << 20;
