//! States whose futures are known, found by what they look like.
//!
//! States are grouped by program point and registers, then by which bytes their futures read (the shape), then by what those
//! bytes hold. So a look-up costs one walk over the bytes of each shape, however many states there are. It is spared where what
//! the path says about the registers' bytes speaks against all of them, and ends where no state was alike up to there. States
//! that nobody has asked for are not even looked at when they become known.

use super::bound::values;
use super::canon::{Canon, Names, Shape};
use super::entry::Entry;
use super::judge::{Judge, Likeness, Patience};
use super::nodes::Way;
use super::reads::{Future, Reads};
use super::{Counts, Switches};
use rustc_hash::FxHashMap;
use secateur_expr::Assignment;
use secateur_solver::{Solver, Values};
use secateur_vm::{Machine, Snapshot};
use std::rc::Rc;
use std::sync::Arc;

/// A program point, and what the registers look like there.
pub type Key = (u64, u128);

/// Shapes of one key; those that helped least go when there are more.
const MOST_SHAPES: usize = 48;
/// States of one look, which differ in what their paths say.
const MOST_STATES: usize = 24;

/// States of one shape that are looked through before its bytes are.
const MOST_SIFTED: usize = 32;

/// States of one key that are kept as they are.
const MOST_FRESH: usize = 32;

/// A state whose future is known and that nobody has asked for. Most are never asked for, so what they look like is seen when
/// the first state comes that may be alike.
pub struct Fresh {
    pub base: Rc<Canon>,
    pub reads: Reads,
    /// As far as the registers go.
    pub entry: Entry,
}

impl Fresh {
    /// Pages are shared with others, and counted as if they were not.
    fn size(&self) -> usize {
        64 + self.entry.size() + 128 * self.reads.pages.len()
    }
}

/// What is known of a key.
#[derive(Default)]
struct Known {
    groups: Vec<Group>,
    /// With the time when each came.
    fresh: Vec<(u64, Fresh)>,
}

impl Known {
    /// Takes out those that may be like a state.
    fn asked_for(&mut self, own: &[Values], only_sure: bool, switches: &Switches, solver: &mut Solver) -> Vec<Fresh> {
        let mut against = 0;
        let may_be_alike = |(_, fresh): &mut (u64, Fresh)| {
            (!only_sure || fresh.entry.is_sure()) && fresh.entry.can_be(own, &mut against, switches, solver)
        };
        self.fresh.extract_if(.., may_be_alike).map(|(_, fresh)| fresh).collect()
    }

    fn states(&self) -> u64 {
        self.groups.iter().map(Group::len).sum::<u64>() + self.fresh.len() as u64
    }
}

struct Group {
    shape: Shape,
    /// For each page of it, some bits of the states' hashes up to there.
    trace: Box<[u64]>,
    states: FxHashMap<u128, Vec<Entry>>,
    uses: u64,
    age: u64,
}

impl Group {
    /// Whether some state may be alike, by what is said about the bytes that the registers mention, which are the first of every
    /// form of the same key.
    fn may_know(&self, own: &[Values], only_sure: bool, switches: &Switches, solver: &mut Solver) -> bool {
        let mut against = 0;
        let mut states = self.states.values().flatten().enumerate();
        states.any(|(at, entry)| {
            let is_wanted = !only_sure || entry.is_sure();
            at >= MOST_SIFTED || is_wanted && entry.can_be(own, &mut against, switches, solver)
        })
    }

    fn len(&self) -> u64 {
        self.states.values().map(|states| states.len() as u64).sum()
    }

    fn size(&self) -> usize {
        let states: usize = self.states.values().flatten().map(Entry::size).sum();
        128 + 32 * self.shape.len() + 64 * self.states.len() + states
    }
}

#[derive(Default)]
pub struct Table {
    known: FxHashMap<Key, Known>,
    /// About how many bytes it takes.
    pub size: usize,
    clock: u64,
    patience: Patience,
    /// Looks and comparisons so far.
    pub looks: u64,
}

