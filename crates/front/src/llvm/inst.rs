//! One LLVM instruction to a few of ours. This file only names the function for each opcode, and
//! holds arithmetic, comparisons, conversions, vectors and terminators.

use super::function::{FunctionLowering, const_word};
use super::types::scalar;
use super::{Unsupported, block_index, text_of};
use llvm_sys::LLVMOpcode::{self, *};
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::{LLVMIntPredicate, LLVMRealPredicate};
use secateur_ir::*;

impl FunctionLowering<'_, '_> {
    pub fn instruction(&mut self, inst: LLVMValueRef) -> Result<(), Unsupported> {
        // SAFETY: `inst` is a live instruction.
        let opcode = unsafe { LLVMGetInstructionOpcode(inst) };
        if let Some(op) = binary_op(opcode) {
            return self.binary(inst, op);
        }
        if let Some(op) = cast_op(opcode) {
            return self.cast(inst, op);
        }
        match opcode {
            LLVMFNeg => self.fneg(inst),
            LLVMICmp => self.icmp(inst),
            LLVMFCmp => self.fcmp(inst),
            LLVMSelect => self.select(inst),
            LLVMFreeze => self.copy_all(inst, 0),
            LLVMPHI | LLVMFence => Ok(()),
            LLVMAlloca => self.alloca(inst),
            LLVMLoad => self.load(inst),
            LLVMStore => self.store(inst),
            LLVMGetElementPtr => self.gep(inst),
            LLVMAtomicRMW => self.atomic_rmw(inst),
            LLVMAtomicCmpXchg => self.cmpxchg(inst),
            LLVMCall => self.call(inst),
            LLVMExtractValue => self.extract_value(inst),
            LLVMInsertValue => self.insert_value(inst),
            LLVMExtractElement => self.extract_element(inst),
            LLVMInsertElement => self.insert_element(inst),
            LLVMShuffleVector => self.shuffle(inst),
            _ => Err(Unsupported::new(format!("the instruction `{}`", text_of(inst)))),
        }
    }

    /// The operands of an instruction's operand, one per leaf.
    pub fn arg(&mut self, inst: LLVMValueRef, index: u32) -> Result<Vec<Operand>, Unsupported> {
        // SAFETY: `inst` is live and has that operand.
        self.operands(unsafe { LLVMGetOperand(inst, index) })
    }

    pub fn arg1(&mut self, inst: LLVMValueRef, index: u32) -> Result<Operand, Unsupported> {
        self.operand(unsafe { LLVMGetOperand(inst, index) })
    }

    /// The leaf type of an operand; vectors have one for all elements.
    fn arg_ty(&self, inst: LLVMValueRef, index: u32) -> Result<Ty, Unsupported> {
        let ty = unsafe { LLVMTypeOf(LLVMGetOperand(inst, index)) };
        let leaves = self.m.layout.leaves(ty)?;
        leaves.first().map(|l| l.ty).ok_or_else(|| Unsupported::new("an empty operand"))
    }

