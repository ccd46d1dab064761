//! Random programs with symbolic globals: what `secateur test` predicts of csmith's programs is what they do natively.
//!
//! A few of its global integers are input (support/csmith.rs). Some 40 paths are explored; each test, replayed, must
//! follow the predicted path (no divergence), and every bug must be confirmed. csmith's arithmetic is
//! safe for every value, so hardly a program has a bug.

mod support;

use libtest_mimic::Failed;
use std::path::Path;
use std::process::ExitCode;
use support::csmith;
use support::suite;
use support::{Outcome, empty_folder, ensure, test};

/// Small programs that end soon natively, and have globals to choose from.
const SEEDS: &[u32] = &[1, 2, 3, 7, 8, 9, 11, 12, 15, 16, 17, 19];

const SIZE: &[&str] = &[
    "--max-funcs",
    "3",
    "--max-block-depth",
    "3",
    "--max-block-size",
    "3",
    "--max-expr-complexity",
    "4",
    "--max-array-dim",
    "2",
    "--max-array-len-per-dim",
    "4",
    "--no-argc",
];

/// Every third program keeps its check sum, whose digits are printed: hard for a solver, but no excuse for a wrong
/// prediction or for a run that does not end in time.
const CHECKSUM_EVERY: u32 = 3;

const FEWEST: usize = 3;
const MOST: usize = 6;

fn main() -> ExitCode {
    let seeds = SEEDS.iter().map(|seed| test(format!("seed_{seed:03}"), move || check(*seed)));
    support::main(std::iter::once(test("self/globals", the_globals_are_found)).chain(seeds).collect())
}

fn check(seed: u32) -> Outcome {
    csmith::headers_are_there()?;
    let folder = empty_folder();
    let file = folder.path().join("program.c");
    let chosen = generate(seed, &file)?;
    let limits = "--emit all --max-paths 40 --time 8s --cflag=-w";
    let mut args: Vec<String> = limits.split(' ').map(str::to_string).collect();
    args.push(format!("-I{}", csmith::HEADERS));
    let suite = suite::test(&folder.path().join("out"), &args, &file)?;
    let told = || format!("csmith --seed {seed} {}, symbolic: {}", options(seed).join(" "), chosen.join(", "));
    ensure(suite.number("/divergences")? == 0, || format!("divergences\n{}\n{}", told(), suite.summary))?;
    // Reading them fails for a bug that is not confirmed.
    suite.bugs().map_err(|e| format!("{}\n{}", e.message().unwrap_or_default(), told()))?;
    ensure(!suite.tests()?.is_empty(), || format!("no test at all\n{}\n{}", told(), suite.summary))
}

fn options(seed: u32) -> Vec<&'static str> {
    let checksum = if seed.is_multiple_of(CHECKSUM_EVERY) { "--checksum" } else { "--no-checksum" };
    SIZE.iter().copied().chain([checksum]).collect()
}

/// Writes the program for a seed, and says which of its globals are symbolic.
fn generate(seed: u32, file: &Path) -> Result<Vec<String>, Failed> {
    let source = csmith::generate(seed, &options(seed), file)?.ok_or("csmith crashed")?;
    let names = csmith::spread(csmith::globals(&source), MOST);
    ensure(names.len() >= FEWEST, || format!("seed {seed} has only {} globals to make symbolic", names.len()))?;
    std::fs::write(file, csmith::symbolic(&source, &names)?)?;
    Ok(names)
}

fn the_globals_are_found() -> Outcome {
    let source = "static int32_t g_5 = 0x1234L;\nstatic volatile int8_t g_6 = 1L;\nstatic uint16_t g_7[2] = {1UL, 2UL};\n\
                  static int64_t *g_8 = &g_9;\nstatic uint8_t g_10 = 0UL;\nstatic const int32_t g_11 = 3L;\n\
                  static int16_t g_12 = (-1L);\nint main (void)\n{\n    return 0;\n}\n";
    let names = csmith::globals(source);
    ensure(names == ["g_5", "g_10", "g_12"], || format!("found {names:?}"))?;
    let made = csmith::symbolic(source, &names)?;
    ensure(made.contains("{\n    secateur_symbolic(&g_5, sizeof g_5, \"g_5\");\n"), || made)
}
