//! What bytes of memory depend on, for those who follow it.
//!
//! A label is the number of a set that others keep; 0 is the empty one. An object with labelled bytes is off the fast path, as
//! one with symbolic bytes is, so whoever reads or writes any comes here. What the instruction at hand reads is *heard*, and
//! what it writes depends on all that it heard once it has ended; only copies go byte by byte.
//!
//! Beside that, the bytes that are written since a branch are noted in a journal, one for each branch whose sides have not met
//! again: until they meet everything depends on the branch anyway, and then these bytes do.

use super::Memory;
use super::log::{self, for_pages};
use crate::addr;
use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;
use std::cell::RefCell;
use std::hash::Hash;
use std::ops::Range;
use std::sync::Arc;

const PAGE: usize = 32;

/// The labels of one object's bytes.
#[derive(Clone, Default)]
pub struct Labels {
    /// Of whether the object is there at all.
    life: u32,
    pages: Vec<Option<Arc<[u32; PAGE]>>>,
}

impl Labels {
    fn get(&self, offset: usize) -> u32 {
        self.pages.get(offset / PAGE).and_then(Option::as_ref).map_or(0, |page| page[offset % PAGE])
    }

    /// Whether all labels of a range would stay as they are.
    fn stays(&self, range: Range<usize>, mut label: impl FnMut(usize, u32) -> u32) -> bool {
        let (mut at, mut stays) = (range.start, true);
        while at < range.end && stays {
            let first = at - at % PAGE;
            let within = at - first..(range.end - first).min(PAGE);
            stays = match self.pages.get(first / PAGE).and_then(Option::as_deref) {
                Some(page) => within.clone().all(|i| label(first + i, page[i]) == page[i]),
                None => within.clone().all(|i| label(first + i, 0) == 0),
            };
            at = first + PAGE;
        }
        stays
    }

    /// Changes the labels of a range, page by page; those that stay as they are stay shared. Whether any of them is one.
    fn change(&mut self, range: Range<usize>, mut label: impl FnMut(usize, u32) -> u32) -> bool {
        let (mut at, mut any) = (range.start, false);
        while at < range.end {
            let first = at - at % PAGE;
            let within = at - first..(range.end - first).min(PAGE);
            any |= self.change_page(first / PAGE, within, |i, before| label(first + i, before));
            at = first + PAGE;
        }
        any
    }

    fn change_page(&mut self, number: usize, within: Range<usize>, mut label: impl FnMut(usize, u32) -> u32) -> bool {
        let before = self.pages.get(number).and_then(Option::as_deref);
        let (mut after, mut differs, mut any) = (before.copied().unwrap_or([0; PAGE]), false, false);
        for i in within {
            let new = label(i, after[i]);
            differs |= new != after[i];
            any |= new != 0;
            after[i] = new;
        }
        if differs {
            self.set_page(number, after);
        }
        any
    }

    fn set_page(&mut self, number: usize, after: [u32; PAGE]) {
        if self.pages.len() <= number {
            self.pages.resize(number + 1, None);
        }
        match self.pages[number].as_mut().and_then(Arc::get_mut) {
            Some(page) => *page = after,
            None => self.pages[number] = Some(Arc::new(after)),
        }
    }

    fn is_empty(&self) -> bool {
        self.life == 0 && self.pages.iter().flatten().all(|page| page.iter().all(|label| *label == 0))
    }
}

/// Bytes by page of 64, as the log names them.
pub type Pages = FxHashMap<u64, u64>;

/// Nearly every instruction has as few as these.
type Few<T> = SmallVec<[T; 4]>;

/// What the instruction at hand does, and the journals.
#[derive(Clone, Default)]
pub struct Flow {
    heard: Few<u32>,
    /// Of those, what decides whether objects are there.
    lives: Few<u32>,
    wrote: Few<(u64, u64)>,
    copied: Few<(u64, u64)>,
    /// A copy is under way: it hears nothing.
    is_copying: bool,
    /// Whether anything stands in one of the lists above: most instructions only have registers.
    is_touched: bool,
    /// None where nothing was written yet: many branches write nothing.
    journals: Vec<Option<Arc<Pages>>>,
    /// The page that was written last, and its bytes that are in the journal.
    last: (u64, u64),
}

