//! Labels of registers, of memory and of the outside world: an instruction hears what it reads, and labels what it sets.
//!
//! *Invariants:* what the instruction at hand has heard stands in the machine's `label` and in the memory's list, and is empty
//! when the next one begins; so are `needed`, `undecided` and `turned`. A register has a label only if its tag says so, in the upper half of its extra word.

use super::EventId;
use super::closing::Closing;
use crate::code::NO_SLOT;
use crate::machine::symbolic::Symbolic;
use crate::machine::value::Val;
use crate::machine::{LABELLED, Machine, SYMBOLIC};
use crate::memory::labels::Done;
use crate::memory::log;
use rustc_hash::FxHasher;
use secateur_expr::Support;
use smallvec::SmallVec;
use std::hash::Hash;

/// Labels are kept as sets of bytes of an input that does not exist.
pub const EVENTS: u32 = u32::MAX;

impl Symbolic {
    /// The events of a label.
    pub fn events_of(&self, label: Support) -> Vec<EventId> {
        self.numbers_of(label, EVENTS).map(EventId).collect()
    }

    /// What a label has of one kind.
    pub(super) fn numbers_of(&self, label: Support, kind: u32) -> impl Iterator<Item = u32> {
        let mut parts = SmallVec::<[(u32, u64); 8]>::new();
        self.pool.support_parts(label, |first, mask| {
            if first.input == kind {
                parts.push((first.offset, mask));
            }
            true
        });
        let bits = |mut mask: u64| {
            std::iter::from_fn(move || {
                let bit = mask.trailing_zeros();
                mask &= mask.wrapping_sub(1);
                (bit < u64::BITS).then_some(bit)
            })
        };
        parts.into_iter().flat_map(move |(first, mask)| bits(mask).map(move |bit| first | bit))
    }
}

