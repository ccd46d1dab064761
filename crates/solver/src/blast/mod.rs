//! From terms to clauses: every integer operator as a circuit, words memoised by term.
//!
//! Floating-point operators have no circuit here; [`Blaster::word`] refuses terms that contain one.

pub mod gates;
mod words;

use crate::sets::ByteSet;
use gates::{FALSE, Gates, Lit, TRUE};
use rustc_hash::FxHashMap;
use secateur_expr::{InputByte, Node, Op, Pool, Term};

/// Turns terms into literals.
#[derive(Default)]
pub struct Blaster {
    pub gates: Gates,
    words: FxHashMap<Term, Entry>,
    lits: Vec<Lit>,
    inputs: FxHashMap<InputByte, [Lit; 8]>,
    stack: Vec<Term>,
}

#[derive(Clone, Copy)]
struct Entry {
    start: u32,
    /// Variables that this term alone added.
    vars: u32,
}

/// A floating-point operator was met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HasFloats;

/// Variables of one formula; what is larger costs more memory than it is worth.
const MOST_VARS: u32 = 1_000_000;

impl Blaster {
    /// The literals of a byte, the least bit first.
    pub fn input(&mut self, byte: InputByte) -> [Lit; 8] {
        let gates = &mut self.gates;
        *self.inputs.entry(byte).or_insert_with(|| std::array::from_fn(|_| gates.fresh()))
    }
    /// The literals of a byte, if any term or set has mentioned it.
    pub fn known_input(&self, byte: InputByte) -> Option<[Lit; 8]> {
        self.inputs.get(&byte).copied()
    }
    /// Fixes the bits in which all values of a set agree, before any term mentions the byte.
    pub fn fix(&mut self, byte: InputByte, set: &ByteSet) {
        let ones = set.values().fold(u8::MAX, |m, v| m & v);
        let any = set.values().fold(0, |m, v| m | v);
        let gates = &mut self.gates;
        let bits = std::array::from_fn(|i| match (ones >> i & 1, any >> i & 1) {
            (1, _) => TRUE,
            (_, 0) => FALSE,
            _ => gates.fresh(),
        });
        self.inputs.insert(byte, bits);
    }
    /// A literal that says that a byte is in a set: a decision diagram over its bits.
    pub fn member(&mut self, byte: InputByte, set: &ByteSet) -> Lit {
        let bits = self.input(byte);
        self.member_tree(&bits, set, 8, 0)
    }
    fn member_tree(&mut self, bits: &[Lit; 8], set: &ByteSet, level: usize, from: usize) -> Lit {
        let size = 1usize << level;
        if size >= 64 {
            let words = &set.0[from / 64..(from + size) / 64];
            if words.iter().all(|w| *w == 0) {
                return FALSE;
            }
            if words.iter().all(|w| *w == u64::MAX) {
                return TRUE;
            }
        } else {
            let mask = ((1u64 << size) - 1) << (from % 64);
            match set.0[from / 64] & mask {
                0 => return FALSE,
                all if all == mask => return TRUE,
                _ => {}
            }
        }
        let high = self.member_tree(bits, set, level - 1, from + size / 2);
        let low = self.member_tree(bits, set, level - 1, from);
        self.gates.mux(bits[level - 1], high, low)
    }

