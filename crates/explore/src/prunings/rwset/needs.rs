//! What a future asks about the input, and which answers it counts on.
//!
//! A byte that is never asked about may be anything. One that is asked about alone, as by the classes of a tokenizer, has a
//! set of values for which every answer is the one that was found. For bytes that conditions tie together, everything that
//! the path says about them counts. Going back over a decision, a set grows by the values that do not go this way; a decision
//! on several bytes ties them, and where an answer about one of them does not follow from its own values it may follow from
//! the others'.

use rustc_hash::FxHashSet;
use secateur_expr::{InputByte, Support, Term};
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
    /// Sorted by byte: they come in order from supports, and are copied often.
    list: Vec<(InputByte, Need)>,
    /// Bytes that decisions of the future tie together: what is known of one may follow from what is known of the others.
    ties: Ties,
    /// Some inputs come to no end that counts, so a special case may have no others.
    pub excludes: bool,
    /// Of some inputs it is not known whether they come to an end that counts.
    pub is_unsure: bool,
}

impl Needs {
    pub fn get(&self, byte: InputByte) -> Option<Need> {
        self.place(byte).ok().map(|at| self.list[at].1)
    }

    pub fn contains(&self, byte: InputByte) -> bool {
        self.place(byte).is_ok()
    }

    /// How many bytes count.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    fn place(&self, byte: InputByte) -> Result<usize, usize> {
        self.list.binary_search_by_key(&byte, |(byte, _)| *byte)
    }

    fn set(&mut self, byte: InputByte, need: Need) {
        match self.place(byte) {
            Ok(at) => self.list[at].1 = need,
            Err(at) => self.list.insert(at, (byte, need)),
        }
    }

    pub fn new(
        needs: impl Iterator<Item = (InputByte, Need)>,
        ties: impl Iterator<Item = Vec<InputByte>>,
        (excludes, is_unsure): (bool, bool),
    ) -> Needs {
        let mut all = Ties::default();
        ties.for_each(|tie| {
            all.insert(tie);
        });
        let mut list: Vec<(InputByte, Need)> = needs.collect();
        list.sort_unstable_by_key(|(byte, _)| *byte);
        Needs { list, ties: all, excludes, is_unsure }
    }

    /// Everything that what is known of some bytes may rest on, by the path and by what the future decides.
    pub fn reach(&self, seeds: Vec<InputByte>, path: &Path, solver: &Solver) -> FxHashSet<InputByte> {
        let (mut list, mut reached): (_, FxHashSet<InputByte>) = (seeds.clone(), seeds.into_iter().collect());
        loop {
            list = solver.closure(path, &list).bytes;
            reached.extend(list.iter().copied());
            for tie in self.tied().iter().filter(|tie| tie.iter().any(|byte| reached.contains(byte))) {
                list.extend(tie.iter().filter(|byte| !reached.contains(byte)));
            }
            if list.iter().all(|byte| reached.contains(byte)) {
                return reached;
            }
            reached.extend(list.iter().copied());
        }
    }

    /// Bytes that are tied together, also through others: each once.
    pub fn tied(&self) -> &[Rc<[InputByte]>] {
        &self.ties.groups
    }

    /// What is needed before some inputs were there, those from this number on. Such a byte may be anything, so an answer about
    /// it that counts follows from what is known of bytes that it is tied to.
    pub fn before_inputs(&mut self, first: u32, machine: &mut Machine) {
        let solver = &mut machine.symbols().solver;
        let mut counts = |need: &Need| match need {
            Need::Within(values) => !solver.is_subset(Values::ALL, *values),
            Need::Whole => true,
        };
        let is_there = |byte: &InputByte| byte.input < first;
        if self.list.iter().all(|(byte, _)| is_there(byte)) {
            return self.ties.retain(is_there);
        }
        for group in self.ties.groups.clone() {
            let mut gone = group.iter().filter(|byte| !is_there(byte));
            if gone.any(|byte| self.get(*byte).as_ref().is_some_and(&mut counts)) {
                group.iter().filter(|byte| is_there(byte)).for_each(|byte| self.set(*byte, Need::Whole));
            }
        }
        self.list.retain(|(byte, _)| is_there(byte));
        self.ties.retain(is_there);
    }

    /// What one of two futures of the same state needs. Whether anything was new.
    pub fn join(&mut self, other: Needs, machine: &mut Machine) -> bool {
        let mut is_new = other.excludes && !self.excludes || other.is_unsure && !self.is_unsure;
        self.excludes |= other.excludes;
        self.is_unsure |= other.is_unsure;
        if self.list.is_empty() && self.ties.groups.is_empty() {
            is_new |= !other.list.is_empty() || !other.ties.groups.is_empty();
            (self.list, self.ties) = (other.list, other.ties);
            return is_new;
        }
        is_new |= self.add_all(other.list.into_iter(), machine);
        for tie in &other.ties.groups {
            is_new |= self.ties.insert_group(tie);
        }
        is_new
    }

    fn add(&mut self, byte: InputByte, need: Need, machine: &mut Machine) -> bool {
        self.add_all(std::iter::once((byte, need)), machine)
    }

    /// Needs of bytes in order. Whether anything was new.
    fn add_all(&mut self, more: impl Iterator<Item = (InputByte, Need)>, machine: &mut Machine) -> bool {
        let (mut from, known, mut is_new, mut unknown) = (0, self.list.len(), false, false);
        for (byte, need) in more {
            match self.list[from..known].binary_search_by_key(&byte, |(byte, _)| *byte) {
                Ok(at) => {
                    from += at;
                    is_new |= join(&mut self.list[from].1, need, machine);
                }
                Err(at) => {
                    from += at;
                    self.list.push((byte, need));
                    unknown = true;
                }
            }
        }
        if unknown && known > 0 {
            // Two sorted runs.
            self.list.sort_by_key(|(byte, _)| *byte);
        }
        is_new || unknown
    }

    /// What is needed before all this was asked, if this is what is needed afterwards. Whether everything counts that is known
    /// of some bytes.
    pub fn go_before(&mut self, asked: &[Observed], machine: &mut Machine) -> bool {
        let mut done = Done::default();
        asked.iter().rev().for_each(|what| self.step(what, &mut done, machine));
        done.whole.is_some()
    }

    fn step(&mut self, what: &Observed, done: &mut Done, machine: &mut Machine) {
        match *what {
            Observed::Within(byte, values) => {
                self.add(byte, Need::Within(values), machine);
            }
            Observed::Whole(term) => self.whole(term, done, machine),
            Observed::Holds(cond) => {
                let symbols = machine.symbols();
                match symbols.solver.single(&mut symbols.pool, cond) {
                    Some((byte, values)) => {
                        self.add(byte, Need::Within(values), machine);
                    }
                    None => self.whole(cond, done, machine),
                }
            }
            Observed::Taken(cond) | Observed::Assumed(cond) => {
                self.excludes |= matches!(what, Observed::Assumed(_));
                let symbols = machine.symbols();
                match symbols.solver.single(&mut symbols.pool, cond) {
                    Some((byte, values)) => match self.get(byte) {
                        None => self.set(byte, Need::Within(Values::ALL)),
                        Some(Need::Whole) => {}
                        Some(Need::Within(allowed)) => {
                            self.set(byte, Need::Within(symbols.solver.unless(allowed, values)));
                        }
                    },
                    None => {
                        let support = symbols.pool.support(cond);
                        if done.tied.replace(support) != Some(support) {
                            let bytes = symbols.pool.support_bytes(support);
                            self.ties.insert(bytes.clone());
                            self.each(bytes, Need::Within(Values::ALL), machine);
                        }
                    }
                }
            }
        }
    }

    fn whole(&mut self, term: Term, done: &mut Done, machine: &mut Machine) {
        let pool = &machine.symbols().pool;
        let support = pool.support(term);
        if done.whole.replace(support) != Some(support) {
            self.each(pool.support_bytes(support), Need::Whole, machine);
        }
    }

    fn each(&mut self, bytes: Vec<InputByte>, need: Need, machine: &mut Machine) {
        self.add_all(bytes.into_iter().map(|byte| (byte, need)), machine);
    }
}

