//! States whose futures are known, found by what they look like.
//!
//! States are grouped by program point and registers, then by which bytes their futures read (the shape), then by what those
//! bytes hold. So a look-up costs one walk over the bytes of each shape, however many states there are.

use super::canon::{Bound, Canon, Names, Shape};
use super::needs::{Need, Needs};
use super::reads::{Future, Reads};
use super::{Counts, Switches};
use rustc_hash::FxHashMap;
use secateur_expr::{InputByte, Substitution, Term};
use secateur_solver::{Answer, Path, Values};
use secateur_vm::Machine;
use std::rc::Rc;

/// A program point, and what the registers look like there.
pub type Key = (u64, u128);

/// Shapes of one key; those that helped least go when there are more.
const MOST_SHAPES: usize = 48;
/// States of one look, which differ in what their paths say.
const MOST_STATES: usize = 24;
/// Conditions that the solver is asked about to see that a state is a special case of another, and failures before it is
/// asked less.
const MOST_ASKED: usize = 4;
const PATIENCE: u64 = 64;

/// What a path says about the input, and the numbers of the bytes of which everything counts.
struct Said {
    bytes: Box<[InputByte]>,
    values: Box<[Values]>,
    terms: Box<[(u128, Term)]>,
    whole: Box<[u32]>,
}

/// A state whose future is known: what its path says about the input, as far as its future counts on it.
pub struct Entry {
    said: Said,
    /// Where some inputs come to no end that counts: everything that is said about what the future asks about. A state that is
    /// alike in this too has an input that comes to an end that counts, if this one has.
    strict: Option<Box<Said>>,
    /// For each byte of the form what the future needs.
    needs: Box<[Option<Need>]>,
    /// Numbers of bytes that the future ties together.
    ties: Box<[Box<[u32]>]>,
    /// Whether some inputs come to no end that counts, and whether that is not known of some.
    excludes: bool,
    is_unsure: bool,
    /// Whether some path from there came to an end that counts.
    pub is_good: bool,
    uses: u64,
}

impl Entry {
    pub fn new(
        canon: &Canon,
        (path, needs, is_good): (&Path, &Needs, bool),
        names: &mut Names,
        switches: &Switches,
        machine: &mut Machine,
    ) -> Entry {
        let solver = &mut machine.symbols().solver;
        // What does not follow from a byte's own values follows from others that it is tied to.
        let mut is_tied = |byte: &&InputByte| match needs.get(**byte) {
            Some(Need::Within(values)) => !solver.is_subset(solver.values(path, **byte), values),
            need => need.is_some(),
        };
        let seeds: Vec<InputByte> = canon.bytes.iter().filter(&mut is_tied).copied().collect();
        let reached = needs.reach(seeds, path, solver);
        let numbered = |tied: &Rc<[InputByte]>| -> Box<[u32]> {
            (0..canon.bytes.len() as u32).filter(|i| tied.binary_search(&canon.bytes[*i as usize]).is_ok()).collect()
        };
        let (excludes, is_unsure) = (needs.excludes, needs.is_unsure);
        let ties = needs.tied().iter().map(numbered).filter(|tie| tie.len() > 1).collect();
        let need = |byte: &InputByte| if reached.contains(byte) { Some(Need::Whole) } else { needs.get(*byte) };
        let needs: Box<[Option<Need>]> = canon.bytes.iter().map(need).collect();
        let is_whole = |i: &u32| !switches.implication || needs[*i as usize] == Some(Need::Whole);
        let whole: Box<[u32]> = (0..needs.len() as u32).filter(is_whole).collect();
        let is_asked = |i: &u32| !switches.implication || needs[*i as usize].is_some();
        let asked: Box<[u32]> = (0..needs.len() as u32).filter(is_asked).collect();
        let symbols = machine.symbols();
        let mut said = |whole: Box<[u32]>| {
            let bound = Bound::of(canon, &whole, path, names, &symbols.pool, &symbols.solver);
            let (bytes, values, terms) = (bound.bytes.into(), bound.values.into(), bound.terms.into());
            Said { bytes, values, terms, whole }
        };
        let strict = (excludes && is_good).then(|| Box::new(said(asked)));
        Entry { said: said(whole), strict, needs, ties, excludes, is_unsure, is_good, uses: 0 }
    }
    fn size(&self) -> usize {
        let size = |said: &Said| 24 * said.bytes.len() + 32 * said.terms.len();
        128 + size(&self.said) + self.strict.as_ref().map_or(0, |strict| size(strict))
    }
    /// What the future needs of a state that is alike, whose bytes are these.
    pub fn needs_of(&self, bytes: &[InputByte]) -> Needs {
        let named = bytes.iter().zip(&self.needs).filter_map(|(byte, need)| need.map(|need| (*byte, need)));
        let ties = self.ties.iter().map(|tie| tie.iter().map(|i| bytes[*i as usize]).collect());
        Needs::new(named, ties, (self.excludes, self.is_unsure))
    }
}

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
}

