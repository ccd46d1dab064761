//! What is read later: bytes with what they hold now.
//!
//! Going back along a path, what a stretch of it read comes in and what it wrote first goes out, with the objects that it
//! made or ended. Each byte has one value in a state, so sets of the same state are joined without a question.

use super::needs::Needs;
use secateur_vm::log::{Page, Segment, Touched, object_of};
use secateur_vm::{Machine, Observed};
use std::borrow::Cow;
use std::rc::Rc;

/// What comes of a state as far as it depends on it: what is read of memory, and what is asked about the input.
#[derive(Clone, Default)]
pub struct Future {
    pub reads: Reads,
    pub needs: Needs,
}

impl Future {
    /// The same from the start of a stretch on, if this is from its end on. What the stretch leaves alone stays in place.
    pub fn before(self, segment: &Segment, machine: &mut Machine) -> Future {
        let touched = segment.pages.iter().map(Cow::Borrowed);
        self.step_back(&segment.gone, touched, (&segment.asked, segment.inputs), machine)
    }

    /// The same for a stretch that nobody needs any more, whose pages need not be copied.
    pub fn before_last(self, segment: Segment, machine: &mut Machine) -> Future {
        let touched = segment.pages.into_iter().map(Cow::Owned);
        self.step_back(&segment.gone, touched, (&segment.asked, segment.inputs), machine)
    }

    fn step_back<'a>(
        mut self,
        gone: &[u32],
        touched: impl Iterator<Item = Cow<'a, Touched>>,
        (asked, inputs): (&[Observed], u32),
        machine: &mut Machine,
    ) -> Future {
        self.reads.go_before(gone, touched);
        self.needs.go_before(asked, machine);
        self.needs.before_inputs(inputs, machine);
        self
    }

    /// What comes of the same state in the one or the other way. Whether anything was new.
    pub fn join(&mut self, other: Future, machine: &mut Machine) -> bool {
        let more_reads = self.reads.join(other.reads);
        self.needs.join(other.needs, machine) || more_reads
    }
}

/// Pages sorted by key, each with at least one byte.
#[derive(Clone, Default)]
pub struct Reads {
    pub pages: Vec<Rc<Page>>,
}

impl Reads {
    pub fn from_pages(pages: impl IntoIterator<Item = Page>) -> Reads {
        let mut pages: Vec<Rc<Page>> = pages.into_iter().map(Rc::new).collect();
        pages.sort_unstable_by_key(|p| p.key);
        Reads { pages }
    }

    pub fn contains(&self, key: u64) -> bool {
        self.pages.binary_search_by_key(&key, |p| p.key).is_ok()
    }

    /// The pages of one object.
    pub fn of_object(&self, id: u32) -> &[Rc<Page>] {
        let first = self.pages.partition_point(|p| object_of(p.key) < id);
        let end = self.pages.partition_point(|p| object_of(p.key) <= id);
        &self.pages[first..end]
    }

    /// What the one or the other reads of the same state. Whether anything was new.
    pub fn join(&mut self, other: Reads) -> bool {
        if self.pages.is_empty() {
            self.pages = other.pages;
            return !self.pages.is_empty();
        }
        if self.has_all(other.pages.iter().map(|page| (page.key, page.mask))) {
            return false;
        }
        let own = std::mem::take(&mut self.pages);
        let (mut a, mut b) = (own.into_iter().peekable(), other.pages.into_iter().peekable());
        loop {
            let next = match (a.peek(), b.peek()) {
                (Some(x), Some(y)) if x.key == y.key => {
                    let (Some(mut x), Some(y)) = (a.next(), b.next()) else { break };
                    let new = y.mask & !x.mask;
                    if new != 0 {
                        Rc::make_mut(&mut x).take(&y, new);
                    }
                    Some(x)
                }
                (Some(x), Some(y)) if x.key < y.key => a.next(),
                (Some(_), None) => a.next(),
                (_, Some(_)) => b.next(),
                (None, None) => None,
            };
            match next {
                Some(page) => self.pages.push(page),
                None => break,
            }
        }
        true
    }

    /// Whether bytes of pages, sorted by key, are known to be read.
    fn has_all(&self, mut bytes: impl Iterator<Item = (u64, u64)>) -> bool {
        let mut own = self.pages.iter();
        bytes.all(|(key, mask)| {
            let same = own.find(|own| own.key >= key).filter(|own| own.key == key);
            same.is_some_and(|own| mask & !own.mask == 0)
        })
    }

    /// Leaves of a stretch, with which a path ends, the pages of which it reads more than is known to be read.
    pub fn leave_new(&self, segment: &mut Segment) {
        let mut own = self.pages.iter().peekable();
        segment.pages.retain(|touched| {
            while own.next_if(|own| own.key < touched.page.key).is_some() {}
            let known = own.peek().filter(|own| own.key == touched.page.key).map_or(0, |own| own.mask);
            touched.read & !known != 0
        });
    }

