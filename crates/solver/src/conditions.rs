//! What the solver remembers of each term: the byte and set of a condition on one byte, or the negation
//! and bytes of any other.

use crate::lanes::Lanes;
use crate::sets::{ByteSet, SetId, Sets};
use rustc_hash::FxHashMap;
use secateur_expr::{Evaluator, Facts, InputByte, Pool, Support, Term, mask};
use std::sync::Arc;

/// What a 1-bit term is to the solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Constant(bool),
    /// It holds exactly if the byte with this number is in the set.
    Single {
        byte: u32,
        set: SetId,
    },
    /// It depends on several bytes, this one among them.
    Several {
        first: u32,
        negation: Term,
    },
}

/// When this many ranges are remembered, all are forgotten.
const MAX_SPREADS: usize = 1 << 18;

const CONSTANT: u32 = u32::MAX - 1;
const UNSEEN: u32 = u32::MAX;
const SEVERAL: u32 = 1 << 31;

/// A [`Kind`] in eight bytes.
#[derive(Clone, Copy)]
struct Packed {
    /// The byte's number, with [`SEVERAL`] as a flag; or one of the marks above.
    head: u32,
    /// A set, a negation, or a truth value.
    data: u32,
}

/// Remembers conditions, and numbers the input bytes densely in the order in which they are met.
pub struct Conditions {
    kinds: Vec<Packed>,
    numbers: FxHashMap<InputByte, u32>,
    bytes: Vec<InputByte>,
    supports: FxHashMap<Support, Arc<[u32]>>,
    spreads: FxHashMap<(Term, SetId), Facts>,
    lanes: Lanes,
    /// All bytes are zero.
    zero: Evaluator,
}

impl Default for Conditions {
    fn default() -> Self {
        Conditions {
            kinds: Vec::new(),
            numbers: FxHashMap::default(),
            bytes: Vec::new(),
            supports: FxHashMap::default(),
            spreads: FxHashMap::default(),
            lanes: Lanes::of_single_bytes(),
            zero: Evaluator::new(),
        }
    }
}

impl Conditions {
    pub fn byte(&self, number: u32) -> InputByte {
        self.bytes[number as usize]
    }
    pub fn number(&mut self, byte: InputByte) -> u32 {
        let next = self.bytes.len() as u32;
        let number = *self.numbers.entry(byte).or_insert(next);
        if number == next {
            self.bytes.push(byte);
        }
        number
    }
    /// `None` for a byte that no condition has mentioned.
    pub fn existing(&self, byte: InputByte) -> Option<u32> {
        self.numbers.get(&byte).copied()
    }
    /// The numbers of the bytes that a term mentions, sorted.
    pub fn bytes_of(&mut self, pool: &Pool, term: Term) -> Arc<[u32]> {
        let support = pool.support(term);
        if let Some(known) = self.supports.get(&support) {
            return known.clone();
        }
        let mut all: Vec<u32> = pool.support_bytes(support).into_iter().map(|b| self.number(b)).collect();
        all.sort_unstable();
        let all: Arc<[u32]> = all.into();
        self.supports.insert(support, all.clone());
        all
    }

    #[inline]
    pub fn kind(&mut self, pool: &mut Pool, sets: &mut Sets, term: Term) -> Kind {
        let packed = self.kinds.get(term.index()).copied().unwrap_or(Packed { head: UNSEEN, data: 0 });
        match packed.head {
            UNSEEN => self.classify(pool, sets, term),
            CONSTANT => Kind::Constant(packed.data == 1),
            head if head & SEVERAL != 0 => Kind::Several { first: head & !SEVERAL, negation: Term(packed.data) },
            byte => Kind::Single { byte, set: SetId(packed.data) },
        }
    }
    #[cold]
    fn classify(&mut self, pool: &mut Pool, sets: &mut Sets, term: Term) -> Kind {
        debug_assert_eq!(pool.width(term), 1, "a condition has one bit");
        let kind = match pool.support_len(pool.support(term)) {
            0 => {
                let value = self.zero.holds(pool, term);
                Kind::Constant(value)
            }
            1 => {
                let byte = self.bytes_of(pool, term)[0];
                let set = self.truth(pool, term, byte);
                Kind::Single { byte, set: sets.intern(set) }
            }
            _ => Kind::Several { first: self.bytes_of(pool, term)[0], negation: pool.not(term) },
        };
        self.remember(pool, term, kind);
        // The other branch is usually asked for next. A negation that mentions fewer bytes is no such twin.
        let other = pool.not(term);
        if pool.support(other) == pool.support(term) {
            let twin = match kind {
                Kind::Constant(value) => Kind::Constant(!value),
                Kind::Single { byte, set } => {
                    let complement = sets.get(set).not();
                    Kind::Single { byte, set: sets.intern(complement) }
                }
                Kind::Several { first, .. } => Kind::Several { first, negation: term },
            };
            self.remember(pool, other, twin);
        }
        kind
    }
    fn remember(&mut self, pool: &Pool, term: Term, kind: Kind) {
        if self.kinds.len() <= term.index() {
            self.kinds.resize(pool.len().max(term.index() + 1), Packed { head: UNSEEN, data: 0 });
        }
        self.kinds[term.index()] = match kind {
            Kind::Constant(value) => Packed { head: CONSTANT, data: value.into() },
            Kind::Single { byte, set } => Packed { head: byte, data: set.0 },
            Kind::Several { first, negation } => Packed { head: first | SEVERAL, data: negation.0 },
        };
    }
    fn truth(&mut self, pool: &Pool, term: Term, byte: u32) -> ByteSet {
        let byte = self.byte(byte);
        self.lanes.vary(byte);
        self.lanes.holds(pool, &mut self.zero, term)
    }
    /// Range and known bits of a term of at most 64 bits that mentions one byte, over the values in a set.
    pub fn spread(&mut self, pool: &Pool, sets: &Sets, term: Term, byte: u32, set: SetId) -> Facts {
        if let Some(known) = self.spreads.get(&(term, set)) {
            return *known;
        }
        let own = *pool.facts(term);
        let input = self.byte(byte);
        self.lanes.vary(input);
        let column = self.lanes.values(pool, &mut self.zero, term);
        let (mut lo, mut hi, mut ones, mut any) = (u64::MAX, 0, u64::MAX, 0);
        for value in sets.get(set).values().map(|v| column[usize::from(v)]) {
            (lo, hi, ones, any) = (lo.min(value), hi.max(value), ones & value, any | value);
        }
        let facts = if lo > hi { own } else { Facts { lo, hi, ones, zeros: !any & mask(pool.width(term)), ..own } };
        if self.spreads.len() >= MAX_SPREADS {
            self.spreads.clear();
        }
        self.spreads.insert((term, set), facts);
        facts
    }
}
