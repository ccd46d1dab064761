//! The bounding box of linear inequalities, by interval propagation: the paper's second engine.
//!
//! In c·x + rest ≤ b the rest is at least what the ranges of its variables say, which bounds x; a bound may give another
//! one elsewhere, so this goes round until nothing changes. The box contains every member of the domain. It need not be
//! the smallest, because inequalities are looked at one by one; and where bounds creep by one each time around, it stops
//! after [`MOST_ROUNDS`]. Sums that do not fit into 128 bits bound nothing.

use super::domain::{Domain, Linear, Variable};

/// Times around all inequalities.
const MOST_ROUNDS: usize = 100;

/// The box around a domain, or nothing if the domain is empty.
pub fn bounding_box(domain: &Domain) -> Option<Vec<Variable>> {
    let mut variables = domain.variables.clone();
    tighten(&mut variables, &domain.linear).then_some(variables)
}

/// Makes ranges smaller, as far as the inequalities say. `false` if no values are left.
pub fn tighten(variables: &mut [Variable], linear: &[Linear]) -> bool {
    for _ in 0..MOST_ROUNDS {
        let mut changed = false;
        for inequality in linear {
            match tighten_by(variables, inequality) {
                None => return false,
                Some(smaller) => changed |= smaller,
            }
        }
        if !changed {
            break;
        }
    }
    true
}

/// The same by one inequality: whether a range became smaller, or nothing if one has no value left.
fn tighten_by(variables: &mut [Variable], inequality: &Linear) -> Option<bool> {
    let mut changed = false;
    let Some(least) = least_sum(variables, &inequality.terms) else { return Some(false) };
    let Some(spare) = i128::from(inequality.bound).checked_sub(least) else { return Some(false) };
    if spare < 0 {
        return None;
    }
    for &(variable, coefficient) in &inequality.terms {
        let range = &mut variables[variable as usize];
        let size = i128::from(coefficient).abs();
        if size == 0 {
            continue;
        }
        // How far the variable may be from the end at which its term is least.
        let steps = spare / size;
        if coefficient > 0 {
            let most = i128::from(range.least).saturating_add(steps);
            if most < i128::from(range.most) {
                range.most = most as i64;
                changed = true;
            }
        } else {
            let least = i128::from(range.most).saturating_sub(steps);
            if least > i128::from(range.least) {
                range.least = least as i64;
                changed = true;
            }
        }
    }
    Some(changed)
}

/// The least that a sum can be, if that fits.
fn least_sum(variables: &[Variable], terms: &[(u32, i64)]) -> Option<i128> {
    terms.iter().try_fold(0i128, |sum, &(variable, coefficient)| {
        let range = variables[variable as usize];
        let end = if coefficient > 0 { range.least } else { range.most };
        sum.checked_add(i128::from(coefficient) * i128::from(end))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn less(terms: &[(u32, i64)], bound: i64) -> Linear {
        Linear { terms: terms.to_vec(), bound }
    }

    #[test]
    fn the_papers_equation() {
        let mut domain = Domain::of_box(vec![Variable::new(-10, 10); 2]);
        domain.linear.extend(Linear::equation(&[(0, 1), (1, 2)], 0).expect("small numbers"));
        assert_eq!(bounding_box(&domain), Some(vec![Variable::new(-10, 10), Variable::new(-5, 5)]));
    }

    #[test]
    fn bounds_go_from_one_inequality_to_the_next() {
        let mut domain = Domain::of_box(vec![Variable::new(0, 255); 3]);
        domain.linear = vec![less(&[(0, 1), (1, -1)], -1), less(&[(1, 1), (2, -1)], -1), less(&[(2, 3)], 31)];
        let expected = [(0, 8), (1, 9), (2, 10)].map(|(least, most)| Variable::new(least, most));
        assert_eq!(bounding_box(&domain), Some(expected.to_vec()));
        domain.linear.push(less(&[(0, -1)], -9));
        assert_eq!(bounding_box(&domain), None);
    }

    #[test]
    fn extreme_numbers_bound_what_they_can() {
        let mut domain = Domain::of_box(vec![Variable::new(i64::MIN, i64::MAX); 4]);
        domain.linear = vec![less(&[(0, 1), (1, 1)], i64::MIN), less(&[(0, -1)], 0)];
        let tight = bounding_box(&domain).expect("has members");
        assert_eq!(tight[..2], [Variable::new(0, 0), Variable::new(i64::MIN, i64::MIN)]);
        domain.linear = vec![less(&(0..4).map(|v| (v, i64::MIN)).collect::<Vec<_>>(), 0)];
        assert_eq!(bounding_box(&domain), Some(domain.variables.clone()), "the sum does not fit");
        domain.linear = vec![less(&[], -1)];
        assert_eq!(bounding_box(&domain), None);
    }

    #[test]
    fn creeping_bounds_come_to_an_end() {
        let mut domain = Domain::of_box(vec![Variable::new(0, i64::MAX); 2]);
        domain.linear = vec![less(&[(0, 1), (1, -1)], -1), less(&[(1, 1), (0, -1)], -1)];
        assert!(bounding_box(&domain).is_some(), "empty, but that takes too long to see");
    }

    #[test]
    fn no_member_of_a_random_domain_is_lost() {
        let mut rng = fastrand::Rng::with_seed(8);
        let mut tighter = 0;
        let mut empty = 0;
        for _ in 0..300 {
            let mut domain = Domain::of_box((0..3).map(|_| Variable::new(rng.i64(-6..0), rng.i64(0..6))).collect());
            for _ in 0..rng.usize(1..4) {
                let terms: Vec<(u32, i64)> = (0..3).map(|v| (v, rng.i64(-4..=4))).collect();
                domain.linear.push(less(&terms, rng.i64(-12..6)));
            }
            let found = bounding_box(&domain);
            tighter += u32::from(found.as_ref().is_some_and(|found| *found != domain.variables));
            let mut members = 0;
            for state in super::super::all_members(&domain) {
                members += 1;
                let found = found.as_ref().expect("a domain with members has a box");
                assert!(found.iter().zip(&state).all(|(range, value)| range.contains(*value)), "{domain:?} {state:?}");
            }
            empty += u32::from(members == 0);
            assert!(found.is_some() || members == 0);
        }
        assert!(tighter > 50 && empty > 20, "{tighter} {empty}");
    }
}
