//! Sets of input bytes, hash-consed: equal sets have equal ids, and a union shares both operands.
//!
//! A set is a big-endian Patricia tree (Okasaki and Gill, "Fast mergeable integer maps", 1998) whose
//! leaves are masks of 64 neighbouring bytes. The tree of a set is unique, so hash-consing its nodes
//! makes equality of sets equality of ids; adding one byte to a large set makes a few new nodes, so a
//! checksum over n bytes needs n·log n nodes, not n². Unions are remembered.

use crate::intern::{Interner, hash_words};
use crate::memo::Memo;
use crate::term::InputByte;
use smallvec::{SmallVec, smallvec};

/// A set of input bytes, in its pool.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Support(pub u32);

impl Support {
    pub const EMPTY: Support = Support(0);

    pub fn is_empty(self) -> bool {
        self == Support::EMPTY
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tree {
    Empty,
    /// The bytes `key * 64 + i` for the set bits `i`.
    Leaf {
        key: u64,
        mask: u64,
    },
    /// Keys agree with `prefix` above `bit`; those with `bit` clear are on the left.
    Branch {
        prefix: u64,
        bit: i8,
        left: Support,
        right: Support,
    },
}

/// All sets of a pool.
#[derive(Clone)]
pub struct Supports {
    trees: Vec<Tree>,
    lens: Vec<u32>,
    index: Interner,
    unions: Memo<(Support, Support), Support>,
    /// Of those, some that were asked for lately, by a part of their numbers.
    recent: Box<[(Support, Support, Support)]>,
}

/// How many of them there are places for; a power of two.
const RECENT: usize = 1024;

fn key_of(byte: InputByte) -> (u64, u64) {
    (u64::from(byte.input) << 26 | u64::from(byte.offset >> 6), 1 << (byte.offset & 63))
}

fn hash(tree: &Tree) -> u64 {
    match *tree {
        Tree::Empty => 0,
        Tree::Leaf { key, mask } => hash_words(&[key, mask]),
        Tree::Branch { prefix, bit, left, right } => {
            hash_words(&[prefix ^ (bit as u64) << 58, u64::from(left.0) << 32 | u64::from(right.0)])
        }
    }
}

impl Default for Supports {
    fn default() -> Self {
        let none = (Support::EMPTY, Support::EMPTY, Support::EMPTY);
        Supports {
            trees: vec![Tree::Empty],
            lens: vec![0],
            index: Interner::default(),
            unions: Memo::default(),
            recent: vec![none; RECENT].into(),
        }
    }
}

impl Supports {
    pub fn singleton(&mut self, byte: InputByte) -> Support {
        let (key, mask) = key_of(byte);
        self.intern(Tree::Leaf { key, mask })
    }
    pub fn len(&self, set: Support) -> usize {
        self.lens[set.0 as usize] as usize
    }
    pub fn contains(&self, set: Support, byte: InputByte) -> bool {
        let (wanted, one) = key_of(byte);
        self.mask_of(set, wanted) & one != 0
    }
    #[inline]
    pub fn union(&mut self, a: Support, b: Support) -> Support {
        if a == b || b.is_empty() {
            return a;
        }
        if a.is_empty() {
            return b;
        }
        let key = if a < b { (a, b) } else { (b, a) };
        let at = (key.0.0.wrapping_mul(0x9e37_79b1) >> 7 ^ key.1.0) as usize % RECENT;
        let recent = self.recent[at];
        if (recent.0, recent.1) == key {
            return recent.2;
        }
        self.find_union(key, at)
    }
    #[inline(never)]
    fn find_union(&mut self, key: (Support, Support), at: usize) -> Support {
        let union = match self.unions.get(&key) {
            Some(known) => known,
            None => {
                let union = self.merge(key.0, key.1);
                self.unions.add(key, union);
                union
            }
        };
        self.recent[at] = (key.0, key.1, union);
        union
    }
    /// Whether the sets share a byte.
    pub fn intersects(&self, a: Support, b: Support) -> bool {
        let mut pending = vec![(a, b)];
        while let Some((a, b)) = pending.pop() {
            let (ta, tb) = (self.trees[a.0 as usize], self.trees[b.0 as usize]);
            match (ta, tb) {
                (Tree::Empty, _) | (_, Tree::Empty) => {}
                _ if a == b => return true,
                (Tree::Leaf { key, mask }, Tree::Leaf { key: k, mask: m }) if key == k && mask & m != 0 => return true,
                _ if highest_bit(prefix_of(&ta) ^ prefix_of(&tb)) > bit_of(&ta).max(bit_of(&tb)) => {}
                (Tree::Branch { bit, left, right, .. }, Tree::Branch { bit: other, left: l, right: r, .. })
                    if bit == other =>
                {
                    pending.extend([(left, l), (right, r)]);
                }
                (Tree::Branch { bit, left, right, .. }, small) if bit > bit_of(&small) => {
                    pending.push((if prefix_of(&small) >> bit & 1 == 0 { left } else { right }, b));
                }
                (small, Tree::Branch { bit, left, right, .. }) => {
                    pending.push((a, if prefix_of(&small) >> bit & 1 == 0 { left } else { right }));
                }
                _ => {}
            }
        }
        false
    }
    /// Whether all bytes of the second are in the first.
    pub fn includes(&self, whole: Support, part: Support) -> bool {
        let has = |first: InputByte, mask: u64| {
            let (wanted, _) = key_of(first);
            mask & !self.mask_of(whole, wanted) == 0
        };
        whole == part || self.all_parts(part, has)
    }

    /// Those of 64 neighbouring bytes that are in a set.
    fn mask_of(&self, set: Support, wanted: u64) -> u64 {
        let mut at = set;
        loop {
            match self.trees[at.0 as usize] {
                Tree::Leaf { key, mask } if key == wanted => return mask,
                Tree::Empty | Tree::Leaf { .. } => return 0,
                Tree::Branch { bit, left, right, .. } => at = if wanted >> bit & 1 == 0 { left } else { right },
            }
        }
    }

    /// Whether something holds for each part of a set, in order: a mask of 64 neighbouring bytes, from the one that is named on.
    pub fn all_parts(&self, set: Support, mut holds: impl FnMut(InputByte, u64) -> bool) -> bool {
        let mut pending: SmallVec<[Support; 8]> = smallvec![set];
        while let Some(at) = pending.pop() {
            match self.trees[at.0 as usize] {
                Tree::Empty => {}
                Tree::Branch { left, right, .. } => pending.extend([right, left]),
                Tree::Leaf { key, mask } => {
                    let first = InputByte { input: (key >> 26) as u32, offset: ((key & 0x3ff_ffff) as u32) << 6 };
                    if !holds(first, mask) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// The bytes, in order.
    pub fn bytes(&self, set: Support) -> Vec<InputByte> {
        let mut out = Vec::with_capacity(self.len(set));
        self.all_parts(set, |first, mask| {
            let mut rest = mask;
            while rest != 0 {
                out.push(InputByte { offset: first.offset | rest.trailing_zeros(), ..first });
                rest &= rest - 1;
            }
            true
        });
        out
    }

    fn intern(&mut self, tree: Tree) -> Support {
        let code = hash(&tree);
        if let Some(id) = self.index.find(code, |id| self.trees[id as usize] == tree) {
            return Support(id);
        }
        let len = match tree {
            Tree::Empty => 0,
            Tree::Leaf { mask, .. } => mask.count_ones(),
            Tree::Branch { left, right, .. } => self.lens[left.0 as usize] + self.lens[right.0 as usize],
        };
        let id = u32::try_from(self.trees.len()).expect("more than 2^32 support sets");
        self.trees.push(tree);
        self.lens.push(len);
        self.index.insert(code, id, |id| hash(&self.trees[id as usize]));
        Support(id)
    }
    /// The union of two different, non-empty sets. Recursion is bounded by the 58 bits of a key.
    fn merge(&mut self, a: Support, b: Support) -> Support {
        let (ta, tb) = (self.trees[a.0 as usize], self.trees[b.0 as usize]);
        if let (Tree::Leaf { key, mask }, Tree::Leaf { key: k, mask: m }) = (ta, tb)
            && key == k
        {
            return self.intern(Tree::Leaf { key, mask: mask | m });
        }
        let differ = highest_bit(prefix_of(&ta) ^ prefix_of(&tb));
        if differ > bit_of(&ta).max(bit_of(&tb)) {
            return self.join(a, b, differ);
        }
        match (ta, tb) {
            (Tree::Branch { bit, left, right, prefix }, Tree::Branch { bit: other, left: l, right: r, .. })
                if bit == other =>
            {
                let (left, right) = (self.union(left, l), self.union(right, r));
                self.intern(Tree::Branch { prefix, bit, left, right })
            }
            (Tree::Branch { .. }, other) if bit_of(&ta) > bit_of(&other) => self.insert(ta, b, &other),
            (other, _) => self.insert(tb, a, &other),
        }
    }
    /// Merges a smaller tree into the side of a branch where it belongs.
    fn insert(&mut self, branch: Tree, small: Support, small_tree: &Tree) -> Support {
        let Tree::Branch { prefix, bit, left, right } = branch else { unreachable!("only branches have sides") };
        let (left, right) = if prefix_of(small_tree) >> bit & 1 == 0 {
            (self.union(left, small), right)
        } else {
            (left, self.union(right, small))
        };
        self.intern(Tree::Branch { prefix, bit, left, right })
    }
    fn join(&mut self, a: Support, b: Support, bit: i8) -> Support {
        let key = prefix_of(&self.trees[a.0 as usize]);
        let prefix = key >> bit >> 1 << bit << 1;
        let (left, right) = if key >> bit & 1 == 0 { (a, b) } else { (b, a) };
        self.intern(Tree::Branch { prefix, bit, left, right })
    }
}

/// The bit a tree splits at; -1 for a leaf.
fn bit_of(tree: &Tree) -> i8 {
    if let Tree::Branch { bit, .. } = tree { *bit } else { -1 }
}

fn prefix_of(tree: &Tree) -> u64 {
    match *tree {
        Tree::Empty => 0,
        Tree::Leaf { key, .. } => key,
        Tree::Branch { prefix, .. } => prefix,
    }
}

/// The position of the highest set bit; -1 if there is none.
fn highest_bit(x: u64) -> i8 {
    63 - x.leading_zeros() as i8
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn byte(i: u64) -> InputByte {
        InputByte { input: (i % 5) as u32 * 1000, offset: (i / 5 % 700) as u32 }
    }

    /// Against the standard library's sets, on unions in random order.
    #[test]
    fn unions_agree_with_ordered_sets() {
        let mut sets = Supports::default();
        let mut pool: Vec<(Support, BTreeSet<InputByte>)> = vec![(Support::EMPTY, BTreeSet::new())];
        let mut seed = 1u64;
        let mut random = move || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            seed >> 33
        };
        for _ in 0..3000 {
            let (i, j) = (random() as usize % pool.len(), random() as usize % pool.len());
            let one = byte(random());
            let single = sets.singleton(one);
            let (a, b) = (pool[i].clone(), pool[j].clone());
            let ab = sets.union(a.0, b.0);
            let id = if b.1.len() > 300 { single } else { sets.union(ab, single) };
            let mut model: BTreeSet<_> = if b.1.len() > 300 { BTreeSet::new() } else { &a.1 | &b.1 };
            model.insert(one);
            assert_eq!(sets.bytes(id), model.iter().copied().collect::<Vec<_>>());
            assert_eq!(sets.len(id), model.len());
            assert_eq!(sets.intersects(a.0, b.0), !a.1.is_disjoint(&b.1));
            assert_eq!(sets.includes(a.0, b.0), a.1.is_superset(&b.1));
            assert!(sets.includes(ab, a.0) && sets.includes(ab, b.0));
            let mut parts = 0;
            assert!(sets.all_parts(id, |_, mask| {
                parts += mask.count_ones() as usize;
                true
            }));
            assert_eq!(parts, model.len());
            let last = model.last().copied();
            let is_before = |first: InputByte, _| Some(InputByte { offset: first.offset | 63, ..first }) < last;
            let is_in_first = model.iter().all(|b| (b.input, b.offset >> 6) == (one.input, one.offset >> 6));
            assert!(!sets.all_parts(id, is_before), "the last part is not before its last byte");
            assert_eq!(
                sets.all_parts(id, |first, _| first.offset >> 6 == one.offset >> 6 && first.input == one.input),
                is_in_first
            );
            let probe = byte(random());
            assert_eq!(sets.contains(id, probe), model.contains(&probe));
            if let Some(same) = pool.iter().find(|p| p.1 == model) {
                assert_eq!(same.0, id, "equal sets have equal ids");
            }
            pool.push((id, model));
        }
    }
}
