//! Detailed balance, on domains that are small enough to look at every pair of inputs.

use super::all_members;
use super::domain::{Domain, Linear, Variable};
use super::proposals::{self, Changes, Info, Proposal, Proposals, Setup};
use super::sampler::{Chain, Chains, Step};
use fastrand::Rng;
use std::collections::HashMap;
use std::sync::Arc;

fn of_box(ranges: &[(i64, i64)]) -> Domain {
    Domain::of_box(ranges.iter().map(|(least, most)| Variable::new(*least, *most)).collect())
}

/// The paper's x1 + 2·x2 = 0.
fn papers_line() -> Domain {
    let mut domain = of_box(&[(-10, 10), (-10, 10)]);
    domain.linear.extend(Linear::equation(&[(0, 1), (1, 2)], 0).expect("small numbers"));
    domain
}

/// x + y + z = 6 with an inequality and a hole.
fn plane() -> Domain {
    let mut domain = of_box(&[(0, 4), (0, 4), (0, 4)]);
    domain.linear.extend(Linear::equation(&[(0, 1), (1, 1), (2, 1)], 6).expect("small numbers"));
    domain.linear.push(Linear { terms: vec![(0, 2), (2, -1)], bound: 4 });
    domain.also = Some(Arc::new(|state| state != [1, 3, 2]));
    domain
}

fn domains() -> Vec<Domain> {
    let mut triangle = of_box(&[(0, 3), (-2, 2)]);
    triangle.linear.push(Linear { terms: vec![(0, 1), (1, 1)], bound: 2 });
    let mut odd = of_box(&[(0, 2), (0, 2), (1, 3)]);
    odd.also = Some(Arc::new(|state| state.iter().sum::<i64>() % 3 != 0));
    vec![of_box(&[(0, 4), (-1, 1)]), of_box(&[(0, 1), (3, 3), (0, 2), (0, 2)]), triangle, odd, papers_line(), plane()]
}

fn one(info: &'static Info, domain: &Domain, delta: Option<i64>) -> Option<Box<dyn Proposal>> {
    (info.make)(domain, &Setup { delta, ..Setup::default() })
}

/// Draws that came to a member of the domain, by member.
fn drawn(
    proposal: &mut dyn Proposal,
    domain: &Domain,
    from: &[i64],
    draws: u32,
    rng: &mut Rng,
) -> HashMap<Vec<i64>, u32> {
    let mut counts = HashMap::new();
    let mut changes = Changes::default();
    let mut state = from.to_vec();
    for _ in 0..draws {
        changes.clear();
        if proposal.propose(domain, &state, rng, &mut changes) {
            if changes.swap(&mut state, domain) {
                *counts.entry(state.clone()).or_insert(0) += 1;
            }
            changes.swap_back(&mut state);
        }
        assert_eq!(state, from);
    }
    counts
}

/// The sum of squared deviations, in units of what chance makes of each, and how many there were.
fn chi_square(pairs: impl Iterator<Item = (f64, f64)>) -> (f64, u32) {
    pairs.fold((0.0, 0), |(sum, n), (found, expected)| (sum + (found - expected).powi(2) / expected, n + 1))
}

/// What a sum of so many squares exceeds by chance once in some twenty thousand times (Wilson and Hilferty).
fn limit(n: u32) -> f64 {
    let part = 2.0 / (9.0 * f64::from(n));
    f64::from(n) * (1.0 - part + 3.9 * part.sqrt()).powi(3)
}

