//! Runs `secateur test` and reads what it says: its summary, its exit status, its tests.

use super::run::{self, Run, run_within};
use super::secateur;
use libtest_mimic::Failed;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Longer than any `--time` of these suites.
const LIMIT: Duration = Duration::from_secs(300);

/// One run of `secateur test`.
pub struct Suite {
    pub summary: Value,
    pub run: Run,
    folder: PathBuf,
}

/// A bug of the summary.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bug {
    pub line: usize,
    pub kind: String,
}

/// Runs `secateur test --json -o FOLDER ARGS... FILE`, in FOLDER's parent. Anything but exit status 0 or 1
/// with one JSON document on stdout is a failure.
pub fn test(folder: &Path, args: &[String], file: &Path) -> Result<Suite, Failed> {
    let mut command = secateur("test");
    // What stands behind `--` is for the program, so the file comes first.
    command.args(["--json", "-o"]).arg(folder).arg(file).args(args);
    command.current_dir(folder.parent().unwrap_or(folder));
    let run = run_within(&mut command, b"", LIMIT).map_err(|trouble| run::explain(&command, trouble))?;
    let told = || format!("{command:?}\nexit status {:?}, stderr:\n{}", run.code(), run.err());
    if !matches!(run.code(), Some(0 | 1)) {
        return Err(format!("`secateur test` failed: {}", told()).into());
    }
    let summary = serde_json::from_slice(&run.stdout)
        .map_err(|e| format!("stdout is not one JSON document ({e}): {:.200}\n{}", run.out(), told()))?;
    let suite = Suite { summary, run, folder: folder.to_path_buf() };
    suite.consistent()?;
    Ok(suite)
}

impl Suite {
    /// A number, by its path in the summary, such as `/paths/completed`.
    pub fn number(&self, pointer: &str) -> Result<u64, Failed> {
        let value = self.summary.pointer(pointer).and_then(Value::as_u64);
        value.ok_or_else(|| format!("summary.json has no number {pointer}: {}", self.summary).into())
    }

    pub fn status(&self) -> &str {
        self.summary["status"].as_str().unwrap_or("(none)")
    }

    /// The bugs, sorted; those that the native build did not confirm are a failure.
    pub fn bugs(&self) -> Result<Vec<Bug>, Failed> {
        let list = self.summary["bugs"].as_array().ok_or("summary.json has no list of bugs")?;
        let mut bugs = Vec::new();
        for bug in list {
            let (Some(line), Some(kind)) = (bug["line"].as_u64(), bug["kind"].as_str()) else {
                return Err(format!("a bug without line or kind: {bug}").into());
            };
            // Without replay there is nobody to confirm it.
            if bug["confirmed"] != true && self.summary["coverage"]["native"] == true {
                return Err(format!("a bug that the native build does not confirm: {bug}").into());
            }
            bugs.push(Bug { line: line as usize, kind: kind.to_string() });
        }
        bugs.sort();
        Ok(bugs)
    }

    /// The generated `.ktest` files, by name.
    pub fn tests(&self) -> Result<Vec<PathBuf>, Failed> {
        let folder = self.folder.join("tests");
        let entries = std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let mut files: Vec<PathBuf> = entries.filter_map(|e| e.ok().map(|e| e.path())).collect();
        files.retain(|path| path.extension().is_some_and(|e| e == "ktest"));
        files.sort();
        Ok(files)
    }

    /// What must hold of every run.
    fn consistent(&self) -> super::Outcome {
        let (bugs, status) = (self.summary["bugs"].as_array().map_or(0, Vec::len), self.run.code());
        super::ensure(status == Some(i32::from(bugs > 0)), || format!("{bugs} bugs, but exit status {status:?}"))?;
        let complete = self.status() == "complete";
        let open = self.number("/losses")? + self.number("/paths/pending")?;
        super::ensure(!complete || open == 0, || {
            format!("`complete` is said in spite of losses or pending paths: {}", self.summary)
        })
    }
}