    /// The literals of a term, the least bit first. Refuses floats, and formulas that would not fit into memory.
    pub fn word(&mut self, pool: &Pool, root: Term) -> Result<&[Lit], HasFloats> {
        self.stack.push(root);
        while let Some(&term) = self.stack.last() {
            if self.words.contains_key(&term) {
                self.stack.pop();
                continue;
            }
            let node = pool.node(term);
            if node.op.is_float() || self.gates.vars > MOST_VARS {
                self.stack.clear();
                return Err(HasFloats);
            }
            let depth = self.stack.len();
            self.stack.extend(node.args().filter(|t| !self.words.contains_key(t)));
            if self.stack.len() == depth {
                let before = self.gates.vars;
                let word = self.circuit(pool, term, &node);
                debug_assert_eq!(word.len(), node.width() as usize);
                let entry = Entry { start: self.lits.len() as u32, vars: self.gates.vars - before };
                self.lits.extend_from_slice(&word);
                self.words.insert(term, entry);
                self.stack.pop();
            }
        }
        Ok(self.get(pool, root))
    }
    /// The literals of a term that has been blasted.
    fn get(&self, pool: &Pool, term: Term) -> &[Lit] {
        let start = self.words[&term].start as usize;
        &self.lits[start..start + pool.width(term) as usize]
    }
    /// How many variables the terms have by themselves, if they have been blasted.
    pub fn vars_of(&self, terms: &[Term]) -> u64 {
        terms.iter().filter_map(|t| self.words.get(t)).map(|e| u64::from(e.vars)).sum()
    }
    fn circuit(&mut self, pool: &Pool, term: Term, node: &Node) -> words::Word {
        let w = node.width() as usize;
        if node.op == Op::Input {
            return self.input(node.input_byte()).to_vec();
        }
        if let Some(value) = pool.as_bits(term) {
            return (0..node.width()).map(|i| Lit::constant(value.bit(i))).collect();
        }
        // The gates need the operands while they change, so operands are copied.
        let arg = |i: usize| self.get(pool, node.arg(i)).to_vec();
        match node.op {
            Op::Not => words::not(&arg(0)),
            Op::Neg => {
                let a = arg(0);
                words::negate(&mut self.gates, &a)
            }
            Op::Concat => {
                let mut out = arg(1);
                out.extend(arg(0));
                out
            }
            Op::Extract => arg(0)[node.lo() as usize..node.lo() as usize + w].to_vec(),
            Op::ZExt | Op::SExt => {
                let mut out = arg(0);
                let fill = if node.op == Op::SExt { out[out.len() - 1] } else { FALSE };
                out.resize(w, fill);
                out
            }
            Op::Ite => {
                let (c, a, b) = (arg(0)[0], arg(1), arg(2));
                words::choose(&mut self.gates, c, &a, &b)
            }
            Op::TableRead => {
                let index = arg(0);
                words::table(&mut self.gates, pool.table(node.table()), &index)
            }
            op => {
                let (a, b) = (arg(0), arg(1));
                words::binary(&mut self.gates, op, &a, &b)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sat::{Incremental, Limit, Outcome};
    use secateur_expr::{Assignment, Bits, eval};

    /// Every operator, on all values of two operands of a small width, against the evaluator: with the inputs
    /// given as assumptions, the circuit must have one output.
    #[test]
    fn circuits_compute_what_the_evaluator_does() {
        let byte = |offset| InputByte { input: 0, offset };
        for width in [1, 2, 3, 4] {
            let mut pool = Pool::new();
            let (x, y) = (pool.input(byte(0)), pool.input(byte(1)));
            let (a, b) = (pool.extract(x, 0, width), pool.extract(y, 0, width));
            let binary = Op::ALL.iter().filter(|o| o.is_int_binary());
            let mut nodes: Vec<Node> = binary
                .map(|op| Node::binary(*op, if op.is_comparison() { 1 } else { width }, a, b))
                .chain([Op::Not, Op::Neg].map(|op| Node::unary(op, width, a)))
                .chain([Op::ZExt, Op::SExt].map(|op| Node::unary(op, width + 3, a)))
                .chain([Node::binary(Op::Concat, 2 * width, a, b), Node::extract(a, width - 1, 1)])
                .collect();
            let bit = pool.extract(y, 0, 1);
            nodes.push(Node::ite(width, bit, a, b));
            let mut terms: Vec<Term> = nodes.into_iter().map(|n| pool.intern(n)).collect();
            for len in [1, 2, 5, 7, 16] {
                let values = (0..len).map(|i| Bits::from_u64(5, i * 11 + 3)).collect();
                let table = pool.add_table(5, values);
                terms.push(pool.table_read(table, a));
            }
            terms.iter().for_each(|term| agree(&pool, *term, width));
        }
    }
    fn agree(pool: &Pool, term: Term, width: u32) {
        let mut sat = Incremental::new(0);
        let out = sat.blaster.word(pool, term).expect("no floats").to_vec();
        let inputs: Vec<Lit> = (0..2).flat_map(|offset| sat.blaster.input(InputByte { input: 0, offset })).collect();
        for values in 0..1u32 << (2 * width) {
            let (x, y) = (values & ((1 << width) - 1), values >> width);
            let mut model = Assignment::new();
            model.set(InputByte { input: 0, offset: 0 }, x as u8);
            model.set(InputByte { input: 0, offset: 1 }, y as u8);
            let given: Vec<Lit> =
                inputs.iter().enumerate().map(|(i, l)| if (x | y << 8) >> i & 1 == 1 { *l } else { !*l }).collect();
            let limit = Limit { conflicts: 1000, decisions: 1000 };
            assert!(matches!(sat.solve(&given, limit, &Default::default()), Outcome::Sat));
            let expected = eval(pool, term, &model);
            for (i, lit) in out.iter().enumerate() {
                assert_eq!(sat.value(*lit), Some(expected.bit(i as u32)), "{} of {x} {y}, bit {i}", pool.text(term));
            }
        }
    }
}
