//! A list that states share: adding to a copy leaves the others as they are.
//!
//! *Invariants:* copying and adding take constant time and room, however long the list is. Dropping never recurses, so a
//! long list needs no deep stack.

use std::sync::Arc;

/// A list whose beginning others may have too.
#[derive(Clone)]
pub struct SharedList<T> {
    last: Option<Arc<Node<T>>>,
    len: usize,
}

struct Node<T> {
    value: T,
    before: Option<Arc<Node<T>>>,
}

impl<T> Default for SharedList<T> {
    fn default() -> Self {
        SharedList { last: None, len: 0 }
    }
}

impl<T: Copy> SharedList<T> {
    pub fn push(&mut self, value: T) {
        self.last = Some(Arc::new(Node { value, before: self.last.take() }));
        self.len += 1;
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
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        }
    }

    /// Takes the newest ones away again.
    pub fn drop_last(&mut self, count: usize) {
        for _ in 0..count {
            self.last = self.last.take().and_then(|node| node.before.clone());
        }
        self.len = self.len.saturating_sub(count);
    }

    /// The newest first.
    pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
        std::iter::successors(self.last.as_ref(), |node| node.before.as_ref()).map(|node| node.value)
    }

    /// The oldest first.
    pub fn to_vec(&self) -> Vec<T> {
        let mut values: Vec<T> = self.iter().collect();
        values.reverse();
        values
    }
}

impl<T> Drop for SharedList<T> {
    /// Node by node, up to the first that others have too.
    fn drop(&mut self) {
        let mut next = self.last.take();
        while let Some(node) = next {
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
