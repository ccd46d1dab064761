//! The files of a program, each with what belongs to it alone: flags, and the folder it is compiled in.

use crate::{FrontError, worker};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// One file of the program under test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// As clang is given it in `directory`: what `__FILE__` says.
    pub path: PathBuf,
    /// Where clang is started, so that relative names in flags mean what they mean in the user's build.
    /// Without one, where we are.
    pub directory: Option<PathBuf>,
    /// Flags of this file. Those of [`crate::Options`], which are for all files, come after them.
    pub flags: Vec<String>,
    /// If the user's build has compiled it already.
    pub built: Option<Built>,
    /// It is a part of something that the user's build has linked, so what is not defined here is defined in what we
    /// cannot read.
    pub linked: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    pub bitcode: Arc<[u8]>,
    /// The files that were compiled, the source and its headers, with digests of their texts ([`crate::record::digest`]).
    /// Empty if they are not known.
    pub texts: Vec<(PathBuf, u64)>,
}

impl Source {
    /// A file with no flags of its own.
    pub fn new(path: impl Into<PathBuf>) -> Source {
        Source { path: path.into(), ..Source::default() }
    }

    /// The file as it is found from where we are, and as people are told of it.
    pub fn place(&self) -> PathBuf {
        match &self.directory {
            Some(directory) => from_here(&directory.join(&self.path)),
            None => self.path.clone(),
        }
    }

    pub fn is_c(&self) -> bool {
        kind(&self.place()).ok() == Some(Kind::C)
    }

    /// Why the source cannot be compiled in place of its bitcode, if so.
    pub(crate) fn is_gone(&self) -> Option<String> {
        let place = self.place();
        if !place.is_file() {
            return Some(format!("{} is no longer there", place.display()));
        }
        if !self.is_c() {
            return Some(format!("{} is not C", place.display()));
        }
        let directory = self.directory.as_deref().unwrap_or(Path::new(""));
        self.built.iter().flat_map(|built| &built.texts).find_map(|(path, digest)| {
            let path = from_here(&directory.join(path));
            match std::fs::read(&path) {
                Err(_) => Some(format!("{} is no longer there", path.display())),
                Ok(text) if crate::record::digest(&text) == *digest => None,
                Ok(_) if path == place => {
                    Some(format!("{} has changed since it was built; build it again", path.display()))
                }
                Ok(_) => {
                    let (header, source) = (path.display(), place.display());
                    Some(format!("{header} has changed since {source} was built; build it again"))
                }
            }
        })
    }

    /// Whether it is there, and of a kind that we read.
    pub(crate) fn check(&self) -> Result<(), FrontError> {
        if self.built.is_some() { Ok(()) } else { check_input(&self.place()) }
    }
}

impl From<PathBuf> for Source {
    fn from(path: PathBuf) -> Source {
        Source::new(path)
    }
}

/// A path without `.` and `..`, relative if it is below where we are.
pub fn from_here(path: &Path) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    let whole = tidy(&here.join(path));
    match whole.strip_prefix(&here) {
        Ok(rest) if !rest.as_os_str().is_empty() => rest.to_path_buf(),
        _ => whole,
    }
}

/// Without `.` and, where that cannot lead through a link, without `..`.
pub(crate) fn tidy(path: &Path) -> PathBuf {
    use std::path::Component;
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if out.file_name().is_some() && !out.is_symlink() => {
                out.pop();
            }
            part => out.push(part),
        }
    }
    out
}

#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    C,
    Llvm,
}

/// What a file is, by its name, and for bitcode also by its first bytes.
pub(crate) fn kind(file: &Path) -> Result<Kind, FrontError> {
    match file.extension().and_then(|e| e.to_str()) {
        Some("c" | "i" | "h") => return Ok(Kind::C),
        Some("bc" | "ll") => return Ok(Kind::Llvm),
        _ => {}
    }
    let head = worker::peek(file).unwrap_or_default();
    if head.starts_with(b"BC\xC0\xDE") { Ok(Kind::Llvm) } else { Err(FrontError::UnknownKind(file.into())) }
}

pub(crate) fn check_input(file: &Path) -> Result<(), FrontError> {
    let unreadable = |e: std::io::Error| match e.kind() {
        std::io::ErrorKind::NotFound => FrontError::NotFound(file.into()),
        _ => FrontError::Unreadable { path: file.into(), reason: e.to_string() },
    };
    let meta = std::fs::metadata(file).map_err(unreadable)?;
    if meta.is_dir() {
        return Err(FrontError::Directory(file.into()));
    }
    if !meta.is_file() {
        return Err(FrontError::Unreadable { path: file.into(), reason: "not a regular file".into() });
    }
    std::fs::File::open(file).map_err(unreadable)?;
    kind(file).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_is_told_as_it_is_found_from_here() {
        let here = std::env::current_dir().expect("a current folder");
        let source = |directory: &Path, path: &str| Source {
            path: path.into(),
            directory: Some(directory.to_path_buf()),
            ..Source::default()
        };
        assert_eq!(source(&here.join("build"), "../src/a.c").place(), Path::new("src/a.c"));
        assert_eq!(source(&here, "./a.c").place(), Path::new("a.c"));
        assert_eq!(source(Path::new("/elsewhere/build"), "../a.c").place(), Path::new("/elsewhere/a.c"));
        assert_eq!(source(&here, "/elsewhere/a.c").place(), Path::new("/elsewhere/a.c"));
        assert_eq!(Source::new("x/../a.c").place(), Path::new("x/../a.c"), "as the user said it");
    }
}
