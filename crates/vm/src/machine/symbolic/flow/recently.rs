//! What was looked up lately: a table in front of a larger one, with one place for each remainder of a hash. Instructions that come
//! after each other, and the turns of a loop, look up the same again and again.

use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// How many places there are; a power of two.
const PLACES: usize = 1024;

pub(super) struct Recently<K, V> {
    /// Empty until the first is added.
    entries: Vec<Option<(K, V)>>,
}

impl<K, V> Default for Recently<K, V> {
    fn default() -> Self {
        Recently { entries: vec![] }
    }
}

impl<K: Hash + Eq + Copy, V: Copy> Recently<K, V> {
    #[inline]
    pub(super) fn get(&self, key: &K) -> Option<V> {
        let (known, value) = self.entries.get(place(key))?.as_ref()?;
        (known == key).then_some(*value)
    }

    /// In place of whatever was at its place.
    pub(super) fn add(&mut self, key: K, value: V) {
        if self.entries.is_empty() {
            self.entries.resize(PLACES, None);
        }
        self.entries[place(&key)] = Some((key, value));
    }
}

/// The upper bits of a hash are its best.
#[inline]
fn place(key: &impl Hash) -> usize {
    let mut hasher = FxHasher::default();
    key.hash(&mut hasher);
    (hasher.finish().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - PLACES.ilog2())) as usize
}

#[cfg(test)]
mod tests {
    use super::{PLACES, Recently};

    #[test]
    fn what_it_knows_is_what_was_added_last() {
        let mut recently = Recently::<(u64, u32), u32>::default();
        assert_eq!(recently.get(&(0, 0)), None);
        let mut random = fastrand::Rng::with_seed(5);
        let mut all = std::collections::HashMap::new();
        for i in 0..20_000 {
            let key = (random.u64(..2400), random.u32(..2));
            let known = recently.get(&key);
            assert!(known.is_none() || known == all.get(&key).copied(), "it never says anything else");
            recently.add(key, i);
            all.insert(key, i);
            assert_eq!(recently.get(&key), Some(i));
        }
        let known = all.keys().filter(|key| recently.get(key).is_some()).count();
        assert!(known > PLACES / 2 && known <= PLACES, "{known} of them are in places of their own");
    }
}
