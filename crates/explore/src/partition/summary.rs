//! What a run found out about the parts of its input.

/// A byte of the input.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Byte {
    /// The name of the input that it belongs to.
    pub input: String,
    pub offset: u32,
}

/// Why bytes had to be explored together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// A condition is about both.
    Data,
    /// A branch on one decides whether a condition on the other is met.
    Control,
    /// A value that a branch on one decides is used where the other decides.
    Value,
    /// The user's partition has them in one block.
    Given,
}

/// Where two bytes came together for the first time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Join {
    pub a: Byte,
    pub b: Byte,
    pub file: String,
    pub line: u32,
    pub function: String,
    pub why: Why,
    /// Whether this goes against the user's partition.
    pub is_against: bool,
}

/// The parts of the input, and how they came about.
#[derive(Clone, Default, Debug)]
pub struct Summary {
    /// Bytes that were explored together, sorted; blocks may overlap.
    pub blocks: Vec<Vec<Byte>>,
    pub joins: Vec<Join>,
    /// Distinct conditions on the input.
    pub decisions: u64,
    /// Sides that were left out, since they have nothing to do with where their path had gone another way.
    pub left_out: u64,
    /// Paths that were followed once more, to see what they depend on.
    pub again: u64,
    /// Everything depends on everything, or there was too much to keep: from then on all sides were explored.
    pub gave_up: Option<&'static str>,
}
