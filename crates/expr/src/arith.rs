//! Integer operators on concrete values, with SMT-LIB's meaning for every operand.
//!
//! Up to 64 bits, and up to 128, the processor computes; wider values go through big integers, which
//! no hot path needs.

use crate::bits::{Bits, mask};
use crate::term::Op;
use num_bigint::{BigInt, BigUint, Sign};
use std::cmp::Ordering;

macro_rules! machine_words {
    ($name:ident, $u:ty, $i:ty, $mask:expr) => {
        /// An operator on two operands of `width` bits; comparisons give 0 or 1.
        pub fn $name(op: Op, width: u32, a: $u, b: $u) -> $u {
            let ones: $u = $mask(width);
            let up = <$u>::BITS - width;
            let signed = |v: $u| ((v << up) as $i) >> up;
            let fits = b < <$u>::from(width);
            let (sa, sb) = (signed(a), signed(b));
            let result = match op {
                Op::Add => a.wrapping_add(b),
                Op::Sub => a.wrapping_sub(b),
                Op::Mul => a.wrapping_mul(b),
                Op::UDiv => a.checked_div(b).unwrap_or(ones),
                Op::SDiv if b == 0 => {
                    if sa < 0 {
                        1
                    } else {
                        ones
                    }
                }
                Op::SDiv => sa.wrapping_div(sb) as $u,
                Op::URem => a.checked_rem(b).unwrap_or(a),
                Op::SRem if b == 0 => a,
                Op::SRem => sa.wrapping_rem(sb) as $u,
                Op::Shl => {
                    if fits {
                        a << b
                    } else {
                        0
                    }
                }
                Op::LShr => {
                    if fits {
                        a >> b
                    } else {
                        0
                    }
                }
                Op::AShr => (if fits { sa >> b } else { sa >> (width - 1) }) as $u,
                Op::And => a & b,
                Op::Or => a | b,
                Op::Xor => a ^ b,
                Op::Eq => (a == b).into(),
                Op::Ult => (a < b).into(),
                Op::Ule => (a <= b).into(),
                Op::Slt => (sa < sb).into(),
                Op::Sle => (sa <= sb).into(),
                _ => unreachable!("{op:?} is no integer operator"),
            };
            result & ones
        }
    };
}

/// The low `width` bits set; all of them from 128 on.
pub fn mask128(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

machine_words!(narrow, u64, i64, mask);
machine_words!(medium, u128, i128, mask128);

/// An operator on two values of the same width.
pub fn binary(op: Op, a: &Bits, b: &Bits) -> Bits {
    let width = a.width();
    let result = if op.is_comparison() { 1 } else { width };
    match width {
        0..=64 => Bits::from_u64(result, narrow(op, width, a.low(), b.low())),
        65..=128 => Bits::from_u128(result, medium(op, width, a.u128(), b.u128())),
        _ if op.is_comparison() => Bits::from_u64(1, u64::from(compare(op, a, b))),
        _ => wide(op, a, b),
    }
}

pub fn negate(a: &Bits) -> Bits {
    binary(Op::Sub, &Bits::zero(a.width()), a)
}

fn compare(op: Op, a: &Bits, b: &Bits) -> bool {
    let order = a.words().iter().rev().cmp(b.words().iter().rev());
    let sign = |v: &Bits| v.bit(v.width() - 1);
    let signed = if sign(a) == sign(b) { order } else { sign(b).cmp(&sign(a)) };
    match op {
        Op::Eq => order == Ordering::Equal,
        Op::Ult => order == Ordering::Less,
        Op::Ule => order != Ordering::Greater,
        Op::Slt => signed == Ordering::Less,
        _ => signed != Ordering::Greater,
    }
}

fn wide(op: Op, a: &Bits, b: &Bits) -> Bits {
    match op {
        Op::And => a.zip(b, |x, y| x & y),
        Op::Or => a.zip(b, |x, y| x | y),
        Op::Xor => a.zip(b, |x, y| x ^ y),
        Op::Shl | Op::LShr | Op::AShr => wide_shift(op, a, b),
        _ => wide_arith(op, a, b),
    }
}

fn wide_shift(op: Op, a: &Bits, b: &Bits) -> Bits {
    let width = a.width();
    let over = b.words()[1..].iter().any(|w| *w != 0) || b.low() >= u64::from(width);
    let by = if over { width } else { b.low() as u32 };
    match op {
        _ if by == 0 => a.clone(),
        Op::AShr if over => a.extract(width - 1, 1).sext(width),
        Op::AShr => a.extract(by, width - by).sext(width),
        _ if over => Bits::zero(width),
        Op::Shl => Bits::concat(&a.extract(0, width - by), &Bits::zero(by)),
        _ => a.extract(by, width),
    }
}

fn wide_arith(op: Op, a: &Bits, b: &Bits) -> Bits {
    let (ua, ub) = (unsigned(a), unsigned(b));
    let by_zero = b.is_zero();
    let result = match op {
        Op::Add => ua + ub,
        Op::Sub => ua - ub,
        Op::Mul => ua * ub,
        Op::UDiv if by_zero => BigInt::from(-1),
        Op::UDiv => ua / ub,
        Op::SDiv if by_zero => BigInt::from(if a.bit(a.width() - 1) { 1 } else { -1 }),
        Op::SDiv => signed(a) / signed(b),
        _ if by_zero => ua,
        Op::URem => ua % ub,
        _ => signed(a) % signed(b),
    };
    wrapped(&result, a.width())
}

fn unsigned(a: &Bits) -> BigInt {
    let digits = a.words().iter().flat_map(|w| [*w as u32, (*w >> 32) as u32]).collect();
    BigInt::from_biguint(Sign::Plus, BigUint::new(digits))
}

fn signed(a: &Bits) -> BigInt {
    let value = unsigned(a);
    if a.bit(a.width() - 1) { value - (BigInt::from(1) << a.width()) } else { value }
}

fn wrapped(value: &BigInt, width: u32) -> Bits {
    let modulus = BigInt::from(1) << width;
    let positive = ((value % &modulus) + &modulus) % &modulus;
    let words: Vec<u64> = positive.iter_u64_digits().collect();
    Bits::new(width, &words)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPS: std::ops::RangeInclusive<usize> = Op::Add as usize..=Op::Sle as usize;

    /// The wide forms must agree with the narrow ones, which the processor checks every day.
    #[test]
    fn widths_agree_where_they_overlap() {
        let samples = [0, 1, 7, 63, 127, u128::MAX, 1 << 127, 0x1234_5678_9abc_def0_1122_3344_5566_7788];
        for op in Op::ALL[OPS].iter().copied() {
            for a in samples {
                for b in samples {
                    let (wa, wb) = (Bits::from_u128(128, a), Bits::from_u128(128, b));
                    let big = if op.is_comparison() {
                        Bits::from_u64(1, u64::from(compare(op, &wa, &wb)))
                    } else {
                        wide(op, &wa, &wb)
                    };
                    assert_eq!(big, binary(op, &wa, &wb), "{op:?} {a:#x} {b:#x}");
                    let (na, nb) = (a as u64, b as u64);
                    let via = medium(op, 64, na.into(), nb.into()) as u64;
                    assert_eq!(narrow(op, 64, na, nb), via, "{op:?} {na:#x} {nb:#x}");
                }
            }
        }
    }
}
