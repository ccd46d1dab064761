//! Columns against the scalar evaluator, on random terms of every operator.

use super::{Column, LANES, Lanes, MAX_WIDTH};
use secateur_expr::{Assignment, Bits, Evaluator, Format, InputByte, Node, Op, Pool, Rounding, TableId, Term, eval};
use std::collections::BTreeSet;

const BYTES: u32 = 3;

/// SplitMix64.
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
    /// Small and extreme values more often than others.
    fn value(&mut self, width: u32) -> Bits {
        let words: Vec<u64> = (0..width.div_ceil(64))
            .map(|_| match self.below(4) {
                0 => self.next() % 5,
                1 => u64::MAX - self.next() % 3,
                2 => 1 << self.below(64),
                _ => self.next(),
            })
            .collect();
        Bits::new(width, &words)
    }
}

fn byte(offset: u32) -> InputByte {
    InputByte { input: 0, offset }
}

/// A pool, and terms of it from which others are made.
struct World {
    pool: Pool,
    all: Vec<Term>,
    tables: Vec<TableId>,
}

impl World {
    /// Inputs of these bytes at many widths, constants, and finite floats.
    fn new(rng: &mut Rng, bytes: &[u32]) -> World {
        let mut world = World { pool: Pool::new(), all: Vec::new(), tables: Vec::new() };
        let pool = &mut world.pool;
        for (width, len) in [(8, 256), (32, 37), (80, 19)] {
            let values = (0..len).map(|_| rng.value(width)).collect();
            world.tables.push(pool.add_table(width, values));
        }
        for width in [1, 8, 16, 32, 64, 65, 80, 100, 128, 130, 256, 320] {
            let input = pool.input(byte(rng.pick(bytes)));
            let widened = match width {
                1 => pool.extract(input, 3, 1),
                8 => input,
                _ => pool.zext(input, width),
            };
            let constant = pool.constant_bits(&rng.value(width));
            world.all.extend([widened, constant]);
        }
        for format in Format::ALL {
            let input = pool.input(byte(rng.pick(bytes)));
            let number =
                pool.intern(Node::float(Op::SToF, format.width(), format, format, Rounding::NearestEven, &[input]));
            world.all.push(number);
        }
        world
    }
    fn of_width(&self, width: u32) -> Vec<Term> {
        self.all.iter().copied().filter(|t| self.pool.width(*t) == width).collect()
    }
    fn grow(&mut self, rng: &mut Rng) {
        let op = rng.pick(Op::ALL);
        let node = if op.is_float() { Some(self.float(rng, op)) } else { self.integer(rng, op) };
        if let Some(node) = node {
            let term = self.pool.intern(node);
            self.all.push(term);
        }
    }
    fn integer(&self, rng: &mut Rng, op: Op) -> Option<Node> {
        let a = rng.pick(&self.all);
        let width = self.pool.width(a);
        let b = rng.pick(&self.of_width(width));
        Some(match op {
            Op::Not | Op::Neg => Node::unary(op, width, a),
            Op::Extract => {
                let lo = rng.below(width as usize) as u32;
                Node::extract(a, lo, 1 + rng.below((width - lo) as usize) as u32)
            }
            Op::Concat => {
                let low = rng.pick(&self.all);
                let sum = width + self.pool.width(low);
                (sum <= 2 * MAX_WIDTH).then(|| Node::binary(op, sum, a, low))?
            }
            Op::ZExt | Op::SExt => Node::unary(op, width + 1 + rng.below(80) as u32, a),
            Op::Ite => Node::ite(width, rng.pick(&self.of_width(1)), a, b),
            Op::TableRead => self.read(rng.pick(&self.tables), a)?,
            op if op.is_int_binary() => Node::binary(op, if op.is_comparison() { 1 } else { width }, a, b),
            _ => return None,
        })
    }
    /// There is no constructor for the raw node, so it is taken from one that was simplified.
    fn read(&self, table: TableId, index: Term) -> Option<Node> {
        let mut scratch = self.pool.clone();
        let term = scratch.table_read(table, index);
        let node = scratch.node(term);
        (node.op == Op::TableRead && node.arg(0) == index).then_some(node)
    }
    fn float(&self, rng: &mut Rng, op: Op) -> Node {
        let (from, to, mode) = (rng.pick(&Format::ALL), rng.pick(&Format::ALL), rng.pick(&Rounding::ALL));
        let args: Vec<Term> = (0..op.arity()).map(|_| rng.pick(&self.of_width(from.width()))).collect();
        match op {
            Op::FLt | Op::FLe | Op::FEq => Node::float(op, 1, from, from, Rounding::NearestEven, &args),
            Op::FRound => Node::float(op, from.width(), from, from, mode, &args),
            Op::FToF => Node::float(op, to.width(), from, to, Rounding::NearestEven, &args),
            Op::SToF | Op::UToF => Node::float(op, to.width(), to, to, Rounding::NearestEven, &[rng.pick(&self.all)]),
            Op::FToS | Op::FToU => {
                let width = rng.pick(&[8, 32, 64, 128]);
                Node::float(op, width, from, from, Rounding::NearestEven, &args)
            }
            _ => Node::float(op, from.width(), from, from, Rounding::NearestEven, &args),
        }
    }
}

/// What the scalar evaluator says, value by value and from nothing.
fn expected(pool: &Pool, term: Term, model: &Assignment, at: InputByte) -> Vec<u64> {
    let of = |value: u8| {
        let mut inputs = model.clone();
        inputs.set(at, value);
        eval(pool, term, &inputs).low()
    };
    (0..=255).map(of).collect()
}

