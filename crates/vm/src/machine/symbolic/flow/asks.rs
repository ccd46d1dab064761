//! What is known where a path asks for places: a branch that ends, or a store whose address depends on something, asks under one
//! key for each decision of its label. Keys are numbered, so that nothing has to be looked for when it is asked.
//!
//! *Invariants:* keys that were asked for once know something, if only that there is nothing. Whatever adds to what a key knows
//! tells all that ask under it.

use super::places::{Numbers, Place, Places, renumber};
use super::{EventId, Flow};
use crate::machine::Machine;
use crate::memory::log;
use rustc_hash::FxHashMap;
use secateur_expr::Support;
use smallvec::SmallVec;
use std::rc::Rc;

/// Places that are gone through to see whether others are among them.
const FEW: usize = 8;

/// In place of the number of an ask, where there is none yet.
const NOT_ASKED: u32 = u32::MAX;

/// The number of a key.
pub(super) type Key = u32;

/// Keys under which places are asked for at once, and what came of it.
pub(super) struct Ask {
    pub(super) keys: Box<[Key]>,
    /// What places depend on that are asked for here.
    pub(super) label: Support,
    /// Numbers of sets of places that all of the keys have taken in. The keys know of each other if there is any.
    taken: Option<Box<Numbers>>,
    /// The number of what was told last: there is nothing to learn from it.
    last: Option<u128>,
    /// What the keys know together, as of when it was put together.
    pub(super) known: Together,
    /// When what was believed turned out to be wrong.
    pub(super) over: u32,
}

/// What is looked at most often of an ask, apart from the rest: that way those of a path lie side by side, in the order in which a path
/// comes to them, and a few lines of the cache hold as many as are opened and closed between two decisions.
#[derive(Clone, Copy, Default)]
pub(super) struct Front {
    /// When there was more to know for the last time.
    pub(super) grown: u32,
    /// As of when what the keys know was put together.
    together: u32,
    /// A path that sets nothing was the last to tell, and as of then nothing was known.
    is_still: bool,
    /// It is a branch's, which is known to go several ways.
    pub(super) goes_several: bool,
    /// It is a guard's, which depends on what was decided too far back on some path to be a check.
    pub(super) is_far: bool,
}

/// What several keys know.
#[derive(Default)]
pub(super) struct Together {
    /// Mostly one or two.
    pub(super) places: SmallVec<[(Place, u64); 2]>,
    /// Of all of them.
    pub(super) number: u128,
    pub(super) has_world: bool,
    /// Each of the keys knows all of it.
    is_one: bool,
}

impl Flow {
    /// The number of a key: a branch or an instruction, and a decision.
    pub(super) fn key(&mut self, key: (u64, EventId)) -> Key {
        let fresh = self.places.len() as Key;
        let number = *self.keys.entry(key).or_insert(fresh);
        if number == fresh {
            self.places.push(None);
            self.asks_of.push(SmallVec::new());
        }
        number
    }

    pub(super) fn add_ask(&mut self, keys: Box<[Key]>, label: Support) {
        let number = self.asks.len() as u32;
        keys.iter().for_each(|key| self.asks_of[*key as usize].push(number));
        let grown = self.each_known(&keys).map(|places| places.grown).max().unwrap_or(0);
        self.asks.push(Ask { keys, label, taken: None, last: None, known: Together::default(), over: 0 });
        self.fronts.push(Front { grown, ..Front::default() });
    }

    /// The number under which a branch asks, if it was opened before with this label. If not, its place is noted, so that it is not
    /// looked for in vain each time: many are never opened.
    pub(super) fn opened(&mut self, key: u64, label: Support) -> Option<u32> {
        let known = self.ask_of.get(&(key, label));
        if known.is_none() {
            self.ask_of.add((key, label), NOT_ASKED);
        }
        known.filter(|ask| *ask != NOT_ASKED)
    }

    /// Whether a branch that asks under this number is known to go several ways.
    pub(super) fn goes_several(&self, ask: u32) -> bool {
        self.fronts[ask as usize].goes_several
    }

    /// What was believed is wrong, and whoever asked before has to know.
    pub(super) fn is_over(&mut self, ask: u32) {
        (self.fronts[ask as usize].grown, self.asks[ask as usize].over) = (self.grown, self.grown);
    }

    /// What a key knows from now on.
    pub(super) fn set_places(&mut self, key: Key, places: Rc<Places>) {
        for ask in &self.asks_of[key as usize] {
            let grown = &mut self.fronts[*ask as usize].grown;
            *grown = (*grown).max(places.grown);
        }
        self.places[key as usize] = Some(places);
    }

