//! Memory that is accessed at known places, at a point of a function: shared between points until one of them changes it.

use super::objects::Object;
use super::regs::{bit, terms};
use super::set::Set;
use super::value::Val;
use secateur_ir::Reg;
use std::collections::BTreeMap;
use std::rc::Rc;

type Map = BTreeMap<(Object, i64), (u64, Val)>;

/// By object and offset: how many bytes, and what they hold. Invariant: none of them overlap.
#[derive(Clone, Default)]
pub struct Cells {
    map: Rc<Map>,
    /// By register, modulo 64: whether a value may be told in terms of it.
    terms: u64,
}

impl Cells {
    pub fn len(&self) -> usize {
        self.map.len()
    }
    pub fn get(&self, at: (Object, i64)) -> Option<&(u64, Val)> {
        self.map.get(&at)
    }
    /// What a cell holds, but not in terms of what it is told.
    pub fn value_mut(&mut self, at: (Object, i64)) -> Option<&mut super::value::Value> {
        // Nothing is copied for a cell that is not there.
        self.map.contains_key(&at).then(|| &mut Rc::make_mut(&mut self.map).get_mut(&at).expect("it is there").1.value)
    }
    pub fn safe_mut(&mut self, at: (Object, i64)) -> Option<&mut super::safe::Safe> {
        self.map.contains_key(&at).then(|| &mut Rc::make_mut(&mut self.map).get_mut(&at).expect("it is there").1.safe)
    }
    /// Sets a cell. Whoever does has forgotten what overlaps it.
    pub fn insert(&mut self, at: (Object, i64), size: u64, val: Val) {
        self.terms |= terms(&val);
        Rc::make_mut(&mut self.map).insert(at, (size, val));
    }
    pub fn clear(&mut self) {
        *self = Cells::default();
    }

    /// Bytes from one offset up to another may hold anything.
    pub fn forget_bytes(&mut self, object: Object, from: i64, to: i64) {
        let overlaps = |at: i64, size: u64| at < to && at.saturating_add(size as i64) > from;
        let cells = self.map.range((object, i64::MIN)..=(object, i64::MAX));
        let gone: Vec<_> = cells.filter(|((_, at), (size, _))| overlaps(*at, *size)).map(|(key, _)| *key).collect();
        if !gone.is_empty() {
            let map = Rc::make_mut(&mut self.map);
            gone.iter().for_each(|key| drop(map.remove(key)));
        }
    }

    /// Cells of a place and a size that a test holds for may hold anything.
    pub fn forget_where(&mut self, test: impl Fn((Object, i64), u64) -> bool) {
        if self.map.iter().any(|(key, (size, _))| test(*key, *size)) {
            Rc::make_mut(&mut self.map).retain(|key, (size, _)| !test(*key, *size));
        }
    }

    /// Objects of a set may hold anything.
    pub fn forget_all(&mut self, objects: &Set) {
        if self.map.keys().any(|(object, _)| objects.contains(*object)) {
            Rc::make_mut(&mut self.map).retain(|(object, _), _| !objects.contains(*object));
        }
    }

    /// Changes values that are told in terms of a register.
    pub fn change_terms(&mut self, reg: Reg, change: &dyn Fn(&mut Val)) {
        if self.terms & bit(reg) == 0 {
            return;
        }
        let is_told = |val: &Val| {
            val.linear.is_some_and(|linear| linear.reg == reg) || val.origin.is_some_and(|(origin, _)| origin == reg)
        };
        self.change_where(&is_told, change);
        self.terms = self.map.values().fold(0, |all, (_, val)| all | terms(val));
    }

    /// Changes values that a test holds for.
    pub fn change_where(&mut self, test: &dyn Fn(&Val) -> bool, change: &dyn Fn(&mut Val)) {
        if self.map.values().any(|(_, val)| test(val)) {
            let vals = Rc::make_mut(&mut self.map).values_mut().map(|(_, val)| val);
            vals.filter(|val| test(val)).for_each(change);
        }
    }

    /// Joins others in, and tells whether that changed anything.
    pub fn join(&mut self, other: &Cells, merge: &dyn Fn(&Val, &Val) -> Val) -> bool {
        if Rc::ptr_eq(&self.map, &other.map) {
            return false;
        }
        // Cells that change, and those that only one of them knows.
        let mut changes: Vec<((Object, i64), Option<Val>)> = vec![];
        for (key, (size, val)) in self.map.iter() {
            match other.map.get(key) {
                Some((other_size, new)) if other_size == size => {
                    if val != new {
                        let joined = merge(val, new);
                        if joined != *val {
                            changes.push((*key, Some(joined)));
                        }
                    }
                }
                _ => changes.push((*key, None)),
            }
        }
        if changes.is_empty() {
            return false;
        }
        let map = Rc::make_mut(&mut self.map);
        for (key, val) in changes {
            match (val, map.get_mut(&key)) {
                (Some(val), Some(cell)) => {
                    self.terms |= terms(&val);
                    cell.1 = val;
                }
                _ => drop(map.remove(&key)),
            }
        }
        true
    }
}
