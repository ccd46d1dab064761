//! Constants: as operands of instructions, and as the initial bytes of globals.

use super::module::ModuleLowering;
use super::types::{UNADDRESSABLE, scalar};
use super::{Unsupported, text_of};
use llvm_sys::LLVMOpcode::*;
use llvm_sys::LLVMTypeKind::*;
use llvm_sys::LLVMValueKind::*;
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use secateur_ir::{Reloc, SymId, Ty, label_offset, mask};

/// The value of a scalar constant: bits, or an address plus a number of bytes.
#[derive(Clone, Debug, PartialEq)]
pub enum Const {
    /// Least significant word first, as many words as the type has.
    Bits(Vec<u64>),
    Addr(SymId, i64),
    Undef,
}

impl Const {
    fn word(value: u64) -> Const {
        Const::Bits(vec![value])
    }
}

/// Nesting of constant expressions that is followed; real ones have a handful of levels.
const MAX_DEPTH: u32 = 200;

impl ModuleLowering<'_> {
    /// The leaves of a constant of any type.
    pub fn const_leaves(&mut self, value: LLVMValueRef) -> Result<Vec<(Const, Ty)>, Unsupported> {
        // SAFETY: `value` is a live constant of this module.
        let ty = unsafe { LLVMTypeOf(value) };
        if let Some(scalar) = scalar(ty)? {
            return Ok(vec![(self.scalar_const(value, scalar, 0)?, scalar)]);
        }
        let leaves = self.layout.leaves(ty)?;
        match unsafe { LLVMGetValueKind(value) } {
            LLVMConstantAggregateZeroValueKind => {
                Ok(leaves.iter().map(|l| (Const::Bits(vec![0; l.ty.words()]), l.ty)).collect())
            }
            LLVMUndefValueValueKind | LLVMPoisonValueKind => Ok(leaves.iter().map(|l| (Const::Undef, l.ty)).collect()),
            _ => {
                let mut out = Vec::new();
                for i in 0..element_count(ty) {
                    let element = unsafe { LLVMGetAggregateElement(value, i) };
                    if element.is_null() {
                        return Err(Unsupported::new("a vector or struct constant that is an expression"));
                    }
                    out.extend(self.const_leaves(element)?);
                }
                Ok(out)
            }
        }
    }

    fn scalar_const(&mut self, value: LLVMValueRef, ty: Ty, depth: u32) -> Result<Const, Unsupported> {
        if depth > MAX_DEPTH {
            return Err(Unsupported::new("a constant expression nested too deeply"));
        }
        // SAFETY: `value` is a live constant; the kind says which accessors are valid for it.
        unsafe {
            match LLVMGetValueKind(value) {
                LLVMConstantIntValueKind if ty.bits() <= 64 => Ok(Const::word(LLVMConstIntGetZExtValue(value))),
                LLVMConstantIntValueKind => Ok(Const::Bits(wide_int(value, ty.bits()))),
                LLVMConstantFPValueKind => {
                    // The same bits as an integer: exact for every NaN, which going through a double is not.
                    let int = LLVMIntTypeInContext(self.context, ty.bits());
                    self.scalar_const(LLVMConstBitCast(value, int), ty, depth + 1)
                }
                LLVMConstantPointerNullValueKind => Ok(Const::word(0)),
                LLVMConstantAggregateZeroValueKind => Ok(Const::Bits(vec![0; ty.words()])),
                LLVMUndefValueValueKind | LLVMPoisonValueKind => Ok(Const::Undef),
                LLVMFunctionValueKind | LLVMGlobalVariableValueKind | LLVMGlobalAliasValueKind => {
                    Ok(Const::Addr(self.symbol_of(value)?, 0))
                }
                LLVMBlockAddressValueKind => {
                    let function = LLVMGetBlockAddressFunction(value);
                    let block = LLVMGetBlockAddressBasicBlock(value);
                    let id = super::block_index(function, block);
                    Ok(Const::Addr(self.symbol_of(function)?, label_offset(id)))
                }
                LLVMConstantExprValueKind => self.const_expr(value, ty, depth),
                _ => Err(Unsupported::new(format!("the constant `{}`", text_of(value)))),
            }
        }
    }

    /// Folds address arithmetic; everything else LLVM folds itself.
    unsafe fn const_expr(&mut self, value: LLVMValueRef, ty: Ty, depth: u32) -> Result<Const, Unsupported> {
        let operand = |i: u32| unsafe { LLVMGetOperand(value, i) };
        let mut fold = |i: u32| -> Result<Const, Unsupported> {
            let op = operand(i);
            // SAFETY: operands of a live constant expression are live constants.
            let Some(ty) = scalar(unsafe { LLVMTypeOf(op) })? else {
                return Err(Unsupported::new("a constant expression over vectors"));
            };
            self.scalar_const(op, ty, depth + 1)
        };
        let refuse = || Err(Unsupported::new(format!("the constant expression `{}`", text_of(value))));
        // SAFETY: `value` is a constant expression.
        match unsafe { LLVMGetConstOpcode(value) } {
            LLVMBitCast | LLVMAddrSpaceCast => fold(0),
            LLVMPtrToInt | LLVMIntToPtr | LLVMTrunc => match fold(0)? {
                Const::Bits(words) => Ok(Const::word(words[0] & ty.mask())),
                Const::Undef => Ok(Const::Undef),
                addr if ty.bits() == 64 => Ok(addr),
                _ => refuse(),
            },
            LLVMAdd => match (fold(0)?, fold(1)?) {
                (Const::Addr(s, add), Const::Bits(w)) | (Const::Bits(w), Const::Addr(s, add)) => {
                    Ok(Const::Addr(s, add.wrapping_add(w[0] as i64)))
                }
                (Const::Bits(a), Const::Bits(b)) if ty.is_word() => {
                    Ok(Const::word(a[0].wrapping_add(b[0]) & ty.mask()))
                }
                _ => refuse(),
            },
            LLVMSub => match (fold(0)?, fold(1)?) {
                (Const::Addr(s, a), Const::Addr(t, b)) if s == t => {
                    Ok(Const::word(a.wrapping_sub(b) as u64 & ty.mask()))
                }
                (Const::Addr(s, a), Const::Bits(w)) => Ok(Const::Addr(s, a.wrapping_sub(w[0] as i64))),
                (Const::Bits(a), Const::Bits(b)) if ty.is_word() => {
                    Ok(Const::word(a[0].wrapping_sub(b[0]) & ty.mask()))
                }
                _ => refuse(),
            },
            LLVMGetElementPtr => {
                let base = fold(0)?;
                match (base, self.const_gep(value)?) {
                    (Const::Addr(s, add), more) => Ok(Const::Addr(s, add.wrapping_add(more))),
                    (Const::Bits(w), more) => Ok(Const::word(w[0].wrapping_add(more as u64))),
                    (Const::Undef, _) => Ok(Const::Undef),
                }
            }
            _ => refuse(),
        }
    }

    /// The bytes that a constant GEP adds. This is the element type that other readers lose.
    fn const_gep(&mut self, value: LLVMValueRef) -> Result<i64, Unsupported> {
        // SAFETY: `value` is a constant GEP expression.
        let source = unsafe { LLVMGetGEPSourceElementType(value) };
        let count = unsafe { LLVMGetNumOperands(value) } as u32;
        let mut total = 0i64;
        let mut at = source;
        for i in 1..count {
            let index = unsafe { LLVMGetOperand(value, i) };
            if unsafe { LLVMIsAConstantInt(index) }.is_null() {
                return Err(Unsupported::new(format!("the constant expression `{}`", text_of(value))));
            }
            let number = unsafe { LLVMConstIntGetSExtValue(index) };
            total = total.wrapping_add(self.gep_step(&mut at, i == 1, number)?);
        }
        Ok(total)
    }

    /// One index of a GEP with a known value: the bytes it adds, and the type it leads to.
    pub fn gep_step(&self, at: &mut LLVMTypeRef, first: bool, number: i64) -> Result<i64, Unsupported> {
        super::types::fixed_size(*at)?;
        if !first && unsafe { LLVMGetTypeKind(*at) } == LLVMStructTypeKind {
            let field = number as u32;
            if field >= unsafe { LLVMCountStructElementTypes(*at) } {
                return Err(Unsupported::new("a struct field that does not exist"));
            }
            let offset = self.layout.field(*at, field) as i64;
            *at = unsafe { LLVMStructGetTypeAtIndex(*at, field) };
            return Ok(offset);
        }
        if !first {
            *at = self.element_of(*at)?;
        }
        Ok(number.wrapping_mul(self.layout.size(*at) as i64))
    }

    pub fn element_of(&self, ty: LLVMTypeRef) -> Result<LLVMTypeRef, Unsupported> {
        match unsafe { LLVMGetTypeKind(ty) } {
            LLVMArrayTypeKind | LLVMVectorTypeKind => Ok(unsafe { LLVMGetElementType(ty) }),
            _ => Err(Unsupported::new("an index into something that has no elements")),
        }
    }

    /// Writes the initial value of a global into `bytes` at `offset`.
    pub fn write_const(
        &mut self,
        value: LLVMValueRef,
        offset: u64,
        bytes: &mut Vec<u8>,
        relocs: &mut Vec<Reloc>,
    ) -> Result<(), Unsupported> {
        // SAFETY: `value` is a live constant; the kind says which accessors are valid.
        let ty = unsafe { LLVMTypeOf(value) };
        match unsafe { LLVMGetValueKind(value) } {
            LLVMConstantAggregateZeroValueKind | LLVMUndefValueValueKind | LLVMPoisonValueKind => return Ok(()),
            LLVMConstantDataArrayValueKind if unsafe { LLVMIsConstantString(value) } != 0 => {
                let mut len = 0;
                let data = unsafe { LLVMGetAsString(value, &mut len) };
                let data = unsafe { std::slice::from_raw_parts(data.cast::<u8>(), len) };
                put(bytes, offset, data);
                return Ok(());
            }
            _ => {}
        }
        if let Some(scalar) = scalar(ty)? {
            return self.write_scalar(value, scalar, offset, bytes, relocs);
        }
        let kind = unsafe { LLVMGetTypeKind(ty) };
        for i in 0..element_count(ty) {
            let element = unsafe { LLVMGetAggregateElement(value, i) };
            if element.is_null() {
                return Err(Unsupported::new(format!("the initial value `{}`", text_of(value))));
            }
            let at = match kind {
                LLVMStructTypeKind => self.layout.field(ty, i),
                LLVMVectorTypeKind => {
                    let step = self.layout.leaves(ty)?.get(i as usize).map_or(UNADDRESSABLE, |l| l.offset);
                    if step == UNADDRESSABLE {
                        return Err(Unsupported::new("a global vector whose elements are not whole bytes"));
                    }
                    step
                }
                _ => u64::from(i) * self.layout.size(unsafe { LLVMGetElementType(ty) }),
            };
            self.write_const(element, offset + at, bytes, relocs)?;
        }
        Ok(())
    }

    fn write_scalar(
        &mut self,
        value: LLVMValueRef,
        ty: Ty,
        offset: u64,
        bytes: &mut Vec<u8>,
        relocs: &mut Vec<Reloc>,
    ) -> Result<(), Unsupported> {
        match self.scalar_const(value, ty, 0)? {
            Const::Undef => {}
            Const::Addr(sym, addend) if ty.bits() == 64 => relocs.push(Reloc { offset, sym, addend }),
            Const::Addr(..) => return Err(Unsupported::new("an address stored in fewer than 8 bytes")),
            Const::Bits(words) => {
                let data: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
                put(bytes, offset, &data[..ty.store_size() as usize]);
            }
        }
        Ok(())
    }
}

