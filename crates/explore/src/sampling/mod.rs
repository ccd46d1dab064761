//! Sampling: random runs, steered towards what has not been seen.
//!
//! A run leaves a [`Trace`]. Learners say how new it is, as a bias. A Markov chain over the inputs of a [`Domain`] then
//! comes to each input in proportion to its bias (Sankaranarayanan, Chang, Jiang, Ivančić: State Space Exploration
//! using Feedback Constraint Generation and Monte-Carlo Sampling, ESEC/FSE 2007).
//!
//! *Invariant:* what is in `domain`, `boxes`, `learners`, `proposals` and `sampler` knows no program and no machine,
//! only numbers.
//! *Invariant:* nothing is allocated for a step once buffers have grown.

mod away;
#[cfg(test)]
mod balance;
pub mod boxes;
pub mod constraints;
pub mod domain;
#[cfg(test)]
mod example;
mod goals;
pub mod hard;
pub mod lattice;
pub mod layout;
pub mod learners;
mod mutate;
mod news;
mod pieces;
mod processor;
pub mod proposals;
mod repair;
pub mod rounds;
pub mod sampler;
pub mod simplex;
pub mod simulator;
mod starts;
mod tape;
/// What a run shows is noted by the machine.
pub mod trace {
    pub use secateur_vm::{RunOutcome, Trace};
}
mod turns;
mod words;

pub use domain::{Domain, Linear, Variable};
pub use learners::{Learner, Learners};
pub use proposals::{Proposal, Proposals};
pub use rounds::Sampling;
pub use sampler::{Chain, Chains, Step};
pub use simulator::Simulator;
pub use trace::{RunOutcome, Trace};

/// All members of a small domain, in order.
#[cfg(test)]
fn all_members(domain: &Domain) -> Vec<Vec<i64>> {
    let mut all = vec![vec![]];
    for range in &domain.variables {
        all = all
            .into_iter()
            .flat_map(|state: Vec<i64>| (range.least..=range.most).map(move |value| [&state[..], &[value]].concat()))
            .collect();
    }
    all.retain(|state| domain.contains(state));
    all
}
