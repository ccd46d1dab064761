//! A hash table of ids: open addressing, half of each hash kept beside the id.
//!
//! The things themselves live in vectors of their owner, so nothing is stored twice and an insertion
//! allocates only when the table doubles.

use rustc_hash::FxHasher;
use std::hash::Hasher;

const EMPTY: u64 = u64::MAX;

/// Maps hashes to ids. Invariant: at most three quarters full, and its length is a power of two.
#[derive(Clone, Default)]
pub struct Interner {
    slots: Vec<u64>,
    len: usize,
}

pub fn hash_words(words: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    for word in words {
        hasher.write_u64(*word);
    }
    hasher.finish()
}

impl Interner {
    /// The id with this hash that `same` accepts.
    pub fn find(&self, hash: u64, mut same: impl FnMut(u32) -> bool) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let mut i = self.start(hash);
        loop {
            let slot = self.slots[i];
            if slot == EMPTY {
                return None;
            }
            if slot >> 32 == hash >> 32 && same(slot as u32) {
                return Some(slot as u32);
            }
            i = (i + 1) & (self.slots.len() - 1);
        }
    }
    /// Adds an id that `find` has not found. `hash_of` gives the hash of an older id again.
    pub fn insert(&mut self, hash: u64, id: u32, hash_of: impl Fn(u32) -> u64) {
        if self.len * 4 >= self.slots.len() * 3 {
            self.grow(hash_of);
        }
        self.place(hash, id);
        self.len += 1;
    }
    fn start(&self, hash: u64) -> usize {
        hash as usize & (self.slots.len() - 1)
    }
    fn place(&mut self, hash: u64, id: u32) {
        let mut i = self.start(hash);
        while self.slots[i] != EMPTY {
            i = (i + 1) & (self.slots.len() - 1);
        }
        self.slots[i] = (hash >> 32) << 32 | u64::from(id);
    }
    fn grow(&mut self, hash_of: impl Fn(u32) -> u64) {
        let size = (self.slots.len() * 2).max(1024);
        let old = std::mem::replace(&mut self.slots, vec![EMPTY; size]);
        for slot in old.into_iter().filter(|s| *s != EMPTY) {
            self.place(hash_of(slot as u32), slot as u32);
        }
    }
}