fn put(bytes: &mut Vec<u8>, offset: u64, data: &[u8]) {
    let (start, end) = (offset as usize, offset as usize + data.len());
    if data.iter().all(|b| *b == 0) {
        return; // what is missing is zero
    }
    if bytes.len() < end {
        bytes.resize(end, 0);
    }
    bytes[start..end].copy_from_slice(data);
}

fn element_count(ty: LLVMTypeRef) -> u32 {
    // SAFETY: the kind says which accessor is valid.
    unsafe {
        match LLVMGetTypeKind(ty) {
            LLVMStructTypeKind => LLVMCountStructElementTypes(ty),
            LLVMArrayTypeKind => u32::try_from(LLVMGetArrayLength2(ty)).unwrap_or(u32::MAX),
            LLVMVectorTypeKind => LLVMGetVectorSize(ty),
            _ => 0,
        }
    }
}

/// An integer constant wider than a word. The C API gives only 64 bits, so its decimal text is read.
fn wide_int(value: LLVMValueRef, bits: u32) -> Vec<u64> {
    let text = text_of(value);
    let digits = text.rsplit(' ').next().unwrap_or("0");
    let (negative, digits) = digits.strip_prefix('-').map_or((false, digits), |d| (true, d));
    let mut words = vec![0u64; bits.div_ceil(64) as usize];
    for digit in digits.bytes().filter(u8::is_ascii_digit) {
        let mut carry = u128::from(digit - b'0');
        for word in &mut words {
            let next = u128::from(*word) * 10 + carry;
            *word = next as u64;
            carry = next >> 64;
        }
    }
    if negative {
        let mut carry = true;
        for word in &mut words {
            let (next, over) = (!*word).overflowing_add(u64::from(carry));
            *word = next;
            carry = over;
        }
    }
    if let Some(last) = words.last_mut()
        && !bits.is_multiple_of(64)
    {
        *last &= mask(bits % 64);
    }
    words
}
