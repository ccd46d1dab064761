//! The forms in which a test case is written, one file each.
//!
//! Adding one is a new file and its registration here: `mod`, and a line in `ALL`. A file exports an
//! `INFO`; `--format`, `secateur list` and the documentation get the names from the registry.

mod c;
mod corpus;
pub mod ktest;
mod xml;

use crate::{Expected, TestCase, TestgenError};
use secateur_front::ctypes::Declarations;
use std::path::{Path, PathBuf};

/// A format.
pub struct Info {
    /// As in `--format`.
    pub name: &'static str,
    pub summary: &'static str,
    /// Whether it is written when nobody asks.
    pub default: bool,
    /// The files that a test case becomes: names relative to the folder of tests, and contents.
    pub write: fn(&Context, &TestCase) -> Result<Vec<File>, TestgenError>,
    /// The files that the suite as a whole becomes, when the run is over: names relative to the output folder.
    pub finish: fn(&Whole) -> Result<Vec<File>, TestgenError>,
}

/// A whole suite, and whatever a format may want to know of the run.
pub struct Whole<'a> {
    /// The program's files, as they were given.
    pub program: &'a [PathBuf],
    /// Flags of the compiler that the user gave (`-I`, `-D`, and others).
    pub flags: &'a [String],
    /// The output folder, where `tests` is.
    pub folder: &'a Path,
    pub tests: &'a [Recorded],
    /// What the program declares; `None` where nobody asked.
    pub declarations: Option<&'a Declarations>,
    /// The function of `--function`.
    pub function: Option<&'a str>,
    /// The same with its plan: [`crate::unit::Unit::call`] tells the call that a test makes.
    pub unit: Option<&'a crate::unit::Unit>,
}

/// A test and what it was seen to do.
#[derive(Clone, Debug)]
pub struct Recorded {
    pub number: u32,
    pub case: TestCase,
    pub expected: Expected,
    /// In unit mode: what the function returned and left behind.
    pub results: Vec<crate::unit::Result>,
}

/// Of a format that writes nothing for a single test.
pub fn no_file(_: &Context, _: &TestCase) -> Result<Vec<File>, TestgenError> {
    Ok(vec![])
}

/// Of a format that writes nothing for the suite.
pub fn nothing(_: &Whole) -> Result<Vec<File>, TestgenError> {
    Ok(vec![])
}

/// What a format may want to know besides the test case.
pub struct Context<'a> {
    /// The program's name, which some formats keep as its first argument.
    pub program: &'a str,
    /// Such as `test000001`; names of files begin with it.
    pub stem: &'a str,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// Every format, in the order of the documentation.
pub static ALL: &[&Info] = &[&ktest::INFO, &corpus::INFO, &c::INFO, &xml::INFO];

/// From `--format`: the formats with these names.
pub fn parse<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Vec<&'static Info>, TestgenError> {
    let find = |name: &str| {
        let unknown = || {
            let known: Vec<&str> = ALL.iter().map(|f| f.name).collect();
            TestgenError::UnknownFormat { name: name.into(), known: known.join(", ") }
        };
        ALL.iter().copied().find(|f| f.name == name).ok_or_else(unknown)
    };
    names.into_iter().map(find).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that exists but is not registered would never be written.
    #[test]
    fn every_file_is_registered() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/formats");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .expect("the folder of the formats")
            .map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned())
            // Larger formats have a folder for their parts.
            .filter_map(|name| name.strip_suffix(".rs").map(|name| name.replace('_', "-")))
            .filter(|name| name != "mod")
            .collect();
        files.sort();
        let mut names: Vec<String> = ALL.iter().map(|f| f.name.to_string()).collect();
        names.sort();
        assert_eq!(files, names);
    }

    #[test]
    fn unknown_names_are_refused() {
        assert_eq!(parse(["corpus", "ktest"]).expect("known").len(), 2);
        let message = parse(["ktest", "yaml"]).err().expect("unknown").to_string();
        let known: Vec<&str> = ALL.iter().map(|f| f.name).collect();
        assert_eq!(message, format!("no output format is called `yaml`; the formats are: {}", known.join(", ")));
    }
}
