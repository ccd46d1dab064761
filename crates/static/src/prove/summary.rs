//! What functions tell each other: arguments, results, sizes of heap blocks, contents of global variables.
//!
//! While functions are followed for the first time it only ever grows, and notes what did, so that whoever read it looks
//! again. What grows again and again goes all the way at once. Where functions are followed one by one, each alone, nothing
//! of it is known.

use super::objects::Object;
use super::range::Range;
use super::safe::Safe;
use super::set::Set;
use super::value::{Val, Value};
use rustc_hash::FxHashMap;
use secateur_ir::Function;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Times that something may grow before it goes all the way.
const BEFORE_WIDENING: u32 = 8;
/// Pieces of a global that may hold anything; more are as good as all of it.
const MOST_PIECES: usize = 64;

/// Something that functions tell each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Item {
    /// What a function is called with.
    Call(u32),
    Result(u32),
    Size(Object),
    Global(Object),
}

#[derive(Default)]
pub struct Summary {
    /// By function: its parameters; `None` while nobody calls it.
    params: Vec<Option<Vec<Val>>>,
    /// By function: its results; `None` while it does not return.
    results: Vec<Option<Vec<Val>>>,
    /// By function and parameter: where it was accessed when the function returns, with nothing freed since.
    told: Vec<Option<Vec<Safe>>>,
    /// By function: what may have been freed when it is called.
    freed: Vec<Rc<Set>>,
    /// By heap block: its size.
    sizes: FxHashMap<Object, Range>,
    /// By global and offset: how many bytes, and all that they ever hold. What is not here holds what it began with.
    globals: BTreeMap<(Object, i64), (u64, Val)>,
    /// By global: bytes that may hold anything.
    gone: FxHashMap<Object, Vec<(i64, i64)>>,
    /// Globals of which every byte may.
    pub all_gone: Set,
    /// What grew since somebody asked.
    changed: Vec<Item>,
    /// How often things grew; `None` where nothing is widened.
    grown: Option<FxHashMap<(Item, i64), u32>>,
    /// All heap blocks, where nothing is known.
    alone: Option<Rc<Set>>,
}

impl Summary {
    /// Nothing was called yet. `widens`: what grows again and again goes all the way.
    pub fn new(functions: usize, widens: bool) -> Summary {
        Summary {
            params: vec![None; functions],
            results: vec![None; functions],
            told: vec![None; functions],
            freed: vec![Rc::default(); functions],
            grown: widens.then(FxHashMap::default),
            ..Summary::default()
        }
    }

    /// Nothing is known of other functions.
    pub fn unknown(heap: &Set) -> Summary {
        Summary { alone: Some(Rc::new(heap.clone())), ..Summary::default() }
    }

    /// What grew since the last time.
    pub fn changes(&mut self) -> Vec<Item> {
        std::mem::take(&mut self.changed)
    }

    pub fn params(&self, f: u32, function: &Function) -> Option<Vec<Val>> {
        match self.alone {
            Some(_) => Some(function.params.iter().map(|param| Val::top(param.ty)).collect()),
            None => self.params[f as usize].clone(),
        }
    }
    pub fn results(&self, f: u32, function: &Function) -> Option<Vec<Val>> {
        match self.alone {
            Some(_) => Some(function.rets.iter().map(|ty| Val::top(*ty)).collect()),
            None => self.results[f as usize].clone(),
        }
    }
    /// Where a function's parameters were accessed when it returns.
    pub fn told(&self, f: u32) -> &[Safe] {
        self.told.get(f as usize).and_then(Option::as_deref).unwrap_or(&[])
    }
    pub fn freed(&self, f: u32) -> Rc<Set> {
        self.alone.clone().unwrap_or_else(|| self.freed[f as usize].clone())
    }
    pub fn size_of(&self, object: Object) -> Option<Range> {
        self.sizes.get(&object).copied()
    }

    fn note(&mut self, item: Item) {
        if self.changed.last() != Some(&item) {
            self.changed.push(item);
        }
    }

    /// Whether something that just grew has grown often.
    fn widens(&mut self, item: Item, at: i64) -> bool {
        let Some(grown) = &mut self.grown else { return false };
        let times = grown.entry((item, at)).or_default();
        *times += 1;
        *times > BEFORE_WIDENING
    }

    fn merge(&mut self, old: &Val, new: &Val, item: Item, at: i64) -> Val {
        // What was accessed before is so when a function is called, and nowhere else.
        let is_call = matches!(item, Item::Call(_));
        let joined = old.join(&if is_call { new.passed() } else { new.abroad() });
        if joined == *old {
            return joined;
        }
        self.note(item);
        if self.widens(item, at) { old.widen(&joined, &[]) } else { joined }
    }

