//! Floating point by the processor, where it gives the same bits as the terms mean: that is everywhere but for what is not a number,
//! does not fit or is not rounded to the nearest.

use secateur_expr::{Format, Node, Op, Rounding, mask};

/// An operation on floating-point numbers, if the processor does what the terms mean. `width` is that of the first operand.
pub fn by_processor(node: &Node, a: u64, b: u64, width: u32) -> Option<u64> {
    let is_nearest = node.rounding() == Rounding::NearestEven;
    let double = |x: f64| (is_nearest && !x.is_nan()).then(|| x.to_bits());
    let single = |x: f32| (is_nearest && !x.is_nan()).then(|| u64::from(x.to_bits()));
    macro_rules! arithmetic {
        ($x:expr, $y:expr, $made:expr) => {{
            let (x, y) = ($x, $y);
            match node.op {
                Op::FAdd => $made(x + y),
                Op::FSub => $made(x - y),
                Op::FMul => $made(x * y),
                Op::FDiv => $made(x / y),
                Op::FSqrt => $made(x.sqrt()),
                Op::FLt => Some(u64::from(x < y)),
                Op::FLe => Some(u64::from(x <= y)),
                Op::FEq => Some(u64::from(x == y)),
                Op::FToS => truncated(f64::from(x), node.width(), true),
                Op::FToU => truncated(f64::from(x), node.width(), false),
                Op::FToF => match node.to_format() {
                    Format::F64 => double(f64::from(x)),
                    Format::F32 => single(x as f32),
                    Format::F80 => None,
                },
                _ => None,
            }
        }};
    }
    let signed = (a << (64 - width)) as i64 >> (64 - width);
    match (node.op, node.format()) {
        (Op::SToF, Format::F64) => double(signed as f64),
        (Op::SToF, Format::F32) => single(signed as f32),
        (Op::UToF, Format::F64) => double(a as f64),
        (Op::UToF, Format::F32) => single(a as f32),
        (_, Format::F64) => arithmetic!(f64::from_bits(a), f64::from_bits(b), double),
        (_, Format::F32) => arithmetic!(f32::from_bits(a as u32), f32::from_bits(b as u32), single),
        (_, Format::F80) => None,
    }
}

/// A number as an integer that it fits into.
fn truncated(x: f64, width: u32, is_signed: bool) -> Option<u64> {
    let bits = width.min(63) as i32 - i32::from(is_signed);
    let (least, most) = (if is_signed { -(2f64.powi(bits)) } else { 0.0 }, 2f64.powi(bits));
    (x >= least && x < most).then(|| x as i64 as u64 & mask(width))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;
    use secateur_expr::{Bits, Pool, Term, node_value};

    /// Every operation on all sorts of numbers, against the definition of the terms.
    #[test]
    fn the_processor_gives_the_same_bits() {
        let (pool, mut rng, mut quick) = (Pool::new(), Rng::with_seed(7), 0);
        let args: Vec<Term> = vec![];
        let ops = [Op::FAdd, Op::FSub, Op::FMul, Op::FDiv, Op::FSqrt, Op::FLt, Op::FLe, Op::FEq];
        for round in 0..40_000 {
            let format = if rng.bool() { Format::F64 } else { Format::F32 };
            let to = if rng.bool() { Format::F64 } else { Format::F32 };
            let int = [8, 16, 32, 64][rng.usize(..4)];
            let mode = if round % 4 == 0 { Rounding::ALL[rng.usize(..5)] } else { Rounding::NearestEven };
            let (op, width, from) = match rng.u32(..5) {
                0 => ([Op::SToF, Op::UToF][rng.usize(..2)], format.width(), int),
                1 => ([Op::FToS, Op::FToU][rng.usize(..2)], int, format.width()),
                2 if to != format => (Op::FToF, to.width(), format.width()),
                _ => {
                    let op = ops[rng.usize(..ops.len())];
                    (op, if op.is_comparison() { 1 } else { format.width() }, format.width())
                }
            };
            let node = Node::float(op, width, format, to, mode, &args);
            let mut number = || match (from == format.width(), format) {
                (true, Format::F64) if rng.bool() => (rng.i32(-5000..5000) as f64 / 8.0).to_bits(),
                (true, Format::F32) if rng.bool() => u64::from((rng.i32(-5000..5000) as f32 / 8.0).to_bits()),
                _ => (rng.u64(..) >> rng.u32(..64)) & mask(from),
            };
            let (a, b) = (number(), number());
            if let Some(value) = by_processor(&node, a, b, from) {
                let slow = node_value(&pool, &node, |i| Bits::from_u64(from, [a, b][i]));
                assert_eq!(value, slow.low(), "{op:?} {format:?} {to:?} {mode:?} {a:x} {b:x} {int}");
                quick += 1;
            }
        }
        assert!(quick > 20_000, "{quick}");
    }
}
