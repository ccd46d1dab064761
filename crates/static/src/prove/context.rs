//! What is known of the whole program while its functions are looked at one by one, until nothing changes any more.

use super::effects::Effects;
use super::objects::{Object, Objects, Place};
use super::points::Points;
use super::range::Range;
use super::set::Set;
use super::value::Val;
use crate::calls::Target;
use secateur_ir::Module;
use std::collections::{BTreeMap, HashMap};

pub struct Context<'a> {
    pub module: &'a Module,
    pub objects: &'a Objects,
    pub points: &'a Points,
    pub effects: &'a Effects,
    /// What each call runs, and the groups that pointers choose from.
    pub targets: HashMap<Place, Target>,
    pub groups: Vec<Vec<u32>>,
    /// By group: whether a function of the machine may be called instead.
    pub outside: Vec<bool>,
    /// By function: whether it is looked at instruction by instruction.
    pub followed: Vec<bool>,
    /// By global: whether anything may write it.
    pub written: Set,
    /// Whether signed overflow is looked for.
    pub overflow: bool,
}

/// What functions tell each other. It only ever grows.
#[derive(Clone, Default)]
pub struct Summary {
    /// By function: its parameters; `None` while nobody calls it.
    pub params: Vec<Option<Vec<Val>>>,
    /// By function: its results; `None` while it does not return.
    pub results: Vec<Option<Vec<Val>>>,
    /// By function: what may have been freed when it is called.
    pub freed: Vec<Set>,
    /// By heap block: its size.
    pub sizes: HashMap<Object, Range>,
    /// By global and offset: how many bytes, and all that they ever hold.
    pub globals: BTreeMap<(Object, i64), (u64, Val)>,
    /// By global: bytes that may hold anything.
    pub gone: HashMap<Object, Vec<(i64, i64)>>,
    /// Whether anything grew, and whether what grows goes all the way.
    pub has_changed: bool,
    pub widens: bool,
}

impl Summary {
    fn merge(&mut self, old: &Val, new: &Val) -> Val {
        let joined = old.join(&new.abroad());
        if joined == *old {
            return joined;
        }
        self.has_changed = true;
        if self.widens { old.widen(&joined, &[]) } else { joined }
    }

    /// A call with these arguments.
    pub fn call(&mut self, f: u32, args: Vec<Val>, freed: &Set) {
        let f = f as usize;
        let params = match self.params[f].take() {
            None => {
                self.has_changed = true;
                args.iter().map(Val::abroad).collect()
            }
            Some(old) => old.iter().zip(&args).map(|(old, new)| self.merge(old, new)).collect(),
        };
        self.params[f] = Some(params);
        self.has_changed |= self.freed[f].add(freed);
    }

    pub fn returns(&mut self, f: u32, values: Vec<Val>) {
        let f = f as usize;
        let results = match self.results[f].take() {
            None => {
                self.has_changed = true;
                values.iter().map(Val::abroad).collect()
            }
            Some(old) => old.iter().zip(&values).map(|(old, new)| self.merge(old, new)).collect(),
        };
        self.results[f] = Some(results);
    }

    pub fn size(&mut self, object: Object, range: Range) {
        let old = self.sizes.get(&object).copied();
        let new = old.map_or(range, |old| old.join(range));
        let new = if self.widens && old.is_some_and(|old| old != new) { Range::full(64) } else { new };
        self.has_changed |= old != Some(new);
        self.sizes.insert(object, new);
    }

    /// What a global holds at a known place, whoever wrote it. `initial` is what it begins with.
    pub fn load(&mut self, at: (Object, i64), size: u64, initial: impl FnOnce() -> Val) -> Option<Val> {
        let (object, from) = at;
        let to = from.checked_add_unsigned(size)?;
        if self.is_gone(object, from, to) {
            return None;
        }
        let overlaps = |((_, at), (size, _)): (&(Object, i64), &(u64, Val))| *at < to && at + *size as i64 > from;
        if let Some((known, val)) = self.globals.get(&at)
            && *known == size
        {
            return Some(val.clone());
        }
        if self.globals.range((object, i64::MIN)..=(object, i64::MAX)).any(overlaps) {
            self.forget(object, from, to);
            return None;
        }
        let val = initial();
        self.globals.insert(at, (size, val.clone()));
        Some(val)
    }

    /// A store to a global at a known place.
    pub fn store(&mut self, at: (Object, i64), size: u64, val: &Val, initial: impl FnOnce() -> Val) {
        if let Some(old) = self.load(at, size, initial) {
            let joined = self.merge(&old, val);
            self.globals.insert(at, (size, joined));
        }
    }

    fn is_gone(&self, object: Object, from: i64, to: i64) -> bool {
        self.gone.get(&object).is_some_and(|list| list.iter().any(|(start, end)| *start < to && *end > from))
    }

    /// Bytes of a global may hold anything, from one offset up to another, and all of what overlaps them.
    pub fn forget(&mut self, object: Object, from: i64, to: i64) {
        let covered = |list: &Vec<(i64, i64)>| list.iter().any(|(start, end)| *start <= from && *end >= to);
        if self.gone.get(&object).is_some_and(covered) {
            return;
        }
        let (mut from, mut to) = (from, to);
        let all = self.globals.range((object, i64::MIN)..=(object, i64::MAX));
        let lost: Vec<_> = all.filter(|((_, at), (size, _))| *at < to && at + *size as i64 > from).collect();
        let keys: Vec<_> = lost.iter().map(|(key, _)| **key).collect();
        for ((_, at), (size, _)) in lost {
            (from, to) = (from.min(*at), to.max(at + *size as i64));
        }
        keys.iter().for_each(|key| drop(self.globals.remove(key)));
        let list = self.gone.entry(object).or_default();
        list.push((from, to));
        // Many pieces are as good as all of it.
        if list.len() > 64 {
            *list = vec![(i64::MIN, i64::MAX)];
            let keys: Vec<_> =
                self.globals.range((object, i64::MIN)..=(object, i64::MAX)).map(|(key, _)| *key).collect();
            keys.iter().for_each(|key| drop(self.globals.remove(key)));
        }
        self.has_changed = true;
    }
}
