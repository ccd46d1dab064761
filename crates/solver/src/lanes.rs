//! Evaluates a term for all 256 values of one input byte at once, the others staying as a model has them.
//!
//! Terms that depend on the byte are columns of 256 words, the others plain values from the scalar
//! evaluator, so a node costs a few dozen vector instructions instead of 256 walks. Terms wider than 64
//! bits and floats are evaluated value by value.

use crate::sets::ByteSet;
use rustc_hash::FxHashMap;
use secateur_expr::{Evaluator, InputByte, Node, Op, Pool, Term, mask};

const LANES: usize = 256;

/// What 256 walks cost, in columns; about, for a small term.
const WALK: u64 = 200;

/// The values of a term, by the value of the byte.
pub type Column = [u64; LANES];

#[derive(Clone, Copy)]
enum Place {
    Constant(u64),
    Column(usize),
}

/// An operand: the same value in every lane, or a column.
#[derive(Clone, Copy)]
enum Operand<'a> {
    Constant(u64),
    Column(&'a Column),
}

/// Reusable memory for columns.
#[derive(Default)]
pub struct Lanes {
    columns: Vec<Column>,
    used: usize,
    /// How often a term was evaluated value by value.
    walks: u64,
    places: FxHashMap<Term, Place>,
    stack: Vec<Term>,
}

impl Lanes {
    /// For which values of `byte` a 1-bit term holds. `scalar` has the values of all other bytes.
    pub fn truth(&mut self, pool: &Pool, scalar: &mut Evaluator, term: Term, byte: InputByte) -> ByteSet {
        let mut set = ByteSet::EMPTY;
        let values = self.values(pool, scalar, term, byte);
        for (word, chunk) in set.0.iter_mut().zip(values.chunks_exact(64)) {
            *word = chunk.iter().enumerate().fold(0, |w, (i, v)| w | (v & 1) << i);
        }
        set
    }

    /// The values of a term of at most 64 bits.
    pub fn values(&mut self, pool: &Pool, scalar: &mut Evaluator, root: Term, byte: InputByte) -> &Column {
        self.used = 0;
        self.walks = 0;
        self.places.clear();
        if !self.compute(pool, scalar, root, byte) {
            self.one_by_one(pool, scalar, root, byte);
        }
        let column = match self.places.get(&root) {
            Some(Place::Column(i)) => *i,
            place => {
                let value = if let Some(Place::Constant(value)) = place { *value } else { 0 };
                let i = self.column();
                self.columns[i].fill(value);
                i
            }
        };
        &self.columns[column]
    }
    /// What the last call cost, in columns.
    pub fn cost(&self) -> u64 {
        self.used as u64 + self.walks * WALK
    }
    fn column(&mut self) -> usize {
        if self.used == self.columns.len() {
            self.columns.push([0; LANES]);
        }
        self.used += 1;
        self.used - 1
    }
    fn one_by_one(&mut self, pool: &Pool, scalar: &mut Evaluator, root: Term, byte: InputByte) {
        let before = scalar.assignment().get(byte);
        let i = self.column();
        for value in 0..=255u8 {
            scalar.set(byte, value);
            self.columns[i][usize::from(value)] = scalar.eval_u64(pool, root);
        }
        scalar.set(byte, before);
        self.walks += 1;
        self.places.insert(root, Place::Column(i));
    }
    /// Fills the columns of a term and what it is made of; false if an operator has no column form.
    fn compute(&mut self, pool: &Pool, scalar: &mut Evaluator, root: Term, byte: InputByte) -> bool {
        self.stack.clear();
        self.stack.push(root);
        while let Some(&term) = self.stack.last() {
            if self.places.contains_key(&term) {
                self.stack.pop();
                continue;
            }
            if pool.width(term) > 64 {
                return false;
            }
            if !pool.support_contains(pool.support(term), byte) {
                let value = scalar.eval_u64(pool, term);
                self.places.insert(term, Place::Constant(value));
                self.stack.pop();
                continue;
            }
            let node = pool.node(term);
            let depth = self.stack.len();
            self.stack.extend(node.args().filter(|t| !self.places.contains_key(t)));
            if self.stack.len() == depth {
                let to = self.column();
                let (before, out) = self.columns.split_at_mut(to);
                let operand = |i: usize| match self.places[&node.arg(i)] {
                    Place::Constant(value) => Operand::Constant(value),
                    Place::Column(i) => Operand::Column(&before[i]),
                };
                if !fill(pool, &node, operand, &mut out[0]) {
                    return false;
                }
                self.places.insert(term, Place::Column(to));
                self.stack.pop();
            }
        }
        true
    }
}

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

/// The column of a node from those of its operands; false for operators without one.
fn fill<'a>(pool: &Pool, node: &Node, operand: impl Fn(usize) -> Operand<'a>, out: &mut Column) -> bool {
    let ones = mask(node.width());
    let width_of = |i: usize| pool.width(node.arg(i));
    match node.op {
        Op::Input => out.iter_mut().enumerate().for_each(|(i, o)| *o = i as u64),
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
