//! What a condition tells about the values that it was computed from.

use super::follow::{Follow, Made};
use super::range::Range;
use super::state::State;
use super::transfer::{seen_signed, seen_unsigned};
use super::value::{Linear, Null, Val, Value};
use secateur_ir::{IntPred, Operand, Reg, Ty};
use std::rc::Rc;

/// Conditions that are looked through, one behind the other.
const DEPTH: u32 = 6;

impl Follow<'_, '_> {
    /// The condition holds, or does not. False: that cannot be.
    pub fn assume(&mut self, state: &mut State, cond: Operand, holds: bool, depth: u32) -> bool {
        let Operand::Reg(reg) = cond else {
            return !matches!(cond, Operand::Const(value) if (value != 0) != holds);
        };
        let known = state.regs.get(reg);
        if let Value::Int(range) = known.value
            && range.single().is_some_and(|value| (value != 0) != holds)
        {
            return false;
        }
        let can_hold = match self.made.get(reg) {
            Some(Made::Compared(pred, ty, a, b)) if depth < DEPTH => {
                let pred = if holds { pred } else { pred.negate() };
                self.compare_at(state, pred, ty, a, b, depth)
            }
            Some(Made::Same(other)) if depth < DEPTH => self.assume(state, Operand::Reg(other), holds, depth + 1),
            _ => true,
        };
        if !can_hold {
            return false;
        }
        // The condition itself.
        let bits = self.function.ty(reg).bits();
        if let (Value::Int(range), Ty::Int(_)) = (state.regs.get(reg).value.clone(), self.function.ty(reg)) {
            let pred = if holds { IntPred::Ne } else { IntPred::Eq };
            match Range::assume(pred, range, Range::constant(bits, 0)) {
                Some((range, _)) => *state.regs.value_mut(reg) = Value::Int(range),
                None => return false,
            }
        }
        true
    }

    /// A comparison holds. False: it cannot.
    pub fn compare(&mut self, state: &mut State, pred: IntPred, ty: Ty, a: Operand, b: Operand) -> bool {
        self.compare_at(state, pred, ty, a, b, 0)
    }

    fn compare_at(&mut self, state: &mut State, pred: IntPred, ty: Ty, a: Operand, b: Operand, depth: u32) -> bool {
        if !ty.is_word() || ty.is_float() {
            return true;
        }
        // A condition that became a number, and is compared with zero.
        if let (Operand::Reg(reg), Operand::Const(0), IntPred::Eq | IntPred::Ne) = (a, b, pred)
            && matches!(self.made.get(reg), Some(Made::Compared(..) | Made::Same(_)))
            && !self.assume(state, a, pred == IntPred::Ne, depth + 1)
        {
            return false;
        }
        let (x, y) = (self.operand(state, a, ty), self.operand(state, b, ty));
        if ty == Ty::Ptr || x.pointer().is_some() || y.pointer().is_some() {
            return self.compare_addresses(state, pred, (a, x), (b, y));
        }
        let bits = ty.bits();
        let Some((left, right)) = Range::assume(pred, x.range(bits), y.range(bits)) else { return false };
        if !self.narrow(state, a, &x, left) || !self.narrow(state, b, &y, right) {
            return false;
        }
        if let (Some(l), Some(m)) = (x.number(), y.number()) {
            self.relate(state, pred, (l, left), (m, right));
        }
        true
    }

    /// A value lies in a range: so does the register or the memory that it came from.
    fn narrow(&mut self, state: &mut State, operand: Operand, val: &Val, range: Range) -> bool {
        let Operand::Reg(reg) = operand else { return true };
        if matches!(state.regs.get(reg).value, Value::Int(known) if known != range) {
            *state.regs.value_mut(reg) = Value::Int(range);
        }
        if let Some(Made::Loaded(object, offset)) = self.made.get(reg)
            && let Some(cell) = state.cells.value_mut((object, offset))
            && let Value::Int(known) = *cell
            && known.bits == range.bits
        {
            match known.meet(range) {
                Some(both) => *cell = Value::Int(both),
                None => return false,
            }
        }
        match val.number() {
            Some(l) if l.reg != reg => self.narrow_register(state, l, range),
            _ => true,
        }
    }

