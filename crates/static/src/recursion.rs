//! Which calls may use up the stack: those within a cycle of the call graph, and all where the frames of some chain of
//! calls could be too many together.

use crate::calls::{Calls, Target};
use secateur_ir::{Module, Op, Operand};

/// What Linux gives a program; a little is left for what the machine counts differently.
const STACK: u64 = (8 << 20) - (64 << 10);

/// The strongly connected parts of the call graph, and how deep it is.
pub struct Recursion {
    /// By function: the number of its part.
    part: Vec<u32>,
    /// By function: whether the frames of it and of what it calls, without recursion, may be too large.
    deep: Vec<bool>,
}

impl Recursion {
    /// Looks at every call.
    pub fn new(module: &Module, calls: &mut Calls) -> Recursion {
        let count = module.functions.len();
        let mut next: Vec<Vec<u32>> = vec![vec![]; count];
        for (f, function) in module.functions.iter().enumerate() {
            for inst in function.blocks.iter().flat_map(|b| &b.insts) {
                if let Op::Call { callee, args, fixed, rets, .. } = &inst.op {
                    match calls.target(module, function, callee, args, *fixed, rets) {
                        Target::Function(g) => next[f].push(g.0),
                        Target::Pointer { possible, .. } => next[f].push(count as u32 + possible.0),
                        Target::Outside(_) => {}
                    }
                }
            }
        }
        next.extend(calls.groups().iter().cloned());
        for list in &mut next {
            list.sort_unstable();
            list.dedup();
        }
        let (part, order) = parts(&next);
        let mut frame: Vec<u64> = module.functions.iter().map(frame_bytes).collect();
        frame.resize(next.len(), 0);
        let deep = depths(&next, &part, &order, &frame).into_iter().take(count).map(|bytes| bytes > STACK).collect();
        Recursion { part, deep }
    }

    /// Whether a call of `callee` in `caller` may use up the stack.
    pub fn may_overflow(&self, caller: u32, callee: u32) -> bool {
        self.part[caller as usize] == self.part[callee as usize] || self.any_deep()
    }

    fn any_deep(&self) -> bool {
        self.deep.contains(&true)
    }
}

fn frame_bytes(function: &secateur_ir::Function) -> u64 {
    let locals = function.blocks.iter().flat_map(|b| &b.insts).filter_map(|inst| match inst.op {
        Op::Alloca { size: Operand::Const(size), .. } => Some(size),
        _ => None,
    });
    locals.fold(function.frame_bytes, u64::saturating_add).saturating_add(64)
}

/// By node: the most bytes of frames on a way down from it, each part taken once as a whole.
fn depths(next: &[Vec<u32>], part: &[u32], order: &[u32], frame: &[u64]) -> Vec<u64> {
    let mut own = vec![0u64; next.len()];
    for (node, bytes) in frame.iter().enumerate() {
        own[part[node] as usize] = own[part[node] as usize].saturating_add(*bytes);
    }
    // Parts are numbered callees first, and `order` lists nodes by part.
    let mut total = vec![0u64; next.len()];
    for node in order {
        let mine = part[*node as usize] as usize;
        for to in &next[*node as usize] {
            let other = part[*to as usize] as usize;
            if other != mine {
                let below = total[other].saturating_add(own[other]);
                total[mine] = total[mine].max(below);
            }
        }
    }
    (0..next.len()).map(|n| total[part[n] as usize].saturating_add(own[part[n] as usize])).collect()
}

/// Tarjan's strongly connected components without recursion: the part of each node, callees first, and the nodes in that order.
fn parts(next: &[Vec<u32>]) -> (Vec<u32>, Vec<u32>) {
    const UNSEEN: u32 = u32::MAX;
    let count = next.len();
    let (mut index, mut low) = (vec![UNSEEN; count], vec![0u32; count]);
    let mut part = vec![UNSEEN; count];
    let (mut stack, mut order, mut frames) = (Vec::new(), Vec::new(), Vec::new());
    let (mut seen, mut found) = (0u32, 0u32);
    for root in 0..count as u32 {
        if index[root as usize] != UNSEEN {
            continue;
        }
        frames.push((root, 0usize));
        while let Some((node, at)) = frames.last_mut() {
            let n = *node as usize;
            if *at == 0 {
                (index[n], low[n]) = (seen, seen);
                seen += 1;
                stack.push(*node);
            }
            if let Some(to) = next[n].get(*at).copied() {
                *at += 1;
                if index[to as usize] == UNSEEN {
                    frames.push((to, 0));
                } else if part[to as usize] == UNSEEN {
                    low[n] = low[n].min(index[to as usize]);
                }
                continue;
            }
            if low[n] == index[n] {
                while let Some(top) = stack.pop() {
                    part[top as usize] = found;
                    order.push(top);
                    if top as usize == n {
                        break;
                    }
                }
                found += 1;
            }
            frames.pop();
            if let Some((parent, _)) = frames.last() {
                low[*parent as usize] = low[*parent as usize].min(low[n]);
            }
        }
    }
    (part, order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_cycles_and_callees_come_first() {
        // 0 → 1 ⇄ 2 → 3, 4 → 4.
        let next = vec![vec![1], vec![2], vec![1, 3], vec![], vec![4]];
        let (part, order) = parts(&next);
        assert_eq!(part[1], part[2]);
        assert!(part[3] < part[2] && part[2] < part[0]);
        assert_eq!(order.len(), 5);
        let depth = depths(&next, &part, &order, &[1, 10, 100, 1000, 5]);
        assert_eq!(depth, [1111, 1110, 1110, 1000, 5]);
    }

    /// Against reachability in both directions, on random graphs.
    #[test]
    fn parts_agree_with_mutual_reachability() {
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..200 {
            let n = rng.usize(1..9);
            let next: Vec<Vec<u32>> =
                (0..n).map(|_| (0..rng.usize(0..4)).map(|_| rng.u32(0..n as u32)).collect()).collect();
            let reach = |from: usize| {
                let mut seen = vec![false; n];
                let mut pending = vec![from];
                while let Some(node) = pending.pop() {
                    if !std::mem::replace(&mut seen[node], true) {
                        pending.extend(next[node].iter().map(|to| *to as usize));
                    }
                }
                seen
            };
            let (part, _) = parts(&next);
            for a in 0..n {
                for b in 0..n {
                    assert_eq!(part[a] == part[b], reach(a)[b] && reach(b)[a]);
                }
            }
        }
    }
}
