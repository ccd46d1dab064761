//! Floating point. `float` and `double` use the host's arithmetic, which is that of the program's
//! machine; `long double` is computed in software, since Rust has no 80-bit type.

use super::value::Val;
use rustc_apfloat::ieee::{Double, Single, X87DoubleExtended as X87};
use rustc_apfloat::{Float, FloatConvert, Round, Status, StatusAnd};
use secateur_ir::{BinOp, CastOp, Intrinsic, Ty};
use std::cmp::Ordering;

fn f32_of(v: &Val) -> f32 {
    f32::from_bits(v.low() as u32)
}
fn f64_of(v: &Val) -> f64 {
    f64::from_bits(v.low())
}
fn x87_of(v: &Val) -> X87 {
    X87::from_bits(v.u128())
}
fn of_f32(x: f32) -> Val {
    Val::word(u64::from(x.to_bits()))
}
fn of_f64(x: f64) -> Val {
    Val::word(x.to_bits())
}
fn of_x87(x: X87) -> Val {
    Val::from_u128(x.to_bits(), 80)
}

pub fn binary(op: BinOp, ty: Ty, a: &Val, b: &Val) -> Val {
    match ty {
        Ty::F32 => of_f32(match op {
            BinOp::FAdd => f32_of(a) + f32_of(b),
            BinOp::FSub => f32_of(a) - f32_of(b),
            BinOp::FMul => f32_of(a) * f32_of(b),
            BinOp::FDiv => f32_of(a) / f32_of(b),
            _ => f32_of(a) % f32_of(b),
        }),
        Ty::F64 => of_f64(match op {
            BinOp::FAdd => f64_of(a) + f64_of(b),
            BinOp::FSub => f64_of(a) - f64_of(b),
            BinOp::FMul => f64_of(a) * f64_of(b),
            BinOp::FDiv => f64_of(a) / f64_of(b),
            _ => f64_of(a) % f64_of(b),
        }),
        _ => {
            let (x, y) = (x87_of(a), x87_of(b));
            of_x87(match op {
                BinOp::FAdd => x.add_r(y, Round::NearestTiesToEven).value,
                BinOp::FSub => x.sub_r(y, Round::NearestTiesToEven).value,
                BinOp::FMul => x.mul_r(y, Round::NearestTiesToEven).value,
                BinOp::FDiv => x.div_r(y, Round::NearestTiesToEven).value,
                _ => x.c_fmod(y).value,
            })
        }
    }
}

pub fn negate(ty: Ty, a: &Val) -> Val {
    flip_sign(ty, a, |sign| !sign)
}

/// Changes the sign bit alone, which is exact for NaN as well.
fn flip_sign(ty: Ty, a: &Val, new: impl Fn(bool) -> bool) -> Val {
    let bit = ty.bits() - 1;
    let value = a.u128();
    let sign = value >> bit & 1 == 1;
    let cleared = value & !(1 << bit);
    Val::from_u128(cleared | (u128::from(new(sign)) << bit), ty.bits())
}

pub fn compare(ty: Ty, a: &Val, b: &Val) -> Option<Ordering> {
    match ty {
        Ty::F32 => f32_of(a).partial_cmp(&f32_of(b)),
        Ty::F64 => f64_of(a).partial_cmp(&f64_of(b)),
        _ => x87_of(a).partial_cmp(&x87_of(b)),
    }
}

/// A conversion that has a float on at least one side.
pub fn cast(op: CastOp, from: Ty, to: Ty, a: &Val) -> Val {
    match op {
        CastOp::FpConv => convert(from, to, a),
        CastOp::FpToSi => to_int(from, to, a, true),
        CastOp::FpToUi => to_int(from, to, a, false),
        CastOp::SiToFp => from_int(to, a.i128(from.bits()), from.bits()),
        _ => from_uint(to, a.u128()),
    }
}

