//! Complement, conjunction, disjunction and exclusive or, which at 1 bit are the connectives of logic.
//! A mask of one run of bits is wiring.

use crate::bits::{Bits, mask};
use crate::pool::Pool;
use crate::term::{Node, Op, Term};

impl Pool {
    pub fn not(&mut self, a: Term) -> Term {
        let node = self.node(a);
        let arg = |i: usize| node.arg(i);
        match node.op {
            // match: ~c
            // result: the value
            op if op.is_const() => self.fold_node(Node::unary(Op::Not, node.width(), a)),
            // match: ~~x
            // result: x
            Op::Not => arg(0),
            // match: not (a < b), not (a <= b), unsigned or signed
            // result: b <= a, b < a
            Op::Ult => self.ule(arg(1), arg(0)),
            Op::Ule => self.ult(arg(1), arg(0)),
            Op::Slt => self.sle(arg(1), arg(0)),
            Op::Sle => self.slt(arg(1), arg(0)),
            // match: ~(x + c), ~(c - x)
            // result: ~c - x, x + ~c
            Op::Add if self.is_const(arg(1)) => {
                let c = self.not(arg(1));
                self.sub(c, arg(0))
            }
            Op::Sub if self.is_const(arg(0)) => {
                let c = self.not(arg(0));
                self.add(arg(1), c)
            }
            // match: ~(-x)
            // result: x - 1
            Op::Neg => {
                let ones = self.ones(node.width());
                self.add(arg(0), ones)
            }
            // match: ~(ite k c1 c2)
            // result: ite k ~c1 ~c2
            Op::Ite if self.constant_choice(a).is_some() => {
                let (x, y) = (self.not(arg(1)), self.not(arg(2)));
                self.ite(arg(0), x, y)
            }
            // match: ~(sext k) with k of 1 bit
            // result: sext (not k)
            Op::SExt if self.width(arg(0)) == 1 => {
                let flipped = self.not(arg(0));
                self.sext(flipped, node.width())
            }
            _ => self.seal(Node::unary(Op::Not, node.width(), a)),
        }
    }
    pub fn and(&mut self, a: Term, b: Term) -> Term {
        self.lattice(Op::And, a, b)
    }
    pub fn or(&mut self, a: Term, b: Term) -> Term {
        self.lattice(Op::Or, a, b)
    }
    /// Conjunction and disjunction, which mirror each other.
    fn lattice(&mut self, op: Op, a: Term, b: Term) -> Term {
        if let Some(t) = self.fold(op, a, b) {
            return t;
        }
        let (a, b) = self.ordered(a, b);
        // match: x & x, x | x
        // result: x
        if a == b {
            return a;
        }
        let rule = if self.is_const(b) { self.lattice_const(op, a, b) } else { self.lattice_terms(op, a, b) };
        let rule = rule.or_else(|| self.bitwise_extensions(op, a, b)).or_else(|| self.bitwise_concat(op, a, b));
        let rule = rule.or_else(|| if op == Op::Or { self.disjoint(a, b) } else { None });
        rule.unwrap_or_else(|| self.seal(Node::binary(op, self.width(a), a, b)))
    }
    fn lattice_const(&mut self, op: Op, x: Term, c: Term) -> Option<Term> {
        let (neutral, absorbing) = (self.is_ones(c) == (op == Op::And), self.is_zero(c) == (op == Op::And));
        let trivial = self.is_ones(c) || self.is_zero(c);
        // match: x & -1, x | 0
        // result: x
        if trivial && neutral {
            return Some(x);
        }
        // match: x & 0, x | -1
        // result: 0, -1
        if trivial && absorbing {
            return Some(c);
        }
        // match: (y & d) & c, (y | d) | c
        // result: y & (d & c), y | (d | c)
        if let Some((y, d)) = self.parts_const(op, x) {
            let both = self.binary(op, d, c);
            return Some(self.binary(op, y, both));
        }
        self.mask_covers(op, x, c).or_else(|| self.mask_runs(op, x, c))
    }
    /// match: x & c where c keeps all bits that x may have, x | c where x has all of c
    /// result: x
    fn mask_covers(&self, op: Op, x: Term, c: Term) -> Option<Term> {
        let (value, facts) = (self.as_u64(c)?, self.facts(x));
        let kept = if op == Op::And { !value & mask(self.width(x)) & !facts.zeros } else { value & !facts.ones };
        (kept == 0).then_some(x)
    }
    /// match: x & c, x | c, where c has at most three runs of equal bits
    /// result: the runs of x and of constants, concatenated
    fn mask_runs(&mut self, op: Op, x: Term, c: Term) -> Option<Term> {
        let runs = runs(&self.as_bits(c)?)?;
        let mut low = None;
        for (lo, width, set) in runs {
            let piece = match (op, set) {
                (Op::And, true) | (Op::Or, false) => self.extract(x, lo, width),
                (Op::And, false) => self.zero(width),
                _ => self.ones(width),
            };
            low = Some(low.map_or(piece, |low| self.concat(piece, low)));
        }
        low
    }
    fn lattice_terms(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        // match: ~x & ~y, ~x | ~y
        // result: ~(x | y), ~(x & y)
        if let (Some(x), Some(y)) = (self.inner(Op::Not, a), self.inner(Op::Not, b)) {
            let dual = if op == Op::And { Op::Or } else { Op::And };
            let inner = self.binary(dual, x, y);
            return Some(self.not(inner));
        }
        self.lattice_ordered(op, a, b).or_else(|| self.lattice_ordered(op, b, a))
    }
    fn lattice_ordered(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let dual = if op == Op::And { Op::Or } else { Op::And };
        // match: ~b & b, ~b | b; for comparisons, (b's negation) & b
        // result: 0, -1
        if self.is_complement(a, b) {
            return Some(if op == Op::And { self.zero(self.width(a)) } else { self.ones(self.width(a)) });
        }
        if let Some((x, y)) = self.parts(op, a) {
            // match: (b & y) & b, (x & b) & b; the same for |
            // result: (b & y), (x & b)
            if x == b || y == b {
                return Some(a);
            }
            // match: (~b & y) & b; the same for |
            // result: 0; -1
            if self.is_complement(x, b) || self.is_complement(y, b) {
                return Some(if op == Op::And { self.zero(self.width(a)) } else { self.ones(self.width(a)) });
            }
            // match: (x & c) & b; the same for |
            // result: (x & b) & c
            if self.is_const(y) {
                let rest = self.binary(op, x, b);
                return Some(self.binary(op, rest, y));
            }
        }
        let (x, y) = self.parts(dual, a)?;
        // match: (b | y) & b; the same mirrored
        // result: b
        if x == b || y == b {
            return Some(b);
        }
        // match: (~b | y) & b; the same mirrored
        // result: y & b
        match (self.is_complement(x, b), self.is_complement(y, b)) {
            (true, _) => Some(self.binary(op, y, b)),
            (_, true) => Some(self.binary(op, x, b)),
            _ => None,
        }
    }
    /// Whether one is the complement of the other, at a glance.
    fn is_complement(&self, a: Term, b: Term) -> bool {
        let flipped = |op: Op, other: Op| {
            let (x, y) = (self.node(a), self.node(b));
            x.op == op && y.op == other && x.a == y.b && x.b == y.a
        };
        self.inner(Op::Not, a) == Some(b)
            || self.inner(Op::Not, b) == Some(a)
            || flipped(Op::Ult, Op::Ule)
            || flipped(Op::Ule, Op::Ult)
            || flipped(Op::Slt, Op::Sle)
            || flipped(Op::Sle, Op::Slt)
    }

    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        if let Some(t) = self.fold(Op::Xor, a, b) {
            return t;
        }
        let (a, b) = self.ordered(a, b);
        let rule = self.xor_rules(a, b).or_else(|| self.bitwise_extensions(Op::Xor, a, b));
        let rule = rule.or_else(|| self.bitwise_concat(Op::Xor, a, b)).or_else(|| self.disjoint(a, b));
        rule.unwrap_or_else(|| self.seal(Node::binary(Op::Xor, self.width(a), a, b)))
    }
    fn xor_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        // match: x ^ x
        // result: 0
        if a == b {
            return Some(self.zero(self.width(a)));
        }
        // match: x ^ 0
        // result: x
        if self.is_zero(b) {
            return Some(a);
        }
        // match: x ^ -1
        // result: ~x
        if self.is_ones(b) {
            return Some(self.not(a));
        }
        self.xor_ordered(a, b).or_else(|| if self.is_const(b) { None } else { self.xor_ordered(b, a) })
    }
    fn xor_ordered(&mut self, a: Term, b: Term) -> Option<Term> {
        // match: ~x ^ b
        // result: ~(x ^ b)
        if let Some(x) = self.inner(Op::Not, a) {
            if self.is_const(b) {
                let c = self.not(b);
                return Some(self.xor(x, c));
            }
            let inner = self.xor(x, b);
            return Some(self.not(inner));
        }
        let (x, y) = self.parts(Op::Xor, a)?;
        // match: (x ^ c) ^ d, (x ^ c) ^ y
        // result: x ^ (c ^ d), (x ^ y) ^ c
        if self.is_const(y) {
            let (left, right) = if self.is_const(b) { (x, self.xor(y, b)) } else { (self.xor(x, b), y) };
            return Some(self.xor(left, right));
        }
        // match: (b ^ y) ^ b, (x ^ b) ^ b
        // result: y, x
        match b {
            _ if b == x => Some(y),
            _ if b == y => Some(x),
            _ => None,
        }
    }
}

/// The runs of equal bits from the lowest on, as (lowest bit, width, set), if there are at most three.
fn runs(value: &Bits) -> Option<Vec<(u32, u32, bool)>> {
    let mut runs: Vec<(u32, u32, bool)> = Vec::with_capacity(3);
    for i in 0..value.width() {
        let full = runs.len() == 3;
        match runs.last_mut() {
            Some((_, width, set)) if *set == value.bit(i) => *width += 1,
            _ if full => return None,
            _ => runs.push((i, 1, value.bit(i))),
        }
    }
    Some(runs)
}
