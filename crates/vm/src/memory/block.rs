//! Block operations: copy and fill, with the undefined bits that go along.

use super::{Fault, Memory};
use crate::addr;

impl Memory {
    /// `memmove`: the ranges may overlap. Undefined bits are copied, not complained about.
    pub fn copy(&mut self, to: u64, from: u64, size: u64) -> Result<(), Fault> {
        if size == 0 {
            return Ok(());
        }
        if self.flow_copy_plain(to, from, size) {
            return Ok(());
        }
        self.require_size(from, size, false)?;
        self.require_size(to, size, true)?;
        self.copy_raw(to, from, size)
    }

    /// As [`Memory::copy_plain`], for whoever follows labels.
    fn flow_copy_plain(&mut self, to: u64, from: u64, size: u64) -> bool {
        if !self.is_followed() {
            return self.copy_plain(to, from, size);
        }
        // Objects that are plain have no labels, so none are copied.
        if self.has_owed() {
            return false;
        }
        self.set_copying(true);
        let done = self.copy_plain(to, from, size);
        self.set_copying(false);
        if done {
            self.note_copied(to, size);
        }
        done
    }

    /// As [`Memory::copy`], also where sizes are symbolic and were looked at before.
    pub fn copy_raw(&mut self, to: u64, from: u64, size: u64) -> Result<(), Fault> {
        if size == 0 {
            return Ok(());
        }
        self.copying(to, from, size, |memory| memory.copy_bytes(to, from, size))
    }

    fn copy_bytes(&mut self, to: u64, from: u64, size: u64) -> Result<(), Fault> {
        // Both ends are checked before anything changes, the source first, as natively.
        let source: *const u8 = self.raw_bytes(from, size)?.as_ptr();
        let cells = self.cells(from, size);
        let shadow = if self.track_undefined { self.shadow(from, size).map(<[u8]>::to_vec) } else { None };
        if shadow.is_none() && !self.track_undefined {
            let target = self.bytes_mut(to, size)?.as_mut_ptr();
            // Making the target writable may have moved the source, if it is the same object.
            let source = if crate::addr::id(from) == crate::addr::id(to) {
                self.raw_bytes(from, size)?.as_ptr()
            } else {
                source
            };
            // SAFETY: both ranges were checked; `copy` allows overlap.
            unsafe { std::ptr::copy(source, target, size as usize) };
            if let Some(cells) = cells {
                self.set_cells(to, cells.into_iter());
            }
            return Ok(());
        }
        let data = self.raw_bytes(from, size)?.to_vec();
        self.write_raw(to, &data)?;
        if let Some(shadow) = shadow {
            self.set_undefined(to, &shadow);
        }
        if let Some(cells) = cells {
            self.set_cells(to, cells.into_iter());
        }
        Ok(())
    }

    /// The common case: both objects are plain, and the target may be written in place.
    fn copy_plain(&mut self, to: u64, from: u64, size: u64) -> bool {
        let (to_offset, from_offset) = (addr::offset(to), addr::offset(from));
        let fits = |offset: u32, len: u32| u64::from(offset).saturating_add(size) <= u64::from(len);
        match (self.slot(addr::id(to)), self.slot(addr::id(from))) {
            (Some(target), Some(source))
                if target.epoch == self.epoch
                    && fits(to_offset, target.write_len)
                    && fits(from_offset, source.read_len) =>
            {
                self.note_read(from, size);
                self.note_write(to, size);
                // SAFETY: both ranges are inside their objects; `copy` allows overlap.
                unsafe {
                    let source = source.ptr.add(from_offset as usize);
                    std::ptr::copy(source, target.ptr.add(to_offset as usize), size as usize);
                }
                true
            }
            _ => false,
        }
    }

    pub fn fill(&mut self, to: u64, value: u8, size: u64) -> Result<(), Fault> {
        if size == 0 {
            return Ok(());
        }
        self.require_size(to, size, true)?;
        self.bytes_mut(to, size)?.fill(value);
        Ok(())
    }
}
