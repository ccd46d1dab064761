//! What a path condition says about some bytes: all that is known of them, and of those that they are tied to.

use crate::conditions::Kind;
use crate::path::{Byte, Path};
use crate::sets::SetId;
use crate::solver::Solver;
use secateur_expr::{InputByte, Pool, Term};

/// The transitive closure of the conditions that mention some bytes.
#[derive(Clone, Debug, Default)]
pub struct Closure {
    /// The bytes that were asked for, in their order; then those that conditions tie them to, in the order of the path.
    pub bytes: Vec<InputByte>,
    /// For each the values that it may have.
    pub values: Vec<Values>,
    /// Conditions on several of them.
    pub terms: Vec<Term>,
}

/// A set of values of a byte. Equal sets are equal numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Values(SetId);

impl Values {
    pub const ALL: Values = Values(SetId::FULL);
}

impl Solver {
    /// Everything that the path says about these bytes.
    pub fn closure(&self, path: &Path, bytes: &[InputByte]) -> Closure {
        let mut closure = Closure { bytes: bytes.to_vec(), ..Closure::default() };
        let mut groups: Vec<u32> = Vec::new();
        let mut asked = bytes.to_vec();
        asked.sort_unstable();
        for byte in bytes {
            let known = self.conditions.existing(*byte).map_or(Byte::FREE, |number| path.byte(number));
            closure.values.push(Values(known.set));
            if known.group != Byte::NO_GROUP && !groups.contains(&known.group) {
                groups.push(known.group);
            }
        }
        // Groups share no byte, so what a group adds leads to no other.
        for group in groups {
            let Some(group) = path.groups.get(group as usize).and_then(Option::as_ref) else { continue };
            closure.terms.extend_from_slice(&group.terms);
            for number in &group.bytes {
                let byte = self.conditions.byte(*number);
                if asked.binary_search(&byte).is_err() {
                    closure.bytes.push(byte);
                    closure.values.push(Values(path.byte(*number).set));
                }
            }
        }
        closure
    }

    /// The values that a path leaves to a byte.
    pub fn values(&self, path: &Path, byte: InputByte) -> Values {
        Values(self.conditions.existing(byte).map_or(Byte::FREE, |number| path.byte(number)).set)
    }

    /// The byte and the values for which a condition on a single byte holds.
    pub fn single(&mut self, pool: &mut Pool, cond: Term) -> Option<(InputByte, Values)> {
        match self.conditions.kind(pool, &mut self.sets, cond) {
            Kind::Single { byte, set } => Some((self.conditions.byte(byte), Values(set))),
            Kind::Constant(_) | Kind::Several { .. } => None,
        }
    }

    /// Values that both have.
    pub fn meet(&mut self, a: Values, b: Values) -> Values {
        Values(self.sets.meet(a.0, b.0))
    }

    /// Values of the one, and all that the other has not.
    pub fn unless(&mut self, a: Values, b: Values) -> Values {
        if a == Values::ALL {
            return a;
        }
        // Not (not a and b).
        let outside = self.sets.get(a.0).not();
        let rest = outside.and(self.sets.get(b.0)).not();
        Values(self.sets.intern(rest))
    }

    /// Whether every value of the one is a value of the other.
    pub fn is_subset(&mut self, a: Values, b: Values) -> bool {
        self.sets.is_subset(a.0, b.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;

    /// The paper's example: of `x < y, y < 10, z < w` a reader of `x` needs the first two.
    #[test]
    fn a_chain_of_conditions_is_followed_and_nothing_else() {
        let (mut pool, mut solver, mut path) = (Pool::new(), Solver::new(Config::default()), Path::default());
        let byte = |i| InputByte { input: 0, offset: i };
        let [x, y, z, w] = [0, 1, 2, 3].map(|i| pool.input(byte(i)));
        let ten = pool.constant(8, 10);
        let conditions = [pool.ult(x, y), pool.ult(y, ten), pool.ult(z, w)];
        for cond in conditions {
            solver.assume(&mut pool, &mut path, cond);
        }
        let closure = solver.closure(&path, &[byte(0)]);
        assert_eq!(closure.bytes, [byte(0), byte(1)]);
        assert_eq!(closure.terms, [conditions[0]]);
        let free = solver.closure(&path, &[byte(9)]);
        assert!(free.terms.is_empty() && free.bytes == [byte(9)]);
        assert!(solver.is_subset(closure.values[1], free.values[0]));
        assert!(!solver.is_subset(free.values[0], closure.values[1]));
        assert_eq!(solver.closure(&path, &[byte(2), byte(0)]).terms.len(), 2);
    }

    #[test]
    fn sets_of_values() {
        let (mut pool, mut solver) = (Pool::new(), Solver::new(Config::default()));
        let byte = InputByte { input: 0, offset: 0 };
        let (x, five, nine) = (pool.input(byte), pool.constant(8, 5), pool.constant(8, 9));
        let (below_five, below_nine) = (pool.ult(x, five), pool.ult(x, nine));
        let (_, small) = solver.single(&mut pool, below_five).expect("one byte");
        let (_, larger) = solver.single(&mut pool, below_nine).expect("one byte");
        assert!(solver.is_subset(small, larger) && !solver.is_subset(larger, small));
        assert_eq!(solver.meet(small, larger), small);
        assert_eq!(solver.unless(Values::ALL, small), Values::ALL);
        // Below five, or not below nine.
        let either = solver.unless(small, larger);
        assert!(solver.is_subset(small, either) && !solver.is_subset(larger, either));
        assert_eq!(solver.meet(either, larger), small);
        assert_eq!(solver.unless(larger, small), Values::ALL);
    }
}