    /// A decision that a label did not have before begins with what is known of the others: what they set depends on all of the
    /// label. If it had to be learnt anew, every path that has the label would have to be followed once more for it.
    pub(super) fn share_places(&mut self, keys: &[Key]) {
        if keys.len() < 2 || keys.iter().all(|key| self.places[*key as usize].is_some()) {
            return;
        }
        let known: SmallVec<[Rc<Places>; 4]> = self.each_known(keys).cloned().collect();
        let fresh = match &known[..] {
            [only] if only.escape.is_none() => only.clone(),
            several => {
                let mut fresh = Places::default();
                for places in several {
                    let all = places.bytes.iter().map(|(place, bytes)| (*place, bytes.mask));
                    if fresh.add(places.number, all, self.grown + 1, &mut self.buffers) {
                        self.grown += 1;
                    }
                }
                Rc::new(fresh)
            }
        };
        for key in keys {
            if self.places[*key as usize].is_none() {
                self.set_places(*key, fresh.clone());
            }
        }
    }

    /// What keys know. Those that know the same mostly come one after the other, and it is told once.
    pub(super) fn each_known<'a>(&'a self, keys: &'a [Key]) -> impl Iterator<Item = &'a Rc<Places>> + Clone {
        let mut last: *const Places = std::ptr::null();
        keys.iter().filter_map(|key| self.places[*key as usize].as_ref()).filter(move |places| {
            let is_other = last != Rc::as_ptr(places);
            last = Rc::as_ptr(places);
            is_other
        })
    }

    /// A path has set places where it asks for them. What is known there now.
    pub(super) fn learn_places<I: Iterator<Item = (Place, u64)>>(
        &mut self,
        ask: u32,
        number: u128,
        places: impl Fn() -> I,
    ) -> &Together {
        if self.asks[ask as usize].last != Some(number) {
            self.learn_more(ask, number, places);
            self.asks[ask as usize].last = Some(number);
            self.renew_front(ask);
        }
        self.known_by(ask)
    }

    /// Whether a path that has set nothing has nothing to tell here, and nothing to hear.
    pub(super) fn is_quiet(&self, ask: u32) -> bool {
        let front = &self.fronts[ask as usize];
        front.is_still && front.together == front.grown
    }

    fn renew_front(&mut self, number: u32) {
        let ask = &self.asks[number as usize];
        self.fronts[number as usize].is_still = ask.last == Some(0) && ask.known.places.is_empty();
    }

    fn learn_more<I: Iterator<Item = (Place, u64)>>(&mut self, ask: u32, number: u128, places: impl Fn() -> I) {
        let known = self.known_by(ask);
        let is_in = |(place, mask): (Place, u64)| known.places.iter().any(|(p, m)| *p == place && mask & !m == 0);
        let is_few = known.places.len() <= FEW;
        if !known.is_one || known.number != number && !(is_few && places().all(is_in)) {
            self.take_in(ask as usize, number, places);
        }
    }

    fn take_in<I: Iterator<Item = (Place, u64)>>(&mut self, ask: usize, number: u128, places: impl Fn() -> I) {
        // Most paths set what one before them has set.
        let taken = self.asks[ask].taken.get_or_insert_default();
        if !taken.insert(number) {
            return;
        }
        let count = taken.len();
        let keys = std::mem::take(&mut self.asks[ask].keys);
        if count == 1 {
            self.share_places(&keys);
        }
        // Others set a part of what is known: then there is nothing to learn, and nobody has to be told.
        let is_in = |known: &Rc<Places>| places().all(|(place, mask)| known.has_bytes(place, mask));
        if count > 1 && self.each_known(&keys).all(is_in) {
            self.asks[ask].keys = keys;
            return;
        }
        let (now, mut has_grown) = (self.grown + 1, false);
        let (none, mut rest) = (Rc::<Places>::default(), &keys[..]);
        while let [key, others @ ..] = rest {
            rest = others;
            let known = self.places[*key as usize].get_or_insert_default();
            if known.has(number) {
                continue;
            }
            // The keys of an ask mostly know the same, and do so afterwards. What they know is taken from all of them
            // meanwhile, so that it need not be copied.
            let mut own = std::mem::replace(known, none.clone());
            let is_same =
                |key: &&Key| self.places[**key as usize].as_ref().is_some_and(|other| Rc::ptr_eq(other, &own));
            let same = &others[..others.iter().take_while(is_same).count()];
            same.iter().for_each(|key| self.places[*key as usize] = Some(none.clone()));
            has_grown |= Rc::make_mut(&mut own).add(number, places(), now, &mut self.buffers);
            same.iter().for_each(|key| self.set_places(*key, own.clone()));
            self.set_places(*key, own);
            rest = &others[same.len()..];
        }
        self.grown += u32::from(has_grown);
        self.asks[ask].keys = keys;
    }

