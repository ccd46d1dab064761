//! Compilation databases (`compile_commands.json`), which CMake, Meson and Bear write: how each file is compiled.
//!
//! `file` and `output` are relative to `directory`, and so is everything in the command. A file may occur several times,
//! with other flags or for another program; the first entry is the one that counts, unless an output is asked for.

use crate::arguments::{self, CommandLine, Language};
use crate::source::{from_here, tidy};
use crate::{FrontError, Source};
use serde::Deserialize;
use std::path::{Path, PathBuf};

pub const NAME: &str = "compile_commands.json";

pub struct Database {
    pub path: PathBuf,
    pub entries: Vec<Entry>,
}

pub struct Entry {
    pub source: Source,
    pub language: Language,
    /// Both absolute.
    file: PathBuf,
    output: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Raw {
    directory: PathBuf,
    file: PathBuf,
    arguments: Option<Vec<String>>,
    command: Option<String>,
    output: Option<PathBuf>,
}

impl Database {
    /// Reads a database, or that of a folder.
    pub fn open(path: &Path) -> Result<Database, FrontError> {
        let path = if path.is_dir() { path.join(NAME) } else { path.to_path_buf() };
        let wrong = |reason: String| FrontError::Database { path: path.clone(), reason };
        let text = std::fs::read_to_string(&path).map_err(|e| wrong(e.to_string()))?;
        let raw: Vec<Raw> =
            serde_json::from_str(&text).map_err(|e| wrong(format!("not a compilation database: {e}")))?;
        let folder = std::path::absolute(&path).unwrap_or_default();
        let folder = folder.parent().unwrap_or(Path::new("/"));
        let entries = raw
            .into_iter()
            .enumerate()
            .map(|(i, raw)| entry(raw, folder).map_err(|reason| wrong(format!("entry {} {reason}", i + 1))));
        let entries = entries.collect::<Result<_, _>>()?;
        Ok(Database { path, entries })
    }

    /// The database that is used if the user names none: here, or in `build`.
    pub fn detect() -> Option<PathBuf> {
        [Path::new(NAME).to_path_buf(), Path::new("build").join(NAME)].into_iter().find(|p| p.is_file())
    }

    /// The entries of a file, or of an output, the one that counts first.
    pub fn find(&self, file: &Path) -> Vec<&Entry> {
        let wanted = resolve(&std::path::absolute(file).unwrap_or_default());
        let is = |path: &Path| resolve(path) == wanted;
        let made = self.entries.iter().filter(|e| e.output.as_deref().is_some_and(is));
        made.chain(self.entries.iter().filter(|e| is(&e.file))).collect()
    }

