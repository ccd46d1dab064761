//! What bytes of memory depend on, for those who follow it.
//!
//! A label is the number of a set that others keep; 0 is the empty one. An object with labelled bytes is off the fast path, as
//! one with symbolic bytes is, so whoever reads or writes any comes here. What the instruction at hand reads is *heard*, and
//! what it writes depends on all that it heard once it has ended; only copies go byte by byte.
//!
//! Beside that, the bytes that are written since a branch are noted in a journal, one for each branch whose sides have not met
//! again: until they meet everything depends on the branch anyway, and then these bytes do.

use super::Memory;
use super::log::{self, each, for_pages};
use crate::addr;
use rustc_hash::{FxHashMap, FxHasher};
use std::cell::RefCell;
use std::hash::Hash;
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

    fn set(&mut self, offset: usize, label: u32) {
        if self.get(offset) == label {
            return;
        }
        let page = offset / PAGE;
        if self.pages.len() <= page {
            self.pages.resize(page + 1, None);
        }
        let page = self.pages[page].get_or_insert_with(|| Arc::new([0; PAGE]));
        Arc::make_mut(page)[offset % PAGE] = label;
    }

    fn is_empty(&self) -> bool {
        self.life == 0 && self.pages.iter().flatten().all(|page| page.iter().all(|label| *label == 0))
    }
}

/// Bytes by page of 64, as the log names them.
pub type Pages = FxHashMap<u64, u64>;

/// What the instruction at hand does, and the journals.
#[derive(Clone, Default)]
pub struct Flow {
    heard: Vec<u32>,
    /// Of those, what decides whether objects are there.
    lives: Vec<u32>,
    wrote: Vec<(u64, u64)>,
    copied: Vec<(u64, u64)>,
    /// A copy is under way: it hears nothing.
    is_copying: bool,
    journals: Vec<Arc<Pages>>,
    /// The page that was written last, and its bytes that are in the journal.
    last: (u64, u64),
}

/// What an instruction did.
#[derive(Default)]
pub struct Done {
    pub wrote: Vec<(u64, u64)>,
    pub copied: Vec<(u64, u64)>,
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
        if labels.life != 0 {
            flow.lives.push(labels.life);
            flow.heard.push(labels.life);
        }
        if flow.is_copying {
            return;
        }
        let first = addr::offset(at) as usize;
        for offset in first..first.saturating_add(size as usize) {
            let label = labels.get(offset);
            if label != 0 && flow.heard.last() != Some(&label) {
                flow.heard.push(label);
            }
        }
    }

    /// A range is written, other than by the loop.
    #[inline]
    pub(super) fn note_labels(&self, at: u64, size: u64) {
        if let Some(flow) = &self.flow {
            let mut flow = flow.borrow_mut();
            let labels = self.body(addr::id(at)).and_then(|body| body.labels.as_ref());
            flow.lives.extend(labels.map(|labels| labels.life).filter(|life| *life != 0));
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
            flow.lives.push(labels.life);
            flow.heard.push(labels.life);
        }
    }

    /// Everything is looked at.
    pub(super) fn hear_all(&self) {
        let Some(flow) = &self.flow else { return };
        let mut flow = flow.borrow_mut();
        for labels in self.ids().filter_map(|id| self.body(id)?.labels.as_ref()) {
            let all = labels.pages.iter().flatten().flat_map(|page| page.iter()).chain([&labels.life]);
            flow.lives.extend(all.filter(|label| **label != 0));
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
    pub(crate) fn take_lives(&self) -> Vec<u32> {
        self.flow.as_ref().map_or(vec![], |flow| std::mem::take(&mut flow.borrow_mut().lives))
    }

    /// What the instruction at hand heard since the last call.
    pub(crate) fn take_heard(&self) -> Vec<u32> {
        self.flow.as_ref().map_or(vec![], |flow| std::mem::take(&mut flow.borrow_mut().heard))
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
            let labels = labels.unwrap_or_default();
            let mut labels = labels.into_iter();
            self.relabel(to, size, |_| labels.next().unwrap_or(0));
        }
        self.note_copied(to, size);
        result
    }

    pub(super) fn note_copied(&self, to: u64, size: u64) {
        if let Some(flow) = &self.flow {
            flow.borrow_mut().copied.push((to, size));
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
        let (id, first) = (addr::id(at), addr::offset(at) as usize);
        let Some(len) = self.info(id).filter(|info| info.is_live() && !info.constant).map(|info| info.size()) else {
            return;
        };
        if self.body(id).is_none_or(|body| body.data.is_none()) {
            return;
        }
        let (epoch, is_life) = (self.epoch, log::is_about(at >> 6));
        let mut entry = self.entry(id);
        entry.own(epoch);
        let mut labels = entry.body.labels.take().unwrap_or_default();
        let list = Arc::make_mut(&mut labels);
        if is_life {
            list.life = label(list.life);
        }
        for offset in first..first.saturating_add(size as usize).min(len as usize) {
            list.set(offset, label(list.get(offset)));
        }
        let is_small = len <= 4096;
        let keep = !(is_small && list.is_empty());
        entry.set_labels(keep.then_some(labels));
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
            flow.journals.insert(at, Arc::default());
            flow.last = (0, 0);
        }
    }

    /// The sides of the last branch meet: what was written since, which also counts for the branch before.
    pub(crate) fn close_journal(&self) -> Arc<Pages> {
        let Some(flow) = &self.flow else { return Arc::default() };
        let mut flow = flow.borrow_mut();
        flow.last = (0, 0);
        let closed = flow.journals.pop().unwrap_or_default();
        if let Some(outer) = flow.journals.last_mut() {
            let outer = Arc::make_mut(outer);
            closed.iter().for_each(|(key, mask)| *outer.entry(*key).or_default() |= mask);
        }
        closed
    }
}

impl Flow {
    fn enter(&mut self, at: u64, size: u64) {
        let Some(journal) = self.journals.last_mut() else { return };
        for_pages(at, size, |key, mask| {
            if self.last.0 == key && self.last.1 & mask == mask {
                return;
            }
            let noted = Arc::make_mut(journal).entry(key).or_default();
            *noted |= mask;
            self.last = (key, *noted);
        });
    }
}

/// Runs of bytes of a page: address and length.
pub fn runs(key: u64, mask: u64, mut f: impl FnMut(u64, u64)) {
    let mut run: Option<(u64, u64)> = None;
    each(mask, |i| match &mut run {
        Some((first, len)) if *first + *len == i as u64 => *len += 1,
        _ => {
            if let Some((first, len)) = run.replace((i as u64, 1)) {
                f((key << 6) + first, len);
            }
        }
    });
    if let Some((first, len)) = run {
        f((key << 6) + first, len);
    }
}
