//! Values as the slow path handles them: any width, with a mask of the bits that are undefined, or a
//! term where the value depends on symbolic input.

use secateur_expr::Term;
use secateur_ir::mask;
use smallvec::SmallVec;

pub type Words = SmallVec<[u64; 2]>;

/// A value of any type. Bits above its width are zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Val {
    pub words: Words,
    /// Set bits are undefined. Empty means that all are defined, which is nearly always so.
    pub undefined: Words,
    /// What the value is, if it is symbolic; the words then mean nothing. Invariant: not a constant.
    pub term: Option<Term>,
}

impl Val {
    pub fn word(value: u64) -> Val {
        Val { words: SmallVec::from_slice(&[value]), undefined: SmallVec::new(), term: None }
    }
    /// A value that depends on input.
    pub fn symbolic(term: Term, bits: u32) -> Val {
        let words = SmallVec::from_elem(0, bits.div_ceil(64) as usize);
        Val { words, undefined: SmallVec::new(), term: Some(term) }
    }
    pub fn is_symbolic(&self) -> bool {
        self.term.is_some()
    }
    pub fn words(words: Words) -> Val {
        Val { words, undefined: SmallVec::new(), term: None }
    }
    pub fn from_u128(value: u128, bits: u32) -> Val {
        Val::words(words_of(value, bits))
    }
    /// No bit has a value.
    pub fn undefined(bits: u32) -> Val {
        let n = bits.div_ceil(64) as usize;
        let mut undefined: Words = SmallVec::from_elem(u64::MAX, n);
        trim(&mut undefined, bits);
        Val { words: SmallVec::from_elem(0, n), undefined, term: None }
    }
    pub fn is_defined(&self) -> bool {
        self.undefined.iter().all(|w| *w == 0)
    }
    /// The value with every bit undefined if any of the operands has one.
    pub fn tainted_by(self, operands: &[&Val], bits: u32) -> Val {
        if operands.iter().all(|v| v.is_defined()) {
            return self;
        }
        Val { undefined: Val::undefined(bits).undefined, ..self }
    }
    pub fn low(&self) -> u64 {
        self.words[0]
    }
    pub fn u128(&self) -> u128 {
        u128::from(self.words[0]) | self.words.get(1).map_or(0, |w| u128::from(*w) << 64)
    }
    pub fn i128(&self, bits: u32) -> i128 {
        sign_extend(self.u128(), bits)
    }
    /// The undefined bits, as many words as the value has.
    pub fn undefined_u128(&self) -> u128 {
        let at = |i: usize| self.undefined.get(i).map_or(0, |w| u128::from(*w));
        at(0) | at(1) << 64
    }
}

pub fn words_of(value: u128, bits: u32) -> Words {
    let n = bits.div_ceil(64) as usize;
    let mut words: Words = (0..n).map(|i| if i < 2 { (value >> (64 * i)) as u64 } else { 0 }).collect();
    trim(&mut words, bits);
    words
}

/// Clears the bits above the width.
pub fn trim(words: &mut [u64], bits: u32) {
    if let Some(last) = words.last_mut()
        && !bits.is_multiple_of(64)
    {
        *last &= mask(bits % 64);
    }
}

pub fn sign_extend(value: u128, bits: u32) -> i128 {
    if bits >= 128 {
        return value as i128;
    }
    let shift = 128 - bits;
    ((value << shift) as i128) >> shift
}
