//! The directions in which a linear domain goes on: a basis of the integer vectors that keep its equations.
//!
//! Two inequalities that are each other's opposite make an equation. A step that changes the sum of one leaves the
//! domain at once, so steps have to be integer combinations of vectors whose sums are all 0. These form a lattice. Its
//! basis is found one equation at a time, by Euclid's algorithm on whole vectors: such operations never leave out a
//! vector of the lattice, so every difference of two members is a combination of the basis.

use super::domain::{Domain, Linear};
use std::collections::BTreeMap;

/// Variables and by how much each changes, in their order; none by 0.
pub type Vector = Vec<(u32, i64)>;

/// A basis of all differences of members, as far as equations that are written as two opposite inequalities say.
/// Nothing if numbers do not fit into 64 bits.
pub fn directions(domain: &Domain) -> Option<Vec<Vector>> {
    let varying = domain.variables.iter().zip(0u32..).filter(|(range, _)| range.size() > 1);
    let mut basis: Vec<Vector> = varying.map(|(_, variable)| vec![(variable, 1)]).collect();
    for equation in equations(&domain.linear) {
        keep(&mut basis, &equation)?;
    }
    Some(basis)
}

/// The left sides of equations.
pub fn equations(linear: &[Linear]) -> Vec<Vector> {
    let mut bounds: BTreeMap<Vector, i64> = BTreeMap::new();
    let mut found = vec![];
    for inequality in linear {
        let Some((terms, bound)) = normal(inequality) else { continue };
        let Some(opposite) = terms.iter().map(|&(v, c)| Some((v, c.checked_neg()?))).collect::<Option<Vector>>() else {
            continue;
        };
        let closes = bounds.get(&opposite).is_some_and(|other| bound.checked_neg() == Some(*other));
        if closes && !found.contains(&terms) && !found.contains(&opposite) {
            found.push(terms.clone());
        }
        let least = bounds.entry(terms).or_insert(bound);
        *least = bound.min(*least);
    }
    found
}

/// The terms in order, divided by what they have in common, and the bound with them: integers lose nothing by that.
fn normal(inequality: &Linear) -> Option<(Vector, i64)> {
    let mut terms: Vector = inequality.terms.iter().copied().filter(|(_, coefficient)| *coefficient != 0).collect();
    terms.sort_unstable();
    let common = terms.iter().fold(0, |common, (_, coefficient)| gcd(common, coefficient.unsigned_abs()));
    let common = i64::try_from(common).ok().filter(|common| *common != 0)?;
    terms.iter_mut().for_each(|(_, coefficient)| *coefficient /= common);
    Some((terms, inequality.bound.div_euclid(common)))
}

/// Keeps the vectors, and combinations of them, whose sum under the equation is 0.
fn keep(basis: &mut Vec<Vector>, equation: &[(u32, i64)]) -> Option<()> {
    let mut sums = basis.iter().map(|vector| dot(equation, vector)).collect::<Option<Vec<i128>>>()?;
    loop {
        let open = (0..basis.len()).filter(|at| sums[*at] != 0);
        let Some(pivot) = open.min_by_key(|at| (sums[*at].abs(), basis[*at].len())) else { return Some(()) };
        let mut others = false;
        for at in (0..basis.len()).filter(|at| *at != pivot) {
            if sums[at] != 0 {
                let times = sums[at] / sums[pivot];
                basis[at] = plus(&basis[at], &basis[pivot], times.checked_neg()?)?;
                sums[at] -= times * sums[pivot];
                others |= sums[at] != 0;
            }
        }
        if !others {
            basis.remove(pivot);
            return Some(());
        }
    }
}

fn dot(a: &[(u32, i64)], b: &[(u32, i64)]) -> Option<i128> {
    let mut sum = 0i128;
    for &(variable, coefficient) in a {
        if let Ok(at) = b.binary_search_by_key(&variable, |(variable, _)| *variable) {
            sum = sum.checked_add(i128::from(coefficient) * i128::from(b[at].1))?;
        }
    }
    Some(sum)
}

