//! Sets of machine integers: a range of the unsigned reading and one of the signed reading, each exact about wrap-around.
//!
//! Every operation contains all results that the machine can come to. Where a result may wrap, the reading in which it
//! does becomes everything that the width holds.

use secateur_ir::{BinOp, IntPred, mask};

/// The values of an integer of at most 64 bits. Never empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    pub bits: u32,
    pub ulo: u64,
    pub uhi: u64,
    pub slo: i64,
    pub shi: i64,
}

fn smallest(bits: u32) -> i64 {
    (-(1i128 << (bits - 1))) as i64
}
fn largest(bits: u32) -> i64 {
    ((1i128 << (bits - 1)) - 1) as i64
}

impl Range {
    /// Everything.
    pub fn full(bits: u32) -> Range {
        Range { bits, ulo: 0, uhi: mask(bits), slo: smallest(bits), shi: largest(bits) }
    }

    /// One value, zero-extended.
    pub fn constant(bits: u32, value: u64) -> Range {
        let value = i128::from(value & mask(bits));
        Range::wrapped(bits, value, value)
    }

    /// What numbers without bounds become at this width.
    pub fn wrapped(bits: u32, lo: i128, hi: i128) -> Range {
        let count = 1i128 << bits;
        let mut range = Range::full(bits);
        if lo.div_euclid(count) == hi.div_euclid(count) {
            (range.ulo, range.uhi) = (lo.rem_euclid(count) as u64, hi.rem_euclid(count) as u64);
        }
        let half = count / 2;
        let (low, high) = (lo.saturating_add(half), hi.saturating_add(half));
        if low.div_euclid(count) == high.div_euclid(count) {
            (range.slo, range.shi) = ((low.rem_euclid(count) - half) as i64, (high.rem_euclid(count) - half) as i64);
        }
        range.reduced().unwrap_or(Range::full(bits))
    }

    fn unsigned(bits: u32, lo: u64, hi: u64) -> Range {
        Range::wrapped(bits, lo.into(), hi.into())
    }

    /// Each reading tells something about the other. `None`: there is no value.
    fn reduced(mut self) -> Option<Range> {
        let top = largest(self.bits) as u64;
        let signed = |value: u64| ((value << (64 - self.bits)) as i64) >> (64 - self.bits);
        for _ in 0..2 {
            if self.ulo > self.uhi || self.slo > self.shi {
                return None;
            }
            if self.uhi <= top || self.ulo > top {
                self.slo = self.slo.max(signed(self.ulo));
                self.shi = self.shi.min(signed(self.uhi));
            }
            if self.slo > self.shi {
                return None;
            }
            if self.slo >= 0 || self.shi < 0 {
                self.ulo = self.ulo.max(self.slo as u64 & mask(self.bits));
                self.uhi = self.uhi.min(self.shi as u64 & mask(self.bits));
            }
        }
        (self.ulo <= self.uhi).then_some(self)
    }

    /// What is in both.
    pub fn meet(self, other: Range) -> Option<Range> {
        let (ulo, uhi) = (self.ulo.max(other.ulo), self.uhi.min(other.uhi));
        let (slo, shi) = (self.slo.max(other.slo), self.shi.min(other.shi));
        Range { bits: self.bits, ulo, uhi, slo, shi }.reduced()
    }

    /// What two ways of computing the same agree on.
    fn both(self, other: Range) -> Range {
        self.meet(other).unwrap_or(self)
    }

    pub fn join(self, other: Range) -> Range {
        Range {
            bits: self.bits,
            ulo: self.ulo.min(other.ulo),
            uhi: self.uhi.max(other.uhi),
            slo: self.slo.min(other.slo),
            shi: self.shi.max(other.shi),
        }
    }

    /// What has grown goes to the next of some numbers that the program mentions, or to the end of the width. `next` includes `self`.
    pub fn widen(self, next: Range, stops: &[i64]) -> Range {
        let mut wide = Range::full(self.bits);
        let below = |value: i64| stops.iter().rev().copied().find(|stop| *stop <= value);
        let above = |value: i64| stops.iter().copied().find(|stop| *stop >= value);
        wide.slo = if next.slo < self.slo { below(next.slo).unwrap_or(wide.slo).max(wide.slo) } else { self.slo };
        wide.shi = if next.shi > self.shi { above(next.shi).unwrap_or(wide.shi).min(wide.shi) } else { self.shi };
        wide.ulo = if next.ulo < self.ulo { 0 } else { self.ulo };
        let higher = || i64::try_from(next.uhi).ok().and_then(above).map_or(wide.uhi, |stop| stop as u64).min(wide.uhi);
        wide.uhi = if next.uhi > self.uhi { higher() } else { self.uhi };
        wide
    }

