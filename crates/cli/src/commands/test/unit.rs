//! `--function`: which function is tested, and the harness that stands in for the program.

use crate::options::Test;
use anyhow::anyhow;
use secateur_front::ctypes::{Declarations, Type};
use secateur_front::{FrontError, Options, Source};
use secateur_ir::Module;
use secateur_testgen::unit::{self, Bounds, Unit, Wanted};
use secateur_testgen::{TestgenError, UserFiles};
use std::path::{Path, PathBuf};

type Files = Vec<(PathBuf, Declarations)>;

/// The unit under test, and flags that its builds need. `None` in the ordinary mode.
pub fn prepare(test: &Test, sources: &[Source], front: &mut Options) -> anyhow::Result<Option<Unit>> {
    let Some(wanted) = test.function.as_deref().filter(|name| *name != "main") else {
        check_options(test)?;
        return Ok(None);
    };
    let files = secateur_front::declarations(sources, front)?;
    let (at, function) = choose(test, wanted, &files)?;
    let (path, declarations) = files.into_iter().nth(at).expect("the index of a file");
    let program: Vec<PathBuf> = sources.iter().map(Source::place).collect();
    let file = program.iter().position(|f| *f == path).expect("one of the files");
    let variables = variables(test, &declarations)?;
    let bounds = Bounds { max_length: test.max_length, pointer_depth: test.pointer_depth, non_null: test.non_null };
    // Also functions that nothing in the file calls.
    let with_all = Options { cflags: [&front.cflags[..], &["-femit-all-decls".into()]].concat(), ..front.clone() };
    let module = secateur_front::lower(&sources[file], &with_all)?;
    let uses = unit::uses::of(&module, &declarations.types, &declarations.functions[function]);
    let unit = Unit::new(Wanted { program: &program, file, declarations, function, bounds, variables, uses })?;
    front.cflags.extend(unit::flags(&path));
    Ok(Some(unit))
}

/// A unit is compiled from its sources, since bitcode that the user's build left has a `main`, and lacks what nothing
/// in its file calls.
pub fn from_sources(test: &Test, sources: &mut [Source]) {
    let is_unit = test.function.as_deref().is_some_and(|name| name != "main");
    for source in sources.iter_mut().filter(|source| is_unit && source.is_c() && source.place().is_file()) {
        source.built = None;
    }
}

/// Puts the harness in the place of the file that it includes, with that file's flags, and adds its other files.
pub fn stand_in(unit: &Unit, sources: &mut Vec<Source>) {
    sources.resize(unit.files.len(), Source::default());
    for (source, file) in sources.iter_mut().zip(&unit.files).filter(|(source, file)| source.place() != **file) {
        source.path.clone_from(file);
        source.built = None;
    }
}

/// Options of the unit mode without a function would be ignored.
fn check_options(test: &Test) -> anyhow::Result<()> {
    if test.sym_global.is_empty() && !test.non_null {
        return Ok(());
    }
    Err(anyhow!("--sym-global and --non-null belong to the unit mode; choose a function with --function NAME"))
}

/// The file and the function of it that the user means.
fn choose(test: &Test, wanted: &str, files: &Files) -> anyhow::Result<(usize, usize)> {
    // A name of C has no colon.
    let (path, name) = wanted.rsplit_once(':').map_or((None, wanted), |(path, name)| (Some(path), name));
    if files.is_empty() {
        return Err(anyhow!(
            "--function {wanted}: the unit mode needs C sources, and there is no C file among the files"
        ));
    }
    if let Some(path) = path
        && !files.iter().any(|(file, _)| UserFiles::same(&file.to_string_lossy(), path))
    {
        let known: Vec<String> = files.iter().map(|(file, _)| file.display().to_string()).collect();
        return Err(anyhow!("--function {wanted}: `{path}` is not among the C files: {}", known.join(", ")));
    }
    let in_file = |file: &Path| path.is_none_or(|path| UserFiles::same(&file.to_string_lossy(), path));
    let mut found = Vec::new();
    for (i, (file, declarations)) in files.iter().enumerate().filter(|(_, (file, _))| in_file(file)) {
        let functions = declarations.functions.iter().enumerate().filter(|(_, f)| f.name == name);
        found.extend(functions.map(|(j, _)| (i, j, file)));
    }
    match &found[..] {
        [(file, function, _)] => Ok((*file, *function)),
        [] => Err(not_found(test, name, files)),
        [(_, _, first), ..] => {
            let places: Vec<String> = found.iter().map(|(_, _, file)| file.display().to_string()).collect();
            Err(anyhow!(
                "`{name}` is defined in {}; choose one, such as --function {}:{name}",
                places.join(" and in "),
                first.display()
            ))
        }
    }
}

