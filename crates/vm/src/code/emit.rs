//! Chooses an instruction of the bytecode for each operation of the IR. What has none of its own is
//! emitted as [`Op::Slow`] and evaluated from the IR.

use super::build::{Plan, has_fast_access, travels_in_window};
use super::choose::{binary_ops, byval, dense, immediate_is_safe, short_immediate, width_index};
use super::fold::{Address, Index};
use super::op::{Inst, Op, flag, halves, pack_scale};
use super::regions::{Region, regions};
use super::slots::{Slots, Step};
use super::{CallSite, Code, Context, NO_JOIN, NO_SLOT, Origin, SwitchTable, Target};
use secateur_ir::conditions::Conditions;
use secateur_ir::{self as ir, Arg, BinOp, CastOp, IntPred, Operand, Reg, Term, Ty};

pub struct Emitter<'a> {
    f: &'a ir::Function,
    plans: &'a [Plan],
    slots: &'a Slots,
    own_address: u64,
    context: &'a dyn Context,
    insts: Vec<Inst>,
    origins: Vec<Origin>,
    ops: Vec<ir::Op>,
    calls: Vec<CallSite>,
    switches: Vec<(SwitchTable, usize)>,
    returns: Vec<Vec<(Operand, Ty)>>,
    /// Instructions whose immediate names blocks that become offsets: (instruction, which half).
    fixups: Vec<(usize, Half)>,
    starts: Vec<usize>,
    joins: Vec<Option<ir::BlockId>>,
    regions: Box<[Option<Region>]>,
    /// Blocks that a switch leads to.
    cases: Vec<bool>,
    /// Where the operation at hand comes from.
    loc: u32,
    block: usize,
    calls_before: u32,
    pending: std::ops::Range<u32>,
}

#[derive(Clone, Copy)]
enum Half {
    Low,
    High,
}

/// Blocks of at most this many instructions before a branch are repeated at jumps to them, so that a
/// loop takes one branch a turn.
const REPEAT: usize = 3;

fn cases(f: &ir::Function) -> Vec<bool> {
    let mut cases = vec![false; f.blocks.len()];
    for block in f.blocks.iter().filter(|block| matches!(block.term, Term::Switch { .. })) {
        block.term.sides().iter().for_each(|side| cases[side.index()] = true);
    }
    cases
}

impl<'a> Emitter<'a> {
    pub fn new(
        f: &'a ir::Function,
        plans: &'a [Plan],
        slots: &'a Slots,
        own_address: u64,
        context: &'a dyn Context,
    ) -> Self {
        Emitter {
            f,
            plans,
            slots,
            own_address,
            context,
            insts: vec![],
            origins: vec![],
            ops: vec![],
            calls: vec![],
            switches: vec![],
            returns: vec![],
            fixups: vec![],
            starts: vec![],
            joins: if context.tracks() {
                let conditions = Conditions::of(f, &|s| context.is_assumption(s));
                f.block_ids().map(|b| conditions.join(b)).collect()
            } else {
                vec![None; f.blocks.len()]
            },
            regions: Box::default(),
            cases: cases(f),
            loc: 0,
            block: 0,
            calls_before: 0,
            pending: 0..0,
        }
    }

    /// It is followed what branches decide about.
    pub fn with_regions(mut self, steps: &[Vec<Step>]) -> Self {
        self.regions = regions(self.f, self.slots, steps);
        self
    }

    pub fn run(mut self) -> Option<Code> {
        for b in 0..self.f.blocks.len() {
            self.starts.push(self.insts.len());
            let ends_here =
                |region: &Region| region.end == b as u32 || region.near.as_ref().is_some_and(|n| n.0 == b as u32);
            if self.regions.iter().flatten().any(ends_here) {
                self.block = b;
                self.push(Op::Join, 0, 0, 0, b as u64);
            }
            self.body(b);
            self.terminator(b, b + 1, true);
        }
        self.resolve_targets()?;
        let wide = self.wide();
        Some(Code {
            insts: self.insts.into(),
            origins: self.origins.into(),
            ops: self.ops.into(),
            calls: self.calls.into(),
            switches: self.switches.into_iter().map(|s| s.0).collect(),
            starts: self.starts.iter().map(|s| *s as u32).collect(),
            joins: self.joins.iter().map(|j| j.map_or(NO_JOIN, |b| b.0)).collect(),
            regions: self.regions,
            returns: self.returns.into(),
            window: self.slots.window,
            extent: self.slots.extent,
            byval: byval(self.f),
            stack_bytes: self.f.frame_bytes,
            wide,
            keeps_slots: self.slots.keeps,
        })
    }

