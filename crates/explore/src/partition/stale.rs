//! Paths that were run before all was known about what other sides of their branches set.

use secateur_expr::Assignment;
use secateur_vm::Picks;
use secateur_vm::flow::Flow;
use std::sync::Arc;

/// How a path is followed once more.
#[derive(Clone)]
pub struct Followed {
    pub model: Arc<Assignment>,
    pub root: u32,
    pub picks: Picks,
}

/// What a path asked about, and when.
pub type Known = (u32, u32);

#[derive(Default)]
pub struct Stale {
    /// With what the path knew when it was run last.
    paths: Vec<(Box<[Known]>, Followed)>,
    /// Where the search for the next goes on.
    at: usize,
    /// Paths that were followed again.
    pub count: u64,
}

impl Stale {
    pub fn add(&mut self, knows: Vec<Known>, path: Followed) {
        self.paths.push((knows.into(), path));
    }

    pub fn len(&self) -> usize {
        self.paths.len()
    }

    /// A path that knows less than there is to know now, which is followed at once.
    pub fn next(&mut self, flow: &Flow) -> Option<Followed> {
        let count = self.paths.len();
        let is_stale = |at: &usize| self.paths[*at].0.iter().any(|known| flow.has_grown(*known));
        let found = (0..count).map(|i| (self.at + i) % count).find(is_stale)?;
        self.at = found;
        let (_, path) = self.paths.swap_remove(found);
        self.count += 1;
        Some(path)
    }

    pub fn clear(&mut self) {
        self.paths.clear();
    }
}
