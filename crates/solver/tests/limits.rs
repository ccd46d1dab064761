//! Floats, budgets, interrupts, a missing Z3, files of queries.

mod common;
use common::{byte, holds};
use secateur_expr::{Assignment, Format, Op, Pool, Term};
use secateur_solver::{Answer, Budget, Config, Path, Solver};
use std::path::PathBuf;
use std::time::{Duration, Instant};

fn check(solver: &mut Solver, pool: &mut Pool, extra: &[Term]) -> Answer {
    solver.check(pool, &Path::default(), extra, &Assignment::new())
}

/// `x * y == c` for two words and a product of two large primes.
fn factoring(pool: &mut Pool, bytes: u32, product: u64) -> Vec<Term> {
    let (x, y) = (pool.input_word(byte(0), bytes), pool.input_word(byte(8), bytes));
    let width = bytes * 16;
    let (x, y) = (pool.zext(x, width), pool.zext(y, width));
    let (p, c, one) = (pool.mul(x, y), pool.constant(width, product), pool.constant(width, 1));
    vec![pool.eq(p, c), pool.ult(one, x), pool.ult(one, y)]
}

fn tiny() -> Budget {
    Budget { sat_conflicts: 5, cadical_conflicts: 5, z3_rlimit: 1000, ..Budget::default() }
}

#[test]
fn floats_go_to_z3() {
    for (format, bytes) in [(Format::F32, 4), (Format::F64, 8)] {
        let (mut pool, mut solver) = (Pool::new(), Solver::new(Config::default()));
        let (x, y) = (pool.input_word(byte(0), bytes), pool.input_word(byte(8), bytes));
        let bits = |v: f64| if format == Format::F32 { u64::from((v as f32).to_bits()) } else { v.to_bits() };
        let sum = pool.float_binary(Op::FAdd, format, x, y);
        let product = pool.float_binary(Op::FMul, format, x, y);
        let (five, six) = (pool.constant(bytes * 8, bits(5.0)), pool.constant(bytes * 8, bits(6.0)));
        let adds = pool.float_binary(Op::FEq, format, sum, five);
        let multiplies = pool.float_binary(Op::FEq, format, product, six);
        if format == Format::F32 {
            let Answer::Sat(model) = check(&mut solver, &mut pool, &[adds, multiplies]) else { panic!("2 and 3") };
            assert!(holds(&pool, &[adds, multiplies], &model));
        }
        let Answer::Sat(model) = check(&mut solver, &mut pool, &[adds]) else { panic!("many sums are 5") };
        assert!(holds(&pool, &[adds], &model));
        let less = pool.float_binary(Op::FLt, format, x, y);
        let more = pool.float_binary(Op::FLt, format, y, x);
        assert_eq!(check(&mut solver, &mut pool, &[less, more]), Answer::Unsat);
        assert_eq!(solver.mismatches(), &[] as &[String]);
    }
}

#[test]
fn a_spent_budget_is_unknown() {
    let mut pool = Pool::new();
    let query = factoring(&mut pool, 4, 3_037_000_493 * 2_654_435_761);
    let mut solver = Solver::new(Config { budget: tiny(), ..Config::default() });
    let Answer::Unknown(reason) = check(&mut solver, &mut pool, &query) else { panic!("too hard for this budget") };
    assert!(reason.contains("budget"), "{reason}");
    assert_eq!(solver.stats.unknown, 1);
    // Enough budget, and the same solver goes on.
    let easy = factoring(&mut pool, 1, 11 * 13);
    let Answer::Sat(model) = check(&mut solver, &mut pool, &easy) else { panic!("11 and 13") };
    assert!(holds(&pool, &easy, &model));
}

#[test]
fn an_interrupt_ends_a_check() {
    let unlimited = Budget { sat_conflicts: u64::MAX, sat_decisions: u64::MAX, ..Budget::default() };
    for off in [vec![], vec!["sat".to_string()], vec!["sat".to_string(), "cadical".to_string()]] {
        let budget = Budget { cadical_conflicts: u64::MAX, z3_rlimit: 4_000_000_000, ..unlimited };
        let mut solver = Solver::new(Config { budget, disabled: off.clone(), ..Config::default() });
        let mut pool = Pool::new();
        let query = factoring(&mut pool, 4, 3_037_000_493 * 2_654_435_761);
        let interrupter = solver.interrupter();
        let handle = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(150));
            interrupter.interrupt();
        });
        let start = Instant::now();
        let answer = check(&mut solver, &mut pool, &query);
        handle.join().expect("the other thread ends");
        assert_eq!(answer, Answer::Unknown("interrupted".into()), "without {off:?}");
        assert!(start.elapsed() < Duration::from_secs(5), "without {off:?}: {:?}", start.elapsed());
        solver.interrupter().clear();
        let easy = factoring(&mut pool, 1, 11 * 13);
        assert!(matches!(check(&mut solver, &mut pool, &easy), Answer::Sat(_)), "without {off:?}");
    }
}