    /// Every C file once, and how many entries were left out: of a file that occurs again, and of other languages or of
    /// headers that are precompiled.
    pub fn c_files(&self) -> (Vec<&Entry>, usize, usize) {
        let mut seen = std::collections::HashSet::new();
        let (mut files, mut again, mut other) = (Vec::new(), 0, 0);
        for entry in &self.entries {
            match entry.language {
                Language::C if seen.insert(resolve(&entry.file)) => files.push(entry),
                Language::C => again += 1,
                _ => other += 1,
            }
        }
        (files, again, other)
    }
}

impl Entry {
    pub fn place(&self) -> PathBuf {
        from_here(&self.file)
    }
}

fn entry(raw: Raw, folder: &Path) -> Result<Entry, String> {
    // The standard wants an absolute directory; a relative one can only mean this.
    let directory = tidy(&folder.join(&raw.directory));
    let words = match (raw.arguments, raw.command) {
        (Some(words), _) => words,
        (None, Some(command)) => {
            arguments::split(&command).ok_or_else(|| format!("has a quote that is not closed: {command}"))?
        }
        (None, None) => return Err("has neither `arguments` nor `command`".into()),
    };
    let line = CommandLine::parse(&words[launchers(&words)..], &directory);
    let file = tidy(&directory.join(&raw.file));
    // By its name, unless the command says otherwise (`-x c`).
    let input = line.inputs.iter().find(|i| tidy(&directory.join(&i.name)) == file);
    let language = input.map_or_else(|| arguments::by_name(&raw.file.to_string_lossy()), |i| i.language);
    let path = input.map_or(raw.file, |i| i.name.clone().into());
    let output = raw.output.or(line.output.map(PathBuf::from)).map(|o| tidy(&directory.join(o)));
    let source = Source { path, directory: Some(directory), flags: line.flags, ..Source::default() };
    Ok(Entry { source, language, file, output })
}

/// How many words come before the flags: the compiler, and what may stand before it, such as `ccache` or `env A=b`.
fn launchers(words: &[String]) -> usize {
    let is_flag = |w: &String| w.starts_with('-') || w.starts_with('@');
    let ends_names = |w: &String| !matches!(arguments::by_name(w), Language::Linked);
    let name = |w: &String| Path::new(w).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut at = 0;
    while at < words.len() && !is_flag(&words[at]) && !ends_names(&words[at]) {
        at += 1;
        let launcher =
            ["ccache", "sccache", "distcc", "icecc", "env", "libtool", "time"].contains(&name(&words[at - 1]).as_str());
        if !launcher && !words[at - 1].contains('=') {
            break;
        }
    }
    at
}

fn resolve(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| tidy(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn database(text: &str) -> (tempfile::TempDir, Result<Database, FrontError>) {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        std::fs::write(folder.path().join(NAME), text).expect("it can be written");
        let database = Database::open(folder.path());
        (folder, database)
    }

    #[test]
    fn files_are_relative_to_their_directory() {
        let (_folder, found) = database(
            r#"[{"directory": "/p/build", "file": "../src/a.c", "command": "ccache gcc -O2 -I../inc -DX='\"q\"' -c ../src/a.c -o a.o"},
                {"directory": "/p/build", "file": "../src/a.c", "arguments": ["cc", "-DSECOND", "-c", "../src/a.c", "-o", "b.o"], "output": "b.o"},
                {"directory": "/p/build", "file": "x.cc", "arguments": ["c++", "-c", "x.cc"]},
                {"directory": "/p/build", "file": "pre.h.c", "command": "clang -Xclang -emit-pch -x c-header -c pre.h.c -o pre.h.pch"},
                {"directory": "/p/build", "file": "strange.inc", "arguments": ["cc", "-x", "c", "strange.inc"]}]"#,
        );
        let found = found.expect("it is right");
        let entries = found.find(Path::new("/p/src/a.c"));
        assert_eq!(entries.len(), 2);
        assert_eq!(entries[0].source.flags, ["-I", "../inc", "-D", "X=\"q\""]);
        assert_eq!(entries[0].source.directory.as_deref(), Some(Path::new("/p/build")));
        assert_eq!(entries[0].source.place(), Path::new("/p/src/a.c"));
        let by_output = found.find(Path::new("/p/build/b.o"));
        assert_eq!(by_output[0].source.flags, ["-D", "SECOND"]);
        let (files, again, other) = found.c_files();
        assert_eq!((files.len(), again, other), (2, 1, 2));
    }

    #[test]
    fn a_wrong_database_says_what_is_wrong() {
        let reason = |text: &str| database(text).1.err().expect("it is wrong").to_string();
        assert!(reason("{").contains("not a compilation database"));
        assert!(reason(r#"[{"directory": "/", "file": "a.c"}]"#).contains("entry 1 has neither"));
        assert!(reason(r#"[{"directory": "/", "file": "a.c", "command": "cc 'a"}]"#).contains("quote"));
        assert!(reason(r#"[{"file": "a.c"}]"#).contains("directory"));
        let missing = Database::open(Path::new("/nowhere/at/all")).err().expect("it is missing").to_string();
        assert!(missing.contains("No such file"), "{missing}");
    }
}
