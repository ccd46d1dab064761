//! Learners: what has been seen so far, and how new a run is beside it.
//!
//! Adding one is a new file and its registration here: `mod`, and a line in `ALL`.
//!
//! *Invariant:* what `learn` takes in has no effect on `bias` before `next_round`. Within a round the bias of an input
//! is one number, without which a chain would have no distribution to come to.

mod calls;
mod coverage;
mod distance;
mod grams;
mod ranges;
mod seen;

pub use coverage::Form as CoverageForm;
pub use distance::{Form as DistanceForm, Scale as DistanceScale, Weight as DistanceWeight};
pub use ranges::Form as RangesForm;

use super::trace::Trace;

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
    /// Whether an edge was taken in an earlier round, from one who knows.
    fn is_covered(&self, _edge: u32) -> Option<bool> {
        None
    }
    /// What a run came nearer to than every run before, this round included; asked before it is learnt from. Whoever
    /// keeps its input as a start point for chains does not have to come so near again.
    fn nearer(&self, _trace: &Trace) -> Option<u32> {
        None
    }
    /// The least and the most value of a point in earlier rounds, from one who knows.
    fn range(&self, _point: u32) -> Option<(i64, i64)> {
        None
    }
}

/// What a learner is made from. Tables grow when larger numbers come, so the sizes are only there to begin with.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// Sides of branches. In [`Trace::near`], numbers from here on are violations.
    pub edges: u32,
    pub violations: u32,
    /// Observed points.
    pub points: u32,
    pub coverage: CoverageForm,
    pub ranges: RangesForm,
    pub distance: DistanceForm,
    /// Calls in the longest word of the automaton: the paper's N.
    pub longest_gram: u32,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            edges: 0,
            violations: 0,
            points: 0,
            coverage: CoverageForm::default(),
            ranges: RangesForm::default(),
            distance: DistanceForm::default(),
            longest_gram: 4,
        }
    }
}

pub static ALL: &[&Info] = &[&coverage::INFO, &ranges::INFO, &distance::INFO, &calls::INFO];

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

    /// Whether an edge was taken in an earlier round, as far as anyone knows.
    pub fn is_covered(&self, edge: u32) -> bool {
        self.all.iter().any(|learner| learner.is_covered(edge) == Some(true))
    }

    /// See [`Learner::nearer`].
    pub fn nearer(&self, trace: &Trace) -> Option<u32> {
        self.all.iter().find_map(|learner| learner.nearer(trace))
    }

    /// The least and the most value of a point in earlier rounds, if anyone knows.
    pub fn range(&self, point: u32) -> Option<(i64, i64)> {
        self.all.iter().find_map(|learner| learner.range(point))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Files that are no learner of their own.
    const PARTS: [&str; 3] = ["mod", "grams", "seen"];

    /// A file that exists but is not registered could never be chosen.
    #[test]
    fn every_file_is_registered() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/sampling/learners");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .expect("the folder of the learners")
            .map(|e| e.expect("an entry").file_name().to_string_lossy().replace(".rs", "").replace('_', "-"))
            .filter(|name| !PARTS.contains(&name.as_str()))
            .collect();
        files.sort();
        let mut names: Vec<String> = ALL.iter().map(|s| s.name.to_string()).collect();
        names.sort();
        assert_eq!(files, names);
    }

    #[test]
    fn every_learner_says_what_it_is() {
        for info in ALL {
            assert!(info.name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{}", info.name);
            assert!(!info.summary.is_empty() && !info.paper.is_empty(), "{}", info.name);
            assert_eq!((info.make)(&Setup::default()).name(), info.name);
            assert!(find(info.name).is_some_and(|found| std::ptr::eq(found, *info)), "{}", info.name);
        }
        assert!(find("nonsense").is_none());
    }

    #[test]
    fn biases_are_multiplied_and_change_only_between_rounds() {
        let mut learners = Learners::new(ALL, &Setup { edges: 8, violations: 1, points: 3, ..Setup::default() });
        let trace = Trace {
            visits: vec![(0, 0), (3, 1)],
            length: 4,
            ranges: vec![(1, -4, 4)],
            near: vec![(5, 17.0)],
            calls: vec![2, 1, 2],
            ..Trace::default()
        };
        let first = learners.bias(&trace);
        let alone: f64 = learners.all.iter().map(|learner| learner.bias(&trace).exp()).product();
        assert!((first - alone.ln()).abs() < 1e-9 && first.is_finite());
        learners.learn(&trace);
        learners.learn(&Trace::default());
        assert_eq!(learners.bias(&trace), first);
        learners.next_round();
        assert_ne!(learners.bias(&trace), first);
        assert_eq!((learners.is_covered(3), learners.is_covered(5)), (true, false));
        assert_eq!((learners.range(1), learners.range(0)), (Some((-4, 4)), None));
        assert!(learners.bias(&Trace::default()).is_finite());
    }
}
