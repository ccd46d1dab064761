//! Call sequences: runs whose functions are called in an order that is new.
//!
//! An automaton generalises the sequences of earlier rounds ([`super::grams`]). The shorter the prefix of a run that it
//! accepts, the newer is the run: a prefix of n calls has the bias 1/(1+n), and a sequence that is accepted to its end
//! the least one. The paper does not give its function, only that it is based on this length.
//!
//! Sequences are told apart by a hash, and each is taken in once, however many runs have it. What is kept is bounded:
//! beyond [`MOST_LETTERS`] calls nothing more is learnt.

use super::grams::Automaton;
use super::{Info, Learner, Setup};
use crate::sampling::trace::Trace;
use rustc_hash::{FxHashSet, FxHasher};
use std::cell::RefCell;
use std::hash::{Hash, Hasher};

pub static INFO: Info = Info {
    name: "calls",
    summary: "functions called in an order that was not seen before",
    paper: "Jiang, Chen, Ungureanu, Yoshihira: Multi-resolution abnormal trace detection (ICAC 2005)",
    make: |setup: &Setup| Box::new(Calls::new(setup.longest_gram)),
};

/// Calls that are kept, of all sequences together.
const MOST_LETTERS: usize = 1 << 18;

/// The logarithm of the bias of a sequence that is accepted to its end.
const NOTHING_NEW: f64 = -11.0;

/// Longer prefixes are worth no less, so that all are worth more than nothing new.
const LONGEST_PREFIX: usize = 50_000;

struct Calls {
    longest: usize,
    /// The sequences so far, one behind the other, and where each ends.
    letters: Vec<u32>,
    ends: Vec<usize>,
    known: FxHashSet<u64>,
    is_stale: bool,
    automaton: Automaton,
    /// Where the automaton is, for one walk at a time.
    walk: RefCell<super::grams::Walk>,
}

impl Calls {
    fn new(longest: u32) -> Calls {
        Calls {
            longest: longest.max(1) as usize,
            letters: vec![],
            ends: vec![],
            known: FxHashSet::default(),
            is_stale: false,
            automaton: Automaton::default(),
            walk: RefCell::default(),
        }
    }
}

impl Learner for Calls {
    fn name(&self) -> &'static str {
        INFO.name
    }

    fn bias(&self, trace: &Trace) -> f64 {
        let accepted = self.automaton.accepted(&trace.calls, &mut self.walk.borrow_mut());
        match accepted {
            None => NOTHING_NEW,
            Some(prefix) => -((1 + prefix.min(LONGEST_PREFIX)) as f64).ln(),
        }
    }

    fn learn(&mut self, trace: &Trace) {
        let mut hasher = FxHasher::default();
        trace.calls.hash(&mut hasher);
        let fits = self.letters.len() + trace.calls.len() <= MOST_LETTERS;
        if fits && self.known.insert(hasher.finish()) {
            self.letters.extend_from_slice(&trace.calls);
            self.ends.push(self.letters.len());
            self.is_stale = true;
        }
    }

    fn next_round(&mut self) {
        if std::mem::take(&mut self.is_stale) {
            let begins = std::iter::once(0).chain(self.ends.iter().copied());
            let sequences: Vec<&[u32]> = begins.zip(&self.ends).map(|(from, to)| &self.letters[from..*to]).collect();
            self.automaton = Automaton::learn(&sequences, self.longest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trace(calls: &[u8]) -> Trace {
        Trace { calls: calls.iter().map(|c| u32::from(*c)).collect(), ..Trace::default() }
    }

    #[test]
    fn a_shorter_accepted_prefix_is_newer() {
        let mut calls = (INFO.make)(&Setup { longest_gram: 3, ..Setup::default() });
        for run in [b"ABCDEA".as_slice(), b"ABA", b"ACDEBA"] {
            calls.learn(&trace(run));
        }
        assert_eq!(calls.bias(&trace(b"ABA")), 0.0, "not before the next round");
        calls.next_round();
        let order: Vec<f64> =
            [b"X".as_slice(), b"AXA", b"ABX", b"ABCDX", b"ABA"].map(|run| calls.bias(&trace(run))).to_vec();
        assert!(order.is_sorted_by(|a, b| a > b), "{order:?}");
        assert_eq!(order[0], 0.0);
        assert!((order[1] - 0.5f64.ln()).abs() < 1e-12 && (order[3] - 0.2f64.ln()).abs() < 1e-12);
        assert_eq!(calls.bias(&trace(b"ABCDEBCDEA")), calls.bias(&trace(b"")), "nothing new at all");
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let mut calls = Calls::new(2);
        for n in 0..(MOST_LETTERS as u32 / 1000 + 5) {
            let calls_of_run = vec![n; 1000];
            calls.learn(&Trace { calls: calls_of_run, ..Trace::default() });
        }
        assert!(calls.letters.len() <= MOST_LETTERS && calls.letters.len() > MOST_LETTERS - 1000);
        let kept = calls.letters.len();
        calls.learn(&Trace { calls: vec![1; 1000], ..Trace::default() });
        assert_eq!(calls.letters.len(), kept, "a sequence is kept once");
        calls.next_round();
        assert!((0..10).all(|n| calls.bias(&Trace { calls: vec![n; 1000], ..Trace::default() }) == NOTHING_NEW));
    }
}
