//! Operations of the slow path on plain numbers of one word. An instruction comes to the slow path for one of its operands; where
//! it stands for several operations, most of them have others, and where labels are followed, most values have nothing but one.

use super::{LABELLED, Machine, Stop};
use crate::addr;
use secateur_expr::Support;
use secateur_ir::{BinOp, CastOp, IntPred, Op, Operand, Reg, Ty};

impl Machine<'_> {
    /// Evaluates an operation if all of its operands are plain numbers and nothing can be wrong with it. Whether it did.
    #[inline(never)]
    pub(super) fn eval_plain(&mut self, op: &Op) -> bool {
        let result = match op {
            Op::Load { ty, dst, addr } => self.load_plain(*ty, *addr).map(|value| (*dst, *ty, value)),
            Op::Store { ty, src, addr } => return self.store_plain(*ty, *src, *addr).is_some(),
            Op::Copy { ty, dst, src } => self.plain(*src, *ty).map(|value| (*dst, *ty, value)),
            Op::Bin { op, ty, dst, a, b, nsw, .. } if !(*nsw && self.program.checks().signed_overflow()) => {
                let both = self.plain(*a, *ty).zip(self.plain(*b, *ty));
                both.and_then(|(a, b)| Some((*dst, *ty, binary(*op, a, b)?)))
            }
            Op::ICmp { pred, ty, dst, a, b } => {
                let both = self.plain(*a, *ty).zip(self.plain(*b, *ty));
                both.map(|(a, b)| (*dst, Ty::Int(1), u64::from(compare(*pred, ty.bits(), a, b))))
            }
            Op::Cast { op: CastOp::Trunc | CastOp::ZExt, from, to, dst, src } if is_plain(*to) => {
                self.plain(*src, *from).map(|value| (*dst, *to, value))
            }
            Op::Cast { op: CastOp::SExt, from, to, dst, src } if is_plain(*to) => {
                self.plain(*src, *from).map(|value| (*dst, *to, extended(value, from.bits()) as u64))
            }
            Op::PtrAdd { dst, base, index, scale, disp } => {
                let both = self.plain(*base, Ty::Ptr).zip(self.plain(*index, Ty::Int(64)));
                both.map(|(base, index)| {
                    let offset = index.wrapping_mul(*scale as u64).wrapping_add(*disp as u64);
                    (*dst, Ty::Ptr, base.wrapping_add(offset))
                })
            }
            _ => None,
        };
        let Some((dst, ty, value)) = result else { return false };
        self.set_plain(dst, ty, value);
        true
    }

    /// What plain numbers in registers depend on.
    #[inline(never)]
    pub(super) fn label_of<const N: usize>(&mut self, registers: [usize; N]) -> u32 {
        self.charge_quick();
        let mut label = Support::EMPTY;
        for at in registers {
            let own = if self.tags[at] == LABELLED { self.extra[at] >> 32 } else { 0 };
            label = self.sym().pool.support_union(label, Support(own as u32));
        }
        label.0
    }

    /// The instruction at hand may fail, or not, depending on what its address does.
    #[inline(never)]
    pub(super) fn group_label(&mut self, address: u32) {
        self.group(Support(address), None);
    }

    /// What the loop loads from an object that is off the fast path, if it is a number all the same, and what it depends on, with what
    /// the address does.
    #[inline(never)]
    pub(super) fn load_quickly(&mut self, at: u64, size: u64, address: u32) -> Option<(u64, u32)> {
        self.charge_quick();
        let (memory, sym) = (&self.memory, &mut self.sym);
        let mut label = Support(address);
        let word = memory.read_quickly(at, size, |heard| {
            label = match sym {
                Some(sym) => sym.pool.support_union(label, Support(heard)),
                None => Support(heard),
            };
        })?;
        Some((word, label.0))
    }

    /// Stores a number, where the address or the number has a label. Whether it could be.
    #[inline(never)]
    pub(super) fn store_labelled(
        &mut self,
        at: u64,
        value: u64,
        size: usize,
        [address, stored]: [u32; 2],
    ) -> Result<bool, Stop> {
        if self.memory.info(addr::id(at)).is_some_and(|info| info.symbolic_size) {
            return Ok(false);
        }
        self.charge(1)?;
        self.begin_instruction();
        self.label = Support(address);
        self.group_here();
        self.address_label = Some(self.label);
        if self.memory.write_raw(at, &value.to_le_bytes()[..size]).is_err() {
            return Ok(false);
        }
        self.add_label(Support(stored));
        self.finish_instruction();
        Ok(true)
    }

    /// The same for a number that is stored. Whether it could be. The bytes of an object may be copied for it.
    #[inline(never)]
    pub(super) fn store_quickly(&mut self, at: u64, value: u64, size: usize) -> Result<bool, Stop> {
        if self.memory.info(addr::id(at)).is_some_and(|info| info.symbolic_size) {
            return Ok(false);
        }
        self.charge(1)?;
        if self.flow {
            self.reset_label();
        }
        if self.memory.write_raw(at, &value.to_le_bytes()[..size]).is_err() {
            return Ok(false);
        }
        self.finish_instruction();
        Ok(true)
    }

    /// A branch on plain numbers that have a label is taken.
    #[inline(never)]
    pub(super) fn open_labelled(&mut self, slots: [u16; 2], side: bool) {
        self.charge_quick();
        self.begin_instruction();
        let base = self.frames.last().map_or(0, |frame| frame.base) as usize;
        slots.into_iter().for_each(|slot| self.hear_register(base + usize::from(slot)));
        self.open_branch(Some(i32::from(side)));
    }

    /// Reads a number of one word from a known address; none if what stands there is anything else, or nothing.
    fn load_plain(&mut self, ty: Ty, addr: Operand) -> Option<u64> {
        let (size, at) = (ty.store_size(), self.plain(addr, Ty::Ptr).filter(|_| is_plain(ty))?);
        if self.flow {
            self.group_here();
        }
        Some(self.memory.read_plain(at, size)? & ty.mask())
    }

    /// Writes a number of one word to a known address, if that is all right.
    fn store_plain(&mut self, ty: Ty, src: Operand, addr: Operand) -> Option<()> {
        let (size, at) = (ty.store_size(), self.plain(addr, Ty::Ptr).filter(|_| is_plain(ty))?);
        if self.memory.info(addr::id(at)).is_some_and(|info| info.symbolic_size) {
            return None;
        }
        if self.flow {
            self.group_here();
            self.address_label = Some(self.label_now());
        }
        let (address, value) = (self.label, self.plain(src, ty)?);
        let done = self.memory.write_raw(at, &value.to_le_bytes()[..size as usize]);
        // What is stored has no part in it when a store is wrong: who looks at it again begins with the address.
        if done.is_err() {
            self.label = address;
        }
        done.ok()
    }

    /// An operand that is a number of one word, with no undefined bit. What it depends on is heard.
    #[inline]
    pub(super) fn plain(&mut self, operand: Operand, ty: Ty) -> Option<u64> {
        if !is_plain(ty) {
            return None;
        }
        match operand {
            Operand::Reg(slot) => {
                let at = self.frames.last().map_or(0, |f| f.base) as usize + slot.index();
                if self.track && self.tags[at] & !LABELLED != 0 {
                    return None;
                }
                if self.flow {
                    self.hear_register(at);
                }
                Some(self.regs[at] & ty.mask())
            }
            Operand::Const(value) => Some(value & ty.mask()),
            Operand::Sym(symbol, add) => Some(self.program.symbol_address(symbol).wrapping_add(add as u64)),
            Operand::Wide(_) | Operand::Undef => None,
        }
    }

    fn set_plain(&mut self, dst: Reg, ty: Ty, value: u64) {
        let at = self.frames.last().map_or(0, |f| f.base) as usize + dst.index();
        self.regs[at] = value & ty.mask();
        if self.track {
            (self.tags[at], self.extra[at]) = (0, 0);
        }
        if self.flow {
            self.label_plain(at);
        }
    }
}

