//! Accesses of memory: whether they can be wrong, what they read, and what they change.

use super::check::{FREED, NULL, READ, WRITE};
use super::follow::Follow;
use super::objects::{Kind, Object, Place};
use super::range::Range;
use super::state::State;
use super::summary::Item;
use super::value::{Linear, Null, Pointer, Val, Value};
use secateur_ir::{Intrinsic, Operand, Ty};

/// How many bytes an access touches.
#[derive(Clone, Copy)]
pub struct Length {
    pub least: u64,
    pub most: u64,
    pub linear: Option<Linear>,
}

impl Length {
    pub fn of(bytes: u64) -> Length {
        Length { least: bytes, most: bytes, linear: None }
    }
    /// From a number of bytes that the program computed.
    pub fn from(val: &Val) -> Length {
        let range = val.range(64);
        let linear = val.number().filter(|l| super::transfer::seen_unsigned(*l, range));
        Length { least: range.ulo, most: range.uhi, linear }
    }
}

impl Follow<'_, '_> {
    /// Notes the checks of an access. Behind it the address is one that can be accessed: the machine stops where it is not.
    pub fn access(&mut self, state: &mut State, place: Place, addr: Operand, length: Length, write: bool) {
        let val = self.operand(state, addr, Ty::Ptr);
        if self.found.is_some() {
            self.note_access(state, place, addr, &val, length, write);
        }
        // An access of no bytes touches nothing.
        if length.least == 0 || length.least > 1 << 30 {
            return;
        }
        self.note_safe(state, &val, length.least, write);
        if let Value::Ptr(pointer) = &val.value {
            let size = |o: &Object| self.largest(*o);
            let most = pointer.bases.iter().map(size).try_fold(0, |most, size| Some(most.max(size?)));
            let last = most.and_then(|most| i64::try_from(most).ok()).map(|most| most - length.least as i64);
            self.with_pointer(state, addr, &val, move |p| {
                p.null = Null::No;
                if let Some(last) = last.filter(|last| *last >= 0) {
                    let (lo, hi) = (p.lo.map_or(0, |lo| lo.max(0)), p.hi.map_or(last, |hi| hi.min(last)));
                    if lo <= hi {
                        if p.lo != Some(lo) {
                            p.step = 1;
                        }
                        (p.lo, p.hi) = (Some(lo), Some(hi));
                    }
                }
            });
            self.narrow_index(state, &val, last);
        }
    }

    /// The register that an offset was computed from is in range behind the access.
    fn narrow_index(&mut self, state: &mut State, val: &Val, last: Option<i64>) {
        if let (Some(l), Some(last)) = (val.linear, last)
            && l.scale > 0
            && let Value::Int(known) = state.regs.get(l.reg).value
            && !self.shape.unsigned[l.reg.index()]
        {
            let (scale, add) = (i128::from(l.scale), i128::from(l.add));
            let (lo, hi) = (-(add.div_euclid(scale)), (i128::from(last) - add).div_euclid(scale));
            let mut new = Range::full(known.bits);
            if lo <= i128::from(new.shi) && hi >= i128::from(new.slo) {
                (new.slo, new.shi) = (lo.max(new.slo.into()) as i64, hi.min(new.shi.into()) as i64);
                if let Some(both) = known.meet(new).filter(|both| *both != known) {
                    *state.regs.value_mut(l.reg) = Value::Int(both);
                }
            }
        }
    }

    fn note_access(&mut self, state: &State, place: Place, addr: Operand, val: &Val, length: Length, write: bool) {
        let bounds = if write { WRITE } else { READ };
        if self.is_plain(addr, val, length, write) {
            return;
        }
        let (again, named) = (self.was_accessed(state, val, length.most, write), self.names_object(state, val));
        let Value::Ptr(pointer) = &val.value else {
            self.note(place, bounds, again);
            self.note(place, NULL, named);
            self.note(place, FREED, named || self.none_is_freed(state, addr));
            return;
        };
        let inside = pointer.bases.iter().all(|o| self.fits(state, *o, pointer, val.linear, length));
        let writable = !write || pointer.bases.iter().all(|o| !self.context.objects.constant[*o as usize]);
        let alive = pointer.bases.iter().all(|o| self.is_alive(state, *o, pointer));
        self.note(place, bounds, again || inside && writable);
        self.note(place, NULL, named || pointer.null == Null::No && pointer.lo.is_some() && pointer.hi.is_some());
        self.note(place, FREED, named || alive);
    }

