//! A random program of this kind.

use super::{Condition, Place, Program, Statement, VALUES, VARIABLES, Value};
use fastrand::Rng;

const PLACES: [Place; 5] = [Place::Global, Place::Local, Place::Member, Place::Heap, Place::Behind];

struct Maker {
    random: Rng,
    places: [Place; VARIABLES],
    helpers: usize,
    in_helper: bool,
    decisions: usize,
    assertions: usize,
    /// Whether messages are compared with those before.
    remembers: bool,
}

/// The program for a seed.
pub fn make(seed: u64) -> Program {
    let mut random = Rng::with_seed(seed.wrapping_mul(0xd1b5_4a32_d192_ed03));
    let places = std::array::from_fn(|_| PLACES[random.usize(..PLACES.len())]);
    let (helpers, remembers, least) = (random.usize(..3), random.u8(..4) == 0, random.u8(..4) == 0);
    let mut maker = Maker { random, places, helpers: 0, in_helper: true, decisions: 0, assertions: 0, remembers };
    let bodies = (0..helpers).map(|_| maker.list(1, 1, 2)).collect();
    (maker.in_helper, maker.helpers) = (false, helpers);
    let main = maker.list(0, 3, 4);
    let least = least.then(|| maker.random.u8(10..60));
    Program { main, helpers: bodies, places: maker.places, least }
}

impl Maker {
    fn list(&mut self, nesting: u32, least: usize, more: usize) -> Vec<Statement> {
        (0..least + self.random.usize(..more)).map(|_| self.statement(nesting)).collect()
    }

    fn statement(&mut self, nesting: u32) -> Statement {
        match self.random.u8(..24) {
            0..=10 if nesting < 3 => self.branch(nesting),
            11..=12 => self.assertion(),
            13..=14 if self.helpers > 0 => Statement::Call(self.random.usize(..self.helpers)),
            15 if self.remembers => Statement::Remember,
            16 => Statement::Noise(self.random.u8(..3)),
            17 if !self.in_helper && nesting > 1 => Statement::Leave,
            _ => self.change(),
        }
    }

    fn branch(&mut self, nesting: u32) -> Statement {
        let number = self.decisions;
        self.decisions += 1;
        let byte = self.random.u8(1..255);
        let condition = match self.random.u8(..10) {
            0..=1 => Condition::Greater(byte),
            2..=3 => Condition::Equal(byte),
            4 => Condition::Bit(1 << self.random.u8(..8)),
            5 if self.remembers => Condition::Same,
            _ => Condition::State(self.variable(), self.random.u8(..VALUES)),
        };
        let yes = self.list(nesting + 1, 1, 2);
        let no = if self.random.bool() { self.list(nesting + 1, 1, 2) } else { vec![] };
        Statement::If(number, condition, yes, no)
    }

    fn assertion(&mut self) -> Statement {
        let number = self.assertions;
        self.assertions += 1;
        let one = self.variable();
        // Two variables rather than one that has two values, where there are two.
        let other = (0..4).map(|_| self.variable()).find(|other| *other != one).unwrap_or(one);
        let (x, y) = (self.random.u8(..VALUES), self.random.u8(..VALUES));
        Statement::Assert(number, (one, x), (other, y))
    }

    fn change(&mut self) -> Statement {
        let value = match self.random.u8(..6) {
            0..=1 => Value::Next,
            2 => Value::Flip,
            3 => Value::Copy(self.variable()),
            _ => Value::Number(self.random.u8(..VALUES)),
        };
        Statement::Set(self.variable(), value)
    }

    /// Helpers do not see the locals of `main`; where all variables are such, the first takes their place.
    fn variable(&mut self) -> usize {
        let chosen = self.random.usize(..VARIABLES);
        if !self.in_helper || self.places[chosen] != Place::Local {
            return chosen;
        }
        let seen = self.places.iter().position(|place| *place != Place::Local);
        seen.unwrap_or_else(|| {
            self.places[0] = Place::Global;
            0
        })
    }
}
