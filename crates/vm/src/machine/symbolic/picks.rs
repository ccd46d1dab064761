//! Values that a path took from its model, in order: following the path again takes the same ones.

use std::sync::Arc;

/// A list that states share; adding to a copy leaves the others as they are.
#[derive(Clone, Default)]
pub struct Picks {
    last: Option<Arc<Node>>,
}

struct Node {
    value: u64,
    before: Option<Arc<Node>>,
}

impl Picks {
    pub fn push(&mut self, value: u64) {
        self.last = Some(Arc::new(Node { value, before: self.last.take() }));
    }

    pub fn is_empty(&self) -> bool {
        self.last.is_none()
    }

    /// Takes the newest ones away again.
    pub fn drop_last(&mut self, count: usize) {
        for _ in 0..count {
            self.last = self.last.take().and_then(|node| node.before.clone());
        }
    }

    /// Oldest first.
    pub fn to_vec(&self) -> Vec<u64> {
        let mut values: Vec<u64> =
            std::iter::successors(self.last.as_ref(), |node| node.before.as_ref()).map(|node| node.value).collect();
        values.reverse();
        values
    }
}

impl Drop for Picks {
    /// Node by node: a long list dropped by recursion would need a deep stack.
    fn drop(&mut self) {
        let mut next = self.last.take();
        while let Some(node) = next {
            next = Arc::into_inner(node).and_then(|mut node| node.before.take());
        }
    }
}
