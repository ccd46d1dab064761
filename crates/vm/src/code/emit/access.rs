//! Loads, stores and addresses, in four addressing modes.

use super::super::choose::width_index;
use super::super::fold::{Address, Index};
use super::super::op::{Op, halves, pack_scale};
use super::Emitter;
use secateur_ir::{Operand, Reg, Ty};

impl Emitter<'_> {
    /// The addressing mode: 0 `[reg + disp]`, 1 `[reg + index]`, 2 `[constant]`, 3 `[constant + index]`;
    /// then the second and third slot and the immediate.
    fn mode(&mut self, address: &Address) -> Option<(usize, u16, u16, u64)> {
        let disp = address.disp as i32;
        match (address.base, address.index) {
            (Operand::Reg(base), None) => Some((0, self.slot(base), 0, halves(disp, 0))),
            (Operand::Reg(base), Some(Index { value, scale, narrow })) => {
                let index = self.slot(value.reg()?);
                Some((1, self.slot(base), index, halves(disp, pack_scale(scale, narrow))))
            }
            (base, None) => {
                let at = self.imm(base)?.wrapping_add(address.disp as u64);
                Some((2, 0, 0, at))
            }
            (base, Some(Index { value, scale, narrow })) => {
                let at = self.imm(base)?.wrapping_add(address.disp as u64);
                // The scale shares its 16 bits with the width of the index.
                let packed = if scale < 1 << 15 { scale | if narrow { 1 << 15 } else { 0 } } else { return None };
                Some((3, self.slot(value.reg()?), packed, at))
            }
        }
    }

    pub(super) fn lea(&mut self, dst: Reg, address: &Address) -> Option<()> {
        let (mode, b, c, imm) = self.mode(address)?;
        let op = [Op::Lea, Op::LeaX, Op::MovI, Op::LeaAX][mode];
        self.push(op, self.slot(dst), b, c, imm);
        Some(())
    }

    pub(super) fn load(&mut self, ty: Ty, dst: Reg, address: &Address) -> Option<()> {
        use Op::*;
        let (mode, b, c, imm) = self.mode(address)?;
        let table = [
            [Load8, Load16, Load32, Load64],
            [Load8X, Load16X, Load32X, Load64X],
            [Load8A, Load16A, Load32A, Load64A],
            [Load8AX, Load16AX, Load32AX, Load64AX],
        ];
        self.push(table[mode][width_index(ty)], self.slot(dst), b, c, imm);
        Some(())
    }

    pub(super) fn load_extended(&mut self, from: Ty, to: Ty, dst: Reg, address: &Address) -> Option<()> {
        use Op::*;
        let (plain, indexed) = match (from.bits(), to.bits()) {
            (8, 32) => (LoadS8To32, LoadS8To32X),
            (16, 32) => (LoadS16To32, LoadS16To32X),
            _ => (LoadS32To64, LoadS32To64X),
        };
        let (mode, b, c, imm) = self.mode(address)?;
        let a = self.slot(dst);
        match mode {
            0 => self.push(plain, a, b, c, imm),
            1 => self.push(indexed, a, b, c, imm),
            // Undefined bits must not go through two instructions that stand for the same operations.
            _ if self.context.tracks() => return None,
            _ => {
                // Constant addresses have no extending form: extend in place.
                self.load(from, dst, address)?;
                let extend = match plain {
                    LoadS8To32 => SExt8To32,
                    LoadS16To32 => SExt16To32,
                    _ => SExt32To64,
                };
                self.push(extend, a, a, 0, 0)
            }
        };
        Some(())
    }

    pub(super) fn store(&mut self, ty: Ty, src: Operand, address: &Address) -> Option<()> {
        use Op::*;
        let (mode, b, c, imm) = self.mode(address)?;
        if let (Some(value), 0) = (self.imm(src), mode)
            && let Ok(disp) = i16::try_from(address.disp)
            && u32::try_from(value).is_ok()
        {
            let op = [Store8I, Store16I, Store32I, Store64I][width_index(ty)];
            self.push(op, disp as u16, b, 0, value);
            return Some(());
        }
        let a = self.in_slot(src, 0)?;
        let table = [
            [Store8, Store16, Store32, Store64],
            [Store8X, Store16X, Store32X, Store64X],
            [Store8A, Store16A, Store32A, Store64A],
            [Store8AX, Store16AX, Store32AX, Store64AX],
        ];
        self.push(table[mode][width_index(ty)], a, b, c, imm);
        Some(())
    }
}
