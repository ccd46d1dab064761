//! How far a branch decides: from it to the block that comes next whichever way it goes.
//!
//! That is the immediate post-dominator, after Cooper, Harvey and Kennedy ("A simple, fast dominance algorithm", 2001).
//! Blocks from which the function cannot return, since they end in a call that does not, do not count: a branch between
//! going on and giving up decides nothing about what comes after it, for whoever gets there. A loop without end is taken
//! as one that may end after any turn.
//!
//! A guard is a branch from which one can go straight to there, while others meet before: they come to a return, a `break` or a
//! `goto` only on some sides, or behind further branches. It decides about all up to its end, but the rest only sees that it was
//! passed: which of several sides were taken to pass it matters up to where those meet, which is nearer.
//!
//! *Invariants:* whoever comes from a guard and does not go straight to its end comes by its nearer one. A branch between a guard
//! and its nearer end ends before that, or is a guard itself that ends where the other does.

use super::slots::{Slots, Step};
use secateur_ir::{Function, Term};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// Blocks that come after or before one: mostly one or two.
type Edges = SmallVec<[usize; 3]>;

/// In [`Region::end`]: the function's return.
pub const EXIT: u32 = u32::MAX;

/// Blocks that are looked at in a function to find nearer ends. In larger ones some guards are branches like others.
const MOST_WORK: usize = 1 << 21;

/// What a branch decides about.
#[derive(Clone, Debug)]
pub struct Region {
    /// The block where its sides meet again.
    pub end: u32,
    /// Slots of registers that are set on the way there and may be read from there on.
    pub slots: Box<[u16]>,
    /// For a guard: the same for the sides that pass it.
    pub near: Option<(u32, Box<[u16]>)>,
    /// It is a guard that one side passes: there is no more to tell apart than what was decided before it.
    pub has_one_way: bool,
}

