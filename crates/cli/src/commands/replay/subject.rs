//! What tests are run on: the program of an output folder, or one that the user names, with its native builds.

use super::judge::Seen;
use crate::commands::test::{load, session};
use crate::commands::{exec, folder, program};
use crate::options::{Program, Replay, Test};
use anyhow::{Context, anyhow};
use secateur_testgen::reports::Shown;
use secateur_testgen::runner::Limits;
use secateur_testgen::unit::Unit;
use secateur_testgen::{Coverage, Replayer, TestCase};
use secateur_vm::checks;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// Where the tests come from.
pub enum Origin {
    /// An output folder, as an absolute path.
    Folder(PathBuf),
    /// `--program`.
    Named,
}

pub struct Subject {
    pub origin: Origin,
    /// The files of the program.
    pub program: Vec<PathBuf>,
    /// In unit mode; it also keeps the harness.
    unit: Option<Unit>,
    /// Nothing is covered in it.
    pub coverage: Coverage,
    /// Sources that are no longer what they were in the run.
    pub changed: Vec<PathBuf>,
    /// Where builds are kept for a debugger.
    kept: Option<PathBuf>,
}

/// All tests must be of one program, since it is built once.
pub fn origin(replay: &Replay) -> anyhow::Result<Origin> {
    if !replay.program.is_empty() {
        if let Some(folder) = replay.tests.iter().find(|t| t.is_dir()) {
            return Err(anyhow!(
                "{} is a folder: it has a program of its own. With --program, name single tests",
                folder.display()
            ));
        }
        return Ok(Origin::Named);
    }
    let mut found: Option<PathBuf> = None;
    for path in &replay.tests {
        let folder = folder_of(path)?;
        match &found {
            Some(other) if *other != folder => {
                return Err(anyhow!(
                    "{} and {} are results of different runs; replay one at a time",
                    other.display(),
                    folder.display()
                ));
            }
            _ => found = Some(folder),
        }
    }
    found.map(Origin::Folder).ok_or_else(|| anyhow!("name an output folder or a test"))
}

fn folder_of(path: &Path) -> anyhow::Result<PathBuf> {
    let show = path.display();
    let meta = std::fs::metadata(path).map_err(|e| anyhow!("{show} cannot be read: {e}"))?;
    if meta.is_dir() {
        folder::check(path)?;
        return Ok(path.canonicalize()?);
    }
    let found = folder::of_test(path).ok_or_else(|| {
        anyhow!("{show} is not in an output folder of `secateur test`; name the program it is for with --program FILE")
    })?;
    Ok(found.canonicalize()?)
}

impl Subject {
    /// Compiles the program and makes its native builds. The working directory becomes that of the run, to which the
    /// program's paths are relative.
    pub fn load(replay: &Replay, origin: Origin) -> anyhow::Result<(Subject, Replayer)> {
        let (mut test, changed, kept) = match &origin {
            Origin::Named => {
                let program = Program {
                    files: replay.program.clone(),
                    include: replay.include.clone(),
                    define: replay.define.clone(),
                    cflag: replay.cflag.clone(),
                    ..Program::default()
                };
                (Test { program, ..Test::default() }, vec![], cache(&replay.program))
            }
            Origin::Folder(folder) => {
                let config = folder::config(folder)?;
                let directory = go_to(&config, folder)?;
                let changed = folder::changed(&config, &directory);
                for file in &changed {
                    eprintln!(
                        "secateur: {} has changed since the run: only how tests end is compared, not their paths",
                        file.display()
                    );
                }
                (config.test, changed, folder.join("replay"))
            }
        };
        if !replay.check.is_empty() {
            test.check.clone_from(&replay.check);
        }
        let checks = exec::parse_checks(&test.check)?;
        let muted: Vec<&'static str> = checks::ALL.iter().filter(|c| !checks.reports(c)).map(|c| c.name).collect();
        // Warnings of the run were told when the tests were made.
        let ready = match origin {
            Origin::Named => load::load(&test, None, |text| eprintln!("{text}"))?,
            Origin::Folder(_) => load::load(&test, None, |_| {})?,
        };
        let name = ready.unit.as_ref().map(|_| test.program.name().into_os_string());
        let load::Ready { front, unit, module, compiled } = ready;
        let kept = replay.gdb.then_some(kept);
        let replayer = match &kept {
            Some(folder) => {
                if folder.exists() {
                    std::fs::remove_dir_all(folder)
                        .with_context(|| format!("{} cannot be replaced", folder.display()))?;
                }
                Replayer::kept(&front, &compiled, &module, &muted, folder)?
            }
            None => Replayer::new(&front, &compiled, &module, &muted)?,
        };
        if let Some(why) = replayer.without_sanitizers() {
            eprintln!("secateur: there is no sanitizer build to show bugs: {why}");
        }
        let replayer = match name {
            Some(name) => replayer.for_unit(name),
            None => replayer,
        };
        let replayer = replayer.with_limits(Limits { time: replay.time, ..Limits::default() });
        let coverage = Coverage::new(&module);
        Ok((Subject { origin, program: test.program.files, unit, coverage, changed, kept }, replayer))
    }