/// What an instruction did.
#[derive(Default)]
pub struct Done {
    pub wrote: Few<(u64, u64)>,
    pub copied: Few<(u64, u64)>,
}

impl Memory {
    /// Begins to follow.
    pub fn begin_flow(&mut self) {
        self.flow = Some(Box::default());
    }

    /// Ends it. Labels stay where they are; nobody hears them any more.
    pub fn end_flow(&mut self) {
        self.flow = None;
    }

    pub fn is_followed(&self) -> bool {
        self.flow.is_some()
    }

    /// As it is in a snapshot.
    pub(super) fn flow_of(&self) -> Option<Box<RefCell<Flow>>> {
        self.flow.as_ref().map(|flow| {
            let journals = flow.borrow().journals.clone();
            Box::new(RefCell::new(Flow { journals, ..Flow::default() }))
        })
    }

    /// A range is read.
    #[inline]
    pub(super) fn hear(&self, at: u64, size: u64) {
        if let Some(flow) = &self.flow {
            self.hear_labels(&mut flow.borrow_mut(), at, size);
        }
    }

    fn hear_labels(&self, flow: &mut Flow, at: u64, size: u64) {
        let Some(labels) = self.body(addr::id(at)).and_then(|body| body.labels.as_ref()) else { return };
        flow.is_touched = true;
        if labels.life != 0 {
            flow.lives.push(labels.life);
            flow.heard.push(labels.life);
        }
        if flow.is_copying {
            return;
        }
        let first = addr::offset(at) as usize;
        let (mut at, end) = (first, first.saturating_add(size as usize));
        let mut last = 0;
        while at < end {
            let (number, within) = (at / PAGE, at % PAGE);
            let count = (PAGE - within).min(end - at);
            match labels.pages.get(number) {
                Some(Some(page)) => {
                    for label in &page[within..within + count] {
                        if *label != last && *label != 0 {
                            flow.heard.push(*label);
                            last = *label;
                        }
                    }
                }
                Some(None) => {}
                // None behind it has any.
                None => break,
            }
            at += count;
        }
    }

    /// A range is written, other than by the loop.
    #[inline]
    pub(super) fn note_labels(&self, at: u64, size: u64) {
        if let Some(flow) = &self.flow {
            let mut flow = flow.borrow_mut();
            flow.is_touched = true;
            if let Some(labels) = self.body(addr::id(at)).and_then(|body| body.labels.as_ref())
                && labels.life != 0
            {
                flow.lives.push(labels.life);
            }
            if !flow.is_copying {
                flow.wrote.push((at, size));
            }
            flow.enter(at, size);
        }
    }

    /// The same by the loop, which writes nothing that has a label to where nothing has one.
    #[inline]
    pub(crate) fn note_plain_write(&self, at: u64, size: u64) {
        if let Some(flow) = &self.flow {
            flow.borrow_mut().enter(at, size);
        }
    }

    /// It is asked whether an object is there.
    #[inline]
    pub(super) fn hear_life(&self, id: u32) {
        if let Some(flow) = &self.flow
            && let Some(labels) = self.body(id).and_then(|body| body.labels.as_ref())
            && labels.life != 0
        {
            let mut flow = flow.borrow_mut();
            flow.is_touched = true;
            flow.lives.push(labels.life);
            flow.heard.push(labels.life);
        }
    }

    /// Everything is looked at.
    pub(super) fn hear_all(&self) {
        let Some(flow) = &self.flow else { return };
        let mut flow = flow.borrow_mut();
        flow.is_touched = true;
        for labels in self.ids().filter_map(|id| self.body(id)?.labels.as_ref()) {
            let all = labels.pages.iter().flatten().flat_map(|page| page.iter()).chain([&labels.life]);
            flow.lives.extend(all.copied().filter(|label| *label != 0));
        }
        flow.lives.sort_unstable();
        flow.lives.dedup();
    }