pub(in crate::machine) fn is_plain(ty: Ty) -> bool {
    ty.is_word() && !ty.is_float()
}

/// Of operations that are never wrong.
pub(in crate::machine) fn binary(op: BinOp, a: u64, b: u64) -> Option<u64> {
    Some(match op {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        _ => return None,
    })
}

pub(in crate::machine) fn compare(pred: IntPred, bits: u32, a: u64, b: u64) -> bool {
    let (s, t) = (extended(a, bits), extended(b, bits));
    match pred {
        IntPred::Eq => a == b,
        IntPred::Ne => a != b,
        IntPred::Ult => a < b,
        IntPred::Ule => a <= b,
        IntPred::Ugt => a > b,
        IntPred::Uge => a >= b,
        IntPred::Slt => s < t,
        IntPred::Sle => s <= t,
        IntPred::Sgt => s > t,
        IntPred::Sge => s >= t,
    }
}

/// A number of so many bits, read as signed.
pub(in crate::machine) fn extended(value: u64, bits: u32) -> i64 {
    let unused = 64 - bits.clamp(1, 64);
    (value << unused) as i64 >> unused
}

#[cfg(test)]
mod tests {
    use super::super::{int, value};
    use super::*;

    /// Against the operations of any width.
    #[test]
    fn the_same_as_of_any_width() {
        let numbers = [0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 1 << 63, u64::MAX];
        let preds = [IntPred::Eq, IntPred::Ult, IntPred::Ule, IntPred::Slt, IntPred::Sle];
        for bits in [1, 7, 8, 31, 32, 33, 64] {
            let mask = secateur_ir::mask(bits);
            for (a, b) in numbers.iter().flat_map(|a| numbers.iter().map(move |b| (a & mask, b & mask))) {
                for op in [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::And, BinOp::Or, BinOp::Xor] {
                    let expected = int::binary(op, bits, &[a], &[b])[0];
                    assert_eq!(binary(op, a, b).map(|value| value & mask), Some(expected), "{op:?} {bits} {a} {b}");
                }
                for pred in preds.iter().flat_map(|pred| [*pred, pred.negate()]) {
                    let expected = int::compare(pred, bits, &[a], &[b]);
                    assert_eq!(compare(pred, bits, a, b), expected, "{pred:?} {bits} {a} {b}");
                }
            }
            for a in numbers.iter().map(|a| a & mask) {
                assert_eq!(i128::from(extended(a, bits)), value::sign_extend(u128::from(a), bits));
            }
        }
        assert_eq!(binary(BinOp::UDiv, 1, 1), None);
    }
}
