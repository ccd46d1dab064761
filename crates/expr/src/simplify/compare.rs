//! Orders. Decided by ranges where possible, narrowed through extensions; with a constant always `<`.

use crate::pool::Pool;
use crate::term::{Node, Op, Term};

impl Pool {
    pub fn ult(&mut self, a: Term, b: Term) -> Term {
        if let Some(t) = self.fold(Op::Ult, a, b).or_else(|| self.order_trivial(Op::Ult, a, b)) {
            return t;
        }
        let rule = self.ult_bounds(a, b).or_else(|| self.narrow_order(Op::Ult, a, b));
        rule.unwrap_or_else(|| self.seal(Node::binary(Op::Ult, 1, a, b)))
    }
    pub fn ule(&mut self, a: Term, b: Term) -> Term {
        if let Some(t) = self.fold(Op::Ule, a, b).or_else(|| self.order_trivial(Op::Ule, a, b)) {
            return t;
        }
        // match: a <= -1, 0 <= b
        // result: true
        if self.is_ones(b) || self.is_zero(a) {
            return self.bool(true);
        }
        // match: a <= c
        // result: a < c + 1
        if self.is_const(b) {
            let next = self.offset(b, 1);
            return self.ult(a, next);
        }
        // match: c <= b
        // result: c - 1 < b
        if self.is_const(a) {
            let previous = self.offset(a, -1);
            return self.ult(previous, b);
        }
        let rule = self.narrow_order(Op::Ule, a, b);
        rule.unwrap_or_else(|| self.seal(Node::binary(Op::Ule, 1, a, b)))
    }
    /// The constant plus a small number.
    fn offset(&mut self, c: Term, by: i64) -> Term {
        let one = self.constant(self.width(c), 1);
        if by < 0 { self.sub(c, one) } else { self.add(c, one) }
    }
    fn order_trivial(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        // match: x < x, x <= x
        // result: false, true
        if a == b {
            return Some(self.bool(matches!(op, Op::Ule | Op::Sle)));
        }
        // match: a < b, a <= b at 1 bit
        // result: ~a & b, ~a | b; signed a & ~b, a | ~b
        if self.width(a) == 1 {
            let (x, y) = if matches!(op, Op::Ult | Op::Ule) { (b, a) } else { (a, b) };
            let flipped = self.not(y);
            let strict = matches!(op, Op::Ult | Op::Slt);
            return Some(if strict { self.and(x, flipped) } else { self.or(x, flipped) });
        }
        let unsigned = matches!(op, Op::Ult | Op::Ule) && self.width(a) <= 64;
        if unsigned { self.order_ranges(op, a, b) } else { None }
    }
    /// match: a < b, a <= b with ranges that do not overlap
    /// result: true or false
    fn order_ranges(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let (x, y) = (self.facts(a), self.facts(b));
        let (yes, no) = if op == Op::Ult { (x.hi < y.lo, x.lo >= y.hi) } else { (x.hi <= y.lo, x.lo > y.hi) };
        if yes || no { Some(self.bool(yes)) } else { None }
    }
    fn ult_bounds(&mut self, a: Term, b: Term) -> Option<Term> {
        // match: x < 0, -1 < x
        // result: false
        if self.is_zero(b) || self.is_ones(a) {
            return Some(self.bool(false));
        }
        if !self.is_const(a) && !self.is_const(b) {
            return None;
        }
        let zero = self.zero(self.width(a));
        let top = self.ones(self.width(a));
        self.bounded(a, b, zero, top)
    }
    /// The rules at both ends of an order whose least and greatest values are given.
    fn bounded(&mut self, a: Term, b: Term, least: Term, greatest: Term) -> Option<Term> {
        // match: least < x, x < greatest
        // result: x != least, x != greatest
        if a == least || b == greatest {
            let equal = self.eq(a, b);
            return Some(self.not(equal));
        }
        // match: x < least + 1
        // result: x == least
        if self.is_const(b) && self.offset(least, 1) == b {
            return Some(self.eq(a, least));
        }
        // match: greatest - 1 < x
        // result: x == greatest
        if self.is_const(a) && self.offset(greatest, -1) == a {
            return Some(self.eq(b, greatest));
        }
        None
    }
    /// Any order on operands that are both extended or share a part.
    fn narrow_order(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let (x, y) = (self.node(a), self.node(b));
        match (x.op, y.op) {
            // match: op (zext x) (zext y), unsigned
            // result: op x y, the narrower one extended to the wider
            (Op::ZExt, Op::ZExt) if matches!(op, Op::Ult | Op::Ule) => {
                let width = self.width(x.arg(0)).max(self.width(y.arg(0)));
                let (x, y) = (self.zext(x.arg(0), width), self.zext(y.arg(0), width));
                Some(self.binary(op, x, y))
            }
            // match: op (sext x) (sext y)
            // result: op x y, the narrower one extended to the wider
            (Op::SExt, Op::SExt) => {
                let width = self.width(x.arg(0)).max(self.width(y.arg(0)));
                let (x, y) = (self.sext(x.arg(0), width), self.sext(y.arg(0), width));
                Some(self.binary(op, x, y))
            }
            // match: op (concat h x) (concat h y)
            // result: unsigned op x y
            (Op::Concat, Op::Concat) if x.a == y.a && self.width(x.arg(1)) == self.width(y.arg(1)) => {
                let op = if matches!(op, Op::Ult | Op::Slt) { Op::Ult } else { Op::Ule };
                Some(self.binary(op, x.arg(1), y.arg(1)))
            }
            // match: op ~x ~y
            // result: op y x
            (Op::Not, Op::Not) => Some(self.binary(op, y.arg(0), x.arg(0))),
            _ => self.narrow_order_const(op, a, b),
        }
    }
    /// match: op (zext x) c, op c (zext x), unsigned, c as narrow as x; op (sext x) c, op c (sext x)
    /// result: op x c, op c x
    fn narrow_order_const(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let (extended, c) = if self.is_const(b) { (a, b) } else { (b, a) };
        let (node, value) = (self.node(extended), self.as_bits(c)?);
        let low = value.extract(0, if node.arity() == 1 { self.width(node.arg(0)).min(value.width()) } else { 1 });
        let fits = match node.op {
            Op::ZExt if matches!(op, Op::Ult | Op::Ule) => low.zext(value.width()) == value,
            Op::SExt => low.sext(value.width()) == value,
            _ => false,
        };
        if !fits {
            return None;
        }
        let (x, c) = (node.arg(0), self.constant_bits(&low));
        Some(if extended == a { self.binary(op, x, c) } else { self.binary(op, c, x) })
    }

