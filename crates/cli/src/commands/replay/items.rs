//! Which tests are replayed, and what is known of them.

use super::subject::Origin;
use crate::commands::expected::{self, Entry, Kind};
use crate::commands::folder;
use crate::options::Replay;
use anyhow::anyhow;
use secateur_testgen::formats::ktest;
use secateur_testgen::{Input, InputKind, Suite, TestCase, klee};
use std::path::{Path, PathBuf};

pub struct Item {
    /// Its place among all.
    pub order: usize,
    /// As it is shown: the file, relative to the output folder if it is in one.
    pub name: String,
    pub case: TestCase,
    pub recorded: Option<Entry>,
}

pub struct Items {
    pub tests: Vec<Item>,
    /// Whether tests were named one by one.
    pub single: bool,
    /// What cannot be replayed. No replay with some of them is a success.
    pub left_out: Vec<LeftOut>,
}

/// A test whose file is damaged, or not there.
pub struct LeftOut {
    pub name: String,
    pub why: String,
    pub recorded: Option<Entry>,
}

pub fn find(replay: &Replay, origin: &Origin) -> anyhow::Result<Items> {
    let single = !replay.tests.iter().any(|t| t.is_dir());
    let mut items = Items { tests: vec![], single, left_out: vec![] };
    let Origin::Folder(folder) = origin else {
        for path in &replay.tests {
            if path.extension().is_none_or(|e| e != "ktest") {
                return Err(anyhow!("{} is not a .ktest file; --program takes no others", path.display()));
            }
            items.add(path.display().to_string(), klee::adapt(&ktest::read(path)?), None);
        }
        return Ok(items);
    };
    let expected = expected::read(folder)?;
    if expected.is_none() {
        eprintln!(
            "secateur: {} does not say what its tests should do (its run was ended from outside, or is of an older version), so nothing is compared",
            folder.display()
        );
    }
    let entries = expected.unwrap_or_default();
    for path in &replay.tests {
        if path.is_dir() {
            items.folder(folder, &entries)?;
        } else {
            items.file(&path.canonicalize()?, folder, &entries)?;
        }
    }
    if items.tests.is_empty() && items.left_out.is_empty() {
        return Err(anyhow!("{} has no tests to replay", folder.display()));
    }
    Ok(items)
}

impl Items {
    fn add(&mut self, name: String, case: TestCase, recorded: Option<Entry>) {
        self.tests.push(Item { order: self.tests.len(), name, case, recorded });
    }

    fn leave_out(&mut self, name: String, why: String, recorded: Option<&Entry>) {
        self.left_out.push(LeftOut { name, why, recorded: recorded.cloned() });
    }

    /// Every test: those that are recorded, then others that somebody put there.
    fn folder(&mut self, folder: &Path, entries: &[Entry]) -> anyhow::Result<()> {
        let mut known = Vec::new();
        for entry in entries {
            match file_of(folder, entry) {
                Some(path) => {
                    let read = read(&path, folder, entries);
                    known.push(path.clone());
                    match read {
                        Ok(case) => self.add(relative(&path, folder), case, Some(entry.clone())),
                        Err(error) => self.leave_out(relative(&path, folder), format!("{error:#}"), Some(entry)),
                    }
                }
                None => {
                    let stem = Suite::stem(entry.number);
                    let why = format!("{stem}: no file of it is there to be replayed; --format ktest writes one");
                    self.leave_out(stem, why, Some(entry));
                }
            }
        }
        let mut others: Vec<PathBuf> = std::fs::read_dir(folder.join("tests"))
            .map(|entries| entries.filter_map(|e| e.ok()).map(|e| e.path()).collect())
            .unwrap_or_default();
        others.retain(|path| path.extension().is_some_and(|e| e == "ktest") && !known.contains(path));
        others.sort();
        for path in others {
            match read(&path, folder, entries) {
                Ok(case) => self.add(relative(&path, folder), case, None),
                Err(error) => self.leave_out(relative(&path, folder), format!("{error:#}"), None),
            }
        }
        Ok(())
    }

