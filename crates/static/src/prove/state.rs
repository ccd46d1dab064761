//! What is known at a point of a function: registers, memory that is accessed at known places, which heap blocks may have been
//! freed, sizes of blocks in terms of registers, and differences between registers.

use super::objects::Object;
use super::set::Set;
use super::value::{Linear, Val, Value};
use super::zone::Zone;
use secateur_ir::Reg;
use std::collections::BTreeMap;

#[derive(Clone, PartialEq)]
pub struct State {
    /// By register.
    pub regs: Vec<Val>,
    /// By object and offset: how many bytes, and what they hold. None of them overlap.
    pub cells: BTreeMap<(Object, i64), (u64, Val)>,
    /// Heap blocks of which some may have been freed.
    pub freed: Set,
    /// By heap block: the size of the last one that this activation made, at least.
    pub sizes: BTreeMap<Object, Linear>,
    pub zone: Zone,
}

impl State {
    /// Joins another one in, and tells whether that changed anything. With `stops` what grows is widened.
    /// Only the shared registers count; the others are known inside blocks only.
    pub fn join(&mut self, other: &State, shared: &[Reg], stops: Option<&[i64]>) -> bool {
        let mut has_changed = false;
        let merge = |old: &Val, new: &Val| {
            let joined = old.join(new);
            match stops {
                Some(stops) if joined != *old => old.widen(&joined, stops),
                _ => joined,
            }
        };
        for reg in shared {
            let r = reg.index();
            if self.regs[r] != other.regs[r] {
                let joined = merge(&self.regs[r], &other.regs[r]);
                has_changed |= joined != self.regs[r];
                self.regs[r] = joined;
            }
        }
        let before = self.cells.len();
        self.cells.retain(|key, (size, val)| match other.cells.get(key) {
            Some((other_size, new)) if other_size == size => {
                if val != new {
                    let joined = merge(val, new);
                    has_changed |= joined != *val;
                    *val = joined;
                }
                true
            }
            _ => false,
        });
        has_changed |= self.cells.len() != before;
        has_changed |= self.freed.add(&other.freed);
        let before = self.sizes.len();
        self.sizes.retain(|object, size| other.sizes.get(object) == Some(size));
        has_changed |= self.sizes.len() != before;
        if self.zone != other.zone {
            let joined = self.zone.join(&other.zone);
            let joined = if stops.is_some() { self.zone.widen(&joined) } else { joined };
            has_changed |= joined != self.zone;
            self.zone = joined;
        }
        has_changed
    }

    /// All values that a state holds.
    fn vals(&mut self) -> impl Iterator<Item = &mut Val> {
        self.regs.iter_mut().chain(self.cells.values_mut().map(|(_, val)| val))
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
        for val in self.vals() {
            if val.linear.is_some() {
                val.linear = update(val.linear);
            }
            val.origin = val.origin.filter(|(origin, _)| *origin != reg);
        }
        self.sizes = std::mem::take(&mut self.sizes)
            .into_iter()
            .filter_map(|(object, linear)| update(Some(linear)).map(|linear| (object, linear)))
            .collect();
    }

    /// Another object of a kind is made: pointers to earlier ones are no longer to the last.
    pub fn makes(&mut self, object: Object, forget: bool) {
        for val in self.vals() {
            if let Value::Ptr(pointer) = &mut val.value
                && pointer.bases.contains(&object)
            {
                pointer.own = false;
                if forget {
                    *val = Value::Top.into();
                }
            }
        }
        self.sizes.remove(&object);
        self.forget_object(object);
    }

    /// Memory of an object may hold anything.
    pub fn forget_object(&mut self, object: Object) {
        self.forget_bytes(object, i64::MIN, i64::MAX);
    }

    /// Bytes from one offset up to another may hold anything.
    pub fn forget_bytes(&mut self, object: Object, from: i64, to: i64) {
        let overlaps = |at: i64, size: u64| at < to && at.saturating_add(size as i64) > from;
        let gone: Vec<_> = self
            .cells
            .range((object, i64::MIN)..=(object, i64::MAX))
            .filter(|((_, at), (size, _))| overlaps(*at, *size))
            .map(|(key, _)| *key)
            .collect();
        gone.iter().for_each(|key| drop(self.cells.remove(key)));
    }
}
