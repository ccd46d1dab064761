//! Operations with a fixed meaning: bits, overflow, blocks of memory, variable arguments.

use super::value::{Val, words_of};
use super::{Machine, Stop, float, int};
use crate::checks;
use secateur_ir::{IntPred, Intrinsic as I, Operand, Reg, Ty};

impl Machine<'_> {
    pub(super) fn intrinsic(&mut self, op: I, ty: Ty, dsts: &[Reg], args: &[Operand]) -> Result<(), Stop> {
        match op {
            I::MemCpy | I::MemMove | I::MemSet => self.block_operation(op, args),
            I::VaStart => {
                let list = self.defined_word(args[0])?;
                self.va_start(list)
            }
            I::VaCopy => {
                let (to, from) = (self.defined_word(args[0])?, self.defined_word(args[1])?);
                self.memory.copy(to, from, 24).map_err(|fault| self.memory_error(fault))
            }
            I::VaEnd => Ok(()),
            I::StackSave => {
                let stack = self.frames.last().map_or(0, |f| f.stack);
                let token = self.stack_objects.len() as u64 | u64::from(stack) << 32;
                self.write(dsts[0], Ty::Ptr, &Val::word(token));
                Ok(())
            }
            I::StackRestore => {
                let token = self.defined_word(args[0])?;
                let frame = self.frames.last_mut().expect("code runs in a frame");
                frame.stack = (token >> 32) as u32;
                let keep = (token as u32).max(frame.objects & super::OBJECTS);
                self.drop_stack_objects(keep);
                Ok(())
            }
            I::FrameAddress => {
                let serial = self.frames.last().map_or(0, |f| f.serial);
                self.write(dsts[0], Ty::Ptr, &Val::word(serial << 4 | 1 << 62));
                Ok(())
            }
            I::GetRounding => {
                self.write(dsts[0], ty, &Val::word(1));
                Ok(())
            }
            I::Trap => Err(self.bug(&checks::ABORT, "__builtin_trap".into())),
            _ => self.arithmetic_intrinsic(op, ty, dsts, args),
        }
    }

    fn defined_word(&mut self, op: Operand) -> Result<u64, Stop> {
        let value = self.read(op, Ty::Ptr);
        self.require_defined(&value, "an address")?;
        self.concrete_word(&value)
    }

    fn block_operation(&mut self, op: I, args: &[Operand]) -> Result<(), Stop> {
        let length = self.read(args[2], Ty::Int(64));
        self.require_defined(&length, "the size of a block")?;
        if self.sym.is_some() {
            let to = self.read(args[0], Ty::Ptr);
            self.require_defined(&to, "an address")?;
            if op != I::MemSet {
                let from = self.read(args[1], Ty::Ptr);
                self.require_defined(&from, "an address")?;
                self.group_block();
                return self.symbolic_copy(&to, &from, &length);
            }
            self.group_block();
            let byte = self.read(args[1], Ty::Int(8));
            let plain = !to.is_symbolic() && !byte.is_symbolic() && !length.is_symbolic() && byte.is_defined();
            let sized = !to.is_symbolic() && self.memory.has_symbolic_size(crate::addr::id(to.low()));
            if !plain || sized {
                return self.symbolic_fill(&to, &byte, &length);
            }
        }
        let to = self.defined_word(args[0])?;
        let result = if op == I::MemSet {
            let byte = self.read(args[1], Ty::Int(8));
            let filled = self.memory.fill(to, byte.low() as u8, length.low());
            if filled.is_ok() && !byte.is_defined() {
                self.memory.set_undefined(to, &vec![byte.undefined[0] as u8; length.low() as usize]);
            }
            filled
        } else {
            let from = self.defined_word(args[1])?;
            self.memory.copy(to, from, length.low())
        };
        result.map_err(|fault| self.memory_error(fault))
    }

    /// Whether a block is inside of its object depends on all of this together.
    fn group_block(&mut self) {
        if self.flow {
            self.group_here();
        }
    }

    fn arithmetic_intrinsic(&mut self, op: I, ty: Ty, dsts: &[Reg], args: &[Operand]) -> Result<(), Stop> {
        let arg_ty = |i: usize| if op == I::IsFpClass && i == 1 { Ty::Int(32) } else { ty };
        let values: Vec<Val> = args.iter().enumerate().map(|(i, a)| self.read(*a, arg_ty(i))).collect();
        let refs: Vec<&Val> = values.iter().collect();
        let symbolic = values.iter().any(Val::is_symbolic);
        if symbolic && ty.is_float() {
            return self.symbolic_float_intrinsic(op, ty, dsts, &values);
        }
        if symbolic && self.symbolic_intrinsic(op, ty, dsts, &values) {
            return Ok(());
        }
        if ty.is_float() {
            let Some(value) = float::intrinsic(op, ty, &values) else {
                return Err(self.unsupported(format!("the operation {op:?} on {ty}")));
            };
            let to = if op == I::IsFpClass { Ty::Int(1) } else { ty };
            self.write(dsts[0], to, &value.tainted_by(&refs, to.bits()));
            return Ok(());
        }
        if ty.bits() > 128 {
            return Err(self.unsupported(format!("the operation {op:?} on {} bits", ty.bits())));
        }
        let bits = ty.bits();
        let (value, overflow) = int_intrinsic(op, bits, &values);
        self.write(dsts[0], ty, &Val::from_u128(value, bits).tainted_by(&refs, bits));
        if let Some(flag) = dsts.get(1) {
            self.write(*flag, Ty::Int(1), &Val::word(u64::from(overflow)).tainted_by(&refs, 1));
        }
        Ok(())
    }
}

