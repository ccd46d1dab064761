//! Terms up to the names of input bytes: what a term computes, with its bytes numbered in the order in which it meets them.
//!
//! Two terms have the same skeleton exactly if one becomes the other by renaming bytes one to one (up to collisions of a
//! 128-bit hash), save that operands of commutative operators are taken in the order in which the pool has them.

use crate::pool::Pool;
use crate::term::{InputByte, Op, Term};
use rustc_hash::FxHashMap;
use std::rc::Rc;

#[derive(Clone)]
pub struct Skeleton {
    pub hash: u128,
    /// The bytes that it stands on, in the order of its own numbering.
    pub bytes: Rc<[InputByte]>,
}

/// Skeletons of a pool's terms, remembered.
#[derive(Default)]
pub struct Skeletons {
    known: FxHashMap<Term, Skeleton>,
}

/// Bytes in the order in which they come, each once.
struct Numbers {
    first: Rc<[InputByte]>,
    more: Vec<InputByte>,
    /// Of all of them, where a search would take long; otherwise empty.
    table: FxHashMap<InputByte, u32>,
}

/// Bytes that are searched one by one.
const FEW: usize = 16;

impl Numbers {
    /// `first` has each byte once.
    fn new(first: Rc<[InputByte]>) -> Numbers {
        let mut numbers = Numbers { first, more: vec![], table: FxHashMap::default() };
        if numbers.first.len() > FEW {
            numbers.fill();
        }
        numbers
    }

    fn fill(&mut self) {
        self.table = (0..).zip(self.first.iter().chain(&self.more)).map(|(number, byte)| (*byte, number)).collect();
    }

    fn number(&mut self, byte: InputByte) -> u32 {
        let known = match self.table.is_empty() {
            true => self.first.iter().chain(&self.more).position(|other| *other == byte).map(|at| at as u32),
            false => self.table.get(&byte).copied(),
        };
        known.unwrap_or_else(|| {
            let number = (self.first.len() + self.more.len()) as u32;
            self.more.push(byte);
            if !self.table.is_empty() {
                self.table.insert(byte, number);
            } else if number as usize >= FEW {
                self.fill();
            }
            number
        })
    }

    fn done(self) -> Rc<[InputByte]> {
        match self.more.is_empty() {
            true => self.first,
            false => self.first.iter().chain(&self.more).copied().collect(),
        }
    }
}

/// One step of a hash that is wide enough to be taken for equality.
#[inline]
pub fn mix(hash: u128, word: u128) -> u128 {
    const FACTOR: u128 = 0x2d99_787a_926d_4693_2a5a_103e_97bf_c25d;
    let mixed = (hash ^ word).wrapping_mul(FACTOR);
    mixed ^ (mixed >> 61)
}

impl Skeletons {
    pub fn of(&mut self, pool: &Pool, term: Term) -> Skeleton {
        if let Some(known) = self.known.get(&term) {
            return known.clone();
        }
        let mut stack = vec![term];
        while let Some(&term) = stack.last() {
            if self.known.contains_key(&term) {
                stack.pop();
                continue;
            }
            let depth = stack.len();
            stack.extend(pool.node(term).args().filter(|t| !self.known.contains_key(t)));
            if stack.len() == depth {
                let made = self.make(pool, term);
                self.known.insert(term, made);
                stack.pop();
            }
        }
        self.known[&term].clone()
    }

    /// From the skeletons of the operands.
    fn make(&self, pool: &Pool, term: Term) -> Skeleton {
        let node = pool.node(term);
        if node.op == Op::Input {
            return Skeleton { hash: 1, bytes: Rc::new([node.input_byte()]) };
        }
        if node.op.is_const() {
            let bits = pool.as_bits(term).expect("a constant has a value");
            let start = mix(2, u128::from(bits.width()));
            let hash = bits.words().iter().fold(start, |hash, word| mix(hash, u128::from(*word)));
            return Skeleton { hash, bytes: Rc::new([]) };
        }
        // Operands are hashed apart; everything else that tells nodes from each other goes with the operator.
        let mut hash = mix(3, node.without_operands());
        let operands: Vec<&Skeleton> = node.args().map(|t| &self.known[&t]).collect();
        if let [only] = operands[..] {
            return Skeleton { hash: mix(hash, only.hash), bytes: only.bytes.clone() };
        }
        // Most often all bytes are among those of the first operand.
        let mut bytes =
            Numbers::new(operands.first().map_or_else(|| Rc::new([]) as Rc<[_]>, |first| first.bytes.clone()));
        for operand in operands {
            hash = mix(hash, operand.hash);
            for byte in operand.bytes.iter() {
                hash = mix(hash, u128::from(bytes.number(*byte)));
            }
        }
        Skeleton { hash, bytes: bytes.done() }
    }

