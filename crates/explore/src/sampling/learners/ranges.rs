//! Ranges: runs in which observed points have values beyond what earlier rounds showed.
//!
//! For each point the least and the most value are kept, not the values between: that is the generalisation. *Count* is
//! the paper's form, one more than the number of points outside of their range; here a run counts a point once, however
//! often it comes there. *Deviation* is the alternative that the paper mentions: for each such point, how many bits it
//! takes to write how far outside it is, so that points of 64 bits do not outweigh all others.

use super::{Info, Learner, Setup};
use crate::sampling::trace::Trace;

pub static INFO: Info = Info {
    name: "ranges",
    summary: "values beyond those that were seen at a point",
    paper: "Sankaranarayanan, Chang, Jiang, Ivančić (ESEC/FSE 2007), sections 3 and 4",
    make: |setup: &Setup| Box::new(Ranges::new(setup)),
};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Form {
    #[default]
    Count,
    Deviation,
}

/// Least and most value.
type Range = (i64, i64);

/// Nothing was seen.
const NONE: Range = (i64::MAX, i64::MIN);

struct Ranges {
    form: Form,
    /// What earlier rounds showed.
    known: Vec<Range>,
    /// With what this round showed.
    now: Vec<Range>,
    /// Points at which the two differ, perhaps more than once.
    grown: Vec<u32>,
}

impl Ranges {
    fn new(setup: &Setup) -> Ranges {
        let none = vec![NONE; setup.points as usize];
        Ranges { form: setup.ranges, known: none.clone(), now: none, grown: vec![] }
    }

    fn of(&self, point: u32) -> Option<Range> {
        self.known.get(point as usize).copied().filter(|range| *range != NONE)
    }
}

/// How far outside of a range the values of a run were.
fn outside(known: Option<Range>, (least, most): Range) -> u128 {
    let Some(known) = known else { return 1 };
    let below = i128::from(known.0) - i128::from(least);
    let above = i128::from(most) - i128::from(known.1);
    below.max(above).max(0) as u128
}

impl Learner for Ranges {
    fn name(&self) -> &'static str {
        INFO.name
    }

    fn bias(&self, trace: &Trace) -> f64 {
        let far = trace.ranges.iter().map(|&(point, least, most)| outside(self.of(point), (least, most)));
        let new: u64 = match self.form {
            Form::Count => far.filter(|far| *far > 0).count() as u64,
            Form::Deviation => far.map(|far| u64::from(u128::BITS - far.leading_zeros())).sum(),
        };
        (1.0 + new as f64).ln()
    }

    fn learn(&mut self, trace: &Trace) {
        for &(point, least, most) in &trace.ranges {
            let at = point as usize;
            if at >= self.now.len() {
                self.now.resize(at + 1, NONE);
                self.known.resize(at + 1, NONE);
            }
            let old = self.now[at];
            let new = (old.0.min(least), old.1.max(most));
            if new != old {
                self.now[at] = new;
                self.grown.push(point);
            }
        }
    }

    fn next_round(&mut self) {
        for point in self.grown.drain(..) {
            self.known[point as usize] = self.now[point as usize];
        }
    }

    fn range(&self, point: u32) -> Option<Range> {
        self.of(point)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trace(ranges: &[(u32, i64, i64)]) -> Trace {
        Trace { ranges: ranges.to_vec(), ..Trace::default() }
    }

    fn learner(form: Form) -> Box<dyn Learner> {
        (INFO.make)(&Setup { points: 2, ranges: form, ..Setup::default() })
    }

    #[test]
    fn points_outside_of_their_range_are_counted() {
        let mut ranges = learner(Form::Count);
        let first = trace(&[(0, 0, 10), (1, -5, 5)]);
        assert!((ranges.bias(&first).exp() - 3.0).abs() < 1e-12, "a point that is new is outside");
        ranges.learn(&first);
        assert!((ranges.bias(&first).exp() - 3.0).abs() < 1e-12, "not before the next round");
        ranges.next_round();
        assert_eq!(ranges.bias(&first), 0.0);
        let value = |r: &dyn Learner, all: &[(u32, i64, i64)]| r.bias(&trace(all)).exp().round();
        assert_eq!(value(&*ranges, &[(0, 1, 9), (1, 0, 0)]), 1.0);
        assert_eq!(value(&*ranges, &[(0, 1, 11), (1, -6, 0)]), 3.0);
        assert_eq!(value(&*ranges, &[(0, i64::MIN, i64::MAX), (7, 0, 0)]), 3.0);
    }

    #[test]
    fn what_is_left_to_see_narrows_round_by_round() {
        let mut ranges = learner(Form::Count);
        let mut left = vec![];
        for most in [10, 40, 30, 90] {
            ranges.learn(&trace(&[(0, -most, most)]));
            ranges.next_round();
            left.push((-100..=100).filter(|&v| ranges.bias(&trace(&[(0, v, v)])) > 0.0).count());
        }
        assert_eq!(left, [180, 120, 120, 20]);
        assert_eq!(ranges.range(0), Some((-90, 90)));
        assert_eq!(ranges.range(1), None);
    }

    #[test]
    fn further_outside_is_worth_more() {
        let mut ranges = learner(Form::Deviation);
        ranges.learn(&trace(&[(0, 0, 10)]));
        ranges.next_round();
        let value = |least, most| ranges.bias(&trace(&[(0, least, most)])).exp().round();
        assert_eq!([value(0, 10), value(3, 11), value(-8, 0), value(-8, 1010)], [1.0, 2.0, 5.0, 11.0]);
        assert_eq!(value(i64::MIN, 0), 65.0);
        assert!(ranges.bias(&trace(&[(0, i64::MIN, i64::MAX), (1, 3, 3)])).is_finite());
    }
}
