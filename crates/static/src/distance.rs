//! Distances to uncovered branches: CREST's *UncoveredDistance* (§4.2, §4.3) for every numbered edge and every node.
//!
//! The distance of an uncovered edge is 0. That of another edge is the least number of sides, the last one uncovered, that
//! a path behind it takes. Weights are 0 and 1, so the paper's one run of Dijkstra's algorithm from all
//! uncovered branches on the reversed graph is a breadth-first search by levels: linear, and without a heap.
//!
//! Beyond the paper: its paths enter a call for ever or skip it, and end with their function. With the frames of the stack
//! ([`Distances::with_stack`]) they may also return, which is often the only way to anything new.

use crate::bits::is_set;
use crate::graph::{Graph, Node, Step};
use std::sync::Arc;

/// No uncovered branch can be reached.
pub const FAR: u32 = u32::MAX;

/// Distances for one state of coverage.
pub struct Distances {
    graph: Arc<Graph>,
    edges: Vec<u32>,
    nodes: Vec<u32>,
    to_exit: Vec<u32>,
    levels: Levels,
    reversed: Reversed,
}

/// The reversed graph as distances follow it: by node, from where, with the weight in the highest bit.
struct Reversed {
    start: Vec<u32>,
    from: Vec<u32>,
}

const WEIGHT: u32 = 1 << 31;

impl Reversed {
    fn new(graph: &Graph, keep: impl Fn(Step) -> bool) -> Reversed {
        let mut reversed = Reversed { start: vec![0], from: vec![] };
        for node in 0..graph.node_count() {
            for (step, from) in graph.predecessors(Node(node)).filter(|(step, _)| keep(*step)) {
                reversed.from.push(from.0 | (step.weight() * WEIGHT));
            }
            reversed.start.push(reversed.from.len() as u32);
        }
        reversed
    }
    fn of(&self, node: u32) -> &[u32] {
        &self.from[self.start[node as usize] as usize..self.start[node as usize + 1] as usize]
    }
}

/// The nodes of this level and of the next one.
#[derive(Default)]
struct Levels {
    now: Vec<u32>,
    next: Vec<u32>,
}

impl Levels {
    /// Spreads distances backwards from the nodes of `now`, which are all at `level`.
    fn spread(&mut self, reversed: &Reversed, nodes: &mut [u32], mut level: u32) {
        while !self.now.is_empty() {
            while let Some(node) = self.now.pop() {
                // A node of the next level may have been met again on this one.
                if nodes[node as usize] != level {
                    continue;
                }
                for word in reversed.of(node) {
                    let (from, heavy) = ((word & !WEIGHT) as usize, word & WEIGHT != 0);
                    let distance = level + u32::from(heavy);
                    if distance < nodes[from] {
                        nodes[from] = distance;
                        if heavy { self.next.push(from as u32) } else { self.now.push(from as u32) }
                    }
                }
            }
            std::mem::swap(&mut self.now, &mut self.next);
            level += 1;
        }
    }
}

impl Distances {
    /// Distances while nothing is covered.
    pub fn new(graph: Arc<Graph>) -> Distances {
        let mut levels = Levels::default();
        let mut to_exit = vec![FAR; graph.node_count() as usize];
        let leaves = |node: &u32| graph.successors(Node(*node)).next().is_none() && graph.can_return(Node(*node));
        levels.now.extend((0..graph.segment_count()).filter(leaves));
        levels.now.iter().for_each(|node| to_exit[*node as usize] = 0);
        levels.spread(&Reversed::new(&graph, Step::is_local), &mut to_exit, 0);
        let mut distances = Distances {
            edges: vec![FAR; graph.edge_count() as usize],
            nodes: vec![FAR; graph.node_count() as usize],
            to_exit,
            levels,
            reversed: Reversed::new(&graph, Step::is_likely),
            graph,
        };
        distances.update(&[]);
        distances
    }

    /// Computes all distances again. `covered` has a bit for each numbered edge; what is beyond its end is uncovered.
    /// Uses no new memory after the first few calls.
    pub fn update(&mut self, covered: &[u64]) {
        self.nodes.fill(FAR);
        self.levels.now.clear();
        self.levels.next.clear();
        for (edge, (source, _)) in (0u32..).zip(&self.graph.edges) {
            let open = !is_set(covered, edge) && *source != crate::graph::NONE;
            if open && self.nodes[*source as usize] == FAR {
                self.nodes[*source as usize] = 1;
                self.levels.now.push(*source);
            }
        }
        self.levels.spread(&self.reversed, &mut self.nodes, 1);
        for (edge, (source, target)) in self.graph.edges.iter().enumerate() {
            self.edges[edge] = match *source {
                crate::graph::NONE => FAR,
                _ if !is_set(covered, edge as u32) => 0,
                _ => self.nodes[*target as usize],
            };
        }
    }

    /// The graph that they are distances of.
    pub fn graph(&self) -> &Arc<Graph> {
        &self.graph
    }
    /// Of a numbered edge: 0 if it is uncovered, else what is still to decide behind it; [`FAR`] if nothing is left there.
    pub fn edge(&self, edge: u32) -> u32 {
        self.edges[edge as usize]
    }
    /// Of a node: how many sides until an uncovered one is taken, at least 1.
    pub fn node(&self, node: Node) -> u32 {
        self.nodes[node.0 as usize]
    }
    /// The least number of sides to a return of the node's function, skipping calls; [`FAR`] if there is none.
    pub fn to_exit(&self, node: Node) -> u32 {
        self.to_exit[node.0 as usize]
    }

    /// The distance of a node with the frames below it: the least over how many of them are left by returning.
    /// `returns` are the places where the frames go on, innermost first.
    pub fn with_stack(&self, node: Node, returns: impl IntoIterator<Item = Node>) -> u32 {
        let mut least = self.node(node);
        let mut left = self.to_exit(node);
        for back in returns {
            if left >= least {
                break;
            }
            least = least.min(left.saturating_add(self.node(back)));
            left = left.saturating_add(self.to_exit(back));
        }
        least
    }
    /// The same for a numbered edge.
    pub fn edge_with_stack(&self, edge: u32, returns: impl IntoIterator<Item = Node>) -> u32 {
        match (self.edge(edge), self.graph.target_node(edge)) {
            (0, _) => 0,
            (_, Some(target)) => self.with_stack(target, returns),
            (far, None) => far,
        }
    }
}
