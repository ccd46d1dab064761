//! Branches whose sides meet at one point, from the innermost on: what was set inside of them depends on them.
//!
//! The turns of a loop end all at once, and what is written in the last of them was written inside of all. So each place is
//! named once, and labelled once with all that it depends on, however many branches end.

use super::places::{Place, renumber};
use crate::machine::Machine;
use crate::memory::labels::Pages;
use crate::memory::log;
use secateur_expr::Support;
use smallvec::SmallVec;
use std::sync::Arc;

#[derive(Default)]
pub(super) struct Closing {
    /// All that was written, as far as it has a name. Of an instruction nobody asks for it.
    pages: Pages,
    /// Of it, in the order of branches: bytes that were not written inside of those before.
    named: SmallVec<[Named; 4]>,
    /// The number of these places.
    number: u128,
    writes_world: bool,
    /// What the branches depend on.
    labels: SmallVec<[Support; 8]>,
    /// Places that are known to be set otherwhere, by their number: an ask that leads to them, and what they depend on.
    elsewhere: SmallVec<[(u128, u32, Support); 2]>,
}

/// Bytes of pages, and what they depend on from now on.
type Marks = SmallVec<[(u64, u64, Support); 8]>;

struct Named {
    page: u64,
    place: Place,
    mask: u64,
    /// Which branch it was first written inside of.
    branch: u32,
}

impl Closing {
    /// What is hidden in the journal of the next branch around those before.
    pub(super) fn take(&mut self, journal: Arc<Pages>, machine: &Machine) {
        if self.pages.is_empty() {
            return self.take_first(journal, machine);
        }
        let branch = self.labels.len() as u32;
        for (page, mask) in journal.iter() {
            let before = self.pages.get(page).copied().unwrap_or(0);
            let added = mask & !before;
            if added == 0 {
                continue;
            }
            // What has no name is gone, and nobody around can ask for it.
            let Some(place) = machine.place_of(*page) else { continue };
            self.writes_world |= *page == log::WORLD;
            renumber(&mut self.number, place, before, before | mask);
            self.pages.insert(*page, before | mask);
            self.named.push(Named { page: *page, place, mask: added, branch });
        }
    }

    /// The same, before anything else was: nearly always all of it has names, and it is taken as it is.
    fn take_first(&mut self, journal: Arc<Pages>, machine: &Machine) {
        let branch = self.labels.len() as u32;
        let mut pages = Arc::unwrap_or_clone(journal);
        pages.retain(|page, mask| {
            let Some(place) = machine.place_of(*page) else { return false };
            self.writes_world |= *page == log::WORLD;
            renumber(&mut self.number, place, 0, *mask);
            self.named.push(Named { page: *page, place, mask: *mask, branch });
            true
        });
        self.pages = pages;
    }

    /// What an instruction wrote, each page once.
    pub(super) fn take_stored(&mut self, pages: &[(u64, u64)], machine: &Machine) {
        for (page, mask) in pages {
            let Some(place) = machine.place_of(*page) else { continue };
            self.writes_world |= *page == log::WORLD;
            renumber(&mut self.number, place, 0, *mask);
            self.named.push(Named { page: *page, place, mask: *mask, branch: 0 });
        }
    }

    /// Whether nothing was set, here or otherwhere.
    pub(super) fn is_empty(&self) -> bool {
        self.named.is_empty() && self.elsewhere.is_empty()
    }

    fn places(&self) -> impl Iterator<Item = (Place, u64)> {
        self.named.iter().map(|named| (named.place, named.mask))
    }
}

impl Machine<'_> {
    /// The branch ends whose places were taken last.
    pub(super) fn close_one(&mut self, closing: &mut Closing, ask: u32, label: Support) {
        closing.labels.push(label);
        let sym = self.sym();
        let Some(flow) = &mut sym.flow else { return };
        let known = flow.learn_places(ask, closing.number, || closing.places());
        let (number, has_world) = (known.number, known.has_world);
        // Most know just what is written here.
        if number != closing.number {
            match closing.elsewhere.iter_mut().find(|(known, ..)| *known == number) {
                Some((_, _, joined)) => *joined = sym.pool.support_union(*joined, label),
                None => closing.elsewhere.push((number, ask, label)),
            }
        }
        if closing.writes_world || has_world {
            sym.known.flow.world = sym.pool.support_union(sym.known.flow.world, label);
        }
        self.note_asked(ask);
    }

    /// All of them have ended. What was written.
    pub(super) fn close_all(&mut self, closing: &mut Closing) -> Pages {
        // What is written inside of one depends on all around it.
        let (mut label, mut marks) = (Support::EMPTY, Marks::new());
        let mut named = closing.named.iter().rev().peekable();
        for (branch, own) in closing.labels.iter().enumerate().rev() {
            label = self.sym().pool.support_union(label, *own);
            while let Some(next) = named.next_if(|next| next.branch as usize == branch) {
                marks.push((next.page, next.mask, label));
            }
        }
        self.mark_elsewhere(closing, &mut marks);
        self.label_marks(&mut marks);
        std::mem::take(&mut closing.pages)
    }

    /// The same of an instruction whose writes have their labels already.
    pub(super) fn close_stored(&mut self, closing: &mut Closing) {
        let mut marks = Marks::new();
        self.mark_elsewhere(closing, &mut marks);
        self.label_marks(&mut marks);
    }

    /// Branches that end at once mostly mark the same bytes, and each page is gone through once for all of them.
    fn label_marks(&mut self, marks: &mut Marks) {
        if let [(page, mask, label)] = marks[..] {
            return self.add_to_page(page, mask, label);
        }
        // What is marked twice for the same reason is marked once; the more at once, the better.
        marks.sort_unstable_by_key(|(page, _, label)| (*page, *label));
        marks.dedup_by(|next, kept| {
            let is_same = (next.0, next.2) == (kept.0, kept.2);
            kept.1 |= if is_same { next.1 } else { 0 };
            is_same
        });
        // With one label each page stands there once.
        if marks.iter().all(|mark| mark.2 == marks[0].2) {
            return marks.iter().for_each(|(page, mask, label)| self.add_to_page(*page, *mask, *label));
        }
        marks.sort_unstable();
        for same in marks.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let pool = &mut self.sym().pool;
            let label = same.iter().fold(Support::EMPTY, |all, (_, _, label)| pool.support_union(all, *label));
            self.add_to_page(same[0].0, same[0].1, label);
        }
    }

    /// Places that others set depend on the same, whether this path has set them or not.
    fn mark_elsewhere(&mut self, closing: &mut Closing, marks: &mut Marks) {
        for (_, ask, label) in std::mem::take(&mut closing.elsewhere) {
            let Some(flow) = &mut self.sym().flow else { return };
            flow.known_by(ask);
            // They are taken out meanwhile: the machine says where they are.
            let places = std::mem::take(&mut flow.asks[ask as usize].known.places);
            for (place, mask) in &places {
                marks.extend(self.page_of(*place).map(|page| (page, *mask, label)));
            }
            let Some(flow) = &mut self.sym().flow else { return };
            flow.asks[ask as usize].known.places = places;
        }
    }

    /// The least depth that a side of a branch with these keys jumps to.
    pub(super) fn escape_of(&mut self, ask: u32) -> Option<u32> {
        let flow = self.sym().flow.as_ref().filter(|flow| flow.has_escapes)?;
        let keys = flow.asks[ask as usize].keys.iter();
        keys.filter_map(|key| flow.places[*key as usize].as_ref()?.escape).min()
    }
}
