//! The list of branches whose sides have not met again.
//!
//! *Invariants:* they lie from the outermost to the innermost, the guards of a function below its other branches. What the
//! branches up to one decide stands in it; whatever changes the list keeps that true, and nobody else can change it.

use secateur_expr::{Pool, Support};
use std::ops::Deref;

/// A branch whose sides have not met again.
#[derive(Clone, Copy)]
pub(super) struct Region {
    /// Of the frame that it is in, from 1.
    pub depth: u32,
    /// The block where it ends.
    pub end: u32,
    /// The block of the branch; none for calls.
    pub branch: u32,
    pub label: Support,
    /// A guard that was passed.
    pub is_guard: bool,
    pub key: u64,
    /// The number of the keys of its places, as long as its label is the one that it began with.
    pub ask: Option<u32>,
    /// With those around it: branches, and guards.
    all: Support,
    guards: Support,
}

impl Region {
    pub fn new((branch, end): (u32, u32), label: Support, (key, ask): (u64, u32)) -> Region {
        let none = Support::EMPTY;
        Region { depth: 0, end, branch, label, is_guard: false, key, ask: Some(ask), all: none, guards: none }
    }

    pub fn guard(ends: (u32, u32), label: Support, keys: (u64, u32)) -> Region {
        Region { is_guard: true, ..Region::new(ends, label, keys) }
    }

    /// In a frame of some depth.
    pub fn at_depth(self, depth: u32) -> Region {
        Region { depth, ..self }
    }
}

/// Those of a state.
#[derive(Clone, Default)]
pub(super) struct Regions {
    list: Vec<Region>,
}

impl Deref for Regions {
    type Target = [Region];
    fn deref(&self) -> &[Region] {
        &self.list
    }
}

impl Regions {
    /// What decides about the place at hand, if anything does: branches, and guards.
    pub fn around(&self) -> Option<(Support, Support)> {
        self.list.last().map(|region| (region.all, region.guards))
    }

    pub fn insert(&mut self, at: usize, region: Region, pool: &mut Pool) {
        // Nearly all come last.
        if at < self.list.len() {
            self.list.insert(at, region);
            return self.renew(at, pool);
        }
        let (mut all, mut guards) = self.around().unwrap_or_default();
        let joined = if region.is_guard { &mut guards } else { &mut all };
        *joined = pool.support_union(*joined, region.label);
        self.list.push(Region { all, guards, ..region });
    }

    /// One of them depends on more.
    pub fn widen(&mut self, at: usize, label: Support, pool: &mut Pool) {
        let both = pool.support_union(self.list[at].label, label);
        if both != self.list[at].label {
            (self.list[at].label, self.list[at].ask) = (both, None);
        }
        self.renew(at, pool);
    }

    /// The innermost ends. Those around it do not depend on it.
    pub fn pop(&mut self) -> Option<Region> {
        self.list.pop()
    }

    /// What each of them stands inside of, from one on.
    fn renew(&mut self, first: usize, pool: &mut Pool) {
        let before = first.checked_sub(1).map(|before| &self.list[before]);
        let (mut all, mut guards) = before.map_or_else(Default::default, |region| (region.all, region.guards));
        for region in &mut self.list[first..] {
            let joined = if region.is_guard { &mut guards } else { &mut all };
            *joined = pool.support_union(*joined, region.label);
            (region.all, region.guards) = (all, guards);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Region, Regions};
    use secateur_expr::{InputByte, Pool, Support};

    /// What stands around each region, as it is, and as it would be found by going through all of them.
    fn around(regions: &Regions, pool: &mut Pool) -> [Vec<(Support, Support)>; 2] {
        let mut union = |is_guard: bool, upto: usize| {
            let some = regions[..=upto].iter().filter(|region| region.is_guard == is_guard);
            some.fold(Support::EMPTY, |all, region| pool.support_union(all, region.label))
        };
        let found = (0..regions.len()).map(|i| (union(false, i), union(true, i))).collect();
        [regions.iter().map(|region| (region.all, region.guards)).collect(), found]
    }

    #[test]
    fn each_region_knows_those_around_it_whatever_changes() {
        let mut pool = Pool::new();
        let labels: Vec<Support> = (0..12)
            .map(|offset| {
                let byte = pool.input(InputByte { input: 0, offset });
                pool.support(byte)
            })
            .collect();
        let mut random = fastrand::Rng::with_seed(7);
        let mut regions = Regions::default();
        for _ in 0..2_000 {
            let label = labels[random.usize(..labels.len())];
            let at = random.usize(..=regions.len());
            match random.u32(..5) {
                0 => regions.insert(at, Region::new((0, 0), label, (0, 0)), &mut pool),
                1 => regions.insert(at, Region::guard((0, 0), label, (0, 0)), &mut pool),
                2 if at < regions.len() => regions.widen(at, label, &mut pool),
                _ => _ = regions.pop(),
            }
            let [stands, found] = around(&regions, &mut pool);
            assert_eq!(stands, found);
            assert_eq!(regions.around(), found.last().copied());
        }
    }
}
