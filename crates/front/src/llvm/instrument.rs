//! Puts marks into a module, so that its native build tells which way it went.
//!
//! Before every decision goes a call of `__secateur_edge` with the number of the side that is about
//! to be taken, computed by selects; at the start of every block a byte is stored. The numbers come
//! from a plan, in which functions and blocks stand in the order in which lowering numbered them:
//! so native code and virtual machine mean the same side by the same number. No block is added or
//! removed and no branch changed. A function that lowering gave up on has its first mark only.

use super::module::has_body;
use super::{Refusal, blocks, instructions, list, name_of, take_message, with_module};
use crate::native::{BlockMarks, Counts, FunctionMarks, Plan};
use llvm_sys::LLVMIntPredicate::LLVMIntEQ;
use llvm_sys::LLVMLinkage::LLVMWeakAnyLinkage;
use llvm_sys::LLVMOpcode::{LLVMBr, LLVMSwitch};
use llvm_sys::LLVMUnnamedAddr::LLVMNoUnnamedAddr;
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use std::ffi::{CStr, CString};
use std::path::Path;

/// Functions that mean "an error was reached", whatever their body does.
const ERROR_FUNCTIONS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

/// How the instrumented module is written: see [`super::emit`].
type Write = unsafe fn(LLVMModuleRef, &CStr) -> Result<(), String>;

/// Writes the instrumented form of `path` to `output`. `plan` is a file with a [`Plan`].
pub fn instrument(path: &Path, plan: &Path, output: &Path, write: Write) -> Result<(), Refusal> {
    let bytes = std::fs::read(plan).map_err(|e| Refusal::Internal(e.to_string()))?;
    let plan: Plan = postcard::from_bytes(&bytes).map_err(|e| Refusal::Internal(e.to_string()))?;
    let output = CString::new(output.as_os_str().as_encoded_bytes());
    let output = output.map_err(|_| Refusal::Internal("the path has a zero byte".into()))?;
    with_module(path, |context, module| {
        // SAFETY: context and module are live throughout, and the builder does not outlive them.
        unsafe {
            let marks = Marker::new(context, module);
            let all = list(LLVMGetFirstFunction(module), |f| LLVMGetNextFunction(f));
            let bodies: Vec<_> = all.filter(|f| has_body(*f)).collect();
            if plan.functions.len() != bodies.len() {
                let (planned, found) = (plan.functions.len(), bodies.len());
                return Err(Refusal::Internal(format!("the plan has {planned} functions, the module {found}")));
            }
            for (function, plan) in bodies.iter().zip(&plan.functions) {
                marks.function(*function, plan).map_err(Refusal::Internal)?;
            }
            LLVMDisposeBuilder(marks.builder);
            keep_apart(module);
            marks.counts(context, module, &plan.counts);
            let mut complaints = std::ptr::null_mut();
            if LLVMVerifyModule(module, LLVMVerifierFailureAction::LLVMReturnStatusAction, &mut complaints) != 0 {
                return Err(Refusal::Internal(format!("the marks break it: {}", take_message(complaints))));
            }
            LLVMDisposeMessage(complaints);
            write(module, &output).map_err(Refusal::Internal)
        }
    })
}

/// Gives every constant a place of its own. A linker lays equal literals of several files, and those of libc, into one
/// place if their addresses do not matter; in the virtual machine each is an object, and a program that compares such
/// addresses (`if (a == b || strcmp(a, b) == 0)`) has to go the same way natively.
unsafe fn keep_apart(module: LLVMModuleRef) {
    // SAFETY: the module is live, and so are its globals.
    unsafe {
        for global in list(LLVMGetFirstGlobal(module), |g| LLVMGetNextGlobal(g)) {
            LLVMSetUnnamedAddress(global, LLVMNoUnnamedAddr);
        }
    }
}

