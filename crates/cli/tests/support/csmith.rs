//! Programs from csmith with input: some of their global integers become symbolic.
//!
//! A csmith program has no input. A few of its global integers become one: they keep their initialiser, and `main` begins by
//! making them symbolic.

use super::run::run;
use super::{Outcome, ensure};
use libtest_mimic::Failed;
use std::path::Path;
use std::process::Command;

/// Where libcsmith-dev puts what the programs include.
pub const HEADERS: &str = "/usr/include/csmith";

pub fn headers_are_there() -> Outcome {
    ensure(Path::new(HEADERS).join("csmith.h").is_file(), || {
        format!("{HEADERS}/csmith.h is missing: apt-get install libcsmith-dev (scripts/setup.sh does it)")
    })
}

/// The program for a seed, which is written to `file` on the way. `None` if csmith itself crashes, which some options make it
/// do now and then.
pub fn generate(seed: u32, options: &[&str], file: &Path) -> Result<Option<String>, Failed> {
    let mut csmith = Command::new("csmith");
    csmith.args(["--seed", &seed.to_string()]).args(options).arg("-o").arg(file);
    // csmith leaves a file behind in the folder it runs in.
    let generated = run(csmith.current_dir(file.parent().unwrap_or(file)), b"")?;
    if generated.code().is_none() {
        return Ok(None);
    }
    ensure(generated.code() == Some(0), || format!("csmith failed: {}", generated.err()))?;
    Ok(Some(std::fs::read_to_string(file)?))
}

/// Global integers that are set by a literal, may be changed, and are not volatile:
/// `static int32_t g_5 = 0x1234L;`
pub fn globals(source: &str) -> Vec<String> {
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

/// The same, with arrays: `static uint8_t g_21[2] = {0xB8L,0xB8L};`
pub fn with_arrays(source: &str) -> Vec<String> {
    let is_array = |line: &str| {
        let (declared, value) = line.strip_prefix("static ")?.split_once(" = ")?;
        let (kind, name) = declared.split_once(' ')?;
        let (plain, rest) = name.split_once('[')?;
        let one = format!("static {kind} {plain} = {}", value.trim_start_matches('{').replacen(',', ";", 1));
        (rest.matches(']').count() == 1).then(|| global(&one).map(str::to_string)).flatten()
    };
    source.lines().filter_map(|line| global(line).map(str::to_string).or_else(|| is_array(line))).collect()
}

/// At most so many of them, from the first to the last.
pub fn spread(names: Vec<String>, most: usize) -> Vec<String> {
    let step = names.len().div_ceil(most).max(1);
    names.into_iter().step_by(step).collect()
}

/// The program with the calls at the beginning of `main`, behind its declarations.
pub fn symbolic(source: &str, names: &[String]) -> Result<String, Failed> {
    let start = source.find("int main (").and_then(|at| Some(at + source[at..].find("{\n")? + 2));
    let start = start.ok_or("csmith's main looks different from what was expected")?;
    let calls: String =
        names.iter().map(|name| format!("    secateur_symbolic(&{name}, sizeof {name}, \"{name}\");\n")).collect();
    Ok(format!("#include <secateur.h>\n{}{calls}{}", &source[..start], &source[start..]))
}
