//! The programs of the suite, by `manifest.json`.

use crate::commands::bench::check_names;
use crate::commands::bench::sources::{self, Sources};
use serde::Deserialize;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// What generated programs are called among the others.
pub const GENERATED: &str = "generated";

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Set {
    /// The paper's figure.
    Figure,
    /// What the paper has its tables of.
    Programs,
}

/// A line of the manifest.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    set: Set,
    file: PathBuf,
    bugs: u64,
    #[serde(default)]
    paper: Value,
}

/// A program that something is measured on.
pub struct Subject {
    pub sources: Sources,
    pub set: Set,
    /// How many warnings there are to be found.
    pub bugs: u64,
    /// What the paper says of the program that it is like.
    pub paper: Value,
}

pub struct Wanted {
    pub subjects: Vec<Subject>,
    pub has_generated: bool,
}

/// All, or those that the user names.
pub fn read(folder: &Path, names: &[String]) -> anyhow::Result<Wanted> {
    let entries: Vec<Entry> = sources::list(&folder.join("manifest.json"))?;
    let mut known: Vec<String> = entries.iter().map(|entry| entry.name.clone()).collect();
    known.push(GENERATED.into());
    check_names(names, &known)?;
    let is_wanted = |name: &str| names.is_empty() || names.iter().any(|n| n == name);
    let subject = |Entry { name, set, file, bugs, paper }: Entry| Subject {
        sources: Sources::single(name, folder.join(file), vec![]),
        set,
        bugs,
        paper,
    };
    let wanted = entries.into_iter().filter(|entry| is_wanted(&entry.name));
    Ok(Wanted { subjects: wanted.map(subject).collect(), has_generated: is_wanted(GENERATED) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::bench::sample::columns::COLUMNS;

    fn folder() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/sample")
    }

    #[test]
    fn the_manifest_fits_the_folder() {
        let all = read(&folder(), &[]).unwrap();
        assert!(all.has_generated);
        assert_eq!(all.subjects.iter().filter(|subject| subject.set == Set::Programs).count(), 9);
        for subject in &all.subjects {
            assert!(subject.sources.files[0].is_file() && subject.bugs > 0, "{}", subject.sources.name);
            let columns = COLUMNS.iter().filter_map(|column| column.paper);
            let has = |key: &str| columns.clone().all(|column| subject.paper[column][key].is_u64());
            assert_eq!(subject.set == Set::Programs, has("warnings") && has("nodes") && has("edges"));
        }
        let sources = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
        let count = sources.filter(|path| path.extension().is_some_and(|e| e == "c")).count();
        assert_eq!(count, all.subjects.len());
    }

    #[test]
    fn programs_can_be_named() {
        let one = read(&folder(), &["varset".into()]).unwrap();
        assert_eq!((one.subjects.len(), one.has_generated), (1, false));
        assert!(read(&folder(), &["generated".into()]).unwrap().subjects.is_empty());
        let error = read(&folder(), &["unheard".into()]).err().unwrap().to_string();
        assert!(error.contains("unheard") && error.contains("netdev") && error.contains("generated"), "{error}");
    }
}
