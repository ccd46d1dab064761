//! Which files are the user's own, by whatever path a tool calls them.
//!
//! The virtual machine names a file as clang was given it; sanitizers print the path from the debug
//! information, or as given. Both are brought to one form before they are compared.

use secateur_ir::Module;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, Default)]
pub struct UserFiles {
    /// Absolute paths without links, to names as the module has them.
    names: HashMap<PathBuf, String>,
}

impl UserFiles {
    /// Files in which a function of the user's is declared or has code.
    pub fn new(module: &Module) -> UserFiles {
        let mut names = HashMap::new();
        for function in module.functions.iter().filter(|f| !f.library) {
            for loc in function.locs.iter().chain([&function.loc]).filter(|l| l.is_known()) {
                if let Some(file) = module.files.get(loc.file as usize) {
                    let path = resolve(&Path::new(&file.directory).join(&file.name));
                    names.entry(path).or_insert_with(|| file.name.clone());
                }
            }
        }
        UserFiles { names }
    }

    /// The module's name for a path, if it is one of the user's files.
    pub fn find(&self, path: &str) -> Option<&str> {
        self.names.get(&resolve(Path::new(path))).map(String::as_str)
    }

    /// Whether both are names of one file. clang cuts a path in two where it likes, so one may be the
    /// end of the other.
    pub fn same(a: &str, b: &str) -> bool {
        let (a, b) = (Path::new(a), Path::new(b));
        a.ends_with(b) || b.ends_with(a) || resolve(a) == resolve(b)
    }
}

/// A relative path is relative to where we are, as it was for clang.
fn resolve(path: &Path) -> PathBuf {
    path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_path_buf())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_path_may_be_the_end_of_the_other() {
        assert!(UserFiles::same("src/a.c", "/home/u/src/a.c"));
        assert!(UserFiles::same("/home/u/src/a.c", "a.c"));
        assert!(!UserFiles::same("src/a.c", "/home/u/xsrc/a.c"));
        assert!(!UserFiles::same("a.c", "b.c"));
    }

    #[test]
    fn files_of_libc_are_not_the_users() {
        let module = Module::default();
        assert_eq!(UserFiles::new(&module).find("/usr/include/ctype.h"), None);
    }
}