    fn binary(&mut self, inst: LLVMValueRef, op: BinOp) -> Result<(), Unsupported> {
        let ty = self.arg_ty(inst, 0)?;
        let wraps = matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl);
        // SAFETY: only these opcodes carry the flags.
        let (nsw, nuw) = if wraps { unsafe { (LLVMGetNSW(inst) != 0, LLVMGetNUW(inst) != 0) } } else { (false, false) };
        let (a, b) = (self.arg(inst, 0)?, self.arg(inst, 1)?);
        for (dst, (a, b)) in self.results(inst)?.into_iter().zip(a.into_iter().zip(b)) {
            self.emit(Op::Bin { op, ty, dst, a, b, nsw, nuw });
        }
        Ok(())
    }

    fn fneg(&mut self, inst: LLVMValueRef) -> Result<(), Unsupported> {
        let ty = self.arg_ty(inst, 0)?;
        let sources = self.arg(inst, 0)?;
        for (dst, src) in self.results(inst)?.into_iter().zip(sources) {
            self.emit(Op::FNeg { ty, dst, src });
        }
        Ok(())
    }

    fn icmp(&mut self, inst: LLVMValueRef) -> Result<(), Unsupported> {
        let ty = self.arg_ty(inst, 0)?;
        let pred = int_pred(unsafe { LLVMGetICmpPredicate(inst) });
        let (a, b) = (self.arg(inst, 0)?, self.arg(inst, 1)?);
        for (dst, (a, b)) in self.results(inst)?.into_iter().zip(a.into_iter().zip(b)) {
            self.emit(Op::ICmp { pred, ty, dst, a, b });
        }
        Ok(())
    }

    fn fcmp(&mut self, inst: LLVMValueRef) -> Result<(), Unsupported> {
        let ty = self.arg_ty(inst, 0)?;
        let pred = float_pred(unsafe { LLVMGetFCmpPredicate(inst) });
        let (a, b) = (self.arg(inst, 0)?, self.arg(inst, 1)?);
        for (dst, (a, b)) in self.results(inst)?.into_iter().zip(a.into_iter().zip(b)) {
            self.emit(Op::FCmp { pred, ty, dst, a, b });
        }
        Ok(())
    }

    fn cast(&mut self, inst: LLVMValueRef, op: CastOp) -> Result<(), Unsupported> {
        let from = self.arg_ty(inst, 0)?;
        let sources = self.arg(inst, 0)?;
        let results = self.results(inst)?;
        if sources.len() != results.len() {
            return self.cast_through_memory(inst);
        }
        for (dst, src) in results.into_iter().zip(sources) {
            let to = self.f.ty(dst);
            // Pointers and integers of another width meet only through their low bits.
            let op = match op {
                CastOp::Bits if from.bits() > to.bits() => CastOp::Trunc,
                CastOp::Bits if from.bits() < to.bits() => CastOp::ZExt,
                op => op,
            };
            self.emit(Op::Cast { op, from, to, dst, src });
        }
        Ok(())
    }

    fn select(&mut self, inst: LLVMValueRef) -> Result<(), Unsupported> {
        let conds = self.arg(inst, 0)?;
        let (a, b) = (self.arg(inst, 1)?, self.arg(inst, 2)?);
        for (i, dst) in self.results(inst)?.into_iter().enumerate() {
            let cond = *conds.get(i).unwrap_or(&conds[0]);
            self.emit(Op::Select { ty: self.f.ty(dst), dst, cond, a: a[i], b: b[i] });
        }
        Ok(())
    }

    fn copy_all(&mut self, inst: LLVMValueRef, index: u32) -> Result<(), Unsupported> {
        let sources = self.arg(inst, index)?;
        self.assign(inst, sources)
    }

    /// Gives an instruction's value these leaves.
    pub fn assign(&mut self, inst: LLVMValueRef, sources: Vec<Operand>) -> Result<(), Unsupported> {
        let results = self.results(inst)?;
        if results.len() != sources.len() {
            return Err(Unsupported::new(format!("the instruction `{}`", text_of(inst))));
        }
        for (dst, src) in results.into_iter().zip(sources) {
            self.emit(Op::Copy { ty: self.f.ty(dst), dst, src });
        }
        Ok(())
    }

    /// Which leaves of an aggregate the indices of `inst` select: first and count.
    fn leaf_range(&self, inst: LLVMValueRef, aggregate: LLVMTypeRef) -> Result<(usize, usize), Unsupported> {
        // SAFETY: `inst` is an extractvalue or insertvalue.
        let indices = unsafe { std::slice::from_raw_parts(LLVMGetIndices(inst), LLVMGetNumIndices(inst) as usize) };
        let (mut at, mut first) = (aggregate, 0);
        for index in indices {
            let is_struct = unsafe { LLVMGetTypeKind(at) } == llvm_sys::LLVMTypeKind::LLVMStructTypeKind;
            let element = |i: u32| -> Result<LLVMTypeRef, Unsupported> {
                if is_struct { Ok(unsafe { LLVMStructGetTypeAtIndex(at, i) }) } else { self.m.element_of(at) }
            };
            for before in 0..*index {
                first += self.m.layout.leaves(element(before)?)?.len();
            }
            at = element(*index)?;
        }
        Ok((first, self.m.layout.leaves(at)?.len()))
    }

    fn extract_value(&mut self, inst: LLVMValueRef) -> Result<(), Unsupported> {
        let ty = unsafe { LLVMTypeOf(LLVMGetOperand(inst, 0)) };
        let (first, count) = self.leaf_range(inst, ty)?;
        let leaves = self.arg(inst, 0)?;
        self.assign(inst, leaves[first..first + count].to_vec())
    }

    fn insert_value(&mut self, inst: LLVMValueRef) -> Result<(), Unsupported> {
        let ty = unsafe { LLVMTypeOf(inst) };
        let (first, count) = self.leaf_range(inst, ty)?;
        let mut leaves = self.arg(inst, 0)?;
        let part = self.arg(inst, 1)?;
        leaves.splice(first..first + count, part);
        self.assign(inst, leaves)
    }

    fn extract_element(&mut self, inst: LLVMValueRef) -> Result<(), Unsupported> {
        let elements = self.arg(inst, 0)?;
        let index = unsafe { LLVMGetOperand(inst, 1) };
        if let Some(i) = const_word(index) {
            let chosen = elements.get(i as usize).copied().unwrap_or(Operand::Undef);
            return self.assign(inst, vec![chosen]);
        }
        let dst = self.result(inst)?;
        let ty = self.f.ty(dst);
        self.emit(Op::Copy { ty, dst, src: elements[0] });
        for (i, element) in elements.iter().enumerate().skip(1) {
            let cond = self.index_is(inst, 1, i)?;
            self.emit(Op::Select { ty, dst, cond, a: *element, b: Operand::Reg(dst) });
        }
        Ok(())
    }

    fn insert_element(&mut self, inst: LLVMValueRef) -> Result<(), Unsupported> {
        let mut elements = self.arg(inst, 0)?;
        let value = self.arg1(inst, 1)?;
        let index = unsafe { LLVMGetOperand(inst, 2) };
        if let Some(i) = const_word(index) {
            if let Some(slot) = elements.get_mut(i as usize) {
                *slot = value;
            }
            return self.assign(inst, elements);
        }
        for (i, dst) in self.results(inst)?.into_iter().enumerate() {
            let cond = self.index_is(inst, 2, i)?;
            self.emit(Op::Select { ty: self.f.ty(dst), dst, cond, a: value, b: elements[i] });
        }
        Ok(())
    }

    /// Whether a vector index that is not constant equals `i`.
    fn index_is(&mut self, inst: LLVMValueRef, operand: u32, i: usize) -> Result<Operand, Unsupported> {
        let ty = self.arg_ty(inst, operand)?;
        let a = self.arg1(inst, operand)?;
        let dst = self.f.new_reg(Ty::Int(1));
        self.emit(Op::ICmp { pred: IntPred::Eq, ty, dst, a, b: Operand::Const(i as u64) });
        Ok(Operand::Reg(dst))
    }

    fn shuffle(&mut self, inst: LLVMValueRef) -> Result<(), Unsupported> {
        let mut both = self.arg(inst, 0)?;
        both.extend(self.arg(inst, 1)?);
        // SAFETY: `inst` is a shufflevector; -1 stands for "any".
        let chosen = (0..unsafe { LLVMGetNumMaskElements(inst) })
            .map(|i| unsafe { LLVMGetMaskValue(inst, i) })
            .map(|i| usize::try_from(i).ok().and_then(|i| both.get(i).copied()).unwrap_or(Operand::Undef))
            .collect();
        self.assign(inst, chosen)
    }

    pub fn terminator(&mut self, inst: LLVMValueRef) -> Result<Term, Unsupported> {
        // SAFETY: `inst` is a live terminator; the opcode says what its operands are.
        unsafe {
            let function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst));
            let successor = |i| block_index(function, LLVMGetSuccessor(inst, i));
            match LLVMGetInstructionOpcode(inst) {
                LLVMBr if LLVMIsConditional(inst) == 0 => Ok(Term::Jump(successor(0))),
                LLVMBr => {
                    let cond = self.operand(LLVMGetCondition(inst))?;
                    Ok(Term::Branch { cond, then: successor(0), els: successor(1) })
                }
                LLVMSwitch => self.switch(inst),
                LLVMIndirectBr => {
                    let addr = self.arg1(inst, 0)?;
                    let targets = (0..LLVMGetNumSuccessors(inst)).map(successor).collect();
                    Ok(Term::Indirect { addr, targets })
                }
                LLVMRet if LLVMGetNumOperands(inst) == 0 => Ok(Term::Return([].into())),
                LLVMRet => Ok(Term::Return(self.arg(inst, 0)?.into())),
                LLVMUnreachable => Ok(Term::Unreachable),
                _ => Err(Unsupported::new(format!("the instruction `{}`", text_of(inst)))),
            }
        }
    }

    unsafe fn switch(&mut self, inst: LLVMValueRef) -> Result<Term, Unsupported> {
        // SAFETY: operands of a switch are value, default, then pairs of case value and block.
        unsafe {
            let function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst));
            let ty = scalar(LLVMTypeOf(LLVMGetOperand(inst, 0)))?.unwrap_or(Ty::Ptr);
            if !ty.is_word() {
                return Err(Unsupported::new("a switch over more than 64 bits"));
            }
            let value = self.arg1(inst, 0)?;
            let default = block_index(function, LLVMGetSwitchDefaultDest(inst));
            let mut cases = Vec::new();
            for i in 1..LLVMGetNumSuccessors(inst) {
                let case = LLVMGetOperand(inst, 2 * i);
                cases.push((LLVMConstIntGetZExtValue(case), block_index(function, LLVMGetSuccessor(inst, i))));
            }
            Ok(Term::Switch { ty, value, cases, default })
        }
    }
}

