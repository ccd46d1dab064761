//! Distance: runs that come near to what no run has done yet, a violation or the other side of a branch.
//!
//! For one such goal at distance e the paper has 0.5^|e|, or 100 within a threshold T that narrows round by round;
//! example 3.1 has the slower base 0.9. *Plain* is this. The threshold is half of the least distance of earlier rounds,
//! and 0 before there was one.
//!
//! A run meets many goals, and the paper does not say how they add up. With *plain* weights the bias is the sum over
//! those that are open; the nearest then is the only one that counts, and one that can never be reached hides all
//! others. The default, *relative*, is a product instead, as the paper combines biases. A goal that is met multiplies the
//! bias by how much nearer the run came than the furthest of earlier rounds, so one whose distance never changes makes
//! no difference, and a run that does not meet a goal is a little worse than the furthest that does. Within the
//! threshold it is 100 times as much.
//!
//! Distances are taken as they are, or by their number of bits. By bits each goal is an attractor of its own, because the
//! slope is steepest next to it, and 32-bit comparisons are not a cliff.

use super::{Info, Learner, Setup};
use crate::sampling::trace::Trace;

pub static INFO: Info = Info {
    name: "distance",
    summary: "nearness to violations and to sides of branches that were not taken",
    paper: "Sankaranarayanan, Chang, Jiang, Ivančić (ESEC/FSE 2007), section 3 and example 3.1",
    make: |setup: &Setup| Box::new(Distance::new(setup)),
};

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Form {
    pub weight: Weight,
    pub scale: Scale,
    /// What one more, in the scale, multiplies the bias with.
    /// *Invariant:* above 0 and below 1.
    pub base: f64,
}

impl Default for Form {
    fn default() -> Form {
        Form { weight: Weight::Relative, scale: Scale::Bits, base: 1.0 / 256.0 }
    }
}

impl Form {
    /// As in example 3.1.
    pub const PAPER: Form = Form { weight: Weight::Plain, scale: Scale::Plain, base: 0.9 };
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weight {
    Plain,
    Relative,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    Plain,
    /// log2(1 + distance)
    Bits,
}

impl Scale {
    fn of(self, distance: f64) -> f64 {
        match self {
            Scale::Plain => distance.min(FAR),
            Scale::Bits => (1.0 + distance.min(FAR)).log2(),
        }
    }
}

/// Nothing is further away than two numbers of 64 bits.
const FAR: f64 = 18_446_744_073_709_551_616.0;

/// What being within the threshold is worth.
const REWARD: f64 = 100.0;

/// The logarithm of the plain bias of a run that meets nothing that is open.
const NOTHING_MET: f64 = -50.0;

/// Goals that no earlier round met have been this far away at most.
const UNKNOWN: f64 = 4_294_967_296.0;

#[derive(Clone, Copy, Debug)]
struct Goal {
    /// The least and the most distance in earlier rounds; infinite and negative if it was not met.
    best: f64,
    worst: f64,
    /// With this round.
    least: f64,
    most: f64,
    /// Whether it was reached, in an earlier round or at all.
    is_done: bool,
    is_reached: bool,
}

impl Goal {
    const NEW: Goal =
        Goal { best: f64::INFINITY, worst: -1.0, least: f64::INFINITY, most: -1.0, is_done: false, is_reached: false };

    fn is_within(&self, distance: f64) -> bool {
        let threshold = if self.best.is_finite() { (self.best / 2.0).floor() } else { 0.0 };
        distance <= threshold
    }

    /// The logarithm of the paper's function.
    fn plain(&self, distance: f64, form: &Form) -> f64 {
        if self.is_within(distance) { REWARD.ln() } else { form.base.ln() * form.scale.of(distance) }
    }

    /// The logarithm of what it multiplies the bias with.
    fn relative(&self, distance: f64, form: &Form) -> f64 {
        let furthest = form.scale.of(if self.worst < 0.0 { UNKNOWN } else { self.worst }) + 1.0;
        let reward = if self.is_within(distance) { REWARD.ln() } else { 0.0 };
        form.base.ln() * (form.scale.of(distance) - furthest) + reward
    }
}

struct Distance {
    form: Form,
    edges: u32,
    /// Sides of branches, and violations behind them.
    goals: Vec<Goal>,
}

impl Distance {
    fn new(setup: &Setup) -> Distance {
        let goals = vec![Goal::NEW; (setup.edges + setup.violations) as usize];
        Distance { form: setup.distance, edges: setup.edges, goals }
    }

    fn known(&self, number: u32) -> &Goal {
        self.goals.get(number as usize).unwrap_or(&Goal::NEW)
    }

    fn goal(&mut self, number: u32) -> &mut Goal {
        let at = number as usize;
        if at >= self.goals.len() {
            self.goals.resize(at + 1, Goal::NEW);
        }
        &mut self.goals[at]
    }
}

impl Learner for Distance {
    fn name(&self) -> &'static str {
        INFO.name
    }

    fn bias(&self, trace: &Trace) -> f64 {
        let met = trace.near.iter().map(|&(number, distance)| (self.known(number), distance));
        let open = met.filter(|(goal, _)| !goal.is_done);
        match self.form.weight {
            Weight::Relative => open.map(|(goal, distance)| goal.relative(distance, &self.form)).sum(),
            Weight::Plain => {
                let mut sum = LogSum::default();
                open.for_each(|(goal, distance)| sum.add(goal.plain(distance, &self.form)));
                sum.total().unwrap_or(NOTHING_MET)
            }
        }
    }

    fn learn(&mut self, trace: &Trace) {
        for &(edge, _) in &trace.visits {
            self.goal(edge).is_reached = true;
        }
        let edges = self.edges;
        for &(number, distance) in &trace.near {
            let goal = self.goal(number);
            goal.least = goal.least.min(distance);
            goal.most = goal.most.max(distance);
            goal.is_reached |= number >= edges && distance == 0.0;
        }
    }

