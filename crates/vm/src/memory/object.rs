//! One object: its bytes, and what reports say about it.

use super::CHUNK;
use super::labels::Labels;
use super::symbols::Symbols;
use std::cell::UnsafeCell;
use std::sync::Arc;

/// A byte that may be written while the buffer is shared by reference; the epochs say when.
#[repr(transparent)]
struct Byte(UnsafeCell<u8>);

// SAFETY: a memory belongs to one thread at a time, and bytes are only written through a memory whose
// epoch says that no other one uses the buffer.
unsafe impl Sync for Byte {}
// SAFETY: as above.
unsafe impl Send for Byte {}

/// Bytes of an object, shared between snapshots. The allocation may be larger than the object, so
/// that it can be used again for another one.
#[derive(Clone)]
pub struct Buffer {
    bytes: Arc<[Byte]>,
    len: u32,
}

impl Buffer {
    /// `capacity` at least `len`.
    pub fn zeroed(len: usize, capacity: usize) -> Buffer {
        // SAFETY: all-zero bytes are a valid value of `Byte`.
        Buffer { bytes: unsafe { Arc::new_zeroed_slice(capacity).assume_init() }, len: len as u32 }
    }
    pub fn filled(len: usize, value: u8) -> Buffer {
        let buffer = Buffer::zeroed(len, len);
        // SAFETY: the buffer was made just now, nobody else has it.
        unsafe { std::ptr::write_bytes(buffer.ptr(), value, len) };
        buffer
    }
    /// The same allocation for a new object of `len` zero bytes. The caller owns it alone.
    pub fn reused(mut self, len: usize) -> Buffer {
        debug_assert!(!self.is_shared() && len <= self.bytes.len());
        self.len = len as u32;
        // SAFETY: nobody else has the allocation, and it is long enough.
        unsafe { std::ptr::write_bytes(self.ptr(), 0, len) };
        self
    }
    pub fn capacity(&self) -> usize {
        self.bytes.len()
    }
    pub fn ptr(&self) -> *mut u8 {
        self.bytes.as_ptr().cast_mut().cast()
    }
    pub fn len(&self) -> usize {
        self.len as usize
    }
    pub fn is_shared(&self) -> bool {
        Arc::strong_count(&self.bytes) > 1
    }
    pub fn duplicate(&self) -> Buffer {
        let copy = Buffer::zeroed(self.len(), self.capacity());
        // SAFETY: both have the same length; the copy is nobody else's.
        unsafe { std::ptr::copy_nonoverlapping(self.ptr(), copy.ptr(), self.len()) };
        copy
    }
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: the memory that owns this buffer is borrowed meanwhile, so nobody writes it.
        unsafe { std::slice::from_raw_parts(self.ptr(), self.len()) }
    }
}

/// What the interpreter's fast path reads.
#[derive(Clone)]
pub struct Slot {
    pub ptr: *mut u8,
    /// Bytes that may be read without further questions; 0 sends every read to the slow path.
    pub read_len: u32,
    /// The same for writes, if `epoch` is the memory's.
    pub write_len: u32,
    pub epoch: u32,
}

const _: () = assert!(std::mem::size_of::<Slot>() == 24);

// SAFETY: the pointer is into the body's data, which is Send and Sync.
unsafe impl Send for Slot {}
// SAFETY: as above.
unsafe impl Sync for Slot {}

impl Slot {
    /// Nothing can be read or written: freed, or never used.
    pub const CLOSED: Slot = Slot { ptr: std::ptr::null_mut(), read_len: 0, write_len: 0, epoch: 0 };
}

/// What a slot points to, and what is known about it.
#[derive(Clone, Default)]
pub struct Body {
    pub data: Option<Buffer>,
    /// One bit per bit of data: set where it is undefined. Present only while any is.
    pub shadow: Option<Box<Buffer>>,
    /// Its symbolic bytes. Present only while there are any.
    pub symbols: Option<Arc<Symbols>>,
    /// What its bytes depend on, if anything. Present only while somebody follows it.
    pub labels: Option<Arc<Labels>>,
    pub info: Option<Info>,
}

/// One object of a chunk, for changes.
pub struct Entry<'a> {
    pub slot: &'a mut Slot,
    pub body: &'a mut Body,
}

