//! Branches that hang on what a call returned.
//!
//! A branch such as `if (put(text, byte) != OK)` does not tell how near a run came to its other side, since a status is one or another. Its
//! callee does, at what it compared in this call. Other calls of the same function do not matter, so where a call's result decides a branch, the
//! sides of the callee's own branches are noted apart from those in all other calls.

use super::sample::Stamped;
use super::trace::{Inner, Trace};
use rustc_hash::FxHashMap;
use secateur_ir::{Block, Op, Operand, Reg, Term};

/// Calls that are remembered at once.
const MOST_CALLS: usize = 4096;

/// Pairs of a branch and a side of a callee that get a number.
const MOST_PAIRS: usize = 1 << 20;

pub(super) struct Hanging {
    /// Calls that decide a branch: the serial of the callee's frame, and the first side of the branch. Those that have returned stay until
    /// a frame below them is met.
    /// *Invariant:* serials rise.
    calls: Vec<(u64, u32)>,
    /// By first side of a branch and side of a callee, as they are met: their number.
    numbers: FxHashMap<(u32, u32), u32>,
    /// By number: where in the trace it is.
    met: Stamped<u32>,
    /// Sides of branches that were taken by anything, as bits.
    covered: Vec<u64>,
}

impl Hanging {
    pub fn new() -> Hanging {
        Hanging { calls: vec![], numbers: FxHashMap::default(), met: Stamped::new(0), covered: vec![] }
    }

    pub fn forget(&mut self) {
        self.calls.clear();
        self.met.forget();
    }

    pub fn cover(&mut self, covered: &[u64]) {
        self.covered.clear();
        self.covered.extend_from_slice(covered);
    }

    /// Whether nothing took one of the two sides of a branch.
    pub fn is_open(&self, branch: u32) -> bool {
        let is_covered =
            |side: u32| self.covered.get(side as usize / 64).is_some_and(|word| word >> (side % 64) & 1 != 0);
        !(is_covered(branch) && is_covered(branch + 1))
    }

    /// A call whose frame gets this serial decides a branch.
    pub fn call(&mut self, serial: u64, branch: u32) {
        if self.calls.len() < MOST_CALLS {
            self.calls.push((serial, branch));
        }
    }

    /// The branch that the call decides whose frame is the running one.
    #[inline]
    pub fn branch(&mut self, serial: u64) -> Option<u32> {
        while let Some((last, branch)) = self.calls.last() {
            if *last <= serial {
                return (*last == serial).then_some(*branch);
            }
            self.calls.pop();
        }
        None
    }

    /// In a call that decides a branch, a run came so near to a side.
    pub fn near(&mut self, branch: u32, side: u32, distance: f64, trace: &mut Trace) {
        let next = self.numbers.len() as u32;
        let number = match self.numbers.get(&(branch, side)) {
            Some(number) => *number,
            None if next as usize == MOST_PAIRS => return,
            None => {
                self.numbers.insert((branch, side), next);
                self.met.reserve(next as usize + 1);
                next
            }
        };
        match self.met.get_or_set(number as usize, trace.inner.len() as u32) {
            Some(at) => {
                let least = &mut trace.inner[at as usize].distance;
                *least = least.min(distance);
            }
            None => trace.inner.push(Inner { branch, side, distance }),
        }
    }
}

/// Of the calls of a block, which one's result its branch is computed from without memory: the last, if there are several.
pub(super) fn deciding_call(block: &Block) -> Option<u32> {
    let Term::Branch { cond: Operand::Reg(cond), .. } = block.term else { return None };
    let mut needed: Vec<Reg> = vec![cond];
    for (at, inst) in block.insts.iter().enumerate().rev() {
        if !inst.op.defs().iter().any(|def| needed.contains(def)) {
            continue;
        }
        match &inst.op {
            Op::Call { .. } => return Some(block.insts[..at].iter().filter(|inst| is_call(&inst.op)).count() as u32),
            Op::Copy { .. } | Op::Bin { .. } | Op::ICmp { .. } | Op::Cast { .. } | Op::Select { .. } => {
                needed.retain(|reg| !inst.op.defs().contains(reg));
                inst.op.for_each_operand(&mut |operand| needed.extend(operand.reg()));
            }
            _ => needed.retain(|reg| !inst.op.defs().contains(reg)),
        }
    }
    None
}

fn is_call(op: &Op) -> bool {
    matches!(op, Op::Call { .. })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_counts_while_its_own_frame_runs() {
        let mut hanging = Hanging::new();
        hanging.call(5, 90);
        assert_eq!((hanging.branch(5), hanging.branch(6), hanging.branch(5)), (Some(90), None, Some(90)));
        hanging.call(7, 94);
        assert_eq!((hanging.branch(7), hanging.branch(5), hanging.branch(7)), (Some(94), Some(90), None));
        assert_eq!((hanging.branch(3), hanging.branch(5)), (None, None), "it has returned");
    }

    #[test]
    fn a_pair_is_in_the_trace_once_with_the_least_distance() {
        let (mut hanging, mut trace) = (Hanging::new(), Trace::default());
        hanging.forget();
        for (branch, side, distance) in [(90, 36, 9.0), (94, 36, 4.0), (90, 36, 7.0), (90, 36, 8.0)] {
            hanging.near(branch, side, distance, &mut trace);
        }
        let inner: Vec<_> = trace.inner.iter().map(|inner| (inner.branch, inner.side, inner.distance)).collect();
        assert_eq!(inner, [(90, 36, 7.0), (94, 36, 4.0)]);
    }

    #[test]
    fn a_branch_is_open_until_both_sides_were_taken() {
        let mut hanging = Hanging::new();
        assert!(hanging.is_open(63));
        hanging.cover(&[1 << 63, 0]);
        assert!(hanging.is_open(63));
        hanging.cover(&[1 << 63, 1]);
        assert!(!hanging.is_open(63));
    }
}
