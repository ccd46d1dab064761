//! An assert() of the program failed.

use super::Info;

pub static INFO: Info = Info { name: "assertion-failure", summary: "an assert() of the program failed", default: true };
