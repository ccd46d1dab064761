//! Coverage: runs that take edges which no earlier round took.
//!
//! The paper's two forms. *Fraction* is m/|π|: new edges by the length of the run. *Earliest* is 1/2^l: where the first
//! new edge was. A run without any has the least bias of all, which is above 0, so that chains may pass through it.

use super::seen::Seen;
use super::{Info, Learner, Setup};
use crate::sampling::trace::Trace;

pub static INFO: Info = Info {
    name: "coverage",
    summary: "edges that were not taken before",
    paper: "Sankaranarayanan, Chang, Jiang, Ivančić (ESEC/FSE 2007), sections 3 and 4",
    make: |setup: &Setup| Box::new(Coverage { form: setup.coverage, seen: Seen::new(setup.edges) }),
};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Form {
    #[default]
    Fraction,
    Earliest,
}

/// The least fraction. Runs without anything new have it, and so have those longer than 2^24 edges with little new.
const LEAST: f64 = 1.0 / (1 << 24) as f64;

/// New edges later than this are all as late; runs without anything new are one later.
const LATEST: u32 = 1000;

struct Coverage {
    form: Form,
    seen: Seen,
}

impl Learner for Coverage {
    fn name(&self) -> &'static str {
        INFO.name
    }

    fn bias(&self, trace: &Trace) -> f64 {
        let new = trace.visits.iter().filter(|(edge, _)| !self.seen.before(*edge));
        match self.form {
            Form::Fraction => (new.count() as f64 / f64::from(trace.length.max(1))).max(LEAST).ln(),
            Form::Earliest => {
                let late = new.map(|(_, position)| (*position).min(LATEST)).min().unwrap_or(LATEST + 1);
                -f64::from(late) * std::f64::consts::LN_2
            }
        }
    }

    fn learn(&mut self, trace: &Trace) {
        trace.visits.iter().for_each(|(edge, _)| self.seen.add(*edge));
    }

    fn next_round(&mut self) {
        self.seen.next_round();
    }

    fn is_covered(&self, edge: u32) -> Option<bool> {
        Some(self.seen.before(edge))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trace(visits: &[(u32, u32)], length: u32) -> Trace {
        Trace { visits: visits.to_vec(), length, ..Trace::default() }
    }

    fn learner(form: Form) -> Box<dyn Learner> {
        (INFO.make)(&Setup { edges: 10, coverage: form, ..Setup::default() })
    }

    #[test]
    fn the_fraction_counts_new_edges_by_the_length_of_the_run() {
        let mut coverage = learner(Form::Fraction);
        let run = trace(&[(0, 0), (1, 1), (2, 7)], 8);
        assert!((coverage.bias(&run).exp() - 3.0 / 8.0).abs() < 1e-12);
        coverage.learn(&trace(&[(0, 0), (2, 1)], 2));
        assert!((coverage.bias(&run).exp() - 3.0 / 8.0).abs() < 1e-12, "not before the next round");
        coverage.next_round();
        assert!((coverage.bias(&run).exp() - 1.0 / 8.0).abs() < 1e-12);
        coverage.learn(&run);
        coverage.next_round();
        assert_eq!(coverage.bias(&run), LEAST.ln());
        assert_eq!(coverage.bias(&trace(&[], 0)), LEAST.ln());
        assert_eq!(coverage.is_covered(1), Some(true));
        assert_eq!(coverage.is_covered(3), Some(false));
    }

    #[test]
    fn an_earlier_new_edge_halves_less() {
        let mut coverage = learner(Form::Earliest);
        coverage.learn(&trace(&[(0, 0), (1, 1)], 2));
        coverage.next_round();
        let bias = |visits: &[(u32, u32)]| (coverage.bias(&trace(visits, 10_000)) / std::f64::consts::LN_2).round();
        assert_eq!(bias(&[(0, 0), (5, 3)]), -3.0);
        assert_eq!(bias(&[(5, 9), (0, 0), (6, 4)]), -4.0);
        assert_eq!(bias(&[(5, 0)]), 0.0);
        assert_eq!(bias(&[(0, 0), (5, 9_000)]), -f64::from(LATEST));
        assert_eq!(bias(&[(0, 0), (1, 1)]), -f64::from(LATEST + 1));
    }
}
