//! Evaluates terms for 256 values of one input byte, or of several, at once; the others stay as a model has them.
//!
//! Terms that depend on the bytes are columns of 256 words, as many as their width needs; the others are plain
//! values from the scalar evaluator. So a node costs a few dozen vector instructions instead of 256 walks; or,
//! for floats and what is wider than 64 bits, 256 applications of its operator, but never a walk each. Only
//! terms with enormous operands are walked value by value.

mod narrow;
mod slow;
#[cfg(test)]
mod tests;

use crate::sets::ByteSet;
use rustc_hash::FxHashMap;
use secateur_expr::{Bits, Evaluator, InputByte, Node, Op, Pool, Term};
use slow::Wide;

/// How many values are computed at once.
pub const LANES: usize = 256;

/// What 256 walks cost, in columns; about, for a small term.
const WALK: u64 = 200;
/// What an operator without vector form costs, in columns.
const SLOW: u64 = 16;
/// Wider terms have no columns.
const MAX_WIDTH: u32 = 256;
/// Columns of single bytes that are kept from one call to the next: 4 MiB.
const MAX_KEPT: usize = 1 << 11;

/// A word of a term's value in each lane.
pub type Column = [u64; LANES];

/// In each lane, its number.
const NUMBERS: Column = {
    let mut all = [0; LANES];
    let mut i = 0;
    while i < LANES {
        all[i] = i as u64;
        i += 1;
    }
    all
};

#[derive(Clone, Copy)]
enum Place {
    Constant(u64),
    /// Where in `wide` a constant of more than 64 bits is.
    Wide(usize),
    /// The first of the term's columns, low words first.
    Columns(usize),
}

/// An operand of at most 64 bits: the same value in every lane, or a column.
#[derive(Clone, Copy)]
enum Operand<'a> {
    Constant(u64),
    Column(&'a Column),
}

/// Reusable memory for columns.
#[derive(Default)]
pub struct Lanes {
    /// The bytes that vary, and their values.
    inputs: Vec<(InputByte, Column)>,
    columns: Vec<Column>,
    used: usize,
    wide: Vec<Bits>,
    places: FxHashMap<Term, Place>,
    stack: Vec<Term>,
    /// While there are at most so many columns, they stay from one call to the next.
    kept: usize,
    cost: u64,
    /// Whether the last call met an operator without vector form.
    is_slow: bool,
    /// What all values cost.
    pub total: u64,
}

impl Lanes {
    /// For terms of one pool that mention a single byte. Their values depend on no model, so that a term which
    /// grows step by step costs only its new nodes.
    pub fn of_single_bytes() -> Lanes {
        Lanes { kept: MAX_KEPT, ..Lanes::default() }
    }

