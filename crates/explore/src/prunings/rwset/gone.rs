//! What a path says about bytes of the input that are gone, as far as it says nothing about those that are not.
//!
//! Parsers ask about the length of a text and about its letters. Where the letters were copied with the length, the conditions on
//! both hang together, long after nothing mentions the letters any more. What counts of them is which values they leave to the
//! bytes that are still mentioned. If there is one choice of values for the gone bytes with which all their conditions hold
//! whatever the others are, they leave everything: then these conditions are left out.
//!
//! The choice is that of the path's own model. With its values put in, a condition is one on bytes that are still mentioned, and
//! has to follow from what is said about those alone: by the set of values of a single byte, or by the solver with a small
//! budget. Bytes that conditions tie together go together, since one choice has to satisfy all of these.
//!
//! Why it is sound: what is left follows from all that the path says. The other way round, values of the mentioned bytes for which
//! it holds become, with the choice, an input for which everything holds. So both say the same about the mentioned bytes.

use super::numbering::Numbering;
use rustc_hash::{FxBuildHasher, FxHashMap};
use secateur_expr::{Assignment, InputByte, Pool, Skeletons, Substitution, Term, mix};
use secateur_solver::{Answer, Closure, Path, Solver, Values};
use std::cell::OnceCell;
use std::hash::BuildHasher;

/// Questions to the solver in vain before it is asked less, and how many more each answer makes up for.
const PATIENCE: u64 = 16;
const WORTH: u64 = 4;

/// Answers that are remembered; then all are forgotten.
const MOST_KNOWN: usize = 1 << 18;

/// A path, and an input that takes it.
#[derive(Clone, Copy)]
pub struct Taken<'a> {
    pub path: &'a Path,
    pub model: &'a Assignment,
}

/// What was found out before. Paths have most of their conditions in common, so most questions come again.
#[derive(Default)]
pub struct Gone {
    /// Conditions with values put in.
    filled: FxHashMap<u128, Term>,
    /// Whether a condition follows from what a [`Ground`] says.
    follows: FxHashMap<(u128, Term), bool>,
    /// The last ground that the solver was asked about.
    last: Option<(u128, Path)>,
    asked: u64,
    answered: u64,
}

/// Conditions on several bytes, the values that each byte may have, and a hash of both.
pub struct Ground {
    pub terms: Vec<Term>,
    values: Vec<(InputByte, Values)>,
    /// Of both, once it is asked for.
    hash: OnceCell<u128>,
}

impl Ground {
    pub fn new(terms: Vec<Term>, values: impl Iterator<Item = (InputByte, Values)>) -> Ground {
        Ground { terms, values: values.collect(), hash: OnceCell::new() }
    }

    fn mentions(&self, byte: InputByte) -> bool {
        self.values.iter().any(|(other, _)| *other == byte)
    }

    fn hash(&self) -> u128 {
        *self.hash.get_or_init(|| {
            let terms = self.terms.iter().fold(1, |hash, term| mix(hash, u128::from(term.0)));
            self.values.iter().fold(terms, |hash, (byte, values)| {
                mix(mix(hash, name(*byte)), u128::from(FxBuildHasher.hash_one(values)))
            })
        })
    }
}

fn name(byte: InputByte) -> u128 {
    u128::from(byte.input) << 32 | u128::from(byte.offset)
}

/// Gone bytes in parts that no condition ties together.
struct Parts {
    bytes: Vec<InputByte>,
    /// For each byte one of the same part, in the end the same for all of them.
    parents: Vec<usize>,
    /// By that one: whether nothing speaks against leaving the part out.
    says_nothing: Vec<bool>,
}

impl Parts {
    fn new(mut bytes: Vec<InputByte>) -> Parts {
        bytes.sort_unstable();
        let n = bytes.len();
        Parts { bytes, parents: (0..n).collect(), says_nothing: vec![true; n] }
    }

    fn place(&self, byte: InputByte) -> Option<usize> {
        self.bytes.binary_search(&byte).ok()
    }

    fn root(&self, mut at: usize) -> usize {
        while self.parents[at] != at {
            at = self.parents[at];
        }
        at
    }

    fn tie(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b)] = a.min(b);
    }

    fn is_left_out(&self, at: usize) -> bool {
        self.says_nothing[self.root(at)]
    }

    fn stays(&mut self, at: usize) {
        let root = self.root(at);
        self.says_nothing[root] = false;
    }
}

