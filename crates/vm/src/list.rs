//! A list that states share: adding to a copy leaves the others as they are.
//!
//! *Invariants:* copying and adding take constant time and room, however long the list is. Dropping never recurses, so a
//! long list needs no deep stack.

use smallvec::SmallVec;
use std::sync::Arc;

/// Values that one node holds at most.
const MOST: usize = 32;

/// A list whose beginning others may have too.
#[derive(Clone)]
pub struct SharedList<T: Copy> {
    last: End<T>,
    len: usize,
}

/// A node, and how many of its values count: others may have gone on in it.
type End<T> = Option<(Arc<Node<T>>, usize)>;

/// Many lists are shared after each value, some only after hundreds.
#[derive(Clone)]
struct Node<T: Copy> {
    values: SmallVec<[T; 2]>,
    before: End<T>,
}

impl<T: Copy> Default for SharedList<T> {
    fn default() -> Self {
        SharedList { last: None, len: 0 }
    }
}

impl<T: Copy> SharedList<T> {
    pub fn push(&mut self, value: T) {
        self.len += 1;
        if let Some((node, count)) = &mut self.last
            && *count < MOST
            && let Some(node) = Arc::get_mut(node)
        {
            node.values.truncate(*count);
            // Where there are more than a few there are mostly many.
            if *count == node.values.capacity() {
                node.values.reserve(MOST / 2 - 1);
            }
            node.values.push(value);
            *count += 1;
            return;
        }
        let values = SmallVec::from_slice(&[value]);
        self.last = Some((Arc::new(Node { values, before: self.last.take() }), 1));
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether it is a copy of the other: lists that were made apart may be equal without being the same.
    pub fn is_same(&self, other: &SharedList<T>) -> bool {
        match (&self.last, &other.last) {
            (Some((a, count)), Some((b, other))) => Arc::ptr_eq(a, b) && count == other,
            (a, b) => a.is_none() && b.is_none(),
        }
    }

    /// Takes the newest ones away again.
    pub fn drop_last(&mut self, count: usize) {
        self.len = self.len.saturating_sub(count);
        let mut left = count;
        while let Some((node, used)) = &mut self.last {
            if left < *used {
                *used -= left;
                return;
            }
            left -= *used;
            self.last = node.before.clone();
        }
    }

    /// The newest first.
    pub fn iter(&self) -> Iter<'_, T> {
        let values = self.last.as_ref().map_or(&[][..], |(node, count)| &node.values[..*count]);
        Iter { values, before: self.last.as_ref().and_then(|(node, _)| node.before.as_ref()), left: self.len }
    }

    /// The oldest first.
    pub fn to_vec(&self) -> Vec<T> {
        let mut values: Vec<T> = self.iter().collect();
        values.reverse();
        values
    }
}

/// From the newest on.
#[derive(Clone)]
pub struct Iter<'a, T: Copy> {
    values: &'a [T],
    before: Option<&'a (Arc<Node<T>>, usize)>,
    left: usize,
}

impl<T: Copy> Iterator for Iter<'_, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        // No node is without values.
        if self.values.is_empty() {
            let (node, count) = self.before?;
            (self.values, self.before) = (&node.values[..*count], node.before.as_ref());
        }
        let (last, rest) = self.values.split_last()?;
        self.values = rest;
        self.left -= 1;
        Some(*last)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<T: Copy> Drop for SharedList<T> {
    /// Node by node, up to the first that others have too.
    fn drop(&mut self) {
        let mut next = self.last.take();
        while let Some((node, _)) = next {
            next = Arc::into_inner(node).and_then(|mut node| node.before.take());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SharedList;

    fn list(values: impl IntoIterator<Item = u64>) -> SharedList<u64> {
        let mut list = SharedList::default();
        values.into_iter().for_each(|value| list.push(value));
        list
    }

    #[test]
    fn copies_go_their_own_ways() {
        let mut one = list([1, 2]);
        let mut other = one.clone();
        assert!(one.is_same(&other) && !one.is_same(&list([1, 2])) && list([]).is_same(&list([])));
        one.push(3);
        assert!(!one.is_same(&other));
        other.push(4);
        other.push(5);
        assert_eq!((one.to_vec(), one.len()), (vec![1, 2, 3], 3));
        assert_eq!((other.to_vec(), other.len()), (vec![1, 2, 4, 5], 4));
        assert_eq!(other.iter().collect::<Vec<u64>>(), [5, 4, 2, 1]);
        drop(other);
        assert_eq!(one.to_vec(), [1, 2, 3]);
    }

    #[test]
    fn the_newest_are_taken_away_from_one_copy_only() {
        let whole = list(1..=4);
        let mut part = whole.clone();
        part.drop_last(2);
        assert_eq!((part.to_vec(), part.len()), (vec![1, 2], 2));
        part.push(9);
        assert_eq!((part.to_vec(), whole.to_vec()), (vec![1, 2, 9], vec![1, 2, 3, 4]));
        part.drop_last(7);
        assert!(part.is_empty() && part.iter().next().is_none());
    }

    /// Beside plain lists, with copies taken at any time.
    #[test]
    fn it_holds_what_a_list_would() {
        let mut random = fastrand::Rng::with_seed(9);
        let mut lists: Vec<(SharedList<u64>, Vec<u64>)> = vec![Default::default(); 5];
        for i in 0..20_000 {
            let (one, other) = (random.usize(..5), random.usize(..5));
            match random.u32(..40) {
                0 => lists[one] = lists[other].clone(),
                1 => {
                    let count = random.usize(..60);
                    lists[one].0.drop_last(count);
                    let left = lists[one].1.len().saturating_sub(count);
                    lists[one].1.truncate(left);
                }
                _ => {
                    lists[one].0.push(i);
                    lists[one].1.push(i);
                }
            }
            let (list, plain) = &lists[one];
            assert_eq!((list.len(), list.iter().next()), (plain.len(), plain.last().copied()));
            if random.u32(..16) == 0 {
                assert!(
                    lists
                        .iter()
                        .all(|(list, plain)| list.to_vec() == *plain && list.iter().size_hint().0 == plain.len())
                );
            }
        }
    }

    /// On a stack on which dropping one node inside the other would not fit by far.
    #[test]
    fn a_long_list_is_dropped_without_recursion() {
        let work = || {
            let long = list(0..1_000_000);
            let shared = long.clone();
            let mut longer = long.clone();
            longer.push(1);
            drop(long);
            drop(longer);
            assert_eq!(shared.len(), 1_000_000);
            let mut emptied = shared.clone();
            drop(shared);
            emptied.drop_last(1_000_000);
            assert!(emptied.is_empty());
            drop(list(0..1_000_000));
        };
        std::thread::Builder::new().stack_size(128 << 10).spawn(work).unwrap().join().unwrap();
    }
}
