//! Example 3.1 and figure 3 of the paper: x·y = 210 with x in [-100, 100] and y in [0, 10], which five of 2,211 inputs
//! meet. Uniform random inputs against a chain with the paper's bias: where the samples lie, and how many it takes until one of them
//! meets it.

use crate::commands::bench::svg::{Axis, Drawing, Frame, Stroke};
use fastrand::Rng;
use secateur_explore::sampling::learners::{self, DistanceForm, Learners};
use secateur_explore::sampling::proposals::{self, Proposals};
use secateur_explore::sampling::{Chain, Domain, Trace, Variable};
use serde_json::{Value, json};
use std::fmt::Write;

const PRODUCT: i64 = 210;
/// Samples that are drawn of a run, and the most that one may need.
const SHOWN: usize = 500;
const MOST: usize = 20_000;
/// Runs whose numbers of samples are compared.
const SEEDS: u64 = 200;
/// Steps of the chain: the paper's, and longer ones beside them.
const STEPS: [&str; 3] = ["gibbs", "powers", "redraw"];

const SIZE: (f64, f64) = (940.0, 420.0);
const UP: (f64, f64) = (350.0, 60.0);
const SAMPLE: Stroke = Stroke { colour: 1, dashes: 0 };
const GOAL: Stroke = Stroke { colour: 2, dashes: 0 };

pub struct Figure {
    chance: Side,
    chain: Side,
}

/// One of the two ways.
struct Side {
    /// Samples of the first run.
    samples: Vec<(i64, i64)>,
    /// How many samples each run needed, in order.
    needed: Vec<usize>,
}

impl Side {
    fn new(run: impl Fn(u64) -> Vec<(i64, i64)>) -> Side {
        let is_goal = |sample: &(i64, i64)| sample.0 * sample.1 == PRODUCT;
        let needed = |seed| run(seed).iter().position(is_goal).map_or(MOST, |at| at + 1);
        let mut needed: Vec<usize> = (0..SEEDS).map(needed).collect();
        needed.sort_unstable();
        let mut samples = run(0);
        samples.truncate(SHOWN);
        Side { samples, needed }
    }

    fn median(&self) -> usize {
        self.needed[self.needed.len() / 2]
    }

    /// The share of the shown samples whose product is within 10 of the wanted one.
    fn near(&self) -> f64 {
        let near = self.samples.iter().filter(|(x, y)| (x * y - PRODUCT).abs() <= 10).count();
        near as f64 * 100.0 / self.samples.len().max(1) as f64
    }

    /// By number of samples, the percentage of runs that had met it.
    fn line(&self) -> Vec<(f64, f64)> {
        let share = |count: usize| count as f64 * 100.0 / self.needed.len() as f64;
        let step = |(i, n): (usize, &usize)| [(*n as f64, share(i)), (*n as f64, share(i + 1))];
        [(1.0, 0.0)].into_iter().chain(self.needed.iter().enumerate().flat_map(step)).collect()
    }

    fn json(&self) -> Value {
        json!({"median": self.median(), "most": self.needed.last(), "near_percent": self.near()})
    }
}

fn domain() -> Domain {
    Domain::of_box(vec![Variable::new(-100, 100), Variable::new(0, 10)])
}

fn by_chance(seed: u64) -> Vec<(i64, i64)> {
    let mut rng = Rng::with_seed(seed);
    (0..MOST).map(|_| (rng.i64(-100..=100), rng.i64(0..=10))).collect()
}

/// The inputs that were run, as long as none of them met it and beyond.
fn by_chain(seed: u64) -> Vec<(i64, i64)> {
    let (domain, mut rng) = (domain(), Rng::with_seed(seed));
    let setup = learners::Setup { violations: 1, distance: DistanceForm::PAPER, ..Default::default() };
    let learner = Learners::new(&learners::find("distance").into_iter().collect::<Vec<_>>(), &setup);
    let steps: Vec<_> = STEPS.iter().filter_map(|name| Some((proposals::find(name)?, 1))).collect();
    let mut proposals = Proposals::new(&steps, &domain, &Default::default());
    let (mut samples, mut trace) = (vec![], Trace::default());
    let run = &mut |state: &[i64]| {
        samples.push((state[0], state[1]));
        trace.clear();
        trace.near.push((0, (state[0] * state[1] - PRODUCT).abs() as f64));
        Some(learner.bias(&trace))
    };
    let start = domain.variables.iter().map(|range| rng.i64(range.least..=range.most)).collect();
    if let Some(mut chain) = Chain::start(start, &domain, run) {
        (0..MOST).for_each(|_| _ = chain.step(&domain, &mut proposals, &mut rng, run));
    }
    samples.truncate(MOST);
    samples
}

