//! Loads, stores, addresses, stack objects and atomics (with one thread, plain reads and writes).

use super::Unsupported;
use super::function::{FunctionLowering, const_word};
use super::types::{Leaf, UNADDRESSABLE, fixed_size};
use llvm_sys::LLVMAtomicRMWBinOp::*;
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use secateur_ir::*;

impl FunctionLowering<'_, '_> {
    pub fn alloca(&mut self, inst: LLVMValueRef) -> Result<(), Unsupported> {
        if let Some(reg) = self.promoted.get(&inst).copied() {
            if reg.index() >= self.f.params.len() {
                self.emit(Op::Copy { ty: self.f.ty(reg), dst: reg, src: Operand::Undef });
            }
            return Ok(());
        }
        // SAFETY: `inst` is a live alloca.
        let (ty, count) = unsafe { (LLVMGetAllocatedType(inst), LLVMGetOperand(inst, 0)) };
        fixed_size(ty)?;
        let unit = self.m.layout.size(ty);
        let size = match const_word(count) {
            Some(n) => Operand::Const(unit.saturating_mul(n)),
            None => self.scaled_count(count, unit)?,
        };
        let align = u64::from(unsafe { LLVMGetAlignment(inst) }).max(1);
        let var = self.variable(inst);
        let dst = self.result(inst)?;
        self.emit(Op::Alloca { dst, size, align, var });
        Ok(())
    }

    /// `count * unit` for a variable-length array.
    fn scaled_count(&mut self, count: LLVMValueRef, unit: u64) -> Result<Operand, Unsupported> {
        let n = self.widened(count)?;
        let dst = self.f.new_reg(Ty::Int(64));
        let (ty, b) = (Ty::Int(64), Operand::Const(unit));
        self.emit(Op::Bin { op: BinOp::Mul, ty, dst, a: n, b, nsw: false, nuw: false });
        Ok(Operand::Reg(dst))
    }

    /// An index or count as a 64-bit word, sign-extended as LLVM does.
    fn widened(&mut self, value: LLVMValueRef) -> Result<Operand, Unsupported> {
        // SAFETY: `value` is live.
        let Some(from) = super::types::scalar(unsafe { LLVMTypeOf(value) })? else {
            return Err(Unsupported::new("an index that is a vector"));
        };
        let src = self.operand(value)?;
        let op = match from.bits() {
            64 => return Ok(src),
            0..64 => CastOp::SExt,
            _ => CastOp::Trunc,
        };
        let dst = self.f.new_reg(Ty::Int(64));
        self.emit(Op::Cast { op, from, to: Ty::Int(64), dst, src });
        Ok(Operand::Reg(dst))
    }

    fn variable(&mut self, inst: LLVMValueRef) -> VarId {
        let (name, loc) = self.declared.get(&inst).cloned().unwrap_or_else(|| {
            // Without debug information LLVM's own name is the best there is.
            let name = super::name_of(inst);
            (name.trim_end_matches(".addr").to_string(), Loc::default())
        });
        self.f.vars.push(Var { name, loc });
        VarId::new(self.f.vars.len() - 1)
    }

    pub fn load(&mut self, inst: LLVMValueRef) -> Result<(), Unsupported> {
        // SAFETY: `inst` is a live load.
        let (pointer, ty) = unsafe { (LLVMGetOperand(inst, 0), LLVMTypeOf(inst)) };
        if let Some(reg) = self.promoted.get(&pointer).copied() {
            return self.assign(inst, vec![Operand::Reg(reg)]);
        }
        let base = self.operand(pointer)?;
        let leaves = self.m.layout.leaves(ty)?;
        for (dst, leaf) in self.results(inst)?.into_iter().zip(leaves) {
            let addr = self.leaf_address(base, leaf)?;
            self.emit(Op::Load { ty: leaf.ty, dst, addr });
        }
        Ok(())
    }

