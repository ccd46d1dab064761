//! What memory holds, as pages: of some bytes, of what is known of an object, or of all that has changed.

use super::page::{PAGE, Page, each, is_about, object_of, whole_words};
use crate::addr;
use crate::memory::object::Slot;
use crate::memory::{CHUNK, Cell, Kind, Memory};
use rustc_hash::FxHasher;
use secateur_expr::mix;
use std::hash::Hasher;

impl Memory {
    /// Words that are addresses of objects that can differ between paths.
    pub(super) fn pointers(&self, page: &Page) -> u8 {
        if object_of(page.key) == 0 || is_about(page.key) {
            return 0;
        }
        let words = whole_words(page.mask);
        let is_pointer = |i: &usize| {
            words >> i & 1 == 1
                && self.is_address(page.word(*i))
                && page.cells.as_ref().is_none_or(|cells| cells[8 * i..8 * i + 8].iter().all(Option::is_none))
        };
        (0..8).filter(is_pointer).fold(0, |found, i| found | 1 << i)
    }

    /// Whether a word is the address of an object, or lies a little outside.
    pub fn is_address(&self, word: u64) -> bool {
        let Some(info) = self.info(addr::id(word)) else { return false };
        let offset = addr::signed_offset(word);
        !matches!(info.kind, Kind::Code(_)) && (-64..=info.size() as i64 + 64).contains(&offset)
    }

    /// Notes what is known of an object in the page that stands for it.
    pub fn capture_about(&self, page: &mut Page) {
        let id = object_of(page.key);
        page.bytes[..8].copy_from_slice(&self.summary(id).to_le_bytes());
        page.mask = 0xff;
        if self.info(id).is_some_and(|info| info.symbolic_size && info.is_live())
            && let Some(term) = self.sizes.get(&id)
        {
            page.cells.get_or_insert_with(|| Box::new([None; PAGE]))[0] = Some(Cell { term: *term, index: 0 });
        }
    }

    /// What is known of an object, as a number.
    pub fn summary(&self, id: u32) -> u64 {
        let mut hasher = FxHasher::default();
        if let Some(info) = self.info(id) {
            hasher.write_u64(info.size());
            hasher
                .write_u8(u8::from(info.is_live()) | u8::from(info.constant) << 1 | u8::from(info.symbolic_size) << 2);
            let kind = match info.kind {
                Kind::Global(n) => u64::from(n) << 3,
                Kind::Stack => 1,
                Kind::Heap => 2,
                Kind::Map => 3,
                Kind::System => 4,
                Kind::Code(n) => u64::from(n) << 3 | 5,
            };
            hasher.write_u64(kind);
        }
        hasher.finish() | 1
    }

    /// Notes what bytes of a page hold now.
    pub fn capture(&self, page: &mut Page, mask: u64) {
        if mask == 0 {
            return;
        }
        let Some(body) = self.body(object_of(page.key)) else { return };
        let Some(data) = &body.data else { return };
        let base = addr::offset(page.key << 6) as usize;
        // Most often the bytes of one access, which are neighbours.
        let (from, to) = (mask.trailing_zeros() as usize, PAGE - mask.leading_zeros() as usize);
        let held = |bytes: &[u8], into: &mut [u8; PAGE]| match bytes.get(base + from..base + to) {
            Some(run) if mask.count_ones() as usize == to - from => into[from..to].copy_from_slice(run),
            _ => each(mask, |i| into[i] = bytes.get(base + i).copied().unwrap_or(0)),
        };
        held(data.bytes(), &mut page.bytes);
        if let Some(symbols) = &body.symbols
            && (page.cells.is_some() || symbols.any(base + from, to - from))
        {
            let cells = page.cells.get_or_insert_with(|| Box::new([None; PAGE]));
            each(mask, |i| {
                cells[i] = symbols.get(base + i);
                if cells[i].is_some() {
                    // What stands below a symbolic byte means nothing.
                    page.bytes[i] = 0;
                }
            });
        }
        let is_defined = |shadow: &[u8]| shadow.iter().skip(base + from).take(to - from).all(|bits| *bits == 0);
        if let Some(shadow) = &body.shadow
            && (page.undefined.is_some() || !is_defined(shadow.bytes()))
        {
            let undefined = page.undefined.get_or_insert_with(|| Box::new([0; PAGE]));
            held(shadow.bytes(), undefined);
        }
        page.mask |= mask;
    }

    /// Everything in which this memory differs from the one that it came from, as a number; objects that ended do not count.
    pub fn changes(&self, start: &Memory) -> u128 {
        let mut hash = 0;
        for (i, chunk) in self.chunks.iter().enumerate() {
            if start.chunks.get(i).is_some_and(|old| std::sync::Arc::ptr_eq(old, chunk)) {
                continue;
            }
            for id in (i * CHUNK) as u32..((i + 1) * CHUNK) as u32 {
                let Some(info) = self.info(id).filter(|info| info.is_live()) else { continue };
                let is_old = |old: &Slot| self.slot(id).is_some_and(|now| now.ptr == old.ptr);
                if info.constant || start.slot(id).is_some_and(is_old) {
                    continue;
                }
                hash = mix(hash, u128::from(id) << 64 | u128::from(self.summary(id)));
                for key in (addr::of(id) >> 6)..=((addr::of(id) + info.size()) >> 6) {
                    let mut page = Page::new(key);
                    self.capture(&mut page, u64::MAX);
                    hash = (0..8).fold(hash, |hash, word| mix(hash, u128::from(page.word(word))));
                    for cell in page.cells.iter().flat_map(|cells| cells.iter()) {
                        let cell = cell.map_or(0, |c| 1 << 64 | u128::from(c.term) << 32 | u128::from(c.index));
                        hash = mix(hash, cell);
                    }
                    for byte in page.undefined.iter().flat_map(|undefined| undefined.iter()) {
                        hash = mix(hash, u128::from(*byte));
                    }
                }
            }
        }
        hash
    }
}
