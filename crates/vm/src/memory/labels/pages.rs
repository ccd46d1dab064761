//! The labels of one object's bytes, by pages of 64.
//!
//! What a branch depends on is mostly added to whole pages or whole objects, while single bytes are set. So a page has a label that
//! all of its bytes have, besides those of their own: adding to all of them is one union, however many labels there are.
//!
//! *Invariant:* a byte depends on its own label and on that of its page. What is set must lose both, so where some bytes are set and
//! the page has a label, the others are *owed* it: whoever can join labels gives it to them one by one.

use smallvec::SmallVec;
use std::ops::Range;
use std::sync::Arc;

pub const PAGE: usize = 64;

#[derive(Clone, Default)]
pub struct Labels {
    /// Of whether the object is there at all.
    pub life: u32,
    /// Reads of the object are noted, whether there are labels or not.
    pub is_watched: bool,
    pages: Vec<Page>,
}

#[derive(Clone, Default)]
struct Page {
    all: u32,
    own: Option<Arc<[u32; PAGE]>>,
}

/// Bytes that have another label, too, which they lost.
pub type Owed = SmallVec<[(Range<usize>, u32); 2]>;

impl Labels {
    /// None so far, of an object whose reads are noted.
    pub fn watched() -> Labels {
        Labels { is_watched: true, ..Labels::default() }
    }

    /// What a byte depends on: on its page's label, and on its own.
    pub fn get(&self, offset: usize) -> [u32; 2] {
        self.pages.get(offset / PAGE).map_or([0; 2], |page| page.get(offset % PAGE))
    }

    /// Labels of a range, each at least once.
    #[inline]
    pub fn hear(&self, range: Range<usize>, mut heard: impl FnMut(u32)) {
        // Most pages have one label for all of their bytes, or a range has one.
        let (number, within) = (range.start / PAGE, range.start % PAGE);
        let Some(page) = self.pages.get(number) else { return };
        if (1..=8).contains(&range.len()) && within + range.len() <= PAGE {
            if page.all != 0 {
                heard(page.all);
            }
            let Some(own) = &page.own else { return };
            if let [first, rest @ ..] = &own[within..within + range.len()]
                && rest.iter().fold(0, |differs, label| differs | label ^ first) == 0
            {
                if *first != 0 {
                    heard(*first);
                }
                return;
            }
        }
        self.hear_all(range, heard);
    }

    fn hear_all(&self, range: Range<usize>, mut heard: impl FnMut(u32)) {
        let mut last = 0;
        let mut hear = |label: u32| {
            if label != last && label != 0 {
                heard(label);
                last = label;
            }
        };
        let mut at = range.start;
        while at < range.end {
            // None behind the last page has any.
            let Some(page) = self.pages.get(at / PAGE) else { break };
            let (within, next) = (at % PAGE, (at / PAGE + 1) * PAGE);
            hear(page.all);
            if let Some(own) = &page.own {
                own[within..(within + range.end - at).min(PAGE)].iter().for_each(|label| hear(*label));
            }
            at = next;
        }
    }

    /// All that there are.
    pub fn each(&self) -> impl Iterator<Item = u32> + '_ {
        let pages =
            self.pages.iter().flat_map(|page| page.own.iter().flat_map(|own| own.iter().copied()).chain([page.all]));
        pages.chain([self.life])
    }

    pub fn is_empty(&self) -> bool {
        self.each().all(|label| label == 0)
    }

    /// Whether labels of a range would stay as they are. `keeps` says of the label of a page whether those that are set have all of it.
    pub fn stays(&self, range: Range<usize>, label: impl Fn(usize) -> u32, mut keeps: impl FnMut(u32) -> bool) -> bool {
        parts(range).all(|(number, mut within)| {
            let page = self.pages.get(number);
            let all = page.map_or(0, |page| page.all);
            let own = |i: usize| page.and_then(|page| page.own.as_ref()).map_or(0, |own| own[i]);
            (all == 0 || keeps(all)) && within.all(|i| own(i) == label(number * PAGE + i))
        })
    }

    /// Sets the labels of a range of an object of some size: what is owed to others.
    pub fn set(
        &mut self,
        range: Range<usize>,
        size: usize,
        label: impl Fn(usize) -> u32,
        mut keeps: impl FnMut(u32) -> bool,
    ) -> Owed {
        let mut owed = Owed::new();
        for (number, within) in parts(range) {
            let first = number * PAGE;
            let end = (size - first).min(PAGE);
            let (is_whole, one) = (within.start == 0 && within.end >= end, label(first + within.start));
            let is_one = within.clone().all(|i| label(first + i) == one);
            if self.pages.len() <= number {
                if is_one && one == 0 {
                    continue;
                }
                self.pages.resize(number + 1, Page::default());
            }
            let page = &mut self.pages[number];
            if is_whole && is_one {
                *page = Page { all: one, own: None };
                continue;
            }
            if page.all != 0 && !keeps(page.all) {
                let all = std::mem::take(&mut page.all);
                let others = [first..first + within.start, first + within.end..first + end];
                owed.extend(others.into_iter().filter(|others| !others.is_empty()).map(|others| (others, all)));
            }
            page.change(|own| within.for_each(|i| own[i] = label(first + i)));
        }
        owed
    }

    /// Whether bytes of a page have a label, with what joins two of them.
    pub fn has(&self, number: usize, mask: u64, label: u32, mut join: impl FnMut(u32, u32) -> u32) -> bool {
        let Some(page) = self.pages.get(number) else { return label == 0 };
        if page.all != 0 && join(page.all, label) == page.all {
            return true;
        }
        let Some(own) = page.own.as_ref().filter(|_| mask != u64::MAX) else { return false };
        let (mut rest, mut last) = (mask, 0);
        while rest != 0 {
            let byte = own[rest.trailing_zeros() as usize];
            if byte == 0 || byte != last && join(byte, label) != byte {
                return false;
            }
            (rest, last) = (rest & (rest - 1), byte);
        }
        true
    }

    /// Adds a label to those of bytes of a page.
    pub fn add(&mut self, number: usize, mask: u64, label: u32, mut join: impl FnMut(u32, u32) -> u32) {
        if self.pages.len() <= number {
            self.pages.resize(number + 1, Page::default());
        }
        let page = &mut self.pages[number];
        if mask == u64::MAX {
            page.all = join(page.all, label);
            return;
        }
        let (mut rest, mut last) = (mask, (0, label));
        page.change(|own| {
            while rest != 0 {
                let byte = &mut own[rest.trailing_zeros() as usize];
                if last.0 != *byte {
                    last = (*byte, join(*byte, label));
                }
                *byte = last.1;
                rest &= rest - 1;
            }
        });
    }

    /// For those who compare states.
    pub fn words(&self) -> impl Iterator<Item = (usize, [u32; 2])> + '_ {
        (0..self.pages.len() * PAGE).map(|offset| (offset, self.get(offset))).filter(|(_, labels)| *labels != [0; 2])
    }
}

