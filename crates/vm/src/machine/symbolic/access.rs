//! Memory at symbolic addresses.
//!
//! A pointer is checked against an object: the one its constant part names, or the one that the model
//! points into. Inside it, a read is a choice over the positions that the offset may take (a table
//! where the bytes are constant), and a write changes all of them conditionally. What is too wide for
//! that is split by value, each value a path.

use super::super::value::Val;
use super::super::{Machine, Stop};
use super::DecisionKind;
use crate::addr;
use secateur_expr::{Bits, Term};
use secateur_ir::Ty;
use secateur_solver::Answer;

/// Objects that one access may mean, one after the other.
const MOST_OBJECTS: usize = 64;
/// Positions of a read, of those that hold symbolic bytes, and of a write.
const MOST_READ: u64 = 1 << 16;
const MOST_SYMBOLIC: u64 = 1024;
const MOST_WRITTEN: u64 = 512;
/// Positions of an access where values have labels, beyond what the path leaves.
const MOST_LABELLED: u64 = 256;
/// Tables of memory that may change that are kept.
const MOST_TABLES: usize = 256;

/// Reads of tables whose terms are remembered.
const MOST_READS_KNOWN: usize = 4096;

/// Where an access lies: an object, and the offset in it, which is known to be inside.
struct Place {
    id: u32,
    offset: Term,
    lo: u64,
    hi: u64,
    /// Offsets differ by multiples of two to the power of this.
    align: u32,
}

impl Place {
    fn count(&self) -> u64 {
        ((self.hi - self.lo) >> self.align) + 1
    }
    fn positions(&self) -> impl Iterator<Item = u64> + use<> {
        (self.lo..=self.hi).step_by(1 << self.align)
    }
}

