//! Where the runtime lives: musl's headers and ours, and libc already lowered.

use crate::FrontError;
use std::path::{Path, PathBuf};

/// The folder that `make` fills: `include/` and `libc.sir`.
#[derive(Clone, Debug)]
pub struct Runtime {
    root: PathBuf,
}

impl Runtime {
    pub fn at(root: &Path) -> Runtime {
        Runtime { root: root.to_path_buf() }
    }

    /// `SECATEUR_RUNTIME`, or a folder `secateur-runtime` beside the program or one above it, or
    /// `lib/secateur` of the place it was installed in.
    pub fn find() -> Result<Runtime, FrontError> {
        if let Some(root) = std::env::var_os("SECATEUR_RUNTIME") {
            return Runtime::at(Path::new(&root)).checked();
        }
        let exe = std::env::current_exe().and_then(|e| e.canonicalize()).unwrap_or_default();
        let mut tried = Vec::new();
        for up in exe.ancestors().skip(1).take(3) {
            for name in ["secateur-runtime", "lib/secateur"] {
                let root = up.join(name);
                if root.join("libc.sir").is_file() {
                    return Ok(Runtime { root });
                }
                tried.push(root.display().to_string());
            }
        }
        Err(FrontError::Runtime { reason: format!("looked in {}", tried.join(", ")) })
    }

    fn checked(self) -> Result<Runtime, FrontError> {
        if self.libc().is_file() {
            return Ok(self);
        }
        Err(FrontError::Runtime { reason: format!("{} does not exist", self.libc().display()) })
    }

    pub fn include(&self) -> PathBuf {
        self.root.join("include")
    }
    pub fn libc(&self) -> PathBuf {
        self.root.join("libc.sir")
    }
    /// What native builds of programs under test are linked with, as C and compiled, and the headers of
    /// harnesses.
    pub fn native(&self) -> PathBuf {
        self.root.join("native")
    }
    /// The bitcode that `libc.sir` is made of.
    pub fn bitcode(&self) -> PathBuf {
        self.root.join("bc")
    }
}