impl Entry<'_> {
    #[inline]
    pub fn open(&mut self, data: Buffer, epoch: u32) {
        let len = data.len() as u32;
        *self.slot = Slot { ptr: data.ptr(), read_len: len, write_len: len, epoch };
        self.body.data = Some(data);
        self.body.shadow = None;
        self.body.symbols = None;
        self.body.labels = None;
    }
    /// Ends the object; its bytes, if nobody else needs them.
    pub fn close(&mut self) -> Option<Buffer> {
        *self.slot = Slot::CLOSED;
        self.body.shadow = None;
        self.body.symbols = None;
        self.body.labels = None;
        self.body.data.take()
    }
    /// While some bits are undefined, every access takes the slow path.
    pub fn set_shadow(&mut self, shadow: Option<Box<Buffer>>) {
        self.body.shadow = shadow;
        self.set_lengths();
    }
    /// The same while some bytes are symbolic.
    pub fn set_symbols(&mut self, symbols: Option<Arc<Symbols>>) {
        self.body.symbols = symbols;
        self.set_lengths();
    }
    /// The same while some bytes have labels.
    pub fn set_labels(&mut self, labels: Option<Arc<Labels>>) {
        self.body.labels = labels;
        self.set_lengths();
    }
    /// Cuts the object to a size; `false` if it is larger.
    pub fn settle(&mut self, size: u64) -> bool {
        let (Some(info), Some(data)) = (&mut self.body.info, &mut self.body.data) else { return false };
        if size > info.size() {
            return false;
        }
        info.size = size as u32;
        info.symbolic_size = false;
        data.len = size as u32;
        self.set_lengths();
        true
    }
    /// Opens the fast path for objects that are plain.
    pub fn set_lengths(&mut self) {
        let info = self.body.info.as_ref();
        let marked = self.body.shadow.is_some() || self.body.symbols.is_some() || self.body.labels.is_some();
        let slow = marked || info.is_some_and(|i| i.symbolic_size);
        let len = if slow { 0 } else { self.body.data.as_ref().map_or(0, |d| d.len() as u32) };
        self.slot.read_len = len;
        self.slot.write_len = if info.is_some_and(|i| i.constant) { 0 } else { len };
    }
    /// Makes the bytes this memory's own, copying them if a snapshot still needs them.
    pub fn own(&mut self, epoch: u32) {
        if self.slot.epoch == epoch {
            return;
        }
        if let Some(data) = &mut self.body.data {
            if data.is_shared() {
                *data = data.duplicate();
            }
            self.slot.ptr = data.ptr();
        }
        if let Some(shadow) = &mut self.body.shadow
            && shadow.is_shared()
        {
            **shadow = shadow.duplicate();
        }
        self.slot.epoch = epoch;
    }
}

/// What an object is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Index of the global in the module.
    Global(u32),
    Stack,
    Heap,
    /// Made by `mmap`.
    Map,
    /// Arguments, environment and other things the machine itself made.
    System,
    /// The address of a function, by its number in the program.
    Code(u32),
}

/// Where in the program something happened: a function and the index of its instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Site {
    pub function: u32,
    pub at: u32,
    /// The variable, for stack objects.
    pub var: u32,
}

impl Default for Site {
    fn default() -> Self {
        Site { function: u32::MAX, at: 0, var: u32::MAX }
    }
}

/// What reports say about an object. Kept apart from the slot, since the fast path never needs it, and
/// small, since a program may have millions of objects.
#[derive(Clone, Debug)]
pub struct Info {
    pub kind: Kind,
    size: u32,
    pub made: Site,
    freed_function: u32,
    freed_at: u32,
    /// The id that was freed after this one, while both wait to be used again.
    pub(super) next_freed: u32,
    pub constant: bool,
    /// Nobody can tell what is in it, so nobody asks what that depends on.
    pub(super) private: bool,
    /// Its real size is a term that the machine knows; `size` is an upper bound.
    pub symbolic_size: bool,
    is_freed: bool,
}

const _: () = assert!(std::mem::size_of::<Option<Info>>() <= 44);

impl Info {
    pub fn new(size: u64, kind: Kind, made: Site) -> Info {
        let size = size as u32;
        Info {
            kind,
            size,
            made,
            freed_function: 0,
            freed_at: 0,
            next_freed: 0,
            constant: false,
            private: false,
            symbolic_size: false,
            is_freed: false,
        }
    }
    pub fn size(&self) -> u64 {
        u64::from(self.size)
    }
    /// Where it ended, if it did.
    pub fn freed(&self) -> Option<Site> {
        self.is_freed.then_some(Site { function: self.freed_function, at: self.freed_at, var: u32::MAX })
    }
    pub fn is_private(&self) -> bool {
        self.private
    }
    /// Whether its bytes may depend on anything that matters.
    pub(super) fn has_labels(&self) -> bool {
        self.is_live() && !self.constant && !self.private
    }
    pub fn is_live(&self) -> bool {
        !self.is_freed
    }
    pub(super) fn end(&mut self, site: Site) {
        self.is_freed = true;
        (self.freed_function, self.freed_at) = (site.function, site.at);
    }
}

#[derive(Clone)]
pub struct Chunk {
    pub slots: [Slot; CHUNK],
    pub bodies: [Body; CHUNK],
    /// The epoch of the memory that may change this chunk in place.
    pub epoch: u32,
}

impl Chunk {
    pub fn empty(epoch: u32) -> Chunk {
        Chunk { slots: [Slot::CLOSED; CHUNK], bodies: std::array::from_fn(|_| Body::default()), epoch }
    }
}
