//! What is known of every term and can be read in O(1).
//!
//! Range and known bits are kept up to 64 bits; a wider term has the full range and no known bit.
//! Both are sound for every assignment of the inputs, and refine each other.

use crate::bits::mask;
use crate::support::Support;

/// Cached facts of a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// The input bytes that the term mentions.
    pub support: Support,
    /// The longest way to a leaf; a leaf has depth 0.
    pub depth: u32,
    /// An upper bound on the nodes below, this one included: shared ones count every time. Saturates.
    pub size: u32,
    /// Least and greatest unsigned value.
    pub lo: u64,
    pub hi: u64,
    /// Bits that are always zero.
    pub zeros: u64,
    /// Bits that are always one.
    pub ones: u64,
}

impl Facts {
    /// Nothing is known of the value.
    pub fn full(width: u32) -> Facts {
        let hi = if width > 64 { u64::MAX } else { mask(width) };
        Facts { support: Support::EMPTY, depth: 0, size: 1, lo: 0, hi, zeros: 0, ones: 0 }
    }
    pub fn constant(width: u32, value: u64) -> Facts {
        Facts { lo: value, hi: value, zeros: !value & mask(width), ones: value, ..Facts::full(width) }
    }
    pub fn range(width: u32, lo: u64, hi: u64) -> Facts {
        Facts { lo, hi, ..Facts::full(width) }
    }
    pub fn known(width: u32, zeros: u64, ones: u64) -> Facts {
        Facts { zeros, ones, ..Facts::full(width) }
    }

    /// Trailing bits that are always zero.
    pub fn trailing_zeros(&self) -> u32 {
        self.zeros.trailing_ones()
    }
    /// The sign bit, if it is known. Only for widths up to 64.
    pub fn sign(&self, width: u32) -> Option<bool> {
        let bit = 1u64 << (width - 1);
        if self.zeros & bit != 0 {
            Some(false)
        } else if self.ones & bit != 0 {
            Some(true)
        } else {
            None
        }
    }
    /// Whether both could hold the same value.
    pub fn may_equal(&self, other: &Facts) -> bool {
        self.lo <= other.hi && other.lo <= self.hi && self.zeros & other.ones == 0 && self.ones & other.zeros == 0
    }

    /// Lets range and known bits improve each other. Only for widths up to 64.
    pub(crate) fn refined(mut self, width: u32) -> Facts {
        self.lo = self.lo.max(self.ones);
        self.hi = self.hi.min(mask(width) & !self.zeros);
        let common = (self.lo ^ self.hi).leading_zeros();
        let fixed = if common == 0 { 0 } else { mask(width) & !mask(64 - common) };
        let fixed = if common == 64 { mask(width) } else { fixed };
        self.ones |= self.lo & fixed;
        self.zeros |= !self.lo & fixed;
        self
    }
}