    /// What is known where a path asks.
    pub(super) fn known_by(&mut self, number: u32) -> &Together {
        let Front { grown, together, .. } = self.fronts[number as usize];
        if together != grown {
            self.asks[number as usize].known = self.together(&self.asks[number as usize]);
            self.fronts[number as usize].together = grown;
            self.renew_front(number);
        }
        &self.asks[number as usize].known
    }

    /// What the keys of an ask know.
    fn together(&self, ask: &Ask) -> Together {
        let mut known = self.each_known(&ask.keys);
        let (first, second) = (known.next(), known.next());
        let world = Place::Fixed(log::WORLD);
        // Mostly they know the same.
        if let (Some(only), None) = (first, second) {
            let is_one = ask.keys.iter().all(|key| self.places[*key as usize].is_some());
            let places = only.bytes.iter().map(|(place, bytes)| (*place, bytes.mask)).collect();
            let has_world = only.bytes.contains_key(&world);
            return Together { places, number: only.number, has_world, is_one };
        }
        let mut bytes: FxHashMap<Place, u64> = FxHashMap::default();
        for places in first.into_iter().chain(second).chain(known) {
            places.bytes.iter().for_each(|(place, more)| *bytes.entry(*place).or_default() |= more.mask);
        }
        let mut together = Together { has_world: bytes.contains_key(&world), ..Together::default() };
        bytes.iter().for_each(|(place, mask)| renumber(&mut together.number, *place, 0, *mask));
        together.places = bytes.into_iter().collect();
        together
    }
}

/// So many of the last asks of a path are looked at, to see whether it has asked for the same: the turns of a loop do.
const RECENT: usize = 8;

#[derive(Clone)]
pub(super) struct Recent([u32; RECENT]);

impl Default for Recent {
    fn default() -> Recent {
        Recent([u32::MAX; RECENT])
    }
}

impl Machine<'_> {
    /// The path at hand asks. What was asked for before on this path was asked for when no more was known.
    pub(super) fn note_asked(&mut self, ask: u32) {
        let sym = self.sym();
        let Some(flow) = &mut sym.flow else { return };
        let known = &mut sym.known.flow;
        if !known.recent.0.contains(&ask) {
            known.recent.0[known.asked.len() % RECENT] = ask;
            known.asked.push(ask, flow.grown, &mut flow.pieces);
        }
    }

    /// Where places are remembered: for each decision of a label, since others of it may come and go with the path. The
    /// number of these keys, and whether it is new.
    pub(super) fn ask(&mut self, key: u64, label: Support) -> (u32, bool) {
        let sym = self.sym();
        let Some(flow) = &mut sym.flow else { return (0, false) };
        let fresh = flow.asks.len() as u32;
        let known = flow.ask_of.get(&(key, label));
        let number = known.filter(|ask| *ask != NOT_ASKED).unwrap_or(fresh);
        let is_new = number == fresh;
        if is_new {
            match flow.ask_of.last_mut().filter(|_| known.is_some()) {
                Some(place) => *place = fresh,
                None => flow.ask_of.add((key, label), fresh),
            }
            let bytes = sym.pool.support_bytes(label);
            let keys = bytes.into_iter().map(|byte| flow.key((key, EventId(byte.offset)))).collect();
            flow.add_ask(keys, label);
        }
        (number, is_new)
    }
}

#[cfg(test)]
mod tests {
    use super::super::EventId;
    use super::super::Flow;
    use super::super::places::{Place, Places};
    use super::Key;
    use rustc_hash::FxHashSet;
    use std::rc::Rc;

    fn none() -> FxHashSet<Place> {
        FxHashSet::default()
    }

    #[test]
    fn a_decision_that_joins_others_begins_with_what_they_know() {
        let mut flow = Flow { grown: 1, ..Flow::default() };
        let [seven, eight, nine] = [7, 8, 9].map(|event| flow.key((0, EventId(event))));
        assert_eq!(flow.key((0, EventId(8))), eight);
        for key in [seven, eight] {
            let mut places = Places::default();
            assert!(places.add(u128::from(key) + 7, [(Place::Fixed(u64::from(key)), 1)].into_iter(), 1, &mut none()));
            flow.set_places(key, Rc::new(places));
        }
        flow.share_places(&[seven, eight, nine]);
        let known = |key: Key| {
            let known = flow.places[key as usize].as_ref().expect("it knows something by now");
            let mut pages: Vec<Place> = known.bytes.keys().copied().collect();
            pages.sort_unstable_by_key(|place| format!("{place:?}"));
            pages
        };
        let [first, second] = [seven, eight].map(|key| Place::Fixed(u64::from(key)));
        assert_eq!(known(nine), [first, second]);
        assert_eq!((known(seven), known(eight)), (vec![first], vec![second]), "those may come without it");
        assert!(flow.grown > 1, "somebody may have asked for it already");
    }
}