impl Gone {
    /// Leaves out of what is said about bytes what says nothing about those that a form mentions. Whether there was any.
    pub fn leave_out(
        &mut self,
        said: &mut Closure,
        form: &Numbering<InputByte>,
        taken: Taken,
        skeletons: &mut Skeletons,
        (pool, solver): (&mut Pool, &mut Solver),
    ) -> bool {
        let gone: Vec<InputByte> = said.bytes.iter().copied().filter(|byte| form.get(*byte).is_none()).collect();
        if gone.is_empty() {
            return false;
        }
        let mut parts = Parts::new(gone);
        // The others, each with one of its gone bytes and a hash of itself with the values of all of them.
        let (mut left, mut others) = (Vec::new(), Vec::new());
        for term in &said.terms {
            let (mut first, mut hash) = (None, mix(2, u128::from(term.0)));
            for byte in skeletons.of(pool, *term).bytes.iter() {
                let Some(at) = parts.place(*byte) else { continue };
                hash = mix(hash, name(*byte) << 8 | u128::from(taken.model.get(*byte)));
                parts.tie(*first.get_or_insert(at), at);
            }
            match first {
                Some(at) => others.push((*term, at, hash)),
                None => left.push(*term),
            }
        }
        let values = said.bytes.iter().copied().zip(said.values.iter().copied());
        let ground = Ground::new(left, values.clone().filter(|(byte, _)| parts.place(*byte).is_none()));
        for (byte, values) in values {
            if let Some(at) = parts.place(byte)
                && !is_among(byte, taken.model.get(byte), values, (&mut *pool, &mut *solver))
            {
                parts.stays(at);
            }
        }
        for (term, at, hash) in &others {
            if parts.is_left_out(*at) {
                let filled = self.fill(*term, *hash, &parts, taken.model, skeletons, pool);
                if !self.follows(filled, &ground, taken, (&mut *pool, &mut *solver)) {
                    parts.stays(*at);
                }
            }
        }
        let stays = |byte: &InputByte| parts.place(*byte).is_none_or(|at| !parts.is_left_out(at));
        let (bytes, values) = (std::mem::take(&mut said.bytes), std::mem::take(&mut said.values));
        let before = bytes.len();
        (said.bytes, said.values) = bytes.into_iter().zip(values).filter(|(byte, _)| stays(byte)).unzip();
        said.terms = ground.terms;
        said.terms.extend(others.iter().filter(|(_, at, _)| !parts.is_left_out(*at)).map(|(term, ..)| *term));
        said.bytes.len() < before
    }

    /// A condition with the model's values of gone bytes put in.
    fn fill(
        &mut self,
        term: Term,
        hash: u128,
        parts: &Parts,
        model: &Assignment,
        skeletons: &mut Skeletons,
        pool: &mut Pool,
    ) -> Term {
        if let Some(known) = self.filled.get(&hash) {
            return *known;
        }
        let mut values = Substitution::new();
        for byte in skeletons.of(pool, term).bytes.iter().filter(|byte| parts.place(**byte).is_some()) {
            let (input, value) = (pool.input(*byte), pool.constant(8, u64::from(model.get(*byte))));
            values.replace(input, value);
        }
        let filled = values.apply(pool, term);
        if self.filled.len() >= MOST_KNOWN {
            self.filled.clear();
        }
        self.filled.insert(hash, filled);
        filled
    }

    /// Whether a condition was found to follow, or not to.
    pub fn known(&self, cond: Term, ground: &Ground) -> Option<bool> {
        self.follows.get(&(ground.hash(), cond)).copied()
    }

    /// Whether a condition follows from what is said about some bytes of a path. If nobody knows, it does not.
    pub fn follows(
        &mut self,
        cond: Term,
        ground: &Ground,
        taken: Taken,
        (pool, solver): (&mut Pool, &mut Solver),
    ) -> bool {
        if let Some(value) = pool.as_u64(cond) {
            return value == 1;
        }
        if let Some((byte, allowed)) = solver.single(pool, cond) {
            let values = if ground.mentions(byte) { solver.values(taken.path, byte) } else { Values::ALL };
            return solver.is_subset(values, allowed);
        }
        if let Some(known) = self.known(cond, ground) {
            return known;
        }
        if self.asked > PATIENCE + WORTH * self.answered {
            return false;
        }
        let follows = self.ask(cond, ground, taken, (pool, solver));
        (self.asked, self.answered) = (self.asked + 1, self.answered + u64::from(follows));
        if self.follows.len() >= MOST_KNOWN {
            self.follows.clear();
        }
        self.follows.insert((ground.hash(), cond), follows);
        follows
    }

    fn ask(&mut self, cond: Term, ground: &Ground, taken: Taken, (pool, solver): (&mut Pool, &mut Solver)) -> bool {
        if self.last.as_ref().is_none_or(|last| last.0 != ground.hash()) {
            // A path on which nothing else was said.
            let mut path = Path::default();
            ground.terms.iter().for_each(|term| solver.assume(pool, &mut path, *term));
            for term in taken.path.terms() {
                if let Some((byte, _)) = solver.single(pool, term)
                    && ground.mentions(byte)
                {
                    solver.assume(pool, &mut path, term);
                }
            }
            self.last = Some((ground.hash(), path));
        }
        let Some((_, path)) = &self.last else { return false };
        let not = pool.not(cond);
        matches!(solver.check_lightly(pool, path, &[not], taken.model), Some(Answer::Unsat))
    }
}

