//! Random programs, explored by plain search and with every technique that must lose nothing: branches and bugs are the same.
//!
//! There are csmith's programs with symbolic globals, programs of our own on which paths meet again (support/random/merging), and
//! some in which bytes depend on each other without showing it (support/random/latent), and some that look at statuses before they go on
//! (support/random/status). What plain search does not explore
//! completely is left out and counted; a batch goes on until it has compared as many programs as it should, and fails if it
//! cannot. `SECATEUR_NIGHTLY` compares 500 programs of each kind. By hand:
//!
//! | variable | |
//! |---|---|
//! | `SECATEUR_SEEDS=1-2000` | these seeds instead, in batches of 50 |
//! | `SECATEUR_ROWS='rwset;look-ahead with dfs'` | all rows of the matrix whose name contains one of the texts, instead of a few; `all` for all |
//! | `SECATEUR_REDUCE=1` | programs that fail are made smaller |
//! | `SECATEUR_KEEP=DIR` | where programs that fail are kept, instead of below `target/` |
//! | `SECATEUR_WRITE=DIR` | all programs are written there, whether they fail or not |

mod support;

#[path = "support/matrix/mod.rs"]
mod matrix;
#[path = "support/random/mod.rs"]
mod random;

use libtest_mimic::{Failed, Trial};
use random::check::{Chosen, Difference, Figures, Verdict};
use random::kinds::{self, Kind};
use random::{latent, merging, reduce, status};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use support::{Outcome, empty_folder, ensure, test};

/// Batches of every night, and programs of each: 500 of a kind.
const NIGHTLY: (u64, u64) = (20, 25);

/// Every day a program gets one row of rwset in so many.
const SHARE: u64 = 6;

/// Seeds of a batch, of which most should do.
const SEEDS: u64 = 1_000;

/// So many seeds are tried for a program that can be compared.
const TRIES: u64 = 8;

/// Seeds of a batch that is asked for by hand.
const BY_HAND: u64 = 50;

/// After so many failures a batch ends.
const ENOUGH: usize = 5;

fn main() -> ExitCode {
    // The front end starts this program again to read bitcode.
    if let Some(code) = secateur_front::worker::main(&std::env::args_os().collect::<Vec<_>>()) {
        return code;
    }
    secateur_explore::panics::keep_quiet();
    let mut tests = vec![
        test("self/reduce", || Ok(reduce::check_itself()?)),
        test("self/maker", the_same_seed_gives_the_same_program),
    ];
    tests.extend(kinds::ALL.iter().flat_map(batches));
    support::main(tests)
}

/// A part of the programs of a kind.
struct Batch {
    first: u64,
    seeds: u64,
    /// How many have to be compared; `None` for as many as there are.
    wanted: Option<u64>,
    /// See [`Chosen::share`].
    share: u64,
}

