//! Calls: arguments are moved to where the callee's frame begins, where the callee allows it.

use super::super::build::travels_in_window;
use super::super::op::Op;
use super::super::{CallSite, MANY_RESULTS, NO_SLOT, Target, shape};
use super::Emitter;
use secateur_ir::{self as ir, Arg, Operand, Reg, Ty};

impl Emitter<'_> {
    pub(super) fn call(&mut self, b: usize, at: usize) {
        let ir::Op::Call { dsts, rets, callee, args, .. } = &self.f.blocks[b].insts[at].op else { return };
        let slotted = |op: Operand| match op {
            Operand::Reg(r) => Operand::Reg(Reg(u32::from(self.slot(r)))),
            other => other,
        };
        let target = match callee {
            ir::Callee::Direct(sym) => self.context.callee(*sym),
            ir::Callee::Indirect(op) => Target::Pointer(slotted(*op)),
        };
        let site = CallSite {
            target,
            args: args
                .iter()
                .map(|arg| match arg {
                    Arg::Value(op, ty) => Arg::Value(slotted(*op), *ty),
                    Arg::Joined(op, ty) => Arg::Joined(slotted(*op), *ty),
                    Arg::ByVal { ptr, size, align } => Arg::ByVal { ptr: slotted(*ptr), size: *size, align: *align },
                })
                .collect(),
            dsts: dsts.iter().zip(rets).map(|(r, ty)| (self.slot(*r), *ty)).collect(),
        };
        let a = match &site.dsts[..] {
            [(slot, ty)] if ty.is_word() => *slot,
            _ => NO_SLOT,
        };
        let index = self.calls.len() as u64;
        let plain = site.dsts.iter().all(|d| d.1.is_word()) && site.dsts.len() <= MANY_RESULTS;
        self.calls.push(site);
        let window = self.slots.window;
        let fast = if plain { travels_in_window(callee, args, rets, self.context) } else { None };
        let result = self.calls[index as usize].dsts.first().map(|d| d.1).filter(|ty| a != NO_SLOT && ty.bits() < 64);
        let Some(fast) = fast else {
            self.push(Op::CallSlow, a, window, 0, index);
            self.trim(a, result);
            return;
        };
        self.window(args);
        match fast {
            Target::Function(f) => {
                let (op, c) = self.context.shortcut(f).map_or((Op::Call, 0), |c| (Op::CallFast, c));
                self.push(op, a, window, c, u64::from(f) | index << 32)
            }
            Target::Native(n) => self.push(Op::CallNative, a, window, args.len() as u16, u64::from(n) | index << 32),
            Target::Pointer(op) => {
                let pointer = op.reg().map_or(0, |r| self.slot(r));
                let shape = shape(args.iter().map(Arg::ty), rets.iter().copied());
                let at = self.push(Op::CallIndirect, a, window, pointer, index | u64::from(shape) << 32);
                self.trim(a, result);
                at
            }
        };
    }

    /// A callee that the caller has a wrong idea of may return a wider value.
    fn trim(&mut self, slot: u16, ty: Option<Ty>) {
        if let Some(ty) = ty {
            self.pending = 0..0;
            self.push(Op::Trim, slot, slot, 0, ty.mask());
        }
    }

    /// Moves arguments to where the callee's frame begins, unless they were computed there.
    fn window(&mut self, args: &[Arg]) {
        for (i, arg) in args.iter().enumerate() {
            let to = self.slots.window + i as u16;
            match arg.operand() {
                Operand::Reg(r) if self.slot(r) == to => {}
                Operand::Reg(r) => {
                    self.push(Op::Mov, to, self.slot(r), 0, 0);
                }
                op => {
                    let imm = self.imm(op).unwrap_or(0);
                    self.push(Op::MovI, to, 0, 0, imm);
                }
            }
        }
    }
}
