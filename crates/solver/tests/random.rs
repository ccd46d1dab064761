//! Random queries: models are judged by the evaluator, contradictions by Z3.

mod common;
use common::{Rng, Shape, World, all_unsat, byte, holds};
use secateur_expr::{Assignment, Term};
use secateur_solver::{Answer, Config, Path, Solver, TIERS};

const MIXED: &[u32] = &[1, 3, 8, 8, 8, 8, 12, 16, 16, 24, 32, 32, 33, 64, 64, 70, 128];
const SMALL: &[u32] = &[1, 4, 8, 8, 8, 8, 8, 8, 16, 16, 16];

/// What many queries came to.
#[derive(Default, Debug)]
struct Tally {
    sat: u64,
    unsat: u64,
    unknown: u64,
    /// Contradictions that Z3 confirmed.
    judged: u64,
}

/// Walks random paths through a world: each step asks about random conditions and assumes one that can hold.
///
/// Z3 judges at most `judged` of the contradictions, those of `check` before those of `quick`.
fn walk(seed: u64, shape: &Shape, config: &Config, queries: u64, judged: usize, tally: &mut Tally) {
    let mut rng = Rng(seed);
    let mut world = World::new(&mut rng, shape);
    let mut solver = Solver::new(config.clone());
    let (mut refuted, mut decided_quickly) = (Vec::<Vec<Term>>::new(), Vec::<Vec<Term>>::new());
    for _ in 0..queries / 10 {
        let mut path = Path::default();
        let mut model = Assignment::new();
        (0..shape.bytes).for_each(|i| model.set(byte(i), rng.next() as u8));
        for _ in 0..10 {
            let mut extra: Vec<Term> = (0..1 + rng.below(2)).map(|_| rng.pick(&world.conditions)).collect();
            if rng.below(2) == 0 {
                extra[0] = world.pool.not(extra[0]);
            }
            let all: Vec<Term> = path.terms().into_iter().chain(extra.iter().copied()).collect();
            if let Some(decided) = solver.quick(&mut world.pool, &path, extra[0]) {
                let mut wrong = path.terms();
                wrong.push(if decided { world.pool.not(extra[0]) } else { extra[0] });
                decided_quickly.push(wrong);
            }
            match solver.check(&mut world.pool, &path, &extra, &model) {
                Answer::Sat(found) => {
                    tally.sat += 1;
                    assert!(holds(&world.pool, &all, &found), "seed {seed}: a model that does not hold");
                    for term in extra {
                        solver.assume(&mut world.pool, &mut path, term);
                    }
                    model = found;
                }
                Answer::Unsat => {
                    tally.unsat += 1;
                    refuted.push(all);
                }
                Answer::Unknown(reason) => {
                    tally.unknown += 1;
                    assert!(!reason.is_empty());
                }
            }
        }
    }
    assert_eq!(solver.mismatches(), &[] as &[String]);
    for list in [&mut refuted, &mut decided_quickly] {
        list.sort_unstable();
        list.dedup();
        // A part that does not depend on the order in which terms were made.
        list.sort_by_cached_key(|q| {
            q.iter().fold(7u64, |h, t| (h ^ u64::from(t.0)).wrapping_mul(0x0100_0000_01b3) >> 3)
        });
    }
    refuted.extend(decided_quickly.into_iter().take(judged / 4));
    refuted.truncate(judged);
    all_unsat(&world.pool, &refuted, &format!("seed {seed}"));
    tally.judged += refuted.len() as u64;
}

fn nightly() -> bool {
    std::env::var("SECATEUR_NIGHTLY").is_ok()
}

#[test]
fn small_worlds() {
    let mut tally = Tally::default();
    let (worlds, judged) = if nightly() { (600, 1000) } else { (60, 120) };
    for seed in 0..worlds {
        let shape = Shape { bytes: 3, widths: SMALL, nodes: 90, hard: 8, simplify: seed % 4 != 0 };
        walk(seed, &shape, &Config::default(), 1500, judged, &mut tally);
    }
    assert!(tally.sat > 30_000 && tally.unsat > 20_000, "{tally:?}");
    assert_eq!(tally.unknown, 0, "{tally:?}");
    println!("{tally:?}");
}

#[test]
fn mixed_widths() {
    let mut tally = Tally::default();
    let (worlds, judged) = if nightly() { (300, 1000) } else { (30, 40) };
    for seed in 0..worlds {
        let shape = Shape { bytes: 12, widths: MIXED, nodes: 120, hard: 12, simplify: seed % 4 != 0 };
        walk(1000 + seed, &shape, &Config::default(), 1000, judged, &mut tally);
    }
    assert!(tally.sat > 8_000 && tally.unsat > 5_000, "{tally:?}");
    assert!(tally.unknown < 20, "{tally:?}");
    println!("{tally:?}");
}

/// Whatever tier is missing, the others answer the same.
#[test]
fn each_tier_disabled() {
    for (i, tier) in TIERS.iter().enumerate() {
        let mut tally = Tally::default();
        let config = Config { disabled: vec![tier.name.into()], ..Config::default() };
        let shape = Shape { bytes: 4, widths: SMALL, nodes: 90, hard: 8, simplify: true };
        walk(2000 + i as u64, &shape, &config, 600, 20, &mut tally);
        assert_eq!(tally.unknown, 0, "without {}: {tally:?}", tier.name);
    }
}

/// One solver alone, with everything cheap switched off.
#[test]
fn each_solver_alone() {
    for (name, queries) in [("sat", 1500), ("cadical", 300), ("z3", 100)] {
        let mut tally = Tally::default();
        let disabled = TIERS.iter().map(|t| t.name.to_string()).filter(|n| n != name).collect();
        let config = Config { disabled, ..Config::default() };
        let shape = Shape { bytes: 6, widths: SMALL, nodes: 90, hard: 8, simplify: false };
        walk(3000, &shape, &config, queries, 100, &mut tally);
        assert_eq!(tally.unknown, 0, "{name} alone: {tally:?}");
        assert!(tally.sat > 0 && tally.unsat > 0, "{name} alone: {tally:?}");
    }
}

/// The solver compares itself with Z3.
#[test]
fn validation_finds_nothing() {
    let config = Config { validate: true, ..Config::default() };
    for seed in 0..3 {
        let mut tally = Tally::default();
        let shape = Shape { bytes: 4, widths: SMALL, nodes: 60, hard: 8, simplify: true };
        walk(4000 + seed, &shape, &config, 100, 10, &mut tally);
    }
}

#[test]
fn the_same_calls_give_the_same_answers() {
    let run = || {
        let mut rng = Rng(99);
        let shape = Shape { bytes: 8, widths: MIXED, nodes: 150, hard: 12, simplify: true };
        let mut world = World::new(&mut rng, &shape);
        let mut solver = Solver::new(Config::default());
        let mut answers = Vec::new();
        for _ in 0..40 {
            let (mut path, mut model) = (Path::default(), Assignment::new());
            for _ in 0..12 {
                let cond = rng.pick(&world.conditions);
                let answer = solver.check(&mut world.pool, &path, &[cond], &model);
                if let Answer::Sat(found) = &answer {
                    solver.assume(&mut world.pool, &mut path, cond);
                    model = found.clone();
                }
                answers.push(answer);
            }
        }
        (answers, solver.stats.by_tier.iter().map(|(n, s)| (*n, s.answered)).collect::<Vec<_>>())
    };
    assert_eq!(run(), run());
}
