//! Instructions that compute: each from slots or an immediate to a slot.

use super::super::choose::{binary_ops, immediate_is_safe};
use super::super::op::Op;
use super::super::words;
use super::Emitter;
use secateur_ir::{self as ir, BinOp, CastOp, IntPred, Operand, Reg, Ty};

impl Emitter<'_> {
    pub(super) fn copy(&mut self, ty: Ty, dst: Reg, src: Operand) -> Option<()> {
        if !ty.is_word() {
            return None;
        }
        let a = self.slot(dst);
        match src {
            Operand::Reg(r) => self.push(Op::Mov, a, self.slot(r), 0, 0),
            // What an uninitialised variable holds is anything, also what is there already.
            Operand::Undef if !self.context.tracks() => return Some(()),
            // States that are resumed must not depend on what a slot held before.
            Operand::Undef => self.push_undefined(a, ty.mask()),
            _ => {
                let imm = self.imm(src)?;
                self.push(Op::MovI, a, 0, 0, imm)
            }
        };
        Some(())
    }

    pub(super) fn binary(&mut self, op: BinOp, ty: Ty, dst: Reg, a: Operand, b: Operand) -> Option<()> {
        let commutes = matches!(op, BinOp::Add | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor);
        let (a, b) = if commutes && a.reg().is_none() { (b, a) } else { (a, b) };
        let (plain, immediate) = binary_ops(op, ty)?;
        if let (Some(imm), Some(immediate)) = (self.imm(b), immediate) {
            if !immediate_is_safe(op, ty, imm) {
                return None;
            }
            let a = self.in_slot(a, 0)?;
            self.push(immediate, self.slot(dst), a, 0, imm);
            return Some(());
        }
        let (a, b) = (self.in_slot(a, 0)?, self.in_slot(b, 1)?);
        self.push(plain, self.slot(dst), a, b, 0);
        Some(())
    }

    pub(super) fn compare(&mut self, pred: IntPred, ty: Ty, dst: Reg, a: Operand, b: Operand) -> Option<()> {
        let (pred, a, b) = match pred {
            IntPred::Ugt | IntPred::Uge | IntPred::Sgt | IntPred::Sge => (pred.swap(), b, a),
            _ => (pred, a, b),
        };
        let (plain, immediate) = match (pred, ty.bits()) {
            _ if !ty.is_word() => return None,
            (IntPred::Eq, _) => (Op::Eq, Op::EqI),
            (IntPred::Ne, _) => (Op::Ne, Op::NeI),
            (IntPred::Ult, _) => (Op::Ult, Op::UltI),
            (IntPred::Ule, _) => (Op::Ule, Op::UleI),
            (IntPred::Slt, 32) => (Op::Slt32, Op::Slt32I),
            (IntPred::Slt, 64) => (Op::Slt64, Op::Slt64I),
            (IntPred::Sle, 32) => (Op::Sle32, Op::Sle32I),
            (IntPred::Sle, 64) => (Op::Sle64, Op::Sle64I),
            _ => {
                let f = words::int_compare(pred, ty)?;
                let (a, b) = (self.in_slot(a, 0)?, self.in_slot(b, 1)?);
                self.push(Op::Word2, self.slot(dst), a, b, f as usize as u64);
                return Some(());
            }
        };
        let a = self.in_slot(a, 0)?;
        match self.imm(b) {
            Some(imm) => self.push(immediate, self.slot(dst), a, 0, imm),
            None => {
                let b = self.in_slot(b, 1)?;
                self.push(plain, self.slot(dst), a, b, 0)
            }
        };
        Some(())
    }

    pub(super) fn float_compare(
        &mut self,
        pred: ir::FloatPred,
        ty: Ty,
        dst: Reg,
        a: Operand,
        b: Operand,
    ) -> Option<()> {
        let word = words::float_compare(pred, ty)?;
        let (a, b) = (self.in_slot(a, 0)?, self.in_slot(b, 1)?);
        let (op, a, b) = match (pred.lt, pred.eq, pred.gt, pred.unordered) {
            _ if ty != Ty::F64 => (Op::Word2, a, b),
            (true, false, false, false) => (Op::FLt64, a, b),
            (true, true, false, false) => (Op::FLe64, a, b),
            (false, false, true, false) => (Op::FLt64, b, a),
            (false, true, true, false) => (Op::FLe64, b, a),
            (false, true, false, false) => (Op::FEq64, a, b),
            _ => (Op::Word2, a, b),
        };
        let imm = if op == Op::Word2 { word as usize as u64 } else { 0 };
        self.push(op, self.slot(dst), a, b, imm);
        Some(())
    }

    pub(super) fn cast(&mut self, op: CastOp, from: Ty, to: Ty, dst: Reg, src: Operand) -> Option<()> {
        let Operand::Reg(src) = src else { return None };
        let (a, b) = (self.slot(dst), self.slot(src));
        let fast = match (op, from, to) {
            (CastOp::Trunc, from, to) if from.is_word() => {
                self.push(Op::AndI, a, b, 0, to.mask());
                return Some(());
            }
            (CastOp::SExt, Ty::Int(8), Ty::Int(32)) => Op::SExt8To32,
            (CastOp::SExt, Ty::Int(16), Ty::Int(32)) => Op::SExt16To32,
            (CastOp::SExt, Ty::Int(8), Ty::Int(64)) => Op::SExt8To64,
            (CastOp::SExt, Ty::Int(16), Ty::Int(64)) => Op::SExt16To64,
            (CastOp::SExt, Ty::Int(32), Ty::Int(64)) => Op::SExt32To64,
            (CastOp::SiToFp, Ty::Int(32 | 64), Ty::F64) => {
                self.push(Op::SiToF64, a, b, from.bits() as u16, 0);
                return Some(());
            }
            (CastOp::FpToSi, Ty::F64, Ty::Int(32)) => Op::F64ToSi32,
            (CastOp::FpConv, Ty::F64, Ty::F32) => Op::F64ToF32,
            (CastOp::FpConv, Ty::F32, Ty::F64) => Op::F32ToF64,
            _ => {
                let f = words::cast(op, from, to)?;
                self.push(Op::Word1, a, b, 0, f as usize as u64);
                return Some(());
            }
        };
        self.push(fast, a, b, 0, 0);
        Some(())
    }

    pub(super) fn select(&mut self, dst: Reg, cond: Operand, a: Operand, b: Operand) -> Option<()> {
        let Operand::Reg(cond) = cond else { return None };
        let (a, b) = (self.in_slot(a, 0)?, self.in_slot(b, 1)?);
        self.push(Op::Select, self.slot(dst), self.slot(cond), a, u64::from(b));
        Some(())
    }

    pub(super) fn intrinsic(&mut self, op: ir::Intrinsic, ty: Ty, dsts: &[Reg], args: &[Operand]) -> Option<()> {
        use ir::Intrinsic as I;
        match (op, args) {
            (I::MemCpy | I::MemMove, [to, from, Operand::Const(size)]) => {
                let (to, from) = (self.in_slot(*to, 0)?, self.in_slot(*from, 1)?);
                self.push(Op::CopyBlock, to, from, 0, *size);
                Some(())
            }
            (I::MemCpy | I::MemMove, [to, from, Operand::Reg(size)]) => {
                let (to, from) = (self.in_slot(*to, 0)?, self.in_slot(*from, 1)?);
                self.push(Op::CopyBlockN, to, from, self.slot(*size), 0);
                Some(())
            }
            (I::MemSet, [to, Operand::Const(byte), Operand::Const(size)]) => {
                let to = self.in_slot(*to, 0)?;
                self.push(Op::FillBlock, to, 0, *byte as u16, *size);
                Some(())
            }
            (_, [a]) => {
                let f = words::unary(op, ty)?;
                let a = self.in_slot(*a, 0)?;
                self.push(Op::Word1, self.slot(dsts[0]), a, 0, f as usize as u64);
                Some(())
            }
            (_, [a, b]) if dsts.len() == 1 => {
                let f = words::binary(op, ty)?;
                let (a, b) = (self.in_slot(*a, 0)?, self.in_slot(*b, 1)?);
                self.push(Op::Word2, self.slot(dsts[0]), a, b, f as usize as u64);
                Some(())
            }
            _ => None,
        }
    }
}
