//! What bytes of memory depend on, for those who follow it.
//!
//! A label is the number of a set that others keep; 0 is the empty one. An object with labelled bytes is off the fast path, as
//! one with symbolic bytes is, so whoever reads or writes any comes here. What the instruction at hand reads is *heard*, and
//! what it writes depends on all that it heard once it has ended; only copies go byte by byte.
//!
//! Beside that, the bytes that are written since a branch are noted in a journal, one for each branch whose sides have not met
//! again: until they meet everything depends on the branch anyway, and then these bytes do.

mod pages;

pub use pages::Labels;

use super::log::{self, for_pages};
use super::{Body, Memory};
use crate::addr;
use crate::list::SharedList;
use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;
use std::cell::RefCell;
use std::hash::Hash;
use std::sync::Arc;

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
    /// Objects that it ended, as pages that are about them.
    ended: Few<u64>,
    /// Ranges that have another label, too, which is not theirs yet: here nobody can join labels.
    owed: Few<(u64, u64, u32)>,
    /// A copy is under way: it hears nothing.
    is_copying: bool,
    /// Whether anything stands in one of the lists above: most instructions only have registers.
    is_touched: bool,
    /// None where nothing was written yet: many branches write nothing.
    journals: Vec<Option<Arc<Pages>>>,
    /// What was read of objects that are watched: each byte at least once since the state at hand was taken up, and once for
    /// each set of branches that it was read inside of.
    reads: Reads,
    seen: FxHashMap<(u64, u32), u64>,
    /// What the branches decide that are open.
    around: u32,
    /// The page that was written last, and its bytes that are in the journal.
    last: (u64, u64),
}

/// What an instruction did.
#[derive(Default)]
pub struct Done {
    pub wrote: Few<(u64, u64)>,
    pub copied: Few<(u64, u64)>,
    pub ended: Few<u64>,
}

/// Bytes that were read.
pub type Reads = SharedList<Read>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Read {
    /// [`EVERYTHING`] for all there are.
    pub page: u64,
    pub mask: u64,
    /// What the branches decide that it was read inside of: what was read is taken to depend on that.
    pub around: u32,
}

pub const EVERYTHING: u64 = u64::MAX;