impl Machine<'_> {
    pub(in crate::machine) fn load_from(&mut self, ty: Ty, at: &Val) -> Result<Val, Stop> {
        match at.term {
            None => self.load(ty, at.low()),
            Some(address) => {
                let size = ty.store_size();
                let place = self.resolve(address, size, false)?;
                if self.is_partly_undefined(&place, size) {
                    let at = self.concrete(address)?;
                    return self.load(ty, at);
                }
                let term = self.read_place(&place, address, size)?;
                let cut = self.sym().pool.zext_or_cut(term, ty.bits());
                Ok(self.value_of(cut))
            }
        }
    }

    pub(in crate::machine) fn store_to(&mut self, ty: Ty, at: &Val, value: &Val) -> Result<(), Stop> {
        match at.term {
            None if self.is_position(ty, at.low(), value) => {
                let number = Val::word(self.concrete_word(value)?);
                self.store(ty, at.low(), &number)
            }
            None => self.store(ty, at.low(), value),
            Some(address) => {
                let size = ty.store_size();
                let place = self.resolve(address, size, true)?;
                if self.is_partly_undefined(&place, size) || !value.is_defined() {
                    let at = self.concrete(address)?;
                    return self.store(ty, at, value);
                }
                let term = self.term_of(value, ty.bits());
                let term = self.sym().pool.zext_or_cut(term, 8 * size as u32);
                self.write_place(&place, address, term, size)
            }
        }
    }

    /// Whether some position holds undefined bits: then each position is looked at on its own.
    fn is_partly_undefined(&self, place: &Place, size: u64) -> bool {
        self.undef && self.memory.has_undefined(addr::of(place.id) + place.lo, place.hi - place.lo + size)
    }

    /// The symbolic bytes at a concrete address as a value, if any is symbolic. The range was checked.
    pub(in crate::machine) fn load_symbolic(&mut self, ty: Ty, at: u64) -> Option<Val> {
        let size = ty.store_size();
        if !self.memory.is_symbolic(at, size) {
            return None;
        }
        let term = self.bytes_term(at, size);
        // Read as a word once, it will be again: keep the word.
        if size > 1 && (0..size).all(|i| self.memory.cell(at + i).is_some_and(|c| c.term != term.0)) {
            self.memory.set_term(at, term.0, size);
        }
        let cut = self.sym().pool.zext_or_cut(term, ty.bits());
        Some(self.value_of(cut))
    }

    /// For objects of symbolic size: whether a range at a concrete address is inside.
    pub(in crate::machine) fn check_size(&mut self, at: u64, size: u64, write: bool) -> Result<(), Stop> {
        let id = addr::id(at);
        if !self.memory.info(id).is_some_and(|i| i.symbolic_size && i.is_live()) {
            return Ok(());
        }
        let len = self.size_term(id);
        let pool = &mut self.sym().pool;
        let end = pool.constant(64, u64::from(addr::offset(at)).saturating_add(size));
        let inside = pool.ule(end, len);
        if self.check(inside, true)? {
            return Ok(());
        }
        self.settle_size(id);
        Err(self.memory_error(self.memory.fault(at, size, write)))
    }

    fn size_term(&mut self, id: u32) -> Term {
        self.symbolic_size(id).expect("an object of symbolic size has a size")
    }

    /// The size of a live object, if it is symbolic.
    pub(crate) fn symbolic_size(&mut self, id: u32) -> Option<Term> {
        self.memory.info(id).filter(|i| i.symbolic_size && i.is_live())?;
        self.memory.sizes.get(&id).map(|term| Term(*term))
    }

    /// Gives an object of symbolic size the size that the model says, for a report.
    pub(super) fn settle_size(&mut self, id: u32) {
        if let Some(len) = self.symbolic_size(id) {
            self.prefer_nonempty(len);
            let size = self.sym().eval_u64(len);
            self.memory.settle_size(id, size);
        }
    }

    /// An error is easier to show natively with a block that is not empty, since allocators give those some
    /// room; so the model changes if it may.
    fn prefer_nonempty(&mut self, len: Term) {
        let sym = self.sym();
        if sym.concrete_inputs || sym.eval_u64(len) != 0 {
            return;
        }
        let zero = sym.pool.zero(64);
        let some = sym.pool.ult(zero, len);
        if let Answer::Sat(model) = sym.solver.check(&mut sym.pool, &sym.known.path, &[some], &sym.model) {
            sym.set_model(std::sync::Arc::new(model));
        }
    }

    /// Gives an object of symbolic size one concrete size on this path.
    pub(crate) fn concrete_size(&mut self, id: u32) -> Result<(), Stop> {
        if self.memory.info(id).is_some_and(|i| i.symbolic_size && i.is_live()) {
            let len = self.size_term(id);
            let size = self.concrete(len)?;
            self.memory.settle_size(id, size);
        }
        Ok(())
    }

    /// A block of symbolic size, at most `capacity`.
    pub(crate) fn sized_object(&mut self, at: u64, size: Term) {
        self.memory.set_symbolic_size(addr::id(at));
        std::sync::Arc::make_mut(&mut self.memory.sizes).insert(addr::id(at), size.0);
    }

    /// Finds the object and checks the bounds; each object that the address may mean is a path.
    fn resolve(&mut self, address: Term, size: u64, write: bool) -> Result<Place, Stop> {
        let own = self.own_object(address);
        for _ in 0..MOST_OBJECTS {
            let id = match own {
                Some(id) => id,
                None => addr::id(self.pick(address)),
            };
            self.memory.note_about(id);
            let live = self.memory.info(id).filter(|i| i.is_live() && i.size() >= size).map(|i| (i.size(), i.constant));
            let Some((len, constant)) = live.filter(|_| self.memory.raw_bytes(addr::of(id), 0).is_ok()) else {
                if own.is_some() || self.is_object(address, id)? {
                    return Err(self.address_fault(own, address, size, write));
                }
                continue;
            };
            let symbolic_size = self.memory.info(id).is_some_and(|i| i.symbolic_size);
            let len_term = if symbolic_size { Some(self.size_term(id)) } else { None };
            let pool = &mut self.sym().pool;
            let start = pool.constant(64, addr::of(id));
            let offset = pool.sub(address, start);
            let last = pool.constant(64, len - size);
            let mut inside = pool.ule(offset, last);
            if let Some(len) = len_term {
                let size = pool.constant(64, size);
                let end = pool.add(offset, size);
                let fits = pool.ule(end, len);
                inside = pool.and(inside, fits);
            }
            let is_inside = match own {
                Some(_) => self.check(inside, true)?,
                // Outside of it may be inside of another.
                None => self.decide(inside, DecisionKind::Choice)?,
            };
            if is_inside {
                if write && constant {
                    return Err(self.address_fault(own, address, size, write));
                }
                return Ok(self.place(id, offset, len - size));
            }
            if own.is_some() || self.is_object(address, id)? {
                if symbolic_size {
                    self.settle_size(id);
                }
                return Err(self.address_fault(own, address, size, write));
            }
        }
        let site = self.site();
        self.sym().lose("an address that may lie in more than 64 objects", site);
        Err(self.limit("objects of one pointer"))
    }

    /// Whether the address is in this object's range, inside or not; otherwise another path.
    fn is_object(&mut self, address: Term, id: u32) -> Result<bool, Stop> {
        let pool = &mut self.sym().pool;
        let high = pool.extract(address, 32, 32);
        let this = pool.constant(32, u64::from(id));
        let same = pool.eq(high, this);
        self.check(same, false)
    }

    fn place(&mut self, id: u32, offset: Term, last: u64) -> Place {
        let align = self.sym().pool.facts(offset).trailing_zeros().min(16);
        let step = (1u64 << align) - 1;
        let (lo, hi) = match self.range_with_labels(offset, last, align) {
            Some(range) => range,
            None => self.range_of(id, offset),
        };
        // The range is sound, so it contains what the model says, and is not empty.
        let (lo, hi) = ((lo.min(last) + step) & !step, hi.min(last) & !step);
        Place { id, offset, lo: lo.min(hi), hi, align }
    }

    /// What the path leaves of an offset. Where values have labels, that is a decision that could only go this way.
    fn range_of(&mut self, id: u32, offset: Term) -> (u64, u64) {
        // What is constant is the same wherever it is read, so it does not matter how much of it is.
        let is_constant = self.memory.info(id).is_some_and(|i| i.constant);
        let sym = self.sym();
        let range = match is_constant {
            true => sym.solver.range(&mut sym.pool, &sym.known.path, offset),
            false => sym.range(offset),
        };
        self.meet_range(offset, range);
        range
    }

    /// The range of an offset where values have labels. What decisions leave of it decides what is read, or where nothing is
    /// written, and a value that does not mention the offset any more would not show that. So as much counts as the term itself
    /// allows, unless that is too much. That does not change when labels are given up: a path that is followed again after that has to
    /// come to the same decisions.
    fn range_with_labels(&mut self, offset: Term, last: u64, align: u32) -> Option<(u64, u64)> {
        let facts = *self.sym().pool.facts(offset);
        let wide = facts.hi.min(last);
        let is_narrow = self.program.has_flow() && wide.saturating_sub(facts.lo) >> align < MOST_LABELLED;
        is_narrow.then_some((facts.lo, wide))
    }

    /// The fault that the model's address is.
    fn address_fault(&mut self, own: Option<u32>, address: Term, size: u64, write: bool) -> Stop {
        let now = self.sym().eval_u64(address);
        let fault = match own {
            Some(id) => self.memory.fault_of(id, now, size, write),
            None => self.memory.fault(now, size, write),
        };
        self.memory_error(fault)
    }

    fn read_place(&mut self, place: &Place, address: Term, size: u64) -> Result<Term, Stop> {
        let start = addr::of(place.id);
        if place.count() == 1 {
            return Ok(self.bytes_term(start + place.lo, size));
        }
        let symbolic: Vec<u64> = match self.memory.is_symbolic(start + place.lo, place.hi - place.lo + size) {
            true => place.positions().filter(|p| self.memory.is_symbolic(start + p, size)).collect(),
            false => vec![],
        };
        self.charge(place.count() / 8 + symbolic.len() as u64)?;
        if place.count() > MOST_READ || symbolic.len() as u64 > MOST_SYMBOLIC {
            let at = self.concrete(address)?;
            return Ok(self.bytes_term(at, size));
        }
        let mut value = None;
        if (symbolic.len() as u64) < place.count() {
            value = Some(self.table_read(place, size));
        }
        for position in symbolic {
            let here = self.bytes_term(start + position, size);
            value = Some(match value {
                None => here,
                Some(rest) => {
                    let pool = &mut self.sym().pool;
                    let constant = pool.constant(64, position);
                    let is_here = pool.eq(place.offset, constant);
                    pool.ite(is_here, here, rest)
                }
            });
        }
        Ok(value.expect("there is at least one position"))
    }

    /// The bytes of an object as a table, indexed by the offset.
    fn table_read(&mut self, place: &Place, size: u64) -> Term {
        let key = (place.id, place.lo, place.hi, place.align, size as u32);
        let constant = self.memory.info(place.id).is_some_and(|i| i.constant);
        let sym = self.sym.as_mut().expect("an address is symbolic in symbolic runs only");
        let bytes = || {
            let start = addr::of(place.id);
            self.memory.raw_bytes(start + place.lo, place.hi - place.lo + size).unwrap_or(&[])
        };
        let known = match constant {
            true => sym.tables.get(&key).copied(),
            // What may change has mostly not: making a table is much more work than comparing it with the last one.
            false => sym.last_tables.get(&key).filter(|(last, _)| **last == *bytes()).map(|(_, table)| *table),
        };
        let table = known.unwrap_or_else(|| {
            let bytes = bytes();
            let values = bytes.windows(size as usize).step_by(1 << place.align).map(|window| {
                let mut words = [0u64; 2];
                for (i, b) in window.iter().enumerate() {
                    words[i / 8] |= u64::from(*b) << (8 * (i % 8));
                }
                Bits::new(8 * size as u32, &words[..size.div_ceil(8) as usize])
            });
            let values: Vec<Bits> = values.collect();
            let table = sym.pool.add_table(8 * size as u32, values);
            match constant {
                true => drop(sym.tables.insert(key, table)),
                false => {
                    if sym.last_tables.len() >= MOST_TABLES {
                        sym.last_tables.clear();
                    }
                    sym.last_tables.insert(key, (bytes.into(), table));
                }
            }
            table
        });
        // Paths read the same tables at the same offsets again and again, and the term is the same.
        let sym = self.sym();
        let read = (table, place.offset, place.lo, place.align);
        if let Some(known) = sym.table_reads.get(&read) {
            return *known;
        }
        let pool = &mut sym.pool;
        let lo = pool.constant(64, place.lo);
        let index = pool.sub(place.offset, lo);
        let shift = pool.constant(64, u64::from(place.align));
        let index = pool.lshr(index, shift);
        let bits = 64 - (place.count() - 1).leading_zeros();
        let index = pool.extract(index, 0, bits.max(1));
        let value = pool.table_read(table, index);
        if sym.table_reads.len() >= MOST_READS_KNOWN {
            sym.table_reads.clear();
        }
        sym.table_reads.insert(read, value);
        value
    }

    fn write_place(&mut self, place: &Place, address: Term, value: Term, size: u64) -> Result<(), Stop> {
        let start = addr::of(place.id);
        if place.count() == 1 {
            self.put_term(start + place.lo, value, size);
            return Ok(());
        }
        if place.count() * size > MOST_WRITTEN {
            let at = self.concrete(address)?;
            self.put_term(at, value, size);
            return Ok(());
        }
        self.charge(place.count() * size)?;
        self.memory.set_mixing(true);
        self.write_positions(place, value, size);
        self.memory.set_mixing(false);
        Ok(())
    }

    /// Changes every position under the condition that it is the one.
    fn write_positions(&mut self, place: &Place, value: Term, size: u64) {
        let start = addr::of(place.id);
        if size <= 1 << place.align {
            for position in place.positions() {
                let old = self.bytes_term(start + position, size);
                let pool = &mut self.sym().pool;
                let constant = pool.constant(64, position);
                let is_here = pool.eq(place.offset, constant);
                let new = pool.ite(is_here, value, old);
                self.put_term(start + position, new, size);
            }
            return;
        }
        // Positions overlap: every byte may come from several.
        for byte in place.lo..place.hi + size {
            let mut new = self.byte(start + byte);
            for position in place.positions().filter(|p| *p <= byte && byte < p + size) {
                let pool = &mut self.sym().pool;
                let constant = pool.constant(64, position);
                let is_here = pool.eq(place.offset, constant);
                let part = pool.extract(value, 8 * (byte - position) as u32, 8);
                new = pool.ite(is_here, part, new);
            }
            self.put_term(start + byte, new, 1);
        }
    }
}
