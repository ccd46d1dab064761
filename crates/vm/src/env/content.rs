//! The bytes of one file: pages written by the program over a base that is the host's file.
//!
//! Pages are shared between snapshots and copied on the first write after one. Bytes that were
//! never written cost nothing, so a sparse file of a terabyte is as small as its pages.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::errno::Errno;
use super::hostfs::HostFiles;

pub(super) const PAGE: usize = 4096;

/// Bytes that the overlay may still take. Invariant: `used <= limit`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    pub used: u64,
    pub limit: u64,
}

impl Budget {
    pub(super) fn room_for(&self, bytes: u64) -> Result<(), Errno> {
        if bytes > self.limit.saturating_sub(self.used) { Err(Errno::ENOSPC) } else { Ok(()) }
    }

    pub(super) fn take(&mut self, bytes: u64) -> Result<(), Errno> {
        self.room_for(bytes)?;
        self.used += bytes;
        Ok(())
    }

    pub(super) fn give_back(&mut self, bytes: u64) {
        self.used = self.used.saturating_sub(bytes);
    }
}

/// Invariant: pages lie below `size`, and bytes of a page at or behind `size` are zero.
#[derive(Clone, Default)]
pub(super) struct Content {
    pub size: u64,
    /// The host's file, and how many of its first bytes still show through.
    base: Option<(Arc<Path>, u64)>,
    pages: BTreeMap<u64, Arc<[u8; PAGE]>>,
    /// The symbolic input that the file's bytes are, until the program writes to it.
    pub input: Option<u32>,
}

impl Content {
    pub(super) fn of_host(path: Arc<Path>, size: u64) -> Content {
        Content { size, base: Some((path, size)), pages: BTreeMap::new(), input: None }
    }

    /// The host's file that shows through, if any does.
    pub(super) fn host_path(&self) -> Option<&Path> {
        self.base.as_ref().map(|(path, _)| &**path)
    }

    /// Reads until `buf` is full or the file ends.
    pub(super) fn read_at(&self, host: &HostFiles, pos: u64, buf: &mut [u8]) -> Result<usize, Errno> {
        let len = self.size.saturating_sub(pos).min(buf.len() as u64) as usize;
        let buf = &mut buf[..len];
        if self.pages.is_empty() {
            self.read_base(host, pos, buf)?;
            return Ok(len);
        }
        for (at, part) in pieces(pos, len) {
            let piece = &mut buf[part.clone()];
            match self.pages.get(&(at / PAGE as u64)) {
                Some(page) => piece.copy_from_slice(&page[within(at)..][..part.len()]),
                None => self.read_base(host, at, piece)?,
            }
        }
        Ok(len)
    }

    /// Reads what was there before the program wrote: the host's bytes, then zeros.
    fn read_base(&self, host: &HostFiles, pos: u64, buf: &mut [u8]) -> Result<(), Errno> {
        let Some((path, shown)) = &self.base else {
            buf.fill(0);
            return Ok(());
        };
        let len = shown.saturating_sub(pos).min(buf.len() as u64) as usize;
        buf[len..].fill(0);
        if len == 0 { Ok(()) } else { host.read_at(path, pos, &mut buf[..len]) }
    }

    /// Writes as much as the budget allows; an error only if that is nothing.
    pub(super) fn write_at(
        &mut self,
        host: &HostFiles,
        budget: &mut Budget,
        pos: u64,
        data: &[u8],
    ) -> Result<usize, Errno> {
        self.input = None;
        for (at, part) in pieces(pos, data.len()) {
            let start = part.start;
            match self.page_mut(host, budget, at / PAGE as u64) {
                Ok(page) => page[within(at)..][..part.len()].copy_from_slice(&data[part]),
                Err(errno) if start == 0 => return Err(errno),
                Err(_) => return Ok(start),
            }
            self.size = self.size.max(at + (PAGE - within(at)).min(data.len() - start) as u64);
        }
        Ok(data.len())
    }

    fn page_mut(&mut self, host: &HostFiles, budget: &mut Budget, number: u64) -> Result<&mut [u8; PAGE], Errno> {
        if !self.pages.contains_key(&number) {
            let mut page = [0; PAGE];
            self.read_base(host, number * PAGE as u64, &mut page)?;
            budget.take(PAGE as u64)?;
            self.pages.insert(number, Arc::new(page));
        }
        Ok(Arc::make_mut(self.pages.get_mut(&number).expect("just inserted")))
    }

    /// Cuts or extends with zeros.
    pub(super) fn truncate(&mut self, budget: &mut Budget, size: u64) {
        if size < self.size {
            let gone = self.pages.split_off(&size.div_ceil(PAGE as u64));
            budget.give_back(gone.len() as u64 * PAGE as u64);
            if let Some(page) = self.pages.get_mut(&(size / PAGE as u64)) {
                Arc::make_mut(page)[within(size)..].fill(0);
            }
            self.base = self.base.take().map(|(path, shown)| (path, shown.min(size)));
            self.base.take_if(|(_, shown)| *shown == 0);
        }
        self.size = size;
    }
}

fn within(pos: u64) -> usize {
    (pos % PAGE as u64) as usize
}

/// Cuts `len` bytes at `pos` at page borders: (position, range in the caller's buffer).
fn pieces(pos: u64, len: usize) -> impl Iterator<Item = (u64, std::ops::Range<usize>)> {
    let mut done = 0;
    std::iter::from_fn(move || {
        let at = pos + done as u64;
        let part = done..done + (PAGE - within(at)).min(len - done);
        done = part.end;
        (!part.is_empty()).then_some((at, part))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(limit: u64) -> Budget {
        Budget { used: 0, limit }
    }

    #[test]
    fn sparse_files_cost_their_pages_only() {
        let (host, mut budget) = (HostFiles::default(), budget(3 * PAGE as u64));
        let mut content = Content::default();
        assert_eq!(content.write_at(&host, &mut budget, 1 << 39, b"end"), Ok(3));
        assert_eq!((content.size, budget.used), ((1 << 39) + 3, PAGE as u64));
        let mut buf = [9; 5];
        assert_eq!(content.read_at(&host, (1 << 39) - 2, &mut buf), Ok(5));
        assert_eq!(&buf, b"\0\0end");
    }

    #[test]
    fn a_full_budget_gives_a_short_write_then_enospc() {
        let (host, mut budget) = (HostFiles::default(), budget(2 * PAGE as u64));
        let mut content = Content::default();
        assert_eq!(content.write_at(&host, &mut budget, 0, &[1; 3 * PAGE]), Ok(2 * PAGE));
        assert_eq!(content.size, 2 * PAGE as u64);
        assert_eq!(content.write_at(&host, &mut budget, 2 << 20, b"x"), Err(Errno::ENOSPC));
        content.truncate(&mut budget, 0);
        assert_eq!(budget.used, 0);
    }

    #[test]
    fn what_was_cut_does_not_come_back() {
        let (host, mut budget) = (HostFiles::default(), budget(1 << 20));
        let mut content = Content::default();
        content.write_at(&host, &mut budget, 0, b"abcdef").unwrap();
        content.truncate(&mut budget, 2);
        content.truncate(&mut budget, 6);
        let mut buf = [9; 8];
        assert_eq!(content.read_at(&host, 0, &mut buf), Ok(6));
        assert_eq!(&buf[..6], b"ab\0\0\0\0");
    }
}
