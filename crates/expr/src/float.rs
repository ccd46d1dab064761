//! Floating-point operators on concrete values: the machine's, for `float`, `double` and x87's 80 bits.
//!
//! `float` and `double` use the host's arithmetic, `long double` a software one. NaN results are made
//! deterministic by SSE's rule, which the hardware that runs the tests follows and the SMT-LIB printer
//! states as well: the first NaN operand, made quiet, else the default NaN (sign set).

use crate::arith;
use crate::bits::Bits;
use crate::term::{Format, Node, Op, Rounding};
use rustc_apfloat::ieee::{Double, Single, X87DoubleExtended as X87};
use rustc_apfloat::{Float, FloatConvert, Round, Status, StatusAnd};
use std::cmp::Ordering;

/// The value of a floating-point node.
pub fn value(node: &Node, arg: impl Fn(usize) -> Bits) -> Bits {
    let format = node.format();
    let a = arg(0);
    match node.op {
        Op::FAdd | Op::FSub | Op::FMul | Op::FDiv | Op::FRem => {
            let b = arg(1);
            settle_nan(format, arithmetic(node.op, format, &a, &b), &[&a, &b])
        }
        Op::FLt | Op::FLe | Op::FEq => Bits::from_u64(1, u64::from(holds(node.op, compare(format, &a, &arg(1))))),
        Op::FFma => {
            let (b, c) = (arg(1), arg(2));
            settle_nan(format, fma(format, &a, &b, &c), &[&a, &b, &c])
        }
        Op::FSqrt => settle_nan(format, sqrt(format, &a), &[&a]),
        Op::FRound => settle_nan(format, round(format, node.rounding(), &a), &[&a]),
        Op::FToF => convert(format, node.to_format(), &a),
        Op::SToF => from_int(format, &a, true),
        Op::UToF => from_int(format, &a, false),
        _ => to_int(format, node.width(), &a, node.op == Op::FToS),
    }
}

fn f32_of(v: &Bits) -> f32 {
    f32::from_bits(v.low() as u32)
}
fn f64_of(v: &Bits) -> f64 {
    f64::from_bits(v.low())
}
fn x87_of(v: &Bits) -> X87 {
    X87::from_bits(v.u128())
}
fn of_f32(x: f32) -> Bits {
    Bits::from_u64(32, u64::from(x.to_bits()))
}
fn of_f64(x: f64) -> Bits {
    Bits::from_u64(64, x.to_bits())
}
fn of_x87(x: X87) -> Bits {
    Bits::from_u128(80, x.to_bits())
}

/// The bit that makes a NaN quiet.
pub fn quiet_bit(format: Format) -> u32 {
    [22, 51, 62][format as usize]
}

/// What an invalid operation gives on x86: the sign, all of the exponent, the quiet bit.
pub fn default_nan(format: Format) -> Bits {
    match format {
        Format::F32 => Bits::from_u64(32, 0xffc0_0000),
        Format::F64 => Bits::from_u64(64, 0xfff8 << 48),
        Format::F80 => Bits::from_u128(80, 0xffff_c000 << 48),
    }
}

pub fn is_nan(format: Format, v: &Bits) -> bool {
    compare(format, v, v).is_none()
}

fn settle_nan(format: Format, result: Bits, operands: &[&Bits]) -> Bits {
    if !is_nan(format, &result) {
        return result;
    }
    let quiet = Bits::from_u128(format.width(), 1 << quiet_bit(format));
    match operands.iter().find(|v| is_nan(format, v)) {
        Some(nan) => nan.zip(&quiet, |a, b| a | b),
        None => default_nan(format),
    }
}

macro_rules! host_arithmetic {
    ($op:expr, $x:expr, $y:expr) => {
        match $op {
            Op::FAdd => $x + $y,
            Op::FSub => $x - $y,
            Op::FMul => $x * $y,
            Op::FDiv => $x / $y,
            _ => $x % $y,
        }
    };
}

fn arithmetic(op: Op, format: Format, a: &Bits, b: &Bits) -> Bits {
    match format {
        Format::F32 => of_f32(host_arithmetic!(op, f32_of(a), f32_of(b))),
        Format::F64 => of_f64(host_arithmetic!(op, f64_of(a), f64_of(b))),
        Format::F80 => {
            let (x, y, mode) = (x87_of(a), x87_of(b), Round::NearestTiesToEven);
            let StatusAnd { value, .. } = match op {
                Op::FAdd => x.add_r(y, mode),
                Op::FSub => x.sub_r(y, mode),
                Op::FMul => x.mul_r(y, mode),
                Op::FDiv => x.div_r(y, mode),
                _ => x.c_fmod(y),
            };
            of_x87(value)
        }
    }
}

