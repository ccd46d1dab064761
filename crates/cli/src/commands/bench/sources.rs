//! What a program of a suite is compiled from: its own file, or a library of `bench/real/manifest.json`, whose sources
//! `scripts/fetch-real.sh` fetches.

use anyhow::Context;
use serde::Deserialize;
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
    iterations: u64,
    /// What KLEE came to, for people.
    #[serde(default)]
    klee: Value,
}

/// A library of another project, with a harness of ours.
pub struct Library {
    pub sources: Sources,
    /// How many paths are worth running.
    pub iterations: u64,
    pub klee: Value,
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
    Library { sources, iterations: entry.iterations, klee: entry.klee }
}

/// A manifest, which is a list.
pub fn list<T: for<'de> Deserialize<'de>>(file: &Path) -> anyhow::Result<Vec<T>> {
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