struct Marker {
    builder: LLVMBuilderRef,
    int: LLVMTypeRef,
    byte: LLVMTypeRef,
    pointer: LLVMTypeRef,
    /// `void __secateur_edge(uint32_t)`, `void __secateur_error_call(void)`.
    edge: (LLVMTypeRef, LLVMValueRef),
    error_call: (LLVMTypeRef, LLVMValueRef),
    /// `unsigned char *__secateur_blocks`.
    blocks: LLVMValueRef,
}

impl Marker {
    unsafe fn new(context: LLVMContextRef, module: LLVMModuleRef) -> Marker {
        // SAFETY: context and module are live; a name that exists already is a declaration to use.
        unsafe {
            let int = LLVMInt32TypeInContext(context);
            let pointer = LLVMPointerTypeInContext(context, 0);
            let void = LLVMVoidTypeInContext(context);
            let declare = |name: &std::ffi::CStr, params: &mut [LLVMTypeRef]| {
                let ty = LLVMFunctionType(void, params.as_mut_ptr(), params.len() as u32, 0);
                let known = LLVMGetNamedFunction(module, name.as_ptr());
                (ty, if known.is_null() { LLVMAddFunction(module, name.as_ptr(), ty) } else { known })
            };
            let known = LLVMGetNamedGlobal(module, c"__secateur_blocks".as_ptr());
            Marker {
                builder: LLVMCreateBuilderInContext(context),
                int,
                byte: LLVMInt8TypeInContext(context),
                pointer,
                edge: declare(c"__secateur_edge", &mut [int]),
                error_call: declare(c"__secateur_error_call", &mut []),
                blocks: match known.is_null() {
                    true => LLVMAddGlobal(module, pointer, c"__secateur_blocks".as_ptr()),
                    false => known,
                },
            }
        }
    }

    /// What runtime/replay/replay.c wants to know, the same in every module of the program.
    unsafe fn counts(&self, context: LLVMContextRef, module: LLVMModuleRef, counts: &Counts) {
        // SAFETY: context and module are live, and the values are constants of the types.
        unsafe {
            let define = |name: &CStr, ty, value| {
                let global = LLVMAddGlobal(module, ty, name.as_ptr());
                LLVMSetInitializer(global, value);
                LLVMSetLinkage(global, LLVMWeakAnyLinkage);
            };
            let long = LLVMInt64TypeInContext(context);
            let mut both = [counts.edges, counts.blocks].map(|n| LLVMConstInt(long, n as u64, 0));
            define(c"__secateur_counts", LLVMArrayType2(long, 2), LLVMConstArray2(long, both.as_mut_ptr(), 2));
            let bytes = LLVMArrayType2(self.byte, counts.blocks as u64 + 1);
            define(c"__secateur_no_blocks", bytes, LLVMConstNull(bytes));
        }
    }

    unsafe fn function(&self, function: LLVMValueRef, plan: &FunctionMarks) -> Result<(), String> {
        let name = name_of(function);
        if name != plan.name {
            return Err(format!("function {name} stands where the plan has {}", plan.name));
        }
        if plan.blocks.is_empty() {
            return Ok(());
        }
        let all: Vec<_> = blocks(function).collect();
        // SAFETY: the function is live, and its list of blocks does not change.
        unsafe {
            if all.len() > plan.blocks.len() {
                // Lowering gave up on it.
                self.block(all[0], plan.blocks[0].mark);
            } else {
                for (block, marks) in all.iter().zip(&plan.blocks) {
                    self.block(*block, marks.mark);
                    self.decision(*block, marks).map_err(|what| format!("function {name}: {what}"))?;
                }
            }
            if ERROR_FUNCTIONS.contains(&name.as_str()) {
                self.before_first(all[0]);
                self.call(self.error_call, &mut []);
            }
        }
        Ok(())
    }

    /// Before the block's first instruction that is no phi.
    unsafe fn before_first(&self, block: LLVMBasicBlockRef) {
        // SAFETY: every block of a verified module has a terminator.
        unsafe {
            let first = instructions(block).find(|i| LLVMIsAPHINode(*i).is_null());
            LLVMPositionBuilderBefore(self.builder, first.unwrap_or_else(|| LLVMGetBasicBlockTerminator(block)));
        }
    }

