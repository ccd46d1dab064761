//! Exact concrete evaluation, iterative and memoised.
//!
//! An [`Evaluator`] keeps the value of every term it has seen. After a byte changes, a remembered value
//! stays valid unless the term's support contains that byte, so repairing a model byte by byte costs
//! only the terms that depend on it.

use crate::bits::Bits;
use crate::fold;
use crate::pool::Pool;
use crate::support::Support;
use crate::term::{InputByte, Node, Op, Term};

/// Values of input bytes; zero where none is set.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Assignment {
    inputs: Vec<Vec<u8>>,
}

impl Assignment {
    pub fn new() -> Assignment {
        Assignment::default()
    }
    pub fn get(&self, byte: InputByte) -> u8 {
        let input = self.inputs.get(byte.input as usize);
        input.and_then(|bytes| bytes.get(byte.offset as usize)).copied().unwrap_or(0)
    }
    pub fn set(&mut self, byte: InputByte, value: u8) {
        let (input, offset) = (byte.input as usize, byte.offset as usize);
        if self.inputs.len() <= input {
            self.inputs.resize(input + 1, Vec::new());
        }
        let bytes = &mut self.inputs[input];
        if bytes.len() <= offset {
            bytes.resize(offset + 1, 0);
        }
        bytes[offset] = value;
    }
    /// The bytes at which another assignment differs, with its values there; `None` if there are more
    /// than `limit`.
    pub fn differences(&self, other: &Assignment, limit: usize) -> Option<Vec<(InputByte, u8)>> {
        let mut all = Vec::new();
        for input in 0..self.inputs.len().max(other.inputs.len()) as u32 {
            let (old, new) = (self.input(input), other.input(input));
            if old == new {
                continue;
            }
            for offset in 0..old.len().max(new.len()) {
                let (was, is) = (old.get(offset).unwrap_or(&0), new.get(offset).unwrap_or(&0));
                if was != is {
                    if all.len() == limit {
                        return None;
                    }
                    all.push((InputByte { input, offset: offset as u32 }, *is));
                }
            }
        }
        Some(all)
    }
    /// The bytes of an input that were set; those after them are zero.
    pub fn input(&self, input: u32) -> &[u8] {
        self.inputs.get(input as usize).map_or(&[], Vec::as_slice)
    }
}

/// Past this many changes a remembered value is computed again rather than checked.
const MAX_CHANGES: u32 = 16;

/// Evaluates terms of one pool under an assignment that changes.
#[derive(Clone, Default)]
pub struct Evaluator {
    assignment: Assignment,
    /// The value of each term of at most 64 bits, or where in `wide` a wider one is.
    values: Vec<u64>,
    /// The time at which each value was last known to be right; 0 is never.
    stamps: Vec<u32>,
    wide: Vec<Bits>,
    /// Terms under way; empty between calls.
    stack: Vec<Term>,
    /// The bytes changed since `start`; the present time is `start` plus their number.
    changes: Vec<InputByte>,
    start: u32,
}

impl Evaluator {
    pub fn new() -> Evaluator {
        Evaluator { start: 1, ..Evaluator::default() }
    }
    pub fn assignment(&self) -> &Assignment {
        &self.assignment
    }
    /// Starts anew with other inputs; memory is kept.
    pub fn load(&mut self, assignment: &Assignment) {
        self.assignment.clone_from(assignment);
        self.forget();
    }
    /// Changes to other inputs. Values are kept if few bytes differ.
    pub fn update(&mut self, assignment: &Assignment) {
        match self.assignment.differences(assignment, MAX_CHANGES as usize) {
            Some(changes) => changes.into_iter().for_each(|(byte, value)| self.set(byte, value)),
            None => self.load(assignment),
        }
    }
    fn forget(&mut self) {
        self.wide.clear();
        let next = u64::from(self.now()) + 1;
        if next > u64::from(u32::MAX / 2) {
            self.stamps.iter_mut().for_each(|s| *s = 0);
            self.start = 1;
        } else {
            self.start = next as u32;
        }
        self.changes.clear();
    }
    /// Changes one byte. Values of terms that do not depend on it stay.
    pub fn set(&mut self, byte: InputByte, value: u8) {
        if self.assignment.get(byte) != value {
            self.assignment.set(byte, value);
            self.changes.push(byte);
        }
        if self.changes.len() > 1 << 20 {
            self.forget();
        }
    }
    fn now(&self) -> u32 {
        self.start + self.changes.len() as u32
    }

