//! Places that are set somewhere, on whatever path, by names that mean the same on all of them.
//!
//! *Invariants:* of a place that is known nothing is ever forgotten, and whatever adds to it raises its version. A name means
//! one block of memory at most on each path; what the path at hand does not have is left out.

use super::{EventId, Flow};
use crate::addr;
use crate::machine::symbolic::SharedList;
use crate::machine::{Frame, Machine, OBJECTS};
use crate::memory::labels::{Pages, runs};
use crate::memory::{Kind, Site, log};
use rustc_hash::{FxHashMap, FxHasher};
use secateur_expr::Support;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// In [`Place`]: not a page, but whether the object is there.
const LIFE: u32 = u32::MAX;

/// Bytes that are set somewhere.
#[derive(Default)]
pub(super) struct Places {
    bytes: FxHashMap<Place, u64>,
    /// How often there was more to know.
    pub(super) version: u32,
    /// A side jumps out of its function, to a frame of this depth.
    pub(super) escape: Option<u32>,
}

/// Where a path asked which places are set, and how much was known then: keys and versions.
pub type Asked = SharedList<(u64, u32)>;

impl Flow {
    /// Whether more places are known than a path knew.
    pub fn has_grown(&self, (key, version): (u64, u32)) -> bool {
        self.places.get(&key).is_some_and(|places| places.version > version)
    }
}

/// 64 bytes of memory, by a name that is the same on every path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Place {
    Fixed(u64),
    /// By the depth of the frame, the position among its objects, and the page.
    Stack(u32, u32, u32),
    /// By where it was made, which of those made there it is, and the page.
    Heap(u64, u32, u32),
}

impl Machine<'_> {
    /// What was written, here or on another side, depends on this. Places are remembered by each of the keys.
    pub(super) fn label_places(&mut self, keys: &[u64], pages: &Pages, label: Support) {
        let named: Vec<(Place, u64)> =
            pages.iter().filter_map(|(page, mask)| Some((self.place_of(*page)?, *mask))).collect();
        let sym = self.sym();
        let Some(flow) = &mut sym.flow else { return };
        let mut elsewhere: Vec<(Place, u64)> = vec![];
        for key in keys {
            let known = flow.places.entry(*key).or_default();
            let mut has_grown = false;
            for (place, mask) in &named {
                let before = known.bytes.entry(*place).or_default();
                has_grown |= mask & !*before != 0;
                *before |= mask;
            }
            known.version += u32::from(has_grown);
            sym.known.flow.asked.push((*key, known.version));
            // Most know just what is written here.
            if known.bytes.len() > named.len() || named.iter().any(|(place, mask)| known.bytes[place] != *mask) {
                elsewhere.extend(known.bytes.iter().map(|(place, mask)| (*place, *mask)));
            }
        }
        if keys.len() > 1 {
            let mut all: FxHashMap<Place, u64> = FxHashMap::default();
            elsewhere.iter().for_each(|(place, mask)| *all.entry(*place).or_default() |= mask);
            elsewhere = all.into_iter().collect();
        }
        if named.iter().chain(&elsewhere).any(|(place, _)| *place == Place::Fixed(log::WORLD)) {
            sym.known.flow.world = sym.pool.support_union(sym.known.flow.world, label);
        }
        let elsewhere = elsewhere.into_iter().filter_map(|(place, mask)| Some((self.page_of(place)?, mask)));
        let mut ranges = vec![];
        for (page, mask) in pages.iter().map(|(page, mask)| (*page, *mask)).chain(elsewhere) {
            runs(page, mask, |at, size| ranges.push((at, size)));
        }
        let pool = &mut self.sym.as_mut().expect("labels exist in symbolic runs only").pool;
        let mut last = (0, label.0);
        for (at, size) in ranges {
            self.memory.relabel(at, size, |before| {
                if last.0 != before {
                    last = (before, pool.support_union(Support(before), label).0);
                }
                last.1
            });
        }
    }

    /// The name of a page.
    fn place_of(&self, page: u64) -> Option<Place> {
        if page == log::WORLD {
            return Some(Place::Fixed(page));
        }
        let id = addr::id(page << 6);
        let info = self.memory.info(id)?;
        let within = if log::is_about(page) { LIFE } else { addr::offset(page << 6) >> 6 };
        match info.kind {
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

    fn page_of(&self, place: Place) -> Option<u64> {
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

    /// Where places are remembered: for each decision of a label, since others of it may come and go with the path.
    pub(super) fn keys(&mut self, key: u64, label: Support) -> Vec<u64> {
        let each = |event: EventId| {
            let mut hasher = FxHasher::default();
            (key, event).hash(&mut hasher);
            hasher.finish()
        };
        self.sym().events_of(label).into_iter().map(each).collect()
    }
}
