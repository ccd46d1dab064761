//! Proposals: where a chain may go from an input.
//!
//! Adding one is a new file and its registration here: `mod`, and a line in `ALL`.
//!
//! *Invariant:* a symmetric proposal comes from `s` to `s′` exactly as likely as from `s′` to `s`. It may lead out of the
//! domain: the chain then stays, which changes nothing about that. A mixture of such proposals, chosen without
//! looking at the state, is symmetric too.

mod bits;
mod gibbs;
mod linear;
mod objective;
mod pairs;
mod powers;
mod redraw;
mod rejection;
mod swap;
mod turn;

use super::domain::{Domain, Variable};
use fastrand::Rng;

/// A proposal, as the command line and the documentation know it.
pub struct Info {
    pub name: &'static str,
    pub summary: &'static str,
    /// Where it comes from.
    pub paper: &'static str,
    /// Whether detailed balance holds with it.
    pub is_symmetric: bool,
    /// How many of the usual proposals on such a domain are of this kind; 0 if only who asks for it gets it.
    pub share: fn(&Domain) -> u32,
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

pub static ALL: &[&Info] = &[
    &gibbs::INFO,
    &powers::INFO,
    &bits::INFO,
    &redraw::INFO,
    &pairs::INFO,
    &swap::INFO,
    &turn::INFO,
    &linear::INFO,
    &objective::INFO,
    &rejection::INFO,
];

pub fn find(name: &str) -> Option<&'static Info> {
    ALL.iter().find(|info| info.name == name).copied()
}

/// What suits a domain, with shares. All are symmetric.
pub fn usual(domain: &Domain) -> Vec<(&'static Info, u32)> {
    let shares = ALL.iter().map(|info| (*info, (info.share)(domain)));
    shares.filter(|(info, share)| info.is_symmetric && *share > 0).collect()
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

/// Bits that it takes to count the values of a variable from 0.
fn bits(range: Variable) -> u32 {
    u128::BITS - (range.size() - 1).leading_zeros()
}

fn if_any_varies(domain: &Domain, make: impl FnOnce() -> Box<dyn Proposal>) -> Option<Box<dyn Proposal>> {
    domain.variables.iter().any(|range| range.size() > 1).then(make)
}

#[cfg(test)]
mod tests {
    use super::super::domain::Linear;
    use super::*;

    /// A file that exists but is not registered could never be chosen.
    #[test]
    fn every_file_is_registered() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/sampling/proposals");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .expect("the folder of the proposals")
            .map(|e| e.expect("an entry").file_name().to_string_lossy().replace(".rs", "").replace('_', "-"))
            .filter(|name| name != "mod")
            .collect();
        files.sort();
        let mut names: Vec<String> = ALL.iter().map(|s| s.name.to_string()).collect();
        names.sort();
        assert_eq!(files, names);
    }

    #[test]
    fn every_proposal_says_what_it_is() {
        for info in ALL {
            assert!(info.name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{}", info.name);
            assert!(!info.summary.is_empty() && !info.paper.is_empty(), "{}", info.name);
            assert!(find(info.name).is_some_and(|found| std::ptr::eq(found, *info)), "{}", info.name);
        }
        assert!(find("nonsense").is_none());
    }

    #[test]
    fn the_usual_proposals_suit_the_domain() {
        let has = |domain: &Domain, name: &str| usual(domain).iter().any(|(info, _)| info.name == name);
        let mut domain = Domain::of_box(vec![Variable::new(0, 9); 3]);
        assert!(has(&domain, "gibbs") && !has(&domain, "linear") && !has(&domain, "rejection"));
        domain.also = Some(std::sync::Arc::new(|state| state[0] != 3));
        assert!(has(&domain, "rejection") && !has(&domain, "linear"));
        domain.linear.push(Linear { terms: vec![(0, 1)], bound: 3 });
        assert!(has(&domain, "rejection") && has(&domain, "linear") && !has(&domain, "objective"));
    }

    #[test]
    fn nothing_is_offered_where_nothing_can_change() {
        let fixed = Domain::of_box(vec![Variable::new(3, 3)]);
        for domain in [fixed, Domain::default()] {
            let chosen: Vec<(&Info, u32)> = ALL.iter().map(|info| (*info, 1)).collect();
            let mut proposals = Proposals::new(&chosen, &domain, &Setup::default());
            assert!(proposals.is_empty(), "{:?}", proposals.names().collect::<Vec<_>>());
            let state = vec![3; domain.variables.len()];
            assert!(!proposals.propose(&domain, &state, &mut Rng::with_seed(0), &mut Changes::default()));
        }
    }

    #[test]
    fn changes_are_undone_even_if_a_variable_changes_twice() {
        let domain = Domain::of_box(vec![Variable::new(0, 9); 2]);
        let mut changes = Changes::default();
        [(0, 5), (1, 6), (0, 7), (1, 10)].iter().for_each(|(variable, value)| changes.set(*variable, *value));
        let mut state = vec![1, 2];
        assert!(!changes.swap(&mut state, &domain), "10 is outside");
        assert_eq!(state, [7, 10]);
        changes.swap_back(&mut state);
        assert_eq!(state, [1, 2]);
    }
}
