//! The pipeline from a function of the IR to its bytecode, top to bottom.

use super::emit::Emitter;
use super::fold::{Address, Folder};
use super::slots::{self, Keep, Step};
use super::{Code, Context, Target};
use secateur_ir::*;
use std::collections::HashMap;

/// Fails only for functions too large for the bytecode; the message says so.
pub fn build(function: &Function, own_address: u64, context: &dyn Context) -> Result<Code, String> {
    let mut f = function.clone();
    simplify(&mut f);
    let uses = Uses::of(&f);
    let plans: Vec<Plan> = (0..f.blocks.len()).map(|b| Plan::of(&f, b, &uses)).collect();
    let steps: Vec<Vec<Step>> = plans.iter().zip(&f.blocks).map(|(plan, block)| plan.steps(block, context)).collect();
    let too_large = || format!("the function `{}` is too large (more than 65,000 values at once)", f.name);
    let slots = slots::assign(&f, &uses, &steps, keep(&f, context)).ok_or_else(too_large)?;
    let mut emitter = Emitter::new(&f, &plans, &slots, own_address, context);
    if context.tracks_flow() {
        emitter = emitter.with_regions(&steps);
    }
    emitter.run().ok_or_else(too_large)
}

/// After `longjmp` a block goes on behind its call of `setjmp`, so nothing in such a function may share
/// a slot with what comes later.
fn keep(f: &Function, context: &dyn Context) -> Keep {
    let twice = |inst: &Inst| matches!(inst.op, Op::Call { callee: Callee::Direct(s), .. } if context.returns_twice(s));
    match f.blocks.iter().flat_map(|b| &b.insts).any(twice) {
        true => Keep::All,
        false if context.keeps_variables() => Keep::Variables,
        false => Keep::Nothing,
    }
}

/// Conversions that change no bit of a zero-extended word become copies, which then disappear.
fn simplify(f: &mut Function) {
    for inst in f.blocks.iter_mut().flat_map(|b| &mut b.insts) {
        if let Op::Cast { op: CastOp::ZExt | CastOp::Bits, from, to, dst, src } = inst.op
            && from.is_word()
            && to.is_word()
        {
            inst.op = Op::Copy { ty: to, dst, src };
        }
    }
    tidy::tidy(f);
}

/// What is emitted for a block: its instructions less the folded ones, and what they fold.
pub struct Plan {
    pub folded: Vec<bool>,
    /// Addresses of loads, stores and address computations, by instruction.
    pub addresses: HashMap<usize, Address>,
    /// Loads whose value is sign-extended at once: the index of the extension.
    pub extended: HashMap<usize, usize>,
    /// The comparison that the terminator branches on.
    pub compare: Option<usize>,
    /// Loads and stores of values that only serve to make the next one in the same place, such as `count++`.
    pub updates: Vec<usize>,
}

impl Plan {
    fn of(f: &Function, b: usize, uses: &Uses) -> Plan {
        let block = &f.blocks[b];
        let mut made = vec![u32::MAX; f.regs.len()];
        for (i, inst) in block.insts.iter().enumerate() {
            inst.op.defs().iter().for_each(|r| made[r.index()] = i as u32);
        }
        let folder = Folder { f, block: b as u32, uses, made: &made };
        let n = block.insts.len();
        let mut plan = Plan {
            folded: vec![false; n],
            addresses: HashMap::new(),
            extended: HashMap::new(),
            compare: None,
            updates: (0..n).filter_map(|at| update(block, &folder, at)).flatten().collect(),
        };
        plan.compare = plan.branch_compare(block, &folder);
        for at in (0..n).rev() {
            if plan.folded[at] {
                continue;
            }
            match block.insts[at].op {
                Op::Load { ty, addr, .. } | Op::Store { ty, addr, .. } if has_fast_access(ty) => {
                    let address = folder.address(addr, at);
                    address.from.iter().for_each(|i| plan.folded[*i] = true);
                    plan.addresses.insert(at, address);
                }
                Op::PtrAdd { base, index, scale, disp, .. } => {
                    if let Some(address) = folder.ptr_add(at, at, base, index, scale, disp) {
                        address.from.iter().for_each(|i| plan.folded[*i] = true);
                        plan.addresses.insert(at, address);
                    }
                }
                Op::Cast { op: CastOp::SExt, from, to, src, .. } if extends_load(from, to) => {
                    if let Some(load) = folder.link(src, at)
                        && at == load + 1
                        && matches!(block.insts[load].op, Op::Load { ty, .. } if ty.bits() == from.bits())
                    {
                        plan.folded[at] = true;
                        plan.extended.insert(load, at);
                    }
                }
                _ => {}
            }
        }
        plan
    }

