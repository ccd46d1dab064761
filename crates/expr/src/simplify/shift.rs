//! Shifts. A constant amount is wiring.

use crate::pool::Pool;
use crate::term::{Node, Op, Term};

/// How far a shift goes, if that is known well enough.
enum Amount {
    By(u32),
    /// The width or more.
    Over,
    Unknown,
}

impl Pool {
    pub fn shl(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        if let Some(t) = self.fold(Op::Shl, a, b).or_else(|| self.shift_trivial(a, b)) {
            return t;
        }
        match self.amount(b) {
            // match: x << 0
            // result: x
            Amount::By(0) => a,
            // match: x << k
            // result: concat (extract x 0 (w-k)) 0
            Amount::By(k) => {
                let (kept, zeros) = (self.extract(a, 0, width - k), self.zero(k));
                self.concat(kept, zeros)
            }
            // match: x << k with k >= w
            // result: 0
            Amount::Over => self.zero(width),
            Amount::Unknown => self.seal(Node::binary(Op::Shl, width, a, b)),
        }
    }
    pub fn lshr(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        if let Some(t) = self.fold(Op::LShr, a, b).or_else(|| self.shift_trivial(a, b)) {
            return t;
        }
        match self.amount(b) {
            // match: x >> k
            // result: zext (extract x k (w-k))
            Amount::By(k) => {
                let kept = self.extract(a, k, width - k);
                self.zext(kept, width)
            }
            // match: x >> k with k >= w
            // result: 0
            Amount::Over => self.zero(width),
            Amount::Unknown => self.seal(Node::binary(Op::LShr, width, a, b)),
        }
    }
    pub fn ashr(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        if let Some(t) = self.fold(Op::AShr, a, b) {
            return t;
        }
        // match: x >>s y at 1 bit, -1 >>s y
        // result: x, -1
        if width == 1 || self.is_ones(a) {
            return a;
        }
        // match: x >>s y with x not negative
        // result: x >> y
        if self.known_sign(a) == Some(false) {
            return self.lshr(a, b);
        }
        // match: x >>s k (k >= w counts as w-1)
        // result: sext (extract x k (w-k))
        let k = match self.amount(b) {
            Amount::By(k) => k,
            Amount::Over => width - 1,
            Amount::Unknown => return self.seal(Node::binary(Op::AShr, width, a, b)),
        };
        let kept = self.extract(a, k, width - k);
        self.sext(kept, width)
    }
    fn shift_trivial(&mut self, a: Term, b: Term) -> Option<Term> {
        // match: 0 << y, 0 >> y
        // result: 0
        if self.is_zero(a) {
            return Some(a);
        }
        // match: a << b, a >> b at 1 bit
        // result: a & ~b
        if self.width(a) == 1 {
            let flipped = self.not(b);
            return Some(self.and(a, flipped));
        }
        None
    }
    fn amount(&self, b: Term) -> Amount {
        let width = self.width(b);
        if let Some(value) = self.as_bits(b) {
            let high = value.words()[1..].iter().any(|w| *w != 0);
            let over = high || value.low() >= u64::from(width);
            return if over { Amount::Over } else { Amount::By(value.low() as u32) };
        }
        let over = width <= 64 && self.facts(b).lo >= u64::from(width);
        if over { Amount::Over } else { Amount::Unknown }
    }
}