    pub fn contains(self, value: u64) -> bool {
        let value = value & mask(self.bits);
        Range::constant(self.bits, value).meet(self).is_some()
    }
    /// The one value.
    pub fn single(self) -> Option<u64> {
        (self.ulo == self.uhi).then_some(self.ulo)
    }

    pub fn zext(self, bits: u32) -> Range {
        Range::unsigned(bits, self.ulo, self.uhi)
    }
    pub fn sext(self, bits: u32) -> Range {
        Range::wrapped(bits, self.slo.into(), self.shi.into())
    }
    pub fn trunc(self, bits: u32) -> Range {
        let signed = Range::wrapped(bits, self.slo.into(), self.shi.into());
        Range::unsigned(bits, self.ulo, self.uhi).both(signed)
    }

    /// Whether signed arithmetic of these may leave the width.
    pub fn may_overflow(op: BinOp, a: Range, b: Range) -> bool {
        let (least, most) = match exact(op, (a.slo.into(), a.shi.into()), (b.slo.into(), b.shi.into())) {
            Some(ends) => ends,
            None => return true,
        };
        least < smallest(a.bits).into() || most > largest(a.bits).into()
    }

    pub fn binary(op: BinOp, a: Range, b: Range) -> Range {
        let bits = a.bits;
        let width = u64::from(bits);
        let full = Range::full(bits);
        let filled = |value: u64| if value == 0 { 0 } else { u64::MAX >> value.leading_zeros() };
        match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul => {
                let wrap = |ends: Option<(i128, i128)>| ends.map_or(full, |(lo, hi)| Range::wrapped(bits, lo, hi));
                let unsigned = wrap(exact(op, (a.ulo.into(), a.uhi.into()), (b.ulo.into(), b.uhi.into())));
                let signed = wrap(exact(op, (a.slo.into(), a.shi.into()), (b.slo.into(), b.shi.into())));
                unsigned.both(signed)
            }
            // Division by zero ends the path.
            BinOp::UDiv => Range::unsigned(bits, a.ulo / b.uhi.max(1), a.uhi / b.ulo.max(1)),
            BinOp::URem if a.uhi < b.ulo => a,
            BinOp::URem => Range::unsigned(bits, 0, a.uhi.min(b.uhi.max(1) - 1)),
            BinOp::SDiv => quotient(a, b),
            BinOp::SRem => {
                let most = b.slo.unsigned_abs().max(b.shi.unsigned_abs()).max(1) - 1;
                let least = if a.slo < 0 { -i128::from(most.min(a.slo.unsigned_abs())) } else { 0 };
                let most = if a.shi > 0 { i128::from(most.min(a.shi as u64)) } else { 0 };
                Range::wrapped(bits, least, most)
            }
            // What a shift by too much gives is not looked at.
            BinOp::Shl if b.uhi < width => {
                let ends = |lo: i128, hi: i128| {
                    let low = if lo < 0 { lo << b.uhi } else { lo << b.ulo };
                    let high = if hi < 0 { hi << b.ulo } else { hi << b.uhi };
                    Range::wrapped(bits, low, high)
                };
                // 127 bits hold what 64 shifted by 62 make.
                match b.uhi <= 62 {
                    true => ends(a.ulo.into(), a.uhi.into()).both(ends(a.slo.into(), a.shi.into())),
                    false => full,
                }
            }
            BinOp::LShr if b.uhi < width => Range::unsigned(bits, a.ulo >> b.uhi, a.uhi >> b.ulo),
            BinOp::AShr if b.uhi < width => {
                let low = if a.slo < 0 { a.slo >> b.ulo } else { a.slo >> b.uhi };
                let high = if a.shi < 0 { a.shi >> b.uhi } else { a.shi >> b.ulo };
                Range::wrapped(bits, low.into(), high.into())
            }
            BinOp::And => match (a.single(), b.single()) {
                (Some(x), Some(y)) => Range::constant(bits, x & y),
                _ => Range::unsigned(bits, 0, a.uhi.min(b.uhi)),
            },
            BinOp::Or => match (a.single(), b.single()) {
                (Some(x), Some(y)) => Range::constant(bits, x | y),
                _ => Range::unsigned(bits, a.ulo.max(b.ulo), filled(a.uhi | b.uhi)),
            },
            BinOp::Xor => match (a.single(), b.single()) {
                (Some(x), Some(y)) => Range::constant(bits, x ^ y),
                _ => Range::unsigned(bits, 0, filled(a.uhi | b.uhi)),
            },
            _ => full,
        }
    }

    /// Both operands where a comparison holds. `None`: it cannot.
    pub fn assume(pred: IntPred, a: Range, b: Range) -> Option<(Range, Range)> {
        let (mut x, mut y) = (a, b);
        match pred {
            IntPred::Eq => {
                let both = a.meet(b)?;
                return Some((both, both));
            }
            IntPred::Ne => {
                if let Some(value) = b.single() {
                    x = without(a, value)?;
                }
                if let Some(value) = a.single() {
                    y = without(b, value)?;
                }
                return Some((x, y));
            }
            IntPred::Ult => {
                x.uhi = x.uhi.min(b.uhi.checked_sub(1)?);
                y.ulo = y.ulo.max(a.ulo.checked_add(1)?);
            }
            IntPred::Ule => {
                x.uhi = x.uhi.min(b.uhi);
                y.ulo = y.ulo.max(a.ulo);
            }
            IntPred::Slt => {
                x.shi = x.shi.min(b.shi.checked_sub(1)?);
                y.slo = y.slo.max(a.slo.checked_add(1)?);
            }
            IntPred::Sle => {
                x.shi = x.shi.min(b.shi);
                y.slo = y.slo.max(a.slo);
            }
            IntPred::Ugt | IntPred::Uge | IntPred::Sgt | IntPred::Sge => {
                return Range::assume(pred.swap(), b, a).map(|(y, x)| (x, y));
            }
        }
        Some((x.reduced()?, y.reduced()?))
    }
}