#[test]
fn columns_are_what_the_evaluator_says() {
    let (mut ops, mut slow) = (BTreeSet::new(), 0);
    for seed in 0..8 {
        let mut rng = Rng(seed);
        let mut world = World::new(&mut rng, &[0, 1, 2]);
        (0..260).for_each(|_| world.grow(&mut rng));
        let mut model = Assignment::new();
        (0..BYTES).for_each(|i| model.set(byte(i), rng.next() as u8));
        let (mut lanes, mut scalar) = (Lanes::default(), Evaluator::new());
        scalar.load(&model);
        for term in world.all.iter().copied().filter(|t| world.pool.width(*t) <= 64) {
            let at = byte(rng.below(BYTES as usize) as u32);
            let want = expected(&world.pool, term, &model, at);
            lanes.vary(at);
            let have = lanes.values(&world.pool, &mut scalar, term);
            assert_eq!(have[..], want[..], "seed {seed}, {at}: {}", world.pool.text(term));
            assert_eq!(*scalar.assignment(), model, "seed {seed}: the model stays");
            slow += u32::from(lanes.is_slow);
            assert!(!lanes.is_slow || lanes.cost() <= super::WALK);
            ops.extend(lanes.places.keys().map(|t| world.pool.op(*t)));
        }
    }
    let all: BTreeSet<Op> = Op::ALL.iter().copied().collect();
    assert_eq!(ops, all, "every operator was met");
    assert!(slow > 200, "{slow}");
}

/// Terms of one byte each, in many calls: what is kept is right, bounded, and worth keeping.
#[test]
fn kept_columns_are_right_and_bounded() {
    const KEPT: usize = 100;
    let (zero, mut forgotten) = (Assignment::new(), 0);
    for seed in 0..3 {
        let mut rng = Rng(100 + seed);
        let mut world = World::new(&mut rng, &[seed as u32 % BYTES]);
        let (mut lanes, mut scalar) = (Lanes { kept: KEPT, ..Lanes::default() }, Evaluator::new());
        let at = byte(seed as u32 % BYTES);
        for _ in 0..700 {
            let before = world.all.len();
            world.grow(&mut rng);
            let Some(&term) = world.all.get(before) else { continue };
            let pool = &world.pool;
            if pool.width(term) > 64 || pool.support(term).is_empty() {
                continue;
            }
            let used = lanes.used;
            let want = expected(pool, term, &zero, at);
            lanes.vary(at);
            assert_eq!(lanes.values(pool, &mut scalar, term)[..], want[..], "seed {seed}: {}", pool.text(term));
            let start = if used > KEPT { 0 } else { used };
            forgotten += u32::from(used > KEPT);
            assert!(lanes.used as u64 <= start as u64 + lanes.cost, "{used} columns, then {}", lanes.used);
            if lanes.used <= KEPT {
                lanes.vary(at);
                assert_eq!(lanes.values(pool, &mut scalar, term)[..], want[..]);
                assert_eq!(lanes.cost, 0, "asked again, it is there");
            }
        }
    }
    assert!(forgotten > 5, "the limit was met {forgotten} times");
}

/// Two bytes vary together, and many terms share columns.
#[test]
fn lanes_may_vary_several_bytes() {
    for seed in 0..4 {
        let mut rng = Rng(200 + seed);
        let mut world = World::new(&mut rng, &[0, 1, 2]);
        (0..200).for_each(|_| world.grow(&mut rng));
        let mut model = Assignment::new();
        model.set(byte(1), rng.next() as u8);
        let (mut lanes, mut scalar) = (Lanes::default(), Evaluator::new());
        scalar.load(&model);
        let columns: [Column; 2] = std::array::from_fn(|_| std::array::from_fn(|_| rng.next() & 255));
        lanes.vary_together(vec![(byte(0), columns[0]), (byte(2), columns[1])]);
        for term in world.all.iter().copied().filter(|t| world.pool.width(*t) <= 64) {
            let of = |lane: usize| {
                let mut inputs = model.clone();
                inputs.set(byte(0), columns[0][lane] as u8);
                inputs.set(byte(2), columns[1][lane] as u8);
                eval(&world.pool, term, &inputs).low()
            };
            let want: Vec<u64> = (0..LANES).map(of).collect();
            let have = lanes.values(&world.pool, &mut scalar, term);
            assert_eq!(have[..], want[..], "seed {seed}: {}", world.pool.text(term));
        }
        model.set(byte(0), 0);
        (0..BYTES).for_each(|i| assert_eq!(scalar.assignment().get(byte(i)), model.get(byte(i)), "the model stays"));
        assert!(lanes.used < 3 * world.all.len(), "a term costs its new nodes");
    }
}

/// A term that grows by one node per question costs one column each time.
#[test]
fn a_growing_term_costs_its_new_nodes() {
    let (mut pool, mut lanes, mut scalar) = (Pool::new(), Lanes::of_single_bytes(), Evaluator::new());
    let input = pool.input(byte(0));
    let mut sum = pool.zext(input, 64);
    for i in 0..500 {
        let step = pool.constant(64, i);
        let shifted = pool.intern(Node::binary(Op::Xor, 64, sum, step));
        sum = pool.intern(Node::binary(Op::Mul, 64, shifted, sum));
        lanes.vary(byte(0));
        let column = *lanes.values(&pool, &mut scalar, sum);
        assert!(lanes.cost() <= 4, "step {i}: {}", lanes.cost());
        if i % 100 == 0 {
            assert_eq!(column[..], expected(&pool, sum, &Assignment::new(), byte(0))[..]);
        }
    }
}
