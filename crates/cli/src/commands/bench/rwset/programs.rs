//! The programs of the suite, by `manifest.json`: our own, and libraries of `../real/manifest.json`.

use crate::commands::bench::sources::{self, Line, Sources};
use serde::Deserialize;
use serde_json::Value;
use std::path::{Path, PathBuf};

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Set {
    /// The paper's snippets.
    Paper,
    /// Loops with symbolic bounds or messages.
    Loops,
    /// What the paper found its bugs in, with a fixed number of rounds.
    Drivers,
    /// The same without an end.
    Endless,
    /// A library of another project.
    Real,
}

impl Set {
    /// All of our own.
    pub const OWN: [Set; 4] = [Set::Paper, Set::Loops, Set::Drivers, Set::Endless];

    pub fn name(self) -> &'static str {
        match self {
            Set::Paper => "paper",
            Set::Loops => "loops",
            Set::Drivers => "drivers",
            Set::Endless => "endless",
            Set::Real => "real",
        }
    }
}

/// A line of the manifest.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    set: Set,
    /// Libraries have none.
    file: Option<PathBuf>,
    #[serde(default)]
    define: Vec<String>,
    #[serde(default)]
    bugs: u64,
    #[serde(default)]
    paper: Value,
}

/// A program that something is measured on.
pub struct Subject {
    pub sources: Sources,
    pub set: Set,
    /// How many there are to be found.
    pub bugs: u64,
    /// What the paper says of it.
    pub paper: Value,
}

impl Line for Entry {
    type Subject = Subject;

    fn name(&self) -> &str {
        &self.name
    }
    fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }
    fn define(&self) -> &[String] {
        &self.define
    }
    fn subject(self, sources: Sources) -> Subject {
        let Entry { set, bugs, paper, .. } = self;
        Subject { sources, set, bugs, paper }
    }
}

/// All libraries or all of our own programs, or those of them that the user names.
pub fn read(folder: &Path, real: bool, wanted: &[String]) -> anyhow::Result<Vec<Subject>> {
    sources::subjects::<Entry>(folder, real, wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/rwset")
    }

    #[test]
    fn the_manifest_fits_the_folder() {
        let all = read(&folder(), false, &[]).unwrap();
        for subject in &all {
            let name = &subject.sources.name;
            assert_eq!(all.iter().filter(|s| s.sources.name == *name).count(), 1, "{name} stands twice");
            assert!(subject.sources.files[0].is_file(), "{name}");
        }
        for set in ["paper", "loops", "drivers"] {
            for source in std::fs::read_dir(folder().join(set)).unwrap().map(|e| e.unwrap().path()) {
                let is_listed = all.iter().any(|s| s.sources.files[0].ends_with(source.file_name().unwrap()));
                assert!(is_listed, "{} is not listed", source.display());
            }
        }
        let bugs = |set: Set| all.iter().filter(|s| s.set == set).map(|s| s.bugs).sum::<u64>();
        assert_eq!((bugs(Set::Drivers), bugs(Set::Endless)), (13, 13));
    }

    #[test]
    fn libraries_are_apart() {
        let names = |real, wanted: &[String]| -> anyhow::Result<Vec<String>> {
            Ok(read(&folder(), real, wanted)?.into_iter().map(|s| s.sources.name).collect())
        };
        assert_eq!(names(true, &[]).unwrap(), ["bpf", "expat", "yajl", "http_parser"]);
        assert_eq!(names(true, &["yajl".into()]).unwrap(), ["yajl"]);
        let error = names(false, &["bpf".into()]).unwrap_err().to_string();
        assert!(error.contains("bpf") && error.contains("netcard"), "{error}");
    }
}
