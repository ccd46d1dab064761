//! What a path condition says about some bytes: all that is known of them, and of those that they are tied to.

use crate::path::{Byte, Path};
use crate::sets::{ByteSet, SetId};
use crate::solver::Solver;
use rustc_hash::FxHashSet;
use secateur_expr::{InputByte, Term};

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

impl Solver {
    /// Everything that the path says about these bytes.
    pub fn closure(&self, path: &Path, bytes: &[InputByte]) -> Closure {
        let mut closure = Closure { bytes: bytes.to_vec(), ..Closure::default() };
        let mut groups: Vec<u32> = Vec::new();
        let mut seen: FxHashSet<InputByte> = bytes.iter().copied().collect();
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
                if seen.insert(byte) {
                    closure.bytes.push(byte);
                    closure.values.push(Values(path.byte(*number).set));
                }
            }
        }
        closure
    }

    /// Whether every value of the one is a value of the other.
    pub fn is_subset(&mut self, a: Values, b: Values) -> bool {
        self.sets.is_subset(a.0, b.0)
    }

    /// A number for a set that does not depend on when it was made.
    pub fn hash_of(&self, values: Values) -> u128 {
        let ByteSet(words) = self.sets.get(values.0);
        words.iter().fold(5, |hash, word| secateur_expr::mix(hash, u128::from(*word)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;
    use secateur_expr::Pool;

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
}
