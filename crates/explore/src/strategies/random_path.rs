//! Random path: a walk from the root of the tree, each way that has something left as likely as the other.
//!
//! Sides near the root are likelier than those that a loop makes by the thousand.

use super::{Info, Needs, Pick, Setup, Strategy, walk};
use crate::search::Search;

pub static INFO: Info = Info {
    name: "random-path",
    summary: "a random walk down the tree of paths, to something that is left",
    paper: "Cadar, Dunbar, Engler: KLEE (OSDI 2008), section 3.4",
    needs: Needs { paths: true, distances: false, own_checks: false },
    make: |setup: &Setup| Box::new(RandomPath { random: fastrand::Rng::with_seed(setup.seed) }),
};

struct RandomPath {
    random: fastrand::Rng,
}

impl Strategy for RandomPath {
    fn pick(&mut self, search: &mut Search) -> Option<Pick> {
        walk::to_item(search.frontier.paths(), &mut self.random).map(Pick::Item)
    }
}
