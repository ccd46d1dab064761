//! A heap block is freed twice.

use super::Info;

pub static INFO: Info = Info { name: "double-free", summary: "a heap block is freed twice", default: true };
