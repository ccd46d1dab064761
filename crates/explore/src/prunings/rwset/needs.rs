//! What a future asks about the input, and which answers it counts on.
//!
//! A byte that is never asked about may be anything. One that is asked about alone, as by the classes of a tokenizer, has a
//! set of values for which every answer is the one that was found. For bytes that conditions tie together, everything that
//! the path says about them counts. Going back over a decision, a set grows by the values that do not go this way; a decision
//! on several bytes ties them, and where an answer about one of them does not follow from its own values it may follow from
//! the others'.

use rustc_hash::{FxHashMap, FxHashSet};
use secateur_expr::{InputByte, Term};
use secateur_solver::{Path, Solver, Values};
use secateur_vm::{Machine, Observed};
use std::rc::Rc;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// The byte has no other values than these.
    Within(Values),
    /// Everything that the path says about it, and about those that it is tied to.
    Whole,
}

/// By byte; what is not there may be anything.
#[derive(Clone, Default)]
pub struct Needs {
    map: FxHashMap<InputByte, Need>,
    /// Bytes that a decision of the future ties together: what is known of one may follow from what is known of the others.
    ties: FxHashSet<Rc<[InputByte]>>,
    /// Some inputs come to no end that counts, so a special case may have no others.
    pub excludes: bool,
}

impl Needs {
    pub fn get(&self, byte: InputByte) -> Option<Need> {
        self.map.get(&byte).copied()
    }

    pub fn contains(&self, byte: InputByte) -> bool {
        self.map.contains_key(&byte)
    }

    pub fn new(
        needs: impl Iterator<Item = (InputByte, Need)>,
        ties: impl Iterator<Item = Rc<[InputByte]>>,
        excludes: bool,
    ) -> Needs {
        Needs { map: needs.collect(), ties: ties.collect(), excludes }
    }

    /// Everything that what is known of some bytes may rest on, by the path and by what the future decides.
    pub fn reach(&self, seeds: Vec<InputByte>, path: &Path, solver: &Solver) -> FxHashSet<InputByte> {
        let (mut list, mut reached): (_, FxHashSet<InputByte>) = (seeds.clone(), seeds.into_iter().collect());
        loop {
            list = solver.closure(path, &list).bytes;
            reached.extend(list.iter().copied());
            for tie in self.ties.iter().filter(|tie| tie.iter().any(|byte| reached.contains(byte))) {
                list.extend(tie.iter().filter(|byte| !reached.contains(byte)));
            }
            if list.iter().all(|byte| reached.contains(byte)) {
                return reached;
            }
            reached.extend(list.iter().copied());
        }
    }

    /// Bytes that are tied together, also through others: each once.
    pub fn tied(&self) -> Vec<FxHashSet<InputByte>> {
        let mut all: Vec<FxHashSet<InputByte>> = Vec::new();
        for tie in &self.ties {
            let mut joined: FxHashSet<InputByte> = tie.iter().copied().collect();
            all.retain(|known| {
                let apart = known.is_disjoint(&joined);
                if !apart {
                    joined.extend(known);
                }
                apart
            });
            all.push(joined);
        }
        all
    }

    /// What one of two futures of the same state needs. Whether anything was new.
    pub fn join(&mut self, other: &Needs, machine: &mut Machine) -> bool {
        let mut is_new = other.excludes && !self.excludes;
        self.excludes |= other.excludes;
        for (byte, need) in &other.map {
            is_new |= self.add(*byte, *need, machine);
        }
        for tie in &other.ties {
            is_new |= self.ties.insert(tie.clone());
        }
        is_new
    }

    fn add(&mut self, byte: InputByte, need: Need, machine: &mut Machine) -> bool {
        let Some(known) = self.map.get_mut(&byte) else {
            self.map.insert(byte, need);
            return true;
        };
        let joined = match (*known, need) {
            (Need::Within(a), Need::Within(b)) if a == b => return false,
            (Need::Within(a), Need::Within(b)) => Need::Within(machine.symbols().solver.meet(a, b)),
            _ => Need::Whole,
        };
        let is_new = joined != *known;
        *known = joined;
        is_new
    }

    /// What is needed before all this was asked, if this is what is needed afterwards.
    pub fn before(&self, asked: &[Observed], machine: &mut Machine) -> Needs {
        let mut needs = self.clone();
        asked.iter().rev().for_each(|what| needs.step(what, machine));
        needs
    }

    fn step(&mut self, what: &Observed, machine: &mut Machine) {
        match *what {
            Observed::Within(byte, values) => {
                self.add(byte, Need::Within(values), machine);
            }
            Observed::Whole(term) => self.each(term, Need::Whole, machine),
            Observed::Holds(cond) => {
                let symbols = machine.symbols();
                match symbols.solver.single(&mut symbols.pool, cond) {
                    Some((byte, values)) => {
                        self.add(byte, Need::Within(values), machine);
                    }
                    None => self.each(cond, Need::Whole, machine),
                }
            }
            Observed::Taken(cond) | Observed::Assumed(cond) => {
                self.excludes |= matches!(what, Observed::Assumed(_));
                let symbols = machine.symbols();
                match symbols.solver.single(&mut symbols.pool, cond) {
                    Some((byte, values)) => {
                        let need = self.map.entry(byte).or_insert(Need::Within(Values::ALL));
                        if let Need::Within(allowed) = need {
                            *allowed = symbols.solver.unless(*allowed, values);
                        }
                    }
                    None => {
                        let bytes = symbols.pool.support_bytes(symbols.pool.support(cond));
                        self.ties.insert(bytes.into());
                        self.each(cond, Need::Within(Values::ALL), machine);
                    }
                }
            }
        }
    }

    fn each(&mut self, term: Term, need: Need, machine: &mut Machine) {
        let pool = &machine.symbols().pool;
        for byte in pool.support_bytes(pool.support(term)) {
            self.add(byte, need, machine);
        }
    }
}
