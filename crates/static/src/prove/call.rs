//! Calls: of functions that are followed, of the library's, and of those that the machine implements.

use super::access::Length;
use super::check::{ASSERTION, DOUBLE_FREE, FREED, INVALID_FREE, NULL, READ};
use super::effects::Effect;
use super::follow::Follow;
use super::objects::{Kind, Object, Place};
use super::range::Range;
use super::state::State;
use super::summary::Item;
use super::value::{Null, Val, Value};
use crate::calls::Target;
use crate::names;
use secateur_ir::{Arg, Callee, Op, Operand, Reg, Ty};
use std::rc::Rc;

impl Follow<'_, '_> {
    /// Runs a call. False: it does not return.
    pub fn call(&mut self, state: &mut State, place: Place, op: &Op) -> bool {
        let Op::Call { dsts, rets, callee, args, .. } = op else { return true };
        for arg in args.iter() {
            if let Arg::ByVal { ptr, size, .. } = arg {
                self.access(state, place, *ptr, Length::of(*size), false);
            }
        }
        let Some(target) = self.context.targets.get(&place).copied() else { return false };
        let results = match target {
            Target::Function(g) => self.functions(state, &[g.0], args, rets),
            Target::Outside(symbol) => {
                let name = self.context.module.symbol(symbol).name.clone();
                return self.outside(state, place, &name, args, dsts, rets);
            }
            Target::Pointer { possible, .. } => {
                if let Callee::Indirect(pointer) = callee {
                    self.check_callee(state, place, *pointer);
                }
                let group = &self.context.groups[possible.0 as usize];
                let known = self.functions(state, group, args, rets);
                match self.context.outside[possible.0 as usize] {
                    true => {
                        self.apply(state, &self.effect("", args));
                        Some(rets.iter().map(|ty| Val::top(*ty)).collect())
                    }
                    false => known,
                }
            }
        };
        let Some(results) = results else { return false };
        if let Target::Function(g) = target {
            self.told(state, g.0, args);
        }
        for (dst, val) in dsts.iter().zip(results) {
            self.define(state, *dst, val);
        }
        if let Target::Function(g) = target {
            return self.assumes(state, g.0, args);
        }
        true
    }

    fn effect(&self, name: &str, args: &[Arg]) -> Effect {
        let super::context::Context { module, objects, points, effects, .. } = self.context;
        effects.outside(module, objects, points, self.f, name, args)
    }

    /// Memory changes as a call may change it.
    fn apply(&mut self, state: &mut State, effect: &Effect) {
        self.changes_memory(state, effect);
        self.forget_globals(&effect.writes);
    }

    /// What this activation knows of memory is no longer so.
    fn changes_memory(&mut self, state: &mut State, effect: &Effect) {
        self.made.forget_loaded();
        if effect.anywhere {
            state.cells.clear();
        }
        state.cells.forget_all(&effect.writes);
        self.forget_behind(state, &effect.writes, None, 0);
        if effect.anywhere || !effect.frees.is_empty() {
            state.doubts();
        }
        if !state.freed.includes(&effect.frees) {
            Rc::make_mut(&mut state.freed).add(&effect.frees);
        }
    }

