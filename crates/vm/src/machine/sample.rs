//! What a concrete run shows to those who choose the next input: which sides of branches it took, how close it came to the
//! others, in what ranges values lay, what it called.
//!
//! Kept by a machine that runs one input after the other. Nothing is allocated between runs: what belongs to an earlier run
//! is told by a stamp.

use super::hanging::{Hanging, deciding_call};
use super::symbolic::Snapshot;
use super::trace::Trace;
use super::{Frame, Machine};
use crate::code::{Inst, Op, Origin, SwitchTable, flag};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::atomic::Ordering;

/// How much of a run the loop notes.
pub(super) mod noted {
    pub const NOTHING: u8 = 0;
    /// Which sides of branches were taken, how often, and which cases of switches: what tells whether a run found something.
    pub const SIDES: u8 = 1;
    /// All that learners want to know as well.
    pub const ALL: u8 = 2;
}

/// Calls of a run that are kept.
const MOST_CALLS: usize = 256;

/// Marks by number, forgotten all at once.
pub(super) struct Stamped<T> {
    of: Vec<(u32, T)>,
    now: u32,
}

impl<T: Copy + Default> Stamped<T> {
    pub(super) fn new(count: usize) -> Stamped<T> {
        Stamped { of: vec![(0, T::default()); count], now: 0 }
    }

    pub(super) fn forget(&mut self) {
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.of.fill((0, T::default()));
            self.now = 1;
        }
    }

    /// Makes room for numbers below this.
    pub(super) fn reserve(&mut self, count: usize) {
        if count > self.of.len() {
            self.of.resize(count.next_power_of_two(), (0, T::default()));
        }
    }

    /// What is known of a number, or that this was not, and is now.
    #[inline(always)]
    pub(super) fn get_or_set(&mut self, number: usize, value: T) -> Option<T> {
        let slot = self.of.get_mut(number)?;
        if slot.0 == self.now {
            return Some(slot.1);
        }
        *slot = (self.now, value);
        None
    }
}

/// Numbers of points of the program at which values are observed: the expressions of branches under the number of their first side,
/// then parameters and results of functions, then indices and divisors.
#[derive(Clone, Debug)]
pub struct Points {
    edges: u32,
    /// By function: its first point; parameters come first, the result last.
    first: Vec<u32>,
    pub count: u32,
}

impl Points {
    fn new(program: &crate::Program) -> Points {
        let edges = program.edge_count();
        let mut count = edges;
        let mut first = vec![];
        for function in &program.module.functions {
            first.push(count);
            count += function.params.len() as u32 + 1;
        }
        Points { edges, first, count }
    }

    /// How many of the points are branches.
    pub fn branches(&self) -> u32 {
        self.edges
    }
}

/// Functions whose accesses have no numbers yet, and those that get none.
const UNNUMBERED: u32 = u32::MAX;
const NOT_OBSERVED: u32 = u32::MAX - 1;

/// An instruction that is no branch that counts.
const NO_SIDE: u32 = u32::MAX;

/// Of a function: where its code is, and for each instruction the number of the first side, if it is a branch that counts, or of the branch that hangs
/// on its result, if it is a call. Empty until the function is met.
#[derive(Clone, Default)]
struct Sides {
    code: usize,
    first: Box<[u32]>,
    hangs: Box<[u32]>,
}

pub(super) struct Sampling {
    trace: Trace,
    /// Whether all is noted, or only what tells a find.
    pub notes_all: bool,
    /// By function.
    sides: Vec<Sides>,
    points: Points,
    /// By function: the number of its first instruction among those that may go wrong by an index or a divisor; and how many
    /// there are. Numbers are given as functions are met.
    accesses: Vec<u32>,
    access_count: u32,
    visited: Stamped<u32>,
    near: Stamped<u32>,
    ranges: Stamped<u32>,
    /// By function and switch, as they are met, if several cases have the same code: the number of its first case; and how
    /// many have numbers.
    cases: FxHashMap<(u32, u64), u32>,
    case_count: u32,
    labels: Stamped<()>,
    /// How far the last comparison was from its other result.
    compared: f64,
    hanging: Hanging,
    /// The state before the first input, until somebody takes it.
    ready: Option<Rc<Snapshot>>,
}

