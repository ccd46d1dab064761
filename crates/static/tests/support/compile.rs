//! From C to a graph, as the command line does it.

use secateur_front::{FrontError, Options, Runtime, Source};
use secateur_ir::{BlockId, FuncId, Module};
use secateur_static::Graph;
use secateur_testgen::BranchMap;
use std::sync::Arc;

/// A linked program with its graph and the numbers of its sides.
pub struct Program {
    pub module: Module,
    pub map: BranchMap,
    pub graph: Arc<Graph>,
}

/// Compiles and links one file.
pub fn module_of(source: &str) -> Result<Module, Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("program.c");
    std::fs::write(&file, source)?;
    let options = Options {
        include: vec![],
        define: vec![],
        cflags: vec![],
        runtime: Runtime::find()?,
        deadline: None,
        warn: |_| {},
    };
    let load = |sources: &[Source]| -> Result<Module, FrontError> {
        Ok(secateur_front::load(sources, &options, &secateur_vm::is_native)?.module)
    };
    Ok(load(&[Source::new(file)])?)
}

impl Program {
    pub fn new(module: Module) -> Program {
        let map = BranchMap::new(&module);
        let graph = Arc::new(graph_of(&module, &map));
        Program { module, map, graph }
    }
}

pub fn graph_of(module: &Module, map: &BranchMap) -> Graph {
    let first = |f: FuncId, b: BlockId| map.edge(f, b, 0).map(|edge| edge.0);
    Graph::new(module, &first, map.len() as u32)
}
