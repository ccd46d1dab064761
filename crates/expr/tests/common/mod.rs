//! What the tests share: a random generator, and an independent definition of the integer operators.
#![allow(dead_code)] // Each test file uses its own part.

use secateur_expr::{Assignment, InputByte, Node, Op, Pool, Term};

/// Operators on two integers of one width, comparisons last.
pub fn int_ops() -> Vec<Op> {
    Op::ALL.iter().copied().filter(|op| op.is_int_binary()).collect()
}

/// SplitMix64.
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
    /// A value that is often near a boundary.
    pub fn value(&mut self) -> u64 {
        match self.below(6) {
            0 => self.below(4) as u64,
            1 => u64::MAX - self.below(3) as u64,
            2 => 1 << self.below(64),
            3 => (1u64 << self.below(64)).wrapping_neg(),
            _ => self.next(),
        }
    }
}

pub fn mask128(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

pub fn signed(v: u128, width: u32) -> i128 {
    ((v << (128 - width)) as i128) >> (128 - width)
}

/// SMT-LIB's meaning in Rust's own arithmetic, written apart from the crate's; widths up to 127.
pub fn reference(op: Op, w: u32, a: u128, b: u128) -> u128 {
    let (sa, sb) = (signed(a, w), signed(b, w));
    let over = b >= u128::from(w);
    let r = match op {
        Op::Add => a + b,
        Op::Sub => a.wrapping_sub(b),
        Op::Mul => a.wrapping_mul(b),
        Op::UDiv => a.checked_div(b).unwrap_or(u128::MAX),
        Op::SDiv => {
            if b == 0 {
                if sa < 0 { 1 } else { u128::MAX }
            } else {
                (sa / sb) as u128
            }
        }
        Op::URem => a.checked_rem(b).unwrap_or(a),
        Op::SRem => {
            if b == 0 {
                a
            } else {
                (sa % sb) as u128
            }
        }
        Op::Shl => {
            if over {
                0
            } else {
                a << b
            }
        }
        Op::LShr => {
            if over {
                0
            } else {
                a >> b
            }
        }
        Op::AShr => {
            if over {
                (sa >> 127) as u128
            } else {
                (sa >> b) as u128
            }
        }
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Eq => u128::from(a == b),
        Op::Ult => u128::from(a < b),
        Op::Ule => u128::from(a <= b),
        Op::Slt => u128::from(sa < sb),
        Op::Sle => u128::from(sa <= sb),
        _ => unreachable!("{op:?}"),
    };
    r & mask128(if op.is_comparison() { 1 } else { w })
}

pub fn byte(offset: u32) -> InputByte {
    InputByte { input: 0, offset }
}

/// The raw node of a random integer operator over earlier terms of the pool `all`.
pub fn random_node(pool: &Pool, rng: &mut Rng, all: &[Term], max_width: u32) -> Option<Node> {
    let a = rng.pick(all);
    let w = pool.width(a);
    let same: Vec<Term> = all.iter().copied().filter(|t| pool.width(*t) == w).collect();
    let b = rng.pick(&same);
    Some(match rng.below(12) {
        0 => Node::unary(rng.pick(&[Op::Not, Op::Neg]), w, a),
        1 if w > 1 => {
            let lo = rng.below(w as usize) as u32;
            Node::extract(a, lo, 1 + rng.below((w - lo) as usize) as u32)
        }
        2 => {
            let low = rng.pick(all);
            if w + pool.width(low) > max_width {
                return None;
            }
            Node::binary(Op::Concat, w + pool.width(low), a, low)
        }
        3 if w < max_width => {
            let to = w + 1 + rng.below((max_width - w) as usize) as u32;
            Node::unary(rng.pick(&[Op::ZExt, Op::SExt]), to, a)
        }
        4 | 5 => {
            let bits: Vec<Term> = all.iter().copied().filter(|t| pool.width(*t) == 1).collect();
            if bits.is_empty() {
                return None;
            }
            Node::ite(w, rng.pick(&bits), a, b)
        }
        _ => {
            let op = rng.pick(&int_ops());
            Node::binary(op, if op.is_comparison() { 1 } else { w }, a, b)
        }
    })
}

pub fn random_assignment(rng: &mut Rng, bytes: u32) -> Assignment {
    let mut inputs = Assignment::new();
    (0..bytes).for_each(|i| inputs.set(byte(i), rng.value() as u8));
    inputs
}
