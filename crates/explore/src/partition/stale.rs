//! Paths that were run before all was known about what other sides of their branches set.

use secateur_expr::{Assignment, Term};
use secateur_vm::flow::{Asked, Blocks, EventId, News, Read};
use secateur_vm::{Machine, Picks, SharedList};
use std::sync::Arc;

/// Paths that are followed at once: those that were run after each other have much in common.
const MOST_AT_ONCE: usize = 64;

/// How a path is followed once more.
#[derive(Clone)]
pub struct Followed {
    pub model: Arc<Assignment>,
    pub root: u32,
    pub picks: Picks,
    pub decisions: SharedList<Term>,
    /// Where it left another path.
    pub taken: Option<EventId>,
}

/// What a path asked about, and when; the blocks that it has, and what it read of them.
pub struct Known {
    asked: Asked,
    blocks: Blocks,
    reads: Box<[Read]>,
    /// Up to when what became known did not concern it.
    looked: u32,
}

impl Known {
    pub fn of(machine: &mut Machine) -> Known {
        let reads = machine.flow_reads();
        let state = &machine.symbols().known.flow;
        Known { asked: state.asked.clone(), blocks: state.blocks.of_ended(), reads, looked: 0 }
    }

    /// Whether there is more to know.
    fn is_less(&mut self, news: &mut News) -> bool {
        let is_less =
            news.times_grown() > self.looked && news.concern(&self.asked, &self.blocks, &self.reads, self.looked);
        if !is_less {
            self.looked = news.times_grown();
        }
        is_less
    }
}

/// A path, by its place in the list.
#[derive(Clone, Copy)]
pub struct PathId(usize);

#[derive(Default)]
pub struct Stale {
    /// In the order in which they were run; those that are being followed are not there. With what the path knew when it was
    /// run last.
    paths: Vec<Option<(Known, Followed)>>,
    /// Where the search for the next goes on.
    at: usize,
    /// Paths that were followed again.
    pub count: u64,
}

impl Stale {
    pub fn add(&mut self, knows: Known, path: Followed) {
        self.paths.push(Some((knows, path)));
    }

    pub fn len(&self) -> usize {
        self.paths.len()
    }

    /// Some paths that know less than there is to know now and began alike, which are followed at once.
    pub fn next(&mut self, mut news: News) -> Vec<(PathId, Followed)> {
        let mut found: Vec<(PathId, Followed)> = vec![];
        let count = self.paths.len();
        for at in (self.at..count).chain(0..self.at.min(count)) {
            let Some((knows, path)) = &mut self.paths[at] else { continue };
            let is_alike = found.first().is_none_or(|(_, first)| first.root == path.root);
            if is_alike && knows.is_less(&mut news) {
                found.extend(self.paths[at].take().map(|(_, path)| (PathId(at), path)));
                self.at = at;
            }
            if found.len() == MOST_AT_ONCE {
                break;
            }
        }
        self.count += found.len() as u64;
        found
    }

    /// A path was followed.
    pub fn put_back(&mut self, PathId(at): PathId, knows: Known, path: Followed) {
        if let Some(place) = self.paths.get_mut(at) {
            *place = Some((knows, path));
        }
    }

    pub fn clear(&mut self) {
        self.paths.clear();
    }
}