    /// An access of a variable by its name, at a constant place inside: there is nothing to check.
    fn is_plain(&self, addr: Operand, val: &Val, length: Length, write: bool) -> bool {
        let Value::Ptr(pointer) = &val.value else { return false };
        let by_name = matches!(addr, Operand::Sym(..)) || pointer.own && self.shape.locals_live;
        let known = pointer.only().filter(|o| !self.context.objects.is_heap(*o)).zip(pointer.offset());
        by_name
            && known.is_some_and(|(object, offset)| {
                let size = self.context.objects.sizes[object as usize];
                let constant = self.context.objects.constant[object as usize];
                offset >= 0 && size.is_some_and(|size| offset as u64 + length.most <= size) && !(write && constant)
            })
    }

    /// Whether everything that an address may point to is alive, wherever in it that is.
    fn none_is_freed(&self, state: &State, addr: Operand) -> bool {
        let super::context::Context { module, objects, points, effects, .. } = self.context;
        let set = points.of_operand(module, objects, self.f, addr);
        let lives = |object: Object| match objects.kinds[object as usize] {
            Kind::Global(_) | Kind::Function(_) => true,
            Kind::Stack(_) => effects.lives[object as usize],
            Kind::Heap(_) => !state.freed.contains(object),
            Kind::Outside => false,
        };
        !set.is_empty() && set.iter().all(lives)
    }

    pub fn is_alive(&self, state: &State, object: Object, pointer: &Pointer) -> bool {
        match self.context.objects.kinds[object as usize] {
            Kind::Global(_) => true,
            Kind::Stack(_) => pointer.own && self.shape.locals_live || self.context.effects.lives[object as usize],
            Kind::Heap(_) => !state.freed.contains(object),
            Kind::Function(_) | Kind::Outside => false,
        }
    }

    /// Whether an access stays inside an object.
    pub fn fits(
        &self,
        state: &State,
        object: Object,
        pointer: &Pointer,
        linear: Option<Linear>,
        length: Length,
    ) -> bool {
        let Some((lo, hi)) = pointer.lo.zip(pointer.hi) else { return false };
        if lo < 0 {
            return false;
        }
        if self.smallest(object).is_some_and(|size| hi as u64 + length.most.min(1 << 62) <= size) {
            return true;
        }
        let (Some(size), true) = (state.sizes.get(&object), pointer.own) else { return false };
        // Bytes up to the end of the access, and those of the object, as multiples of registers.
        let end = match (length.linear, pointer.offset(), linear) {
            (Some(l), Some(offset), _) => l.add.checked_add(offset).map(|add| Linear { add, ..l }),
            (None, _, Some(l)) => {
                i64::try_from(length.most).ok().and_then(|n| l.add.checked_add(n)).map(|add| Linear { add, ..l })
            }
            _ => None,
        };
        end.is_some_and(|end| self.at_most(state, end, *size))
    }

    /// Whether one multiple of a register is never more than another.
    fn at_most(&self, state: &State, a: Linear, b: Linear) -> bool {
        if a.scale != b.scale || a.scale <= 0 {
            return false;
        }
        let apart = i128::from(b.add) - i128::from(a.add);
        if a.reg == b.reg {
            return apart >= 0;
        }
        let rows = self.shape.tracked[a.reg.index()].zip(self.shape.tracked[b.reg.index()]);
        let most = rows.and_then(|(x, y)| state.zone.bound(x, y));
        most.is_some_and(|most| i128::from(most) * i128::from(a.scale) <= apart)
    }

    fn heap_size(&self, object: Object) -> Option<Range> {
        self.reads(Item::Size(object));
        self.summary.borrow().size_of(object)
    }

