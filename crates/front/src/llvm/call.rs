//! Calls: ordinary ones, inline assembly, and the attributes that say how arguments travel.

use super::function::{FunctionLowering, is_declare};
use super::module::ModuleLowering;
use super::types::Leaf;
use super::{Unsupported, name_of};
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use secateur_ir::*;

impl FunctionLowering<'_, '_> {
    pub fn call(&mut self, inst: LLVMValueRef) -> Result<(), Unsupported> {
        // SAFETY: `inst` is a live call.
        let callee = unsafe { LLVMGetCalledValue(inst) };
        if !unsafe { LLVMIsAInlineAsm(callee) }.is_null() {
            return self.inline_asm(inst, callee);
        }
        if is_declare(inst) {
            return Ok(());
        }
        if !unsafe { LLVMIsAFunction(callee) }.is_null() {
            let name = name_of(callee);
            if let Some(name) = name.strip_prefix("llvm.") {
                return self.intrinsic(inst, name);
            }
        }
        self.ordinary_call(inst, callee)
    }

    fn ordinary_call(&mut self, inst: LLVMValueRef, callee: LLVMValueRef) -> Result<(), Unsupported> {
        let callee = match self.operand(callee)? {
            Operand::Sym(sym, 0) => Callee::Direct(sym),
            op => Callee::Indirect(op),
        };
        self.call_of(inst, callee)
    }

    /// A call of a symbol with the operands of an intrinsic.
    pub fn call_symbol(&mut self, inst: LLVMValueRef, sym: SymId) -> Result<(), Unsupported> {
        self.call_of(inst, Callee::Direct(sym))
    }

    fn call_of(&mut self, inst: LLVMValueRef, callee: Callee) -> Result<(), Unsupported> {
        // SAFETY: `inst` is a live call.
        let ty = unsafe { LLVMGetCalledFunctionType(inst) };
        let declared = unsafe { LLVMCountParamTypes(ty) };
        let mut args = Vec::new();
        let mut fixed = 0;
        for i in 0..unsafe { LLVMGetNumArgOperands(inst) } {
            if i == declared {
                fixed = args.len();
            }
            self.argument(inst, i, &mut args)?;
        }
        if unsafe { LLVMGetNumArgOperands(inst) } <= declared {
            fixed = args.len();
        }
        let leaves = self.m.layout.leaves(unsafe { LLVMTypeOf(inst) })?;
        let dsts = if leaves.is_empty() { vec![] } else { self.results(inst)? };
        let rets = leaves.iter().map(|l: &Leaf| l.ty).collect();
        self.emit(Op::Call { dsts: dsts.into(), rets, callee, args: args.into(), fixed: fixed as u32 });
        Ok(())
    }

    fn argument(&mut self, inst: LLVMValueRef, i: u32, args: &mut Vec<Arg>) -> Result<(), Unsupported> {
        let value = unsafe { LLVMGetOperand(inst, i) };
        if unsafe { LLVMGetTypeKind(LLVMTypeOf(value)) } == llvm_sys::LLVMTypeKind::LLVMMetadataTypeKind {
            return Err(Unsupported::new("a call with metadata as argument"));
        }
        if let Some((size, align)) = byval_of_call(self.m, inst, i) {
            args.push(Arg::ByVal { ptr: self.operand(value)?, size, align });
            return Ok(());
        }
        let leaves = self.m.layout.leaves(unsafe { LLVMTypeOf(value) })?;
        let operands = self.operands(value)?;
        let is_vector = unsafe { LLVMGetTypeKind(LLVMTypeOf(value)) } == llvm_sys::LLVMTypeKind::LLVMVectorTypeKind;
        for (i, (op, leaf)) in operands.into_iter().zip(leaves).enumerate() {
            args.push(if is_vector && i > 0 { Arg::Joined(op, leaf.ty) } else { Arg::Value(op, leaf.ty) });
        }
        Ok(())
    }

    /// Empty assembly is a barrier for the compiler: it does nothing, or hands its tied input on.
    fn inline_asm(&mut self, inst: LLVMValueRef, asm: LLVMValueRef) -> Result<(), Unsupported> {
        let text = |get: unsafe extern "C" fn(LLVMValueRef, *mut usize) -> *const std::ffi::c_char| {
            let mut len = 0;
            // SAFETY: `asm` is a live inline assembly value.
            unsafe {
                let data = get(asm, &mut len);
                String::from_utf8_lossy(std::slice::from_raw_parts(data.cast::<u8>(), len)).into_owned()
            }
        };
        let (code, constraints) = (text(LLVMGetInlineAsmAsmString), text(LLVMGetInlineAsmConstraintString));
        let empty = code.lines().map(|l| l.split('#').next().unwrap_or("").trim()).all(str::is_empty);
        if !empty {
            return Err(Unsupported::new(format!("inline assembly `{}`", code.trim())));
        }
        self.tied_outputs(inst, &constraints)
    }

    fn tied_outputs(&mut self, inst: LLVMValueRef, constraints: &str) -> Result<(), Unsupported> {
        let parts: Vec<&str> = constraints.split(',').collect();
        let outputs: Vec<&&str> = parts.iter().filter(|c| c.starts_with('=')).collect();
        if outputs.iter().any(|c| c.contains('*')) {
            return Ok(()); // the output is memory, which empty code leaves as it is
        }
        if outputs.is_empty() {
            return Ok(());
        }
        let inputs: Vec<&&str> = parts.iter().filter(|c| !c.starts_with('=') && !c.starts_with('~')).collect();
        let mut values = Vec::new();
        for output in 0..outputs.len() {
            let Some(at) = inputs.iter().position(|c| c.parse() == Ok(output)) else {
                return Err(Unsupported::new("inline assembly whose result comes from nowhere"));
            };
            values.extend(self.arg(inst, at as u32)?);
        }
        self.assign(inst, values)
    }
}

fn attribute_kind(name: &str) -> u32 {
    // SAFETY: the name is passed with its length.
    unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
}

pub fn byval_of_param(m: &ModuleLowering, function: LLVMValueRef, i: u32) -> Option<(u64, u64)> {
    // SAFETY: `function` is live and has that parameter; index 0 is the result.
    let get = |kind| unsafe { LLVMGetEnumAttributeAtIndex(function, i + 1, kind) };
    byval(m, &get)
}

fn byval_of_call(m: &ModuleLowering, call: LLVMValueRef, i: u32) -> Option<(u64, u64)> {
    // SAFETY: `call` is live and has that argument.
    let get = |kind| unsafe { LLVMGetCallSiteEnumAttribute(call, i + 1, kind) };
    byval(m, &get)
}

fn byval(m: &ModuleLowering, get: &dyn Fn(u32) -> LLVMAttributeRef) -> Option<(u64, u64)> {
    let attribute = get(attribute_kind("byval"));
    if attribute.is_null() {
        return None;
    }
    // SAFETY: byval carries a type.
    let ty = unsafe { LLVMGetTypeAttributeValue(attribute) };
    let align = get(attribute_kind("align"));
    let align = if align.is_null() { 8 } else { unsafe { LLVMGetEnumAttributeValue(align) } };
    Some((m.layout.size(ty), align.max(8)))
}
