//! Which slots of a frame may still be read.
//!
//! A backward analysis of the bytecode, since slots are shared and the bytecode repeats blocks. Where an instruction is not
//! understood in full it reads more and writes less than it does, so a slot that counts as dead is dead.

use super::{Code, Inst, NO_SLOT, Op, Target};
use secateur_ir::{self as ir, Operand};

/// Sets of slots, one for the start of each block.
pub struct Live {
    /// Instructions at which blocks begin, sorted.
    starts: Vec<u32>,
    /// What may be read from there on.
    before: Vec<Set>,
    slots: usize,
}

type Set = Box<[u64]>;

fn add(set: &mut [u64], slot: usize) {
    if let Some(word) = set.get_mut(slot / 64) {
        *word |= 1 << (slot % 64);
    }
}

fn remove(set: &mut [u64], slot: u16) {
    if let Some(word) = set.get_mut(usize::from(slot) / 64) {
        *word &= !(1 << (slot % 64));
    }
}

fn list(set: &[u64]) -> Vec<u16> {
    let mut slots = Vec::new();
    for (i, word) in set.iter().enumerate() {
        crate::memory::log::each(*word, |bit| slots.push((64 * i + bit) as u16));
    }
    slots
}

impl Live {
    pub fn of(code: &Code) -> Live {
        let n = code.insts.len();
        let mut is_start = vec![false; n];
        code.starts.iter().filter(|s| (**s as usize) < n).for_each(|s| is_start[*s as usize] = true);
        if n > 0 {
            is_start[0] = true;
        }
        for at in 0..n {
            let next = targets(code, at, &mut |target| is_start[target] = true);
            if (!next || code.insts[at].op.is_branch()) && at + 1 < n {
                is_start[at + 1] = true;
            }
        }
        let starts: Vec<u32> = (0..n as u32).filter(|at| is_start[*at as usize]).collect();
        let slots = usize::from(code.extent).max(usize::from(code.window));
        let empty: Set = vec![0; slots.div_ceil(64)].into();
        let mut live = Live { before: vec![empty; starts.len()], starts, slots };
        if code.keeps_slots {
            let all = |set: &mut Set| (0..usize::from(code.window)).for_each(|slot| add(set, slot));
            live.before.iter_mut().for_each(all);
            return live;
        }
        let mut changed = true;
        while changed {
            changed = false;
            for block in (0..live.starts.len()).rev() {
                let (first, end) = live.range(block, n);
                let mut set = live.at_end(code, end - 1);
                for at in (first..end).rev() {
                    step(code, at, &mut set);
                }
                if set != live.before[block] {
                    live.before[block] = set;
                    changed = true;
                }
            }
        }
        live
    }

    fn range(&self, block: usize, n: usize) -> (usize, usize) {
        let end = self.starts.get(block + 1).map_or(n, |s| *s as usize);
        (self.starts[block] as usize, end)
    }

    fn block_of(&self, at: usize) -> usize {
        self.starts.partition_point(|s| *s as usize <= at) - 1
    }

    /// What may be read behind the last instruction of a block.
    fn at_end(&self, code: &Code, last: usize) -> Set {
        let mut set: Set = vec![0; self.slots.div_ceil(64)].into();
        let mut join = |target: usize| {
            let before = &self.before[self.block_of(target)];
            set.iter_mut().zip(before.iter()).for_each(|(a, b)| *a |= b);
        };
        let next = targets(code, last, &mut join);
        if next && last + 1 < code.insts.len() {
            join(last + 1);
        }
        set
    }

    fn walk(&self, code: &Code, at: usize) -> Set {
        if code.keeps_slots {
            return self.before.first().cloned().unwrap_or_default();
        }
        let (_, end) = self.range(self.block_of(at), code.insts.len());
        let mut set = self.at_end(code, end - 1);
        for later in (at + 1..end).rev() {
            step(code, later, &mut set);
        }
        set
    }