    /// The function under test, in unit mode.
    pub fn function(&self) -> Option<&str> {
        self.unit.as_ref().map(|unit| unit.function().name.as_str())
    }

    /// An input for people.
    pub fn shown(&self, case: &TestCase) -> Vec<Shown> {
        session::shown(self.unit.as_ref(), case)
    }

    /// For each test, the line that runs it under a debugger.
    pub fn debuggers(&self, replayer: &Replayer, seen: &[Seen]) -> anyhow::Result<Vec<String>> {
        let Some(folder) = &self.kept else { return Ok(vec![]) };
        let prepare = |seen: &Seen| -> anyhow::Result<String> {
            let name = seen.name.replace('/', "-");
            Ok(replayer.debugger(&seen.case, &folder.join(name.trim_end_matches(".ktest")))?)
        };
        seen.iter().map(prepare).collect()
    }
}

/// Goes where the run was made. A project that was moved is looked for around its output folder, which may have moved
/// with it, and where the user is.
fn go_to(config: &folder::Config, folder: &Path) -> anyhow::Result<PathBuf> {
    let there = |directory: &Path| program::is_there(&config.test.program, directory);
    let here = std::env::current_dir()?;
    let around = folder.ancestors().skip(1);
    let mut candidates = [config.directory.as_path()].into_iter().chain(around).chain([here.as_path()]);
    if let Some(directory) = candidates.find(|directory| there(directory)) {
        if directory != config.directory {
            let (before, now) = (config.directory.display(), directory.display());
            eprintln!("secateur: {before} has not the program any more; it is taken from {now}");
        }
        std::env::set_current_dir(directory).with_context(|| format!("{} cannot be entered", directory.display()))?;
        return Ok(directory.to_path_buf());
    }
    let files: Vec<String> = config.test.program.files.iter().map(|f| f.display().to_string()).collect();
    Err(anyhow!(
        "the program of {} is not there any more: {} in {}; go where it is now, or name it with --program FILE and single \
         tests",
        folder.display(),
        files.join(" "),
        config.directory.display()
    ))
}

/// For builds that belong to no output folder: one for each program.
fn cache(program: &[PathBuf]) -> PathBuf {
    let set = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let base = set("XDG_CACHE_HOME").or_else(|| set("HOME").map(|home| home.join(".cache")));
    let mut hash = Sha256::new();
    for file in program {
        hash.update(std::path::absolute(file).unwrap_or_default().as_os_str().as_encoded_bytes());
    }
    let name: String = hash.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    base.unwrap_or_else(std::env::temp_dir).join("secateur").join("replay").join(name)
}
