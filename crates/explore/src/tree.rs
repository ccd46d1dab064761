//! The tree of paths: where each piece of a path left another one, and how it ended.
//!
//! A node is what one item of the frontier became. It is kept for reports only; nothing is decided by it.

use secateur_vm::DecisionKind;
use std::collections::BTreeMap;

/// A node of the tree; [`NodeId::NONE`] when the tree is full.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    pub const NONE: NodeId = NodeId(u32::MAX);

    /// The node at this place in [`Tree::nodes`].
    pub(crate) fn at(index: usize) -> NodeId {
        NodeId(index as u32)
    }

    /// Where it is in [`Tree::nodes`].
    pub fn index(self) -> Option<usize> {
        (self != NodeId::NONE).then_some(self.0 as usize)
    }
}

/// Where something was decided: a function and an instruction of it.
pub type Site = (u32, u32);

#[derive(Clone, Debug)]
pub struct Node {
    /// `None`: a way to begin.
    pub parent: Option<NodeId>,
    /// Decisions before it, and when it ended.
    pub depth: u32,
    pub end_depth: u32,
    /// Where it left its parent, and what was decided there.
    pub site: Option<(Site, DecisionKind)>,
    pub end: End,
    /// Sides of branches in the user's own code that it was the first to take.
    pub new_edges: u32,
}

/// How the path of a node ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum End {
    /// It is not known yet, or the run ended first.
    Pending,
    Completed,
    Bug,
    /// Something wrong that nobody asked to hear about.
    Muted,
    Silent,
    /// No input leads there.
    Infeasible,
    Unsupported,
    Limit,
    /// The solver did not know.
    Unknown,
    Internal,
    /// By this technique.
    Pruned(&'static str),
}

impl End {
    /// As `summary.json` calls it.
    pub fn name(self) -> String {
        let name = match self {
            End::Pending => "pending",
            End::Completed => "completed",
            End::Bug => "bug",
            End::Muted => "muted",
            End::Silent => "silent",
            End::Infeasible => "infeasible",
            End::Unsupported => "unsupported",
            End::Limit => "limit",
            End::Unknown => "unknown",
            End::Internal => "internal",
            End::Pruned(technique) => return format!("pruned:{technique}"),
        };
        name.to_string()
    }
}

/// More nodes than this are counted but not kept.
const MOST: usize = 100_000;

#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// Parents come before their children.
    pub nodes: Vec<Node>,
    pub left_out: u64,
    /// What became of the sides that were not taken at each place.
    pub sites: BTreeMap<Site, BTreeMap<End, u64>>,
}

impl Tree {
    pub fn add(&mut self, parent: Option<NodeId>, depth: u32, site: Option<(Site, DecisionKind)>) -> NodeId {
        if self.nodes.len() >= MOST {
            self.left_out += 1;
            return NodeId::NONE;
        }
        // The child of one that was not kept would have no place.
        if parent == Some(NodeId::NONE) {
            self.left_out += 1;
            return NodeId::NONE;
        }
        self.nodes.push(Node { parent, depth, end_depth: depth, site, end: End::Pending, new_edges: 0 });
        NodeId(self.nodes.len() as u32 - 1)
    }

    pub fn end(&mut self, node: NodeId, end: End, depth: u32, new_edges: u32) {
        if let Some(node) = node.index().and_then(|i| self.nodes.get_mut(i)) {
            (node.end, node.end_depth, node.new_edges) = (end, depth.max(node.depth), new_edges);
        }
    }

    /// Counts what became of a side that was not taken first.
    pub fn count(&mut self, site: Site, end: End) {
        *self.sites.entry(site).or_default().entry(end).or_default() += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_tree_counts_what_it_leaves_out() {
        let mut tree = Tree::default();
        let root = tree.add(None, 0, None);
        for _ in 1..MOST {
            tree.add(Some(root), 1, None);
        }
        let beyond = tree.add(Some(root), 1, None);
        assert_eq!((beyond, tree.nodes.len(), tree.left_out), (NodeId::NONE, MOST, 1));
        assert_eq!(tree.add(Some(beyond), 2, None), NodeId::NONE);
        tree.end(beyond, End::Completed, 3, 1);
        tree.end(root, End::Bug, 3, 1);
        assert_eq!((tree.nodes[0].end, tree.nodes[0].end_depth), (End::Bug, 3));
    }
}
