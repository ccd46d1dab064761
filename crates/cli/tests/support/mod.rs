//! What the suites share: running programs, building them natively, and reading fixtures.
//!
//! Every suite has its own `main` (`harness = false`), so that each file or seed is a test with a
//! name of its own. A tool that is missing makes a test fail with the package to install; nothing
//! is skipped.

// Each suite is a crate of its own, and uses a part of this.
#![allow(dead_code)]

pub mod bench;
pub mod bitstream;
pub mod csmith;
pub mod fixture;
pub mod ktest;
pub mod native;
pub mod pages;
pub mod place;
pub mod programs;
pub mod run;
pub mod space;
pub mod suite;
pub mod truth;

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Why a test failed, for people.
pub type Outcome = Result<(), Failed>;

/// The program under test.
pub const SECATEUR: &str = env!("CARGO_BIN_EXE_secateur");

/// `secateur COMMAND`.
pub fn secateur(command: &str) -> Command {
    let mut result = Command::new(SECATEUR);
    result.arg(command);
    result
}

/// The repository's root.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("crates/cli has two parents").to_path_buf()
}

/// A test that calls `check`.
pub fn test(name: impl Into<String>, check: impl FnOnce() -> Outcome + Send + 'static) -> Trial {
    Trial::test(name, check)
}

/// A suite's `main`. An empty suite is a mistake in the suite.
pub fn main(tests: Vec<Trial>) -> ExitCode {
    assert!(!tests.is_empty(), "this suite found no tests");
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}

/// Fails with a message unless `holds`.
pub fn ensure(holds: bool, message: impl FnOnce() -> String) -> Outcome {
    if holds { Ok(()) } else { Err(message().into()) }
}

/// An empty folder that is gone afterwards.
pub fn empty_folder() -> tempfile::TempDir {
    tempfile::Builder::new().prefix("secateur-test-").tempdir().expect("a temporary folder can be made")
}
