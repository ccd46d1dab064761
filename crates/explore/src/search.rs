//! What strategies and prunings may know when they choose.

use crate::facts::Facts;
use crate::frontier::Frontier;
use crate::paths::Side;
use secateur_vm::Program;
use std::cell::OnceCell;

pub struct Search<'a> {
    pub frontier: &'a Frontier,
    pub program: &'a Program,
    /// One bit for each side of the user's branches: whether any path took it.
    pub covered: &'a [u64],
    /// How many there are, once somebody asks: it is made for each side that is tried.
    covered_count: OnceCell<u32>,
    facts: &'a mut Facts,
    /// Whether the facts know what is covered.
    is_fresh: bool,
}

impl<'a> Search<'a> {
    pub fn new(frontier: &'a Frontier, program: &'a Program, covered: &'a [u64], facts: &'a mut Facts) -> Search<'a> {
        Search { frontier, program, covered, covered_count: OnceCell::new(), facts, is_fresh: false }
    }

    /// How many sides of the user's branches were taken.
    pub fn covered_count(&self) -> u32 {
        *self.covered_count.get_or_init(|| secateur_vm::count_edges(self.covered, self.program.edge_count()))
    }

    /// Sides of branches from this one to the nearest that nobody took, itself not counted; `u32::MAX` where there is no way.
    pub fn distance(&mut self, side: &Side) -> u32 {
        if !self.is_fresh {
            let count = self.covered_count();
            self.facts.update(self.covered, count);
            self.is_fresh = true;
        }
        self.facts.distance(side, self.frontier.calls(side.stack), self.program)
    }
}
