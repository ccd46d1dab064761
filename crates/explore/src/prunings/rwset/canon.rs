//! States up to names: objects and input bytes are numbered in the order in which the state leads to them.
//!
//! A state is seen through its registers and the pages that are read later. Objects that exist from the start keep their
//! names; others are known by the first pointer that leads to them, so that it does not matter how many objects a path
//! made before. What is reached by no pointer in plain sight keeps its name too, and then must be the very same in both.
//!
//! Why it is sound: from two states with equal forms a program does the same things to objects of the same shape, byte for
//! byte, and asks the same questions about bytes of the input that are bound in the same way. What it loses: programs that
//! look at addresses as numbers, such as the order of two objects in memory.

use super::Switches;
use super::gone::Gone;
use super::needs::Needs;
use super::numbering::Numbering;
use super::reads::Reads;
use rustc_hash::FxHashMap;
use secateur_expr::{InputByte, Pool, Skeleton, Skeletons, Term, mix};
use secateur_vm::log::{DESCRIPTORS, Page, WORLD, about, each, is_about, object_of};
use secateur_vm::{Machine, Snapshot, Word, Words};
use std::rc::Rc;

/// One page of a shape: whose, which, and which of its bytes; which words are addresses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Item {
    object: Name,
    page: u32,
    mask: u64,
    pointers: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Name {
    /// By its id.
    Own(u32),
    /// By when the state led to it.
    Seen(u32),
}

/// Which bytes are looked at, in order: equal for states that are compared with each other.
pub type Shape = Rc<[Item]>;

/// The words of a page that a mask touches.
fn masks(mask: u64) -> impl Iterator<Item = (usize, u64)> {
    let mut left = mask;
    std::iter::from_fn(move || {
        let i = left.trailing_zeros() as usize / 8;
        (left != 0).then(|| {
            let bits = left >> (8 * i) & 0xff;
            left &= !(0xff << (8 * i));
            (i, if bits == 0xff { u64::MAX } else { spread(bits) })
        })
    })
}

/// A byte of ones for each bit that is one.
fn spread(bits: u64) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    // Bit i of each byte i, then the highest bit of each byte that is not nought.
    let each = bits.wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    let high = ((each + LOW) | each) & !LOW;
    (high >> 7) * 0xff
}

/// What is needed to look at terms.
pub struct Names {
    pub skeletons: Skeletons,
    bytes: FxHashMap<(u32, u32), (Term, Skeleton)>,
    /// Whether input bytes are numbered; otherwise they keep their names.
    pub renaming: bool,
    /// Whether what is never asked about is left out.
    pub relevance: bool,
    /// Whether what is said about bytes that are gone is left out where it says nothing about others.
    pub projection: bool,
    pub gone: Gone,
    /// Objects below this are the same on all paths.
    first: u32,
    /// What the registers of waiting frames looked like lately, the latest first.
    callers: Vec<(Rc<[Word]>, Canon)>,
    /// Room for pages that are looked at.
    room: Vec<Page>,
}

/// So many looks at waiting frames are remembered.
const CALLERS: usize = 4;

impl Names {
    pub fn new(switches: &Switches) -> Names {
        let Switches { renaming, relevance, projection, .. } = *switches;
        let (skeletons, bytes, gone) = (Skeletons::default(), FxHashMap::default(), Gone::default());
        Names {
            skeletons,
            bytes,
            renaming,
            relevance,
            projection,
            gone,
            first: u32::MAX,
            callers: vec![],
            room: vec![],
        }
    }

    /// Objects from this number on may differ between paths.
    pub fn objects_begin_at(&mut self, id: u32) {
        if id < self.first {
            self.first = id;
            self.callers.clear();
        }
    }

    pub fn clear(&mut self) {
        self.skeletons.clear();
        self.bytes.clear();
        self.gone = Gone::default();
        self.callers.clear();
    }

    /// Pages that nobody needs.
    pub fn give_back(&mut self, mut pages: Vec<Page>) {
        pages.clear();
        self.room = pages;
    }

    /// One byte of a term, whatever larger term it was stored as.
    fn byte(&mut self, pool: &mut Pool, term: u32, index: u32) -> Term {
        self.byte_and_skeleton(pool, term, index).0
    }