#[test]
fn a_deadline_ends_a_check() {
    let budget = Budget { sat_conflicts: u64::MAX, sat_decisions: u64::MAX, ..Budget::default() };
    let mut solver = Solver::new(Config { budget, ..Config::default() });
    let mut pool = Pool::new();
    let query = factoring(&mut pool, 4, 3_037_000_493 * 2_654_435_761);
    solver.set_deadline(Some(Instant::now() + Duration::from_millis(100)));
    assert_eq!(check(&mut solver, &mut pool, &query), Answer::Unknown("time".into()));
    solver.set_deadline(None);
}

#[test]
fn a_missing_z3_says_what_to_install() {
    let config = Config { z3_program: PathBuf::from("/nowhere/z3"), ..Config::default() };
    let (mut pool, mut solver) = (Pool::new(), Solver::new(config));
    let x = pool.input_word(byte(0), 8);
    let y = pool.input_word(byte(8), 8);
    let sum = pool.float_binary(Op::FMul, Format::F64, x, y);
    let c = pool.constant(64, 1.25f64.to_bits());
    let cond = pool.float_binary(Op::FEq, Format::F64, sum, c);
    let Answer::Unknown(reason) = check(&mut solver, &mut pool, &[cond]) else { panic!("only Z3 has floats") };
    assert!(reason.contains("install"), "{reason}");
}

#[test]
fn queries_are_written_to_files() {
    let folder = std::env::temp_dir().join(format!("secateur-dump-{}", std::process::id()));
    let config = Config { dump: Some(folder.clone()), ..Config::default() };
    let (mut pool, mut solver) = (Pool::new(), Solver::new(config));
    let query = factoring(&mut pool, 2, 65_521 * 65_519);
    assert!(matches!(check(&mut solver, &mut pool, &query), Answer::Sat(_)));
    let script = std::fs::read_to_string(folder.join("query-000001.smt2")).expect("the first query");
    assert!(script.starts_with("(set-logic QF_BV)") && script.contains("(check-sat)"), "{script}");
    std::fs::remove_dir_all(&folder).expect("the folder was there");
}

#[test]
fn untouched_bytes_keep_their_values() {
    let (mut pool, mut solver, mut path) = (Pool::new(), Solver::new(Config::default()), Path::default());
    let mut model = Assignment::new();
    (0..16).for_each(|i| model.set(byte(i), 100 + i as u8));
    let (x, y) = (pool.input_word(byte(0), 2), pool.input_word(byte(2), 2));
    let less = pool.ult(x, y);
    solver.assume(&mut pool, &mut path, less);
    let (a, b) = (pool.input(byte(8)), pool.input(byte(9)));
    let sum = pool.add(a, b);
    let seven = pool.constant(8, 7);
    let cond = pool.eq(sum, seven);
    let Answer::Sat(found) = solver.check(&mut pool, &path, &[cond], &model) else { panic!("easy") };
    let changed = (0..16).filter(|i| found.get(byte(*i)) != model.get(byte(*i))).count();
    assert_eq!(changed, 1, "one byte is enough");
}

#[test]
fn long_paths_are_freed_without_recursion() {
    let (mut pool, mut solver, mut path) = (Pool::new(), Solver::new(Config::default()), Path::default());
    let x = pool.input(byte(0));
    let c = pool.constant(8, 200);
    let cond = pool.ult(x, c);
    (0..300_000).for_each(|_| solver.assume(&mut pool, &mut path, cond));
    assert_eq!(path.len(), 300_000);
    drop(path);
    solver.reset();
    assert_eq!(solver.stats.checks, 0);
}

/// Explorers may move a solver to a thread, and paths between threads.
#[test]
fn solvers_move_between_threads() {
    fn moves<T: Send>() {}
    fn is_shared<T: Send + Sync>() {}
    moves::<Solver>();
    is_shared::<Path>();
    is_shared::<secateur_solver::Interrupter>();
}
