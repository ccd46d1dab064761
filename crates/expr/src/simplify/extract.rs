//! Taking bits out of a term: pushed through all that is wiring.

use crate::pool::Pool;
use crate::term::{Node, Op, Term};

impl Pool {
    /// The bits `lo .. lo + width`.
    pub fn extract(&mut self, a: Term, lo: u32, width: u32) -> Term {
        assert!(lo + width <= self.width(a), "bits {lo}..{} of {}", lo + width, self.width(a));
        // match: all bits of x
        // result: x
        if width == self.width(a) {
            return a;
        }
        if self.op(a) == Op::Concat { self.extract_concat(a, lo, width) } else { self.extract_leaf(a, lo, width) }
    }
    /// match: extract (concat h l)
    /// result: extract h, extract l, or the concatenation of both
    ///
    /// A loop, since concatenations nest as deep as they have parts.
    fn extract_concat(&mut self, a: Term, mut lo: u32, mut width: u32) -> Term {
        let mut at = a;
        let mut above = Vec::new();
        while let Some((h, l)) = self.parts(Op::Concat, at) {
            let low = self.width(l);
            if lo >= low {
                (at, lo) = (h, lo - low);
            } else {
                if lo + width > low {
                    above.push(self.extract(h, 0, lo + width - low));
                    width = low - lo;
                }
                at = l;
            }
        }
        let rest = if width == self.width(at) { at } else { self.extract_leaf(at, lo, width) };
        above.into_iter().rev().fold(rest, |low, high| self.concat(high, low))
    }
    fn extract_leaf(&mut self, a: Term, lo: u32, width: u32) -> Term {
        let node = self.node(a);
        let rule = match node.op {
            // match: extract c
            // result: the value
            op if op.is_const() => Some(self.fold_node(Node::extract(a, lo, width))),
            // match: extract (extract x)
            // result: extract x
            Op::Extract => Some(self.extract(node.arg(0), node.lo() + lo, width)),
            Op::ZExt => Some(self.extract_zext(node.arg(0), lo, width)),
            Op::SExt => Some(self.extract_sext(node.arg(0), lo, width)),
            Op::Not | Op::And | Op::Or | Op::Xor => self.extract_bitwise(&node, lo, width),
            Op::Add | Op::Sub | Op::Mul | Op::Neg if lo == 0 => self.extract_low(&node, width),
            Op::Ite => self.extract_ite(&node, lo, width),
            _ => None,
        };
        rule.unwrap_or_else(|| self.seal(Node::extract(a, lo, width)))
    }
    /// match: extract (zext x)
    /// result: extract x, 0, or zext (extract x)
    fn extract_zext(&mut self, x: Term, lo: u32, width: u32) -> Term {
        let inner = self.width(x);
        if lo >= inner {
            return self.zero(width);
        }
        let taken = self.extract(x, lo, width.min(inner - lo));
        self.zext(taken, width)
    }
    /// match: extract (sext x)
    /// result: extract x, or sext (extract x), at least the sign bit of x
    fn extract_sext(&mut self, x: Term, lo: u32, width: u32) -> Term {
        let inner = self.width(x);
        let from = lo.min(inner - 1);
        let taken = self.extract(x, from, width.min(inner - from));
        self.sext(taken, width)
    }
    /// Whether bits can be taken out of the term at no cost.
    fn is_wiring(&self, t: Term) -> bool {
        let op = self.op(t);
        op.is_const() || matches!(op, Op::Concat | Op::Extract | Op::ZExt | Op::SExt)
    }
    /// match: extract (op x y) for `~ & | ^`, a constant or wiring among the operands
    /// result: op (extract x) (extract y)
    fn extract_bitwise(&mut self, node: &Node, lo: u32, width: u32) -> Option<Term> {
        let pays = node.args().any(|t| self.is_const(t)) || node.args().all(|t| self.is_wiring(t));
        if !pays {
            return None;
        }
        self.pushing(|p| Some(p.map_args(*node, width, |p, t| p.extract(t, lo, width))))
    }
    /// match: extract (op x y) 0 for `+ - *`, both operands wiring
    /// result: op (extract x 0) (extract y 0)
    fn extract_low(&mut self, node: &Node, width: u32) -> Option<Term> {
        if !node.args().all(|t| self.is_wiring(t)) {
            return None;
        }
        self.pushing(|p| Some(p.map_args(*node, width, |p, t| p.extract(t, 0, width))))
    }
    /// match: extract (ite k x y), an arm constant or both wiring
    /// result: ite k (extract x) (extract y)
    fn extract_ite(&mut self, node: &Node, lo: u32, width: u32) -> Option<Term> {
        let (k, x, y) = (node.arg(0), node.arg(1), node.arg(2));
        let pays = self.is_const(x) || self.is_const(y) || self.is_wiring(x) && self.is_wiring(y);
        if !pays {
            return None;
        }
        self.pushing(|p| {
            let (x, y) = (p.extract(x, lo, width), p.extract(y, lo, width));
            Some(p.ite(k, x, y))
        })
    }
    /// The same operator on other operands, at another width.
    fn map_args(&mut self, node: Node, width: u32, mut f: impl FnMut(&mut Pool, Term) -> Term) -> Term {
        let mut mapped = node.with_args(|t| f(self, t));
        mapped.width = width as u16;
        self.build(mapped)
    }
}
