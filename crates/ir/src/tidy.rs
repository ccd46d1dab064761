//! Removes the copies that promoting local variables to registers leaves behind.
//!
//! At -O0 every use of a variable is a load into a temporary and every assignment a store of one.
//! The front end turns both into copies. Within a block, two rules remove nearly all of them:
//!
//! - forward: `t = copy x; …; use t` becomes `use x`, when nothing assigns `x` in between;
//! - backward: `t = op …; …; x = copy t` becomes `x = op …`, when nothing reads or assigns `x` in
//!   between and `t` is read nowhere else.
//!
//! Sound because both look only at straight-line code of one block, and a temporary qualifies only
//! if it is assigned once and read in that block alone. A branch is never touched.

use crate::{Block, Function, Inst, Op, Operand, Reg, Uses};
use std::collections::HashMap;

/// How far back a copy looks for the instruction that made its value. Copies of -O0 code stand next
/// to it; the bound keeps huge blocks linear.
const WINDOW: usize = 64;

pub fn tidy(function: &mut Function) {
    let mut uses = Uses::of(function);
    for (index, block) in function.blocks.iter_mut().enumerate() {
        forward(block, &mut uses, index as u32);
        backward(block, &uses, index as u32);
    }
}

/// Copies whose source still holds the value.
#[derive(Default)]
struct Active {
    source: HashMap<Reg, Reg>,
    temps: HashMap<Reg, Vec<Reg>>,
}

impl Active {
    fn add(&mut self, temp: Reg, source: Reg) {
        self.source.insert(temp, source);
        self.temps.entry(source).or_default().push(temp);
    }
    /// The register is assigned: what was copied from it is not there any more.
    fn assigned(&mut self, reg: Reg) {
        for temp in self.temps.remove(&reg).unwrap_or_default() {
            self.source.remove(&temp);
        }
    }
    fn substitute(&self, op: &mut Operand, uses: &mut Uses) {
        if let Operand::Reg(temp) = *op
            && let Some(source) = self.source.get(&temp)
        {
            uses.reads[temp.index()] -= 1;
            uses.reads[source.index()] += 1;
            *op = Operand::Reg(*source);
        }
    }
}

/// Replaces reads of temporaries that are copies, as long as their source still holds the value, and
/// removes the copies that nothing reads any more.
fn forward(block: &mut Block, uses: &mut Uses, index: u32) {
    let mut active = Active::default();
    for inst in &mut block.insts {
        inst.op.for_each_operand_mut(&mut |op| active.substitute(op, uses));
        inst.op.defs().iter().for_each(|dst| active.assigned(*dst));
        if let Op::Copy { dst, src: Operand::Reg(source), .. } = &inst.op
            && uses.is_temp(*dst, index)
            && dst != source
        {
            active.add(*dst, *source);
        }
    }
    block.term.for_each_operand_mut(&mut |op| active.substitute(op, uses));
    block.insts.retain(|inst| match &inst.op {
        Op::Copy { dst, .. } => !(uses.is_temp(*dst, index) && uses.reads[dst.index()] == 0),
        _ => true,
    });
}

/// Lets the instruction that computes a temporary write the variable it is then copied to.
fn backward(block: &mut Block, uses: &Uses, index: u32) {
    let mut dead = Vec::new();
    for at in 0..block.insts.len() {
        let Op::Copy { dst, src: Operand::Reg(temp), .. } = block.insts[at].op else { continue };
        if dst == temp || uses.reads[temp.index()] != 1 || !uses.is_temp(temp, index) {
            continue;
        }
        if let Some(maker) = find_maker(&block.insts[..at], dst, temp) {
            for def in block.insts[maker].op.defs_mut() {
                if *def == temp {
                    *def = dst;
                }
            }
            dead.push(at);
        }
    }
    let mut dead = dead.into_iter().peekable();
    let mut at = 0;
    block.insts.retain(|_| {
        let gone = dead.next_if_eq(&at).is_some();
        at += 1;
        !gone
    });
}

/// The instruction that assigns `temp`, if `dst` is neither read nor assigned after it.
fn find_maker(insts: &[Inst], dst: Reg, temp: Reg) -> Option<usize> {
    let first = insts.len().saturating_sub(WINDOW);
    for at in (first..insts.len()).rev() {
        let op = &insts[at].op;
        if op.defs().contains(&temp) {
            // A second result that is the variable itself would be lost.
            return (!op.defs().contains(&dst)).then_some(at);
        }
        if op.defs().contains(&dst) || op.reads(dst) {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BinOp, Function, Loc, Param, Term, Ty};

    /// r0 is the variable, the others are temporaries.
    fn tidied(ops: Vec<Op>, result: u32) -> String {
        let insts = ops.into_iter().map(|op| Inst { op, loc: 0 }).collect();
        let term = Term::Return([Operand::Reg(Reg(result))].into());
        let mut function = Function {
            name: "f".into(),
            loc: Loc::default(),
            library: false,
            params: vec![Param { ty: Ty::Int(32), byval: None }],
            variadic: false,
            rets: vec![Ty::Int(32)],
            regs: vec![Ty::Int(32); 8],
            blocks: vec![Block { insts, term, term_loc: 0, negated: false }],
            locs: vec![Loc::default()],
            vars: vec![],
            wide: vec![],
            frame_bytes: 0,
        };
        tidy(&mut function);
        let block = &function.blocks[0];
        let lines: Vec<String> = block.insts.iter().map(|i| i.op.to_string()).chain([block.term.to_string()]).collect();
        lines.join("; ")
    }

    fn copy(dst: u32, src: u32) -> Op {
        Op::Copy { ty: Ty::Int(32), dst: Reg(dst), src: Operand::Reg(Reg(src)) }
    }
    fn inc(dst: u32, a: u32) -> Op {
        let (ty, dst, a) = (Ty::Int(32), Reg(dst), Operand::Reg(Reg(a)));
        Op::Bin { op: BinOp::Add, ty, dst, a, b: Operand::Const(1), nsw: true, nuw: false }
    }

    #[test]
    fn an_increment_becomes_one_instruction() {
        let text = tidied(vec![copy(1, 0), inc(2, 1), copy(0, 2)], 0);
        assert_eq!(text, "r0 = add nsw i32 r0, 1; return r0");
    }

    #[test]
    fn the_old_value_of_a_post_increment_survives() {
        let text = tidied(vec![copy(1, 0), inc(2, 1), copy(0, 2)], 1);
        assert_eq!(text, "r1 = copy i32 r0; r0 = add nsw i32 r0, 1; return r1");
    }

    #[test]
    fn a_read_of_the_variable_in_between_keeps_the_copy() {
        let text = tidied(vec![inc(2, 0), inc(3, 0), copy(0, 2), inc(4, 3)], 4);
        assert_eq!(
            text,
            "r2 = add nsw i32 r0, 1; r3 = add nsw i32 r0, 1; r0 = copy i32 r2; r4 = add nsw i32 r3, 1; return r4"
        );
    }
}
