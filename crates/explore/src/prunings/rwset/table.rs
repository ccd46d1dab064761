//! States whose futures are known, found by what they look like.
//!
//! States are grouped by program point and registers, then by which bytes their futures read (the shape), then by what those
//! bytes hold. So a look-up costs one walk over the bytes of each shape, however many states there are.

use super::canon::{Canon, Names, Shape};
use super::entry::Entry;
use super::judge::{Judge, Likeness, Patience};
use super::nodes::Way;
use super::reads::{Future, Reads};
use super::{Counts, Switches};
use rustc_hash::FxHashMap;
use secateur_expr::Assignment;
use secateur_vm::{Machine, Snapshot};
use std::sync::Arc;

/// A program point, and what the registers look like there.
pub type Key = (u64, u128);

/// Shapes of one key; those that helped least go when there are more.
const MOST_SHAPES: usize = 48;
/// States of one look, which differ in what their paths say.
const MOST_STATES: usize = 24;

struct Group {
    shape: Shape,
    states: FxHashMap<u128, Vec<Entry>>,
    uses: u64,
    age: u64,
}

impl Group {
    fn size(&self) -> usize {
        let states: usize = self.states.values().flatten().map(Entry::size).sum();
        128 + 24 * self.shape.len() + 64 * self.states.len() + states
    }
}

#[derive(Default)]
pub struct Table {
    groups: FxHashMap<Key, Vec<Group>>,
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
        let groups = self.groups.get_mut(&sought.key)?;
        self.clock += 1;
        for at in 0..groups.len() {
            let mut canon = sought.base.clone();
            self.looks += 1;
            let kept = sought.kept.map(|(state, _)| state);
            let Some(pages) = canon.project(&groups[at].shape, names, machine, kept) else { continue };
            let Some(states) = groups[at].states.get_mut(&canon.hash) else { continue };
            let way = sought.way(machine);
            let asking = (switches, &mut self.patience);
            let mut judge = Judge::new(&canon, way.taken(), (names, machine), asking, sought.has_new);
            let found = states.iter_mut().find_map(|entry| {
                if sought.kept.is_some() && !entry.is_sure() {
                    return None;
                }
                let before = entry.size();
                self.looks += 1;
                judge.prepare(entry);
                self.size = (self.size + entry.size()).saturating_sub(before);
                judge.likeness(entry).map(|likeness| (likeness, entry))
            });
            let Some(((likeness, is_sure), entry)) = found else { continue };
            match likeness {
                Likeness::Same => counts.exact += 1,
                Likeness::Renamed => counts.renamed += 1,
                Likeness::Implied => counts.implied += 1,
            }
            let is_less = entry.told().is_some_and(|told| told.said.bound.is_less);
            counts.projected += u64::from(is_less || judge.says_less());
            entry.uses += 1;
            let work = entry.work;
            let (mut needs, is_good) = (entry.needs_of(&canon.bytes), entry.is_good && is_sure);
            needs.is_unsure |= !is_sure;
            groups[at].uses += 1;
            groups[at].age = self.clock;
            // What helped last is looked at first.
            groups[..=at].rotate_right(1);
            return Some(Hit { future: Future { reads: Reads::from_pages(pages), needs }, is_good, work });
        }
        None
    }

    /// A state whose future is known now. How many others had to go.
    pub fn insert(&mut self, key: Key, shape: Shape, hash: u128, entry: Entry) -> u64 {
        let groups = self.groups.entry(key).or_default();
        self.clock += 1;
        let size = entry.size();
        let mut gone = 0;
        let at = match groups.iter().position(|g| g.shape == shape) {
            Some(at) => at,
            None => {
                if groups.len() >= MOST_SHAPES {
                    let least = (0..groups.len()).min_by_key(|i| (groups[*i].uses, groups[*i].age)).unwrap_or(0);
                    let lost = groups.remove(least);
                    gone += lost.states.values().map(|s| s.len() as u64).sum::<u64>();
                    self.size = self.size.saturating_sub(lost.size());
                }
                groups.push(Group { shape, states: FxHashMap::default(), uses: 0, age: self.clock });
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
        let mut uses: Vec<(u64, u64)> = self.groups.values().flatten().map(|g| (g.uses, g.age)).collect();
        uses.sort_unstable();
        let Some(limit) = uses.get(uses.len() / 2).copied() else { return 0 };
        let mut gone = 0;
        for groups in self.groups.values_mut() {
            groups.retain(|g| {
                let stays = (g.uses, g.age) > limit;
                gone += if stays { 0 } else { g.states.values().map(|s| s.len() as u64).sum::<u64>() };
                stays
            });
        }
        self.groups.retain(|_, groups| !groups.is_empty());
        self.size = self.groups.values().flatten().map(Group::size).sum();
        gone
    }

    pub fn patience(&mut self) -> &mut Patience {
        &mut self.patience
    }

    pub fn clear(&mut self) {
        self.groups.clear();
        self.size = 0;
    }

    pub fn entries(&self) -> u64 {
        self.groups.values().flatten().flat_map(|g| g.states.values()).map(|s| s.len() as u64).sum()
    }
}
