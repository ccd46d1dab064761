//! How far a branch decides: from it to the block that comes next whichever way it goes.
//!
//! That is the immediate post-dominator, after Cooper, Harvey and Kennedy ("A simple, fast dominance algorithm", 2001).
//! Blocks from which the function cannot return, since they end in a call that does not, do not count: a branch between
//! going on and giving up decides nothing about what comes after it, for whoever gets there. A loop without end is taken
//! as one that may end after any turn.
//!
//! A guard is a branch after which a side leaves the function at once, and several do not. It decides about all the rest, but the rest only sees
//! that it was passed: which of several sides were taken to pass it matters up to where those meet, which is nearer.

use super::slots::{Slots, Step};
use secateur_ir::{Function, Op, Term};
use smallvec::SmallVec;

/// Blocks that come after or before one: mostly one or two.
type Edges = SmallVec<[usize; 3]>;

/// In [`Region::end`]: the function's return.
pub const EXIT: u32 = u32::MAX;

/// What a branch decides about.
#[derive(Clone, Debug)]
pub struct Region {
    /// The block where its sides meet again.
    pub end: u32,
    /// Slots of registers that are set on the way there and may be read from there on.
    pub slots: Box<[u16]>,
    /// For a guard: the same for the sides that do not leave the function.
    pub near: Option<(u32, Box<[u16]>)>,
}

/// For each block that ends in a choice, what the choice is about.
/// `steps` is what is emitted for each block.
pub fn regions(f: &Function, slots: &Slots, steps: &[Vec<Step>]) -> Box<[Option<Region>]> {
    let next = successors(f);
    if next.iter().all(|next| next.len() < 2) {
        return vec![None; next.len()].into();
    }
    let passing = passing(f, &next);
    let returns: Vec<bool> = f.blocks.iter().map(|block| matches!(block.term, Term::Return(_))).collect();
    let far = ends(&next, &returns);
    // Where no side leaves at once, both are the same.
    let nearer = (passing != next).then(|| ends(&passing, &returns));
    let near = nearer.as_ref().unwrap_or(&far);
    let set = |branch: usize, next: &[Edges], end: u32| {
        let mut set: Vec<u16> = Vec::new();
        for block in between(next, branch, end) {
            for reg in steps[block].iter().flat_map(|step| &step.writes) {
                let first = slots.of[reg.index()];
                // Nobody reads it where the sides meet.
                if first >= slots.temporary {
                    continue;
                }
                set.extend((0..f.regs[reg.index()].words() as u16).map(|word| first + word));
            }
        }
        set.sort_unstable();
        set.dedup();
        set.into_boxed_slice()
    };
    let region = |b: usize| {
        if next[b].len() < 2 {
            return None;
        }
        // With one way to pass there is nothing to tell apart.
        let is_guard = passing[b].len() > 1 && near[b] != far[b] && near[b] != EXIT;
        let near = is_guard.then(|| (near[b], set(b, &passing, near[b])));
        Some(Region { end: far[b], slots: set(b, &next, far[b]), near })
    };
    (0..f.blocks.len()).map(region).collect()
}

/// The sides of each block's choice but those that leave the function at once, where others do not.
fn passing(f: &Function, next: &[Edges]) -> Vec<Edges> {
    let mut before = vec![Edges::new(); next.len() + 1];
    for (b, block) in f.blocks.iter().enumerate() {
        next[b].iter().for_each(|n| before[*n].push(b));
        if matches!(block.term, Term::Return(_)) {
            before[next.len()].push(b);
        }
    }
    let returns = reaching(&before, next.len());
    let sides = |sides: &Edges| {
        let passing: Edges = sides.iter().copied().filter(|b| returns[*b] && !leaves(f, next, *b)).collect();
        if passing.is_empty() { sides.clone() } else { passing }
    };
    next.iter().map(sides).collect()
}

