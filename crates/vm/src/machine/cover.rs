//! Which sides of the user's branches have been taken.
//!
//! The loop asks about a branch only while one of its sides is new, which the instruction itself
//! knows; after that it costs one comparison. To predict a native run, the whole sequence is recorded.

use super::Machine;
use crate::code::{Inst, flag};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// FNV-1a over side numbers, 64 bits at a time.
const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;

pub struct Cover {
    /// One bit per side of a branch, and behind those one per function.
    seen: Vec<u64>,
    /// Those of them that a path took which came to an end that counts.
    claimed: Vec<u64>,
    edges: u32,
    /// Sides that the running path was the first to take, and functions that it was the first to enter.
    pub new_edges: u32,
    /// Those that were taken for the first time, until somebody asks for them.
    found: Vec<u32>,
    /// Events so far and the hash over them, while recording.
    pub trace: (u64, u64),
    /// Whether the sequence of sides is recorded.
    is_recording: bool,
    /// Counted while it is there.
    way: Option<Way>,
    /// Ands away what instructions know while every branch has to be seen.
    pub mask: u8,
}

/// How many sides of branches lie on the way from where the path was resumed, as a static path would go: those
/// in calls that were entered and left again are stepped over (Burnim and Sen, section 4.1).
struct Way {
    /// Beyond this many nobody wants to know.
    most: u32,
    /// The number of frames when the way began, or of those that are left of them.
    frames: usize,
    /// Sides in those, also in the ones that were left.
    passed: u32,
    /// Calls that were entered on the way: frames when inside, and sides in them.
    entered: Vec<(usize, u32)>,
}

impl Cover {
    pub fn new(edges: u32, functions: usize) -> Cover {
        Cover {
            seen: vec![0; (edges as usize + functions).div_ceil(64)],
            claimed: vec![0; (edges as usize + functions).div_ceil(64)],
            edges,
            new_edges: 0,
            found: vec![],
            trace: (0, OFFSET),
            is_recording: false,
            way: None,
            mask: !0,
        }
    }
}

impl Machine<'_> {
    /// Records the sequence of sides from now on, from the start of a run.
    pub fn record_trace(&mut self) {
        self.cover.is_recording = true;
        self.cover.mask = 0;
        self.cover.trace = (0, OFFSET);
    }

    /// Counts sides of branches from here on, up to `most`, for sides that are kept ([`super::Pending::way`]).
    pub fn count_way(&mut self, most: u32) {
        self.cover.way = Some(Way { most, frames: self.frames.len(), passed: 0, entered: vec![] });
        self.cover.mask = 0;
    }

    /// Not any more.
    pub fn forget_way(&mut self) {
        self.cover.way = None;
        self.cover.mask = if self.cover.is_recording { 0 } else { !0 };
    }

    /// Sides on the way so far; `u32::MAX` if they are not counted, or not any more.
    pub(super) fn way(&self) -> u32 {
        let Some(way) = &self.cover.way else { return u32::MAX };
        let frames = self.frames.len();
        way.passed + way.entered.iter().filter(|e| e.0 <= frames).map(|e| e.1).sum::<u32>()
    }

    fn on_the_way(&mut self) {
        let frames = self.frames.len();
        let Some(way) = &mut self.cover.way else { return };
        while way.entered.last().is_some_and(|e| e.0 > frames) {
            way.entered.pop();
        }
        if frames <= way.frames {
            (way.frames, way.passed) = (frames, way.passed + 1);
            if way.passed > way.most {
                self.forget_way();
            }
            return;
        }
        match way.entered.last_mut() {
            Some(last) if last.0 == frames => last.1 += 1,
            _ => way.entered.push((frames, 1)),
        }
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

    /// Sides taken by any path that came to an end that counts.
    pub fn covered_edges(&self) -> u32 {
        count_edges(&self.cover.claimed, self.cover.edges)
    }

    /// A function runs for the first time in this machine.
    pub(super) fn function_entered(&mut self, function: u32) {
        if !self.program.function(function).library {
            self.find(self.cover.edges + function);
        }
    }

    /// One bit for each side: whether any path took it that came to an end that counts; behind those one for each function.
    /// It only grows, so what the running path found is not in it.
    pub fn covered(&self) -> &[u64] {
        &self.cover.claimed
    }

    /// Whether the running path took anything that only paths took which came to no end that counts, so far.
    pub fn has_new(&self) -> bool {
        self.sym.as_ref().is_some_and(|sym| sym.known.adds_to(&self.cover.claimed))
    }

    /// Begins as if other paths had taken these sides, and no others. The program must be this machine's own.
    pub fn set_covered(&mut self, covered: &[u64]) {
        self.cover.seen.copy_from_slice(covered);
        self.cover.claimed.copy_from_slice(covered);
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
        if !self.cover.is_recording {
            inst.flags.store(flags | seen, Ordering::Relaxed);
        }
        let is_then = low == (flags & flag::SWAPPED == 0);
        self.side_taken(u32::from(!is_then));
    }

    /// Notes a side or function, if no path came to it before.
    fn find(&mut self, number: u32) {
        let (word, bit) = (number as usize / 64, 1u64 << (number % 64));
        if self.cover.seen[word] & bit == 0 {
            self.cover.seen[word] |= bit;
            self.cover.new_edges += 1;
            self.cover.found.push(number);
            let steps = self.steps;
            if let Some(sym) = &mut self.sym {
                sym.known.found_at = steps;
                Arc::make_mut(&mut sym.known.found).push(number);
            }
        }
    }

    /// The running path ends in a way that counts: what it was the first to take, also before it left the path that it comes
    /// from, is taken for good.
    pub fn claim_found(&mut self) {
        let Some(sym) = &self.sym else { return };
        for number in sym.known.found.clone().iter() {
            let (word, bit) = (*number as usize / 64, 1u64 << (number % 64));
            self.cover.claimed[word] |= bit;
            // The path that found it did not count.
            if self.cover.seen[word] & bit == 0 {
                self.cover.seen[word] |= bit;
                self.cover.new_edges += 1;
                self.cover.found.push(*number);
            }
        }
    }

    /// It ends as if it had never been: what only such paths took is not taken.
    pub fn disclaim_found(&mut self) {
        let Some(sym) = &self.sym else { return };
        let mut any = false;
        for number in sym.known.found.clone().iter() {
            let (word, bit) = (*number as usize / 64, 1u64 << (number % 64));
            if self.cover.claimed[word] & bit == 0 && self.cover.seen[word] & bit != 0 {
                self.cover.seen[word] &= !bit;
                any = true;
            }
        }
        if any {
            let (seen, found) = (&self.cover.seen, &mut self.cover.found);
            found.retain(|number| seen[*number as usize / 64] >> (number % 64) & 1 == 1);
            self.cover.new_edges = 0;
            self.program.forget_taken();
        }
    }

    fn side_taken(&mut self, side: u32) {
        let site = self.site();
        let block = self.program.existing_code(site.function).origins[site.at as usize].block;
        let Some(edge) = self.program.edge(site.function, block, side) else { return };
        if self.sampling.is_some() {
            return self.observe_side(edge);
        }
        self.find(edge);
        self.on_the_way();
        if self.cover.is_recording {
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

/// How many of the first bits are set.
pub fn count_edges(covered: &[u64], edges: u32) -> u32 {
    let (whole, rest) = (edges as usize / 64, edges % 64);
    let last = covered.get(whole).map_or(0, |word| (word & ((1 << rest) - 1)).count_ones());
    covered.iter().take(whole).map(|w| w.count_ones()).sum::<u32>() + last
}
