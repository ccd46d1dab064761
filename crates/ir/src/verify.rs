//! The verifier: what every later stage may rely on without checking it again.
//!
//! It is run on every module the front end makes, also on what hostile bitcode led to, so the machine
//! can index registers, blocks and symbols without looking.

use crate::*;
use std::fmt;

#[derive(Debug, PartialEq, Eq)]
pub struct VerifyError {
    pub function: String,
    pub what: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "function {}: {}", self.function, self.what)
    }
}

impl std::error::Error for VerifyError {}

/// Checks every function, and that symbols and relocations point at what exists.
pub fn verify(module: &Module) -> Result<(), VerifyError> {
    let broken = |what: String| VerifyError { function: "(module)".into(), what };
    for symbol in &module.symbols {
        let fine = match symbol.def {
            Def::Undefined | Def::WeakUndefined => true,
            Def::Function(f) => f.index() < module.functions.len(),
            Def::Global(g) => g.index() < module.globals.len(),
            Def::Alias(s, _) => s.index() < module.symbols.len(),
        };
        if !fine {
            return Err(broken(format!("symbol {:?} is defined as something that does not exist", symbol.name)));
        }
    }
    for global in &module.globals {
        let within = global.relocs.iter().all(|r| r.offset.checked_add(8).is_some_and(|end| end <= global.size));
        if !within || global.bytes.len() as u64 > global.size || !global.align.is_power_of_two() {
            return Err(broken(format!("the initial value of {:?} does not fit its size", global.name)));
        }
        if global.relocs.iter().any(|r| r.sym.index() >= module.symbols.len()) {
            return Err(broken(format!("the initial value of {:?} names a symbol that does not exist", global.name)));
        }
    }
    module.functions.iter().try_for_each(|f| verify_function(module, f))
}

pub fn verify_function(module: &Module, function: &Function) -> Result<(), VerifyError> {
    let check = Checker { module, function };
    check.run().map_err(|what| VerifyError { function: function.name.clone(), what })
}

struct Checker<'a> {
    module: &'a Module,
    function: &'a Function,
}

