//! A folder with sources, in which `secateur test` is run as its users run it, and what it leaves there.

use super::run::{Run, run};
use super::{Outcome, empty_folder, ensure, native, secateur};
use libtest_mimic::Failed;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

pub struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    /// A folder with these files. Sources under a name with `.bc` or `.ll` are compiled to that.
    pub fn with(files: &[(&str, &str)]) -> Result<Place, Failed> {
        let place = Place { folder: empty_folder() };
        for (name, source) in files {
            let kind = name.rsplit('.').next().unwrap_or_default();
            match kind {
                "bc" | "ll" => place.compile(kind, name, source)?,
                _ => std::fs::write(place.at(name), source)?,
            }
        }
        Ok(place)
    }

    fn compile(&self, kind: &str, name: &str, source: &str) -> Outcome {
        let elsewhere = empty_folder();
        let c = elsewhere.path().join("a.c");
        std::fs::write(&c, source)?;
        native::clang_to(kind, true, &c, &self.at(name))
    }

    /// A path in the folder.
    pub fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// `secateur test ARGS...` in this folder.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = secateur("test");
        command.args(args).current_dir(self.folder.path());
        command
    }

    pub fn run(&self, args: &[&str]) -> Result<Run, Failed> {
        run(&mut self.command(args), b"")
    }

    /// `secateur test -o OUT ARGS...`, which has to end with this exit status; its summary.
    pub fn test(&self, out: &str, status: i32, args: &[&str]) -> Result<Value, Failed> {
        let all: Vec<&str> = ["-o", out].iter().chain(args).copied().collect();
        let run = self.run(&all)?;
        ensure(run.code() == Some(status), || {
            format!("{all:?}: status {}, not {status}\n{}", run.shell_status(), run.err())
        })?;
        self.json(&format!("{out}/summary.json"))
    }

    pub fn text(&self, name: &str) -> Result<String, Failed> {
        let path = self.at(name);
        std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()).into())
    }

    pub fn json(&self, name: &str) -> Result<Value, Failed> {
        let text = self.text(name)?;
        serde_json::from_str(&text).map_err(|e| format!("{name} is not JSON ({e}): {text:.300}").into())
    }

    /// The paths of a folder's files with one ending, sorted.
    pub fn files(&self, folder: &str, ending: &str) -> Vec<PathBuf> {
        let all = tree(&self.at(folder)).into_keys().map(|name| self.at(folder).join(name));
        all.filter(|path| path.extension().is_some_and(|e| e == ending)).collect()
    }
}

/// Every path below a folder, relative to it, with what it holds. Folders hold nothing, links their target.
pub fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut left = vec![folder.to_path_buf()];
    while let Some(at) = left.pop() {
        for entry in std::fs::read_dir(&at).unwrap_or_else(|e| panic!("{}: {e}", at.display())) {
            let path = entry.expect("an entry of the folder").path();
            let name = path.strip_prefix(folder).expect("found below it").to_path_buf();
            if path.is_symlink() {
                found.insert(name, std::fs::read_link(&path).expect("a link").into_os_string().into_encoded_bytes());
            } else if path.is_dir() {
                found.insert(name, vec![]);
                left.push(path);
            } else {
                found.insert(name, std::fs::read(&path).expect("a file"));
            }
        }
    }
    found
}

/// The strings of a list, such as `limits` of a summary.
pub fn words(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(|v| v.as_str().map(str::to_string)).collect()
}

/// A number of a summary, by its path; `-1`, which none is, where there is no such number.
pub fn number(summary: &Value, pointer: &str) -> i64 {
    summary.pointer(pointer).and_then(Value::as_i64).unwrap_or(-1)
}

/// Each number of the summary is what it should be.
pub fn numbers(summary: &Value, expected: &[(&str, i64)]) -> Outcome {
    let wrong: Vec<String> = expected
        .iter()
        .filter(|(pointer, value)| number(summary, pointer) != *value)
        .map(|(pointer, value)| format!("{pointer} is {}, not {value}", number(summary, pointer)))
        .collect();
    ensure(wrong.is_empty(), || format!("{}\n{summary}", wrong.join("\n")))
}
