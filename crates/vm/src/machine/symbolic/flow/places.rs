//! Places that are set somewhere, on whatever path, by names that mean the same on all of them.
//!
//! *Invariants:* of a place that is known nothing is ever forgotten, and whatever adds to it raises its version. A name means
//! one block of memory at most on each path; what the path at hand does not have is left out.

use super::names::Name;
use crate::addr;
use crate::machine::{Frame, Machine, OBJECTS};
use crate::memory::{Kind, Site, log};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use secateur_expr::{Support, mix};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

/// In [`Place`]: not a page, but whether the object is there.
pub(super) const LIFE: u32 = u32::MAX;

/// How often more bytes of a place become known one by one. Where yet others are set it is a buffer that is written from anywhere
/// on, and any of it may be: else every path that writes to another position would send those before it round again. What is a
/// buffer for one branch is one for all: each of them would have to find out for itself, and send paths round as often.
const MOST_GROWTHS: u8 = 4;

/// Bytes of a place that are set.
#[derive(Clone, Copy, Default)]
pub(super) struct Bytes {
    pub(super) mask: u64,
    /// How often there were more.
    growths: u8,
}

impl Bytes {
    /// With more of them.
    fn with(self, more: u64, is_buffer: bool) -> Bytes {
        let growths = self.growths.saturating_add(1);
        let mask = if is_buffer || growths > MOST_GROWTHS { u64::MAX } else { self.mask | more };
        Bytes { mask, growths }
    }
}

/// Bytes that are set somewhere.
#[derive(Clone, Default)]
pub(super) struct Places {
    pub(super) bytes: FxHashMap<Place, Bytes>,
    /// Of all its bytes.
    pub(super) number: u128,
    /// Numbers of sets that are known to be part of it.
    parts: Numbers,
    /// What there was more to know of, which bytes, and when, in that order; of bytes of blocks that are watched, and of all others.
    growths: Vec<(Place, u64, u32)>,
    watched: Vec<(Place, u64, u32)>,
    /// When there was more to know for the last time.
    pub(super) grown: u32,
    /// A side jumps out of its function, to a frame of this depth; and when that became known.
    pub(super) escape: Option<u32>,
    pub(super) escaped: u32,
}

impl Places {
    /// Whether a set of places is known to be part of it.
    pub(super) fn has(&self, number: u128) -> bool {
        self.number == number || self.parts.contains(number)
    }

    pub(super) fn has_bytes(&self, place: Place, mask: u64) -> bool {
        self.bytes.get(&place).is_some_and(|known| mask & !known.mask == 0)
    }

    /// What there is more to know since then, other than of blocks that are watched.
    pub(super) fn newer(&self, than: u32) -> impl Iterator<Item = Place> {
        newer(&self.growths, than).map(|(place, ..)| *place)
    }

    /// Blocks that are watched and that there is more to know of since then.
    pub(super) fn newer_watched(&self, than: u32) -> impl Iterator<Item = Name> {
        newer(&self.watched, than).filter_map(|(place, ..)| match place {
            Place::Heap(name, _) => Some(*name),
            _ => None,
        })
    }

    /// Of a place in a block that is watched: bytes that there is more to know of since then.
    pub(super) fn newer_bytes(&self, of: Place, than: u32) -> u64 {
        match self.bytes.contains_key(&of) {
            true => {
                newer(&self.watched, than).filter(|(place, ..)| *place == of).fold(0, |all, (_, bytes, _)| all | bytes)
            }
            false => 0,
        }
    }

    /// Takes in places by their number. Whether there is more to know than before; if so, since `now`.
    pub(super) fn add(
        &mut self,
        number: u128,
        places: impl Iterator<Item = (Place, u64)>,
        now: u32,
        buffers: &mut FxHashSet<Place>,
    ) -> bool {
        if self.has(number) {
            return false;
        }
        self.parts.insert(number);
        let mut has_grown = false;
        for (place, mask) in places {
            let before = self.bytes.entry(place).or_default();
            if mask & !before.mask != 0 {
                has_grown = true;
                let after = before.with(mask, buffers.contains(&place));
                if after.growths > MOST_GROWTHS {
                    buffers.insert(place);
                }
                self.grown = now;
                renumber(&mut self.number, place, before.mask, after.mask);
                let growths = if place.is_watched() { &mut self.watched } else { &mut self.growths };
                growths.push((place, after.mask & !before.mask, now));
                *before = after;
            }
        }
        has_grown
    }
}

/// Those that came after some time.
fn newer(growths: &[(Place, u64, u32)], than: u32) -> impl Iterator<Item = &(Place, u64, u32)> {
    growths.iter().rev().take_while(move |(.., grown)| *grown > than)
}

/// Numbers of sets of places. Mostly there are a few.
#[derive(Clone, Default)]
pub(super) struct Numbers {
    few: SmallVec<[u128; 4]>,
    many: FxHashSet<u128>,
}

impl Numbers {
    pub(super) fn contains(&self, number: u128) -> bool {
        self.few.contains(&number) || self.many.contains(&number)
    }

