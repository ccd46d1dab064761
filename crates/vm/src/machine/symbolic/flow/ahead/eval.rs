//! Operations on what is known of registers and memory. Nothing is changed but what the way at hand knows.

use super::{Look, MOST_BYTES, Way, set};
use crate::addr;
use crate::machine::plain::{binary, compare, extended, is_plain};
use crate::memory::Info;
use secateur_ir as ir;
use secateur_ir::{CastOp, Intrinsic, Operand, Ty};

/// What a register holds.
#[derive(Clone, Copy, Hash)]
pub(super) enum Word {
    Unknown,
    /// As it is on this path, and may be otherwise on another.
    Here(u64),
    /// Whatever path it is.
    Sure(u64),
}

impl Word {
    pub(super) fn value(self) -> Option<u64> {
        match self {
            Word::Unknown => None,
            Word::Here(value) | Word::Sure(value) => Some(value),
        }
    }

    pub(super) fn sure(self) -> Option<u64> {
        match self {
            Word::Sure(value) => Some(value),
            _ => None,
        }
    }

    /// Made of two others.
    pub(super) fn with(self, other: Word, make: impl Fn(u64, u64) -> Option<u64>) -> Word {
        let made = self.value().zip(other.value()).and_then(|(a, b)| make(a, b));
        match (made, self, other) {
            (None, ..) => Word::Unknown,
            (Some(value), Word::Sure(_), Word::Sure(_)) => Word::Sure(value),
            (Some(value), ..) => Word::Here(value),
        }
    }
}

impl Look<'_, '_> {
    pub(super) fn eval_all(&self, way: &mut Way, base: usize, ops: &[ir::Op]) {
        for op in ops {
            self.eval(way, base, op);
        }
    }

    fn eval(&self, way: &mut Way, base: usize, op: &ir::Op) {
        let read = |operand: Operand, ty: Ty| self.read(way, base, operand, ty);
        let (dst, value) = match op {
            ir::Op::Copy { ty, dst, src } => (*dst, read(*src, *ty)),
            ir::Op::Bin { op, ty, dst, a, b, .. } => {
                let mask = ty.mask();
                (*dst, read(*a, *ty).with(read(*b, *ty), |a, b| Some(binary(*op, a, b)? & mask)))
            }
            ir::Op::ICmp { pred, ty, dst, a, b } => {
                let holds = |a, b| Some(u64::from(compare(*pred, ty.bits(), a, b)));
                (*dst, read(*a, *ty).with(read(*b, *ty), holds))
            }
            ir::Op::Cast { op: CastOp::Trunc | CastOp::ZExt | CastOp::Bits, from, to, dst, src } if is_plain(*to) => {
                (*dst, read(*src, *from).with(Word::Sure(0), |value, _| Some(value & to.mask())))
            }
            ir::Op::Cast { op: CastOp::SExt, from, to, dst, src } if is_plain(*to) => {
                let wide = |value, _| Some(extended(value, from.bits()) as u64 & to.mask());
                (*dst, read(*src, *from).with(Word::Sure(0), wide))
            }
            ir::Op::Select { ty, dst, cond, a, b } => match read(*cond, Ty::Int(1)).sure() {
                Some(1) => (*dst, read(*a, *ty)),
                Some(_) => (*dst, read(*b, *ty)),
                None => (*dst, Word::Unknown),
            },
            ir::Op::PtrAdd { dst, base, index, scale, disp } => {
                let at = |base: u64, index: u64| {
                    Some(base.wrapping_add(index.wrapping_mul(*scale as u64)).wrapping_add(*disp as u64))
                };
                (*dst, read(*base, Ty::Ptr).with(read(*index, Ty::Int(64)), at))
            }
            ir::Op::Load { ty, dst, addr } => (*dst, self.load(way, *ty, read(*addr, Ty::Ptr))),
            ir::Op::Store { ty, src, addr } => {
                let (value, at) = (read(*src, *ty), read(*addr, Ty::Ptr));
                if let Some(at) = at.value() {
                    self.store(way, at, ty.store_size(), value);
                }
                return;
            }
            ir::Op::Intrinsic { op, dsts, args, .. } => {
                if matches!(op, Intrinsic::MemCpy | Intrinsic::MemMove | Intrinsic::MemSet) {
                    let (at, size) = (read(args[0], Ty::Ptr), read(args[2], Ty::Int(64)));
                    if let Some((at, size)) = at.value().zip(size.value()) {
                        self.store(way, at, size, Word::Unknown);
                    }
                }
                dsts.iter().for_each(|dst| set(way, base + dst.index(), Word::Unknown));
                return;
            }
            other => {
                other.defs().iter().for_each(|dst| set(way, base + dst.index(), Word::Unknown));
                return;
            }
        };
        set(way, base + dst.index(), value);
    }

