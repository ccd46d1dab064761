//! `secateur report`: makes the reports of a run again, of what the run kept.

use super::{folder, write_whole};
use crate::options::Report;
use anyhow::{Context, anyhow};
use secateur_testgen::reports::{self, Run};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub fn run(report: &Report) -> anyhow::Result<ExitCode> {
    let run = read(&report.folder)?;
    let files = write(&report.folder, &run)?;
    if !report.quiet {
        for file in files {
            eprintln!("secateur: wrote {}", file.display());
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes every report, and tells the files that a person would open: those right in the folder, and the first
/// of each folder.
pub fn write(folder: &Path, run: &Run) -> anyhow::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for report in reports::ALL {
        for (i, file) in (report.write)(run).iter().enumerate() {
            let path = folder.join(&file.name);
            write_whole(&path, &file.bytes)?;
            if i == 0 || !file.name.contains('/') {
                paths.push(path);
            }
        }
    }
    Ok(paths)
}

fn read(folder: &Path) -> anyhow::Result<Run> {
    folder::check(folder)?;
    let path = folder.join(folder::RUN);
    let text = match std::fs::read(&path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(anyhow!(
                "{} has no {}: its run was ended from outside, or made by an older version; run `secateur test` again",
                folder.display(),
                folder::RUN
            ));
        }
        read => read.with_context(|| format!("{} cannot be read", path.display()))?,
    };
    serde_json::from_slice(&text).map_err(|error| {
        anyhow!("{} is damaged, or of another version ({error}); run `secateur test` again", path.display())
    })
}