    pub fn store(&mut self, inst: LLVMValueRef) -> Result<(), Unsupported> {
        // SAFETY: `inst` is a live store.
        let (value, pointer) = unsafe { (LLVMGetOperand(inst, 0), LLVMGetOperand(inst, 1)) };
        let sources = self.operands(value)?;
        if let Some(dst) = self.promoted.get(&pointer).copied() {
            if sources[0] != Operand::Reg(dst) {
                self.emit(Op::Copy { ty: self.f.ty(dst), dst, src: sources[0] });
            }
            return Ok(());
        }
        let base = self.operand(pointer)?;
        let leaves = self.m.layout.leaves(unsafe { LLVMTypeOf(value) })?;
        for (src, leaf) in sources.into_iter().zip(leaves) {
            let addr = self.leaf_address(base, leaf)?;
            self.emit(Op::Store { ty: leaf.ty, src, addr });
        }
        Ok(())
    }

    fn leaf_address(&mut self, base: Operand, leaf: Leaf) -> Result<Operand, Unsupported> {
        match leaf.offset {
            0 => Ok(base),
            UNADDRESSABLE => Err(Unsupported::new("a vector in memory whose elements are not whole bytes")),
            offset => Ok(self.offset(base, offset as i64)),
        }
    }

    fn offset(&mut self, base: Operand, disp: i64) -> Operand {
        match base {
            Operand::Sym(sym, add) => Operand::Sym(sym, add.wrapping_add(disp)),
            _ => {
                let dst = self.f.new_reg(Ty::Ptr);
                self.emit(Op::PtrAdd { dst, base, index: Operand::Const(0), scale: 0, disp });
                Operand::Reg(dst)
            }
        }
    }

    pub fn gep(&mut self, inst: LLVMValueRef) -> Result<(), Unsupported> {
        // SAFETY: `inst` is a live GEP instruction.
        let mut at = unsafe { LLVMGetGEPSourceElementType(inst) };
        fixed_size(at)?;
        let count = unsafe { LLVMGetNumOperands(inst) } as u32;
        let base = self.arg1(inst, 0)?;
        let (mut disp, mut variable) = (0i64, Vec::new());
        for i in 1..count {
            let index = unsafe { LLVMGetOperand(inst, i) };
            match const_word(index) {
                Some(_) => {
                    let number = unsafe { LLVMConstIntGetSExtValue(index) };
                    disp = disp.wrapping_add(self.m.gep_step(&mut at, i == 1, number)?);
                }
                None => {
                    if i > 1 {
                        at = self.m.element_of(at)?;
                    }
                    let scale = self.m.layout.size(at) as i64;
                    variable.push((self.widened(index)?, scale));
                }
            }
        }
        let dst = self.result(inst)?;
        self.address(dst, base, &variable, disp);
        Ok(())
    }

    /// `base + Σ index * scale + disp`, one instruction per variable index.
    fn address(&mut self, dst: Reg, base: Operand, variable: &[(Operand, i64)], disp: i64) {
        let Some(((last, scale), before)) = variable.split_last() else {
            self.emit(Op::PtrAdd { dst, base, index: Operand::Const(0), scale: 0, disp });
            return;
        };
        let mut base = base;
        for (index, scale) in before {
            let next = self.f.new_reg(Ty::Ptr);
            self.emit(Op::PtrAdd { dst: next, base, index: *index, scale: *scale, disp: 0 });
            base = Operand::Reg(next);
        }
        self.emit(Op::PtrAdd { dst, base, index: *last, scale: *scale, disp });
    }

