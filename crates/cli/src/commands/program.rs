//! From the files that the user names to sources with flags: those of a compilation database, if there is one.
//!
//! *Invariant:* a database that was not asked for is used only for files that are in it, and always said.

use crate::options::Program;
use anyhow::anyhow;
use secateur_front::Source;
use secateur_front::arguments::Language;
use secateur_front::database::{Database, Entry};
use secateur_front::executable::{self, Contents};
use std::path::{Path, PathBuf};

/// Switches the database off.
const NONE: &str = "none";

/// What the user left open: which database is used, and which files, if none is named. Called once, before all else, so
/// that the options say what was done.
pub fn settle(program: &mut Program) -> anyhow::Result<()> {
    let Some(path) = &program.compile_commands else {
        program.compile_commands = detect(&program.files);
        return Ok(());
    };
    if !program.files.is_empty() {
        return Ok(());
    }
    if path == Path::new(NONE) {
        return Err(anyhow!("give the C files to test, or a database with --compile-commands"));
    }
    let database = Database::open(path)?;
    let (files, again, other) = database.c_files();
    if files.is_empty() {
        return Err(anyhow!("{}: it has no C file", database.path.display()));
    }
    let left_out = [(again, "of files that occur again"), (other, "that are not C")];
    let left_out: Vec<String> =
        left_out.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    if !left_out.is_empty() {
        eprintln!("secateur: {}: left out: {}", database.path.display(), left_out.join(", "));
    }
    program.files = files.iter().map(|e| e.place()).collect();
    Ok(())
}

/// The database in its usual place, if it has one of the files. A damaged one is an error only if it was asked for.
fn detect(files: &[PathBuf]) -> Option<PathBuf> {
    let path = Database::detect()?;
    let database = Database::open(&path).inspect_err(|error| eprintln!("secateur: not used: {error}")).ok()?;
    files.iter().any(|f| !database.find(f).is_empty()).then_some(path)
}

/// The files of the program, each with the flags of its entry.
pub fn sources(program: &Program, quiet: bool) -> anyhow::Result<Vec<Source>> {
    if program.files.iter().any(|f| executable::is_built(f)) {
        return built(program, quiet);
    }
    let database = program.compile_commands.as_deref().filter(|p| *p != Path::new(NONE));
    let Some(database) = database.map(Database::open).transpose()? else {
        return Ok(program.files.iter().cloned().map(Source::new).collect());
    };
    let name = database.path.display();
    let (mut sources, mut without, mut again) = (Vec::new(), Vec::new(), Vec::new());
    for file in &program.files {
        let entries = database.find(file);
        match entries[..] {
            [] => {
                without.push(file.display().to_string());
                sources.push(Source::new(file));
            }
            [entry, ref others @ ..] => {
                check_language(entry, file)?;
                if others.iter().any(|other| other.source.flags != entry.source.flags) {
                    again.push(file.display().to_string());
                }
                sources.push(entry.source.clone());
            }
        }
    }
    if !quiet {
        eprintln!("secateur: flags are from {name}");
        if !without.is_empty() {
            eprintln!("secateur: not in {name}, so without its flags: {}", without.join(", "));
        }
        if !again.is_empty() {
            let hint = "the first entry counts; name the output of another to use that";
            eprintln!("secateur: several entries with other flags in {name} ({hint}): {}", again.join(", "));
        }
    }
    Ok(sources)
}

/// The sources of what compilers made. Other files may be named beside, such as a harness.
fn built(program: &Program, quiet: bool) -> anyhow::Result<Vec<Source>> {
    let mut contents = Contents::default();
    let mut sources = Vec::new();
    for file in &program.files {
        if !executable::is_built(file) {
            sources.push(Source::new(file));
            continue;
        }
        contents.add(file)?;
        sources.append(&mut contents.sources);
    }
    if !quiet {
        for (place, why) in &contents.missing {
            eprintln!("secateur: {} is left out: {}", place.display(), why.lines().next().unwrap_or_default());
        }
    }
    if sources.is_empty() {
        return Err(anyhow!("none of the program's files has bitcode"));
    }
    Ok(sources)
}

/// Functions of a program that was linked already, but which we do not have.
pub fn tell_missing(names: &[String]) {
    if !names.is_empty() {
        let what = "neither in the bitcode nor in musl, so a path that calls one of them ends there";
        eprintln!("secateur: {what}: {}", names.join(", "));
        eprintln!("secateur: if they are the program's own, the optimiser left them out: build it with CFLAGS=-O0");
    }
}

fn check_language(entry: &Entry, file: &Path) -> anyhow::Result<()> {
    let what = match entry.language {
        Language::C => return Ok(()),
        Language::Assembly => "assembly",
        _ => "another language",
    };
    Err(anyhow!("{}: is {what}, not C; leave it out", file.display()))
}