    fn branch_compare(&mut self, block: &Block, folder: &Folder) -> Option<usize> {
        let Term::Branch { cond, .. } = block.term else { return None };
        let at = folder.link(cond, block.insts.len())?;
        let Op::ICmp { ty, a, b, pred, .. } = block.insts[at].op else { return None };
        let signed = matches!(pred, IntPred::Slt | IntPred::Sle | IntPred::Sgt | IntPred::Sge);
        let fits = ty.is_word() && (!signed || matches!(ty.bits(), 32 | 64)) && a.reg().or(b.reg()).is_some();
        if !fits || a == Operand::Undef || b == Operand::Undef || !folder.holds(&[a, b], at, block.insts.len()) {
            return None;
        }
        self.folded[at] = true;
        Some(at)
    }

    /// Reads and writes in order of execution, for the assignment of slots.
    fn steps(&self, block: &Block, context: &dyn Context) -> Vec<Step> {
        let mut steps = Vec::new();
        for (at, inst) in block.insts.iter().enumerate() {
            if self.folded[at] {
                continue;
            }
            let mut step = Step::default();
            match self.addresses.get(&at) {
                Some(address) => {
                    let index = address.index.map(|i| i.value);
                    let value = if let Op::Store { src, .. } = inst.op { Some(src) } else { None };
                    step.reads
                        .extend([Some(address.base), index, value].into_iter().flatten().filter_map(Operand::reg));
                }
                None => inst.op.for_each_operand(&mut |op| step.reads.extend(op.reg())),
            }
            let writer = self.extended.get(&at).map_or(inst, |cast| &block.insts[*cast]);
            step.writes.extend(writer.op.defs());
            if let Op::Call { callee, args, rets, .. } = &inst.op {
                step.is_call = true;
                if travels_in_window(callee, args, rets, context).is_some() {
                    step.window_args = Some(args.iter().map(|a| a.operand().reg()).collect());
                }
            }
            // The evaluator writes results before it has read everything only in its own temporaries;
            // operations with several results keep their operands alive.
            steps.push(step);
        }
        let mut last = Step::default();
        match self.compare.map(|at| &block.insts[at].op) {
            Some(Op::ICmp { a, b, .. }) => last.reads.extend([a, b].into_iter().filter_map(|op| op.reg())),
            _ => block.term.for_each_operand(&mut |op| last.reads.extend(op.reg())),
        }
        steps.push(last);
        steps
    }
}

/// The load and the store of an update that ends with the store at `at`: nothing else sees the value, and nothing between
/// the two can fail or decide.
fn update(block: &Block, folder: &Folder, at: usize) -> Option<[usize; 2]> {
    let Op::Store { ty, src, addr, .. } = block.insts[at].op else { return None };
    let made = folder.link(src, at)?;
    let Op::Bin { op, a, b, .. } = block.insts[made].op else { return None };
    let old = match (a, b) {
        (old, Operand::Const(_)) | (Operand::Const(_), old) => old,
        _ => return None,
    };
    let load = folder.link(old, made)?;
    let Op::Load { ty: loaded, addr: from, .. } = block.insts[load].op else { return None };
    let is_plain = matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor);
    let same_place = loaded == ty && from == addr && folder.holds(&[addr], load, at);
    let pure = |inst: &Inst| matches!(inst.op, Op::Bin { .. } | Op::PtrAdd { .. } | Op::Copy { .. } | Op::Cast { .. });
    let quiet = block.insts[load + 1..at].iter().enumerate().all(|(i, inst)| load + 1 + i == made || pure(inst));
    (is_plain && same_place && quiet && has_fast_access(ty)).then_some([load, at])
}

/// Whether a type is read and written by instructions of its own.
pub fn has_fast_access(ty: Ty) -> bool {
    matches!(ty.bits(), 8 | 16 | 32 | 64)
}

fn extends_load(from: Ty, to: Ty) -> bool {
    matches!((from.bits(), to.bits()), (8 | 16, 32) | (32, 64))
}

/// The target of a call whose arguments are all one word, put where the callee expects them.
pub fn travels_in_window(callee: &Callee, args: &[Arg], rets: &[Ty], context: &dyn Context) -> Option<Target> {
    let word = |arg: &Arg| match arg {
        Arg::Value(op, ty) | Arg::Joined(op, ty) => ty.is_word() && *op != Operand::Undef,
        Arg::ByVal { ptr, .. } => *ptr != Operand::Undef && matches!(callee, Callee::Direct(_)),
    };
    if !args.iter().all(word) || args.len() > 200 {
        return None;
    }
    let target = match callee {
        Callee::Direct(sym) => context.callee(*sym),
        Callee::Indirect(op) => Target::Pointer(*op),
    };
    match target {
        Target::Function(f) => context.takes_words(f, args, rets).then_some(target),
        Target::Native(_) => (args.len() <= 8).then_some(target),
        Target::Pointer(op) => op.reg().map(|_| target),
    }
}