/// Whether a block does nothing but leave the function.
fn leaves(f: &Function, next: &[Edges], mut b: usize) -> bool {
    for _ in 0..next.len() {
        if f.blocks[b].insts.iter().any(|inst| matches!(inst.op, Op::Call { .. })) {
            return false;
        }
        match (&f.blocks[b].term, next[b].as_slice()) {
            (Term::Return(_), _) => return true,
            (_, [only]) => b = *only,
            _ => return false,
        }
    }
    false
}

fn successors(f: &Function) -> Vec<Edges> {
    let next = |block: &secateur_ir::Block| {
        let mut next: Edges = match &block.term {
            Term::Jump(to) => [to.index()].into_iter().collect(),
            Term::Branch { then, els, .. } => [then.index(), els.index()].into_iter().collect(),
            other => other.successors().iter().map(|to| to.index()).collect(),
        };
        next.sort_unstable();
        next.dedup();
        next
    };
    f.blocks.iter().map(next).collect()
}

/// Blocks behind a branch and before the end of what it decides about.
fn between(next: &[Edges], branch: usize, end: u32) -> Vec<usize> {
    let mut found = vec![];
    let mut seen = vec![false; next.len()];
    let mut pending = next[branch].to_vec();
    while let Some(b) = pending.pop() {
        if b as u32 != end && !std::mem::replace(&mut seen[b], true) {
            found.push(b);
            pending.extend(next[b].iter().copied());
        }
    }
    found
}

/// The immediate post-dominator of each block; [`EXIT`] where there is none inside the function.
fn ends(next: &[Edges], returns: &[bool]) -> Vec<u32> {
    let count = next.len();
    let exit = count;
    let mut before = vec![Edges::new(); count + 1];
    for (b, next) in next.iter().enumerate() {
        next.iter().for_each(|n| before[*n].push(b));
    }
    before[exit] = (0..count).filter(|b| returns[*b]).collect();
    let leads_out = reaching(&before, exit);
    let endless: Vec<usize> = turns(next).into_iter().filter(|b| !leads_out[*b]).collect();
    before[exit].extend(endless);
    let order = post_order(&before, exit);
    let mut position = vec![usize::MAX; count + 1];
    order.iter().enumerate().for_each(|(i, b)| position[*b] = i);
    let is_exit = |b: usize| before[exit].contains(&b);
    let mut ends = vec![usize::MAX; count + 1];
    ends[exit] = exit;
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for b in order.iter().rev().copied().filter(|b| *b != exit) {
            let after = next[b].iter().copied().chain(is_exit(b).then_some(exit));
            let known = after.filter(|n| ends[*n] != usize::MAX);
            let end = known.reduce(|a, b| meet(&ends, &position, a, b)).unwrap_or(usize::MAX);
            has_changed |= std::mem::replace(&mut ends[b], end) != end;
        }
    }
    ends[..count].iter().map(|end| if *end < count { *end as u32 } else { EXIT }).collect()
}

fn meet(ends: &[usize], position: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        while position[a] < position[b] {
            a = ends[a];
        }
        while position[b] < position[a] {
            b = ends[b];
        }
    }
    a
}

/// Blocks from which another can be reached.
fn reaching(before: &[Edges], to: usize) -> Vec<bool> {
    let mut found = vec![false; before.len()];
    let mut pending = vec![to];
    while let Some(b) = pending.pop() {
        if !std::mem::replace(&mut found[b], true) {
            pending.extend(before[b].iter().copied());
        }
    }
    found
}

/// Blocks that end a turn of a loop.
fn turns(next: &[Edges]) -> Vec<usize> {
    let mut found = vec![];
    let mut state = vec![0u8; next.len()];
    let mut stack: Vec<(usize, usize)> = vec![];
    if !next.is_empty() {
        (state[0], stack) = (1, vec![(0, 0)]);
    }
    while let Some((b, at)) = stack.last_mut() {
        let (b, i) = (*b, *at);
        *at += 1;
        match next[b].get(i) {
            Some(n) if state[*n] == 0 => {
                state[*n] = 1;
                stack.push((*n, 0));
            }
            Some(n) if state[*n] == 1 => found.push(b),
            Some(_) => {}
            None => {
                state[b] = 2;
                stack.pop();
            }
        }
    }
    found
}

