//! An integer division or remainder by zero.

use super::{Info, SIGNED_OVERFLOW};
use secateur_ir::BinOp;

pub static INFO: Info =
    Info { name: "division-by-zero", summary: "an integer division or remainder by zero", default: true };

/// What is wrong with a division of these values, if anything. The quotient of the smallest number
/// and -1 does not exist; the processor traps on it as it does on zero, so it is always reported.
pub fn division(op: BinOp, bits: u32, a: i128, b: i128) -> Option<(&'static Info, String)> {
    let sign = if matches!(op, BinOp::SRem | BinOp::URem) { "%" } else { "/" };
    if b == 0 {
        return Some((&INFO, format!("{a} {sign} 0")));
    }
    let signed = matches!(op, BinOp::SDiv | BinOp::SRem);
    let smallest = if bits >= 128 { i128::MIN } else { -(1i128 << (bits - 1)) };
    if signed && b == -1 && a == smallest {
        return Some((&SIGNED_OVERFLOW, format!("{a} {sign} -1 does not fit in {bits} bits, and traps")));
    }
    None
}
