//! Blocks of bytes with symbolic lengths or contents.
//!
//! A symbolic length is not split into its values: each byte that may or may not be part of the block
//! becomes a choice.

use super::super::value::Val;
use super::super::{Machine, Stop};
use crate::addr;
use secateur_expr::Term;

/// Bytes whose being copied depends on the length; beyond, lengths are split.
const MOST_OPTIONAL: u64 = 4096;
/// Bytes that one operation may make symbolic, each a record of its own.
const MOST_BYTES: u64 = 1 << 22;

impl Machine<'_> {
    /// A word for a function that needs a concrete one.
    pub(crate) fn concrete_word(&mut self, value: &Val) -> Result<u64, Stop> {
        match value.term {
            None => Ok(value.low()),
            Some(term) => self.concrete(term),
        }
    }

    /// Bytes from an address to the end of its object; 0 if there is none.
    fn room(&self, at: u64) -> u64 {
        let size = self.memory.info(addr::id(at)).filter(|i| i.is_live()).map_or(0, |i| i.size());
        size.saturating_sub(u64::from(addr::offset(at)))
    }

    /// `memmove`.
    pub(crate) fn symbolic_copy(&mut self, to: &Val, from: &Val, len: &Val) -> Result<(), Stop> {
        let (to, from) = (self.concrete_word(to)?, self.concrete_word(from)?);
        let Some(len) = len.term else {
            self.check_size(from, len.low(), false)?;
            self.check_size(to, len.low(), true)?;
            return self.memory.copy_raw(to, from, len.low()).map_err(|fault| self.memory_error(fault));
        };
        for (at, write) in [(from, false), (to, true)] {
            if !self.fits(len, at)? {
                // The model's length makes the report.
                let size = self.sym().eval_u64(len);
                return Err(self.memory_error(self.memory.fault(at, size, write)));
            }
        }
        let room = self.room(to).min(self.room(from));
        let (sure, most) = self.lengths(len, room);
        // Undefined bits have no form on terms.
        let undefined = self.undef && (self.memory.has_undefined(from, most) || self.memory.has_undefined(to, most));
        if undefined || most - sure > MOST_OPTIONAL {
            let len = self.concrete(len)?;
            return self.memory.copy_raw(to, from, len).map_err(|fault| self.memory_error(fault));
        }
        self.charge(most)?;
        // The target must be writable even if it is not written: found by writing what is there.
        let source: Vec<Term> = (0..most).map(|i| self.byte(from + i)).collect();
        self.check_writable(to, sure, most, len)?;
        for (i, byte) in source.into_iter().enumerate() {
            self.put_optional(to + i as u64, byte, i as u64, sure, len);
        }
        Ok(())
    }

    /// `memset`.
    pub(crate) fn symbolic_fill(&mut self, to: &Val, byte: &Val, len: &Val) -> Result<(), Stop> {
        let to = self.concrete_word(to)?;
        let byte = self.term_of(byte, 8);
        let len = match len.term {
            Some(term) => term,
            None => self.sym().pool.constant(64, len.low()),
        };
        if !self.fits(len, to)? {
            let size = self.sym().eval_u64(len);
            return Err(self.memory_error(self.memory.fault(to, size, true)));
        }
        let room = self.room(to);
        let (mut sure, mut most) = self.lengths(len, room);
        let undefined = self.undef && self.memory.has_undefined(to, most);
        if undefined || most - sure > MOST_OPTIONAL {
            most = self.concrete(len)?;
            sure = most;
        }
        if most > MOST_BYTES {
            return Err(self.unsupported(format!("a block of {most} symbolic bytes; the most is {MOST_BYTES}")));
        }
        self.charge(most)?;
        self.check_writable(to, sure, most, len)?;
        for i in 0..most {
            self.put_optional(to + i, byte, i, sure, len);
        }
        Ok(())
    }

    /// Whether there is room for a length at an address. Where not, a symbolic size is settled for the
    /// report.
    fn fits(&mut self, len: Term, at: u64) -> Result<bool, Stop> {
        let room = self.room(at);
        let size = self.symbolic_size(addr::id(at));
        let pool = &mut self.sym().pool;
        let room = pool.constant(64, room);
        let mut fits = pool.ule(len, room);
        if let Some(size) = size {
            let offset = pool.constant(64, u64::from(addr::offset(at)));
            let left = pool.sub(size, offset);
            let (starts, ends) = (pool.ule(offset, size), pool.ule(len, left));
            let inside = pool.and(starts, ends);
            fits = pool.and(fits, inside);
        }
        // Nothing is read or written where the length is zero.
        let zero = pool.zero(64);
        let empty = pool.eq(len, zero);
        let fits = pool.or(empty, fits);
        let fits = self.check(fits, true)?;
        if !fits {
            self.settle_size(addr::id(at));
        }
        Ok(fits)
    }

    /// Whether a range of symbolic length may be read.
    pub(crate) fn check_range(&mut self, at: u64, len: &Val) -> Result<(), Stop> {
        let len = self.term_of(len, 64);
        if self.fits(len, at)? {
            return Ok(());
        }
        let size = self.sym().eval_u64(len);
        Err(self.memory_error(self.memory.fault(at, size, false)))
    }

    /// The least and greatest value of a length.
    fn lengths(&mut self, len: Term, room: u64) -> (u64, u64) {
        let sym = self.sym();
        let (lo, hi) = sym.range(len);
        // What is copied does not mention the length where that is sure.
        self.meet_range(len, (lo, hi));
        (lo.min(room), hi.min(room))
    }

    /// A write to something constant is an error only if the length is not zero.
    fn check_writable(&mut self, to: u64, sure: u64, most: u64, len: Term) -> Result<(), Stop> {
        if most == 0 || !self.memory.info(addr::id(to)).is_some_and(|i| i.constant) {
            return Ok(());
        }
        let pool = &mut self.sym().pool;
        let zero = pool.zero(64);
        let empty = pool.eq(len, zero);
        if sure == 0 && self.check(empty, true)? {
            return Ok(());
        }
        Err(self.memory_error(self.memory.fault(to, 1, true)))
    }

    /// Sets a byte if the length reaches it.
    fn put_optional(&mut self, at: u64, byte: Term, i: u64, sure: u64, len: Term) {
        if i < sure {
            return self.put_term(at, byte, 1);
        }
        if self.memory.info(addr::id(at)).is_some_and(|i| i.constant) {
            return;
        }
        let old = self.byte(at);
        let pool = &mut self.sym().pool;
        let index = pool.constant(64, i);
        let reached = pool.ult(index, len);
        let new = pool.ite(reached, byte, old);
        self.put_term(at, new, 1);
    }

    /// `memcmp`, as one term: the difference at the first byte that differs.
    pub(crate) fn symbolic_compare_blocks(&mut self, a: &Val, b: &Val, len: &Val) -> Result<Val, Stop> {
        let (a, b) = (self.concrete_word(a)?, self.concrete_word(b)?);
        let len = self.concrete_word(len)?;
        self.concrete_size(addr::id(a))?;
        self.concrete_size(addr::id(b))?;
        if len == 0 {
            return Ok(Val::word(0));
        }
        for at in [a, b] {
            self.memory.raw_bytes(at, len).map_err(|fault| self.memory_error(fault))?;
        }
        self.charge(len)?;
        let mut result = self.sym().pool.zero(32);
        for i in (0..len).rev() {
            let (x, y) = (self.byte(a + i), self.byte(b + i));
            result = self.first_difference(x, y, result);
        }
        Ok(self.value_of(result))
    }

    /// `x - y` if they differ, otherwise what comes after them.
    pub(super) fn first_difference(&mut self, x: Term, y: Term, rest: Term) -> Term {
        let pool = &mut self.sym().pool;
        let same = pool.eq(x, y);
        let (wide_x, wide_y) = (pool.zext(x, 32), pool.zext(y, 32));
        let difference = pool.sub(wide_x, wide_y);
        pool.ite(same, rest, difference)
    }
}
