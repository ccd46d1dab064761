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
mod leaks;
mod object;

pub use fault::{Fault, FaultKind};
pub use object::{Info, Kind, Site};

use crate::addr;
pub(crate) use object::Chunk;
use object::{Buffer, Slot};
use std::sync::Arc;

/// Objects per chunk: what the first write after a snapshot copies.
pub(crate) const CHUNK: usize = 64;

/// Freed ids wait this long before they are used again, so that stale pointers are recognised.
const STACK_QUARANTINE: u32 = 4096;
const HEAP_QUARANTINE: u32 = 1 << 16;

pub struct Memory {
    chunks: Arc<Vec<Arc<Chunk>>>,
    /// Ids from here on were never used.
    next: u32,
    pub(crate) epoch: u32,
    stack_free: FreeList,
    heap_free: FreeList,
    /// Bytes of live objects, against the limit.
    pub live_bytes: u64,
    pub max_bytes: u64,
    /// Whether fresh objects are undefined until written.
    pub track_undefined: bool,
}

/// Freed ids in order of age, linked through the objects themselves.
#[derive(Clone, Copy, Default)]
struct FreeList {
    oldest: u32,
    newest: u32,
    len: u32,
}

impl Memory {
    pub fn new(max_bytes: u64, track_undefined: bool) -> Memory {
        Memory {
            chunks: Arc::new(vec![Arc::new(Chunk::empty())]),
            next: 1, // id 0 is null
            epoch: 1,
            stack_free: FreeList::default(),
            heap_free: FreeList::default(),
            live_bytes: 0,
            max_bytes,
            track_undefined,
        }
    }

    /// A copy that shares everything. Both sides copy what they write from now on, so both need an
    /// epoch that no slot has; `fresh` must be new on every call.
    pub fn snapshot(&mut self, fresh: (u32, u32)) -> Memory {
        self.epoch = fresh.0;
        Memory { chunks: self.chunks.clone(), epoch: fresh.1, ..*self }
    }

    /// The chunk table as the interpreter's loop keeps it in registers.
    #[inline(always)]
    pub(crate) fn table(&self) -> (*const Arc<Chunk>, usize) {
        (self.chunks.as_ptr(), self.chunks.len() * CHUNK)
    }

    #[inline(always)]
    pub(crate) fn slot(&self, id: u32) -> Option<&Slot> {
        let chunk = self.chunks.get(id as usize / CHUNK)?;
        Some(&chunk.slots[id as usize % CHUNK])
    }

    /// What is known about an object, if the id was ever used.
    pub fn info(&self, id: u32) -> Option<&Info> {
        let chunk = self.chunks.get(id as usize / CHUNK)?;
        chunk.infos[id as usize % CHUNK].as_ref()
    }

    /// The slot and its facts, for writing: the table and the chunk become this memory's own.
    fn entry(&mut self, id: u32) -> (&mut Slot, &mut Option<Info>) {
        let chunks = Arc::make_mut(&mut self.chunks);
        let chunk = Arc::make_mut(&mut chunks[id as usize / CHUNK]);
        let at = id as usize % CHUNK;
        (&mut chunk.slots[at], &mut chunk.infos[at])
    }

    /// A fresh object; `None` when the limit is reached. `zeroed`: its bytes are defined as zero.
    pub fn allocate(&mut self, size: u64, kind: Kind, site: Site, zeroed: bool) -> Option<u64> {
        if size > addr::MAX_SIZE || self.live_bytes.saturating_add(size) > self.max_bytes {
            return None;
        }
        let id = self.take_id(kind);
        self.live_bytes += size;
        let undefined = self.track_undefined && !zeroed && size > 0;
        let epoch = self.epoch;
        let (slot, info) = self.entry(id);
        *slot = Slot::new(Buffer::zeroed(size as usize), epoch);
        *info = Some(Info::new(size, kind, site));
        if undefined {
            slot.set_shadow(Some(Buffer::filled(size as usize, 0xff)));
        }
        Some(addr::of(id))
    }

    /// An object that cannot be read or written: the address of a function.
    pub fn allocate_code(&mut self, function: u32) -> u64 {
        let id = self.take_id(Kind::Code(function));
        let (slot, info) = self.entry(id);
        *slot = Slot::closed();
        *info = Some(Info::new(0, Kind::Code(function), Site::default()));
        addr::of(id)
    }

    /// No write of the program reaches this object any more.
    pub fn make_constant(&mut self, id: u32) {
        self.entry(id).0.write_len = 0;
        if let Some(info) = self.entry(id).1 {
            info.constant = true;
        }
    }

    /// Ends an object. Its id keeps telling what it was until it is used again.
    pub fn release(&mut self, id: u32, site: Site) {
        let (slot, info) = self.entry(id);
        *slot = Slot::closed();
        let Some(info) = info else { return };
        info.freed = Some(site);
        let (kind, size) = (info.kind, info.size);
        self.live_bytes -= size;
        self.retire(id, kind);
    }

    fn take_id(&mut self, kind: Kind) -> u32 {
        let (list, most) = match kind {
            Kind::Stack => (self.stack_free, STACK_QUARANTINE),
            _ => (self.heap_free, HEAP_QUARANTINE),
        };
        if list.len > most {
            let id = list.oldest;
            let after = self.info(id).map_or(0, |info| info.next_freed);
            let list = if kind == Kind::Stack { &mut self.stack_free } else { &mut self.heap_free };
            list.oldest = after;
            list.len -= 1;
            return id;
        }
        let id = self.next;
        self.next += 1;
        if id as usize / CHUNK >= self.chunks.len() {
            Arc::make_mut(&mut self.chunks).push(Arc::new(Chunk::empty()));
        }
        id
    }

    fn retire(&mut self, id: u32, kind: Kind) {
        let list = if kind == Kind::Stack { self.stack_free } else { self.heap_free };
        if list.len > 0
            && let Some(info) = self.entry(list.newest).1
        {
            info.next_freed = id;
        }
        let list = if kind == Kind::Stack { &mut self.stack_free } else { &mut self.heap_free };
        if list.len == 0 {
            list.oldest = id;
        }
        list.newest = id;
        list.len += 1;
    }

    /// Ids of all objects that were ever made, in order.
    pub fn ids(&self) -> impl Iterator<Item = u32> + use<> {
        1..self.next
    }
}
