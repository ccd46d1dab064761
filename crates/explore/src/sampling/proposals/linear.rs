//! Steps along random lines through a linear domain, which keep its equations.
//!
//! A line goes through the state in a direction that is a random combination of the basis of [`lattice`]: a random vector
//! of it, plus or minus another with probability 1/2, and so on. Which direction, is drawn without looking at the
//! state. The members on the line are an interval, found exactly, and they are the same from each of them. The step is
//! then, by a coin,
//! - to any of the others, each as likely (hit and run): 1 by their number, forwards and backwards;
//! - or by at most 2^j places to either side, j drawn below the number of bits of the line's length: as likely forwards
//!   as backwards, because the length is the same too. What is behind the end of the line is refused.
//!
//! With a Δ, the step is at most as many places as change no variable by more than Δ, to either side. So it is exactly
//! symmetric. And since every difference of members is a sum of basis vectors, without a Δ it comes from each member to
//! each other at once, with some probability: neither holes nor thin domains can split it. The paper's own proposal is
//! `objective`.

use super::{Changes, Info, Proposal, Setup};
use crate::sampling::domain::Domain;
use crate::sampling::lattice::{self, Vector};
use fastrand::Rng;

pub static INFO: Info = Info {
    name: "linear",
    summary: "along a random line that keeps the equations of the domain",
    paper: "Smith: Efficient Monte Carlo procedures for generating points uniformly distributed over bounded regions \
            (Operations Research 1984), on a lattice",
    is_symmetric: true,
    share: |domain: &Domain| if domain.linear.is_empty() { 0 } else { 8 },
    make: |domain: &Domain, setup: &Setup| {
        let basis = lattice::directions(domain).filter(|basis| !basis.is_empty())?;
        Some(Box::new(Lines::new(domain, basis, setup.delta)))
    },
};

struct Lines {
    basis: Vec<Vector>,
    delta: Option<i64>,
    /// By variable, the inequalities that it is in, and its coefficient there.
    uses: Vec<Vec<(u32, i64)>>,
    /// The direction, by variable; 0 but for those in `moved`, each of which is there once.
    direction: Vec<i64>,
    moved: Vec<u32>,
    is_moved: Vec<bool>,
    /// By inequality, how much its sum changes with one step; 0 but for those in `touched`.
    slopes: Vec<i128>,
    touched: Vec<u32>,
}

impl Lines {
    fn new(domain: &Domain, basis: Vec<Vector>, delta: Option<i64>) -> Lines {
        let mut uses = vec![vec![]; domain.variables.len()];
        for (inequality, number) in domain.linear.iter().zip(0..) {
            for &(variable, coefficient) in inequality.terms.iter().filter(|(_, coefficient)| *coefficient != 0) {
                uses[variable as usize].push((number, coefficient));
            }
        }
        let direction = vec![0; domain.variables.len()];
        let slopes = vec![0; domain.linear.len()];
        let is_moved = vec![false; domain.variables.len()];
        Lines { basis, delta, uses, direction, moved: vec![], is_moved, slopes, touched: vec![] }
    }

    /// A new direction; `false` if it is none, or too long.
    fn draw(&mut self, rng: &mut Rng) -> bool {
        for variable in self.moved.drain(..) {
            self.direction[variable as usize] = 0;
            self.is_moved[variable as usize] = false;
        }
        let first = rng.usize(..self.basis.len());
        let mut fits = self.add(first, 1);
        while self.basis.len() > 1 && rng.bool() {
            let next = rng.usize(..self.basis.len());
            let sign = if rng.bool() { 1 } else { -1 };
            fits &= self.add(next, sign);
        }
        let size = |variable: &u32| self.direction[*variable as usize].unsigned_abs();
        let common = self.moved.iter().fold(0, |common, variable| lattice::gcd(common, size(variable)));
        if !fits || common == 0 {
            return false;
        }
        let Ok(common) = i64::try_from(common) else { return false };
        self.moved.iter().for_each(|variable| self.direction[*variable as usize] /= common);
        true
    }

    fn add(&mut self, at: usize, sign: i64) -> bool {
        self.basis[at].iter().all(|&(variable, change)| {
            if !std::mem::replace(&mut self.is_moved[variable as usize], true) {
                self.moved.push(variable);
            }
            let sum = change.checked_mul(sign).and_then(|change| self.direction[variable as usize].checked_add(change));
            self.direction[variable as usize] = sum.unwrap_or(0);
            sum.is_some()
        })
    }

