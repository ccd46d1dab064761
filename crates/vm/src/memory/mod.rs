//! The program's memory: exact objects behind ids, cheap to snapshot.
//!
//! Objects live in a table of chunks. Everything is shared between snapshots until it is written:
//! the table, a chunk, an object's bytes. A slot's `epoch` tells in one comparison whether this
//! memory may write the bytes in place, so a snapshot only has to take a new epoch.
//!
//! *Invariant:* `slot.ptr` points at the bytes that `data` owns, and `read_len`/`write_len` are zero
//! whenever the fast path must not be taken (freed, constant, partly undefined objects).

mod access;
mod block;
mod fault;
pub mod labels;
mod leaks;
pub mod log;
mod object;
mod rewind;
mod symbols;

pub use fault::{Fault, FaultKind};
pub use object::{Info, Kind, Site};
pub use symbols::Cell;

use crate::addr;
pub(crate) use object::Chunk;
use object::{Body, Buffer, Entry};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Objects per chunk: what the first write after a snapshot copies.
pub(crate) const CHUNK: usize = 64;

/// Freed ids wait this long before they are used again, so that stale pointers are recognised.
const STACK_QUARANTINE: u32 = 1024;
const HEAP_QUARANTINE: u32 = 1 << 16;

pub struct Memory {
    chunks: Arc<Vec<Arc<Chunk>>>,
    /// Where `chunks` has its elements, and how many ids they cover, for the interpreter's loop.
    pub(crate) table: *const Arc<Chunk>,
    pub(crate) table_ids: usize,
    /// The epoch in which `chunks` itself became this memory's own.
    chunks_epoch: u32,
    pool: Pool,
    /// Ids from here on were never used.
    next: u32,
    pub(crate) epoch: u32,
    stack_free: FreeList,
    heap_free: FreeList,
    /// Bytes of live objects and their records, against the limit.
    pub live_bytes: u64,
    pub max_bytes: u64,
    /// Whether an allocation failed.
    pub refused: bool,
    /// Whether fresh objects are undefined until written.
    pub track_undefined: bool,
    /// The sizes of objects whose size is symbolic, as terms.
    pub(crate) sizes: Arc<BTreeMap<u32, u32>>,
    /// What the running path reads and writes, if somebody wants to know.
    log: Option<Box<log::LogCell>>,
    /// Its table for the interpreter's loop; null without a log.
    pub(crate) lines: *const log::Line,
    /// What bytes depend on, if somebody follows it.
    flow: Option<Box<RefCell<labels::Flow>>>,
    /// What was changed since a state that is gone back to, if it is.
    journal: Option<Box<rewind::Journal>>,
}

// SAFETY: `table` points into `chunks`, which goes along.
unsafe impl Send for Memory {}

/// Freed ids in order of age, linked through the objects themselves.
#[derive(Clone, Copy, Default)]
struct FreeList {
    oldest: u32,
    newest: u32,
    len: u32,
}

impl Memory {
    pub fn new(max_bytes: u64, track_undefined: bool) -> Memory {
        let chunks = Arc::new(vec![Arc::new(Chunk::empty(1))]);
        Memory {
            table: chunks.as_ptr(),
            table_ids: CHUNK,
            chunks,
            chunks_epoch: 1,
            pool: Pool::default(),
            next: 1, // id 0 is null
            epoch: 1,
            stack_free: FreeList::default(),
            heap_free: FreeList::default(),
            live_bytes: 0,
            max_bytes,
            refused: false,
            track_undefined,
            sizes: Arc::default(),
            log: None,
            lines: std::ptr::null(),
            flow: None,
            journal: None,
        }
    }

    /// A copy of a memory that is kept only to be copied: it is never written itself.
    pub fn fork(&self, fresh: u32) -> Memory {
        Memory {
            chunks: self.chunks.clone(),
            pool: Pool::default(),
            chunks_epoch: 0,
            epoch: fresh,
            sizes: self.sizes.clone(),
            log: None,
            lines: std::ptr::null(),
            flow: self.flow_of(),
            journal: None,
            ..*self
        }
    }

    /// Makes the object's size a term's: every access takes the slow path from now on.
    pub fn set_symbolic_size(&mut self, id: u32) {
        let mut entry = self.entry(id);
        if let Some(info) = &mut entry.body.info {
            info.symbolic_size = true;
        }
        entry.set_lengths();
    }

