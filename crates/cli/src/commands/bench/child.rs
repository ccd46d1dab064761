//! One run of `secateur test` as a child, and what it came to.

use super::paths::finish;
use super::sources::Sources;
use super::temporary;
use crate::commands::test;
use crate::options::{Cli, Command as Parsed, DEFAULT_SEARCH};
use anyhow::{Context, bail};
use clap::Parser;
use secateur_testgen::formats::ktest;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a run came to.
pub struct Run {
    pub summary: Value,
    /// `run.json`.
    pub record: Value,
    /// Processor time of the child, in seconds.
    pub cpu_s: f64,
    /// Of its first test; 0 if it wrote none.
    pub input_bytes: u64,
}

impl Run {
    pub fn number(&self, pointer: &str) -> u64 {
        self.summary.pointer(pointer).and_then(Value::as_u64).unwrap_or(0)
    }

    /// Paths that ended, for whatever reason.
    pub fn paths(&self) -> u64 {
        let ends = ["completed", "bug", "muted", "silent", "unsupported", "limit", "internal", "cut"];
        ends.iter().map(|end| self.number(&format!("/paths/{end}"))).sum()
    }

    pub fn is_complete(&self) -> bool {
        self.summary["status"] == "complete"
    }

    /// Whether this limit ended it.
    pub fn is_cut_by(&self, limit: &str) -> bool {
        self.summary["limits"].as_array().is_some_and(|limits| limits.iter().any(|l| l == limit))
    }
}

/// A program compiled once for many runs; gone when it is dropped.
pub struct Bitcode {
    folder: PathBuf,
    pub files: Vec<PathBuf>,
}

impl Bitcode {
    pub fn compile(sources: &Sources) -> anyhow::Result<Bitcode> {
        let folder = temporary(&format!("{}-bitcode", sources.name));
        std::fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
        let mut bitcode = Bitcode { folder, files: vec![] };
        let options = secateur_front::Options {
            include: sources.include.clone(),
            define: sources.define.clone(),
            cflags: sources.cflags.clone(),
            runtime: secateur_front::Runtime::find()?,
            deadline: None,
            warn: |_| {},
        };
        for (number, source) in sources.files.iter().enumerate() {
            let file = bitcode.folder.join(format!("{number}.bc"));
            secateur_front::compile(source, &file, &options)?;
            bitcode.files.push(file);
        }
        Ok(bitcode)
    }
}

