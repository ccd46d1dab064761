//! Integer operators as circuits over words, the least bit first.
//!
//! All circuits are functions of their inputs, with no side conditions; division by zero and over-shifts come
//! out as in SMT-LIB without a special case.

use super::gates::{FALSE, Gates, Lit, TRUE};
use secateur_expr::{Op, Table};

pub type Word = Vec<Lit>;

/// `a + b + carry`, and the carry out.
pub fn add(g: &mut Gates, a: &[Lit], b: &[Lit], mut carry: Lit) -> (Word, Lit) {
    let mut sum = Word::with_capacity(a.len());
    for (x, y) in a.iter().zip(b) {
        sum.push(g.xor3(*x, *y, carry));
        carry = g.majority(*x, *y, carry);
    }
    (sum, carry)
}

pub fn not(a: &[Lit]) -> Word {
    a.iter().map(|l| !*l).collect()
}

pub fn negate(g: &mut Gates, a: &[Lit]) -> Word {
    let zero = vec![FALSE; a.len()];
    add(g, &not(a), &zero, TRUE).0
}

/// `a - b`, and whether `a >= b`.
fn subtract(g: &mut Gates, a: &[Lit], b: &[Lit]) -> (Word, Lit) {
    add(g, a, &not(b), TRUE)
}

/// Whether `a >= b`: the carry of the subtraction.
fn at_least(g: &mut Gates, a: &[Lit], b: &[Lit]) -> Lit {
    a.iter().zip(b).fold(TRUE, |carry, (x, y)| g.majority(*x, !*y, carry))
}

pub fn choose(g: &mut Gates, c: Lit, a: &[Lit], b: &[Lit]) -> Word {
    a.iter().zip(b).map(|(x, y)| g.mux(c, *x, *y)).collect()
}

/// An operator on two words of the same width.
pub fn binary(g: &mut Gates, op: Op, a: &[Lit], b: &[Lit]) -> Word {
    let zip = |g: &mut Gates, f: fn(&mut Gates, Lit, Lit) -> Lit| -> Word {
        a.iter().zip(b).map(|(x, y)| f(g, *x, *y)).collect()
    };
    match op {
        Op::Add => add(g, a, b, FALSE).0,
        Op::Sub => subtract(g, a, b).0,
        Op::Mul => multiply(g, a, b),
        Op::UDiv => divide(g, a, b).0,
        Op::URem => divide(g, a, b).1,
        Op::SDiv => signed_divide(g, a, b).0,
        Op::SRem => signed_divide(g, a, b).1,
        Op::Shl | Op::LShr | Op::AShr => shift(g, op, a, b),
        Op::And => zip(g, Gates::and),
        Op::Or => zip(g, Gates::or),
        Op::Xor => zip(g, Gates::xor),
        Op::Eq => {
            let different = zip(g, Gates::xor);
            vec![!g.any(different)]
        }
        Op::Ult => vec![!at_least(g, a, b)],
        Op::Ule => vec![at_least(g, b, a)],
        Op::Slt => vec![!at_least(g, &biased(a), &biased(b))],
        Op::Sle => vec![at_least(g, &biased(b), &biased(a))],
        _ => unreachable!("{op:?} is no integer operator on two operands"),
    }
}

/// The word whose unsigned order is the signed order of the argument.
fn biased(a: &[Lit]) -> Word {
    let mut out = a.to_vec();
    if let Some(sign) = out.last_mut() {
        *sign = !*sign;
    }
    out
}

/// Shift and add, by the bits of the operand of which more bits are constant.
fn multiply(g: &mut Gates, a: &[Lit], b: &[Lit]) -> Word {
    let open = |w: &[Lit]| w.iter().filter(|l| l.known().is_none()).count();
    let (a, b) = if open(a) < open(b) { (b, a) } else { (a, b) };
    let w = a.len();
    let mut sum = vec![FALSE; w];
    for (i, bit) in b.iter().enumerate().filter(|(_, l)| **l != FALSE) {
        let row: Word = a[..w - i].iter().map(|x| g.and(*x, *bit)).collect();
        let (high, _) = add(g, &sum[i..], &row, FALSE);
        sum[i..].copy_from_slice(&high);
    }
    sum
}