    /// Slots that the instruction or a later one may read.
    pub fn before(&self, code: &Code, at: usize) -> Vec<u16> {
        let mut set = self.walk(code, at);
        step(code, at, &mut set);
        list(&set)
    }

    /// Slots that a branch or switch reads, or that may be read from one of its targets on.
    pub fn side(&self, code: &Code, at: usize, target: usize) -> Vec<u16> {
        let mut set = self.walk(code, target);
        step(code, target, &mut set);
        read_into(code, at, &mut set);
        list(&set)
    }

    /// Slots that are read after a call has returned, without its results.
    pub fn across(&self, code: &Code, at: usize) -> Vec<u16> {
        let mut set = self.walk(code, at);
        written(code, at, &mut |slot| remove(&mut set, slot));
        list(&set)
    }
}

/// Whether an instruction does nothing but compute a word, and cannot fail. Division and shifts are checked.
fn is_pure(op: Op) -> bool {
    let within = |first: Op, last: Op| (first as u8..=last as u8).contains(&(op as u8));
    within(Op::Mov, Op::Undef)
        || within(Op::Add8, Op::XorI)
        || within(Op::Eq, Op::SExt32To64)
        || within(Op::Lea, Op::FEq64)
        || matches!(op, Op::SiToF64 | Op::F64ToF32 | Op::F32ToF64 | Op::Select)
}

/// Where an instruction may jump to; whether it may also go on to the next one.
fn targets(code: &Code, at: usize, f: &mut dyn FnMut(usize)) -> bool {
    let inst = &code.insts[at];
    let mut jump = |offset: i32| {
        let target = at as i64 + i64::from(offset);
        if (0..code.insts.len() as i64).contains(&target) {
            f(target as usize);
        }
    };
    match inst.op {
        op if op.is_branch() => {
            jump(inst.lo());
            jump(inst.hi());
            false
        }
        Op::Jmp => {
            jump(inst.lo());
            false
        }
        Op::Switch | Op::Indirect => {
            let table = &code.switches[inst.imm as usize];
            table.cases.iter().for_each(|c| jump(c.1));
            jump(table.default);
            false
        }
        Op::Ret | Op::RetI | Op::RetVoid | Op::RetMany | Op::RetSlow | Op::Unreachable | Op::Unsupported => false,
        _ => true,
    }
}

/// From what is live behind an instruction to what is live before it.
fn step(code: &Code, at: usize, set: &mut Set) {
    // What only makes a value that nobody needs needs nothing itself, as a counter that is never looked at.
    let inst = &code.insts[at];
    let is_needed = |slot: u16| set.get(usize::from(slot) / 64).is_some_and(|word| word >> (slot % 64) & 1 == 1);
    if is_pure(inst.op) && !is_needed(inst.a) {
        return;
    }
    written(code, at, &mut |slot| remove(set, slot));
    read_into(code, at, set);
}

/// Adds what an instruction may read.
fn read_into(code: &Code, at: usize, set: &mut Set) {
    read(code, at, &mut |slot| {
        let words = code.wide.iter().find(|w| w.0 == slot).map_or(1, |w| w.1);
        (slot..slot + words).for_each(|slot| add(set, usize::from(slot)));
    });
}

/// Slots that an instruction surely writes.
fn written(code: &Code, at: usize, f: &mut dyn FnMut(u16)) {
    use Op::*;
    let inst = &code.insts[at];
    match inst.op {
        Store8 | Store16 | Store32 | Store64 | Store8X | Store16X | Store32X | Store64X | Store8A | Store16A
        | Store32A | Store64A | Store8AX | Store16AX | Store32AX | Store64AX | Store8I | Store16I | Store32I
        | Store64I | CopyBlock | FillBlock | CopyBlockN | Jmp | Switch | Indirect | Ret | RetI | RetVoid | RetMany
        | RetSlow | Unreachable | Unsupported | Join | Leave => {}
        op if op.is_branch() => {}
        Call | CallFast | CallNative | CallIndirect | CallSlow => {
            call(code, inst).dsts.iter().filter(|d| d.1.is_word()).for_each(|d| f(d.0));
        }
        Slow => {
            let ops = code.origins[at].ops.clone();
            let defs = code.ops[ops.start as usize..ops.end as usize].iter().flat_map(|op| op.defs());
            defs.for_each(|r| f(r.0 as u16));
        }
        _ if inst.a != NO_SLOT => f(inst.a),
        _ => {}
    }
}