impl Bitcode {
    /// A place for what runs leave for each other.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

impl Drop for Bitcode {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The sources themselves, as unit mode needs them: arguments for `secateur test`.
pub fn source_arguments(sources: &Sources) -> Vec<String> {
    let text = |path: &PathBuf| path.display().to_string();
    let folders = sources.include.iter().map(|dir| format!("-I{}", dir.display()));
    let macros = sources.define.iter().map(|define| format!("-D{define}"));
    let flags = sources.cflags.iter().map(|flag| format!("--cflag={flag}"));
    folders.chain(macros).chain(flags).chain(sources.files.iter().map(text)).collect()
}

/// The command of a run. Nothing is replayed, since coverage is compared at equal paths of the machine; and unless the options ask for
/// it nothing is proved first, which takes the same time whatever is compared, and on some libraries more than all paths.
fn command(wrapper: &[&str], options: &str, files: &[String], out: &Path) -> anyhow::Result<Command> {
    let ourselves = std::env::current_exe()?;
    let mut command = match wrapper {
        [] => Command::new(ourselves),
        [program, arguments @ ..] => {
            let mut command = Command::new(program);
            command.args(arguments).arg(ourselves);
            command
        }
    };
    command.args(["test", "--json", "--replay", "off", "--format", "ktest", "--compile-commands", "none"]);
    if !options.contains("--prove") {
        command.args(["--prove", "off"]);
    }
    command.arg("-o");
    command.arg(out).args(options.split_whitespace()).args(files);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Ok(command)
}

/// Runs to the end, with options as the user would write them.
pub fn run(options: &str, files: &[String]) -> anyhow::Result<Run> {
    Ok(run_in(&[], options, files)?.0)
}

/// The same, under another program such as valgrind; also what was written to stderr.
pub fn run_in(wrapper: &[&str], options: &str, files: &[String]) -> anyhow::Result<(Run, String)> {
    let (run, stderr, ()) = run_then(wrapper, options, files, |_| Ok(()))?;
    Ok((run, stderr))
}

/// The same; its tests are replayed natively afterwards, which takes none of its time. Also what that came to, which is nothing
/// where there is no test.
pub fn run_and_replay(options: &str, files: &[String]) -> anyhow::Result<(Run, Value)> {
    let replay = |folder: &Path| if has_tests(folder) { replay(folder) } else { Ok(Value::Null) };
    let (run, _, replayed) = run_then(&[], options, files, replay)?;
    Ok((run, replayed))
}

/// Whether a run wrote a test.
fn has_tests(folder: &Path) -> bool {
    let entries = std::fs::read_dir(folder.join("tests")).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).any(|path| path.extension().is_some_and(|e| e == "ktest"))
}

/// `secateur replay` of a folder, as JSON.
pub fn replay(folder: &Path) -> anyhow::Result<Value> {
    let output = Command::new(std::env::current_exe()?).args(["replay", "--json"]).arg(folder).output()?;
    // 1 means that a test shows a bug.
    if !matches!(output.status.code(), Some(0 | 1)) {
        let message = String::from_utf8_lossy(&output.stderr);
        bail!("`secateur replay` failed: {}", message.trim().lines().next().unwrap_or("no message"));
    }
    serde_json::from_slice(&output.stdout).context("`secateur replay --json` printed something else")
}

/// A run, and what is made of its folder before that goes.
pub fn run_then<T>(
    wrapper: &[&str],
    options: &str,
    files: &[String],
    then: impl FnOnce(&Path) -> anyhow::Result<T>,
) -> anyhow::Result<(Run, String, T)> {
    let out = temporary("run");
    let finished = finish(command(wrapper, options, files, &out)?.spawn().context("the child cannot be started")?);
    let record = std::fs::read_to_string(out.join("run.json"));
    let input_bytes = input_bytes(&out.join("tests/test000001.ktest"));
    let is_over = matches!(finished, Ok((0 | 1, ..)));
    let made = is_over.then(|| then(&out));
    let _ = std::fs::remove_dir_all(&out);
    let (status, usage, stdout, stderr) = finished?;
    // 1 means that there are bugs, which does not matter here.
    let Some(made) = made else {
        bail!(
            "`secateur test {options}` ended with {status}: {}",
            stderr.trim().lines().next().unwrap_or("no message")
        );
    };
    let summary = serde_json::from_str(&stdout).context("`secateur test --json` printed something else")?;
    let record = serde_json::from_str(&record.context("the run left no run.json")?).context("run.json")?;
    Ok((Run { summary, record, cpu_s: usage.cpu_s, input_bytes }, stderr, made?))
}

/// How much input a test has.
fn input_bytes(test: &Path) -> u64 {
    ktest::read(test).map_or(0, |case| case.inputs.iter().map(|input| input.bytes.len() as u64).sum())
}

/// Why `secateur test` does not take these options; `None` if it does.
pub fn refusal(options: &str) -> Option<String> {
    let words = ["secateur", "test"].into_iter().chain(options.split_whitespace()).chain(["program.c"]);
    match Cli::try_parse_from(words) {
        Err(error) => {
            let text = error.to_string();
            Some(text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_string())
        }
        Ok(Cli { command: Parsed::Test(options) }) => test::check_names(&options).err().map(|e| e.to_string()),
        Ok(_) => Some("it is no command of `secateur test`".into()),
    }
}

/// Strategies that runs with these options are made with: those that the user asks for, or depth-first search and the
/// default one.
pub fn searches(asked: &[String], options: &str) -> anyhow::Result<Vec<String>> {
    if let Some((search, why)) = asked.iter().find_map(|s| Some((s, refusal(&format!("{options} --search {s}"))?))) {
        bail!("--search {search}: {why}");
    }
    Ok(if asked.is_empty() { vec!["dfs".into(), DEFAULT_SEARCH.into()] } else { asked.to_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_are_checked() {
        assert_eq!(searches(&[], "--prune none").unwrap(), ["dfs", DEFAULT_SEARCH]);
        assert_eq!(searches(&["bfs".into()], "--prune none").unwrap(), ["bfs"]);
        assert!(searches(&["sideways".into()], "--prune none").unwrap_err().to_string().contains("sideways"));
    }

    #[test]
    fn a_run_may_have_written_no_test() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!has_tests(folder.path()));
        std::fs::create_dir(folder.path().join("tests")).unwrap();
        std::fs::write(folder.path().join("tests/inputs.json"), "[]").unwrap();
        assert!(!has_tests(folder.path()));
        std::fs::write(folder.path().join("tests/test000001.ktest"), "").unwrap();
        assert!(has_tests(folder.path()));
    }

    #[test]
    fn refusals_say_why() {
        assert_eq!(refusal("--search dfs --depth 3"), None);
        let why = refusal("--sideways").unwrap();
        assert!(why.contains("--sideways") && !why.contains('\n'), "{why}");
        assert!(refusal("--prune topiary").unwrap().contains("topiary"));
    }
}
