//! The paper's example 3.1: x·y = 210 with x in [-100, 100] and y in [0, 10], found by sampling.
//!
//! Five of the 2,211 inputs fail, so chance needs some 300 runs. The paper shows that samples cluster around them; that
//! holds for its Gibbs steps here too. But steps of one have to walk through the whole range to come there first, and
//! need no fewer runs than chance does in so small a space. With longer steps beside them they do.

use super::domain::{Domain, Variable};
use super::learners::{self, DistanceForm, Learners};
use super::proposals::{self, Proposals, Setup};
use super::sampler::Chain;
use super::trace::Trace;
use fastrand::Rng;

/// Samples of one run.
const MOST: u32 = 20_000;

const MIXED: [&str; 3] = ["gibbs", "powers", "redraw"];

fn domain(wide: i64) -> Domain {
    Domain::of_box(vec![Variable::new(-100 * wide, 100 * wide), Variable::new(0, 10 * wide)])
}

fn learner(distance: DistanceForm) -> Learners {
    let setup = learners::Setup { violations: 1, distance, ..learners::Setup::default() };
    Learners::new(&[learners::find("distance").expect("registered")], &setup)
}

struct Found {
    /// Inputs that were run until the assertion failed, the first included.
    runs: u32,
    /// The share of samples with a product within 10 of 210.
    near: f64,
}

fn by_chain(names: &[&str], distance: DistanceForm, wide: i64, seed: u64) -> Found {
    let (domain, learner, mut rng) = (domain(wide), learner(distance), Rng::with_seed(seed));
    let chosen: Vec<_> = names.iter().map(|name| (proposals::find(name).expect("registered"), 1)).collect();
    let mut proposals = Proposals::new(&chosen, &domain, &Setup::default());
    let (mut runs, mut found) = (0, None);
    let mut trace = Trace::default();
    let run = &mut |state: &[i64]| {
        let distance = (state[0] * state[1] - 210).abs();
        runs += 1;
        found = found.or((distance == 0).then_some(runs));
        trace.clear();
        trace.near.push((0, distance as f64));
        Some(learner.bias(&trace))
    };
    let start = domain.variables.iter().map(|range| rng.i64(range.least..=range.most)).collect();
    let mut chain = Chain::start(start, &domain, run).expect("a member");
    let mut near = 0;
    for _ in 0..MOST {
        chain.step(&domain, &mut proposals, &mut rng, run);
        near += u32::from((chain.state[0] * chain.state[1] - 210).abs() <= 10);
    }
    Found { runs: found.unwrap_or(MOST), near: f64::from(near) / f64::from(MOST) }
}

fn by_chance(seed: u64) -> Found {
    let (domain, mut rng) = (domain(1), Rng::with_seed(seed));
    let mut draw = |at: usize| rng.i64(domain.variables[at].least..=domain.variables[at].most);
    let products: Vec<i64> = (0..MOST).map(|_| draw(0) * draw(1)).collect();
    let runs = products.iter().position(|product| *product == 210).map_or(MOST, |at| at as u32 + 1);
    let near = products.iter().filter(|product| (**product - 210).abs() <= 10).count();
    Found { runs, near: near as f64 / f64::from(MOST) }
}

/// The medians of 50 seeds.
fn medians(of: impl Fn(u64) -> Found) -> Found {
    let (mut runs, mut near): (Vec<u32>, Vec<f64>) = (0..50).map(of).map(|found| (found.runs, found.near)).unzip();
    runs.sort_unstable();
    near.sort_unstable_by(f64::total_cmp);
    Found { runs: runs[25], near: near[25] }
}

#[test]
fn sampling_needs_far_fewer_runs_than_chance() {
    let chance = medians(by_chance);
    let mixed = medians(|seed| by_chain(&MIXED, DistanceForm::PAPER, 1, seed));
    assert!(chance.runs > 200 && mixed.runs * 3 < chance.runs, "{} {}", mixed.runs, chance.runs);
    assert!(chance.near < 0.05 && mixed.near > 0.5, "{} {}", mixed.near, chance.near);
}

#[test]
fn samples_cluster_around_what_is_looked_for() {
    let gibbs = medians(|seed| by_chain(&["gibbs"], DistanceForm::PAPER, 1, seed));
    assert!(gibbs.runs < MOST && gibbs.near > 0.5, "{} {}", gibbs.runs, gibbs.near);
}

/// 16 of 20 million inputs fail: chance would need some 900,000 runs.
#[test]
fn a_hundred_times_as_many_values_each_are_no_obstacle() {
    for distance in [DistanceForm::PAPER, DistanceForm::default()] {
        let mixed = medians(|seed| by_chain(&MIXED, distance, 100, seed));
        assert!(mixed.runs < 1_000, "{distance:?} {}", mixed.runs);
    }
}

/// Four bytes compared one after the other, behind a branch that nothing can take: one input of 2^32 passes them all.
/// Chains begin where a run came nearest to a side that was not taken.
#[test]
fn comparisons_in_a_row_are_met_one_by_one() {
    let domain = Domain::of_box(vec![Variable::new(0, 255); 8]);
    let setup = learners::Setup { edges: 10, ..learners::Setup::default() };
    let needed = |seed: u64| {
        let (mut learners, mut rng) = (Learners::new(learners::ALL, &setup), Rng::with_seed(seed));
        let mut proposals = Proposals::new(&proposals::usual(&domain), &domain, &Setup::default());
        let (mut trace, mut nearest, mut runs, mut found) = (Trace::default(), vec![0; 8], 0, None);
        while found.is_none() && runs < 100_000 {
            let start = nearest.clone();
            let run = &mut |state: &[i64]| {
                compare(state, &mut trace);
                runs += 1;
                found = found.or(trace.visits.contains(&(8, 4)).then_some(runs));
                if learners.nearer(&trace).is_some() {
                    nearest = state.to_vec();
                }
                let bias = learners.bias(&trace);
                learners.learn(&trace);
                Some(bias)
            };
            let mut chain = Chain::start(start, &domain, run).expect("a member");
            (0..500).for_each(|_| _ = chain.step(&domain, &mut proposals, &mut rng, run));
            learners.next_round();
        }
        found.unwrap_or(runs)
    };
    let mut all: Vec<u32> = (0..20).map(needed).collect();
    all.sort_unstable();
    assert!(all[10] < 10_000 && all[19] < 100_000, "{all:?}");
}

/// Side 2n of branch n is where it holds, and 2n + 1 where it does not.
fn compare(state: &[i64], trace: &mut Trace) {
    trace.clear();
    let wanted = [(0, 1000), (2, 83), (3, 101), (5, 99), (6, 97)];
    for (branch, (at, value)) in (0u32..).zip(wanted) {
        let distance = (state[at] - value).abs();
        let holds = u32::from(distance == 0);
        trace.visits.push((2 * branch + 1 - holds, branch));
        trace.near.push((2 * branch + holds, if distance == 0 { 1.0 } else { distance as f64 }));
        trace.length = branch + 1;
        if branch > 0 && distance > 0 {
            return;
        }
    }
}