    fn wide(&self) -> Box<[(u16, u16)]> {
        let regs = self.f.regs.iter().zip(&self.slots.of);
        regs.filter(|(ty, _)| !ty.is_word()).map(|(ty, slot)| (*slot, ty.words() as u16)).collect()
    }

    fn resolve_targets(&mut self) -> Option<()> {
        let offset = |block: i32, from: usize| i32::try_from(self.starts[block as usize] as i64 - from as i64).ok();
        for (at, half) in &self.fixups {
            let inst = &mut self.insts[*at];
            inst.imm = match half {
                Half::Low => halves(offset(inst.lo(), *at)?, inst.hi()),
                Half::High => halves(inst.lo(), offset(inst.hi(), *at)?),
            };
        }
        for (table, at) in &mut self.switches {
            for (_, target) in &mut table.cases {
                *target = offset(*target, *at)?;
            }
            table.default = offset(table.default, *at)?;
            table.dense = dense(table);
        }
        Some(())
    }

    fn slot(&self, reg: Reg) -> u16 {
        self.slots.of[reg.index()]
    }

    fn push(&mut self, op: Op, a: u16, b: u16, c: u16, imm: u64) -> usize {
        self.insts.push(Inst::new(op, a, b, c, imm));
        let (block, calls) = (self.block as u32, self.calls_before);
        self.origins.push(Origin { loc: self.loc, block, calls, ops: self.pending.clone() });
        self.insts.len() - 1
    }

    /// The operation with slots for registers; folded results live in scratch slots.
    fn slotted(&self, op: &ir::Op, folded: &[Reg]) -> ir::Op {
        let mut op = op.clone();
        let place = |r: Reg| match folded.iter().position(|f| *f == r) {
            Some(i) => Reg(u32::from(self.slots.scratch) + 2 + i as u32),
            None => Reg(u32::from(self.slot(r))),
        };
        op.for_each_operand_mut(&mut |operand| {
            if let Operand::Reg(r) = operand {
                *r = place(*r);
            }
        });
        op.defs_mut().iter_mut().for_each(|r| *r = place(*r));
        op
    }

    /// Remembers which operations the next instructions stand for.
    fn begin(&mut self, b: usize, indices: &[usize]) {
        let block = &self.f.blocks[b];
        let folded: Vec<Reg> = indices[..indices.len().saturating_sub(1)]
            .iter()
            .flat_map(|i| block.insts[*i].op.defs().iter().copied())
            .collect();
        let start = self.ops.len() as u32;
        for i in indices {
            let op = self.slotted(&block.insts[*i].op, &folded);
            self.ops.push(op);
        }
        self.pending = start..self.ops.len() as u32;
    }

    fn body(&mut self, b: usize) {
        (self.block, self.calls_before) = (b, 0);
        let (block, plan) = (&self.f.blocks[b], &self.plans[b]);
        for (at, inst) in block.insts.iter().enumerate() {
            if plan.folded[at] {
                continue;
            }
            self.loc = inst.loc;
            let mut indices = plan.addresses.get(&at).map_or(vec![], |a| a.from.clone());
            indices.push(at);
            indices.extend(plan.extended.get(&at));
            self.begin(b, &indices);
            if self.operation(b, at).is_none() {
                self.push(Op::Slow, 0, 0, 0, 0);
            } else if plan.updates.contains(&at) && !self.context.checks_overflow() {
                self.insts.last_mut().into_iter().for_each(|inst| *inst.flags.get_mut() |= flag::UPDATE);
            }
            self.calls_before += u32::from(is_call(inst));
        }
        self.pending = 0..0;
    }