/// For each block that ends in a choice, what the choice is about.
/// `steps` is what is emitted for each block.
pub fn regions(f: &Function, slots: &Slots, steps: &[Vec<Step>]) -> Box<[Option<Region>]> {
    let next = successors(f);
    if next.iter().all(|next| next.len() < 2) {
        return vec![None; next.len()].into();
    }
    let returns: Vec<bool> = f.blocks.iter().map(|block| matches!(block.term, Term::Return(_))).collect();
    let far = ends(&next, &returns);
    let set = |between: Vec<usize>| {
        let mut set: Vec<u16> = Vec::new();
        for block in between {
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
    let mut guards = guards(&next, &returns, &far);
    let region = |b: usize| {
        if next[b].len() < 2 {
            return None;
        }
        let (near, has_one_way) = match std::mem::take(&mut guards[b]) {
            Guard::No => (None, false),
            Guard::OneWay => (None, true),
            Guard::Near(end, between) => (Some((end, set(between))), false),
        };
        Some(Region { end: far[b], slots: set(between(&next, b, far[b])), near, has_one_way })
    };
    (0..next.len()).map(region).collect()
}

/// Whether a block's choice is a guard.
#[derive(Clone, Default, PartialEq, Debug)]
enum Guard {
    #[default]
    No,
    /// One side passes it.
    OneWay,
    /// Where those that pass it meet, and the blocks in front of that.
    Near(u32, Vec<usize>),
}

fn guards(next: &[Edges], returns: &[bool], far: &[u32]) -> Vec<Guard> {
    let mut found = vec![Guard::No; next.len()];
    let mut work = 0;
    for (end, passing) in passing(next, returns, far) {
        for b in (0..next.len()).filter(|b| far[*b] == end && next[*b].len() > 1 && passing[*b].len() == 1) {
            let leaves = next[b].iter().any(|s| *s != passing[b][0] && is_straight(next, returns, *s, end));
            if leaves && found[b] == Guard::No {
                found[b] = Guard::OneWay;
            }
        }
        let has_several = |b: &usize| far[*b] == end && passing[*b].len() > 1;
        if work > MOST_WORK || !(0..next.len()).any(|b| has_several(&b)) {
            continue;
        }
        work += next.len();
        let near = ends(&passing, returns);
        let is_nearer = |b: usize| near[b] != end && near[b] != EXIT;
        for b in (0..next.len()).filter(has_several).filter(|b| is_nearer(*b)) {
            let between = between(&passing, b, near[b]);
            work += between.len();
            // What is open longer than the nearer end of what is around it has a nearer end too.
            for inner in between.iter().copied().filter(|inner| far[*inner] == end && next[*inner].len() > 1) {
                let passed = || self::between(&passing, inner, near[inner]);
                found[inner].put_near(near[inner], passed);
            }
            found[b].put_near(near[b], || between);
        }
    }
    found
}

impl Guard {
    /// What was found first stays.
    fn put_near(&mut self, end: u32, between: impl FnOnce() -> Vec<usize>) {
        if !matches!(self, Guard::Near(..)) {
            *self = Guard::Near(end, between());
        }
    }
}

/// For each block that can be come to straight from some sides of a choice that ends there, and not from others: the sides of all choices but
/// those.
fn passing(next: &[Edges], returns: &[bool], far: &[u32]) -> Vec<(u32, Vec<Edges>)> {
    let back = turns(next);
    let is_head = |b: usize| back.iter().any(|(_, to)| *to == b);
    let before = before(next, returns);
    let reach_exit = reaching(&before, next.len());
    let mut by_end: BTreeMap<u32, Vec<(usize, Edges)>> = BTreeMap::new();
    for (b, sides) in next.iter().enumerate().filter(|(_, sides)| sides.len() > 1) {
        // The one place where a loop ends is nothing that its turns stand behind.
        let ends_loop = is_head(b) || back.iter().any(|(from, to)| *from == b && *to as u32 != far[b]);
        let rest: Edges =
            sides.iter().copied().filter(|s| reach_exit[*s] && !is_straight(next, returns, *s, far[b])).collect();
        if !ends_loop && !rest.is_empty() && rest.len() < sides.iter().filter(|s| reach_exit[**s]).count() {
            by_end.entry(far[b]).or_default().push((b, rest));
        }
    }
    let without = |changed: Vec<(usize, Edges)>| {
        let mut passing: Vec<Edges> = next
            .iter()
            .map(|sides| {
                let some: Edges = sides.iter().copied().filter(|s| reach_exit[*s]).collect();
                if some.is_empty() { sides.clone() } else { some }
            })
            .collect();
        changed.iter().for_each(|(b, rest)| passing[*b] = rest.clone());
        // Whoever does not get out any more stands in a loop that ends nowhere else.
        let gets_out = reaching(&self::before(&passing, returns), next.len());
        for (b, _) in changed {
            if !gets_out[b] {
                passing[b] = next[b].clone();
            }
        }
        passing
    };
    by_end.into_iter().map(|(end, changed)| (end, without(changed))).collect()
}

/// Whether a block leads to another without a choice.
fn is_straight(next: &[Edges], returns: &[bool], mut b: usize, end: u32) -> bool {
    for _ in 0..next.len() {
        if b as u32 == end || end == EXIT && returns[b] {
            return true;
        }
        let [only] = next[b][..] else { return false };
        b = only;
    }
    false
}

/// What comes before each block, and before the exit, which stands last.
fn before(next: &[Edges], returns: &[bool]) -> Vec<Edges> {
    let mut before = vec![Edges::new(); next.len() + 1];
    for (b, sides) in next.iter().enumerate() {
        sides.iter().for_each(|n| before[*n].push(b));
        if returns[b] {
            before[next.len()].push(b);
        }
    }
    before
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
    let mut before = before(next, returns);
    let leads_out = reaching(&before, exit);
    let endless: Edges = turns(next).into_iter().map(|(from, _)| from).filter(|b| !leads_out[*b]).collect();
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

/// Blocks that end a turn of a loop, and those that the next one begins with.
fn turns(next: &[Edges]) -> Vec<(usize, usize)> {
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
            Some(n) if state[*n] == 1 => found.push((b, *n)),
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

    fn graph(random: &mut fastrand::Rng, most: usize) -> (Vec<Edges>, Vec<bool>) {
        let count = random.usize(2..most);
        let returns: Vec<bool> = (0..count).map(|b| b + 1 == count || random.u8(..8) == 0).collect();
        let sides = |returns: bool| {
            let mut next: Edges = match returns {
                true => Edges::new(),
                false => (0..random.usize(1..4)).map(|_| random.usize(..count)).collect(),
            };
            next.sort_unstable();
            next.dedup();
            next
        };
        (returns.iter().copied().map(sides).collect(), returns)
    }

    #[test]
    fn ends_are_what_the_definition_says_on_random_graphs() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut inside = 0;
        for _ in 0..3000 {
            let (next, returns) = graph(&mut random, 9);
            let gets_out = |b: usize| gets_out(&next, &returns, b, usize::MAX);
            // Loops without end are taken as ones that end somewhere, which the definition does not know.
            if !(0..next.len()).all(gets_out) {
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

    /// By their definition: who does not go straight to the end comes by the nearer one, and what is open in between ends before that, or where the guard does.
    #[test]
    fn guards_are_passed_by_their_nearer_ends_on_random_graphs() {
        let mut random = fastrand::Rng::with_seed(9);
        let (mut guards, mut inside, mut one_way) = (0, 0, 0);
        for _ in 0..20_000 {
            let (next, returns) = graph(&mut random, 12);
            if !(0..next.len()).all(|b| gets_out(&next, &returns, b, usize::MAX)) {
                continue;
            }
            let far = ends(&next, &returns);
            let found = super::guards(&next, &returns, &far);
            let is_near = |b: usize| matches!(found[b], Guard::Near(..));
            for (b, guard) in found.iter().enumerate() {
                let Guard::Near(end, between) = guard else {
                    let goes_on = |s: &&usize| !is_straight(&next, &returns, **s, far[b]);
                    let is_passed = next[b].iter().filter(goes_on).count() == 1 && next[b].len() > 1;
                    assert!(*guard == Guard::No || is_passed, "{b} of {next:?} {returns:?}");
                    one_way += u32::from(*guard == Guard::OneWay);
                    continue;
                };
                let stays = |c: usize, s: usize| far[c] != far[b] || !is_straight(&next, &returns, s, far[b]);
                let passing: Vec<Edges> =
                    (0..next.len()).map(|c| next[c].iter().copied().filter(|s| stays(c, *s)).collect()).collect();
                assert!(
                    *end != far[b] && !gets_out(&passing, &returns, b, *end as usize),
                    "{b} of {next:?} {returns:?}"
                );
                guards += 1;
                for inner in between.iter().copied().filter(|inner| next[*inner].len() > 1) {
                    let mut is_end = vec![false; next.len()];
                    is_end[*end as usize] = true;
                    let is_before = far[inner] == *end || !gets_out(&next, &is_end, inner, far[inner] as usize);
                    assert!(
                        is_before || far[inner] == far[b] && is_near(inner),
                        "{inner} in {b} of {next:?} {returns:?}"
                    );
                    inside += 1;
                }
            }
        }
        assert!(guards > 1000 && inside > 300 && one_way > 1000, "{guards} {inside} {one_way}");
    }

    #[test]
    fn a_loop_that_ends_in_one_place_has_no_guard_there() {
        // 0: while (x) 1: if (y) 2: ...; 3: }  4: return
        let next = edges(&[&[1, 4], &[2, 3], &[3], &[0], &[]]);
        let returns = [false, false, false, false, true];
        assert!(guards(&next, &returns, &ends(&next, &returns)).iter().all(|guard| *guard == Guard::No));
        // The same with a return in 2: whoever does not return comes to 3.
        let next = edges(&[&[1, 4], &[2, 3], &[3, 5], &[0], &[], &[]]);
        let returns = [false, false, false, false, true, true];
        let found = guards(&next, &returns, &ends(&next, &returns));
        assert!([1, 2].iter().all(|b| matches!(found[*b], Guard::Near(3, _))), "{found:?}");
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
