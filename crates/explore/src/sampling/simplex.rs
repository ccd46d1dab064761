//! Members of a linear domain by linear programs: the paper's randomised constraint solver.
//!
//! A random objective makes the simplex algorithm end in a random corner. The solver computes in floating point, so
//! whatever it says is only a hint: numbers are rounded, and [`Domain::contains`] decides, in exact integers. Variables
//! of less than 2^31 values are integers in the program too, by branch and bound with a limit on nodes that is counted,
//! not timed. Where rounding leads outside, variables are fixed one by one to the nearest value that bounds still allow.

use super::boxes;
use super::domain::{Domain, Variable};
use fastrand::Rng;
use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOptions};

/// Nodes of branch and bound for one program.
const MOST_NODES: u64 = 200;

/// Start points that are tried with different objectives, and as many without any.
const TRIES: usize = 8;

/// A member of the domain to begin with: a random corner of the inequalities, and random values elsewhere. Nothing if
/// none was found; there may still be some.
pub fn start(domain: &Domain, rng: &mut Rng) -> Option<Vec<i64>> {
    let ranges = boxes::bounding_box(domain)?;
    let tied = tied(domain);
    (0..2 * TRIES).find_map(|turn| {
        let mut state: Vec<i64> = ranges.iter().map(|range| any(*range, rng)).collect();
        // Where no corner leads to a member, random values may: they are settled too.
        if turn < TRIES {
            let corner = corner(domain, &ranges, &tied, rng)?;
            tied.iter().zip(&corner).for_each(|(variable, value)| state[*variable as usize] = *value);
        }
        if !domain.linear.iter().all(|linear| linear.holds(&state)) {
            settle(domain, &ranges, &tied, &mut state, rng)?;
        }
        domain.contains(&state).then_some(state)
    })
}

fn any(range: Variable, rng: &mut Rng) -> i64 {
    rng.i64(range.least..=range.most)
}

