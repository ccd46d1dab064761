//! Functions under test: the harness that calls one, and the calls that tests make.
//!
//! [`Unit::new`] plans how the arguments are made of inputs and writes a harness, which is compiled in place of the
//! file that defines the function, in all builds alike. [`Unit::call`] reads a test case back as the call that it is.

mod decode;
mod harness;
pub mod layout;
pub mod lengths;
pub mod plan;
mod planner;
mod reach;
pub(crate) mod results;
mod show;
pub mod uses;
mod value;

pub use plan::Bounds;
pub use reach::reachable;
pub use show::{show, show_with};
pub use value::{Call, Result, Stub, Value};

use crate::{TestCase, TestgenError};
use secateur_front::ctypes::{Declarations, Signature};
use std::path::{Path, PathBuf};

/// A function under test, and how it is called.
pub struct Unit {
    /// What the file that defines the function declares.
    pub declarations: Declarations,
    /// Its index among the functions.
    pub index: usize,
    pub plan: plan::Plan,
    /// What stands in for the program's files.
    pub files: Vec<PathBuf>,
    /// Texts of the harness by file name, for the user to read.
    pub texts: Vec<(&'static str, String)>,
    /// The folder of the harness lives as long as this.
    _folder: tempfile::TempDir,
}

/// What to make a unit of.
pub struct Wanted<'a> {
    pub program: &'a [PathBuf],
    /// The file that defines the function: an index into `program`.
    pub file: usize,
    pub declarations: Declarations,
    /// An index into its functions.
    pub function: usize,
    pub bounds: Bounds,
    /// Indices of variables that are inputs too.
    pub variables: Vec<usize>,
    /// What the code says of the parameters.
    pub uses: Vec<lengths::Use>,
}

impl Unit {
    pub fn new(wanted: Wanted) -> std::result::Result<Unit, TestgenError> {
        let Wanted { program, file, declarations, function: index, bounds, variables, uses } = wanted;
        let function = &declarations.functions[index];
        let refuse = |why: String| TestgenError::Function { name: function.name.clone(), why };
        let request = planner::Request { declarations: &declarations, function, bounds, variables, uses: &uses };
        let plan = planner::make(&request).map_err(refuse)?;
        let folder = tempfile::tempdir().map_err(|e| TestgenError::io(&std::env::temp_dir(), e))?;
        let source = std::path::absolute(&program[file]).map_err(|e| TestgenError::io(&program[file], e))?;
        let call = harness::call_text(&source, &declarations, function, &plan).map_err(refuse)?;
        let texts = vec![("call.c", call), ("harness.c", harness::main_text(&declarations, function, &plan))];
        for (name, text) in &texts {
            let path = folder.path().join(name);
            std::fs::write(&path, text).map_err(|e| TestgenError::io(&path, e))?;
        }
        let mut files = program.to_vec();
        files[file] = folder.path().join(texts[0].0);
        files.push(folder.path().join(texts[1].0));
        Ok(Unit { declarations, index, plan, files, texts, _folder: folder })
    }

    pub fn function(&self) -> &Signature {
        &self.declarations.functions[self.index]
    }

    /// The call that a test case makes. `None` if it is no test of this function.
    pub fn call(&self, case: &TestCase) -> Option<Call<'_>> {
        let decode::Decoded { variables, args, stubs } = decode::decode(&self.plan, case)?;
        let names = self.plan.variables.iter().map(|(i, _)| &self.declarations.variables[*i]);
        let variables = names.zip(variables).collect();
        Some(Call { function: self.function(), types: &self.declarations.types, args, variables, stubs })
    }

    /// What [`Result::place`] calls the value that the function returned.
    pub fn result_name(&self) -> String {
        result_name(self.function())
    }
}

/// `result`, unless a parameter has that name.
fn result_name(function: &Signature) -> String {
    let mut name = "result".to_string();
    while function.params.iter().any(|p| p.name == name) {
        name.push('_');
    }
    name
}

/// Flags for the compiler that the builds of a unit need besides the user's: its `main` makes room for ours, names
/// of files stay as the user gave them, and warnings were told when the declarations were read.
pub fn flags(source: &Path) -> Vec<String> {
    let mut flags = vec!["-Dmain=__secateur_program_main".to_string(), "-w".to_string()];
    if let Ok(absolute) = std::path::absolute(source) {
        let folder = |path: &Path| match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => format!("{}/", parent.display()),
            _ => String::new(),
        };
        flags.push(format!("-ffile-prefix-map={}={}", folder(&absolute), folder(source)));
    }
    flags
}

/// In words, where a native run ended with something else than predicted. `None` if nowhere.
pub fn difference(predicted: &[Result], native: &[Result]) -> Option<String> {
    predicted.iter().find_map(|wanted| match native.iter().find(|found| found.place == wanted.place) {
        None => Some(format!("natively `{}` has no value", wanted.place)),
        Some(found) if found.bytes == wanted.bytes => None,
        Some(found) => {
            let [natively, machine] = [found, wanted].map(|r| decode::integer(&r.bytes, true));
            Some(format!("natively `{}` is {natively}, and {machine} in the virtual machine", wanted.place))
        }
    })
}
