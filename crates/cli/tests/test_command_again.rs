//! The same run gives the same tests, whatever memory there is, and whichever tiers of the solver answer.

mod support;

use libtest_mimic::{Failed, Trial};
use std::path::Path;
use std::process::{Command, ExitCode};
use support::place::{Place, number, numbers, tree};
use support::programs::{ARITHMETIC, ENDLESS, LARGE, MANY, ONE_BUG, READER, WORDS};
use support::run::run;
use support::{Outcome, ensure, ktest, test};

/// A name, the program, and options. Each run takes a moment, and ends by itself or at a number of paths.
type Program = (&'static str, &'static str, &'static [&'static str]);

const PROGRAMS: &[Program] = &[
    ("one_bug", ONE_BUG, &[]),
    ("many", MANY, &["--max-paths", "200"]),
    ("endless", ENDLESS, &["--max-paths", "100"]),
    ("large", LARGE, &["--max-paths", "10"]),
    ("arithmetic", ARITHMETIC, &[]),
    ("reader", READER, &["--sym-stdin", "3"]),
    ("words", WORDS, &[]),
];

fn main() -> ExitCode {
    let mut tests: Vec<Trial> =
        PROGRAMS.iter().map(|program| test(format!("same_tests/{}", program.0), || same_tests(program))).collect();
    tests.push(test("solver_off/all_known", all_tiers_are_known));
    for tier in secateur_solver::TIERS {
        tests.push(test(format!("solver_off/{}", tier.name), || solver_off(&[tier.name])));
    }
    tests.push(test("solver_off/all_cheap_ones", || {
        let cheap: Vec<&str> = secateur_solver::TIERS.iter().filter(|t| !t.is_solver).map(|t| t.name).collect();
        solver_off(&cheap)
    }));
    for program in PROGRAMS.iter().filter(|p| ["arithmetic", "reader", "words"].contains(&p.0)) {
        tests.push(test(format!("validate_solver/{}", program.0), || validate_solver(program)));
    }
    tests.push(test("dump_queries", dump_queries));
    support::main(tests)
}

/// Byte for byte, with the same options and seed, and with another bound on memory.
fn same_tests((_, source, more): &Program) -> Outcome {
    let place = Place::with(&[("a.c", source)])?;
    let bugs = i32::from(*source == ONE_BUG);
    for (out, memory) in [("first", "2GiB"), ("second", "2GiB"), ("third", "150MiB")] {
        let mut all = vec!["--seed", "5", "--emit", "all", "--replay", "off", "--max-memory", memory, "a.c"];
        all.extend(*more);
        place.test(out, bugs, &all)?;
    }
    let first = tree(&place.at("first/tests"));
    ensure(first.len() >= 8, || format!("only {} files", first.len()))?;
    for other in ["second", "third"] {
        let tests = tree(&place.at(other).join("tests"));
        let differ: Vec<_> = first.iter().filter(|(name, bytes)| tests.get(*name) != Some(bytes)).collect();
        ensure(differ.is_empty() && tests.len() == first.len(), || {
            format!("the {other} run differs in {} files, such as {:?}", differ.len(), differ.first())
        })?;
    }
    Ok(())
}

/// The path of [`ARITHMETIC`] that an input takes: the outcome of every comparison that is reached.
fn path_of(input: &[u8]) -> Result<String, Failed> {
    let word = |at: usize| input.get(at..).and_then(|b| b.first_chunk::<4>()).map(|b| u32::from_le_bytes(*b));
    let (Some(a), Some(b)) = (word(0), word(4)) else { return Err(format!("{} bytes", input.len()).into()) };
    let chains: [&[bool]; 3] = [
        &[a.wrapping_mul(b) == 1_000_003, a > 1, b > a],
        &[a.wrapping_add(b) == 77, a ^ b == 13],
        &[a / 7 == 12345, b % 1000 == 999],
    ];
    let mut path = String::new();
    for chain in chains {
        let reached = chain.iter().position(|holds| !holds).map_or(chain.len(), |at| at + 1);
        path.extend(chain[..reached].iter().map(|holds| if *holds { '1' } else { '0' }));
        path.push('.');
        if chain.iter().all(|holds| *holds) {
            break;
        }
    }
    Ok(path)
}