/// Ranges, and a label that is to be added to what they depend on.
pub type Owed = Few<(u64, u64, u32)>;

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
            let flow = flow.borrow();
            let (journals, reads, around) = (flow.journals.clone(), flow.reads.clone(), flow.around);
            Box::new(RefCell::new(Flow { journals, reads, around, ..Flow::default() }))
        })
    }

    /// A range is read.
    #[inline]
    pub(super) fn hear(&self, at: u64, size: u64) {
        if self.flow.is_some() {
            self.hear_of(self.body(addr::id(at)), at, size);
        }
    }

    /// The same by somebody who has found its object already.
    #[inline]
    pub(super) fn hear_of(&self, body: Option<&Body>, at: u64, size: u64) {
        let Some(flow) = &self.flow else { return };
        let (flow, labels) = (&mut *flow.borrow_mut(), body.and_then(|body| body.labels.as_ref()));
        // What the instruction at hand has copied it may read again.
        if !flow.owed.is_empty() && !flow.is_copying {
            let owed: Owed = flow.owed_within(at, size).collect();
            flow.heard.extend(owed.into_iter().map(|owed| owed.2));
        }
        let Some(labels) = labels else { return };
        flow.is_touched = true;
        if labels.life != 0 {
            flow.lives.push(labels.life);
            flow.heard.push(labels.life);
        }
        if labels.is_watched {
            let around = flow.note_read(at, size);
            if !flow.is_copying {
                flow.heard.extend(around);
            }
        }
        if flow.is_copying {
            return;
        }
        let first = addr::offset(at) as usize;
        labels.hear(first..first.saturating_add(size as usize), |label| flow.heard.push(label));
    }

    /// A range is read by an instruction that does nothing else: its labels. None if it depends on any whether the object is there.
    #[inline]
    pub(super) fn hear_quickly(&self, body: &Body, at: u64, size: u64, mut heard: impl FnMut(u32)) -> Option<()> {
        let (Some(flow), Some(labels)) = (&self.flow, &body.labels) else { return Some(()) };
        if labels.life != 0 {
            return None;
        }
        if labels.is_watched
            && let Some(around) = flow.borrow_mut().note_read(at, size)
        {
            heard(around);
        }
        let first = addr::offset(at) as usize;
        labels.hear(first..first + size as usize, heard);
        Some(())
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
        flow.reads.push(Read { page: EVERYTHING, mask: u64::MAX, around: 0 });
        for labels in self.ids().filter_map(|id| self.body(id)?.labels.as_ref()) {
            flow.lives.extend(labels.each().filter(|label| *label != 0));
        }
        flow.lives.sort_unstable();
        flow.lives.dedup();
    }

    /// All labels, as a number.
    pub(crate) fn hash_labels(&self, hasher: &mut FxHasher) {
        for (id, labels) in self.ids().filter_map(|id| Some((id, self.body(id)?.labels.as_ref()?))) {
            (id, labels.life).hash(hasher);
            labels.words().for_each(|word| word.hash(hasher));
        }
    }

    /// An object ends.
    pub(super) fn note_end(&self, id: u32) {
        self.note_plain_write(log::about(id) << 6, 1);
        if let Some(flow) = &self.flow {
            let mut flow = flow.borrow_mut();
            flow.is_touched = true;
            flow.ended.push(log::about(id));
        }
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

    /// Whether anything is to be done about what it used and wrote: most instructions only hear.
    #[inline]
    pub(crate) fn has_effects(&self) -> bool {
        self.flow.as_ref().is_some_and(|flow| {
            let flow = flow.borrow();
            flow.is_touched && !(flow.lives.is_empty() && flow.has_written_nothing())
        })
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
            flow.ended.clear();
            flow.owed.clear();
            flow.is_touched = false;
        }
    }

    /// Whether it has copied anything whose labels are not all known yet.
    pub(super) fn has_owed(&self) -> bool {
        self.flow.as_ref().is_some_and(|flow| !flow.borrow().owed.is_empty())
    }

    /// Whether it wrote anything, other than by the loop.
    #[inline]
    pub(crate) fn has_written(&self) -> bool {
        self.flow.as_ref().is_some_and(|flow| !flow.borrow().has_written_nothing())
    }

    /// What it wrote.
    pub(crate) fn take_done(&self) -> Done {
        let Some(flow) = &self.flow else { return Done::default() };
        let mut flow = flow.borrow_mut();
        let Flow { wrote, copied, ended, .. } = &mut *flow;
        Done { wrote: std::mem::take(wrote), copied: std::mem::take(copied), ended: std::mem::take(ended) }
    }

    /// A copy, byte by byte: its labels go along.
    pub(super) fn copying<R>(&mut self, to: u64, from: u64, size: u64, copy: impl FnOnce(&mut Memory) -> R) -> R {
        if self.flow.is_none() {
            return copy(self);
        }
        let labels = self.labels(from, size);
        let mut owed: Owed =
            self.flow.iter().flat_map(|flow| flow.borrow().owed_within(from, size).collect::<Owed>()).collect();
        self.set_copying(true);
        let result = copy(self);
        self.set_copying(false);
        let is_watched = self.body(addr::id(from)).and_then(|body| body.labels.as_ref()).is_some_and(|l| l.is_watched);
        let around = self.flow.as_ref().map_or(0, |flow| flow.borrow().around);
        if is_watched && around != 0 {
            owed.push((0, size, around));
        }
        if labels.is_some() || self.has_labels(to) {
            let ((own, besides), first) = (labels.unwrap_or_default(), addr::offset(to) as usize);
            self.set_labels(to, size, |offset| own.get(offset - first).copied().unwrap_or(0), |_| false);
            owed.extend(besides);
        }
        self.owe(owed.into_iter().map(|(at, n, label)| (to + at, n, label)));
        self.note_copied(to, size);
        result
    }

    fn owe(&self, owed: impl Iterator<Item = (u64, u64, u32)>) {
        if let Some(flow) = &self.flow {
            flow.borrow_mut().owed.extend(owed);
        }
    }

    /// What is to be added to labels, now that the instruction at hand has ended.
    pub(crate) fn take_owed(&self) -> Owed {
        self.flow.as_ref().map(|flow| std::mem::take(&mut flow.borrow_mut().owed)).unwrap_or_default()
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

    /// The labels of a range, if its object has any: those of each byte, and those that parts of it have besides, by where they
    /// begin in the range.
    fn labels(&self, at: u64, size: u64) -> Option<(Vec<u32>, Owed)> {
        let body = self.body(addr::id(at))?;
        let labels = body.labels.as_ref()?;
        let first = addr::offset(at) as usize;
        let len = body.info.as_ref().map_or(0, |info| info.size());
        (first as u64).checked_add(size).filter(|end| *end <= len)?;
        let mut besides = Owed::new();
        let own = (first..first + size as usize).map(|offset| {
            let [all, own] = labels.get(offset);
            let within = (offset - first) as u64;
            match besides.last_mut() {
                Some((start, n, label)) if *label == all && *start + *n == within => *n += 1,
                _ if all != 0 => besides.push((within, 1, all)),
                _ => {}
            }
            own
        });
        let own = own.collect();
        Some((own, besides))
    }

    /// Sets the labels of a range by the offset of the byte; what is outside of live objects is left out. Of the label of a page
    /// `keeps` says whether those that are set have all of it.
    fn set_labels(&mut self, at: u64, size: u64, label: impl Fn(usize) -> u32, mut keeps: impl FnMut(u32) -> bool) {
        let (id, first) = (addr::id(at), addr::offset(at) as usize);
        let Some(len) = self.info(id).filter(|info| info.has_labels()).map(|info| info.size()) else {
            return;
        };
        let Some(body) = self.body(id).filter(|body| body.data.is_some()) else { return };
        let end = first.saturating_add(size as usize).min(len as usize);
        if first >= end {
            return;
        }
        // Many labels say already what is set, and what states share is not copied for that.
        let stays = match &body.labels {
            Some(labels) => labels.stays(first..end, &label, &mut keeps),
            None => (first..end).all(|offset| label(offset) == 0),
        };
        if stays {
            return;
        }
        let mut entry = self.entry(id);
        let mut labels = entry.body.labels.take().unwrap_or_default();
        let list = Arc::make_mut(&mut labels);
        let owed = list.set(first..end, len as usize, &label, keeps);
        let keep = len > 4096 || list.is_watched || label(first) != 0 || !list.is_empty();
        entry.set_labels(keep.then_some(labels));
        let start = at - first as u64;
        self.owe(owed.into_iter().map(|(range, label)| (start + range.start as u64, range.len() as u64, label)));
    }

    /// Nobody can tell what is in an object: from now on nothing in it depends on anything.
    pub(crate) fn make_private(&mut self, id: u32) {
        let entry = self.entry(id);
        if let Some(info) = &mut entry.body.info {
            info.private = true;
        }
    }

    /// From now on reads of an object are noted. Nothing of it has been read so far.
    pub(crate) fn watch(&mut self, id: u32) {
        self.entry(id).set_labels(Some(Arc::new(Labels::watched())));
    }

    /// What the branches decide that are open from now on.
    #[inline]
    pub(crate) fn set_around(&self, label: u32) {
        if let Some(flow) = &self.flow {
            flow.borrow_mut().around = label;
        }
    }

    /// What was read of objects that are watched.
    pub(crate) fn reads(&self) -> Reads {
        self.flow.as_ref().map(|flow| flow.borrow().reads.clone()).unwrap_or_default()
    }

    /// Adds to what it depends on whether an object is there. One that is gone has such a label too: whoever uses it does wrong because of
    /// what it depends on.
    fn add_to_life(&mut self, id: u32, label: u32, mut join: impl FnMut(u32, u32) -> u32) {
        let before = self.body(id).and_then(|body| body.labels.as_ref()).map_or(0, |labels| labels.life);
        let after = join(before, label);
        if after == before || self.info(id).is_none_or(|info| info.constant) {
            return;
        }
        let mut entry = self.entry(id);
        let mut labels = entry.body.labels.take().unwrap_or_default();
        Arc::make_mut(&mut labels).life = after;
        entry.set_labels(Some(labels));
    }

    /// Adds a label to those of bytes of a page of 64.
    pub(crate) fn add_label(&mut self, key: u64, mask: u64, label: u32, mut join: impl FnMut(u32, u32) -> u32) {
        let at = key << 6;
        if log::is_about(key) {
            return self.add_to_life(log::object_of(key), label, join);
        }
        let (id, first) = (addr::id(at), addr::offset(at) as usize);
        let Some(body) = self.body(id).filter(|body| body.data.is_some()) else { return };
        let Some(info) = body.info.as_ref().filter(|info| info.has_labels()) else { return };
        let len = info.size();
        let inside = match (len as usize).saturating_sub(first) {
            0 => return,
            inside @ 1..64 => (1 << inside) - 1,
            _ => u64::MAX,
        };
        // All that is inside is all.
        let mask = if mask & inside == inside { u64::MAX } else { mask & inside };
        // Many labels say already what is added, and what states share is not copied for that.
        if body.labels.as_ref().is_some_and(|labels| labels.has(first / 64, mask, label, &mut join)) {
            return;
        }
        let mut entry = self.entry(id);
        let mut labels = entry.body.labels.take().unwrap_or_default();
        Arc::make_mut(&mut labels).add(first / 64, mask, label, join);
        entry.set_labels(Some(labels));
    }

    /// Gives the bytes of a range one label.
    pub(crate) fn relabel(&mut self, at: u64, size: u64, label: u32, mut join: impl FnMut(u32, u32) -> u32) {
        if label != 0 || self.has_labels(at) {
            self.set_labels(at, size, |_| label, |all| join(all, label) == label);
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

    /// Whether anything was written inside of the last branch.
    #[inline]
    pub(crate) fn has_journal(&self) -> bool {
        self.flow.as_ref().is_some_and(|flow| flow.borrow().journals.last().is_some_and(Option::is_some))
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
    #[inline]
    fn has_written_nothing(&self) -> bool {
        self.wrote.is_empty() && self.copied.is_empty() && self.ended.is_empty() && self.owed.is_empty()
    }

    /// What is owed to parts of a range, by where they begin in it.
    fn owed_within(&self, at: u64, size: u64) -> impl Iterator<Item = (u64, u64, u32)> + '_ {
        self.owed.iter().filter_map(move |(to, n, label)| {
            let (start, end) = ((*to).max(at), to.saturating_add(*n).min(at.saturating_add(size)));
            (start < end).then(|| (start - at, end - start, *label))
        })
    }

    /// Something is read of an object that is watched. What others set of it may depend on the branches that are open, and then
    /// so does this: it is taken to depend on them at once. All that is done here does when they end, so nothing is lost by it, and
    /// whoever finds out later that one of them sets these bytes need not follow the path again.
    fn note_read(&mut self, at: u64, size: u64) -> Option<u32> {
        let around = self.around;
        for_pages(at, size, |page, mask| {
            let seen = self.seen.entry((page, around)).or_default();
            if mask & !*seen != 0 {
                *seen |= mask;
                self.reads.push(Read { page, mask, around });
            }
        });
        (around != 0).then_some(around)
    }

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
