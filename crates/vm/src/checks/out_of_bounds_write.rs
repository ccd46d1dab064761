//! A write outside the object that the pointer belongs to, or to constant data.

use super::Info;

pub static INFO: Info = Info {
    name: "out-of-bounds-write",
    summary: "a write outside the object that the pointer belongs to, or to constant data",
    default: true,
};
