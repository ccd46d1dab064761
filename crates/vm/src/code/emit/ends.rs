//! The ends of blocks: jumps, branches, switches and returns. Targets are named by block and become offsets at the end.

use super::super::choose::short_immediate;
use super::super::op::{Op, flag, halves};
use super::super::{MANY_RESULTS, SwitchTable};
use super::{Emitter, Half, is_call};
use secateur_ir::{self as ir, IntPred, Operand, Reg, Term, Ty};

/// Blocks of at most this many instructions before a branch are repeated at jumps to them, so that a
/// loop takes one branch a turn.
const REPEAT: usize = 3;

impl Emitter<'_> {
    pub(super) fn terminator(&mut self, b: usize, next: usize, may_repeat: bool) {
        self.block = b;
        let block = &self.f.blocks[b];
        self.calls_before = block.insts.iter().filter(|inst| is_call(inst)).count() as u32;
        self.loc = block.term_loc;
        self.pending = 0..0;
        match &block.term {
            Term::Jump(target) if target.index() == next && !self.needs_a_place(b) => {}
            Term::Jump(target) if may_repeat && self.is_repeatable(target.index()) => {
                self.body(target.index());
                self.terminator(target.index(), next, false);
            }
            Term::Jump(target) => {
                let at = self.push(Op::Jmp, 0, 0, 0, halves(target.0 as i32, 0));
                self.fixups.push((at, Half::Low));
            }
            Term::Branch { cond, then, els } => self.branch(b, *cond, then.0 as i32, els.0 as i32),
            Term::Switch { value, cases, default, .. } => self.switch(*value, cases, default.0 as i32),
            Term::Indirect { addr, targets } => self.indirect(*addr, targets),
            Term::Return(values) => self.ret(values),
            Term::Unreachable => {
                self.push(Op::Unreachable, 0, 0, 0, 0);
            }
        }
    }

    /// Sides of a switch are told apart by where they begin, so one that is empty does not begin where the next does.
    fn needs_a_place(&self, b: usize) -> bool {
        self.counts() && self.starts[b] == self.insts.len() && self.cases[b]
    }

    fn is_repeatable(&self, b: usize) -> bool {
        let emitted = self.plans[b].folded.iter().filter(|folded| !**folded).count();
        // A block where the sides of a condition meet has one place.
        let is_join = self.joins.contains(&Some(ir::BlockId::new(b)));
        emitted <= REPEAT && !is_join && self.regions.is_empty() && matches!(self.f.blocks[b].term, Term::Branch { .. })
    }

    fn branch(&mut self, b: usize, cond: Operand, then: i32, els: i32) {
        let at = match self.plans[b].compare {
            Some(compare) => self.compare_branch(b, compare, then, els),
            None => match cond {
                Operand::Reg(r) => self.push(Op::JTrue, self.slot(r), 0, 0, halves(then, els)),
                Operand::Undef => {
                    let scratch = self.slots.scratch;
                    self.push_undefined(scratch, u64::MAX);
                    self.push(Op::JTrue, scratch, 0, 0, halves(then, els))
                }
                // A branch that counts is a branch, also where it goes one way only.
                _ if self.counts() => {
                    let scratch = self.slots.scratch;
                    self.push(Op::MovI, scratch, 0, 0, self.imm(cond).unwrap_or(1));
                    self.push(Op::JTrue, scratch, 0, 0, halves(then, els))
                }
                _ => {
                    let target = if self.imm(cond) == Some(0) { els } else { then };
                    self.push(Op::Jmp, 0, 0, 0, halves(target, target))
                }
            },
        };
        let swapped = if self.insts[at].lo() == then { 0 } else { flag::SWAPPED };
        match self.counts() && then != els {
            true => *self.insts[at].flags.get_mut() = flag::COUNTS | swapped,
            false => *self.insts[at].flags.get_mut() |= swapped,
        }
        self.fixups.push((at, Half::Low));
        self.fixups.push((at, Half::High));
    }

    fn compare_branch(&mut self, b: usize, compare: usize, then: i32, els: i32) -> usize {
        let ir::Op::ICmp { mut pred, ty, dst, mut a, mut b } = self.f.blocks[b].insts[compare].op else {
            unreachable!("a planned comparison is a comparison");
        };
        if a.reg().is_none() {
            (a, b, pred) = (b, a, pred.swap());
        }
        // Eq, Ult, Ule, Slt and Sle do for all: the others are their opposites.
        let (mut then, mut els) = (then, els);
        if matches!(pred, IntPred::Ne | IntPred::Ugt | IntPred::Uge | IntPred::Sgt | IntPred::Sge) {
            pred = pred.negate();
            (then, els) = (els, then);
        }
        let scratch = Reg(u32::from(self.slots.scratch) + 2);
        let mut origin = self.slotted(&ir::Op::ICmp { pred, ty, dst, a, b }, &[]);
        origin.defs_mut()[0] = scratch;
        self.ops.push(origin);
        self.pending = self.ops.len() as u32 - 1..self.ops.len() as u32;
        let (plain, immediate) = match (pred, ty.bits()) {
            (IntPred::Eq, _) => (Op::JEq, Op::JEqI),
            (IntPred::Ult, _) => (Op::JUlt, Op::JUltI),
            (IntPred::Ule, _) => (Op::JUle, Op::JUleI),
            (IntPred::Slt, 32) => (Op::JSlt32, Op::JSlt32I),
            (IntPred::Slt, _) => (Op::JSlt64, Op::JSlt64I),
            (IntPred::Sle, 32) => (Op::JSle32, Op::JSle32I),
            _ => (Op::JSle64, Op::JSle64I),
        };
        let a = a.reg().map_or(0, |r| self.slot(r));
        if let Some(short) = self.imm(b).and_then(|imm| short_immediate(pred, ty, imm)) {
            let at = self.push(immediate, a, short as u16, (short as u32 >> 16) as u16, halves(then, els));
            return at;
        }
        let b = self.in_slot(b, 1).expect("operands of a planned comparison are words");
        self.push(plain, a, b, 0, halves(then, els))
    }

    fn switch(&mut self, value: Operand, cases: &[(u64, ir::BlockId)], default: i32) {
        let slot = match value {
            Operand::Undef => {
                let scratch = self.slots.scratch;
                self.push_undefined(scratch, u64::MAX);
                scratch
            }
            _ => self.in_slot(value, 0).unwrap_or(0),
        };
        let mut cases: Vec<(u64, i32)> = cases.iter().map(|(value, block)| (*value, block.0 as i32)).collect();
        cases.sort_by_key(|c| c.0);
        let index = self.switches.len() as u64;
        let at = self.push(Op::Switch, slot, 0, 0, index);
        if self.counts() {
            *self.insts[at].flags.get_mut() = flag::COUNTS;
        }
        self.switches.push((SwitchTable::new(cases, default), at));
    }

    /// A computed goto is a switch over the addresses of labels; any other address goes nowhere.
    fn indirect(&mut self, addr: Operand, targets: &[ir::BlockId]) {
        let Some(slot) = self.in_slot(addr, 0) else {
            self.push(Op::Unreachable, 0, 0, 0, 0);
            return;
        };
        let label = |b: &ir::BlockId| self.own_address.wrapping_add(ir::label_offset(*b) as u64);
        let mut cases: Vec<(u64, i32)> = targets.iter().map(|b| (label(b), b.0 as i32)).collect();
        cases.sort();
        cases.dedup();
        let index = self.switches.len() as u64;
        let at = self.push(Op::Indirect, slot, 0, 0, index);
        self.switches.push((SwitchTable::new(cases, self.block as i32), at));
    }

    fn ret(&mut self, values: &[Operand]) {
        let follows = self.context.tracks_flow();
        if follows {
            self.push(Op::Leave, 0, 0, 0, 0);
        }
        match values {
            [] => {
                self.push(Op::RetVoid, 0, 0, 0, 0);
            }
            // Which of several constants is returned may depend on something, which only the slow path can tell.
            [value] if self.f.rets[0].is_word() && (!follows || value.reg().is_some()) && *value != Operand::Undef => {
                match value {
                    Operand::Reg(r) => {
                        self.push(Op::Ret, 0, self.slot(*r), 0, 0);
                    }
                    _ => {
                        let imm = self.imm(*value).unwrap_or(0);
                        self.push(Op::RetI, 0, 0, 0, imm);
                    }
                }
            }
            _ => {
                let slotted = |op: &Operand| match op {
                    Operand::Reg(r) => Operand::Reg(Reg(u32::from(self.slot(*r)))),
                    other => *other,
                };
                let list = values.iter().map(slotted).zip(self.f.rets.iter().copied()).collect();
                let list: Vec<(Operand, Ty)> = list;
                let words =
                    list.iter().all(|(op, ty)| ty.is_word() && matches!(op, Operand::Reg(_) | Operand::Const(_)));
                let many = words && !follows && list.len() <= MANY_RESULTS;
                self.returns.push(list);
                let op = if many { Op::RetMany } else { Op::RetSlow };
                self.push(op, 0, 0, 0, self.returns.len() as u64 - 1);
            }
        }
    }
}