    /// The same with what it looks like: both are asked for often.
    fn byte_and_skeleton(&mut self, pool: &mut Pool, term: u32, index: u32) -> &(Term, Skeleton) {
        self.bytes.entry((term, index)).or_insert_with(|| {
            let term = Term(term);
            let (low, width) = (8 * index, pool.width(term));
            let byte = match low + 8 <= width {
                true => pool.extract(term, low, 8),
                false => {
                    let whole = pool.zext_or_cut(term, low + 8);
                    pool.extract(whole, low, 8)
                }
            };
            (byte, self.skeletons.of(pool, byte))
        })
    }

    /// The byte of the input that a byte of memory is.
    fn input(&mut self, pool: &mut Pool, term: u32, index: u32) -> Option<InputByte> {
        match index {
            0 => pool.as_input(Term(term)),
            _ => None,
        }
        .or_else(|| {
            let byte = self.byte(pool, term, index);
            pool.as_input(byte)
        })
    }
}

/// The form of a state as far as it was looked at.
#[derive(Clone, Default)]
pub struct Canon {
    pub hash: u128,
    objects: Numbering<u32>,
    /// Input bytes.
    pub bytes: Numbering<InputByte>,
}

impl Canon {
    fn add(&mut self, word: u128) {
        self.hash = mix(self.hash, word);
    }

    /// Of a state that was looked at elsewhere.
    pub fn of_hash(hash: u128) -> Canon {
        Canon { hash, ..Canon::default() }
    }

    /// Most states on a path are in the same calls, so what waiting frames hold is looked at once.
    pub fn of_words(words: &Words, names: &mut Names, pool: &Pool) -> Canon {
        let Words { callers, running } = words;
        let is_same = |known: &Rc<[Word]>| Rc::ptr_eq(known, callers) || known == callers;
        let mut canon = match names.callers.iter().position(|(known, _)| is_same(known)) {
            Some(at) => {
                names.callers[..=at].rotate_right(1);
                names.callers[0].1.clone()
            }
            None => {
                let mut canon = Canon::default();
                canon.words(callers, names, pool);
                names.callers.truncate(CALLERS - 1);
                names.callers.insert(0, (callers.clone(), canon.clone()));
                canon
            }
        };
        canon.words(running, names, pool);
        canon
    }

    fn words(&mut self, words: &[Word], names: &mut Names, pool: &Pool) {
        for word in words {
            match *word {
                Word::Plain(value) => self.add(u128::from(value)),
                Word::Pointer(value) => self.pointer(value, names),
                Word::Symbolic(term) => self.term(term, names, pool),
                Word::Undefined(value, mask) => {
                    self.add(1 << 64 | u128::from(value & !mask));
                    self.add(u128::from(mask));
                }
            }
        }
    }

    fn pointer(&mut self, value: u64, names: &Names) {
        let id = (value >> 32) as u32;
        if id < names.first {
            return self.add(u128::from(value));
        }
        let number = self.objects.number(id);
        self.add(2 << 64 | u128::from(number) << 32 | u128::from(value as u32));
    }

    fn term(&mut self, term: Term, names: &mut Names, pool: &Pool) {
        self.skeleton(&names.skeletons.of(pool, term), names.renaming);
    }

    fn skeleton(&mut self, skeleton: &Skeleton, renaming: bool) {
        self.add(3 << 64);
        self.add(skeleton.hash);
        for byte in skeleton.bytes.iter() {
            let name = self.byte(*byte, renaming);
            self.add(name);
        }
    }

    fn byte(&mut self, byte: InputByte, renaming: bool) -> u128 {
        let number = self.bytes.number(byte);
        match renaming {
            true => u128::from(number),
            false => u128::from(byte.input) << 32 | u128::from(byte.offset),
        }
    }