    /// Goes back over a stretch: what it wrote first goes out, what it read comes in.
    fn go_before<'a>(&mut self, gone: &[u32], touched: impl Iterator<Item = Cow<'a, Touched>>) {
        let pages = &mut self.pages;
        for id in gone {
            let first = pages.partition_point(|p| object_of(p.key) < *id);
            let end = pages.partition_point(|p| object_of(p.key) <= *id);
            pages.drain(first..end);
        }
        let (mut new, mut is_any_empty) = (Vec::new(), false);
        for touched in touched {
            let at = pages.binary_search_by_key(&touched.page.key, |p| p.key);
            let later_mask = at.map_or(0, |at| pages[at].mask & !touched.written);
            // Mixed bytes count where somebody reads them later, with what they held before.
            let own = touched.read | touched.page.mask & later_mask;
            let rest = later_mask & !own;
            let is_same = at.is_ok_and(|at| rest == pages[at].mask);
            if own == 0 && (is_same || at.is_err()) {
                continue;
            }
            let mut page = if own == touched.page.mask {
                touched.into_owned().page
            } else {
                let mut part = Page::new(touched.page.key);
                part.take(&touched.page, own);
                part
            };
            match at {
                Ok(at) => {
                    page.take(&pages[at], rest);
                    is_any_empty |= page.mask == 0;
                    match Rc::get_mut(&mut pages[at]) {
                        Some(place) => *place = page,
                        None => pages[at] = Rc::new(page),
                    }
                }
                Err(_) => new.push(Rc::new(page)),
            }
        }
        if is_any_empty {
            pages.retain(|page| page.mask != 0);
        }
        if !new.is_empty() {
            // Both are sorted, so this is a merge.
            pages.append(&mut new);
            pages.sort_by_key(|page| page.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(key: u64, bytes: &[(usize, u8)]) -> Page {
        let mut page = Page::new(key);
        for (i, value) in bytes {
            page.bytes[*i] = *value;
            page.mask |= 1 << i;
        }
        page
    }
    fn before(reads: &Reads, segment: &Segment) -> Vec<(u64, usize, u8)> {
        let mut reads = reads.clone();
        reads.go_before(&segment.gone, segment.pages.iter().map(Cow::Borrowed));
        bytes(&reads)
    }
    fn reads(pages: &[Page]) -> Reads {
        Reads::from_pages(pages.to_vec())
    }
    fn bytes(reads: &Reads) -> Vec<(u64, usize, u8)> {
        let mut all = Vec::new();
        for page in &reads.pages {
            secateur_vm::log::each(page.mask, |i| all.push((page.key, i, page.bytes[i])));
        }
        all
    }
    const A: u64 = (7 << 26) + 100;
    const B: u64 = (8 << 26) + 100;

    #[test]
    fn what_is_written_first_is_not_read_before() {
        let later = reads(&[page(A, &[(0, 1), (1, 2), (2, 3)]), page(B, &[(5, 9)])]);
        let touched = Touched { page: page(A, &[(0, 7)]), read: 1, written: 2 };
        let segment = Segment { pages: vec![touched], gone: vec![], asked: vec![], inputs: 0 };
        // Byte 0 was read with another value than it has later: it was written in between.
        assert_eq!(before(&later, &segment), [(A, 0, 7), (A, 2, 3), (B, 5, 9)]);
    }

    #[test]
    fn objects_that_came_or_went_take_their_bytes_along() {
        let later = reads(&[page(A, &[(0, 1)]), page(B, &[(5, 9)])]);
        let touched = Touched { page: page(B, &[(6, 4)]), read: 1 << 6, written: 0 };
        let segment = Segment { pages: vec![touched], gone: vec![8], asked: vec![], inputs: 0 };
        assert_eq!(before(&later, &segment), [(A, 0, 1), (B, 6, 4)]);
    }

    /// A write at a symbolic offset: the byte is still read before, with its old value, and only if it is read later.
    #[test]
    fn mixed_bytes_are_read_only_where_they_are_read_later() {
        let touched = || Touched { page: page(A, &[(0, 40), (1, 41)]), read: 0, written: 0 };
        let segment = Segment { pages: vec![touched()], gone: vec![], asked: vec![], inputs: 0 };
        assert_eq!(before(&reads(&[page(A, &[(1, 2), (3, 4)])]), &segment), [(A, 1, 41), (A, 3, 4)]);
        assert!(before(&Reads::default(), &segment).is_empty());
    }

    #[test]
    fn sets_of_one_state_are_joined_byte_by_byte() {
        let mut all = reads(&[page(A, &[(0, 1)])]);
        assert!(all.join(reads(&[page(A, &[(1, 2)]), page(B, &[(5, 9)])])));
        assert_eq!(bytes(&all), [(A, 0, 1), (A, 1, 2), (B, 5, 9)]);
        assert!(!all.join(reads(&[page(B, &[(5, 9)])])), "nothing new");
        assert_eq!(all.of_object(8).len(), 1);
        let read = |key, i| Segment {
            pages: vec![Touched { page: page(key, &[(i, 1)]), read: 1 << i, written: 0 }],
            ..Segment::default()
        };
        let left = |mut segment: Segment| {
            all.leave_new(&mut segment);
            segment.pages.len()
        };
        assert_eq!((left(read(A, 1)), left(read(B, 5))), (0, 0));
        assert_eq!((left(read(A, 2)), left(read(A + 1, 0))), (1, 1));
        let several = |a, b| Segment { pages: [read(A, a).pages, read(B, b).pages].concat(), ..Segment::default() };
        assert_eq!((left(several(0, 5)), left(several(0, 6)), left(several(2, 6))), (0, 1, 2));
        assert!(all.contains(A) && !all.contains(A + 1));
    }
}
