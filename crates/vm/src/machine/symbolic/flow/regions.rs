//! The list of branches whose sides have not met again.
//!
//! *Invariants:* they lie from the outermost to the innermost: what ends first lies above. What the branches up to one decide stands
//! in it; whatever changes the list keeps that true, and nobody else can change it.

use super::EventId;
use secateur_expr::{Pool, Support};
use std::ops::Deref;

/// A branch whose sides have not met again.
#[derive(Clone, Copy)]
pub(super) struct Region {
    /// Of the frame that it is in, from 1.
    pub depth: u32,
    /// The block where it ends.
    pub end: u32,
    /// Where it ends for those that do not pass the guard that it belongs to.
    pub far: u32,
    /// The block of the branch; none for calls.
    pub branch: u32,
    pub label: Support,
    /// A guard that was passed: whoever stands behind it need not know which way.
    pub is_guard: bool,
    /// Of a guard, what stands for it: what it depends on, or the check that it is.
    pub passed: Support,
    /// Of a guard, what who stands behind it has to know all the same: what it depends on that was decided before it, since decisions in
    /// between were not made for each way that leads here.
    pub early: Support,
    /// The path turned here: it went another way than the first that came to this decision.
    pub turn: Option<EventId>,
    /// How many were opened before it, or before the last that was joined to it.
    opened: u32,
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
        let (is_guard, turn) = (false, None);
        let (far, passed, early) = (end, none, none);
        let (depth, opened, ask) = (0, 0, Some(ask));
        Region {
            depth,
            end,
            far,
            branch,
            label,
            is_guard,
            passed,
            early,
            turn,
            opened,
            key,
            ask,
            all: none,
            guards: none,
        }
    }

    /// What a guard decides about up to where those that pass it meet.
    pub fn near((branch, end, far): (u32, u32, u32), label: Support, keys: (u64, u32)) -> Region {
        Region { far, ..Region::new((branch, end), label, keys) }
    }

    /// What decides about the places in it, by what decides about those around it: branches, and guards.
    fn inside(&self, (all, guards): (Support, Support), pool: &mut Pool) -> (Support, Support) {
        match self.is_guard {
            true => (pool.support_union(all, self.early), pool.support_union(guards, self.passed)),
            false => (pool.support_union(all, self.label), guards),
        }
    }

    pub fn ends_at(&self, depth: u32, block: u32) -> bool {
        self.depth == depth && (self.end == block || self.far == block)
    }

    pub fn guard(ends: (u32, u32), label: Support, (passed, early): (Support, Support), keys: (u64, u32)) -> Region {
        Region { is_guard: true, passed, early, ..Region::new(ends, label, keys) }
    }

    /// In a frame of some depth.
    pub fn at_depth(self, depth: u32) -> Region {
        Region { depth, ..self }
    }

    /// Where the path turned at the branch itself.
    pub fn after_turn(self, turn: Option<EventId>) -> Region {
        Region { turn, ..self }
    }
}

/// Those of a state.
#[derive(Clone, Default)]
pub(super) struct Regions {
    list: Vec<Region>,
    opened: u32,
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
        self.opened += 1;
        let region = Region { opened: self.opened, ..region };
        // Nearly all come last.
        if at < self.list.len() {
            self.list.insert(at, region);
            return self.renew(at, pool);
        }
        let (all, guards) = region.inside(self.around().unwrap_or_default(), pool);
        self.list.push(Region { all, guards, ..region });
    }

    /// One of them depends on more.
    pub fn widen(&mut self, at: usize, other: &Region, pool: &mut Pool) {
        let region = &mut self.list[at];
        let both = pool.support_union(region.label, other.label);
        if both != region.label {
            (region.label, region.ask) = (both, None);
        }
        region.passed = pool.support_union(region.passed, other.passed);
        region.early = pool.support_union(region.early, other.early);
        self.opened += 1;
        (region.opened, region.turn) = (self.opened, None);
        self.renew(at, pool);
    }

    /// What decides about the path at hand since it turned at a branch that it is inside of.
    pub fn since_turn(&self, event: EventId, pool: &mut Pool) -> Option<Support> {
        let turned = self.list.iter().rfind(|region| region.turn == Some(event))?.opened;
        let later = self.list.iter().filter(|region| region.opened > turned);
        Some(later.fold(Support::EMPTY, |all, region| pool.support_union(all, region.label)))
    }

    /// What all of them depend on, whether they are passed or not.
    pub fn everything(&self, pool: &mut Pool) -> Support {
        self.list.iter().fold(Support::EMPTY, |all, region| pool.support_union(all, region.label))
    }

    /// The innermost ends. Those around it do not depend on it.
    pub fn pop(&mut self) -> Option<Region> {
        self.list.pop()
    }

    /// What each of them stands inside of, from one on.
    fn renew(&mut self, first: usize, pool: &mut Pool) {
        let before = first.checked_sub(1).map(|before| &self.list[before]);
        let mut around = before.map_or_else(Default::default, |region| (region.all, region.guards));
        for region in &mut self.list[first..] {
            around = region.inside(around, pool);
            (region.all, region.guards) = around;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Region, Regions};
    use secateur_expr::{InputByte, Pool, Support};

    /// What stands around each region, as it is, and as it would be found by going through all of them.
    fn around(regions: &Regions, pool: &mut Pool) -> [Vec<(Support, Support)>; 2] {
        let mut union = |as_guards: bool, upto: usize| {
            let of = |region: &Region| match (region.is_guard, as_guards) {
                (true, true) => region.passed,
                (true, false) => region.early,
                (false, false) => region.label,
                (false, true) => Support::EMPTY,
            };
            regions[..=upto].iter().fold(Support::EMPTY, |all, region| pool.support_union(all, of(region)))
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
            let [label, passed, early] = [(); 3].map(|()| labels[random.usize(..labels.len())]);
            let at = random.usize(..=regions.len());
            match random.u32(..5) {
                0 => regions.insert(at, Region::new((0, 0), label, (0, 0)), &mut pool),
                1 => regions.insert(at, Region::guard((0, 0), label, (passed, early), (0, 0)), &mut pool),
                2 if at < regions.len() => {
                    regions.widen(at, &Region::guard((0, 0), label, (passed, early), (0, 0)), &mut pool)
                }
                _ => _ = regions.pop(),
            }
            let [stands, found] = around(&regions, &mut pool);
            assert_eq!(stands, found);
            assert_eq!(regions.around(), found.last().copied());
        }
    }
}