/// Whether a byte may have a value.
fn is_among(byte: InputByte, value: u8, values: Values, (pool, solver): (&mut Pool, &mut Solver)) -> bool {
    if values == Values::ALL {
        return true;
    }
    let (input, value) = (pool.input(byte), pool.constant(8, u64::from(value)));
    let is_it = pool.eq(input, value);
    solver.single(pool, is_it).is_some_and(|(_, it)| solver.is_subset(it, values))
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_solver::Config;

    const LIVE: InputByte = InputByte { input: 0, offset: 0 };
    const LENGTH: InputByte = InputByte { input: 0, offset: 1 };
    const OLD: InputByte = InputByte { input: 1, offset: 0 };
    const OLDER: InputByte = InputByte { input: 1, offset: 1 };

    /// What is left of conditions that say something about bytes a form mentions, for a model with these values of the others.
    fn left(model: &[(InputByte, u8)], conditions: impl Fn(&mut Pool, [Term; 4]) -> Vec<Term>) -> (usize, usize) {
        let (mut pool, mut solver, mut path) = (Pool::new(), Solver::new(Config::default()), Path::default());
        let terms = [LIVE, LENGTH, OLD, OLDER].map(|byte| pool.input(byte));
        for cond in conditions(&mut pool, terms) {
            solver.assume(&mut pool, &mut path, cond);
        }
        let (mut form, mut values) = (Numbering::default(), Assignment::new());
        [LIVE, LENGTH].iter().for_each(|byte| {
            form.number(*byte);
        });
        model.iter().for_each(|(byte, value)| values.set(*byte, *value));
        let mut said = solver.closure(&path, &[LIVE, LENGTH]);
        let taken = Taken { path: &path, model: &values };
        let before = said.bytes.len();
        let mut gone = Gone::default();
        let is_less = gone.leave_out(&mut said, &form, taken, &mut Skeletons::default(), (&mut pool, &mut solver));
        assert_eq!(is_less, said.bytes.len() < before);
        (said.bytes.len() - form.len(), said.terms.len())
    }

    /// `length > n`, and that the byte is `value` or behind the end.
    fn letter(pool: &mut Pool, length: Term, n: u64, byte: Term, value: u64) -> Term {
        let (n, value) = (pool.constant(8, n), pool.constant(8, value));
        let (is_behind, is_it) = (pool.ule(length, n), pool.eq(byte, value));
        pool.or(is_behind, is_it)
    }

    #[test]
    fn a_letter_says_nothing_about_the_length_that_it_was_copied_with() {
        let model = [(LENGTH, 9), (OLD, 7), (OLDER, 8)];
        let letters = |pool: &mut Pool, [_, length, old, older]: [Term; 4]| {
            vec![letter(pool, length, 3, old, 7), letter(pool, length, 4, older, 8)]
        };
        assert_eq!(left(&model, letters), (0, 0));
        // It does if it is what the model says only behind the end.
        let wrong = [(LENGTH, 2), (OLD, 6), (OLDER, 8)];
        assert_eq!(left(&wrong, letters), (1, 1), "and the other one goes");
    }

    #[test]
    fn what_binds_a_byte_that_is_mentioned_stays() {
        let same = |pool: &mut Pool, [live, _, old, _]: [Term; 4]| vec![pool.eq(live, old)];
        assert_eq!(left(&[(LIVE, 3), (OLD, 3)], same), (1, 1));
        // Each of the two holds for some value of the gone byte, but there is none for both.
        let between =
            |pool: &mut Pool, [live, length, old, _]: [Term; 4]| vec![pool.ule(live, old), pool.ule(old, length)];
        assert_eq!(left(&[(LIVE, 3), (OLD, 5), (LENGTH, 9)], between), (1, 2));
        // Bytes that are tied stay together.
        let chain = |pool: &mut Pool, [live, _, old, older]: [Term; 4]| vec![pool.ult(old, older), pool.eq(live, old)];
        assert_eq!(left(&[(LIVE, 3), (OLD, 3), (OLDER, 4)], chain), (2, 2));
    }

    #[test]
    fn what_is_known_of_the_others_counts() {
        let bounded = |pool: &mut Pool, [live, _, old, _]: [Term; 4]| {
            let ten = pool.constant(8, 10);
            vec![pool.ult(live, ten), pool.ult(live, old)]
        };
        assert_eq!(left(&[(LIVE, 3), (OLD, 200)], bounded), (0, 0), "200 is more than each value that is left");
        assert_eq!(left(&[(LIVE, 3), (OLD, 9)], bounded), (1, 1), "and 9 is not");
        // A value that the gone byte cannot have is no choice.
        let small = |pool: &mut Pool, [live, _, old, _]: [Term; 4]| {
            let ten = pool.constant(8, 10);
            vec![pool.ult(old, ten), pool.ult(live, old)]
        };
        assert_eq!(left(&[(LIVE, 3), (OLD, 255)], small), (1, 1));
    }
}