fn binary_op(opcode: LLVMOpcode) -> Option<BinOp> {
    Some(match opcode {
        LLVMAdd => BinOp::Add,
        LLVMSub => BinOp::Sub,
        LLVMMul => BinOp::Mul,
        LLVMUDiv => BinOp::UDiv,
        LLVMSDiv => BinOp::SDiv,
        LLVMURem => BinOp::URem,
        LLVMSRem => BinOp::SRem,
        LLVMShl => BinOp::Shl,
        LLVMLShr => BinOp::LShr,
        LLVMAShr => BinOp::AShr,
        LLVMAnd => BinOp::And,
        LLVMOr => BinOp::Or,
        LLVMXor => BinOp::Xor,
        LLVMFAdd => BinOp::FAdd,
        LLVMFSub => BinOp::FSub,
        LLVMFMul => BinOp::FMul,
        LLVMFDiv => BinOp::FDiv,
        LLVMFRem => BinOp::FRem,
        _ => return None,
    })
}

fn cast_op(opcode: LLVMOpcode) -> Option<CastOp> {
    Some(match opcode {
        LLVMTrunc => CastOp::Trunc,
        LLVMZExt => CastOp::ZExt,
        LLVMSExt => CastOp::SExt,
        LLVMFPTrunc | LLVMFPExt => CastOp::FpConv,
        LLVMFPToUI => CastOp::FpToUi,
        LLVMFPToSI => CastOp::FpToSi,
        LLVMUIToFP => CastOp::UiToFp,
        LLVMSIToFP => CastOp::SiToFp,
        LLVMBitCast | LLVMPtrToInt | LLVMIntToPtr | LLVMAddrSpaceCast => CastOp::Bits,
        _ => return None,
    })
}

fn int_pred(pred: LLVMIntPredicate) -> IntPred {
    match pred {
        LLVMIntPredicate::LLVMIntEQ => IntPred::Eq,
        LLVMIntPredicate::LLVMIntNE => IntPred::Ne,
        LLVMIntPredicate::LLVMIntUGT => IntPred::Ugt,
        LLVMIntPredicate::LLVMIntUGE => IntPred::Uge,
        LLVMIntPredicate::LLVMIntULT => IntPred::Ult,
        LLVMIntPredicate::LLVMIntULE => IntPred::Ule,
        LLVMIntPredicate::LLVMIntSGT => IntPred::Sgt,
        LLVMIntPredicate::LLVMIntSGE => IntPred::Sge,
        LLVMIntPredicate::LLVMIntSLT => IntPred::Slt,
        LLVMIntPredicate::LLVMIntSLE => IntPred::Sle,
    }
}

/// LLVM numbers its float predicates by outcome: bit 0 equal, 1 greater, 2 less, 3 unordered.
fn float_pred(pred: LLVMRealPredicate) -> FloatPred {
    let bits = pred as u32;
    FloatPred { eq: bits & 1 != 0, gt: bits & 2 != 0, lt: bits & 4 != 0, unordered: bits & 8 != 0 }
}
