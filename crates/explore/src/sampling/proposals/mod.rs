//! Proposals: where a chain may go from an input.
//!
//! Adding one is a new file and its registration here: `mod`, and a line in `ALL`.
//!
//! *Invariant:* a symmetric proposal comes from `s` to `s′` exactly as likely as from `s′` to `s`. It may lead out of the
//! domain: the chain then stays, which changes nothing about that. A mixture of such proposals, chosen without
//! looking at the state, is symmetric too.

mod gibbs;

use super::domain::Domain;
use fastrand::Rng;

/// A proposal, as the command line and the documentation know it.
pub struct Info {
    pub name: &'static str,
    pub summary: &'static str,
    /// Where it comes from.
    pub paper: &'static str,
    /// Whether detailed balance holds with it.
    pub is_symmetric: bool,
    /// Nothing, if it has nothing to offer on this domain.
    pub make: fn(&Domain, &Setup) -> Option<Box<dyn Proposal>>,
}

/// What a proposal is made from.
#[derive(Clone, Copy, Debug, Default)]
pub struct Setup {
    /// All that a proposal draws before the first step comes from it.
    pub seed: u64,
    /// The paper's Δ: how far a variable may change in a linear domain; nothing for as far as the domain goes.
    pub delta: Option<i64>,
}

pub trait Proposal: Send {
    fn name(&self) -> &'static str;
    /// Adds what changes to `changes`, which is empty. `false` if there is nothing to propose this time.
    fn propose(&mut self, domain: &Domain, state: &[i64], rng: &mut Rng, changes: &mut Changes) -> bool;
    /// How likely it is that `to` is proposed from `from`; for tests on small domains. Both are members of the domain
    /// and differ. Nothing, if the proposal cannot know.
    fn probability(&self, domain: &Domain, from: &[i64], to: &[i64]) -> Option<f64>;
}

pub static ALL: &[&Info] = &[&gibbs::INFO];

pub fn find(name: &str) -> Option<&'static Info> {
    ALL.iter().find(|info| info.name == name).copied()
}

/// Several, each with its share.
#[derive(Default)]
pub struct Proposals {
    all: Vec<(Box<dyn Proposal>, u32)>,
    total: u32,
}

impl Proposals {
    /// Those that have something to offer on this domain, with their shares. It may be that none has.
    pub fn new(chosen: &[(&'static Info, u32)], domain: &Domain, setup: &Setup) -> Proposals {
        let mut proposals = Proposals::default();
        for (info, share) in chosen {
            if let Some(made) = (info.make)(domain, setup) {
                proposals.add(made, *share);
            }
        }
        proposals
    }

    pub fn add(&mut self, proposal: Box<dyn Proposal>, share: u32) {
        self.total += share;
        self.all.push((proposal, share));
    }

    pub fn is_empty(&self) -> bool {
        self.total == 0
    }

    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.all.iter().map(|(proposal, _)| proposal.name())
    }

    pub fn propose(&mut self, domain: &Domain, state: &[i64], rng: &mut Rng, changes: &mut Changes) -> bool {
        if self.total == 0 {
            return false;
        }
        let mut ticket = rng.u32(..self.total);
        for (proposal, share) in &mut self.all {
            if ticket < *share {
                return proposal.propose(domain, state, rng, changes);
            }
            ticket -= *share;
        }
        false
    }

    /// See [`Proposal::probability`].
    pub fn probability(&self, domain: &Domain, from: &[i64], to: &[i64]) -> Option<f64> {
        let total = f64::from(self.total);
        self.all.iter().try_fold(0.0, |sum, (proposal, share)| {
            Some(sum + f64::from(*share) / total * proposal.probability(domain, from, to)?)
        })
    }
}

/// What a proposal changes: variables and values, at most once each.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    all: Vec<(u32, i64)>,
}

impl Changes {
    pub fn clear(&mut self) {
        self.all.clear();
    }

    pub fn set(&mut self, variable: usize, value: i64) {
        self.all.push((variable as u32, value));
    }

    pub fn iter(&self) -> impl Iterator<Item = (usize, i64)> {
        self.all.iter().map(|&(variable, value)| (variable as usize, value))
    }

    /// Puts the new values into the state and keeps the old ones. Whether that changed something, and the result is in
    /// the domain.
    pub(super) fn swap(&mut self, state: &mut [i64], domain: &Domain) -> bool {
        let mut differs = false;
        let mut inside = true;
        for (variable, value) in &mut self.all {
            let at = *variable as usize;
            differs |= state[at] != *value;
            inside &= domain.variables[at].contains(*value);
            std::mem::swap(&mut state[at], value);
        }
        differs && inside && domain.contains_member_of_box(state)
    }

    /// Undoes it, the last first.
    pub(super) fn swap_back(&mut self, state: &mut [i64]) {
        for (variable, value) in self.all.iter_mut().rev() {
            std::mem::swap(&mut state[*variable as usize], value);
        }
    }
}

/// The one variable in which two states differ, if there is only one.
fn only_difference(from: &[i64], to: &[i64]) -> Option<usize> {
    let mut all = from.iter().zip(to).enumerate().filter(|(_, (a, b))| a != b).map(|(at, _)| at);
    let first = all.next()?;
    all.next().is_none().then_some(first)
}
