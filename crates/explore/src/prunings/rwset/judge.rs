//! Compares what two paths say about the input, where their states look the same.

use super::Switches;
use super::bound::{Bound, values};
use super::canon::{Canon, Names};
use super::entry::{Entry, Said, Told};
use super::gone::Taken;
use secateur_expr::{Substitution, Term};
use secateur_solver::Values;
use secateur_vm::Machine;

/// Conditions that the solver is asked about to see that a state is a special case of another, and failures before it is
/// asked less.
const MOST_ASKED: usize = 4;
const PATIENCE: u64 = 64;

/// How often the solver was asked, and helped.
#[derive(Default)]
pub struct Patience {
    asked: u64,
    answered: u64,
}

/// How a state is a known one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Likeness {
    Same,
    Renamed,
    Implied,
}

/// Compares what two paths say about the bytes of the same form.
pub struct Judge<'a, 'p> {
    canon: &'a Canon,
    taken: Taken<'a>,
    names: &'a mut Names,
    machine: &'a mut Machine<'p>,
    switches: &'a Switches,
    patience: &'a mut Patience,
    /// Whether the path has something to its credit, if only it comes to an end that counts.
    has_new: bool,
    /// What the path leaves to each byte of the form.
    own: Vec<Values>,
    /// The byte that spoke against a state last.
    against: usize,
    /// What the path says, for the last choice of bytes of which everything counts: most entries make the same. Strictly and
    /// not.
    last: [Option<(Box<[u32]>, Bound)>; 2],
}