    /// All labels, as a number.
    pub(crate) fn hash_labels(&self, hasher: &mut FxHasher) {
        for (id, labels) in self.ids().filter_map(|id| Some((id, self.body(id)?.labels.as_ref()?))) {
            (id, labels.life).hash(hasher);
            for (i, page) in labels.pages.iter().enumerate().filter_map(|(i, page)| Some((i, page.as_ref()?))) {
                (i, page).hash(hasher);
            }
        }
    }

    /// An object ends.
    pub(super) fn note_end(&self, id: u32) {
        self.note_plain_write(log::about(id) << 6, 1);
    }

    /// What decides whether objects are there that the instruction at hand used.
    #[inline]
    pub(crate) fn take_lives(&self) -> Option<Few<u32>> {
        let mut flow = self.flow.as_ref()?.borrow_mut();
        (!flow.lives.is_empty()).then(|| std::mem::take(&mut flow.lives))
    }

    /// One of the labels that the instruction at hand heard and nobody has asked for yet.
    #[inline]
    pub(crate) fn next_heard(&self) -> Option<u32> {
        self.flow.as_ref()?.borrow_mut().heard.pop()
    }

    /// Whether the instruction at hand heard or wrote anything in memory.
    #[inline]
    pub(crate) fn is_touched(&self) -> bool {
        self.flow.as_ref().is_some_and(|flow| flow.borrow().is_touched)
    }

    /// The next instruction begins.
    #[inline]
    pub(crate) fn forget_flow(&self) {
        if self.is_touched() {
            self.forget_touched();
        }
    }

    fn forget_touched(&self) {
        if let Some(flow) = &self.flow {
            let mut flow = flow.borrow_mut();
            flow.heard.clear();
            flow.lives.clear();
            flow.wrote.clear();
            flow.copied.clear();
            flow.is_touched = false;
        }
    }

    /// Whether it wrote anything, other than by the loop.
    #[inline]
    pub(crate) fn has_written(&self) -> bool {
        self.flow.as_ref().is_some_and(|flow| {
            let flow = flow.borrow();
            !flow.wrote.is_empty() || !flow.copied.is_empty()
        })
    }

    /// What it wrote.
    pub(crate) fn take_done(&self) -> Done {
        let Some(flow) = &self.flow else { return Done::default() };
        let mut flow = flow.borrow_mut();
        Done { wrote: std::mem::take(&mut flow.wrote), copied: std::mem::take(&mut flow.copied) }
    }

    /// A copy, byte by byte: its labels go along.
    pub(super) fn copying<R>(&mut self, to: u64, from: u64, size: u64, copy: impl FnOnce(&mut Memory) -> R) -> R {
        if self.flow.is_none() {
            return copy(self);
        }
        let labels = self.labels(from, size);
        self.set_copying(true);
        let result = copy(self);
        self.set_copying(false);
        if labels.is_some() || self.has_labels(to) {
            let (labels, first) = (labels.unwrap_or_default(), addr::offset(to) as usize);
            self.relabel_each(to, size, |offset, _| labels.get(offset - first).copied().unwrap_or(0));
        }
        self.note_copied(to, size);
        result
    }

    pub(super) fn note_copied(&self, to: u64, size: u64) {
        if let Some(flow) = &self.flow {
            let mut flow = flow.borrow_mut();
            flow.is_touched = true;
            flow.copied.push((to, size));
        }
    }

    pub(super) fn set_copying(&self, on: bool) {
        if let Some(flow) = &self.flow {
            flow.borrow_mut().is_copying = on;
        }
    }

    fn has_labels(&self, at: u64) -> bool {
        self.body(addr::id(at)).is_some_and(|body| body.labels.is_some())
    }

    /// The labels of a range, if its object has any.
    fn labels(&self, at: u64, size: u64) -> Option<Vec<u32>> {
        let body = self.body(addr::id(at))?;
        let labels = body.labels.as_ref()?;
        let first = addr::offset(at) as usize;
        let len = body.info.as_ref().map_or(0, |info| info.size());
        (first as u64).checked_add(size).filter(|end| *end <= len)?;
        Some((first..first + size as usize).map(|offset| labels.get(offset)).collect())
    }