impl Page {
    fn get(&self, within: usize) -> [u32; 2] {
        [self.all, self.own.as_ref().map_or(0, |own| own[within])]
    }

    fn change(&mut self, change: impl FnOnce(&mut [u32; PAGE])) {
        match self.own.as_mut().and_then(Arc::get_mut) {
            Some(own) => change(own),
            None => {
                let mut own = self.own.as_deref().copied().unwrap_or([0; PAGE]);
                change(&mut own);
                self.own = Some(Arc::new(own));
            }
        }
    }
}

/// A range by pages: the number of each, and the part of it.
fn parts(range: Range<usize>) -> impl Iterator<Item = (usize, Range<usize>)> {
    let (first, last) =
        (range.start / PAGE, if range.is_empty() { range.start / PAGE } else { range.end.div_ceil(PAGE) });
    (first..last).map(move |number| {
        let start = number * PAGE;
        (number, range.start.max(start) - start..range.end.min(start + PAGE) - start)
    })
}

#[cfg(test)]
mod tests {
    use super::{Labels, PAGE};

    const SIZE: usize = 200;

    /// Labels beside a plain list of them; a label is a set of bits.
    #[test]
    fn pages_hold_what_a_list_would() {
        let mut random = fastrand::Rng::with_seed(3);
        let (mut labels, mut list) = (Labels::default(), vec![0; SIZE]);
        let mut kept: Vec<(Labels, Vec<u32>)> = vec![];
        let all = |labels: &Labels, offset: usize| labels.get(offset)[0] | labels.get(offset)[1];
        for _ in 0..4_000 {
            let first = random.usize(..SIZE);
            let range = first..first + random.usize(..=SIZE - first);
            let bits = 1 << random.u32(..8);
            match random.u32(..4) {
                0 => {
                    let new = if random.bool() { 0 } else { bits | random.u32(..256) };
                    let differs = random.bool();
                    let label = |offset: usize| if differs && offset.is_multiple_of(3) { bits } else { new };
                    let keeps = |all: u32| all & !new == 0 && !differs;
                    let stays = labels.stays(range.clone(), label, keeps);
                    let before = list.clone();
                    range.clone().for_each(|offset| list[offset] = label(offset));
                    assert!(!stays || before == list);
                    // What is owed is given, byte by byte.
                    for (others, owed) in labels.set(range.clone(), SIZE, label, keeps) {
                        assert!(others.clone().all(|other| !range.contains(&other)));
                        for offset in others {
                            labels.add(offset / PAGE, 1 << (offset % PAGE), owed, |a, b| a | b);
                        }
                    }
                }
                _ => {
                    let (number, mask) = (first / PAGE, if random.bool() { u64::MAX } else { random.u64(..) });
                    let end = SIZE.min((number + 1) * PAGE);
                    let is_in = |offset: &usize| mask >> (offset % PAGE) & 1 == 1;
                    let has = (number * PAGE..end).filter(is_in).all(|offset| list[offset] & bits == bits);
                    let said = labels.has(number, mask, bits, |a, b| a | b);
                    assert!(has || !said, "what is said to be there is there");
                    labels.add(number, mask, bits, |a, b| a | b);
                    assert!(labels.has(number, mask, bits, |a, b| a | b));
                    (number * PAGE..end).filter(is_in).for_each(|offset| list[offset] |= bits);
                }
            }
            assert!((0..SIZE).all(|offset| all(&labels, offset) == list[offset]));
            let mut heard = 0;
            labels.hear(range.clone(), |label| heard |= label);
            assert_eq!(
                heard,
                list[range].iter().fold(0, |all, label| all | label),
                "nothing else is heard, and nothing of an empty range"
            );
            assert_eq!(labels.each().fold(0, |all, label| all | label) == 0, labels.is_empty());
            // What others share must stay as it is.
            if random.u32(..20) == 0 {
                kept.push((labels.clone(), list.clone()));
            }
        }
        assert!(kept.iter().all(|(labels, list)| (0..SIZE).all(|offset| all(labels, offset) == list[offset])));
    }
}
