//! Range and known bits of a node from those of its operands, for results of at most 64 bits.
//!
//! Each function is sound for SMT-LIB's meaning (division by zero included); where nothing cheap can be
//! said it returns the full range.

use crate::bits::mask;
use crate::facts::Facts;
use crate::term::Op;

/// The value facts of an operator on one or two operands of `width` bits (the result's width).
pub fn binary(op: Op, w: u32, a: &Facts, b: &Facts) -> Facts {
    match op {
        Op::Add => add(w, a, b),
        Op::Sub => sub(w, a, b),
        Op::Mul => mul(w, a, b),
        Op::UDiv if b.lo > 0 => Facts::range(w, a.lo / b.hi, a.hi / b.lo),
        Op::URem => Facts::range(w, 0, if b.lo > 0 { a.hi.min(b.hi - 1) } else { a.hi }),
        Op::Shl => Facts::known(w, mask((a.trailing_zeros().min(w) + b.lo.min(64) as u32).min(w)), 0),
        Op::LShr => shift_right(w, a, b),
        Op::AShr if a.sign(w) == Some(false) => shift_right(w, a, b),
        Op::And => Facts { hi: a.hi.min(b.hi), ..Facts::known(w, a.zeros | b.zeros, a.ones & b.ones) },
        Op::Or => Facts { lo: a.lo.max(b.lo), ..Facts::known(w, a.zeros & b.zeros, a.ones | b.ones) },
        Op::Xor => Facts::known(w, a.zeros & b.zeros | a.ones & b.ones, a.zeros & b.ones | a.ones & b.zeros),
        _ => Facts::full(w),
    }
}

/// A comparison of operands of at most 64 bits: constant if the facts decide it.
pub fn compare(op: Op, w: u32, a: &Facts, b: &Facts) -> Facts {
    let decided = match op {
        Op::Eq if !a.may_equal(b) => Some(false),
        Op::Eq => (a.lo == a.hi && b.lo == b.hi).then_some(true),
        Op::Ult => order((a.lo, a.hi), (b.lo, b.hi), true),
        Op::Ule => order((a.lo, a.hi), (b.lo, b.hi), false),
        Op::Slt => order(signed_range(w, a), signed_range(w, b), true),
        _ => order(signed_range(w, a), signed_range(w, b), false),
    };
    decided.map_or(Facts::full(1), |value| Facts::constant(1, value.into()))
}

fn order<T: Ord>(a: (T, T), b: (T, T), strict: bool) -> Option<bool> {
    if if strict { a.1 < b.0 } else { a.1 <= b.0 } {
        return Some(true);
    }
    (if strict { a.0 >= b.1 } else { a.0 > b.1 }).then_some(false)
}

fn signed_range(w: u32, a: &Facts) -> (i64, i64) {
    let signed = |v: u64| ((v << (64 - w)) as i64) >> (64 - w);
    if a.sign(w).is_some() { (signed(a.lo), signed(a.hi)) } else { (signed(1 << (w - 1)), signed(mask(w - 1))) }
}

/// Low bits that are known in both operands determine as many low bits of a sum or product.
fn low_known(w: u32, a: &Facts, b: &Facts, f: impl Fn(u64, u64) -> u64) -> (u64, u64) {
    let trailing = |x: &Facts| (x.zeros | x.ones).trailing_ones();
    let low = mask(trailing(a).min(trailing(b)).min(w));
    let value = f(a.ones, b.ones);
    (!value & low, value & low)
}

fn add(w: u32, a: &Facts, b: &Facts) -> Facts {
    let (zeros, ones) = low_known(w, a, b, u64::wrapping_add);
    let top = u128::from(mask(w));
    let (lo, hi) = (u128::from(a.lo) + u128::from(b.lo), u128::from(a.hi) + u128::from(b.hi));
    // Either no sum wraps, or all do.
    let (lo, hi) = if hi <= top || lo > top { ((lo & top) as u64, (hi & top) as u64) } else { (0, mask(w)) };
    Facts { zeros, ones, ..Facts::range(w, lo, hi) }
}

fn sub(w: u32, a: &Facts, b: &Facts) -> Facts {
    let (zeros, ones) = low_known(w, a, b, u64::wrapping_sub);
    let all_same = a.lo >= b.hi || a.hi < b.lo;
    let wrap = |x: u64, y: u64| x.wrapping_sub(y) & mask(w);
    let (lo, hi) = if all_same { (wrap(a.lo, b.hi), wrap(a.hi, b.lo)) } else { (0, mask(w)) };
    Facts { zeros, ones, ..Facts::range(w, lo, hi) }
}

fn mul(w: u32, a: &Facts, b: &Facts) -> Facts {
    let (zeros, ones) = low_known(w, a, b, u64::wrapping_mul);
    let trailing = mask((a.trailing_zeros() + b.trailing_zeros()).min(w));
    let hi = u128::from(a.hi) * u128::from(b.hi);
    let (lo, hi) = if hi <= u128::from(mask(w)) { (a.lo * b.lo, hi as u64) } else { (0, mask(w)) };
    Facts { zeros: zeros | trailing, ones, ..Facts::range(w, lo, hi) }
}

fn shift_right(w: u32, a: &Facts, b: &Facts) -> Facts {
    let shifted = |x: u64, by: u64| if by < u64::from(w) { x >> by } else { 0 };
    Facts::range(w, shifted(a.lo, b.hi), shifted(a.hi, b.lo))
}

pub fn not(w: u32, a: &Facts) -> Facts {
    Facts { lo: mask(w) - a.hi, hi: mask(w) - a.lo, ..Facts::known(w, a.ones, a.zeros) }
}

pub fn concat(w: u32, h: &Facts, l: &Facts, low: u32) -> Facts {
    let join = |x: u64, y: u64| x << low | y;
    Facts {
        zeros: join(h.zeros, l.zeros),
        ones: join(h.ones, l.ones),
        ..Facts::range(w, join(h.lo, l.lo), join(h.hi, l.hi))
    }
}

/// The operand has at most 64 bits.
pub fn extract(w: u32, a: &Facts, lo: u32) -> Facts {
    let part = |x: u64| x >> lo & mask(w);
    let above = |x: u64| x.checked_shr(lo + w).unwrap_or(0);
    // If the bits above are fixed, the taken ones run through one interval.
    let (from, to) = if above(a.lo) == above(a.hi) { (part(a.lo), part(a.hi)) } else { (0, mask(w)) };
    Facts { zeros: part(a.zeros), ones: part(a.ones), ..Facts::range(w, from, to) }
}

pub fn zext(w: u32, a: &Facts, from: u32) -> Facts {
    Facts { zeros: a.zeros | mask(w) & !mask(from), ones: a.ones, ..Facts::range(w, a.lo, a.hi) }
}

pub fn sext(w: u32, a: &Facts, from: u32) -> Facts {
    let high = mask(w) & !mask(from);
    match a.sign(from) {
        Some(false) => zext(w, a, from),
        Some(true) => Facts { zeros: a.zeros, ones: a.ones | high, ..Facts::range(w, a.lo | high, a.hi | high) },
        None => Facts::known(w, a.zeros, a.ones),
    }
}

pub fn ite(w: u32, a: &Facts, b: &Facts) -> Facts {
    Facts { zeros: a.zeros & b.zeros, ones: a.ones & b.ones, ..Facts::range(w, a.lo.min(b.lo), a.hi.max(b.hi)) }
}
