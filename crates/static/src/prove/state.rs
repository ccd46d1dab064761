//! What is known at a point of a function: registers, memory that is accessed at known places, which heap blocks may have been
//! freed, sizes of blocks in terms of registers, and differences between registers. Copies share what is the same.

use super::cells::Cells;
use super::objects::Object;
use super::regs::Regs;
use super::set::Set;
use super::value::{Linear, Val, Value};
use super::zone::Zone;
use secateur_ir::Reg;
use std::collections::BTreeMap;
use std::rc::Rc;

#[derive(Clone)]
pub struct State {
    pub regs: Regs,
    pub cells: Cells,
    /// Heap blocks of which some may have been freed.
    pub freed: Rc<Set>,
    /// By heap block: the size of the last one that this activation made, at least.
    pub sizes: Rc<BTreeMap<Object, Linear>>,
    pub zone: Rc<Zone>,
}

impl State {
    /// Joins another one in, and tells whether that changed anything. With `stops` what grows is widened.
    pub fn join(&mut self, other: &State, stops: Option<&[i64]>) -> bool {
        let merge = |old: &Val, new: &Val| {
            let joined = old.join(new);
            match stops {
                Some(stops) if joined != *old => old.widen(&joined, stops),
                _ => joined,
            }
        };
        let mut has_changed = self.regs.join(&other.regs, &merge);
        has_changed |= self.cells.join(&other.cells, &merge);
        has_changed |= self.free(&other.freed);
        if self.sizes.iter().any(|(object, size)| other.sizes.get(object) != Some(size)) {
            has_changed = true;
            Rc::make_mut(&mut self.sizes).retain(|object, size| other.sizes.get(object) == Some(size));
        }
        if !Rc::ptr_eq(&self.zone, &other.zone) && self.zone != other.zone {
            let joined = self.zone.join(&other.zone);
            let joined = if stops.is_some() { self.zone.widen(&joined) } else { joined };
            if joined != *self.zone {
                has_changed = true;
                self.zone = Rc::new(joined);
            }
        }
        has_changed
    }

    /// About what a copy and a join cost, in units of work.
    pub fn width(&self) -> u64 {
        1 + (self.regs.width() / 2 + self.cells.len()) as u64
    }

    /// More may have been freed. Tells whether that is new.
    pub fn free(&mut self, more: &Rc<Set>) -> bool {
        !Rc::ptr_eq(&self.freed, more) && !self.freed.includes(more) && Rc::make_mut(&mut self.freed).add(more)
    }

    /// A register changes: by a constant, or to something else.
    pub fn changes(&mut self, reg: Reg, by: Option<i64>) {
        let follow = |linear: Linear| {
            let step = by?.checked_mul(linear.scale)?;
            Some(Linear { add: linear.add.checked_sub(step)?, ..linear })
        };
        let update = |linear: Option<Linear>| match linear {
            Some(linear) if linear.reg == reg => follow(linear),
            other => other,
        };
        let change = |val: &mut Val| {
            val.linear = update(val.linear);
            val.origin = val.origin.filter(|(origin, _)| *origin != reg);
        };
        self.regs.change_terms(reg, &change);
        self.cells.change_terms(reg, &change);
        if self.sizes.values().any(|linear| linear.reg == reg) {
            let sizes = self.sizes.iter();
            let sizes = sizes.filter_map(|(object, linear)| Some((*object, update(Some(*linear))?))).collect();
            self.sizes = Rc::new(sizes);
        }
    }

    /// Another object of a kind is made: pointers to earlier ones are no longer to the last.
    pub fn makes(&mut self, object: Object, forget: bool) {
        let points = |val: &Val| val.pointer().is_some_and(|p| (p.own || forget) && p.bases.contains(&object));
        let change = |val: &mut Val| {
            if let Value::Ptr(pointer) = &mut val.value {
                pointer.own = false;
            }
            if forget {
                *val = Value::Top.into();
            }
        };
        self.regs.change_where(&points, &change);
        self.cells.change_where(&points, &change);
        if self.sizes.contains_key(&object) {
            Rc::make_mut(&mut self.sizes).remove(&object);
        }
        self.forget_object(object);
    }

    /// Something is freed: what was accessed before may no longer be there.
    pub fn doubts(&mut self) {
        let is_safe = |val: &Val| !val.safe.is_empty();
        let change = |val: &mut Val| val.safe = Default::default();
        self.regs.change_where(&is_safe, &change);
        self.cells.change_where(&is_safe, &change);
    }

    /// Memory of an object may hold anything.
    pub fn forget_object(&mut self, object: Object) {
        self.cells.forget_bytes(object, i64::MIN, i64::MAX);
    }
}
