//! A table for what is looked up in the same order again and again, as one path after the other does.
//!
//! What was looked up after an entry the last time stands in it, and is looked at first. So a path that does as those before it walks
//! through a list that lies in the order in which it was made, where a hash table would be a jump to another place of memory for each
//! look: with hundreds of thousands of entries none of those is in a cache.

use crate::intern::Interner;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

#[derive(Clone)]
pub struct Memo<K, V> {
    entries: Vec<Entry<K, V>>,
    index: Interner,
    /// The entry that was looked up last.
    at: u32,
}

#[derive(Clone)]
struct Entry<K, V> {
    key: K,
    value: V,
    /// What was looked up after it the last time.
    next: u32,
}

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Memo { entries: vec![], index: Interner::default(), at: 0 }
    }
}

impl<K: Hash + Eq + Copy, V: Copy> Memo<K, V> {
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    #[inline]
    pub fn get(&mut self, key: &K) -> Option<V> {
        let next = self.entries.get(self.at as usize)?.next;
        let entry = &self.entries[next as usize];
        if entry.key == *key {
            self.at = next;
            return Some(entry.value);
        }
        self.find(key)
    }

    #[inline(never)]
    fn find(&mut self, key: &K) -> Option<V> {
        let found = self.index.find(hash(key), |id| self.entries[id as usize].key == *key)?;
        self.lead_to(found);
        Some(self.entries[found as usize].value)
    }

    /// Adds what is not there.
    pub fn add(&mut self, key: K, value: V) {
        let fresh = u32::try_from(self.entries.len()).expect("fewer than 2^32 entries");
        self.entries.push(Entry { key, value, next: fresh });
        self.index.insert(hash(&key), fresh, |id| hash(&self.entries[id as usize].key));
        self.lead_to(fresh);
    }

    /// The value that was looked up or added last.
    pub fn last_mut(&mut self) -> Option<&mut V> {
        self.entries.get_mut(self.at as usize).map(|entry| &mut entry.value)
    }

    fn lead_to(&mut self, entry: u32) {
        self.entries[self.at as usize].next = entry;
        self.at = entry;
    }
}

fn hash(key: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    key.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::Memo;
    use std::collections::HashMap;

    /// Beside a map of the standard library, in an order that mostly repeats itself.
    #[test]
    fn it_knows_what_a_map_would() {
        let mut seed = 1u64;
        let mut random = move |below: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % below
        };
        let (mut memo, mut map) = (Memo::<(u32, u64), u32>::default(), HashMap::new());
        assert!(memo.is_empty() && memo.get(&(0, 0)).is_none());
        let order: Vec<(u32, u64)> = (0..500).map(|_| (random(40) as u32, random(40))).collect();
        for i in 0..20_000 {
            let key = if random(20) == 0 { (random(60) as u32, 1) } else { order[i % order.len()] };
            assert_eq!(memo.get(&key), map.get(&key).copied());
            match map.get_mut(&key) {
                None => {
                    memo.add(key, i as u32);
                    map.insert(key, i as u32);
                    assert_eq!(memo.get(&key), Some(i as u32));
                }
                Some(known) if random(50) == 0 => {
                    *memo.last_mut().expect("it was found") = i as u32;
                    *known = i as u32;
                }
                Some(_) => {}
            }
        }
        assert_eq!(memo.len(), map.len());
    }
}