/// The result of an operation on integers of at most 128 bits, and whether it overflowed.
fn int_intrinsic(op: I, bits: u32, args: &[Val]) -> (u128, bool) {
    let a = args[0].u128();
    let b = args.get(1).map_or(0, Val::u128);
    let (sa, sb) = (args[0].i128(bits), args.get(1).map_or(0, |v| v.i128(bits)));
    let pick = |pred: IntPred| {
        let (wa, wb) = (words_of(a, bits), words_of(b, bits));
        (if int::compare(pred, bits, &wa, &wb) { a } else { b }, false)
    };
    match op {
        I::CtPop => (u128::from(a.count_ones()), false),
        I::Ctlz => (u128::from(a.leading_zeros() - (128 - bits)), false),
        I::Cttz => (u128::from(a.trailing_zeros().min(bits)), false),
        I::BSwap => (a.swap_bytes() >> (128 - bits), false),
        I::BitReverse => (a.reverse_bits() >> (128 - bits), false),
        I::FShl | I::FShr => (funnel(op, bits, a, b, args[2].u128()), false),
        I::Abs => (sa.unsigned_abs(), false),
        I::SMax => pick(IntPred::Sgt),
        I::SMin => pick(IntPred::Slt),
        I::UMax => pick(IntPred::Ugt),
        I::UMin => pick(IntPred::Ult),
        I::SAddO | I::SSubO | I::SMulO => signed_overflow(op, bits, sa, sb),
        I::UAddO | I::USubO | I::UMulO => unsigned_overflow(op, bits, a, b),
        I::SAddSat | I::SSubSat => {
            let base = if op == I::SAddSat { I::SAddO } else { I::SSubO };
            let (value, over) = signed_overflow(base, bits, sa, sb);
            let limit = if sa < 0 { 1u128 << (bits - 1) } else { (1u128 << (bits - 1)) - 1 };
            (if over { limit } else { value }, false)
        }
        I::UAddSat => {
            let (value, over) = unsigned_overflow(I::UAddO, bits, a, b);
            (if over { u128::MAX } else { value }, false)
        }
        I::USubSat => (a.saturating_sub(b), false),
        _ => (0, false),
    }
}

fn funnel(op: I, bits: u32, high: u128, low: u128, amount: u128) -> u128 {
    let amount = (amount % u128::from(bits)) as u32;
    if amount == 0 {
        return if op == I::FShl { high } else { low };
    }
    if op == I::FShl { high << amount | low >> (bits - amount) } else { high << (bits - amount) | low >> amount }
}

fn signed_overflow(op: I, bits: u32, a: i128, b: i128) -> (u128, bool) {
    let (value, over) = match op {
        I::SAddO => a.overflowing_add(b),
        I::SSubO => a.overflowing_sub(b),
        _ => a.overflowing_mul(b),
    };
    let fits = super::value::sign_extend(value as u128, bits) == value;
    (value as u128, over || !fits)
}

fn unsigned_overflow(op: I, bits: u32, a: u128, b: u128) -> (u128, bool) {
    let (value, over) = match op {
        I::UAddO => a.overflowing_add(b),
        I::USubO => a.overflowing_sub(b),
        _ => a.overflowing_mul(b),
    };
    let fits = bits >= 128 || value >> bits == 0;
    (value, over || !fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn val(x: i64, bits: u32) -> Val {
        Val::from_u128(x as u128, bits)
    }

    #[test]
    fn overflow_flags_agree_with_the_processor() {
        let samples = [0, 1, -1, 127, -128, 100, -100, 64];
        for a in samples {
            for b in samples {
                let args = [val(a, 8), val(b, 8)];
                let (x, y) = (a as i8, b as i8);
                assert_eq!(int_intrinsic(I::SAddO, 8, &args).1, x.checked_add(y).is_none());
                assert_eq!(int_intrinsic(I::SMulO, 8, &args).1, x.checked_mul(y).is_none());
                assert_eq!(int_intrinsic(I::USubO, 8, &args).1, (a as u8).checked_sub(b as u8).is_none());
                let saturated = int_intrinsic(I::SAddSat, 8, &args).0 as i8;
                assert_eq!(saturated, x.saturating_add(y));
            }
        }
    }

    #[test]
    fn bit_counts_respect_the_width() {
        assert_eq!(int_intrinsic(I::Ctlz, 32, &[val(1, 32)]).0, 31);
        assert_eq!(int_intrinsic(I::Cttz, 16, &[val(0, 16)]).0, 16);
        assert_eq!(int_intrinsic(I::BSwap, 32, &[val(0x1234_5678, 32)]).0, 0x7856_3412);
        assert_eq!(int_intrinsic(I::FShl, 32, &[val(0x8000_0001, 32), val(0x8000_0001, 32), val(1, 32)]).0 as u32, 3);
    }
}
