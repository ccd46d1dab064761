//! Equality. Its normal form has the constants on one side and as little as possible on the other.

use crate::bits::Bits;
use crate::pool::Pool;
use crate::term::{Node, Op, Term};

/// Tables longer than this are not searched for the constant they are compared with.
const TABLE_LIMIT: usize = 4096;

impl Pool {
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        if let Some(t) = self.fold(Op::Eq, a, b) {
            return t;
        }
        let (a, b) = self.ordered(a, b);
        // match: x == x
        // result: true
        if a == b {
            return self.bool(true);
        }
        // match: a == b at 1 bit
        // result: not (a ^ b)
        if self.width(a) == 1 {
            let differ = self.xor(a, b);
            return self.not(differ);
        }
        // match: a == b with ranges or known bits that exclude each other
        // result: false
        if self.width(a) <= 64 && !self.facts(a).may_equal(self.facts(b)) {
            return self.bool(false);
        }
        let rule = if self.is_const(b) { self.eq_const(a, b) } else { self.eq_terms(a, b) };
        rule.unwrap_or_else(|| self.seal(Node::binary(Op::Eq, 1, a, b)))
    }
    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    fn eq_const(&mut self, x: Term, c: Term) -> Option<Term> {
        let node = self.node(x);
        match node.op {
            Op::Add | Op::Sub | Op::Neg | Op::Not | Op::Xor | Op::Mul => self.eq_inverse(&node, c),
            Op::ZExt | Op::SExt => Some(self.eq_extended(&node, c)),
            Op::Concat => self.eq_split(&node, c),
            Op::Ite => self.eq_ite(&node, c),
            Op::TableRead => self.eq_table(&node, c),
            _ => None,
        }
    }
    /// Undoes an operator whose other operand is constant.
    fn eq_inverse(&mut self, node: &Node, c: Term) -> Option<Term> {
        let (x, y) = (node.arg(0), node.arg(1));
        let (rest, value) = match node.op {
            // match: x + d == c
            // result: x == c - d
            Op::Add if self.is_const(y) => (x, self.sub(c, y)),
            // match: d - y == c
            // result: y == d - c
            Op::Sub if self.is_const(x) => (y, self.sub(x, c)),
            // match: x - y == 0, x ^ y == 0
            // result: x == y
            Op::Sub | Op::Xor if self.is_zero(c) => (x, y),
            // match: -x == c, ~x == c
            // result: x == -c, x == ~c
            Op::Neg => (x, self.neg(c)),
            Op::Not => (x, self.not(c)),
            // match: x ^ d == c
            // result: x == c ^ d
            Op::Xor if self.is_const(y) => (x, self.xor(c, y)),
            // match: x * d == c, d odd
            // result: x == c * (inverse of d)
            Op::Mul => {
                let inverse = inverse(self.as_u64(y)?)?;
                let inverse = self.constant(node.width(), inverse);
                (x, self.mul(c, inverse))
            }
            _ => return None,
        };
        Some(self.eq(rest, value))
    }
    /// match: zext x == c, sext x == c
    /// result: x == c's low part, or false if c is no such extension
    fn eq_extended(&mut self, node: &Node, c: Term) -> Term {
        let x = node.arg(0);
        let value = self.as_bits(c).unwrap_or_else(|| Bits::zero(node.width()));
        let low = value.extract(0, self.width(x));
        let back = if node.op == Op::ZExt { low.zext(value.width()) } else { low.sext(value.width()) };
        if back != value {
            return self.bool(false);
        }
        let low = self.constant_bits(&low);
        self.eq(x, low)
    }
    /// match: concat h l == c
    /// result: l == c's low part & h == c's high part
    ///
    /// A loop over the parts, so that a long string compared with a constant costs no stack.
    fn eq_split(&mut self, node: &Node, c: Term) -> Option<Term> {
        let mut all = self.bool(true);
        let (mut high, mut low, mut value) = (node.arg(0), node.arg(1), self.as_bits(c)?);
        loop {
            let below = self.width(low);
            let part = self.constant_bits(&value.extract(below, self.width(high)));
            let equal = self.eq(high, part);
            all = self.and(all, equal);
            value = value.extract(0, below);
            match self.parts(Op::Concat, low) {
                Some(parts) if !self.is_zero(all) => (high, low) = parts,
                _ => break,
            }
        }
        let part = self.constant_bits(&value);
        let equal = self.eq(low, part);
        Some(self.and(all, equal))
    }
    /// match: ite k d y == c, ite k x d == c
    /// result: k | y == c or not k & y == c, as d is c or not; mirrored for the other arm
    fn eq_ite(&mut self, node: &Node, c: Term) -> Option<Term> {
        let (k, x, y) = (node.arg(0), node.arg(1), node.arg(2));
        let (when, d, rest) = if self.is_const(x) { (k, x, y) } else { (self.not(k), y, x) };
        if !self.is_const(d) {
            return None;
        }
        self.pushing(|p| {
            let other = p.eq(rest, c);
            if d == c {
                return Some(p.or(when, other));
            }
            let unless = p.not(when);
            Some(p.and(unless, other))
        })
    }
    /// match: table[i] == c, where at most one index gives c
    /// result: i == that index, or false
    fn eq_table(&mut self, node: &Node, c: Term) -> Option<Term> {
        let (index, value, width) = (node.arg(0), self.as_bits(c)?, self.width(node.arg(0)));
        let table = self.table(node.table());
        let outside = width > 63 || 1u64 << width > table.len() as u64;
        if table.len() > TABLE_LIMIT || (outside && value.is_zero()) {
            return None;
        }
        let mut found = table.values.iter().enumerate().filter(|(_, v)| **v == value).map(|(i, _)| i as u64);
        let (first, second) = (found.next(), found.next());
        match first {
            _ if second.is_some() => None,
            Some(i) if width > 63 || i >> width == 0 => {
                let i = self.constant(width, i);
                Some(self.eq(index, i))
            }
            _ => Some(self.bool(false)),
        }
    }

    fn eq_terms(&mut self, a: Term, b: Term) -> Option<Term> {
        let rule = self.eq_sums(a, b).or_else(|| self.eq_sums(b, a)).or_else(|| self.eq_same(a, b));
        rule.or_else(|| self.eq_arm(a, b)).or_else(|| self.eq_arm(b, a))
    }
    fn eq_sums(&mut self, a: Term, b: Term) -> Option<Term> {
        let node = self.node(a);
        let (x, y) = (node.arg(0), node.arg(1));
        let zero = |p: &mut Pool| p.zero(node.width());
        let (left, right) = match node.op {
            // match: x + y == x, x ^ y == x, and mirrored
            // result: y == 0
            Op::Add | Op::Xor if x == b => (y, zero(self)),
            Op::Add | Op::Xor if y == b => (x, zero(self)),
            // match: x - y == x
            // result: y == 0
            Op::Sub if x == b => (y, zero(self)),
            // match: x + c == y + d
            // result: x + (c - d) == y
            Op::Add if self.is_const(y) => {
                let (other, d) = self.parts_const(Op::Add, b)?;
                let c = self.sub(y, d);
                (self.add(x, c), other)
            }
            _ => return None,
        };
        Some(self.eq(left, right))
    }
    /// Both sides have the same operator.
    fn eq_same(&mut self, a: Term, b: Term) -> Option<Term> {
        let (x, y) = (self.node(a), self.node(b));
        match (x.op, y.op) {
            // match: ~x == ~y, -x == -y
            // result: x == y
            (Op::Not, Op::Not) | (Op::Neg, Op::Neg) => Some(self.eq(x.arg(0), y.arg(0))),
            // match: zext x == zext y, sext x == sext y
            // result: x == y, the narrower one extended to the wider
            (Op::ZExt, Op::ZExt) | (Op::SExt, Op::SExt) => {
                let width = self.width(x.arg(0)).max(self.width(y.arg(0)));
                let extend = |p: &mut Pool, t| if x.op == Op::ZExt { p.zext(t, width) } else { p.sext(t, width) };
                let (x, y) = (extend(self, x.arg(0)), extend(self, y.arg(0)));
                Some(self.eq(x, y))
            }
            // match: op x z == op y z, for + and ^, and op x z == op z y
            // result: x == y
            (Op::Add, Op::Add) | (Op::Xor, Op::Xor) => {
                let (p, q) = shared(&x, &y)?;
                Some(self.eq(p, q))
            }
            // match: x - z == y - z, z - x == z - y
            // result: x == y
            (Op::Sub, Op::Sub) if x.b == y.b => Some(self.eq(x.arg(0), y.arg(0))),
            (Op::Sub, Op::Sub) if x.a == y.a => Some(self.eq(x.arg(1), y.arg(1))),
            (Op::Concat, _) | (_, Op::Concat) => self.eq_concat(a, b),
            _ => None,
        }
    }
    /// match: concat h l == y, where y at that cut is constant or the same on one side
    /// result: h == y's high part & l == y's low part
    fn eq_concat(&mut self, a: Term, b: Term) -> Option<Term> {
        let (a, b) = if self.op(a) == Op::Concat { (a, b) } else { (b, a) };
        let (h, l) = self.parts(Op::Concat, a)?;
        if !matches!(self.op(b), Op::Concat | Op::ZExt) {
            return None;
        }
        let (top, bottom) = (self.extract(b, self.width(l), self.width(h)), self.extract(b, 0, self.width(l)));
        let pays = h == top || l == bottom || [h, l, top, bottom].iter().any(|t| self.is_const(*t));
        if !pays {
            return None;
        }
        self.pushing(|p| {
            let (high, low) = (p.eq(h, top), p.eq(l, bottom));
            Some(p.and(high, low))
        })
    }
    /// match: ite k b y == b, ite k x b == b
    /// result: k | y == b, not k | x == b
    fn eq_arm(&mut self, a: Term, b: Term) -> Option<Term> {
        let node = self.node(a);
        let other = match node.op {
            Op::Ite if node.arg(1) == b => node.arg(2),
            Op::Ite if node.arg(2) == b => node.arg(1),
            _ => return None,
        };
        let when = if node.arg(1) == b { node.arg(0) } else { self.not(node.arg(0)) };
        self.pushing(|p| {
            let equal = p.eq(other, b);
            Some(p.or(when, equal))
        })
    }
}

/// The operands that two nodes do not share, if they share one.
fn shared(x: &Node, y: &Node) -> Option<(Term, Term)> {
    let pairs = [(x.a, y.a, x.b, y.b), (x.a, y.b, x.b, y.a), (x.b, y.a, x.a, y.b), (x.b, y.b, x.a, y.a)];
    pairs.into_iter().find(|(p, q, _, _)| p == q).map(|(_, _, r, s)| (Term(r), Term(s)))
}

/// The inverse modulo 2^64 of an odd number, by Newton's iteration.
fn inverse(d: u64) -> Option<u64> {
    if d & 1 == 0 {
        return None;
    }
    let step = |x: u64| x.wrapping_mul(2u64.wrapping_sub(d.wrapping_mul(x)));
    Some((0..6).fold(d, |x, _| step(x)))
}
