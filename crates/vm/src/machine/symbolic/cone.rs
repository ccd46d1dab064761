//! Conditions of assumptions, evaluated without splitting the path: both sides of a branch are computed,
//! and what they leave in the registers is joined by the branch's condition.
//!
//! What lies between the branch and the join only computes (see [`secateur_ir::conditions`]). Where a side would
//! have to decide something, such as whether an address is valid, the branch is taken as any other.

use super::super::{LABELLED, Machine, SYMBOLIC, Stop};
use super::DecisionKind;
use crate::code::{Code, NO_JOIN, Op};
use secateur_expr::{Support, Term};
use secateur_ir::{Operand, Reg, Ty};

/// A register: word, tag and payload.
type Slot = (u64, u8, u64);

/// Instructions of one side; conditions are short.
const MOST_STEPS: usize = 2000;

impl Machine<'_> {
    /// Which way a branch goes; `None` if its sides were joined, and the frame goes on behind them.
    pub(in crate::machine) fn branch_or_join(&mut self, cond: Term) -> Result<Option<bool>, Stop> {
        let site = self.site();
        let program = self.program;
        let code = program.existing_code(site.function);
        let join = code.joins[code.origins[site.at as usize].block as usize];
        if join != NO_JOIN && self.is_open(cond) {
            self.sym().speculating = true;
            let joined = self.join_sides(code, site.at as usize, join, cond, &mut 0);
            self.sym().speculating = false;
            if joined {
                let frame = self.frames.last_mut().expect("code runs in a frame");
                // SAFETY: the start of a block is inside the code.
                frame.pc = unsafe { code.insts.as_ptr().add(code.starts[join as usize] as usize) };
                return Ok(None);
            }
        }
        self.decide(cond, DecisionKind::Branch).map(Some)
    }

    /// Whether the path leaves a condition open, as far as can be seen at once.
    fn is_open(&mut self, cond: Term) -> bool {
        let sym = self.sym();
        sym.ask(cond).is_none()
    }

    /// Computes both sides of the branch at `at`; on success the registers are as at the join,
    /// otherwise as before.
    fn join_sides(&mut self, code: &Code, at: usize, join: u32, cond: Term, steps: &mut usize) -> bool {
        let before = self.slots(code);
        let inst = &code.insts[at];
        let sides = [inst.lo(), inst.hi()].map(|offset| {
            let done = self.run_side(code, (at as i64 + i64::from(offset)) as usize, join, steps);
            let after = done.then(|| self.slots(code));
            self.set_slots(&before);
            after
        });
        let [Some(then), Some(other)] = sides else { return false };
        let joined: Option<Vec<Slot>> = then.iter().zip(&other).map(|(a, b)| self.joined(cond, *a, *b)).collect();
        match joined {
            Some(slots) => self.set_slots(&slots),
            None => return false,
        }
        true
    }

    /// Runs one side up to the join. `false` where it would have to decide.
    fn run_side(&mut self, code: &Code, mut at: usize, join: u32, steps: &mut usize) -> bool {
        while at != code.starts[join as usize] as usize {
            *steps += 1;
            if *steps > MOST_STEPS {
                return false;
            }
            let inst = &code.insts[at];
            let ops = &code.origins[at].ops;
            let step = match inst.op {
                Op::MovI => {
                    self.write_slot(inst.a, (inst.imm, 0, 0));
                    1
                }
                Op::Mov => {
                    let slot = self.slot(inst.b);
                    self.write_slot(inst.a, slot);
                    1
                }
                Op::Jmp => inst.lo(),
                Op::Join => 1,
                op if op.is_branch() => {
                    let dst = match op {
                        Op::JTrue => Reg(u32::from(inst.a)),
                        _ => {
                            if self.eval_all(code, ops.clone()).is_err() {
                                return false;
                            }
                            code.ops[ops.end as usize - 1].defs()[0]
                        }
                    };
                    let value = self.read(Operand::Reg(dst), Ty::Int(1));
                    match value.term {
                        Some(cond) => return self.join_sides(code, at, join, cond, steps),
                        None if value.low() & 1 == 1 => inst.lo(),
                        None => inst.hi(),
                    }
                }
                _ if ops.is_empty() || self.eval_all(code, ops.clone()).is_err() => return false,
                _ => 1,
            };
            at = (at as i64 + i64::from(step)) as usize;
        }
        true
    }

    fn joined(&mut self, cond: Term, a: Slot, b: Slot) -> Option<Slot> {
        if a == b {
            return Some(a);
        }
        let label = |slot: Slot| Support(if slot.1 & (SYMBOLIC | LABELLED) != 0 { (slot.2 >> 32) as u32 } else { 0 });
        let label = self.sym().pool.support_union(label(a), label(b));
        // A label says nothing about the value.
        let [a, b] = [a, b].map(|slot| if slot.1 == LABELLED { (slot.0, 0, 0) } else { slot });
        let joined = self.joined_values(cond, a, b)?;
        Some(match joined.1 {
            _ if label.is_empty() => joined,
            0 => (joined.0, LABELLED, u64::from(label.0) << 32),
            tag => (joined.0, tag, joined.2 & 0xffff_ffff | u64::from(label.0) << 32),
        })
    }

    fn joined_values(&mut self, cond: Term, a: Slot, b: Slot) -> Option<Slot> {
        let mut width = 64;
        for slot in [a, b] {
            match slot.1 {
                0 => {}
                SYMBOLIC => width = self.sym().pool.width(Term(slot.2 as u32)),
                _ => return None,
            }
        }
        let fits = |slot: Slot| slot.1 != 0 || width == 64 || slot.0 >> width == 0;
        if !fits(a) || !fits(b) {
            width = 64;
        }
        let mut term = |slot: Slot| {
            let pool = &mut self.sym().pool;
            match slot.1 {
                0 => pool.constant(width, slot.0),
                _ => pool.zext_or_cut(Term(slot.2 as u32), width.max(pool.width(Term(slot.2 as u32)))),
            }
        };
        let (x, y) = (term(a), term(b));
        let pool = &mut self.sym().pool;
        let wide = pool.width(x).max(pool.width(y));
        let (x, y) = (pool.zext(x, wide), pool.zext(y, wide));
        let both = pool.ite(cond, x, y);
        Some(match pool.as_u64(both) {
            Some(value) => (value, 0, 0),
            None => (0, SYMBOLIC, u64::from(both.0)),
        })
    }

    fn base(&self) -> usize {
        self.frames.last().map_or(0, |f| f.base) as usize
    }

    fn slot(&self, slot: u16) -> Slot {
        let at = self.base() + usize::from(slot);
        // The payload of a plain register is left over from before, and means nothing.
        (self.regs[at], self.tags[at], if self.tags[at] == 0 { 0 } else { self.extra[at] })
    }

    fn write_slot(&mut self, slot: u16, (word, tag, extra): Slot) {
        let at = self.base() + usize::from(slot);
        (self.regs[at], self.tags[at], self.extra[at]) = (word, tag, extra);
    }

    fn slots(&self, code: &Code) -> Vec<Slot> {
        (0..code.extent).map(|i| self.slot(i)).collect()
    }

    fn set_slots(&mut self, slots: &[Slot]) {
        for (i, slot) in slots.iter().enumerate() {
            self.write_slot(i as u16, *slot);
        }
    }
}