    /// Emits a fast instruction, or says `None` for the slow one.
    fn operation(&mut self, b: usize, at: usize) -> Option<()> {
        let plan = &self.plans[b];
        match &self.f.blocks[b].insts[at].op {
            ir::Op::Copy { ty, dst, src } => self.copy(*ty, *dst, *src),
            ir::Op::Bin { op, ty, dst, a, b, nsw, .. } => {
                if *nsw && !self.f.library && self.context.checks_overflow() {
                    return None;
                }
                self.binary(*op, *ty, *dst, *a, *b)
            }
            ir::Op::ICmp { pred, ty, dst, a, b } => self.compare(*pred, *ty, *dst, *a, *b),
            ir::Op::FCmp { pred, ty, dst, a, b } => self.float_compare(*pred, *ty, *dst, *a, *b),
            ir::Op::FNeg { ty, dst, src } => {
                let f = super::words::negate(*ty)?;
                let src = self.in_slot(*src, 0)?;
                self.push(Op::Word1, self.slot(*dst), src, 0, f as usize as u64);
                Some(())
            }
            ir::Op::Cast { op, from, to, dst, src } => self.cast(*op, *from, *to, *dst, *src),
            ir::Op::Select { ty, dst, cond, a, b } if ty.is_word() => self.select(*dst, *cond, *a, *b),
            ir::Op::PtrAdd { dst, .. } => {
                let address = plan.addresses.get(&at)?.clone();
                self.lea(*dst, &address)
            }
            ir::Op::Load { ty, dst, .. } if has_fast_access(*ty) => {
                let address = plan.addresses.get(&at)?.clone();
                match plan.extended.get(&at).map(|i| &self.f.blocks[b].insts[*i].op) {
                    Some(ir::Op::Cast { to, dst, .. }) => self.load_extended(*ty, *to, *dst, &address),
                    _ => self.load(*ty, *dst, &address),
                }
            }
            ir::Op::Store { ty, src, .. } if has_fast_access(*ty) => {
                let address = plan.addresses.get(&at)?.clone();
                self.store(*ty, *src, &address)
            }
            // Elsewhere than at the function's start it is `alloca`, and counts against the stack each time.
            ir::Op::Alloca { dst, size: Operand::Const(size), var, .. } if b == 0 => {
                let imm = u64::from(u32::try_from(*size).ok()?) | u64::from(var.0) << 32;
                self.push(Op::Alloca, self.slot(*dst), 0, 0, imm);
                Some(())
            }
            ir::Op::Intrinsic { op, ty, dsts, args } => self.intrinsic(*op, *ty, dsts, args),
            ir::Op::Call { .. } => {
                self.call(b, at);
                Some(())
            }
            ir::Op::Unsupported { .. } => {
                self.push(Op::Unsupported, 0, 0, 0, 0);
                Some(())
            }
            _ => None,
        }
    }

    /// An operand as an immediate, if it is a constant of one word.
    fn imm(&self, op: Operand) -> Option<u64> {
        match op {
            Operand::Const(c) => Some(c),
            Operand::Sym(sym, add) => Some(self.context.address(sym, add)),
            _ => None,
        }
    }

    /// A slot that holds the operand; constants are put into scratch slot `which`.
    fn in_slot(&mut self, op: Operand, which: u16) -> Option<u16> {
        if let Operand::Reg(r) = op {
            return Some(self.slot(r));
        }
        let imm = self.imm(op)?;
        let slot = self.slots.scratch + which;
        self.push(Op::MovI, slot, 0, 0, imm);
        Some(slot)
    }

    fn copy(&mut self, ty: Ty, dst: Reg, src: Operand) -> Option<()> {
        if !ty.is_word() {
            return None;
        }
        let a = self.slot(dst);
        match src {
            Operand::Reg(r) => self.push(Op::Mov, a, self.slot(r), 0, 0),
            // What an uninitialised variable holds is anything, also what is there already.
            Operand::Undef if !self.context.tracks() => return Some(()),
            // States that are resumed must not depend on what a slot held before.
            Operand::Undef => self.push_undefined(a, ty.mask()),
            _ => {
                let imm = self.imm(src)?;
                self.push(Op::MovI, a, 0, 0, imm)
            }
        };
        Some(())
    }

    fn binary(&mut self, op: BinOp, ty: Ty, dst: Reg, a: Operand, b: Operand) -> Option<()> {
        let commutes = matches!(op, BinOp::Add | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor);
        let (a, b) = if commutes && a.reg().is_none() { (b, a) } else { (a, b) };
        let (plain, immediate) = binary_ops(op, ty)?;
        if let (Some(imm), Some(immediate)) = (self.imm(b), immediate) {
            if !immediate_is_safe(op, ty, imm) {
                return None;
            }
            let a = self.in_slot(a, 0)?;
            self.push(immediate, self.slot(dst), a, 0, imm);
            return Some(());
        }
        let (a, b) = (self.in_slot(a, 0)?, self.in_slot(b, 1)?);
        self.push(plain, self.slot(dst), a, b, 0);
        Some(())
    }

