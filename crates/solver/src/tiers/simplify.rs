//! Conditions that the constructors of terms have already decided. Here they are only counted.

use super::Info;

pub static INFO: Info = Info {
    name: "simplify",
    summary: "conditions that are constant once they are simplified",
    run: None,
    is_solver: false,
    is_heavy: false,
};
