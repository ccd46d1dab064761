//! Chooses an instruction of the bytecode for each operation of the IR. What has none of its own is
//! emitted as [`Op::Slow`] and evaluated from the IR.
//!
//! *Invariant:* every instruction has an origin, at the same position: its line, and the operations that it stands for, with
//! slots in place of registers. That is what the slow path evaluates where an operand is not a plain value.

mod access;
mod calls;
mod ends;
mod values;

use super::build::{Plan, has_fast_access};
use super::choose::{byval, dense};
use super::op::{Inst, Op, flag, halves};
use super::regions::{Region, regions};
use super::slots::{Slots, Step};
use super::{CallSite, Code, Context, NO_JOIN, Origin, SwitchTable};
use secateur_ir::conditions::Conditions;
use secateur_ir::{self as ir, Operand, Reg, Term, Ty};

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
            temporary: self.slots.temporary,
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
            let term = &self.f.blocks[self.origins[*at].block as usize].term;
            table.blocks = term.sides().into();
            let sides = table.blocks.iter().zip(0..).map(|(b, side)| Some((offset(b.0 as i32, *at)?, side)));
            let mut sides = sides.collect::<Option<Vec<(i32, u32)>>>()?;
            sides.sort_by_key(|side| side.0);
            sides.dedup_by_key(|side| side.0);
            table.sides = sides.into();
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
}

fn is_call(inst: &ir::Inst) -> bool {
    matches!(inst.op, ir::Op::Call { .. })
}
