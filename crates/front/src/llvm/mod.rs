//! Reading LLVM modules through LLVM's C API, and lowering them at once into our IR.
//!
//! *Invariant:* nothing outside this folder sees an LLVM type. The user's modules are read in a child
//! process (see [`crate::worker`]), since LLVM's readers may abort or crash on hostile input.

mod call;
mod consts;
mod debug;
pub mod emit;
mod function;
mod inst;
pub mod instrument;
mod intrinsics;
mod memory;
mod module;
mod operands;
mod types;
mod written;

use crate::FrontError;
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::core::*;
use llvm_sys::ir_reader::LLVMParseIRInContext;
use llvm_sys::prelude::*;
use secateur_ir::{BlockId, Module};
use std::borrow::Cow;
use std::ffi::{CStr, CString};
use std::path::Path;

/// Something in the module that our IR cannot express. Inside a function it ends the path that
/// reaches it, not the run.
#[derive(Debug, Clone)]
pub struct Unsupported(pub Cow<'static, str>);

impl Unsupported {
    pub fn new(what: impl Into<Cow<'static, str>>) -> Unsupported {
        Unsupported(what.into())
    }
}

/// Why a module was not lowered, and whose fault that is.
#[derive(Debug)]
pub enum Refusal {
    /// The file's: LLVM's own message.
    Bad(String),
    /// Nobody's: it cannot be expressed.
    Unsupported(String),
    /// Ours.
    Internal(String),
}

impl Refusal {
    pub fn into_error(self, path: std::path::PathBuf) -> FrontError {
        match self {
            Refusal::Bad(message) => FrontError::BadModule { path, message },
            Refusal::Unsupported(message) => FrontError::Unsupported { path, message },
            Refusal::Internal(message) => FrontError::Internal { path, message },
        }
    }
}

/// Reads a `.bc` or `.ll` file and lowers it.
pub fn read_module(path: &Path, library: bool) -> Result<Module, Refusal> {
    // SAFETY: the module is live while it is lowered.
    with_module(path, |context, module| unsafe { module::lower(context, module, library) })
}

/// Reads and checks a module, and hands it to `work`, with a branch for each operand of a condition.
fn with_module<T>(
    path: &Path,
    work: impl FnOnce(LLVMContextRef, LLVMModuleRef) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    let name = CString::new(path.as_os_str().as_encoded_bytes());
    let name = name.map_err(|_| Refusal::Bad("the path has a zero byte".into()))?;
    // SAFETY: every pointer handed over is valid for the call; LLVM frees the buffer it takes.
    unsafe {
        let context = LLVMContextCreate();
        let mut buffer = std::ptr::null_mut();
        let mut message = std::ptr::null_mut();
        if LLVMCreateMemoryBufferWithContentsOfFile(name.as_ptr(), &mut buffer, &mut message) != 0 {
            return Err(Refusal::Bad(take_message(message)));
        }
        let mut module = std::ptr::null_mut();
        if LLVMParseIRInContext(context, buffer, &mut module, &mut message) != 0 {
            return Err(Refusal::Bad(format!("LLVM 19 cannot read it: {}", take_message(message))));
        }
        // The readers accept modules that break LLVM's own rules, and its accessors crash on those.
        let mut complaints = std::ptr::null_mut();
        if LLVMVerifyModule(module, LLVMVerifierFailureAction::LLVMReturnStatusAction, &mut complaints) != 0 {
            let complaint = take_message(complaints);
            return Err(Refusal::Bad(format!("LLVM calls it broken: {}", complaint.trim_end())));
        }
        LLVMDisposeMessage(complaints);
        operands::branch_on_operands(context, module);
        let result = work(context, module);
        LLVMDisposeModule(module);
        LLVMContextDispose(context);
        result
    }
}

unsafe fn take_message(message: *mut std::ffi::c_char) -> String {
    if message.is_null() {
        return "LLVM gave no reason".into();
    }
    // SAFETY: LLVM hands over a C string that we must free with its own function.
    unsafe {
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeMessage(message);
        text
    }
}

/// A value as LLVM prints it, for messages.
fn text_of(value: LLVMValueRef) -> String {
    // SAFETY: `value` is live.
    unsafe { take_message(LLVMPrintValueToString(value)) }.trim().to_string()
}

fn name_of(value: LLVMValueRef) -> String {
    let mut len = 0;
    // SAFETY: `value` is live; the name is valid as long as it is.
    unsafe {
        let name = LLVMGetValueName2(value, &mut len);
        String::from_utf8_lossy(std::slice::from_raw_parts(name.cast::<u8>(), len)).into_owned()
    }
}

/// The position of a block in its function, which is its id in our IR.
fn block_index(function: LLVMValueRef, block: LLVMBasicBlockRef) -> BlockId {
    blocks(function).position(|b| b == block).map_or(BlockId(0), BlockId::new)
}

fn blocks(function: LLVMValueRef) -> impl Iterator<Item = LLVMBasicBlockRef> {
    // SAFETY: `function` is live and not changed while it is walked.
    list(unsafe { LLVMGetFirstBasicBlock(function) }, |b| unsafe { LLVMGetNextBasicBlock(b) })
}

fn instructions(block: LLVMBasicBlockRef) -> impl Iterator<Item = LLVMValueRef> {
    // SAFETY: as above.
    list(unsafe { LLVMGetFirstInstruction(block) }, |i| unsafe { LLVMGetNextInstruction(i) })
}

/// Walks one of LLVM's linked lists, which end with null.
fn list<T>(first: *mut T, next: impl Fn(*mut T) -> *mut T) -> impl Iterator<Item = *mut T> {
    let step = move |at: &*mut T| Some(next(*at)).filter(|p| !p.is_null());
    std::iter::successors(Some(first).filter(|p| !p.is_null()), step)
}
