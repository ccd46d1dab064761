//! The programs of the suite: those of `manifest.json`, and the libraries of `../real/manifest.json` whose sources are
//! fetched by `scripts/fetch-real.sh`.

use crate::commands::bench::check_names;
use anyhow::Context;
use serde::Deserialize;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// What a program is for.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Set {
    /// Explored completely, with and without prunings.
    Osmose,
    /// Too large for that; strategies are compared on it.
    Crest,
    /// Look-ahead can prune nothing there.
    Overhead,
    /// A library of another project; strategies are compared on it.
    Real,
}

/// A line of the suite's own manifest.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    set: Set,
    file: PathBuf,
    #[serde(default)]
    define: Vec<String>,
    function: Option<String>,
    call_depth: Option<u32>,
    iterations: Option<u64>,
    #[serde(default)]
    paper: Value,
}

/// A line of the manifest of libraries.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Library {
    name: String,
    package: String,
    version: String,
    /// Of the .dsc.
    sha256: String,
    harness: PathBuf,
    sources: Vec<PathBuf>,
    /// Folders of the library, or with `@` of the harnesses.
    include: Vec<String>,
    define: Vec<String>,
    /// Folders to search for headers that are nowhere else.
    #[serde(default)]
    after: Vec<String>,
    iterations: u64,
    /// What KLEE came to, for people.
    #[serde(default)]
    klee: Value,
}

/// A program that something is measured on.
#[derive(Clone, Debug)]
pub struct Subject {
    pub name: String,
    pub set: Set,
    pub files: Vec<PathBuf>,
    pub include: Vec<PathBuf>,
    pub define: Vec<String>,
    pub cflags: Vec<String>,
    /// The function under test in unit mode.
    pub function: Option<String>,
    /// For `--call-depth` in unit mode: functions that are called more deeply decide nothing for the function under test.
    pub call_depth: u32,
    /// How many paths a strategy may run.
    pub iterations: u64,
    /// What others published about it.
    pub paper: Value,
    /// Its sources are not here.
    pub is_absent: bool,
}

/// Unless the manifest says another number.
const ITERATIONS: u64 = 4000;

/// All subjects, or those that the user names.
pub fn read(folder: &Path, wanted: &[String]) -> anyhow::Result<Vec<Subject>> {
    let mut all: Vec<Subject> =
        list::<Entry>(&folder.join("manifest.json"))?.into_iter().map(|entry| own(folder, entry)).collect();
    let real = folder.with_file_name("real");
    if real.join("manifest.json").is_file() {
        all.extend(list::<Library>(&real.join("manifest.json"))?.into_iter().map(|entry| library(&real, entry)));
    }
    check_names(wanted, &all.iter().map(|s| s.name.clone()).collect::<Vec<_>>())?;
    all.retain(|subject| wanted.is_empty() || wanted.contains(&subject.name));
    Ok(all)
}

fn list<T: for<'de> Deserialize<'de>>(file: &Path) -> anyhow::Result<Vec<T>> {
    let text = std::fs::read_to_string(file).with_context(|| {
        format!("{}: no programs there; run in Secateur's folder or give --kernels", file.display())
    })?;
    serde_json::from_str(&text).with_context(|| file.display().to_string())
}

fn own(folder: &Path, entry: Entry) -> Subject {
    Subject {
        name: entry.name,
        set: entry.set,
        files: vec![folder.join(entry.file)],
        include: vec![],
        define: entry.define,
        cflags: vec![],
        function: entry.function,
        call_depth: entry.call_depth.unwrap_or(0),
        iterations: entry.iterations.unwrap_or(ITERATIONS),
        paper: entry.paper,
        is_absent: false,
    }
}

fn library(real: &Path, entry: Library) -> Subject {
    let tree = real.join("../../target/real/build").join(&entry.package);
    let stamp = std::fs::read_to_string(tree.join(".secateur-version")).unwrap_or_default();
    let place = |folder: &String| folder.strip_prefix('@').map_or_else(|| tree.join(folder), |own| real.join(own));
    let mut files = vec![real.join("main.c"), real.join(&entry.harness)];
    files.extend(entry.sources.iter().map(|source| tree.join(source)));
    Subject {
        name: entry.name,
        set: Set::Real,
        files,
        include: entry.include.iter().map(place).collect(),
        define: entry.define,
        cflags: entry.after.iter().flat_map(|dir| ["-idirafter".to_string(), dir.clone()]).collect(),
        function: None,
        call_depth: 0,
        iterations: entry.iterations,
        paper: entry.klee,
        is_absent: stamp.trim() != format!("{} {}", entry.version, entry.sha256),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/search")
    }

    #[test]
    fn the_manifests_fit_the_folders() {
        let all = read(&folder(), &[]).unwrap();
        for subject in &all {
            assert_eq!(all.iter().filter(|s| s.name == subject.name).count(), 1, "{} stands twice", subject.name);
            let own = if subject.set == Set::Real { 2 } else { subject.files.len() };
            for file in &subject.files[..own] {
                assert!(file.is_file(), "{}", file.display());
            }
            assert_eq!(subject.function.is_some(), subject.set == Set::Osmose, "{}", subject.name);
        }
        for set in ["osmose", "crest"] {
            for source in std::fs::read_dir(folder().join(set)).unwrap().map(|e| e.unwrap().path()) {
                let is_listed = all.iter().any(|s| s.files.iter().any(|f| f.ends_with(source.file_name().unwrap())));
                assert!(is_listed, "{} is not listed", source.display());
            }
        }
        let count = |set: Set| all.iter().filter(|s| s.set == set).count();
        assert_eq!((count(Set::Osmose), count(Set::Crest), count(Set::Real)), (6, 3, 10));
    }

    #[test]
    fn functions_under_test_are_in_their_files() {
        for subject in read(&folder(), &[]).unwrap().iter().filter(|s| s.set == Set::Osmose) {
            let text = std::fs::read_to_string(&subject.files[0]).unwrap();
            let function = subject.function.as_ref().unwrap();
            assert!(text.contains(&format!(" {function}(const struct ")), "{}", subject.name);
        }
    }

    #[test]
    fn programs_are_chosen_by_name() {
        let one = read(&folder(), &["merge".to_string()]).unwrap();
        assert_eq!(one.iter().map(|s| s.name.as_str()).collect::<Vec<_>>(), ["merge"]);
        let error = read(&folder(), &["unknown".to_string()]).unwrap_err().to_string();
        assert!(error.contains("unknown") && error.contains("replace") && error.contains("expat"), "{error}");
        assert!(read(Path::new("/nowhere/search"), &[]).is_err());
    }
}