    /// Whether it was not there.
    pub(super) fn insert(&mut self, number: u128) -> bool {
        if self.few.contains(&number) {
            return false;
        }
        if self.few.len() < self.few.inline_size() {
            self.few.push(number);
            return true;
        }
        self.many.insert(number)
    }

    pub(super) fn len(&self) -> usize {
        self.few.len() + self.many.len()
    }
}

/// The number of a set of places is the sum of those of its places, so it does not depend on their order.
pub(super) fn renumber(number: &mut u128, place: Place, before: u64, after: u64) {
    if before != 0 {
        *number = number.wrapping_sub(place.number(before));
    }
    *number = number.wrapping_add(place.number(after));
}

/// 64 bytes of memory, by a name that is the same on every path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Place {
    Fixed(u64),
    /// By the depth of the frame, the position among its objects, and the page.
    Stack(u32, u32, u32),
    /// By the block's name, and the page.
    Heap(Name, u32),
}

impl Place {
    /// Whether it is bytes of a block whose reads are noted.
    fn is_watched(self) -> bool {
        matches!(self, Place::Heap(name, within) if name.is_watched() && within != LIFE)
    }

    /// Of some of its bytes.
    fn number(self, mask: u64) -> u128 {
        let (kind, name) = match self {
            Place::Fixed(page) => (1, u128::from(page)),
            Place::Stack(depth, at, within) => (2, u128::from(depth) << 64 | u128::from(at) << 32 | u128::from(within)),
            Place::Heap(name, within) => (3, u128::from(name.0) << 32 | u128::from(within)),
        };
        mix(mix(mix(kind, name), u128::from(mask)), kind)
    }
}

impl Machine<'_> {
    /// Changes the labels of bytes of a page to what they depend on, and this.
    pub(super) fn add_to_page(&mut self, page: u64, mask: u64, label: Support) {
        let pool = &mut self.sym.as_mut().expect("labels exist in symbolic runs only").pool;
        self.memory.add_label(page, mask, label.0, |a, b| pool.support_union(Support(a), Support(b)).0);
    }

    /// The name of a page.
    pub(super) fn place_of(&self, page: u64) -> Option<Place> {
        if page == log::WORLD {
            return Some(Place::Fixed(page));
        }
        let id = addr::id(page << 6);
        let info = self.memory.info(id).filter(|info| !info.is_private())?;
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
                let name = self.sym.as_ref()?.known.flow.blocks.name(id)?;
                Some(Place::Heap(name, within))
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
            Place::Heap(name, within) => Some(page(self.sym.as_ref()?.known.flow.blocks.block(name)?, within)),
        }
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
}

#[cfg(test)]
mod tests {
    use super::{Name, Place, Places};
    use rustc_hash::FxHashSet;

    fn none() -> FxHashSet<Place> {
        FxHashSet::default()
    }

    #[test]
    fn sets_of_places_are_known_by_number_whatever_their_order() {
        let all = [Place::Fixed(70), Place::Stack(1, 2, 0), Place::Heap(Name(8), 0), Place::Heap(Name(10), 0)];
        let (mut one, mut other) = (Places::default(), Places::default());
        for (i, place) in all.iter().enumerate() {
            assert!(one.add(i as u128 + 1, [(*place, 0xff)].into_iter(), 1, &mut none()));
        }
        let halves = all.iter().rev().flat_map(|place| [(*place, 0xf0), (*place, 0x0f)]);
        assert!(other.add(7, halves, 1, &mut none()));
        let masks = |places: &Places| all.map(|place| places.bytes[&place].mask);
        assert_eq!((one.number, masks(&one)), (other.number, masks(&other)));
        assert!(!one.add(other.number, all.iter().map(|place| (*place, 0xff)), 2, &mut none()), "it is the same set");
        assert!(!one.add(50, [(all[0], 0x10)].into_iter(), 2, &mut none()), "it is a part of it");
        assert_eq!(one.grown, 1);
        assert!(one.add(51, [(all[0], 0x100)].into_iter(), 3, &mut none()) && one.number != other.number);
        assert_eq!(one.grown, 3);
    }

    /// A buffer that is written from ever other positions on is known as a whole before each of them was seen.
    #[test]
    fn places_that_grow_again_and_again_are_filled_up() {
        let (mut places, place) = (Places::default(), Place::Fixed(70));
        for (i, byte) in [3, 9, 5, 20].into_iter().enumerate() {
            assert!(places.add(i as u128 + 1, [(place, 1 << byte)].into_iter(), 1, &mut none()));
        }
        assert_eq!(places.bytes[&place].mask, 1 << 3 | 1 << 5 | 1 << 9 | 1 << 20, "four may be just those");
        assert!(places.add(5, [(place, 1 << 15)].into_iter(), 2, &mut none()));
        assert_eq!(places.bytes[&place].mask, u64::MAX);
        assert!(!places.add(6, [(place, 1 << 7)].into_iter(), 3, &mut none()), "all of it is known");
    }
}
