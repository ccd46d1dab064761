//! Things numbered in the order in which they came.
//!
//! A state mentions few objects and few bytes of the input, and is copied for each look. So a few are found by looking at
//! each of them, and only where there are many is there a table. Terms mention bytes in runs, so the one behind the last is tried
//! first; and most others are found, or seen to be new, by one look at a few bits of their hash.

use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::{BuildHasher, Hash};
use std::ops::Deref;

/// So many are found without a table.
const FEW: usize = 128;

/// Places for the latest of each few bits of the hash.
const PLACES: usize = 128;

/// Reads as the list of what is numbered.
#[derive(Clone)]
pub struct Numbering<T> {
    list: Vec<T>,
    /// Empty if there are only a few; otherwise all of them.
    index: FxHashMap<T, u32>,
    /// The place behind the one that was asked for last.
    next: u32,
    /// By some bits of the hash: one more than the number of the latest of a few, or 0 if there is none of them.
    latest: [u8; PLACES],
}

impl<T> Default for Numbering<T> {
    fn default() -> Numbering<T> {
        Numbering { list: vec![], index: FxHashMap::default(), next: 0, latest: [0; PLACES] }
    }
}

impl<T> Deref for Numbering<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.list
    }
}

fn place(thing: impl Hash) -> usize {
    FxBuildHasher.hash_one(thing) as usize % PLACES
}

impl<T: Copy + Eq + Hash> Numbering<T> {
    /// The number that a thing has, if it has one.
    pub fn get(&self, thing: T) -> Option<u32> {
        self.find(thing, place(thing))
    }

    fn find(&self, thing: T, place: usize) -> Option<u32> {
        match self.latest[place] {
            0 if self.index.is_empty() => None,
            n if n > 0 && self.list[usize::from(n) - 1] == thing => Some(u32::from(n) - 1),
            _ if self.index.is_empty() => self.list.iter().position(|other| *other == thing).map(|at| at as u32),
            _ => self.index.get(&thing).copied(),
        }
    }

    /// The same; a new thing gets the next number.
    pub fn number(&mut self, thing: T) -> u32 {
        if self.list.get(self.next as usize) == Some(&thing) {
            self.next += 1;
            return self.next - 1;
        }
        let place = place(thing);
        let number = self.find(thing, place).unwrap_or_else(|| self.add(thing));
        if self.index.is_empty() {
            self.latest[place] = number as u8 + 1;
        }
        self.next = number + 1;
        number
    }

    fn add(&mut self, thing: T) -> u32 {
        let next = self.list.len() as u32;
        self.list.push(thing);
        if self.index.is_empty() && self.list.len() > FEW {
            self.index = self.list.iter().copied().zip(0..).collect();
        } else if !self.index.is_empty() {
            self.index.insert(thing, next);
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_have_the_numbers_that_a_few_have() {
        let mut numbering = Numbering::default();
        for thing in 0..200u32 {
            assert_eq!(numbering.get(7 * thing), None);
            assert_eq!(numbering.number(7 * thing), thing);
            assert_eq!(numbering.number(0), 0);
            assert_eq!(numbering.number(7 * thing), thing);
        }
        assert_eq!((numbering.get(7 * 199), numbering.get(3), numbering.len()), (Some(199), None, 200));
    }
}
