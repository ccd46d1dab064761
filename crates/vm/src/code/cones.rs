//! Conditions of assumptions: `assume(a && b)` branches in C, but is one condition.
//!
//! Found here are the branches that only compute the argument of such a call: all that lies between
//! them and the block of the call computes values, and sets no variable of the program. The machine
//! then computes both sides and goes on with one term, instead of splitting the path.

use secateur_ir::*;

/// For each block that ends in such a branch, the block of the call, where its sides meet.
pub fn find(f: &Function, is_assumption: &dyn Fn(SymId) -> bool) -> Vec<Option<BlockId>> {
    let mut joins = vec![None; f.blocks.len()];
    let calls = |block: &Block| {
        let assumes = |inst: &Inst| matches!(inst.op, Op::Call { callee: Callee::Direct(s), .. } if is_assumption(s));
        block.insts.iter().any(assumes)
    };
    if !f.blocks.iter().any(calls) {
        return joins;
    }
    let variables = variables(f);
    let pure: Vec<bool> = f.blocks.iter().map(|b| is_pure(b, &variables)).collect();
    for join in (0..f.blocks.len()).filter(|b| calls(&f.blocks[*b])) {
        let mut inside = vec![false; f.blocks.len()];
        let leads_there = |b: usize, inside: &[bool]| {
            let next = f.blocks[b].term.successors();
            !next.is_empty() && next.iter().all(|s| s.index() == join || inside[s.index()])
        };
        // Blocks are added only behind those that they lead to, so there is no loop among them.
        while let Some(b) =
            (0..f.blocks.len()).find(|b| *b != join && pure[*b] && !inside[*b] && leads_there(*b, &inside))
        {
            inside[b] = true;
        }
        for (b, block) in f.blocks.iter().enumerate() {
            if matches!(block.term, Term::Branch { .. }) && b != join && leads_there(b, &inside) {
                joins[b] = Some(BlockId::new(join));
            }
        }
    }
    joins
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
    let computes = |inst: &Inst| {
        let harmless = match &inst.op {
            Op::Bin { .. } | Op::ICmp { .. } | Op::FCmp { .. } | Op::Cast { .. } | Op::Select { .. } => true,
            Op::PtrAdd { .. } | Op::Load { .. } | Op::FNeg { .. } => true,
            Op::Copy { src, .. } => *src != Operand::Undef,
            _ => false,
        };
        harmless && inst.op.defs().iter().all(|r| !variables[r.index()])
    };
    matches!(block.term, Term::Jump(_) | Term::Branch { .. }) && block.insts.iter().all(computes)
}