impl<'a, 'p> Judge<'a, 'p> {
    /// `first`: what is known to be left to the first bytes of the form.
    pub fn new(
        (canon, first): (&'a Canon, &[Values]),
        taken: Taken<'a>,
        (names, machine): (&'a mut Names, &'a mut Machine<'p>),
        (switches, patience): (&'a Switches, &'a mut Patience),
        has_new: bool,
    ) -> Judge<'a, 'p> {
        let mut own = Vec::with_capacity(canon.bytes.len());
        own.extend_from_slice(first);
        own.extend(values(&canon.bytes[first.len()..], taken.path, &machine.symbols().solver));
        Judge { canon, taken, names, machine, switches, patience, has_new, own, against: 0, last: [None, None] }
    }

    /// Makes a known state one that can be compared, unless it is not alike anyway: most that are not are seen not to be by
    /// what the path leaves to one byte.
    pub fn prepare(&mut self, entry: &mut Entry) -> bool {
        self.may_be_alike(entry) && {
            let is_new = entry.told().is_none();
            entry.tell(self.switches, self.names, self.machine);
            !is_new || self.may_be_alike(entry)
        }
    }

    /// Whether nothing speaks against it that each byte tells alone.
    pub fn may_be_alike(&mut self, entry: &Entry) -> bool {
        entry.can_be(&self.own, &mut self.against, self.switches, &mut self.machine.symbols().solver)
    }

    /// How the state at hand is a known one, and whether some input comes to an end that counts if one does there.
    pub fn likeness(&mut self, entry: &Entry) -> Option<(Likeness, bool)> {
        let told = entry.told()?;
        if let Some(strict) = told.strict.as_ref().filter(|strict| strict.bound.values.starts_with(&self.own)) {
            let same = self.with_bound(strict, true, |judge, bound| judge.sameness(strict, bound));
            if let Some(same) = same {
                return Some((same, true));
            }
        }
        // What is alike but for this may be just what an assumption excludes later: it must not take credit for anything.
        let is_sure = told.strict.is_none() && !entry.is_unsure;
        if self.has_new && !is_sure {
            return None;
        }
        // A special case may be just what an assumption excludes later, and have no future at all.
        let may_be_special = self.switches.implication && !entry.excludes;
        let found = self.with_bound(&told.said, false, |judge, bound| judge.compare(told, may_be_special, bound));
        found.map(|likeness| (likeness, is_sure))
    }

    /// Whether each byte has only values that the known state's future counts on.
    fn are_within(&mut self, told: &Told, bound: &Bound) -> bool {
        let solver = &mut self.machine.symbols().solver;
        let n = told.said.bound.values.len();
        bound.values.iter().take(n).enumerate().all(|(i, here)| told.holds(i, *here, solver))
    }

    fn with_bound<R>(&mut self, said: &Said, strict: bool, what: impl Fn(&mut Self, &Bound) -> R) -> R {
        let last = self.last[usize::from(strict)].take().filter(|last| last.0 == said.whole);
        let (whole, bound) = last.unwrap_or_else(|| {
            let looking = (&mut *self.names, &mut *self.machine);
            (said.whole.clone(), Bound::of(&self.canon.bytes, &self.own, &said.whole, self.taken, looking))
        });
        let result = what(self, &bound);
        self.last[usize::from(strict)] = Some((whole, bound));
        result
    }

    /// Whether the same is said here.
    fn sameness(&mut self, said: &Said, bound: &Bound) -> Option<Likeness> {
        let known = &said.bound;
        let n = known.bytes.len().min(bound.bytes.len());
        let same_names = self.switches.renaming || known.bytes[..n] == bound.bytes[..n];
        let is_alike = same_names && known.values == bound.values && known.conditions() == bound.conditions();
        if !is_alike || !self.have_same_terms(known, bound) {
            return None;
        }
        Some(if known.bytes[..] == bound.bytes[..] { Likeness::Same } else { Likeness::Renamed })
    }

    fn have_same_terms(&mut self, known: &Bound, here: &Bound) -> bool {
        let pool = &self.machine.symbols().pool;
        let known = known.hashed(self.names, pool).iter().map(|t| t.0);
        known.eq(here.hashed(self.names, pool).iter().map(|t| t.0))
    }

    fn compare(&mut self, told: &Told, may_be_special: bool, bound: &Bound) -> Option<Likeness> {
        let n = told.said.bound.bytes.len().min(bound.bytes.len());
        if !self.switches.renaming && told.said.bound.bytes[..n] != bound.bytes[..n] {
            return None;
        }
        if let Some(same) = self.sameness(&told.said, bound) {
            return Some(same);
        }
        (may_be_special && self.is_special_case(told, bound)).then_some(Likeness::Implied)
    }

    /// Whether each input that comes here gets the answers that the known state's future counts on.
    fn is_special_case(&mut self, told: &Told, bound: &Bound) -> bool {
        if told.said.bound.values.len() > bound.values.len() || !self.are_within(told, bound) {
            return false;
        }
        let pool = &self.machine.symbols().pool;
        let (known, here) = (told.said.bound.hashed(self.names, pool), bound.hashed(self.names, pool));
        let is_here = |hash: u128| here.binary_search_by_key(&hash, |t| t.0).is_ok();
        let missing: Vec<Term> = known.iter().filter(|t| !is_here(t.0)).map(|t| t.1).collect();
        if missing.is_empty() {
            return true;
        }
        let mut missing = self.in_names_used_here(told, bound, missing);
        missing.retain(|cond| self.names.gone.known(*cond, bound.ground()) != Some(true));
        if missing.is_empty() {
            return true;
        }
        if missing.len() > MOST_ASKED || self.patience.asked > PATIENCE + 8 * self.patience.answered {
            return false;
        }
        self.patience.asked += 1;
        let follows = missing.iter().all(|cond| self.follows(*cond, bound));
        self.patience.answered += u64::from(follows);
        follows
    }

    /// Conditions of the known state about the bytes of the state at hand.
    fn in_names_used_here(&mut self, told: &Told, bound: &Bound, conditions: Vec<Term>) -> Vec<Term> {
        let n = told.said.bound.bytes.len();
        if bound.bytes[..].get(..n) == Some(&told.said.bound.bytes[..]) {
            return conditions;
        }
        let pool = &mut self.machine.symbols().pool;
        let mut names = Substitution::new();
        for (known, here) in told.said.bound.bytes.iter().zip(bound.bytes.iter()) {
            let (known, here) = (pool.input(*known), pool.input(*here));
            names.replace(known, here);
        }
        conditions.into_iter().map(|cond| names.apply(pool, cond)).collect()
    }

    /// Asks the solver whether a condition follows from the path.
    fn follows(&mut self, cond: Term, bound: &Bound) -> bool {
        let symbols = self.machine.symbols();
        self.names.gone.follows(cond, bound.ground(), self.taken, (&mut symbols.pool, &mut symbols.solver))
    }

    /// Whether conditions on bytes that are gone were left out on this side.
    pub fn says_less(&self) -> bool {
        self.last.iter().flatten().any(|(_, bound)| bound.is_less)
    }
}
