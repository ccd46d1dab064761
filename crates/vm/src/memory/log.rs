//! Which bytes a path reads before it writes them, and which it writes, between two of its points.
//!
//! Memory is seen in pages of 64 bytes, named by the address without its low bits. Each byte of a page is untouched, read
//! first, written first, or *mixed*: written at a symbolic offset, so perhaps not at all. What a byte held when it was read
//! first is what it held when the log began, so the log keeps that value, and nobody has to keep the state.
//! Beside the bytes each object has one page that stands for what is known of it: size, whether it is live.
//!
//! Speed: the interpreter's loop asks a small table ([`Line`]) whether all bytes of an access are settled; only the first
//! access to a byte since the log began comes here.

use super::{Cell, Kind, Memory};
use crate::addr;
use crate::machine::symbolic::Observed;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use secateur_expr::mix;
use std::cell::UnsafeCell;
use std::hash::Hasher;

/// Bytes of a page.
pub const PAGE: usize = 64;

/// Pages of no object: the state of the outside world, the shape of its descriptors, and what makes a path unlike all others.
pub const WORLD: u64 = 1;
pub const DESCRIPTORS: u64 = 2;
pub const UNIQUE: u64 = 3;

/// The page that stands for an object's size and life.
pub fn about(id: u32) -> u64 {
    u64::from(id) << 26
}

/// The object that a page belongs to; 0 for those of none.
pub fn object_of(key: u64) -> u32 {
    (key >> 26) as u32
}

/// Whether a page stands for an object's size and life.
pub fn is_about(key: u64) -> bool {
    key & 0x3ff_ffff == 0
}

/// What some bytes of a page held.
#[derive(Clone)]
pub struct Page {
    pub key: u64,
    /// Which bytes.
    pub mask: u64,
    /// Which of its words are addresses of objects, as far as `mask` covers them.
    pub pointers: u8,
    pub bytes: [u8; PAGE],
    /// Those that are symbolic.
    pub cells: Option<Box<[Option<Cell>; PAGE]>>,
    /// Undefined bits, where there are any.
    pub undefined: Option<Box<[u8; PAGE]>>,
}

impl Page {
    pub fn new(key: u64) -> Page {
        Page { key, mask: 0, pointers: 0, bytes: [0; PAGE], cells: None, undefined: None }
    }
    /// Takes over bytes of the same page.
    pub fn take(&mut self, other: &Page, mask: u64) {
        let mask = mask & other.mask;
        if mask == 0 {
            return;
        }
        if mask == u64::MAX {
            self.bytes = other.bytes;
        } else {
            each(mask, |i| self.bytes[i] = other.bytes[i]);
        }
        if other.cells.is_some() || self.cells.is_some() {
            let cells = self.cells.get_or_insert_with(|| Box::new([None; PAGE]));
            each(mask, |i| cells[i] = other.cells.as_ref().and_then(|c| c[i]));
        }
        if other.undefined.is_some() || self.undefined.is_some() {
            let undefined = self.undefined.get_or_insert_with(|| Box::new([0; PAGE]));
            each(mask, |i| undefined[i] = other.undefined.as_ref().map_or(0, |u| u[i]));
        }
        self.mask |= mask;
        // A word is an address only where one of both knows it whole.
        self.pointers |= other.pointers & whole_words(mask);
    }
    /// One of its words.
    pub fn word(&self, i: usize) -> u64 {
        u64::from_le_bytes(self.bytes[8 * i..8 * i + 8].try_into().expect("eight bytes"))
    }
}

/// The words of a page that a mask covers.
fn whole_words(mask: u64) -> u8 {
    (0..8).filter(|i| mask >> (8 * i) & 0xff == 0xff).fold(0, |words, i| words | 1 << i)
}

/// Each byte of a mask.
pub fn each(mask: u64, mut f: impl FnMut(usize)) {
    let mut left = mask;
    while left != 0 {
        f(left.trailing_zeros() as usize);
        left &= left - 1;
    }
}

