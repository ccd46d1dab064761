//! A folder of tests: numbers, file names, and writing each test in every format asked for.
//!
//! Tests are small and many: each is one file and one write, so a killed run leaves at most one that is empty.

use crate::formats::{Context, Info, Whole};
use crate::{TestCase, TestgenError};
use std::path::{Path, PathBuf};

pub struct Suite {
    dir: PathBuf,
    program: String,
    formats: Vec<&'static Info>,
}

impl Suite {
    /// Tests go into `dir`, which is made if it does not exist. `program` is the program's name.
    pub fn new(dir: &Path, program: &str, formats: Vec<&'static Info>) -> Result<Suite, TestgenError> {
        std::fs::create_dir_all(dir).map_err(|e| TestgenError::io(dir, e))?;
        Ok(Suite { dir: dir.to_path_buf(), program: program.into(), formats })
    }

    /// Such as `test000012`.
    pub fn stem(number: u32) -> String {
        format!("test{number:06}")
    }

    /// Writes one test in all formats, and tells the files.
    pub fn write(&self, number: u32, case: &TestCase) -> Result<Vec<PathBuf>, TestgenError> {
        let stem = Suite::stem(number);
        let context = Context { program: &self.program, stem: &stem };
        let mut paths = Vec::new();
        for format in &self.formats {
            for file in (format.write)(&context, case)? {
                let path = self.dir.join(&file.name);
                std::fs::write(&path, &file.bytes).map_err(|e| TestgenError::io(&path, e))?;
                paths.push(path);
            }
        }
        Ok(paths)
    }

    /// Writes what formats make of the suite as a whole, and tells the files.
    pub fn finish(&self, whole: &Whole) -> Result<Vec<PathBuf>, TestgenError> {
        let mut paths = Vec::new();
        for format in &self.formats {
            for file in (format.finish)(whole)? {
                let path = whole.folder.join(&file.name);
                if let Some(parent) = path.parent() {
                    std::fs::create_dir_all(parent).map_err(|e| TestgenError::io(parent, e))?;
                }
                std::fs::write(&path, &file.bytes).map_err(|e| TestgenError::io(&path, e))?;
                paths.push(path);
            }
        }
        Ok(paths)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Input, InputKind, formats};

    #[test]
    fn a_test_is_written_in_all_formats() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let dir = folder.path().join("out/tests");
        let suite = Suite::new(&dir, "prog", formats::ALL.to_vec()).expect("a new folder");
        let bytes = b"\x01\x02".to_vec();
        let case = TestCase { args: vec![], inputs: vec![Input { name: "x".into(), kind: InputKind::Object, bytes }] };
        let paths = suite.write(3, &case).expect("writable");
        assert_eq!(paths, [dir.join("test000003.ktest"), dir.join("test000003.bin")]);
        assert_eq!(formats::ktest::read(&paths[0]).expect("just written"), case);
        assert_eq!(std::fs::read_dir(&dir).expect("the folder").count(), 2, "no temporary files are left");
    }
}