/// A state that is known, and what its future depends on.
pub struct Hit {
    pub future: Future,
    /// Whether some input comes to an end that counts. If not, none does, unless the future is unsure.
    pub is_good: bool,
    /// What was done from there on.
    pub work: u64,
}

/// What is looked for: a state that looks like this, or one side of it.
pub struct Sought<'a> {
    pub key: Key,
    pub base: &'a Canon,
    /// For a side that was kept: its state, and an input that leads to it. Only what is sure helps it.
    pub kept: Option<(&'a Snapshot, &'a Arc<Assignment>)>,
    /// Whether the path has something to its credit, if only it comes to an end that counts.
    pub has_new: bool,
}

impl Sought<'_> {
    pub fn way(&self, machine: &mut Machine) -> Way {
        match self.kept {
            Some((state, model)) => Way { path: state.known.path.clone(), model: model.clone() },
            None => Way::of(machine),
        }
    }
}

impl Table {
    /// Whether a state is known.
    pub fn find(
        &mut self,
        sought: &Sought,
        names: &mut Names,
        machine: &mut Machine,
        (switches, counts): (&Switches, &mut Counts),
    ) -> Option<Hit> {
        let known = self.known.get_mut(&sought.key)?;
        self.clock += 1;
        let way = sought.way(machine);
        let own: Vec<Values> = values(&sought.base.bytes, &way.path, &machine.symbols().solver).collect();
        let asked_for = known.asked_for(&own, sought.kept.is_some(), switches, &mut machine.symbols().solver);
        for fresh in asked_for {
            self.size = self.size.saturating_sub(fresh.size());
            counts.evicted += self.describe(sought.key, fresh, names, machine);
        }
        let groups = &mut self.known.get_mut(&sought.key)?.groups;
        for at in 0..groups.len() {
            if !groups[at].may_know(&own, sought.kept.is_some(), switches, &mut machine.symbols().solver) {
                continue;
            }
            let mut canon = sought.base.clone();
            self.looks += 1;
            let kept = sought.kept.map(|(state, _)| state);
            let looked_at = (&groups[at].shape, Some(&groups[at].trace[..]));
            let Some(mut pages) = canon.project(looked_at, names, machine, kept) else { continue };
            let Some(states) = groups[at].states.get_mut(&canon.hash) else {
                names.give_back(pages);
                continue;
            };
            let asking = (switches, &mut self.patience);
            let mut judge = Judge::new((&canon, &own), way.taken(), (names, machine), asking, sought.has_new);
            let found = states.iter_mut().find_map(|entry| {
                if sought.kept.is_some() && !entry.is_sure() {
                    return None;
                }
                let before = entry.size();
                self.looks += 1;
                let may_be_alike = judge.prepare(entry);
                self.size = (self.size + entry.size()).saturating_sub(before);
                let likeness = if may_be_alike { judge.likeness(entry) } else { None };
                likeness.map(|likeness| (likeness, entry))
            });
            let says_less = judge.says_less();
            let Some(((likeness, is_sure), entry)) = found else {
                names.give_back(pages);
                continue;
            };
            match likeness {
                Likeness::Same => counts.exact += 1,
                Likeness::Renamed => counts.renamed += 1,
                Likeness::Implied => counts.implied += 1,
            }
            let is_less = entry.told().is_some_and(|told| told.said.bound.is_less);
            counts.projected += u64::from(is_less || says_less);
            entry.uses += 1;
            let work = entry.work;
            let (mut needs, is_good) = (entry.needs_of(&canon.bytes), entry.is_good && is_sure);
            needs.is_unsure |= !is_sure;
            groups[at].uses += 1;
            groups[at].age = self.clock;
            // What helped last is looked at first.
            groups[..=at].rotate_right(1);
            let reads = Reads::from_pages(pages.drain(..));
            names.give_back(pages);
            return Some(Hit { future: Future { reads, needs }, is_good, work });
        }
        None
    }