    /// Changes the labels of a range; what is outside of live objects is left out.
    pub(crate) fn relabel(&mut self, at: u64, size: u64, mut label: impl FnMut(u32) -> u32) {
        self.relabel_each(at, size, |_, before| label(before));
    }

    /// The same, by the offset of the byte.
    fn relabel_each(&mut self, at: u64, size: u64, mut label: impl FnMut(usize, u32) -> u32) {
        let (id, first) = (addr::id(at), addr::offset(at) as usize);
        let Some(len) = self.info(id).filter(|info| info.is_live() && !info.constant).map(|info| info.size()) else {
            return;
        };
        let Some(body) = self.body(id).filter(|body| body.data.is_some()) else { return };
        let epoch = self.epoch;
        let end = first.saturating_add(size as usize).min(len as usize);
        // Many labels say already what is added, and what states share is not copied for that.
        let stays = match &body.labels {
            Some(labels) => labels.stays(first..end, &mut label),
            None => Labels::default().stays(first..end, &mut label),
        };
        if stays {
            return;
        }
        let mut entry = self.entry(id);
        entry.own(epoch);
        let mut labels = entry.body.labels.take().unwrap_or_default();
        let list = Arc::make_mut(&mut labels);
        let any = list.change(first..end, label);
        let is_small = len <= 4096;
        let keep = any || !(is_small && list.is_empty());
        entry.set_labels(keep.then_some(labels));
    }

    /// Adds to what it depends on whether an object is there. One that is gone has such a label too: whoever uses it does wrong because of
    /// what it depends on.
    fn relabel_life(&mut self, id: u32, mut label: impl FnMut(u32) -> u32) {
        let before = self.body(id).and_then(|body| body.labels.as_ref()).map_or(0, |labels| labels.life);
        let after = label(before);
        if after == before || self.info(id).is_none_or(|info| info.constant) {
            return;
        }
        let epoch = self.epoch;
        let mut entry = self.entry(id);
        entry.own(epoch);
        let mut labels = entry.body.labels.take().unwrap_or_default();
        Arc::make_mut(&mut labels).life = after;
        entry.set_labels(Some(labels));
    }

    /// Adds to the labels of bytes of a page of 64, none of which becomes empty by that.
    pub(crate) fn relabel_page(&mut self, key: u64, mask: u64, mut label: impl FnMut(u32) -> u32) {
        let at = key << 6;
        if log::is_about(key) {
            return self.relabel_life(log::object_of(key), label);
        }
        let (id, first) = (addr::id(at), addr::offset(at) as usize);
        let Some(len) = self.info(id).filter(|info| info.is_live() && !info.constant).map(|info| info.size()) else {
            return;
        };
        let Some(body) = self.body(id).filter(|body| body.data.is_some()) else { return };
        let inside = (len as usize).saturating_sub(first);
        let mask = if inside < 64 { mask & ((1 << inside) - 1) } else { mask };
        // Many labels say already what is added, and what states share is not copied for that.
        let mut changed: SmallVec<[(usize, [u32; PAGE]); 2]> = SmallVec::new();
        for half in 0..2 {
            let (number, mut rest) = (first / PAGE + half, (mask >> (half * PAGE)) as u32);
            let pages = body.labels.as_ref().map_or(&[][..], |labels| &labels.pages);
            let before = pages.get(number).and_then(Option::as_deref).unwrap_or(&[0; PAGE]);
            if rest == 0 {
                continue;
            }
            let (mut after, mut differs) = (*before, false);
            if rest == u32::MAX && before.iter().all(|one| *one == before[0]) {
                after = [label(before[0]); PAGE];
                differs = after[0] != before[0];
            } else {
                while rest != 0 {
                    let byte = &mut after[rest.trailing_zeros() as usize];
                    let new = label(*byte);
                    differs |= new != *byte;
                    *byte = new;
                    rest &= rest - 1;
                }
            }
            if !differs {
                continue;
            }
            changed.push((number, after));
        }
        if changed.is_empty() {
            return;
        }
        let epoch = self.epoch;
        let mut entry = self.entry(id);
        entry.own(epoch);
        let mut labels = entry.body.labels.take().unwrap_or_default();
        let list = Arc::make_mut(&mut labels);
        changed.into_iter().for_each(|(number, after)| list.set_page(number, after));
        entry.set_labels(Some(labels));
    }

