//! One object: its bytes, and what reports say about it.

use super::CHUNK;
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

/// Bytes of an object, shared between snapshots.
#[derive(Clone)]
pub struct Buffer(Arc<[Byte]>);

impl Buffer {
    pub fn zeroed(len: usize) -> Buffer {
        // SAFETY: all-zero bytes are a valid value of `Byte`.
        Buffer(unsafe { Arc::new_zeroed_slice(len).assume_init() })
    }
    pub fn filled(len: usize, value: u8) -> Buffer {
        let buffer = Buffer::zeroed(len);
        // SAFETY: the buffer was made just now, nobody else has it.
        unsafe { std::ptr::write_bytes(buffer.ptr(), value, len) };
        buffer
    }
    pub fn ptr(&self) -> *mut u8 {
        self.0.as_ptr().cast_mut().cast()
    }
    pub fn len(&self) -> usize {
        self.0.len()
    }
    pub fn is_shared(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }
    pub fn duplicate(&self) -> Buffer {
        let copy = Buffer::zeroed(self.len());
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
    data: Option<Buffer>,
    /// One bit per bit of data: set where it is undefined. Present only while any is.
    shadow: Option<Buffer>,
}

// SAFETY: the pointer is into `data`, which is Send and Sync.
unsafe impl Send for Slot {}
// SAFETY: as above.
unsafe impl Sync for Slot {}

impl Slot {
    pub fn new(data: Buffer, epoch: u32) -> Slot {
        let len = data.len() as u32;
        Slot { ptr: data.ptr(), read_len: len, write_len: len, epoch, data: Some(data), shadow: None }
    }
    /// Nothing can be read or written: freed, or never used.
    pub fn closed() -> Slot {
        Slot { ptr: std::ptr::null_mut(), read_len: 0, write_len: 0, epoch: 0, data: None, shadow: None }
    }
    pub fn data(&self) -> Option<&Buffer> {
        self.data.as_ref()
    }
    pub fn shadow(&self) -> Option<&Buffer> {
        self.shadow.as_ref()
    }
    /// While some bits are undefined, every access takes the slow path.
    pub fn set_shadow(&mut self, shadow: Option<Buffer>) {
        let len = if shadow.is_some() { 0 } else { self.data.as_ref().map_or(0, |d| d.len() as u32) };
        self.read_len = len;
        self.write_len = len;
        self.shadow = shadow;
    }
    /// Makes the bytes this memory's own, copying them if a snapshot still needs them.
    pub fn own(&mut self, epoch: u32) {
        if self.epoch == epoch {
            return;
        }
        if let Some(data) = &mut self.data {
            if data.is_shared() {
                *data = data.duplicate();
            }
            self.ptr = data.ptr();
        }
        if let Some(shadow) = &mut self.shadow
            && shadow.is_shared()
        {
            *shadow = shadow.duplicate();
        }
        self.epoch = epoch;
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

/// What reports say about an object. Kept apart from the slot, since the fast path never needs it.
#[derive(Clone, Debug)]
pub struct Info {
    pub size: u64,
    pub kind: Kind,
    pub constant: bool,
    pub made: Site,
    pub freed: Option<Site>,
    /// Alignment that was asked for, for `aligned_alloc`.
    pub(super) next_freed: u32,
}

impl Info {
    pub fn new(size: u64, kind: Kind, made: Site) -> Info {
        Info { size, kind, constant: false, made, freed: None, next_freed: 0 }
    }
}

#[derive(Clone)]
pub struct Chunk {
    pub slots: [Slot; CHUNK],
    pub infos: [Option<Info>; CHUNK],
}

impl Chunk {
    pub fn empty() -> Chunk {
        Chunk { slots: std::array::from_fn(|_| Slot::closed()), infos: std::array::from_fn(|_| None) }
    }
}
