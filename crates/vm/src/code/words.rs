//! Operations of one word that are too rare for an instruction each and too frequent for the slow
//! path: plain functions, called through their address.

use secateur_ir::{Intrinsic as I, Ty};

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