/// Nodes from which a root is reached, each after those that it leads to it through.
fn post_order(before: &[Edges], root: usize) -> Vec<usize> {
    let mut order = vec![];
    let mut seen = vec![false; before.len()];
    let mut stack = vec![(root, 0)];
    seen[root] = true;
    while let Some((b, at)) = stack.last_mut() {
        let (b, i) = (*b, *at);
        *at += 1;
        match before[b].get(i) {
            Some(n) if !seen[*n] => {
                seen[*n] = true;
                stack.push((*n, 0));
            }
            Some(_) => {}
            None => {
                order.push(b);
                stack.pop();
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges(next: &[&[usize]]) -> Vec<Edges> {
        next.iter().map(|next| next.iter().copied().collect()).collect()
    }

    /// Whether a return is reached from a block without passing another.
    fn gets_out(next: &[Edges], returns: &[bool], from: usize, without: usize) -> bool {
        let mut seen = vec![false; next.len()];
        let mut pending = vec![from];
        while let Some(b) = pending.pop() {
            if b == without || std::mem::replace(&mut seen[b], true) {
                continue;
            }
            if returns[b] {
                return true;
            }
            pending.extend(next[b].iter().copied());
        }
        false
    }

    /// By the definition: what lies on every way out, and comes first among those.
    fn first_on_every_way(next: &[Edges], returns: &[bool], b: usize) -> u32 {
        let on_every_way = |x: &usize, b: usize| *x != b && !gets_out(next, returns, b, *x);
        let all: Vec<usize> = (0..next.len()).filter(|x| gets_out(next, returns, *x, usize::MAX)).collect();
        let behind: Vec<usize> = all.iter().copied().filter(|x| on_every_way(x, b)).collect();
        let is_first = |x: &&usize| behind.iter().all(|y| y == *x || on_every_way(y, **x));
        behind.iter().find(is_first).map_or(EXIT, |x| *x as u32)
    }

    #[test]
    fn ends_are_what_the_definition_says_on_random_graphs() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut inside = 0;
        for _ in 0..3000 {
            let count = random.usize(2..9);
            let returns: Vec<bool> = (0..count).map(|b| b + 1 == count || random.u8(..8) == 0).collect();
            let sides = |random: &mut fastrand::Rng, returns: bool| {
                let mut next: Edges = match returns {
                    true => Edges::new(),
                    false => (0..random.usize(1..4)).map(|_| random.usize(..count)).collect(),
                };
                next.sort_unstable();
                next.dedup();
                next
            };
            let next: Vec<Edges> = returns.iter().map(|r| sides(&mut random, *r)).collect();
            let gets_out = |b: usize| gets_out(&next, &returns, b, usize::MAX);
            // Loops without end are taken as ones that end somewhere, which the definition does not know.
            if !(0..count).all(gets_out) {
                continue;
            }
            let found = ends(&next, &returns);
            for (b, end) in found.iter().enumerate() {
                let expected = first_on_every_way(&next, &returns, b);
                assert_eq!(*end, expected, "block {b} of {next:?}, returns {returns:?}");
                inside += u32::from(*end != EXIT);
            }
        }
        assert!(inside > 1000, "{inside}");
    }

    #[test]
    fn a_side_that_does_not_return_decides_nothing_about_what_follows() {
        // 0: if (wrong) 1: abort, else 2: goes on.
        assert_eq!(ends(&edges(&[&[1, 2], &[], &[]]), &[false, false, true])[0], 2);
    }

    #[test]
    fn a_turn_of_an_endless_loop_ends() {
        // 0: for (;;) { 1: if (x) 2: ...; 3: }
        let next = edges(&[&[1], &[2, 3], &[3], &[1]]);
        assert_eq!(ends(&next, &[false; 4])[1], 3);
    }
}