/// The variables that are in an inequality, in order.
pub fn tied(domain: &Domain) -> Vec<u32> {
    let mut all: Vec<u32> = domain.linear.iter().flat_map(|l| l.terms.iter().map(|(variable, _)| *variable)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// A corner of the inequalities within these ranges, in the direction of a random objective, as the nearest integers:
/// a value for each tied variable. Nothing if the solver finds no corner.
pub fn corner(domain: &Domain, ranges: &[Variable], tied: &[u32], rng: &mut Rng) -> Option<Vec<i64>> {
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    // Each variable is counted from the least value of its range, which keeps numbers small.
    let mut columns = Vec::with_capacity(tied.len());
    for variable in tied {
        let width = ranges[*variable as usize].size() - 1;
        let weight = rng.f64() * 2.0 - 1.0;
        columns.push(match i32::try_from(width) {
            Ok(width) => problem.add_integer_var(weight, (0, width)),
            Err(_) => problem.add_var(weight / width as f64, (0.0, width as f64)),
        });
    }
    for linear in &domain.linear {
        let mut bound = i128::from(linear.bound);
        let mut terms = Vec::with_capacity(linear.terms.len());
        for &(variable, coefficient) in &linear.terms {
            let least = ranges[variable as usize].least;
            bound = bound.checked_sub(i128::from(coefficient) * i128::from(least))?;
            let column = tied.binary_search(&variable).ok()?;
            terms.push((columns[column], coefficient as f64));
        }
        problem.add_constraint(&terms[..], ComparisonOp::Le, bound as f64);
    }
    let mut options = SolveOptions::default();
    options.node_limit = Some(MOST_NODES);
    options.dual_fixing = false;
    let outcome = problem.solve_with(options).ok()?;
    let solution = outcome.solution()?;
    let value = |(variable, column): (&u32, &microlp::Variable)| {
        let range = ranges[*variable as usize];
        let place = solution.var_value(*column).round().max(0.0) as u128;
        range.value(place.min(range.size() - 1))
    };
    Some(tied.iter().zip(&columns).map(value).collect())
}

/// Fixes the tied variables one by one, in random order, each to the nearest value that the others leave it.
fn settle(domain: &Domain, ranges: &[Variable], tied: &[u32], state: &mut [i64], rng: &mut Rng) -> Option<()> {
    let mut ranges = ranges.to_vec();
    let mut order = tied.to_vec();
    rng.shuffle(&mut order);
    for variable in order {
        let at = variable as usize;
        let value = state[at].clamp(ranges[at].least, ranges[at].most);
        ranges[at] = Variable::new(value, value);
        if !boxes::tighten(&mut ranges, &domain.linear) {
            return None;
        }
        state[at] = value;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::super::domain::Linear;
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_papers_equation_has_starts() {
        let mut domain = Domain::of_box(vec![Variable::new(-10, 10); 2]);
        domain.linear.extend(Linear::equation(&[(0, 1), (1, 2)], 0).expect("small numbers"));
        let mut rng = Rng::with_seed(1);
        let found: BTreeSet<Vec<i64>> = (0..30).filter_map(|_| start(&domain, &mut rng)).collect();
        assert_eq!(found, BTreeSet::from([vec![-10, 5], vec![10, -5]]), "its two corners");
    }

    #[test]
    fn starts_are_found_where_there_are_members() {
        let mut rng = Rng::with_seed(3);
        let (mut with, mut found) = (0, 0);
        for _ in 0..200 {
            let mut domain = Domain::of_box((0..4).map(|_| Variable::new(rng.i64(-6..0), rng.i64(0..6))).collect());
            let terms: Vec<(u32, i64)> = (0..3).map(|v| (v, rng.i64(-4..=4))).collect();
            domain.linear.extend(Linear::equation(&terms, rng.i64(-5..5)).expect("small numbers"));
            domain.linear.push(Linear { terms: vec![(0, 1), (3, -2)], bound: rng.i64(-8..4) });
            let start = start(&domain, &mut rng);
            assert!(start.as_ref().is_none_or(|start| domain.contains(start)));
            let has_members = !super::super::all_members(&domain).is_empty();
            assert!(has_members || start.is_none());
            with += u32::from(has_members);
            found += u32::from(start.is_some());
        }
        assert!(with > 100 && with < 200, "{with}");
        assert_eq!(found, with);
    }

    /// Small and large coefficients together are what floating point is bad at.
    #[test]
    fn numbers_of_all_sizes_seldom_hide_all_members() {
        let found = (0..300u64).filter(|seed| {
            let mut rng = Rng::with_seed(*seed);
            let (domain, member) = with_a_member(&mut rng);
            assert!(domain.contains(&member));
            let start = start(&domain, &mut rng);
            assert!(start.as_ref().is_none_or(|start| domain.contains(start)), "{domain:?} {start:?}");
            start.is_some()
        });
        let found = found.count();
        assert!(found > 285, "{found}");
    }

    /// A random domain around a random member.
    fn with_a_member(rng: &mut Rng) -> (Domain, Vec<i64>) {
        const RANGES: [(i64, i64); 4] =
            [(0, 255), (-100, 100), (i32::MIN as i64, i32::MAX as i64), (i64::MIN, i64::MAX)];
        let pick = |rng: &mut Rng| RANGES[rng.usize(..4)];
        let ranges = (0..rng.usize(1..30)).map(|_| pick(rng)).map(|(least, most)| Variable::new(least, most));
        let mut domain = Domain::of_box(ranges.collect());
        let member: Vec<i64> = domain.variables.iter().map(|range| any(*range, rng)).collect();
        for _ in 0..rng.usize(1..12) {
            let mut terms = BTreeSet::new();
            (0..rng.u32(1..6)).for_each(|_| _ = terms.insert(rng.u32(..member.len() as u32)));
            let mut coefficient = || match rng.u32(..4) {
                0 => rng.i64(-70_000..70_000),
                _ => rng.i64(-5..=5),
            };
            let terms: Vec<(u32, i64)> = terms.into_iter().map(|variable| (variable, coefficient())).collect();
            let sum = Linear { terms: terms.clone(), bound: 0 }.sum(&member).expect("fits");
            match i64::try_from(sum + i128::from(rng.i64(0..1000))) {
                Ok(_) if rng.u32(..3) == 0 => domain.linear.extend(Linear::equation(&terms, sum as i64).expect("fits")),
                Ok(bound) => domain.linear.push(Linear { terms, bound }),
                Err(_) => {}
            }
        }
        (domain, member)
    }

    #[test]
    fn large_numbers_are_settled_exactly() {
        let mut domain = Domain::of_box(vec![Variable::new(i64::MIN, i64::MAX); 3]);
        let terms = [(0, 3), (1, 5), (2, 1)];
        domain.linear.extend(Linear::equation(&terms, 1_234_567_890_123_456_789).expect("has a negative"));
        domain.linear.push(Linear { terms: vec![(0, -1)], bound: -(1 << 60) });
        let found = start(&domain, &mut Rng::with_seed(5)).expect("a member");
        assert!(domain.contains(&found));
    }

    #[test]
    fn same_seed_same_start() {
        let mut domain = Domain::of_box(vec![Variable::new(0, 255); 12]);
        domain.linear.push(Linear { terms: (0..12).map(|v| (v, 1)).collect(), bound: 700 });
        domain.linear.push(Linear { terms: (0..12).map(|v| (v, -1)).collect(), bound: -650 });
        let starts = [7, 7, 8].map(|seed| start(&domain, &mut Rng::with_seed(seed)).expect("a member"));
        assert_eq!(starts[0], starts[1]);
        assert_ne!(starts[0], starts[2]);
    }
}
