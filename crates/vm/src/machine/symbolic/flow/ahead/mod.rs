//! What the other sides of a branch would set, as far as a look ahead shows: their instructions are gone through with the
//! registers and the memory of the path at hand, and nothing is changed. Paths that take those sides show it too, but later, and
//! then every path that came by before has to be followed again.
//!
//! *Invariant:* it is a guess. What is guessed in vain depends on more than it has to; what is not found is learnt from paths.
//! So whatever is not understood is unknown, and a side is left when there is too much of it.

mod eval;

use super::places::{Place, renumber};
use crate::addr;
use crate::code::{Code, EXIT, Inst, NO_SLOT, Op};
use crate::machine::{LABELLED, Machine};
use crate::memory::{Kind, Site, log};
use crate::natives::process::touches_world;
use crate::natives::{self, Sets};
use crate::program::NATIVE;
use eval::Word;
use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// Instructions that are looked at for a branch, and calls inside of each other.
const MOST_STEPS: u32 = 1024;
const MOST_CALLS: usize = 4;
/// Those that are looked at in all: so many, and so many more for each place where anything was asked for. The first
/// branches matter most, since all paths come by there.
const FIRST_STEPS: u32 = 4096;
const STEPS_EACH: u32 = 32;
/// Where anything is found, so much less counts: it is worth it.
const USEFUL: u32 = 8;
/// Registers that are copied in the time that an instruction takes.
const COPIED: usize = 4;
/// Bytes that one instruction sets: more are seldom read one by one.
const MOST_BYTES: u64 = 1024;

#[derive(Clone, Copy)]
struct Frame {
    function: u32,
    base: usize,
    /// The next instruction.
    at: usize,
}

/// One way through a side.
#[derive(Clone)]
struct Way {
    frames: SmallVec<[Frame; 4]>,
    words: Vec<Word>,
    /// What it has stored: address, size, value.
    stored: Vec<(u64, u64, Word)>,
}

impl Way {
    /// A number for an instruction of the innermost function, with the calls that lead there.
    fn place(&self, at: usize) -> u64 {
        let mut hasher = FxHasher::default();
        let (last, calls) = self.frames.split_last().map_or((None, &[][..]), |(last, calls)| (Some(last), calls));
        calls.iter().for_each(|frame| (frame.function, frame.at).hash(&mut hasher));
        (last.map(|frame| frame.function), at).hash(&mut hasher);
        hasher.finish()
    }
}

/// How a way ends.
enum End {
    /// Where the sides meet, or where others go on.
    Meets,
    /// The program gives up, or does not come to where the sides meet. That is nothing that those depend on who come there.
    GivesUp,
}

/// What sides of a branch set.
#[derive(Default)]
pub(super) struct Ahead {
    pub places: Vec<(Place, u64)>,
    pub number: u128,
}

struct Look<'m, 'p> {
    machine: &'m Machine<'p>,
    /// Where the sides meet, in the function of the branch, and where those go that do not count.
    ends: (Option<usize>, Option<usize>),
    ways: Vec<Way>,
    /// Where ways have parted: by the calls that are open, and the instruction.
    seen: SmallVec<[u64; 16]>,
    pages: FxHashMap<u64, u64>,
    steps: u32,
    most: u32,
}

impl Machine<'_> {
    /// What the sides of the branch at hand set, up to the block where all of them meet, or all but those that come to another: also the
    /// one that is taken, since there are branches inside of it. It is found once for a branch and the registers of its function.
    pub(super) fn look_ahead(&mut self, site: Site, ends: (u32, u32), key: u64) -> Rc<Ahead> {
        let most = self.sym().flow.as_ref().map_or(0, |flow| {
            let all = FIRST_STEPS.saturating_add(STEPS_EACH.saturating_mul(flow.asks.len() as u32));
            all.saturating_sub(flow.looked).min(MOST_STEPS)
        });
        if most == 0 {
            return Rc::default();
        }
        let code = self.program.existing_code(site.function);
        // No side reads what the block of the branch had for itself.
        let mut words = self.words_here(usize::from(code.temporary));
        let mut hasher = FxHasher::default();
        (key, &words).hash(&mut hasher);
        let number = hasher.finish();
        if let Some(known) = self.sym().flow.as_ref().and_then(|flow| flow.ahead.get(&number)) {
            return known.clone();
        }
        words.resize(usize::from(code.extent), Word::Unknown);
        let (ahead, steps) = self.find_ahead(site, ends, words, most);
        let ahead = Rc::new(ahead);
        if let Some(flow) = &mut self.sym().flow {
            flow.looked += if ahead.places.is_empty() { steps } else { steps / USEFUL };
            flow.ahead.insert(number, ahead.clone());
        }
        ahead
    }

    /// The registers of the running function.
    fn words_here(&self, count: usize) -> Vec<Word> {
        let base = self.frames.last().map_or(0, |frame| frame.base as usize);
        let word = |i: usize| match self.tags.get(i) {
            Some(0) => Word::Sure(self.regs[i]),
            Some(&LABELLED) => Word::Here(self.regs[i]),
            _ => Word::Unknown,
        };
        (base..base + count).map(word).collect()
    }

    /// With how many instructions it took.
    fn find_ahead(&self, site: Site, ends: (u32, u32), words: Vec<Word>, most: u32) -> (Ahead, u32) {
        let code = self.program.existing_code(site.function);
        let at = site.at as usize;
        let frame = Frame { function: site.function, base: 0, at };
        let way = Way { frames: [frame].into_iter().collect(), words, stored: vec![] };
        let start = |end: u32| (end != EXIT).then(|| code.starts[end as usize] as usize);
        let ends = (start(ends.0), start(ends.1));
        let (seen, pages) = (SmallVec::new(), FxHashMap::default());
        let mut look = Look { machine: self, ends, ways: vec![], seen, pages, steps: 0, most };
        for target in targets(code, &code.insts[at]) {
            look.part(&way, at, target);
        }
        while let Some(way) = look.ways.pop() {
            look.go(way);
        }
        let mut ahead = Ahead::default();
        for (page, mask) in look.pages {
            if let Some(place) = self.place_of(page) {
                renumber(&mut ahead.number, place, 0, mask);
                ahead.places.push((place, mask));
            }
        }
        (ahead, look.steps)
    }
}

