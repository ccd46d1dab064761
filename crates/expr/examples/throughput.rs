//! How fast constructors are: millions of calls a second, for mixes that programs under test produce.

use secateur_expr::{Assignment, Evaluator, InputByte, Pool, Term};
use std::time::Instant;

fn report(name: &str, calls: u64, pool: &Pool, start: Instant) {
    let seconds = start.elapsed().as_secs_f64();
    println!("{name:34} {:7.2} M calls/s, {:8} terms", calls as f64 / seconds / 1e6, pool.len());
}

fn inputs(pool: &mut Pool, n: u32) -> Vec<Term> {
    (0..n).map(|offset| pool.input(InputByte { input: 0, offset })).collect()
}

/// New nodes only: sums and exclusive ors of 32-bit words.
fn fresh_nodes(n: u64) {
    let mut pool = Pool::new();
    let words: Vec<Term> = (0..64).map(|i| pool.input_word(InputByte { input: 0, offset: i * 4 }, 4)).collect();
    let start = Instant::now();
    let mut t = words[0];
    for i in 0..n {
        let x = words[(i * 7 % 64) as usize];
        t = if i % 2 == 0 { pool.add(t, x) } else { pool.xor(t, x) };
    }
    report("fresh add/xor chain", n, &pool, start);
    let mut evaluator = Evaluator::new();
    evaluator.load(&Assignment::new());
    let start = Instant::now();
    evaluator.eval_u64(&pool, t);
    report("evaluation of that chain", n, &pool, start);
}

/// Nodes that exist already: what re-running a path costs.
fn known_nodes(n: u64) {
    let mut pool = Pool::new();
    let bytes = inputs(&mut pool, 256);
    let start = Instant::now();
    for i in 0..n {
        let (a, b) = (bytes[(i % 16) as usize], bytes[(i * 5 % 251) as usize]);
        pool.add(a, b);
    }
    report("known nodes", n, &pool, start);
}

/// A parser's mix: extend, compare with a constant, negate, subtract, conjoin.
fn parser_mix(n: u64) {
    let mut pool = Pool::new();
    let bytes = inputs(&mut pool, 4096);
    let start = Instant::now();
    for i in 0..n / 6 {
        let x = pool.zext(bytes[(i % 4096) as usize], 32);
        let zero = pool.constant(32, 48 + i / 4096);
        let digit = pool.sub(x, zero);
        let ten = pool.constant(32, 10);
        let is_digit = pool.ult(digit, ten);
        let not = pool.not(is_digit);
        let is_dot = pool.eq(x, zero);
        pool.or(not, is_dot);
    }
    report("parser mix", n / 6 * 8, &pool, start);
}

/// Bytes stored, shifted and loaded again: all wiring.
fn wiring_mix(n: u64) {
    let mut pool = Pool::new();
    let bytes = inputs(&mut pool, 4096);
    let start = Instant::now();
    for i in 0..n / 8 {
        let (a, b) = (bytes[(i % 4096) as usize], bytes[(i * 3 % 4093) as usize]);
        let (a, b) = (pool.zext(a, 32), pool.zext(b, 32));
        let eight = pool.constant(32, 8);
        let high = pool.shl(a, eight);
        let word = pool.or(high, b);
        let low = pool.extract(word, 0, 8);
        let mask = pool.constant(32, 0xff00);
        pool.and(word, mask);
        pool.concat(low, word);
    }
    report("wiring mix", n / 8 * 9, &pool, start);
}

fn main() {
    let n = 8_000_000;
    println!("pools of 250,000 terms:");
    (0..4).for_each(|_| fresh_nodes(n / 32));
    println!("one pool for all:");
    fresh_nodes(n);
    known_nodes(n);
    parser_mix(n / 32);
    wiring_mix(n / 32);
    parser_mix(n);
    wiring_mix(n);
}
