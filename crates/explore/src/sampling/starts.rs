//! Inputs that chains begin near, and which of them is next.
//!
//! There are soon thousands, and most of them take what everybody takes. So what takes a side of a branch that few runs take comes up
//! more often.

use super::Trace;
use super::rounds::Find;

/// Start points that are kept; those that chains should begin at last go.
const MOST: usize = 4096;

/// Sides of a start point by which it is told how rare it is.
const RARE: usize = 8;

pub struct Start {
    pub find: Find,
    /// Whether it is a test.
    pub is_test: bool,
    /// How often chains began there.
    walks: u32,
    /// Of the sides that it takes, those that fewest runs took when it was first run; none before that.
    rare: Box<[u32]>,
    /// How soon chains should begin there, the least first.
    order: f64,
}

impl Start {
    /// Whether it was run.
    pub fn is_known(&self) -> bool {
        !self.rare.is_empty()
    }

    /// Ten times as often where a hundredth of the runs take the same.
    fn renew_order(&mut self, taken: &[u32]) {
        let least = self.rare.iter().map(|edge| taken[*edge as usize]).min().unwrap_or(0);
        self.order = f64::from(self.walks) * f64::from(least.saturating_add(1)).sqrt();
    }
}

pub struct Starts {
    all: Vec<Start>,
    /// By side of a branch: how many runs took it.
    taken: Vec<u32>,
    /// How often chains began anywhere.
    pub walks: u64,
}

impl Starts {
    pub fn new(edges: u32) -> Starts {
        Starts { all: vec![], taken: vec![0; edges as usize], walks: 0 }
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn get(&self, at: usize) -> &Start {
        &self.all[at]
    }

    pub fn add(&mut self, find: Find, is_test: bool) {
        if self.all.len() == MOST
            && let Some(at) = (0..MOST).max_by(|a, b| self.all[*a].order.total_cmp(&self.all[*b].order))
        {
            self.all.swap_remove(at);
        }
        self.all.push(Start { find, is_test, walks: 0, rare: Box::default(), order: 0.0 });
    }

    /// A run took a side.
    pub fn took(&mut self, edge: u32) {
        let taken = &mut self.taken[edge as usize];
        *taken = taken.saturating_add(1);
    }

    /// Which one is next; of equals the newest.
    pub fn next(&mut self) -> Option<usize> {
        let at = (0..self.all.len()).rev().min_by(|a, b| self.all[*a].order.total_cmp(&self.all[*b].order))?;
        self.all[at].walks += 1;
        self.walks += 1;
        Some(at)
    }

    /// It was run, and showed this.
    pub fn ran(&mut self, at: usize, trace: &Trace) {
        let start = &mut self.all[at];
        if start.rare.is_empty() {
            let mut edges: Vec<u32> = trace.visits.iter().map(|visit| visit.0).collect();
            edges.sort_by_key(|edge| self.taken[*edge as usize]);
            start.rare = edges.into_iter().take(RARE).collect();
        }
        start.renew_order(&self.taken);
    }

    /// Chains began near it.
    pub fn renew(&mut self, at: usize) {
        self.all[at].renew_order(&self.taken);
    }

    /// What is rare changes slowly, so all are looked at once in a while only.
    pub fn next_round(&mut self) {
        self.all.iter_mut().for_each(|start| start.renew_order(&self.taken));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn find(root: u32) -> Find {
        Find::new(root, Arc::default())
    }

    fn walk(starts: &mut Starts) -> u32 {
        let at = starts.next().expect("there are some");
        let edge = starts.get(at).find.root;
        starts.ran(at, &Trace { visits: vec![(edge, 0)], ..Trace::default() });
        edge
    }

    #[test]
    fn what_is_rare_comes_up_more_often() {
        let mut starts = Starts::new(2);
        (0..10_000).for_each(|_| starts.took(0));
        (0..100).for_each(|_| starts.took(1));
        starts.add(find(0), true);
        starts.add(find(1), true);
        let rare = (0..1_100).filter(|_| walk(&mut starts) == 1).count();
        assert!((990..=1_010).contains(&rare), "{rare}");
    }

    #[test]
    fn what_was_never_begun_at_comes_first_and_the_least_wanted_goes() {
        let mut starts = Starts::new(MOST as u32 + 1);
        (0..MOST as u32).for_each(|edge| starts.add(find(edge), false));
        assert_eq!(walk(&mut starts), MOST as u32 - 1, "the newest");
        starts.add(find(MOST as u32), false);
        assert_eq!(starts.len(), MOST);
        assert!(starts.all.iter().all(|start| start.find.root != MOST as u32 - 1));
        assert_eq!(walk(&mut starts), MOST as u32, "the one that came last");
    }
}
