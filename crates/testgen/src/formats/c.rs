//! C99: `tests/test_NAME.c`, with a `main` that runs every case, and files for make and CMake beside it.
//!
//! NAME is the function of `--function`, or `main` for whole programs. Parts of the file that are the same for all
//! suites are C files in the folder `c`, so that they can be read as such. It loses nothing of a test that can be said in
//! C; what cannot is a case that is skipped, with the reason.

mod build;
mod cases;
mod declarations;
mod declare;
mod harness;
mod layout;
mod numbers;
mod places;
mod program;
mod stubs;
#[cfg(test)]
mod tests;
mod text;
mod unit;
mod values;

use super::{File, Info, Whole};
use crate::unit::Unit;
use crate::{InputKind, TestgenError};
use build::{Build, Main};
use std::path::{Path, PathBuf};

pub static INFO: Info = Info {
    name: "c",
    summary: "C99 with a main: test_NAME.c, a Makefile and a CMakeLists.txt that run every case",
    default: false,
    write: super::no_file,
    finish: |whole| files(whole),
};

fn files(whole: &Whole) -> Result<Vec<File>, TestgenError> {
    let absolute = |path: &PathBuf| std::path::absolute(path).map_err(|e| TestgenError::io(path, e));
    let program = whole.program.iter().map(absolute).collect::<Result<Vec<PathBuf>, _>>()?;
    let flags = build::usable_flags(whole.flags, &absolute(&PathBuf::from("."))?);
    let (build, text) = match whole.unit {
        Some(unit) => of_function(whole, unit, program, flags),
        None => of_program(whole, program, flags),
    };
    Ok(all_files(whole, &build, text))
}

fn of_program(whole: &Whole, program: Vec<PathBuf>, flags: Vec<String>) -> (Build, String) {
    let asked = whole.tests.iter().any(|t| t.case.inputs.iter().any(|i| i.kind == InputKind::Object));
    let headers = harness::is_used(&program) || asked;
    let main = Main::Wrapped;
    let build = Build { name: "main".into(), sources: program, included: None, main, flags, headers };
    let name = whole.program.first().map(|p| p.with_extension("")).unwrap_or_default();
    let text = program::text(whole.tests, &build, &name.to_string_lossy());
    (build, text)
}

fn of_function(whole: &Whole, unit: &Unit, mut program: Vec<PathBuf>, flags: Vec<String>) -> (Build, String) {
    let call = |case| unit.call(case).ok_or_else(|| "it is no test of this function".to_string());
    let tests = whole.tests.iter().map(|recorded| unit::Test { recorded, call: call(&recorded.case) }).collect();
    let (function, declarations) = (unit.function(), &unit.declarations);
    let suite = unit::Suite { function, declarations, tests, result: unit.result_name() };
    let headers = harness::is_used(&program);
    // The harness stands in for the file that defines the function.
    let own = whole.program.iter().zip(&unit.files).position(|(given, used)| given != used);
    let included = match (suite.must_include(), own) {
        (Some(why), Some(own)) => Some((program.remove(own), why)),
        _ => None,
    };
    let main = match included {
        Some(_) if declarations.functions.iter().any(|f| f.name == "main") => Main::Hidden,
        _ if program.iter().any(|file| has_main(file)) => Main::Wrapped,
        _ => Main::Own,
    };
    let build = Build { name: function.name.clone(), sources: program, included, main, flags, headers };
    let text = suite.text(&build);
    (build, text)
}

/// The test file and what builds it.
fn all_files(whole: &Whole, build: &Build, text: String) -> Vec<File> {
    let file = |name: &str, text: String| File { name: format!("tests/{name}"), bytes: text.into_bytes() };
    let mut out = vec![file(&format!("test_{}.c", build.name), text), file("Makefile", build.makefile())];
    let numbers: Vec<u32> = whole.tests.iter().map(|t| t.number).collect();
    out.extend(build.cmake(&numbers).map(|text| file("CMakeLists.txt", text)));
    if build.headers {
        out.extend(harness::files());
    }
    out
}

/// Whether a file seems to define `main`. To say so of one that does not does no harm.
fn has_main(path: &Path) -> bool {
    let text = String::from_utf8_lossy(&std::fs::read(path).unwrap_or_default()).into_owned();
    text.match_indices("main").any(|(i, word)| {
        let before = text[..i].chars().next_back();
        let own = before.is_none_or(|c| !(c.is_alphanumeric() || c == '_'));
        own && text[i + word.len()..].trim_start().starts_with('(')
    })
}
