//! From C to a graph, as the command line does it.

use secateur_front::{FrontError, Options, Runtime, Source};
use secateur_ir::{BlockId, FuncId, Module};
use secateur_static::Graph;
use secateur_testgen::BranchMap;

/// What clang is told: nothing special.
pub fn options() -> Result<Options, FrontError> {
    let runtime = Runtime::find()?;
    Ok(Options { include: vec![], define: vec![], cflags: vec![], runtime, deadline: None, warn: |_| {} })
}

/// Compiles and links one file.
pub fn module_of(source: &str) -> Result<Module, Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("program.c");
    std::fs::write(&file, source)?;
    let options = options()?;
    let load = |sources: &[Source]| -> Result<Module, FrontError> {
        Ok(secateur_front::load(sources, &options, &secateur_vm::is_native)?.module)
    };
    Ok(load(&[Source::new(file)])?)
}

/// The graph of a module, with the numbers that coverage uses.
pub fn graph_of(module: &Module, map: &BranchMap) -> Graph {
    let first = |f: FuncId, b: BlockId| map.edge(f, b, 0).map(|edge| edge.0);
    Graph::new(module, &first, map.len() as u32)
}
