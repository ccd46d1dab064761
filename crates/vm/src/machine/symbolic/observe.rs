//! A state as one sees it who compares states: where it is, what its registers hold, and what it read and wrote on the way.

use super::super::{Frame, Machine, SYMBOLIC, UNDEFINED};
use super::{Snapshot, Turn};
use crate::addr;
use crate::code::live::Live;
use crate::memory::log::Segment;
use crate::memory::{Memory, Site};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use secateur_expr::Term;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// What a register that may still be read holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    Plain(u64),
    /// The address of an object.
    Pointer(u64),
    Symbolic(Term),
    /// Some bits are undefined: value and mask.
    Undefined(u64, u64),
}

/// What registers hold.
pub struct Words {
    /// Those of frames that wait for a call, the outermost first. As long as it runs they stay as they are, and most often they
    /// are the same ones.
    pub callers: Rc<[Word]>,
    pub running: Vec<Word>,
}

/// Registers of a frame. Those that are equal are the same.
pub type Slots = Rc<[u16]>;

/// Which registers may still be read, remembered by place.
#[derive(Default)]
pub struct Liveness {
    functions: FxHashMap<u32, Rc<Live>>,
    before: FxHashMap<(u32, u32), Slots>,
    across: FxHashMap<(u32, u32), Slots>,
    sides: FxHashMap<(u32, u32, Turn), Slots>,
    all: FxHashSet<Slots>,
    /// The frames that waited for a call when registers were looked at last.
    callers: Option<Callers>,
}

/// Frames that wait for a call: what of them was there, and what it looked like. Whether a number is an address is not looked
/// at again: an object that took the place of another has its name.
struct Callers {
    /// Of each its registers and its instruction.
    frames: Vec<(u32, usize)>,
    registers: (Vec<u64>, Vec<u8>, Vec<u64>),
    words: Rc<[Word]>,
}

impl Liveness {
    fn slots(&mut self, machine: &Machine, (function, at): (u32, u32), is_running: bool) -> Slots {
        let known = if is_running { &self.before } else { &self.across };
        if let Some(slots) = known.get(&(function, at)) {
            return slots.clone();
        }
        let code = machine.program.existing_code(function);
        let live = self.functions.entry(function).or_insert_with(|| Rc::new(Live::of(code))).clone();
        let (slots, known) = match is_running {
            true => (live.before(code, at as usize), &mut self.before),
            false => (live.across(code, at as usize), &mut self.across),
        };
        let slots = shared(&mut self.all, slots);
        known.insert((function, at), slots.clone());
        slots
    }

    /// What is read by a decision and from one of its sides on; `None` if it goes nowhere that is known.
    fn of_side(&mut self, machine: &Machine, (function, at): (u32, u32), turn: Turn) -> Option<Slots> {
        if let Some(slots) = self.sides.get(&(function, at, turn)) {
            return Some(slots.clone());
        }
        let code = machine.program.existing_code(function);
        let inst = code.insts.get(at as usize)?;
        let offset = match turn {
            Turn::Low if inst.op.is_branch() => inst.lo(),
            Turn::High if inst.op.is_branch() => inst.hi(),
            Turn::Case(offset) => offset,
            _ => return None,
        };
        let target = usize::try_from(i64::from(at) + i64::from(offset)).ok().filter(|to| *to < code.insts.len())?;
        let live = self.functions.entry(function).or_insert_with(|| Rc::new(Live::of(code))).clone();
        let slots = shared(&mut self.all, live.side(code, at as usize, target));
        self.sides.insert((function, at, turn), slots.clone());
        Some(slots)
    }
}

fn shared(all: &mut FxHashSet<Slots>, slots: Vec<u16>) -> Slots {
    if let Some(known) = all.get(slots.as_slice()) {
        return known.clone();
    }
    let slots: Slots = slots.into();
    all.insert(slots.clone());
    slots
}

/// Registers of all frames, of the machine or of a state that is kept.
struct Registers<'a> {
    frames: &'a [Frame],
    regs: &'a [u64],
    tags: &'a [u8],
    extra: &'a [u64],
    memory: &'a Memory,
}

impl Registers<'_> {
    fn add_words(&self, frame: &Frame, slots: &[u16], words: &mut Vec<Word>) {
        for slot in slots {
            let at = frame.base as usize + usize::from(*slot);
            let Some(value) = self.regs.get(at) else { continue };
            words.push(match self.tags[at] {
                SYMBOLIC => Word::Symbolic(Term(self.extra[at] as u32)),
                UNDEFINED => Word::Undefined(*value, self.extra[at]),
                _ if addr::id(*value) != 0 && self.memory.is_address(*value) => Word::Pointer(*value),
                _ => Word::Plain(*value),
            });
        }
    }
}

