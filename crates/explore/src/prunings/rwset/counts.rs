//! What the technique did, as numbers.

/// What it did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Decisions that paths came to, and those of them in a state that was neither known nor, where paths wait, being
    /// explored. Where hardly any state was ever known, most are taken for new without a look.
    pub points: u64,
    pub states: u64,
    /// Decisions that paths came to where the technique rested. They are not among the points.
    pub rested: u64,
    /// Known states, by how they were recognised: the very same, with input bytes of other names, as a special case.
    pub exact: u64,
    pub renamed: u64,
    pub implied: u64,
    /// Those of them for which conditions on bytes that are gone were left out.
    pub projected: u64,
    /// Those of them that were sides of branches, which were not tried.
    pub sides: u64,
    /// Paths that wait for a state that they came from, those that need not go on, and those that had to.
    pub provisional: u64,
    pub confirmed: u64,
    pub resumed: u64,
    /// States that are known now, and those that were forgotten for lack of room.
    pub entries: u64,
    pub evicted: u64,
}

impl Counts {
    pub fn hits(&self) -> u64 {
        self.exact + self.renamed + self.implied
    }
    pub(crate) fn join(&mut self, other: &Counts) {
        let Counts {
            points,
            states,
            rested,
            exact,
            renamed,
            implied,
            projected,
            sides,
            provisional,
            confirmed,
            resumed,
            entries,
            evicted,
        } = *other;
        self.points += points;
        self.states += states;
        self.rested += rested;
        self.exact += exact;
        self.renamed += renamed;
        self.implied += implied;
        self.projected += projected;
        self.sides += sides;
        self.provisional += provisional;
        self.confirmed += confirmed;
        self.resumed += resumed;
        self.entries += entries;
        self.evicted += evicted;
    }
}