impl Machine<'_> {
    /// An instruction begins.
    pub(in crate::machine) fn reset_label(&mut self) {
        self.label = Support::EMPTY;
        self.address_label = None;
        self.needed = Support::EMPTY;
        self.undecided = None;
        self.turned = None;
        self.memory.forget_flow();
    }

    /// The instruction at hand depends on this.
    #[inline]
    pub(crate) fn add_label(&mut self, label: Support) {
        if self.label.is_empty() {
            self.label = label;
        } else if label != self.label && !label.is_empty() {
            let before = self.label;
            self.label = self.sym().pool.support_union(before, label);
        }
    }

    /// It reads registers.
    #[inline]
    pub(in crate::machine) fn hear_registers(&mut self, at: usize, count: usize) {
        (at..at + count).for_each(|i| self.hear_register(i));
    }

    #[inline]
    pub(in crate::machine) fn hear_register(&mut self, at: usize) {
        if self.tags[at] & (SYMBOLIC | LABELLED) != 0 {
            self.add_label(Support((self.extra[at] >> 32) as u32));
        }
    }

    /// What it depends on, as far as it has read.
    #[inline]
    pub(in crate::machine) fn label_now(&mut self) -> Support {
        while let Some(label) = self.memory.next_heard() {
            self.add_label(Support(label));
        }
        self.label
    }

    /// It has set a register to a plain number.
    #[inline]
    pub(in crate::machine) fn label_plain(&mut self, at: usize) {
        let label = self.label_now();
        if !label.is_empty() {
            (self.tags[at], self.extra[at]) = (LABELLED, u64::from(label.0) << 32);
        }
    }

    /// It has set registers.
    #[inline]
    pub(in crate::machine) fn label_registers(&mut self, at: usize, count: usize) {
        let label = self.label_now();
        if !label.is_empty() {
            (at..at + count).for_each(|i| self.label_register(i, label));
        }
    }

    #[inline]
    pub(super) fn label_register(&mut self, at: usize, label: Support) {
        match self.tags[at] {
            0 => (self.tags[at], self.extra[at]) = (LABELLED, u64::from(label.0) << 32),
            SYMBOLIC | LABELLED => {
                let before = Support((self.extra[at] >> 32) as u32);
                // What was just set has none.
                let both = if before.is_empty() { label } else { self.sym().pool.support_union(before, label) };
                self.extra[at] = self.extra[at] & 0xffff_ffff | u64::from(both.0) << 32;
            }
            // What was never set has no value that could depend on anything.
            _ => {}
        }
    }

    /// It has ended: what it wrote depends on what it read. Registers have their labels already.
    #[inline]
    pub(in crate::machine) fn finish_instruction(&mut self) {
        if self.flow && self.memory.has_effects() {
            self.finish_effects();
        }
    }

    fn finish_effects(&mut self) {
        let (label, address_label) = (self.label_now(), self.address_label.take());
        self.group_lives();
        if !self.memory.has_written() {
            return;
        }
        let Done { wrote, copied, ended } = self.memory.take_done();
        for (at, size) in &wrote {
            let pool = &mut self.sym.as_mut().expect("labels exist in symbolic runs only").pool;
            let join = |a: u32, b: u32| pool.support_union(Support(a), Support(b)).0;
            self.memory.relabel(*at, *size, label.0, join);
        }
        for (at, size, label) in self.memory.take_owed() {
            log::for_pages(at, size, |page, mask| self.add_to_page(page, mask, Support(label)));
        }
        // Which place it is may depend on the same: all that were ever written here. Of a store it is only the address that says
        // which place it is, and what is stored has no part in it.
        let is_store = copied.is_empty() && ended.is_empty() && wrote.iter().all(|range| *range == wrote[0]);
        let label = address_label.filter(|_| is_store).unwrap_or(label);
        if label.is_empty() {
            return;
        }
        let mut pages = pages_of(wrote.iter().chain(&copied));
        for page in ended {
            self.add_to_page(page, 1, label);
            pages.push((page, 1));
        }
        let site = self.site();
        let mut closing = Closing::default();
        closing.take_stored(&pages, self);
        let (ask, _) = self.ask(self.key(&site), label);
        self.close_one(&mut closing, ask, label);
        match copied.is_empty() {
            true => self.close_stored(&mut closing),
            false => _ = self.close_all(&mut closing),
        }
    }

    /// An address to store to was read. If it is not known, which one it is will be decided, and that is heard later.
    pub(in crate::machine) fn note_address(&mut self, at: &Val) {
        self.address_label = (!at.is_symbolic()).then(|| self.label_now());
    }

    /// A function of the machine has ended, and its result is in a register, if anywhere: whether it did something wrong may
    /// depend on all that it read.
    pub(in crate::machine) fn finish_native(&mut self, base: usize, slot: u16) {
        if slot != NO_SLOT {
            self.label_registers(base + usize::from(slot), 1);
        }
        self.group_here();
        self.finish_instruction();
    }

    /// The outside world is asked or changed.
    pub(crate) fn touch_world(&mut self) {
        if !self.flow {
            return;
        }
        let world = self.sym().known.flow.world;
        self.add_label(world);
        let label = self.label_now();
        self.sym().known.flow.world = label;
        self.memory.note_plain_write(log::WORLD << 6, 1);
    }

    /// What everything depends on, for those who compare states: what one path showed about its labels the other would not.
    pub(in crate::machine::symbolic) fn hash_labels(&self, hasher: &mut FxHasher) {
        let Some(sym) = &self.sym else { return };
        for region in sym.known.flow.regions.iter() {
            (region.depth, region.end, region.label, region.is_guard).hash(hasher);
        }
        sym.known.flow.world.hash(hasher);
        for at in 0..self.live_registers().len() {
            if self.tags[at] & (SYMBOLIC | LABELLED) != 0 {
                (at, self.extra[at] >> 32).hash(hasher);
            }
        }
        self.memory.hash_labels(hasher);
    }
}

/// Ranges as pages, each once.
fn pages_of<'a>(ranges: impl Iterator<Item = &'a (u64, u64)>) -> SmallVec<[(u64, u64); 4]> {
    let mut pages: SmallVec<[(u64, u64); 4]> = SmallVec::new();
    for (at, size) in ranges {
        log::for_pages(*at, *size, |page, mask| pages.push((page, mask)));
    }
    pages.sort_unstable();
    pages.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        kept.1 |= if is_same { next.1 } else { 0 };
        is_same
    });
    pages
}
