//! The sources of a program that was built with `secateur cc`, read from the executable, object or archive.
//!
//! Also read: sections of wllvm and gllvm (`.llvm_bc`, paths of bitcode files), of `-fembed-bitcode` (`.llvmbc`) and of
//! `-ffat-lto-objects` (`.llvm.lto`), though that bitcode was made for the host's C library. Of an archive, the members
//! count that the files before it need, as for a linker.

use crate::record::{self, Record, SECTION};
use crate::source::Built;
use crate::{FrontError, Source};
use object::read::archive::ArchiveFile;
use object::{File, Object, ObjectSection, ObjectSymbol};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What files that compilers made say about their sources.
#[derive(Default)]
pub struct Contents {
    pub sources: Vec<Source>,
    /// Sources without bitcode, and why.
    pub missing: Vec<(PathBuf, String)>,
    /// What the files so far define, and what they want.
    defined: HashSet<String>,
    wanted: HashSet<String>,
}

const WLLVM: &str = ".llvm_bc";
const EMBEDDED: [&str; 2] = [".llvmbc", ".llvm.lto"];

/// Whether a file is one of those, by its first bytes.
pub fn is_built(path: &Path) -> bool {
    let head = crate::worker::peek(path).unwrap_or_default();
    head.starts_with(b"\x7fELF") || is_archive(&head)
}

fn is_archive(head: &[u8]) -> bool {
    head.starts_with(b"!<arch>\n") || head.starts_with(b"!<thin>\n")
}

impl Contents {
    /// Adds what a file has. One without any bitcode is an error.
    pub fn add(&mut self, path: &Path) -> Result<(), FrontError> {
        let unreadable = |reason: String| FrontError::Unreadable { path: path.into(), reason };
        let bytes = std::fs::read(path).map_err(|e| unreadable(e.to_string()))?;
        let before = self.sources.len() + self.missing.len();
        if is_archive(&bytes) {
            self.archive(path, &bytes).map_err(unreadable)?;
        } else {
            self.file(path, &bytes).map_err(unreadable)?;
            if self.sources.len() + self.missing.len() == before {
                return Err(FrontError::NoBitcode(path.into()));
            }
        }
        Ok(())
    }

    /// Members are taken until none defines anything that is wanted.
    fn archive(&mut self, path: &Path, bytes: &[u8]) -> Result<(), String> {
        let archive = ArchiveFile::parse(bytes).map_err(|e| e.to_string())?;
        let mut members = Vec::new();
        for member in archive.members() {
            let member = member.map_err(|e| e.to_string())?;
            let name = String::from_utf8_lossy(member.name()).into_owned();
            let data = match member.is_thin() {
                true => std::fs::read(path.parent().unwrap_or(Path::new("")).join(&name))
                    .map_err(|e| format!("{name}: {e}"))?,
                false => member.data(bytes).map_err(|e| e.to_string())?.to_vec(),
            };
            members.push(data);
        }
        // Alone on the command line, it is wanted whole.
        let whole = self.wanted.is_empty() && self.defined.is_empty();
        while let Some(i) = members.iter().position(|data| whole || self.wants(data)) {
            let data = members.remove(i);
            self.file(path, &data)?;
        }
        Ok(())
    }

    fn wants(&self, data: &[u8]) -> bool {
        let Ok(file) = File::parse(data) else { return false };
        file.symbols().any(|s| s.is_global() && s.is_definition() && s.name().is_ok_and(|n| self.wanted.contains(n)))
    }

    fn file(&mut self, path: &Path, bytes: &[u8]) -> Result<(), String> {
        let file = File::parse(bytes).map_err(|e| {
            format!(
                "not an object file or program that can be read ({e}); give .c, .bc (LLVM bitcode) or .ll (LLVM text)"
            )
        })?;
        for symbol in file.symbols().filter(|s| s.is_global()) {
            let Ok(name) = symbol.name() else { continue };
            if symbol.is_definition() {
                self.wanted.remove(name);
                self.defined.insert(name.into());
            } else if symbol.is_undefined() && !self.defined.contains(name) {
                self.wanted.insert(name.into());
            }
        }
        let data = |name: &str| file.section_by_name(name).and_then(|s| s.data().ok().map(<[u8]>::to_vec));
        if let Some(section) = data(SECTION) {
            record::decode(&section)?.into_iter().for_each(|record| self.record(record));
        } else if let Some(section) = data(WLLVM) {
            let names = section.split(|b| *b == b'\n' || *b == 0).filter(|name| !name.is_empty());
            self.sources.extend(names.map(|name| Source::new(String::from_utf8_lossy(name).as_ref())));
        } else if let Some(section) =
            EMBEDDED.iter().find_map(|name| data(name)).filter(|d| d.starts_with(b"BC\xC0\xDE"))
        {
            let built = Built { bitcode: section.into(), texts: vec![] };
            self.sources.push(Source { path: path.into(), built: Some(built), linked: true, ..Source::default() });
        }
        Ok(())
    }

    fn record(&mut self, record: Record) {
        let source = Source {
            path: record.path.into(),
            directory: Some(record.directory.into()),
            flags: record.flags,
            built: None,
            linked: true,
        };
        match record.bitcode {
            Ok(bytes) => {
                let texts = record.texts.into_iter().map(|(path, digest)| (path.into(), digest)).collect();
                let built = Built { bitcode: Arc::from(bytes), texts };
                self.sources.push(Source { built: Some(built), ..source });
            }
            Err(why) => self.missing.push((source.place(), why)),
        }
    }
}
