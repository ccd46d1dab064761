//! Metropolis–Hastings: a chain of inputs that comes to each in proportion to its bias.
//!
//! A step proposes a neighbour and runs it. It becomes the state if a random number of [0, 1) is below the ratio of the
//! biases; biases are logarithms, so the ratio is a difference. Proposals are as likely forwards as backwards, which
//! with this rule gives detailed balance: π(s)·P(s→s′) = π(s′)·P(s′→s), where π is the bias. The paper's algorithm 1
//! adds to its samples only what was accepted; its theorem needs what every text on the algorithm counts, the state
//! after each step, and so does whoever counts here.
//!
//! Inputs outside of the domain, and runs that an assumption excludes, have the bias 0 and are never entered.

use super::domain::Domain;
use super::proposals::{Changes, Proposals};
use fastrand::Rng;

/// What became of a proposal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// It was run, and is the state now.
    Accepted,
    /// It was run, and the state is what it was.
    Rejected,
    /// It was run, and an assumption did not hold.
    Excluded,
    /// It was not run: nothing was proposed, what the state is already, or what is outside of the domain.
    Stayed,
}

/// How often each happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StepCounts {
    pub accepted: u64,
    pub rejected: u64,
    pub excluded: u64,
    pub stayed: u64,
}

impl StepCounts {
    fn add(&mut self, step: Step) {
        match step {
            Step::Accepted => self.accepted += 1,
            Step::Rejected => self.rejected += 1,
            Step::Excluded => self.excluded += 1,
            Step::Stayed => self.stayed += 1,
        }
    }

    pub fn steps(&self) -> u64 {
        self.accepted + self.rejected + self.excluded + self.stayed
    }
}

#[derive(Clone, Debug)]
pub struct Chain {
    /// *Invariant:* a member of the domain.
    pub state: Vec<i64>,
    /// The natural logarithm of the state's bias.
    /// *Invariant:* what `run` said of the state, and finite.
    pub log_bias: f64,
    pub counts: StepCounts,
    /// What is proposed, and after the step what to write back.
    changes: Changes,
}

impl Chain {
    /// A chain that begins here; nothing if this is outside of the domain or excluded.
    pub fn start(state: Vec<i64>, domain: &Domain, run: &mut impl FnMut(&[i64]) -> Option<f64>) -> Option<Chain> {
        if !domain.contains(&state) {
            return None;
        }
        let log_bias = run(&state)?;
        Some(Chain { state, log_bias, counts: StepCounts::default(), changes: Changes::default() })
    }

    /// One step. `run` gives the logarithm of an input's bias, or nothing if an assumption excludes it.
    pub fn step(
        &mut self,
        domain: &Domain,
        proposals: &mut Proposals,
        rng: &mut Rng,
        run: &mut impl FnMut(&[i64]) -> Option<f64>,
    ) -> Step {
        let step = self.try_step(domain, proposals, rng, run);
        self.counts.add(step);
        step
    }

    fn try_step(
        &mut self,
        domain: &Domain,
        proposals: &mut Proposals,
        rng: &mut Rng,
        run: &mut impl FnMut(&[i64]) -> Option<f64>,
    ) -> Step {
        self.changes.clear();
        if !proposals.propose(domain, &self.state, rng, &mut self.changes) {
            return Step::Stayed;
        }
        if !self.changes.swap(&mut self.state, domain) {
            self.changes.swap_back(&mut self.state);
            return Step::Stayed;
        }
        let Some(log_bias) = run(&self.state) else {
            self.changes.swap_back(&mut self.state);
            return Step::Excluded;
        };
        debug_assert!(log_bias.is_finite(), "a bias is above 0 and finite");
        if rng.f64() < (log_bias - self.log_bias).exp() {
            self.log_bias = log_bias;
            return Step::Accepted;
        }
        self.changes.swap_back(&mut self.state);
        Step::Rejected
    }

    /// Asks for the bias of the state again, after learners have changed theirs. `false` if it is excluded now, which
    /// no deterministic program does; the bias then stays.
    pub fn renew(&mut self, run: &mut impl FnMut(&[i64]) -> Option<f64>) -> bool {
        let log_bias = run(&self.state);
        self.log_bias = log_bias.unwrap_or(self.log_bias);
        log_bias.is_some()
    }
}

/// Several chains over one domain, which take turns.
#[derive(Clone, Debug, Default)]
pub struct Chains {
    pub all: Vec<Chain>,
    next: usize,
}

impl Chains {
    /// One from each start point that can be one.
    pub fn start(
        starts: impl IntoIterator<Item = Vec<i64>>,
        domain: &Domain,
        run: &mut impl FnMut(&[i64]) -> Option<f64>,
    ) -> Chains {
        let all = starts.into_iter().filter_map(|state| Chain::start(state, domain, run)).collect();
        Chains { all, next: 0 }
    }

    /// One more step of the next chain; which one, and what became of it. Nothing if there is no chain.
    pub fn step(
        &mut self,
        domain: &Domain,
        proposals: &mut Proposals,
        rng: &mut Rng,
        run: &mut impl FnMut(&[i64]) -> Option<f64>,
    ) -> Option<(usize, Step)> {
        let at = self.next;
        let step = self.all.get_mut(at)?.step(domain, proposals, rng, run);
        self.next = (at + 1) % self.all.len();
        Some((at, step))
    }

    /// See [`Chain::renew`]. Chains whose state is excluded go.
    pub fn renew(&mut self, run: &mut impl FnMut(&[i64]) -> Option<f64>) {
        self.all.retain_mut(|chain| chain.renew(run));
        self.next = 0;
    }
}
