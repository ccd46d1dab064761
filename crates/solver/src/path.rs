//! A path condition: what a state has assumed, kept so that a fork copies a few pointers.
//!
//! Conditions on a single input byte live in that byte's set of values and need nothing else. All others
//! are kept in *groups*: two conditions are in one group exactly if they share bytes, directly or
//! through others. So the constraints that matter to a question are the groups of its bytes, and no
//! search is needed to find them.

use crate::bounds::Bounds;
use crate::sets::SetId;
use secateur_expr::Term;
use std::sync::Arc;

/// A state's path condition: a conjunction of 1-bit terms, and what is known from it.
#[derive(Clone, Default)]
pub struct Path {
    /// By the byte's number, which the solver hands out; bytes beyond the end are unconstrained.
    pub(crate) bytes: Arc<Vec<Byte>>,
    /// Invariant: supports of different groups are disjoint. A slot whose group was merged is empty.
    pub(crate) groups: Arc<Vec<Option<Arc<Group>>>>,
    list: Option<Arc<Link>>,
    /// Changes with every assumption; equal stamps mean equal conditions.
    pub(crate) stamp: u64,
}

/// What is known of one byte.
#[derive(Clone, Copy)]
pub(crate) struct Byte {
    pub set: SetId,
    /// The slot of the group that mentions it, or [`Byte::NO_GROUP`].
    pub group: u32,
}

impl Byte {
    pub const NO_GROUP: u32 = u32::MAX;
    pub const FREE: Byte = Byte { set: SetId::FULL, group: Byte::NO_GROUP };

    pub fn is_free(self) -> bool {
        self.set == SetId::FULL && self.group == Byte::NO_GROUP
    }
}

/// Conditions that belong together.
#[derive(Clone, Default)]
pub(crate) struct Group {
    /// Sorted by id.
    pub terms: Vec<Term>,
    /// Numbers of the bytes they mention, sorted.
    pub bytes: Vec<u32>,
    /// Ranges of terms that follow from single conditions, sorted by term.
    pub bounds: Vec<(Term, Bounds)>,
}

impl Group {
    pub fn contains(&self, term: Term) -> bool {
        self.terms.binary_search(&term).is_ok()
    }
    pub fn bound(&self, term: Term) -> Option<&Bounds> {
        let at = self.bounds.binary_search_by_key(&term, |b| b.0).ok()?;
        Some(&self.bounds[at].1)
    }
    fn absorb(&mut self, other: &Group) {
        self.terms = merged(&self.terms, &other.terms);
        self.bytes = merged(&self.bytes, &other.bytes);
        // Groups that are merged share no byte, hence no term that has bounds.
        self.bounds.extend(other.bounds.iter().copied());
        self.bounds.sort_unstable_by_key(|b| b.0);
    }
    fn bind(&mut self, term: Term, bounds: Bounds) {
        match self.bounds.binary_search_by_key(&term, |b| b.0) {
            Ok(at) => self.bounds[at].1 = self.bounds[at].1.meet(&bounds),
            Err(at) => self.bounds.insert(at, (term, bounds)),
        }
    }
}

/// The union of two sorted lists.
pub(crate) fn merged<T: Copy + Ord>(a: &[T], b: &[T]) -> Vec<T> {
    let mut out = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        out.push(a[i].min(b[j]));
        let (x, y) = (a[i], b[j]);
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    out.extend_from_slice(&a[i..]);
    out.extend_from_slice(&b[j..]);
    out
}

/// One assumption and those before it.
struct Link {
    term: Term,
    len: usize,
    parent: Option<Arc<Link>>,
}

impl Drop for Link {
    /// Frees long lists in a loop, since recursion would overflow the stack.
    fn drop(&mut self) {
        let mut next = self.parent.take();
        while let Some(link) = next {
            next = Arc::into_inner(link).and_then(|mut link| link.parent.take());
        }
    }
}

impl Path {
    /// How many conditions were assumed.
    pub fn len(&self) -> usize {
        self.list.as_ref().map_or(0, |l| l.len)
    }
    pub fn is_empty(&self) -> bool {
        self.list.is_none()
    }
    /// About how many bytes it takes that no other path need share: what is known of each byte, and its groups.
    pub fn size(&self) -> usize {
        self.bytes.len() * size_of::<Byte>() + self.groups.len() * size_of::<Option<Arc<Group>>>()
    }
    /// The newest condition.
    pub fn last(&self) -> Option<Term> {
        self.list.as_ref().map(|link| link.term)
    }
    /// The conditions, oldest first.
    pub fn terms(&self) -> Vec<Term> {
        let mut all = Vec::with_capacity(self.len());
        let mut at = &self.list;
        while let Some(link) = at {
            all.push(link.term);
            at = &link.parent;
        }
        all.reverse();
        all
    }
    pub(crate) fn push(&mut self, term: Term) {
        let len = self.len() + 1;
        self.list = Some(Arc::new(Link { term, len, parent: self.list.take() }));
    }

    #[inline]
    pub(crate) fn byte(&self, number: u32) -> Byte {
        self.bytes.get(number as usize).copied().unwrap_or(Byte::FREE)
    }
    pub(crate) fn group(&self, number: u32) -> Option<&Arc<Group>> {
        self.groups.get(self.byte(number).group as usize)?.as_ref()
    }
    fn byte_mut(&mut self, number: u32) -> &mut Byte {
        let bytes = Arc::make_mut(&mut self.bytes);
        if bytes.len() <= number as usize {
            bytes.resize(number as usize + 1, Byte::FREE);
        }
        &mut bytes[number as usize]
    }
    pub(crate) fn narrow(&mut self, number: u32, set: SetId) {
        if self.byte(number).set != set {
            self.byte_mut(number).set = set;
        }
    }
    /// Adds a condition on several bytes (sorted), and the bounds that follow from it.
    pub(crate) fn join(&mut self, term: Term, bytes: &[u32], bounds: &[(Term, Bounds)]) {
        let mut slots: Vec<u32> = bytes.iter().map(|b| self.byte(*b).group).filter(|g| *g != Byte::NO_GROUP).collect();
        slots.sort_unstable();
        slots.dedup();
        let slot = slots.first().copied().unwrap_or(self.groups.len() as u32);
        let groups = Arc::make_mut(&mut self.groups);
        if slot as usize == groups.len() {
            groups.push(Some(Arc::default()));
        }
        let absorbed: Vec<Arc<Group>> = slots.iter().skip(1).filter_map(|s| groups[*s as usize].take()).collect();
        let group = Arc::make_mut(groups[slot as usize].get_or_insert_default());
        let moved: Vec<u32> = absorbed.iter().flat_map(|g| g.bytes.iter().copied()).collect();
        for other in &absorbed {
            group.absorb(other);
        }
        if let Err(at) = group.terms.binary_search(&term) {
            group.terms.insert(at, term);
        }
        if bytes.iter().any(|b| group.bytes.binary_search(b).is_err()) {
            group.bytes = merged(&group.bytes, bytes);
        }
        for (term, bound) in bounds {
            group.bind(*term, *bound);
        }
        for number in moved.iter().chain(bytes) {
            if self.byte(*number).group != slot {
                self.byte_mut(*number).group = slot;
            }
        }
    }
}
