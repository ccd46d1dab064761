//! Conditions of assumptions: `assume(a && b)` branches in C, but is one condition.
//!
//! Found here are the branches that only compute the argument of such a call. The machine computes both of their sides and
//! goes on with one term, instead of splitting the path, and their sides are no branches of the program: nobody counts them
//! and nobody looks for them. So a branch is one of these only if nothing else depends on which way it went:
//!
//! - what lies between it and the block of the call computes values, sets no variable of the program, and has no loop;
//! - of these values, those that are still needed in the block of the call only make further values there, and those go into
//!   the call; none of them is needed behind it;
//! - it stands inside the call as the program is written, as far as places are known: `ok = a && b; assume(ok);` is the
//!   user's own branch.

use crate::*;

/// Functions that end the path unless their argument holds.
const ASSUMPTIONS: [&str; 3] = ["secateur_assume", "klee_assume", "__VERIFIER_assume"];

/// Whether a call of this symbol only tells what the program assumes.
pub fn is_assumption(module: &Module, symbol: SymId) -> bool {
    ASSUMPTIONS.contains(&module.symbol(symbol).name.as_str())
}

/// The branches of one function that belong to conditions of assumptions.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// For each block that ends in such a branch, the block of the call, where its sides meet.
    joins: Vec<Option<BlockId>>,
    /// Blocks that lie between such a branch and the call.
    inside: Vec<bool>,
}

impl Conditions {
    pub fn of(f: &Function, is_assumption: &dyn Fn(SymId) -> bool) -> Conditions {
        let count = f.blocks.len();
        let mut found = Conditions { joins: vec![None; count], inside: vec![false; count] };
        let assumes = |inst: &Inst| matches!(inst.op, Op::Call { callee: Callee::Direct(s), .. } if is_assumption(s));
        let calls: Vec<usize> = (0..count).filter(|b| f.blocks[*b].insts.iter().any(assumes)).collect();
        if calls.is_empty() {
            return found;
        }
        let (variables, live) = (variables(f), live_behind(f));
        let pure: Vec<bool> = f.blocks.iter().map(|b| is_pure(b, &variables)).collect();
        for join in calls {
            let leading = leading(f, join, &pure);
            for (b, block) in f.blocks.iter().enumerate() {
                let next = block.term.successors();
                let leads_there = next.iter().all(|s| s.index() == join || leading[s.index()]);
                if b == join || !leads_there || !matches!(block.term, Term::Branch { .. }) {
                    continue;
                }
                let between = between(f, b, join);
                let made = between.iter().flat_map(|b| &f.blocks[*b].insts).flat_map(|inst| inst.op.defs());
                let used_by = only_used_by(f, join, made.copied().collect(), &live[join], &assumes);
                let stands_inside = |call: &Loc| stands_behind(place(f, block.term_loc), *call);
                if used_by.is_some_and(|calls| !calls.is_empty() && calls.iter().all(stands_inside)) {
                    found.joins[b] = Some(BlockId::new(join));
                    between.iter().for_each(|b| found.inside[*b] = true);
                }
            }
        }
        found
    }

    /// Where the sides of a block's branch meet, if they only compute a condition.
    pub fn join(&self, block: BlockId) -> Option<BlockId> {
        self.joins.get(block.index()).copied().flatten()
    }

    /// Whether a block lies between a branch and the call that it computes the argument of.
    pub fn is_inside(&self, block: BlockId) -> bool {
        self.inside.get(block.index()).is_some_and(|inside| *inside)
    }

    /// Whether what a block decides is part of a condition.
    pub fn decides(&self, block: BlockId) -> bool {
        self.is_inside(block) || self.join(block).is_some()
    }
}

/// Blocks that only compute, and after which the block of a call comes whatever happens.
fn leading(f: &Function, join: usize, pure: &[bool]) -> Vec<bool> {
    let mut inside = vec![false; f.blocks.len()];
    let leads_there = |b: usize, inside: &[bool]| {
        let next = f.blocks[b].term.successors();
        !next.is_empty() && next.iter().all(|s| s.index() == join || inside[s.index()])
    };
    // Blocks are added only behind those that they lead to, so there is no loop among them.
    while let Some(b) = (0..f.blocks.len()).find(|b| *b != join && pure[*b] && !inside[*b] && leads_there(*b, &inside))
    {
        inside[b] = true;
    }
    inside
}