    fn read(&self, way: &Way, base: usize, operand: Operand, ty: Ty) -> Word {
        if !is_plain(ty) {
            return Word::Unknown;
        }
        match operand {
            Operand::Reg(slot) => {
                let word = way.words.get(base + slot.index()).copied().unwrap_or(Word::Unknown);
                word.with(Word::Sure(0), |value, _| Some(value & ty.mask()))
            }
            Operand::Const(value) => Word::Sure(value & ty.mask()),
            Operand::Sym(symbol, add) => {
                Word::Sure(self.machine.program.symbol_address(symbol).wrapping_add(add as u64))
            }
            Operand::Wide(_) | Operand::Undef => Word::Unknown,
        }
    }

    fn load(&self, way: &Way, ty: Ty, at: Word) -> Word {
        let (Some(start), true) = (at.value(), is_plain(ty)) else { return Word::Unknown };
        let size = ty.store_size();
        let meets = |(to, n, _): &&(u64, u64, Word)| *to < start.saturating_add(size) && start < to.saturating_add(*n);
        if let Some((to, n, value)) = way.stored.iter().rev().find(meets) {
            return if (*to, *n) == (start, size) { *value } else { Word::Unknown };
        }
        let memory = &self.machine.memory;
        if !memory.is_plain(start, size) {
            return Word::Unknown;
        }
        let Ok(bytes) = memory.peek(start, size) else { return Word::Unknown };
        let mut word = [0; 8];
        word[..size as usize].copy_from_slice(bytes);
        let value = u64::from_le_bytes(word) & ty.mask();
        // Whichever way it goes by what nobody can tell, nobody can tell.
        let is_fixed = memory.info(addr::id(start)).is_some_and(|info| info.constant || info.is_private());
        match at.sure() {
            Some(_) if is_fixed => Word::Sure(value),
            _ => Word::Here(value),
        }
    }

    pub(super) fn store(&self, way: &mut Way, at: u64, size: u64, value: Word) {
        let is_there = |info: &Info| {
            info.is_live() && !info.constant && u64::from(addr::offset(at)).saturating_add(size) <= info.size()
        };
        if size > MOST_BYTES || !self.machine.memory.info(addr::id(at)).is_some_and(is_there) {
            return;
        }
        way.stored.push((at, size, value));
    }
}

#[cfg(test)]
mod tests {
    use super::Word;

    #[test]
    fn what_is_made_of_two_is_known_as_well_as_the_worse_of_them() {
        let sum = |a: Word, b: Word| a.with(b, |a, b| a.checked_add(b));
        assert_eq!(sum(Word::Sure(2), Word::Sure(3)).sure(), Some(5));
        let here = sum(Word::Sure(2), Word::Here(3));
        assert_eq!((here.value(), here.sure()), (Some(5), None), "it may be otherwise on another path");
        assert_eq!(sum(Word::Here(2), Word::Unknown).value(), None);
        assert_eq!(sum(Word::Sure(u64::MAX), Word::Sure(1)).value(), None, "what cannot be made is not known");
    }
}
