//! What inputs cover of a library's own files, as llvm-cov counts it: a native build runs them all, and its profile is
//! read after those of each mark in time, so that the numbers can be drawn.
//!
//! The same build (`bench/real/replay.c`) measures our tests and the fuzzer's corpus; KLEE's published numbers come from
//! elsewhere. An input that crashes or hangs counts with what it covered until then; the rest is run by another process.

use super::native::{self, Folder};
use crate::commands::bench::sources::Library;
use anyhow::{Context, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const FLAGS: [&str; 4] = ["-O0", "-g", "-fprofile-instr-generate", "-fcoverage-mapping"];
/// Inputs of one process, as many as fit on a command line everywhere.
const BATCH: usize = 400;

/// An input, and when it was found, in seconds since the start.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    pub seconds: f64,
    pub bytes: Vec<u8>,
}

/// What was covered by then.
pub type Curve = Vec<(f64, u64)>;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Covered {
    pub covered: u64,
    pub branches: u64,
    pub curve: Curve,
}

/// Where the numbers are wanted: twice as late each time, up to the end.
pub fn marks(time: Duration) -> Vec<f64> {
    let end = time.as_secs_f64();
    let mut marks: Vec<f64> =
        std::iter::successors(Some(0.25), |mark| Some(mark * 2.0)).take_while(|m| *m < end).collect();
    marks.push(end);
    marks
}

/// A build that counts.
pub struct Build {
    folder: Folder,
    binary: PathBuf,
    tree: PathBuf,
}

impl Build {
    pub fn new(library: &Library) -> anyhow::Result<Build> {
        let folder = Folder::new(&format!("{}-coverage", library.sources.name))?;
        let binary = folder.0.join("replay");
        native::build(library, "replay.c", &FLAGS, &binary)?;
        Ok(Build { binary, tree: native::plain(&library.tree)?, folder })
    }

    /// The end counts everything, also what came a little later than the last mark.
    pub fn measure(&self, inputs: &[Input], marks: &[f64]) -> anyhow::Result<Covered> {
        let work = Folder::new("inputs")?;
        let whole = self.folder.0.join("whole.profdata");
        let mut result = Covered::default();
        let (mut profiles, mut from) = (Vec::new(), 0.0);
        for (number, mark) in marks.iter().enumerate() {
            let is_last = number + 1 == marks.len();
            let is_new = |input: &&Input| input.seconds >= from && (is_last || input.seconds < *mark);
            let mut files = Vec::new();
            for input in inputs.iter().filter(is_new) {
                let file = work.0.join(format!("{number}-{}", files.len()));
                std::fs::write(&file, &input.bytes).with_context(|| file.display().to_string())?;
                files.push(file);
            }
            profiles.extend(self.run(&files, &work.0.join(format!("{number}")))?);
            from = *mark;
            if !profiles.is_empty() {
                native::merge(&profiles, &whole)?;
                profiles = vec![whole.clone()];
                (result.covered, result.branches) = native::covered(&self.binary, &whole, &self.tree)?;
            }
            result.curve.push((*mark, result.covered));
        }
        Ok(result)
    }

    /// Runs them all; the profiles.
    fn run(&self, files: &[PathBuf], name: &Path) -> anyhow::Result<Vec<PathBuf>> {
        let (mut profiles, mut rest) = (Vec::new(), files);
        while !rest.is_empty() {
            let batch = &rest[..rest.len().min(BATCH)];
            let profile = PathBuf::from(format!("{}-{}.profraw", name.display(), profiles.len()));
            let progress = name.with_extension("progress");
            let _ = std::fs::remove_file(&progress);
            let mut replay = Command::new(&self.binary);
            replay.arg(&progress).args(batch).env("LLVM_PROFILE_FILE", &profile);
            let output = replay.output().context("the native build cannot be run")?;
            let begun = match output.status.success() && !progress.exists() {
                true => batch.len(),
                false => begun(&progress, &output.status.to_string())?,
            };
            ensure!(profile.exists(), "the native build left no profile ({})", output.status);
            profiles.push(profile);
            rest = &rest[begun..];
        }
        Ok(profiles)
    }
}

/// How many inputs were begun before the process ended.
fn begun(progress: &Path, status: &str) -> anyhow::Result<usize> {
    let text = std::fs::read_to_string(progress).unwrap_or_default();
    let begun: usize = text.trim().parse().ok().with_context(|| format!("the native build ended early ({status})"))?;
    ensure!(begun > 0, "the native build ran nothing ({status})");
    Ok(begun)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_double_up_to_the_end() {
        assert_eq!(marks(Duration::from_secs(3)), [0.25, 0.5, 1.0, 2.0, 3.0]);
        assert_eq!(marks(Duration::from_secs(2)), [0.25, 0.5, 1.0, 2.0]);
        assert_eq!(marks(Duration::from_millis(100)), [0.1]);
    }

    #[test]
    fn progress_is_a_number() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("progress");
        assert!(begun(&file, "signal 9").unwrap_err().to_string().contains("signal 9"));
        std::fs::write(&file, "17").unwrap();
        assert_eq!(begun(&file, "").unwrap(), 17);
    }
}
