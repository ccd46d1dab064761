//! LLVM types as lists of leaves: every value that LLVM calls first-class is a row of registers.

use super::Unsupported;
use llvm_sys::LLVMTypeKind::*;
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::target::*;
use secateur_ir::Ty;

/// One register-sized part of a type, and where it lies in memory.
#[derive(Clone, Copy, Debug)]
pub struct Leaf {
    pub ty: Ty,
    pub offset: u64,
}

/// More leaves than any real program has in one value; hostile bitcode could ask for billions.
const MAX_LEAVES: usize = 4096;

#[derive(Clone, Copy)]
pub struct Layout(pub LLVMTargetDataRef);

impl Layout {
    /// 0 for types without a fixed size; see [`fixed_size`].
    pub fn size(self, ty: LLVMTypeRef) -> u64 {
        // SAFETY: `ty` belongs to the module that this layout was taken from; its size is fixed.
        unsafe { if fixed_size(ty).is_ok() { LLVMABISizeOfType(self.0, ty) } else { 0 } }
    }
    pub fn align(self, ty: LLVMTypeRef) -> u64 {
        // SAFETY: as above.
        unsafe { if fixed_size(ty).is_ok() { u64::from(LLVMABIAlignmentOfType(self.0, ty)) } else { 1 } }
    }
    pub fn field(self, ty: LLVMTypeRef, index: u32) -> u64 {
        // SAFETY: callers pass a sized struct type and one of its fields.
        unsafe { LLVMOffsetOfElement(self.0, ty, index) }
    }

    pub fn leaves(self, ty: LLVMTypeRef) -> Result<Vec<Leaf>, Unsupported> {
        let mut leaves = Vec::new();
        self.collect(ty, 0, &mut leaves)?;
        Ok(leaves)
    }

    fn collect(self, ty: LLVMTypeRef, offset: u64, out: &mut Vec<Leaf>) -> Result<(), Unsupported> {
        if let Some(ty) = scalar(ty)? {
            out.push(Leaf { ty, offset });
            if out.len() > MAX_LEAVES {
                return Err(Unsupported::new("a value made of more than 4096 parts"));
            }
            return Ok(());
        }
        // SAFETY: the kind says which accessors are valid for the type.
        unsafe {
            match LLVMGetTypeKind(ty) {
                LLVMVoidTypeKind => Ok(()),
                LLVMStructTypeKind => {
                    fixed_size(ty)?;
                    for i in 0..LLVMCountStructElementTypes(ty) {
                        self.collect(LLVMStructGetTypeAtIndex(ty, i), offset + self.field(ty, i), out)?;
                    }
                    Ok(())
                }
                LLVMArrayTypeKind => self.repeat(LLVMGetElementType(ty), LLVMGetArrayLength2(ty), offset, out),
                LLVMVectorTypeKind => self.vector(ty, offset, out),
                _ => Err(Unsupported::new("a value of a type that Secateur does not know")),
            }
        }
    }

    fn vector(self, ty: LLVMTypeRef, offset: u64, out: &mut Vec<Leaf>) -> Result<(), Unsupported> {
        // SAFETY: `ty` is a vector type.
        let (element, count) = unsafe { (LLVMGetElementType(ty), LLVMGetVectorSize(ty)) };
        let Some(leaf) = scalar(element)? else {
            return Err(Unsupported::new("a vector of something that is not a number or pointer"));
        };
        // Vectors are packed by bits in memory, unlike arrays. Where the two differ (vectors of i1,
        // of _BitInt), the offset is of no use; marking it makes loads and stores refuse it.
        let step = if leaf.bits() % 8 == 0 { u64::from(leaf.bits() / 8) } else { UNADDRESSABLE };
        for i in 0..u64::from(count) {
            let offset = if step == UNADDRESSABLE { UNADDRESSABLE } else { offset + i * step };
            self.push(Leaf { ty: leaf, offset }, out)?;
        }
        Ok(())
    }

    fn repeat(self, element: LLVMTypeRef, count: u64, offset: u64, out: &mut Vec<Leaf>) -> Result<(), Unsupported> {
        if count > MAX_LEAVES as u64 {
            return Err(Unsupported::new("a value made of more than 4096 parts"));
        }
        let step = self.size(element);
        (0..count).try_for_each(|i| self.collect(element, offset + i * step, out))
    }

    fn push(self, leaf: Leaf, out: &mut Vec<Leaf>) -> Result<(), Unsupported> {
        out.push(leaf);
        if out.len() > MAX_LEAVES {
            return Err(Unsupported::new("a value made of more than 4096 parts"));
        }
        Ok(())
    }
}

/// Refuses types that have no size, or one that is known at run time only (vectors of other machines
/// than x86). LLVM aborts when asked for it.
pub fn fixed_size(ty: LLVMTypeRef) -> Result<(), Unsupported> {
    // SAFETY: the kind says which accessors are valid for the type.
    unsafe {
        match LLVMGetTypeKind(ty) {
            LLVMScalableVectorTypeKind | LLVMTargetExtTypeKind | LLVMX86_AMXTypeKind => {
                Err(Unsupported::new("a type whose size is not fixed"))
            }
            LLVMArrayTypeKind => fixed_size(LLVMGetElementType(ty)),
            LLVMStructTypeKind if LLVMTypeIsSized(ty) == 0 => Err(Unsupported::new("a value of incomplete type")),
            LLVMStructTypeKind => {
                (0..LLVMCountStructElementTypes(ty)).try_for_each(|i| fixed_size(LLVMStructGetTypeAtIndex(ty, i)))
            }
            _ if LLVMTypeIsSized(ty) == 0 => Err(Unsupported::new("a value of incomplete type")),
            _ => Ok(()),
        }
    }
}

/// The offset of a leaf that has no byte address of its own.
pub const UNADDRESSABLE: u64 = u64::MAX;

/// The register type of a scalar LLVM type; `None` for void, vectors and aggregates.
pub fn scalar(ty: LLVMTypeRef) -> Result<Option<Ty>, Unsupported> {
    // SAFETY: the kind says which accessors are valid for the type.
    let kind = unsafe { LLVMGetTypeKind(ty) };
    Ok(Some(match kind {
        LLVMIntegerTypeKind => Ty::Int(unsafe { LLVMGetIntTypeWidth(ty) }),
        LLVMFloatTypeKind => Ty::F32,
        LLVMDoubleTypeKind => Ty::F64,
        LLVMX86_FP80TypeKind => Ty::F80,
        LLVMPointerTypeKind => Ty::Ptr,
        LLVMHalfTypeKind | LLVMBFloatTypeKind => return Err(Unsupported::new("16-bit floating point")),
        LLVMFP128TypeKind | LLVMPPC_FP128TypeKind => return Err(Unsupported::new("128-bit floating point")),
        _ => return Ok(None),
    }))
}
