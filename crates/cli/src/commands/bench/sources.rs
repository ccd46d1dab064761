//! What a program of a suite is compiled from: its own file, or a library of `bench/real/manifest.json`, whose sources
//! `scripts/fetch-real.sh` fetches. Reads the manifests of suites too, and chooses programs by name.

use super::check_names;
use anyhow::{Context, ensure};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// How a program is compiled.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    pub name: String,
    pub files: Vec<PathBuf>,
    pub include: Vec<PathBuf>,
    pub define: Vec<String>,
    pub cflags: Vec<String>,
    /// They are not here.
    pub is_absent: bool,
}

impl Sources {
    /// A program of a single file.
    pub fn single(name: String, file: PathBuf, define: Vec<String>) -> Sources {
        Sources { name, files: vec![file], define, ..Sources::default() }
    }
}

/// A line of the manifest of libraries.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
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
    /// Those that measure on it; all if none is said.
    #[serde(default)]
    suites: Vec<String>,
    iterations: u64,
    /// What KLEE came to, for people.
    #[serde(default)]
    klee: Value,
}

/// A library of another project, with a harness of ours.
pub struct Library {
    /// The first two files are ours: `main`, and the harness.
    pub sources: Sources,
    /// Where its package is unpacked.
    pub tree: PathBuf,
    suites: Vec<String>,
    /// How many paths are worth running.
    pub iterations: u64,
    pub klee: Value,
}

impl Library {
    /// Whether a suite that measures on all libraries measures on this one.
    pub fn is_for(&self, suite: &str) -> bool {
        self.suites.is_empty() || self.suites.iter().any(|s| s == suite)
    }
}

/// All libraries; none where there is no manifest. `folder` is that of the harnesses.
pub fn libraries(folder: &Path) -> anyhow::Result<Vec<Library>> {
    let manifest = folder.join("manifest.json");
    if !manifest.is_file() {
        return Ok(vec![]);
    }
    Ok(list::<Entry>(&manifest)?.into_iter().map(|entry| library(folder, entry)).collect())
}

fn library(folder: &Path, entry: Entry) -> Library {
    let tree = folder.join("../../target/real/build").join(&entry.package);
    let stamp = std::fs::read_to_string(tree.join(".secateur-version")).unwrap_or_default();
    let place = |dir: &String| dir.strip_prefix('@').map_or_else(|| tree.join(dir), |own| folder.join(own));
    let mut files = vec![folder.join("main.c"), folder.join(&entry.harness)];
    files.extend(entry.sources.iter().map(|source| tree.join(source)));
    let sources = Sources {
        name: entry.name,
        files,
        include: entry.include.iter().map(place).collect(),
        define: entry.define,
        cflags: entry.after.iter().flat_map(|dir| ["-idirafter".to_string(), dir.clone()]).collect(),
        is_absent: stamp.trim() != format!("{} {}", entry.version, entry.sha256),
    };
    Library { sources, tree, suites: entry.suites, iterations: entry.iterations, klee: entry.klee }
}

/// A line of the manifest of a suite that says which libraries it measures on.
pub trait Line: DeserializeOwned {
    type Subject;
    fn name(&self) -> &str;
    /// Libraries have none.
    fn file(&self) -> Option<&Path>;
    fn define(&self) -> &[String];
    /// What is measured on, from all that the line says.
    fn subject(self, sources: Sources) -> Self::Subject;
}

/// All libraries of a suite or all of its own programs, or those of them that the user names.
pub fn subjects<L: Line>(folder: &Path, real: bool, wanted: &[String]) -> anyhow::Result<Vec<L::Subject>> {
    let mut lines: Vec<L> = list(&folder.join("manifest.json"))?;
    lines.retain(|line| line.file().is_none() == real);
    choose(&mut lines, wanted, L::name)?;
    ensure!(!lines.is_empty(), "{}: no programs of this kind", folder.display());
    let mut libraries = libraries(&folder.with_file_name("real"))?;
    let mut sources_of = |line: &L| {
        let name = line.name();
        if let Some(file) = line.file() {
            return Ok(Sources::single(name.to_string(), folder.join(file), line.define().to_vec()));
        }
        let at = libraries.iter().position(|library| library.sources.name == name);
        Ok(libraries.swap_remove(at.with_context(|| format!("`{name}` has no file and is no library"))?).sources)
    };
    lines.into_iter().map(|line| sources_of(&line).map(|sources| line.subject(sources))).collect()
}

/// Keeps those that the user names, or all.
pub fn choose<T>(all: &mut Vec<T>, wanted: &[String], name: impl Fn(&T) -> &str) -> anyhow::Result<()> {
    check_names(wanted, &all.iter().map(|one| name(one).to_string()).collect::<Vec<_>>())?;
    all.retain(|one| wanted.is_empty() || wanted.iter().any(|w| w == name(one)));
    Ok(())
}

/// A manifest, which is a list.
pub fn list<T: DeserializeOwned>(file: &Path) -> anyhow::Result<Vec<T>> {
    let text = std::fs::read_to_string(file).with_context(|| {
        format!("{}: no programs there; run in Secateur's folder or give --kernels", file.display())
    })?;
    serde_json::from_str(&text).with_context(|| file.display().to_string())
}

/// What to say of those that are not here; `None` if all are.
pub fn absent_note(absent: &[&str]) -> Option<String> {
    let fetch = "their sources are fetched by scripts/fetch-real.sh";
    (!absent.is_empty()).then(|| format!("left out, since they are not here: {}; {fetch}\n", absent.join(", ")))
}