/// What happened to one page.
#[derive(Clone)]
pub struct Touched {
    /// The bytes that were read first or are mixed, with what they held.
    pub page: Page,
    pub read: u64,
    pub written: u64,
}

/// What a path did between two points.
#[derive(Default)]
pub struct Segment {
    /// Sorted by key.
    pub pages: Vec<Touched>,
    /// Objects that were made or ended, sorted: nothing of them goes from before to after.
    pub gone: Vec<u32>,
    /// What was asked about inputs, in order.
    pub asked: Vec<Observed>,
    /// Inputs that were there before it.
    pub inputs: u32,
}

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
    /// Writes go to positions that are not known: bytes are mixed, and what is read of them is no read.
    mixing: bool,
    /// Objects that affect nothing that counts.
    ignored: FxHashSet<u32>,
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
            mixing: false,
            ignored: FxHashSet::default(),
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
            log.get().gone.insert(id);
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

    /// From now on writes may go elsewhere, and what is read only serves to write it again, here or outside.
    pub(crate) fn set_mixing(&self, on: bool) {
        if let Some(log) = &self.log {
            log.get().mixing = on;
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

    /// Words that are addresses of objects that can differ between paths.
    fn pointers(&self, page: &Page) -> u8 {
        if object_of(page.key) == 0 || is_about(page.key) {
            return 0;
        }
        let words = whole_words(page.mask);
        let is_pointer = |i: &usize| {
            words >> i & 1 == 1
                && self.is_address(page.word(*i))
                && page.cells.as_ref().is_none_or(|cells| cells[8 * i..8 * i + 8].iter().all(Option::is_none))
        };
        (0..8).filter(is_pointer).fold(0, |found, i| found | 1 << i)
    }

    /// Whether a word is the address of an object, or lies a little outside.
    pub fn is_address(&self, word: u64) -> bool {
        let Some(info) = self.info(addr::id(word)) else { return false };
        let offset = addr::signed_offset(word);
        !matches!(info.kind, Kind::Code(_)) && (-64..=info.size() as i64 + 64).contains(&offset)
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
            return;
        }
        if !self.counts(log, at) {
            self.settle_private(log, at, size);
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
        if log.gone.contains(&id) || id == 0 {
            return;
        }
        let touched = log.touch(about(id));
        if touched.read == 0 {
            self.capture_about(&mut touched.page);
            touched.read = 0xff;
        }
    }

    /// Notes what is known of an object in the page that stands for it.
    pub fn capture_about(&self, page: &mut Page) {
        let id = object_of(page.key);
        page.bytes[..8].copy_from_slice(&self.summary(id).to_le_bytes());
        page.mask = 0xff;
        if self.info(id).is_some_and(|info| info.symbolic_size && info.is_live())
            && let Some(term) = self.sizes.get(&id)
        {
            page.cells.get_or_insert_with(|| Box::new([None; PAGE]))[0] = Some(Cell { term: *term, index: 0 });
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
        log.gone.contains(&id)
            || log.ignored.contains(&id)
            || self.info(id).is_none_or(|info| info.constant && info.is_live())
    }

    fn settle_private(&self, log: &mut Log, at: u64, size: u64) {
        if size <= PAGE as u64 {
            for_pages(at, size, |key, _| log.settle(key, u64::MAX));
        }
    }

    /// What is known of an object, as a number.
    pub fn summary(&self, id: u32) -> u64 {
        let mut hasher = FxHasher::default();
        if let Some(info) = self.info(id) {
            hasher.write_u64(info.size());
            hasher
                .write_u8(u8::from(info.is_live()) | u8::from(info.constant) << 1 | u8::from(info.symbolic_size) << 2);
            let kind = match info.kind {
                Kind::Global(n) => u64::from(n) << 3,
                Kind::Stack => 1,
                Kind::Heap => 2,
                Kind::Map => 3,
                Kind::System => 4,
                Kind::Code(n) => u64::from(n) << 3 | 5,
            };
            hasher.write_u64(kind);
        }
        hasher.finish() | 1
    }

    /// Notes what bytes of a page hold now.
    pub fn capture(&self, page: &mut Page, mask: u64) {
        if mask == 0 {
            return;
        }
        let Some(body) = self.body(object_of(page.key)) else { return };
        let Some(data) = &body.data else { return };
        let base = addr::offset(page.key << 6) as usize;
        // Most often the bytes of one access, which are neighbours.
        let (from, to) = (mask.trailing_zeros() as usize, PAGE - mask.leading_zeros() as usize);
        let held = |bytes: &[u8], into: &mut [u8; PAGE]| match bytes.get(base + from..base + to) {
            Some(run) if mask.count_ones() as usize == to - from => into[from..to].copy_from_slice(run),
            _ => each(mask, |i| into[i] = bytes.get(base + i).copied().unwrap_or(0)),
        };
        held(data.bytes(), &mut page.bytes);
        if let Some(symbols) = &body.symbols
            && (page.cells.is_some() || symbols.any(base + from, to - from))
        {
            let cells = page.cells.get_or_insert_with(|| Box::new([None; PAGE]));
            each(mask, |i| cells[i] = symbols.get(base + i));
            // What stands below a symbolic byte means nothing.
            each(mask, |i| page.bytes[i] = if cells[i].is_some() { 0 } else { page.bytes[i] });
        }
        let is_defined = |shadow: &[u8]| shadow.iter().skip(base + from).take(to - from).all(|bits| *bits == 0);
        if let Some(shadow) = &body.shadow
            && (page.undefined.is_some() || !is_defined(shadow.bytes()))
        {
            let undefined = page.undefined.get_or_insert_with(|| Box::new([0; PAGE]));
            held(shadow.bytes(), undefined);
        }
        page.mask |= mask;
    }
}

impl Memory {
    /// Everything in which this memory differs from the one that it came from, as a number; objects that ended do not count.
    pub fn changes(&self, start: &Memory) -> u128 {
        let mut hash = 0;
        for (i, chunk) in self.chunks.iter().enumerate() {
            if start.chunks.get(i).is_some_and(|old| std::sync::Arc::ptr_eq(old, chunk)) {
                continue;
            }
            for id in (i * super::CHUNK) as u32..((i + 1) * super::CHUNK) as u32 {
                let Some(info) = self.info(id).filter(|info| info.is_live()) else { continue };
                let is_old = |old: &super::object::Slot| self.slot(id).is_some_and(|now| now.ptr == old.ptr);
                if info.constant || start.slot(id).is_some_and(is_old) {
                    continue;
                }
                hash = mix(hash, u128::from(id) << 64 | u128::from(self.summary(id)));
                for key in (addr::of(id) >> 6)..=((addr::of(id) + info.size()) >> 6) {
                    let mut page = Page::new(key);
                    self.capture(&mut page, u64::MAX);
                    hash = (0..8).fold(hash, |hash, word| mix(hash, u128::from(page.word(word))));
                    for cell in page.cells.iter().flat_map(|cells| cells.iter()) {
                        let cell = cell.map_or(0, |c| 1 << 64 | u128::from(c.term) << 32 | u128::from(c.index));
                        hash = mix(hash, cell);
                    }
                    for byte in page.undefined.iter().flat_map(|undefined| undefined.iter()) {
                        hash = mix(hash, u128::from(*byte));
                    }
                }
            }
        }
        hash
    }
}

/// The pages of a range, with the bytes of each; none if it is empty.
#[inline]
pub fn for_pages(at: u64, size: u64, mut f: impl FnMut(u64, u64)) {
    let (mut at, mut left) = (at, size);
    while left > 0 {
        let first = at & 63;
        let n = left.min(64 - first);
        let mask = if n == 64 { u64::MAX } else { ((1u64 << n) - 1) << first };
        f(at >> 6, mask);
        at = at.wrapping_add(n);
        left -= n;
    }
}