    pub fn len(&self) -> usize {
        self.known.len()
    }

    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Forgets everything, as the pool does.
    pub fn clear(&mut self) {
        self.known.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn byte(input: u32, offset: u32) -> InputByte {
        InputByte { input, offset }
    }

    #[test]
    fn renamed_terms_have_one_skeleton_and_others_do_not() {
        let (mut pool, mut skeletons) = (Pool::new(), Skeletons::default());
        let x: Vec<Term> = (0..4).map(|i| pool.input(byte(i, 0))).collect();
        let a = pool.sub(x[0], x[1]);
        let b = pool.sub(x[2], x[3]);
        let swapped = pool.sub(x[1], x[0]);
        let same = pool.udiv(x[0], x[0]);
        let other = pool.udiv(x[0], x[1]);
        let mut of = |t| skeletons.of(&pool, t);
        assert_eq!(of(a).hash, of(b).hash);
        assert_eq!(of(a).hash, of(swapped).hash, "the names are told apart by the lists");
        assert_eq!(of(a).bytes[..], [byte(0, 0), byte(1, 0)]);
        assert_eq!(of(swapped).bytes[..], [byte(1, 0), byte(0, 0)]);
        assert_ne!(of(same).hash, of(other).hash, "one byte twice is not two bytes");
        assert_ne!(of(a).hash, of(other).hash);
    }

    /// Whether they are searched or looked up.
    #[test]
    fn many_bytes_are_numbered_in_order_each_once() {
        let (mut pool, mut skeletons) = (Pool::new(), Skeletons::default());
        for n in [3, 15, 16, 17, 18, 40] {
            let made: Vec<Skeleton> = [0, 100]
                .into_iter()
                .map(|from| {
                    let bytes: Vec<Term> = (from..from + n).map(|i| pool.input(byte(i, 0))).collect();
                    let all = bytes.iter().skip(1).fold(bytes[0], |all, next| pool.concat(all, *next));
                    let again = pool.concat(bytes[n as usize / 2], all);
                    skeletons.of(&pool, again)
                })
                .collect();
            assert_eq!(made[0].hash, made[1].hash);
            let offsets = |skeleton: &Skeleton, from: u32| -> Vec<u32> {
                skeleton.bytes.iter().map(|byte| byte.input - from).collect()
            };
            assert_eq!(offsets(&made[0], 0), offsets(&made[1], 100));
            let mut numbers = offsets(&made[0], 0);
            assert_eq!(numbers[0], n / 2);
            numbers.sort_unstable();
            assert_eq!(numbers, (0..n).collect::<Vec<_>>());
        }
    }

    #[test]
    fn widths_positions_and_constants_count() {
        let (mut pool, mut skeletons) = (Pool::new(), Skeletons::default());
        let (x, y) = (pool.input(byte(0, 0)), pool.input(byte(0, 1)));
        let word = pool.concat(y, x);
        let (low, high) = (pool.extract(word, 0, 4), pool.extract(word, 4, 4));
        let (three, four) = (pool.constant(8, 3), pool.constant(8, 4));
        let (a, b) = (pool.add(x, three), pool.add(x, four));
        let (wide, wider) = (pool.zext(x, 16), pool.zext(x, 32));
        let mut hashes: Vec<u128> =
            [low, high, a, b, wide, wider].iter().map(|t| skeletons.of(&pool, *t).hash).collect();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), 6);
    }
}
