//! Gates over literals, with constants folded, equal gates shared, and clauses for both directions.
//!
//! A gate's clauses define it whatever its inputs are, so any gate may be used under any polarity and
//! remain in an incremental solver for ever.

use rustc_hash::FxHashMap;
use std::ops::Not;

/// A literal: twice the variable, plus one if negated. Variable 0 is the constant true.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Lit(pub u32);

pub const TRUE: Lit = Lit(0);
pub const FALSE: Lit = Lit(1);

impl Lit {
    pub fn var(self) -> u32 {
        self.0 >> 1
    }
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }
    pub fn constant(value: bool) -> Lit {
        if value { TRUE } else { FALSE }
    }
    /// Its truth value, if it is a constant.
    pub fn known(self) -> Option<bool> {
        (self.var() == 0).then_some(self == TRUE)
    }
    fn flipped_if(self, flip: bool) -> Lit {
        Lit(self.0 ^ u32::from(flip))
    }
}

impl Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// A gate with its inputs in a normal order.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Gate {
    And(Lit, Lit),
    Xor(Lit, Lit),
    Mux(Lit, Lit, Lit),
    Xor3(Lit, Lit, Lit),
    Majority(Lit, Lit, Lit),
}

/// Makes gates.
pub struct Gates {
    /// The number of variables, the constant included.
    pub vars: u32,
    /// Clauses not yet taken, one after another, each followed by [`Gates::END`].
    pub clauses: Vec<Lit>,
    /// Outputs of choices and sums, ascending. They follow from other variables, and a solver that
    /// never branches on them is faster on tables; one that does not branch on carries either is slower
    /// on comparisons.
    pub followers: Vec<u32>,
    shared: FxHashMap<Gate, Lit>,
}

impl Default for Gates {
    fn default() -> Self {
        Gates { vars: 1, clauses: vec![TRUE, Gates::END], followers: Vec::new(), shared: FxHashMap::default() }
    }
}

impl Gates {
    pub const END: Lit = Lit(u32::MAX);

    pub fn fresh(&mut self) -> Lit {
        self.vars += 1;
        Lit((self.vars - 1) << 1)
    }
    fn clause(&mut self, lits: &[Lit]) {
        self.clauses.extend_from_slice(lits);
        self.clauses.push(Gates::END);
    }
    fn gate(&mut self, gate: Gate) -> Lit {
        if let Some(lit) = self.shared.get(&gate) {
            return *lit;
        }
        let o = self.fresh();
        if matches!(gate, Gate::Mux(..) | Gate::Xor(..) | Gate::Xor3(..)) {
            self.followers.push(o.var());
        }
        match gate {
            Gate::And(a, b) => {
                self.clause(&[!o, a]);
                self.clause(&[!o, b]);
                self.clause(&[o, !a, !b]);
            }
            Gate::Xor(a, b) => {
                self.clause(&[!o, a, b]);
                self.clause(&[!o, !a, !b]);
                self.clause(&[o, !a, b]);
                self.clause(&[o, a, !b]);
            }
            Gate::Mux(c, a, b) => {
                self.clause(&[!c, !a, o]);
                self.clause(&[!c, a, !o]);
                self.clause(&[c, !b, o]);
                self.clause(&[c, b, !o]);
                // Implied, but lets equal arms decide without the condition.
                self.clause(&[!a, !b, o]);
                self.clause(&[a, b, !o]);
            }
            Gate::Xor3(a, b, c) => {
                for signs in 0..8u32 {
                    let odd = signs.count_ones() % 2 == 1;
                    let flip = |l: Lit, i: u32| l.flipped_if(signs >> i & 1 == 1);
                    self.clause(&[flip(a, 0), flip(b, 1), flip(c, 2), o.flipped_if(!odd)]);
                }
            }
            Gate::Majority(a, b, c) => {
                for (x, y) in [(a, b), (a, c), (b, c)] {
                    self.clause(&[!x, !y, o]);
                    self.clause(&[x, y, !o]);
                }
            }
        }
        self.shared.insert(gate, o);
        o
    }

    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = (a.min(b), a.max(b));
        match (a, b) {
            (TRUE, _) => b,
            (FALSE, _) => FALSE,
            _ if a == b => a,
            _ if a == !b => FALSE,
            _ => self.gate(Gate::And(a, b)),
        }
    }
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = (a.min(b), a.max(b));
        match (a, b) {
            (TRUE, _) => !b,
            (FALSE, _) => b,
            _ if a == b => FALSE,
            _ if a == !b => TRUE,
            _ => {
                let flip = a.is_negated() != b.is_negated();
                let plain = |l: Lit| l.flipped_if(l.is_negated());
                self.gate(Gate::Xor(plain(a), plain(b))).flipped_if(flip)
            }
        }
    }
    /// `a` if `c` holds, else `b`.
    pub fn mux(&mut self, c: Lit, a: Lit, b: Lit) -> Lit {
        if let Some(c) = c.known() {
            return if c { a } else { b };
        }
        if c.is_negated() {
            return self.mux(!c, b, a);
        }
        match (a, b) {
            _ if a == b => a,
            _ if a == !b => !self.xor(c, a),
            (TRUE, _) => self.or(c, b),
            (FALSE, _) => self.and(!c, b),
            (_, TRUE) => self.or(!c, a),
            (_, FALSE) => self.and(c, a),
            _ if a == c => self.or(c, b),
            _ if a == !c => self.and(!c, b),
            _ if b == c => self.and(c, a),
            _ if b == !c => self.or(!c, a),
            _ => {
                let flip = a.is_negated();
                self.gate(Gate::Mux(c, a.flipped_if(flip), b.flipped_if(flip))).flipped_if(flip)
            }
        }
    }
    pub fn xor3(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let flip = a.is_negated() ^ b.is_negated() ^ c.is_negated();
        let mut lits = [a, b, c].map(|l| l.flipped_if(l.is_negated()));
        lits.sort_unstable();
        let [x, y, z] = lits;
        if x == TRUE || x == y || y == z {
            let ab = self.xor(a, b);
            return self.xor(ab, c);
        }
        self.gate(Gate::Xor3(x, y, z)).flipped_if(flip)
    }
    /// Whether at least two of three hold.
    pub fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut lits = [a, b, c];
        lits.sort_unstable();
        let [x, y, z] = lits;
        match x {
            TRUE => return self.or(y, z),
            FALSE => return self.and(y, z),
            _ if x == y || y == z => return y,
            // A literal and its negation are neighbours in the order, and leave the choice to the third.
            _ if x == !y => return z,
            _ if y == !z => return x,
            _ => {}
        }
        if lits.iter().filter(|l| l.is_negated()).count() >= 2 {
            return !self.gate_majority([!x, !y, !z]);
        }
        self.gate_majority(lits)
    }
    fn gate_majority(&mut self, mut lits: [Lit; 3]) -> Lit {
        lits.sort_unstable();
        self.gate(Gate::Majority(lits[0], lits[1], lits[2]))
    }
    pub fn any(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        lits.into_iter().fold(FALSE, |acc, l| self.or(acc, l))
    }
}
