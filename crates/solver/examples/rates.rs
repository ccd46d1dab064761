//! Rates of `quick` and `check` on workloads like those of an explorer.
//!
//! `cargo run --release -p secateur-solver --example rates -- [tiers to switch off]`

use secateur_expr::{Assignment, Bits, InputByte, Pool, Term};
use secateur_solver::{Answer, Config, Path, Solver};
use std::time::Instant;

fn byte(offset: u32) -> InputByte {
    InputByte { input: 0, offset }
}

/// Explores a decision tree depth first: `condition(depth)` is what is branched on.
fn explore(
    name: &str,
    pool: &mut Pool,
    depth: usize,
    states: usize,
    mut condition: impl FnMut(&mut Pool, usize, u64) -> Term,
) {
    let disabled = std::env::args().skip(1).collect();
    let mut solver = Solver::new(Config { disabled, ..Config::default() });
    let start = Instant::now();
    let (mut done, mut forks, mut code) = (0usize, 0u64, 1u64);
    let mut pending = vec![(Path::default(), Assignment::new(), 0usize, 0u64)];
    while let Some((mut path, mut model, mut at, mut history)) = pending.pop() {
        while at < depth {
            let cond = condition(pool, at, history);
            at += 1;
            let taken = match solver.quick(pool, &path, cond) {
                Some(decided) => decided,
                None => {
                    let not = pool.not(cond);
                    let yes = solver.check(pool, &path, &[cond], &model);
                    let no = solver.check(pool, &path, &[not], &model);
                    match (yes, no) {
                        (Answer::Sat(a), Answer::Sat(b)) => {
                            forks += 1;
                            code = code.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                            let first = code >> 63 == 0;
                            let (mine, other) = if first { ((cond, a), (not, b)) } else { ((not, b), (cond, a)) };
                            let mut fork = path.clone();
                            solver.assume(pool, &mut fork, other.0);
                            pending.push((fork, other.1, at, history << 1 | u64::from(!first)));
                            solver.assume(pool, &mut path, mine.0);
                            model = mine.1;
                            first
                        }
                        (Answer::Sat(a), _) => {
                            solver.assume(pool, &mut path, cond);
                            model = a;
                            true
                        }
                        (_, Answer::Sat(b)) => {
                            solver.assume(pool, &mut path, not);
                            model = b;
                            false
                        }
                        _ => break,
                    }
                }
            };
            history = history << 1 | u64::from(taken);
        }
        done += 1;
        if done >= states {
            break;
        }
    }
    let elapsed = start.elapsed();
    let s = &solver.stats;
    println!(
        "{name:>10}: {done} paths, {forks} forks, {} checks, {} queries, {} SAT calls, {:.1} ms; {:.2} us a check",
        s.checks,
        s.queries,
        s.sat_calls,
        elapsed.as_secs_f64() * 1e3,
        s.time.as_secs_f64() * 1e6 / s.checks.max(1) as f64
    );
    for (tier, stats) in s.by_tier.iter().filter(|(_, t)| t.answered > 0 || t.time.as_micros() > 100) {
        println!("            {tier:>10} {:>8} {:>9.2} ms", stats.answered, stats.time.as_secs_f64() * 1e3);
    }
}