/// Where a branch or switch may lead, as offsets.
fn targets(code: &Code, inst: &Inst) -> SmallVec<[i32; 8]> {
    match inst.op {
        Op::Switch | Op::Indirect => {
            let table = &code.switches[inst.imm as usize];
            let mut targets: SmallVec<[i32; 8]> =
                table.cases.iter().map(|case| case.1).chain([table.default]).collect();
            targets.sort_unstable();
            targets.dedup();
            targets
        }
        _ => SmallVec::from_slice(&[inst.lo(), inst.hi()]),
    }
}

fn moved(at: usize, offset: i32) -> usize {
    at.wrapping_add_signed(offset as isize)
}

impl Look<'_, '_> {
    /// A way goes on at a target that others have not come to.
    fn part(&mut self, way: &Way, at: usize, target: i32) {
        let to = moved(at, target);
        let place = way.place(to);
        if self.end_at(way, to).is_some() || self.seen.contains(&place) {
            return;
        }
        // There are few, since steps are counted.
        self.seen.push(place);
        // A copy counts as instructions that take as long.
        self.steps += ((way.words.len() + way.stored.len()) / COPIED) as u32;
        let mut way = way.clone();
        go_to(&mut way, to);
        self.ways.push(way);
    }

    fn end_at(&self, way: &Way, at: usize) -> Option<End> {
        let is_at = |end: Option<usize>| way.frames.len() == 1 && end == Some(at);
        let (near, far) = (is_at(self.ends.0), is_at(self.ends.1));
        near.then_some(End::Meets).or(far.then_some(End::GivesUp))
    }

    /// Goes on until the way ends or parts.
    fn go(&mut self, mut way: Way) {
        let mut end = None;
        while self.steps < self.most && end.is_none() {
            end = self.step(&mut way).err();
            self.steps += 1;
        }
        if !matches!(end, Some(End::GivesUp)) {
            for (at, size, _) in way.stored {
                log::for_pages(at, size, |page, mask| *self.pages.entry(page).or_default() |= mask);
            }
        }
    }

    /// One instruction.
    fn step(&mut self, way: &mut Way) -> Result<(), End> {
        let frame = way.frames.last_mut().ok_or(End::Meets)?;
        let Frame { function, base, at } = *frame;
        frame.at += 1;
        if let Some(end) = self.end_at(way, at) {
            return Err(end);
        }
        let code = self.machine.program.existing_code(function);
        let inst = &code.insts[at];
        match inst.op {
            Op::Jmp => go_to(way, moved(at, inst.lo())),
            Op::Switch | Op::Indirect => {
                let value = way.words[base + usize::from(inst.a)].sure();
                let table = &code.switches[inst.imm as usize];
                return self.choose(way, code, at, value.map(|value| table.find(value)));
            }
            op if op.is_branch() => {
                let ops = code.origins[at].ops.clone();
                self.eval_all(way, base, &code.ops[ops.start as usize..ops.end as usize]);
                let slot = match op {
                    Op::JTrue => usize::from(inst.a),
                    _ => code.ops[ops.end as usize - 1].defs()[0].index(),
                };
                let holds = way.words[base + slot].sure().map(|bit| bit & 1 == 1);
                return self.choose(way, code, at, holds.map(|low| if low { inst.lo() } else { inst.hi() }));
            }
            Op::Call | Op::CallFast | Op::CallNative | Op::CallSlow | Op::CallIndirect
                if code.insts.get(at + 1).is_some_and(|next| next.op == Op::Unreachable) =>
            {
                return Err(End::GivesUp);
            }
            Op::Call | Op::CallFast => self.call(way, inst.imm as u32, base, (code, inst)),
            Op::CallIndirect => {
                let pointer = way.words[base + usize::from(inst.c)].value();
                let kind = pointer.and_then(|pointer| Some(self.machine.memory.info(addr::id(pointer))?.kind));
                match kind {
                    Some(Kind::Code(callee)) if callee & NATIVE == 0 => self.call(way, callee, base, (code, inst)),
                    _ => forget_results(way, base, code, inst),
                }
            }
            Op::CallNative => {
                self.native(way, base + usize::from(inst.b), natives::sets(inst.imm as u32));
                forget_results(way, base, code, inst);
            }
            // A function that takes more than words is not looked at.
            Op::CallSlow => forget_results(way, base, code, inst),
            Op::Ret => {
                let value = way.words[base + usize::from(inst.b)];
                return self.leave(way, value);
            }
            Op::RetI => return self.leave(way, Word::Sure(inst.imm)),
            Op::RetVoid | Op::RetMany | Op::RetSlow => return self.leave(way, Word::Unknown),
            Op::Unreachable | Op::Unsupported => return Err(End::GivesUp),
            Op::Join | Op::Leave => {}
            Op::Mov => set(way, base + usize::from(inst.a), way.words[base + usize::from(inst.b)]),
            Op::MovI => set(way, base + usize::from(inst.a), Word::Sure(inst.imm)),
            Op::Alloca => set(way, base + usize::from(inst.a), Word::Unknown),
            _ => {
                let ops = code.origins[at].ops.clone();
                self.eval_all(way, base, &code.ops[ops.start as usize..ops.end as usize]);
            }
        }
        Ok(())
    }

