//! A read outside the object that the pointer belongs to.

use super::Info;

pub static INFO: Info = Info {
    name: "out-of-bounds-read",
    summary: "a read outside the object that the pointer belongs to",
    default: true,
};