    /// How many places the line goes on, backwards (as a number not above 0) and forwards.
    fn ends(&mut self, domain: &Domain, state: &[i64]) -> Option<(i128, i128)> {
        let mut ends = (i128::MIN, i128::MAX);
        self.touched.drain(..).for_each(|inequality| self.slopes[inequality as usize] = 0);
        for &variable in &self.moved {
            let at = variable as usize;
            let change = i128::from(self.direction[at]);
            if change == 0 {
                continue;
            }
            let (range, value) = (domain.variables[at], i128::from(state[at]));
            cut(&mut ends, change, i128::from(range.most) - value);
            cut(&mut ends, -change, value - i128::from(range.least));
            for &(inequality, coefficient) in &self.uses[at] {
                let slope = &mut self.slopes[inequality as usize];
                *slope = slope.checked_add(i128::from(coefficient) * change)?;
                self.touched.push(inequality);
            }
        }
        for &inequality in &self.touched {
            let slope = self.slopes[inequality as usize];
            if slope != 0 {
                let inequality = &domain.linear[inequality as usize];
                cut(&mut ends, slope, i128::from(inequality.bound).checked_sub(inequality.sum(state)?)?);
            }
        }
        Some(ends)
    }

    /// Places of a step, other than 0; nothing if it would be behind an end.
    fn step(&self, (back, forth): (i128, i128), rng: &mut Rng) -> Option<i128> {
        let others = (forth - back) as u128;
        if let Some(delta) = self.delta {
            let most = delta.unsigned_abs() / self.longest();
            return (most > 0).then(|| either_side(u128::from(most), rng)).filter(|by| back <= *by && *by <= forth);
        }
        if others == 0 {
            return None;
        }
        if rng.bool() {
            let by = back + below(others, rng) as i128;
            return Some(if by < 0 { by } else { by + 1 });
        }
        let bits = u128::BITS - others.leading_zeros();
        Some(either_side(1 << rng.u32(..bits), rng)).filter(|by| back <= *by && *by <= forth)
    }

    /// By how much the direction changes a variable at most.
    fn longest(&self) -> u64 {
        let sizes = self.moved.iter().map(|variable| self.direction[*variable as usize].unsigned_abs());
        sizes.max().unwrap_or(0).max(1)
    }
}

/// Steps of `change` each that are possible where there is so much room.
fn cut(ends: &mut (i128, i128), change: i128, room: i128) {
    if change > 0 {
        ends.1 = ends.1.min(room / change);
    } else {
        ends.0 = ends.0.max(-(room / -change));
    }
}

fn below(limit: u128, rng: &mut Rng) -> u128 {
    match u64::try_from(limit) {
        Ok(limit) => u128::from(rng.u64(..limit)),
        Err(_) => rng.u128(..limit),
    }
}

/// From 1 to `most`, or the negative of that.
fn either_side(most: u128, rng: &mut Rng) -> i128 {
    let by = 1 + below(most, rng) as i128;
    if rng.bool() { by } else { -by }
}

impl Proposal for Lines {
    fn name(&self) -> &'static str {
        INFO.name
    }

    fn propose(&mut self, domain: &Domain, state: &[i64], rng: &mut Rng, changes: &mut Changes) -> bool {
        if !self.draw(rng) {
            return false;
        }
        let Some(by) = self.ends(domain, state).and_then(|ends| self.step(ends, rng)) else { return false };
        for &variable in &self.moved {
            let at = variable as usize;
            changes.set(at, (i128::from(state[at]) + by * i128::from(self.direction[at])) as i64);
        }
        true
    }

    /// Only for domains of one direction: otherwise there is no end of ways to draw one.
    fn probability(&self, domain: &Domain, from: &[i64], to: &[i64]) -> Option<f64> {
        let [vector] = &self.basis[..] else { return None };
        let mut lines = Lines::new(domain, self.basis.clone(), self.delta);
        lines.add(0, 1);
        let (back, forth) = lines.ends(domain, from)?;
        let (variable, change) = vector[0];
        let by = (i128::from(to[variable as usize]) - i128::from(from[variable as usize])) / i128::from(change);
        let is_on_it =
            (0..from.len()).all(|at| i128::from(to[at]) == i128::from(from[at]) + by * i128::from(lines.direction[at]));
        if !is_on_it || by == 0 {
            return Some(0.0);
        }
        let within = |most: u128| if by.unsigned_abs() <= most { 0.5 / most as f64 } else { 0.0 };
        if let Some(delta) = self.delta {
            return Some(within(u128::from(delta.unsigned_abs() / lines.longest())));
        }
        let others = (forth - back) as u128;
        let bits = u128::BITS - others.leading_zeros();
        let near: f64 = (0..bits).map(|bit| within(1 << bit)).sum();
        Some(0.5 / others as f64 + 0.5 * near / f64::from(bits))
    }
}