    fn file(&mut self, path: &Path, folder: &Path, entries: &[Entry]) -> anyhow::Result<()> {
        let recorded = recorded(path, entries).cloned();
        self.add(relative(path, folder), read(path, folder, entries)?, recorded);
        Ok(())
    }
}

fn relative(path: &Path, folder: &Path) -> String {
    path.strip_prefix(folder).unwrap_or(path).display().to_string()
}

/// The number in `test000012.ktest`, or in the folder of a bug, `012-abort/input.ktest`.
fn recorded<'a>(path: &Path, entries: &'a [Entry]) -> Option<&'a Entry> {
    let name = path.file_name()?.to_str()?;
    let number: u32 = match name.strip_prefix("test") {
        Some(rest) => rest.split('.').next()?.parse().ok()?,
        None if name == "input.ktest" => path.parent()?.file_name()?.to_str()?.split('-').next()?.parse().ok()?,
        None => return None,
    };
    entries.iter().find(|e| e.number == number)
}

/// The file from which a recorded test can be read.
fn file_of(folder: &Path, entry: &Entry) -> Option<PathBuf> {
    let stem = Suite::stem(entry.number);
    let ktest = folder.join("tests").join(format!("{stem}.ktest"));
    let bug = || {
        let folders = std::fs::read_dir(folder.join("bugs")).ok()?.filter_map(|e| e.ok()).map(|e| e.path());
        let start = format!("{:03}-", entry.number);
        let own = |f: &PathBuf| f.file_name().is_some_and(|n| n.to_string_lossy().starts_with(&start));
        folders.filter(own).map(|f| f.join("input.ktest")).find(|f| f.is_file())
    };
    let raw = || Some(folder.join("tests").join(format!("{stem}.bin"))).filter(|f| f.is_file());
    Some(ktest).filter(|f| f.is_file()).or_else(bug).or_else(raw)
}

fn read(path: &Path, folder: &Path, entries: &[Entry]) -> anyhow::Result<TestCase> {
    match path.extension().and_then(|e| e.to_str()) {
        Some("ktest") => {
            let case = ktest::read(path)?;
            // One that somebody put there may be KLEE's.
            Ok(if recorded(path, entries).is_some() { case } else { klee::adapt(&case) })
        }
        Some("bin") => raw(path, folder, entries),
        _ => Err(anyhow!("{}: only .ktest and .bin files can be replayed", path.display())),
    }
}

/// A raw file holds one input; the record says which.
fn raw(path: &Path, folder: &Path, entries: &[Entry]) -> anyhow::Result<TestCase> {
    let show = path.display();
    let entry = recorded(path, entries).or(entries.first());
    let entry = entry.ok_or_else(|| anyhow!("{show}: nothing says which input of the program it is"))?;
    let shapes: Vec<_> = entry.inputs.iter().filter(|s| s.kind != Kind::Count).collect();
    let [shape] = shapes[..] else {
        return Err(anyhow!(
            "{show}: the program has {} inputs, and this is one; replay the .ktest file",
            shapes.len()
        ));
    };
    let mut bytes = std::fs::read(path).map_err(|e| anyhow!("{show} cannot be read: {e}"))?;
    let len = bytes.len() as u32;
    let kind = match &shape.kind {
        Kind::Object if bytes.len() != shape.size => {
            return Err(anyhow!("{show} has {len} bytes, and the program asks for {} of {}", shape.size, shape.name));
        }
        Kind::Object | Kind::Count => InputKind::Object,
        Kind::Argument => {
            bytes.push(0);
            InputKind::Arg
        }
        Kind::Stdin => InputKind::Stdin { len },
        Kind::File(path) => InputKind::File { path: path.clone(), len },
    };
    let args = folder::config(folder)?.test.program.args.into_iter().map(|a| a.into_encoded_bytes()).collect();
    Ok(TestCase { args, inputs: vec![Input { name: shape.name.clone(), kind, bytes }] })
}
