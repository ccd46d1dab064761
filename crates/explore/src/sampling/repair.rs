//! A member of a domain near an input that is outside of it: what the input has right stays as it is.
//!
//! Every variable is brought into its range. Then, inequality by inequality, variables give way until the sum fits, those first that
//! chance says; what one gains another may lose, so this goes on for a few rounds and may fail.

use super::boxes;
use super::domain::{Domain, Linear, Variable};
use fastrand::Rng;

const ROUNDS: u32 = 8;

pub fn near(domain: &Domain, state: &[i64], rng: &mut Rng) -> Option<Vec<i64>> {
    let ranges = boxes::bounding_box(domain)?;
    let mut state: Vec<i64> = state.iter().zip(&ranges).map(|(x, range)| (*x).clamp(range.least, range.most)).collect();
    for _ in 0..ROUNDS {
        if domain.contains(&state) {
            return Some(state);
        }
        domain.linear.iter().for_each(|row| give_way(row, &ranges, &mut state, rng));
    }
    domain.contains(&state).then_some(state)
}

/// Changes variables until the sum is at most its bound, as far as their ranges allow it.
fn give_way(row: &Linear, ranges: &[Variable], state: &mut [i64], rng: &mut Rng) {
    let Some(sum) = row.sum(state) else { return };
    let mut excess = sum - i128::from(row.bound);
    let first = rng.usize(..row.terms.len().max(1));
    for (variable, factor) in row.terms.iter().cycle().skip(first).take(row.terms.len()) {
        if excess <= 0 {
            return;
        }
        let (at, size) = (*variable as usize, i128::from(factor.unsigned_abs()));
        let end = if *factor > 0 { ranges[at].least } else { ranges[at].most };
        let room = i128::from(state[at].abs_diff(end));
        let by = room.min((excess + size - 1) / size);
        let moved = i128::from(state[at]) - by * i128::from(factor.signum());
        state[at] = moved as i64;
        excess -= by * size;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(terms: &[(u32, i64)], bound: i64) -> Linear {
        Linear { terms: terms.to_vec(), bound }
    }

    #[test]
    fn what_is_right_stays() {
        let mut domain = Domain::of_box(vec![Variable::new(0, 255); 4]);
        // The first is the sum of the next two.
        domain.linear = vec![row(&[(0, 1), (1, -1), (2, -1)], 0), row(&[(0, -1), (1, 1), (2, 1)], 0)];
        let mut rng = Rng::with_seed(5);
        for _ in 0..100 {
            let start: Vec<i64> = (0..4).map(|_| rng.i64(-10..300)).collect();
            let Some(found) = near(&domain, &start, &mut rng) else { continue };
            assert!(domain.contains(&found));
            assert_eq!(found[3], start[3].clamp(0, 255));
        }
        assert_eq!(near(&domain, &[7, 3, 4, 9], &mut rng), Some(vec![7, 3, 4, 9]));
        assert!(near(&domain, &[100, 3, 4, 9], &mut rng).is_some());
    }

    #[test]
    fn an_empty_domain_has_nothing_near() {
        let mut domain = Domain::of_box(vec![Variable::new(0, 9); 2]);
        domain.linear = vec![row(&[(0, 1), (1, 1)], -1)];
        assert_eq!(near(&domain, &[3, 3], &mut Rng::with_seed(1)), None);
    }
}