impl Figure {
    pub fn new() -> Figure {
        Figure { chance: Side::new(by_chance), chain: Side::new(by_chain) }
    }

    pub fn text(&self) -> String {
        let mut text = format!("{:<26} {:>14} {:>12}\n", "x * y = 210", "median samples", "near 210");
        for (name, side) in [("uniform random", &self.chance), ("sampling", &self.chain)] {
            let _ = writeln!(text, "{name:<26} {:>14} {:>10.1} %", side.median(), side.near());
        }
        text
    }

    pub fn markdown(&self) -> String {
        let mut text = format!(
            "| way | samples until x·y = 210 (median of {SEEDS} runs) | samples within 10 of it |\n|---|---|---|\n"
        );
        for (name, side) in [("uniform random", &self.chance), ("Metropolis–Hastings", &self.chain)] {
            let _ = writeln!(text, "| {name} | {} | {:.1} % |", side.median(), side.near());
        }
        text
    }

    pub fn json(&self) -> Value {
        json!({"random": self.chance.json(), "sampling": self.chain.json()})
    }

    /// Where the samples lie, as the paper's figure 3 has it.
    pub fn samples(&self) -> String {
        let mut drawing = Drawing::new(SIZE, "Samples for x·y = 210");
        for (side, left, title) in
            [(&self.chance, 80.0, "(a) uniform random"), (&self.chain, 540.0, "(b) Metropolis–Hastings")]
        {
            drawing.heading((left, 36.0), title);
            let frame = Frame {
                x: Axis::between("x", (left, left + 370.0), (-100.0, 100.0)),
                y: Axis::between("y", UP, (0.0, 10.0)),
            };
            drawing.axes(&frame);
            // The curve begins where y is 10.
            let curve: Vec<(f64, f64)> = (21..=100).map(|x| (f64::from(x), PRODUCT as f64 / f64::from(x))).collect();
            drawing.line(&frame, &curve, GOAL);
            side.samples.iter().for_each(|(x, y)| drawing.cross(&frame, (*x as f64, *y as f64), SAMPLE));
        }
        drawing.write((80.0, 410.0), "start", "", &format!("{SHOWN} samples of one run each; the curve: x·y = 210"));
        drawing.finish()
    }

    /// How many samples it takes.
    pub fn needed(&self) -> String {
        let title = "Runs that met x·y = 210, by number of samples";
        let mut drawing = Drawing::new((640.0, 480.0), title);
        drawing.heading((80.0, 36.0), title);
        let most = self.chance.needed.iter().chain(&self.chain.needed).copied().max().unwrap_or(1) as f64;
        let frame = Frame {
            x: Axis::logarithmic("samples (logarithmic)", (80.0, 600.0), most),
            y: Axis { unit: " %", ..Axis::linear("runs", UP, 100.0) },
        };
        drawing.axes(&frame);
        for (row, (side, stroke, what)) in
            [(&self.chance, GOAL, "uniform random"), (&self.chain, SAMPLE, "Metropolis–Hastings")]
                .into_iter()
                .enumerate()
        {
            drawing.line(&frame, &side.line(), stroke);
            drawing.entry((80.0, 420.0 + 22.0 * row as f64), stroke, false, what);
        }
        drawing.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sampling_needs_fewer_samples_and_they_cluster() {
        let figure = Figure::new();
        assert!(figure.chain.median() * 2 < figure.chance.median(), "{}", figure.text());
        assert!(figure.chain.near() > 5.0 * figure.chance.near(), "{}", figure.text());
        assert_eq!(figure.samples().matches("h6M").count(), 2 * SHOWN);
        assert_eq!(figure.needed().matches("<polyline").count(), 2);
        assert!(figure.markdown().contains("| uniform random |") && figure.json()["sampling"]["median"].is_u64());
    }
}
