//! Proofs, local to a function, that an access is within its object, and ranges of values.
//!
//! An address is known if it is a local variable of constant size or a global, plus constants, plus indices of known
//! range. Neither can be freed (that is an error of its own, at the `free`), and a local variable lives until its function returns.
//!
//! Registers are assigned any number of times, so only those with one definition are looked through, and only if that
//! definition is certain to have run: it stands in the first block, which nothing jumps to, or earlier in the same block.

use secateur_ir::{BinOp, CastOp, Def, Function, Intrinsic, Module, Op, Operand, Reg, Ty, Uses};

/// A block and a position in it.
type Place = (usize, usize);

/// What is known of a function's addresses and values.
pub struct Proof<'a> {
    module: &'a Module,
    function: &'a Function,
    /// By register: the place of its definition, if there is one only and it can be relied on.
    definitions: Vec<Option<Place>>,
    /// The first block runs once.
    entry_runs_once: bool,
    /// Local variables live until the function returns.
    locals_live: bool,
}

/// Where an address points: the object's size, whether it may be written, and least and most offset.
#[derive(Clone, Copy)]
struct Address {
    size: u64,
    constant: bool,
    least: i128,
    most: i128,
}

/// Definitions that are looked through, one behind the other.
const DEPTH: u32 = 16;

impl<'a> Proof<'a> {
    /// Finds the definitions.
    pub fn new(module: &'a Module, function: &'a Function) -> Proof<'a> {
        let uses = Uses::of(function);
        let mut definitions = vec![None; function.regs.len()];
        let mut locals_live = true;
        for (b, block) in function.blocks.iter().enumerate() {
            for (i, inst) in block.insts.iter().enumerate() {
                for reg in inst.op.defs().iter().filter(|reg| uses.defs[reg.index()] == 1) {
                    definitions[reg.index()] = Some((b, i));
                }
                locals_live &= !matches!(inst.op, Op::Intrinsic { op: Intrinsic::StackRestore, .. });
            }
        }
        let entered_again = |b: &secateur_ir::Block| b.term.successors().iter().any(|to| to.0 == 0);
        let entry_runs_once = !function.blocks.iter().any(entered_again);
        Proof { module, function, definitions, entry_runs_once, locals_live }
    }

    /// Whether so many bytes can be read there.
    pub fn can_read(&self, place: Place, address: Operand, size: u64) -> bool {
        self.address(place, address, 0).is_some_and(|at| at.holds(size))
    }

    /// Whether so many bytes can be written there.
    pub fn can_write(&self, place: Place, address: Operand, size: u64) -> bool {
        self.address(place, address, 0).is_some_and(|at| at.holds(size) && !at.constant)
    }

    /// The least and the most that a value of an integer type can be, read as unsigned.
    pub fn range(&self, place: Place, value: Operand, ty: Ty) -> Option<(u64, u64)> {
        self.range_to(place, value, ty, 0)
    }

    /// The one definition of a register that is used at a place, with its own place.
    fn definition(&self, place: Place, reg: Reg) -> Option<(&'a Op, Place)> {
        let at = self.definitions[reg.index()]?;
        let runs_first = if at.0 == place.0 { at.1 < place.1 } else { at.0 == 0 && self.entry_runs_once };
        runs_first.then(|| (&self.function.blocks[at.0].insts[at.1].op, at))
    }

    fn address(&self, place: Place, operand: Operand, depth: u32) -> Option<Address> {
        let reg = match operand {
            Operand::Sym(symbol, add) => return self.global(symbol, add),
            Operand::Reg(reg) if depth < DEPTH => reg,
            _ => return None,
        };
        let (op, at) = self.definition(place, reg)?;
        match op {
            Op::Alloca { size: Operand::Const(size), .. } if self.locals_live && at.0 == 0 && self.entry_runs_once => {
                Some(Address { size: *size, constant: false, least: 0, most: 0 })
            }
            Op::Copy { src, .. } => self.address(at, *src, depth + 1),
            Op::PtrAdd { base, index, scale, disp, .. } => {
                let mut address = self.address(at, *base, depth + 1)?;
                let (least, most) = self.range_to(at, *index, Ty::Int(64), depth + 1)?;
                // The index is read as signed. A constant may be negative; a range is not looked at beyond that.
                let signed = |value: u64| i128::from(value as i64);
                if least != most && most > i64::MAX as u64 {
                    return None;
                }
                let ends = [signed(least) * i128::from(*scale), signed(most) * i128::from(*scale)];
                address.least += ends[0].min(ends[1]) + i128::from(*disp);
                address.most += ends[0].max(ends[1]) + i128::from(*disp);
                Some(address)
            }
            _ => None,
        }
    }

    fn global(&self, symbol: secateur_ir::SymId, add: i64) -> Option<Address> {
        let (symbol, more) = self.module.resolve(symbol);
        let Def::Global(global) = self.module.symbol(symbol).def else { return None };
        let global = self.module.global(global);
        let offset = i128::from(add) + i128::from(more);
        Some(Address { size: global.size, constant: global.constant, least: offset, most: offset })
    }

    fn range_to(&self, place: Place, value: Operand, ty: Ty, depth: u32) -> Option<(u64, u64)> {
        if !ty.is_word() || depth >= DEPTH {
            return None;
        }
        let reg = match value {
            Operand::Const(c) => return Some((c, c)),
            Operand::Reg(reg) => reg,
            _ => return None,
        };
        let whole = (0, ty.mask());
        let Some((op, at)) = self.definition(place, reg) else { return Some(whole) };
        let known = |value: Operand, ty: Ty| self.range_to(at, value, ty, depth + 1);
        let narrower = match op {
            Op::Copy { src, .. } => known(*src, ty),
            Op::Cast { op: CastOp::ZExt, from, src, .. } => known(*src, *from).or(Some((0, from.mask()))),
            // What is not negative stays what it is.
            Op::Cast { op: CastOp::SExt, from, src, .. } => {
                known(*src, *from).filter(|(_, most)| *most <= from.mask() >> 1)
            }
            Op::Cast { op: CastOp::Trunc, from, src, .. } => known(*src, *from).filter(|(_, most)| *most <= ty.mask()),
            Op::Bin { op: BinOp::And, a, b, .. } => match (known(*a, ty), known(*b, ty)) {
                (Some(a), Some(b)) => Some((0, a.1.min(b.1))),
                (Some(one), None) | (None, Some(one)) => Some((0, one.1)),
                (None, None) => None,
            },
            Op::Bin { op: BinOp::URem, b: Operand::Const(c), .. } if *c > 0 => Some((0, c - 1)),
            Op::Bin { op: BinOp::UDiv, a, b: Operand::Const(c), .. } if *c > 0 => {
                known(*a, ty).map(|(least, most)| (least / c, most / c))
            }
            Op::Bin { op: BinOp::LShr, a, b: Operand::Const(c), .. } if *c < u64::from(ty.bits()) => {
                known(*a, ty).map(|(least, most)| (least >> c, most >> c))
            }
            Op::Select { a, b, .. } => known(*a, ty).zip(known(*b, ty)).map(|(a, b)| (a.0.min(b.0), a.1.max(b.1))),
            Op::ICmp { .. } | Op::FCmp { .. } => Some((0, 1)),
            _ => None,
        };
        Some(narrower.unwrap_or(whole))
    }
}