impl Checker<'_> {
    fn run(&self) -> Result<(), String> {
        let f = self.function;
        if f.blocks.is_empty() {
            return Err("it has no blocks".into());
        }
        for (i, param) in f.params.iter().enumerate() {
            if f.regs.get(i) != Some(&param.ty) {
                return Err(format!("parameter {i} is not register {i}"));
            }
        }
        for (id, block) in f.block_ids().zip(&f.blocks) {
            for inst in &block.insts {
                self.inst(inst).map_err(|what| format!("{id}: `{}`: {what}", inst.op))?;
            }
            self.term(block).map_err(|what| format!("{id}: `{}`: {what}", block.term))?;
        }
        Ok(())
    }

    fn inst(&self, inst: &Inst) -> Result<(), String> {
        self.loc(inst.loc)?;
        for dst in inst.op.defs() {
            self.reg(*dst)?;
        }
        let mut result = Ok(());
        inst.op.for_each_operand(&mut |op| {
            if result.is_ok() {
                result = self.operand(op);
            }
        });
        result?;
        self.types(&inst.op)
    }

    /// Destination and operand registers have the type that the operation says.
    fn types(&self, op: &Op) -> Result<(), String> {
        const WORD: Ty = Ty::Int(64);
        match op {
            Op::Copy { ty, dst, src } | Op::FNeg { ty, dst, src } => self.all(*ty, &[*src], &[*dst]),
            Op::Bin { op: bin, ty, dst, a, b, .. } => {
                let float = matches!(bin, BinOp::FAdd | BinOp::FSub | BinOp::FMul | BinOp::FDiv | BinOp::FRem);
                if float != ty.is_float() {
                    return Err("the operation does not fit the type".into());
                }
                self.all(*ty, &[*a, *b], &[*dst])
            }
            Op::ICmp { ty, dst, a, b, .. } | Op::FCmp { ty, dst, a, b, .. } => {
                self.all(*ty, &[*a, *b], &[])?;
                self.all(Ty::Int(1), &[], &[*dst])
            }
            Op::Cast { op, from, to, dst, src } => {
                let fine = match op {
                    CastOp::Trunc => from.bits() > to.bits(),
                    CastOp::ZExt | CastOp::SExt => from.bits() < to.bits(),
                    CastOp::Bits => from.bits() == to.bits(),
                    CastOp::FpConv => from.is_float() && to.is_float(),
                    CastOp::FpToUi | CastOp::FpToSi => from.is_float() && !to.is_float(),
                    CastOp::UiToFp | CastOp::SiToFp => !from.is_float() && to.is_float(),
                };
                if !fine {
                    return Err("the conversion does not fit its types".into());
                }
                self.all(*from, &[*src], &[])?;
                self.all(*to, &[], &[*dst])
            }
            Op::Select { ty, dst, cond, a, b } => {
                self.all(Ty::Int(1), &[*cond], &[])?;
                self.all(*ty, &[*a, *b], &[*dst])
            }
            Op::PtrAdd { dst, base, index, .. } => {
                self.all(Ty::Ptr, &[*base], &[*dst])?;
                self.all(WORD, &[*index], &[])
            }
            Op::Load { ty, dst, addr } => {
                self.all(Ty::Ptr, &[*addr], &[])?;
                self.all(*ty, &[], &[*dst])
            }
            Op::Store { ty, src, addr } => {
                self.all(Ty::Ptr, &[*addr], &[])?;
                self.all(*ty, &[*src], &[])
            }
            Op::Alloca { dst, size, align, var } => {
                if var.index() >= self.function.vars.len() || !align.is_power_of_two() {
                    return Err("it names no variable, or a wrong alignment".into());
                }
                self.all(WORD, &[*size], &[])?;
                self.all(Ty::Ptr, &[], &[*dst])
            }
            Op::Call { dsts, rets, callee, args, fixed } => self.call(dsts, rets, callee, args, *fixed),
            Op::Intrinsic { .. } | Op::Unsupported { .. } => Ok(()),
        }
    }

    fn call(&self, dsts: &[Reg], rets: &[Ty], callee: &Callee, args: &[Arg], fixed: u32) -> Result<(), String> {
        if fixed as usize > args.len() || dsts.len() != rets.len() {
            return Err("the numbers of arguments or results do not fit".into());
        }
        match callee {
            Callee::Direct(s) => self.symbol(*s)?,
            Callee::Indirect(op) => self.all(Ty::Ptr, &[*op], &[])?,
        }
        for (dst, ty) in dsts.iter().zip(rets) {
            self.all(*ty, &[], &[*dst])?;
        }
        args.iter().try_for_each(|arg| match arg {
            Arg::Value(op, ty) | Arg::Joined(op, ty) => self.all(*ty, &[*op], &[]),
            Arg::ByVal { ptr, .. } => self.all(Ty::Ptr, &[*ptr], &[]),
        })
    }

    fn term(&self, block: &Block) -> Result<(), String> {
        self.loc(block.term_loc)?;
        for target in block.term.successors() {
            if target.index() >= self.function.blocks.len() {
                return Err(format!("{target} does not exist"));
            }
        }
        match &block.term {
            Term::Jump(_) | Term::Unreachable => Ok(()),
            Term::Branch { cond, .. } => self.all(Ty::Int(1), &[*cond], &[]),
            Term::Switch { ty, value, .. } => {
                if !ty.is_word() {
                    return Err("a switch over more than 64 bits".into());
                }
                self.all(*ty, &[*value], &[])
            }
            Term::Indirect { addr, .. } => self.all(Ty::Ptr, &[*addr], &[]),
            Term::Return(ops) => {
                if ops.len() != self.function.rets.len() {
                    return Err("wrong number of results".into());
                }
                ops.iter().zip(&self.function.rets).try_for_each(|(op, ty)| self.all(*ty, &[*op], &[]))
            }
        }
    }

    fn all(&self, ty: Ty, ops: &[Operand], dsts: &[Reg]) -> Result<(), String> {
        let regs = ops.iter().filter_map(|op| op.reg()).chain(dsts.iter().copied());
        for reg in regs {
            self.reg(reg)?;
            if self.function.ty(reg) != ty {
                return Err(format!("{reg} is {}, not {ty}", self.function.ty(reg)));
            }
        }
        for op in ops {
            self.operand(*op)?;
            let fits = match op {
                Operand::Const(c) => ty.is_word() && *c & !ty.mask() == 0,
                Operand::Wide(i) => self.function.wide[*i as usize].len() == ty.words() && !ty.is_word(),
                Operand::Sym(..) => ty.bits() == 64,
                Operand::Reg(_) | Operand::Undef => true,
            };
            if !fits {
                return Err(format!("{op} is not of type {ty}"));
            }
        }
        Ok(())
    }

    fn operand(&self, op: Operand) -> Result<(), String> {
        match op {
            Operand::Reg(r) => self.reg(r),
            Operand::Wide(i) if (i as usize) < self.function.wide.len() => Ok(()),
            Operand::Wide(i) => Err(format!("wide{i} does not exist")),
            Operand::Sym(s, _) => self.symbol(s),
            Operand::Const(_) | Operand::Undef => Ok(()),
        }
    }

    fn symbol(&self, s: SymId) -> Result<(), String> {
        if s.index() < self.module.symbols.len() { Ok(()) } else { Err(format!("{s} does not exist")) }
    }
    fn reg(&self, r: Reg) -> Result<(), String> {
        if r.index() < self.function.regs.len() { Ok(()) } else { Err(format!("{r} does not exist")) }
    }
    fn loc(&self, loc: u32) -> Result<(), String> {
        if (loc as usize) < self.function.locs.len() { Ok(()) } else { Err(format!("location {loc} does not exist")) }
    }
}