impl Machine<'_> {
    /// Where the path is: the calls that it is in, and the instruction at hand. States that differ in it never meet.
    pub fn point(&self) -> u64 {
        let mut hasher = FxHasher::default();
        self.phase.hash(&mut hasher);
        for frame in &self.frames {
            let site = self.program.site_of(frame.function, frame.pc);
            (site.function, site.at).hash(&mut hasher);
        }
        for (depth, args) in &self.varargs {
            depth.hash(&mut hasher);
            args.hash(&mut hasher);
        }
        self.sym.as_ref().is_some_and(|s| s.known.no_forks).hash(&mut hasher);
        if self.flow {
            self.hash_labels(&mut hasher);
        }
        hasher.finish()
    }

    /// Registers of the running frame that may still be read.
    pub fn live_slots(&self, liveness: &mut Liveness) -> Slots {
        let Some(last) = self.frames.last() else { return Default::default() };
        let site = self.program.site_of(last.function, last.pc);
        liveness.slots(self, (site.function, site.at), true)
    }

    /// The same as far as a decision and one of its sides need them; `None` for what is no side of a branch or switch.
    pub fn slots_of_side(&self, site: Site, turn: Turn, liveness: &mut Liveness) -> Option<Slots> {
        liveness.of_side(self, (site.function, site.at), turn)
    }

    /// What registers hold, the outermost frame first: of the running frame those in these slots, of the others those that are
    /// read when it has returned. Of the machine, or of a state that was kept.
    pub fn words(&self, slots: &Slots, kept: Option<&Snapshot>, liveness: &mut Liveness) -> Words {
        let registers = kept.map_or_else(|| self.registers(), Snapshot::registers);
        self.words_in(&registers, slots, liveness)
    }

    fn registers(&self) -> Registers<'_> {
        let Machine { frames, regs, tags, extra, memory, .. } = self;
        Registers { frames, regs, tags, extra, memory }
    }

    fn words_in(&self, of: &Registers, running: &[u16], liveness: &mut Liveness) -> Words {
        let Some((last, callers)) = of.frames.split_last() else {
            return Words { callers: Rc::new([]), running: vec![] };
        };
        let mut words = Vec::with_capacity(running.len());
        of.add_words(last, running, &mut words);
        Words { callers: self.words_of_callers(of, (callers, last.base as usize), liveness), running: words }
    }

    fn words_of_callers(
        &self,
        of: &Registers,
        (callers, end): (&[Frame], usize),
        liveness: &mut Liveness,
    ) -> Rc<[Word]> {
        let frames = || callers.iter().map(|frame| (frame.base, frame.pc as usize));
        let end = end.min(of.regs.len());
        let registers = (&of.regs[..end], &of.tags[..end], &of.extra[..end.min(of.extra.len())]);
        let is_same = |known: &&Callers| {
            let (regs, tags, extra) = &known.registers;
            registers == (&regs[..], &tags[..], &extra[..]) && frames().eq(known.frames.iter().copied())
        };
        if let Some(known) = liveness.callers.as_ref().filter(is_same) {
            return known.words.clone();
        }
        let mut words = Vec::new();
        for frame in callers {
            let site = self.program.site_of(frame.function, frame.pc);
            of.add_words(frame, &liveness.slots(self, (site.function, site.at), false), &mut words);
        }
        let words: Rc<[Word]> = words.into();
        let registers = (registers.0.to_vec(), registers.1.to_vec(), registers.2.to_vec());
        liveness.callers = Some(Callers { frames: frames().collect(), registers, words: words.clone() });
        words
    }

    /// What the path did since the last cut, up to the instruction at hand.
    pub fn cut(&mut self) -> Segment {
        let mut segment = self.memory.cut_log();
        let sym = self.sym();
        // What the instruction at hand has asked it asks again from its start.
        let here = sym.observed.as_ref().map_or(vec![], |all| all[sym.observed_here.min(all.len())..].to_vec());
        if let Some(observed) = &mut sym.observed {
            segment.asked = std::mem::replace(observed, here);
        }
        sym.observed_here = 0;
        segment.inputs = std::mem::replace(&mut sym.inputs_before, sym.known.inputs.len() as u32);
        segment
    }

    /// Forgets what it did. With `relevance`, what can affect neither a branch nor a check is no read.
    pub fn begin_segment(&mut self, relevance: bool) {
        if !self.memory.is_logged() {
            match self.sym().resting_log.take() {
                Some(log) => self.memory.put_log(Some(log)),
                None => {
                    let ignored = relevance.then(|| self.private_streams().unwrap_or_default());
                    self.memory.begin_log(ignored);
                }
            }
        }
        self.memory.forget_recent();
        self.memory.cut_log();
        let sym = self.sym();
        (sym.observed, sym.observed_here) = (Some(vec![]), 0);
        sym.inputs_before = sym.known.inputs.len() as u32;
    }

    /// Nobody asks what the path does from a cut on, until the next segment begins.
    pub fn idle(&mut self) {
        self.memory.idle();
        let sym = self.sym();
        (sym.observed, sym.observed_here) = (None, 0);
    }

    /// Notes nothing from now on, until the next segment begins. Only between two paths.
    pub fn end_segment(&mut self) {
        let log = self.memory.take_log();
        let sym = self.sym();
        sym.resting_log = log.or(sym.resting_log.take());
        (sym.observed, sym.observed_here) = (None, 0);
    }

    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// What the outside world has become, as numbers.
    pub fn history(&self) -> crate::env::History {
        self.env.history
    }
}

impl Snapshot {
    fn registers(&self) -> Registers<'_> {
        let Snapshot { frames, regs, tags, extra, memory, .. } = self;
        Registers { frames, regs, tags, extra, memory }
    }

    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    pub fn history(&self) -> crate::env::History {
        self.env.history
    }
}
