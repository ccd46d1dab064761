//! All variables drawn anew from the bounding box, until a member of the domain comes up.
//!
//! What the other proposals cannot do, this can wherever members are not too rare in the box: it needs no structure and
//! no neighbours. Each member is as likely, wherever the chain is: symmetric. After [`MOST_DRAWS`] draws it gives up, as
//! often from everywhere.

use super::{Changes, Info, Proposal, Setup};
use crate::sampling::boxes;
use crate::sampling::domain::{Domain, Variable};
use fastrand::Rng;

pub static INFO: Info = Info {
    name: "rejection",
    summary: "all variables, any member of the domain",
    paper: "Sankaranarayanan, Chang, Jiang, Ivančić (ESEC/FSE 2007), section 3",
    is_symmetric: true,
    share: |domain: &Domain| u32::from(!domain.linear.is_empty() || domain.also.is_some()),
    make: |domain: &Domain, _: &Setup| {
        let ranges = boxes::bounding_box(domain)?;
        let made = |ranges| Box::new(Rejection { ranges, drawn: vec![] }) as Box<dyn Proposal>;
        ranges.iter().any(|range| range.size() > 1).then(|| made(ranges))
    },
};

/// Draws for one proposal.
const MOST_DRAWS: usize = 64;

struct Rejection {
    /// The bounding box.
    ranges: Vec<Variable>,
    drawn: Vec<i64>,
}

impl Rejection {
    fn draw(&mut self, rng: &mut Rng) {
        self.drawn.clear();
        self.drawn.extend(self.ranges.iter().map(|range| rng.i64(range.least..=range.most)));
    }
}

impl Proposal for Rejection {
    fn name(&self) -> &'static str {
        INFO.name
    }

    fn propose(&mut self, domain: &Domain, _: &[i64], rng: &mut Rng, changes: &mut Changes) -> bool {
        for _ in 0..MOST_DRAWS {
            self.draw(rng);
            if domain.contains_member_of_box(&self.drawn) {
                self.drawn.iter().enumerate().for_each(|(at, value)| changes.set(at, *value));
                return true;
            }
        }
        false
    }

    fn probability(&self, domain: &Domain, _: &[i64], to: &[i64]) -> Option<f64> {
        if !domain.contains(to) {
            return Some(0.0);
        }
        // By counting, which is for tests on small boxes only.
        let size: u128 = self.ranges.iter().map(|range| range.size()).try_fold(1u128, |a, b| a.checked_mul(b))?;
        if size > 1 << 20 {
            return None;
        }
        let state_at = |mut place: u128| -> Vec<i64> {
            let value = |range: &Variable| {
                let value = range.value(place % range.size());
                place /= range.size();
                value
            };
            self.ranges.iter().map(value).collect()
        };
        let members = (0..size).filter(|place| domain.contains(&state_at(*place))).count() as f64;
        let misses = (1.0 - members / size as f64).powi(MOST_DRAWS as i32);
        Some((1.0 - misses) / members)
    }
}
