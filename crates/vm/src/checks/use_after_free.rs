//! A read or write of a heap block after free(), or of a local variable after its function returned.

use super::Info;

pub static INFO: Info = Info {
    name: "use-after-free",
    summary: "a read or write of a heap block after free(), or of a local variable after its function returned",
    default: true,
};