    /// The value of a term.
    pub fn eval(&mut self, pool: &Pool, term: Term) -> Bits {
        self.compute(pool, term);
        self.value(pool, term)
    }
    /// The value of a term of at most 64 bits.
    pub fn eval_u64(&mut self, pool: &Pool, term: Term) -> u64 {
        debug_assert!(pool.width(term) <= 64);
        self.compute(pool, term);
        self.values[term.index()]
    }
    /// Whether a 1-bit term holds.
    pub fn holds(&mut self, pool: &Pool, term: Term) -> bool {
        self.eval_u64(pool, term) == 1
    }

    fn compute(&mut self, pool: &Pool, root: Term) {
        if self.stamps.len() < pool.len() {
            self.stamps.resize(pool.len(), 0);
            self.values.resize(pool.len(), 0);
        }
        let now = self.now();
        self.stack.push(root);
        while let Some(&term) = self.stack.last() {
            if self.is_valid(pool, term, now) {
                self.stack.pop();
                continue;
            }
            let node = pool.node(term);
            let depth = self.stack.len();
            self.push_needed(pool, &node, now);
            if self.stack.len() == depth {
                self.store(pool, term, &node);
                self.stamps[term.index()] = now;
                self.stack.pop();
            }
        }
    }
    /// Pushes the operands that must be computed first: of a choice, the condition and then only the
    /// chosen arm.
    fn push_needed(&mut self, pool: &Pool, node: &Node, now: u32) {
        if node.op != Op::Ite {
            for arg in node.args() {
                self.push_invalid(pool, arg, now);
            }
        } else if !self.push_invalid(pool, node.arg(0), now) {
            let chosen = if self.values[node.a as usize] == 1 { 1 } else { 2 };
            self.push_invalid(pool, node.arg(chosen), now);
        }
    }
    fn push_invalid(&mut self, pool: &Pool, term: Term, now: u32) -> bool {
        let invalid = !self.is_valid(pool, term, now);
        if invalid {
            self.stack.push(term);
        }
        invalid
    }
    /// Whether the remembered value holds now; if so, it is stamped.
    fn is_valid(&mut self, pool: &Pool, term: Term, now: u32) -> bool {
        let stamp = self.stamps[term.index()];
        if stamp == now {
            return true;
        }
        if stamp < self.start || now - stamp > MAX_CHANGES {
            return false;
        }
        let support = pool.support(term);
        let since = (stamp - self.start) as usize;
        if support != Support::EMPTY && self.changes[since..].iter().any(|b| pool.support_contains(support, *b)) {
            return false;
        }
        self.stamps[term.index()] = now;
        true
    }
    fn store(&mut self, pool: &Pool, term: Term, node: &Node) {
        let is_narrow = |t: Term| pool.width(t) <= 64;
        if node.op == Op::Input {
            self.values[term.index()] = u64::from(self.assignment.get(node.input_byte()));
            return;
        }
        if let Some(value) = pool.as_u64(term) {
            self.values[term.index()] = value;
            return;
        }
        if node.arity() > 0 && is_narrow(term) && node.args().all(is_narrow) {
            let word = |i: usize| (self.values[node.arg(i).index()], pool.width(node.arg(i)));
            if let Some(value) = fold::narrow_value(node, word) {
                self.values[term.index()] = value;
                return;
            }
        }
        let value = fold::value(pool, node, |i| self.value(pool, node.arg(i)));
        self.keep(term, value);
    }
    fn keep(&mut self, term: Term, value: Bits) {
        if value.width() <= 64 {
            self.values[term.index()] = value.low();
            return;
        }
        let slot = self.values[term.index()] as usize;
        if self.stamps[term.index()] >= self.start && slot < self.wide.len() {
            self.wide[slot] = value;
        } else {
            self.values[term.index()] = self.wide.len() as u64;
            self.wide.push(value);
        }
    }
    fn value(&self, pool: &Pool, term: Term) -> Bits {
        let (width, word) = (pool.width(term), self.values[term.index()]);
        if width <= 64 { Bits::from_u64(width, word) } else { self.wide[word as usize].clone() }
    }
}

/// The value of a term, computed from nothing. Use an [`Evaluator`] for more than one.
pub fn eval(pool: &Pool, term: Term, assignment: &Assignment) -> Bits {
    let mut evaluator = Evaluator::new();
    evaluator.load(assignment);
    evaluator.eval(pool, term)
}
