//! Between registers, memory cells and terms.

use super::super::value::Val;
use super::super::{Machine, SYMBOLIC};
use crate::memory::Cell;
use secateur_expr::{Bits, Term};
use secateur_ir::Ty;

impl Machine<'_> {
    /// A value from a term, concrete if the term is.
    pub(in crate::machine) fn value_of(&mut self, term: Term) -> Val {
        let pool = &self.sym().pool;
        match pool.as_bits(term) {
            Some(bits) => Val::words(bits.words().into()),
            None => Val::symbolic(term, pool.width(term)),
        }
    }

    /// The same for functions of the machine.
    pub(crate) fn value(&mut self, term: Term) -> Val {
        self.value_of(term)
    }

    /// The largest value that a term of at most 64 bits may have on this path.
    pub(crate) fn upper_bound(&mut self, term: Term) -> u64 {
        let sym = self.sym();
        sym.range(term).1
    }

    /// Whether the path leaves one value to the byte of a cell.
    pub(crate) fn is_fixed(&mut self, cell: Cell) -> bool {
        let byte = self.cell_byte(cell);
        let sym = self.sym();
        let (lo, hi) = sym.range(byte);
        if lo == hi {
            self.meet_range(byte, (lo, hi));
        }
        lo == hi
    }

    /// The byte of a cell keeps the value that the model has.
    pub(crate) fn fix_cell(&mut self, cell: Cell) -> Result<(), super::super::Stop> {
        let byte = self.cell_byte(cell);
        let value = self.sym().eval_u64(byte);
        let pool = &mut self.sym().pool;
        let constant = pool.constant(8, value);
        let same = pool.eq(byte, constant);
        self.assume(same)
    }

    /// What the model says of symbolic registers and words of memory: they may be addresses.
    pub(crate) fn symbolic_words(&mut self) -> Vec<u64> {
        if self.sym.is_none() {
            return vec![];
        }
        let mut words = Vec::new();
        for at in 0..self.live_registers().len() {
            if self.tags[at] == SYMBOLIC {
                let term = Term(self.extra[at] as u32);
                words.push(self.sym().eval(term).low());
            }
        }
        for at in self.memory.symbolic_words() {
            let term = self.bytes_term(at, 8);
            words.push(self.sym().eval_u64(term));
        }
        words
    }

    pub(crate) fn set_forking(&mut self, on: bool) {
        if let Some(sym) = &mut self.sym {
            sym.known.no_forks = !on;
        }
    }

    /// A value as a term of this many bits.
    pub(crate) fn term_of(&mut self, value: &Val, bits: u32) -> Term {
        let pool = &mut self.sym().pool;
        match value.term {
            Some(term) if pool.width(term) == bits => term,
            Some(term) => pool.zext_or_cut(term, bits),
            None if bits <= 64 => pool.constant(bits, value.low()),
            None => {
                let mut words = value.words.to_vec();
                words.resize(bits.div_ceil(64) as usize, 0);
                pool.constant_bits(&Bits::new(bits, &words))
            }
        }
    }

    /// The value of registers of which at least one is symbolic.
    pub(in crate::machine) fn symbolic_registers(&mut self, at: usize, ty: Ty) -> Val {
        let bits = ty.bits();
        let mut term: Option<Term> = None;
        for i in 0..ty.words() {
            let width = (bits - 64 * i as u32).min(64);
            let word = match self.tags[at + i] {
                SYMBOLIC => Val::symbolic(Term(self.extra[at + i] as u32), width),
                _ => Val::word(self.regs[at + i] & secateur_ir::mask(width)),
            };
            let word = self.term_of(&word, width);
            term = Some(match term {
                Some(low) => self.sym().pool.concat(word, low),
                None => word,
            });
        }
        let term = term.expect("a type has at least one word");
        self.value_of(term)
    }

    /// Sets registers to a term.
    pub(in crate::machine) fn set_symbolic(&mut self, at: usize, ty: Ty, term: Term) {
        let bits = ty.bits();
        let sym = self.sym.as_mut().expect("terms exist in symbolic runs only");
        let pool = &mut sym.pool;
        let term = if pool.width(term) == bits { term } else { pool.zext_or_cut(term, bits) };
        for i in 0..ty.words() {
            let lo = 64 * i as u32;
            let part = if bits <= 64 { term } else { pool.extract(term, lo, (bits - lo).min(64)) };
            match pool.as_u64(part) {
                Some(value) => {
                    self.regs[at + i] = value;
                    self.tags[at + i] = 0;
                }
                None => {
                    self.regs[at + i] = 0;
                    self.extra[at + i] = u64::from(part.0);
                    self.tags[at + i] = SYMBOLIC;
                }
            }
        }
    }

    /// One byte of memory as a term; the address is inside a live object.
    pub(super) fn byte(&mut self, at: u64) -> Term {
        match self.memory.cell(at) {
            Some(cell) => self.cell_byte(cell),
            None => {
                let value = self.memory.raw_bytes(at, 1).map_or(0, |b| b[0]);
                self.sym().pool.constant(8, u64::from(value))
            }
        }
    }

    pub(super) fn cell_byte(&mut self, cell: Cell) -> Term {
        let pool = &mut self.sym().pool;
        let term = Term(cell.term);
        if pool.width(term) == 8 { term } else { pool.extract(term, 8 * cell.index, 8) }
    }

    /// As the machine's own parts ask for it.
    pub(in crate::machine) fn term_at(&mut self, at: u64, size: u64) -> Term {
        self.bytes_term(at, size)
    }

    /// `size` bytes of memory as one little-endian term; the range is inside a live object.
    pub(super) fn bytes_term(&mut self, at: u64, size: u64) -> Term {
        if let Some(first) = self.memory.cell(at)
            && first.index == 0
            && u64::from(self.sym().pool.width(Term(first.term))) == 8 * size
            && (1..size).all(|i| self.memory.cell(at + i) == Some(Cell { term: first.term, index: i as u32 }))
        {
            return Term(first.term);
        }
        let mut term = self.byte(at);
        for i in 1..size {
            let high = self.byte(at + i);
            term = self.sym().pool.concat(high, term);
        }
        term
    }

    /// Puts a term of whole bytes at an address that was checked to be writable.
    pub(super) fn put_term(&mut self, at: u64, term: Term, size: u64) {
        match self.sym().pool.as_bits(term) {
            Some(bits) => {
                let bytes: Vec<u8> = bits.words().iter().flat_map(|w| w.to_le_bytes()).take(size as usize).collect();
                self.memory.write_raw(at, &bytes).expect("the range was checked");
            }
            None => {
                self.memory.note_write(at, size);
                if self.undef {
                    self.memory.set_undefined(at, &vec![0; size as usize]);
                }
                self.memory.set_term(at, term.0, size);
            }
        }
    }
}