    fn next_round(&mut self) {
        for goal in &mut self.goals {
            (goal.best, goal.worst, goal.is_done) = (goal.least, goal.most, goal.is_reached);
        }
    }

    fn nearer(&self, trace: &Trace) -> Option<u32> {
        let is_nearer = |&(number, distance): &(u32, f64)| {
            let goal = self.known(number);
            !goal.is_reached && distance < goal.least
        };
        trace.near.iter().copied().find(is_nearer).map(|(number, _)| number)
    }
}

/// A sum of numbers of which only the logarithms fit.
#[derive(Default)]
struct LogSum {
    /// The largest so far, and the sum in its unit.
    so_far: Option<(f64, f64)>,
}

impl LogSum {
    fn add(&mut self, log: f64) {
        self.so_far = Some(match self.so_far {
            None => (log, 1.0),
            Some((unit, sum)) if log <= unit => (unit, sum + (log - unit).exp()),
            Some((unit, sum)) => (log, sum * (unit - log).exp() + 1.0),
        });
    }

    fn total(&self) -> Option<f64> {
        self.so_far.map(|(unit, sum)| unit + sum.ln())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trace(visits: &[u32], near: &[(u32, f64)]) -> Trace {
        let visits: Vec<(u32, u32)> = visits.iter().copied().zip(0..).collect();
        Trace { length: visits.len() as u32, visits, near: near.to_vec(), ..Trace::default() }
    }

    fn learner(form: Form) -> Box<dyn Learner> {
        (INFO.make)(&Setup { edges: 4, violations: 2, distance: form, ..Setup::default() })
    }

    fn value(learner: &dyn Learner, near: &[(u32, f64)]) -> f64 {
        learner.bias(&trace(&[], near)).exp()
    }

    fn same(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-9 * b.abs()
    }

    #[test]
    fn the_papers_form_for_one_goal() {
        let mut distance = learner(Form { base: 0.5, ..Form::PAPER });
        assert!(same(value(&*distance, &[(4, 3.0)]), 0.125));
        assert!(same(value(&*distance, &[(4, 0.0)]), 100.0));
        let mut thresholds = vec![];
        for least in [20.0, 9.0, 11.0, 3.0] {
            distance.learn(&trace(&[], &[(4, least)]));
            distance.next_round();
            thresholds.push((0..50).filter(|&e| same(value(&*distance, &[(4, f64::from(e))]), 100.0)).max());
        }
        assert_eq!(thresholds, [Some(10), Some(4), Some(4), Some(1)], "narrower with each nearer run");
        assert!(same(value(&*distance, &[(4, 2.0)]), 0.25));
    }

    #[test]
    fn what_was_reached_is_no_goal_any_more() {
        for form in [Form::PAPER, Form::default()] {
            let mut distance = learner(form);
            distance.learn(&trace(&[1], &[(2, 5.0), (4, 0.0), (3, 0.0)]));
            let before = value(&*distance, &[(1, 1.0)]);
            assert!(before > value(&*distance, &[]), "it counts from the next round on");
            distance.next_round();
            for done in [1, 4] {
                assert_eq!(value(&*distance, &[(done, 1.0)]), value(&*distance, &[]), "{done}");
            }
            for open in [2, 3, 5, 77] {
                assert!(value(&*distance, &[(open, 0.5)]) > value(&*distance, &[]), "{open}");
            }
        }
    }

    #[test]
    fn a_goal_out_of_reach_hides_no_other() {
        let mut distance = learner(Form { base: 1.0 / 16.0, ..Form::default() });
        let ratio = |distance: &dyn Learner, from: f64, to: f64| {
            value(distance, &[(2, 1.0), (5, to)]) / value(distance, &[(2, 1.0), (5, from)])
        };
        assert!(same(ratio(&*distance, 127.0, 63.0), 16.0), "one bit nearer, in the first round");
        distance.learn(&trace(&[], &[(2, 1.0), (5, 127.0)]));
        distance.learn(&trace(&[], &[(2, 1.0), (5, 255.0)]));
        distance.next_round();
        assert!(same(ratio(&*distance, 255.0, 127.0), 16.0));
        assert!(same(ratio(&*distance, 127.0, 63.0), 1600.0), "within the threshold");
        assert!(same(value(&*distance, &[(5, 255.0)]), 16.0), "a bit better than not being met");
    }

    #[test]
    fn who_comes_nearer_than_any_before_is_told() {
        let mut distance = learner(Form::default());
        let run = trace(&[1], &[(0, 9.0), (4, 7.0)]);
        assert_eq!(distance.nearer(&run), Some(0));
        distance.learn(&run);
        assert_eq!(distance.nearer(&run), None, "in the same round already");
        assert_eq!(distance.nearer(&trace(&[], &[(0, 9.0), (4, 6.5)])), Some(4));
        assert_eq!(distance.nearer(&trace(&[], &[(1, 0.5)])), None, "that was taken");
    }

    #[test]
    fn biases_are_finite_whatever_the_distance() {
        for form in [Form::PAPER, Form::default(), Form { scale: Scale::Plain, ..Form::default() }] {
            let mut distance = learner(form);
            let far = trace(&[], &[(0, f64::MAX), (1, f64::INFINITY), (4, 0.0), (5, 1e-300)]);
            assert!(distance.bias(&far).is_finite());
            distance.learn(&far);
            distance.next_round();
            assert!(distance.bias(&far).is_finite());
            assert!(distance.bias(&trace(&[], &[(0, 0.5), (1, 0.0)])).is_finite());
        }
    }
}
