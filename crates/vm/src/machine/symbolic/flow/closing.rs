//! Branches whose sides meet at one point, from the innermost on: what was set inside of them depends on them.
//!
//! The turns of a loop end all at once, and what is written in the last of them was written inside of all. So each place is
//! named once, and labelled once with all that it depends on, however many branches end.

use super::places::{Place, renumber};
use crate::machine::Machine;
use crate::memory::labels::Pages;
use crate::memory::log;
use rustc_hash::FxHashMap;
use secateur_expr::Support;
use smallvec::SmallVec;
use std::sync::Arc;

#[derive(Default)]
pub(super) struct Closing {
    /// All that was written, as far as it has a name. Of an instruction nobody asks for it.
    pages: Pages,
    /// Of it, in the order of branches: bytes that were not written inside of those before.
    named: Vec<Named>,
    /// The number of these places.
    number: u128,
    writes_world: bool,
    /// What the branches depend on.
    labels: Vec<Support>,
    /// Places that are known to be set otherwhere, by their number: a key that leads to them, and what they depend on.
    elsewhere: FxHashMap<u128, (u64, Support)>,
}

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

    /// What an instruction wrote, each page once.
    pub(super) fn take_stored(&mut self, pages: &[(u64, u64)], machine: &Machine) {
        for (page, mask) in pages {
            let Some(place) = machine.place_of(*page) else { continue };
            self.writes_world |= *page == log::WORLD;
            renumber(&mut self.number, place, 0, *mask);
            self.named.push(Named { page: *page, place, mask: *mask, branch: 0 });
        }
    }

    /// What a single branch or instruction has written of a page.
    fn own(&self, page: u64) -> u64 {
        match self.pages.is_empty() {
            true => self.named.iter().find(|named| named.page == page).map_or(0, |named| named.mask),
            false => self.pages.get(&page).copied().unwrap_or(0),
        }
    }

    fn places(&self) -> impl Iterator<Item = (Place, u64)> {
        self.named.iter().map(|named| (named.place, named.mask))
    }
}

impl Machine<'_> {
    /// The branch ends whose places were taken last. The keys of its places.
    pub(super) fn close_one(&mut self, closing: &mut Closing, (key, label): (u64, Support)) -> u32 {
        closing.labels.push(label);
        let (ask, keys) = self.keys(key, label);
        let sym = self.sym();
        let Some(flow) = &mut sym.flow else { return ask };
        let mut has_world = closing.writes_world;
        flow.share_places(&keys);
        for key in keys.iter() {
            let known = flow.places.entry(*key).or_default();
            if known.add(closing.number, closing.places(), flow.grown + 1) {
                flow.grown += 1;
            }
            // Most know just what is written here.
            if known.number != closing.number {
                has_world |= known.bytes.contains_key(&Place::Fixed(log::WORLD));
                let elsewhere = closing.elsewhere.entry(known.number).or_insert((*key, label));
                elsewhere.1 = sym.pool.support_union(elsewhere.1, label);
            }
        }
        sym.known.flow.asked.push((ask, flow.grown));
        if has_world {
            sym.known.flow.world = sym.pool.support_union(sym.known.flow.world, label);
        }
        ask
    }

    /// All of them have ended. What was written.
    pub(super) fn close_all(&mut self, mut closing: Closing) -> Pages {
        // What is written inside of one depends on all around it.
        let mut label = Support::EMPTY;
        let mut named = closing.named.iter().rev().peekable();
        for (branch, own) in closing.labels.iter().enumerate().rev() {
            label = self.sym().pool.support_union(label, *own);
            while let Some(next) = named.next_if(|next| next.branch as usize == branch) {
                self.add_to_page(next.page, next.mask, label);
            }
        }
        self.label_elsewhere(&mut closing);
        closing.pages
    }

    /// The same of an instruction whose writes have their labels already.
    pub(super) fn close_stored(&mut self, mut closing: Closing) {
        self.label_elsewhere(&mut closing);
    }

    /// Places that others set depend on the same, whether this path has set them or not.
    fn label_elsewhere(&mut self, closing: &mut Closing) {
        if closing.elsewhere.is_empty() {
            return;
        }
        // It is taken out while the machine is asked, and nobody notes anything meanwhile.
        let Some(flow) = self.sym().flow.take() else { return };
        // Of a single branch, what it has set itself is labelled.
        let is_single = closing.labels.len() == 1;
        let mut pages: SmallVec<[(Support, u64, u64); 16]> = SmallVec::new();
        for (key, label) in std::mem::take(&mut closing.elsewhere).into_values() {
            for (place, bytes) in flow.places.get(&key).into_iter().flat_map(|places| &places.bytes) {
                if let Some(page) = self.page_of(*place) {
                    let mask = if is_single { bytes.mask & !closing.own(page) } else { bytes.mask };
                    pages.extend((mask != 0).then_some((label, page, mask)));
                }
            }
        }
        self.sym().flow = Some(flow);
        // The keys of a branch know much the same.
        pages.sort_unstable();
        for same in pages.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let mask = same.iter().fold(0, |all, (_, _, mask)| all | mask);
            self.add_to_page(same[0].1, mask, same[0].0);
        }
    }

    /// The least depth that a side of a branch with these keys jumps to.
    pub(super) fn escape_of(&mut self, ask: u32) -> Option<u32> {
        let flow = self.sym().flow.as_ref()?;
        flow.asks[ask as usize].iter().filter_map(|key| flow.places.get(key)?.escape).min()
    }
}
