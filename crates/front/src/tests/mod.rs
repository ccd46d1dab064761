//! What the front end makes of small modules, as text that people can check.

mod declaring;
mod instrumenting;
mod linking;
mod lowering;

use crate::llvm;
use secateur_ir::Module;

/// Lowers LLVM text, in this process: these snippets are not hostile.
fn lower(text: &str) -> Module {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("snippet.ll");
    std::fs::write(&path, text).expect("a temporary file can be written");
    llvm::read_module(&path, false).unwrap_or_else(|refusal| panic!("{refusal:?}"))
}

/// Both texts line by line, without indentation and without the places in the source.
fn same_text(found: &str, expected: &str) {
    let tidy = |text: &str| -> Vec<String> {
        let lines = text.lines().map(|line| line.split(" ; line").next().unwrap_or_default().trim().to_string());
        lines.filter(|line| !line.is_empty()).collect()
    };
    assert_eq!(tidy(found), tidy(expected), "\nfound:\n{found}");
}
