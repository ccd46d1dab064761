//! Unsigned and signed ranges of a term of at most 64 bits, each refining the other.

use secateur_expr::{Node, Op, Pool, Term, mask};

/// Where a term's value lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    pub width: u32,
    pub lo: u64,
    pub hi: u64,
    pub min: i64,
    pub max: i64,
}

/// A value of `width` bits as a signed number.
pub fn signed(width: u32, value: u64) -> i64 {
    ((value << (64 - width)) as i64) >> (64 - width)
}

impl Bounds {
    pub fn full(width: u32) -> Bounds {
        let top = mask(width - 1) as i64;
        Bounds { width, lo: 0, hi: mask(width), min: -top - 1, max: top }
    }
    pub fn unsigned(width: u32, lo: u64, hi: u64) -> Bounds {
        Bounds { lo, hi, ..Bounds::full(width) }.refined()
    }
    pub fn signed(width: u32, min: i64, max: i64) -> Bounds {
        Bounds { min, max, ..Bounds::full(width) }.refined()
    }
    /// No value is left: the conditions contradict each other.
    pub fn is_empty(&self) -> bool {
        self.lo > self.hi || self.min > self.max
    }
    pub fn meet(&self, other: &Bounds) -> Bounds {
        let (lo, hi) = (self.lo.max(other.lo), self.hi.min(other.hi));
        let (min, max) = (self.min.max(other.min), self.max.min(other.max));
        Bounds { width: self.width, lo, hi, min, max }.refined()
    }
    /// A range that does not cross the border of the other order is a range in it too.
    fn refined(mut self) -> Bounds {
        if self.is_empty() {
            return self;
        }
        let sign = 1u64 << (self.width - 1);
        if (self.lo ^ self.hi) & sign == 0 {
            self.min = self.min.max(signed(self.width, self.lo));
            self.max = self.max.min(signed(self.width, self.hi));
        }
        if (self.min < 0) == (self.max < 0) && !self.is_empty() {
            self.lo = self.lo.max(self.min as u64 & mask(self.width));
            self.hi = self.hi.min(self.max as u64 & mask(self.width));
        }
        self
    }
}

/// The bounds that a condition puts on terms, if it compares a term with a constant.
pub fn implied(pool: &Pool, cond: Term) -> Option<(Term, Bounds)> {
    let node = pool.node(cond);
    if node.op == Op::Not {
        return from_comparison(pool, &pool.node(node.arg(0)), false);
    }
    from_comparison(pool, &node, true)
}

fn from_comparison(pool: &Pool, node: &Node, holds: bool) -> Option<(Term, Bounds)> {
    if !matches!(node.op, Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle) {
        return None;
    }
    let (a, b) = (node.arg(0), node.arg(1));
    let w = pool.width(a);
    if w > 64 {
        return None;
    }
    let strict = matches!(node.op, Op::Ult | Op::Slt);
    let (term, c, left) = match (pool.as_u64(a), pool.as_u64(b)) {
        (None, Some(c)) => (a, c, true),
        (Some(c), None) => (b, c, false),
        _ => return None,
    };
    if node.op == Op::Eq {
        return holds.then(|| (term, Bounds::unsigned(w, c, c)));
    }
    // Below: term < c, term <= c. Above: term > c, term >= c. A negation swaps the two and the edge.
    let (below, edge) = if holds { (left, !strict) } else { (!left, strict) };
    let bounds = if matches!(node.op, Op::Ult | Op::Ule) {
        match (below, edge) {
            (true, true) => Bounds::unsigned(w, 0, c),
            (true, false) => Bounds::unsigned(w, 0, c.checked_sub(1)?),
            (false, true) => Bounds::unsigned(w, c, mask(w)),
            (false, false) => Bounds::unsigned(w, c.checked_add(1)?, mask(w)),
        }
    } else {
        let (full, c) = (Bounds::full(w), signed(w, c));
        match (below, edge) {
            (true, true) => Bounds::signed(w, full.min, c),
            (true, false) => Bounds::signed(w, full.min, c.checked_sub(1)?),
            (false, true) => Bounds::signed(w, c, full.max),
            (false, false) => Bounds::signed(w, c.checked_add(1)?, full.max),
        }
    };
    Some((term, bounds))
}
