//! Makes a tree of paths small enough to be drawn.
//!
//! Kept are paths with a test, bugs, whatever leads to them, and of the rest those that left the others
//! first, so that the shape of the whole stays. What is left out below a path becomes one node, `left-out`,
//! which weighs as much as the paths it stands for: widths stay true.

use crate::reports::Tree;

/// The end of nodes that stand for others.
pub const LEFT_OUT: &str = "left-out";

/// The tree with at most `limit` of its own nodes, and how many paths each node stands for.
pub fn thin(tree: &Tree, limit: usize) -> (Tree, Vec<u64>) {
    let count = tree.parent.len();
    if count <= limit {
        return (tree.clone(), vec![]);
    }
    let keep = choose(tree, limit);
    let mut small =
        Tree { places: tree.places.clone(), ends: tree.ends.clone(), left_out: tree.left_out, ..Tree::default() };
    let mut weight = Vec::new();
    // Where each node is in the small tree, or the node that stands for it.
    let mut place = vec![0u32; count];
    let stand_in_end = small.ends.len() as u8;
    small.ends.push(LEFT_OUT.into());
    // Of each kept node, the one that stands for what is left out below it; and the one for roots that are left out.
    let mut stand_in: Vec<Option<u32>> = vec![None; count];
    let mut root_stand_in = None;
    for node in 0..count {
        let above = tree.parent[node] as usize;
        if keep[node] {
            place[node] = small.parent.len() as u32;
            let parent = if above == node { place[node] } else { place[above] };
            push(&mut small, tree, node, parent);
            weight.push(1);
        } else if keep[above] || above == node {
            let of = if above == node { &mut root_stand_in } else { &mut stand_in[above] };
            let made = *of.get_or_insert_with(|| {
                let made = small.parent.len() as u32;
                push(&mut small, tree, node, if above == node { made } else { place[above] });
                let last = made as usize;
                (small.end[last], small.test[last], small.new_branches[last]) = (stand_in_end, 0, 0);
                weight.push(0);
                made
            });
            place[node] = made;
            add(&mut small, &mut weight, made, tree, node);
        } else {
            place[node] = place[above];
            add(&mut small, &mut weight, place[node], tree, node);
        }
    }
    small.left_out += keep.iter().filter(|kept| !**kept).count() as u64;
    (small, weight)
}

fn push(small: &mut Tree, tree: &Tree, node: usize, parent: u32) {
    small.parent.push(parent);
    small.depth.push(tree.depth[node]);
    small.end_depth.push(tree.end_depth[node]);
    small.place.push(tree.place[node]);
    small.end.push(tree.end[node]);
    small.test.push(tree.test[node]);
    small.new_branches.push(tree.new_branches[node]);
}

/// Adds a node that is left out to the one that stands for it.
fn add(small: &mut Tree, weight: &mut [u64], to: u32, tree: &Tree, node: usize) {
    let to = to as usize;
    weight[to] += 1;
    small.depth[to] = small.depth[to].min(tree.depth[node]);
    small.end_depth[to] = small.end_depth[to].max(tree.end_depth[node]);
    small.new_branches[to] += tree.new_branches[node];
}

fn choose(tree: &Tree, limit: usize) -> Vec<bool> {
    let count = tree.parent.len();
    let bug = tree.ends.iter().position(|end| end == "bug");
    let matters =
        |node: usize| tree.test[node] != 0 || tree.new_branches[node] != 0 || Some(usize::from(tree.end[node])) == bug;
    let mut keep = vec![false; count];
    let mut kept = 0;
    for node in (0..count).filter(|node| matters(*node)) {
        let mut chain = vec![];
        let mut at = node;
        while !keep[at] {
            keep[at] = true;
            chain.push(at);
            at = tree.parent[at] as usize;
        }
        if kept + chain.len() > limit {
            chain.into_iter().for_each(|node| keep[node] = false);
            break;
        }
        kept += chain.len();
    }
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|node| (tree.depth[*node], *node));
    for node in order {
        let above = tree.parent[node] as usize;
        if kept < limit && !keep[node] && (above == node || keep[above]) {
            keep[node] = true;
            kept += 1;
        }
    }
    keep
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As of random inputs: every path is a root, and the first ones are not kept.
    #[test]
    fn roots_that_are_left_out_have_one_that_stands_for_them() {
        let count = 100;
        let mut tree = Tree { parent: (0..count).collect(), ..Tree::default() };
        tree.depth = (0..count).rev().collect();
        tree.end_depth = vec![5; count as usize];
        tree.place = vec![0; count as usize];
        tree.end = vec![0; count as usize];
        tree.test = vec![0; count as usize];
        tree.new_branches = vec![0; count as usize];
        tree.ends = vec!["completed".into()];
        let (small, weight) = thin(&tree, 10);
        assert_eq!((small.parent.len(), weight.iter().sum::<u64>(), small.left_out), (11, 100, 90));
        assert!((0..).zip(&small.parent).all(|(node, parent)| node == *parent));
        assert_eq!((small.end[0], weight[0]), (1, 90));
    }

    /// A comb: each path leaves the one before it, one decision deeper.
    fn comb(count: u32) -> Tree {
        Tree {
            parent: (0..count).map(|n| n.saturating_sub(1)).collect(),
            depth: (0..count).collect(),
            end_depth: (0..count).map(|n| n + 1).collect(),
            place: vec![0; count as usize],
            end: vec![0; count as usize],
            test: vec![0; count as usize],
            new_branches: vec![0; count as usize],
            places: vec![Default::default()],
            ends: vec!["completed".into()],
            left_out: 7,
        }
    }

    #[test]
    fn a_small_tree_stays() {
        let tree = comb(10);
        assert_eq!(thin(&tree, 10), (tree, vec![]));
    }

    #[test]
    fn nothing_is_lost_from_the_count() {
        let mut tree = comb(100);
        // A bush beside the comb, with one test far out.
        for n in 0..50 {
            for (list, value) in [
                (&mut tree.parent, 3),
                (&mut tree.depth, 60 + n),
                (&mut tree.end_depth, 200),
                (&mut tree.place, 0),
                (&mut tree.test, u32::from(n == 49)),
                (&mut tree.new_branches, 0),
            ] {
                list.push(value);
            }
            tree.end.push(0);
        }
        let (small, weight) = thin(&tree, 20);
        assert_eq!(weight.iter().sum::<u64>(), 150);
        assert_eq!(small.left_out, 7 + 130);
        assert!(small.test.contains(&1));
        let stand_ins: Vec<usize> =
            (0..small.end.len()).filter(|n| small.ends[usize::from(small.end[*n])] == LEFT_OUT).collect();
        assert_eq!(small.parent.len(), 20 + stand_ins.len());
        assert_eq!(stand_ins.iter().map(|n| weight[*n]).sum::<u64>(), 130);
        assert!((0..small.parent.len()).all(|n| small.parent[n] as usize <= n));
    }
}
