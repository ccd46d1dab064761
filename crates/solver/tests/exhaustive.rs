//! Random conditions over one and two bytes against all assignments: feasibility, `quick` and `range`.

mod common;
use common::{Rng, Shape, World, byte};
use secateur_expr::{Assignment, Evaluator, Pool, Term};
use secateur_solver::{Answer, Config, Path, Solver};

const WIDTHS: &[u32] = &[1, 3, 8, 8, 8, 16, 16, 20];

/// The values of a term of at most 64 bits under all assignments of two bytes.
fn table(pool: &Pool, term: Term, bytes: u32) -> Vec<u64> {
    let mut evaluator = Evaluator::new();
    (0..1u32 << (8 * bytes))
        .map(|i| {
            evaluator.set(byte(0), i as u8);
            evaluator.set(byte(1), (i >> 8) as u8);
            evaluator.eval_u64(pool, term)
        })
        .collect()
}

fn walk(seed: u64, bytes: u32, paths: usize) {
    let mut rng = Rng(seed);
    let shape = Shape { bytes, widths: WIDTHS, nodes: 50, hard: 8, simplify: seed.is_multiple_of(2) };
    let World { mut pool, all, conditions, .. } = World::new(&mut rng, &shape);
    let mut tables: Vec<Option<Vec<u64>>> = vec![None; pool.len()];
    let mut solver = Solver::new(Config::default());
    for _ in 0..paths {
        let mut path = Path::default();
        let mut model = Assignment::new();
        let mut possible: Vec<usize> = (0..1usize << (8 * bytes)).collect();
        for _ in 0..8 {
            let cond = rng.pick(&conditions);
            let truth = tables[cond.index()].get_or_insert_with(|| table(&pool, cond, bytes)).clone();
            let both: Vec<usize> = possible.iter().copied().filter(|i| truth[*i] == 1).collect();
            if let Some(decided) = solver.quick(&mut pool, &path, cond) {
                assert_eq!(both.len(), if decided { possible.len() } else { 0 }, "seed {seed}: {}", pool.text(cond));
            } else if bytes == 1 {
                assert!(!both.is_empty() && both.len() < possible.len(), "one byte is always decided");
            }
            match solver.check(&mut pool, &path, &[cond], &model) {
                Answer::Unsat => assert!(both.is_empty(), "seed {seed}: {}", pool.text(cond)),
                Answer::Sat(found) => {
                    let at = usize::from(found.get(byte(0))) | usize::from(found.get(byte(1))) << 8;
                    assert!(both.contains(&at), "seed {seed}: {}", pool.text(cond));
                    solver.assume(&mut pool, &mut path, cond);
                    (possible, model) = (both, found);
                }
                Answer::Unknown(reason) => panic!("seed {seed}: {reason}"),
            }
            let term = rng.pick(&all);
            let (lo, hi) = solver.range(&mut pool, &path, term);
            let values = tables[term.index()].get_or_insert_with(|| table(&pool, term, bytes));
            let least = possible.iter().map(|i| values[*i]).min().expect("the path is feasible");
            let most = possible.iter().map(|i| values[*i]).max().expect("the path is feasible");
            assert!(lo <= least && most <= hi, "seed {seed}: {lo}..{hi} is not {least}..{most} of {}", pool.text(term));
            if pool.support_len(pool.support(term)) == 1 {
                assert!(bytes == 2 || (lo, hi) == (least, most), "ranges of one byte are exact");
            }
        }
    }
    assert_eq!(solver.mismatches(), &[] as &[String]);
}

/// How many times more is tested when there is time.
fn nightly() -> u64 {
    if std::env::var("SECATEUR_NIGHTLY").is_ok() { 20 } else { 1 }
}

#[test]
fn one_byte() {
    (0..30 * nightly()).for_each(|seed| walk(seed, 1, 60));
}

#[test]
fn two_bytes() {
    (1000..1000 + 12 * nightly()).for_each(|seed| walk(seed, 2, 25));
}

/// Indices are typically words that were compared with limits, signed or not.
#[test]
fn ranges_follow_comparisons() {
    let (mut pool, mut solver, mut path) = (Pool::new(), Solver::new(Config::default()), Path::default());
    let index = pool.input_word(byte(0), 4);
    let (zero, ten) = (pool.constant(32, 0), pool.constant(32, 10));
    let negative = pool.slt(index, zero);
    let cond = pool.not(negative);
    solver.assume(&mut pool, &mut path, cond);
    assert_eq!(solver.range(&mut pool, &path, index), (0, 0x7fff_ffff));
    let cond = pool.slt(index, ten);
    solver.assume(&mut pool, &mut path, cond);
    assert_eq!(solver.range(&mut pool, &path, index), (0, 9));
    let wide = pool.sext(index, 64);
    let four = pool.constant(64, 4);
    let offset = pool.mul(wide, four);
    assert_eq!(solver.range(&mut pool, &path, offset).1 & !3, 36);
    let twenty = pool.constant(32, 20);
    let cond = pool.ult(index, twenty);
    assert_eq!(solver.quick(&mut pool, &path, cond), Some(true));
}
