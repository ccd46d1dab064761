//! Damaged modules: bitcode and LLVM text with random changes are run, refused or reported, but never
//! make Secateur panic, die or hang.
//!
//! The changes come from fixed seeds, so a failure repeats; it names its seed. `SECATEUR_FUZZ=N` tries
//! N changes instead of the usual number.

mod support;

use libtest_mimic::Failed;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use support::run::{Trouble, run_within};
use support::{Outcome, empty_folder, ensure, native, secateur, test};

/// Changes in all, over all programs and both kinds of files.
const USUAL: u64 = 300;

/// A damaged program may loop for ever, and is stopped after this many instructions.
const STEPS: &str = "--path-steps=1000000";

/// A run takes milliseconds; this long is a hang.
const LIMIT: Duration = Duration::from_secs(20);

/// The exit status for what cannot be loaded.
const REFUSED: i32 = 2;

/// Small programs that together have most of what modules are made of.
const PROGRAMS: [(&str, &str); 3] = [
    ("arithmetic", include_str!("support/fuzz/arithmetic.c")),
    ("memory", include_str!("support/fuzz/memory.c")),
    ("control", include_str!("support/fuzz/control.c")),
];

/// A name, the kind of file, and whether it has debug information, which is half of a module's text.
const KINDS: [(&str, &str, bool); 3] = [("bc", "bc", true), ("ll", "ll", false), ("ll_with_debug", "ll", true)];

fn main() -> ExitCode {
    let count = match std::env::var("SECATEUR_FUZZ") {
        Ok(number) => number.parse().expect("SECATEUR_FUZZ is a number"),
        Err(_) => USUAL,
    };
    let mut tests = Vec::new();
    let share = count.div_ceil((KINDS.len() * PROGRAMS.len()) as u64);
    for (name, source) in PROGRAMS {
        for (label, kind, debug) in KINDS {
            tests.push(test(format!("{label}/{name}"), move || check(source, kind, debug, share)));
        }
    }
    support::main(tests)
}

/// Tries `count` changes of one module; the first bad outcome is the failure.
fn check(source: &str, kind: &str, debug: bool, count: u64) -> Outcome {
    let folder = empty_folder();
    let (c, module) = (folder.path().join("program.c"), folder.path().join(format!("program.{kind}")));
    std::fs::write(&c, source)?;
    native::clang_to(kind, debug, &c, &module)?;
    let original = std::fs::read(&module)?;
    let whole = outcome(&module)?;
    ensure(whole == Some(0), || format!("the program itself ends with {whole:?}"))?;
    let damaged = folder.path().join(format!("damaged.{kind}"));
    let mut accepted = 0;
    for seed in 0..count {
        let mut random = fastrand::Rng::with_seed(seed);
        let bytes =
            if kind == "bc" { change_bits(&original, &mut random) } else { change_text(&original, &mut random) };
        std::fs::write(&damaged, &bytes)?;
        match outcome(&damaged) {
            Ok(status) => accepted += u64::from(status != Some(REFUSED)),
            Err(failure) => {
                let (kept, why) = (keep(&bytes, kind, seed), failure.message().unwrap_or("").to_string());
                return Err(format!("seed {seed}: {why}\nthe file is kept as {kept}").into());
            }
        }
    }
    // Damage that is always refused would test LLVM's reader, and nothing of ours.
    ensure(count < 20 || accepted > 0, || "every change was refused".into())
}

/// Runs a module. Its exit status, or why the outcome cannot be accepted.
fn outcome(module: &Path) -> Result<Option<i32>, Failed> {
    let run = match run_within(secateur("exec").arg(STEPS).arg(module), b"", LIMIT) {
        Ok(run) => run,
        Err(Trouble::TooLong(limit)) => return Err(format!("still running after {} s", limit.as_secs()).into()),
        Err(Trouble::NotStarted(e)) => return Err(e.into()),
    };
    let stderr = run.err();
    ensure(!stderr.contains("panicked at"), || format!("a panic:\n{stderr}"))?;
    ensure(!stderr.contains("internal error"), || format!("an error of ours:\n{stderr}"))?;
    ensure(run.code().is_some(), || format!("ended by a signal: {}\n{stderr}", run.status))?;
    Ok(run.code())
}

/// A few bits flipped, bytes set, words exchanged or cut out, anywhere behind the magic number.
fn change_bits(original: &[u8], random: &mut fastrand::Rng) -> Vec<u8> {
    let mut bytes = original.to_vec();
    for _ in 0..1 + random.usize(..4) {
        let at = 4 + random.usize(..bytes.len() - 16);
        match random.u8(..8) {
            0..4 => bytes[at] ^= 1 << random.u8(..8),
            4 | 5 => bytes[at] = *random.choice(&[0, 1, 0x7f, 0x80, 0xff, random.clone().u8(..)]).expect("a choice"),
            6 => bytes.swap(at, at + random.usize(..8)),
            _ => drop(bytes.drain(at..at + 4)),
        }
    }
    bytes
}

/// Words exchanged for others of the same module, numbers for extreme ones, lines doubled or left out.
fn change_text(original: &[u8], random: &mut fastrand::Rng) -> Vec<u8> {
    let text = String::from_utf8_lossy(original);
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    for _ in 0..1 + random.usize(..3) {
        let (at, other) = (random.usize(..lines.len()), random.usize(..lines.len()));
        match random.u8(..8) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(other, lines[at].clone()),
            2 => lines.swap(at, other),
            3 | 4 => lines[at] = extreme_number(&lines[at], random),
            _ => lines[at] = exchange_word(&lines[at], &lines[other], random),
        }
    }
    lines.join("\n").into_bytes()
}

fn exchange_word(line: &str, other: &str, random: &mut fastrand::Rng) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    let others: Vec<&str> = other.split(' ').collect();
    let at = random.usize(..words.len());
    words[at] = others[random.usize(..others.len())];
    words.join(" ")
}

/// The number at a random place of a line, if there is one, becomes one that breaks things.
fn extreme_number(line: &str, random: &mut fastrand::Rng) -> String {
    const EXTREMES: [&str; 10] = [
        "0",
        "1",
        "-1",
        "7",
        "129",
        "65536",
        "2147483648",
        "4294967295",
        "9223372036854775807",
        "18446744073709551616",
    ];
    let start = random.usize(..line.len() + 1);
    let Some(first) = line[..].char_indices().find(|(i, c)| *i >= start && c.is_ascii_digit()) else {
        return line.to_string();
    };
    let (head, tail) = line.split_at(first.0);
    let rest = tail.trim_start_matches(|c: char| c.is_ascii_digit());
    format!("{head}{}{rest}", random.choice(EXTREMES).expect("a choice"))
}

/// Keeps a module that made Secateur fail, for whoever looks at it.
fn keep(bytes: &[u8], kind: &str, seed: u64) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{seed}.{kind}"));
    match std::fs::write(&path, bytes) {
        Ok(()) => path.display().to_string(),
        Err(e) => format!("(nothing: {e})"),
    }
}
