//! Hash-consed sets of byte values: two sets are equal exactly if their ids are.
//!
//! Every condition on one input byte is such a set, and so is all that a path says about one byte by
//! itself. Conjunction is intersection, exact and memoised.

use rustc_hash::FxHashMap;

/// A set of byte values, 256 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ByteSet(pub [u64; 4]);

impl ByteSet {
    pub const FULL: ByteSet = ByteSet([u64::MAX; 4]);
    pub const EMPTY: ByteSet = ByteSet([0; 4]);

    #[cfg(test)]
    pub fn insert(&mut self, value: u8) {
        self.0[usize::from(value >> 6)] |= 1 << (value & 63);
    }
    pub fn contains(&self, value: u8) -> bool {
        self.0[usize::from(value >> 6)] >> (value & 63) & 1 == 1
    }
    pub fn len(&self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }
    pub fn is_empty(&self) -> bool {
        *self == ByteSet::EMPTY
    }
    pub fn and(&self, other: &ByteSet) -> ByteSet {
        ByteSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
    pub fn not(&self) -> ByteSet {
        ByteSet(self.0.map(|w| !w))
    }
    /// The values, ascending.
    pub fn values(&self) -> impl Iterator<Item = u8> + use<> {
        let words = self.0;
        (0..4).flat_map(move |i| {
            let mut word = words[i];
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros();
                (bit < 64).then(|| {
                    word &= word - 1;
                    (i as u32 * 64 + bit) as u8
                })
            })
        })
    }
    pub fn min(&self) -> Option<u8> {
        let i = self.0.iter().position(|w| *w != 0)?;
        Some((i as u32 * 64 + self.0[i].trailing_zeros()) as u8)
    }
    pub fn max(&self) -> Option<u8> {
        let i = self.0.iter().rposition(|w| *w != 0)?;
        Some((i as u32 * 64 + 63 - self.0[i].leading_zeros()) as u8)
    }
}

/// A set in its [`Sets`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SetId(pub u32);

impl SetId {
    pub const FULL: SetId = SetId(0);
    pub const EMPTY: SetId = SetId(1);
}

const MEMO: usize = 1 << 12;

/// Owns sets.
#[derive(Clone)]
pub struct Sets {
    sets: Vec<ByteSet>,
    index: FxHashMap<ByteSet, SetId>,
    /// The last intersections: operands (the smaller id first) and result, at a place that the operands
    /// decide.
    meets: Vec<(SetId, SetId, SetId)>,
}

impl Default for Sets {
    fn default() -> Self {
        let mut sets = Sets {
            sets: Vec::new(),
            index: FxHashMap::default(),
            meets: vec![(SetId::FULL, SetId::FULL, SetId::FULL); MEMO],
        };
        sets.intern(ByteSet::FULL);
        sets.intern(ByteSet::EMPTY);
        sets
    }
}

impl Sets {
    pub fn get(&self, id: SetId) -> &ByteSet {
        &self.sets[id.0 as usize]
    }
    pub fn intern(&mut self, set: ByteSet) -> SetId {
        let next = SetId(self.sets.len() as u32);
        let id = *self.index.entry(set).or_insert(next);
        if id == next {
            self.sets.push(set);
        }
        id
    }
    #[inline]
    pub fn meet(&mut self, a: SetId, b: SetId) -> SetId {
        if a == b || b == SetId::FULL {
            return a;
        }
        if a == SetId::FULL {
            return b;
        }
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        let place = (a.0.wrapping_mul(0x9e37_79b1) ^ b.0.wrapping_mul(0x85eb_ca6b)) as usize >> 7 & (MEMO - 1);
        let memo = self.meets[place];
        if memo.0 == a && memo.1 == b {
            return memo.2;
        }
        let meet = self.get(a).and(self.get(b));
        let id = self.intern(meet);
        self.meets[place] = (a, b, id);
        id
    }
    /// The only value of a set that has one.
    pub fn only(&self, id: SetId) -> Option<u8> {
        let set = self.get(id);
        let value = set.min()?;
        (set.max() == Some(value)).then_some(value)
    }
    pub fn is_subset(&mut self, a: SetId, b: SetId) -> bool {
        self.meet(a, b) == a
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intersections_are_interned() {
        let mut sets = Sets::default();
        let mut seed = 7u64;
        let mut random = move || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            seed >> 40
        };
        let mut ids = vec![SetId::FULL, SetId::EMPTY];
        for _ in 0..300 {
            let set: ByteSet = (0..random() % 200).fold(ByteSet::EMPTY, |mut s, _| {
                s.insert(random() as u8);
                s
            });
            assert_eq!(set.values().count() as u32, set.len());
            assert_eq!((set.values().min(), set.values().max()), (set.min(), set.max()));
            ids.push(sets.intern(set));
        }
        for _ in 0..20_000 {
            let (a, b) = (ids[random() as usize % ids.len()], ids[random() as usize % ids.len()]);
            let meet = sets.meet(a, b);
            assert_eq!(*sets.get(meet), sets.get(a).and(sets.get(b)));
            assert_eq!(sets.intern(*sets.get(meet)), meet);
        }
    }
}
