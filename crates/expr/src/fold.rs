//! The value of one node from the values of its operands: the single definition of what operators mean.
//!
//! Constant folding, the evaluator and the tests all go through here.

use crate::arith::{self, mask128};
use crate::bits::{Bits, mask};
use crate::float;
use crate::pool::Pool;
use crate::term::{Node, Op};

macro_rules! machine_words {
    ($(#[$doc:meta])* $name:ident, $u:ty, $i:ty, $mask:expr, $binary:expr) => {
        $(#[$doc])*
        #[inline]
        pub fn $name(node: &Node, arg: impl Fn(usize) -> ($u, u32)) -> Option<$u> {
            let (a, wa) = arg(0);
            let ones = $mask(node.width());
            Some(match node.op {
                op if op.is_int_binary() => $binary(op, wa, a, arg(1).0),
                Op::Not => !a & ones,
                Op::Neg => a.wrapping_neg() & ones,
                Op::Concat => {
                    let (low, width) = arg(1);
                    a << width | low
                }
                Op::Extract => a >> node.lo() & ones,
                Op::ZExt => a,
                Op::SExt => {
                    let up = <$u>::BITS - wa;
                    (((a << up) as $i) >> up) as $u & ones
                }
                Op::Ite => arg(if a == 1 { 1 } else { 2 }).0,
                _ => return None,
            })
        }
    };
}

machine_words! {
    /// The value of a node whose operands, and itself, have at most 64 bits; `None` for operators that only
    /// [`value`] knows. `arg` gives an operand's value and width.
    narrow_value, u64, i64, mask, arith::narrow
}
machine_words! {
    /// As [`narrow_value`], for at most 128 bits.
    medium_value, u128, i128, mask128, arith::medium
}

/// The value of any node but an input; `arg` gives an operand's value.
pub fn value(pool: &Pool, node: &Node, arg: impl Fn(usize) -> Bits) -> Bits {
    let width = node.width();
    match node.op {
        Op::Const => Bits::from_u64(width, u64::from(node.a) | u64::from(node.b) << 32),
        Op::WideConst => pool.wide_constant(node.a).clone(),
        Op::Input => unreachable!("an input's value is not made of operands"),
        Op::Not => arg(0).not(),
        Op::Neg => arith::negate(&arg(0)),
        Op::Concat => Bits::concat(&arg(0), &arg(1)),
        Op::Extract => arg(0).extract(node.lo(), width),
        Op::ZExt => arg(0).zext(width),
        Op::SExt => arg(0).sext(width),
        Op::Ite => arg(if arg(0).low() == 1 { 1 } else { 2 }),
        Op::TableRead => pool.table(node.table()).get(&arg(0)),
        op if op.is_float() => float::value(node, arg),
        op => arith::binary(op, &arg(0), &arg(1)),
    }
}
