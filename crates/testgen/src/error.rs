//! What can go wrong around test cases. The program's behaviour is never an error here: see
//! [`crate::Verdict`].

use secateur_front::FrontError;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum TestgenError {
    /// The native build could not be made.
    #[error(transparent)]
    Build(#[from] FrontError),
    #[error("{}: {reason}", .path.display())]
    Io { path: PathBuf, reason: String },
    #[error("{}: not a test that Secateur can read: {reason}", .path.display())]
    BadTest { path: PathBuf, reason: String },
    #[error("the native build cannot be started: {0}")]
    Start(std::io::Error),
    #[error("the test has a file {path}, which is not below the working directory; name it with a relative path")]
    OutsideFile { path: String },
    #[error("the format {format} cannot hold this test: {reason}")]
    Unwritable { format: &'static str, reason: String },
    #[error("no output format is called `{name}`; the formats are: {known}")]
    UnknownFormat { name: String, known: String },
    #[error("`{name}` cannot be called: {why}; write a harness with <secateur.h> instead")]
    Function { name: String, why: String },
}

impl TestgenError {
    pub(crate) fn io(path: &std::path::Path, error: std::io::Error) -> TestgenError {
        TestgenError::Io { path: path.to_path_buf(), reason: error.to_string() }
    }
}
