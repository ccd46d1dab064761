//! Terms a million deep must not exhaust the stack, whatever is done to them.

mod common;
use common::byte;
use secateur_expr::{Assignment, Evaluator, InputByte, Pool, SmtScript, Term, eval, smt_script};

const DEPTH: u32 = 1_000_000;

/// x + i0, * i1, ^ i2, … over and over: nothing folds.
fn tower(pool: &mut Pool) -> Term {
    let inputs: Vec<Term> = (0..8).map(|i| pool.input_word(byte(i * 4), 4)).collect();
    let mut t = inputs[7];
    for i in 0..DEPTH {
        let x = inputs[i as usize % 7];
        t = if i % 2 == 0 { pool.add(t, x) } else { pool.xor(t, x) };
    }
    t
}

#[test]
fn build_evaluate_print_and_substitute() {
    let mut pool = Pool::new();
    let t = tower(&mut pool);
    assert!(pool.facts(t).depth >= DEPTH / 2);
    let mut inputs = Assignment::new();
    (0..32).for_each(|i| inputs.set(byte(i), i as u8 * 7));
    let expected = {
        let words: Vec<u32> =
            (0..8u8).map(|i| u32::from_le_bytes([0, 1, 2, 3].map(|k| (i * 4 + k).wrapping_mul(7)))).collect();
        (0..DEPTH).fold(words[7], |t, i| {
            let x = words[i as usize % 7];
            if i % 2 == 0 { t.wrapping_add(x) } else { t ^ x }
        })
    };
    assert_eq!(eval(&pool, t, &inputs).low(), u64::from(expected));
    let mut evaluator = Evaluator::new();
    evaluator.load(&inputs);
    assert_eq!(evaluator.eval_u64(&pool, t), u64::from(expected));
    let zero = pool.zero(32);
    let is_zero = pool.eq(t, zero);
    let script = smt_script(&pool, SmtScript { assertions: &[is_zero], ..Default::default() });
    assert!(script.ends_with("(check-sat)\n") && script.len() > DEPTH as usize);
    assert!(pool.dump(&[t]).lines().count() > DEPTH as usize / 2);
    assert!(pool.text(t).len() < 10_000);
    let renamed = pool.rename_inputs(t, |b| InputByte { input: 1, ..b });
    assert_ne!(renamed, t);
    let low = pool.extract(t, 0, 8);
    assert_eq!(eval(&pool, low, &inputs).low(), u64::from(expected as u8));
}

/// Chains that rules walk along: choices, masks, comparisons with them, long concatenations.
#[test]
fn chains_that_rules_push_into() {
    let mut pool = Pool::new();
    let x = pool.input_word(byte(0), 4);
    let mut chain = x;
    for i in 0..200_000u64 {
        let c = pool.constant(32, i * 2654435761);
        let k = pool.eq(x, c);
        let d = pool.constant(32, i);
        chain = pool.ite(k, d, chain);
        let mask = pool.constant(32, 0x5555_5555 ^ i);
        let masked = pool.and(chain, mask);
        chain = pool.or(masked, d);
    }
    let c = pool.constant(32, 77);
    let equal = pool.eq(chain, c);
    let low = pool.extract(chain, 3, 9);
    let flipped = pool.not(equal);
    let wide = pool.concat(low, flipped);
    assert_eq!(eval(&pool, wide, &Assignment::new()).width(), 10);
}

#[test]
fn the_widest_terms() {
    let mut pool = Pool::new();
    let word = pool.input_word(byte(0), 8191);
    assert_eq!(pool.width(word), 65528);
    assert_eq!(pool.support_len(pool.support(word)), 8191);
    let middle = pool.extract(word, 4, 65500);
    let again = pool.extract(middle, 32_004, 8);
    let (high, low) = (pool.input(byte(4001)), pool.input(byte(4001)));
    assert_eq!((pool.extract(word, 32_008, 8), high), (low, again));
    let one = pool.constant(65528, 1);
    let next = pool.add(word, one);
    let zero = pool.zero(65528);
    let wraps = pool.eq(next, zero);
    assert_eq!(eval(&pool, wraps, &Assignment::new()).low(), 0);
    let mut full = Assignment::new();
    (0..8191).for_each(|i| full.set(byte(i), 255));
    assert_eq!(eval(&pool, wraps, &full).low(), 1);
}