    fn page(&mut self, page: &Page, item: &Item, names: &mut Names, pool: &mut Pool) {
        self.add(u128::from(item.mask) << 64 | u128::from(item.page) << 8 | u128::from(item.pointers));
        for (i, mask) in masks(item.mask) {
            match item.pointers >> i & 1 == 1 {
                true => self.pointer(page.word(i), names),
                false => self.add(u128::from(page.word(i) & mask)),
            }
        }
        if let Some(cells) = &page.cells {
            if is_about(page.key) {
                if let Some(cell) = cells[0] {
                    self.term(Term(cell.term), names, pool);
                }
                return;
            }
            each(item.mask, |i| {
                let Some(cell) = cells[i] else { return };
                if let Some(byte) = names.input(pool, cell.term, cell.index) {
                    // Most are as they came in.
                    let name = self.byte(byte, names.renaming);
                    return self.add(6 << 120 | (i as u128) << 64 | name);
                }
                self.add(4 << 64 | i as u128);
                let renaming = names.renaming;
                self.skeleton(&names.byte_and_skeleton(pool, cell.term, cell.index).1, renaming);
            });
        }
        if let Some(undefined) = &page.undefined {
            each(item.mask, |i| {
                if undefined[i] != 0 {
                    self.add(5 << 64 | (i as u128) << 8 | u128::from(undefined[i]));
                }
            });
        }
    }

    /// Goes on with all that counts of a future, and says in which order. Behind each page a few bits of the hash so far, as a
    /// set of one.
    pub fn describe(
        &mut self,
        reads: &Reads,
        needs: &Needs,
        names: &mut Names,
        pool: &mut Pool,
    ) -> (Shape, Box<[u64]>) {
        let reads = &visible((reads, needs), self, names, pool);
        let mut shape = Vec::with_capacity(reads.pages.len());
        let mut trace = Vec::with_capacity(reads.pages.len());
        let mut done = vec![false; reads.pages.len()];
        let mut seen = 0;
        let mut put = |canon: &mut Canon, name: Name, page: &Page, names: &mut Names, pool: &mut Pool| {
            let pointers = if page.cells.is_some() { page.pointers & concrete(page) } else { page.pointers };
            let item = Item { object: name, page: (page.key & 0x3ff_ffff) as u32, mask: page.mask, pointers };
            canon.page(page, &item, names, pool);
            shape.push(item);
            trace.push(canon.bit());
        };
        let mut own = 0;
        loop {
            // What the state has led to so far, in that order.
            while let Some(id) = self.objects[..].get(seen).copied() {
                let first = reads.pages.partition_point(|p| object_of(p.key) < id);
                for (i, page) in reads.of_object(id).iter().enumerate() {
                    if !std::mem::replace(&mut done[first + i], true) {
                        put(self, Name::Seen(seen as u32), page, names, pool);
                    }
                }
                seen += 1;
            }
            // Then what has a name of its own, one at a time.
            while done.get(own).is_some_and(|d| *d) {
                own += 1;
            }
            let Some(page) = reads.pages.get(own) else { break };
            done[own] = true;
            put(self, Name::Own(object_of(page.key)), page, names, pool);
        }
        (shape.into(), trace.into())
    }

    /// A few bits of the hash, as a set of one.
    fn bit(&self) -> u64 {
        1 << (self.hash >> 90 & 63)
    }

    /// The same for a state that is compared with one of this shape. The pages, or `None` if it cannot be alike.
    /// A state that is kept is looked at in place of the machine's. `trace`: which hashes there may be behind each page; one
    /// that is not among them cannot become one of those at the end.
    pub fn project(
        &mut self,
        looked_at: (&Shape, Option<&[u64]>),
        names: &mut Names,
        machine: &mut Machine,
        kept: Option<&Snapshot>,
    ) -> Option<Vec<Page>> {
        let mut pages = std::mem::take(&mut names.room);
        if self.look(looked_at, &mut pages, (names, machine), kept).is_some() {
            return Some(pages);
        }
        names.give_back(pages);
        None
    }

