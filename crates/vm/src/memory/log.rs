//! Which bytes a path reads before it writes them, and which it writes, between two of its points.
//!
//! Memory is seen in pages of 64 bytes, named by the address without its low bits. Each byte of a page is untouched, read
//! first, written first, or *mixed*: written at a symbolic offset, so perhaps not at all. What a byte held when it was read
//! first is what it held when the log began, so the log keeps that value, and nobody has to keep the state.
//! Beside the bytes each object has one page that stands for what is known of it: size, whether it is live.
//!
//! Speed: the interpreter's loop asks a small table ([`Line`]) whether all bytes of an access are settled; only the first
//! access to a byte since the log began comes here.

mod capture;
mod page;

use super::object::Body;
use super::{Kind, Memory};
use crate::addr;
pub use page::{DESCRIPTORS, PAGE, Page, Segment, Touched, UNIQUE, WORLD, about, each, for_pages, is_about, object_of};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::UnsafeCell;

/// What the loop looks at: the bytes of a page that are settled.
#[derive(Clone, Copy)]
pub struct Line {
    pub key: u64,
    pub settled: u64,
}

pub const LINES: usize = 512;

#[inline(always)]
pub fn line_of(at: u64) -> usize {
    ((at >> 6) ^ (at >> 32)) as usize & (LINES - 1)
}

pub struct Log {
    lines: Box<[Line; LINES]>,
    /// Those that hold something.
    used: Vec<u16>,
    pages: Vec<Touched>,
    index: FxHashMap<u64, u32>,
    /// The page that was touched last.
    last: u32,
    gone: FxHashSet<u32>,
    /// Ranges that the instruction at hand has read, since it may be cut in two.
    recent: Vec<(u64, u64)>,
    /// The constant object that was read last, or 0. Texts are read byte by byte, and what is constant is no read.
    constant: u32,
    /// Writes go to positions that are not known: bytes are mixed, and what is read of them is no read.
    mixing: bool,
    /// Objects that affect nothing that counts.
    ignored: FxHashSet<u32>,
    /// Nobody will ask what happens from here on, up to the next cut.
    is_idle: bool,
    /// Whether a value that only serves to make the next one in the same place counts; and a write of such a value.
    keeps_updates: bool,
    updating: bool,
}

/// The log of the memory that runs.
pub struct LogCell(UnsafeCell<Log>);

// SAFETY: a memory belongs to one thread at a time.
unsafe impl Send for LogCell {}

impl Default for LogCell {
    fn default() -> LogCell {
        LogCell(UnsafeCell::new(Log {
            lines: Box::new([Line { key: 0, settled: 0 }; LINES]),
            used: Vec::new(),
            pages: vec![],
            index: FxHashMap::default(),
            last: 0,
            gone: FxHashSet::default(),
            recent: vec![],
            constant: 0,
            mixing: false,
            ignored: FxHashSet::default(),
            is_idle: false,
            keeps_updates: true,
            updating: false,
        }))
    }
}

impl LogCell {
    pub(super) fn lines(&self) -> *const Line {
        // SAFETY: the table stays where it is; nobody else looks at the log meanwhile.
        unsafe { (*self.0.get()).lines.as_ptr() }
    }
    /// The log, for one of the functions below, none of which calls another memory's.
    #[allow(clippy::mut_from_ref)]
    fn get(&self) -> &mut Log {
        // SAFETY: one thread, and no function here keeps the reference while another one gets it.
        unsafe { &mut *self.0.get() }
    }
}

impl Log {
    /// The place of a page that was touched before.
    fn find(&self, key: u64) -> Option<u32> {
        match self.pages.get(self.last as usize) {
            Some(touched) if touched.page.key == key => Some(self.last),
            _ => self.index.get(&key).copied(),
        }
    }

