//! A read, write or call through a null pointer.

use super::Info;

pub static INFO: Info =
    Info { name: "null-dereference", summary: "a read, write or call through a null pointer", default: true };