impl Sampling {
    /// The number of the first side of a branch of this function.
    #[inline(always)]
    fn first_side(&mut self, program: &crate::Program, function: u32, inst: &Inst) -> Option<u32> {
        let sides = &self.sides[function as usize];
        let at = (std::ptr::from_ref(inst) as usize).wrapping_sub(sides.code) / size_of::<Inst>();
        match sides.first.get(at) {
            Some(first) => (*first != NO_SIDE).then_some(*first),
            None => self.number_sides(program, function, inst),
        }
    }

    /// The first side of the branch that hangs on the result of a call of this function.
    fn hangs(&mut self, program: &crate::Program, function: u32, call: &Inst) -> Option<u32> {
        if self.sides[function as usize].first.is_empty() {
            self.number_sides(program, function, call);
        }
        let sides = &self.sides[function as usize];
        let at = (std::ptr::from_ref(call) as usize).wrapping_sub(sides.code) / size_of::<Inst>();
        sides.hangs.get(at).copied().filter(|first| *first != NO_SIDE)
    }

    /// The same for a function that was not met before.
    #[cold]
    fn number_sides(&mut self, program: &crate::Program, function: u32, inst: &Inst) -> Option<u32> {
        let code = program.existing_code(function);
        let blocks = &program.function(function).blocks;
        let mut deciding: Vec<Option<u32>> = vec![None; blocks.len()];
        let first = |(inst, origin): (&Inst, &Origin)| {
            let counts = inst.flags.load(Ordering::Relaxed) & flag::COUNTS != 0;
            counts.then(|| program.edge(function, origin.block, 0)).flatten().unwrap_or(NO_SIDE)
        };
        let first: Box<[u32]> = code.insts.iter().zip(&code.origins).map(first).collect();
        // A branch is behind the call that decides it, in the same block.
        for (origin, _) in code.origins.iter().zip(&first).filter(|(_, first)| **first != NO_SIDE) {
            deciding[origin.block as usize] = deciding_call(&blocks[origin.block as usize]);
        }
        let hangs = |origin: &Origin| {
            let is_deciding = deciding[origin.block as usize] == Some(origin.calls);
            is_deciding.then(|| program.edge(function, origin.block, 0)).flatten().unwrap_or(NO_SIDE)
        };
        let hangs: Box<[u32]> = code.origins.iter().map(hangs).collect();
        self.sides[function as usize] = Sides { code: code.insts.as_ptr() as usize, first, hangs };
        self.first_side(program, function, inst)
    }

    #[inline(always)]
    fn visit(&mut self, edge: u32) {
        let next = self.trace.visits.len() as u32;
        match self.visited.get_or_set(edge as usize, next) {
            Some(at) => self.trace.hits[at as usize] += 1,
            None => {
                self.trace.visits.push((edge, self.trace.length));
                self.trace.hits.push(1);
            }
        }
        self.trace.length += 1;
    }

    fn miss(&mut self, edge: u32, distance: f64) {
        let next = self.trace.near.len() as u32;
        match self.near.get_or_set(edge as usize, next) {
            Some(at) => {
                let least = &mut self.trace.near[at as usize].1;
                *least = least.min(distance);
            }
            None => self.trace.near.push((edge, distance)),
        }
    }

    /// A switch with cases that share their code goes to one of them, or to none, which is the last.
    fn label(&mut self, switch: (u32, u64), table: &SwitchTable, case: usize) {
        let (cases, count) = (&mut self.cases, &mut self.case_count);
        let first =
            *cases.entry(switch).or_insert_with(|| std::mem::replace(count, *count + table.cases.len() as u32 + 1));
        self.labels.reserve(*count as usize);
        let label = first + case as u32;
        if self.labels.get_or_set(label as usize, ()).is_none() {
            self.trace.labels.push(label);
        }
    }

