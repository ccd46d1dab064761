//! What the decisions about each class of bytes depend on, as far as any path has shown it.

use super::classes::Class;
use rustc_hash::FxHashMap;
use secateur_expr::{Pool, Support};
use secateur_vm::flow::{CHECKS, CheckId, EVENTS, Group};

/// Decisions or checks, 64 to a word, without the words that would be empty: of thousands a few belong to a class.
#[derive(Default)]
pub struct Words {
    /// Sorted by which of the words it is.
    words: Vec<(u32, u64)>,
}

impl Words {
    /// Whether any of a label was not there; of those of its kind.
    fn add(&mut self, label: Support, kind: u32, pool: &Pool) -> bool {
        let mut is_more = false;
        pool.support_parts(label, |first, mask| {
            is_more |= first.input == kind && self.add_word(first.offset / 64, mask);
            true
        });
        is_more
    }

    fn add_word(&mut self, place: u32, mask: u64) -> bool {
        match self.words.binary_search_by_key(&place, |(place, _)| *place) {
            Ok(at) => {
                let known = &mut self.words[at].1;
                let is_more = mask & !*known != 0;
                *known |= mask;
                is_more
            }
            Err(at) => {
                self.words.insert(at, (place, mask));
                true
            }
        }
    }

    fn join(&mut self, other: Words) {
        other.words.into_iter().for_each(|(place, mask)| _ = self.add_word(place, mask));
    }

    fn has(&self, number: u32) -> bool {
        let place = self.words.binary_search_by_key(&(number / 64), |(place, _)| *place);
        place.is_ok_and(|at| self.words[at].1 >> (number % 64) & 1 != 0)
    }

    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        let bits = |mask: u64| (0..64).filter(move |bit| mask >> bit & 1 != 0);
        self.words.iter().flat_map(move |(place, mask)| bits(*mask).map(move |bit| place * 64 + bit))
    }
}

/// Of one class.
#[derive(Default)]
pub struct Reason {
    pub events: Words,
    pub guards: Words,
    pub checks: Words,
}

#[derive(Default)]
pub struct Reasons {
    by_class: FxHashMap<Class, Reason>,
}

impl Reasons {
    /// A decision about a class was told with all that it depends on. Whether that is more than was known of the class.
    pub fn add(&mut self, class: Class, group: &Group, pool: &Pool) -> bool {
        let reason = self.by_class.entry(class).or_default();
        reason.events.add(group.label, EVENTS, pool)
            | reason.guards.add(group.guards, EVENTS, pool)
            | reason.checks.add(group.guards, CHECKS, pool)
    }

    pub fn get(&self, class: Class) -> Option<&Reason> {
        self.by_class.get(&class)
    }

    /// Classes that are decided about behind a check.
    pub fn behind(&self, check: CheckId) -> impl Iterator<Item = Class> {
        self.by_class.iter().filter(move |(_, reason)| reason.checks.has(check.0)).map(|(class, _)| *class)
    }

    /// Two classes became one.
    pub fn joined(&mut self, keep: Class, gone: Class) {
        if let Some(Reason { events, guards, checks }) = self.by_class.remove(&gone) {
            let all = self.by_class.entry(keep).or_default();
            all.events.join(events);
            all.guards.join(guards);
            all.checks.join(checks);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Words;
    use std::collections::BTreeSet;

    /// Beside a set of the standard library.
    #[test]
    fn words_hold_what_a_set_would() {
        let mut random = fastrand::Rng::with_seed(8);
        let mut all: Vec<(Words, BTreeSet<u32>)> = (0..3).map(|_| Default::default()).collect();
        for _ in 0..2_000 {
            let (words, set) = &mut all[random.usize(..3)];
            let (place, mask) = (random.u32(..6) * 3, random.u64(..) & random.u64(..) & random.u64(..));
            let bits: Vec<u32> = (0..64).filter(|bit| mask >> bit & 1 != 0).map(|bit| place * 64 + bit).collect();
            let is_more = bits.iter().any(|bit| !set.contains(bit));
            assert!(mask == 0 || words.add_word(place, mask) == is_more);
            set.extend(bits);
            if random.u32(..10) == 0 {
                let (gone, others) = std::mem::take(&mut all[random.usize(..3)]);
                let (words, set) = &mut all[random.usize(..3)];
                words.join(gone);
                set.extend(others);
            }
            for (words, set) in &all {
                assert_eq!(words.iter().collect::<Vec<_>>(), set.iter().copied().collect::<Vec<_>>());
            }
        }
    }
}
