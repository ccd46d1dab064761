//! Concrete bit-vectors of any width: what constants and evaluation are made of.

use smallvec::SmallVec;

pub type Words = SmallVec<[u64; 2]>;

/// The low `width` bits set; all of them from 64 on.
pub fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// A bit-vector.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Bits {
    width: u32,
    /// Invariant: exactly as many as the width needs, and bits above the width are zero.
    words: Words,
}

impl Bits {
    /// Takes the low bits of the words, or extends them with zeros.
    pub fn new(width: u32, words: &[u64]) -> Bits {
        let n = width.div_ceil(64) as usize;
        let mut own = Words::from_slice(&words[..n.min(words.len())]);
        own.resize(n, 0);
        Bits::trimmed(width, own)
    }
    fn trimmed(width: u32, mut words: Words) -> Bits {
        if let Some(last) = words.last_mut()
            && !width.is_multiple_of(64)
        {
            *last &= mask(width % 64);
        }
        Bits { width, words }
    }
    pub fn from_u64(width: u32, value: u64) -> Bits {
        Bits::new(width, &[value])
    }
    pub fn from_u128(width: u32, value: u128) -> Bits {
        Bits::new(width, &[value as u64, (value >> 64) as u64])
    }
    pub fn zero(width: u32) -> Bits {
        Bits::new(width, &[])
    }
    pub fn ones(width: u32) -> Bits {
        Bits::trimmed(width, SmallVec::from_elem(u64::MAX, width.div_ceil(64) as usize))
    }

    pub fn width(&self) -> u32 {
        self.width
    }
    pub fn words(&self) -> &[u64] {
        &self.words
    }
    /// The low 64 bits.
    pub fn low(&self) -> u64 {
        self.words[0]
    }
    /// The low 128 bits.
    pub fn u128(&self) -> u128 {
        u128::from(self.words[0]) | self.words.get(1).map_or(0, |w| u128::from(*w) << 64)
    }
    pub fn bit(&self, i: u32) -> bool {
        self.words[i as usize / 64] >> (i % 64) & 1 == 1
    }
    pub fn is_zero(&self) -> bool {
        self.words.iter().all(|w| *w == 0)
    }
    pub fn is_ones(&self) -> bool {
        self.count_ones() == self.width
    }
    pub fn count_ones(&self) -> u32 {
        self.words.iter().map(|w| w.count_ones()).sum()
    }
    pub fn trailing_zeros(&self) -> u32 {
        match self.words.iter().position(|w| *w != 0) {
            Some(i) => i as u32 * 64 + self.words[i].trailing_zeros(),
            None => self.width,
        }
    }

    /// `width` bits from bit `lo` on; zeros where there are none.
    pub fn extract(&self, lo: u32, width: u32) -> Bits {
        let (skip, shift) = (lo as usize / 64, lo % 64);
        let at = |i: usize| self.words.get(i).copied().unwrap_or(0);
        let word = |i: usize| {
            let high = if shift == 0 { 0 } else { at(skip + i + 1) << (64 - shift) };
            at(skip + i) >> shift | high
        };
        Bits::trimmed(width, (0..width.div_ceil(64) as usize).map(word).collect())
    }
    pub fn concat(high: &Bits, low: &Bits) -> Bits {
        let mut out = low.zext(high.width + low.width);
        let (skip, shift) = (low.width as usize / 64, low.width % 64);
        for (i, word) in high.words.iter().enumerate() {
            out.words[skip + i] |= word << shift;
            if shift != 0 && skip + i + 1 < out.words.len() {
                out.words[skip + i + 1] |= word >> (64 - shift);
            }
        }
        out
    }
    pub fn zext(&self, width: u32) -> Bits {
        Bits::new(width, &self.words)
    }
    pub fn sext(&self, width: u32) -> Bits {
        if self.width == width || !self.bit(self.width - 1) {
            return self.zext(width);
        }
        Bits::concat(&Bits::ones(width - self.width), self)
    }
    pub fn not(&self) -> Bits {
        Bits::trimmed(self.width, self.words.iter().map(|w| !w).collect())
    }
    /// Combines two vectors of the same width word by word.
    pub fn zip(&self, other: &Bits, f: impl Fn(u64, u64) -> u64) -> Bits {
        let words = self.words.iter().zip(&other.words).map(|(a, b)| f(*a, *b)).collect();
        Bits::trimmed(self.width, words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wiring_crosses_words() {
        let x = Bits::new(130, &[0x1122_3344_5566_7788, 0x99aa_bbcc_ddee_ff00, 3]);
        assert_eq!(x.extract(60, 8).low(), 0x01);
        assert_eq!(x.extract(126, 4).low(), 0b1110);
        assert_eq!(Bits::concat(&x.extract(70, 60), &x.extract(0, 70)), x);
        assert_eq!(Bits::from_u64(8, 0x80).sext(130), Bits::new(130, &[u64::MAX << 7, u64::MAX, 3]));
        assert!(Bits::ones(130).is_ones() && Bits::zero(130).not().is_ones());
        assert_eq!(Bits::new(130, &[0, 0, 2]).trailing_zeros(), 129);
    }
}
