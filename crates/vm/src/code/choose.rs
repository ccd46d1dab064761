//! The tables behind the choice of instructions: which exist for an operation and a type, and which
//! immediates they can hold.

use super::SwitchTable;
use super::op::Op;
use secateur_ir::{self as ir, BinOp, IntPred, Ty};

pub fn byval(f: &ir::Function) -> Box<[(u16, u64)]> {
    let mut slot = 0;
    let mut list = Vec::new();
    for param in &f.params {
        list.extend(param.byval.map(|(size, _)| (slot as u16, size)));
        slot += param.ty.words();
    }
    list.into()
}

pub fn width_index(ty: Ty) -> usize {
    match ty.bits() {
        8 => 0,
        16 => 1,
        32 => 2,
        _ => 3,
    }
}

/// An immediate of 32 bits that means the same when the instruction extends it again: as a sign for
/// signed comparisons, for the others only if it is not negative.
pub fn short_immediate(pred: IntPred, ty: Ty, imm: u64) -> Option<i32> {
    let signed = matches!(pred, IntPred::Slt | IntPred::Sle);
    match (signed, ty.bits()) {
        (true, 32) => Some(imm as i32),
        (true, _) => i32::try_from(imm as i64).ok(),
        (false, _) => i32::try_from(imm).ok(),
    }
}

/// A table for switches that are at least half full.
pub fn dense(table: &SwitchTable) -> Option<(u64, Vec<i32>)> {
    let (first, last) = (table.cases.first()?.0, table.cases.last()?.0);
    let span = last - first;
    if table.cases.len() < 4 || span >= 2 * table.cases.len() as u64 + 8 {
        return None;
    }
    let mut targets = vec![table.default; span as usize + 1];
    for (value, target) in &table.cases {
        targets[(value - first) as usize] = *target;
    }
    Some((first, targets))
}

/// Immediates that need no check: shifts inside the width, divisors other than 0 and -1.
pub fn immediate_is_safe(op: BinOp, ty: Ty, imm: u64) -> bool {
    match op {
        BinOp::Shl | BinOp::LShr | BinOp::AShr => imm < u64::from(ty.bits()),
        BinOp::UDiv | BinOp::URem => imm != 0,
        BinOp::SDiv | BinOp::SRem => imm != 0 && imm != ty.mask(),
        _ => true,
    }
}

pub fn binary_ops(op: BinOp, ty: Ty) -> Option<(Op, Option<Op>)> {
    use Op::*;
    let pick = |ops: [(Op, Op); 4]| match ty.bits() {
        8 => Some(ops[0]),
        16 => Some(ops[1]),
        32 => Some(ops[2]),
        64 => Some(ops[3]),
        _ => None,
    };
    let wide = |narrow: (Op, Op), full: (Op, Op)| match ty.bits() {
        32 => Some(narrow),
        64 => Some(full),
        _ => None,
    };
    let float = |single: Op, double: Op| match ty {
        Ty::F32 => Some((single, None)),
        Ty::F64 => Some((double, None)),
        _ => None,
    };
    let (plain, immediate) = match op {
        BinOp::Add => pick([(Add8, Add8I), (Add16, Add16I), (Add32, Add32I), (Add64, Add64I)])?,
        BinOp::Sub => pick([(Sub8, Sub8I), (Sub16, Sub16I), (Sub32, Sub32I), (Sub64, Sub64I)])?,
        BinOp::Mul => pick([(Mul8, Mul8I), (Mul16, Mul16I), (Mul32, Mul32I), (Mul64, Mul64I)])?,
        BinOp::And if ty.is_word() => (And, AndI),
        BinOp::Or if ty.is_word() => (Or, OrI),
        BinOp::Xor if ty.is_word() => (Xor, XorI),
        BinOp::Shl => wide((Shl32, Shl32I), (Shl64, Shl64I))?,
        BinOp::LShr => wide((LShr32, LShr32I), (LShr64, LShr64I))?,
        BinOp::AShr => wide((AShr32, AShr32I), (AShr64, AShr64I))?,
        BinOp::UDiv => wide((UDiv32, UDiv32I), (UDiv64, UDiv64I))?,
        BinOp::SDiv => wide((SDiv32, SDiv32I), (SDiv64, SDiv64I))?,
        BinOp::URem => wide((URem32, URem32I), (URem64, URem64I))?,
        BinOp::SRem => wide((SRem32, SRem32I), (SRem64, SRem64I))?,
        BinOp::FAdd => return float(FAdd32, FAdd64),
        BinOp::FSub => return float(FSub32, FSub64),
        BinOp::FMul => return float(FMul32, FMul64),
        BinOp::FDiv => return float(FDiv32, FDiv64),
        _ => return None,
    };
    Some((plain, Some(immediate)))
}