    fn touch(&mut self, key: u64) -> &mut Touched {
        self.last = self.find(key).unwrap_or_else(|| {
            let next = self.pages.len() as u32;
            self.index.insert(key, next);
            self.pages.push(Touched { page: Page::new(key), read: 0, written: 0 });
            next
        });
        &mut self.pages[self.last as usize]
    }

    /// Whether all bytes of a range are settled, so that reading it is nothing new.
    fn is_settled(&self, at: u64, size: u64) -> bool {
        let (line, first) = (&self.lines[line_of(at)], at & 63);
        let fits = size > 0 && first + size <= PAGE as u64;
        fits && line.key == at >> 6 && (!line.settled << (64 - first - size)) >> (64 - size) == 0
    }

    /// Whether the instruction at hand only reads what is settled. Text is read byte by byte, and most bytes more than once.
    #[inline]
    fn reads_again(&mut self, at: u64, size: u64) -> bool {
        if self.mixing || self.updating {
            return false;
        }
        if addr::id(at) == self.constant {
            return true;
        }
        let Some((first, n)) = self.recent.last().copied() else { return false };
        if first <= at && at + size <= first + n {
            return true;
        }
        let goes_on = first + n == at && self.is_settled(at, size);
        if goes_on && let Some(last) = self.recent.last_mut() {
            last.1 += size;
        }
        goes_on
    }

    fn note_recent(&mut self, at: u64, size: u64) {
        match self.recent.last_mut() {
            Some((first, n)) if *first + *n == at => *n += size,
            _ => self.recent.push((at, size)),
        }
    }

    fn settle(&mut self, key: u64, settled: u64) {
        let at = line_of(key << 6);
        if self.lines[at].key == 0 {
            self.used.push(at as u16);
        }
        self.lines[at] = Line { key, settled };
    }
}

impl Memory {
    /// Begins to log. With objects that affect nothing that counts, updates in place do not count either.
    pub fn begin_log(&mut self, ignored: Option<FxHashSet<u32>>) {
        let cell = LogCell::default();
        let log = cell.get();
        log.keeps_updates = ignored.is_none();
        log.ignored = ignored.unwrap_or_default();
        self.put_log(Some(Box::new(cell)));
    }

    /// The number that the next new object gets, if none is used again.
    pub fn next_id(&self) -> u32 {
        self.next
    }

    pub fn is_logged(&self) -> bool {
        self.log.is_some()
    }

    pub(crate) fn take_log(&mut self) -> Option<Box<LogCell>> {
        self.lines = std::ptr::null();
        self.log.take()
    }

    pub(crate) fn put_log(&mut self, log: Option<Box<LogCell>>) {
        self.lines = log.as_ref().map_or(std::ptr::null(), |log| log.lines());
        self.log = log;
    }

    /// The program reads a range.
    #[inline]
    pub fn note_read(&self, at: u64, size: u64) {
        self.hear(at, size);
        self.enter_read(at, size);
    }

    /// The same by somebody who has found its object already.
    #[inline]
    pub(super) fn note_read_of(&self, body: &Body, at: u64, size: u64) {
        self.hear_of(Some(body), at, size);
        self.enter_read(at, size);
    }

    #[inline]
    fn enter_read(&self, at: u64, size: u64) {
        if let Some(log) = &self.log {
            let log = log.get();
            if !log.reads_again(at, size) {
                self.log_read(log, at, size);
            }
        }
    }

    /// The same by an instruction that decides nothing.
    #[cold]
    pub fn note_plain_read(&self, at: u64, size: u64) {
        self.note_read(at, size);
        self.forget_recent();
    }

    /// An instruction reads a value only to write the next one to the same place: neither is a read, and the new value
    /// stands on the old one.
    #[cold]
    pub fn note_update(&self, at: u64, size: u64) {
        let Some(log) = &self.log else { return };
        let log = log.get();
        if log.keeps_updates {
            return self.note_plain_read(at, size);
        }
        let before = std::mem::replace(&mut log.mixing, true);
        self.log_write(log, at, size);
        log.mixing = before;
    }

