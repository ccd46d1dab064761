//! Random terms at 8 to 64 and 65 to 130 bits: simplified against raw, evaluation against Rust's own
//! arithmetic, facts, supports, incremental evaluation, substitution and renaming.

mod common;
use common::{Rng, byte, int_ops, mask128, random_assignment, random_node, reference};
use secateur_expr::{Bits, Evaluator, InputByte, Node, Op, Pool, Term, eval};

const BYTES: u32 = 20;

/// Variables and constants of the given widths, as wiring of input bytes.
fn leaves(pool: &mut Pool, rng: &mut Rng, widths: &[u32]) -> Vec<Term> {
    let mut all = Vec::new();
    for &w in widths {
        for first in 0..2 {
            let word = pool.input_word(byte(first), w.div_ceil(8));
            all.push(pool.extract(word, 0, w));
            let bits = Bits::new(w, &[rng.value(), rng.value(), rng.value()]);
            all.push(pool.constant_bits(&bits));
        }
    }
    all.push(pool.bool(true));
    all
}

/// Grows a pool at random; each raw node is paired with its simplification, and both evaluated.
fn grow(seed: u64, widths: &[u32], max_width: u32, steps: usize) {
    let mut pool = Pool::new();
    let mut rng = Rng(seed);
    let mut all = leaves(&mut pool, &mut rng, widths);
    let mut evaluators: Vec<Evaluator> = (0..6).map(|_| Evaluator::new()).collect();
    for e in &mut evaluators {
        e.load(&random_assignment(&mut rng, BYTES));
    }
    for _ in 0..steps {
        let Some(node) = random_node(&pool, &mut rng, &all, max_width) else { continue };
        let (raw, simple) = (pool.intern(node), pool.build(node));
        for e in &mut evaluators {
            let (expected, actual) = (e.eval(&pool, raw), e.eval(&pool, simple));
            assert_eq!(expected, actual, "{} became {}", pool.text(raw), pool.text(simple));
            check_facts(&pool, raw, &expected);
            check_facts(&pool, simple, &actual);
        }
        all.push(if rng.below(4) == 0 { raw } else { simple });
    }
}

fn check_facts(pool: &Pool, term: Term, value: &Bits) {
    let (facts, v) = (pool.facts(term), value.low());
    if value.width() <= 64 {
        let sound = facts.lo <= v && v <= facts.hi && v & facts.zeros == 0 && v & facts.ones == facts.ones;
        assert!(sound, "{}: {v:#x} is outside {facts:x?}", pool.text(term));
    }
}

#[test]
fn simplified_terms_agree_up_to_64_bits() {
    for seed in 0..150 {
        grow(seed, &[8, 16, 24, 32, 64, 5, 13], 64, 700);
    }
}

#[test]
fn simplified_terms_agree_past_64_bits() {
    for seed in 0..150 {
        grow(seed + 5000, &[65, 80, 127, 128, 130, 8, 64], 130, 500);
    }
}

#[test]
fn evaluation_agrees_with_rust() {
    let mut rng = Rng(7);
    let mut pool = Pool::new();
    for w in [1, 4, 8, 13, 32, 63, 64, 65, 80, 100, 127] {
        for op in int_ops() {
            for _ in 0..60 {
                let draw = |rng: &mut Rng| (u128::from(rng.value()) << 64 | u128::from(rng.value())) & mask128(w);
                let (a, b) = (draw(&mut rng), draw(&mut rng));
                let b = if rng.below(4) == 0 { (b % 130) & mask128(w) } else { b };
                let (ta, tb) = (Bits::from_u128(w, a), Bits::from_u128(w, b));
                let (ta, tb) = (pool.constant_bits(&ta), pool.constant_bits(&tb));
                let raw = pool.intern(Node::binary(op, if op.is_comparison() { 1 } else { w }, ta, tb));
                let value = eval(&pool, raw, &Default::default()).u128();
                assert_eq!(value, reference(op, w, a, b), "{op:?} at {w}: {a:#x} {b:#x}");
            }
        }
    }
}