#[test]
fn forwards_is_as_likely_as_backwards_and_is_what_is_drawn() {
    let mut rng = Rng::with_seed(20);
    let mut checked = 0;
    for (info, delta) in proposals::ALL.iter().flat_map(|info| [(info, None), (info, Some(3))]) {
        for domain in domains() {
            let Some(mut proposal) = one(info, &domain, delta) else { continue };
            let members = all_members(&domain);
            let known = |from: &[i64], to: &[i64]| proposal.probability(&domain, from, to);
            if known(&members[0], &members[1]).is_none() {
                continue;
            }
            let known = |from: &[i64], to: &[i64]| known(from, to).expect("as for the first");
            for from in &members {
                let others = || members.iter().filter(|to| *to != from);
                assert!(
                    others().all(|to| (known(from, to) - known(to, from)).abs() < 1e-12),
                    "{} {domain:?}",
                    info.name
                );
                assert!(others().map(|to| known(from, to)).sum::<f64>() < 1.0 + 1e-12, "{}", info.name);
            }
            let from = &members[rng.usize(..members.len())];
            let expected: Vec<(&Vec<i64>, f64)> =
                members.iter().filter(|to| *to != from).map(|to| (to, known(from, to) * 20_000.0)).collect();
            let found = drawn(&mut *proposal, &domain, from, 20_000, &mut rng);
            let count = |to: &Vec<i64>| f64::from(found.get(to).copied().unwrap_or(0));
            assert!(
                expected.iter().all(|(to, expected)| *expected > 0.0 || count(to) == 0.0),
                "{} {domain:?}",
                info.name
            );
            let pairs = expected.iter().filter(|(_, expected)| *expected > 0.0);
            let (sum, n) = chi_square(pairs.map(|(to, expected)| (count(to), *expected)));
            assert!(n == 0 || sum < limit(n), "{} {delta:?} {domain:?} from {from:?}: {sum} of {n}", info.name);
            checked += 1;
        }
    }
    assert!(checked > 60, "{checked}");
}

/// Where probabilities cannot be written down, draws both ways are counted.
#[test]
fn lines_through_a_plane_are_drawn_as_often_both_ways() {
    let (domain, mut rng) = (plane(), Rng::with_seed(21));
    let info = proposals::find("linear").expect("registered");
    for delta in [None, Some(2)] {
        let mut proposal = one(info, &domain, delta).expect("it has directions");
        let members = all_members(&domain);
        let counts: HashMap<&Vec<i64>, HashMap<Vec<i64>, u32>> =
            members.iter().map(|from| (from, drawn(&mut *proposal, &domain, from, 20_000, &mut rng))).collect();
        let count = |from: &Vec<i64>, to: &Vec<i64>| f64::from(counts[from].get(to).copied().unwrap_or(0));
        let mut pairs = vec![];
        for (at, from) in members.iter().enumerate() {
            for to in &members[at + 1..] {
                let both = count(from, to) + count(to, from);
                assert!(delta.is_some() || both > 0.0, "each is reached from each: {from:?} {to:?}");
                if both > 0.0 {
                    // The difference has the variance of the sum.
                    pairs.push((count(from, to) - count(to, from)).powi(2) / both);
                }
            }
        }
        let sum: f64 = pairs.iter().sum();
        assert!(sum < limit(pairs.len() as u32), "{delta:?}: {sum} of {}", pairs.len());
    }
}

#[test]
fn the_transition_matrix_keeps_the_bias() {
    for domain in domains() {
        let chosen: Vec<(&Info, u32)> = ["gibbs", "powers", "bits", "redraw", "swap"]
            .map(|name| proposals::find(name).expect("registered"))
            .into_iter()
            .zip(1..)
            .collect();
        let mixed = Proposals::new(&chosen, &domain, &Setup::default());
        let members = all_members(&domain);
        let bias: Vec<f64> = members.iter().map(|state| log_bias(state).exp()).collect();
        let mut after = vec![0.0; members.len()];
        for (s, from) in members.iter().enumerate() {
            let mut stays = 1.0;
            for (t, to) in members.iter().enumerate().filter(|(t, _)| *t != s) {
                let moves = |a: usize, b: usize, from: &[i64], to: &[i64]| {
                    mixed.probability(&domain, from, to).expect("known") * (bias[b] / bias[a]).min(1.0)
                };
                let (forwards, backwards) = (moves(s, t, from, to), moves(t, s, to, from));
                assert!((bias[s] * forwards - bias[t] * backwards).abs() < 1e-12 * bias[s].max(bias[t]), "{domain:?}");
                after[t] += bias[s] * forwards;
                stays -= forwards;
            }
            after[s] += bias[s] * stays;
        }
        let close = |(after, bias): (&f64, &f64)| (after - bias).abs() < 1e-9 * bias;
        assert!(after.iter().zip(&bias).all(close), "a step leaves the distribution as it is");
    }
}

