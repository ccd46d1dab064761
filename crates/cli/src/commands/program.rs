//! From the files that the user names to sources with flags: those of a compilation database, if there is one.
//!
//! *Invariant:* a database that was not asked for is used only for files that are in it, and always said.

use crate::options::Program;
use anyhow::anyhow;
use secateur_front::arguments::Language;
use secateur_front::database::{Database, Entry};
use secateur_front::executable::{self, Contents};
use secateur_front::{FrontError, Source};
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
    let left_out = [(again, "of files that occur again"), (other, "that are not C sources")];
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

/// The database that is used, if any.
fn database(program: &Program) -> anyhow::Result<Option<Database>> {
    let path = program.compile_commands.as_deref().filter(|p| *p != Path::new(NONE));
    Ok(path.map(Database::open).transpose()?)
}

/// The files of the program, each with the flags of its entry. Of what a compiler made, the sources are those that
/// `secateur cc` has left in it, or else that of the entry whose output it is.
pub fn sources(program: &Program, quiet: bool) -> anyhow::Result<Vec<Source>> {
    let database = database(program)?;
    let mut contents = Contents::default();
    let (mut sources, mut with, mut without, mut again) = (Vec::new(), 0, Vec::new(), Vec::new());
    for file in &program.files {
        let entries = database.as_ref().map(|d| d.find(file)).unwrap_or_default();
        if executable::is_built(file) {
            match contents.add(file) {
                Err(FrontError::NoBitcode(_)) if !entries.is_empty() => {}
                added => {
                    added?;
                    sources.append(&mut contents.sources);
                    continue;
                }
            }
        }
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
                with += 1;
                sources.push(entry.source.clone());
            }
        }
    }
    if let Some(name) = database.as_ref().map(|d| d.path.display()).filter(|_| !quiet) {
        if with > 0 {
            eprintln!("secateur: flags are from {name}");
        }
        if !without.is_empty() {
            eprintln!("secateur: not in {name}, so without its flags: {}", without.join(", "));
        }
        if !again.is_empty() {
            let hint = "the first entry counts; name the output of another to use that";
            eprintln!("secateur: several entries with other flags in {name} ({hint}): {}", again.join(", "));
        }
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

/// Whether a program is found when its paths start at `directory`. An output that was not built is, if the database says
/// what it is made of.
pub fn is_there(program: &Program, directory: &Path) -> bool {
    let mut absent = program.files.iter().map(|f| directory.join(f)).filter(|f| !f.is_file()).peekable();
    if absent.peek().is_none() {
        return true;
    }
    let path = program.compile_commands.as_ref().filter(|p| *p != Path::new(NONE));
    let Some(database) = path.and_then(|p| Database::open(&directory.join(p)).ok()) else { return false };
    absent.all(|file| database.find(&file).first().is_some_and(|entry| entry.place().is_file()))
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
        Language::Header => "a header",
        _ => "another language",
    };
    Err(anyhow!("{}: is {what}, not C; leave it out", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_stands_for_its_source() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let here = folder.path();
        let write = |name: &str, text: &str| std::fs::write(here.join(name), text).expect("it can be written");
        let entry = |flag: &str, output: &str| serde_json::json!({"directory": here, "file": "a.c", "arguments": ["cc", flag, "-c", "a.c", "-o", output]});
        write("compile_commands.json", &serde_json::json!([entry("-DA", "a.o"), entry("-DB", "b.o")]).to_string());
        write("a.c", "int main(void) { return 0; }");
        let program = |file: &str, database: Option<PathBuf>| Program {
            files: vec![file.into()],
            compile_commands: database,
            ..Program::default()
        };
        let whole = here.join("b.o");
        let found = sources(&program(&whole.to_string_lossy(), Some(here.into())), true).expect("it has an entry");
        assert_eq!((found.len(), found[0].flags.join(" ")), (1, "-D B".to_string()));

        let named = || Some(PathBuf::from("."));
        assert!(is_there(&program("b.o", named()), here), "the database has it");
        assert!(is_there(&program("a.c", None), here));
        assert!(!is_there(&program("c.o", named()), here), "nobody has it");
        assert!(!is_there(&program("b.o", None), here));
        assert!(!is_there(&program("b.o", Some(NONE.into())), here));
        std::fs::remove_file(here.join("a.c")).expect("it can be removed");
        assert!(!is_there(&program("b.o", named()), here), "its source is gone");
    }
}