pub fn compare(format: Format, a: &Bits, b: &Bits) -> Option<Ordering> {
    match format {
        Format::F32 => f32_of(a).partial_cmp(&f32_of(b)),
        Format::F64 => f64_of(a).partial_cmp(&f64_of(b)),
        Format::F80 => x87_of(a).partial_cmp(&x87_of(b)),
    }
}

fn holds(op: Op, order: Option<Ordering>) -> bool {
    match op {
        Op::FLt => order == Some(Ordering::Less),
        Op::FLe => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        _ => order == Some(Ordering::Equal),
    }
}

fn fma(format: Format, a: &Bits, b: &Bits, c: &Bits) -> Bits {
    match format {
        Format::F32 => of_f32(f32_of(a).mul_add(f32_of(b), f32_of(c))),
        Format::F64 => of_f64(f64_of(a).mul_add(f64_of(b), f64_of(c))),
        Format::F80 => of_x87(x87_of(a).mul_add(x87_of(b), x87_of(c)).value),
    }
}

fn sqrt(format: Format, a: &Bits) -> Bits {
    match format {
        Format::F32 => of_f32(f32_of(a).sqrt()),
        Format::F64 => of_f64(f64_of(a).sqrt()),
        Format::F80 => sqrt_x87(a),
    }
}

/// The correctly rounded root by an integer one: the significand is scaled to 127 or 128 bits, so its
/// root has 64, and the remainder decides the rounding (a tie is impossible).
fn sqrt_x87(a: &Bits) -> Bits {
    let x = x87_of(a);
    if x.is_nan() || x.is_zero() || (x.is_infinite() && !x.is_negative()) {
        return a.clone();
    }
    if x.is_negative() {
        return default_nan(Format::F80);
    }
    let significand = a.low();
    let lead = significand.leading_zeros() as i32;
    let exponent = ((a.u128() >> 64) as i32 & 0x7fff).max(1) - 16383 - lead;
    let scaled = u128::from(significand << lead) << if exponent & 1 == 0 { 63 } else { 64 };
    let root = scaled.isqrt();
    let rounded = root + u128::from(scaled - root * root > root);
    let carry = rounded >> 64;
    let biased = (exponent.div_euclid(2) + 16383) as u128 + carry;
    Bits::from_u128(80, biased << 64 | (rounded >> carry) & u128::from(u64::MAX))
}

fn round(format: Format, mode: Rounding, a: &Bits) -> Bits {
    let mode = match mode {
        Rounding::NearestEven => Round::NearestTiesToEven,
        Rounding::NearestAway => Round::NearestTiesToAway,
        Rounding::Up => Round::TowardPositive,
        Rounding::Down => Round::TowardNegative,
        Rounding::Zero => Round::TowardZero,
    };
    let bits = match format {
        Format::F32 => Single::from_bits(a.u128()).round_to_integral(mode).value.to_bits(),
        Format::F64 => Double::from_bits(a.u128()).round_to_integral(mode).value.to_bits(),
        Format::F80 => x87_of(a).round_to_integral(mode).value.to_bits(),
    };
    Bits::from_u128(format.width(), bits)
}

/// NaN keeps its sign and the top of its payload, and becomes quiet, as the processor does it.
fn convert(from: Format, to: Format, a: &Bits) -> Bits {
    if is_nan(from, a) {
        return convert_nan(from, to, a);
    }
    let mut loses = false;
    let x = match from {
        Format::F32 => Single::from_bits(a.u128()).convert(&mut loses).value,
        Format::F64 => Double::from_bits(a.u128()).convert(&mut loses).value,
        Format::F80 => x87_of(a),
    };
    match to {
        Format::F32 => Bits::from_u128(32, FloatConvert::<Single>::convert(x, &mut loses).value.to_bits()),
        Format::F64 => Bits::from_u128(64, FloatConvert::<Double>::convert(x, &mut loses).value.to_bits()),
        Format::F80 => of_x87(x),
    }
}

fn convert_nan(from: Format, to: Format, a: &Bits) -> Bits {
    let (short, long) = (quiet_bit(from) + 1, quiet_bit(to) + 1);
    let payload = a.u128() & ((1 << short) - 1);
    let moved = if long >= short { payload << (long - short) } else { payload >> (short - long) };
    let sign = u128::from(a.bit(from.width() - 1)) << (to.width() - 1);
    let exponent = default_nan(to).u128() & !(1 << (to.width() - 1));
    Bits::from_u128(to.width(), sign | exponent | moved)
}