    /// Starts anew: in each lane, the byte has the lane's number as its value.
    pub fn vary(&mut self, byte: InputByte) {
        self.inputs.clear();
        self.inputs.push((byte, NUMBERS));
        if self.used > self.kept {
            self.forget();
        }
    }
    /// Starts anew: in each lane, the bytes have these values.
    pub fn vary_together(&mut self, inputs: Vec<(InputByte, Column)>) {
        debug_assert!(self.kept == 0, "kept columns are of one byte");
        self.inputs = inputs;
        self.forget();
    }
    /// In which lanes a 1-bit term holds. `scalar` has the values of the bytes that do not vary, and they must
    /// not change before the next start: what terms have in common is computed once.
    pub fn holds(&mut self, pool: &Pool, scalar: &mut Evaluator, term: Term) -> ByteSet {
        let mut set = ByteSet::EMPTY;
        let values = self.values(pool, scalar, term);
        for (word, chunk) in set.0.iter_mut().zip(values.chunks_exact(64)) {
            *word = chunk.iter().enumerate().fold(0, |w, (i, v)| w | (v & 1) << i);
        }
        set
    }
    /// The values of a term of at most 64 bits, as [`Lanes::holds`].
    pub fn values(&mut self, pool: &Pool, scalar: &mut Evaluator, root: Term) -> &Column {
        debug_assert!(self.kept == 0 || pool.support_len(pool.support(root)) == 1, "kept columns are of one byte");
        (self.cost, self.is_slow) = (0, false);
        self.compute(pool, scalar, root);
        self.total += self.cost;
        let column = match self.places[&root] {
            Place::Columns(i) => i,
            place => {
                let value = if let Place::Constant(value) = place { value } else { 0 };
                let i = self.allocate(1);
                self.columns[i].fill(value);
                i
            }
        };
        &self.columns[column]
    }
    /// What the last values cost, in columns. A slow term counts as one that is walked, however large it is.
    pub fn cost(&self) -> u64 {
        if self.is_slow { self.cost.min(WALK) } else { self.cost }
    }
    fn forget(&mut self) {
        self.used = 0;
        self.wide.clear();
        self.places.clear();
        if self.kept > 0 {
            self.columns.truncate(self.kept);
        }
    }
    /// The first of so many new columns.
    fn allocate(&mut self, words: usize) -> usize {
        let first = self.used;
        self.used += words;
        self.cost += words as u64;
        if self.used > self.columns.len() {
            self.columns.resize(self.used, [0; LANES]);
        }
        first
    }
    /// Fills the columns of a term and what it is made of.
    fn compute(&mut self, pool: &Pool, scalar: &mut Evaluator, root: Term) {
        self.stack.clear();
        self.stack.push(root);
        while let Some(&term) = self.stack.last() {
            if self.places.contains_key(&term) {
                self.stack.pop();
                continue;
            }
            let node = pool.node(term);
            let support = pool.support(term);
            let place = if !self.inputs.iter().any(|(byte, _)| pool.support_contains(support, *byte)) {
                self.constant(pool, scalar, term)
            } else if node.args().any(|t| pool.width(t) > MAX_WIDTH) {
                self.walk(pool, scalar, term)
            } else {
                let depth = self.stack.len();
                self.stack.extend(node.args().filter(|t| !self.places.contains_key(t)));
                if self.stack.len() > depth {
                    continue;
                }
                self.fill(pool, &node)
            };
            self.places.insert(term, place);
            self.stack.pop();
        }
    }
    fn constant(&mut self, pool: &Pool, scalar: &mut Evaluator, term: Term) -> Place {
        if pool.width(term) <= 64 {
            return Place::Constant(scalar.eval_u64(pool, term));
        }
        self.wide.push(scalar.eval(pool, term));
        Place::Wide(self.wide.len() - 1)
    }
    /// The columns of a term, lane by lane from nothing.
    fn walk(&mut self, pool: &Pool, scalar: &mut Evaluator, term: Term) -> Place {
        let before: Vec<u8> = self.inputs.iter().map(|(byte, _)| scalar.assignment().get(*byte)).collect();
        let first = self.allocate(words(pool.width(term)));
        for lane in 0..LANES {
            self.inputs.iter().for_each(|(byte, values)| scalar.set(*byte, values[lane] as u8));
            let bits = scalar.eval(pool, term);
            for (column, word) in self.columns[first..].iter_mut().zip(bits.words()) {
                column[lane] = *word;
            }
        }
        self.inputs.iter().zip(before).for_each(|((byte, _), value)| scalar.set(*byte, value));
        self.cost += WALK;
        self.is_slow = true;
        Place::Columns(first)
    }
    /// The columns of a node from those of its operands.
    fn fill(&mut self, pool: &Pool, node: &Node) -> Place {
        let to = self.allocate(words(node.width()));
        let (before, out) = self.columns.split_at_mut(to);
        let out = &mut out[..words(node.width())];
        if node.op == Op::Input {
            let byte = node.input_byte();
            out[0] = self.inputs.iter().find(|(b, _)| *b == byte).map_or([0; LANES], |(_, values)| *values);
            return Place::Columns(to);
        }
        if node.width() <= 64 && node.args().all(|t| pool.width(t) <= 64) {
            let operand = |i: usize| match self.places[&node.arg(i)] {
                Place::Columns(i) => Operand::Column(&before[i]),
                Place::Constant(value) => Operand::Constant(value),
                Place::Wide(_) => unreachable!("all operands are narrow"),
            };
            if narrow::fill(pool, node, operand, &mut out[0]) {
                return Place::Columns(to);
            }
        }
        let operands: Vec<Wide> = node
            .args()
            .map(|t| match self.places[&t] {
                Place::Columns(i) => Wide::Columns(pool.width(t), &before[i..i + words(pool.width(t))]),
                Place::Constant(value) => Wide::Constant(Bits::from_u64(pool.width(t), value)),
                Place::Wide(i) => Wide::Constant(self.wide[i].clone()),
            })
            .collect();
        slow::fill(pool, node, &operands, out);
        self.cost += SLOW;
        self.is_slow = true;
        Place::Columns(to)
    }
}

/// How many words a value needs.
fn words(width: u32) -> usize {
    width.div_ceil(64) as usize
}