/// Changing one byte and evaluating again gives what evaluating from nothing gives.
#[test]
fn incremental_evaluation_agrees() {
    for seed in 0..20 {
        let mut rng = Rng(seed);
        let mut pool = Pool::new();
        let mut all = leaves(&mut pool, &mut rng, &[8, 32, 64, 100]);
        for _ in 0..300 {
            if let Some(node) = random_node(&pool, &mut rng, &all, 130) {
                all.push(pool.build(node));
            }
        }
        let mut e = Evaluator::new();
        e.load(&random_assignment(&mut rng, BYTES));
        for round in 0..200 {
            e.set(byte(rng.below(BYTES as usize) as u32), rng.value() as u8);
            let term = rng.pick(&all);
            assert_eq!(e.eval(&pool, term), eval(&pool, term, e.assignment()), "round {round}: {}", pool.text(term));
            if round % 50 == 49 {
                e.load(&random_assignment(&mut rng, BYTES));
            }
        }
    }
}

/// A byte outside the support never changes the value, and the support is exactly the inputs mentioned.
#[test]
fn supports_are_the_inputs_mentioned() {
    let mut rng = Rng(3);
    let mut pool = Pool::new();
    let mut all = leaves(&mut pool, &mut rng, &[8, 16, 32, 64]);
    for _ in 0..2000 {
        let Some(node) = random_node(&pool, &mut rng, &all, 64) else { continue };
        let term = pool.build(node);
        let mut inputs: Vec<InputByte> =
            secateur_expr::cone(&pool, &[term]).iter().filter_map(|t| pool.as_input(*t)).collect();
        inputs.sort_unstable();
        assert_eq!(pool.support_bytes(pool.support(term)), inputs);
        all.push(term);
    }
}

#[test]
fn substitution_agrees_with_changed_inputs() {
    let mut rng = Rng(11);
    for _ in 0..40 {
        let mut pool = Pool::new();
        let mut all = leaves(&mut pool, &mut rng, &[8, 32, 64]);
        for _ in 0..150 {
            if let Some(node) = random_node(&pool, &mut rng, &all, 64) {
                all.push(pool.build(node));
            }
        }
        let term = *all.last().unwrap();
        let mut inputs = random_assignment(&mut rng, BYTES);
        let value = rng.value() as u8;
        let (from, to) = (pool.input(byte(2)), pool.constant(8, u64::from(value)));
        let replaced = pool.substitute(term, &[(from, to)]);
        assert!(!pool.support_contains(pool.support(replaced), byte(2)));
        let renamed = pool.rename_inputs(term, |b| InputByte { input: 3, offset: BYTES - b.offset });
        inputs.set(byte(2), value);
        (0..BYTES).for_each(|i| inputs.set(InputByte { input: 3, offset: BYTES - i }, inputs.get(byte(i))));
        assert_eq!(eval(&pool, replaced, &inputs), eval(&pool, term, &inputs));
        assert_eq!(eval(&pool, renamed, &inputs), eval(&pool, term, &inputs));
    }
}

/// The same calls give the same ids and the same text.
#[test]
fn building_repeats() {
    let build = || {
        let (mut pool, mut rng) = (Pool::new(), Rng(99));
        let mut all = leaves(&mut pool, &mut rng, &[8, 32, 64]);
        for _ in 0..1000 {
            if let Some(node) = random_node(&pool, &mut rng, &all, 64) {
                all.push(pool.build(node));
            }
        }
        pool.dump(&all)
    };
    assert_eq!(build(), build());
}

#[test]
fn wide_operators_agree_with_narrow_ones() {
    let mut rng = Rng(5);
    for _ in 0..2000 {
        let (a, b) = (u128::from(rng.value()), u128::from(rng.value()));
        for op in int_ops().into_iter().filter(|op| !matches!(op, Op::Shl)) {
            let mut pool = Pool::new();
            let at = |pool: &mut Pool, v: u128, w: u32| pool.constant_bits(&Bits::from_u128(64, v).sext(w));
            let values = [100, 200].map(|w| {
                let (x, y) = (at(&mut pool, a, w), at(&mut pool, b, w));
                let result = pool.binary(op, x, y);
                pool.as_bits(result).unwrap().extract(0, pool.width(result).min(64))
            });
            let unsigned_by_width = matches!(op, Op::UDiv | Op::URem | Op::LShr) && (a | b) >> 63 != 0;
            assert!(unsigned_by_width || values[0] == values[1], "{op:?} {a:#x} {b:#x}");
        }
    }
}
