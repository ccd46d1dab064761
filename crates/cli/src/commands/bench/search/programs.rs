//! The programs of the suite: those of `manifest.json`, and the libraries of `../real/manifest.json`.

use crate::commands::bench::sources::{self, Library, Sources};
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

/// A program that something is measured on.
#[derive(Clone, Debug)]
pub struct Subject {
    pub sources: Sources,
    pub set: Set,
    /// The function under test in unit mode.
    pub function: Option<String>,
    /// For `--call-depth` in unit mode: functions that are called more deeply decide nothing for the function under test.
    pub call_depth: u32,
    /// How many paths a strategy may run.
    pub iterations: u64,
    /// What others published about it.
    pub paper: Value,
}

impl Subject {
    pub fn name(&self) -> &str {
        &self.sources.name
    }
}

/// Unless the manifest says another number.
const ITERATIONS: u64 = 4000;

/// All subjects, or those that the user names.
pub fn read(folder: &Path, wanted: &[String]) -> anyhow::Result<Vec<Subject>> {
    let own = sources::list::<Entry>(&folder.join("manifest.json"))?.into_iter().map(|entry| own(folder, entry));
    let libraries = sources::libraries(&folder.with_file_name("real"))?;
    let libraries = libraries.into_iter().filter(|library| library.is_for("search")).map(library);
    let mut all: Vec<Subject> = own.chain(libraries).collect();
    sources::choose(&mut all, wanted, Subject::name)?;
    Ok(all)
}

fn own(folder: &Path, entry: Entry) -> Subject {
    Subject {
        sources: Sources::single(entry.name, folder.join(entry.file), entry.define),
        set: entry.set,
        function: entry.function,
        call_depth: entry.call_depth.unwrap_or(0),
        iterations: entry.iterations.unwrap_or(ITERATIONS),
        paper: entry.paper,
    }
}

fn library(library: Library) -> Subject {
    Subject {
        sources: library.sources,
        set: Set::Real,
        function: None,
        call_depth: 0,
        iterations: library.iterations,
        paper: library.klee,
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
            assert_eq!(all.iter().filter(|s| s.name() == subject.name()).count(), 1, "{} stands twice", subject.name());
            let own = if subject.set == Set::Real { 2 } else { subject.sources.files.len() };
            for file in &subject.sources.files[..own] {
                assert!(file.is_file(), "{}", file.display());
            }
            assert_eq!(subject.function.is_some(), subject.set == Set::Osmose, "{}", subject.name());
        }
        for set in ["osmose", "crest"] {
            for source in std::fs::read_dir(folder().join(set)).unwrap().map(|e| e.unwrap().path()) {
                let is_listed =
                    all.iter().any(|s| s.sources.files.iter().any(|f| f.ends_with(source.file_name().unwrap())));
                assert!(is_listed, "{} is not listed", source.display());
            }
        }
        let count = |set: Set| all.iter().filter(|s| s.set == set).count();
        assert_eq!((count(Set::Osmose), count(Set::Crest), count(Set::Real)), (6, 3, 10));
    }

    #[test]
    fn functions_under_test_are_in_their_files() {
        for subject in read(&folder(), &[]).unwrap().iter().filter(|s| s.set == Set::Osmose) {
            let text = std::fs::read_to_string(&subject.sources.files[0]).unwrap();
            let function = subject.function.as_ref().unwrap();
            assert!(text.contains(&format!(" {function}(const struct ")), "{}", subject.name());
        }
    }

    #[test]
    fn programs_are_chosen_by_name() {
        let one = read(&folder(), &["merge".to_string()]).unwrap();
        assert_eq!(one.iter().map(|s| s.name()).collect::<Vec<_>>(), ["merge"]);
        let error = read(&folder(), &["unknown".to_string()]).unwrap_err().to_string();
        assert!(error.contains("unknown") && error.contains("replace") && error.contains("expat"), "{error}");
        assert!(read(Path::new("/nowhere/search"), &[]).is_err());
    }
}