/// An integer of any width, rounded once. Past 128 bits the lowest bit kept stands for all below it,
/// which no rounding can tell apart, and the rest is a power of two.
fn from_int(to: Format, a: &Bits, signed: bool) -> Bits {
    let negative = signed && a.bit(a.width() - 1);
    let magnitude = if negative { arith::negate(a) } else { a.clone() };
    let length = (0..a.width()).rev().find(|i| magnitude.bit(*i)).map_or(0, |i| i + 1);
    let scale = length.saturating_sub(128);
    let sticky = scale > 0 && !magnitude.extract(0, scale).is_zero();
    let kept = magnitude.extract(scale, (a.width() - scale).min(128)).u128() | u128::from(sticky);
    let bits = match to {
        Format::F32 => scaled::<Single>(kept, scale, negative),
        Format::F64 => scaled::<Double>(kept, scale, negative),
        Format::F80 => scaled::<X87>(kept, scale, negative),
    };
    Bits::from_u128(to.width(), bits)
}

fn scaled<F: Float>(kept: u128, scale: u32, negative: bool) -> u128 {
    let value = F::from_u128_r(kept, Round::NearestTiesToEven).value.scalbn(scale as i32);
    if negative { -value } else { value }.to_bits()
}

/// The truncated value, if it fits into a signed integer of `width` bits.
fn truncated(from: Format, a: &Bits, width: u32) -> Option<i128> {
    let mut is_exact = false;
    let x = match from {
        Format::F32 => Single::from_bits(a.u128()).to_i128_r(width as usize, Round::TowardZero, &mut is_exact),
        Format::F64 => Double::from_bits(a.u128()).to_i128_r(width as usize, Round::TowardZero, &mut is_exact),
        Format::F80 => x87_of(a).to_i128_r(width as usize, Round::TowardZero, &mut is_exact),
    };
    (!x.status.intersects(Status::INVALID_OP)).then_some(x.value)
}

/// The signed width that a conversion goes through: that of an instruction, or of the software routine.
pub fn conversion_width(width: u32, signed: bool) -> u32 {
    match (signed, width) {
        (true, 0..=32) | (false, 0..=16) => 32,
        (true, 33..=64) | (false, 17..=32) => 64,
        // An unsigned 64-bit result is made of a signed one, with wrapped negatives.
        (false, 33..=64) => 65,
        _ => 128,
    }
}

/// What a conversion that is out of range gives, in the conversion's width.
pub fn conversion_failure(width: u32, signed: bool) -> i128 {
    match conversion_width(width, signed) {
        65 => 1 << 63,
        128 if !signed => 0,
        through => (1u128 << (through - 1)).wrapping_neg() as i128,
    }
}

fn to_int(from: Format, width: u32, a: &Bits, signed: bool) -> Bits {
    let through = conversion_width(width, signed);
    let value = truncated(from, a, through).filter(|v| through != 65 || *v >= -(1 << 63));
    let value = value.unwrap_or_else(|| conversion_failure(width, signed));
    let bits = Bits::from_u128(width.min(128), value as u128);
    if signed { bits.sext(width) } else { bits.zext(width) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_round_once() {
        for v in [0i128, 1, -1, 16_777_217, -16_777_219, i128::MAX, i128::MIN, (1 << 100) + 1, 0x1fff_ffff_ffff_ffff] {
            let bits = Bits::from_u128(128, v as u128);
            assert_eq!(from_int(Format::F32, &bits, true), of_f32(v as f32), "{v}");
            assert_eq!(from_int(Format::F64, &bits, true), of_f64(v as f64), "{v}");
            assert_eq!(from_int(Format::F64, &bits, false), of_f64(v as u128 as f64), "{v}");
            // The same value in 200 bits, and a larger one that must round up by its last bit.
            assert_eq!(from_int(Format::F64, &bits.sext(200), true), of_f64(v as f64), "{v}");
        }
        let half = Bits::concat(&Bits::from_u64(54, (1 << 53) | 1), &Bits::from_u64(146, 1));
        assert_eq!(from_int(Format::F64, &half, false), of_f64(((1u64 << 53) + 2) as f64 * 2f64.powi(146)));
    }

    /// Squares of 80-bit roots against the host's on numbers that `double` holds exactly.
    #[test]
    fn roots_of_long_doubles() {
        for x in [0.25f64, 1.0, 2.0, 3.0, 1e300, 5e-324, 144.0, 0.1] {
            let wide = convert(Format::F64, Format::F80, &of_f64(x));
            let root = convert(Format::F80, Format::F64, &sqrt(Format::F80, &wide));
            assert_eq!(root, of_f64(x.sqrt()), "{x}");
        }
    }
}
