//! Reads and writes that the fast path does not answer: undefined bits, the first write after a
//! snapshot, and errors.

use super::object::Body;
use super::{Fault, FaultKind, Memory};
use crate::addr;

/// Whether a range lies inside an object. Sizes come from the program and may be as large as they like.
fn fits(offset: u64, size: u64, len: u64) -> bool {
    offset.checked_add(size).is_some_and(|end| end <= len)
}

impl Memory {
    /// The bytes of a range inside one live object, none of them symbolic.
    pub fn bytes(&self, at: u64, size: u64) -> Result<&[u8], Fault> {
        let bytes = self.peek(at, size)?;
        self.note_read(at, size);
        Ok(bytes)
    }

    /// As [`Memory::bytes`], for a caller who does not look at all of them and reads those that count once more.
    pub fn peek(&self, at: u64, size: u64) -> Result<&[u8], Fault> {
        let bytes = self.raw_peek(at, size)?;
        // One look for the objects that nothing symbolic ever touched.
        let plain = |body: &Body| body.symbols.is_none() && !body.info.as_ref().is_some_and(|i| i.symbolic_size);
        if !self.body(addr::id(at)).is_some_and(plain) {
            self.require_concrete(at, size)?;
        }
        Ok(bytes)
    }

    /// As [`Memory::bytes`]; where a byte is symbolic, what stands there means nothing.
    pub fn raw_bytes(&self, at: u64, size: u64) -> Result<&[u8], Fault> {
        let bytes = self.raw_peek(at, size)?;
        self.note_read(at, size);
        Ok(bytes)
    }

    fn raw_peek(&self, at: u64, size: u64) -> Result<&[u8], Fault> {
        let offset = u64::from(addr::offset(at));
        let data = self.body(addr::id(at)).and_then(|body| body.data.as_ref());
        match data {
            Some(data) if fits(offset, size, data.len() as u64) => {
                Ok(&data.bytes()[offset as usize..(offset + size) as usize])
            }
            _ => Err(self.fault(at, size, false)),
        }
    }

    /// A number of one word, read by the program; none if any of it is something else, or if it is not all inside an object.
    pub fn read_plain(&self, at: u64, size: u64) -> Option<u64> {
        let (body, word) = self.number_at(at, size)?;
        self.note_read_of(body, at, size);
        Some(word)
    }

    /// The same for an instruction that reads nothing else, and is not to be noted in the log: what the number depends on is told at once.
    /// None also if it depends on something whether the object is there.
    pub fn read_quickly(&self, at: u64, size: u64, heard: impl FnMut(u32)) -> Option<u64> {
        let (body, word) = self.number_at(at, size)?;
        self.hear_quickly(body, at, size, heard)?;
        Some(word)
    }

    /// A number of one word, and the object that it is in. Nobody is told.
    #[inline]
    fn number_at(&self, at: u64, size: u64) -> Option<(&Body, u64)> {
        let body = self.body(addr::id(at))?;
        let (data, offset) = (body.data.as_ref()?, u64::from(addr::offset(at)));
        if !fits(offset, size, data.len() as u64) || !self.holds_numbers(body, at, size) {
            return None;
        }
        let mut word = [0; 8];
        word[..size as usize].copy_from_slice(&data.bytes()[offset as usize..(offset + size) as usize]);
        Some((body, u64::from_le_bytes(word)))
    }

    fn holds_numbers(&self, body: &Body, at: u64, size: u64) -> bool {
        !body.info.as_ref().is_some_and(|info| info.symbolic_size)
            && (body.symbols.is_none() || !self.is_symbolic(at, size))
            && (body.shadow.is_none() || !self.has_undefined(at, size))
    }

    /// Whether a range of an object holds nothing but numbers. Whoever reads it is told whether it is inside.
    pub fn is_plain(&self, at: u64, size: u64) -> bool {
        self.body(addr::id(at)).is_some_and(|body| self.holds_numbers(body, at, size))
    }

    /// The undefined bits of a range that is inside an object, if the object has any.
    pub fn shadow(&self, at: u64, size: u64) -> Option<&[u8]> {
        let offset = addr::offset(at) as usize;
        let shadow = self.body(addr::id(at))?.shadow.as_ref()?;
        shadow.bytes().get(offset..offset + size as usize)
    }

    /// Whether any bit of a range is undefined.
    pub fn has_undefined(&self, at: u64, size: u64) -> bool {
        self.shadow(at, size).is_some_and(|shadow| shadow.iter().any(|b| *b != 0))
    }