/// Quotient and remainder by the schoolbook: bring down a bit, subtract if it fits.
fn divide(g: &mut Gates, a: &[Lit], b: &[Lit]) -> (Word, Word) {
    let w = a.len();
    let mut wide = b.to_vec();
    wide.push(FALSE);
    let mut quotient = vec![FALSE; w];
    let mut rest = vec![FALSE; w + 1];
    for i in (0..w).rev() {
        rest.rotate_right(1);
        rest[0] = a[i];
        let (less, fits) = subtract(g, &rest, &wide);
        quotient[i] = fits;
        // By zero it always fits and subtracts nothing: all ones, and the dividend remains.
        rest = choose(g, fits, &less, &rest);
        rest[w] = FALSE;
    }
    rest.truncate(w);
    (quotient, rest)
}

fn signed_divide(g: &mut Gates, a: &[Lit], b: &[Lit]) -> (Word, Word) {
    let (sa, sb) = (a[a.len() - 1], b[b.len() - 1]);
    let (x, y) = (apply_sign(g, sa, a), apply_sign(g, sb, b));
    let (quotient, rest) = divide(g, &x, &y);
    let differ = g.xor(sa, sb);
    (apply_sign(g, differ, &quotient), apply_sign(g, sa, &rest))
}

/// `-a` if the sign is set, else `a`.
fn apply_sign(g: &mut Gates, sign: Lit, a: &[Lit]) -> Word {
    let flipped: Word = a.iter().map(|l| g.xor(*l, sign)).collect();
    let zero = vec![FALSE; a.len()];
    add(g, &flipped, &zero, sign).0
}

/// A barrel shifter; amounts beyond its stages shift everything out.
fn shift(g: &mut Gates, op: Op, a: &[Lit], by: &[Lit]) -> Word {
    let w = a.len();
    let fill = if op == Op::AShr { a[w - 1] } else { FALSE };
    let stages = (usize::BITS - (w - 1).leading_zeros()) as usize;
    let mut word = a.to_vec();
    for (stage, bit) in by.iter().enumerate().take(stages) {
        let amount = 1usize << stage;
        let moved: Word = (0..w)
            .map(|i| match op {
                Op::Shl => i.checked_sub(amount).map_or(FALSE, |j| word[j]),
                _ => word.get(i + amount).copied().unwrap_or(fill),
            })
            .collect();
        word = choose(g, *bit, &moved, &word);
    }
    let over = g.any(by.iter().skip(stages).copied());
    choose(g, over, &vec![fill; w], &word)
}

/// A table as a tree of choices over the bits of its index; zero past the end.
pub fn table(g: &mut Gates, table: &Table, index: &[Lit]) -> Word {
    let levels = (usize::BITS - (table.len() - 1).leading_zeros()) as usize;
    let levels = levels.min(index.len());
    let over = g.any(index.iter().skip(levels).copied());
    (0..table.width)
        .map(|bit| {
            let value = table_bit(g, table, bit, index, levels, 0);
            g.and(!over, value)
        })
        .collect()
}

fn table_bit(g: &mut Gates, table: &Table, bit: u32, index: &[Lit], level: usize, from: usize) -> Lit {
    if level == 0 || from >= table.len() {
        return Lit::constant(table.values.get(from).is_some_and(|v| v.bit(bit)));
    }
    let half = 1 << (level - 1);
    if let Some(known) = index[level - 1].known() {
        return table_bit(g, table, bit, index, level - 1, if known { from + half } else { from });
    }
    let high = table_bit(g, table, bit, index, level - 1, from + half);
    let low = table_bit(g, table, bit, index, level - 1, from);
    g.mux(index[level - 1], high, low)
}
