//! Operations of one word that are too rare for an instruction each and too frequent for the slow
//! path: plain functions, called through their address.

use secateur_ir::{CastOp, FloatPred, IntPred, Intrinsic as I, Ty};

pub type Unary = fn(u64) -> u64;
pub type Binary = fn(u64, u64) -> u64;

/// The function for an operation on one word of a common width.
pub fn unary(op: I, ty: Ty) -> Option<Unary> {
    Some(match (op, ty) {
        (I::CtPop, Ty::Int(_)) if ty.is_word() => |a| u64::from(a.count_ones()),
        (I::Ctlz, Ty::Int(32)) => |a| u64::from((a as u32).leading_zeros()),
        (I::Ctlz, Ty::Int(64)) => |a| u64::from(a.leading_zeros()),
        (I::Cttz, Ty::Int(32)) => |a| u64::from((a as u32).trailing_zeros()),
        (I::Cttz, Ty::Int(64)) => |a| u64::from(a.trailing_zeros()),
        (I::BSwap, Ty::Int(16)) => |a| u64::from((a as u16).swap_bytes()),
        (I::BSwap, Ty::Int(32)) => |a| u64::from((a as u32).swap_bytes()),
        (I::BSwap, Ty::Int(64)) => |a| a.swap_bytes(),
        (I::Abs, Ty::Int(32)) => |a| u64::from((a as i32).unsigned_abs()),
        (I::Abs, Ty::Int(64)) => |a| (a as i64).unsigned_abs(),
        (I::FAbs, Ty::F64) => |a| a & !(1 << 63),
        (I::FAbs, Ty::F32) => |a| a & 0x7fff_ffff,
        (I::Sqrt, Ty::F64) => |a| f64::from_bits(a).sqrt().to_bits(),
        (I::Sqrt, Ty::F32) => |a| u64::from(f32::from_bits(a as u32).sqrt().to_bits()),
        _ => return None,
    })
}

pub fn binary(op: I, ty: Ty) -> Option<Binary> {
    let Ty::Int(bits) = ty else { return None };
    Some(match (op, bits) {
        // Words are zero-extended, so the unsigned ones are the same for all widths.
        (I::UMax, 1..=64) => |a, b| a.max(b),
        (I::UMin, 1..=64) => |a, b| a.min(b),
        (I::USubSat, 1..=64) => |a, b| a.saturating_sub(b),
        (I::SMax, 32) => |a, b| u64::from((a as i32).max(b as i32) as u32),
        (I::SMin, 32) => |a, b| u64::from((a as i32).min(b as i32) as u32),
        (I::SMax, 64) => |a, b| (a as i64).max(b as i64) as u64,
        (I::SMin, 64) => |a, b| (a as i64).min(b as i64) as u64,
        _ => return None,
    })
}

fn f32_of(a: u64) -> f32 {
    f32::from_bits(a as u32)
}
fn of_f32(x: f32) -> u64 {
    u64::from(x.to_bits())
}

