//! `free()` of something that malloc() did not return.

use super::Info;

pub static INFO: Info =
    Info { name: "invalid-free", summary: "free() of something that malloc() did not return", default: true };
