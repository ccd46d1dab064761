//! Printed terms mean to Z3 what they mean to the evaluator. Needs the program `z3`.

mod common;
use common::{Rng, byte, random_assignment, random_node};
use secateur_expr::{Assignment, Bits, Evaluator, Format, Node, Op, Pool, Rounding, SmtScript, Term, smt_script};
use std::io::Write;
use std::process::{Command, Stdio};

/// The answer to a script: `sat` or `unsat`, and what follows.
fn z3(script: &str) -> String {
    let mut child = Command::new("z3")
        .args(["-in", "-T:120"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("these tests need the program `z3`: install it with `apt-get install z3`");
    child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

/// `term == constant`, with no simplification.
fn pin(pool: &mut Pool, term: Term, value: &Bits) -> Term {
    let c = pool.constant_bits(value);
    pool.intern(Node::binary(Op::Eq, 1, term, c))
}

/// Fixes the inputs and asks whether every term has the value that the evaluator gives.
fn agree(pool: &mut Pool, terms: &[Term], inputs: &Assignment, bytes: u32) {
    let mut evaluator = Evaluator::new();
    evaluator.load(inputs);
    let fixed: Vec<Term> = (0..bytes)
        .map(|i| {
            let input = pool.input(byte(i));
            pin(pool, input, &Bits::from_u64(8, inputs.get(byte(i)).into()))
        })
        .collect();
    let values: Vec<Bits> = terms.iter().map(|t| evaluator.eval(pool, *t)).collect();
    let pins: Vec<Term> = terms.iter().zip(&values).map(|(t, v)| pin(pool, *t, v)).collect();
    let ask = |pool: &Pool, pins: &[Term]| {
        let all: Vec<Term> = fixed.iter().chain(pins).copied().collect();
        z3(&smt_script(pool, SmtScript { assertions: &all, ..Default::default() }))
    };
    if ask(pool, &pins).trim() == "sat" {
        return;
    }
    for (i, pin) in pins.iter().enumerate() {
        let answer = ask(pool, &[*pin]);
        let args: Vec<String> =
            pool.node(terms[i]).args().map(|a| format!("{:x?}", evaluator.eval(pool, a).words())).collect();
        assert_eq!(answer.trim(), "sat", "{} = {:x?} of {args:?}", pool.text(terms[i]), values[i].words());
    }
}

fn leaves(pool: &mut Pool, rng: &mut Rng, widths: &[u32]) -> Vec<Term> {
    let mut all = Vec::new();
    for &w in widths {
        let word = pool.input_word(byte(rng.below(4) as u32), w.div_ceil(8));
        all.push(pool.extract(word, 0, w));
        all.push(pool.constant_bits(&Bits::new(w, &[rng.value(), rng.value(), rng.value()])));
    }
    all
}

#[test]
fn random_integer_terms() {
    for seed in 0..24 {
        let (mut pool, mut rng) = (Pool::new(), Rng(seed));
        let table = (0..37).map(|_| Bits::from_u64(8, rng.next() & 255)).collect();
        let table = pool.add_table(8, table);
        let mut all = leaves(&mut pool, &mut rng, &[1, 4, 8, 16, 32, 64, 65, 128, 130]);
        let mut checked = Vec::new();
        while checked.len() < 250 {
            let Some(node) = random_node(&pool, &mut rng, &all, 130) else { continue };
            let (raw, simple) = (pool.intern(node), pool.build(node));
            checked.extend([raw, simple]);
            all.push(if rng.below(2) == 0 { raw } else { simple });
            if rng.below(20) == 0 {
                all.push(pool.table_read(table, simple));
            }
        }
        let inputs = random_assignment(&mut rng, 24);
        agree(&mut pool, &checked, &inputs, 24);
    }
}

/// For all inputs at once: raw and simplified terms of few bits are equal.
#[test]
fn simplification_is_an_equivalence() {
    for seed in 0..12 {
        let (mut pool, mut rng) = (Pool::new(), Rng(seed + 77));
        let mut all = leaves(&mut pool, &mut rng, &[3, 4, 5, 8]);
        let mut differ = pool.bool(false);
        for _ in 0..60 {
            let Some(node) = random_node(&pool, &mut rng, &all, 12) else { continue };
            let (raw, simple) = (pool.intern(node), pool.build(node));
            let equal = pool.intern(Node::binary(Op::Eq, 1, raw, simple));
            let unequal = pool.intern(Node::unary(Op::Not, 1, equal));
            differ = pool.intern(Node::binary(Op::Or, 1, differ, unequal));
            all.push(raw);
        }
        let script = smt_script(&pool, SmtScript { assertions: &[differ], inputs: true, ..Default::default() });
        let answer = z3(&script);
        assert!(answer.starts_with("unsat"), "seed {seed}: {answer}");
    }
}

#[test]
fn values_are_asked_for() {
    let mut pool = Pool::new();
    let x = pool.input_word(byte(0), 2);
    let c = pool.constant(16, 0x1234);
    let equal = pool.eq(x, c);
    let script = smt_script(&pool, SmtScript { assertions: &[equal], values: &[x], inputs: true });
    assert!(script.starts_with("(set-logic QF_BV)\n(declare-const i0_0 (_ BitVec 8))"));
    let answer = z3(&script);
    assert!(answer.contains("#x1234") && answer.contains("(i0_1 #x12)"), "{answer}");
}

/// Bits of numbers that matter: zeros, ones, halves, limits, infinities, NaNs, subnormals, anything.
fn float_bits(rng: &mut Rng, format: Format) -> u64 {
    let wide: [f64; 12] =
        [0.0, -0.0, 1.0, -1.5, 0.5, 2.5, 1e10, -9.3e18, 4e9, 1.8446744073709552e19, f64::NAN, f64::INFINITY];
    match (rng.below(4), format) {
        (3, Format::F32) => 0x7f80_0001 | (rng.next() & 0x807f_ffff),
        (3, _) => 0x7ff0_0000_0000_0001 | (rng.next() & 0x800f_ffff_ffff_ffff),
        (0, Format::F32) => u64::from((rng.pick(&wide) as f32).to_bits()),
        (0, _) => rng.pick(&wide).to_bits(),
        (1, Format::F32) => u64::from(((rng.next() % 100_000) as f32 / 64.0 - 500.0).to_bits()),
        (1, _) => ((rng.next() % 100_000) as f64 / 64.0 - 500.0).to_bits(),
        (_, Format::F32) => rng.next() & 0xffff_ffff,
        _ => rng.next(),
    }
}

/// One node of every floating-point kind over three operands of a format.
fn float_nodes(pool: &mut Pool, format: Format, args: &[Term], int: Term) -> Vec<Term> {
    let w = format.width();
    let node = |op, width, mode, args: &[Term]| Node::float(op, width, format, format, mode, args);
    let near = Rounding::NearestEven;
    let mut nodes = Vec::new();
    for op in [Op::FAdd, Op::FSub, Op::FMul, Op::FDiv] {
        nodes.push(node(op, w, near, &args[..2]));
    }
    nodes.extend([Op::FLt, Op::FLe, Op::FEq].map(|op| node(op, 1, near, &args[..2])));
    nodes.extend([node(Op::FSqrt, w, near, &args[..1]), node(Op::FFma, w, near, args)]);
    nodes.extend(Rounding::ALL.map(|mode| node(Op::FRound, w, mode, &args[..1])));
    nodes.extend([Op::SToF, Op::UToF].map(|op| node(op, w, near, &[int])));
    for to in Format::ALL.into_iter().filter(|to| *to != format) {
        nodes.push(Node::float(Op::FToF, to.width(), format, to, near, &args[..1]));
    }
    for width in [8, 16, 32, 64, 128] {
        nodes.extend([Op::FToS, Op::FToU].map(|op| node(op, width, Rounding::Zero, &args[..1])));
    }
    nodes.into_iter().map(|n| pool.float(n)).collect()
}

#[test]
fn floating_point_terms() {
    let mut rng = Rng(42);
    for round in 0..120 {
        let mut pool = Pool::new();
        let format = Format::ALL[round % 3];
        let source = if format == Format::F32 { Format::F32 } else { Format::F64 };
        let mut inputs = Assignment::new();
        let mut args = Vec::new();
        for k in 0..3 {
            let bits = float_bits(&mut rng, source);
            (0..8).for_each(|i| inputs.set(byte(k * 8 + i), (bits >> (8 * i)) as u8));
            let word = pool.input_word(byte(k * 8), source.width() / 8);
            args.push(pool.float_to_float(source, format, word));
        }
        let int = pool.input_word(byte(0), [1, 2, 4, 8, 16][round % 5]);
        let terms = float_nodes(&mut pool, format, &args, int);
        agree(&mut pool, &terms, &inputs, 24);
    }
}

/// C's remainder is not IEEE's; small operands, since Z3 is slow on others.
#[test]
fn floating_point_remainders() {
    let mut rng = Rng(43);
    let mut pool = Pool::new();
    let (x, y) = (pool.input_word(byte(0), 4), pool.input_word(byte(4), 4));
    let remainder = pool.float_binary(Op::FRem, Format::F32, x, y);
    for _ in 0..30 {
        let mut inputs = Assignment::new();
        for k in 0..2 {
            let bits = ((rng.next() % 4000) as f32 / 16.0 - 120.0).to_bits();
            (0..4).for_each(|i| inputs.set(byte(k * 4 + i), (bits >> (8 * i)) as u8));
        }
        agree(&mut pool, &[remainder], &inputs, 8);
    }
}
