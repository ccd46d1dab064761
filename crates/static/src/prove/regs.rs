//! The values of a function's registers at a point, shared between points as far as they are the same.
//!
//! Registers that more than one block knows come first, in pieces that copies of a state share until one of them changes
//! a value. Those that one block sets and reads have places behind them, which blocks use in turn and give up at their end.
//! Each piece notes which registers its values are told in terms of, so that a change of a register passes over most pieces.

use super::value::Val;
use secateur_ir::{Function, Reg};
use std::rc::Rc;

/// Values in a piece.
const PIECE: usize = 8;

/// Where the registers of a function have their values.
pub struct Places {
    of: Vec<u32>,
    /// Pieces of registers that more than one block knows.
    shared: usize,
    unknown: Val,
}

impl Places {
    pub fn new(function: &Function, is_shared: &[bool]) -> Places {
        let mut of = vec![0; function.regs.len()];
        let mut count = 0;
        for (place, _) in of.iter_mut().zip(is_shared).filter(|(_, shared)| **shared) {
            *place = count;
            count += 1;
        }
        let shared = (count as usize).div_ceil(PIECE);
        for block in &function.blocks {
            let own = block.insts.iter().flat_map(|inst| inst.op.defs()).filter(|reg| !is_shared[reg.index()]);
            for (place, reg) in ((shared * PIECE) as u32..).zip(own) {
                of[reg.index()] = place;
            }
        }
        Places { of, shared, unknown: super::value::Value::Top.into() }
    }
}

#[derive(Clone)]
struct Piece {
    /// By register, modulo 64: whether a value may be told in terms of it.
    terms: u64,
    vals: [Val; PIECE],
}

/// A value for each register.
#[derive(Clone)]
pub struct Regs {
    places: Rc<Places>,
    pieces: Vec<Rc<Piece>>,
}

/// The registers that a value is told in terms of, as bits.
pub fn terms(val: &Val) -> u64 {
    let linear = val.linear.map_or(0, |linear| bit(linear.reg));
    linear | val.origin.map_or(0, |(reg, _)| bit(reg))
}

pub fn bit(reg: Reg) -> u64 {
    1 << (reg.0 % 64)
}

impl Regs {
    /// Nothing is known of any.
    pub fn new(places: Rc<Places>) -> Regs {
        let piece = Rc::new(Piece { terms: 0, vals: std::array::from_fn(|_| places.unknown.clone()) });
        Regs { pieces: vec![piece; places.shared], places }
    }

    pub fn get(&self, reg: Reg) -> &Val {
        let place = self.places.of[reg.index()] as usize;
        self.pieces.get(place / PIECE).map_or(&self.places.unknown, |piece| &piece.vals[place % PIECE])
    }

    pub fn set(&mut self, reg: Reg, val: Val) {
        let terms = terms(&val);
        let (piece, at) = self.at(reg);
        piece.terms |= terms;
        piece.vals[at] = val;
    }

    /// What the value is, but not in terms of what it is told.
    pub fn value_mut(&mut self, reg: Reg) -> &mut super::value::Value {
        let (piece, at) = self.at(reg);
        &mut piece.vals[at].value
    }

    pub fn safe_mut(&mut self, reg: Reg) -> &mut super::safe::Safe {
        let (piece, at) = self.at(reg);
        &mut piece.vals[at].safe
    }

    fn at(&mut self, reg: Reg) -> (&mut Piece, usize) {
        let place = self.places.of[reg.index()] as usize;
        while self.pieces.len() <= place / PIECE {
            let vals = std::array::from_fn(|_| self.places.unknown.clone());
            self.pieces.push(Rc::new(Piece { terms: 0, vals }));
        }
        (Rc::make_mut(&mut self.pieces[place / PIECE]), place % PIECE)
    }

    /// A block ends: what it alone knew is gone.
    pub fn end_block(&mut self) {
        self.pieces.truncate(self.places.shared);
    }

    /// How many pieces there are: what a copy costs.
    pub fn width(&self) -> usize {
        self.pieces.len()
    }

    /// Changes values that are told in terms of a register.
    pub fn change_terms(&mut self, reg: Reg, change: &dyn Fn(&mut Val)) {
        let is_told = |val: &Val| {
            val.linear.is_some_and(|linear| linear.reg == reg) || val.origin.is_some_and(|(origin, _)| origin == reg)
        };
        for piece in self.pieces.iter_mut().filter(|piece| piece.terms & bit(reg) != 0) {
            if piece.vals.iter().any(is_told) {
                let piece = Rc::make_mut(piece);
                piece.vals.iter_mut().filter(|val| is_told(val)).for_each(change);
                piece.terms = piece.vals.iter().fold(0, |all, val| all | terms(val));
            }
        }
    }

    /// Changes values that a test holds for.
    pub fn change_where(&mut self, test: &dyn Fn(&Val) -> bool, change: &dyn Fn(&mut Val)) {
        for piece in &mut self.pieces {
            if piece.vals.iter().any(test) {
                let vals = &mut Rc::make_mut(piece).vals;
                vals.iter_mut().filter(|val| test(val)).for_each(change);
            }
        }
    }

    /// Joins others in, and tells whether that changed anything. `merge` gives what both may be.
    pub fn join(&mut self, other: &Regs, merge: &dyn Fn(&Val, &Val) -> Val) -> bool {
        let mut has_changed = false;
        self.end_block();
        for (ours, theirs) in self.pieces.iter_mut().zip(&other.pieces) {
            if Rc::ptr_eq(ours, theirs) {
                continue;
            }
            for at in 0..PIECE {
                if ours.vals[at] != theirs.vals[at] {
                    let joined = merge(&ours.vals[at], &theirs.vals[at]);
                    if joined != ours.vals[at] {
                        has_changed = true;
                        let piece = Rc::make_mut(ours);
                        piece.terms |= terms(&joined);
                        piece.vals[at] = joined;
                    }
                }
            }
        }
        has_changed
    }
}