    /// What is read or written next is a half of an update.
    pub(crate) fn set_updating(&self, on: bool) {
        if let Some(log) = &self.log {
            log.get().updating = on;
        }
    }

    /// The second half of an update.
    #[cold]
    pub fn note_updated(&self, at: u64, size: u64) {
        let Some(log) = &self.log else { return };
        if log.get().keeps_updates {
            self.note_write(at, size);
        }
    }

    /// The program is about to write a range.
    #[inline]
    pub fn note_write(&self, at: u64, size: u64) {
        self.note_labels(at, size);
        if let Some(log) = &self.log {
            self.log_write(log.get(), at, size);
        }
    }

    /// The program learns something about an object, though it reads nothing of it.
    #[inline]
    pub fn note_about(&self, id: u32) {
        self.hear_life(id);
        if let Some(log) = &self.log {
            self.log_about(log.get(), id);
        }
    }

    /// An object begins or ends: what it held is gone.
    #[inline]
    pub(super) fn note_gone(&self, id: u32) {
        // Lines of its pages may stay: what is settled needs no more attention.
        if let Some(log) = &self.log {
            let log = log.get();
            log.gone.insert(id);
            log.constant = 0;
        }
    }

    /// What some page of no object holds is read.
    pub fn note_world(&self, key: u64, value: u64) {
        let Some(log) = &self.log else { return };
        let touched = log.get().touch(key);
        if touched.read | touched.written == 0 {
            touched.page.bytes[..8].copy_from_slice(&value.to_le_bytes());
            (touched.page.mask, touched.read) = (0xff, 0xff);
        }
    }

    /// The same for a change of it.
    pub fn note_world_changed(&self, key: u64) {
        let Some(log) = &self.log else { return };
        let touched = log.get().touch(key);
        touched.written |= !touched.read & 0xff;
    }

    /// Whether any objects affect nothing that counts.
    pub(crate) fn ignores_any(&self) -> bool {
        self.log.as_ref().is_some_and(|log| !log.get().ignored.is_empty())
    }

    /// From now on writes may go elsewhere, and what is read only serves to write it again, here or outside.
    pub(crate) fn set_mixing(&self, on: bool) {
        if let Some(log) = &self.log {
            log.get().mixing = on;
        }
    }

    /// What happens up to the next cut counts for nobody. Only after a cut.
    pub(crate) fn idle(&self) {
        if let Some(log) = &self.log {
            log.get().is_idle = true;
        }
    }

    /// A new instruction begins.
    #[inline]
    pub(crate) fn forget_recent(&self) {
        if let Some(log) = &self.log {
            log.get().recent.clear();
        }
    }

    /// Ends the log at a point before the instruction at hand, and begins a new one.
    pub(crate) fn cut_log(&mut self) -> Segment {
        let Some(cell) = &self.log else { return Segment::default() };
        let log = cell.get();
        // A page is large, so it is moved only once. What is kept has just the room that it needs, and the log keeps its own.
        let mut order: Vec<(u64, u32)> = (0..).zip(&log.pages).map(|(at, touched)| (touched.page.key, at)).collect();
        order.sort_unstable();
        let moved = |(key, at): (u64, u32)| {
            let nothing = Touched { page: Page::new(key), read: 0, written: 0 };
            std::mem::replace(&mut log.pages[at as usize], nothing)
        };
        let mut pages: Vec<Touched> = order.into_iter().map(moved).collect();
        log.pages.clear();
        log.index.clear();
        (log.constant, log.is_idle) = (0, false);
        for at in log.used.drain(..) {
            log.lines[usize::from(at)] = Line { key: 0, settled: 0 };
        }
        let mut gone: Vec<u32> = log.gone.drain().collect();
        gone.sort_unstable();
        for touched in &mut pages {
            touched.page.pointers = self.pointers(&touched.page);
        }
        for (at, size) in std::mem::take(&mut log.recent) {
            self.log_read(log, at, size);
        }
        Segment { pages, gone, asked: vec![], inputs: 0 }
    }

