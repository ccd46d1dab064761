//! Small sets of numbers as sorted lists: they are mostly made of lists that are sorted already, joined and compared as a whole, and
//! have some tens of members.

use std::ops::Deref;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sorted<T> {
    list: Vec<T>,
}

impl<T> Default for Sorted<T> {
    fn default() -> Self {
        Sorted { list: vec![] }
    }
}

impl<T> Deref for Sorted<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.list
    }
}

impl<T: Copy + Ord> FromIterator<T> for Sorted<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        let mut list: Vec<T> = values.into_iter().collect();
        list.sort_unstable();
        list.dedup();
        Sorted { list }
    }
}

impl<T: Copy + Ord> Sorted<T> {
    pub fn has(&self, value: T) -> bool {
        self.list.binary_search(&value).is_ok()
    }

    /// Whether it is new.
    pub fn insert(&mut self, value: T) -> bool {
        // Most come in order.
        if self.list.last().is_none_or(|last| *last < value) {
            self.list.push(value);
            return true;
        }
        let place = self.list.binary_search(&value);
        if let Err(at) = place {
            self.list.insert(at, value);
        }
        place.is_err()
    }

    /// Whether it was there.
    pub fn remove(&mut self, value: T) -> bool {
        let place = self.list.binary_search(&value);
        if let Ok(at) = place {
            self.list.remove(at);
        }
        place.is_ok()
    }

    pub fn retain(&mut self, keep: impl FnMut(&T) -> bool) {
        self.list.retain(keep);
    }

    /// Takes in another one.
    pub fn join(&mut self, other: &Sorted<T>) {
        if other.is_part_of(self) {
            return;
        }
        self.list.extend_from_slice(other);
        // It finds the two sorted halves.
        self.list.sort();
        self.list.dedup();
    }

    pub fn is_part_of(&self, other: &Sorted<T>) -> bool {
        let mut rest = other.iter();
        self.len() <= other.len() && self.iter().all(|value| rest.find(|next| *next >= value) == Some(value))
    }
}

#[cfg(test)]
mod tests {
    use super::Sorted;
    use std::collections::BTreeSet;

    /// Beside the sets of the standard library.
    #[test]
    fn it_holds_what_a_set_would() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut sets: Vec<(Sorted<u32>, BTreeSet<u32>)> = vec![Default::default(); 4];
        for _ in 0..5_000 {
            let (one, other) = (random.usize(..4), random.usize(..4));
            let value = random.u32(..24);
            let (mine, theirs) = sets[other].clone();
            let (sorted, set) = &mut sets[one];
            match random.u32(..8) {
                0..3 => assert_eq!(sorted.insert(value), set.insert(value)),
                3..6 => assert_eq!(sorted.remove(value), set.remove(&value)),
                6 => {
                    sorted.join(&mine);
                    set.extend(&theirs);
                }
                _ => {
                    sorted.retain(|v| v % 3 != value % 3);
                    set.retain(|v| v % 3 != value % 3);
                }
            }
            assert_eq!(sorted.to_vec(), set.iter().copied().collect::<Vec<_>>());
            assert_eq!(*sorted, set.iter().rev().copied().collect());
            assert_eq!((sorted.has(value), sorted.is_part_of(&mine)), (set.contains(&value), set.is_subset(&theirs)));
        }
    }
}
