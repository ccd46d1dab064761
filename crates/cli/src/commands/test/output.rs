//! The output directory: made so that nothing of the user's is ever overwritten.

use crate::commands::folder::{MARK, RUN, Source, TOOL, is_ours};
use crate::options::Test;
use anyhow::{Context, anyhow};
use secateur_testgen::reports::Run;
use secateur_vm::checks;
use serde_json::Value;
use std::cell::RefCell;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

pub struct Output {
    pub folder: PathBuf,
    log: RefCell<File>,
    begun: Instant,
}

impl Output {
    /// `sources` are the files that the program was made of.
    pub fn create(test: &Test, sources: &[Source]) -> anyhow::Result<Output> {
        let folder = match &test.output {
            Some(folder) => {
                prepare(folder)?;
                folder.clone()
            }
            None => next_folder(Path::new("secateur-out"))?,
        };
        for part in ["tests", "bugs"] {
            let path = folder.join(part);
            fs::create_dir_all(&path).with_context(|| format!("{} cannot be made", path.display()))?;
        }
        let path = folder.join("run.log");
        let log = File::create(&path).with_context(|| format!("{} cannot be written", path.display()))?;
        let output = Output { folder, log: RefCell::new(log), begun: Instant::now() };
        output.write(MARK, &serde_json::to_string_pretty(&effective(test, &output.folder, sources)?)?)?;
        Ok(output)
    }

    pub fn write(&self, name: &str, text: &str) -> anyhow::Result<()> {
        let path = self.folder.join(name);
        fs::write(&path, format!("{}\n", text.trim_end()))
            .with_context(|| format!("{} cannot be written", path.display()))
    }

    /// What reports are made of, and the reports.
    pub fn reports(&self, run: &Run) -> anyhow::Result<()> {
        super::super::write_whole(&self.folder.join(RUN), (serde_json::to_string(run)? + "\n").as_bytes())?;
        super::super::report::write(&self.folder, run).map(drop)
    }

    /// The harness, for the user to read.
    pub fn write_harness(&self, unit: &secateur_testgen::unit::Unit) -> anyhow::Result<()> {
        let folder = self.folder.join("harness");
        fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
        unit.texts.iter().try_for_each(|(name, text)| self.write(&format!("harness/{name}"), text))
    }

    /// A line of the log. That it cannot be written must not end a run.
    pub fn log(&self, text: &str) {
        let _ = writeln!(self.log.borrow_mut(), "{:9.3} {text}", self.begun.elapsed().as_secs_f64());
    }
}

/// Every option as it is used, also those that the user left to us.
fn effective(test: &Test, folder: &Path, sources: &[Source]) -> anyhow::Result<Value> {
    let mut options = serde_json::to_value(test.effective())?;
    let checks = super::super::exec::parse_checks(&test.check)?;
    let names: Vec<&str> = checks::ALL.iter().filter(|c| checks.reports(c)).map(|c| c.name).collect();
    options["check"] = names.into();
    options["output"] = folder.to_string_lossy().into();
    options[TOOL.0] = TOOL.1.into();
    // What else somebody needs to replay the tests later: where paths are relative to, and which sources they are of.
    options["directory"] = std::env::current_dir().unwrap_or_default().to_string_lossy().into();
    options["sources"] = serde_json::to_value(sources)?;
    Ok(options)
}

/// Refuses a folder that is not new, unless it is an earlier result that may be replaced. Changes nothing.
pub fn check(test: &Test) -> anyhow::Result<()> {
    let Some(folder) = &test.output else { return Ok(()) };
    let show = folder.display();
    match fs::symlink_metadata(folder) {
        Err(_) => Ok(()),
        Ok(meta) if !meta.is_dir() => Err(anyhow!("{show} exists and is not a folder; name another with -o")),
        Ok(_) if is_empty(folder)? => Ok(()),
        Ok(_) if !is_ours(folder) => Err(anyhow!(
            "{show} exists and is not a result of Secateur's, so it is never replaced; name another folder"
        )),
        Ok(_) if let Some(inside) = holds(folder, test) => {
            Err(anyhow!("{show} holds {}, which would be lost with it; name another folder with -o", inside.display()))
        }
        Ok(_) if !test.force => Err(anyhow!("{show} exists; name another folder, or use --force to replace it")),
        Ok(_) => Ok(()),
    }
}

/// Something of the user's in the folder: where they are, a file of the program, or their partition.
fn holds(folder: &Path, test: &Test) -> Option<PathBuf> {
    let folder = folder.canonicalize().ok()?;
    let here = std::env::current_dir().ok();
    let parts = super::partition::path(test).map(Path::to_path_buf);
    let files = test.program.files.iter().cloned().chain(parts);
    here.into_iter().chain(files).find(|p| p.canonicalize().is_ok_and(|p| p.starts_with(&folder)))
}

fn is_empty(folder: &Path) -> anyhow::Result<bool> {
    let mut entries = fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    Ok(entries.next().is_none())
}

/// Makes a folder that has passed [`check`]; an earlier result is gone afterwards.
fn prepare(folder: &Path) -> anyhow::Result<()> {
    let show = folder.display();
    if folder.is_dir() && !is_empty(folder)? {
        fs::remove_dir_all(folder).with_context(|| format!("{show} cannot be replaced"))?;
    }
    fs::create_dir_all(folder).with_context(|| format!("{show} cannot be made; name another folder with -o"))
}

/// `base/N` with the first free number, and the link `base/last` to it.
fn next_folder(base: &Path) -> anyhow::Result<PathBuf> {
    fs::create_dir_all(base).with_context(|| format!("{} cannot be made; use -o DIR", base.display()))?;
    for n in 0.. {
        let folder = base.join(n.to_string());
        match fs::create_dir(&folder) {
            Ok(()) => {
                let link = base.join("last");
                if link.is_symlink() {
                    let _ = fs::remove_file(&link);
                }
                // A link is a convenience; a file system without links is no reason to stop.
                let _ = std::os::unix::fs::symlink(n.to_string(), &link);
                return Ok(folder);
            }
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error).with_context(|| format!("{} cannot be made", folder.display())),
        }
    }
    unreachable!("some number is free")
}