/// Blocks between a branch and the block where its sides meet.
fn between(f: &Function, branch: usize, join: usize) -> Vec<usize> {
    let mut found: Vec<usize> = vec![];
    let mut pending = f.blocks[branch].term.successors();
    while let Some(b) = pending.pop() {
        if b.index() != join && !found.contains(&b.index()) {
            found.push(b.index());
            pending.extend(f.blocks[b.index()].term.successors());
        }
    }
    found
}

/// Follows values through the block of a call: the places of the calls that they go into, or `None` if anything else depends
/// on them. `live` is what is needed behind the block.
fn only_used_by(
    f: &Function,
    join: usize,
    mut values: Vec<Reg>,
    live: &[bool],
    assumes: &dyn Fn(&Inst) -> bool,
) -> Option<Vec<Loc>> {
    let block = &f.blocks[join];
    let mut calls = Vec::new();
    for inst in &block.insts {
        let reads = values.iter().any(|reg| inst.op.reads(*reg));
        values.retain(|reg| !inst.op.defs().contains(reg));
        if !reads {
            continue;
        }
        if assumes(inst) {
            calls.push(place(f, inst.loc));
        } else if computes(&inst.op) {
            values.extend(inst.op.defs());
        } else {
            return None;
        }
    }
    let mut is_needed = values.iter().any(|reg| live[reg.index()]);
    block.term.for_each_operand(&mut |operand| is_needed |= operand.reg().is_some_and(|reg| values.contains(&reg)));
    (!is_needed).then_some(calls)
}

/// By block: registers that may be read behind it.
fn live_behind(f: &Function) -> Vec<Vec<bool>> {
    let mut behind = vec![vec![false; f.regs.len()]; f.blocks.len()];
    let mut before = behind.clone();
    loop {
        let mut has_grown = false;
        for (b, block) in f.blocks.iter().enumerate().rev() {
            for next in block.term.successors() {
                let live: Vec<usize> = (0..f.regs.len()).filter(|reg| before[next.index()][*reg]).collect();
                live.into_iter().for_each(|reg| behind[b][reg] = true);
            }
            let mut live = behind[b].clone();
            block.term.for_each_operand(&mut |operand| read(operand, &mut live));
            for inst in block.insts.iter().rev() {
                inst.op.defs().iter().for_each(|reg| live[reg.index()] = false);
                inst.op.for_each_operand(&mut |operand| read(operand, &mut live));
            }
            has_grown |= live != before[b];
            before[b] = live;
        }
        if !has_grown {
            return behind;
        }
    }
}

fn read(operand: Operand, live: &mut [bool]) {
    if let Some(reg) = operand.reg() {
        live[reg.index()] = true;
    }
}

fn place(f: &Function, at: u32) -> Loc {
    f.locs.get(at as usize).copied().unwrap_or_default()
}

/// Whether a branch is written behind the beginning of a call, as its arguments are. All of a macro stands in one place.
fn stands_behind(branch: Loc, call: Loc) -> bool {
    !branch.is_known()
        || !call.is_known()
        || branch.file == call.file && (branch.line, branch.col) >= (call.line, call.col)
}

/// Registers that are parameters or variables of the program: those begin without a value.
fn variables(f: &Function) -> Vec<bool> {
    let mut variables = vec![false; f.regs.len()];
    variables[..f.params.len()].fill(true);
    for inst in f.blocks.iter().flat_map(|b| &b.insts) {
        if let Op::Copy { dst, src: Operand::Undef, .. } = inst.op {
            variables[dst.index()] = true;
        }
    }
    variables
}

/// Whether a block only computes values that are nobody's variables.
fn is_pure(block: &Block, variables: &[bool]) -> bool {
    let is_harmless = |inst: &Inst| computes(&inst.op) && inst.op.defs().iter().all(|r| !variables[r.index()]);
    matches!(block.term, Term::Jump(_) | Term::Branch { .. }) && block.insts.iter().all(is_harmless)
}

/// Whether an operation only makes a value.
fn computes(op: &Op) -> bool {
    match op {
        Op::Bin { .. } | Op::ICmp { .. } | Op::FCmp { .. } | Op::Cast { .. } | Op::Select { .. } => true,
        Op::PtrAdd { .. } | Op::Load { .. } | Op::FNeg { .. } => true,
        Op::Copy { src, .. } => *src != Operand::Undef,
        _ => false,
    }
}
