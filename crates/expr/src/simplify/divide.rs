//! Quotients and remainders, with SMT-LIB's meaning of a zero divisor.

use crate::bits::Bits;
use crate::pool::Pool;
use crate::term::{Node, Op, Term};

impl Pool {
    pub fn udiv(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        if let Some(t) = self.fold(Op::UDiv, a, b).or_else(|| self.divide_bit(Op::UDiv, a, b)) {
            return t;
        }
        // match: a / b with a < b by their ranges
        // result: 0
        if width <= 64 && self.facts(a).hi < self.facts(b).lo {
            return self.zero(width);
        }
        // match: x / 0
        // result: -1
        if self.is_zero(b) {
            return self.ones(width);
        }
        // match: x / 2^k
        // result: x >> k
        if let Some(k) = self.power_of_two(b) {
            let k = self.constant(width, u64::from(k));
            return self.lshr(a, k);
        }
        let narrow = self.narrow_unsigned(Op::UDiv, a, b);
        narrow.unwrap_or_else(|| self.seal(Node::binary(Op::UDiv, width, a, b)))
    }
    pub fn urem(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        if let Some(t) = self.fold(Op::URem, a, b).or_else(|| self.divide_bit(Op::URem, a, b)) {
            return t;
        }
        // match: x % x
        // result: 0
        if a == b {
            return self.zero(width);
        }
        // match: a % b with a < b by their ranges, x % 0
        // result: a, x
        if width <= 64 && self.facts(a).hi < self.facts(b).lo || self.is_zero(b) {
            return a;
        }
        // match: x % 2^k
        // result: zext (extract x 0 k)
        if let Some(k) = self.power_of_two(b) {
            return self.low_bits(a, k);
        }
        let narrow = self.narrow_unsigned(Op::URem, a, b);
        narrow.unwrap_or_else(|| self.seal(Node::binary(Op::URem, width, a, b)))
    }
    /// match: a / b, a % b at 1 bit, signed or not
    /// result: a | ~b, a & ~b
    fn divide_bit(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        if self.width(a) != 1 {
            return None;
        }
        let flipped = self.not(b);
        let is_quotient = matches!(op, Op::UDiv | Op::SDiv);
        Some(if is_quotient { self.or(a, flipped) } else { self.and(a, flipped) })
    }
    /// match: op (zext x) c, with c not zero and as narrow as x
    /// result: zext (op x c)
    fn narrow_unsigned(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let x = self.inner(Op::ZExt, a)?;
        let c = self.as_bits(b).filter(|c| !c.is_zero())?;
        let low = c.extract(0, self.width(x));
        if low.zext(c.width()) != c {
            return None;
        }
        let c = self.constant_bits(&low);
        let narrow = self.binary(op, x, c);
        Some(self.zext(narrow, self.width(a)))
    }
    /// The low `k` bits, zero-extended.
    pub(crate) fn low_bits(&mut self, x: Term, k: u32) -> Term {
        let width = self.width(x);
        if k == 0 {
            return self.zero(width);
        }
        let low = self.extract(x, 0, k);
        self.zext(low, width)
    }

    pub fn sdiv(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        if let Some(t) = self.fold(Op::SDiv, a, b).or_else(|| self.divide_bit(Op::SDiv, a, b)) {
            return t;
        }
        // match: a / b, both not negative
        // result: unsigned a / b
        if self.known_sign(a) == Some(false) && self.known_sign(b) == Some(false) {
            return self.udiv(a, b);
        }
        let rule = self.sdiv_const(a, b).or_else(|| self.narrow_signed(Op::SDiv, a, b));
        rule.unwrap_or_else(|| self.seal(Node::binary(Op::SDiv, width, a, b)))
    }
    fn sdiv_const(&mut self, a: Term, b: Term) -> Option<Term> {
        let value = self.as_bits(b)?;
        // match: x / 1
        // result: x
        if self.power_of_two(b) == Some(0) {
            return Some(a);
        }
        // match: x / -1
        // result: -x
        if value.is_ones() {
            return Some(self.neg(a));
        }
        // match: x / 0
        // result: ite (x < 0) 1 -1
        if value.is_zero() {
            let (one, ones) = (self.constant(value.width(), 1), self.ones(value.width()));
            let negative = self.sign_bit(a);
            return Some(self.ite(negative, one, ones));
        }
        None
    }
    pub fn srem(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        if let Some(t) = self.fold(Op::SRem, a, b).or_else(|| self.divide_bit(Op::SRem, a, b)) {
            return t;
        }
        // match: a % b, both not negative
        // result: unsigned a % b
        if self.known_sign(a) == Some(false) && self.known_sign(b) == Some(false) {
            return self.urem(a, b);
        }
        let rule = self.srem_const(a, b).or_else(|| self.narrow_signed(Op::SRem, a, b));
        rule.unwrap_or_else(|| self.seal(Node::binary(Op::SRem, width, a, b)))
    }
    fn srem_const(&mut self, a: Term, b: Term) -> Option<Term> {
        // match: x % x
        // result: 0
        if a == b {
            return Some(self.zero(self.width(a)));
        }
        let value = self.as_bits(b)?;
        // match: x % 1, x % -1
        // result: 0
        if self.power_of_two(b) == Some(0) || value.is_ones() {
            return Some(self.zero(value.width()));
        }
        // match: x % 0
        // result: x
        if value.is_zero() {
            return Some(a);
        }
        // match: x % -c
        // result: x % c
        let negated = self.neg(b);
        let negative = value.bit(value.width() - 1) && negated != b;
        negative.then(|| self.srem(a, negated))
    }
    /// match: op (sext x) c, with c neither 0 nor -1 and as narrow as x
    /// result: sext (op x c)
    fn narrow_signed(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let x = self.inner(Op::SExt, a)?;
        let c = self.as_bits(b).filter(|c| !c.is_zero() && !c.is_ones())?;
        let low: Bits = c.extract(0, self.width(x));
        if low.sext(c.width()) != c {
            return None;
        }
        let c = self.constant_bits(&low);
        let narrow = self.binary(op, x, c);
        Some(self.sext(narrow, self.width(a)))
    }
}
