//! The inputs that are sampled: a box, linear inequalities on it, and a predicate where neither can say it.
//!
//! All sums are computed in 128 bits. A sum that does not fit even there is refused: the input is taken for one that
//! is outside, which loses inputs but never lets in a wrong one.

use std::fmt;
use std::sync::Arc;

/// One number of the input: an integer of up to 8 bytes, or a byte of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variable {
    pub least: i64,
    /// *Invariant:* not below `least`.
    pub most: i64,
}

impl Variable {
    pub fn new(least: i64, most: i64) -> Variable {
        assert!(least <= most, "a variable has at least one value");
        Variable { least, most }
    }

    pub fn contains(self, value: i64) -> bool {
        self.least <= value && value <= self.most
    }

    /// How many values it has.
    pub fn size(self) -> u128 {
        (i128::from(self.most) - i128::from(self.least)) as u128 + 1
    }

    /// A value by its place in the range.
    /// *Invariant:* the place is below `size`.
    pub fn value(self, place: u128) -> i64 {
        (i128::from(self.least) + place as i128) as i64
    }

    pub fn place(self, value: i64) -> u128 {
        (i128::from(value) - i128::from(self.least)) as u128
    }

    /// Further by so many, beyond the end again from the beginning.
    pub fn wrapped(self, value: i64, by: i128) -> i64 {
        let size = self.size() as i128;
        self.value((self.place(value) as i128 + by.rem_euclid(size)).rem_euclid(size) as u128)
    }
}

/// The sum of all terms is at most the bound.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Linear {
    /// Variables and their coefficients.
    /// *Invariant:* a variable is in it once.
    pub terms: Vec<(u32, i64)>,
    pub bound: i64,
}

impl Linear {
    /// The sum without the bound, if it fits.
    pub fn sum(&self, state: &[i64]) -> Option<i128> {
        self.terms.iter().try_fold(0i128, |sum, &(variable, coefficient)| {
            sum.checked_add(i128::from(coefficient) * i128::from(state[variable as usize]))
        })
    }

    pub fn holds(&self, state: &[i64]) -> bool {
        self.sum(state).is_some_and(|sum| sum <= i128::from(self.bound))
    }

    /// Two inequalities that say that the sum is the bound; nothing if a number has no negative of its size.
    pub fn equation(terms: &[(u32, i64)], bound: i64) -> Option<[Linear; 2]> {
        let negative = terms.iter().map(|&(v, c)| Some((v, c.checked_neg()?))).collect::<Option<_>>()?;
        Some([Linear { terms: terms.to_vec(), bound }, Linear { terms: negative, bound: bound.checked_neg()? }])
    }
}

/// What else has to hold.
pub type Predicate = Arc<dyn Fn(&[i64]) -> bool + Send + Sync>;

#[derive(Clone, Default)]
pub struct Domain {
    pub variables: Vec<Variable>,
    pub linear: Vec<Linear>,
    pub also: Option<Predicate>,
}

impl Domain {
    pub fn of_box(variables: Vec<Variable>) -> Domain {
        Domain { variables, ..Domain::default() }
    }

    pub fn contains(&self, state: &[i64]) -> bool {
        state.len() == self.variables.len()
            && self.variables.iter().zip(state).all(|(variable, value)| variable.contains(*value))
            && self.contains_member_of_box(state)
    }

    /// The same for a state of which it is known that each variable is in its range.
    pub fn contains_member_of_box(&self, state: &[i64]) -> bool {
        self.linear.iter().all(|linear| linear.holds(state)) && self.also.as_ref().is_none_or(|also| also(state))
    }
}

impl fmt::Debug for Domain {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let also = self.also.as_ref().map(|_| "a predicate");
        let mut all = f.debug_struct("Domain");
        all.field("variables", &self.variables).field("linear", &self.linear).field("also", &also).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_range_wraps_around_at_both_ends() {
        for (least, most) in [(i64::MIN, i64::MAX), (-3, 4), (0, 255), (7, 7)] {
            let variable = Variable::new(least, most);
            assert_eq!(variable.wrapped(most, 1), least);
            assert_eq!(variable.wrapped(least, -1), most);
            let size = variable.size() as i128;
            for by in [0, 1, -1, 5, size - 1, size, -size] {
                assert_eq!(variable.wrapped(variable.wrapped(least, by), -by), least, "{least} {most} {by}");
            }
        }
        assert_eq!(Variable::new(i64::MIN, i64::MAX).size(), 1 << 64);
    }

    #[test]
    fn sums_beyond_64_bits_are_exact() {
        let terms = (0..4).map(|v| (v, i64::MAX)).collect();
        let linear = Linear { terms, bound: i64::MAX };
        assert!(!linear.holds(&[1, 1, 1, 1]));
        assert!(!linear.holds(&[2, 0, 0, 0]), "in 64 bits this would be -2");
        assert!(linear.holds(&[i64::MAX, 1, -i64::MAX, 0]));
    }

    #[test]
    fn a_sum_beyond_128_bits_is_outside() {
        let terms = (0..4).map(|v| (v, i64::MIN)).collect();
        let linear = Linear { terms, bound: i64::MAX };
        assert!(!linear.holds(&[i64::MIN; 4]));
        assert_eq!(linear.sum(&[i64::MIN; 4]), None);
    }

    #[test]
    fn membership_asks_for_everything() {
        let mut domain = Domain::of_box(vec![Variable::new(-10, 10); 2]);
        domain.linear.extend(Linear::equation(&[(0, 1), (1, 2)], 0).expect("small numbers"));
        domain.also = Some(Arc::new(|state| state[1] != 3));
        let members: Vec<i64> = (-20..=20).filter(|&x2| domain.contains(&[-2 * x2, x2])).collect();
        assert_eq!(members, [-5, -4, -3, -2, -1, 0, 1, 2, 4, 5]);
        assert!(!domain.contains(&[1, 0]) && !domain.contains(&[0]) && !domain.contains(&[0, 0, 0]));
        assert!(Linear::equation(&[(0, i64::MIN)], 0).is_none());
    }
}
