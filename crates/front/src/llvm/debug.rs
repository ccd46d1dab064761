//! Source locations: every instruction's line and column, and where variables are declared.

use super::module::ModuleLowering;
use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use llvm_sys::prelude::*;
use secateur_ir::{Loc, Module, SourceFile};
use std::collections::HashMap;

/// The module's files, each once.
#[derive(Default)]
pub struct Files {
    list: Vec<SourceFile>,
    by_node: HashMap<LLVMMetadataRef, u32>,
}

impl Files {
    pub fn store(&mut self, module: &mut Module) {
        module.files = std::mem::take(&mut self.list);
    }

    fn id(&mut self, file: LLVMMetadataRef) -> u32 {
        if let Some(id) = self.by_node.get(&file) {
            return *id;
        }
        let text = |get: unsafe extern "C" fn(LLVMMetadataRef, *mut u32) -> *const std::ffi::c_char| {
            let mut len = 0;
            // SAFETY: `file` is a live DIFile node; the text lives as long as its context.
            unsafe {
                let data = get(file, &mut len);
                String::from_utf8_lossy(std::slice::from_raw_parts(data.cast::<u8>(), len as usize)).into_owned()
            }
        };
        let entry = SourceFile { name: text(LLVMDIFileGetFilename), directory: text(LLVMDIFileGetDirectory) };
        let same = self.list.iter().position(|f| f.name == entry.name && f.directory == entry.directory);
        let id = same.unwrap_or_else(|| {
            self.list.push(entry);
            self.list.len() - 1
        }) as u32;
        self.by_node.insert(file, id);
        id
    }

    /// The file of a scope (function, block, file).
    fn of_scope(&mut self, scope: LLVMMetadataRef) -> Option<u32> {
        if scope.is_null() {
            return None;
        }
        // SAFETY: `scope` is a live DIScope.
        let file = unsafe { LLVMDIScopeGetFile(scope) };
        (!file.is_null()).then(|| self.id(file))
    }

    pub fn of_instruction(&mut self, inst: LLVMValueRef) -> Loc {
        // SAFETY: `inst` is a live instruction; its location is null or a DILocation.
        unsafe {
            let loc = LLVMInstructionGetDebugLoc(inst);
            if loc.is_null() {
                return Loc::default();
            }
            let (line, col) = (LLVMDILocationGetLine(loc), LLVMDILocationGetColumn(loc));
            match self.of_scope(LLVMDILocationGetScope(loc)) {
                Some(file) => Loc { file, line, col },
                None => Loc::default(),
            }
        }
    }

    pub fn of_function(&mut self, function: LLVMValueRef) -> Loc {
        // SAFETY: `function` is live; its subprogram is null or a DISubprogram.
        unsafe {
            let program = LLVMGetSubprogram(function);
            match self.of_scope(program) {
                Some(file) => Loc { file, line: LLVMDISubprogramGetLine(program), col: 0 },
                None => Loc::default(),
            }
        }
    }

    fn of_variable(&mut self, variable: LLVMMetadataRef) -> Loc {
        // SAFETY: `variable` is a live DIVariable.
        unsafe {
            let file = LLVMDIVariableGetFile(variable);
            if file.is_null() {
                return Loc::default();
            }
            Loc { file: self.id(file), line: LLVMDIVariableGetLine(variable), col: 0 }
        }
    }
}

/// The variable that a call of `llvm.dbg.declare` describes: its storage, name and place.
pub fn declared_variable(m: &mut ModuleLowering, call: LLVMValueRef) -> Option<(LLVMValueRef, String, Loc)> {
    // SAFETY: operand 0 is metadata around the storage, operand 1 a DILocalVariable node.
    unsafe {
        let storage = first_node_operand(LLVMGetOperand(call, 0))?;
        let variable = LLVMGetOperand(call, 1);
        let mut operands = vec![std::ptr::null_mut(); LLVMGetMDNodeNumOperands(variable) as usize];
        LLVMGetMDNodeOperands(variable, operands.as_mut_ptr());
        let name = operands.get(1).copied().filter(|n| !n.is_null())?;
        let mut len = 0;
        let text = LLVMGetMDString(name, &mut len);
        if text.is_null() {
            return None;
        }
        let name = String::from_utf8_lossy(std::slice::from_raw_parts(text.cast::<u8>(), len as usize)).into_owned();
        let loc = m.files.of_variable(LLVMValueAsMetadata(variable));
        Some((storage, name, loc))
    }
}

unsafe fn first_node_operand(metadata: LLVMValueRef) -> Option<LLVMValueRef> {
    // SAFETY: for metadata that wraps a value, LLVM answers with that one value.
    unsafe {
        if LLVMGetMDNodeNumOperands(metadata) != 1 {
            return None;
        }
        let mut value = std::ptr::null_mut();
        LLVMGetMDNodeOperands(metadata, &mut value);
        (!value.is_null()).then_some(value)
    }
}

/// Where a global variable is declared.
pub fn global_loc(m: &mut ModuleLowering, global: LLVMValueRef) -> Loc {
    let mut count = 0;
    // SAFETY: `global` is a live global variable; the entries are freed with LLVM's own function.
    unsafe {
        let entries = LLVMGlobalCopyAllMetadata(global, &mut count);
        let mut found = Loc::default();
        for i in 0..count as u32 {
            let node = LLVMValueMetadataEntriesGetMetadata(entries, i);
            if matches!(LLVMGetMetadataKind(node), LLVMMetadataKind::LLVMDIGlobalVariableExpressionMetadataKind) {
                let variable = LLVMDIGlobalVariableExpressionGetVariable(node);
                if !variable.is_null() {
                    found = m.files.of_variable(variable);
                }
            }
        }
        if !entries.is_null() {
            LLVMDisposeValueMetadataEntries(entries);
        }
        found
    }
}
