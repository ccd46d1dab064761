//! A heap block that nothing refers to any more is still allocated at exit.

use super::Info;

pub static INFO: Info = Info {
    name: "memory-leak",
    summary: "a heap block that nothing refers to any more is still allocated at exit",
    default: false,
};
