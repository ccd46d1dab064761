//! What the suites about `secateur bench` share: the programs of a manifest, native builds of them that take their input
//! from standard input, the bugs of a `BUGS.md`, and the command itself.

use super::place::Place;
use super::run::{Run, run};
use super::{Outcome, ensure, root, secateur};
use libtest_mimic::Failed;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The entries of the manifest of a suite that are of these sets, with their flags and their files.
pub fn entries(suite: &str, sets: &[&str]) -> Result<Vec<(Value, Vec<String>)>, Failed> {
    let folder = root().join("bench").join(suite);
    let all: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(folder.join("manifest.json"))?)?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let of_sets = all.into_iter().filter(|entry| sets.contains(&text(&entry["set"]).as_str()));
    let with_flags = of_sets.map(|entry| {
        let defines = entry["define"].as_array().cloned().unwrap_or_default();
        let mut flags: Vec<String> = defines.iter().map(|d| format!("-D{}", text(d))).collect();
        flags.push(folder.join(text(&entry["file"])).display().to_string());
        (entry, flags)
    });
    Ok(with_flags.collect())
}

pub fn succeed(command: &mut Command, stdin: &[u8]) -> Result<Run, Failed> {
    let run = run(command, stdin)?;
    ensure(run.code() == Some(0), || format!("{command:?}: status {}\n{}", run.shell_status(), run.err()))?;
    Ok(run)
}

/// A program of a bench compiles without warnings.
pub fn compiles_cleanly(flags: &[String]) -> Outcome {
    let mut clang = Command::new("clang-19");
    clang.args(["-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I"]).arg(root().join("runtime/include"));
    succeed(clang.args(flags), b"").map(|_| ())
}

/// A few paths; what they came to.
pub fn try_out(args: &[String]) -> Result<Value, Failed> {
    let place = Place::with(&[])?;
    let mut all = vec!["--max-paths", "20", "--replay", "off", "--json", "-o", "out"];
    all.extend(args.iter().map(String::as_str));
    let run = place.run(&all)?;
    ensure([Some(0), Some(1)].contains(&run.code()), || format!("{args:?}: {}", run.err()))?;
    Ok(serde_json::from_str(&run.out())?)
}

/// What stands in for the harness in native builds: a file of this folder.
pub fn stand_in(name: &str) -> PathBuf {
    root().join("crates/cli/tests/support").join(name)
}

/// A program below `bench/` with sanitizers and these flags, whose inputs are lines of standard input.
pub fn build(folder: &Path, source: &str, flags: &[&str], stand_in: &Path) -> Result<PathBuf, Failed> {
    let source = root().join("bench").join(source);
    let binary = folder.join(source.file_stem().unwrap_or_default());
    let mut clang = Command::new("clang-19");
    clang.args(flags).args(["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-I"]);
    succeed(clang.arg(root().join("runtime/include")).arg(source).arg(stand_in).arg("-o").arg(&binary), b"")?;
    Ok(binary)
}

/// `secateur exec` of a program below `bench/`, with inputs as in native builds.
pub fn exec(source: &str, flags: &[&str], stand_in: &Path) -> Command {
    let renamed = ["symbolic", "assume"].map(|n| format!("-Dsecateur_{n}=own_{n}"));
    let mut exec = secateur("exec");
    exec.args(flags).args(renamed).arg("-D__secateur_assert_fail=own_assert_fail");
    exec.arg(root().join("bench").join(source)).arg(stand_in);
    exec
}

/// A bug of `BUGS.md`: its file, its kind, the line where a sanitizer sees it, and the input that shows it.
pub struct Listed {
    pub file: String,
    pub kind: String,
    pub shown: String,
    pub input: Vec<String>,
}

/// Sections such as `## replace.c:137: …` with the lines `- seen at: replace.c:162` and `- input: `a`, `b``.
pub fn listed(suite: &str) -> Result<Vec<Listed>, Failed> {
    let text = std::fs::read_to_string(root().join("bench").join(suite).join("BUGS.md"))?;
    let sections = text.split("\n## ").skip(1);
    let bug = |section: &str| {
        let field = |name: &str| {
            let line = section.lines().find_map(|line| line.strip_prefix(&format!("- {name}: ")));
            line.map(str::to_string).ok_or_else(|| Failed::from(format!("a bug has no `{name}`: {section}")))
        };
        let input = field("input")?.split('`').skip(1).step_by(2).map(str::to_string).collect();
        let file = section.split(':').next().unwrap_or_default().to_string();
        Ok(Listed { file, kind: field("kind")?, shown: field("seen at")?, input })
    };
    sections.map(bug).collect()
}

impl Listed {
    pub fn stdin(&self) -> Vec<u8> {
        (self.input.join("\n") + "\n").into_bytes()
    }

    /// A sanitizer sees it where the list says.
    pub fn is_seen_by(&self, binary: &Path) -> Outcome {
        let run = run(&mut Command::new(binary), &self.stdin())?;
        self.is_first_in(&run.err())
    }

    /// The machine sees the same in a program below `bench/`, with the same stand-in under names of its own.
    pub fn is_seen_by_the_machine(&self, source: &str, flags: &[&str], stand_in: &Path) -> Outcome {
        let mut exec = exec(source, flags, stand_in);
        let run = run(&mut exec, &self.stdin())?;
        ensure(run.err().starts_with(&self.kind), || format!("{:?}: {}", self.input, run.err()))?;
        self.is_first_in(&run.err())
    }

    /// The first place of the program that a report names is where it went wrong.
    pub fn is_first_in(&self, report: &str) -> Outcome {
        let place = report.split_whitespace().find(|word| word.contains(&format!("{}:", self.file)));
        let place = place.map(|p| p.rsplit('/').next().unwrap_or_default().to_string()).unwrap_or_default();
        let is_there = place == self.shown || place.starts_with(&format!("{}:", self.shown));
        ensure(is_there, || format!("{:?}: not at {}, but at {place}\n{report}", self.input, self.shown))
    }
}

/// `secateur bench SUITE`, in our folder.
pub fn bench(suite: &str, args: &[&str], output: &Path) -> Result<Run, Failed> {
    let mut command = secateur("bench");
    command.arg(suite).args(args).arg("-o").arg(output).current_dir(root());
    run(&mut command, b"")
}

/// The command refuses these arguments, says so, and leaves nothing behind.
pub fn is_refused(suite: &str, args: &[&str], expected: &str, output: &Path) -> Outcome {
    let run = bench(suite, args, output)?;
    ensure(run.code() == Some(2) && run.err().contains(expected), || format!("{args:?}: {}", run.err()))?;
    ensure(!output.exists(), || format!("{args:?} left a folder behind"))
}

/// Whether an object has exactly these keys.
pub fn has_keys(object: &Value, keys: &[&str]) -> Outcome {
    let mut found: Vec<&str> = object.as_object().map(|o| o.keys().map(String::as_str).collect()).unwrap_or_default();
    let mut keys = keys.to_vec();
    found.sort_unstable();
    keys.sort_unstable();
    ensure(found == keys, || format!("{found:?} are not {keys:?}"))
}