fn convert(from: Ty, to: Ty, a: &Val) -> Val {
    let mut loses = false;
    match (from, to) {
        (Ty::F32, Ty::F64) => of_f64(f64::from(f32_of(a))),
        (Ty::F64, Ty::F32) => of_f32(f64_of(a) as f32),
        (Ty::F32, Ty::F80) => {
            let StatusAnd { value, .. } = Single::from_bits(a.u128()).convert(&mut loses);
            of_x87(value)
        }
        (Ty::F64, Ty::F80) => {
            let StatusAnd { value, .. } = Double::from_bits(a.u128()).convert(&mut loses);
            of_x87(value)
        }
        (Ty::F80, Ty::F32) => {
            let StatusAnd::<Single> { value, .. } = x87_of(a).convert(&mut loses);
            Val::from_u128(value.to_bits(), 32)
        }
        (Ty::F80, Ty::F64) => {
            let StatusAnd::<Double> { value, .. } = x87_of(a).convert(&mut loses);
            Val::from_u128(value.to_bits(), 64)
        }
        _ => a.clone(),
    }
}

fn from_int(to: Ty, value: i128, bits: u32) -> Val {
    match to {
        // Both steps of a conversion from 64 bits or fewer round once, as the processor does.
        Ty::F32 => of_f32(value as f32),
        Ty::F64 => of_f64(value as f64),
        _ => {
            let _ = bits;
            of_x87(X87::from_i128_r(value, Round::NearestTiesToEven).value)
        }
    }
}

fn from_uint(to: Ty, value: u128) -> Val {
    match to {
        Ty::F32 => of_f32(value as f32),
        Ty::F64 => of_f64(value as f64),
        _ => of_x87(X87::from_u128_r(value, Round::NearestTiesToEven).value),
    }
}

/// Out of range the result is undefined in C; this gives what x86-64's instructions give.
fn to_int(from: Ty, to: Ty, a: &Val, signed: bool) -> Val {
    let bits = to.bits();
    let exact = |width: usize| -> Option<i128> {
        let mut is_exact = false;
        match from {
            Ty::F80 => {
                let StatusAnd { value, status } = x87_of(a).to_i128_r(width, Round::TowardZero, &mut is_exact);
                (!status.intersects(Status::INVALID_OP)).then_some(value)
            }
            _ => {
                let x = if from == Ty::F32 { f64::from(f32_of(a)) } else { f64_of(a) };
                let (low, high) = (-(2f64.powi(width as i32 - 1)), 2f64.powi(width as i32 - 1));
                let whole = x.trunc();
                (whole >= low && whole < high).then_some(whole as i128)
            }
        }
    };
    let by_width = |width: usize| exact(width).unwrap_or(-(1i128 << (width - 1)));
    let value = match (signed, bits) {
        (true, 0..=32) | (false, 0..=16) => by_width(32),
        (true, 33..=64) | (false, 17..=32) => by_width(64),
        (false, 33..=64) => unsigned64(from, a),
        // Wider than any register: the software routine keeps all bits that exist.
        (true, _) => exact(128).unwrap_or(i128::MIN),
        (false, _) => exact(128).unwrap_or(0),
    };
    Val::from_u128(value as u128, bits)
}

fn unsigned64(from: Ty, a: &Val) -> i128 {
    let mut is_exact = false;
    match from {
        Ty::F80 => x87_of(a).to_u128_r(64, Round::TowardZero, &mut is_exact).value as i128,
        _ => {
            let x = if from == Ty::F32 { f64::from(f32_of(a)) } else { f64_of(a) };
            let whole = x.trunc();
            if whole > -9.3e18 && whole < 18_446_744_073_709_551_616.0 { whole as i128 } else { 1 << 63 }
        }
    }
}

