//! What accesses tell of an address, whatever it is an address of: the machine ends a path where an access is wrong, so behind one
//! the address names an object that is alive, and the bytes that were accessed are part of it. It holds until
//! something is freed.
//!
//! With it goes memory behind registers whose address is not known: what was loaded from a register's address and
//! not changed since is loaded again. A store changes it if both may point to the same object.

use super::follow::Follow;
use super::objects::{OUTSIDE, Object};
use super::set::Set;
use super::state::State;
use super::value::Val;
use secateur_ir::{Operand, Reg};

/// Offsets further away are not looked at: within a GiB an address names one object.
const NEAR: i64 = 1 << 28;
/// Cells of memory at a point beyond which those behind registers are not kept.
const MOST_CELLS: usize = 64;

/// Offsets from one up to another.
type Span = (i64, i64);

/// What accesses tell of an address: that it is one of an object that is alive, and which bytes from there on are part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Safe {
    is_known: bool,
    /// Bytes between two of an object are its bytes, too.
    read: Span,
    write: Span,
}

fn hull(a: Span, b: Span) -> Span {
    if a.0 >= a.1 { b } else { (a.0.min(b.0), a.1.max(b.1)) }
}

fn common(a: Span, b: Span) -> Span {
    let both = (a.0.max(b.0), a.1.min(b.1));
    if both.0 < both.1 { both } else { (0, 0) }
}

impl Safe {
    pub fn is_empty(&self) -> bool {
        !self.is_known
    }

    fn covers(&self, (from, to): Span, write: bool) -> bool {
        let known = if write { self.write } else { self.read };
        self.is_known && from < to && known.0 <= from && to <= known.1
    }

    /// With one more access.
    fn with(self, span: Span, writable: bool) -> Safe {
        Safe {
            is_known: true,
            read: hull(self.read, span),
            write: if writable { hull(self.write, span) } else { self.write },
        }
    }

    /// With all that another tells.
    fn and(self, other: Safe) -> Safe {
        let more = |known: Span, more: Span| if more.0 < more.1 { hull(known, more) } else { known };
        Safe { is_known: true, read: more(self.read, other.read), write: more(self.write, other.write) }
    }

    /// What holds for both.
    pub fn join(self, other: Safe) -> Safe {
        match self.is_known && other.is_known {
            true => {
                Safe { is_known: true, read: common(self.read, other.read), write: common(self.write, other.write) }
            }
            false => Safe::default(),
        }
    }

    /// As seen from an address so many bytes further; nothing where that is far.
    pub fn moved(self, by: i64) -> Safe {
        let is_near =
            [self.read, self.write].iter().all(|span| span.0.saturating_sub(by).abs() < NEAR) && by.abs() < NEAR;
        let shift = |span: Span| if span.0 < span.1 { (span.0 - by, span.1 - by) } else { span };
        match self.is_known && is_near {
            true => Safe { is_known: true, read: shift(self.read), write: shift(self.write) },
            false => Safe::default(),
        }
    }
}

impl Follow<'_, '_> {
    /// Whether the bytes of an access are part of an object for all that was accessed before.
    pub fn was_accessed(&self, state: &State, val: &Val, most: u64, write: bool) -> bool {
        let Some(((reg, add), most)) = val.origin.zip(i64::try_from(most).ok()) else { return false };
        add.checked_add(most).is_some_and(|to| state.regs.get(reg).safe.covers((add, to), write))
    }

    /// Whether an address names an object that is alive, for all that was accessed before.
    pub fn names_object(&self, state: &State, val: &Val) -> bool {
        val.origin.is_some_and(|(reg, add)| !state.regs.get(reg).safe.is_empty() && add.abs() < NEAR)
    }

    /// An access of so many bytes, at least, was right.
    pub fn note_safe(&self, state: &mut State, val: &Val, least: u64, write: bool) {
        let Some((reg, add)) = val.origin.filter(|(reg, _)| self.may_be_kept(*reg)) else { return };
        if add.abs() < NEAR && least < NEAR as u64 {
            // What can be read can be written, unless it is constant.
            let writable = write || !self.context.points.of_reg(self.f, reg).meets(&self.context.constant);
            let known = state.regs.get(reg).safe;
            self.keep_safe(state, reg, known.with((add, add + least as i64), writable));
        }
    }

    /// What a call tells of an address that it was given: it was accessed before the call returned.
    pub fn note_told(&self, state: &mut State, operand: Operand, told: Safe) {
        let val = self.operand(state, operand, secateur_ir::Ty::Ptr);
        let Some((reg, add)) = val.origin.filter(|(reg, _)| self.may_be_kept(*reg)) else { return };
        let told = told.moved(add.saturating_neg());
        if !told.is_empty() {
            let known = state.regs.get(reg).safe;
            self.keep_safe(state, reg, known.and(told));
        }
    }

    fn keep_safe(&self, state: &mut State, reg: Reg, safe: Safe) {
        if state.regs.get(reg).safe == safe {
            return;
        }
        *state.regs.safe_mut(reg) = safe;
        // So it is for the memory that the address came from.
        if let Some(super::made::Made::Loaded(object, offset)) = self.made.get(reg)
            && let Some(cell) = state.cells.safe_mut((object, offset))
        {
            *cell = safe;
        }
    }

    /// Where memory behind a register is kept: as if it were an object.
    pub fn behind(&self, reg: Reg) -> Object {
        self.context.objects.len() as u32 + reg.0
    }

    /// The cell that an address is, behind the register that it was computed from.
    pub fn cell_behind(&self, state: &State, val: &Val) -> Option<(Object, i64)> {
        let (reg, add) = val.origin.filter(|(reg, _)| self.may_be_kept(*reg))?;
        let key = (self.behind(reg), add);
        (state.cells.len() < MOST_CELLS || state.cells.get(key).is_some()).then_some(key)
    }

    /// By parameter: where its address was accessed before the function returns here.
    pub fn tells(&self, state: &State) -> Vec<Safe> {
        let params = (0..self.function.params.len()).map(Reg::new);
        let told = |reg: Reg| match self.shape.is_kept[reg.index()] && self.may_be_kept(reg) {
            true => state.regs.get(reg).safe,
            false => Safe::default(),
        };
        params.map(told).collect()
    }

    /// Objects that the system gives may be taken back by it.
    fn may_be_kept(&self, reg: Reg) -> bool {
        let set = self.context.points.of_reg(self.f, reg);
        self.shape.is_shared[reg.index()] && !set.is_empty() && !set.contains(OUTSIDE)
    }

    /// Objects are written: memory behind registers that may point to them is no longer known. Of the register whose address is
    /// written to only those bytes change.
    pub fn forget_behind(&self, state: &mut State, objects: &Set, own: Option<(Reg, i64)>, most: u64) {
        let first = self.behind(Reg(0));
        let points = |object: Object| self.context.points.of_reg(self.f, Reg(object - first));
        state.cells.forget_where(|(object, at), size| {
            let own = own.filter(|(reg, _)| object == self.behind(*reg));
            object >= first
                && match own {
                    Some((_, add)) => {
                        let end = add.saturating_add(most.min(1 << 40) as i64);
                        at < end && at.saturating_add(size as i64) > add
                    }
                    None => points(object).meets(objects),
                }
        });
    }

    /// The address that an operand is, for a call, with what was accessed there.
    pub fn given(&self, state: &State, operand: Operand, ty: secateur_ir::Ty) -> Val {
        let mut val = self.operand(state, operand, ty);
        if let (true, Some((reg, add))) = (val.safe.is_empty(), val.origin) {
            val.safe = state.regs.get(reg).safe.moved(add);
        }
        val
    }
}
