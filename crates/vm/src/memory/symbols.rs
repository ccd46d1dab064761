//! Which bytes of an object are symbolic, and what they are.
//!
//! A cell names a term and which of its bytes lies here, so that a word that is stored and loaded again
//! is the same term, without being cut up and put together. Cells lie in small pages that snapshots
//! share; an object without symbolic bytes has none of this, and stays on the fast path.

use super::{Fault, FaultKind, Memory};
use crate::addr;
use std::sync::Arc;

/// One byte: byte `index` of a term, counted from the least significant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell {
    pub term: u32,
    pub index: u32,
}

const PAGE: usize = 32;

type Page = [Option<Cell>; PAGE];

/// The symbolic bytes of one object.
#[derive(Clone, Default)]
pub struct Symbols {
    pages: Vec<Option<Arc<Page>>>,
    /// How many cells are set.
    count: u32,
}

impl Symbols {
    pub fn get(&self, offset: usize) -> Option<Cell> {
        self.pages.get(offset / PAGE)?.as_ref()?[offset % PAGE]
    }

    fn set(&mut self, offset: usize, cell: Option<Cell>) {
        let page = offset / PAGE;
        if self.pages.len() <= page {
            if cell.is_none() {
                return;
            }
            self.pages.resize(page + 1, None);
        }
        if cell.is_none() && self.pages[page].is_none() {
            return;
        }
        let page = self.pages[page].get_or_insert_with(|| Arc::new([None; PAGE]));
        let old = &mut Arc::make_mut(page)[offset % PAGE];
        self.count = self.count + u32::from(cell.is_some()) - u32::from(old.is_some());
        *old = cell;
    }

    /// Whether any byte of a range is symbolic.
    pub fn any(&self, offset: usize, size: usize) -> bool {
        let (first, last) = (offset / PAGE, (offset + size).div_ceil(PAGE).min(self.pages.len()));
        if size == 0 || first >= last {
            return false;
        }
        self.pages[first..last].iter().enumerate().any(|(i, page)| {
            page.as_ref().is_some_and(|page| {
                let start = (first + i) * PAGE;
                let (from, to) = (offset.max(start) - start, (offset + size).min(start + PAGE) - start);
                page[from..to].iter().any(Option::is_some)
            })
        })
    }
}

impl Memory {
    fn symbols(&self, at: u64) -> Option<&Symbols> {
        self.body(addr::id(at))?.symbols.as_deref()
    }

    /// Whether any byte of a range that is inside an object is symbolic.
    #[inline]
    pub fn is_symbolic(&self, at: u64, size: u64) -> bool {
        self.symbols(at).is_some_and(|s| s.any(addr::offset(at) as usize, size as usize))
    }

    /// The symbolic byte at an address, if it is one.
    pub fn cell(&self, at: u64) -> Option<Cell> {
        self.note_read(at, 1);
        self.symbols(at)?.get(addr::offset(at) as usize)
    }

    /// What a byte is that is about to be read: the symbolic byte, or its value.
    pub fn read_byte(&self, at: u64) -> Result<(Option<Cell>, u8), Fault> {
        let value = self.raw_bytes(at, 1)?[0];
        Ok((self.symbols(at).and_then(|symbols| symbols.get(addr::offset(at) as usize)), value))
    }

    /// Addresses of aligned words with symbolic bytes, in live objects.
    pub fn symbolic_words(&self) -> Vec<u64> {
        let mut found = Vec::new();
        for id in self.ids() {
            let Some(body) = self.body(id).filter(|b| b.symbols.is_some() && b.data.is_some()) else { continue };
            let size = body.info.as_ref().map_or(0, |i| i.size());
            let words = (0..size / 8).map(|i| addr::of(id) + 8 * i);
            found.extend(words.filter(|at| self.is_symbolic(*at, 8)));
        }
        found
    }

    /// The cells of a range, if any is set.
    pub fn cells(&self, at: u64, size: u64) -> Option<Vec<Option<Cell>>> {
        self.note_read(at, size);
        if !self.is_symbolic(at, size) {
            return None;
        }
        let symbols = self.symbols(at)?;
        let offset = addr::offset(at) as usize;
        Some((0..size as usize).map(|i| symbols.get(offset + i)).collect())
    }

    /// Puts the bytes of a term at an address. The range was checked to be writable.
    pub fn set_term(&mut self, at: u64, term: u32, size: u64) {
        let cells = (0..size as u32).map(|index| Some(Cell { term, index }));
        self.set_cells(at, cells);
    }

    /// Replaces cells from an address on, inside a live object.
    pub fn set_cells(&mut self, at: u64, cells: impl Iterator<Item = Option<Cell>>) {
        let (id, offset) = (addr::id(at), addr::offset(at) as usize);
        let epoch = self.epoch;
        let mut entry = self.entry(id);
        entry.own(epoch);
        let mut symbols = entry.body.symbols.take().unwrap_or_default();
        let list = Arc::make_mut(&mut symbols);
        for (i, cell) in cells.enumerate() {
            list.set(offset + i, cell);
        }
        entry.set_symbols((list.count > 0).then_some(symbols));
    }

    /// What is written is concrete from now on.
    #[inline]
    pub(super) fn clear_symbols(&mut self, at: u64, size: u64) {
        if self.is_symbolic(at, size) {
            self.set_cells(at, (0..size).map(|_| None));
        }
    }

    /// The size of a live block, or the most it may be; 0 if there is none.
    pub fn block_size(&self, id: u32) -> u64 {
        self.note_about(id);
        self.info(id).filter(|i| i.is_live()).map_or(0, |i| i.size())
    }

    pub fn has_symbolic_size(&self, id: u32) -> bool {
        self.note_about(id);
        self.info(id).is_some_and(|i| i.symbolic_size && i.is_live())
    }

    /// A fault if the object's size is symbolic, so that nobody knows yet whether the range is inside.
    pub(super) fn require_size(&self, at: u64, size: u64, write: bool) -> Result<(), Fault> {
        match self.info(addr::id(at)).is_some_and(|i| i.symbolic_size) {
            true => Err(Fault { kind: FaultKind::Symbolic, addr: at, object: addr::id(at), size, write }),
            false => Ok(()),
        }
    }

    /// A fault if some byte of the range is symbolic.
    pub(super) fn require_concrete(&self, at: u64, size: u64) -> Result<(), Fault> {
        self.require_size(at, size, false)?;
        match self.is_symbolic(at, size) {
            true => Err(Fault { kind: FaultKind::Symbolic, addr: at, object: addr::id(at), size, write: false }),
            false => Ok(()),
        }
    }
}
