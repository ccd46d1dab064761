//! Bitwise operators on wiring: pushed into extensions and concatenations, and replaced by a
//! concatenation where the operands do not overlap, as in `hi << 8 | lo`.

use crate::bits::mask;
use crate::pool::Pool;
use crate::term::{Op, Term};
use crate::transfer;

impl Pool {
    /// `op` is one of `& | ^`.
    pub(super) fn bitwise_extensions(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let (x, y) = (self.node(a), self.node(b));
        let width = x.width();
        match (x.op, y.op) {
            // match: op (zext x) (zext y), x and y of one width; the same for sext
            // result: zext (op x y); sext (op x y)
            (Op::ZExt, Op::ZExt) if self.width(x.arg(0)) == self.width(y.arg(0)) => {
                let inner = self.binary(op, x.arg(0), y.arg(0));
                Some(self.zext(inner, width))
            }
            (Op::SExt, Op::SExt) if self.width(x.arg(0)) == self.width(y.arg(0)) => {
                let inner = self.binary(op, x.arg(0), y.arg(0));
                Some(self.sext(inner, width))
            }
            // match: op (zext x) c
            // result: concat (op 0 c's high part) (op x c's low part)
            (Op::ZExt, c) if c.is_const() => {
                let inner = self.width(x.arg(0));
                let zeros = self.zero(width - inner);
                Some(self.split_at(op, (zeros, x.arg(0)), b, inner))
            }
            _ => None,
        }
    }
    /// `op` is one of `& | ^`.
    pub(super) fn bitwise_concat(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        self.bitwise_concat_ordered(op, a, b).or_else(|| self.bitwise_concat_ordered(op, b, a))
    }
    /// match: op (concat h l) y, y constant or known to be zero beside h or beside l
    /// result: concat (op h y's high part) (op l y's low part)
    fn bitwise_concat_ordered(&mut self, op: Op, a: Term, y: Term) -> Option<Term> {
        let (h, l) = self.parts(Op::Concat, a)?;
        let low = self.width(l);
        let zeros = self.facts(y).zeros;
        let high_mask = mask(self.width(a)) & !mask(low);
        let splits = self.width(a) <= 64 && (zeros & high_mask == high_mask || zeros & mask(low) == mask(low));
        if !splits && !self.is_const(y) {
            return None;
        }
        self.pushing(|p| Some(p.split_at(op, (h, l), y, low)))
    }
    fn split_at(&mut self, op: Op, (h, l): (Term, Term), y: Term, low: u32) -> Term {
        let (high_y, low_y) = (self.extract(y, low, self.width(h)), self.extract(y, 0, low));
        let (high, low) = (self.binary(op, h, high_y), self.binary(op, l, low_y));
        self.concat(high, low)
    }
    /// match: op a b for + and *, both operands extended or constant, and the result's upper bits known zero
    /// result: zext (op at the bits that the result needs)
    pub(super) fn narrow_by_range(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        let extended = |t: Term| self.op(t) == Op::ZExt || self.is_const(t);
        if width > 64 || !extended(a) || !extended(b) {
            return None;
        }
        let facts = transfer::binary(op, width, self.facts(a), self.facts(b));
        let needed = (64 - facts.hi.leading_zeros()).max(1);
        if needed >= width || self.facts(a).hi > mask(needed) || self.facts(b).hi > mask(needed) {
            return None;
        }
        let (x, y) = (self.extract(a, 0, needed), self.extract(b, 0, needed));
        let narrow = self.binary(op, x, y);
        Some(self.zext(narrow, width))
    }
    /// match: x | y, x ^ y, x + y, where x is zero in the low k bits and y above them
    /// result: concat (extract x k) (extract y 0 k)
    pub(super) fn disjoint(&mut self, a: Term, b: Term) -> Option<Term> {
        self.disjoint_ordered(a, b).or_else(|| self.disjoint_ordered(b, a))
    }
    fn disjoint_ordered(&mut self, x: Term, y: Term) -> Option<Term> {
        let width = self.width(x);
        let k = self.facts(x).trailing_zeros();
        if width > 64 || k == 0 || k >= width || self.facts(y).hi > mask(k) {
            return None;
        }
        self.pushing(|p| {
            let (high, low) = (p.extract(x, k, width - k), p.extract(y, 0, k));
            Some(p.concat(high, low))
        })
    }
}