    fn value(&mut self, point: u32, value: i64) {
        let next = self.trace.ranges.len() as u32;
        match self.ranges.get_or_set(point as usize, next) {
            Some(at) => {
                let (_, least, most) = &mut self.trace.ranges[at as usize];
                (*least, *most) = ((*least).min(value), (*most).max(value));
            }
            None => self.trace.ranges.push((point, value, value)),
        }
    }
}

/// How far two numbers are from each other, whether they are signed or not.
fn apart(a: u64, b: u64) -> u64 {
    let wide = (a.wrapping_sub(b) as i64).unsigned_abs();
    let narrow = u64::from((a as i32).wrapping_sub(b as i32).unsigned_abs());
    if a >> 32 == 0 && b >> 32 == 0 { wide.min(narrow) } else { wide }
}

impl Machine<'_> {
    /// From now on this machine runs concrete inputs, and tells what they show.
    pub fn observe_runs(&mut self) {
        // Nothing is symbolic in them, so that only undefined values need tags.
        self.track = self.undef;
        let points = Points::new(self.program);
        let edges = self.program.edge_count() as usize;
        self.sampling = Some(Box::new(Sampling {
            visited: Stamped::new(edges),
            near: Stamped::new(edges),
            ranges: Stamped::new(points.count as usize),
            cases: FxHashMap::default(),
            case_count: 0,
            labels: Stamped::new(0),
            points,
            accesses: vec![UNNUMBERED; self.program.module.functions.len()],
            access_count: 0,
            trace: Trace::default(),
            notes_all: true,
            sides: vec![Sides::default(); self.program.module.functions.len()],
            compared: 1.0,
            hanging: Hanging::new(),
            ready: None,
        }));
    }

    /// Whether all is noted of the runs that come, or only what tells a find, which takes less time. (Where undefined values are
    /// tracked all is noted in any case.)
    pub fn note_all(&mut self, notes_all: bool) {
        if let Some(sampling) = &mut self.sampling {
            sampling.notes_all = notes_all;
        }
    }

    /// Sides of branches that were taken by anything: of a branch of which both were, nobody wants to know what it hangs on.
    pub fn note_covered(&mut self, covered: &[u64]) {
        if let Some(sampling) = &mut self.sampling {
            sampling.hanging.cover(covered);
        }
    }

    /// The program is about to ask for an input.
    pub(super) fn observe_input(&mut self) {
        let is_first = self.sym.as_ref().is_some_and(|sym| sym.known.inputs.is_empty());
        if is_first && self.sampling.as_ref().is_some_and(|sampling| sampling.ready.is_none()) {
            let state = Rc::new(self.snapshot());
            if let Some(sampling) = &mut self.sampling {
                sampling.ready = Some(state);
            }
        }
    }

    /// The state before the program asked for its first input in the last run that came from the start.
    pub fn before_input(&mut self) -> Option<Rc<Snapshot>> {
        self.sampling.as_mut()?.ready.take()
    }

    /// A new run begins.
    pub fn forget_run(&mut self) {
        let Some(sampling) = &mut self.sampling else { return };
        sampling.visited.forget();
        sampling.near.forget();
        sampling.ranges.forget();
        sampling.labels.forget();
        sampling.hanging.forget();
        sampling.trace.clear();
    }

    /// What the run showed so far; only where [`Machine::observe_runs`] was asked for.
    pub fn observed_run(&mut self) -> Option<(&mut Trace, &Points)> {
        self.sampling.as_mut().map(|sampling| (&mut sampling.trace, &sampling.points))
    }

    /// A comparison that a branch may be about.
    pub(super) fn observe_comparison(&mut self, distance: f64) {
        if let Some(sampling) = &mut self.sampling {
            sampling.compared = if distance.is_nan() { f64::MAX } else { distance };
        }
    }

    /// Two numbers were compared.
    pub(super) fn observe_numbers(&mut self, a: u64, b: u64) {
        self.observe_comparison(apart(a, b) as f64);
    }

    /// A branch of the running function goes to one of its sides: only which one.
    #[inline(always)]
    pub(super) fn note_side(&mut self, function: u32, inst: &Inst, low: bool) {
        let flags = inst.flags.load(Ordering::Relaxed);
        if flags & flag::COUNTS == 0 {
            return;
        }
        let Some(sampling) = &mut self.sampling else { return };
        if let Some(first) = sampling.first_side(self.program, function, inst) {
            let is_then = low == (flags & flag::SWAPPED == 0);
            sampling.visit(first + u32::from(!is_then));
        }
    }

    /// A branch of the running function goes to one of its sides.
    pub(super) fn observe_branch(&mut self, frame: &Frame, inst: &Inst, low: bool, operands: (u64, u64)) {
        let flags = inst.flags.load(Ordering::Relaxed);
        let Some(sampling) = &mut self.sampling else { return };
        if flags & flag::COUNTS == 0 {
            return;
        }
        let Some(first) = sampling.first_side(self.program, frame.function, inst) else { return };
        let is_then = low == (flags & flag::SWAPPED == 0);
        sampling.visit(first + u32::from(!is_then));
        let distance = match inst.op {
            Op::JTrue => std::mem::replace(&mut sampling.compared, 1.0).max(f64::MIN_POSITIVE),
            _ => {
                sampling.value(first, operands.0.wrapping_sub(operands.1) as i64);
                (apart(operands.0, operands.1) as f64).max(1.0)
            }
        };
        sampling.miss(first + u32::from(is_then), distance);
        if let Some(branch) = sampling.hanging.branch(frame.serial) {
            let Sampling { hanging, trace, .. } = &mut **sampling;
            hanging.near(branch, first + u32::from(!is_then), 0.0, trace);
            hanging.near(branch, first + u32::from(is_then), distance, trace);
        }
    }

    /// A `switch` goes to a target: only which side that is, and which case.
    pub(super) fn note_switch(&mut self, function: u32, inst: &Inst, value: u64, target: i32) {
        let Some(sampling) = &mut self.sampling else { return };
        if inst.flags.load(Ordering::Relaxed) & flag::COUNTS == 0 {
            return;
        }
        let Some(first) = sampling.first_side(self.program, function, inst) else { return };
        let table = &self.program.existing_code(function).switches[inst.imm as usize];
        if let Some(side) = table.side(target) {
            sampling.visit(first + side);
        }
        if table.shares_code() {
            let case = table.cases.binary_search_by_key(&value, |case| case.0).unwrap_or(table.cases.len());
            sampling.label((function, inst.imm), table, case);
        }
    }

    /// A `switch` goes to a target. Of the sides that it does not take, those of the nearest cases are the near ones.
    pub(super) fn observe_switch(&mut self, function: u32, inst: &Inst, value: u64, target: i32) {
        self.note_switch(function, inst, value, target);
        let Some(sampling) = &mut self.sampling else { return };
        if inst.flags.load(Ordering::Relaxed) & flag::COUNTS == 0 {
            return;
        }
        let Some(first) = sampling.first_side(self.program, function, inst) else { return };
        let table = &self.program.existing_code(function).switches[inst.imm as usize];
        let after = table.cases.partition_point(|case| case.0 <= value);
        let nearest = table.cases[..after].iter().rev().find(|case| case.1 != target);
        for case in nearest.into_iter().chain(table.cases[after..].iter().find(|case| case.1 != target)) {
            if let Some(side) = table.side(case.1) {
                sampling.miss(first + side, (apart(case.0, value) as f64).max(1.0));
            }
        }
    }

    /// The number of an instruction among those that may go wrong.
    fn access(&mut self, function: u32, inst: &Inst) -> Option<u32> {
        let sampling = self.sampling.as_mut()?;
        let mut first = sampling.accesses[function as usize];
        if first >= NOT_OBSERVED {
            if first == NOT_OBSERVED {
                return None;
            }
            if self.program.function(function).library {
                sampling.accesses[function as usize] = NOT_OBSERVED;
                return None;
            }
            first = sampling.access_count;
            sampling.accesses[function as usize] = first;
            sampling.access_count += self.program.existing_code(function).insts.len() as u32;
            let count = sampling.access_count as usize;
            sampling.near.reserve(sampling.points.edges as usize + count);
            sampling.ranges.reserve(sampling.points.count as usize + count);
        }
        let code = self.program.existing_code(function);
        // SAFETY: the instruction is one of the function's.
        Some(first + unsafe { std::ptr::from_ref(inst).offset_from(code.insts.as_ptr()) } as u32)
    }

    /// Memory is accessed by an index, at an offset in its object and with so many bytes behind it.
    pub(super) fn observe_index(&mut self, function: u32, inst: &Inst, offset: u32, room: u64) {
        let Some(number) = self.access(function, inst) else { return };
        let Some(sampling) = &mut self.sampling else { return };
        sampling.value(sampling.points.count + number, i64::from(offset));
        sampling.miss(sampling.points.edges + number, room as f64 + 1.0);
    }

    /// A number is divided by another one, of 32 or 64 bits.
    pub(super) fn observe_divisor(&mut self, function: u32, inst: &Inst, divisor: i64) {
        let Some(number) = self.access(function, inst) else { return };
        let Some(sampling) = &mut self.sampling else { return };
        sampling.value(sampling.points.count + number, divisor);
        sampling.miss(sampling.points.edges + number, divisor.unsigned_abs() as f64);
    }

    /// A side of a branch was taken on the slow path.
    pub(super) fn observe_side(&mut self, edge: u32) {
        if let Some(sampling) = &mut self.sampling {
            sampling.visit(edge);
        }
    }

    /// A function is called with arguments from a register on.
    pub(super) fn observe_call(&mut self, function: u32, base: usize, caller: u32, inst: &Inst) {
        let callee = self.program.function(function);
        let Some(sampling) = &mut self.sampling else { return };
        if callee.library {
            return;
        }
        if let Some(branch) = sampling.hangs(self.program, caller, inst)
            && sampling.hanging.is_open(branch)
        {
            sampling.hanging.call(self.next_serial, branch);
        }
        if sampling.trace.calls.len() < MOST_CALLS {
            sampling.trace.calls.push(function);
        }
        let first = sampling.points.first[function as usize];
        for i in 0..callee.params.len() {
            if let Some(value) = self.regs.get(base + i) {
                sampling.value(first + i as u32, *value as i64);
            }
        }
    }

    /// A function returns a number.
    pub(super) fn observe_return(&mut self, function: u32, value: u64) {
        let callee = self.program.function(function);
        if let Some(sampling) = &mut self.sampling
            && !callee.library
        {
            let point = sampling.points.first[function as usize] + callee.params.len() as u32;
            sampling.value(point, value as i64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_apart_as_the_closer_reading_says() {
        assert_eq!(apart(3, 10), 7);
        assert_eq!(apart(0, u64::from(u32::MAX)), 1, "-1 of 32 bits");
        assert_eq!(apart(0, u64::MAX), 1);
        assert_eq!(apart(1 << 40, 0), 1 << 40);
    }

    #[test]
    fn what_an_earlier_run_showed_is_forgotten() {
        let mut marks = Stamped::<u32>::new(4);
        marks.forget();
        assert_eq!(marks.get_or_set(2, 7), None);
        assert_eq!(marks.get_or_set(2, 8), Some(7));
        marks.now = u32::MAX;
        marks.forget();
        assert_eq!(marks.get_or_set(2, 9), None, "stamps begin anew");
        assert_eq!(marks.get_or_set(9, 1), None, "what has no slot is not kept");
    }
}