    fn compare(&mut self, pred: IntPred, ty: Ty, dst: Reg, a: Operand, b: Operand) -> Option<()> {
        let (pred, a, b) = match pred {
            IntPred::Ugt | IntPred::Uge | IntPred::Sgt | IntPred::Sge => (pred.swap(), b, a),
            _ => (pred, a, b),
        };
        let (plain, immediate) = match (pred, ty.bits()) {
            _ if !ty.is_word() => return None,
            (IntPred::Eq, _) => (Op::Eq, Op::EqI),
            (IntPred::Ne, _) => (Op::Ne, Op::NeI),
            (IntPred::Ult, _) => (Op::Ult, Op::UltI),
            (IntPred::Ule, _) => (Op::Ule, Op::UleI),
            (IntPred::Slt, 32) => (Op::Slt32, Op::Slt32I),
            (IntPred::Slt, 64) => (Op::Slt64, Op::Slt64I),
            (IntPred::Sle, 32) => (Op::Sle32, Op::Sle32I),
            (IntPred::Sle, 64) => (Op::Sle64, Op::Sle64I),
            _ => {
                let f = super::words::int_compare(pred, ty)?;
                let (a, b) = (self.in_slot(a, 0)?, self.in_slot(b, 1)?);
                self.push(Op::Word2, self.slot(dst), a, b, f as usize as u64);
                return Some(());
            }
        };
        let a = self.in_slot(a, 0)?;
        match self.imm(b) {
            Some(imm) => self.push(immediate, self.slot(dst), a, 0, imm),
            None => {
                let b = self.in_slot(b, 1)?;
                self.push(plain, self.slot(dst), a, b, 0)
            }
        };
        Some(())
    }

    fn float_compare(&mut self, pred: ir::FloatPred, ty: Ty, dst: Reg, a: Operand, b: Operand) -> Option<()> {
        let word = super::words::float_compare(pred, ty)?;
        let (a, b) = (self.in_slot(a, 0)?, self.in_slot(b, 1)?);
        let (op, a, b) = match (pred.lt, pred.eq, pred.gt, pred.unordered) {
            _ if ty != Ty::F64 => (Op::Word2, a, b),
            (true, false, false, false) => (Op::FLt64, a, b),
            (true, true, false, false) => (Op::FLe64, a, b),
            (false, false, true, false) => (Op::FLt64, b, a),
            (false, true, true, false) => (Op::FLe64, b, a),
            (false, true, false, false) => (Op::FEq64, a, b),
            _ => (Op::Word2, a, b),
        };
        let imm = if op == Op::Word2 { word as usize as u64 } else { 0 };
        self.push(op, self.slot(dst), a, b, imm);
        Some(())
    }

    fn cast(&mut self, op: CastOp, from: Ty, to: Ty, dst: Reg, src: Operand) -> Option<()> {
        let Operand::Reg(src) = src else { return None };
        let (a, b) = (self.slot(dst), self.slot(src));
        let fast = match (op, from, to) {
            (CastOp::Trunc, from, to) if from.is_word() => {
                self.push(Op::AndI, a, b, 0, to.mask());
                return Some(());
            }
            (CastOp::SExt, Ty::Int(8), Ty::Int(32)) => Op::SExt8To32,
            (CastOp::SExt, Ty::Int(16), Ty::Int(32)) => Op::SExt16To32,
            (CastOp::SExt, Ty::Int(8), Ty::Int(64)) => Op::SExt8To64,
            (CastOp::SExt, Ty::Int(16), Ty::Int(64)) => Op::SExt16To64,
            (CastOp::SExt, Ty::Int(32), Ty::Int(64)) => Op::SExt32To64,
            (CastOp::SiToFp, Ty::Int(32 | 64), Ty::F64) => {
                self.push(Op::SiToF64, a, b, from.bits() as u16, 0);
                return Some(());
            }
            (CastOp::FpToSi, Ty::F64, Ty::Int(32)) => Op::F64ToSi32,
            (CastOp::FpConv, Ty::F64, Ty::F32) => Op::F64ToF32,
            (CastOp::FpConv, Ty::F32, Ty::F64) => Op::F32ToF64,
            _ => {
                let f = super::words::cast(op, from, to)?;
                self.push(Op::Word1, a, b, 0, f as usize as u64);
                return Some(());
            }
        };
        self.push(fast, a, b, 0, 0);
        Some(())
    }

