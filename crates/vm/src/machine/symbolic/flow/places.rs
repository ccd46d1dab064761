//! Places that are set somewhere, on whatever path, by names that mean the same on all of them.
//!
//! *Invariants:* of a place that is known nothing is ever forgotten, and whatever adds to it raises its version. A name means
//! one block of memory at most on each path; what the path at hand does not have is left out.

use super::{EventId, Flow};
use crate::addr;
use crate::machine::symbolic::SharedList;
use crate::machine::{Frame, Machine, OBJECTS};
use crate::memory::labels::runs;
use crate::memory::{Kind, Site, log};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use secateur_expr::{Support, mix};
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use std::sync::Arc;

/// In [`Place`]: not a page, but whether the object is there.
const LIFE: u32 = u32::MAX;

/// Bytes that are set somewhere.
#[derive(Default)]
pub(super) struct Places {
    pub(super) bytes: FxHashMap<Place, u64>,
    /// Of all its bytes.
    pub(super) number: u128,
    /// Numbers of sets that are known to be part of it.
    parts: FxHashSet<u128>,
    /// When there was more to know for the last time.
    pub(super) grown: u32,
    /// A side jumps out of its function, to a frame of this depth.
    pub(super) escape: Option<u32>,
}

impl Places {
    /// Takes in places by their number. Whether there is more to know than before.
    pub(super) fn add(&mut self, number: u128, places: impl Iterator<Item = (Place, u64)>) -> bool {
        if self.number == number || !self.parts.insert(number) {
            return false;
        }
        let mut has_grown = false;
        for (place, mask) in places {
            let before = self.bytes.entry(place).or_default();
            if mask & !*before != 0 {
                has_grown = true;
                renumber(&mut self.number, place, *before, *before | mask);
                *before |= mask;
            }
        }
        has_grown
    }
}

/// The number of a set of places is the sum of those of its places, so it does not depend on their order.
pub(super) fn renumber(number: &mut u128, place: Place, before: u64, after: u64) {
    if before != 0 {
        *number = number.wrapping_sub(place.number(before));
    }
    *number = number.wrapping_add(place.number(after));
}

/// Keys under which places were asked for at once.
pub(super) type Keys = Rc<[u64]>;

/// Where a path asked which places are set, and when: numbers of keys, and how often anything had grown.
pub type Asked = SharedList<(u32, u32)>;

impl Flow {
    /// Whether more places are known than a path knew.
    pub fn has_grown(&self, (asked, when): (u32, u32)) -> bool {
        let is_newer = |key: &u64| self.places.get(key).is_some_and(|places| places.grown > when);
        self.grown > when && self.asks[asked as usize].iter().any(is_newer)
    }
}

/// 64 bytes of memory, by a name that is the same on every path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Place {
    Fixed(u64),
    /// By the depth of the frame, the position among its objects, and the page.
    Stack(u32, u32, u32),
    /// By where it was made, which of those made there it is, and the page.
    Heap(u64, u32, u32),
}

impl Place {
    /// Of some of its bytes.
    fn number(self, mask: u64) -> u128 {
        let (kind, name) = match self {
            Place::Fixed(page) => (1, u128::from(page)),
            Place::Stack(depth, at, within) => (2, u128::from(depth) << 64 | u128::from(at) << 32 | u128::from(within)),
            Place::Heap(made, which, within) => {
                (3, u128::from(made) << 64 | u128::from(which) << 32 | u128::from(within))
            }
        };
        mix(mix(mix(kind, name), u128::from(mask)), kind)
    }
}

