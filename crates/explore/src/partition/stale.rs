//! Paths that were run before all was known about what other sides of their branches set.

use secateur_expr::Assignment;
use secateur_vm::Picks;
use std::sync::Arc;

/// How a path is followed once more.
#[derive(Clone)]
pub struct Followed {
    pub model: Arc<Assignment>,
    pub root: u32,
    pub picks: Picks,
}

#[derive(Default)]
pub struct Stale {
    /// With how much was known when the path was run last.
    paths: Vec<(u64, Followed)>,
    /// Paths that were followed again.
    pub count: u64,
}

impl Stale {
    pub fn add(&mut self, known: u64, path: Followed) {
        self.paths.push((known, path));
    }

    pub fn len(&self) -> usize {
        self.paths.len()
    }

    /// A path that knows less than there is to know now, which is followed at once.
    pub fn next(&mut self, known: u64) -> Option<Followed> {
        let at = self.paths.iter().position(|(then, _)| *then < known)?;
        let (_, path) = self.paths.swap_remove(at);
        self.count += 1;
        Some(path)
    }

    pub fn clear(&mut self) {
        self.paths.clear();
    }
}
