//! Conditions of loops, branched on operand by operand.
//!
//! For `if (a && b)` clang branches on `a`, then on `b`. For `while (a && b)`, `for` and `do` it branches on `a`, makes one value
//! of the whole in a block of its own (`land.end`, `lor.end`), and branches on that: whether `b` was ever false is not a side
//! of any branch then, though tools that measure coverage count it. Here the last operand's block branches itself, and who
//! decided the whole before goes where it leads, so that a loop's condition has the sides of an `if`'s.
//!
//! Nothing else changes: there are as many branches as before, and the program does the same. Every reader of a module comes
//! after this, so that the virtual machine and native builds have the same blocks.

use super::{blocks, instructions, list, name_of};
use llvm_sys::LLVMOpcode::{LLVMBr, LLVMXor};
use llvm_sys::core::*;
use llvm_sys::debuginfo::{LLVMInstructionGetDebugLoc, LLVMInstructionSetDebugLoc};
use llvm_sys::prelude::*;

pub unsafe fn branch_on_operands(context: LLVMContextRef, module: LLVMModuleRef) {
    // SAFETY: context and module are live; blocks are found before any is removed.
    unsafe {
        let builder = LLVMCreateBuilderInContext(context);
        for function in list(LLVMGetFirstFunction(module), |f| LLVMGetNextFunction(f)) {
            let all: Vec<_> = blocks(function).collect();
            // What stands inside of a condition comes before its end, and can be resolved after it only.
            for block in all.into_iter().rev() {
                if let Some(joint) = Joint::of(block) {
                    joint.resolve(builder);
                }
            }
        }
        LLVMDisposeBuilder(builder);
    }
}

/// A block that does nothing but to branch on a condition that was decided before it, except where it comes from one place.
struct Joint {
    block: LLVMBasicBlockRef,
    branch: LLVMValueRef,
    /// If what it branches on is the negation of the condition.
    not: Option<LLVMValueRef>,
    /// Where true and false lead to.
    targets: [LLVMBasicBlockRef; 2],
    /// From where it is known which, and which.
    known: Vec<(LLVMBasicBlockRef, bool)>,
    /// The last operand, and the block that comes here with it.
    last: (LLVMBasicBlockRef, LLVMValueRef),
}

impl Joint {
    unsafe fn of(block: LLVMBasicBlockRef) -> Option<Joint> {
        // SAFETY: the block is live, and so is all that is reached from it; kinds are checked before operands are read.
        unsafe {
            let insts: Vec<_> = instructions(block).take(4).collect();
            let (phi, not, branch) = match insts[..] {
                [phi, branch] => (phi, None, branch),
                [phi, not, branch] => (phi, Some(not), branch),
                _ => return None,
            };
            let is_branch = LLVMGetInstructionOpcode(branch) == LLVMBr && LLVMIsConditional(branch) != 0;
            if LLVMIsAPHINode(phi).is_null() || !is_branch || LLVMGetCondition(branch) != not.unwrap_or(phi) {
                return None;
            }
            let is_negation = |not| {
                LLVMGetInstructionOpcode(not) == LLVMXor
                    && LLVMGetOperand(not, 0) == phi
                    && constant(LLVMGetOperand(not, 1)) == Some(true)
                    && is_used_once(not)
            };
            if !is_used_once(phi) || not.is_some_and(|not| !is_negation(not)) {
                return None;
            }
            let mut targets = [0, 1].map(|i| LLVMGetSuccessor(branch, i));
            if not.is_some() {
                targets.reverse();
            }
            let is_plain = |target| target != block && instructions(target).all(|i| LLVMIsAPHINode(i).is_null());
            if targets[0] == targets[1] || !targets.into_iter().all(is_plain) || has_address(block) {
                return None;
            }
            let (mut known, mut last) = (vec![], None);
            for i in 0..LLVMCountIncoming(phi) {
                let (from, value) = (LLVMGetIncomingBlock(phi, i), LLVMGetIncomingValue(phi, i));
                match constant(value) {
                    Some(value) => known.push((from, value)),
                    None if last.is_none() && is_jump(from) && from != block => last = Some((from, value)),
                    None => return None,
                }
            }
            if known.is_empty() || known.iter().any(|(from, _)| *from == block) {
                return None;
            }
            Some(Joint { block, branch, not, targets, known, last: last? })
        }
    }

    unsafe fn resolve(self, builder: LLVMBuilderRef) {
        // SAFETY: as above; the block has no way in any more when it is deleted, and its values are used in it alone.
        unsafe {
            for (from, value) in self.known {
                let term = LLVMGetBasicBlockTerminator(from);
                for i in (0..LLVMGetNumSuccessors(term)).filter(|i| LLVMGetSuccessor(term, *i) == self.block) {
                    LLVMSetSuccessor(term, i, self.targets[usize::from(!value)]);
                }
            }
            let (from, operand) = self.last;
            LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(from));
            LLVMPositionBuilderAtEnd(builder, from);
            let new = LLVMBuildCondBr(builder, operand, self.targets[0], self.targets[1]);
            // It stands at the `!`, as that of an `if` does, or at the operand.
            let places = [self.not, converted(operand), Some(operand), Some(self.branch)].into_iter().flatten();
            let known = places.filter(|value| !LLVMIsAInstruction(*value).is_null());
            let place = known.map(|inst| LLVMInstructionGetDebugLoc(inst)).find(|place| !place.is_null());
            LLVMInstructionSetDebugLoc(new, place.unwrap_or(std::ptr::null_mut()));
            LLVMDeleteBasicBlock(self.block);
        }
    }
}

/// What becomes a condition by being compared with zero without anybody writing so: clang puts that comparison where the operator
/// around it stands.
fn converted(operand: LLVMValueRef) -> Option<LLVMValueRef> {
    // SAFETY: `operand` is live, and a comparison has operands.
    let is_comparison = unsafe { !LLVMIsAICmpInst(operand).is_null() };
    (is_comparison && name_of(operand).starts_with("tobool")).then(|| unsafe { LLVMGetOperand(operand, 0) })
}

/// A constant of one bit.
fn constant(value: LLVMValueRef) -> Option<bool> {
    // SAFETY: `value` is live; only one-bit integers are read.
    unsafe {
        let is_bit = !LLVMIsAConstantInt(value).is_null() && LLVMGetIntTypeWidth(LLVMTypeOf(value)) == 1;
        is_bit.then(|| LLVMConstIntGetZExtValue(value) == 1)
    }
}

fn is_used_once(value: LLVMValueRef) -> bool {
    // SAFETY: `value` is live, and so are its uses.
    unsafe {
        let first = LLVMGetFirstUse(value);
        !first.is_null() && LLVMGetNextUse(first).is_null()
    }
}

/// Whether a block ends with a jump to one place.
fn is_jump(block: LLVMBasicBlockRef) -> bool {
    // SAFETY: every block of a verified module has a terminator.
    unsafe {
        let term = LLVMGetBasicBlockTerminator(block);
        LLVMGetInstructionOpcode(term) == LLVMBr && LLVMIsConditional(term) == 0
    }
}

/// Whether anything but jumps refers to a block.
fn has_address(block: LLVMBasicBlockRef) -> bool {
    // SAFETY: the block is live, and so are its users.
    unsafe {
        let mut uses = list(LLVMGetFirstUse(LLVMBasicBlockAsValue(block)), |u| LLVMGetNextUse(u));
        uses.any(|u| LLVMIsATerminatorInst(LLVMGetUser(u)).is_null())
    }
}
