//! Facts about a function that do not change while it is followed: which registers matter where, and the order of its blocks.

use super::regs::Places;
use secateur_ir::{CastOp, Function, IntPred, Intrinsic, Op, Operand, Reg, Ty, Uses};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Registers whose differences are kept.
const MOST_TRACKED: usize = 24;

/// Facts about a function that do not change while it is looked at.
pub struct Shape {
    /// Registers that more than one block knows.
    pub shared: Vec<Reg>,
    pub is_shared: Vec<bool>,
    /// By register: whether it is a parameter that nothing changes.
    pub is_kept: Vec<bool>,
    /// By register: its row in the zone, if its differences are kept.
    pub tracked: Vec<Option<usize>>,
    pub rows: usize,
    /// By register: whether the program reads it as unsigned.
    pub unsigned: Vec<bool>,
    /// Numbers that the function compares with.
    pub stops: Vec<i64>,
    /// By block: its place in an order in which loops come before what is behind them.
    pub order: Vec<u32>,
    /// By block: whether it is entered again from behind.
    pub is_head: Vec<bool>,
    /// Local variables live until the function returns.
    pub locals_live: bool,
    /// Where registers have their values.
    pub places: Rc<Places>,
}

impl Shape {
    pub fn new(function: &Function) -> Shape {
        let uses = Uses::of(function);
        let mut is_shared: Vec<bool> = (0..function.regs.len()).map(|r| is_known_outside(function, &uses, r)).collect();
        read_before(function, &mut is_shared);
        let shared: Vec<Reg> = (0..function.regs.len()).filter(|r| is_shared[*r]).map(Reg::new).collect();
        let (unsigned, stops) = readings(function);
        let is_word = |r: &&Reg| matches!(function.ty(**r), Ty::Int(bits) if (8..=64).contains(&bits));
        let mut by_use: Vec<Reg> = shared.iter().filter(is_word).copied().collect();
        by_use.sort_by_key(|r| (std::cmp::Reverse(uses.reads[r.index()]), r.0));
        by_use.truncate(MOST_TRACKED);
        let mut tracked = vec![None; function.regs.len()];
        by_use.iter().enumerate().for_each(|(row, reg)| tracked[reg.index()] = Some(row));
        let (order, is_head) = order(function);
        let insts = || function.blocks.iter().flat_map(|b| &b.insts);
        let restores = insts().any(|i| matches!(i.op, Op::Intrinsic { op: Intrinsic::StackRestore, .. }));
        Shape {
            is_kept: (0..function.regs.len()).map(|r| r < function.params.len() && uses.defs[r] == 1).collect(),
            places: Rc::new(Places::new(function, &is_shared)),
            rows: by_use.len(),
            shared,
            is_shared,
            tracked,
            unsigned,
            stops,
            order,
            is_head,
            locals_live: !restores,
        }
    }
}

/// Whether more than one block may know a register; one that nobody sets or reads is known to none.
///
/// An address that is used more than once is kept like them, for what its accesses tell.
fn is_known_outside(function: &Function, uses: &Uses, r: usize) -> bool {
    let is_used = uses.defs[r] > 0 || uses.reads[r] > 0;
    let is_address = function.regs[r] == Ty::Ptr && uses.reads[r] > 1;
    r < function.params.len() || is_used && (is_address || uses.is_shared(Reg::new(r)) || uses.defs[r] != 1)
}

/// Registers that a block reads before it sets them keep what they were in its last run.
fn read_before(function: &Function, found: &mut [bool]) {
    // By register: the last block that set it.
    let mut set_in = vec![usize::MAX; function.regs.len()];
    for (b, block) in function.blocks.iter().enumerate() {
        for inst in &block.insts {
            inst.op.for_each_operand(&mut |operand| {
                if let Operand::Reg(reg) = operand {
                    found[reg.index()] |= set_in[reg.index()] != b;
                }
            });
            inst.op.defs().iter().for_each(|reg| set_in[reg.index()] = b);
        }
        block.term.for_each_operand(&mut |operand| {
            if let Operand::Reg(reg) = operand {
                found[reg.index()] |= set_in[reg.index()] != b;
            }
        });
    }
}

/// How registers are read, and the numbers that they are compared with.
fn readings(function: &Function) -> (Vec<bool>, Vec<i64>) {
    let mut votes = vec![(false, false); function.regs.len()];
    let mut stops = BTreeSet::from([-1, 0, 1]);
    let mut vote = |operand: Operand, unsigned: bool| {
        if let Operand::Reg(reg) = operand {
            let vote = &mut votes[reg.index()];
            if unsigned { vote.0 = true } else { vote.1 = true }
        }
    };
    for inst in function.blocks.iter().flat_map(|b| &b.insts) {
        match &inst.op {
            Op::ICmp { pred, a, b, ty, .. } => {
                use IntPred::*;
                if !matches!(pred, Eq | Ne) {
                    let unsigned = matches!(pred, Ult | Ule | Ugt | Uge);
                    vote(*a, unsigned);
                    vote(*b, unsigned);
                }
                for operand in [a, b] {
                    if let (Operand::Const(c), true) = (operand, ty.is_word()) {
                        let value = super::range::Range::constant(ty.bits(), *c).slo;
                        stops.extend([value.saturating_sub(1), value, value.saturating_add(1)]);
                    }
                }
            }
            Op::Cast { op: CastOp::ZExt, src, .. } => vote(*src, true),
            Op::Cast { op: CastOp::SExt, src, .. } => vote(*src, false),
            Op::PtrAdd { index, .. } => vote(*index, false),
            _ => {}
        }
    }
    (votes.iter().map(|(unsigned, signed)| *unsigned && !signed).collect(), stops.into_iter().collect())
}

/// Blocks in reverse postorder, and those that a later one jumps back to.
fn order(function: &Function) -> (Vec<u32>, Vec<bool>) {
    let count = function.blocks.len();
    let (mut state, mut post) = (vec![0u8; count], vec![]);
    let mut is_head = vec![false; count];
    let mut stack: Vec<(usize, Vec<usize>)> = vec![];
    let next = |b: usize| function.blocks[b].term.successors().iter().rev().map(|s| s.index()).collect::<Vec<_>>();
    if count > 0 {
        state[0] = 1;
        stack.push((0, next(0)));
    }
    while let Some((block, left)) = stack.last_mut() {
        match left.pop() {
            Some(to) if state[to] == 0 => {
                state[to] = 1;
                stack.push((to, next(to)));
            }
            Some(to) => is_head[to] |= state[to] == 1,
            None => {
                state[*block] = 2;
                post.push(*block);
                stack.pop();
            }
        }
    }
    let mut order = vec![u32::MAX; count];
    post.iter().rev().zip(0..).for_each(|(block, at)| order[*block] = at);
    (order, is_head)
}
