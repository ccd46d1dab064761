//! Somebody who is asked at each decision what is to become of it, such as a pruning.
//!
//! Asked only where something is decided, so a run without anybody who watches pays one comparison there.

use super::super::{Frame, Machine};
use super::{DecisionKind, Mark};
use crate::memory::Site;
use crate::program::Program;
use std::any::Any;
use std::sync::Arc;

/// What becomes of a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The sides that are not taken are kept.
    Keep,
    /// They are not; the path goes on.
    Skip(&'static str),
    /// The path ends here.
    Stop(&'static str),
    /// The same, and no input goes on from here to an end that counts.
    Dead,
}

pub trait Watch: Any {
    fn decision(&mut self, point: &mut Point) -> Verdict;
    /// What sides of the decision at hand are to be marked with.
    fn mark(&self) -> Mark {
        Mark::NONE
    }
    fn as_any(&mut self) -> &mut dyn Any;
}

/// A decision of the running path.
pub struct Point<'m, 'p> {
    pub site: Site,
    pub kind: DecisionKind,
    /// Where the path goes from there.
    pub turn: Turn,
    /// Whether the instruction has decided nothing else before.
    pub is_first: bool,
    pub machine: &'m mut Machine<'p>,
}

impl Point<'_, '_> {
    pub fn program(&self) -> &Program {
        self.machine.program
    }

    /// One bit for each side of the user's branches: whether any path took it.
    pub fn covered(&self) -> &[u64] {
        self.machine.covered()
    }

    /// Functions that are running, the outermost first.
    pub fn functions(&self) -> impl DoubleEndedIterator<Item = u32> + '_ {
        self.machine.frames.iter().map(|f| f.function)
    }

    /// Calls that the decision is in, the innermost first: function and instruction.
    pub fn calls(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.machine.frames.iter().rev().skip(1).map(|frame| {
            let site = self.machine.program.site_of(frame.function, frame.pc);
            (site.function, site.at)
        })
    }
}

/// Where a side of a decision goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// To one of the two targets of a branch instruction.
    Low,
    High,
    /// To a target of a switch: its offset from the instruction.
    Case(i32),
    /// The instruction goes on, or ends the path.
    Here,
}

/// Sides that were not kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Skipped {
    pub by: &'static str,
    pub site: Site,
    pub kind: DecisionKind,
    pub depth: u32,
    pub sides: u32,
}

impl Machine<'_> {
    /// What the one who watches says.
    pub(super) fn verdict(&mut self, kind: DecisionKind, turn: Turn) -> Verdict {
        let site = self.site();
        let Some(mut watch) = self.sym().watch.take() else { return Verdict::Keep };
        let is_first = self.sym().decided_here() == 0;
        let verdict = watch.decision(&mut Point { site, kind, turn, is_first, machine: self });
        self.sym().watch = Some(watch);
        verdict
    }

    /// The calls that the instruction at hand is in, the innermost first.
    pub(super) fn calls(&self) -> Arc<[(u32, u32)]> {
        let call = |frame: &Frame| {
            let site = self.program.site_of(frame.function, frame.pc);
            (site.function, site.at)
        };
        self.frames.iter().rev().skip(1).map(call).collect()
    }
}