    /// The fewest bytes that an object of this kind has.
    pub fn smallest(&self, object: Object) -> Option<u64> {
        match self.context.objects.kinds[object as usize] {
            Kind::Heap(_) => self.heap_size(object).map(|range| range.ulo),
            Kind::Global(_) | Kind::Stack(_) => self.context.objects.sizes[object as usize],
            Kind::Function(_) | Kind::Outside => None,
        }
    }

    /// The most bytes that an object of this kind has.
    pub fn largest(&self, object: Object) -> Option<u64> {
        match self.context.objects.kinds[object as usize] {
            // No object has more.
            Kind::Heap(_) => self.heap_size(object).map(|range| range.uhi.min(1 << 31)),
            Kind::Global(_) | Kind::Stack(_) => self.context.objects.sizes[object as usize],
            Kind::Function(_) | Kind::Outside => None,
        }
    }

    /// Reads memory: the value, and the cell that it came from.
    pub fn load(&mut self, state: &mut State, place: Place, ty: Ty, addr: Operand) -> (Val, Option<(Object, i64)>) {
        let size = ty.store_size();
        self.access(state, place, addr, Length::of(size), false);
        let val = self.operand(state, addr, Ty::Ptr);
        // A type of fewer bits than its bytes hold is cut.
        let whole = matches!(ty, Ty::Ptr) || matches!(ty, Ty::Int(bits) if bits % 8 == 0 && bits <= 64);
        if !whole {
            return (Val::top(ty), None);
        }
        let (read, cell) = self.read(state, &val, ty);
        let Some(key) = self.cell_behind(state, &val).filter(|_| cell.is_none()) else { return (read, cell) };
        if let Some((_, held)) = state.cells.get(key).filter(|(known, _)| *known == size) {
            return (fitted(held.clone(), ty), Some(key));
        }
        state.cells.forget_bytes(key.0, key.1, key.1.saturating_add(size as i64));
        state.cells.insert(key, size, read.clone());
        (read, Some(key))
    }

    /// Reads memory at an address that is known.
    fn read(&mut self, state: &mut State, val: &Val, ty: Ty) -> (Val, Option<(Object, i64)>) {
        let size = ty.store_size();
        let Value::Ptr(pointer) = &val.value else { return (Val::top(ty), None) };
        if let (Some(object), Some(offset)) = (pointer.only(), pointer.offset())
            && (self.context.objects.is_global(object) || pointer.own)
            && self.is_one(object)
        {
            if let Some((known, val)) = state.cells.get((object, offset))
                && *known == size
            {
                return (fitted(val.clone(), ty), Some((object, offset)));
            }
            let val = fitted(self.remembered(object, offset, ty), ty);
            state.cells.forget_bytes(object, offset, offset.saturating_add(size as i64));
            state.cells.insert((object, offset), size, val.clone());
            return (val, Some((object, offset)));
        }
        let mut all: Option<Val> = None;
        for object in pointer.bases.iter() {
            let Some(val) = self.table(*object, pointer, ty) else { return (Val::top(ty), None) };
            all = Some(all.map_or(val.clone(), |all| all.join(&val)));
        }
        (all.map_or(Val::top(ty), |val| fitted(val, ty)), None)
    }

    /// Whether there is one object of this kind at a time, or the pointer's own is known to be the last.
    fn is_one(&self, object: Object) -> bool {
        self.context.objects.sizes[object as usize].is_some()
    }

