//! Models that people can read: the same path with letters instead of control characters.

use crate::Path;
use crate::path::Byte;
use crate::sets::ByteSet;
use crate::solver::Solver;
use secateur_expr::{Assignment, InputByte, Pool, cone};

/// What is easiest to read first.
const PREFERRED: &[u8] =
    b"abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ ._-,:;/+*=()[]{}<>!?#%&@$^~|'\"`\\\n\t\r";
/// Nodes of the conditions that are looked at for one byte.
const MAX_NODES: usize = 2_000;

impl Solver {
    /// A model of the same path in which as many of these bytes as can be changed one at a time are
    /// readable. Bytes that are readable already stay as they are.
    pub fn readable(&mut self, pool: &Pool, path: &Path, model: &Assignment, bytes: &[InputByte]) -> Assignment {
        let mut model = model.clone();
        self.evaluator.update(&model);
        for byte in bytes {
            if PREFERRED.contains(&model.get(*byte)) {
                continue;
            }
            let known = self.conditions.existing(*byte).map_or(Byte::FREE, |number| path.byte(number));
            let mut allowed = *self.sets.get(known.set);
            let group = path.groups.get(known.group as usize).and_then(Option::as_ref);
            self.lanes.vary(*byte);
            for term in group.iter().flat_map(|g| &g.terms) {
                if !pool.support_contains(pool.support(*term), *byte) {
                    continue;
                }
                if cone(pool, &[*term]).len() > MAX_NODES {
                    allowed = ByteSet::default();
                    break;
                }
                allowed = allowed.and(&self.lanes.holds(pool, &mut self.evaluator, *term));
            }
            if let Some(value) = PREFERRED.iter().find(|v| allowed.contains(**v)) {
                model.set(*byte, *value);
                self.evaluator.set(*byte, *value);
            }
        }
        model
    }
}

#[cfg(test)]
mod tests {
    use crate::{Config, Path, Solver};
    use secateur_expr::{Assignment, InputByte, Pool};

    #[test]
    fn every_condition_still_holds() {
        let (mut pool, mut solver) = (Pool::new(), Solver::new(Config::default()));
        let bytes: Vec<InputByte> = (0..5).map(|offset| InputByte { input: 0, offset }).collect();
        let terms: Vec<_> = bytes.iter().map(|b| pool.input(*b)).collect();
        let mut path = Path::default();
        let c = pool.constant(8, 0x40);
        let below = pool.ult(terms[0], c);
        solver.assume(&mut pool, &mut path, below);
        let sum = pool.add(terms[1], terms[2]);
        let two = pool.constant(8, 2);
        let is_two = pool.eq(sum, two);
        solver.assume(&mut pool, &mut path, is_two);
        let seven = pool.constant(8, 7);
        let is_seven = pool.eq(terms[3], seven);
        solver.assume(&mut pool, &mut path, is_seven);
        let mut model = Assignment::new();
        for (byte, value) in bytes.iter().zip([1, 1, 1, 7, b'Z']) {
            model.set(*byte, value);
        }
        let better = solver.readable(&pool, &path, &model, &bytes);
        // A digit is the best below 0x40; the sum of two cannot be changed one byte at a time; 7 is 7.
        assert_eq!(better.input(0), [b'0', 1, 1, 7, b'Z']);
    }
}