/// Everything but one value, where that is at an end.
fn without(range: Range, value: u64) -> Option<Range> {
    let mut range = range;
    let signed = Range::constant(range.bits, value).slo;
    if range.ulo == value {
        range.ulo = range.ulo.checked_add(1)?;
    }
    if range.uhi == value {
        range.uhi = range.uhi.checked_sub(1)?;
    }
    if range.slo == signed {
        range.slo = range.slo.checked_add(1)?;
    }
    if range.shi == signed {
        range.shi = range.shi.checked_sub(1)?;
    }
    range.reduced()
}

/// The ends of a result without bounds.
fn exact(op: BinOp, a: (i128, i128), b: (i128, i128)) -> Option<(i128, i128)> {
    match op {
        BinOp::Add => Some((a.0 + b.0, a.1 + b.1)),
        BinOp::Sub => Some((a.0 - b.1, a.1 - b.0)),
        BinOp::Mul => {
            let mut ends = (i128::MAX, i128::MIN);
            for x in [a.0, a.1] {
                for y in [b.0, b.1] {
                    let product = x.checked_mul(y)?;
                    ends = (ends.0.min(product), ends.1.max(product));
                }
            }
            Some(ends)
        }
        _ => None,
    }
}

fn quotient(a: Range, b: Range) -> Range {
    let mut ends: Option<(i128, i128)> = None;
    let parts = [(b.slo.max(1), b.shi), (b.slo, b.shi.min(-1))];
    for (low, high) in parts.into_iter().filter(|(low, high)| low <= high) {
        for x in [a.slo, a.shi] {
            for y in [low, high] {
                let q = i128::from(x) / i128::from(y);
                ends = Some(ends.map_or((q, q), |(lo, hi)| (lo.min(q), hi.max(q))));
            }
        }
    }
    // The quotient that does not exist traps, like division by zero.
    ends.map_or(Range::full(a.bits), |(lo, hi)| Range::wrapped(a.bits, lo, hi.max(lo)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BITS: u32 = 4;

    fn signed(value: u64) -> i64 {
        ((value << 60) as i64) >> 60
    }

    /// What the machine does, at four bits. `None`: it reports an error.
    fn machine(op: BinOp, a: u64, b: u64) -> Option<u64> {
        let (x, y) = (signed(a), signed(b));
        let shifts = b < u64::from(BITS);
        Some(
            match op {
                BinOp::Add => a + b,
                BinOp::Sub => a.wrapping_sub(b),
                BinOp::Mul => a * b,
                BinOp::UDiv => a.checked_div(b)?,
                BinOp::URem => a.checked_rem(b)?,
                BinOp::SDiv if !(x == -8 && y == -1) => x.checked_div(y)? as u64,
                BinOp::SRem if !(x == -8 && y == -1) => x.checked_rem(y)? as u64,
                BinOp::Shl if shifts => a << b,
                BinOp::LShr if shifts => a >> b,
                BinOp::AShr if shifts => (x >> b) as u64,
                BinOp::And => a & b,
                BinOp::Or => a | b,
                BinOp::Xor => a ^ b,
                _ => return None,
            } & 15,
        )
    }

    /// Ranges as analyses make them: by both readings, and joined.
    fn ranges() -> Vec<Range> {
        let mut all = vec![];
        for lo in -8..16i128 {
            for hi in lo..16 {
                let range = Range::wrapped(BITS, lo, hi);
                if !all.contains(&range) {
                    all.push(range);
                }
            }
        }
        let twice: Vec<Range> =
            all.iter().step_by(29).flat_map(|a| all.iter().step_by(23).map(|b| a.join(*b))).collect();
        all.extend(twice);
        all.into_iter().step_by(2).collect()
    }

    fn values(range: Range) -> impl Iterator<Item = u64> {
        (0..16).filter(move |value| range.contains(*value))
    }

    /// Every result of every pair of values is inside.
    #[test]
    fn arithmetic_contains_what_the_machine_computes() {
        use BinOp::*;
        let all = ranges();
        for op in [Add, Sub, Mul, UDiv, URem, SDiv, SRem, Shl, LShr, AShr, And, Or, Xor] {
            for a in &all {
                for b in all.iter().step_by(5) {
                    let result = Range::binary(op, *a, *b);
                    for x in values(*a) {
                        for y in values(*b) {
                            let fits = machine(op, x, y).is_none_or(|r| result.contains(r));
                            assert!(fits, "{op:?} of {x} in {a:?} and {y} in {b:?} gives {result:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn comparisons_lose_nothing_that_satisfies_them() {
        use IntPred::*;
        let all = ranges();
        for pred in [Eq, Ne, Ult, Ule, Ugt, Uge, Slt, Sle, Sgt, Sge] {
            for a in &all {
                for b in all.iter().step_by(5) {
                    let left = Range::assume(pred, *a, *b);
                    for x in values(*a) {
                        for y in values(*b) {
                            let (s, t) = (signed(x), signed(y));
                            let holds = match pred {
                                Eq => x == y,
                                Ne => x != y,
                                Ult => x < y,
                                Ule => x <= y,
                                Ugt => x > y,
                                Uge => x >= y,
                                Slt => s < t,
                                Sle => s <= t,
                                Sgt => s > t,
                                Sge => s >= t,
                            };
                            let kept = left.is_some_and(|(a, b)| a.contains(x) && b.contains(y));
                            assert!(!holds || kept, "{x} {pred:?} {y} in {a:?}, {b:?}: {left:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn casts_joins_and_widening_contain_their_values() {
        let all = ranges();
        for a in &all {
            for x in values(*a) {
                assert!(a.zext(8).contains(x), "{a:?}");
                assert!(a.sext(8).contains(signed(x) as u64), "{a:?}");
                assert!(a.trunc(2).contains(x), "{a:?} to two bits");
                for b in all.iter().step_by(11) {
                    let join = a.join(*b);
                    assert!(join.contains(x) && a.widen(join, &[-3, 0, 2]).contains(x));
                    assert!(values(*b).all(|y| a.widen(join, &[-3, 0, 2]).contains(y)));
                }
            }
        }
    }

    #[test]
    fn overflow_is_never_missed() {
        let all = ranges();
        for op in [BinOp::Add, BinOp::Sub, BinOp::Mul] {
            for a in &all {
                for b in all.iter().step_by(5) {
                    let any = values(*a).any(|x| {
                        values(*b).any(|y| {
                            let (x, y) = (signed(x), signed(y));
                            let exact = match op {
                                BinOp::Add => x + y,
                                BinOp::Sub => x - y,
                                _ => x * y,
                            };
                            !(-8..8).contains(&exact)
                        })
                    });
                    assert!(!any || Range::may_overflow(op, *a, *b));
                }
            }
        }
    }
}