    /// A state whose future is known now. How many others had to go.
    pub fn learn(&mut self, key: Key, fresh: Fresh, names: &mut Names, machine: &mut Machine) -> u64 {
        self.clock += 1;
        let known = self.known.entry(key).or_default();
        if known.fresh.len() >= MOST_FRESH {
            return self.describe(key, fresh, names, machine);
        }
        self.size += fresh.size();
        known.fresh.push((self.clock, fresh));
        0
    }

    /// Makes a state one that is found by what it looks like. How many others had to go.
    fn describe(&mut self, key: Key, fresh: Fresh, names: &mut Names, machine: &mut Machine) -> u64 {
        let Fresh { base, reads, mut entry } = fresh;
        let mut canon = Canon::clone(&base);
        let Some(needs) = entry.needs() else { return 1 };
        let symbols = machine.symbols();
        let looks = canon.describe(&reads, needs, names, &mut symbols.pool);
        let hash = canon.hash;
        entry.goes_on(canon, &symbols.solver);
        self.insert(key, looks, hash, entry)
    }

    fn insert(&mut self, key: Key, (shape, trace): (Shape, Box<[u64]>), hash: u128, entry: Entry) -> u64 {
        let groups = &mut self.known.entry(key).or_default().groups;
        let size = entry.size();
        let mut gone = 0;
        let at = match groups.iter().position(|g| g.shape == shape) {
            Some(at) => {
                groups[at].trace.iter_mut().zip(&trace).for_each(|(all, bits)| *all |= bits);
                at
            }
            None => {
                if groups.len() >= MOST_SHAPES {
                    let least = (0..groups.len()).min_by_key(|i| (groups[*i].uses, groups[*i].age)).unwrap_or(0);
                    let lost = groups.remove(least);
                    gone += lost.len();
                    self.size = self.size.saturating_sub(lost.size());
                }
                groups.push(Group { shape, trace, states: FxHashMap::default(), uses: 0, age: self.clock });
                self.size += groups[groups.len() - 1].size();
                groups.len() - 1
            }
        };
        let states = groups[at].states.entry(hash).or_default();
        if states.len() >= MOST_STATES {
            let least = (0..states.len()).min_by_key(|i| states[*i].uses).unwrap_or(0);
            self.size = self.size.saturating_sub(states.remove(least).size());
            gone += 1;
        }
        states.push(entry);
        self.size += size + 64;
        gone
    }

    /// Lets go of what helped least, until about half is left. How many states went.
    pub fn shrink(&mut self) -> u64 {
        let of_groups = self.known.values().flat_map(|known| &known.groups).map(|g| (g.uses, g.age));
        let of_fresh = self.known.values().flat_map(|known| &known.fresh).map(|(age, _)| (0, *age));
        let mut uses: Vec<(u64, u64)> = of_groups.chain(of_fresh).collect();
        uses.sort_unstable();
        let Some(limit) = uses.get(uses.len() / 2).copied() else { return 0 };
        let mut gone = 0;
        self.known.retain(|_, known| {
            gone += known.states();
            known.groups.retain(|g| (g.uses, g.age) > limit);
            known.fresh.retain(|(age, _)| (0, *age) > limit);
            gone -= known.states();
            !known.groups.is_empty() || !known.fresh.is_empty()
        });
        let of_groups = self.known.values().flat_map(|known| &known.groups).map(Group::size);
        let of_fresh = self.known.values().flat_map(|known| &known.fresh).map(|(_, fresh)| fresh.size());
        self.size = of_groups.chain(of_fresh).sum();
        gone
    }

    pub fn patience(&mut self) -> &mut Patience {
        &mut self.patience
    }

    pub fn clear(&mut self) {
        self.known.clear();
        self.size = 0;
    }

    pub fn entries(&self) -> u64 {
        self.known.values().map(Known::states).sum()
    }
}