fn quick_rates(pool: &mut Pool) {
    let mut solver = Solver::new(Config::default());
    let mut path = Path::default();
    let mut conds = Vec::new();
    for i in 0..64 {
        let x = pool.input(byte(i));
        let (lo, hi) = (pool.constant(8, 97), pool.constant(8, 122));
        let (a, b) = (pool.ule(lo, x), pool.ule(x, hi));
        conds.extend([a, b]);
        solver.assume(pool, &mut path, a);
    }
    let start = Instant::now();
    let rounds = 100_000;
    let mut known = 0u64;
    for _ in 0..rounds {
        for cond in &conds {
            known += u64::from(solver.quick(pool, &path, *cond).is_some());
        }
    }
    let each = start.elapsed().as_secs_f64() * 1e9 / (rounds * conds.len()) as f64;
    println!("quick, one byte, repeated: {each:.1} ns ({known} known)");

    let mut multi = Vec::new();
    for i in 0..63 {
        let (x, y) = (pool.input_word(byte(i), 2), pool.constant(16, 30_000 + u64::from(i)));
        let c = pool.ult(x, y);
        solver.assume(pool, &mut path, c);
        multi.push(c);
    }
    let start = Instant::now();
    for _ in 0..rounds / 10 {
        for cond in &multi {
            known += u64::from(solver.quick(pool, &path, *cond).is_some());
        }
    }
    let each = start.elapsed().as_secs_f64() * 1e9 / (rounds / 10 * multi.len()) as f64;
    println!("quick, two bytes, in the path: {each:.1} ns");

    let start = Instant::now();
    let mut fresh = 0u32;
    for i in 0..64 {
        let x = pool.input(byte(i));
        for c in 0..100 {
            let (mul, c) = (pool.constant(8, 3), pool.constant(8, c));
            let y = pool.mul(x, mul);
            let z = pool.xor(y, c);
            let cond = pool.slt(z, c);
            known += u64::from(solver.quick(pool, &path, cond).is_some());
            fresh += 1;
        }
    }
    let each = start.elapsed().as_secs_f64() * 1e9 / f64::from(fresh);
    println!("quick, one byte, new term (4 nodes, construction included): {each:.0} ns ({known})");
}

fn main() {
    let mut pool = Pool::new();
    quick_rates(&mut pool);
    // A parser: each byte is compared with a few characters and classes.
    explore("parser", &mut Pool::new(), 120, 3000, |pool, at, _| {
        let x = pool.input(byte(at as u32 / 6));
        let c = [b'{', b'"', b'0', b':', b'a', b'}'][at % 6];
        let c = pool.constant(8, c.into());
        if at % 3 == 2 { pool.ult(x, c) } else { pool.eq(x, c) }
    });
    // Sums of a few neighbouring bytes compared with limits, as in checksums and lengths.
    explore("sums", &mut Pool::new(), 40, 1000, |pool, at, _| {
        let mut sum = pool.constant(32, 0);
        for i in 0..2 + at % 3 {
            let x = pool.input(byte((at / 4 + i) as u32));
            let x = pool.zext(x, 32);
            sum = pool.add(sum, x);
        }
        let limit = pool.constant(32, (150 + 97 * at % 300) as u64);
        pool.ult(sum, limit)
    });
    // Words compared with each other: sorting.
    explore("sort", &mut Pool::new(), 45, 3000, |pool, at, _| {
        let (mut i, mut j) = (0, at);
        while j >= 9 - i {
            j -= 9 - i;
            i += 1;
        }
        let (a, b) = (pool.input_word(byte(4 * i as u32), 4), pool.input_word(byte(4 * (i + j + 1) as u32), 4));
        pool.slt(a, b)
    });
    // Tables: classes of characters looked up and combined.
    let mut tables = Pool::new();
    let values = (0..256u64).map(|i| Bits::from_u64(8, i * 7 % 13)).collect();
    let table = tables.add_table(8, values);
    explore("tables", &mut tables, 40, 3000, |pool, at, _| {
        let (x, y) = (pool.input(byte(at as u32 / 4)), pool.input(byte(at as u32 / 4 + 1)));
        let (a, b) = (pool.table_read(table, x), pool.table_read(table, y));
        let sum = pool.add(a, b);
        let limit = pool.constant(8, 3 + 5 * (at as u64 % 4));
        if at % 4 == 0 { pool.ult(a, limit) } else { pool.ult(sum, limit) }
    });
    // A hash: multiplication and xor of all bytes, compared at the end.
    explore("hash", &mut Pool::new(), 24, 300, |pool, at, _| {
        let mut h = pool.constant(32, 5381);
        for i in 0..=at % 6 {
            let x = pool.input(byte(i as u32));
            let (x, k) = (pool.zext(x, 32), pool.constant(32, 33));
            let m = pool.mul(h, k);
            h = pool.xor(m, x);
        }
        let (mask, want) = (pool.constant(32, 15), pool.constant(32, at as u64 % 16));
        let low = pool.and(h, mask);
        pool.eq(low, want)
    });
}
