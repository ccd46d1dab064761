//! The result of signed arithmetic does not fit its type.

use super::Info;
use secateur_ir::BinOp;

pub static INFO: Info =
    Info { name: "signed-overflow", summary: "the result of signed arithmetic does not fit its type", default: false };

/// What is wrong with signed arithmetic of these values, if anything.
pub fn overflow(op: BinOp, bits: u32, a: i128, b: i128) -> Option<(&'static Info, String)> {
    let (sign, exact) = match op {
        BinOp::Add => ("+", a.checked_add(b)),
        BinOp::Sub => ("-", a.checked_sub(b)),
        BinOp::Mul => ("*", a.checked_mul(b)),
        _ => return None,
    };
    let fits = exact.is_some_and(|x| bits >= 128 || (-(1i128 << (bits - 1))..1i128 << (bits - 1)).contains(&x));
    (!fits).then(|| (&INFO, format!("{a} {sign} {b} does not fit in {bits} bits")))
}
