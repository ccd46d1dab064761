//! Which operations are done by the instruction that uses their result: addresses by loads and
//! stores, comparisons by branches, sign extensions by addresses, loads by sign extensions.
//!
//! Sound because the result has one reader, in the same block, and nothing between the two assigns
//! what the folded operation reads.

use secateur_ir::*;

/// How far apart two instructions may be that are folded; keeps large blocks linear.
const REACH: usize = 48;

/// An address as loads and stores take it.
#[derive(Clone, Debug)]
pub struct Address {
    pub base: Operand,
    pub index: Option<Index>,
    pub disp: i64,
    /// The instructions that it stands for, in order.
    pub from: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
pub struct Index {
    pub value: Operand,
    pub scale: u16,
    /// The value has 32 bits and is sign-extended first.
    pub narrow: bool,
}

pub struct Folder<'a> {
    pub f: &'a Function,
    pub block: u32,
    pub uses: &'a Uses,
    /// Where each temporary of this block is made.
    pub made: &'a [u32],
}

impl Folder<'_> {
    fn insts(&self) -> &[Inst] {
        &self.f.blocks[self.block as usize].insts
    }

    /// The index of the instruction that makes an operand, if it can be folded into the one at `at`.
    pub fn link(&self, op: Operand, at: usize) -> Option<usize> {
        let reg = op.reg()?;
        let from = self.made[reg.index()] as usize;
        let near = from < at && at - from <= REACH;
        (self.uses.is_link(reg, self.block) && near).then_some(from)
    }

    /// Whether nothing between `from` and `to` assigns one of the operands.
    pub fn holds(&self, ops: &[Operand], from: usize, to: usize) -> bool {
        let between = &self.insts()[from + 1..to];
        ops.iter().filter_map(|op| op.reg()).all(|r| between.iter().all(|inst| !inst.op.defs().contains(&r)))
    }

    /// The address that the instruction at `at` uses, with everything folded that can be.
    pub fn address(&self, addr: Operand, at: usize) -> Address {
        let plain = Address { base: addr, index: None, disp: 0, from: vec![] };
        let Some(from) = self.link(addr, at) else { return plain };
        let Op::PtrAdd { base, index, scale, disp, .. } = self.insts()[from].op else { return plain };
        if !self.holds(&[base, index], from, at) {
            return plain;
        }
        match self.ptr_add(from, at, base, index, scale, disp) {
            Some(mut address) => {
                address.from.push(from);
                address
            }
            None => plain,
        }
    }

    /// The parts of a PtrAdd at `from`, evaluated at `at`.
    pub fn ptr_add(
        &self,
        from: usize,
        at: usize,
        base: Operand,
        index: Operand,
        scale: i64,
        disp: i64,
    ) -> Option<Address> {
        let mut folded = Vec::new();
        let (mut base, mut disp) = (base, disp);
        // A structure member before an array element: its displacement is added.
        if let Some(inner) = self.link(base, from)
            && let Op::PtrAdd { base: b, index: Operand::Const(0), disp: d, .. } = self.insts()[inner].op
            && self.holds(&[b], inner, at)
        {
            folded.push(inner);
            base = b;
            disp = disp.wrapping_add(d);
        }
        i32::try_from(disp).ok()?;
        let index = match index {
            Operand::Const(c) => {
                disp = disp.wrapping_add((c as i64).wrapping_mul(scale));
                i32::try_from(disp).ok()?;
                None
            }
            _ => Some(self.index(index, from, at, u16::try_from(scale).ok()?, &mut folded)),
        };
        Some(Address { base, index, disp, from: folded })
    }

    fn index(&self, value: Operand, from: usize, at: usize, scale: u16, folded: &mut Vec<usize>) -> Index {
        if let Some(inner) = self.link(value, from)
            && let Op::Cast { op: CastOp::SExt, from: Ty::Int(32), src, .. } = self.insts()[inner].op
            && src.reg().is_some()
            && self.holds(&[src], inner, at)
        {
            folded.push(inner);
            return Index { value: src, scale, narrow: true };
        }
        Index { value, scale, narrow: false }
    }
}