    /// One of these functions is called. `None`: none of them returns.
    fn functions(&mut self, state: &mut State, group: &[u32], args: &[Arg], rets: &[Ty]) -> Option<Vec<Val>> {
        let freed = state.freed.clone();
        // Many functions may be meant, which get the same.
        self.work.spend(group.len() as u64);
        let given = |arg: &Arg| match arg {
            Arg::Value(operand, ty) => Some((*ty, self.given(state, *operand, *ty))),
            _ => None,
        };
        let given: Vec<Option<(Ty, Val)>> = args.iter().map(given).collect();
        let argument = |ty: Ty, p: usize| match given.get(p) {
            Some(Some((as_given, val))) if *as_given == ty => val.clone(),
            _ => Val::top(ty),
        };
        let mut all: Option<Vec<Val>> = None;
        for g in group {
            let callee = &self.context.module.functions[*g as usize];
            if let (Some(out), true) = (self.out, self.context.followed[*g as usize]) {
                let given: Vec<Val> = (0..).zip(&callee.params).map(|(p, param)| argument(param.ty, p)).collect();
                out.borrow_mut().call(*g, &given, &freed);
            }
            let results = match self.context.followed[*g as usize] {
                true => {
                    self.reads(Item::Result(*g));
                    self.summary.borrow().results(*g, callee)
                }
                false => Some(self.of_library(state, *g, args, rets)),
            };
            let Some(results) = results else { continue };
            // A result of another type than the call expects is what its bits make of it.
            let fits = |(p, ty): (usize, &Ty)| match results.get(p) {
                Some(val) if callee.rets.get(p) == Some(ty) => val.clone(),
                _ => Val::top(*ty),
            };
            let results: Vec<Val> = rets.iter().enumerate().map(fits).collect();
            all = Some(match all {
                None => results,
                Some(all) => all.iter().zip(&results).map(|(a, b)| a.join(b)).collect(),
            });
        }
        for g in group {
            self.changes_memory(state, &self.context.effects.functions[*g as usize]);
        }
        all
    }

    /// Behind a call, what it accessed through its arguments can be accessed.
    fn told(&self, state: &mut State, g: u32, args: &[Arg]) {
        let callee = &self.context.module.functions[g as usize];
        let told = self.summary.borrow().told(g).to_vec();
        for ((told, arg), param) in told.iter().zip(args).zip(&callee.params) {
            if let Arg::Value(operand, ty) = arg
                && *ty == param.ty
                && *ty == Ty::Ptr
            {
                self.note_told(state, *operand, *told);
            }
        }
    }

    /// Results of a function of the library.
    fn of_library(&self, state: &State, g: u32, args: &[Arg], rets: &[Ty]) -> Vec<Val> {
        let callee = &self.context.module.functions[g as usize];
        let arg = |i: usize| {
            let operand = args.get(i).map_or(Operand::Undef, |arg| arg.operand());
            self.operand(state, operand, Ty::Int(32)).range(32)
        };
        if callee.library && rets == [Ty::Int(32)] {
            // These return only where the result is in range.
            let known = match callee.name.as_str() {
                "secateur_range" | "klee_range" => {
                    Some(Range::wrapped(32, arg(0).slo.into(), (i128::from(arg(1).shi) - 1).max(arg(0).slo.into())))
                }
                _ => None,
            };
            if let Some(range) = known {
                return vec![Val::int(range)];
            }
        }
        rets.iter().map(|ty| Val::top(*ty)).collect()
    }

    /// Behind an assumption its argument holds.
    fn assumes(&mut self, state: &mut State, g: u32, args: &[Arg]) -> bool {
        let callee = &self.context.module.functions[g as usize];
        let is_one = matches!(callee.name.as_str(), "secateur_assume" | "klee_assume" | "__VERIFIER_assume");
        match args.first() {
            Some(arg) if callee.library && is_one => self.assume(state, arg.operand(), true, 0),
            _ => true,
        }
    }

    fn check_callee(&mut self, state: &State, place: Place, pointer: Operand) {
        let val = self.operand(state, pointer, Ty::Ptr);
        let known = val.pointer().cloned();
        let is_function = |o: &Object| matches!(self.context.objects.kinds[*o as usize], Kind::Function(_));
        let starts = known.as_ref().is_some_and(|p| p.offset() == Some(0) && p.bases.iter().all(is_function));
        self.note(place, READ, starts);
        self.note(place, NULL, known.is_some_and(|p| p.null == Null::No && p.offset().is_some()));
        self.note(place, FREED, starts);
    }

