//! Which sides of the user's branches have been taken.
//!
//! The loop asks about a branch only while one of its sides is new, which the instruction itself
//! knows; after that it costs one comparison. To predict a native run, the whole sequence is recorded.

use super::Machine;
use crate::code::{Inst, flag};
use std::sync::atomic::Ordering;

/// FNV-1a over side numbers, 64 bits at a time.
const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;

pub struct Cover {
    /// One bit per side of a branch.
    seen: Vec<u64>,
    /// Sides that the running path was the first to take.
    pub new_edges: u32,
    /// Sides that were taken for the first time, until somebody asks for them.
    found: Vec<u32>,
    /// Events so far and the hash over them, while recording.
    pub trace: (u64, u64),
    /// Ands away what instructions know while recording.
    pub mask: u8,
}

impl Cover {
    pub fn new(edges: u32) -> Cover {
        Cover { seen: vec![0; edges.div_ceil(64) as usize], new_edges: 0, found: vec![], trace: (0, OFFSET), mask: !0 }
    }
}

impl Machine<'_> {
    /// Records the sequence of sides from now on, from the start of a run.
    pub fn record_trace(&mut self) {
        self.cover.mask = 0;
        self.cover.trace = (0, OFFSET);
    }

    /// What a unit harness told since this was asked last.
    pub fn take_results(&mut self) -> Vec<(String, Vec<u8>)> {
        self.sym.as_mut().map(|sym| std::mem::take(&mut sym.results)).unwrap_or_default()
    }

    /// How many sides of branches in the user's code were taken, and a hash over their sequence.
    pub fn trace(&self) -> (u64, u64) {
        self.cover.trace
    }

    /// Sides that the running path was the first to take.
    pub fn new_edges(&self) -> u32 {
        self.cover.new_edges
    }

    /// Goes on counting from here.
    pub fn set_new_edges(&mut self, count: u32) {
        self.cover.new_edges = count;
    }

    /// Sides taken by any path.
    pub fn covered_edges(&self) -> u32 {
        self.cover.seen.iter().map(|w| w.count_ones()).sum()
    }

    /// One bit for each side: whether any path took it.
    pub fn covered(&self) -> &[u64] {
        &self.cover.seen
    }

    /// Begins as if other paths had taken these sides, and no others. The program must be this machine's own.
    pub fn set_covered(&mut self, covered: &[u64]) {
        self.cover.seen.copy_from_slice(covered);
        self.cover.found.clear();
        self.program.forget_taken();
    }

    /// Sides that were taken for the first time since this was asked last.
    pub fn take_found(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.cover.found)
    }

    /// A branch goes to the side in the low half of its immediate, or the high one.
    #[cold]
    pub(super) fn branch_taken(&mut self, inst: &Inst, low: bool) {
        let flags = inst.flags.load(Ordering::Relaxed);
        if flags & flag::COUNTS == 0 {
            return;
        }
        let seen = if low { flag::SEEN_LOW } else { flag::SEEN_HIGH };
        if self.cover.mask != 0 {
            inst.flags.store(flags | seen, Ordering::Relaxed);
        }
        let is_then = low == (flags & flag::SWAPPED == 0);
        self.side_taken(u32::from(!is_then));
    }

    fn side_taken(&mut self, side: u32) {
        let site = self.site();
        let block = self.program.existing_code(site.function).origins[site.at as usize].block;
        let Some(edge) = self.program.edge(site.function, block, side) else { return };
        let (word, bit) = (edge as usize / 64, 1u64 << (edge % 64));
        if self.cover.seen[word] & bit == 0 {
            self.cover.seen[word] |= bit;
            self.cover.new_edges += 1;
            self.cover.found.push(edge);
        }
        if self.cover.mask == 0 {
            let (count, hash) = self.cover.trace;
            self.cover.trace = (count + 1, (hash ^ u64::from(edge)).wrapping_mul(PRIME));
        }
    }

    /// A switch goes to a target, given as an offset from the instruction.
    #[cold]
    pub(super) fn switch_taken(&mut self, target: i32) {
        let site = self.site();
        let code = self.program.existing_code(site.function);
        let block = code.origins[site.at as usize].block;
        let function = self.program.function(site.function);
        let sides = function.blocks[block as usize].term.sides();
        let at = (i64::from(site.at) + i64::from(target)) as usize;
        if let Some(side) = sides.iter().position(|b| code.starts[b.index()] as usize == at) {
            self.side_taken(side as u32);
        }
    }
}