    /// An object of symbolic size becomes one of this size, at most the bound it was made with.
    pub fn settle_size(&mut self, id: u32, size: u64) {
        self.note_about(id);
        let epoch = self.epoch;
        let mut entry = self.entry(id);
        entry.own(epoch);
        let before = entry.body.info.as_ref().map_or(0, Info::size);
        if entry.settle(size) {
            self.live_bytes -= before - size;
        }
    }

    /// A snapshot becomes the memory that runs.
    pub fn take_over(&mut self, fresh: u32) {
        self.epoch = fresh;
    }

    /// A copy that shares everything. Both sides copy what they write from now on, so both need an
    /// epoch that no slot has; `fresh` must be new on every call.
    pub fn snapshot(&mut self, fresh: (u32, u32)) -> Memory {
        self.epoch = fresh.0;
        Memory {
            chunks: self.chunks.clone(),
            table: self.table,
            table_ids: self.table_ids,
            chunks_epoch: 0,
            pool: Pool::default(),
            epoch: fresh.1,
            next: self.next,
            stack_free: self.stack_free,
            heap_free: self.heap_free,
            live_bytes: self.live_bytes,
            max_bytes: self.max_bytes,
            refused: self.refused,
            track_undefined: self.track_undefined,
            sizes: self.sizes.clone(),
            log: None,
            lines: std::ptr::null(),
            flow: self.flow_of(),
            journal: None,
        }
    }

    /// After anything that may have moved the elements of `chunks`.
    fn table_moved(&mut self) {
        self.table = self.chunks.as_ptr();
        self.table_ids = self.chunks.len() * CHUNK;
        self.chunks_epoch = self.epoch;
    }

    fn slot(&self, id: u32) -> Option<&object::Slot> {
        let chunk = self.chunks.get(id as usize / CHUNK)?;
        Some(&chunk.slots[id as usize % CHUNK])
    }

    fn body(&self, id: u32) -> Option<&Body> {
        let chunk = self.chunks.get(id as usize / CHUNK)?;
        Some(&chunk.bodies[id as usize % CHUNK])
    }

    /// What is known about an object, if the id was ever used.
    pub fn info(&self, id: u32) -> Option<&Info> {
        let chunk = self.chunks.get(id as usize / CHUNK)?;
        chunk.bodies[id as usize % CHUNK].info.as_ref()
    }