    fn select(&mut self, dst: Reg, cond: Operand, a: Operand, b: Operand) -> Option<()> {
        let Operand::Reg(cond) = cond else { return None };
        let (a, b) = (self.in_slot(a, 0)?, self.in_slot(b, 1)?);
        self.push(Op::Select, self.slot(dst), self.slot(cond), a, u64::from(b));
        Some(())
    }

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

    fn lea(&mut self, dst: Reg, address: &Address) -> Option<()> {
        let (mode, b, c, imm) = self.mode(address)?;
        let op = [Op::Lea, Op::LeaX, Op::MovI, Op::LeaAX][mode];
        self.push(op, self.slot(dst), b, c, imm);
        Some(())
    }

    fn load(&mut self, ty: Ty, dst: Reg, address: &Address) -> Option<()> {
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

    fn load_extended(&mut self, from: Ty, to: Ty, dst: Reg, address: &Address) -> Option<()> {
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

    fn store(&mut self, ty: Ty, src: Operand, address: &Address) -> Option<()> {
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

    fn intrinsic(&mut self, op: ir::Intrinsic, ty: Ty, dsts: &[Reg], args: &[Operand]) -> Option<()> {
        use ir::Intrinsic as I;
        match (op, args) {
            (I::MemCpy | I::MemMove, [to, from, Operand::Const(size)]) => {
                let (to, from) = (self.in_slot(*to, 0)?, self.in_slot(*from, 1)?);
                self.push(Op::CopyBlock, to, from, 0, *size);
                Some(())
            }
            (I::MemCpy | I::MemMove, [to, from, Operand::Reg(size)]) => {
                let (to, from) = (self.in_slot(*to, 0)?, self.in_slot(*from, 1)?);
                self.push(Op::CopyBlockN, to, from, self.slot(*size), 0);
                Some(())
            }
            (I::MemSet, [to, Operand::Const(byte), Operand::Const(size)]) => {
                let to = self.in_slot(*to, 0)?;
                self.push(Op::FillBlock, to, 0, *byte as u16, *size);
                Some(())
            }
            (_, [a]) => {
                let f = super::words::unary(op, ty)?;
                let a = self.in_slot(*a, 0)?;
                self.push(Op::Word1, self.slot(dsts[0]), a, 0, f as usize as u64);
                Some(())
            }
            (_, [a, b]) if dsts.len() == 1 => {
                let f = super::words::binary(op, ty)?;
                let (a, b) = (self.in_slot(*a, 0)?, self.in_slot(*b, 1)?);
                self.push(Op::Word2, self.slot(dsts[0]), a, b, f as usize as u64);
                Some(())
            }
            _ => None,
        }
    }

    fn call(&mut self, b: usize, at: usize) {
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
        let plain = site.dsts.iter().all(|d| d.1.is_word()) && site.dsts.len() <= super::MANY_RESULTS;
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
                let shape = super::shape(args.iter().map(Arg::ty), rets.iter().copied());
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

    fn terminator(&mut self, b: usize, next: usize, may_repeat: bool) {
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

    /// Whether coverage of the function's branches is recorded.
    fn counts(&self) -> bool {
        self.context.tracks() && !self.f.library
    }

    /// A slot without a value: marked as such, or zero where nobody looks at marks.
    fn push_undefined(&mut self, slot: u16, mask: u64) -> usize {
        match self.context.tracks_undefined() {
            true => self.push(Op::Undef, slot, 0, 0, mask),
            false => self.push(Op::MovI, slot, 0, 0, 0),
        }
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
        self.switches.push((SwitchTable { cases, default, dense: None }, at));
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
        self.switches.push((SwitchTable { cases, default: self.block as i32, dense: None }, at));
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
                let many = words && !follows && list.len() <= super::MANY_RESULTS;
                self.returns.push(list);
                let op = if many { Op::RetMany } else { Op::RetSlow };
                self.push(op, 0, 0, 0, self.returns.len() as u64 - 1);
            }
        }
    }
}

fn is_call(inst: &ir::Inst) -> bool {
    matches!(inst.op, ir::Op::Call { .. })
}
