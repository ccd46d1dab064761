//! Adjacency as three flat arrays: for each node where its edges begin, then the other ends and the steps.

use crate::graph::{Fit, Step};

/// The edges of every node, in one piece.
#[derive(Default)]
pub struct Csr {
    start: Vec<u32>,
    node: Vec<u32>,
    step: Vec<u32>,
}

/// Steps as words; smaller ones are numbered sides.
const SIDE: u32 = u32::MAX;
const JUMP: u32 = u32::MAX - 1;
const SKIP: u32 = u32::MAX - 2;
const ENTER: u32 = u32::MAX - 3;
const LIKELY: u32 = u32::MAX - 4;
const POSSIBLE: u32 = u32::MAX - 5;

fn encode(step: Step) -> u32 {
    match step {
        Step::Jump => JUMP,
        Step::Side(Some(edge)) => edge,
        Step::Side(None) => SIDE,
        Step::Skip => SKIP,
        Step::Enter(Fit::Both) => ENTER,
        Step::Enter(Fit::Likely) => LIKELY,
        Step::Enter(Fit::Possible) => POSSIBLE,
    }
}

fn decode(word: u32) -> Step {
    match word {
        JUMP => Step::Jump,
        SIDE => Step::Side(None),
        SKIP => Step::Skip,
        ENTER => Step::Enter(Fit::Both),
        LIKELY => Step::Enter(Fit::Likely),
        POSSIBLE => Step::Enter(Fit::Possible),
        edge => Step::Side(Some(edge)),
    }
}

impl Csr {
    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.start.len()
    }

    /// Begins the next node; edges that are pushed belong to it.
    pub fn begin(&mut self) {
        self.start.push(self.node.len() as u32);
    }

    /// An edge of the node that was begun last.
    pub fn push(&mut self, node: u32, step: Step) {
        self.node.push(node);
        self.step.push(encode(step));
    }

    fn range(&self, node: u32) -> std::ops::Range<usize> {
        let end = self.start.get(node as usize + 1).map_or(self.node.len(), |end| *end as usize);
        self.start[node as usize] as usize..end
    }

    /// The edges of a node, in order.
    pub fn of(&self, node: u32) -> impl Iterator<Item = (u32, Step)> + '_ {
        self.range(node).map(|i| (self.node[i], decode(self.step[i])))
    }

    /// The same edges by their other end.
    pub fn reversed(&self) -> Csr {
        let mut start = vec![0u32; self.len() + 1];
        self.node.iter().for_each(|to| start[*to as usize + 1] += 1);
        for i in 1..start.len() {
            start[i] += start[i - 1];
        }
        let mut free = start.clone();
        start.pop();
        let mut reversed = Csr { start, node: vec![0; self.node.len()], step: vec![0; self.node.len()] };
        for from in 0..self.len() as u32 {
            for i in self.range(from) {
                let at = &mut free[self.node[i] as usize];
                reversed.node[*at as usize] = from;
                reversed.step[*at as usize] = self.step[i];
                *at += 1;
            }
        }
        reversed
    }

    /// Every node from which one of `goals` can be reached by edges that `follow` accepts. This is the reversed graph.
    pub fn closure(&self, goals: impl Iterator<Item = u32>, follow: impl Fn(Step) -> bool) -> crate::bits::Bits {
        let mut found = crate::bits::Bits::new(self.len());
        let mut pending: Vec<u32> = goals.filter(|node| found.insert(*node)).collect();
        while let Some(node) = pending.pop() {
            for (from, step) in self.of(node) {
                if follow(step) && found.insert(from) {
                    pending.push(from);
                }
            }
        }
        found
    }
}
