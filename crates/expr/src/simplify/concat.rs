//! Joining terms. Concatenations nest to the right, leading zeros are a zero extension, and neighbours
//! that were cut from one term grow together again.

use crate::pool::Pool;
use crate::term::{Node, Op, Term};

impl Pool {
    /// `high` above `low`.
    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        let total = self.width(high) + self.width(low);
        match self.op(high) {
            // match: concat 0 l
            // result: zext l
            op if op.is_const() && self.is_zero(high) => self.zext(low, total),
            // match: concat (zext x) l
            // result: zext (concat x l)
            Op::ZExt => {
                let x = self.node(high).arg(0);
                let joined = self.concat(x, low);
                self.zext(joined, total)
            }
            Op::Concat => self.concat_right(high, low),
            _ => self.concat_piece(high, low),
        }
    }
    /// match: concat (concat a b) l
    /// result: concat a (concat b l)
    fn concat_right(&mut self, high: Term, low: Term) -> Term {
        let mut pieces = Vec::new();
        let mut rest = high;
        while let Some((h, l)) = self.parts(Op::Concat, rest) {
            pieces.push(h);
            rest = l;
        }
        let joined = self.concat(rest, low);
        pieces.into_iter().rev().fold(joined, |low, piece| self.concat(piece, low))
    }
    fn concat_piece(&mut self, high: Term, low: Term) -> Term {
        if let Some(t) = self.concat_sign(high, low).or_else(|| self.merge(high, low)) {
            return t;
        }
        // match: concat a (concat b l), where a and b merge
        // result: concat ab l
        if let Some((next, rest)) = self.parts(Op::Concat, low)
            && let Some(merged) = self.merge(high, next)
        {
            return self.concat(merged, rest);
        }
        let width = self.width(high) + self.width(low);
        self.seal(Node::binary(Op::Concat, width, high, low))
    }
    /// match: concat (copies of s) l, where s is the sign bit of l
    /// result: sext l
    fn concat_sign(&mut self, high: Term, low: Term) -> Option<Term> {
        let sign = if self.width(high) == 1 { high } else { self.inner(Op::SExt, high)? };
        let may_be = self.width(sign) == 1 && self.support(sign) == self.support_of_top(low);
        if !may_be || self.sign_bit(low) != sign {
            return None;
        }
        Some(self.sext(low, self.width(high) + self.width(low)))
    }
    /// The support of the part that the sign bit is in: a cheap test before that bit is built.
    fn support_of_top(&self, t: Term) -> crate::Support {
        let top = self.parts(Op::Concat, t).map_or(t, |(h, _)| h);
        self.support(top)
    }
    /// One term for two neighbours.
    fn merge(&mut self, high: Term, low: Term) -> Option<Term> {
        let (h, l) = (self.node(high), self.node(low));
        let total = h.width() + l.width();
        match (h.op, l.op) {
            // match: concat c1 c2
            // result: the value
            (a, b) if a.is_const() && b.is_const() => Some(self.fold_node(Node::binary(Op::Concat, total, high, low))),
            // match: concat (extract x (lo+n) m) (extract x lo n)
            // result: extract x lo (n+m)
            (Op::Extract, Op::Extract) if h.arg(0) == l.arg(0) && h.lo() == l.lo() + l.width() => {
                Some(self.extract(h.arg(0), l.lo(), total))
            }
            // match: concat (extract x lo m) t, where t is what the extract of the n bits below became
            // result: extract x (lo-n) (n+m)
            (Op::Extract, _) if h.lo() >= l.width() && self.may_be_extracted(low) => {
                let below = self.extract(h.arg(0), h.lo() - l.width(), l.width());
                if below == low { Some(self.extract(h.arg(0), h.lo() - l.width(), total)) } else { None }
            }
            // match: concat c (zext x)
            // result: concat (concat c 0) x
            (a, Op::ZExt) if a.is_const() => {
                let zeros = self.zero(l.width() - self.width(l.arg(0)));
                let high = self.concat(high, zeros);
                Some(self.concat(high, l.arg(0)))
            }
            // match: concat (ite k a b) (ite k c d)
            // result: ite k (concat a c) (concat b d)
            (Op::Ite, Op::Ite) if h.arg(0) == l.arg(0) => self.pushing(|p| {
                let (x, y) = (p.concat(h.arg(1), l.arg(1)), p.concat(h.arg(2), l.arg(2)));
                Some(p.ite(h.arg(0), x, y))
            }),
            _ => None,
        }
    }
    /// Whether extracts are pushed into terms of this kind, so that one may stand for an extract.
    fn may_be_extracted(&self, t: Term) -> bool {
        use Op::{Add, And, Ite, Mul, Neg, Not, Or, SExt, Sub, Xor};
        matches!(self.op(t), Add | Sub | Mul | Neg | Not | And | Or | Xor | Ite | SExt)
    }
}