/// Hills and valleys, with ratios of up to some hundred.
fn log_bias(state: &[i64]) -> f64 {
    state.iter().zip([0.7, -0.4, 0.3, 0.9]).map(|(value, slope)| slope * *value as f64).sum::<f64>().clamp(-3.0, 3.0)
}

/// Whether a chain comes to each member in proportion to its bias, with these proposals.
fn assert_samples_the_bias(domain: &Domain, names: &[&str], seed: u64) {
    const SAMPLES: u32 = 20_000;
    const APART: u32 = 25;
    let chosen: Vec<(&Info, u32)> = names.iter().map(|name| (proposals::find(name).expect("registered"), 1)).collect();
    let mut mixed = Proposals::new(&chosen, domain, &Setup::default());
    let mut rng = Rng::with_seed(seed);
    let members = all_members(domain);
    let run = &mut |state: &[i64]| Some(log_bias(state));
    let mut chain = Chain::start(members[0].clone(), domain, run).expect("a member");
    let mut found: HashMap<Vec<i64>, u32> = HashMap::new();
    for _ in 0..SAMPLES {
        // Neighbours in time are alike; those further apart are nearly independent.
        (0..APART).for_each(|_| _ = chain.step(domain, &mut mixed, &mut rng, run));
        assert_eq!(chain.log_bias, log_bias(&chain.state));
        *found.entry(chain.state.clone()).or_insert(0) += 1;
    }
    assert_eq!(chain.counts.steps(), u64::from(SAMPLES * APART));
    let total: f64 = members.iter().map(|state| log_bias(state).exp()).sum();
    let expected = |state: &Vec<i64>| f64::from(SAMPLES) * log_bias(state).exp() / total;
    let count = |state: &Vec<i64>| f64::from(found.get(state).copied().unwrap_or(0));
    let (sum, n) = chi_square(members.iter().map(|state| (count(state), expected(state))));
    assert!(found.keys().all(|state| domain.contains(state)));
    assert!(sum < limit(n - 1), "{names:?} {domain:?}: {sum} of {n}");
}

#[test]
fn samples_are_in_proportion_to_the_bias() {
    let small = of_box(&[(0, 4), (-1, 1)]);
    assert_samples_the_bias(&small, &["gibbs"], 1);
    assert_samples_the_bias(&small, &["gibbs", "powers", "bits", "redraw", "swap"], 2);
    assert_samples_the_bias(&of_box(&[(0, 2), (0, 2), (1, 3)]), &["turn", "gibbs", "swap", "pairs"], 3);
    assert_samples_the_bias(&papers_line(), &["linear"], 4);
    assert_samples_the_bias(&papers_line(), &["rejection", "gibbs"], 5);
    assert_samples_the_bias(&plane(), &["linear"], 6);
    assert_samples_the_bias(&plane(), &["linear", "swap", "rejection"], 7);
}

#[test]
fn gibbs_steps_are_stuck_on_the_papers_line_and_lines_are_not() {
    let domain = papers_line();
    let run = &mut |_: &[i64]| Some(0.0);
    for (name, reached) in [("gibbs", 1), ("linear", 11)] {
        let mut proposals =
            Proposals::new(&[(proposals::find(name).expect("registered"), 1)], &domain, &Setup::default());
        let mut chain = Chain::start(vec![0, 0], &domain, run).expect("a member");
        let mut rng = Rng::with_seed(9);
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..1000 {
            chain.step(&domain, &mut proposals, &mut rng, run);
            seen.insert(chain.state.clone());
        }
        assert_eq!(seen.len(), reached, "{name}");
    }
}

