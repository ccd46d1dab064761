//! Where compiled code lies in the program, for those who know it by functions, blocks and calls.

use crate::Turn;
use crate::code::{Op, flag};
use crate::program::Program;
use secateur_ir::Term;
use std::sync::atomic::Ordering;

/// A place between two calls of a block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Segment {
    pub function: u32,
    pub block: u32,
    /// Calls of the block before it.
    pub calls: u32,
}

impl Program {
    /// Which side of its block's decision a turn is, in the order of [`Term::sides`].
    pub fn side(&self, function: u32, at: u32, turn: Turn) -> Option<u32> {
        let code = self.code(function).ok()?;
        let block = code.origins.get(at as usize)?.block;
        let term = &self.module.functions[function as usize].blocks[block as usize].term;
        match turn {
            Turn::Low | Turn::High => {
                let Term::Branch { then, els, .. } = term else { return None };
                let swapped = code.insts[at as usize].flags.load(Ordering::Relaxed) & flag::SWAPPED != 0;
                // A branch of one target has no sides.
                (then != els).then_some(u32::from((turn == Turn::Low) == swapped))
            }
            Turn::Case(target) => code.switch(at as usize)?.side(target),
            Turn::Here => None,
        }
    }

    /// The number of a side of a branch in the user's own code.
    pub fn edge_of(&self, function: u32, at: u32, side: u32) -> Option<u32> {
        self.edge(function, self.block_at(function, at)?.0, side)
    }

    /// Where a side of a decision begins.
    pub fn target(&self, function: u32, at: u32, side: Option<u32>) -> Option<Segment> {
        let Some(side) = side else { return self.segment(function, at) };
        let code = self.code(function).ok()?;
        let block = code.origins.get(at as usize)?.block;
        let block = match &self.module.functions[function as usize].blocks[block as usize].term {
            // Strategies ask for each decision of each path, so no list of sides is made for it.
            Term::Branch { then, els, .. } if then != els => [*then, *els].get(side as usize).copied(),
            term => match code.switch(at as usize) {
                Some(table) => table.blocks.get(side as usize).copied(),
                None => term.sides().get(side as usize).copied(),
            },
        };
        Some(Segment { function, block: block?.0, calls: 0 })
    }

    /// Where an instruction is.
    pub fn segment(&self, function: u32, at: u32) -> Option<Segment> {
        let origin = self.code(function).ok()?.origins.get(at as usize)?;
        Some(Segment { function, block: origin.block, calls: origin.calls })
    }

    /// Where a call goes on when it returns.
    pub fn behind_call(&self, function: u32, at: u32) -> Option<Segment> {
        let code = self.code(function).ok()?;
        let is_call = code.insts.get(at as usize).is_some_and(|inst| is_call(inst.op));
        let segment = self.segment(function, at)?;
        Some(Segment { calls: segment.calls + u32::from(is_call), ..segment })
    }
}

fn is_call(op: Op) -> bool {
    matches!(op, Op::Call | Op::CallFast | Op::CallNative | Op::CallIndirect | Op::CallSlow)
}