impl Machine<'_> {
    /// Changes the labels of bytes of a page to what they depend on, and this.
    pub(super) fn add_to_page(&mut self, page: u64, mask: u64, label: Support) {
        let pool = &mut self.sym.as_mut().expect("labels exist in symbolic runs only").pool;
        let mut last = (0, label.0);
        runs(page, mask, |at, size| {
            self.memory.relabel(at, size, |before| {
                if last.0 != before {
                    last = (before, pool.support_union(Support(before), label).0);
                }
                last.1
            });
        });
    }

    /// The name of a page.
    pub(super) fn place_of(&self, page: u64) -> Option<Place> {
        if page == log::WORLD {
            return Some(Place::Fixed(page));
        }
        let id = addr::id(page << 6);
        let info = self.memory.info(id)?;
        let within = if log::is_about(page) { LIFE } else { addr::offset(page << 6) >> 6 };
        match info.kind {
            Kind::Stack if !info.is_live() => None,
            Kind::Stack => {
                let at = self.stack_objects.iter().rposition(|object| *object == id)?;
                let owns = |frame: &Frame| (frame.objects & OBJECTS) as usize <= at;
                let depth = self.frames.iter().rposition(owns)?;
                let first = (self.frames[depth].objects & OBJECTS) as usize;
                Some(Place::Stack(depth as u32, (at - first) as u32, within))
            }
            Kind::Heap | Kind::Map => {
                let (made, which) = self.sym.as_ref()?.known.flow.named.get(&id)?;
                Some(Place::Heap(*made, *which, within))
            }
            _ => Some(Place::Fixed(page)),
        }
    }

    pub(super) fn page_of(&self, place: Place) -> Option<u64> {
        let page = |id: u32, within: u32| match within {
            LIFE => log::about(id),
            _ => (addr::of(id) >> 6) + u64::from(within),
        };
        match place {
            Place::Fixed(page) => Some(page),
            Place::Stack(depth, at, within) => {
                let first = (self.frames.get(depth as usize)?.objects & OBJECTS) as usize;
                let end = self.frames.get(depth as usize + 1).map_or(usize::MAX, |f| (f.objects & OBJECTS) as usize);
                let at = first + at as usize;
                Some(page(*self.stack_objects.get(at).filter(|_| at < end)?, within))
            }
            Place::Heap(made, which, within) => {
                let id = *self.sym.as_ref()?.known.flow.blocks.get(&(made, which))?;
                Some(page(id, within))
            }
        }
    }

    /// A block on the heap was made.
    pub(crate) fn name_block(&mut self, at: u64) {
        if !self.flow {
            return;
        }
        let (site, context) = (self.site(), self.context());
        // What others decide must not change which of its kind it is: those made under one condition are counted apart.
        let around = self.sym().known.flow.regions.around();
        let mut hasher = FxHasher::default();
        (context, site.function, site.at, around).hash(&mut hasher);
        let made = hasher.finish();
        let flow = &mut self.sym().known.flow;
        let count = Arc::make_mut(&mut flow.made).entry(made).or_default();
        let which = *count;
        *count += 1;
        let id = addr::id(at);
        Arc::make_mut(&mut flow.named).insert(id, (made, which));
        Arc::make_mut(&mut flow.blocks).insert((made, which), id);
    }

    /// The calls that the instruction at hand is in, as a number.
    pub(super) fn context(&self) -> u64 {
        let mut hasher = FxHasher::default();
        // Another way to begin is another program: how long files are is not decided.
        self.sym.as_ref().map_or(0, |sym| sym.known.root).hash(&mut hasher);
        let outer = self.frames.len().saturating_sub(1);
        for frame in &self.frames[..outer] {
            (frame.function, frame.pc as usize).hash(&mut hasher);
        }
        hasher.finish()
    }

    pub(super) fn key(&self, site: &Site) -> u64 {
        let mut hasher = FxHasher::default();
        (self.context(), site.function, site.at).hash(&mut hasher);
        hasher.finish()
    }

    /// Where places are remembered: for each decision of a label, since others of it may come and go with the path. With the
    /// number of these keys.
    pub(super) fn keys(&mut self, key: u64, label: Support) -> (u32, Keys) {
        let sym = self.sym();
        let Some(flow) = &mut sym.flow else { return (0, Rc::new([])) };
        let fresh = flow.asks.len() as u32;
        let number = *flow.ask_of.entry((key, label)).or_insert(fresh);
        if number == fresh {
            let each = |event: EventId| {
                let mut hasher = FxHasher::default();
                (key, event).hash(&mut hasher);
                hasher.finish()
            };
            let bytes = sym.pool.support_bytes(label);
            flow.asks.push(bytes.into_iter().map(|byte| each(EventId(byte.offset))).collect());
        }
        (number, flow.asks[number as usize].clone())
    }
}

#[cfg(test)]
mod tests {
    use super::{Place, Places};

    #[test]
    fn sets_of_places_are_known_by_number_whatever_their_order() {
        let all = [Place::Fixed(70), Place::Stack(1, 2, 0), Place::Heap(9, 0, 0), Place::Heap(9, 1, 0)];
        let (mut one, mut other) = (Places::default(), Places::default());
        for (i, place) in all.iter().enumerate() {
            assert!(one.add(i as u128 + 1, [(*place, 0xff)].into_iter()));
        }
        let halves = all.iter().rev().flat_map(|place| [(*place, 0xf0), (*place, 0x0f)]);
        assert!(other.add(7, halves));
        assert_eq!((one.number, &one.bytes), (other.number, &other.bytes));
        assert!(!one.add(other.number, all.iter().map(|place| (*place, 0xff))), "it is the same set");
        assert!(!one.add(50, [(all[0], 0x10)].into_iter()), "it is a part of it");
        assert!(one.add(51, [(all[0], 0x100)].into_iter()) && one.number != other.number);
    }
}