/// a + times·b
fn plus(a: &[(u32, i64)], b: &[(u32, i64)], times: i128) -> Option<Vector> {
    let mut sum: BTreeMap<u32, i128> = a.iter().map(|&(variable, change)| (variable, i128::from(change))).collect();
    for &(variable, change) in b {
        let entry = sum.entry(variable).or_insert(0);
        *entry = entry.checked_add(times.checked_mul(i128::from(change))?)?;
    }
    let changes = sum.into_iter().filter(|(_, change)| *change != 0);
    changes.map(|(variable, change)| Some((variable, i64::try_from(change).ok()?))).collect()
}

/// The greatest common divisor; that of 0 and a number is the number.
pub fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::super::domain::Variable;
    use super::*;

    fn domain(ranges: &[(i64, i64)], equations: &[(&[(u32, i64)], i64)]) -> Domain {
        let mut domain = Domain::of_box(ranges.iter().map(|(least, most)| Variable::new(*least, *most)).collect());
        for (terms, bound) in equations {
            domain.linear.extend(Linear::equation(terms, *bound).expect("small numbers"));
        }
        domain
    }

    #[test]
    fn the_papers_equation_has_one_direction() {
        let basis = directions(&domain(&[(-10, 10), (-10, 10)], &[(&[(0, 1), (1, 2)], 0)])).expect("small");
        assert!(basis == [[(0, -2), (1, 1)]] || basis == [[(0, 2), (1, -1)]], "{basis:?}");
    }

    #[test]
    fn fixed_variables_and_inequalities_take_no_part() {
        let mut domain = domain(&[(0, 9), (4, 4), (0, 9)], &[]);
        domain.linear.push(Linear { terms: vec![(0, 1), (2, -1)], bound: 0 });
        assert_eq!(directions(&domain), Some(vec![vec![(0, 1)], vec![(2, 1)]]));
    }

    #[test]
    fn equations_are_found_up_to_order_and_factors() {
        let linear = vec![
            Linear { terms: vec![(1, 4), (0, 2)], bound: 7 },
            Linear { terms: vec![(2, 1)], bound: 3 },
            Linear { terms: vec![(0, -1), (1, -2), (5, 0)], bound: -3 },
        ];
        assert_eq!(equations(&linear).len(), 1, "2x + 4y is at most 7, so x + 2y is at most 3");
    }

    #[test]
    fn every_difference_of_members_is_a_combination_of_the_basis() {
        let mut rng = fastrand::Rng::with_seed(12);
        let mut differences = 0;
        for _ in 0..60 {
            let terms = |rng: &mut fastrand::Rng| -> Vec<(u32, i64)> { (0..3).map(|v| (v, rng.i64(-4..=4))).collect() };
            let (first, second) = (terms(&mut rng), terms(&mut rng));
            let domain = domain(&[(-4, 4); 3], &[(&first[..], 0), (&second[..], 0)][..rng.usize(1..3)]);
            let basis = directions(&domain).expect("small");
            let reached = combinations(&basis, 40);
            for state in super::super::all_members(&domain) {
                assert!(reached.contains(&state), "{domain:?} {basis:?} {state:?}");
                differences += 1;
            }
        }
        assert!(differences > 500, "{differences}");
    }

    /// All combinations with small factors, in three variables; 0 is a member of all domains above.
    fn combinations(basis: &[Vector], most: i64) -> std::collections::HashSet<Vec<i64>> {
        let mut all = std::collections::HashSet::from([vec![0; 3]]);
        for vector in basis {
            let add = |state: &Vec<i64>, times: i64| {
                let mut sum = state.clone();
                vector.iter().for_each(|(variable, change)| sum[*variable as usize] += times * change);
                sum
            };
            all = all.iter().flat_map(|state| (-most..=most).map(move |times| add(state, times))).collect();
        }
        all
    }

    #[test]
    fn numbers_that_do_not_fit_are_no_directions() {
        let large = i64::MAX / 2;
        let equations: &[(&[(u32, i64)], i64)] =
            &[(&[(0, large), (1, large - 1), (2, 3)], 0), (&[(0, large - 5), (1, 77), (2, large - 2)], 0)];
        let found = directions(&domain(&[(-9, 9), (-9, 9), (-9, 9)], equations));
        assert!(found.is_none_or(|basis| basis.len() == 1));
    }
}