    fn log_read(&self, log: &mut Log, at: u64, size: u64) {
        if log.updating && !log.keeps_updates {
            return self.log_write(log, at, size);
        }
        if log.mixing {
            self.log_about(log, addr::id(at));
            return;
        }
        log.note_recent(at, size);
        if log.is_settled(at, size) {
            if log.lines[line_of(at)].settled == u64::MAX && self.is_constant(addr::id(at)) {
                log.constant = addr::id(at);
            }
            return;
        }
        // Texts are read byte by byte: most often it is the page that was touched last.
        let is_again = log.pages.get(log.last as usize).is_some_and(|last| last.page.key == at >> 6)
            && !log.gone.contains(&addr::id(at));
        if !is_again && !self.counts(log, at) {
            self.settle_private(log, at, size);
            if self.is_constant(addr::id(at)) {
                log.constant = addr::id(at);
            }
            return;
        }
        for_pages(at, size, |key, mask| {
            let touched = log.touch(key);
            let fresh = mask & !touched.read & !touched.written;
            // What is mixed was captured before it was written.
            let unknown = fresh & !touched.page.mask;
            if unknown != 0 {
                self.capture(&mut touched.page, unknown);
            }
            touched.read |= fresh;
            let settled = touched.read | touched.written;
            log.settle(key, settled);
        });
    }

    fn log_write(&self, log: &mut Log, at: u64, size: u64) {
        if !self.counts(log, at) {
            self.settle_private(log, at, size);
            return;
        }
        let mixing = log.mixing || log.updating && !log.keeps_updates;
        for_pages(at, size, |key, mask| {
            let touched = log.touch(key);
            let fresh = mask & !touched.read & !touched.written;
            if mixing {
                let unknown = fresh & !touched.page.mask;
                self.capture(&mut touched.page, unknown);
            } else {
                touched.page.mask &= !fresh;
                touched.written |= fresh;
            }
            let settled = touched.read | touched.written;
            log.settle(key, settled);
        });
    }

    fn log_about(&self, log: &mut Log, id: u32) {
        if log.is_idle || log.gone.contains(&id) || id == 0 || self.is_eternal(id) {
            return;
        }
        let touched = log.touch(about(id));
        if touched.read == 0 {
            self.capture_about(&mut touched.page);
            touched.read = 0xff;
        }
    }

    /// Whether what happens to an object counts, and if so that it is there. A page that was touched before says both of its
    /// object, unless that has ended since.
    fn counts(&self, log: &mut Log, at: u64) -> bool {
        let id = addr::id(at);
        if log.find(at >> 6).is_some() && !log.gone.contains(&id) {
            return true;
        }
        let counts = !self.is_private(log, id);
        if counts {
            self.log_about(log, id);
        }
        counts
    }

    /// Whether an object is the same on every path, or came to be since the log began.
    fn is_private(&self, log: &Log, id: u32) -> bool {
        log.is_idle
            || log.gone.contains(&id)
            || log.ignored.contains(&id)
            || self.info(id).is_none_or(|info| info.constant && info.is_live())
    }

    /// Whether an object is the same on every path, and stays as long as there are paths.
    fn is_constant(&self, id: u32) -> bool {
        self.info(id).is_some_and(|info| info.constant && info.is_live())
    }

    /// Whether nothing that is known of an object but its bytes can differ between paths.
    fn is_eternal(&self, id: u32) -> bool {
        self.info(id).is_some_and(|info| matches!(info.kind, Kind::Global(_)) && info.is_live() && !info.symbolic_size)
    }

    fn settle_private(&self, log: &mut Log, at: u64, size: u64) {
        if size <= PAGE as u64 {
            for_pages(at, size, |key, _| log.settle(key, u64::MAX));
        }
    }
}