fn batches(kind: &'static Kind) -> Vec<Trial> {
    let all: Vec<Batch> = match variable("SECATEUR_SEEDS") {
        Some(range) => by_hand(&range),
        None => {
            let is_nightly = variable("SECATEUR_NIGHTLY").is_some();
            let ((batches, wanted), share) = if is_nightly { (NIGHTLY, 1) } else { (kind.daily, SHARE) };
            let batch = |i| Batch { first: i * SEEDS + 1, seeds: wanted * TRIES, wanted: Some(wanted), share };
            let telling = kind.telling.iter().map(|seed| Batch { first: *seed, seeds: 1, wanted: None, share: 1 });
            (0..batches).map(batch).chain(telling).collect()
        }
    };
    all.into_iter().map(|b| test(format!("{}/{:06}", kind.name, b.first), move || run(kind, &b))).collect()
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

fn by_hand(range: &str) -> Vec<Batch> {
    let parse = |text: &str| text.trim().parse::<u64>().ok();
    let (first, last) = range.split_once('-').unwrap_or((range, range));
    let (Some(first), Some(last)) = (parse(first), parse(last)) else {
        panic!("SECATEUR_SEEDS is a seed or a range of seeds, such as 1-2000, not {range:?}");
    };
    let starts = (first..=last).step_by(BY_HAND as usize);
    starts.map(|from| Batch { first: from, seeds: BY_HAND.min(last + 1 - from), wanted: None, share: 1 }).collect()
}

fn run(kind: &Kind, batch: &Batch) -> Outcome {
    let (folder, chosen) = (empty_folder(), Chosen::parse(&variable("SECATEUR_ROWS").unwrap_or_default(), batch.share));
    let (mut compared, mut sum, mut skipped, mut failures) = (0, Figures::default(), Vec::new(), Vec::new());
    for seed in batch.first..batch.first + batch.seeds {
        if batch.wanted == Some(compared) || failures.len() == ENOUGH {
            break;
        }
        let file = folder.path().join(format!("{}-{seed}.c", kind.name));
        let told = |e: Failed| format!("{} {seed}: {}", kind.name, e.message().unwrap_or_default());
        let Some(words) = (kind.write)(seed, &file).map_err(told)? else { continue };
        if let Some(all) = variable("SECATEUR_WRITE") {
            std::fs::copy(&file, Path::new(&all).join(format!("{}-{seed}.c", kind.name)))?;
        }
        match (kind.check)(seed, &file, &words, &chosen).map_err(told)? {
            Verdict::Skipped(why) => {
                skipped.push(format!("{seed}: {why}"));
                continue;
            }
            Verdict::Same(figures) => sum.add(&figures),
            Verdict::Different(differences) => failures.push(tell(kind, seed, &file, &words, &differences)?),
        }
        compared += 1;
    }
    eprintln!("{}: {compared} compared, {sum:?}, {} left out: {skipped:?}", kind.name, skipped.len());
    ensure(failures.is_empty(), || failures.join("\n"))?;
    let enough = batch.wanted.is_none_or(|wanted| compared >= wanted);
    ensure(enough, || format!("only {compared} programs could be compared; left out: {}", skipped.join("; ")))
}

/// What is told of a program that fails. It is kept, and made smaller if that is wanted.
fn tell(kind: &Kind, seed: u64, file: &Path, words: &[String], all: &[Difference]) -> Result<String, Failed> {
    let keep =
        variable("SECATEUR_KEEP").map_or(Path::new(env!("CARGO_TARGET_TMPDIR")).join("random-programs"), PathBuf::from);
    std::fs::create_dir_all(&keep)?;
    let name = |end: &str| keep.join(format!("{}-{seed}{end}", kind.name));
    let kept = name(".c");
    std::fs::copy(file, &kept)?;
    let mut text = format!("{} with seed {seed}, in {} rows:", kind.name, all.len());
    for (what, rows) in grouped(all) {
        text += &format!(
            "\n  {}\n    in: {}",
            what.replace(&*file.to_string_lossy(), "").replace('\n', "\n  "),
            rows.join("; ")
        );
    }
    text += &format!("\n  the program: {} (options: {})", kept.display(), words.join(" "));
    text += &format!(
        "\n  again: SECATEUR_SEEDS={seed} SECATEUR_ROWS='{}' cargo nextest run --release -p secateur-cli \
         --test random_programs {}/",
        all[0].row, kind.name
    );
    if !kind.can_shrink {
        return Ok(text);
    }
    if variable("SECATEUR_REDUCE").is_some() {
        let small = name(".reduced.c");
        std::fs::write(&small, smaller(kind, seed, file, words, &all[0])?)?;
        text += &format!("\n  made smaller: {}", small.display());
    } else {
        text += "\n  with SECATEUR_REDUCE=1 it is made smaller";
    }
    Ok(text)
}

/// The same differences together, with the rows that have them.
fn grouped(all: &[Difference]) -> Vec<(String, Vec<&str>)> {
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for difference in all {
        let what = difference.what.join("\n");
        match groups.iter_mut().find(|group| group.0 == what) {
            Some(group) => group.1.push(&difference.row),
            None => groups.push((what, vec![&difference.row])),
        }
    }
    groups
}

/// The least of the program for which the same row has the same kinds of differences.
fn smaller(kind: &Kind, seed: u64, file: &Path, words: &[String], difference: &Difference) -> Result<String, Failed> {
    let source = std::fs::read_to_string(file)?;
    let (chosen, kinds) = (Chosen { texts: vec![difference.row.clone()], share: 1 }, difference.kinds());
    let candidate = file.with_extension("candidate.c");
    let mut holds = |text: &str| {
        if std::fs::write(&candidate, text).is_err() {
            return false;
        }
        let Ok(Verdict::Different(all)) = (kind.check)(seed, &candidate, words, &chosen) else { return false };
        all.iter().any(|d| d.row == difference.row && d.kinds().iter().any(|kind| kinds.contains(kind)))
    };
    Ok(reduce::reduce(&source, &mut holds))
}

fn the_same_seed_gives_the_same_program() -> Outcome {
    for seed in 1..200 {
        let (one, two, other) = (merging::make(seed), merging::make(seed), merging::make(seed + 1));
        ensure(one.source == two.source && one.words == two.words, || format!("seed {seed} gives two programs"))?;
        ensure(latent::make(seed) == latent::make(seed), || format!("seed {seed} gives two latent programs"))?;
        ensure(latent::make(seed) != latent::make(seed + 1), || format!("seed {seed} and the next give one program"))?;
        ensure(status::make(seed) == status::make(seed), || format!("seed {seed} gives two programs with statuses"))?;
        ensure(one.source != other.source, || format!("seeds {seed} and {} give the same program", seed + 1))?;
    }
    Ok(())
}
