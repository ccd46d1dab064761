//! Memory in pages of 64 bytes, and what a path did to them between two of its points.

use crate::machine::symbolic::Observed;
use crate::memory::Cell;

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
pub(super) fn whole_words(mask: u64) -> u8 {
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