    /// An object for changes: the table and the chunk become this memory's own.
    #[inline]
    fn entry(&mut self, id: u32) -> Entry<'_> {
        let (epoch, at) = (self.epoch, id as usize % CHUNK);
        if let Some(journal) = &mut self.journal {
            journal.touch(id);
        }
        if self.chunks_epoch != epoch {
            Arc::make_mut(&mut self.chunks);
            self.table_moved();
        }
        // SAFETY: in its own epoch nobody else refers to the table; `make_mut` saw to that.
        let chunks = unsafe { &mut *Arc::as_ptr(&self.chunks).cast_mut() };
        let chunk = &mut chunks[id as usize / CHUNK];
        if chunk.epoch != epoch {
            Arc::make_mut(chunk).epoch = epoch;
        }
        // SAFETY: the same for the chunk.
        let chunk = unsafe { &mut *Arc::as_ptr(chunk).cast_mut() };
        Entry { slot: &mut chunk.slots[at], body: &mut chunk.bodies[at] }
    }

    /// A fresh object; `None` when the limit is reached. `zeroed`: its bytes are defined as zero.
    pub fn allocate(&mut self, size: u64, kind: Kind, site: Site, zeroed: bool) -> Option<u64> {
        let charge = size.saturating_add(overhead(kind));
        if size > addr::MAX_SIZE || self.live_bytes.saturating_add(charge) > self.max_bytes {
            self.refused = true;
            return None;
        }
        let id = self.take_id(kind);
        self.note_gone(id);
        self.live_bytes += charge;
        let undefined = self.track_undefined && !zeroed && size > 0;
        let (epoch, buffer) = (self.epoch, self.pool.take(size as usize));
        let mut entry = self.entry(id);
        entry.open(buffer, epoch);
        entry.body.info = Some(Info::new(size, kind, site));
        if undefined {
            entry.set_shadow(Some(Box::new(Buffer::filled(size as usize, 0xff))));
        }
        Some(addr::of(id))
    }

    /// An object that cannot be read or written: the address of a function.
    pub fn allocate_code(&mut self, function: u32) -> u64 {
        let id = self.take_id(Kind::Code(function));
        let mut entry = self.entry(id);
        entry.close();
        entry.body.info = Some(Info::new(0, Kind::Code(function), Site::default()));
        addr::of(id)
    }

    /// No write of the program reaches this object any more.
    pub fn make_constant(&mut self, id: u32) {
        let entry = self.entry(id);
        entry.slot.write_len = 0;
        if let Some(info) = &mut entry.body.info {
            info.constant = true;
        }
    }

    /// Ends an object. Its id keeps telling what it was until it is used again.
    pub fn release(&mut self, id: u32, site: Site) {
        self.note_gone(id);
        // Variables on the stack end with their frame, whatever was decided, and have no name from then on.
        if self.info(id).is_some_and(|info| !matches!(info.kind, Kind::Stack)) {
            self.note_end(id);
        }
        let mut entry = self.entry(id);
        let data = entry.close();
        let Some(info) = &mut entry.body.info else { return };
        info.end(site);
        let (kind, size) = (info.kind, info.size());
        self.live_bytes -= size + overhead(kind);
        self.pool.give(data);
        self.retire(id, kind);
    }

    fn free_list(&mut self, kind: Kind) -> (&mut FreeList, u32) {
        match kind {
            Kind::Stack => (&mut self.stack_free, STACK_QUARANTINE),
            _ => (&mut self.heap_free, HEAP_QUARANTINE),
        }
    }

    /// The id that was freed longest ago, once enough others were freed after it; else a new one.
    fn take_id(&mut self, kind: Kind) -> u32 {
        let (list, most) = self.free_list(kind);
        if list.len > most {
            let id = list.oldest;
            let after = self.info(id).map_or(0, |info| info.next_freed);
            let (list, _) = self.free_list(kind);
            list.oldest = after;
            list.len -= 1;
            return id;
        }
        let id = self.next;
        self.next += 1;
        if id as usize / CHUNK >= self.chunks.len() {
            let epoch = self.epoch;
            Arc::make_mut(&mut self.chunks).push(Arc::new(Chunk::empty(epoch)));
            self.table_moved();
        }
        id
    }

    fn retire(&mut self, id: u32, kind: Kind) {
        let (list, _) = self.free_list(kind);
        let before = std::mem::replace(&mut list.newest, id);
        list.len += 1;
        if list.len == 1 {
            list.oldest = id;
        } else if let Some(info) = &mut self.entry(before).body.info {
            info.next_freed = id;
        }
    }

    /// Ids of all objects that were ever made, in order.
    pub fn ids(&self) -> impl Iterator<Item = u32> + use<> {
        1..self.next
    }
}

/// What an object costs beside its bytes. The program's globals are not charged for it.
fn overhead(kind: Kind) -> u64 {
    if matches!(kind, Kind::Global(_) | Kind::Code(_)) { 0 } else { 128 }
}

/// Allocations of small objects that ended, for the next ones. A run allocates and frees the same few
/// sizes over and over.
#[derive(Default)]
struct Pool {
    classes: [Vec<Buffer>; 5],
}

impl Pool {
    const SMALLEST: usize = 16;
    const MOST: usize = 64;

    fn class(capacity: usize) -> usize {
        (capacity.max(Pool::SMALLEST).next_power_of_two() / Pool::SMALLEST).trailing_zeros() as usize
    }
    fn take(&mut self, size: usize) -> Buffer {
        let class = Pool::class(size);
        match self.classes.get_mut(class) {
            None => Buffer::zeroed(size, size),
            Some(list) => match list.pop() {
                Some(buffer) => buffer.reused(size),
                None => Buffer::zeroed(size, Pool::SMALLEST << class),
            },
        }
    }
    fn give(&mut self, buffer: Option<Buffer>) {
        let Some(buffer) = buffer else { return };
        let class = Pool::class(buffer.capacity());
        let fits = buffer.capacity() == Pool::SMALLEST << class && !buffer.is_shared();
        if let Some(list) = self.classes.get_mut(class)
            && fits
            && list.len() < Pool::MOST
        {
            list.push(buffer);
        }
    }
}