/// Intrinsics on floats; `None` if it is none of them.
pub fn intrinsic(op: Intrinsic, ty: Ty, args: &[Val]) -> Option<Val> {
    let a = args.first()?;
    Some(match op {
        Intrinsic::FAbs => flip_sign(ty, a, |_| false),
        Intrinsic::CopySign => {
            let negative = args[1].u128() >> (ty.bits() - 1) & 1 == 1;
            flip_sign(ty, a, |_| negative)
        }
        Intrinsic::Fma => fma(ty, args),
        Intrinsic::FMin => pick(ty, a, &args[1], Ordering::Less),
        Intrinsic::FMax => pick(ty, a, &args[1], Ordering::Greater),
        Intrinsic::IsFpClass => Val::word(u64::from(classify(ty, a) & args[1].low() != 0)),
        Intrinsic::Sqrt
        | Intrinsic::Floor
        | Intrinsic::Ceil
        | Intrinsic::FTrunc
        | Intrinsic::Rint
        | Intrinsic::Round
        | Intrinsic::RoundEven => round(op, ty, a)?,
        _ => return None,
    })
}

fn fma(ty: Ty, args: &[Val]) -> Val {
    match ty {
        Ty::F32 => of_f32(f32_of(&args[0]).mul_add(f32_of(&args[1]), f32_of(&args[2]))),
        Ty::F64 => of_f64(f64_of(&args[0]).mul_add(f64_of(&args[1]), f64_of(&args[2]))),
        _ => of_x87(x87_of(&args[0]).mul_add(x87_of(&args[1]), x87_of(&args[2])).value),
    }
}

/// The smaller or larger; a number wins over NaN.
fn pick(ty: Ty, a: &Val, b: &Val, wanted: Ordering) -> Val {
    let is_nan = |v: &Val| compare(ty, v, v).is_none();
    match compare(ty, a, b) {
        None if is_nan(a) => b.clone(),
        None => a.clone(),
        Some(order) if order == wanted || order == Ordering::Equal => a.clone(),
        Some(_) => b.clone(),
    }
}

/// `None` for the square root of a long double, which has no exact software routine here.
fn round(op: Intrinsic, ty: Ty, a: &Val) -> Option<Val> {
    let mode = match op {
        Intrinsic::Floor => Round::TowardNegative,
        Intrinsic::Ceil => Round::TowardPositive,
        Intrinsic::FTrunc => Round::TowardZero,
        Intrinsic::Round => Round::NearestTiesToAway,
        Intrinsic::Sqrt => {
            return match ty {
                Ty::F32 => Some(of_f32(f32_of(a).sqrt())),
                Ty::F64 => Some(of_f64(f64_of(a).sqrt())),
                _ => None,
            };
        }
        _ => Round::NearestTiesToEven,
    };
    Some(match ty {
        Ty::F32 => Val::from_u128(Single::from_bits(a.u128()).round_to_integral(mode).value.to_bits(), 32),
        Ty::F64 => Val::from_u128(Double::from_bits(a.u128()).round_to_integral(mode).value.to_bits(), 64),
        _ => of_x87(x87_of(a).round_to_integral(mode).value),
    })
}

/// LLVM's class bits: signalling NaN, quiet NaN, then from minus infinity up to plus infinity.
fn classify(ty: Ty, a: &Val) -> u64 {
    fn class<F: Float>(x: F) -> u64 {
        let n = x.is_negative();
        match () {
            () if x.is_nan() => {
                if x.is_signaling() {
                    1
                } else {
                    2
                }
            }
            () if x.is_infinite() => {
                if n {
                    4
                } else {
                    512
                }
            }
            () if x.is_zero() => {
                if n {
                    32
                } else {
                    64
                }
            }
            () if x.is_denormal() => {
                if n {
                    16
                } else {
                    128
                }
            }
            () => {
                if n {
                    8
                } else {
                    256
                }
            }
        }
    }
    match ty {
        Ty::F32 => class(Single::from_bits(a.u128())),
        Ty::F64 => class(Double::from_bits(a.u128())),
        _ => class(x87_of(a)),
    }
}