/// Each path of [`ARITHMETIC`] once, whoever answers. Which inputs take them may differ.
fn solver_off(tiers: &[&str]) -> Outcome {
    let place = Place::with(&[("a.c", ARITHMETIC)])?;
    let everything = ["--emit", "all", "--replay", "off", "a.c"];
    let paths = |out: &str| -> Result<Vec<String>, Failed> {
        let files = place.files(&format!("{out}/tests"), "ktest");
        let mut paths = files.iter().map(|f| path_of(&ktest::input(f)?)).collect::<Result<Vec<_>, _>>()?;
        paths.sort();
        Ok(paths)
    };
    let with = place.test("with", 0, &everything)?;
    let off = tiers.join(",");
    let without = place.test("without", 0, &[&["--solver-off", &off][..], &everything].concat())?;
    for summary in [&with, &without] {
        ensure(summary["status"] == "complete", || format!("without {off}: {summary}"))?;
    }
    for tier in tiers {
        numbers(&without, &[(&format!("/solver/by_tier/{tier}"), 0)])?;
    }
    let (with, mut once) = (paths("with")?, paths("with")?);
    once.dedup();
    ensure(once == with, || format!("a path was taken twice: {with:?}"))?;
    let without = paths("without")?;
    ensure(with == without, || format!("without {off}: {without:?}\nwith: {with:?}"))
}

/// What `secateur list` shows is what can be switched off.
fn all_tiers_are_known() -> Outcome {
    let place = Place::with(&[("a.c", ONE_BUG)])?;
    let list = run(&mut support::secateur("list"), b"")?.out();
    let tiers: Vec<&str> = secateur_solver::TIERS.iter().map(|t| t.name).collect();
    let missing: Vec<&&str> = tiers.iter().filter(|t| !list.contains(&format!("\n  {t} "))).collect();
    ensure(missing.is_empty(), || format!("not in `secateur list`: {missing:?}"))?;
    // All but the last, which alone must do.
    let off = tiers[..tiers.len() - 1].join(",");
    let summary = place.test("out", 1, &["--solver-off", &off, "--replay", "off", "a.c"])?;
    numbers(&summary, &[("/paths/completed", 3), ("/paths/bug", 1)])
}

/// Z3 agrees with every answer, and the run is the same as without it.
fn validate_solver((_, source, more): &Program) -> Outcome {
    let place = Place::with(&[("a.c", source)])?;
    let plain = [&["--emit", "all", "--replay", "off", "a.c"][..], more].concat();
    let checked = [&["--validate-solver"][..], &plain].concat();
    place.test("plain", 0, &plain)?;
    place.test("checked", 0, &checked)?;
    let (plain, checked) = (tree(&place.at("plain/tests")), tree(&place.at("checked/tests")));
    ensure(plain == checked, || format!("{} files, and {} with --validate-solver", plain.len(), checked.len()))
}

/// The files are SMT-LIB that Z3 reads without a complaint.
fn dump_queries() -> Outcome {
    let place = Place::with(&[("a.c", ARITHMETIC)])?;
    let off = "--solver-off=repair,enumerate,intervals,substitute";
    let summary = place.test("out", 0, &[off, "--dump-queries", "queries", "--replay", "off", "a.c"])?;
    let files = place.files("queries", "smt2");
    ensure(!files.is_empty(), || format!("no query was written: {}", summary["solver"]))?;
    let (mut sat, mut unsat) = (0, 0);
    for file in &files {
        match answer(file)?.as_str() {
            "sat" => sat += 1,
            "unsat" => unsat += 1,
            other => return Err(format!("{}: Z3 says {other}", file.display()).into()),
        }
    }
    ensure(sat > 0, || format!("{sat} satisfiable queries, {unsat} unsatisfiable ones"))?;
    // Not more queries than there were.
    ensure(files.len() as i64 <= number(&summary, "/solver/checks"), || format!("{} files", files.len()))
}

/// The first word that Z3 says, if it says nothing of errors.
fn answer(file: &Path) -> Result<String, Failed> {
    let run = run(Command::new("z3").arg("-T:20").arg(file), b"")?;
    let said = run.out();
    let errors = said.contains("(error") && !said.contains("model is not available");
    ensure(!errors, || format!("{}: {said}", file.display()))?;
    Ok(said.split_whitespace().next().unwrap_or_default().to_string())
}
