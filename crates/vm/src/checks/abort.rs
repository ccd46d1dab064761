//! The program called abort() or was ended by a signal of its own.

use super::Info;

pub static INFO: Info = Info {
    name: "abort",
    summary: "the program called abort() or was ended by a signal of its own",
    default: true,
};
