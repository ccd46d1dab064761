//! Products.

use crate::pool::Pool;
use crate::term::{Node, Op, Term};

impl Pool {
    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        if let Some(t) = self.fold(Op::Mul, a, b) {
            return t;
        }
        let (a, b) = self.ordered(a, b);
        let width = self.width(a);
        // match: a * b at 1 bit
        // result: a & b
        if width == 1 {
            return self.and(a, b);
        }
        let rule = if self.is_const(b) { self.mul_const(a, b) } else { self.mul_terms(a, b) };
        let rule = rule.or_else(|| self.narrow_by_range(Op::Mul, a, b));
        rule.unwrap_or_else(|| self.seal(Node::binary(Op::Mul, width, a, b)))
    }
    fn mul_const(&mut self, x: Term, c: Term) -> Option<Term> {
        let width = self.width(x);
        // match: x * 0
        // result: 0
        if self.is_zero(c) {
            return Some(c);
        }
        // match: x * 2^k
        // result: x << k
        if let Some(k) = self.power_of_two(c) {
            let k = self.constant(width, u64::from(k));
            return Some(self.shl(x, k));
        }
        // match: x * -(2^k)
        // result: -(x << k)
        let negated = self.neg(c);
        if self.power_of_two(negated).is_some() {
            let shifted = self.mul(x, negated);
            return Some(self.neg(shifted));
        }
        self.mul_nested(x, c)
    }
    fn mul_nested(&mut self, x: Term, c: Term) -> Option<Term> {
        let node = self.node(x);
        match node.op {
            // match: (y * d) * c
            // result: y * (d * c)
            Op::Mul if self.is_const(node.arg(1)) => {
                let product = self.mul(node.arg(1), c);
                Some(self.mul(node.arg(0), product))
            }
            // match: (y + d) * c
            // result: y * c + d * c
            Op::Add if self.is_const(node.arg(1)) => {
                let (y, d) = (self.mul(node.arg(0), c), self.mul(node.arg(1), c));
                Some(self.add(y, d))
            }
            // match: (-y) * c
            // result: y * (-c)
            Op::Neg => {
                let c = self.neg(c);
                Some(self.mul(node.arg(0), c))
            }
            // match: (zext k) * c with k of 1 bit
            // result: ite k c 0
            Op::ZExt if self.width(node.arg(0)) == 1 => {
                let zero = self.zero(node.width());
                Some(self.ite(node.arg(0), c, zero))
            }
            _ => None,
        }
    }
    fn mul_terms(&mut self, a: Term, b: Term) -> Option<Term> {
        // match: (-x) * (-y)
        // result: x * y
        let (x, y) = (self.inner(Op::Neg, a)?, self.inner(Op::Neg, b)?);
        Some(self.mul(x, y))
    }
}