    /// The bytes of a range, all of them defined.
    pub fn defined_bytes(&self, at: u64, size: u64) -> Result<&[u8], Fault> {
        if self.has_undefined(at, size) {
            return Err(Fault { kind: FaultKind::Undefined, addr: at, object: addr::id(at), size, write: false });
        }
        self.bytes(at, size)
    }

    /// A range that may be written in place, with the memory's own copy of the bytes. What is written
    /// counts as defined afterwards.
    pub fn bytes_mut(&mut self, at: u64, size: u64) -> Result<&mut [u8], Fault> {
        let bytes = self.raw_mut(at, size)?;
        self.clear_undefined(at, size);
        self.clear_symbols(at, size);
        // SAFETY: `raw_mut` made the range this memory's own, and `self` is borrowed for the result.
        Ok(unsafe { std::slice::from_raw_parts_mut(bytes, size as usize) })
    }

    /// As [`Memory::bytes_mut`], and leaves the undefined bits as they are.
    fn raw_mut(&mut self, at: u64, size: u64) -> Result<*mut u8, Fault> {
        let (id, offset) = (addr::id(at), u64::from(addr::offset(at)));
        let writable = self.info(id).is_some_and(|i| i.is_live() && !i.constant && fits(offset, size, i.size()));
        let has_data = self.body(id).is_some_and(|b| b.data.is_some());
        if !writable || !has_data {
            return Err(self.fault(at, size, true));
        }
        self.note_write(at, size);
        let epoch = self.epoch;
        let mut entry = self.entry(id);
        entry.own(epoch);
        // SAFETY: the offset is inside the object.
        Ok(unsafe { entry.slot.ptr.add(offset as usize) })
    }

    pub fn write_bytes(&mut self, at: u64, data: &[u8]) -> Result<(), Fault> {
        if data.is_empty() {
            return Ok(());
        }
        self.require_size(at, data.len() as u64, true)?;
        self.write_raw(at, data)
    }

    /// As [`Memory::write_bytes`], also where the object's size is symbolic and was looked at before.
    pub fn write_raw(&mut self, at: u64, data: &[u8]) -> Result<(), Fault> {
        let to = self.raw_mut(at, data.len() as u64)?;
        // SAFETY: the range is inside an object that is this memory's own; `data` is not part of it.
        unsafe { std::ptr::copy_nonoverlapping(data.as_ptr(), to, data.len()) };
        self.clear_undefined(at, data.len() as u64);
        self.clear_symbols(at, data.len() as u64);
        Ok(())
    }

    /// Sets the initial bytes of an object, also of one that is constant for the program.
    pub fn initialise(&mut self, id: u32, offset: u64, data: &[u8]) {
        let epoch = self.epoch;
        let mut entry = self.entry(id);
        entry.own(epoch);
        let inside = entry.body.data.as_ref().is_some_and(|d| fits(offset, data.len() as u64, d.len() as u64));
        assert!(inside, "initial bytes are inside their object");
        // SAFETY: just checked.
        unsafe { std::ptr::copy_nonoverlapping(data.as_ptr(), entry.slot.ptr.add(offset as usize), data.len()) };
    }

    fn clear_undefined(&mut self, at: u64, size: u64) {
        if self.has_undefined(at, size) {
            self.set_undefined(at, &vec![0; size as usize]);
        }
    }

    /// Replaces the undefined bits of a range that is inside a live object.
    pub fn set_undefined(&mut self, at: u64, mask: &[u8]) {
        let (id, offset) = (addr::id(at), addr::offset(at) as usize);
        let epoch = self.epoch;
        let mut entry = self.entry(id);
        entry.own(epoch);
        let constant = entry.body.info.as_ref().is_some_and(|i| i.constant);
        if entry.body.shadow.is_none() {
            if mask.iter().all(|b| *b == 0) || constant {
                return;
            }
            let len = entry.body.data.as_ref().map_or(0, |d| d.len());
            entry.set_shadow(Some(Box::new(super::object::Buffer::zeroed(len, len))));
        }
        let Some(shadow) = &entry.body.shadow else { return };
        // SAFETY: the shadow is as long as the object, is this memory's own, and `mask` is elsewhere.
        unsafe { std::ptr::copy_nonoverlapping(mask.as_ptr(), shadow.ptr().add(offset), mask.len()) };
        // Small objects become fast again once everything is written. Large ones are looked at only
        // when their last byte is, so that filling an array stays linear.
        let at_end = offset + mask.len() == shadow.len();
        if (shadow.len() <= 64 || at_end) && shadow.bytes().iter().all(|b| *b == 0) {
            entry.set_shadow(None);
        }
    }
}
