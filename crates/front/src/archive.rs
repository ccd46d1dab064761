//! libc in our own IR, on disk: an index, then each function and global as a block of its own, so
//! that a program decodes only what it uses.

use crate::FrontError;
use secateur_ir::{Def, Function, Global, Linkage, Module, SourceFile, SymId, Symbol};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;

/// The first bytes: this format's own number, and which IR the blocks hold.
fn magic() -> String {
    format!("secateur-archive 1 {}\n", secateur_ir::FINGERPRINT)
}

#[derive(Serialize, Deserialize)]
struct Index {
    files: Vec<SourceFile>,
    symbols: Vec<Symbol>,
    functions: Vec<Range<u32>>,
    globals: Vec<Range<u32>>,
}

pub struct Archive {
    index: Index,
    blocks: Vec<u8>,
    first_block: usize,
    by_name: HashMap<String, SymId>,
}

impl Archive {
    pub fn write(module: &Module, path: &Path) -> Result<(), FrontError> {
        let mut blocks = Vec::new();
        let mut add = |bytes: Vec<u8>| {
            let start = blocks.len() as u32;
            blocks.extend(bytes);
            start..blocks.len() as u32
        };
        let functions = module.functions.iter().map(|f| add(encode(f))).collect();
        let globals = module.globals.iter().map(|g| add(encode(g))).collect();
        let index = Index { files: module.files.clone(), symbols: module.symbols.clone(), functions, globals };
        let index = encode(&index);
        let size = (index.len() as u64).to_le_bytes();
        let bytes = [magic().as_bytes(), &size, &index, &blocks].concat();
        // Written beside and renamed, so that a killed build leaves no half archive.
        let temporary = path.with_extension("tmp");
        std::fs::write(&temporary, bytes)
            .and_then(|()| std::fs::rename(&temporary, path))
            .map_err(|e| FrontError::Runtime { reason: format!("{}: {e}", path.display()) })
    }

    pub fn open(path: &Path) -> Result<Archive, FrontError> {
        let broken = |reason: String| FrontError::Runtime { reason: format!("{}: {reason}", path.display()) };
        let blocks = std::fs::read(path).map_err(|e| broken(e.to_string()))?;
        let magic = magic();
        let start = magic.len() + 8;
        if blocks.len() < start || !blocks.starts_with(magic.as_bytes()) {
            return Err(broken("made by another version".into()));
        }
        let size = u64::from_le_bytes(blocks[magic.len()..start].try_into().expect("eight bytes")) as usize;
        let body = blocks.get(start..start + size).ok_or_else(|| broken("it is cut short".into()))?;
        let index: Index = postcard::from_bytes(body).map_err(|e| broken(e.to_string()))?;
        let visible = |(i, s): (usize, &Symbol)| {
            let defined = !matches!(s.def, Def::Undefined | Def::WeakUndefined) && s.linkage != Linkage::Local;
            defined.then(|| (s.name.clone(), SymId::new(i)))
        };
        let by_name = index.symbols.iter().enumerate().filter_map(visible).collect();
        Ok(Archive { index, blocks, first_block: start + size, by_name })
    }

    pub fn find(&self, name: &str) -> Option<SymId> {
        self.by_name.get(name).copied()
    }
    pub fn symbol(&self, id: SymId) -> &Symbol {
        &self.index.symbols[id.index()]
    }
    pub fn symbol_count(&self) -> usize {
        self.index.symbols.len()
    }
    pub fn files(&self) -> &[SourceFile] {
        &self.index.files
    }
    pub fn function(&self, index: usize) -> Result<Function, FrontError> {
        self.decode(&self.index.functions[index])
    }
    pub fn global(&self, index: usize) -> Result<Global, FrontError> {
        self.decode(&self.index.globals[index])
    }

    fn decode<T: for<'a> Deserialize<'a>>(&self, range: &Range<u32>) -> Result<T, FrontError> {
        let (start, end) = (self.first_block + range.start as usize, self.first_block + range.end as usize);
        let bytes = self.blocks.get(start..end).unwrap_or_default();
        postcard::from_bytes(bytes).map_err(|e| FrontError::Runtime { reason: format!("libc.sir: {e}") })
    }
}

fn encode(value: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(value).expect("the IR has no types that cannot be encoded")
}
