//! Random programs with symbolic globals: what `secateur test` predicts of csmith's programs is what they do natively.
//!
//! A csmith program has no input. A few of its global integers become one: they keep their
//! initialiser, and `main` begins by making them symbolic. Some 40 paths are explored; each test, replayed, must
//! follow the predicted path (no divergence), and every bug must be confirmed. csmith's arithmetic is
//! safe for every value, so hardly a program has a bug.

mod support;

use libtest_mimic::Failed;
use std::path::Path;
use std::process::{Command, ExitCode};
use support::run::run;
use support::suite;
use support::{Outcome, empty_folder, ensure, test};

/// Small programs that end soon natively, and have globals to choose from.
const SEEDS: &[u32] = &[1, 2, 3, 7, 8, 9, 11, 12, 15, 16, 17, 19];

/// Where libcsmith-dev puts what the programs include.
const HEADERS: &str = "/usr/include/csmith";

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
    ensure(Path::new(HEADERS).join("csmith.h").is_file(), || {
        format!("{HEADERS}/csmith.h is missing: apt-get install libcsmith-dev (scripts/setup.sh does it)")
    })?;
    let folder = empty_folder();
    let file = folder.path().join("program.c");
    let chosen = generate(seed, &file)?;
    let limits = "--emit all --max-paths 40 --time 8s --cflag=-w";
    let mut args: Vec<String> = limits.split(' ').map(str::to_string).collect();
    args.push(format!("-I{HEADERS}"));
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
    let mut csmith = Command::new("csmith");
    csmith.args(["--seed", &seed.to_string()]).args(options(seed)).arg("-o").arg(file);
    // csmith leaves a file behind in the folder it runs in.
    let generated = run(csmith.current_dir(file.parent().unwrap_or(file)), b"")?;
    ensure(generated.code() == Some(0), || format!("csmith failed: {}", generated.err()))?;
    let source = std::fs::read_to_string(file)?;
    let names = spread(globals(&source));
    ensure(names.len() >= FEWEST, || format!("seed {seed} has only {} globals to make symbolic", names.len()))?;
    std::fs::write(file, symbolic(&source, &names)?)?;
    Ok(names)
}

/// Global integers that are set by a literal, may be changed, and are not volatile:
/// `static int32_t g_5 = 0x1234L;`
fn globals(source: &str) -> Vec<String> {
    source.lines().filter_map(global).map(str::to_string).collect()
}

fn global(line: &str) -> Option<&str> {
    let (declared, value) = line.strip_prefix("static ")?.split_once(" = ")?;
    let (kind, name) = declared.split_once(' ')?;
    let integer = kind.ends_with("_t") && (kind.starts_with("int") || kind.starts_with("uint"));
    let plain = name.starts_with("g_") && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let literal = value.split_once(';')?.0.trim_start_matches(['-', '(']);
    (integer && plain && literal.starts_with(|c: char| c.is_ascii_digit())).then_some(name)
}

/// A few of them, from the first to the last.
fn spread(names: Vec<String>) -> Vec<String> {
    let step = names.len().div_ceil(MOST).max(1);
    names.into_iter().step_by(step).collect()
}

/// The program with the calls at the beginning of `main`, behind its declarations.
fn symbolic(source: &str, names: &[String]) -> Result<String, Failed> {
    let start = source.find("int main (").and_then(|at| Some(at + source[at..].find("{\n")? + 2));
    let start = start.ok_or("csmith's main looks different from what was expected")?;
    let calls: String =
        names.iter().map(|name| format!("    secateur_symbolic(&{name}, sizeof {name}, \"{name}\");\n")).collect();
    Ok(format!("#include <secateur.h>\n{}{calls}{}", &source[..start], &source[start..]))
}

fn the_globals_are_found() -> Outcome {
    let source = "static int32_t g_5 = 0x1234L;\nstatic volatile int8_t g_6 = 1L;\nstatic uint16_t g_7[2] = {1UL, 2UL};\n\
                  static int64_t *g_8 = &g_9;\nstatic uint8_t g_10 = 0UL;\nstatic const int32_t g_11 = 3L;\n\
                  static int16_t g_12 = (-1L);\nint main (void)\n{\n    return 0;\n}\n";
    let names = globals(source);
    ensure(names == ["g_5", "g_10", "g_12"], || format!("found {names:?}"))?;
    let made = symbolic(source, &names)?;
    ensure(made.contains("{\n    secateur_symbolic(&g_5, sizeof g_5, \"g_5\");\n"), || made)
}
