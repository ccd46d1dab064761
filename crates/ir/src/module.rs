//! Modules: what one source file, or a whole linked program, is made of.

use crate::{BlockId, FileId, FuncId, GlobalId, Inst, Reg, SymId, Term, Ty};
use serde::{Deserialize, Serialize};

#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct Module {
    pub files: Vec<SourceFile>,
    /// Every name that is defined or referred to. Ids are positions.
    pub symbols: Vec<Symbol>,
    pub functions: Vec<Function>,
    pub globals: Vec<Global>,
    /// Functions to call before `main`, in order, and after it.
    pub ctors: Vec<SymId>,
    pub dtors: Vec<SymId>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SourceFile {
    /// As the compiler was given it.
    pub name: String,
    pub directory: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Symbol {
    pub name: String,
    pub linkage: Linkage,
    pub def: Def,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Linkage {
    /// Seen by other modules; two strong definitions clash.
    Strong,
    /// Seen by other modules; yields to a strong definition.
    Weak,
    /// Known in its own module only.
    Local,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Def {
    /// Defined elsewhere, or by the machine itself.
    Undefined,
    /// Like `Undefined`, but its address is null where nobody defines it.
    WeakUndefined,
    Function(FuncId),
    Global(GlobalId),
    /// Another name for a place inside another symbol.
    Alias(SymId, i64),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Global {
    pub name: String,
    pub size: u64,
    pub align: u64,
    /// Initial bytes from the start; what is missing up to `size` is zero.
    pub bytes: Vec<u8>,
    pub relocs: Vec<Reloc>,
    pub constant: bool,
    pub loc: Loc,
}

/// A word of a global's initial bytes that is an address.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Reloc {
    pub offset: u64,
    pub sym: SymId,
    pub addend: i64,
}

/// A place in the source. Line 0 means unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Loc {
    pub file: u32,
    pub line: u32,
    pub col: u32,
}

impl Loc {
    pub fn is_known(self) -> bool {
        self.line != 0
    }
    pub fn file_id(self) -> FileId {
        FileId(self.file)
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Function {
    pub name: String,
    /// Where it is declared in the source.
    pub loc: Loc,
    /// True for code that is not the user's own: libc and our runtime.
    pub library: bool,
    pub params: Vec<Param>,
    pub variadic: bool,
    pub rets: Vec<Ty>,
    /// The type of each register. The parameters are the first ones, in order.
    pub regs: Vec<Ty>,
    pub blocks: Vec<Block>,
    pub locs: Vec<Loc>,
    /// Source variables (and temporaries of the compiler) that live in memory.
    pub vars: Vec<Var>,
    /// Constants wider than a word, least significant word first.
    pub wide: Vec<Vec<u64>>,
    /// Bytes of stack that native unoptimised code would use about, for the stack limit.
    pub frame_bytes: u64,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Param {
    pub ty: Ty,
    /// The pointer is to a copy that belongs to the callee: its size and alignment.
    pub byval: Option<(u64, u64)>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Var {
    pub name: String,
    pub loc: Loc,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Block {
    pub insts: Vec<Inst>,
    pub term: Term,
    /// Index into [`Function::locs`], of the terminator.
    pub term_loc: u32,
    /// The compiler turned the condition of a branch round: its true side is the source's false side.
    pub negated: bool,
}

impl Function {
    pub fn new_reg(&mut self, ty: Ty) -> Reg {
        self.regs.push(ty);
        Reg::new(self.regs.len() - 1)
    }
    pub fn ty(&self, reg: Reg) -> Ty {
        self.regs[reg.index()]
    }
    pub fn block_ids(&self) -> impl Iterator<Item = BlockId> + use<> {
        (0..self.blocks.len()).map(BlockId::new)
    }
}

impl Module {
    pub fn function(&self, id: FuncId) -> &Function {
        &self.functions[id.index()]
    }
    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.index()]
    }
    pub fn symbol(&self, id: SymId) -> &Symbol {
        &self.symbols[id.index()]
    }
    /// The definition behind any chain of aliases, with the offsets added up.
    pub fn resolve(&self, id: SymId) -> (SymId, i64) {
        let (mut at, mut offset) = (id, 0i64);
        // A chain is at most as long as the table; a longer one is a cycle and has no definition.
        for _ in 0..self.symbols.len() {
            match self.symbol(at).def {
                Def::Alias(next, add) => {
                    at = next;
                    offset = offset.wrapping_add(add);
                }
                _ => break,
            }
        }
        (at, offset)
    }
    pub fn find(&self, name: &str) -> Option<SymId> {
        self.symbols.iter().position(|s| s.name == name && s.linkage != Linkage::Local).map(SymId::new)
    }
}