    fn look(
        &mut self,
        (shape, trace): (&Shape, Option<&[u64]>),
        pages: &mut Vec<Page>,
        (names, machine): (&mut Names, &mut Machine),
        kept: Option<&Snapshot>,
    ) -> Option<()> {
        pages.reserve(shape.len());
        for (at, item) in shape.iter().enumerate() {
            let id = match item.object {
                Name::Own(id) => id,
                Name::Seen(n) => *self.objects[..].get(n as usize)?,
            };
            let mut page = Page::new(about(id) | u64::from(item.page));
            let memory = kept.map_or_else(|| machine.memory(), Snapshot::memory);
            if id == 0 {
                let history = kept.map_or_else(|| machine.history(), Snapshot::history);
                let value = match page.key {
                    WORLD => history.calls,
                    DESCRIPTORS => history.descriptors,
                    _ => return None,
                };
                page.bytes[..8].copy_from_slice(&value.to_le_bytes());
                page.mask = 0xff;
            } else if is_about(page.key) {
                memory.capture_about(&mut page);
            } else {
                memory.capture(&mut page, item.mask);
                if page.mask != item.mask {
                    return None;
                }
                page.pointers = item.pointers;
                for i in (0..8).filter(|i| item.pointers >> i & 1 == 1) {
                    let symbolic = page.cells.as_ref().is_some_and(|c| c[8 * i..8 * i + 8].iter().any(Option::is_some));
                    if symbolic || !memory.is_address(page.word(i)) {
                        return None;
                    }
                }
            }
            self.page(&page, item, names, &mut machine.symbols().pool);
            if trace.is_some_and(|trace| trace[at] & self.bit() == 0) {
                return None;
            }
            pages.push(page);
        }
        Some(())
    }
}

/// What is read, without input bytes that nothing is ever asked about: they may hold anything. Only bytes that are there as
/// they came in and only once: what is computed from one, or compared with itself, may be known without being asked about.
fn visible((reads, needs): (&Reads, &Needs), known: &Canon, names: &mut Names, pool: &mut Pool) -> Reads {
    if !names.relevance || reads.pages.iter().all(|page| page.cells.is_none()) {
        return reads.clone();
    }
    // Most are asked about, so those that are not are found first, and only then is counted how often they are there.
    let mut free: FxHashMap<InputByte, (u64, u64, u32)> = FxHashMap::default();
    for page in reads.pages.iter().filter(|page| !is_about(page.key)) {
        let Some(cells) = &page.cells else { continue };
        each(page.mask, |i| {
            let Some(cell) = cells[i] else { return };
            let is_free = |byte: &InputByte| !needs.contains(*byte) && known.bytes.get(*byte).is_none();
            if let Some(byte) = names.input(pool, cell.term, cell.index).filter(is_free) {
                free.insert(byte, (page.key, 1 << i, 0));
            }
        });
    }
    if free.is_empty() {
        return reads.clone();
    }
    for page in &reads.pages {
        let Some(cells) = &page.cells else { continue };
        each(page.mask, |i| {
            let Some(cell) = cells[i] else { return };
            let byte = if is_about(page.key) { Term(cell.term) } else { names.byte(pool, cell.term, cell.index) };
            for input in names.skeletons.of(pool, byte).bytes.iter() {
                free.entry(*input).and_modify(|(_, _, uses)| *uses += 1);
            }
        });
    }
    let mut hidden: FxHashMap<u64, u64> = FxHashMap::default();
    free.values().filter(|(_, _, uses)| *uses == 1).for_each(|(key, bit, _)| *hidden.entry(*key).or_default() |= bit);
    let mut pages = Vec::with_capacity(reads.pages.len());
    for page in &reads.pages {
        let mask = page.mask & !hidden.get(&page.key).copied().unwrap_or(0);
        match mask {
            0 => {}
            mask if mask == page.mask => pages.push(page.clone()),
            mask => {
                let mut part = Page::new(page.key);
                part.take(page, mask);
                pages.push(Rc::new(part));
            }
        }
    }
    Reads { pages }
}

/// Words without symbolic bytes.
fn concrete(page: &Page) -> u8 {
    let Some(cells) = &page.cells else { return u8::MAX };
    let plain = |i: &usize| cells[8 * i..8 * i + 8].iter().all(Option::is_none);
    (0..8).filter(plain).fold(0, |words, i| words | 1 << i)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_become_bytes() {
        let slow = |bits: u64| (0..8).filter(|b| bits >> b & 1 == 1).fold(0u64, |m, b| m | 0xff << (8 * b));
        assert!((0..256).all(|bits| spread(bits) == slow(bits)));
    }
}
