//! Going back to the same state many times over, at the price of what was changed since.
//!
//! A fork shares everything and copies what it writes: right for states that live on beside each other. Who runs one input
//! after the other from one state throws each fork away, and would copy the same objects for each run. With a journal the
//! memory stays as it is and only undoes: objects of the state get their bytes back, in place, and stay this memory's own,
//! so that the next run writes them without a copy; objects that were made since are gone, and their bytes are used again.
//!
//! *Invariant:* an object that differs from the state's is in `touched` or in `own`. Everything that changes an object goes
//! through [`Memory::entry`], which notes it, or writes bytes in place, which needs an object of this epoch.

use super::Memory;
use super::object::{Entry, Slot};
use std::sync::Arc;

/// Objects up to this size get their bytes back; of larger ones the state's are shared again.
const MOST_BYTES: usize = 1 << 16;

pub struct Journal {
    /// The epoch of the state that is gone back to, which no other has, and that of the memory meanwhile.
    base: u32,
    epoch: u32,
    /// By id: the run that touched it last.
    runs: Vec<u32>,
    run: u32,
    touched: Vec<u32>,
    /// Objects of the state that this memory writes in place.
    own: Vec<u32>,
}

impl Journal {
    fn new(base: u32, epoch: u32) -> Journal {
        Journal { base, epoch, runs: vec![], run: 1, touched: vec![], own: vec![] }
    }

    #[inline]
    pub fn touch(&mut self, id: u32) {
        let at = id as usize;
        if at >= self.runs.len() {
            self.runs.resize((at + 1).next_power_of_two(), 0);
        }
        if std::mem::replace(&mut self.runs[at], self.run) != self.run {
            self.touched.push(id);
        }
    }

    fn next_run(&mut self) {
        self.touched.clear();
        self.run = self.run.wrapping_add(1);
        if self.run == 0 {
            self.runs.fill(0);
            self.run = 1;
        }
    }
}

impl Memory {
    /// Becomes a state's memory again; with a fresh epoch, unless it comes from this very state already.
    pub fn go_back(&mut self, base: &Memory, fresh: u32) {
        match self.journal.take() {
            Some(journal) if journal.base == base.epoch && journal.epoch == self.epoch => self.rewind(base, journal),
            _ => {
                *self = base.fork(fresh);
                self.journal = Some(Box::new(Journal::new(base.epoch, fresh)));
            }
        }
    }

    fn rewind(&mut self, base: &Memory, mut journal: Box<Journal>) {
        let mut own = std::mem::take(&mut journal.own);
        for id in &journal.touched {
            if *id >= base.next {
                let mut entry = self.entry(*id);
                let data = entry.close();
                entry.body.info = None;
                self.pool.give(data);
            } else {
                own.push(*id);
            }
        }
        own.sort_unstable();
        own.dedup();
        own.retain(|id| {
            let (Some(slot), Some(body)) = (base.slot(*id), base.body(*id)) else { return false };
            let epoch = self.epoch;
            let mut entry = self.entry(*id);
            let is_plain = plain_again(&mut entry, slot, body.data.as_ref().map(|data| data.bytes()), epoch);
            if is_plain {
                entry.body.info = body.info.clone();
            } else {
                *entry.slot = slot.clone();
                *entry.body = body.clone();
            }
            is_plain
        });
        journal.own = own;
        journal.next_run();
        self.next = base.next;
        (self.stack_free, self.heap_free) = (base.stack_free, base.heap_free);
        (self.live_bytes, self.refused) = (base.live_bytes, base.refused);
        self.sizes = Arc::clone(&base.sizes);
        self.journal = Some(journal);
    }
}

/// Gives an object its bytes back, if it is this memory's own and as plain as it was.
fn plain_again(entry: &mut Entry, before: &Slot, bytes: Option<&[u8]>, epoch: u32) -> bool {
    let Entry { slot, body } = entry;
    let (Some(bytes), Some(data)) = (bytes, &body.data) else { return false };
    let is_same = slot.epoch == epoch
        && (slot.read_len, slot.write_len) == (before.read_len, before.write_len)
        && before.read_len as usize == bytes.len()
        && data.len() == bytes.len()
        && bytes.len() <= MOST_BYTES;
    if is_same {
        // SAFETY: the object is of this memory's epoch, so nobody else has its bytes; both have the same length, and the state
        // has bytes of its own, since this object's were copied when it became this memory's.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), slot.ptr, bytes.len()) };
    }
    is_same
}

#[cfg(test)]
mod tests {
    use super::super::{Kind, Site};
    use super::*;
    use crate::addr;

    fn bytes(memory: &Memory, at: u64, size: u64) -> Vec<u8> {
        memory.raw_bytes(at, size).expect("it can be read").to_vec()
    }

    #[test]
    fn every_run_finds_the_state_as_it_was() {
        let mut first = Memory::new(1 << 20, false);
        let a = first.allocate(8, Kind::Heap, Site::default(), true).expect("there is room");
        let b = first.allocate(100_000, Kind::Heap, Site::default(), true).expect("there is room");
        let c = first.allocate(4, Kind::Stack, Site::default(), true).expect("there is room");
        first.write_bytes(a, b"original").expect("it can be written");
        let base = first.snapshot((10, 11));
        let mut memory = base.fork(12);
        let mut made = None;
        for run in 0..5u32 {
            memory.go_back(&base, 13 + run);
            assert_eq!(bytes(&memory, a, 8), b"original", "run {run}");
            assert_eq!(bytes(&memory, b, 3), [0; 3], "run {run}");
            assert!(memory.info(addr::id(c)).is_some_and(|info| info.is_live()), "run {run}");
            assert_eq!((memory.next, memory.live_bytes), (base.next, base.live_bytes), "run {run}");
            memory.write_bytes(a, b"changed!").expect("it can be written");
            memory.write_bytes(b, &[run as u8 + 1; 3]).expect("it can be written");
            if run % 2 == 0 {
                memory.release(addr::id(c), Site::default());
            }
            let new = memory.allocate(16, Kind::Heap, Site::default(), true).expect("there is room");
            assert_eq!(bytes(&memory, new, 16), [0; 16], "what is used again is empty, run {run}");
            assert_eq!(*made.get_or_insert(new), new, "addresses are the same in every run");
            memory.write_bytes(new, &[7; 16]).expect("it can be written");
        }
        assert_eq!(bytes(&base, a, 8), b"original");
        assert_eq!(memory.epoch, 13, "no run but the first one needed an epoch");
        memory.go_back(&base, 99);
        assert!(memory.info(addr::id(made.expect("one was made"))).is_none());
    }

    #[test]
    fn another_state_or_a_snapshot_between_is_a_fork() {
        let mut first = Memory::new(1 << 20, false);
        let a = first.allocate(4, Kind::Heap, Site::default(), true).expect("there is room");
        let (base, other) = (first.snapshot((10, 11)), first.snapshot((12, 13)));
        let mut memory = base.fork(14);
        memory.go_back(&base, 15);
        memory.write_bytes(a, &[1; 4]).expect("it can be written");
        memory.go_back(&other, 16);
        assert_eq!((memory.epoch, bytes(&memory, a, 4)), (16, vec![0; 4]));
        memory.write_bytes(a, &[2; 4]).expect("it can be written");
        let between = memory.snapshot((17, 18));
        memory.write_bytes(a, &[3; 4]).expect("it can be written");
        memory.go_back(&other, 19);
        assert_eq!((memory.epoch, bytes(&memory, a, 4)), (19, vec![0; 4]));
        assert_eq!(bytes(&between, a, 4), [2; 4]);
    }
}