fn not_found(test: &Test, name: &str, files: &Files) -> anyhow::Error {
    let names = function_names(files);
    let bitcode = test.program.files.len() > files.len();
    let hint =
        if bitcode { "; functions of bitcode cannot be tested alone, since it does not tell C's types" } else { "" };
    match close(name, &names) {
        Some(close) => anyhow!("no function is called `{name}`; did you mean `{close}`?{hint}"),
        None if names.is_empty() => anyhow!("no function is called `{name}`: the files define none{hint}"),
        None => anyhow!("no function is called `{name}`; the functions are: {}{hint}", list(&names)),
    }
}

fn function_names(files: &Files) -> Vec<String> {
    let mut names: Vec<String> = files.iter().flat_map(|(_, d)| d.functions.iter().map(|f| f.name.clone())).collect();
    let mut seen = std::collections::HashSet::new();
    names.retain(|name| seen.insert(name.clone()));
    names
}

fn list(names: &[String]) -> String {
    const MOST: usize = 20;
    let more = names.len().saturating_sub(MOST);
    let mut text = names.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join(", ");
    if more > 0 {
        text += &format!(" and {more} more");
    }
    text
}

/// The name that differs least, if it differs little.
fn close<'a>(name: &str, names: &'a [String]) -> Option<&'a String> {
    let best = names.iter().map(|other| (distance(name, other), other)).min_by_key(|(distance, _)| *distance)?;
    (best.0 <= name.len().div_ceil(4).max(1)).then_some(best.1)
}

/// Insertions, deletions and replacements from one to the other.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

/// Indices of the variables of `--sym-global`.
fn variables(test: &Test, declarations: &Declarations) -> anyhow::Result<Vec<usize>> {
    let types = &declarations.types;
    let settable = |i: &usize| {
        let ty = declarations.variables[*i].ty;
        !types.is_const(ty) && !matches!(types.get(types.plain(ty)), Type::Array { of, .. } if types.is_const(*of))
    };
    let all = || (0..declarations.variables.len()).filter(settable);
    let mut chosen = Vec::new();
    for name in &test.sym_global {
        if name == "all" {
            chosen.extend(all());
            continue;
        }
        let found = all().find(|i| declarations.variables[*i].name == *name);
        let known = || list(&all().map(|i| declarations.variables[i].name.clone()).collect::<Vec<_>>());
        chosen.push(found.ok_or_else(|| match known().as_str() {
            "" => anyhow!("--sym-global {name}: the function's file defines no variable that could be set"),
            known => anyhow!("--sym-global {name}: no such variable in the function's file; it has {known}"),
        })?);
    }
    chosen.sort_unstable();
    chosen.dedup();
    Ok(chosen)
}

/// What the function under test cannot reach is no part of the run, so its branches do not count.
pub fn limit_to_reachable(module: &mut Module) {
    let reached = unit::reachable(module);
    for (function, reached) in module.functions.iter_mut().zip(reached) {
        function.library |= !reached;
    }
}

/// A program without `main` may be a library: the message says what can be tested.
pub fn explain_no_main(error: FrontError, test: &Test, sources: &[Source], front: &Options) -> anyhow::Error {
    if !matches!(error, FrontError::NoMain(_)) || test.function.is_some() {
        return error.into();
    }
    let names = secateur_front::declarations(sources, front).map(|files| function_names(&files));
    match names {
        Ok(names) if !names.is_empty() => {
            anyhow!("{error}; choose a function to test with --function: {}", list(&names))
        }
        _ => error.into(),
    }
}

/// A harness that does not compile, though the program does, is our defect: the message says which function it is for.
pub fn explain_harness(error: FrontError, unit: &Unit) -> anyhow::Error {
    let name = unit.function().name.clone();
    match error {
        FrontError::Compile { message, .. } => {
            let why = format!("its harness does not compile:\n{message}\n");
            TestgenError::Function { name, why }.into()
        }
        other => other.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_names_find_the_right_one() {
        let names: Vec<String> = ["parse_header", "parse_body", "free_all"].map(String::from).into();
        assert_eq!(close("parse_heder", &names).map(String::as_str), Some("parse_header"));
        assert_eq!(close("render", &names), None);
        assert_eq!(distance("abc", "axbc"), 1);
        assert_eq!(distance("", "abc"), 3);
    }
}