    pub fn store(&mut self, state: &mut State, place: Place, ty: Ty, src: Operand, addr: Operand) {
        let size = ty.store_size();
        self.access(state, place, addr, Length::of(size), true);
        self.made.forget_loaded();
        let (to, val) = (self.operand(state, addr, Ty::Ptr), self.operand(state, src, ty));
        let whole = matches!(ty, Ty::Ptr) || matches!(ty, Ty::Int(bits) if bits % 8 == 0 && bits <= 64);
        let val = if whole { val } else { Val::top(Ty::Int((8 * size).min(64) as u32)) };
        let cell = to.pointer().and_then(|p| Some((p.only()?, p.offset()?, p.own)));
        self.writes(state, addr, &to, size, whole.then_some(&val));
        if let Some((object, offset, own)) = cell
            && (self.context.objects.is_global(object) || own)
            && self.is_one(object)
            && whole
        {
            state.cells.insert((object, offset), size, val);
        } else if let (Some(key), true) = (self.cell_behind(state, &to), whole) {
            state.cells.insert(key, size, val);
        }
    }

    /// Bytes behind an address change, and then hold this, or anything.
    pub fn writes(&mut self, state: &mut State, addr: Operand, to: &Val, most: u64, val: Option<&Val>) {
        let targets = self.pointed(addr, to);
        if targets.is_empty() {
            // Nobody knows where.
            state.cells.clear();
            return;
        }
        self.forget_behind(state, &targets, to.origin, most);
        let span = to.pointer().and_then(|p| p.lo.zip(p.hi));
        let (from, end) = match span {
            Some((lo, hi)) => (lo, hi.saturating_add(most.min(1 << 40) as i64)),
            None => (i64::MIN, i64::MAX),
        };
        if span.is_none() {
            state.cells.forget_all(&targets);
            self.forget_globals(&targets);
            return;
        }
        for object in targets.iter() {
            state.cells.forget_bytes(object, from, end);
            let Some(out) = self.out.filter(|_| self.context.objects.is_global(object)) else { continue };
            let exact = to.pointer().and_then(|p| p.offset()).filter(|o| *o >= 0);
            match (exact, val, self.context.objects.kinds[object as usize]) {
                (Some(offset), Some(val), Kind::Global(g)) => {
                    let ty = if val.pointer().is_some() { Ty::Ptr } else { Ty::Int(8 * most as u32) };
                    let first = self.initial(g, offset, ty).unwrap_or(Val::top(ty));
                    out.borrow_mut().store((object, offset), most, val, first);
                }
                _ => out.borrow_mut().forget(object, from, end),
            }
        }
    }

    /// Globals among these may hold anything from now on.
    pub fn forget_globals(&self, objects: &super::set::Set) {
        if let Some(out) = self.out {
            let mut out = out.borrow_mut();
            let new = objects.both(&self.context.globals).without(&out.all_gone);
            new.iter().for_each(|object| out.forget(object, i64::MIN, i64::MAX));
        }
    }

    pub fn intrinsic_memory(&mut self, state: &mut State, place: Place, op: Intrinsic, args: &[Operand]) {
        use Intrinsic::*;
        const LIST: u64 = 24;
        match op {
            MemCpy | MemMove | MemSet => {
                let length = Length::from(&self.operand(state, args[2], Ty::Int(64)));
                if op != MemSet {
                    self.access(state, place, args[1], length, false);
                }
                self.overwrite(state, place, args[0], length);
            }
            VaStart => self.overwrite(state, place, args[0], Length::of(LIST)),
            VaCopy => {
                self.access(state, place, args[1], Length::of(LIST), false);
                self.overwrite(state, place, args[0], Length::of(LIST));
            }
            // Variables of variable length are given back.
            StackRestore => state.doubts(),
            _ => {}
        }
    }

    /// Bytes behind an address get values that are not followed.
    pub fn overwrite(&mut self, state: &mut State, place: Place, addr: Operand, length: Length) {
        self.access(state, place, addr, length, true);
        self.made.forget_loaded();
        let to = self.operand(state, addr, Ty::Ptr);
        self.writes(state, addr, &to, length.most, None);
    }
}

/// A value as a type sees it.
fn fitted(val: Val, ty: Ty) -> Val {
    match (&val.value, ty) {
        (Value::Int(range), Ty::Int(bits)) if range.bits == bits => val,
        (Value::Int(range), Ty::Ptr) if range.bits == 64 => val,
        (Value::Ptr(_), Ty::Ptr | Ty::Int(64)) => val,
        _ => Val::top(ty),
    }
}
