//! What the loop leaves to others where an operand is not a plain value: branches and switches that are decided, and accesses
//! that the slow path makes.

use super::value::Val;
use super::{Machine, SYMBOLIC, Stop, UNDEFINED};
use crate::checks;
use crate::code::{Inst, Op};
use secateur_ir::{Operand, Reg, Ty};

impl Machine<'_> {
    /// Half of an update in place, by the slow path.
    #[cold]
    pub(super) fn slow_update(&mut self) -> Result<(), Stop> {
        self.memory.set_updating(true);
        let done = self.slow();
        self.memory.set_updating(false);
        done
    }

    /// The comparison of a fused branch, evaluated by the slow path.
    pub(super) fn slow_condition(&mut self) -> Result<Option<bool>, Stop> {
        self.slow()?;
        let site = self.site();
        let code = self.program.existing_code(site.function);
        let range = &code.origins[site.at as usize].ops;
        let dst = code.ops[range.end as usize - 1].defs()[0];
        self.branch_on_register(dst)
    }

    /// Which way; `None` if both sides were joined.
    fn branch_on(&mut self, value: &Val) -> Result<Option<bool>, Stop> {
        let side = match value.term {
            Some(term) => self.branch_or_join(term)?,
            None => {
                self.require_defined(value, "a branch")?;
                Some(value.low() & 1 == 1)
            }
        };
        if self.flow && side.is_some() {
            self.open_branch(None);
        }
        Ok(side)
    }

    /// A branch on a register that is symbolic or has undefined bits.
    pub(super) fn tagged_branch(&mut self, slot: u16) -> Result<Option<bool>, Stop> {
        self.begin_instruction();
        self.branch_on_register(Reg(u32::from(slot)))
    }

    fn branch_on_register(&mut self, slot: Reg) -> Result<Option<bool>, Stop> {
        // Only the bit that decides counts.
        if let Some(bit) = self.plain(Operand::Reg(slot), Ty::Int(1)) {
            if self.flow {
                self.open_branch(Some(bit as i32));
            }
            return Ok(Some(bit == 1));
        }
        let value = self.read(Operand::Reg(slot), Ty::Int(1));
        self.branch_on(&value)
    }

    /// The same for a switch or computed goto: the offset of its target.
    pub(super) fn tagged_switch(&mut self, inst: &Inst) -> Result<i32, Stop> {
        self.begin_instruction();
        let at = self.frames.last().map_or(0, |f| f.base) as usize + inst.a as usize;
        if self.tags[at] != SYMBOLIC {
            self.undefined_decision(inst.a, "a switch")?;
        }
        let program = self.program;
        let function = self.site().function;
        let table = &program.existing_code(function).switches[inst.imm as usize];
        let term = secateur_expr::Term(self.extra[at] as u32);
        if self.flow {
            self.hear_registers(at, 1);
        }
        if inst.op == Op::Switch && self.tags[at] == SYMBOLIC {
            let target = self.symbolic_switch(inst.imm as usize, term)?;
            if self.flow {
                self.open_branch(None);
            }
            return Ok(target);
        }
        let is_decided = self.tags[at] == SYMBOLIC;
        let value = if is_decided { self.concrete(term)? } else { self.regs[at] };
        if inst.op == Op::Indirect && table.cases.binary_search_by_key(&value, |c| c.0).is_err() {
            let what = "a computed goto to something that is not a label of its function";
            return Err(self.bug(&checks::UNREACHABLE, what.into()));
        }
        let target = table.find(value);
        if self.flow {
            self.open_branch((!is_decided).then_some(target));
        }
        Ok(target)
    }

    /// Cuts the tagged register at `at` to the bits of a mask.
    #[cold]
    pub(super) fn trim_tagged(&mut self, at: usize, mask: u64) {
        if self.tags[at] == SYMBOLIC {
            let bits = mask.count_ones();
            let term = secateur_expr::Term(self.extra[at] as u32);
            if self.sym().pool.width(term) > bits {
                let cut = self.sym().pool.extract(term, 0, bits);
                self.set_symbolic(at, Ty::Int(bits), cut);
            }
        } else if self.tags[at] == UNDEFINED {
            self.extra[at] &= mask;
        }
    }

    /// A branch or switch on a register that has undefined bits.
    fn undefined_decision(&mut self, slot: u16, what: &str) -> Result<(), Stop> {
        let value = self.read(Operand::Reg(Reg(u32::from(slot))), Ty::Int(64));
        // Only the bits that decide count: a branch looks at one.
        let decides =
            if what == "a branch" { value.undefined.first().is_some_and(|m| m & 1 == 1) } else { !value.is_defined() };
        if !decides {
            return Ok(());
        }
        Err(self.bug(&checks::UNINITIALISED_READ, format!("{what} depends on a value that was never set")))
    }
}