    /// `reg * scale + add` lies in a range.
    fn narrow_register(&mut self, state: &mut State, l: Linear, range: Range) -> bool {
        let Value::Int(known) = state.regs.get(l.reg).value else { return true };
        if l.scale <= 0 {
            return true;
        }
        let (lo, hi) = match l.unsigned {
            true => (i128::from(range.ulo), i128::from(range.uhi)),
            false => (i128::from(range.slo), i128::from(range.shi)),
        };
        let (scale, add) = (i128::from(l.scale), i128::from(l.add));
        let (lo, hi) = (-((add - lo).div_euclid(scale)), (hi - add).div_euclid(scale));
        let mut new = Range::full(known.bits);
        if self.shape.unsigned[l.reg.index()] {
            if lo > i128::from(new.uhi) || hi < 0 {
                return false;
            }
            (new.ulo, new.uhi) = (lo.max(0) as u64, hi.min(new.uhi.into()) as u64);
        } else {
            if lo > i128::from(new.shi) || hi < i128::from(new.slo) {
                return false;
            }
            (new.slo, new.shi) = (lo.max(new.slo.into()) as i64, hi.min(new.shi.into()) as i64);
        }
        match known.meet(new) {
            Some(both) => *state.regs.value_mut(l.reg) = Value::Int(both),
            None => return false,
        }
        true
    }

    /// Adds a difference between registers.
    fn relate(&mut self, state: &mut State, pred: IntPred, (l, a): (Linear, Range), (m, b): (Linear, Range)) {
        let rows = self.shape.tracked[l.reg.index()].zip(self.shape.tracked[m.reg.index()]);
        let (Some((x, y)), true) = (rows, l.scale == 1 && m.scale == 1 && l.reg != m.reg) else { return };
        let signed = seen_signed(l, a) && seen_signed(m, b);
        let unsigned = seen_unsigned(l, a) && seen_unsigned(m, b);
        let same = l.unsigned == m.unsigned;
        let apart = i128::from(m.add) - i128::from(l.add);
        let mut at_most = |x: usize, y: usize, c: i128| {
            if let Ok(c) = i64::try_from(c)
                && state.zone.bound(x, y).is_none_or(|known| known > c)
            {
                Rc::make_mut(&mut state.zone).add(x, y, c);
            }
        };
        match pred {
            IntPred::Slt if signed => at_most(x, y, apart - 1),
            IntPred::Sle if signed => at_most(x, y, apart),
            IntPred::Sgt if signed => at_most(y, x, -apart - 1),
            IntPred::Sge if signed => at_most(y, x, -apart),
            IntPred::Ult if unsigned => at_most(x, y, apart - 1),
            IntPred::Ule if unsigned => at_most(x, y, apart),
            IntPred::Ugt if unsigned => at_most(y, x, -apart - 1),
            IntPred::Uge if unsigned => at_most(y, x, -apart),
            IntPred::Eq if same => {
                at_most(x, y, apart);
                at_most(y, x, -apart);
            }
            _ => {}
        }
    }

    fn compare_addresses(
        &mut self,
        state: &mut State,
        pred: IntPred,
        (a, x): (Operand, Val),
        (b, y): (Operand, Val),
    ) -> bool {
        let is_zero = |val: &Val| matches!(val.value, Value::Int(range) if range.single() == Some(0));
        let (operand, val) = match (is_zero(&x), is_zero(&y)) {
            (false, true) => (a, &x),
            (true, false) => (b, &y),
            _ => {
                self.order_addresses(state, pred, (a, &x), (b, &y));
                return true;
            }
        };
        let Value::Ptr(pointer) = &val.value else { return true };
        let is_near = pointer.lo.is_some() && pointer.hi.is_some();
        match pred {
            IntPred::Ne if pointer.null == Null::Zero => {
                self.with_pointer(state, operand, val, |p| p.null = Null::No);
            }
            IntPred::Eq if pointer.null == Null::No && is_near => return false,
            _ => {}
        }
        true
    }

