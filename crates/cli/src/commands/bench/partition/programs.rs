//! The programs of the suite, by `manifest.json`: our own, and libraries of `../real/manifest.json`.

use crate::commands::bench::sources::{self, Line, Sources};
use serde::Deserialize;
use serde_json::Value;
use std::path::{Path, PathBuf};

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Set {
    /// The paper's figures, which there are of any size.
    Figure,
    /// What the paper has its table of.
    Programs,
    /// Programs in which everything depends on everything.
    Together,
    /// A library of another project.
    Real,
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
    sizes: Vec<u64>,
    #[serde(default)]
    bugs: u64,
    #[serde(default)]
    paper: Value,
}

/// A program that something is measured on.
pub struct Subject {
    pub sources: Sources,
    pub set: Set,
    /// Numbers of inputs; none for programs that are as they are.
    pub sizes: Vec<u64>,
    /// How many there are to be found.
    pub bugs: u64,
    /// What the paper says of it.
    pub paper: Value,
}

impl Subject {
    /// With this number of inputs.
    pub fn of_size(&self, size: u64) -> Sources {
        let mut sources = self.sources.clone();
        sources.name = format!("{}{size}", sources.name);
        sources.define.push(format!("N={size}"));
        sources
    }
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
        let Entry { set, sizes, bugs, paper, .. } = self;
        Subject { sources, set, sizes, bugs, paper }
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
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/partition")
    }

    #[test]
    fn the_manifest_fits_the_folder() {
        let all = read(&folder(), false, &[]).unwrap();
        for subject in &all {
            let name = &subject.sources.name;
            assert_eq!(all.iter().filter(|s| s.sources.name == *name).count(), 1, "{name} stands twice");
            assert!(subject.sources.files[0].is_file(), "{name}");
            assert_eq!(subject.set == Set::Figure, !subject.sizes.is_empty(), "{name}");
        }
        let sources = std::fs::read_dir(folder()).unwrap().map(|e| e.unwrap().path());
        for source in sources.filter(|path| path.extension().is_some_and(|e| e == "c")) {
            let is_listed = all.iter().any(|s| s.sources.files[0].ends_with(source.file_name().unwrap()));
            assert!(is_listed, "{} is not listed", source.display());
        }
        let sized = all[0].of_size(8);
        assert_eq!((sized.name.as_str(), sized.define), ("test8", vec!["N=8".to_string()]));
    }

    #[test]
    fn libraries_are_apart() {
        let names = |real, wanted: &[String]| -> anyhow::Result<Vec<String>> {
            Ok(read(&folder(), real, wanted)?.into_iter().map(|s| s.sources.name).collect())
        };
        assert_eq!(names(true, &["bpf".into()]).unwrap(), ["bpf"]);
        let error = names(false, &["bpf".into()]).unwrap_err().to_string();
        assert!(error.contains("bpf") && error.contains("mondrian16"), "{error}");
    }
}