    unsafe fn call(&self, (ty, callee): (LLVMTypeRef, LLVMValueRef), args: &mut [LLVMValueRef]) {
        // SAFETY: the arguments fit the type, and the builder has a place.
        unsafe { LLVMBuildCall2(self.builder, ty, callee, args.as_mut_ptr(), args.len() as u32, c"".as_ptr()) };
    }

    /// Stores a one at the block's number.
    unsafe fn block(&self, block: LLVMBasicBlockRef, mark: u32) {
        // SAFETY: as above.
        unsafe {
            self.before_first(block);
            let base = LLVMBuildLoad2(self.builder, self.pointer, self.blocks, c"".as_ptr());
            let mut index = [LLVMConstInt(self.int, u64::from(mark), 0)];
            let at = LLVMBuildGEP2(self.builder, self.byte, base, index.as_mut_ptr(), 1, c"".as_ptr());
            LLVMBuildStore(self.builder, LLVMConstInt(self.byte, 1, 0), at);
        }
    }

    unsafe fn decision(&self, block: LLVMBasicBlockRef, plan: &BlockMarks) -> Result<(), String> {
        if plan.sides == 0 {
            return Ok(());
        }
        // SAFETY: the opcode says what the terminator's operands are.
        unsafe {
            let term = LLVMGetBasicBlockTerminator(block);
            LLVMPositionBuilderBefore(self.builder, term);
            let (found, taken) = match LLVMGetInstructionOpcode(term) {
                LLVMBr if LLVMIsConditional(term) != 0 => self.branch(term, plan.first_edge),
                LLVMSwitch => self.switch(term, plan.first_edge),
                _ => return Err("a decision in the plan is none in the module".into()),
            };
            if found != plan.sides {
                return Err(format!("a decision has {found} sides and not {}", plan.sides));
            }
            self.call(self.edge, &mut [taken]);
        }
        Ok(())
    }

    fn number(&self, edge: u32) -> LLVMValueRef {
        // SAFETY: the type is live.
        unsafe { LLVMConstInt(self.int, u64::from(edge), 0) }
    }

    /// How many sides a branch has, and which is taken.
    unsafe fn branch(&self, term: LLVMValueRef, first: u32) -> (u32, LLVMValueRef) {
        // SAFETY: `term` is a conditional branch.
        unsafe {
            let (then, els) = (self.number(first), self.number(first + 1));
            let sides = if LLVMGetSuccessor(term, 0) == LLVMGetSuccessor(term, 1) { 1 } else { 2 };
            (sides, LLVMBuildSelect(self.builder, LLVMGetCondition(term), then, els, c"".as_ptr()))
        }
    }

    /// The same of a switch. Sides are numbered by their first case, the default comes last.
    unsafe fn switch(&self, term: LLVMValueRef, first: u32) -> (u32, LLVMValueRef) {
        // SAFETY: successor 0 is the default; case i has operand 2i and successor i.
        unsafe {
            let count = LLVMGetNumSuccessors(term);
            let mut sides: std::collections::HashMap<LLVMBasicBlockRef, u32> = std::collections::HashMap::new();
            let mut side = |block| {
                let next = sides.len() as u32;
                *sides.entry(block).or_insert(next)
            };
            let cases: Vec<_> = (1..count).map(|i| (i, side(LLVMGetSuccessor(term, i)))).collect();
            let mut taken = self.number(first + side(LLVMGetSwitchDefaultDest(term)));
            let value = LLVMGetOperand(term, 0);
            for (i, side) in cases {
                let here = LLVMBuildICmp(self.builder, LLVMIntEQ, value, LLVMGetOperand(term, 2 * i), c"".as_ptr());
                taken = LLVMBuildSelect(self.builder, here, self.number(first + side), taken, c"".as_ptr());
            }
            (sides.len() as u32, taken)
        }
    }
}
