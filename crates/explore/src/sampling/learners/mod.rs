//! Learners: what has been seen so far, and how new a run is beside it.
//!
//! Adding one is a new file and its registration here: `mod`, and a line in `ALL`.
//!
//! *Invariant:* what `learn` takes in has no effect on `bias` before `next_round`. Within a round the bias of an input
//! is one number, without which a chain would have no distribution to come to.

use secateur_vm::Trace;

/// A learner, as the command line and the documentation know it.
pub struct Info {
    pub name: &'static str,
    pub summary: &'static str,
    /// Where it comes from.
    pub paper: &'static str,
    pub make: fn(&Setup) -> Box<dyn Learner>,
}

pub trait Learner: Send {
    fn name(&self) -> &'static str;
    /// The natural logarithm of how much a run is wanted, beside what earlier rounds showed. Finite.
    fn bias(&self, trace: &Trace) -> f64;
    /// Takes note of a run, for the next round.
    fn learn(&mut self, trace: &Trace);
    /// What was learnt counts from now on.
    fn next_round(&mut self);
}

/// What a learner is made from. Tables grow when larger numbers come, so the sizes are only there to begin with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Setup {
    /// Sides of branches. In [`Trace::near`], numbers from here on are violations.
    pub edges: u32,
    pub violations: u32,
    /// Observed points.
    pub points: u32,
}

pub static ALL: &[&Info] = &[];

pub fn find(name: &str) -> Option<&'static Info> {
    ALL.iter().find(|info| info.name == name).copied()
}

/// Those that are switched on. Their biases are multiplied.
#[derive(Default)]
pub struct Learners {
    pub all: Vec<Box<dyn Learner>>,
}

impl Learners {
    pub fn new(infos: &[&'static Info], setup: &Setup) -> Learners {
        Learners { all: infos.iter().map(|info| (info.make)(setup)).collect() }
    }

    /// The logarithm of the product.
    pub fn bias(&self, trace: &Trace) -> f64 {
        self.all.iter().map(|learner| learner.bias(trace)).sum()
    }

    pub fn learn(&mut self, trace: &Trace) {
        self.all.iter_mut().for_each(|learner| learner.learn(trace));
    }

    pub fn next_round(&mut self) {
        self.all.iter_mut().for_each(|learner| learner.next_round());
    }
}
