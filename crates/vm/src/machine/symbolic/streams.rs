//! The output streams of the C library: what is in them goes outside, and nobody reads it.
//!
//! How full a buffer is decides in libc whether it is written out now or later, so it seems to matter to every line that is
//! printed after it. But a program cannot tell the difference, unless it asks for it ([`ASKS`] and [`FAILS`]), has given the stream a buffer of its own,
//! or sends its output to where it can fail or be read again. Writing to the outside never fails here.

use crate::addr;
use crate::machine::Machine;
use crate::machine::value::Val;
use crate::memory::{Info, Kind};
use crate::program::Program;
use rustc_hash::FxHashSet;
use secateur_ir::{Callee, Def, Function, Module, Op, Operand, SymId, Ty};

const STREAMS: [&str; 2] = ["__stdout_FILE", "__stderr_FILE"];

/// Functions of libc whose result tells about the state of a stream that writes, or that give it another state: how much is in it,
/// how large it is, whether it is written by line, in which direction or with which characters it is used, and where it goes.
const ASKS: [&str; 9] =
    ["__fpending", "__fbufsize", "__flbf", "__fwriting", "__freading", "__fpurge", "__fseterr", "fwide", "freopen"];

/// Together these tell whether somebody has read from a stream for output: that fails, and leaves a mark. Nothing else fails.
const FAILS: [&str; 2] = ["__toread", "ferror"];

/// Functions that give a stream a buffer, which is their second argument.
const BUFFERS: [&str; 3] = ["setvbuf", "setbuf", "setbuffer"];

impl Machine<'_> {
    /// The objects of the output streams, if nothing can tell what state they are in, as long as [`Machine::output_is_lost`].
    pub(super) fn private_streams(&self) -> Option<FxHashSet<u32>> {
        (self.output_is_lost() && are_private(self.program)).then(|| self.streams())
    }

    /// Whether the path closed its output or sent it elsewhere, so that streams matter that its log ignores.
    pub fn log_is_wrong(&self) -> bool {
        self.memory.ignores_any() && !self.output_is_lost()
    }

    fn streams(&self) -> FxHashSet<u32> {
        let mut found = FxHashSet::default();
        for at in STREAMS.iter().filter_map(|name| self.program.global(name)) {
            let id = addr::id(at);
            found.insert(id);
            let size = self.memory.info(id).map_or(0, |info| info.size());
            let bytes = self.memory.peek(addr::of(id), size).unwrap_or(&[]);
            // Its buffer is an object of its own.
            let words = bytes.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes")));
            let is_data = |id: &u32| self.memory.info(*id).is_some_and(|info| matches!(info.kind, Kind::Global(_)));
            found.extend(words.map(addr::id).filter(is_data));
        }
        found
    }

    /// Whether a value is the position up to which a private stream is full, as a term. It is fixed where it is stored, and so depends on what was
    /// written last, whose length is nearly always decided. Else it would be fixed where more is written, and depend on all that was.
    pub(super) fn is_position(&self, ty: Ty, at: u64, value: &Val) -> bool {
        let is_private = || self.memory.info(addr::id(at)).is_some_and(Info::is_private);
        ty == Ty::Ptr && value.is_symbolic() && is_private()
    }

    /// Whether output goes where nobody reads it.
    pub(crate) fn output_is_lost(&self) -> bool {
        self.env.is_sink(1) && self.env.is_sink(2)
    }
}

/// Whether nothing in a program can tell what state its output streams are in.
fn are_private(program: &Program) -> bool {
    let is_linked = |name: &&str| program.find(name).is_some();
    let asks = ASKS.iter().any(is_linked) || FAILS.iter().all(is_linked);
    !asks && !gives_buffer(&program.module)
}

/// Whether the user's code may give any stream a buffer of its own; a null pointer is none.
fn gives_buffer(module: &Module) -> bool {
    let gives = |id: SymId| BUFFERS.contains(&module.symbol(id).name.as_str());
    // Whoever has its address may call it with anything.
    let is_address = |operand: Operand| matches!(operand, Operand::Sym(id, _) if gives(id));
    let is_kept = module.globals.iter().flat_map(|global| &global.relocs).any(|reloc| gives(reloc.sym));
    let calls = |op: &Op| match op {
        Op::Call { callee: Callee::Direct(id), args, .. } if gives(*id) => {
            args.get(1).is_none_or(|arg| arg.operand() != Operand::Const(0))
        }
        _ => false,
    };
    let uses = |function: &Function| {
        function.blocks.iter().any(|block| {
            let mut found = block.insts.iter().any(|inst| calls(&inst.op));
            block.insts.iter().for_each(|inst| inst.op.for_each_operand(&mut |operand| found |= is_address(operand)));
            block.term.for_each_operand(&mut |operand| found |= is_address(operand));
            found
        })
    };
    let is_there = module.symbols.iter().any(|s| BUFFERS.contains(&s.name.as_str()) && s.def != Def::Undefined);
    is_there && (is_kept || module.functions.iter().filter(|function| !function.library).any(uses))
}
