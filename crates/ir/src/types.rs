//! Types of registers. Vectors and aggregates do not exist here: the front end splits them into
//! registers of these types, so no later stage has to know how LLVM nests them.

use serde::{Deserialize, Serialize};
use std::fmt;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Ty {
    /// An integer of any width from 1 bit. Up to 64 bits it is one word, zero-extended.
    Int(u32),
    F32,
    F64,
    /// x86 extended precision: 80 bits, two words.
    F80,
    Ptr,
}

impl Ty {
    /// Width of the value in bits.
    pub fn bits(self) -> u32 {
        match self {
            Ty::Int(bits) => bits,
            Ty::F32 => 32,
            Ty::F64 | Ty::Ptr => 64,
            Ty::F80 => 80,
        }
    }
    /// Bytes that a load or store of this type touches.
    pub fn store_size(self) -> u64 {
        u64::from(self.bits().div_ceil(8))
    }
    /// 64-bit words that a register of this type occupies.
    pub fn words(self) -> usize {
        self.bits().div_ceil(64) as usize
    }
    pub fn is_word(self) -> bool {
        self.bits() <= 64
    }
    pub fn is_float(self) -> bool {
        matches!(self, Ty::F32 | Ty::F64 | Ty::F80)
    }
    /// Mask of the bits of a one-word type.
    pub fn mask(self) -> u64 {
        mask(self.bits())
    }
}

/// The lowest `bits` bits set, for any width up to and beyond a word.
pub fn mask(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ty::Int(bits) => write!(f, "i{bits}"),
            Ty::F32 => f.write_str("f32"),
            Ty::F64 => f.write_str("f64"),
            Ty::F80 => f.write_str("f80"),
            Ty::Ptr => f.write_str("ptr"),
        }
    }
}
