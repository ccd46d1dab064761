//! Integer operations of any width.

use super::value::{Words, sign_extend, trim, words_of};
use num_bigint::{BigInt, BigUint, Sign};
use secateur_ir::{BinOp, IntPred};
use std::cmp::Ordering;

/// The result of an operation that the checks have let pass.
pub fn binary(op: BinOp, bits: u32, a: &[u64], b: &[u64]) -> Words {
    if bits <= 128 { words_of(binary_u128(op, bits, low(a), low(b)), bits) } else { binary_big(op, bits, a, b) }
}

fn low(words: &[u64]) -> u128 {
    u128::from(words[0]) | words.get(1).map_or(0, |w| u128::from(*w) << 64)
}

fn binary_u128(op: BinOp, bits: u32, a: u128, b: u128) -> u128 {
    let (sa, sb) = (sign_extend(a, bits), sign_extend(b, bits));
    // x86 masks the amount; only reached when the check of shifts is off.
    let amount = (b as u32) % bits.next_power_of_two().max(32);
    match op {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::UDiv => a.checked_div(b).unwrap_or(0),
        BinOp::SDiv => sa.wrapping_div(if sb == 0 { 1 } else { sb }) as u128,
        BinOp::URem => a.checked_rem(b).unwrap_or(0),
        BinOp::SRem => sa.wrapping_rem(if sb == 0 { 1 } else { sb }) as u128,
        BinOp::Shl => a.checked_shl(amount).unwrap_or(0),
        BinOp::LShr => a.checked_shr(amount).unwrap_or(0),
        BinOp::AShr => (sa >> amount.min(127)) as u128,
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::FAdd | BinOp::FSub | BinOp::FMul | BinOp::FDiv | BinOp::FRem => 0,
    }
}

fn big(words: &[u64]) -> BigUint {
    let digits = words.iter().flat_map(|w| [*w as u32, (*w >> 32) as u32]).collect();
    BigUint::new(digits)
}

fn signed(words: &[u64], bits: u32) -> BigInt {
    let value = big(words);
    let negative = value.bit(u64::from(bits) - 1);
    let value = BigInt::from(value);
    if negative { value - (BigInt::from(1) << bits) } else { value }
}

fn from_big(value: &BigInt, bits: u32) -> Words {
    let modulus = BigInt::from(1) << bits;
    let wrapped = ((value % &modulus) + &modulus) % &modulus;
    let mut words: Words = wrapped.to_biguint().unwrap_or_default().iter_u64_digits().collect();
    words.resize(bits.div_ceil(64) as usize, 0);
    trim(&mut words, bits);
    words
}

fn binary_big(op: BinOp, bits: u32, a: &[u64], b: &[u64]) -> Words {
    let (ua, ub) = (BigInt::from_biguint(Sign::Plus, big(a)), BigInt::from_biguint(Sign::Plus, big(b)));
    let (sa, sb) = (signed(a, bits), signed(b, bits));
    let amount = b[0].min(u64::from(bits));
    let zero = BigInt::ZERO;
    let result = match op {
        BinOp::Add => ua + ub,
        BinOp::Sub => ua - ub,
        BinOp::Mul => ua * ub,
        BinOp::UDiv if ub != zero => ua / ub,
        BinOp::SDiv if sb != zero => sa / sb,
        BinOp::URem if ub != zero => ua % ub,
        BinOp::SRem if sb != zero => sa % sb,
        BinOp::Shl => ua << amount,
        BinOp::LShr => ua >> amount,
        BinOp::AShr => sa >> amount,
        BinOp::And => ua & ub,
        BinOp::Or => ua | ub,
        BinOp::Xor => ua ^ ub,
        _ => zero,
    };
    from_big(&result, bits)
}

pub fn compare(pred: IntPred, bits: u32, a: &[u64], b: &[u64]) -> bool {
    let unsigned = || a.iter().rev().cmp(b.iter().rev());
    let by_sign = || {
        if bits <= 128 {
            sign_extend(low(a), bits).cmp(&sign_extend(low(b), bits))
        } else {
            signed(a, bits).cmp(&signed(b, bits))
        }
    };
    match pred {
        IntPred::Eq => a == b,
        IntPred::Ne => a != b,
        IntPred::Ult => unsigned() == Ordering::Less,
        IntPred::Ule => unsigned() != Ordering::Greater,
        IntPred::Ugt => unsigned() == Ordering::Greater,
        IntPred::Uge => unsigned() != Ordering::Less,
        IntPred::Slt => by_sign() == Ordering::Less,
        IntPred::Sle => by_sign() != Ordering::Greater,
        IntPred::Sgt => by_sign() == Ordering::Greater,
        IntPred::Sge => by_sign() != Ordering::Less,
    }
}

/// Extends the sign from one width to a larger one.
pub fn sign_extend_words(a: &[u64], from: u32, to: u32) -> Words {
    let negative = a[(from as usize - 1) / 64] >> ((from - 1) % 64) & 1 == 1;
    let n = to.div_ceil(64) as usize;
    let mut words: Words = (0..n).map(|i| a.get(i).copied().unwrap_or(0)).collect();
    if negative {
        for bit_word in from as usize / 64..n {
            let low = if bit_word == from as usize / 64 { from % 64 } else { 0 };
            words[bit_word] |= u64::MAX << low;
        }
    }
    trim(&mut words, to);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The wide forms must agree with the narrow ones, which the processor checks every day.
    #[test]
    fn big_integers_agree_with_words() {
        let ops = [
            BinOp::Add,
            BinOp::Sub,
            BinOp::Mul,
            BinOp::UDiv,
            BinOp::SDiv,
            BinOp::URem,
            BinOp::SRem,
            BinOp::Shl,
            BinOp::LShr,
            BinOp::AShr,
            BinOp::And,
            BinOp::Or,
            BinOp::Xor,
        ];
        let samples: [u128; 6] = [1, 7, u128::MAX, 1 << 127, 0x1234_5678_9abc_def0_1122_3344_5566_7788, 63];
        for op in ops {
            for a in samples {
                for b in samples {
                    let is_shift = matches!(op, BinOp::Shl | BinOp::LShr | BinOp::AShr);
                    let b = if is_shift { b % 128 } else { b };
                    let (wa, wb) = (words_of(a, 128), words_of(b, 128));
                    if matches!(op, BinOp::SDiv | BinOp::SRem) && a == 1 << 127 && b == u128::MAX {
                        continue; // does not exist
                    }
                    assert_eq!(binary_big(op, 128, &wa, &wb), binary(op, 128, &wa, &wb), "{op:?} {a} {b}");
                }
            }
        }
    }

    #[test]
    fn signs_extend_across_words() {
        assert_eq!(sign_extend_words(&[0x80], 8, 128).as_slice(), [u64::MAX << 7, u64::MAX]);
        assert_eq!(sign_extend_words(&[1 << 63], 64, 200).as_slice(), [1 << 63, u64::MAX, u64::MAX, 0xff]);
        assert_eq!(sign_extend_words(&[0x7f], 8, 64).as_slice(), [0x7f]);
    }
}
