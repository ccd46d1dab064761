//! A value that was never set decides a branch, an address or what a system call does.

use super::Info;

pub static INFO: Info = Info {
    name: "uninitialised-read",
    summary: "a value that was never set decides a branch, an address or what a system call does",
    default: false,
};
