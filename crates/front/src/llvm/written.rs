//! Whether a branch goes the other way round than its condition stands in the source.
//!
//! For `if (!p)` clang branches on `p` and swaps the targets, so LLVM's true side is the source's else. What the source
//! means is left in the names that clang gives to the targets. Three rules, from the inside out, as the place of the
//! branch tells what is decided:
//!
//! 1. `land.lhs.true` and `lor.lhs.false`: the left operand of `&&` or `||` was decided. Both targets may have
//!    such a name, as in `!(a && b) && c`; the operator's own one is what clang puts next.
//! 2. `land.rhs` and `lor.rhs`: the same, where the result is a value.
//! 3. `if.then`, `for.body`, ...: the whole condition was decided, also by the last operand of `!(a && b)`.
//!
//! A module without names (most that others made) keeps LLVM's sides.

use super::name_of;
use llvm_sys::core::*;
use llvm_sys::prelude::*;

/// Names of targets, with what of the condition leads there.
const RULES: [&[(&str, bool)]; 3] = [
    &[("land.lhs.true", true), ("lor.lhs.false", false)],
    &[("land.rhs", true), ("lor.rhs", false)],
    &[
        ("if.then", true),
        ("if.else", false),
        ("if.end", false),
        ("for.body", true),
        ("for.end", false),
        ("for.cond.cleanup", false),
        ("while.body", true),
        ("while.end", false),
        ("do.body", true),
        ("do.end", false),
        ("cond.true", true),
        ("cond.false", false),
    ],
];

/// Of a conditional branch.
pub fn is_negated(branch: LLVMValueRef) -> bool {
    // SAFETY: `branch` is a live conditional branch, which has two successors.
    let (targets, next) = unsafe {
        let block = LLVMGetInstructionParent(branch);
        ([0, 1].map(|i| LLVMGetSuccessor(branch, i)), LLVMGetNextBasicBlock(block))
    };
    // SAFETY: blocks are live, and values.
    let names = targets.map(|target| name_of(unsafe { LLVMBasicBlockAsValue(target) }));
    negated([&names[0], &names[1]], targets.iter().position(|target| *target == next))
}

/// `names` of the true and the false target; `next` is the one that follows in the function, if one does.
fn negated(names: [&str; 2], next: Option<usize>) -> bool {
    // Names that are taken get a number behind them.
    let names = names.map(|name| name.trim_end_matches(|c: char| c.is_ascii_digit()));
    for rule in RULES {
        let meaning = |side: usize| rule.iter().find(|(name, _)| *name == names[side]).map(|(_, means)| *means);
        let first = next.unwrap_or(0);
        let found = [first, 1 - first].into_iter().find_map(|side| Some((side, meaning(side)?)));
        if let Some((side, means)) = found {
            return means != (side == 0);
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::negated;

    #[test]
    fn targets_tell_what_the_source_means() {
        assert!(!negated(["if.then", "if.end"], Some(0)));
        assert!(negated(["if.end12", "if.then7"], Some(1)));
        assert!(negated(["if.else", "if.then"], Some(1)));
        assert!(!negated(["do.body", "do.end"], Some(1)));
        // `!(a && b)`: the left operand, then the whole.
        assert!(!negated(["land.lhs.true", "if.then"], Some(0)));
        assert!(negated(["if.end", "if.then"], Some(1)));
        // `!a && b`, `!a || b`, `x = !a && b`.
        assert!(negated(["if.end", "land.lhs.true"], Some(1)));
        assert!(negated(["lor.lhs.false", "if.then"], Some(0)));
        assert!(negated(["land.end", "land.rhs"], Some(1)));
        // `!(a && b) && c` and `!(a || b) || c`, at `a`.
        assert!(!negated(["land.lhs.true", "land.lhs.true4"], Some(0)));
        assert!(!negated(["lor.lhs.false4", "lor.lhs.false"], Some(1)));
    }

    #[test]
    fn without_names_nothing_is_known() {
        assert!(!negated(["", ""], Some(1)));
        assert!(!negated(["if.then.i", "yes"], None));
    }
}