    /// One address is before another in the same object.
    fn order_addresses(&mut self, state: &mut State, pred: IntPred, (a, x): (Operand, &Val), (b, y): (Operand, &Val)) {
        let (Some(p), Some(q)) = (x.pointer().cloned(), y.pointer().cloned()) else { return };
        let Some(object) = p.only().filter(|object| q.only() == Some(*object)) else { return };
        if !(self.context.objects.is_global(object) || p.own && q.own) {
            return;
        }
        let less = |most: Option<i64>, by: i64| most.map(|most| most - by);
        let cap = |known: Option<i64>, most: Option<i64>| match (known, most) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (known, most) => known.or(most),
        };
        let by = match pred {
            IntPred::Ult => 1,
            IntPred::Ule => 0,
            IntPred::Ugt | IntPred::Uge => return self.order_addresses(state, pred.swap(), (b, y), (a, x)),
            // A step that meets the end exactly: not there yet.
            IntPred::Ne => {
                if let (Some(end), Some(lo), Some(hi)) = (q.offset(), p.lo, p.hi)
                    && hi == end
                    && lo < end
                    && (end - lo) % p.step.max(1) == 0
                {
                    let step = p.step.max(1);
                    self.with_pointer(state, a, x, |p| p.hi = Some(end - step));
                }
                return;
            }
            IntPred::Eq if q.offset().is_some() => {
                self.with_pointer(state, a, x, |p| (p.lo, p.hi, p.step) = (q.lo, q.hi, 0));
                return;
            }
            _ => return,
        };
        let hi = cap(p.hi, less(q.hi, by));
        // Never an end before the beginning: that side cannot be, and nothing is said about it.
        if p.lo.zip(hi).is_none_or(|(lo, hi)| lo <= hi) {
            self.with_pointer(state, a, x, |p| p.hi = hi);
        }
    }

    /// Changes what is known of an address, and of the register and the memory that it came from.
    pub fn with_pointer(
        &mut self,
        state: &mut State,
        operand: Operand,
        val: &Val,
        change: impl Fn(&mut super::value::Pointer),
    ) {
        let Operand::Reg(reg) = operand else { return };
        if let Value::Ptr(known) = &state.regs.get(reg).value {
            // Nothing is copied for what stays as it is.
            let mut pointer = known.clone();
            change(&mut pointer);
            if pointer != *known {
                *state.regs.value_mut(reg) = Value::Ptr(pointer);
            }
        }
        if let Some(Made::Loaded(object, offset)) = self.made.get(reg)
            && let Some(Value::Ptr(pointer)) = state.cells.value_mut((object, offset))
        {
            change(pointer);
        }
        if let Some((origin, add)) = val.origin.filter(|(origin, _)| *origin != reg) {
            self.with_origin(state, origin, add, &change);
        }
    }

    fn with_origin(&mut self, state: &mut State, origin: Reg, add: i64, change: &impl Fn(&mut super::value::Pointer)) {
        if let Value::Ptr(pointer) = &state.regs.get(origin).value {
            let mut there = pointer.moved(add.into(), add.into(), 0);
            let null = there.null;
            change(&mut there);
            let mut back = there.moved(-i128::from(add), -i128::from(add), 0);
            // Where the address was not null, neither was what it came from.
            back.null = if there.null == Null::No && null != Null::No { Null::No } else { pointer.null };
            if back != *pointer {
                *state.regs.value_mut(origin) = Value::Ptr(back);
            }
        }
    }
}
