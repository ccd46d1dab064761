//! Where random programs come from.

use super::check::{self, Chosen, Verdict};
use super::{endless, forever, latent, merging, status};
use crate::support::csmith;
use libtest_mimic::Failed;
use std::path::Path;

/// Options of `secateur test` for a program that was written, or `None` if there is none.
type Written = Result<Option<Vec<String>>, Failed>;

/// A kind of random programs.
pub struct Kind {
    pub name: &'static str,
    /// Writes the program for a seed.
    pub write: fn(u64, &Path) -> Written,
    /// Explores the program for a seed, in a file, with these options.
    pub check: fn(u64, &Path, &[String], &Chosen) -> Result<Verdict, Failed>,
    /// Batches of every day, and programs of each.
    pub daily: (u64, u64),
    /// Seeds that once showed a defect.
    pub telling: &'static [u64],
    /// Whether what is expected of a program follows from its text alone, so that it can be made smaller.
    pub can_shrink: bool,
}

pub static ALL: &[Kind] = &[
    Kind { name: "csmith", write: from_csmith, check: check::check, daily: (3, 20), telling: &[], can_shrink: true },
    Kind {
        name: "merging",
        write: from_the_maker,
        check: check::check,
        daily: (4, 35),
        telling: &[39, 525, 929, 3333, 4081],
        can_shrink: true,
    },
    Kind {
        name: "latent",
        write: with_latent_dependence,
        check: check::check,
        daily: (2, 40),
        telling: &[],
        can_shrink: true,
    },
    Kind { name: "status", write: with_statuses, check: check::check, daily: (2, 40), telling: &[], can_shrink: true },
    Kind {
        name: "endless",
        write: without_end,
        check: forever::check,
        daily: (2, 20),
        telling: &[18, 1013, 12013],
        can_shrink: false,
    },
];

/// Small, without arithmetic that is hard for a solver, and now and then with a wrong pointer.
const OPTIONS: &str = "--no-argc --no-checksum --no-muls --no-divs --no-math64 --no-volatiles --quiet --max-funcs 4 \
                       --max-block-depth 3 --max-block-size 3 --max-expr-complexity 3 --max-array-dim 1 \
                       --max-array-len-per-dim 4 --max-struct-fields 3 --max-union-fields 3 --null-ptr-deref-prob 3 \
                       --dangling-ptr-deref-prob 3";

/// Globals that are input, and those that are looked at in the end.
const INPUTS: usize = 8;
const LOOKED_AT: usize = 2;

fn from_csmith(seed: u64, file: &Path) -> Written {
    csmith::headers_are_there()?;
    let options: Vec<&str> = OPTIONS.split_whitespace().collect();
    let Some(source) = csmith::generate(seed as u32, &options, file)? else { return Ok(None) };
    let inputs = csmith::spread(csmith::with_arrays(&source), INPUTS);
    if inputs.is_empty() {
        return Ok(None);
    }
    let looked_at = csmith::spread(csmith::globals(&source), LOOKED_AT);
    std::fs::write(file, watched(&csmith::symbolic(&source, &inputs)?, &looked_at)?)?;
    let words = ["-I", csmith::HEADERS, "--cflag", "-w"];
    Ok(Some(words.iter().map(|word| word.to_string()).collect()))
}

/// csmith's programs end without a look at what they computed: branches on a few globals tell states apart.
fn watched(source: &str, names: &[String]) -> Result<String, Failed> {
    let end = source.rfind("    return 0;\n").ok_or("csmith's main ends differently from what was expected")?;
    let look = |name: &String| {
        format!("    if ({name} & 1)\n        crc32_context = 1;\n    if ({name} > 100)\n        crc32_context = 2;\n")
    };
    let looks: String = names.iter().map(look).collect();
    Ok(format!("{}{looks}{}", &source[..end], &source[end..]))
}

fn from_the_maker(seed: u64, file: &Path) -> Written {
    let made = merging::make(seed);
    std::fs::write(file, made.source)?;
    Ok(Some(made.words))
}

fn with_latent_dependence(seed: u64, file: &Path) -> Written {
    std::fs::write(file, latent::make(seed))?;
    Ok(Some(vec![]))
}

fn with_statuses(seed: u64, file: &Path) -> Written {
    std::fs::write(file, status::make(seed))?;
    Ok(Some(vec![]))
}

fn without_end(seed: u64, file: &Path) -> Written {
    std::fs::write(file, endless::make(seed).render().source)?;
    Ok(Some(vec![]))
}
