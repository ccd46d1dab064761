//! Which decisions of a function its blocks depend on, and where the ways from a decision meet again.
//!
//! A block depends on a decision if one of its sides always leads there and another may not (Ferrante, Ottenstein and Warren).
//! Returns and ends that nothing comes after lead to one virtual end. A loop counts as if it ended: whether it does is left to
//! who uses this.

use crate::build::{Flow, flow};
use secateur_ir::{BlockId, Function};

/// Where all ways meet that meet nowhere in the function.
pub const END: u32 = u32::MAX;

pub struct Control {
    /// By block: the blocks whose decisions it depends on.
    pub depends: Vec<Vec<u32>>,
    /// By block: the first block that every way from it leads through, or [`END`].
    pub meets: Vec<u32>,
}

impl Control {
    /// None where it cannot be told: a jump is computed, or some block leads to no end of the function.
    pub fn new(function: &Function) -> Option<Control> {
        let end = function.blocks.len();
        let next: Option<Vec<Vec<usize>>> =
            function.blocks.iter().map(|block| successors(flow(&block.term), end)).collect();
        let next = next?;
        let reached = reached(&next, end);
        let mut previous = vec![vec![]; end + 1];
        for (block, to) in next.iter().enumerate().filter(|(block, _)| reached[*block]) {
            to.iter().for_each(|to| previous[*to].push(block));
        }
        let order = postorder(&previous, end);
        if (0..end).any(|block| reached[block] && order[block].is_none()) {
            return None;
        }
        let meets = meets(&next, &order, end);
        let mut depends = vec![vec![]; end];
        for (block, to) in next.iter().enumerate().filter(|(block, to)| reached[*block] && to.len() > 1) {
            for side in to {
                let mut at = *side;
                while at != meets[block] {
                    if !depends[at].contains(&(block as u32)) {
                        depends[at].push(block as u32);
                    }
                    at = meets[at];
                }
            }
        }
        let meets = meets.iter().take(end).map(|to| if *to == end { END } else { *to as u32 }).collect();
        Some(Control { depends, meets })
    }
}

fn successors(flow: Flow, end: usize) -> Option<Vec<usize>> {
    let all = |blocks: Vec<BlockId>| blocks.into_iter().map(BlockId::index).collect();
    match flow {
        Flow::Goto(to) => Some(vec![to.index()]),
        Flow::Sides(sides) => Some(all(sides)),
        Flow::Any(_) => None,
        Flow::Return | Flow::End => Some(vec![end]),
    }
}

/// By block: whether the function's beginning leads to it.
fn reached(next: &[Vec<usize>], end: usize) -> Vec<bool> {
    let (mut reached, mut pending) = (vec![false; end + 1], vec![0]);
    while let Some(at) = pending.pop() {
        if at < end && !std::mem::replace(&mut reached[at], true) {
            pending.extend(&next[at]);
        }
    }
    reached
}

/// By block: when a depth-first walk against the flow, from the end on, leaves it.
fn postorder(previous: &[Vec<usize>], end: usize) -> Vec<Option<u32>> {
    let (mut seen, mut order, mut count) = (vec![false; end + 1], vec![None; end + 1], 0);
    let mut stack = vec![(end, 0)];
    seen[end] = true;
    while let Some((at, nth)) = stack.last_mut() {
        match previous[*at].get(*nth).copied() {
            Some(to) => {
                *nth += 1;
                if !std::mem::replace(&mut seen[to], true) {
                    stack.push((to, 0));
                }
            }
            None => {
                order[*at] = Some(count);
                count += 1;
                stack.pop();
            }
        }
    }
    order
}

/// Immediate post-dominators, as Cooper, Harvey and Kennedy find dominators.
fn meets(next: &[Vec<usize>], order: &[Option<u32>], end: usize) -> Vec<usize> {
    const NONE: usize = usize::MAX;
    let mut blocks: Vec<usize> = (0..end).filter(|block| order[*block].is_some()).collect();
    blocks.sort_by_key(|block| std::cmp::Reverse(order[*block]));
    let mut meets = vec![NONE; end + 1];
    meets[end] = end;
    let mut changes = true;
    while changes {
        changes = false;
        for block in &blocks {
            let known = next[*block].iter().copied().filter(|to| meets[*to] != NONE);
            let common = known.reduce(|mut a, mut b| {
                while a != b {
                    if order[a] < order[b] {
                        a = meets[a];
                    } else {
                        b = meets[b];
                    }
                }
                a
            });
            if let Some(common) = common.filter(|common| meets[*block] != *common) {
                meets[*block] = common;
                changes = true;
            }
        }
    }
    meets
}
