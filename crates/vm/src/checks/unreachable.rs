//! Control reached a place that the program declares unreachable.

use super::Info;

pub static INFO: Info = Info {
    name: "unreachable",
    summary: "control reached a place that the program declares unreachable",
    default: true,
};