    /// Takes the side that is known, or all of them.
    fn choose(&mut self, way: &mut Way, code: &Code, at: usize, known: Option<i32>) -> Result<(), End> {
        if let Some(target) = known {
            go_to(way, moved(at, target));
            return Ok(());
        }
        for target in targets(code, &code.insts[at]) {
            self.part(way, at, target);
        }
        Err(End::Meets)
    }

    /// Enters a function, unless too many calls are open.
    fn call(&self, way: &mut Way, callee: u32, base: usize, (caller, inst): (&Code, &Inst)) {
        let Some(code) = self.machine.program.code(callee).ok().filter(|_| way.frames.len() <= MOST_CALLS) else {
            return forget_results(way, base, caller, inst);
        };
        let base = base + usize::from(inst.b);
        let (params, extent) = (self.machine.program.function(callee).params.len(), base + usize::from(code.extent));
        way.words.resize(way.words.len().max(extent), Word::Unknown);
        way.words[(base + params).min(extent)..extent].fill(Word::Unknown);
        way.frames.push(Frame { function: callee, base, at: 0 });
    }

    /// A function of the machine, with its arguments.
    fn native(&self, way: &mut Way, args: usize, sets: Sets) {
        let arg = |i: usize| way.words.get(args + i).and_then(|word| word.value());
        match (sets, arg(0), arg(2)) {
            (Sets::Life, Some(at), _) if at != 0 => {
                way.stored.push((log::about(addr::id(at)) << 6, 1, Word::Unknown));
            }
            (Sets::Bytes, Some(at), Some(size)) => self.store(way, at, size, Word::Unknown),
            // What is written, and from where, does not matter; a request that is not known is none that asks for a terminal.
            (Sets::World, Some(number), second)
                if arg(1).is_some_and(|fd| !touches_world(self.machine, &[number, fd, second.unwrap_or(0)])) => {}
            (Sets::World, ..) => way.stored.push((log::WORLD << 6, 1, Word::Unknown)),
            _ => {}
        }
    }

    /// Comes back from a function, or to the end of the one that the branch is in.
    fn leave(&self, way: &mut Way, value: Word) -> Result<(), End> {
        way.frames.pop();
        let is_end = self.ends.0 == self.ends.1;
        let caller = *way.frames.last().ok_or(if is_end { End::Meets } else { End::GivesUp })?;
        let code = self.machine.program.existing_code(caller.function);
        let call = &code.insts[caller.at - 1];
        match value {
            Word::Unknown => forget_results(way, caller.base, code, call),
            value if call.a != NO_SLOT => set(way, caller.base + usize::from(call.a), value),
            _ => {}
        }
        Ok(())
    }
}

fn go_to(way: &mut Way, at: usize) {
    if let Some(frame) = way.frames.last_mut() {
        frame.at = at;
    }
}

fn set(way: &mut Way, at: usize, word: Word) {
    if way.words.len() <= at {
        way.words.resize(at + 1, Word::Unknown);
    }
    way.words[at] = word;
}

/// What a call returns is not known.
fn forget_results(way: &mut Way, base: usize, code: &Code, call: &Inst) {
    if call.a != NO_SLOT {
        set(way, base + usize::from(call.a), Word::Unknown);
    }
    let index = match call.op {
        Op::Call | Op::CallFast => call.imm >> 32,
        _ => call.imm & 0xffff_ffff,
    };
    if matches!(call.op, Op::Call | Op::CallFast | Op::CallSlow | Op::CallIndirect)
        && let Some(site) = code.calls.get(index as usize)
    {
        site.dsts.iter().for_each(|(slot, _)| set(way, base + usize::from(*slot), Word::Unknown));
    }
}
