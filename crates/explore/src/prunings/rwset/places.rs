//! Where it is worth to look whether a state is known.
//!
//! At some points no two paths are ever alike: to look there costs time, and finds nothing. After many looks in vain only one
//! in some is taken; one that finds something makes up for many. A state that is not looked at is explored, so nothing is lost
//! but pruning. What is decided depends on counts alone, so a run can be repeated.

use rustc_hash::FxHashMap;

/// Looks at a point before it can be given up.
const FIRST_LOOKS: u32 = 128;

/// A point where fewer looks than one in this many find something is given up.
const WORTH: u32 = 64;

/// There, one visit in this many is still a look.
const SELDOM: u32 = 16;

#[derive(Default)]
struct Place {
    visits: u32,
    looks: u32,
    finds: u32,
}

#[derive(Default)]
pub struct Places {
    places: FxHashMap<u64, Place>,
}

impl Places {
    /// A path comes to a point: whether to look.
    pub fn is_worth_a_look(&mut self, point: u64) -> bool {
        let place = self.places.entry(point).or_default();
        place.visits = place.visits.wrapping_add(1);
        let is_barren = place.looks >= FIRST_LOOKS && place.finds < place.looks / WORTH;
        let looks = !is_barren || place.visits.is_multiple_of(SELDOM);
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
        let mut places = Places::default();
        assert_eq!(looks(&mut places, 1, FIRST_LOOKS), FIRST_LOOKS);
        assert_eq!(looks(&mut places, 1, 10 * SELDOM), 10);
        assert_eq!(looks(&mut places, 2, 10), 10, "another point is another matter");
        (0..FIRST_LOOKS / WORTH + 1).for_each(|_| places.was_worth_it(1));
        assert_eq!(looks(&mut places, 1, 10), 10, "what finds something is looked at again");
    }
}
