//! How undefined bits travel through operations, bit by bit where that is exact.
//!
//! The rules are those of memory sanitizers: copying is free, and a result bit is undefined if it
//! could be different for some choice of the undefined bits of the operands. Bitwise operations and
//! shifts by known amounts are exact, so bit-fields work; carries taint everything above them.

use super::value::{Val, Words, trim};
use secateur_ir::{BinOp, IntPred};
use smallvec::SmallVec;

/// The undefined bits of `a op b`.
pub fn binary(op: BinOp, bits: u32, a: &Val, b: &Val) -> Words {
    if a.is_defined() && b.is_defined() {
        return SmallVec::new();
    }
    if bits > 128 {
        return Val::undefined(bits).undefined;
    }
    let (ua, ub) = (a.undefined_u128(), b.undefined_u128());
    let (va, vb) = (a.u128(), b.u128());
    let all = if bits == 128 { u128::MAX } else { (1 << bits) - 1 };
    let mask = match op {
        // A defined zero decides `and`, a defined one decides `or`.
        BinOp::And => (ua & ub) | (ua & vb) | (ub & va),
        BinOp::Or => (ua & ub) | (ua & !vb) | (ub & !va),
        BinOp::Xor => ua | ub,
        BinOp::Add | BinOp::Sub | BinOp::Mul => above_lowest(ua | ub),
        BinOp::Shl | BinOp::LShr | BinOp::AShr if ub != 0 => all,
        BinOp::Shl => ua.checked_shl(vb as u32).unwrap_or(0),
        BinOp::LShr => ua.checked_shr(vb as u32).unwrap_or(0),
        BinOp::AShr => super::value::sign_extend(ua, bits).checked_shr(vb as u32).unwrap_or(-1) as u128,
        _ => all,
    };
    super::value::words_of(mask & all, bits)
}

/// The lowest set bit and everything above it: how far a carry reaches.
fn above_lowest(mask: u128) -> u128 {
    mask | mask.wrapping_neg()
}

/// Whether a comparison's outcome is undefined. Equality is decided by defined bits that differ.
pub fn compare(pred: IntPred, a: &Val, b: &Val) -> bool {
    if a.is_defined() && b.is_defined() {
        return false;
    }
    let differ = (a.u128() ^ b.u128()) & !(a.undefined_u128() | b.undefined_u128());
    !(matches!(pred, IntPred::Eq | IntPred::Ne) && differ != 0 && a.words.len() <= 2)
}

/// The undefined bits of a conversion between integers.
pub fn resize(a: &Val, from: u32, to: u32, signed: bool) -> Words {
    if a.is_defined() {
        return SmallVec::new();
    }
    let mut mask =
        if signed && to > from { super::int::sign_extend_words(&a.undefined, from, to) } else { a.undefined.clone() };
    mask.resize(to.div_ceil(64) as usize, 0);
    trim(&mut mask, to);
    mask
}

#[cfg(test)]
mod tests {
    use super::*;

    fn val(value: u64, undefined: u64) -> Val {
        Val { words: SmallVec::from_slice(&[value]), undefined: SmallVec::from_slice(&[undefined]), term: None }
    }

    /// Every choice of the undefined bits is tried: a bit that changes must be marked.
    #[test]
    fn marks_cover_every_choice_at_four_bits() {
        let ops = [BinOp::And, BinOp::Or, BinOp::Xor, BinOp::Add, BinOp::Sub, BinOp::Mul];
        for op in ops {
            for code in 0..1 << 12 {
                let (va, vb, ua) = (code & 15, code >> 4 & 15, code >> 8 & 15);
                let (a, b) = (val(va & !ua, ua), val(vb, 0));
                let marked = binary(op, 4, &a, &b).first().copied().unwrap_or(0);
                let plain = super::super::int::binary(op, 4, &[va & !ua], &[vb])[0];
                for choice in 0..16 {
                    let chosen = (va & !ua) | (choice & ua);
                    let result = super::super::int::binary(op, 4, &[chosen], &[vb])[0];
                    assert_eq!((result ^ plain) & !marked, 0, "{op:?} {va} {vb} {ua} {choice}");
                }
            }
        }
    }
}
