//! Every simplifier rule on all values: all shapes of depth 2 and many of depth 3 and more over two 4-bit
//! variables, built by the simplifying constructors and compared with an independent truth table.

mod common;
use common::{Rng, byte, int_ops, reference, signed};
use secateur_expr::{Assignment, Bits, Evaluator, Node, Op, Pool, TableId, Term, mask};
use std::collections::HashMap;
use std::rc::Rc;

/// A term with the value it must have for each of the 256 values of (x, y).
#[derive(Clone)]
struct Shape {
    term: Term,
    width: u32,
    table: Rc<[u64; 256]>,
}

struct Harness {
    pool: Pool,
    evaluators: Vec<Evaluator>,
    seen: HashMap<Term, Rc<[u64; 256]>>,
    tables: Vec<TableId>,
    checked: usize,
}

impl Harness {
    fn new() -> Harness {
        let evaluators = (0..256u32).map(|i| {
            let mut inputs = Assignment::new();
            inputs.set(byte(0), i as u8 & 15 | 0xa0);
            inputs.set(byte(1), (i >> 4) as u8 | 0x50);
            let mut evaluator = Evaluator::new();
            evaluator.load(&inputs);
            evaluator
        });
        let mut pool = Pool::new();
        let table = |f: fn(u64) -> u64, n: u64| (0..n).map(|i| Bits::from_u64(4, f(i))).collect();
        let tables = vec![
            pool.add_table(4, table(|i| i * 7 % 16, 16)),
            pool.add_table(4, table(|i| i, 16)),
            pool.add_table(4, table(|i| i % 3 + 8, 11)),
            pool.add_table(4, table(|_| 5, 16)),
        ];
        Harness { pool, evaluators: evaluators.collect(), seen: HashMap::new(), tables, checked: 0 }
    }
    fn atoms(&mut self) -> Vec<Shape> {
        let (a, b) = (self.pool.input(byte(0)), self.pool.input(byte(1)));
        let (x, y) = (self.pool.extract(a, 0, 4), self.pool.extract(b, 0, 4));
        let mut out = vec![self.shape(x, 4, |i| i as u64 & 15), self.shape(y, 4, |i| i as u64 >> 4)];
        for c in [0u64, 1, 2, 3, 6, 7, 8, 9, 14, 15] {
            let term = self.pool.constant(4, c);
            out.push(self.shape(term, 4, |_| c));
        }
        out
    }
    /// Registers a term, after comparing it and its facts with the table.
    fn shape(&mut self, term: Term, width: u32, value: impl Fn(usize) -> u64) -> Shape {
        let expected: [u64; 256] = std::array::from_fn(value);
        assert_eq!(self.pool.width(term), width);
        self.checked += 1;
        let actual = self.values(term);
        assert!(*actual == expected, "{} is wrong", self.pool.text(term));
        Shape { term, width, table: actual }
    }
    fn values(&mut self, term: Term) -> Rc<[u64; 256]> {
        if let Some(known) = self.seen.get(&term) {
            return known.clone();
        }
        let pool = &self.pool;
        let values: [u64; 256] = std::array::from_fn(|i| self.evaluators[i].eval_u64(pool, term));
        let facts = pool.facts(term);
        for v in values {
            let sound = facts.lo <= v && v <= facts.hi && v & facts.zeros == 0 && v & facts.ones == facts.ones;
            assert!(sound, "{}: {v} is outside {facts:?}", pool.text(term));
        }
        let values = Rc::new(values);
        self.seen.insert(term, values.clone());
        values
    }
    fn binary(&mut self, op: Op, a: &Shape, b: &Shape) -> Shape {
        let width = if op.is_comparison() { 1 } else { a.width };
        let term = self.pool.binary(op, a.term, b.term);
        self.shape(term, width, |i| reference(op, a.width, a.table[i].into(), b.table[i].into()) as u64)
    }
    fn unary(&mut self, a: &Shape) -> Vec<Shape> {
        let w = a.width;
        let (not, neg) = (self.pool.not(a.term), self.pool.neg(a.term));
        let mut out = vec![
            self.shape(not, w, |i| !a.table[i] & mask(w)),
            self.shape(neg, w, |i| a.table[i].wrapping_neg() & mask(w)),
        ];
        for (lo, width) in [(0, 1), (0, w - 1), (1, w - 1), (w - 1, 1), (w / 2, w - w / 2)] {
            if width > 0 && lo + width <= w {
                out.push(self.extract(a, lo, width));
            }
        }
        for to in [w + 1, w + 3] {
            let (zext, sext) = (self.pool.zext(a.term, to), self.pool.sext(a.term, to));
            out.push(self.shape(zext, to, |i| a.table[i]));
            out.push(self.shape(sext, to, |i| signed(a.table[i].into(), w) as u64 & mask(to)));
        }
        for id in self.tables.clone() {
            let term = self.pool.table_read(id, a.term);
            let values: Vec<u64> = self.pool.table(id).values.iter().map(Bits::low).collect();
            out.push(self.shape(term, 4, |i| values.get(a.table[i] as usize).copied().unwrap_or(0)));
        }
        out
    }
    fn extract(&mut self, a: &Shape, lo: u32, width: u32) -> Shape {
        let term = self.pool.extract(a.term, lo, width);
        self.shape(term, width, |i| a.table[i] >> lo & mask(width))
    }
    fn concat(&mut self, a: &Shape, b: &Shape) -> Shape {
        let term = self.pool.concat(a.term, b.term);
        self.shape(term, a.width + b.width, |i| a.table[i] << b.width | b.table[i])
    }
    fn ite(&mut self, k: &Shape, a: &Shape, b: &Shape) -> Shape {
        let term = self.pool.ite(k.term, a.term, b.term);
        self.shape(term, a.width, |i| if k.table[i] == 1 { a.table[i] } else { b.table[i] })
    }
    /// All operators on every pair.
    fn pairs(&mut self, left: &[Shape], right: &[Shape]) -> Vec<Shape> {
        let mut out = Vec::new();
        for a in left {
            for b in right {
                out.push(self.concat(a, b));
                if a.width == b.width {
                    out.extend(int_ops().into_iter().map(|op| self.binary(op, a, b)));
                }
            }
        }
        out
    }
}

