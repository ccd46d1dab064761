//! Fixtures: C files that say inside what is to be seen (see tests/ui/README.md).

use libtest_mimic::Failed;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The `//@ key: value` lines and `//~ kind` marks of a file.
pub struct Fixture {
    pub path: PathBuf,
    keys: BTreeMap<String, String>,
    /// Line and kind.
    pub marks: Vec<(usize, String)>,
}

impl Fixture {
    /// Reads a fixture. A key that is not in `known`, or that stands twice, is a failure.
    pub fn read(path: &Path, known: &[&str]) -> Result<Fixture, Failed> {
        let source = std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
        parse(path, &String::from_utf8_lossy(&source), known)
    }

    pub fn key(&self, name: &str) -> Option<&str> {
        self.keys.get(name).map(String::as_str)
    }

    /// A value as words, split at blanks.
    pub fn words(&self, name: &str) -> Vec<String> {
        self.key(name).unwrap_or_default().split_whitespace().map(str::to_string).collect()
    }

    /// A value as bytes; `\n`, `\t` and `\\` stand for what they do in C.
    pub fn bytes(&self, name: &str) -> Result<Vec<u8>, Failed> {
        unescape(self.key(name).unwrap_or_default())
    }
}

fn parse(path: &Path, source: &str, known: &[&str]) -> Result<Fixture, Failed> {
    let (mut keys, mut marks) = (BTreeMap::new(), Vec::new());
    for (index, line) in source.lines().enumerate() {
        let wrong = |what: String| Failed::from(format!("{}:{}: {what}", path.display(), index + 1));
        if let Some(rest) = line.trim_start().strip_prefix("//@") {
            let (key, value) = rest.split_once(':').ok_or_else(|| wrong("`//@` needs `key: value`".into()))?;
            let key = key.trim().to_string();
            if !known.contains(&key.as_str()) {
                return Err(wrong(format!("unknown key `{key}`; known are {}", known.join(", "))));
            }
            // One blank behind the colon belongs to the notation, the rest to the value.
            let value = value.strip_prefix(' ').unwrap_or(value).to_string();
            if keys.insert(key.clone(), value).is_some() {
                return Err(wrong(format!("`{key}` stands twice")));
            }
        } else if let Some((_, mark)) = line.split_once("//~") {
            marks.push((index + 1, mark.split_whitespace().next().unwrap_or_default().to_string()));
        }
    }
    Ok(Fixture { path: path.to_path_buf(), keys, marks })
}

fn unescape(text: &str) -> Result<Vec<u8>, Failed> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'\\' => match rest.next() {
                Some(b'n') => b'\n',
                Some(b't') => b'\t',
                Some(b'\\') => b'\\',
                other => return Err(format!("`\\{}` is no escape", other.map_or(' ', char::from)).into()),
            },
            other => other,
        });
    }
    Ok(bytes)
}

/// Every `.c` file below `folder`, in order, with its path below it as its name.
pub fn all(folder: &Path) -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(at) = folders.pop() {
        let entries = std::fs::read_dir(&at).unwrap_or_else(|e| panic!("{}: {e}", at.display()));
        for entry in entries {
            let path = entry.expect("an entry of the folder").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "c") {
                let name = path.strip_prefix(folder).expect("found below it").with_extension("");
                found.push((name.display().to_string(), path));
            }
        }
    }
    found.sort();
    found
}