/// The bytes of which everything was needed last, and those that were tied last. The cases of a switch all ask about the same
/// bytes, and what is needed only grows, so a second time says nothing new.
#[derive(Default)]
struct Done {
    whole: Option<Support>,
    tied: Option<Support>,
}

/// What both need of a byte. Whether that is more.
fn join(known: &mut Need, need: Need, machine: &mut Machine) -> bool {
    let joined = match (*known, need) {
        (Need::Within(a), Need::Within(b)) if a == b => return false,
        (Need::Within(a), Need::Within(b)) => Need::Within(machine.symbols().solver.meet(a, b)),
        _ => Need::Whole,
    };
    let is_new = joined != *known;
    *known = joined;
    is_new
}

/// Disjoint sets of bytes, each sorted.
#[derive(Clone, Default)]
struct Ties {
    groups: Vec<Rc<[InputByte]>>,
}

impl Ties {
    /// Ties bytes, and what they are tied to already. Whether anything was new.
    fn insert(&mut self, mut tie: Vec<InputByte>) -> bool {
        tie.sort_unstable();
        self.insert_group(&tie.into())
    }

    /// The same for a group of others.
    fn insert_group(&mut self, tie: &Rc<[InputByte]>) -> bool {
        let holds = |group: &Rc<[InputByte]>, byte| group.binary_search(byte).is_ok();
        let is_in = |group: &Rc<[InputByte]>| Rc::ptr_eq(group, tie) || tie.iter().all(|byte| holds(group, byte));
        if tie.len() < 2 || self.groups.iter().any(is_in) {
            return false;
        }
        let (touched, mut apart): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.groups).into_iter().partition(|group| tie.iter().any(|byte| holds(group, byte)));
        let joined = if touched.is_empty() {
            tie.clone()
        } else {
            let mut all: Vec<InputByte> = touched.iter().chain([tie]).flat_map(|group| group.iter().copied()).collect();
            all.sort_unstable();
            all.dedup();
            all.into()
        };
        apart.push(joined);
        self.groups = apart;
        true
    }

    fn retain(&mut self, keep: impl Fn(&InputByte) -> bool) {
        self.groups.retain_mut(|group| {
            if !group.iter().all(&keep) {
                *group = group.iter().filter(|byte| keep(byte)).copied().collect();
            }
            group.len() > 1
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(inputs: &[u32]) -> Rc<[InputByte]> {
        inputs.iter().map(|input| InputByte { input: *input, offset: 0 }).collect()
    }

    #[test]
    fn bytes_stay_tied_through_one_that_is_not_there_yet() {
        let mut ties = Ties::default();
        let mut tie = |inputs: &[u32]| ties.insert(bytes(inputs).to_vec());
        assert!(tie(&[7, 1]) && tie(&[3, 4]));
        assert!(tie(&[2, 7]), "a byte is new to the group");
        assert!(!tie(&[2, 1]), "they are tied through another");
        assert!(!tie(&[5]), "one byte is tied to nothing");
        ties.retain(|byte| byte.input < 4);
        assert_eq!(ties.groups, [bytes(&[1, 2])], "and one that is left alone is not tied");
    }
}
