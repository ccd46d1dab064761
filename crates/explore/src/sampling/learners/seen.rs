//! Which numbers came up, and whether in an earlier round or in this one.

/// *Invariant:* [`Seen::before`] changes only in [`Seen::next_round`].
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The round in which each number came up first.
    first: Vec<u32>,
    round: u32,
}

const NEVER: u32 = u32::MAX;

impl Seen {
    pub fn new(size: u32) -> Seen {
        Seen { first: vec![NEVER; size as usize], round: 0 }
    }

    pub fn add(&mut self, number: u32) {
        let at = number as usize;
        if at >= self.first.len() {
            self.first.resize(at + 1, NEVER);
        }
        if self.first[at] == NEVER {
            self.first[at] = self.round;
        }
    }

    /// Whether it came up in an earlier round.
    pub fn before(&self, number: u32) -> bool {
        self.first.get(number as usize).is_some_and(|first| *first < self.round)
    }

    pub fn next_round(&mut self) {
        self.round += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_up_counts_from_the_next_round_on() {
        let mut seen = Seen::new(2);
        seen.add(1);
        seen.add(9);
        assert!(!seen.before(1) && !seen.before(9));
        seen.next_round();
        seen.add(0);
        assert!(seen.before(1) && seen.before(9) && !seen.before(0) && !seen.before(1000));
    }
}
