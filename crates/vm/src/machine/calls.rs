//! Entering and leaving functions, and the calls that the fast path leaves to us.

use super::value::Val;
use super::{COMPLEX, Frame, HEADROOM, Link, Machine, NEVER, OBJECTS, SYMBOLIC, Stop, UNDEFINED, VARIADIC};
use crate::addr;
use crate::checks;
use crate::code::{MANY_RESULTS, NO_SLOT, Op, Target, shape};
use crate::env::Host;
use crate::memory::{Kind, Site};
use crate::natives;
use crate::program::NATIVE;
use secateur_expr::Support;
use secateur_ir::{Arg, Operand, Ty};
use smallvec::SmallVec;
use std::rc::Rc;

impl Machine<'_> {
    /// Pushes a frame whose arguments are in place at `base`.
    pub(super) fn enter(&mut self, function: u32, base: u32) -> Result<(), Stop> {
        let link = self.link(function)?;
        let stack = self.frames.last().map_or(0, |f| f.stack).saturating_add(link.stack);
        if u64::from(stack) > checks::STACK_LIMIT {
            return Err(self.stack_overflow());
        }
        self.reserve(base + u32::from(self.program.existing_code(function).window) + HEADROOM);
        if link.byval && self.sym.is_some() {
            self.settle_byval(function, base)?;
        }
        let objects = self.stack_objects.len() as u32;
        let serial = self.next_serial;
        self.next_serial += 1;
        self.frames.push(Frame { function, base, pc: link.insts, objects, stack, serial });
        if link.byval {
            self.copy_byval_params(function, base)?;
        }
        Ok(())
    }

    pub(super) fn link(&mut self, function: u32) -> Result<Link, Stop> {
        let link = self.links[function as usize];
        if !link.insts.is_null() {
            return Ok(link);
        }
        let code = match self.program.code(function) {
            Ok(code) => code,
            Err(reason) => return Err(self.unsupported(reason.to_string())),
        };
        let stack = u32::try_from(code.stack_bytes).unwrap_or(u32::MAX);
        let f = self.program.function(function);
        let byval = f.params.iter().any(|p| p.byval.is_some());
        let simple = !byval
            && !f.variadic
            && f.params.iter().all(|p| p.ty.is_word())
            && f.rets.iter().all(|r| r.is_word())
            && f.rets.len() <= MANY_RESULTS;
        let widths = shape(f.params.iter().map(|p| p.ty), f.rets.iter().copied());
        let shape = if simple { widths } else { COMPLEX };
        let words = if byval { NEVER } else { u32::from(code.window) + HEADROOM };
        let link = Link { insts: code.insts.as_ptr(), words, stack, shape, byval };
        self.links[function as usize] = link;
        self.function_entered(function);
        Ok(link)
    }

    /// Addresses of structures are decided while the caller's instruction can still be repeated.
    fn settle_byval(&mut self, function: u32, base: u32) -> Result<(), Stop> {
        let program = self.program;
        for (slot, _) in &program.existing_code(function).byval {
            let at = base as usize + usize::from(*slot);
            if self.tags[at] == SYMBOLIC {
                let address = self.concrete(secateur_expr::Term(self.extra[at] as u32))?;
                self.set_word(at, address);
            }
            self.concrete_size(addr::id(self.regs[at]))?;
        }
        Ok(())
    }

    /// Parameters that are structures on the stack: the callee gets objects of its own.
    fn copy_byval_params(&mut self, function: u32, base: u32) -> Result<(), Stop> {
        let program = self.program;
        for (slot, size) in &program.existing_code(function).byval {
            let at = base as usize + usize::from(*slot);
            let site = Site { function, at: 0, var: u32::MAX };
            let to = self.stack_object(*size, site)?;
            self.memory.copy(to, self.regs[at], *size).map_err(|fault| self.memory_error(fault))?;
            self.set_word(at, to);
        }
        Ok(())
    }

    /// An object that ends with the running frame.
    pub(super) fn stack_object(&mut self, size: u64, site: Site) -> Result<u64, Stop> {
        match self.memory.allocate(size, Kind::Stack, site, false) {
            Some(at) => {
                self.stack_objects.push(addr::id(at));
                Ok(at)
            }
            None if size > checks::STACK_LIMIT => Err(self.stack_overflow()),
            None => Err(self.limit("memory")),
        }
    }

    /// Ends the objects of the running frame beyond the first `keep`.
    pub(super) fn drop_stack_objects(&mut self, keep: u32) {
        let site = self.site();
        while self.stack_objects.len() > keep as usize {
            if let Some(id) = self.stack_objects.pop() {
                self.memory.release(id, site);
            }
        }
    }

    /// Pops the running frame.
    pub(super) fn leave(&mut self) {
        let depth = self.frames.len();
        if let Some(frame) = self.frames.last().copied() {
            self.drop_stack_objects(frame.objects & OBJECTS);
        }
        while self.varargs.last().is_some_and(|v| v.0 >= depth) {
            if let Some((_, args)) = self.varargs.pop() {
                self.drop_varargs(&args);
            }
        }
        self.frames.pop();
    }

    /// A call of any shape: through a pointer, variadic, with structures or wide values.
    pub(super) fn call_slow(&mut self, index: usize, host: &mut dyn Host) -> Result<(), Stop> {
        self.begin_instruction();
        let frame = *self.frames.last().expect("a call comes from a frame");
        let program = self.program;
        let site = &program.existing_code(frame.function).calls[index];
        let target = match site.target {
            Target::Pointer(op) => {
                let pointer = self.read(op, Ty::Ptr);
                if self.flow {
                    self.group_here();
                }
                self.require_defined(&pointer, "a function pointer")?;
                let pointer = self.concrete_word(&pointer)?;
                self.pointer_target(pointer)?
            }
            direct => direct,
        };
        match target {
            Target::Native(n) => {
                let args: SmallVec<[Val; 8]> = site.args.iter().map(|a| self.argument(*a)).collect();
                for arg in &args {
                    self.require_defined(arg, "an argument of a library function")?;
                }
                let result = self.call_native(n, args, host)?;
                if let (Some(value), Some((slot, ty))) = (result, site.dsts.first()) {
                    self.write_result(frame.base, *slot, *ty, value);
                }
                if self.flow {
                    self.finish_native(0, NO_SLOT);
                }
                Ok(())
            }
            Target::Function(f) => {
                let from = self.flow.then(|| (self.site(), self.label_now()));
                self.call_function(f, &site.args, frame.base)?;
                if let Some((here, label)) = from {
                    self.open_call(here, label);
                }
                Ok(())
            }
            Target::Pointer(_) => unreachable!("resolved above"),
        }
    }

    fn argument(&mut self, arg: Arg) -> Val {
        match arg {
            Arg::Value(op, ty) | Arg::Joined(op, ty) => self.read(op, ty),
            Arg::ByVal { ptr, .. } => self.read(ptr, Ty::Ptr),
        }
    }

    /// The values of arguments, and what each depends on, if that is followed.
    fn arguments(&mut self, args: &[Arg]) -> (SmallVec<[Val; 8]>, SmallVec<[Support; 8]>) {
        if !self.flow {
            return (args.iter().map(|arg| self.argument(*arg)).collect(), SmallVec::new());
        }
        let labelled = |arg: &Arg| {
            self.label = Support::EMPTY;
            (self.argument(*arg), self.label)
        };
        args.iter().map(labelled).unzip()
    }

    /// What a call through this address runs.
    fn pointer_target(&mut self, pointer: u64) -> Result<Target, Stop> {
        let info = self.memory.info(addr::id(pointer)).filter(|_| addr::signed_offset(pointer) == 0);
        match info.map(|i| i.kind) {
            Some(Kind::Code(n)) if n & NATIVE != 0 => Ok(Target::Native(n & !NATIVE)),
            Some(Kind::Code(f)) => Ok(Target::Function(f)),
            _ => Err(self.bad_call(pointer)),
        }
    }

    /// Binds arguments to parameters in order; those left over are the callee's `...`.
    fn call_function(&mut self, function: u32, args: &[Arg], base: u32) -> Result<(), Stop> {
        let f = self.program.function(function);
        let window = base + u32::from(self.program.existing_code(self.running()).window);
        let pointer = if self.flow { self.label_now() } else { Support::EMPTY };
        let (values, labels) = self.arguments(args);
        let words: usize = f.params.iter().map(|p| p.ty.words()).sum();
        self.reserve(window + words as u32 + HEADROOM);
        let mut slot = window as usize;
        for (i, param) in f.params.iter().enumerate() {
            if self.flow {
                self.label = labels.get(i).copied().unwrap_or(Support::EMPTY);
            }
            match values.get(i) {
                Some(value) => self.set_value(slot, param.ty, value),
                None if self.undef => self.set_value(slot, param.ty, &Val::undefined(param.ty.bits())),
                None => self.set_value(slot, param.ty, &Val::from_u128(0, param.ty.bits())),
            }
            slot += param.ty.words();
        }
        if self.flow {
            let pool = &mut self.sym().pool;
            self.label = labels.iter().fold(pointer, |all, label| pool.support_union(all, *label));
        }
        let variadic = f.variadic;
        let rest = f.params.len().min(args.len());
        let program = self.program;
        let list = match variadic {
            true => Some(self.collect_varargs(&program.function(function).params, &args[rest..], &values[rest..])?),
            false => None,
        };
        self.enter(function, window)?;
        if let Some(list) = list {
            self.varargs.push((self.frames.len(), Rc::new(list)));
            if let Some(frame) = self.frames.last_mut() {
                frame.objects |= VARIADIC;
            }
        }
        Ok(())
    }

    fn running(&self) -> u32 {
        self.frames.last().map_or(0, |f| f.function)
    }

    /// Hands the results of a return to the caller. The frame has been popped.
    pub(super) fn deliver(&mut self, values: &[(Val, Ty)]) {
        let Some(caller) = self.frames.last().copied() else { return };
        // SAFETY: the caller's pc is behind its call instruction.
        let call = unsafe { &*caller.pc.sub(1) };
        let code = self.program.existing_code(caller.function);
        let index = match call.op {
            Op::Call | Op::CallFast | Op::CallNative => call.imm >> 32,
            _ => call.imm & 0xffff_ffff,
        };
        for ((value, _), (slot, ty)) in values.iter().zip(&code.calls[index as usize].dsts) {
            self.write_result(caller.base, *slot, *ty, value.clone());
        }
    }

    fn write_result(&mut self, base: u32, slot: u16, ty: Ty, value: Val) {
        if slot != NO_SLOT {
            let mut value = value;
            value.words.resize(ty.words(), 0);
            if value.is_symbolic() {
                let term = self.term_of(&value, ty.bits());
                value = self.value_of(term);
            }
            self.set_value((base + u32::from(slot)) as usize, ty, &value);
        }
    }

    /// Runs a function that the machine implements. `None`: it went elsewhere (`longjmp`).
    pub(super) fn native(&mut self, n: u32, args: &[u64], host: &mut dyn Host) -> Result<Option<u64>, Stop> {
        (natives::get(n).run)(self, args, host)
    }

    /// The same with values of any kind. Where the function cannot handle symbolic ones, each value
    /// that it needs is a path.
    fn call_native(&mut self, n: u32, args: SmallVec<[Val; 8]>, host: &mut dyn Host) -> Result<Option<Val>, Stop> {
        let native = natives::get(n);
        let mut args = args;
        args.resize(native.args.max(args.len()), Val::word(0));
        if !args.iter().any(Val::is_symbolic) {
            let words: SmallVec<[u64; 8]> = args.iter().map(Val::low).collect();
            match self.native(n, &words, host) {
                Err(Stop::Symbolic { .. }) => {}
                other => return Ok(other?.map(Val::word)),
            }
        }
        if let Some(symbolic) = natives::symbolic(n) {
            return symbolic(self, &args, host);
        }
        let words = args.iter().map(|a| self.concrete_word(a)).collect::<Result<SmallVec<[u64; 8]>, Stop>>()?;
        loop {
            match self.native(n, &words, host) {
                Err(Stop::Symbolic { at, size }) => self.concrete_range(at, size)?,
                other => return Ok(other?.map(Val::word)),
            }
        }
    }

    /// A native function called with its arguments in the window.
    pub(super) fn native_tracked(
        &mut self,
        inst: &crate::code::Inst,
        window: usize,
        host: &mut dyn Host,
    ) -> Result<Option<Val>, Stop> {
        self.begin_instruction();
        let n = inst.c as usize;
        if self.flow {
            self.hear_registers(window, n);
            self.group_here();
        }
        if self.tags[window..window + n].iter().all(|t| *t & (SYMBOLIC | UNDEFINED) == 0) {
            let mut words = [0u64; 8];
            let n = n.min(8);
            words[..n].copy_from_slice(&self.regs[window..window + n]);
            match self.native(inst.imm as u32, &words, host) {
                Err(Stop::Symbolic { .. }) => {}
                other => return Ok(other?.map(Val::word)),
            }
        }
        if self.tags[window..window + n].contains(&UNDEFINED) {
            let what = "an argument of a library function depends on a value that was never set";
            return Err(self.bug(&checks::UNINITIALISED_READ, what.into()));
        }
        let args = (window..window + n).map(|at| match self.tags[at] {
            SYMBOLIC => {
                let term = secateur_expr::Term(self.extra[at] as u32);
                Val::symbolic(term, 64)
            }
            _ => Val::word(self.regs[at]),
        });
        let args = args.collect();
        self.call_native(inst.imm as u32, args, host)
    }

    /// Sets a register to the result of a native function.
    pub(super) fn set_result(&mut self, at: usize, value: &Val) {
        match value.term {
            Some(term) => {
                let bits = self.sym().pool.width(term);
                self.set_symbolic(at, Ty::Int(bits), term);
            }
            None => self.set_word(at, value.low()),
        }
        if self.flow {
            self.label_registers(at, 1);
        }
    }

    /// Makes the bytes of a range concrete; each value is a path.
    fn concrete_range(&mut self, at: u64, size: u64) -> Result<(), Stop> {
        if self.memory.has_symbolic_size(addr::id(at)) {
            return self.concrete_size(addr::id(at));
        }
        let Some(cells) = self.memory.cells(at, size) else { return Ok(()) };
        let mut bytes = Vec::new();
        for (i, cell) in cells.iter().enumerate() {
            if cell.is_some() {
                let byte = self.term_at(at + i as u64, 1);
                bytes.push((at + i as u64, self.concrete(byte)? as u8));
            }
        }
        for (at, byte) in bytes {
            self.memory.write_bytes(at, &[byte]).map_err(|fault| self.memory_error(fault))?;
        }
        Ok(())
    }

    /// Evaluates a return with anything but one word.
    pub(super) fn return_slow(&mut self, index: usize) -> SmallVec<[(Val, Ty); 1]> {
        if self.flow {
            self.reset_label();
            self.label = std::mem::take(&mut self.leaving);
        }
        let list = &self.program.existing_code(self.running()).returns[index];
        let values: SmallVec<[(Val, Ty); 1]> =
            list.iter().map(|(op, ty): &(Operand, Ty)| (self.read(*op, *ty), *ty)).collect();
        let term = values.first().and_then(|(value, _)| value.term);
        self.returned = term.map_or((0, 0), |term| (SYMBOLIC, u64::from(term.0)));
        values
    }

    /// `setjmp`: where to come back to, written into the program's own buffer. That the frame is still there is told by an
    /// object that ends with it.
    pub(crate) fn set_jump(&mut self, buffer: u64) -> Result<u64, Stop> {
        let token = match self.frame_token() {
            Some(token) => token,
            None => self.stack_object(0, self.site())?,
        };
        let frame = *self.frames.last().expect("a call comes from a frame");
        let code = self.program.existing_code(frame.function);
        // SAFETY: the pc is inside the function's code.
        let at = unsafe { frame.pc.offset_from(code.insts.as_ptr()) } as u64;
        let stack = self.stack_objects.len() as u64 | u64::from(frame.stack) << 32;
        let words = [JUMP_MAGIC, self.frames.len() as u64, token, at, stack];
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        self.memory.write_bytes(buffer, &bytes).map_err(|fault| self.memory_error(fault))?;
        Ok(0)
    }

    /// An object that holds nothing and ends with the running frame, if it has one.
    fn frame_token(&self) -> Option<u64> {
        let floor = self.frames.last().map_or(0, |frame| frame.objects & OBJECTS) as usize;
        let is_empty = |id: &&u32| self.memory.info(**id).is_some_and(|info| info.size() == 0);
        self.stack_objects.get(floor..)?.iter().find(is_empty).map(|id| addr::of(*id))
    }

    /// Whether the frame at a depth is the one that an object was made for.
    fn is_live_frame(&self, depth: usize, token: u64) -> bool {
        let id = addr::id(token);
        self.memory.note_about(id);
        let Some(frame) = depth.checked_sub(1).and_then(|at| self.frames.get(at)) else { return false };
        let floor = (frame.objects & OBJECTS) as usize;
        let end = self.frames.get(depth).map_or(self.stack_objects.len(), |next| (next.objects & OBJECTS) as usize);
        self.stack_objects.get(floor..end).is_some_and(|own| own.contains(&id))
    }

    /// `longjmp`: back to a frame that must still be there.
    pub(crate) fn long_jump(&mut self, buffer: u64, value: u64) -> Result<(), Stop> {
        let bytes = self.memory.defined_bytes(buffer, 40).map(<[u8]>::to_vec);
        let bytes = bytes.map_err(|fault| self.memory_error(fault))?;
        self.memory.note_read(buffer, 40);
        let word = |i: usize| u64::from_le_bytes(bytes[8 * i..8 * i + 8].try_into().expect("eight bytes"));
        let depth = word(1) as usize;
        if word(0) != JUMP_MAGIC || !self.is_live_frame(depth, word(2)) {
            let what = "longjmp to a place whose function has returned, or that setjmp never filled";
            return Err(self.bug(&checks::USE_AFTER_FREE, what.into()));
        }
        self.jump_regions(depth);
        while self.frames.len() > depth {
            self.leave();
        }
        // Arrays of variable length that were made since are gone, as natively.
        let floor = self.frames.last().map_or(0, |f| f.objects & OBJECTS);
        self.drop_stack_objects((word(4) as u32).max(floor));
        let frame = self.frames.last_mut().expect("just checked");
        frame.stack = (word(4) >> 32) as u32;
        let code = self.program.existing_code(frame.function);
        let at = (word(3) as usize).min(code.insts.len() - 1);
        // SAFETY: inside the function's code.
        frame.pc = unsafe { code.insts.as_ptr().add(at) };
        let value = if value as u32 == 0 { 1 } else { value & 0xffff_ffff };
        self.deliver(&[(Val::word(value), Ty::Int(32))]);
        Ok(())
    }
}

const JUMP_MAGIC: u64 = 0x5365_6361_7465_7572;