    fn merge_all(&mut self, old: Option<Vec<Val>>, new: &[Val], item: Item) -> Vec<Val> {
        let Some(mut all) = old else {
            self.note(item);
            let is_call = matches!(item, Item::Call(_));
            return new.iter().map(|val| if is_call { val.passed() } else { val.abroad() }).collect();
        };
        for (i, (old, new)) in (0..).zip(all.iter_mut().zip(new)) {
            let is_same = old.value == new.value || old.value == Value::Top;
            if !is_same || !old.safe.is_empty() && old.safe != new.safe {
                *old = self.merge(old, new, item, i);
            }
        }
        all
    }

    /// A call with these arguments.
    pub fn call(&mut self, f: u32, args: &[Val], freed: &Rc<Set>) {
        let old = self.params[f as usize].take();
        self.params[f as usize] = Some(self.merge_all(old, args, Item::Call(f)));
        let known = &mut self.freed[f as usize];
        if !Rc::ptr_eq(known, freed) && !known.includes(freed) {
            Rc::make_mut(known).add(freed);
            self.note(Item::Call(f));
        }
    }

    pub fn returns(&mut self, f: u32, values: &[Val], told: Vec<Safe>) {
        let known = self.told[f as usize].take();
        let joined = match &known {
            Some(known) => known.iter().zip(&told).map(|(a, b)| a.join(*b)).collect(),
            None => told,
        };
        if known.is_some_and(|known| known != joined) {
            self.note(Item::Result(f));
        }
        self.told[f as usize] = Some(joined);
        let old = self.results[f as usize].take();
        self.results[f as usize] = Some(self.merge_all(old, values, Item::Result(f)));
    }

    pub fn size(&mut self, object: Object, range: Range) {
        let old = self.sizes.get(&object).copied();
        let new = old.map_or(range, |old| old.join(range));
        if old == Some(new) {
            return;
        }
        let new = if self.widens(Item::Size(object), 0) { Range::full(64) } else { new };
        self.sizes.insert(object, new);
        self.note(Item::Size(object));
    }

    /// What a global holds at a known place, whoever wrote it. `initial` is what it begins with.
    pub fn load(&self, at: (Object, i64), size: u64, initial: Val) -> Option<Val> {
        let (object, from) = at;
        let to = from.checked_add_unsigned(size)?;
        if self.alone.is_some() || self.is_gone(object, from, to) {
            return None;
        }
        match self.globals.get(&at) {
            Some((known, val)) if *known == size => Some(val.clone()),
            _ => self.overlapping(object, from, to).next().is_none().then_some(initial),
        }
    }

    /// Cells of a global that share bytes with a place.
    fn overlapping(&self, object: Object, from: i64, to: i64) -> impl Iterator<Item = (i64, u64)> {
        let cells = self.globals.range((object, i64::MIN)..=(object, i64::MAX));
        let cells = cells.map(|((_, at), (size, _))| (*at, *size));
        cells.filter(move |(at, size)| *at < to && at.saturating_add(*size as i64) > from)
    }

    /// A store to a global at a known place.
    pub fn store(&mut self, at: (Object, i64), size: u64, val: &Val, initial: Val) {
        let (object, from) = at;
        let Some(to) = from.checked_add_unsigned(size) else { return self.forget(object, i64::MIN, i64::MAX) };
        if self.is_covered(object, from, to) {
            return;
        }
        match self.load(at, size, initial.clone()) {
            None => self.forget(object, from, to),
            Some(old) => {
                let joined = self.merge(&old, val, Item::Global(object), from);
                self.globals.insert(at, (size, joined));
            }
        }
    }

    fn is_gone(&self, object: Object, from: i64, to: i64) -> bool {
        self.gone.get(&object).is_some_and(|list| list.iter().any(|(start, end)| *start < to && *end > from))
    }
    fn is_covered(&self, object: Object, from: i64, to: i64) -> bool {
        self.gone.get(&object).is_some_and(|list| list.iter().any(|(start, end)| *start <= from && *end >= to))
    }

    /// Bytes of a global may hold anything, from one offset up to another, and all of what overlaps them.
    pub fn forget(&mut self, object: Object, from: i64, to: i64) {
        if self.is_covered(object, from, to) {
            return;
        }
        let pieces = self.gone.get(&object).map_or(0, Vec::len);
        let (from, to) = if pieces >= MOST_PIECES { (i64::MIN, i64::MAX) } else { (from, to) };
        let lost: Vec<_> = self.overlapping(object, from, to).collect();
        let (mut first, mut end) = (from, to);
        for (at, size) in lost {
            (first, end) = (first.min(at), end.max(at.saturating_add(size as i64)));
            self.globals.remove(&(object, at));
        }
        let list = self.gone.entry(object).or_default();
        if (first, end) == (i64::MIN, i64::MAX) {
            list.clear();
            self.all_gone.insert(object);
        }
        list.push((first, end));
        self.note(Item::Global(object));
    }
}
