//! Machine code of a module, as `clang -O0` makes it. In this process, since starting clang takes longer than
//! making the code.

use super::take_message;
use llvm_sys::core::LLVMSetTarget;
use llvm_sys::prelude::LLVMModuleRef;
use llvm_sys::target::*;
use llvm_sys::target_machine::*;
use std::ffi::CStr;

/// Writes an object file.
///
/// # Safety
/// The module is live, and was verified.
pub unsafe fn object(module: LLVMModuleRef, output: &CStr) -> Result<(), String> {
    // SAFETY: the module is live; the machine is made and freed here.
    unsafe {
        LLVMInitializeX86TargetInfo();
        LLVMInitializeX86Target();
        LLVMInitializeX86TargetMC();
        LLVMInitializeX86AsmPrinter();
        // For inline assembly.
        LLVMInitializeX86AsmParser();
        let (mut target, mut message) = (std::ptr::null_mut(), std::ptr::null_mut());
        // Whatever C library it was compiled for, or none that it names: it is linked with musl.
        let triple = c"x86_64-unknown-linux-musl".as_ptr();
        LLVMSetTarget(module, triple);
        if LLVMGetTargetFromTriple(triple, &mut target, &mut message) != 0 {
            return Err(take_message(message));
        }
        let (cpu, features) = (c"x86-64", c"");
        let machine = LLVMCreateTargetMachine(
            target,
            triple,
            cpu.as_ptr(),
            features.as_ptr(),
            LLVMCodeGenOptLevel::LLVMCodeGenLevelNone,
            LLVMRelocMode::LLVMRelocPIC,
            LLVMCodeModel::LLVMCodeModelDefault,
        );
        let kind = LLVMCodeGenFileType::LLVMObjectFile;
        let failed = LLVMTargetMachineEmitToFile(machine, module, output.as_ptr().cast_mut(), kind, &mut message) != 0;
        LLVMDisposeTargetMachine(machine);
        if failed { Err(take_message(message)) } else { Ok(()) }
    }
}

/// Writes the module itself, to look at it.
///
/// # Safety
/// The module is live.
#[cfg(test)]
pub unsafe fn bitcode(module: LLVMModuleRef, output: &CStr) -> Result<(), String> {
    // SAFETY: the module is live.
    match unsafe { llvm_sys::bit_writer::LLVMWriteBitcodeToFile(module, output.as_ptr()) } {
        0 => Ok(()),
        _ => Err("the module cannot be written".into()),
    }
}
