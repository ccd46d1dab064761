//! Operators on columns of words: what has a form that the compiler can make vector instructions of.

use super::{Column, Operand};
use secateur_expr::{Node, Op, Pool, mask};

#[inline(always)]
fn map(a: Operand, out: &mut Column, f: impl Fn(u64) -> u64) {
    match a {
        Operand::Constant(a) => out.fill(f(a)),
        Operand::Column(a) => out.iter_mut().zip(a).for_each(|(o, a)| *o = f(*a)),
    }
}

#[inline(always)]
fn zip(a: Operand, b: Operand, out: &mut Column, f: impl Fn(u64, u64) -> u64) {
    match (a, b) {
        (Operand::Constant(a), _) => map(b, out, |b| f(a, b)),
        (_, Operand::Constant(b)) => map(a, out, |a| f(a, b)),
        (Operand::Column(a), Operand::Column(b)) => {
            out.iter_mut().zip(a.iter().zip(b)).for_each(|(o, (a, b))| *o = f(*a, *b));
        }
    }
}

/// The column of a node from those of its operands, all of at most 64 bits; false for operators that have none.
pub fn fill<'a>(pool: &Pool, node: &Node, operand: impl Fn(usize) -> Operand<'a>, out: &mut Column) -> bool {
    let ones = mask(node.width());
    let width_of = |i: usize| pool.width(node.arg(i));
    match node.op {
        Op::Not => map(operand(0), out, |a| !a & ones),
        Op::Neg => map(operand(0), out, |a| a.wrapping_neg() & ones),
        Op::Concat => {
            let low = width_of(1);
            zip(operand(0), operand(1), out, |a, b| a << low | b);
        }
        Op::Extract => {
            let lo = node.lo();
            map(operand(0), out, |a| a >> lo & ones);
        }
        Op::ZExt => map(operand(0), out, |a| a),
        Op::SExt => {
            let up = 64 - width_of(0);
            map(operand(0), out, |a| (((a << up) as i64) >> up) as u64 & ones);
        }
        Op::Ite => choose(operand(0), operand(1), operand(2), out),
        Op::TableRead => {
            let table = pool.table(node.table());
            map(operand(0), out, |i| table.values.get(i as usize).map_or(0, |v| v.low()));
        }
        op if op.is_int_binary() => binary(op, width_of(0), operand(0), operand(1), out),
        _ => return false,
    }
    true
}

fn choose(cond: Operand, then: Operand, other: Operand, out: &mut Column) {
    let at = |x: Operand, i: usize| match x {
        Operand::Constant(value) => value,
        Operand::Column(column) => column[i],
    };
    for (i, o) in out.iter_mut().enumerate() {
        let keep = at(cond, i).wrapping_neg();
        *o = at(then, i) & keep | at(other, i) & !keep;
    }
}

fn binary(op: Op, width: u32, a: Operand, b: Operand, out: &mut Column) {
    let ones = mask(width);
    let up = 64 - width;
    let signed = |v: u64| ((v << up) as i64) >> up;
    let fits = |b: u64| b < u64::from(width);
    match op {
        Op::Add => zip(a, b, out, |a, b| a.wrapping_add(b) & ones),
        Op::Sub => zip(a, b, out, |a, b| a.wrapping_sub(b) & ones),
        Op::Mul => zip(a, b, out, |a, b| a.wrapping_mul(b) & ones),
        Op::UDiv => zip(a, b, out, |a, b| a.checked_div(b).unwrap_or(ones)),
        Op::URem => zip(a, b, out, |a, b| a.checked_rem(b).unwrap_or(a)),
        Op::SDiv => zip(a, b, out, |a, b| match (b, signed(a) < 0) {
            (0, true) => 1,
            (0, false) => ones,
            _ => signed(a).wrapping_div(signed(b)) as u64 & ones,
        }),
        Op::SRem => zip(a, b, out, |a, b| if b == 0 { a } else { signed(a).wrapping_rem(signed(b)) as u64 & ones }),
        Op::Shl => zip(a, b, out, |a, b| if fits(b) { a << b & ones } else { 0 }),
        Op::LShr => zip(a, b, out, |a, b| if fits(b) { a >> b } else { 0 }),
        Op::AShr => zip(a, b, out, |a, b| (signed(a) >> if fits(b) { b } else { 63 }) as u64 & ones),
        Op::And => zip(a, b, out, |a, b| a & b),
        Op::Or => zip(a, b, out, |a, b| a | b),
        Op::Xor => zip(a, b, out, |a, b| a ^ b),
        Op::Eq => zip(a, b, out, |a, b| u64::from(a == b)),
        Op::Ult => zip(a, b, out, |a, b| u64::from(a < b)),
        Op::Ule => zip(a, b, out, |a, b| u64::from(a <= b)),
        Op::Slt => zip(a, b, out, |a, b| u64::from(signed(a) < signed(b))),
        Op::Sle => zip(a, b, out, |a, b| u64::from(signed(a) <= signed(b))),
        _ => unreachable!("{op:?} is no integer operator on two operands"),
    }
}