impl Address {
    fn holds(&self, size: u64) -> bool {
        self.least >= 0 && self.most + i128::from(size) <= i128::from(self.size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_ir::{Block, BlockId, Inst, Loc, Term, Var, VarId};

    const FLAG: Reg = Reg(0);
    const LOCAL: Reg = Reg(1);
    const PART: Reg = Reg(2);

    /// An 8-byte local in the first block; `second` stands on one of two ways to the last block, block 2.
    fn function(first: Vec<Op>, second: Vec<Op>, last: Term) -> Function {
        let local = Op::Alloca { dst: LOCAL, size: Operand::Const(8), align: 8, var: VarId(0) };
        let block = |ops: Vec<Op>, term| {
            let insts = ops.into_iter().map(|op| Inst { op, loc: 0 }).collect();
            Block { insts, term, term_loc: 0, negated: false }
        };
        let fork = Term::Branch { cond: Operand::Reg(FLAG), then: BlockId(1), els: BlockId(2) };
        Function {
            name: "f".into(),
            loc: Loc::default(),
            library: false,
            params: vec![],
            variadic: false,
            rets: vec![],
            regs: vec![Ty::Int(1), Ty::Ptr, Ty::Ptr, Ty::Int(64)],
            blocks: vec![
                block([vec![local], first].concat(), fork),
                block(second, Term::Jump(BlockId(2))),
                block(vec![], last),
            ],
            locs: vec![Loc::default()],
            vars: vec![Var { name: "x".into(), loc: Loc::default() }],
            wide: vec![],
            frame_bytes: 0,
        }
    }

    fn part(disp: i64) -> Op {
        Op::PtrAdd { dst: PART, base: Operand::Reg(LOCAL), index: Operand::Const(0), scale: 1, disp }
    }

    /// Whether four bytes at `PART` can be read in the last block.
    fn readable(function: &Function) -> bool {
        let module = Module::default();
        Proof::new(&module, function).can_read((2, 0), Operand::Reg(PART), 4)
    }

    #[test]
    fn a_definition_must_have_run() {
        let done = || Term::Return([].into());
        assert!(readable(&function(vec![part(4)], vec![], done())));
        assert!(!readable(&function(vec![part(5)], vec![], done())), "one byte too far");
        assert!(!readable(&function(vec![part(-1)], vec![], done())));
        assert!(!readable(&function(vec![], vec![part(4)], done())), "only one of two ways defines it");
        assert!(!readable(&function(vec![part(4)], vec![part(4)], done())), "two definitions");
        assert!(!readable(&function(vec![part(4)], vec![], Term::Jump(BlockId(0)))), "the first block runs again");
        let proof_in = |place| {
            let function = function(vec![part(4)], vec![], done());
            Proof::new(&Module::default(), &function).can_read(place, Operand::Reg(PART), 4)
        };
        assert!(proof_in((0, 2)) && !proof_in((0, 1)), "before its definition a register holds anything");
    }

    #[test]
    fn what_the_stack_gives_back_is_not_relied_on() {
        let restore = Op::Intrinsic {
            op: Intrinsic::StackRestore,
            ty: Ty::Ptr,
            dsts: [].into(),
            args: [Operand::Const(0)].into(),
        };
        assert!(!readable(&function(vec![part(4)], vec![restore], Term::Return([].into()))));
    }
}