    pub fn slt(&mut self, a: Term, b: Term) -> Term {
        if let Some(t) = self.fold(Op::Slt, a, b).or_else(|| self.order_trivial(Op::Slt, a, b)) {
            return t;
        }
        let rule = self.by_signs(Op::Slt, a, b).or_else(|| self.slt_bounds(a, b));
        let rule = rule.or_else(|| self.narrow_order(Op::Slt, a, b)).or_else(|| self.beyond(a, b));
        rule.unwrap_or_else(|| self.seal(Node::binary(Op::Slt, 1, a, b)))
    }
    pub fn sle(&mut self, a: Term, b: Term) -> Term {
        if let Some(t) = self.fold(Op::Sle, a, b).or_else(|| self.order_trivial(Op::Sle, a, b)) {
            return t;
        }
        let (least, greatest) = self.signed_bounds(self.width(a));
        // match: a <= greatest, least <= b
        // result: true
        if a == least || b == greatest {
            return self.bool(true);
        }
        // match: a <= c
        // result: a < c + 1
        if self.is_const(b) {
            let next = self.offset(b, 1);
            return self.slt(a, next);
        }
        // match: c <= b
        // result: c - 1 < b
        if self.is_const(a) {
            let previous = self.offset(a, -1);
            return self.slt(previous, b);
        }
        let rule = self.by_signs(Op::Sle, a, b).or_else(|| self.narrow_order(Op::Sle, a, b));
        rule.unwrap_or_else(|| self.seal(Node::binary(Op::Sle, 1, a, b)))
    }
    fn signed_bounds(&mut self, width: u32) -> (Term, Term) {
        let (one, zeros) = (self.bool(true), self.zero(width - 1));
        let least = self.concat(one, zeros);
        (least, self.not(least))
    }
    /// match: signed op a b, the signs known
    /// result: unsigned op a b if they are equal, else decided
    fn by_signs(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let (x, y) = (self.known_sign(a)?, self.known_sign(b)?);
        if x != y {
            return Some(self.bool(x));
        }
        Some(if op == Op::Slt { self.ult(a, b) } else { self.ule(a, b) })
    }
    fn slt_bounds(&mut self, a: Term, b: Term) -> Option<Term> {
        if !self.is_const(a) && !self.is_const(b) {
            return None;
        }
        let (least, greatest) = self.signed_bounds(self.width(a));
        // match: x < least, greatest < x
        // result: false
        if b == least || a == greatest {
            return Some(self.bool(false));
        }
        // match: x < 0
        // result: the sign bit of x
        if self.is_zero(b) {
            return Some(self.sign_bit(a));
        }
        // match: -1 < x
        // result: not the sign bit of x
        if self.is_ones(a) {
            let sign = self.sign_bit(b);
            return Some(self.not(sign));
        }
        self.bounded(a, b, least, greatest)
    }
    /// match: sext x < c, c < sext x, signed, c outside x's range (else it was narrowed before)
    /// result: c > 0, c < 0
    fn beyond(&mut self, a: Term, b: Term) -> Option<Term> {
        let (extended, c) = if self.is_const(b) { (a, b) } else { (b, a) };
        self.inner(Op::SExt, extended)?;
        let negative = self.as_bits(c).map(|v| v.bit(v.width() - 1))?;
        Some(self.bool(negative == (c == a)))
    }
}