    /// A conversion between vectors, or vectors and integers, that keeps the bits: through a stack
    /// object, which is what the bits in memory are defined by.
    pub fn cast_through_memory(&mut self, inst: LLVMValueRef) -> Result<(), Unsupported> {
        // SAFETY: `inst` is a live cast.
        let (from, to) = unsafe { (LLVMTypeOf(LLVMGetOperand(inst, 0)), LLVMTypeOf(inst)) };
        let size = self.m.layout.size(from).max(self.m.layout.size(to));
        let base = self.f.new_reg(Ty::Ptr);
        self.f.vars.push(Var { name: "a compiler's temporary".into(), loc: Loc::default() });
        let var = VarId::new(self.f.vars.len() - 1);
        self.emit(Op::Alloca { dst: base, size: Operand::Const(size), align: 16, var });
        for (src, leaf) in self.arg(inst, 0)?.into_iter().zip(self.m.layout.leaves(from)?) {
            let addr = self.leaf_address(Operand::Reg(base), leaf)?;
            self.emit(Op::Store { ty: leaf.ty, src, addr });
        }
        for (dst, leaf) in self.results(inst)?.into_iter().zip(self.m.layout.leaves(to)?) {
            let addr = self.leaf_address(Operand::Reg(base), leaf)?;
            self.emit(Op::Load { ty: leaf.ty, dst, addr });
        }
        Ok(())
    }

    pub fn atomic_rmw(&mut self, inst: LLVMValueRef) -> Result<(), Unsupported> {
        let (addr, operand) = (self.arg1(inst, 0)?, self.arg1(inst, 1)?);
        let old = self.result(inst)?;
        let ty = self.f.ty(old);
        self.emit(Op::Load { ty, dst: old, addr });
        let a = Operand::Reg(old);
        let new = self.f.new_reg(ty);
        let bin = |op| Op::Bin { op, ty, dst: new, a, b: operand, nsw: false, nuw: false };
        let pick = |op| Op::Intrinsic { op, ty, dsts: [new].into(), args: [a, operand].into() };
        // SAFETY: `inst` is a live atomicrmw.
        let op = match unsafe { LLVMGetAtomicRMWBinOp(inst) } {
            LLVMAtomicRMWBinOpXchg => Op::Copy { ty, dst: new, src: operand },
            LLVMAtomicRMWBinOpAdd => bin(BinOp::Add),
            LLVMAtomicRMWBinOpSub => bin(BinOp::Sub),
            LLVMAtomicRMWBinOpAnd => bin(BinOp::And),
            LLVMAtomicRMWBinOpOr => bin(BinOp::Or),
            LLVMAtomicRMWBinOpXor => bin(BinOp::Xor),
            LLVMAtomicRMWBinOpFAdd => bin(BinOp::FAdd),
            LLVMAtomicRMWBinOpFSub => bin(BinOp::FSub),
            LLVMAtomicRMWBinOpMax => pick(Intrinsic::SMax),
            LLVMAtomicRMWBinOpMin => pick(Intrinsic::SMin),
            LLVMAtomicRMWBinOpUMax => pick(Intrinsic::UMax),
            LLVMAtomicRMWBinOpUMin => pick(Intrinsic::UMin),
            LLVMAtomicRMWBinOpNand if ty.is_word() => {
                let both = self.f.new_reg(ty);
                self.emit(Op::Bin { op: BinOp::And, ty, dst: both, a, b: operand, nsw: false, nuw: false });
                let ones = Operand::Const(ty.mask());
                Op::Bin { op: BinOp::Xor, ty, dst: new, a: Operand::Reg(both), b: ones, nsw: false, nuw: false }
            }
            _ => return Err(Unsupported::new("this atomic operation")),
        };
        self.emit(op);
        self.emit(Op::Store { ty, src: Operand::Reg(new), addr });
        Ok(())
    }

    pub fn cmpxchg(&mut self, inst: LLVMValueRef) -> Result<(), Unsupported> {
        let addr = self.arg1(inst, 0)?;
        let (expected, desired) = (self.arg1(inst, 1)?, self.arg1(inst, 2)?);
        let results = self.results(inst)?;
        let [old, success] = results[..] else { return Err(Unsupported::new("this compare-and-exchange")) };
        let ty = self.f.ty(old);
        self.emit(Op::Load { ty, dst: old, addr });
        let a = Operand::Reg(old);
        self.emit(Op::ICmp { pred: IntPred::Eq, ty, dst: success, a, b: expected });
        let new = self.f.new_reg(ty);
        self.emit(Op::Select { ty, dst: new, cond: Operand::Reg(success), a: desired, b: a });
        self.emit(Op::Store { ty, src: Operand::Reg(new), addr });
        Ok(())
    }
}
