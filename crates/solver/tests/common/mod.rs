//! Random terms, and Z3 as a judge of many queries at once.
#![allow(dead_code)]

use secateur_expr::{Assignment, Bits, Evaluator, InputByte, Node, Op, Pool, SmtScript, TableId, Term, smt_script};
use std::io::Write;
use std::process::{Command, Stdio};

/// SplitMix64.
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
    pub fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
    /// Small and extreme values more often than others.
    pub fn value(&mut self) -> u64 {
        match self.below(4) {
            0 => self.next() % 5,
            1 => u64::MAX - self.next() % 3,
            2 => 1 << self.below(64),
            _ => self.next(),
        }
    }
}

pub fn byte(offset: u32) -> InputByte {
    InputByte { input: 0, offset }
}

/// What random terms are made of.
#[derive(Clone)]
pub struct Shape {
    pub bytes: u32,
    pub widths: &'static [u32],
    pub nodes: usize,
    /// Multiplication and division above this width are left out, since solvers are slow on them.
    pub hard: u32,
    /// Whether nodes are simplified as they are made.
    pub simplify: bool,
}

/// A pool full of random terms.
pub struct World {
    pub pool: Pool,
    pub all: Vec<Term>,
    pub conditions: Vec<Term>,
    tables: Vec<TableId>,
}

impl World {
    pub fn new(rng: &mut Rng, shape: &Shape) -> World {
        let mut world = World { pool: Pool::new(), all: Vec::new(), conditions: Vec::new(), tables: Vec::new() };
        for (width, len) in [(8, 256), (16, 37), (1, 20)] {
            let values = (0..len).map(|_| Bits::from_u64(width, rng.next())).collect();
            world.tables.push(world.pool.add_table(width, values));
        }
        let table = (0..19).map(|_| Bits::new(70, &[rng.next(), rng.next()])).collect();
        world.tables.push(world.pool.add_table(70, table));
        for &w in shape.widths {
            let need = w.div_ceil(8);
            let first = rng.below((shape.bytes.saturating_sub(need) + 1) as usize) as u32;
            let have = need.min(shape.bytes - first);
            let word = world.pool.input_word(byte(first), have);
            let word = if have < need { world.pool.zext(word, need * 8) } else { word };
            let leaf = world.pool.extract(word, 0, w);
            let constant = world.pool.constant_bits(&Bits::new(w, &[rng.value(), rng.value()]));
            world.all.extend([leaf, constant]);
        }
        while world.all.len() < shape.nodes {
            world.grow(rng, shape);
        }
        world.conditions = world.all.iter().copied().filter(|t| world.pool.width(*t) == 1).collect();
        world
    }
    pub fn grow(&mut self, rng: &mut Rng, shape: &Shape) {
        let Some(node) = self.node(rng, shape) else { return };
        let term = if shape.simplify { self.pool.build(node) } else { self.pool.intern(node) };
        if !self.pool.is_const(term) {
            self.all.push(term);
        }
    }
    fn node(&mut self, rng: &mut Rng, shape: &Shape) -> Option<Node> {
        let max = shape.widths.iter().copied().max().unwrap_or(8);
        let a = rng.pick(&self.all);
        let w = self.pool.width(a);
        let same: Vec<Term> = self.all.iter().copied().filter(|t| self.pool.width(*t) == w).collect();
        let b = rng.pick(&same);
        Some(match rng.below(13) {
            0 => Node::unary(rng.pick(&[Op::Not, Op::Neg]), w, a),
            1 if w > 1 => {
                let lo = rng.below(w as usize) as u32;
                Node::extract(a, lo, 1 + rng.below((w - lo) as usize) as u32)
            }
            2 if w + self.pool.width(b) <= max => Node::binary(Op::Concat, 2 * w, a, b),
            3 if w < max => {
                Node::unary(rng.pick(&[Op::ZExt, Op::SExt]), w + 1 + rng.below((max - w) as usize) as u32, a)
            }
            4 => {
                let bits: Vec<Term> = self.all.iter().copied().filter(|t| self.pool.width(*t) == 1).collect();
                if bits.is_empty() {
                    return None;
                }
                Node::ite(w, rng.pick(&bits), a, b)
            }
            5 => {
                let table = rng.pick(&self.tables);
                let read = self.pool.table_read(table, a);
                if self.pool.width(read) <= max && !self.pool.is_const(read) {
                    self.all.push(read);
                }
                return None;
            }
            6 => {
                let c = self.pool.constant_bits(&Bits::new(w, &[rng.value(), rng.value()]));
                Node::binary(rng.pick(&[Op::Eq, Op::Ult, Op::Slt, Op::Ule, Op::Sle]), 1, a, c)
            }
            7 | 8 => Node::binary(rng.pick(&[Op::Eq, Op::Ult, Op::Slt, Op::Ule, Op::Sle]), 1, a, b),
            _ => {
                let ops: Vec<Op> = Op::ALL.iter().copied().filter(|o| o.is_int_binary()).collect();
                let op = rng.pick(&ops);
                let hard = matches!(op, Op::Mul | Op::UDiv | Op::SDiv | Op::URem | Op::SRem);
                if hard && w > shape.hard {
                    return None;
                }
                Node::binary(op, if op.is_comparison() { 1 } else { w }, a, b)
            }
        })
    }
}

pub fn holds(pool: &Pool, terms: &[Term], model: &Assignment) -> bool {
    let mut evaluator = Evaluator::new();
    evaluator.load(model);
    terms.iter().all(|t| evaluator.holds(pool, *t))
}

pub fn z3(script: &str) -> String {
    let mut child = Command::new("z3")
        .args(["-in", "-T:300"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("these tests need the program `z3`: install it with `apt-get install z3`");
    child.stdin.take().expect("a pipe").write_all(script.as_bytes()).expect("Z3 reads");
    let output = child.wait_with_output().expect("Z3 ends");
    String::from_utf8(output.stdout).expect("text").trim().to_string()
}

/// Asserts that Z3 finds every one of these conjunctions unsatisfiable. One process takes them all.
pub fn all_unsat(pool: &Pool, queries: &[Vec<Term>], what: &str) {
    if queries.is_empty() {
        return;
    }
    let script = |q: &Vec<Term>| smt_script(pool, SmtScript { assertions: q, values: &[], inputs: false });
    let scripts: Vec<String> = queries.iter().map(|q| format!("(reset)\n{}", script(q))).collect();
    let answers = z3(&scripts.concat());
    let answers: Vec<&str> = answers.lines().collect();
    assert_eq!(answers.len(), queries.len(), "{what}: {answers:?}");
    for (answer, script) in answers.iter().zip(&scripts) {
        assert_eq!(*answer, "unsat", "{what}: we say unsat\n{script}");
    }
}
