//! Sums, differences and negation. `x - c` is written as a sum; one constant at most stays, outermost.

use crate::pool::Pool;
use crate::term::{Node, Op, Term};

impl Pool {
    pub fn add(&mut self, a: Term, b: Term) -> Term {
        if let Some(t) = self.fold(Op::Add, a, b) {
            return t;
        }
        let (a, b) = self.ordered(a, b);
        let width = self.width(a);
        // match: a + b at 1 bit
        // result: a ^ b
        if width == 1 {
            return self.xor(a, b);
        }
        let rule = if self.is_const(b) { self.add_const(a, b) } else { self.add_terms(a, b) };
        let rule = rule.or_else(|| self.disjoint(a, b)).or_else(|| self.add_high(a, b));
        let rule = rule.or_else(|| self.narrow_by_range(Op::Add, a, b));
        rule.unwrap_or_else(|| self.seal(Node::binary(Op::Add, width, a, b)))
    }
    fn add_const(&mut self, x: Term, c: Term) -> Option<Term> {
        // match: x + 0
        // result: x
        if self.is_zero(c) {
            return Some(x);
        }
        let node = self.node(x);
        match node.op {
            // match: (y + d) + c
            // result: y + (d + c)
            Op::Add if self.is_const(node.arg(1)) => {
                let sum = self.add(node.arg(1), c);
                Some(self.add(node.arg(0), sum))
            }
            // match: (d - y) + c
            // result: (d + c) - y
            Op::Sub if self.is_const(node.arg(0)) => {
                let sum = self.add(node.arg(0), c);
                Some(self.sub(sum, node.arg(1)))
            }
            // match: ~y + c
            // result: (c - 1) - y
            Op::Not => {
                let ones = self.ones(node.width());
                let less = self.add(c, ones);
                Some(self.sub(less, node.arg(0)))
            }
            // match: -y + c
            // result: c - y
            Op::Neg => Some(self.sub(c, node.arg(0))),
            _ => None,
        }
    }
    fn add_terms(&mut self, a: Term, b: Term) -> Option<Term> {
        // match: x + x
        // result: x << 1
        if a == b {
            let one = self.constant(self.width(a), 1);
            return Some(self.shl(a, one));
        }
        self.add_ordered(a, b).or_else(|| self.add_ordered(b, a))
    }
    fn add_ordered(&mut self, a: Term, b: Term) -> Option<Term> {
        let node = self.node(a);
        match node.op {
            // match: (x + c) + b
            // result: (x + b) + c
            Op::Add if self.is_const(node.arg(1)) => {
                let sum = self.add(node.arg(0), b);
                Some(self.add(sum, node.arg(1)))
            }
            // match: (c - x) + b
            // result: (b - x) + c
            Op::Sub if self.is_const(node.arg(0)) => {
                let difference = self.sub(b, node.arg(1));
                Some(self.add(difference, node.arg(0)))
            }
            // match: (x - b) + b
            // result: x
            Op::Sub if node.arg(1) == b => Some(node.arg(0)),
            // match: -x + b
            // result: b - x
            Op::Neg => Some(self.sub(b, node.arg(0))),
            // match: ~b + b
            // result: -1
            Op::Not if node.arg(0) == b => Some(self.ones(node.width())),
            _ => None,
        }
    }
    /// match: (concat h l) + y, the part of y under l being zero
    /// result: concat (h + y's high part) l
    fn add_high(&mut self, a: Term, b: Term) -> Option<Term> {
        self.add_high_ordered(a, b).or_else(|| self.add_high_ordered(b, a))
    }
    fn add_high_ordered(&mut self, a: Term, y: Term) -> Option<Term> {
        let (h, l) = self.parts(Op::Concat, a)?;
        let low = self.width(l);
        let zeros = match self.as_bits(y) {
            Some(value) => value.trailing_zeros(),
            None => self.facts(y).trailing_zeros(),
        };
        if zeros < low {
            return None;
        }
        self.pushing(|p| {
            let high = p.extract(y, low, p.width(h));
            let sum = p.add(h, high);
            Some(p.concat(sum, l))
        })
    }

    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        if let Some(t) = self.fold(Op::Sub, a, b) {
            return t;
        }
        let width = self.width(a);
        // match: a - b at 1 bit
        // result: a ^ b
        if width == 1 {
            return self.xor(a, b);
        }
        // match: x - c
        // result: x + (-c)
        if self.is_const(b) {
            let c = self.neg(b);
            return self.add(a, c);
        }
        let rule = self.sub_same(a, b).or_else(|| self.sub_left(a, b)).or_else(|| self.sub_right(a, b));
        rule.unwrap_or_else(|| self.seal(Node::binary(Op::Sub, width, a, b)))
    }
    fn sub_same(&mut self, a: Term, b: Term) -> Option<Term> {
        // match: x - x
        // result: 0
        if a == b {
            return Some(self.zero(self.width(a)));
        }
        // match: 0 - x
        // result: -x
        if self.is_zero(a) {
            return Some(self.neg(b));
        }
        // match: -1 - x
        // result: ~x
        self.is_ones(a).then(|| self.not(b))
    }
    fn sub_left(&mut self, a: Term, b: Term) -> Option<Term> {
        let (x, y) = self.parts(Op::Add, a)?;
        // match: (x + c) - b
        // result: (x - b) + c
        if self.is_const(y) {
            let difference = self.sub(x, b);
            return Some(self.add(difference, y));
        }
        // match: (x + b) - b, (b + y) - b
        // result: x, y
        match b {
            _ if b == y => Some(x),
            _ if b == x => Some(y),
            _ => None,
        }
    }
    fn sub_right(&mut self, a: Term, b: Term) -> Option<Term> {
        let node = self.node(b);
        match node.op {
            // match: a - (x + c)
            // result: (a - x) + (-c)
            Op::Add if self.is_const(node.arg(1)) => {
                let difference = self.sub(a, node.arg(0));
                let c = self.neg(node.arg(1));
                Some(self.add(difference, c))
            }
            // match: a - (c - x)
            // result: (a + x) + (-c)
            Op::Sub if self.is_const(node.arg(0)) => {
                let sum = self.add(a, node.arg(1));
                let c = self.neg(node.arg(0));
                Some(self.add(sum, c))
            }
            // match: a - (a - x)
            // result: x
            Op::Sub if node.arg(0) == a => Some(node.arg(1)),
            // match: a - (-x)
            // result: a + x
            Op::Neg => Some(self.add(a, node.arg(0))),
            _ => None,
        }
    }

    pub fn neg(&mut self, a: Term) -> Term {
        let node = self.node(a);
        match node.op {
            // match: -c
            // result: the value
            op if op.is_const() => self.fold_node(Node::unary(Op::Neg, node.width(), a)),
            // match: -x at 1 bit
            // result: x
            _ if node.width == 1 => a,
            // match: -(-x)
            // result: x
            Op::Neg => node.arg(0),
            // match: -(x - y)
            // result: y - x
            Op::Sub => self.sub(node.arg(1), node.arg(0)),
            // match: -(x + c)
            // result: (-c) - x
            Op::Add if self.is_const(node.arg(1)) => {
                let c = self.neg(node.arg(1));
                self.sub(c, node.arg(0))
            }
            // match: -(~x)
            // result: x + 1
            Op::Not => {
                let one = self.constant(node.width(), 1);
                self.add(node.arg(0), one)
            }
            // match: -(zext x) with x of 1 bit
            // result: sext x
            Op::ZExt if self.width(node.arg(0)) == 1 => self.sext(node.arg(0), node.width()),
            // match: -(sext x) with x of 1 bit
            // result: zext x
            Op::SExt if self.width(node.arg(0)) == 1 => self.zext(node.arg(0), node.width()),
            _ => self.seal(Node::unary(Op::Neg, node.width(), a)),
        }
    }
}