/// The paper's own proposal says that it is not symmetric, and on the paper's line it is not: it never stays inside.
#[test]
fn corners_are_members_and_nothing_else_is_proposed() {
    let domain = papers_line();
    let info = proposals::find("objective").expect("registered");
    assert!(!info.is_symmetric && proposals::ALL.iter().filter(|info| !info.is_symmetric).count() == 1);
    let mut proposal = one(info, &domain, Some(4)).expect("there are inequalities");
    let mut rng = Rng::with_seed(10);
    for (from, corners) in [([0, 0], [[-4, 2], [4, -2]]), ([8, -4], [[4, -2], [10, -5]])] {
        let found = drawn(&mut *proposal, &domain, &from, 60, &mut rng);
        assert!(corners.iter().all(|corner| found[&corner.to_vec()] > 10), "{from:?} {found:?}");
        assert_eq!(found.len(), 2, "{found:?}");
    }
}

#[test]
fn the_ends_of_a_range_are_neighbours() {
    let domain = of_box(&[(-3, 2)]);
    let gibbs = one(proposals::find("gibbs").expect("registered"), &domain, None).expect("it varies");
    for (from, to, probability) in [(2, -3, 0.5), (-3, 2, 0.5), (2, 1, 0.5), (2, 0, 0.0)] {
        assert_eq!(gibbs.probability(&domain, &[from], &[to]), Some(probability), "{from} {to}");
    }
    assert_samples_the_bias(&domain, &["gibbs"], 11);
}

#[test]
fn what_an_assumption_excludes_is_never_entered() {
    let domain = of_box(&[(0, 9)]);
    let run = &mut |state: &[i64]| (state[0] % 4 != 2).then_some(0.0);
    assert!(Chain::start(vec![2], &domain, run).is_none() && Chain::start(vec![10], &domain, run).is_none());
    let mut chains = Chains::start([vec![2], vec![3], vec![8], vec![11]], &domain, run);
    assert_eq!(chains.all.len(), 2);
    let mut gibbs = Proposals::new(&[(proposals::find("gibbs").expect("registered"), 1)], &domain, &Setup::default());
    let mut rng = Rng::with_seed(12);
    let mut seen = [[0; 10]; 2];
    for turn in 0..2000 {
        let (chain, step) = chains.step(&domain, &mut gibbs, &mut rng, run).expect("there are chains");
        assert_eq!(chain, turn % 2);
        assert_ne!(step, Step::Rejected, "all others are as good");
        seen[chain][chains.all[chain].state[0] as usize] += 1;
    }
    let reached = seen.map(|seen| (0..10).filter(|value| seen[*value] > 0).collect::<Vec<_>>());
    assert_eq!(reached, [vec![3, 4, 5], vec![0, 1, 7, 8, 9]]);
    assert!(chains.all.iter().all(|chain| chain.counts.excluded > 100));
    chains.renew(&mut |state| (state[0] < 6).then_some(-1.0));
    assert!(chains.all.iter().all(|chain| chain.log_bias == -1.0 && chain.state[0] < 6) && !chains.all.is_empty());
}

#[test]
fn same_seed_same_chain() {
    let domain = plane();
    let chosen: Vec<(&Info, u32)> = proposals::ALL.iter().map(|info| (*info, 1)).collect();
    let walk = |seed: u64| {
        let mut mixed = Proposals::new(&chosen, &domain, &Setup::default());
        let run = &mut |state: &[i64]| Some(log_bias(state));
        let mut rng = Rng::with_seed(seed);
        let mut chain = Chain::start(vec![2, 2, 2], &domain, run).expect("a member");
        let steps = (0..300).map(|_| (chain.step(&domain, &mut mixed, &mut rng, run), chain.state.clone()));
        steps.collect::<Vec<_>>()
    };
    assert_eq!(walk(1), walk(1));
    assert_ne!(walk(1), walk(2));
}
