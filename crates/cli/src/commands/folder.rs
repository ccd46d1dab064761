//! Output folders: how one is known, and what `config.json` says about the run.

use crate::options::Test;
use anyhow::{Context, anyhow};
use secateur_ir::Module;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Marks a folder as one of ours: it says so inside, because many others have a file of this name.
pub const MARK: &str = "config.json";
pub const TOOL: (&str, &str) = ("tool", "secateur");
/// What reports are made of.
pub const RUN: &str = "run.json";

/// A file that the program was made of.
#[derive(Clone, Serialize, Deserialize)]
pub struct Source {
    pub path: PathBuf,
    /// Of its content, in hexadecimal; empty if it could not be read.
    pub sha256: String,
}

/// What a later command needs to know of a run.
pub struct Config {
    /// Where it was made: paths are relative to it.
    pub directory: PathBuf,
    /// All options, as they were used.
    pub test: Test,
    pub sources: Vec<Source>,
}

pub fn is_ours(folder: &Path) -> bool {
    let text = std::fs::read(folder.join(MARK)).unwrap_or_default();
    serde_json::from_slice::<Value>(&text).is_ok_and(|config| config[TOOL.0] == TOOL.1)
}

/// Refuses what is no output folder.
pub fn check(folder: &Path) -> anyhow::Result<()> {
    let show = folder.display();
    match std::fs::metadata(folder) {
        Err(error) => Err(anyhow!("{show} cannot be read: {error}; name an output folder of `secateur test`")),
        Ok(meta) if !meta.is_dir() => Err(anyhow!("{show} is not a folder; name an output folder of `secateur test`")),
        Ok(_) if !is_ours(folder) => {
            Err(anyhow!("{show} is not an output folder of `secateur test`: it has no {MARK} of Secateur's"))
        }
        Ok(_) => Ok(()),
    }
}

/// The output folder that a file of a test belongs to.
pub fn of_test(test: &Path) -> Option<PathBuf> {
    let test = std::path::absolute(test).ok()?;
    test.ancestors().skip(1).take(3).find(|folder| is_ours(folder)).map(Path::to_path_buf)
}

pub fn config(folder: &Path) -> anyhow::Result<Config> {
    check(folder)?;
    let path = folder.join(MARK);
    let text = std::fs::read(&path).with_context(|| format!("{} cannot be read", path.display()))?;
    let config: Value = serde_json::from_slice(&text)?;
    let config = Config {
        directory: part(&config["directory"], &path).unwrap_or_default(),
        test: part(&config, &path)?,
        sources: part(&config["sources"], &path).unwrap_or_default(),
    };
    if config.test.program.files.is_empty() {
        return Err(anyhow!("{} names no program; run `secateur test` again", path.display()));
    }
    Ok(config)
}

fn part<T: serde::de::DeserializeOwned>(value: &Value, path: &Path) -> anyhow::Result<T> {
    let damaged = |e| anyhow!("{} is damaged, or of another version ({e}); run `secateur test` again", path.display());
    serde_json::from_value(value.clone()).map_err(damaged)
}

/// The program's own files, and all others that hold code of the user's.
pub fn sources(files: &[PathBuf], module: &Module) -> Vec<Source> {
    let mut paths: Vec<PathBuf> = files.iter().map(|f| absolute(f)).collect();
    let mut used = BTreeSet::new();
    for function in module.functions.iter().filter(|f| !f.library) {
        used.extend(function.locs.iter().chain([&function.loc]).filter(|l| l.is_known()).map(|l| l.file));
    }
    for file in used.into_iter().filter_map(|id| module.files.get(id as usize)) {
        let path = absolute(&Path::new(&file.directory).join(&file.name));
        if path.is_file() && !paths.contains(&path) {
            paths.push(path);
        }
    }
    paths.into_iter().map(|path| Source { sha256: hash(&path).unwrap_or_default(), path }).collect()
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}

/// Those whose content is no longer what it was. What was below the folder of the run is looked for below `directory`,
/// which is where that folder is now.
pub fn changed(config: &Config, directory: &Path) -> Vec<PathBuf> {
    let now = |source: &Source| match source.path.strip_prefix(&config.directory) {
        Ok(below) => directory.join(below),
        Err(_) => source.path.clone(),
    };
    let all = config.sources.iter().map(|s| (now(s), &s.sha256));
    all.filter(|(path, before)| hash(path).unwrap_or_default() != **before).map(|(path, _)| path).collect()
}

fn hash(path: &Path) -> Option<String> {
    let digest = Sha256::digest(std::fs::read(path).ok()?);
    Some(digest.iter().map(|byte| format!("{byte:02x}")).collect())
}
