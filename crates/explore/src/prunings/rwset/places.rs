//! Where it is worth to look whether a state is known.
//!
//! At some points no two paths are ever alike: to look there costs time, and finds nothing. After many looks in vain only one
//! in some is taken; one that finds something makes up for many. A state that is not looked at is explored, so nothing is lost
//! but pruning. What is decided depends on counts alone, so a run can be repeated.

use rustc_hash::FxHashMap;

/// Looks at a point before it can be given up. Fewer looks than one in `worth` that find something are too few.
#[derive(Clone, Copy)]
pub struct Patience {
    first: u32,
    worth: u32,
}

/// A state that is known saves all that follows it.
pub const FOR_STATES: Patience = Patience { first: 128, worth: 64 };

/// One side saves less, and each state has several.
pub const FOR_SIDES: Patience = Patience { first: 24, worth: 12 };

/// There, one visit in this many is still a look.
const SELDOM: u32 = 16;

#[derive(Default)]
struct Place {
    visits: u32,
    looks: u32,
    finds: u32,
}

pub struct Places {
    places: FxHashMap<u64, Place>,
    patience: Patience,
}

impl Place {
    fn is_barren(&self, patience: Patience) -> bool {
        self.looks >= patience.first && self.finds < self.looks / patience.worth
    }
}

impl Places {
    pub fn new(patience: Patience) -> Places {
        Places { places: FxHashMap::default(), patience }
    }

    /// Whether a point was not given up.
    pub fn has_hope(&self, point: u64) -> bool {
        self.places.get(&point).is_none_or(|place| !place.is_barren(self.patience))
    }

    pub fn clear(&mut self) {
        self.places.clear();
    }

    /// A path comes to a point: whether to look.
    pub fn is_worth_a_look(&mut self, point: u64) -> bool {
        let place = self.places.entry(point).or_default();
        place.visits = place.visits.wrapping_add(1);
        let looks = !place.is_barren(self.patience) || place.visits.is_multiple_of(SELDOM);
        place.looks = place.looks.saturating_add(u32::from(looks));
        looks
    }

    /// The look found something.
    pub fn was_worth_it(&mut self, point: u64) {
        self.places.entry(point).or_default().finds += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn looks(places: &mut Places, point: u64, visits: u32) -> u32 {
        (0..visits).filter(|_| places.is_worth_a_look(point)).count() as u32
    }

    #[test]
    fn a_point_is_given_up_after_many_looks_in_vain_but_not_for_good() {
        let Patience { first, worth } = FOR_STATES;
        let mut places = Places::new(FOR_STATES);
        assert_eq!(looks(&mut places, 1, first), first);
        assert!(!places.has_hope(1) && places.has_hope(2));
        assert_eq!(looks(&mut places, 1, 10 * SELDOM), 10);
        assert_eq!(looks(&mut places, 2, 10), 10, "another point is another matter");
        (0..first / worth + 1).for_each(|_| places.was_worth_it(1));
        assert_eq!(looks(&mut places, 1, 10), 10, "what finds something is looked at again");
    }
}
