//! The loop. Each instruction is a line here; what is longer is a function elsewhere.
//!
//! `TRACK` compiles the loop twice: with it, every operand's tag is looked at, and an instruction
//! with an operand that is not a plain value is evaluated by the slow path. With `LOG` each access to memory is noted as
//! well, where it is the first to its bytes. `FLOW` follows what depends on what, `NOTED` says how much of
//! what a concrete run shows is noted.
//!
//! Speed: what bounds the loop is the dispatch (one indirect jump an instruction) and, for memory,
//! the dependent loads of chunk, slot and data. Nothing here allocates, hashes or counts references.

use super::sample::noted;
use super::value::Val;
use super::{Frame, LABELLED, Machine, SYMBOLIC, Stop, UNDEFINED};
use crate::addr;
use crate::checks;
use crate::code::{Binary, Code, MANY_RESULTS, NO_SLOT, Op, Unary, flag};
use crate::env::Host;
use crate::memory::{CHUNK, Chunk, Kind, Site, log};
use crate::natives::fast;
use crate::program::NATIVE;
use secateur_ir::{Operand, Ty};
use std::sync::atomic::Ordering;

impl Machine<'_> {
    /// Runs until the frame at depth `floor` has returned; its result.
    pub(super) fn execute<const TRACK: bool, const LOG: bool, const FLOW: bool, const NOTED: u8>(
        &mut self,
        floor: usize,
        host: &mut dyn Host,
    ) -> Result<u64, Stop> {
        // SAFETY, for the whole loop: instructions are made by the builder from verified IR, so slots
        // are inside the frame, offsets inside the code; `reserve` keeps the registers allocated, and
        // `resume!` reads all pointers anew after anything that may have moved them.
        unsafe {
            // The running frame. While the loop runs, the list of frames ends somewhere before it.
            let mut frame: *mut Frame = self.frames.last_mut().expect("a frame was entered");
            let mut pc = (*frame).pc;
            let mut fp = self.regs.as_mut_ptr().add((*frame).base as usize);
            let mut tp = self.tags.as_mut_ptr();
            if TRACK {
                tp = tp.add((*frame).base as usize);
            }
            let mut segment = pc;

            /// Writes the loop's state back, before anything that may look at it.
            macro_rules! save {
                () => {{
                    (*frame).pc = pc;
                    let depth = frame.offset_from(self.frames.as_ptr()) as usize + 1;
                    self.frames.set_len(depth);
                }};
            }
            /// Goes on with what the running frame says.
            macro_rules! running {
                () => {{
                    pc = (*frame).pc;
                    fp = self.regs.as_mut_ptr().add((*frame).base as usize);
                    if TRACK {
                        tp = self.tags.as_mut_ptr().add((*frame).base as usize);
                    }
                }};
            }
            /// Reads it again, after anything that may have changed it.
            macro_rules! resume {
                () => {{
                    frame = self.frames.last_mut().expect("running");
                    running!();
                }};
            }
            /// Instructions since the last jump, and the limit on them.
            macro_rules! count {
                () => {{
                    self.steps += pc.offset_from(segment) as u64;
                    if self.steps >= self.check_at {
                        save!();
                        self.tick()?;
                    }
                }};
            }
            macro_rules! r {
                ($slot:expr) => {
                    *fp.add($slot as usize)
                };
            }
            macro_rules! tag {
                ($slot:expr) => {
                    *tp.add($slot as usize)
                };
            }
            macro_rules! w {
                ($slot:expr, $value:expr) => {{
                    *fp.add($slot as usize) = $value;
                    if TRACK {
                        *tp.add($slot as usize) = 0;
                    }
                }};
            }
            /// The instruction at hand, evaluated from the IR.
            macro_rules! slow {
                () => {
                    slow!(slow)
                };
                ($how:ident) => {{
                    save!();
                    self.$how()?;
                    resume!();
                    continue;
                }};
            }
            macro_rules! goto {
                ($from:expr, $offset:expr) => {{
                    count!();
                    pc = $from.offset($offset as isize);
                    segment = pc;
                }};
            }

            loop {
                let here = pc;
                let inst = &*here;
                pc = pc.add(1);

                macro_rules! plain {
                    ($($slot:expr),+) => {
                        if TRACK && ($(tag!($slot))|+) != 0 {
                            slow!();
                        }
                    };
                }
                /// What plain numbers depend on that have labels, 0 for those that have none.
                macro_rules! label_of {
                    () => {
                        0
                    };
                    ($($slot:expr),+) => {
                        if TRACK && ($(tag!($slot))|+) != 0 {
                            if FLOW && !LOG && ($(tag!($slot))|+) == LABELLED {
                                self.label_of([$((*frame).base as usize + usize::from($slot)),+])
                            } else {
                                slow!()
                            }
                        } else {
                            0
                        }
                    };
                }
                /// Gives a plain number in a register a label, if there is one.
                macro_rules! mark {
                    ($slot:expr, $label:expr) => {{
                        let label: u32 = $label;
                        if FLOW && label != 0 {
                            tag!($slot) = LABELLED;
                            let at = (*frame).base as usize + usize::from($slot);
                            *self.extra.as_mut_ptr().add(at) = u64::from(label) << 32;
                        }
                    }};
                }
                macro_rules! bin {
                    ($t:ty, $f:expr) => {{
                        let label = label_of!(inst.b, inst.c);
                        let f: fn($t, $t) -> $t = $f;
                        let value = f(r!(inst.b) as $t, r!(inst.c) as $t);
                        w!(inst.a, value as u64);
                        mark!(inst.a, label);
                    }};
                }
                macro_rules! bini {
                    ($t:ty, $f:expr) => {{
                        let label = label_of!(inst.b);
                        let f: fn($t, $t) -> $t = $f;
                        let value = f(r!(inst.b) as $t, inst.imm as $t);
                        w!(inst.a, value as u64);
                        mark!(inst.a, label);
                    }};
                }
                macro_rules! shift {
                    ($t:ty, $amount:expr, $f:expr) => {{
                        let amount = $amount;
                        if amount >= <$t>::BITS as u64 {
                            slow!();
                        }
                        let f: fn($t, u32) -> $t = $f;
                        let value = f(r!(inst.b) as $t, amount as u32);
                        w!(inst.a, value as u64);
                    }};
                }
                macro_rules! divide {
                    ($t:ty, $f:expr) => {{
                        plain!(inst.b, inst.c);
                        let f: fn($t, $t) -> Option<$t> = $f;
                        if NOTED == noted::ALL {
                            let unused = u64::BITS - <$t>::BITS;
                            let divisor = (r!(inst.c) << unused) as i64 >> unused;
                            self.observe_divisor((*frame).function, inst, divisor);
                        }
                        match f(r!(inst.b) as $t, r!(inst.c) as $t) {
                            Some(value) => w!(inst.a, value as u64),
                            None => slow!(),
                        }
                    }};
                }
                macro_rules! dividei {
                    ($t:ty, $u:ty, $f:expr) => {{
                        plain!(inst.b);
                        let f: fn($t, $t) -> $t = $f;
                        w!(inst.a, f(r!(inst.b) as $t, inst.imm as $t) as $u as u64);
                    }};
                }
                macro_rules! cmp {
                    ($t:ty, $f:expr) => {{
                        let label = label_of!(inst.b, inst.c);
                        let f: fn(&$t, &$t) -> bool = $f;
                        let value = f(&(r!(inst.b) as $t), &(r!(inst.c) as $t));
                        if NOTED == noted::ALL {
                            self.observe_numbers(r!(inst.b), r!(inst.c));
                        }
                        w!(inst.a, value as u64);
                        mark!(inst.a, label);
                    }};
                }
                macro_rules! cmpi {
                    ($t:ty, $f:expr) => {{
                        let label = label_of!(inst.b);
                        let f: fn(&$t, &$t) -> bool = $f;
                        let value = f(&(r!(inst.b) as $t), &(inst.imm as $t));
                        if NOTED == noted::ALL {
                            self.observe_numbers(r!(inst.b), inst.imm);
                        }
                        w!(inst.a, value as u64);
                        mark!(inst.a, label);
                    }};
                }
                macro_rules! branch {
                    ($cond:expr) => {
                        branch!($cond, (0, 0))
                    };
                    ($cond:expr, $operands:expr) => {{
                        let low: bool = $cond;
                        if NOTED == noted::ALL {
                            self.observe_branch(&*frame, inst, low, $operands);
                        } else if NOTED == noted::SIDES {
                            self.note_side((*frame).function, inst, low);
                        } else if TRACK {
                            let seen = if low { flag::SEEN_LOW } else { flag::SEEN_HIGH };
                            if inst.flags.load(Ordering::Relaxed) & seen & self.cover.mask == 0 {
                                save!();
                                self.branch_taken(inst, low);
                            }
                        }
                        let offset = if low { inst.lo() } else { inst.hi() };
                        goto!(here, offset);
                    }};
                }
                /// Goes on after a branch on the slow path.
                macro_rules! sided {
                    ($side:expr) => {
                        match $side {
                            Some(holds) => {
                                resume!();
                                branch!(holds);
                            }
                            None => {
                                self.steps += pc.offset_from(segment) as u64;
                                resume!();
                                segment = pc;
                            }
                        }
                    };
                }
                /// A branch whose operands must be plain; otherwise its comparison is evaluated slowly.
                macro_rules! jump {
                    ($t:ty, $f:expr) => {{
                        let f: fn(&$t, &$t) -> bool = $f;
                        if TRACK && (tag!(inst.a) | tag!(inst.b)) != 0 {
                            save!();
                            if FLOW && (tag!(inst.a) | tag!(inst.b)) == LABELLED {
                                let low = f(&(r!(inst.a) as $t), &(r!(inst.b) as $t));
                                self.open_labelled([inst.a, inst.b], low);
                                branch!(low);
                                continue;
                            }
                            let side = self.slow_condition()?;
                            sided!(side);
                            continue;
                        }
                        branch!(f(&(r!(inst.a) as $t), &(r!(inst.b) as $t)), (r!(inst.a), r!(inst.b)));
                    }};
                }
                macro_rules! jumpi {
                    ($t:ty, $f:expr) => {{
                        let f: fn(&$t, &$t) -> bool = $f;
                        if TRACK && tag!(inst.a) != 0 {
                            save!();
                            if FLOW && tag!(inst.a) == LABELLED {
                                let low = f(&(r!(inst.a) as $t), &(inst.bc() as $t));
                                self.open_labelled([inst.a; 2], low);
                                branch!(low);
                                continue;
                            }
                            let side = self.slow_condition()?;
                            sided!(side);
                            continue;
                        }
                        branch!(f(&(r!(inst.a) as $t), &(inst.bc() as $t)), (r!(inst.a), inst.bc() as $t as u64));
                    }};
                }
                /// Addresses of the four modes; `plain!` first, where registers take part.
                macro_rules! at {
                    () => {
                        r!(inst.b).wrapping_add(inst.lo() as i64 as u64)
                    };
                    (X) => {{
                        let packed = inst.hi() as u32;
                        let shift = packed >> 16;
                        let index = ((r!(inst.c) << shift) as i64 >> shift) as u64;
                        r!(inst.b)
                            .wrapping_add(index.wrapping_mul(u64::from(packed & 0xffff)))
                            .wrapping_add(inst.lo() as i64 as u64)
                    }};
                    (A) => {
                        inst.imm
                    };
                    (AX) => {{
                        let shift = u32::from(inst.c >> 15) * 32;
                        let index = ((r!(inst.b) << shift) as i64 >> shift) as u64;
                        inst.imm.wrapping_add(index.wrapping_mul(u64::from(inst.c & 0x7fff)))
                    }};
                }
                macro_rules! slot_of {
                    ($at:expr) => {{
                        let id = ($at >> 32) as usize;
                        if id < self.memory.table_ids {
                            let chunk: &Chunk = &*self.memory.table.add(id / CHUNK);
                            Some(&chunk.slots[id % CHUNK])
                        } else {
                            None
                        }
                    }};
                }
                /// Whether the log knows all that there is to know about some bytes.
                macro_rules! settled {
                    ($t:ty, $at:expr) => {{
                        let line = &*self.memory.lines.add(log::line_of($at));
                        let mask = (1u64 << size_of::<$t>()) - 1;
                        line.key == $at >> 6 && (line.settled >> ($at & 63)) & mask == mask
                    }};
                }
                /// From an address that registers say.
                macro_rules! load {
                    ($t:ty, $at:expr, [$($slot:expr),*], $convert:expr) => {{
                        let (label, at): (u32, u64) = (label_of!($($slot),*), $at);
                        if FLOW && label != 0 {
                            save!();
                            self.group_label(label);
                        }
                        let offset = addr::offset(at);
                        match slot_of!(at) {
                            Some(slot) if u64::from(offset) + size_of::<$t>() as u64 <= u64::from(slot.read_len) => {
                                if LOG && !settled!($t, at) {
                                    match inst.flags.load(Ordering::Relaxed) & flag::UPDATE == 0 {
                                        true => self.memory.note_plain_read(at, size_of::<$t>() as u64),
                                        false => self.memory.note_update(at, size_of::<$t>() as u64),
                                    }
                                }
                                if NOTED == noted::ALL && inst.op.is_indexed() {
                                    let room = u64::from(slot.read_len - offset) - size_of::<$t>() as u64;
                                    self.observe_index((*frame).function, inst, offset, room);
                                }
                                let value = slot.ptr.add(offset as usize).cast::<$t>().read_unaligned();
                                let convert: fn($t) -> u64 = $convert;
                                w!(inst.a, convert(value));
                                mark!(inst.a, label);
                            }
                            _ if LOG && inst.flags.load(Ordering::Relaxed) & flag::UPDATE != 0 => {
                                slow!(slow_update)
                            }
                            _ if TRACK && !LOG && NOTED == noted::NOTHING => {
                                let Some((word, label)) = self.load_quickly(at, size_of::<$t>() as u64, label) else {
                                    slow!()
                                };
                                let convert: fn($t) -> u64 = $convert;
                                w!(inst.a, convert(word as $t));
                                mark!(inst.a, label);
                            }
                            _ => slow!(),
                        }
                    }};
                }
                /// To an address that registers say, of what others say.
                macro_rules! store {
                    ($t:ty, $at:expr, [$($slot:expr),*], $value:expr, [$($from:expr),*]) => {{
                        let at: u64 = $at;
                        if TRACK && (0 $(| tag!($slot))* $(| tag!($from))*) != 0 {
                            if FLOW && !LOG && (0 $(| tag!($slot))* $(| tag!($from))*) == LABELLED {
                                save!();
                                let base = (*frame).base as usize;
                                let address = self.label_of([$(base + usize::from($slot)),*]);
                                let stored = self.label_of([$(base + usize::from($from)),*]);
                                if self.store_labelled(at, $value as u64, size_of::<$t>(), [address, stored])? {
                                    continue;
                                }
                            }
                            slow!();
                        }
                        let offset = addr::offset(at);
                        match slot_of!(at) {
                            Some(slot)
                                if u64::from(offset) + size_of::<$t>() as u64 <= u64::from(slot.write_len)
                                    && slot.epoch == self.memory.epoch =>
                            {
                                if LOG && !settled!($t, at) {
                                    match inst.flags.load(Ordering::Relaxed) & flag::UPDATE == 0 {
                                        true => self.memory.note_write(at, size_of::<$t>() as u64),
                                        false => self.memory.note_updated(at, size_of::<$t>() as u64),
                                    }
                                }
                                if FLOW {
                                    self.memory.note_plain_write(at, size_of::<$t>() as u64);
                                }
                                if NOTED == noted::ALL && inst.op.is_indexed() {
                                    let room = u64::from(slot.write_len - offset) - size_of::<$t>() as u64;
                                    self.observe_index((*frame).function, inst, offset, room);
                                }
                                slot.ptr.add(offset as usize).cast::<$t>().write_unaligned($value as $t);
                            }
                            _ if LOG && inst.flags.load(Ordering::Relaxed) & flag::UPDATE != 0 => {
                                slow!(slow_update)
                            }
                            _ if TRACK && !LOG && NOTED == noted::NOTHING => {
                                save!();
                                if !self.store_quickly(at, $value as u64, size_of::<$t>())? {
                                    slow!();
                                }
                            }
                            _ => slow!(),
                        }
                    }};
                }
                macro_rules! copy_block {
                    ($size:expr) => {{
                        let (to, from, size): (u64, u64, u64) = (r!(inst.a), r!(inst.b), $size);
                        let (to_offset, from_offset) = (addr::offset(to), addr::offset(from));
                        match (slot_of!(to), slot_of!(from)) {
                            (Some(target), Some(source))
                                if u64::from(to_offset).saturating_add(size) <= u64::from(target.write_len)
                                    && target.epoch == self.memory.epoch
                                    && u64::from(from_offset).saturating_add(size) <= u64::from(source.read_len) =>
                            {
                                if LOG {
                                    self.memory.note_plain_read(from, size);
                                    self.memory.note_write(to, size);
                                }
                                if FLOW {
                                    self.memory.note_plain_write(to, size);
                                }
                                let source = source.ptr.add(from_offset as usize);
                                std::ptr::copy(source, target.ptr.add(to_offset as usize), size as usize);
                            }
                            _ => slow!(),
                        }
                    }};
                }
                macro_rules! float {
                    ($t:ty, $bits:ty, $f:expr) => {{
                        plain!(inst.b, inst.c);
                        let f: fn($t, $t) -> $t = $f;
                        let value = f(<$t>::from_bits(r!(inst.b) as $bits), <$t>::from_bits(r!(inst.c) as $bits));
                        w!(inst.a, value.to_bits() as u64);
                    }};
                }
                macro_rules! float_cmp {
                    ($f:expr) => {{
                        plain!(inst.b, inst.c);
                        let f: fn(&f64, &f64) -> bool = $f;
                        let (x, y) = (f64::from_bits(r!(inst.b)), f64::from_bits(r!(inst.c)));
                        if NOTED == noted::ALL {
                            self.observe_comparison((x - y).abs());
                        }
                        w!(inst.a, f(&x, &y) as u64);
                    }};
                }
                macro_rules! unary {
                    ($f:expr) => {{
                        let label = label_of!(inst.b);
                        let f: fn(u64) -> u64 = $f;
                        w!(inst.a, f(r!(inst.b)));
                        mark!(inst.a, label);
                    }};
                }
                /// Pops the frame, back to the caller or out of the loop.
                macro_rules! leave {
                    // A return whose values are handed over by the slow path.
                    (slowly $values:expr) => {{
                        let values = $values;
                        self.steps += pc.offset_from(segment) as u64;
                        save!();
                        self.leave();
                        if self.frames.len() == floor {
                            return Ok(values.first().map_or(0, |v: &(Val, Ty)| v.0.low()));
                        }
                        self.deliver(&values);
                        resume!();
                        segment = pc;
                    }};
                    ($value:expr) => {{
                        self.steps += pc.offset_from(segment) as u64;
                        // Also unequal if the frame has arguments behind `...`, or is where we began.
                        if self.stack_objects.len() as u32 != (*frame).objects {
                            save!();
                            self.leave();
                            if self.frames.len() == floor {
                                return Ok($value);
                            }
                            resume!();
                        } else {
                            frame = frame.sub(1);
                            running!();
                        }
                        segment = pc;
                    }};
                }
                /// Enters a function whose arguments are in the window.
                macro_rules! enter {
                    ($function:expr) => {{
                        self.steps += pc.offset_from(segment) as u64;
                        let function: u32 = $function;
                        (*frame).pc = pc;
                        if NOTED == noted::ALL {
                            let base = ((*frame).base + u32::from(inst.b)) as usize;
                            self.observe_call(function, base, (*frame).function, inst);
                        }
                        let link = &*self.links.as_ptr().add(function as usize);
                        let new_base = (*frame).base + u32::from(inst.b);
                        let stack = (*frame).stack.wrapping_add(link.stack);
                        let new = frame.add(1);
                        // `words` is out of reach for functions that are not linked yet.
                        let fits = new_base as usize + link.words as usize <= self.regs.len()
                            && u64::from(stack) <= checks::STACK_LIMIT
                            && new < self.frames.as_mut_ptr().add(self.frames.capacity());
                        if fits {
                            (*new).function = function;
                            (*new).base = new_base;
                            (*new).pc = link.insts;
                            (*new).objects = self.stack_objects.len() as u32;
                            (*new).stack = stack;
                            (*new).serial = self.next_serial;
                            self.next_serial += 1;
                            frame = new;
                            pc = link.insts;
                            fp = self.regs.as_mut_ptr().add(new_base as usize);
                            if TRACK {
                                tp = self.tags.as_mut_ptr().add(new_base as usize);
                            }
                        } else {
                            save!();
                            self.begin_instruction();
                            self.enter(function, new_base)?;
                            resume!();
                        }
                        segment = pc;
                    }};
                }

                // A table, one line each where it fits.
                #[rustfmt::skip]
                let () = match inst.op {
                    Op::Mov => {
                        r!(inst.a) = r!(inst.b);
                        if TRACK {
                            let base = (*frame).base as usize;
                            tag!(inst.a) = tag!(inst.b);
                            self.extra[base + inst.a as usize] = self.extra[base + inst.b as usize];
                        }
                    }
                    Op::MovI => w!(inst.a, inst.imm),
                    Op::Trim => {
                        r!(inst.a) &= inst.imm;
                        if TRACK && tag!(inst.a) != 0 {
                            let at = (*frame).base as usize + inst.a as usize;
                            self.trim_tagged(at, inst.imm);
                        }
                    }
                    Op::Undef => {
                        w!(inst.a, 0);
                        if TRACK {
                            tag!(inst.a) = UNDEFINED;
                            let at = (*frame).base as usize + inst.a as usize;
                            self.extra[at] = inst.imm;
                        }
                    }

                    Op::Add8 => bin!(u8, u8::wrapping_add),
                    Op::Add8I => bini!(u8, u8::wrapping_add),
                    Op::Add16 => bin!(u16, u16::wrapping_add),
                    Op::Add16I => bini!(u16, u16::wrapping_add),
                    Op::Add32 => bin!(u32, u32::wrapping_add),
                    Op::Add32I => bini!(u32, u32::wrapping_add),
                    Op::Add64 => bin!(u64, u64::wrapping_add),
                    Op::Add64I => bini!(u64, u64::wrapping_add),
                    Op::Sub8 => bin!(u8, u8::wrapping_sub),
                    Op::Sub8I => bini!(u8, u8::wrapping_sub),
                    Op::Sub16 => bin!(u16, u16::wrapping_sub),
                    Op::Sub16I => bini!(u16, u16::wrapping_sub),
                    Op::Sub32 => bin!(u32, u32::wrapping_sub),
                    Op::Sub32I => bini!(u32, u32::wrapping_sub),
                    Op::Sub64 => bin!(u64, u64::wrapping_sub),
                    Op::Sub64I => bini!(u64, u64::wrapping_sub),
                    Op::Mul8 => bin!(u8, u8::wrapping_mul),
                    Op::Mul8I => bini!(u8, u8::wrapping_mul),
                    Op::Mul16 => bin!(u16, u16::wrapping_mul),
                    Op::Mul16I => bini!(u16, u16::wrapping_mul),
                    Op::Mul32 => bin!(u32, u32::wrapping_mul),
                    Op::Mul32I => bini!(u32, u32::wrapping_mul),
                    Op::Mul64 => bin!(u64, u64::wrapping_mul),
                    Op::Mul64I => bini!(u64, u64::wrapping_mul),
                    Op::And => bin!(u64, |a, b| a & b),
                    Op::AndI => bini!(u64, |a, b| a & b),
                    Op::Or => bin!(u64, |a, b| a | b),
                    Op::OrI => bini!(u64, |a, b| a | b),
                    Op::Xor => bin!(u64, |a, b| a ^ b),
                    Op::XorI => bini!(u64, |a, b| a ^ b),

                    Op::Shl32 => { plain!(inst.b, inst.c); shift!(u32, r!(inst.c), |a, n| a << n) }
                    Op::Shl32I => bini!(u32, |a, n| a << n),
                    Op::Shl64 => { plain!(inst.b, inst.c); shift!(u64, r!(inst.c), |a, n| a << n) }
                    Op::Shl64I => bini!(u64, |a, n| a << n),
                    Op::LShr32 => { plain!(inst.b, inst.c); shift!(u32, r!(inst.c), |a, n| a >> n) }
                    Op::LShr32I => bini!(u32, |a, n| a >> n),
                    Op::LShr64 => { plain!(inst.b, inst.c); shift!(u64, r!(inst.c), |a, n| a >> n) }
                    Op::LShr64I => bini!(u64, |a, n| a >> n),
                    Op::AShr32 => { plain!(inst.b, inst.c); shift!(u32, r!(inst.c), |a, n| (a as i32 >> n) as u32) }
                    Op::AShr32I => bini!(u32, |a, n| (a as i32 >> n) as u32),
                    Op::AShr64 => { plain!(inst.b, inst.c); shift!(u64, r!(inst.c), |a, n| (a as i64 >> n) as u64) }
                    Op::AShr64I => bini!(u64, |a, n| (a as i64 >> n) as u64),

                    Op::UDiv32 => divide!(u32, u32::checked_div),
                    Op::UDiv32I => dividei!(u32, u32, |a, b| a / b),
                    Op::UDiv64 => divide!(u64, u64::checked_div),
                    Op::UDiv64I => dividei!(u64, u64, |a, b| a / b),
                    Op::SDiv32 => divide!(u32, |a, b| (a as i32).checked_div(b as i32).map(|x| x as u32)),
                    Op::SDiv32I => dividei!(i32, u32, i32::wrapping_div),
                    Op::SDiv64 => divide!(u64, |a, b| (a as i64).checked_div(b as i64).map(|x| x as u64)),
                    Op::SDiv64I => dividei!(i64, u64, i64::wrapping_div),
                    Op::URem32 => divide!(u32, u32::checked_rem),
                    Op::URem32I => dividei!(u32, u32, |a, b| a % b),
                    Op::URem64 => divide!(u64, u64::checked_rem),
                    Op::URem64I => dividei!(u64, u64, |a, b| a % b),
                    Op::SRem32 => divide!(u32, |a, b| (a as i32).checked_rem(b as i32).map(|x| x as u32)),
                    Op::SRem32I => dividei!(i32, u32, i32::wrapping_rem),
                    Op::SRem64 => divide!(u64, |a, b| (a as i64).checked_rem(b as i64).map(|x| x as u64)),
                    Op::SRem64I => dividei!(i64, u64, i64::wrapping_rem),

                    Op::Eq => cmp!(u64, u64::eq),
                    Op::EqI => cmpi!(u64, u64::eq),
                    Op::Ne => cmp!(u64, u64::ne),
                    Op::NeI => cmpi!(u64, u64::ne),
                    Op::Ult => cmp!(u64, u64::lt),
                    Op::UltI => cmpi!(u64, u64::lt),
                    Op::Ule => cmp!(u64, u64::le),
                    Op::UleI => cmpi!(u64, u64::le),
                    Op::Slt32 => cmp!(i32, i32::lt),
                    Op::Slt32I => cmpi!(i32, i32::lt),
                    Op::Slt64 => cmp!(i64, i64::lt),
                    Op::Slt64I => cmpi!(i64, i64::lt),
                    Op::Sle32 => cmp!(i32, i32::le),
                    Op::Sle32I => cmpi!(i32, i32::le),
                    Op::Sle64 => cmp!(i64, i64::le),
                    Op::Sle64I => cmpi!(i64, i64::le),

                    Op::SExt8To32 => unary!(|x| x as i8 as i32 as u32 as u64),
                    Op::SExt16To32 => unary!(|x| x as i16 as i32 as u32 as u64),
                    Op::SExt8To64 => unary!(|x| x as i8 as i64 as u64),
                    Op::SExt16To64 => unary!(|x| x as i16 as i64 as u64),
                    Op::SExt32To64 => unary!(|x| x as i32 as i64 as u64),

                    Op::JEq => jump!(u64, u64::eq),
                    Op::JEqI => jumpi!(u64, u64::eq),
                    Op::JUlt => jump!(u64, u64::lt),
                    Op::JUltI => jumpi!(u64, u64::lt),
                    Op::JUle => jump!(u64, u64::le),
                    Op::JUleI => jumpi!(u64, u64::le),
                    Op::JSlt32 => jump!(i32, i32::lt),
                    Op::JSlt32I => jumpi!(i32, i32::lt),
                    Op::JSlt64 => jump!(i64, i64::lt),
                    Op::JSlt64I => jumpi!(i64, i64::lt),
                    Op::JSle32 => jump!(i32, i32::le),
                    Op::JSle32I => jumpi!(i32, i32::le),
                    Op::JSle64 => jump!(i64, i64::le),
                    Op::JSle64I => jumpi!(i64, i64::le),
                    Op::JTrue => {
                        if TRACK && tag!(inst.a) != 0 {
                            save!();
                            if FLOW && tag!(inst.a) == LABELLED {
                                let low = r!(inst.a) & 1 != 0;
                                self.open_labelled([inst.a; 2], low);
                                branch!(low);
                                continue;
                            }
                            let side = self.tagged_branch(inst.a)?;
                            sided!(side);
                            continue;
                        }
                        branch!(r!(inst.a) & 1 != 0);
                    }
                    Op::Jmp => goto!(here, inst.lo()),
                    Op::Switch | Op::Indirect => {
                        if TRACK && tag!(inst.a) != 0 {
                            save!();
                            let target = self.tagged_switch(inst)?;
                            resume!();
                            if inst.flags.load(Ordering::Relaxed) & flag::COUNTS != 0 {
                                self.switch_taken(target);
                            }
                            goto!(here, target);
                            continue;
                        }
                        let code: &Code = self.program.existing_code((*frame).function);
                        let table = code.switches.get_unchecked(inst.imm as usize);
                        let value = r!(inst.a);
                        if inst.op == Op::Indirect && table.cases.binary_search_by_key(&value, |c| c.0).is_err() {
                            save!();
                            return Err(self.bug(
                                &checks::UNREACHABLE,
                                "a computed goto to something that is not a label of its function".into(),
                            ));
                        }
                        let target = table.find(value);
                        if NOTED == noted::ALL {
                            self.observe_switch((*frame).function, inst, value, target);
                        } else if NOTED == noted::SIDES {
                            self.note_switch((*frame).function, inst, value, target);
                        } else if TRACK && inst.flags.load(Ordering::Relaxed) & flag::COUNTS != 0 {
                            save!();
                            self.switch_taken(target);
                        }
                        goto!(here, target);
                    }

                    Op::Load8 => load!(u8, at!(), [inst.b], |x| x as u64),
                    Op::Load16 => load!(u16, at!(), [inst.b], |x| x as u64),
                    Op::Load32 => load!(u32, at!(), [inst.b], |x| x as u64),
                    Op::Load64 => load!(u64, at!(), [inst.b], |x| x),
                    Op::Load8X => load!(u8, at!(X), [inst.b, inst.c], |x| x as u64),
                    Op::Load16X => load!(u16, at!(X), [inst.b, inst.c], |x| x as u64),
                    Op::Load32X => load!(u32, at!(X), [inst.b, inst.c], |x| x as u64),
                    Op::Load64X => load!(u64, at!(X), [inst.b, inst.c], |x| x),
                    Op::Load8A => load!(u8, at!(A), [], |x| x as u64),
                    Op::Load16A => load!(u16, at!(A), [], |x| x as u64),
                    Op::Load32A => load!(u32, at!(A), [], |x| x as u64),
                    Op::Load64A => load!(u64, at!(A), [], |x| x),
                    Op::Load8AX => load!(u8, at!(AX), [inst.b], |x| x as u64),
                    Op::Load16AX => load!(u16, at!(AX), [inst.b], |x| x as u64),
                    Op::Load32AX => load!(u32, at!(AX), [inst.b], |x| x as u64),
                    Op::Load64AX => load!(u64, at!(AX), [inst.b], |x| x),
                    Op::LoadS8To32 => load!(u8, at!(), [inst.b], |x| x as i8 as i32 as u32 as u64),
                    Op::LoadS16To32 => load!(u16, at!(), [inst.b], |x| x as i16 as i32 as u32 as u64),
                    Op::LoadS32To64 => load!(u32, at!(), [inst.b], |x| x as i32 as i64 as u64),
                    Op::LoadS8To32X => load!(u8, at!(X), [inst.b, inst.c], |x| x as i8 as i32 as u32 as u64),
                    Op::LoadS16To32X => load!(u16, at!(X), [inst.b, inst.c], |x| x as i16 as i32 as u32 as u64),
                    Op::LoadS32To64X => load!(u32, at!(X), [inst.b, inst.c], |x| x as i32 as i64 as u64),

                    Op::Store8 => store!(u8, at!(), [inst.b], r!(inst.a), [inst.a]),
                    Op::Store16 => store!(u16, at!(), [inst.b], r!(inst.a), [inst.a]),
                    Op::Store32 => store!(u32, at!(), [inst.b], r!(inst.a), [inst.a]),
                    Op::Store64 => store!(u64, at!(), [inst.b], r!(inst.a), [inst.a]),
                    Op::Store8X => store!(u8, at!(X), [inst.b, inst.c], r!(inst.a), [inst.a]),
                    Op::Store16X => store!(u16, at!(X), [inst.b, inst.c], r!(inst.a), [inst.a]),
                    Op::Store32X => store!(u32, at!(X), [inst.b, inst.c], r!(inst.a), [inst.a]),
                    Op::Store64X => store!(u64, at!(X), [inst.b, inst.c], r!(inst.a), [inst.a]),
                    Op::Store8A => store!(u8, at!(A), [], r!(inst.a), [inst.a]),
                    Op::Store16A => store!(u16, at!(A), [], r!(inst.a), [inst.a]),
                    Op::Store32A => store!(u32, at!(A), [], r!(inst.a), [inst.a]),
                    Op::Store64A => store!(u64, at!(A), [], r!(inst.a), [inst.a]),
                    Op::Store8AX => store!(u8, at!(AX), [inst.b], r!(inst.a), [inst.a]),
                    Op::Store16AX => store!(u16, at!(AX), [inst.b], r!(inst.a), [inst.a]),
                    Op::Store32AX => store!(u32, at!(AX), [inst.b], r!(inst.a), [inst.a]),
                    Op::Store64AX => store!(u64, at!(AX), [inst.b], r!(inst.a), [inst.a]),
                    Op::Store8I => store!(u8, r!(inst.b).wrapping_add(inst.a as i16 as i64 as u64), [inst.b], inst.imm, []),
                    Op::Store16I => store!(u16, r!(inst.b).wrapping_add(inst.a as i16 as i64 as u64), [inst.b], inst.imm, []),
                    Op::Store32I => store!(u32, r!(inst.b).wrapping_add(inst.a as i16 as i64 as u64), [inst.b], inst.imm, []),
                    Op::Store64I => store!(u64, r!(inst.b).wrapping_add(inst.a as i16 as i64 as u64), [inst.b], inst.imm, []),

                    Op::Lea => { let label = label_of!(inst.b); w!(inst.a, at!()); mark!(inst.a, label) }
                    Op::LeaX => { let label = label_of!(inst.b, inst.c); w!(inst.a, at!(X)); mark!(inst.a, label) }
                    Op::LeaAX => { let label = label_of!(inst.b); w!(inst.a, at!(AX)); mark!(inst.a, label) }

                    Op::FAdd32 => float!(f32, u32, |a, b| a + b),
                    Op::FAdd64 => float!(f64, u64, |a, b| a + b),
                    Op::FSub32 => float!(f32, u32, |a, b| a - b),
                    Op::FSub64 => float!(f64, u64, |a, b| a - b),
                    Op::FMul32 => float!(f32, u32, |a, b| a * b),
                    Op::FMul64 => float!(f64, u64, |a, b| a * b),
                    Op::FDiv32 => float!(f32, u32, |a, b| a / b),
                    Op::FDiv64 => float!(f64, u64, |a, b| a / b),
                    Op::FLt64 => float_cmp!(f64::lt),
                    Op::FLe64 => float_cmp!(f64::le),
                    Op::FEq64 => float_cmp!(f64::eq),
                    Op::SiToF64 => {
                        plain!(inst.b);
                        let x = r!(inst.b);
                        let value = if inst.c == 32 { f64::from(x as i32) } else { x as i64 as f64 };
                        w!(inst.a, value.to_bits());
                    }
                    Op::F64ToSi32 => {
                        plain!(inst.b);
                        let x = f64::from_bits(r!(inst.b));
                        // Out of range, and for NaN, the processor gives the smallest number.
                        let value = if x > -2_147_483_649.0 && x < 2_147_483_648.0 { x as i32 } else { i32::MIN };
                        w!(inst.a, u64::from(value as u32));
                    }
                    Op::F64ToF32 => unary!(|x| u64::from((f64::from_bits(x) as f32).to_bits())),
                    Op::F32ToF64 => unary!(|x| f64::from(f32::from_bits(x as u32)).to_bits()),
                    Op::Select => {
                        let other = inst.imm as u16;
                        plain!(inst.b, inst.c, other);
                        let chosen = if r!(inst.b) & 1 != 0 { inst.c } else { other };
                        w!(inst.a, r!(chosen));
                    }

                    Op::Call => enter!(inst.imm as u32),
                    Op::CallFast => {
                        save!();
                        let window = (*frame).base as usize + inst.b as usize;
                        let args = [0, 1, 2, 3].map(|i| self.regs[window + i]);
                        let tagged = TRACK && self.tags[window..window + 4].iter().any(|t| *t & (SYMBOLIC | UNDEFINED) != 0);
                        if FLOW {
                            self.reset_label();
                            self.hear_registers(window, 4);
                        }
                        let shortcut = fast::get(inst.c).run;
                        match if tagged { None } else { shortcut(self, &args) } {
                            Some(value) => {
                                resume!();
                                if inst.a != NO_SLOT {
                                    w!(inst.a, value);
                                }
                                if FLOW {
                                    self.finish_native((*frame).base as usize, inst.a);
                                }
                            }
                            None => enter!(inst.imm as u32),
                        }
                    }
                    Op::CallIndirect => {
                        if !(TRACK && tag!(inst.c) != 0) {
                            let pointer = r!(inst.c);
                            let kind = self.memory.info(addr::id(pointer)).map(|i| i.kind);
                            if let Some(Kind::Code(f)) = kind
                                && f & NATIVE == 0
                                && addr::signed_offset(pointer) == 0
                                && self.links.get_unchecked(f as usize).shape == inst.hi() as u32
                            {
                                enter!(f);
                                continue;
                            }
                        }
                        count!();
                        save!();
                        self.call_slow(inst.imm as u32 as usize, host)?;
                        resume!();
                        segment = pc;
                    }
                    Op::CallSlow => {
                        count!();
                        save!();
                        self.call_slow(inst.imm as u32 as usize, host)?;
                        resume!();
                        segment = pc;
                    }
                    Op::CallNative => {
                        count!();
                        save!();
                        let window = (*frame).base as usize + inst.b as usize;
                        if TRACK {
                            let result = self.native_tracked(inst, window, host)?;
                            resume!();
                            segment = pc;
                            if let Some(value) = result
                                && inst.a != NO_SLOT
                            {
                                self.set_result((*frame).base as usize + inst.a as usize, &value);
                            }
                            if FLOW {
                                self.finish_native(0, NO_SLOT);
                            }
                            continue;
                        }
                        let mut args = [0u64; 8];
                        let n = (inst.c as usize).min(8);
                        args[..n].copy_from_slice(&self.regs[window..window + n]);
                        let result = self.native(inst.imm as u32, &args, host)?;
                        resume!();
                        segment = pc;
                        if let Some(value) = result
                            && inst.a != NO_SLOT
                        {
                            w!(inst.a, value);
                        }
                    }
                    Op::Ret => {
                        let value = r!(inst.b);
                        if NOTED == noted::ALL {
                            self.observe_return((*frame).function, value);
                        }
                        let (t, mask) = if TRACK && tag!(inst.b) != 0 {
                            (tag!(inst.b), self.extra[(*frame).base as usize + inst.b as usize])
                        } else {
                            (0, 0)
                        };
                        if TRACK {
                            self.returned = (t, mask);
                        }
                        leave!(value);
                        let call = &*pc.sub(1);
                        if call.a != NO_SLOT {
                            w!(call.a, value);
                            if TRACK && t != 0 {
                                tag!(call.a) = t;
                                let at = (*frame).base as usize + call.a as usize;
                                self.extra[at] = mask;
                            }
                        }
                    }
                    Op::RetI => {
                        let value = inst.imm;
                        if TRACK {
                            self.returned = (0, 0);
                        }
                        leave!(value);
                        let call = &*pc.sub(1);
                        if call.a != NO_SLOT {
                            w!(call.a, value);
                        }
                    }
                    Op::RetVoid => {
                        if TRACK {
                            self.returned = (0, 0);
                        }
                        leave!(0)
                    }
                    Op::RetMany => {
                        let program = self.program;
                        let list = &program.existing_code((*frame).function).returns[inst.imm as usize];
                        if TRACK && list.iter().any(|(op, _)| op.reg().is_some_and(|slot| tag!(slot.0) != 0)) {
                            save!();
                            leave!(slowly self.return_slow(inst.imm as usize));
                            continue;
                        }
                        let mut values = [0u64; MANY_RESULTS];
                        for (value, (op, _)) in values.iter_mut().zip(list) {
                            *value = match op {
                                Operand::Reg(slot) => r!(slot.0),
                                Operand::Const(c) => *c,
                                _ => 0,
                            };
                        }
                        leave!(values[0]);
                        let call = &*pc.sub(1);
                        let index = if matches!(call.op, Op::Call | Op::CallFast) {
                            call.imm >> 32
                        } else {
                            call.imm & 0xffff_ffff
                        };
                        let caller = (*frame).function;
                        let site = &program.existing_code(caller).calls[index as usize];
                        for (value, (slot, _)) in values.iter().zip(&site.dsts) {
                            w!(*slot, *value);
                        }
                    }
                    Op::RetSlow => {
                        save!();
                        leave!(slowly self.return_slow(inst.imm as usize));
                    }

                    Op::Join => {
                        if FLOW && frame.offset_from(self.frames.as_ptr()) as usize + 1 == self.leave_depth {
                            save!();
                            self.join(inst.imm as u32);
                            resume!();
                        }
                    }
                    Op::Leave => {
                        if FLOW && (frame.offset_from(self.frames.as_ptr()) as usize) < self.leave_depth {
                            save!();
                            self.leave_function();
                            resume!();
                        }
                    }

                    Op::Alloca => {
                        save!();
                        let function = (*frame).function;
                        let at = here.offset_from(self.links.get_unchecked(function as usize).insts) as u32;
                        let site = Site { function, at, var: (inst.imm >> 32) as u32 };
                        let at = self.stack_object(inst.imm & 0xffff_ffff, site)?;
                        resume!();
                        w!(inst.a, at);
                    }
                    Op::CopyBlock => { plain!(inst.a, inst.b); copy_block!(inst.imm) }
                    Op::CopyBlockN => { plain!(inst.a, inst.b, inst.c); copy_block!(r!(inst.c)) }
                    Op::FillBlock => {
                        plain!(inst.a);
                        let (to, size) = (r!(inst.a), inst.imm);
                        let offset = addr::offset(to);
                        match slot_of!(to) {
                            Some(slot)
                                if u64::from(offset).saturating_add(size) <= u64::from(slot.write_len) && slot.epoch == self.memory.epoch =>
                            {
                                if LOG {
                                    self.memory.note_write(to, size);
                                }
                                if FLOW {
                                    self.memory.note_plain_write(to, size);
                                }
                                std::ptr::write_bytes(slot.ptr.add(offset as usize), inst.c as u8, size as usize);
                            }
                            _ => slow!(),
                        }
                    }
                    Op::Word1 => {
                        plain!(inst.b);
                        let f: Unary = std::mem::transmute(inst.imm as usize);
                        w!(inst.a, f(r!(inst.b)));
                    }
                    Op::Word2 => {
                        plain!(inst.b, inst.c);
                        let f: Binary = std::mem::transmute(inst.imm as usize);
                        w!(inst.a, f(r!(inst.b), r!(inst.c)));
                    }
                    Op::Slow => slow!(),
                    Op::Unreachable => {
                        save!();
                        return Err(self.bug(
                            &checks::UNREACHABLE,
                            "control reached a place that the program declares unreachable".into(),
                        ));
                    }
                    Op::Unsupported => slow!(),
                };
            }
        }
    }
}