    /// A function that the machine implements.
    fn outside(
        &mut self,
        state: &mut State,
        place: Place,
        name: &str,
        args: &[Arg],
        dsts: &[Reg],
        rets: &[Ty],
    ) -> bool {
        let arg = |i: usize| args.get(i).map_or(Operand::Undef, |arg| arg.operand());
        let number = |this: &Self, state: &State, i: usize| this.operand(state, arg(i), Ty::Int(64));
        if name.ends_with("assert_fail") {
            self.note(place, ASSERTION, false);
        }
        if !names::returns(name) {
            return false;
        }
        let mut result: Option<Val> = None;
        match name {
            "memcpy" | "memmove" | "mempcpy" | "memcmp" | "bcmp" | "memset" => {
                let length = Length::from(&number(self, state, 2));
                let copies = matches!(name, "memcpy" | "memmove" | "mempcpy");
                let compares = matches!(name, "memcmp" | "bcmp");
                if copies || compares {
                    self.access(state, place, arg(1), length, false);
                }
                match compares {
                    true => self.access(state, place, arg(0), length, false),
                    false => self.overwrite(state, place, arg(0), length),
                }
                if !compares && name != "mempcpy" {
                    result = Some(self.operand(state, arg(0), Ty::Ptr));
                }
            }
            "strlen" | "strcmp" | "strncmp" | "strchr" | "strrchr" | "index" | "rindex" | "strchrnul"
            | "__strchrnul" | "strnlen" => {
                result = self.string_read(state, place, arg(0));
                if matches!(name, "strcmp" | "strncmp") {
                    self.string_read(state, place, arg(1));
                }
                if name != "strlen" {
                    result = None;
                }
            }
            "memchr" => {
                // It stops where it finds the byte.
                let length = Length::from(&number(self, state, 2));
                self.access(state, place, arg(0), Length { least: length.least.min(1), ..length }, false);
            }
            "strcpy" | "stpcpy" | "strcat" => {
                let length = self.string_read(state, place, arg(1)).map(|val| val.range(64));
                let most = length.map_or(u64::MAX, |l| l.uhi.saturating_add(1));
                let least = length.map_or(1, |l| l.ulo.saturating_add(1));
                // What is appended stands behind what is there, which is not known.
                let length = if name == "strcat" { u64::MAX } else { most };
                self.overwrite(state, place, arg(0), Length { least, most: length, linear: None });
                if name != "stpcpy" {
                    result = Some(self.operand(state, arg(0), Ty::Ptr));
                }
            }
            "__secateur_symbolic" => {
                let length = Length::from(&number(self, state, 1));
                self.overwrite(state, place, arg(0), length);
            }
            "__secateur_assume" => return self.assume(state, arg(0), true, 0),
            "free" | "realloc" => self.frees(state, place, arg(0)),
            _ => {}
        }
        let direct = matches!(
            name,
            "memcpy" | "memmove" | "mempcpy" | "memset" | "strcpy" | "stpcpy" | "strcat" | "__secateur_symbolic"
        );
        if !direct {
            let effect = self.effect(name, args);
            self.apply(state, &effect);
        }
        if let (Some(object), [dst]) = (self.context.objects.made_at(place), dsts)
            && name != "posix_memalign"
        {
            self.allocates(state, object, name, args, *dst);
            return true;
        }
        if let Some(object) = self.context.objects.made_at(place) {
            // Nobody takes the block, or its address goes to memory.
            state.makes(object, false);
            self.tells_size(object, Range::full(64));
        }
        for (i, (dst, ty)) in dsts.iter().zip(rets).enumerate() {
            let val = result.take().filter(|_| i == 0).unwrap_or(Val::top(*ty));
            let mut val = if matches!(val.value, Value::Int(r) if r.bits != ty.bits()) { Val::top(*ty) } else { val };
            val.origin = val.origin.filter(|_| *ty == Ty::Ptr);
            self.define(state, *dst, val);
        }
        true
    }

    /// Reads a string to its end. The length that it can have, behind that.
    fn string_read(&mut self, state: &mut State, place: Place, addr: Operand) -> Option<Val> {
        let val = self.operand(state, addr, Ty::Ptr);
        let known = val.pointer().and_then(|p| Some((p.only()?, p.offset()?)));
        let length = known.and_then(|(object, offset)| self.literal(object, offset));
        match length {
            Some(length) => self.access(state, place, addr, Length::of(length + 1), false),
            None => self.access(state, place, addr, Length { least: 1, most: u64::MAX, linear: None }, false),
        }
        let most =
            val.pointer().and_then(|p| p.bases.iter().try_fold(0, |most: u64, o| Some(most.max(self.largest(*o)?))));
        let lowest = val.pointer().and_then(|p| p.lo).unwrap_or(0).max(0) as u64;
        let range = match (length, most) {
            (Some(length), _) => Range::constant(64, length),
            (None, Some(most)) => Range::wrapped(64, 0, i128::from(most.saturating_sub(lowest).max(1)) - 1),
            _ => Range::wrapped(64, 0, (1 << 31) - 1),
        };
        Some(Val::int(range))
    }

