//! Random testing, the baseline: runs the program with random bytes as its input, without any constraint.
//!
//! It never comes to an end by itself, and nothing that it runs tells which paths are left: so it stops at a limit
//! only. Each run counts as a path, also if it is one that was run before.

use super::{Info, Needs, Pick, Setup, Strategy};
use crate::search::Search;

pub static INFO: Info = Info {
    name: "random-input",
    summary: "random testing, to compare with: random bytes as input, nothing is solved",
    paper: "the baseline of Burnim, Sen: Heuristics for Scalable Dynamic Test Generation, section 5",
    needs: Needs { paths: false, distances: false, own_checks: true },
    make: |setup: &Setup| {
        Box::new(RandomInput { random: fastrand::Rng::with_seed(setup.seed), starts: setup.starts.max(1) })
    },
};

struct RandomInput {
    random: fastrand::Rng,
    starts: u32,
}

impl Strategy for RandomInput {
    fn pick(&mut self, _: &mut Search) -> Option<Pick> {
        Some(Pick::Random(self.random.u32(..self.starts), self.random.u64(..)))
    }
}