/// Conversions between words where at least one side is a float. Out of range, conversions to
/// integers give what x86-64's instructions give: the smallest number.
pub fn cast(op: CastOp, from: Ty, to: Ty) -> Option<Unary> {
    fn to_i64(x: f64) -> u64 {
        if (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&x) { x as i64 as u64 } else { 1 << 63 }
    }
    fn to_i32(x: f64) -> u64 {
        let fits = x > -2_147_483_649.0 && x < 2_147_483_648.0;
        u64::from(if fits { x as i32 as u32 } else { 1 << 31 })
    }
    Some(match (op, from, to) {
        (CastOp::SiToFp, Ty::Int(32), Ty::F32) => |a| of_f32(a as i32 as f32),
        (CastOp::SiToFp, Ty::Int(64), Ty::F32) => |a| of_f32(a as i64 as f32),
        (CastOp::UiToFp, Ty::Int(8 | 16 | 32 | 64), Ty::F32) => |a| of_f32(a as f32),
        (CastOp::UiToFp, Ty::Int(8 | 16 | 32 | 64), Ty::F64) => |a| (a as f64).to_bits(),
        (CastOp::FpToSi, Ty::F64, Ty::Int(64)) => |a| to_i64(f64::from_bits(a)),
        (CastOp::FpToSi, Ty::F32, Ty::Int(64)) => |a| to_i64(f64::from(f32_of(a))),
        (CastOp::FpToSi, Ty::F32, Ty::Int(32)) => |a| to_i32(f64::from(f32_of(a))),
        // As the compiler does it: through the next larger signed type.
        (CastOp::FpToUi, Ty::F64, Ty::Int(32)) => |a| to_i64(f64::from_bits(a)) & 0xffff_ffff,
        (CastOp::FpToUi, Ty::F32, Ty::Int(32)) => |a| to_i64(f64::from(f32_of(a))) & 0xffff_ffff,
        (CastOp::FpToUi, Ty::F64, Ty::Int(8)) => |a| to_i32(f64::from_bits(a)) & 0xff,
        (CastOp::FpToUi, Ty::F64, Ty::Int(16)) => |a| to_i32(f64::from_bits(a)) & 0xffff,
        _ => return None,
    })
}

pub fn negate(ty: Ty) -> Option<Unary> {
    match ty {
        Ty::F64 => Some(|a| a ^ 1 << 63),
        Ty::F32 => Some(|a| a ^ 1 << 31),
        _ => None,
    }
}

/// Comparisons of floats, one function for each set of outcomes.
pub fn float_compare(pred: FloatPred, ty: Ty) -> Option<Binary> {
    const LT: u8 = 1;
    const EQ: u8 = 2;
    const GT: u8 = 4;
    const UN: u8 = 8;
    fn outcome<T: PartialOrd>(a: T, b: T) -> u8 {
        match a.partial_cmp(&b) {
            Some(std::cmp::Ordering::Less) => LT,
            Some(std::cmp::Ordering::Equal) => EQ,
            Some(std::cmp::Ordering::Greater) => GT,
            None => UN,
        }
    }
    fn double<const P: u8>(a: u64, b: u64) -> u64 {
        u64::from(outcome(f64::from_bits(a), f64::from_bits(b)) & P != 0)
    }
    fn single<const P: u8>(a: u64, b: u64) -> u64 {
        u64::from(outcome(f32_of(a), f32_of(b)) & P != 0)
    }
    let bits = [(pred.lt, LT), (pred.eq, EQ), (pred.gt, GT), (pred.unordered, UN)];
    let set: u8 = bits.iter().filter(|(on, _)| *on).map(|(_, bit)| bit).sum();
    macro_rules! table {
        ($f:ident) => {
            [
                $f::<0>, $f::<1>, $f::<2>, $f::<3>, $f::<4>, $f::<5>, $f::<6>, $f::<7>, $f::<8>, $f::<9>, $f::<10>,
                $f::<11>, $f::<12>, $f::<13>, $f::<14>, $f::<15>,
            ]
        };
    }
    let doubles: [Binary; 16] = table!(double);
    let singles: [Binary; 16] = table!(single);
    match ty {
        Ty::F64 => Some(doubles[set as usize]),
        Ty::F32 => Some(singles[set as usize]),
        _ => None,
    }
}

/// Signed comparisons of the widths that have no instruction of their own.
pub fn int_compare(pred: IntPred, ty: Ty) -> Option<Binary> {
    Some(match (pred, ty) {
        (IntPred::Slt, Ty::Int(8)) => |a, b| u64::from((a as i8) < b as i8),
        (IntPred::Sle, Ty::Int(8)) => |a, b| u64::from(a as i8 <= b as i8),
        (IntPred::Slt, Ty::Int(16)) => |a, b| u64::from((a as i16) < b as i16),
        (IntPred::Sle, Ty::Int(16)) => |a, b| u64::from(a as i16 <= b as i16),
        _ => return None,
    })
}