    /// The length of the string at a place of something that nobody writes.
    fn literal(&self, object: Object, offset: i64) -> Option<u64> {
        let Kind::Global(g) = self.context.objects.kinds[object as usize] else { return None };
        let global = &self.context.module.globals[g as usize];
        if self.context.written.contains(object) || !global.relocs.is_empty() {
            return None;
        }
        let from = usize::try_from(offset).ok().filter(|from| (*from as u64) < global.size)?;
        let rest = global.bytes.get(from..).unwrap_or(&[]);
        match rest.iter().position(|b| *b == 0) {
            Some(length) => Some(length as u64),
            None => ((from + rest.len()) < global.size as usize).then_some(rest.len() as u64),
        }
    }

    fn frees(&mut self, state: &mut State, place: Place, addr: Operand) {
        let val = self.operand(state, addr, Ty::Ptr);
        if matches!(val.value, Value::Int(range) if range.single() == Some(0)) {
            return;
        }
        let known = val.pointer().filter(|p| p.offset() == Some(0) && p.null != Null::Moved);
        let blocks = known.is_some_and(|p| p.bases.iter().all(|o| self.context.objects.is_heap(*o)));
        let alive = blocks && known.is_some_and(|p| p.bases.iter().all(|o| !state.freed.contains(*o)));
        self.note(place, INVALID_FREE, blocks);
        self.note(place, DOUBLE_FREE, alive);
        state.doubts();
    }

    /// A heap block is made.
    fn allocates(&mut self, state: &mut State, object: Object, name: &str, args: &[Arg], dst: Reg) {
        let number = |i: usize| {
            let operand = args.get(i).map_or(Operand::Undef, |arg| arg.operand());
            self.operand(state, operand, Ty::Int(64))
        };
        let size = match name {
            // A product that does not fit makes no block.
            "calloc" => {
                let (a, b) = (number(0), number(1));
                let product = |x: u64, y: u64| u128::from(x) * u128::from(y);
                let (x, y) = (a.range(64), b.range(64));
                let least = u64::try_from(product(x.ulo, y.ulo)).unwrap_or(u64::MAX);
                let most = u64::try_from(product(x.uhi, y.uhi)).unwrap_or(u64::MAX);
                let mut val = Val::int(Range::wrapped(64, least.into(), most.into()));
                let scaled = |l: Option<super::value::Linear>, range: Range, by: Range| {
                    let by = i64::try_from(by.single()?).ok().filter(|by| *by > 0)?;
                    let l = l.filter(|l| super::transfer::seen_unsigned(*l, range))?;
                    Some(super::value::Linear { scale: l.scale.checked_mul(by)?, add: l.add.checked_mul(by)?, ..l })
                };
                val.linear = scaled(a.number(), x, y).or(scaled(b.number(), y, x));
                val
            }
            "realloc" | "memalign" | "aligned_alloc" => number(1),
            _ => number(0),
        };
        let range = size.range(64);
        let linear = size.number().filter(|l| super::transfer::seen_unsigned(*l, range));
        let stays = self.context.effects.stays.contains(object);
        state.makes(object, stays);
        if stays && state.freed.contains(object) {
            Rc::make_mut(&mut state.freed).remove(object);
        }
        if let Some(linear) = linear {
            Rc::make_mut(&mut state.sizes).insert(object, linear);
        }
        self.tells_size(object, range);
        let val = Val::address(object, 0, Null::Zero, true);
        self.define(state, dst, val);
    }

    fn tells_size(&self, object: Object, range: Range) {
        if let Some(out) = self.out {
            out.borrow_mut().size(object, range);
        }
    }
}
