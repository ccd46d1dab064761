//! What is measured on: libraries of `manifest.json`, each with a harness of ours, and whole programs of `programs.json`, which
//! `scripts/build-real.sh` builds with `secateur cc`.

use crate::commands::bench::check_names;
use crate::commands::bench::child::source_arguments;
use crate::commands::bench::sources::{self, Library};
use anyhow::{Context, ensure};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// A line of `programs.json`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    package: String,
    /// In the tree of the package.
    program: PathBuf,
    /// Of `secateur test`: its symbolic surroundings.
    options: String,
    #[serde(default)]
    arguments: Vec<String>,
}

/// A line of `packages.json`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Package {
    package: String,
    version: String,
    /// Of the .dsc.
    sha256: String,
}

pub enum Kind {
    Library(Box<Library>),
    Program,
}

/// A library or a program.
pub struct Subject {
    pub name: String,
    pub kind: Kind,
    /// Options of `secateur test` that belong to it.
    pub options: String,
    /// Its files, and what comes behind them on the command line.
    pub arguments: Vec<String>,
    /// How to get it, if it is not here.
    absent: Option<String>,
}

impl Subject {
    pub fn library(&self) -> Option<&Library> {
        match &self.kind {
            Kind::Library(library) => Some(library),
            Kind::Program => None,
        }
    }
}

/// Those that the user names, or all that are here; and what to say of the others.
pub fn read(folder: &Path, wanted: &[String]) -> anyhow::Result<(Vec<Subject>, Vec<String>)> {
    let all = all(folder)?;
    check_names(wanted, &all.iter().map(|subject| subject.name.clone()).collect::<Vec<_>>())?;
    let is_wanted = |subject: &Subject| wanted.is_empty() || wanted.contains(&subject.name);
    let (absent, there): (Vec<_>, Vec<_>) = all.into_iter().filter(is_wanted).partition(|s| s.absent.is_some());
    let notes: Vec<String> = absent.iter().filter_map(note).collect();
    let is_enough = if wanted.is_empty() { !there.is_empty() } else { notes.is_empty() };
    ensure!(is_enough, "there is nothing to measure on:\n  {}", notes.join("\n  "));
    Ok((there, notes))
}

fn note(subject: &Subject) -> Option<String> {
    Some(format!("`{}` is not here; to get it, run {}", subject.name, subject.absent.as_ref()?))
}

fn all(folder: &Path) -> anyhow::Result<Vec<Subject>> {
    ensure!(
        folder.join("manifest.json").is_file(),
        "{}: no libraries there; run in Secateur's folder or give --kernels",
        folder.display()
    );
    let libraries = sources::libraries(folder)?.into_iter().filter(|library| library.is_for("real"));
    let mut all: Vec<Subject> = libraries.map(library).collect();
    let programs = folder.join("programs.json");
    if programs.is_file() {
        let packages: Vec<Package> = sources::list(&folder.join("packages.json"))?;
        for entry in sources::list::<Entry>(&programs)? {
            let package = packages.iter().find(|package| package.package == entry.package);
            let package = package.with_context(|| format!("packages.json has no `{}`", entry.package))?;
            all.push(program(folder, entry, package));
        }
    }
    Ok(all)
}

fn library(library: Library) -> Subject {
    let name = library.sources.name.clone();
    Subject {
        absent: library.sources.is_absent.then(|| format!("scripts/fetch-real.sh {name}")),
        name,
        options: String::new(),
        arguments: source_arguments(&library.sources),
        kind: Kind::Library(Box::new(library)),
    }
}

fn program(folder: &Path, entry: Entry, package: &Package) -> Subject {
    let tree = folder.join("../../target/real/programs").join(&entry.package);
    let stamp = std::fs::read_to_string(tree.join(".secateur-version")).unwrap_or_default();
    let is_absent = stamp.trim() != format!("{} {}", package.version, package.sha256);
    let mut arguments = vec![tree.join(&entry.program).display().to_string()];
    if !entry.arguments.is_empty() {
        arguments.push("--".into());
        arguments.extend(entry.arguments);
    }
    Subject {
        name: entry.name,
        kind: Kind::Program,
        options: entry.options,
        arguments,
        absent: is_absent.then(|| format!("scripts/build-real.sh {}", entry.package)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::bench::child::refusal;

    fn folder() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/real")
    }

    #[test]
    fn the_manifests_fit_the_folder() {
        let all = all(&folder()).unwrap();
        let libraries: Vec<&Library> = all.iter().filter_map(Subject::library).collect();
        assert_eq!(libraries.iter().filter(|library| library.klee["covered_in_60s"].is_string()).count(), 10);
        for library in libraries {
            assert!(library.sources.files[..2].iter().all(|file| file.is_file()), "{}", library.sources.name);
            assert!(library.sources.define.iter().any(|define| define.starts_with("N=")), "{}", library.sources.name);
        }
        for program in all.iter().filter(|subject| subject.library().is_none()) {
            assert_eq!(refusal(&program.options), None, "{}", program.name);
            assert_eq!(all.iter().filter(|other| other.name == program.name).count(), 1, "{}", program.name);
        }
    }

    #[test]
    fn what_is_absent_is_said_with_the_way_to_get_it() {
        let empty = tempfile::tempdir().unwrap();
        let bench = empty.path().join("bench/real");
        std::fs::create_dir_all(&bench).unwrap();
        for name in ["manifest.json", "programs.json", "packages.json"] {
            std::fs::copy(folder().join(name), bench.join(name)).unwrap();
        }
        let error = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| name.to_string()).collect();
            read(&bench, &names).err().unwrap().to_string()
        };
        assert!(error(&["expat"]).contains("run scripts/fetch-real.sh expat"));
        assert!(error(&["tsort"]).contains("run scripts/build-real.sh coreutils"));
        assert!(error(&[]).contains("there is nothing to measure on"));
        assert!(error(&["unheard"]).contains("no program is called `unheard`"));
    }
}
