//! Which blocks of the user's code were entered, as far as covered edges tell.
//!
//! A covered edge proves that its block was left and its target entered. An entered block proves that its function was
//! called, that its only predecessor was entered, and, if nothing in it can stop the path, that the block it jumps to was. Where this proves
//! nothing the block counts as not entered. That keeps paths alive that could be dropped, never the other way round;
//! whoever knows more says so ([`Entered::note`]).

use crate::bits::Bits;
use crate::graph::{Graph, Node, Step};

/// The blocks that were entered, by their first segment.
pub struct Entered {
    blocks: Bits,
    /// Edges that were looked at.
    seen: Vec<u64>,
    /// By segment: a path may end in it.
    hazards: Bits,
    pending: Vec<u32>,
}

impl Entered {
    /// No block yet. `hazards` are the segments in which a path may end.
    pub fn new(graph: &Graph, hazards: Bits) -> Entered {
        let words = graph.edge_count().div_ceil(64) as usize;
        let blocks = Bits::new(graph.segment_count() as usize);
        Entered { blocks, seen: vec![0; words], hazards, pending: vec![] }
    }

    /// Whether the block with this first segment was entered.
    pub fn contains(&self, first: u32) -> bool {
        self.blocks.contains(first)
    }

    /// The block of this segment was entered, its caller knows.
    pub fn note(&mut self, graph: &Graph, node: Node) {
        self.enter(first_of(graph, node.0));
        self.spread(graph);
    }

    /// Looks at the edges that were covered since the last time.
    pub fn refresh(&mut self, graph: &Graph, covered: &[u64]) {
        for (i, word) in covered.iter().take(self.seen.len()).enumerate() {
            let mut new = word & !std::mem::replace(&mut self.seen[i], *word);
            while new != 0 {
                let edge = (64 * i) as u32 + new.trailing_zeros();
                new &= new - 1;
                if let (Some(source), Some(target)) = (graph.source_node(edge), graph.target_node(edge)) {
                    self.enter(first_of(graph, source.0));
                    self.enter(target.0);
                }
            }
        }
        self.spread(graph);
    }

    fn enter(&mut self, first: u32) {
        if self.blocks.insert(first) {
            self.pending.push(first);
        }
    }

    fn spread(&mut self, graph: &Graph) {
        while let Some(first) = self.pending.pop() {
            let function = graph.function_of[first as usize];
            self.enter(graph.entry(function).0);
            let mut before = graph.previous.of(first).filter(|(_, step)| step.is_local());
            if let (Some((only, _)), None) = (before.next(), before.next())
                && first != graph.entry(function).0
            {
                self.enter(first_of(graph, only));
            }
            if !self.hazards.contains(first)
                && let Some((to, Step::Jump)) = graph.next.of(first).next()
            {
                self.enter(to);
            }
        }
    }
}

/// The first segment of the block that a segment is in.
pub fn first_of(graph: &Graph, node: u32) -> u32 {
    graph.blocks[graph.blocks.partition_point(|first| *first <= node) - 1]
}
