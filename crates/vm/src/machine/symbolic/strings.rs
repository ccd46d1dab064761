//! Strings with symbolic bytes.
//!
//! A search splits at each byte that may be the end; a comparison is one term, however long the
//! strings are.

use super::super::value::Val;
use super::super::{Machine, Stop};
use super::DecisionKind;
use crate::addr;
use secateur_expr::Term;

impl Machine<'_> {
    /// A byte that is about to be read.
    fn read_byte(&mut self, at: u64) -> Result<Term, Stop> {
        let (cell, value) = self.memory.read_byte(at).map_err(|fault| self.memory_error(fault))?;
        Ok(match cell {
            Some(cell) => self.cell_byte(cell),
            None => self.sym().pool.constant(8, u64::from(value)),
        })
    }

    /// Whether a byte has a value; both are paths.
    fn byte_is(&mut self, byte: Term, value: Term) -> Result<bool, Stop> {
        let same = self.sym().pool.eq(byte, value);
        self.decide(same, DecisionKind::Choice)
    }

    /// The position of the first byte that is `wanted`, or also NUL, among at most `most`.
    fn search(&mut self, at: u64, most: &Val, wanted: Option<Term>, or_end: bool) -> Result<Option<(u64, bool)>, Stop> {
        self.concrete_size(addr::id(at))?;
        let zero = self.sym().pool.zero(8);
        for i in 0.. {
            let reached = match most.term {
                None => i >= most.low(),
                Some(term) => {
                    let pool = &mut self.sym().pool;
                    let index = pool.constant(64, i);
                    let beyond = pool.ule(term, index);
                    self.decide(beyond, DecisionKind::Choice)?
                }
            };
            if reached {
                return Ok(None);
            }
            let byte = self.read_byte(at.wrapping_add(i))?;
            if let Some(wanted) = wanted
                && self.byte_is(byte, wanted)?
            {
                return Ok(Some((i, true)));
            }
            if or_end && self.byte_is(byte, zero)? {
                return Ok(Some((i, false)));
            }
        }
        Ok(None)
    }

    pub(crate) fn symbolic_length(&mut self, at: &Val, most: &Val) -> Result<Val, Stop> {
        let at = self.concrete_word(at)?;
        match self.search(at, most, None, true)? {
            Some((i, _)) => Ok(Val::word(i)),
            None => Ok(most.clone()),
        }
    }

    /// `strchr` and its kin. `or_end`: the end if it is not found.
    pub(crate) fn symbolic_find(&mut self, at: &Val, wanted: &Val, or_end: bool) -> Result<Val, Stop> {
        let at = self.concrete_word(at)?;
        let wanted = self.term_of(wanted, 8);
        let found = self.search(at, &Val::word(u64::MAX), Some(wanted), true)?;
        Ok(match found {
            Some((i, true)) => Val::word(at.wrapping_add(i)),
            Some((i, false)) if or_end => Val::word(at.wrapping_add(i)),
            _ => Val::word(0),
        })
    }

    /// `memchr`.
    pub(crate) fn symbolic_find_byte(&mut self, at: &Val, wanted: &Val, len: &Val) -> Result<Val, Stop> {
        let at = self.concrete_word(at)?;
        let wanted = self.term_of(wanted, 8);
        let found = self.search(at, len, Some(wanted), false)?;
        Ok(Val::word(found.map_or(0, |(i, _)| at.wrapping_add(i))))
    }

    /// `strrchr`: all bytes up to the end are looked at.
    pub(crate) fn symbolic_find_last(&mut self, at: &Val, wanted: &Val) -> Result<Val, Stop> {
        let at = self.concrete_word(at)?;
        let wanted = self.term_of(wanted, 8);
        let len = self.symbolic_length(&Val::word(at), &Val::word(u64::MAX))?.low();
        for i in (0..=len).rev() {
            let byte = self.read_byte(at + i)?;
            if self.byte_is(byte, wanted)? {
                return Ok(Val::word(at + i));
            }
        }
        Ok(Val::word(0))
    }

    /// `strcpy` to an address; how many bytes before the NUL.
    pub(crate) fn symbolic_string_copy(&mut self, to: &Val, from: &Val) -> Result<u64, Stop> {
        let (to, from) = (self.concrete_word(to)?, self.concrete_word(from)?);
        let len = self.symbolic_length(&Val::word(from), &Val::word(u64::MAX))?.low();
        self.symbolic_copy(&Val::word(to), &Val::word(from), &Val::word(len + 1))?;
        Ok(len)
    }

    /// `strcmp` and `strncmp`, as one term.
    pub(crate) fn symbolic_compare_strings(&mut self, a: &Val, b: &Val, most: &Val) -> Result<Val, Stop> {
        let (a, b) = (self.concrete_word(a)?, self.concrete_word(b)?);
        let most = self.concrete_word(most)?;
        self.concrete_size(addr::id(a))?;
        self.concrete_size(addr::id(b))?;
        let mut pairs: Vec<(Term, Term)> = Vec::new();
        // Whether the comparison gets as far as the byte at hand.
        let mut goes_on = self.sym().pool.bool(true);
        for i in 0..most {
            for at in [a, b] {
                let at = at.wrapping_add(i);
                // Outside, unless it stops before.
                if let Err(fault) = self.memory.raw_bytes(at, 1).map(|_| ()) {
                    if self.check(goes_on, false)? {
                        return Err(self.memory_error(fault));
                    }
                    goes_on = self.sym().pool.bool(false);
                    break;
                }
            }
            let stopped = self.sym().pool.bool(false);
            if goes_on == stopped {
                break;
            }
            let (x, y) = (self.byte(a + i), self.byte(b + i));
            pairs.push((x, y));
            let pool = &mut self.sym().pool;
            let zero = pool.zero(8);
            let (same, more) = (pool.eq(x, y), pool.ne(x, zero));
            let here = pool.and(same, more);
            goes_on = pool.and(goes_on, here);
            if goes_on == stopped {
                break;
            }
        }
        let mut result = self.sym().pool.zero(32);
        for (x, y) in pairs.into_iter().rev() {
            let pool = &mut self.sym().pool;
            let (zero, none) = (pool.zero(8), pool.zero(32));
            let ended = pool.eq(x, zero);
            let rest = pool.ite(ended, none, result);
            result = self.first_difference(x, y, rest);
        }
        Ok(self.value_of(result))
    }
}