/// The call that an instruction is.
fn call<'c>(code: &'c Code, inst: &Inst) -> &'c super::CallSite {
    let index = match inst.op {
        Op::Call | Op::CallFast | Op::CallNative => inst.imm >> 32,
        _ => inst.imm & 0xffff_ffff,
    };
    &code.calls[index as usize]
}

/// Slots that an instruction may read.
fn read(code: &Code, at: usize, f: &mut dyn FnMut(u16)) {
    use Op::*;
    let inst = &code.insts[at];
    let mut each = |slots: &[u16]| slots.iter().for_each(|slot| f(*slot));
    match inst.op {
        MovI | Undef | Alloca | Jmp | RetI | RetVoid | Unreachable | Unsupported | Join | Leave => {}
        Load8A | Load16A | Load32A | Load64A => {}
        Trim | JTrue | Switch | Indirect | FillBlock => each(&[inst.a]),
        JEq | JUlt | JUle | JSlt32 | JSlt64 | JSle32 | JSle64 | CopyBlock => each(&[inst.a, inst.b]),
        JEqI | JUltI | JUleI | JSlt32I | JSlt64I | JSle32I | JSle64I => each(&[inst.a]),
        CopyBlockN => each(&[inst.a, inst.b, inst.c]),
        Store8 | Store16 | Store32 | Store64 | Store8AX | Store16AX | Store32AX | Store64AX => each(&[inst.a, inst.b]),
        Store8X | Store16X | Store32X | Store64X => each(&[inst.a, inst.b, inst.c]),
        Store8A | Store16A | Store32A | Store64A => each(&[inst.a]),
        Store8I | Store16I | Store32I | Store64I | Ret => each(&[inst.b]),
        Select => each(&[inst.b, inst.c, inst.imm as u16]),
        RetMany | RetSlow => {
            code.returns[inst.imm as usize].iter().filter_map(|r| r.0.reg()).for_each(|r| f(r.0 as u16));
        }
        Call | CallFast | CallNative => {
            let args = call(code, inst).args.len() as u16;
            // Shortcuts look at four words, whatever the function takes.
            (0..args).for_each(|i| f(inst.b + i));
        }
        CallIndirect => {
            f(inst.c);
            (0..call(code, inst).args.len() as u16).for_each(|i| f(inst.b + i));
        }
        CallSlow => {
            let site = call(code, inst);
            if let Target::Pointer(Operand::Reg(r)) = site.target {
                f(r.0 as u16);
            }
            site.args.iter().filter_map(|a| a.operand().reg()).for_each(|r| f(r.0 as u16));
        }
        Slow => {}
        // Moves, arithmetic, loads and addresses: what is not a second operand is in no slot that matters more.
        Load8 | Load16 | Load32 | Load64 | LoadS8To32 | LoadS16To32 | LoadS32To64 | Load8AX | Load16AX | Load32AX
        | Load64AX | Lea | LeaAX | Mov | Word1 | SiToF64 => each(&[inst.b]),
        _ => each(&[inst.b, inst.c]),
    }
    // What the operations behind it read, which the slow path evaluates.
    let ops = code.origins[at].ops.clone();
    let ops = &code.ops[ops.start as usize..ops.end as usize];
    for (i, op) in ops.iter().enumerate() {
        if matches!(op, ir::Op::Call { .. }) {
            continue;
        }
        op.for_each_operand(&mut |operand| {
            let Operand::Reg(r) = operand else { return };
            if !ops[..i].iter().any(|earlier| earlier.defs().contains(&r)) {
                f(r.0 as u16);
            }
        });
    }
}
