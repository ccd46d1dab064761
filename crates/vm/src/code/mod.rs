//! From the IR to bytecode, one function at a time, when it is first called.

mod build;
mod choose;
mod emit;
mod fold;
pub mod live;
mod op;
mod regions;
mod slots;
mod words;

pub use build::build;
pub use op::{Inst, Op, flag};
pub use regions::{EXIT, Region};
pub use words::{Binary, Unary};

use secateur_ir as ir;
use std::ops::Range;

/// No slot: a call whose result nobody wants.
pub const NO_SLOT: u16 = u16::MAX;

/// In [`Code::joins`].
pub const NO_JOIN: u32 = u32::MAX;

/// The bytecode of a function.
pub struct Code {
    pub insts: Box<[Inst]>,
    /// Where each instruction comes from: its source line and the operations it stands for.
    pub origins: Box<[Origin]>,
    /// Operations of the IR with frame slots in place of registers, for the slow path.
    pub ops: Box<[ir::Op]>,
    pub calls: Box<[CallSite]>,
    pub switches: Box<[SwitchTable]>,
    /// Where each block begins.
    pub starts: Box<[u32]>,
    /// Of blocks that end in a branch of an assumption's condition, the block where its sides meet.
    pub joins: Box<[u32]>,
    /// For each block that ends in a choice, what the choice decides about; empty unless somebody wants to know.
    pub regions: Box<[Option<Region>]>,
    /// Results of a return that is not one word.
    pub returns: Box<[Vec<(ir::Operand, ir::Ty)>]>,
    /// Where those slots begin that one block alone knows, and writes before it reads.
    pub temporary: u16,
    /// Slots of the frame; a callee's frame begins behind them.
    pub window: u16,
    /// Slots including the arguments of calls, which are computed behind the frame.
    pub extent: u16,
    /// Parameters that are structures: their slot, and the size of the copy.
    pub byval: Box<[(u16, u64)]>,
    /// Bytes that the native frame would take about.
    pub stack_bytes: u64,
    /// Slots of values of more than one word, with their number of words.
    pub wide: Box<[(u16, u16)]>,
    /// Every slot may be read at any time: the function can come back to a place in its middle, or leaks are looked for.
    pub keeps_slots: bool,
}

#[derive(Clone, Debug)]
pub struct Origin {
    /// Index into the function's `locs`.
    pub loc: u32,
    /// The block it belongs to, and how many of the block's calls come before it.
    pub block: u32,
    pub calls: u32,
    pub ops: Range<u32>,
}

/// Results of one word each that a fast return hands over: what fits the ABI's registers.
pub const MANY_RESULTS: usize = 4;

/// A number for the widths of arguments and results: equal where caller and callee agree. Never 0.
pub fn shape(args: impl Iterator<Item = ir::Ty>, rets: impl Iterator<Item = ir::Ty>) -> u32 {
    let mix = |hash: u32, bits: u32| (hash ^ bits).wrapping_mul(0x0100_0193);
    let args = args.fold(0x811c_9dc5, |hash, ty| mix(hash, ty.bits()));
    rets.fold(mix(args, u32::MAX), |hash, ty| mix(hash, ty.bits())) | 1
}

/// A call as the slow path sees it.
pub struct CallSite {
    pub target: Target,
    pub args: Box<[ir::Arg]>,
    pub dsts: Box<[(u16, ir::Ty)]>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    Function(u32),
    Native(u32),
    /// A function pointer: its operand, with slots.
    Pointer(ir::Operand),
}

impl Code {
    /// The table of the switch that an instruction is.
    pub fn switch(&self, at: usize) -> Option<&SwitchTable> {
        let inst = self.insts.get(at).filter(|inst| matches!(inst.op, Op::Switch | Op::Indirect))?;
        self.switches.get(inst.imm as usize)
    }
}

/// Targets as offsets from the switch instruction.
pub struct SwitchTable {
    /// Sorted by value.
    pub cases: Vec<(u64, i32)>,
    pub default: i32,
    /// For dense switches: the first value and a target for each that follows.
    pub dense: Option<(u64, Vec<i32>)>,
    /// By target: which of the block's sides it is, in the order of [`ir::Term::sides`].
    pub sides: Box<[(i32, u32)]>,
    /// By side: the block where it begins.
    pub blocks: Box<[ir::BlockId]>,
}

impl SwitchTable {
    /// The rest is known once all blocks have their place.
    fn new(cases: Vec<(u64, i32)>, default: i32) -> SwitchTable {
        SwitchTable { cases, default, dense: None, sides: Box::default(), blocks: Box::default() }
    }

    /// Which side of its block a target is.
    pub fn side(&self, target: i32) -> Option<u32> {
        let at = self.sides.binary_search_by_key(&target, |side| side.0).ok()?;
        Some(self.sides[at].1)
    }

    /// Whether several of its cases are one side.
    pub fn shares_code(&self) -> bool {
        self.sides.len() <= self.cases.len()
    }

    #[inline]
    pub fn find(&self, value: u64) -> i32 {
        if let Some((first, targets)) = &self.dense {
            let index = value.wrapping_sub(*first);
            return targets
                .get(index as usize)
                .copied()
                .filter(|_| index < targets.len() as u64)
                .unwrap_or(self.default);
        }
        let found = self.cases.binary_search_by_key(&value, |c| c.0);
        found.map_or(self.default, |i| self.cases[i].1)
    }
}

/// What the builder has to know about the rest of the program.
pub trait Context {
    fn address(&self, sym: ir::SymId, add: i64) -> u64;
    fn callee(&self, sym: ir::SymId) -> Target;
    /// Whether a function takes exactly these arguments, each one word in the callee's frame.
    fn takes_words(&self, function: u32, args: &[ir::Arg], rets: &[ir::Ty]) -> bool;
    /// Whether a call of this symbol can return a second time, as `setjmp` does.
    fn returns_twice(&self, sym: ir::SymId) -> bool;
    /// A shortcut for a function of libc, to be tried before the function itself.
    fn shortcut(&self, function: u32) -> Option<u16>;
    /// Which undefined behaviour is to be found, apart from what always is.
    fn checks_overflow(&self) -> bool;
    fn tracks_undefined(&self) -> bool;
    /// Whether registers have tags: undefined or symbolic values may come.
    fn tracks(&self) -> bool;
    /// Whether it is followed what branches decide about.
    fn tracks_flow(&self) -> bool;
    /// Whether a call of this symbol only tells what the program assumes.
    fn is_assumption(&self, sym: ir::SymId) -> bool;
    /// Whether variables keep their last value while their function runs, for the search for leaks.
    fn keeps_variables(&self) -> bool;
}