/// How often the solver was asked, and helped.
#[derive(Default)]
pub struct Patience {
    asked: u64,
    answered: u64,
}

/// A state that is known, and what its future depends on.
pub struct Hit {
    pub future: Future,
    /// Whether some input comes to an end that counts. If not, none does, unless the future is unsure.
    pub is_good: bool,
}

/// How a state is a known one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Likeness {
    Same,
    Renamed,
    Implied,
}

impl Table {
    /// Whether the state at hand is known.
    pub fn find(
        &mut self,
        key: Key,
        base: &Canon,
        names: &mut Names,
        machine: &mut Machine,
        (switches, counts): (&Switches, &mut Counts),
    ) -> Option<Hit> {
        let groups = self.groups.get_mut(&key)?;
        self.clock += 1;
        for at in 0..groups.len() {
            let mut canon = base.clone();
            let Some(pages) = canon.project(&groups[at].shape, names, machine, None) else { continue };
            let Some(states) = groups[at].states.get_mut(&canon.hash) else { continue };
            let path = machine.symbols().known.path.clone();
            let has_new = machine.has_new();
            let mut judge = Judge::new(&canon, &path, (names, machine), (switches, &mut self.patience), has_new);
            let found = states.iter_mut().find_map(|entry| judge.likeness(entry).map(|l| (l, entry)));
            let Some(((likeness, is_sure), entry)) = found else { continue };
            match likeness {
                Likeness::Same => counts.exact += 1,
                Likeness::Renamed => counts.renamed += 1,
                Likeness::Implied => counts.implied += 1,
            }
            entry.uses += 1;
            let (mut needs, is_good) = (entry.needs_of(&canon.bytes), entry.is_good && is_sure);
            needs.is_unsure |= !is_sure;
            groups[at].uses += 1;
            groups[at].age = self.clock;
            // What helped last is looked at first.
            groups[..=at].rotate_right(1);
            return Some(Hit { future: Future { reads: Reads::from_pages(pages), needs }, is_good });
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

/// Compares what two paths say about the bytes of the same form.
pub struct Judge<'a, 'p> {
    canon: &'a Canon,
    path: &'a Path,
    names: &'a mut Names,
    machine: &'a mut Machine<'p>,
    switches: &'a Switches,
    patience: &'a mut Patience,
    /// Whether the path has something to its credit, if only it comes to an end that counts.
    has_new: bool,
    /// What the path says, for the last choice of bytes of which everything counts: most entries make the same. Strictly and
    /// not.
    last: [Option<(Box<[u32]>, Bound)>; 2],
}

impl<'a, 'p> Judge<'a, 'p> {
    pub fn new(
        canon: &'a Canon,
        path: &'a Path,
        (names, machine): (&'a mut Names, &'a mut Machine<'p>),
        (switches, patience): (&'a Switches, &'a mut Patience),
        has_new: bool,
    ) -> Judge<'a, 'p> {
        Judge { canon, path, names, machine, switches, patience, has_new, last: [None, None] }
    }

    /// How the state at hand is a known one, and whether some input comes to an end that counts if one does there.
    pub fn likeness(&mut self, entry: &Entry) -> Option<(Likeness, bool)> {
        if let Some(strict) = &entry.strict {
            let same = self.with_bound(strict, true, |judge, bound| judge.sameness(strict, bound));
            if let Some(same) = same {
                return Some((same, true));
            }
        }
        // What is alike but for this may be just what an assumption excludes later: it must not take credit for anything.
        let is_sure = entry.strict.is_none() && !entry.is_unsure;
        if self.has_new && !is_sure {
            return None;
        }
        let found = self.with_bound(&entry.said, false, |judge, bound| judge.compare(entry, bound));
        found.map(|likeness| (likeness, is_sure))
    }

    fn with_bound<R>(&mut self, said: &Said, strict: bool, what: impl Fn(&mut Self, &Bound) -> R) -> R {
        let last = self.last[usize::from(strict)].take().filter(|last| last.0 == said.whole);
        let (whole, bound) = last.unwrap_or_else(|| {
            let symbols = self.machine.symbols();
            let bound = Bound::of(self.canon, &said.whole, self.path, self.names, &symbols.pool, &symbols.solver);
            (said.whole.clone(), bound)
        });
        let result = what(self, &bound);
        self.last[usize::from(strict)] = Some((whole, bound));
        result
    }

    /// Whether the same is said here.
    fn sameness(&self, said: &Said, bound: &Bound) -> Option<Likeness> {
        let n = said.bytes.len().min(bound.bytes.len());
        let same_names = self.switches.renaming || said.bytes[..n] == bound.bytes[..n];
        let same_terms = || said.terms.iter().map(|t| t.0).eq(bound.terms.iter().map(|t| t.0));
        if !same_names || said.values[..] != bound.values[..] || !same_terms() {
            return None;
        }
        Some(if said.bytes[..] == bound.bytes[..] { Likeness::Same } else { Likeness::Renamed })
    }

    fn compare(&mut self, entry: &Entry, bound: &Bound) -> Option<Likeness> {
        let n = entry.said.bytes.len().min(bound.bytes.len());
        if !self.switches.renaming && entry.said.bytes[..n] != bound.bytes[..n] {
            return None;
        }
        if let Some(same) = self.sameness(&entry.said, bound) {
            return Some(same);
        }
        // A special case may be just what an assumption excludes later, and have no future at all.
        let may_be_special = self.switches.implication && !entry.excludes;
        (may_be_special && self.is_special_case(entry, bound)).then_some(Likeness::Implied)
    }

    /// Whether each input that comes here gets the answers that the known state's future counts on.
    fn is_special_case(&mut self, entry: &Entry, bound: &Bound) -> bool {
        if entry.said.values.len() > bound.values.len() {
            return false;
        }
        let solver = &mut self.machine.symbols().solver;
        for (i, (known, here)) in entry.said.values.iter().zip(&bound.values).enumerate() {
            let allowed = match entry.needs.get(i) {
                None | Some(Some(Need::Whole)) => *known,
                Some(None) => continue,
                Some(Some(Need::Within(values))) => *values,
            };
            if !solver.is_subset(*here, allowed) {
                return false;
            }
        }
        let is_here = |hash: u128| bound.terms.binary_search_by_key(&hash, |t| t.0).is_ok();
        let missing: Vec<Term> = entry.said.terms.iter().filter(|t| !is_here(t.0)).map(|t| t.1).collect();
        if missing.is_empty() {
            return true;
        }
        if missing.len() > MOST_ASKED || self.patience.asked > PATIENCE + 8 * self.patience.answered {
            return false;
        }
        self.patience.asked += 1;
        let follows = self.follows(entry, bound, &missing);
        self.patience.answered += u64::from(follows);
        follows
    }

    /// Asks the solver whether conditions of the known state, in the names used here, follow from the path.
    fn follows(&mut self, entry: &Entry, bound: &Bound, conditions: &[Term]) -> bool {
        let symbols = self.machine.symbols();
        let mut names = Substitution::new();
        for (known, here) in entry.said.bytes.iter().zip(&bound.bytes) {
            let (known, here) = (symbols.pool.input(*known), symbols.pool.input(*here));
            names.replace(known, here);
        }
        let path = self.path;
        conditions.iter().all(|cond| {
            let here = names.apply(&mut symbols.pool, *cond);
            if let Some(value) = symbols.pool.as_u64(here) {
                return value == 1;
            }
            let not = symbols.pool.not(here);
            let model = symbols.model.clone();
            let answer = symbols.solver.check_lightly(&mut symbols.pool, path, &[not], &model);
            matches!(answer, Some(Answer::Unsat))
        })
    }
}