fn unique(mut shapes: Vec<Shape>) -> Vec<Shape> {
    shapes.sort_by_key(|s| s.term);
    shapes.dedup_by_key(|s| s.term);
    shapes
}

#[test]
fn all_shapes_of_depth_two() {
    let mut h = Harness::new();
    let atoms = h.atoms();
    let mut one = h.pairs(&atoms, &atoms);
    for a in &atoms {
        one.extend(h.unary(a));
    }
    let one = unique(one);
    for a in &one {
        h.unary(a);
    }
    h.pairs(&one, &atoms);
    h.pairs(&atoms, &one);
    println!("{} terms checked", h.checked);
    assert!(h.checked > 100_000);
}

#[test]
fn choices_of_depth_two() {
    let mut h = Harness::new();
    let atoms = h.atoms();
    let one = unique(h.pairs(&atoms, &atoms));
    let bits: Vec<Shape> = one.iter().filter(|s| s.width == 1).step_by(3).cloned().collect();
    let mut choices = Vec::new();
    for k in &bits {
        for a in &atoms {
            for b in &atoms {
                choices.push(h.ite(k, a, b));
            }
            choices.extend(one.iter().step_by(97).filter(|s| s.width == 4).map(|s| h.ite(k, s, a)).collect::<Vec<_>>());
        }
        for other in bits.iter().step_by(5) {
            choices.push(h.ite(k, other, &bits[0]));
        }
    }
    let choices = unique(choices);
    let some: Vec<Shape> = choices.iter().step_by(7).cloned().collect();
    h.pairs(&some, &atoms);
    for c in &choices {
        h.unary(c);
    }
    println!("{} terms checked", h.checked);
}

/// Operators on random earlier results: depth 3 and far more, all widths up to 12.
#[test]
fn random_deeper_shapes() {
    for seed in 0..40 {
        let mut h = Harness::new();
        let mut rng = Rng(seed);
        let mut all = h.atoms();
        for step in 0..4000 {
            let recent = if step % 3 == 0 { 0 } else { all.len().saturating_sub(60) };
            let a = all[recent + rng.below(all.len() - recent)].clone();
            let same: Vec<Shape> = all.iter().filter(|s| s.width == a.width).cloned().collect();
            let b = same[rng.below(same.len())].clone();
            let other = all[rng.below(all.len())].clone();
            let bits: Vec<Shape> = all.iter().filter(|s| s.width == 1).cloned().collect();
            let new = match rng.below(8) {
                0 => vec![h.concat(&a, &other)],
                1 if a.width > 1 => h.unary(&a),
                2 if !bits.is_empty() => vec![h.ite(&bits[rng.below(bits.len())], &a, &b)],
                _ => vec![h.binary(rng.pick(&int_ops()), &a, &b)],
            };
            all.extend(new.into_iter().filter(|s| s.width <= 12 && !h.pool.is_const(s.term)));
        }
    }
}

/// The constructors must be right on operands that are in no normal form, too.
#[test]
fn operands_without_normal_form() {
    for seed in 0..60 {
        let mut h = Harness::new();
        let mut rng = Rng(seed + 1000);
        let mut all: Vec<Term> = h.atoms().iter().map(|s| s.term).collect();
        for _ in 0..800 {
            let Some(node): Option<Node> = common::random_node(&h.pool, &mut rng, &all, 12) else { continue };
            let raw = h.pool.intern(node);
            let simple = h.pool.build(node);
            let (expected, actual) = (h.values(raw), h.values(simple));
            assert!(expected == actual, "{} became {}", h.pool.text(raw), h.pool.text(simple));
            all.push(if rng.below(2) == 0 { raw } else { simple });
        }
    }
}
