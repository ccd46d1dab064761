//! Conditions that the path holds already, or whose negation it holds. Exact where it answers.

use super::Info;
use crate::path::Path;
use secateur_expr::Term;

pub static INFO: Info = Info {
    name: "path",
    summary: "conditions that the path already holds, or whose negation it holds",
    run: None,
    is_solver: false,
    is_heavy: false,
};

/// Whether the path holds the condition or its negation; `byte` is one that both mention.
pub(crate) fn implied(path: &Path, byte: u32, cond: Term, negation: Term) -> Option<bool> {
    let group = path.group(byte)?;
    if group.contains(cond) {
        return Some(true);
    }
    group.contains(negation).then_some(false)
}