    /// Gives the bytes of a range one label.
    pub(crate) fn relabel_if(&mut self, at: u64, size: u64, label: u32) {
        if label != 0 || self.has_labels(at) {
            self.relabel(at, size, |_| label);
        }
    }

    /// A branch: what is written from now on is noted; below others, also what they note.
    pub(crate) fn open_journal(&self, at: usize) {
        if let Some(flow) = &self.flow {
            let mut flow = flow.borrow_mut();
            flow.journals.insert(at, None);
            flow.last = (0, 0);
        }
    }

    /// The sides of the last branch meet: what was written since, inside of it and not of another that is open. Whoever closes
    /// it hands it on to the branch before.
    pub(crate) fn close_journal(&self) -> Option<Arc<Pages>> {
        let mut flow = self.flow.as_ref()?.borrow_mut();
        flow.last = (0, 0);
        flow.journals.pop().flatten()
    }

    /// What was written inside of branches that are closed was written inside of the one around them, too.
    pub(crate) fn hand_on(&self, pages: Pages) {
        let Some(flow) = self.flow.as_ref().filter(|_| !pages.is_empty()) else { return };
        let mut flow = flow.borrow_mut();
        flow.last = (0, 0);
        if let Some(outer) = flow.journals.last_mut() {
            // The smaller is added to the larger; what states share is not copied for that.
            let mut large = pages;
            *outer = Some(match outer.take() {
                Some(mut outer) if outer.len() > large.len() => {
                    join(Arc::make_mut(&mut outer), &large);
                    outer
                }
                small => {
                    small.iter().for_each(|small| join(&mut large, small));
                    Arc::new(large)
                }
            });
        }
    }
}

fn join(all: &mut Pages, more: &Pages) {
    more.iter().for_each(|(page, mask)| *all.entry(*page).or_default() |= mask);
}

impl Flow {
    fn enter(&mut self, at: u64, size: u64) {
        let Some(journal) = self.journals.last_mut() else { return };
        for_pages(at, size, |key, mask| {
            if self.last.0 == key && self.last.1 & mask == mask {
                return;
            }
            let noted = Arc::make_mut(journal.get_or_insert_default()).entry(key).or_default();
            *noted |= mask;
            self.last = (key, *noted);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::Labels;

    /// Labels beside a plain list of them.
    #[test]
    fn pages_hold_what_a_list_would() {
        let mut random = fastrand::Rng::with_seed(3);
        let (mut labels, mut list) = (Labels::default(), vec![0; 200]);
        let mut kept = vec![];
        for _ in 0..2_000 {
            let first = random.usize(..list.len());
            let range = first..first + random.usize(..=list.len() - first);
            let (label, clears) = (random.u32(1..4), random.u32(..4) == 0);
            let new = |before: u32| if clears { 0 } else { before | label };
            let stays = list[range.clone()].iter().all(|before| new(*before) == *before);
            assert_eq!(labels.stays(range.clone(), |_, before| new(before)), stays);
            let any = labels.change(range.clone(), |_, before| new(before));
            list[range.clone()].iter_mut().for_each(|before| *before = new(*before));
            assert_eq!(any, list[range].iter().any(|label| *label != 0));
            assert!((0..list.len()).all(|offset| labels.get(offset) == list[offset]));
            assert_eq!(labels.is_empty(), list.iter().all(|label| *label == 0));
            // What others share must stay as it is.
            if random.u32(..20) == 0 {
                kept.push((labels.clone(), list.clone()));
            }
        }
        assert!(kept.iter().all(|(labels, list)| (0..list.len()).all(|offset| labels.get(offset) == list[offset])));
    }
}
