//! Leaves out of a module what a slice does not need.
//!
//! Functions, blocks, instructions and numbers of branches keep their places: an instruction that is left out becomes one that does
//! nothing, a decision becomes a jump to where its sides meet again, and a register that nobody needs is read as zero.

use super::Slice;
use super::control::END;
use super::relevant::Relevant;
use super::world::World;
use secateur_ir::{BlockId, Function, Op, Operand, Term, Ty};

/// The module without what is not needed.
pub fn apply(world: &World, relevant: &Relevant) -> Slice {
    let mut sliced = Slice { module: world.module.clone(), sides: 0, calls: 0 };
    for (f, function) in (0u32..).zip(&world.module.functions) {
        if world.live[f as usize] && !function.library {
            slice(world, relevant, f, &mut sliced);
        }
    }
    sliced
}

fn slice(world: &World, relevant: &Relevant, f: u32, sliced: &mut Slice) {
    let Some(control) = &world.control[f as usize] else { return };
    let function = &mut sliced.module.functions[f as usize];
    let unused = function.new_reg(Ty::Int(64));
    let regs = function.regs.clone();
    let zero = |operand: &mut Operand| {
        if let Operand::Reg(reg) = *operand
            && !relevant.needs(f, reg)
        {
            *operand = nothing(regs[reg.index()]);
        }
    };
    for (b, block) in (0u32..).zip(&mut function.blocks) {
        let end = block.insts.len() as u32;
        for (i, inst) in (0u32..).zip(&mut block.insts) {
            if relevant.contains((f, b, i)) {
                inst.op.for_each_operand_mut(&mut |operand| zero(operand));
                continue;
            }
            sliced.calls += u32::from(matches!(inst.op, Op::Call { .. }));
            inst.op = Op::Copy { ty: Ty::Int(64), dst: unused, src: Operand::Const(0) };
        }
        match &mut block.term {
            Term::Return(_) => block.term.for_each_operand_mut(&mut |operand| zero(operand)),
            Term::Branch { .. } | Term::Switch { .. } if !relevant.contains((f, b, end)) => {
                sliced.sides += block.term.sides().len() as u32;
                block.term = leave(&world.module.functions[f as usize], control.meets[b as usize], block.term.clone());
            }
            _ => {}
        }
    }
}

/// The end of a block whose decision is not needed.
fn leave(function: &Function, meets: u32, term: Term) -> Term {
    match meets {
        // Nothing leads to this block.
        _ if term.sides().is_empty() => term,
        END => Term::Return(function.rets.iter().map(|ty| nothing(*ty)).collect()),
        to => Term::Jump(BlockId(to)),
    }
}

/// What a register holds that nobody needs.
fn nothing(ty: Ty) -> Operand {
    if ty.is_word() { Operand::Const(0) } else { Operand::Undef }
}
