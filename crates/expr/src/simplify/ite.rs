//! Choices. One between constants 0, 1, -1 is an extension of its condition.

use crate::bits::Bits;
use crate::pool::Pool;
use crate::term::{Node, Op, Term};

impl Pool {
    /// `then` if the 1-bit condition holds, else `other`.
    pub fn ite(&mut self, cond: Term, then: Term, other: Term) -> Term {
        debug_assert_eq!(self.width(cond), 1);
        debug_assert_eq!(self.width(then), self.width(other));
        // match: ite 1 x y, ite 0 x y
        // result: x, y
        if let Some(value) = self.as_u64(cond) {
            return if value == 1 { then } else { other };
        }
        // match: ite k x x
        // result: x
        if then == other {
            return then;
        }
        // match: ite (not k) x y
        // result: ite k y x
        if let Some(k) = self.inner(Op::Not, cond) {
            return self.ite(k, other, then);
        }
        let rule = if self.width(then) == 1 { self.ite_bool(cond, then, other) } else { None };
        let rule = rule.or_else(|| self.ite_nested(cond, then, other));
        let rule = rule.or_else(|| self.ite_unit(cond, then, other)).or_else(|| self.ite_eq(cond, then, other));
        let rule = rule.or_else(|| self.ite_extended(cond, then, other));
        rule.unwrap_or_else(|| self.seal(Node::ite(self.width(then), cond, then, other)))
    }
    fn ite_bool(&mut self, k: Term, x: Term, y: Term) -> Option<Term> {
        match (self.as_u64(x), self.as_u64(y)) {
            // match: ite k 1 0, ite k 0 1
            // result: k, not k
            (Some(1), Some(0)) => Some(k),
            (Some(0), Some(1)) => Some(self.not(k)),
            // match: ite k 1 y, ite k 0 y
            // result: k | y, not k & y
            (Some(1), _) => Some(self.or(k, y)),
            (Some(0), _) => {
                let flipped = self.not(k);
                Some(self.and(flipped, y))
            }
            // match: ite k x 0, ite k x 1
            // result: k & x, not k | x
            (_, Some(0)) => Some(self.and(k, x)),
            (_, Some(1)) => {
                let flipped = self.not(k);
                Some(self.or(flipped, x))
            }
            // match: ite k k y, ite k x k
            // result: k | y, k & x
            _ if x == k => Some(self.or(k, y)),
            _ if y == k => Some(self.and(k, x)),
            // match: ite k (not y) y
            // result: k ^ y
            _ if self.inner(Op::Not, x) == Some(y) || self.inner(Op::Not, y) == Some(x) => Some(self.xor(k, y)),
            _ => None,
        }
    }
    fn ite_nested(&mut self, k: Term, x: Term, y: Term) -> Option<Term> {
        if let Some((c, p, q)) = self.choice(x) {
            // match: ite k (ite k p q) y
            // result: ite k p y
            if c == k {
                return Some(self.ite(k, p, y));
            }
            // match: ite k (ite c p y) y, ite k (ite c y q) y
            // result: ite (k & c) p y, ite (k & not c) q y
            if q == y || p == y {
                let (both, arm) = if q == y { (c, p) } else { (self.not(c), q) };
                let both = self.and(k, both);
                return Some(self.ite(both, arm, y));
            }
        }
        let (c, p, q) = self.choice(y)?;
        // match: ite k x (ite k p q)
        // result: ite k x q
        if c == k {
            return Some(self.ite(k, x, q));
        }
        // match: ite k x (ite c x q), ite k x (ite c p x)
        // result: ite (k | c) x q, ite (k | not c) x p
        if p == x || q == x {
            let (either, arm) = if p == x { (c, q) } else { (self.not(c), p) };
            let either = self.or(k, either);
            return Some(self.ite(either, x, arm));
        }
        None
    }
    fn choice(&self, t: Term) -> Option<(Term, Term, Term)> {
        let node = self.node(t);
        (node.op == Op::Ite).then(|| (node.arg(0), node.arg(1), node.arg(2)))
    }
    fn ite_unit(&mut self, k: Term, x: Term, y: Term) -> Option<Term> {
        let width = self.width(x);
        // match: ite k 0 1, ite k 0 -1
        // result: zext (not k), sext (not k)
        if self.is_zero(x) && (self.power_of_two(y) == Some(0) || self.is_ones(y)) {
            let flipped = self.not(k);
            return self.ite_unit(flipped, y, x);
        }
        if !self.is_zero(y) {
            return None;
        }
        // match: ite k 1 0
        // result: zext k
        if self.power_of_two(x) == Some(0) {
            return Some(self.zext(k, width));
        }
        // match: ite k -1 0
        // result: sext k
        self.is_ones(x).then(|| self.sext(k, width))
    }
    /// match: ite (a == b) a b, ite (a == b) b a
    /// result: b, a
    fn ite_eq(&mut self, k: Term, x: Term, y: Term) -> Option<Term> {
        let (a, b) = self.parts(Op::Eq, k)?;
        ((a, b) == (x, y) || (b, a) == (x, y)).then_some(y)
    }
    fn ite_extended(&mut self, k: Term, x: Term, y: Term) -> Option<Term> {
        let (a, b) = (self.node(x), self.node(y));
        let width = a.width();
        match (a.op, b.op) {
            // match: ite k (zext x) (zext y), x and y of one width; the same for sext
            // result: zext (ite k x y); sext (ite k x y)
            (Op::ZExt, Op::ZExt) | (Op::SExt, Op::SExt) if self.width(a.arg(0)) == self.width(b.arg(0)) => {
                let inner = self.ite(k, a.arg(0), b.arg(0));
                Some(if a.op == Op::ZExt { self.zext(inner, width) } else { self.sext(inner, width) })
            }
            // match: ite k (zext x) c, ite k c (zext y), c as narrow as x
            // result: zext (ite k x c)
            (Op::ZExt, c) if c.is_const() => {
                let low = self.narrow_constant(y, self.width(a.arg(0)))?;
                let inner = self.ite(k, a.arg(0), low);
                Some(self.zext(inner, width))
            }
            (c, Op::ZExt) if c.is_const() => {
                let low = self.narrow_constant(x, self.width(b.arg(0)))?;
                let inner = self.ite(k, low, b.arg(0));
                Some(self.zext(inner, width))
            }
            _ => None,
        }
    }
    /// The constant at a smaller width, if its value fits.
    fn narrow_constant(&mut self, c: Term, width: u32) -> Option<Term> {
        let value: Bits = self.as_bits(c)?;
        let low = value.extract(0, width);
        (low.zext(value.width()) == value).then(|| self.constant_bits(&low))
    }
}
