//! Parts of the technique, each with a switch.

use super::rest;

/// Parts of the technique that can be switched off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switches {
    /// Only what is read later is compared; otherwise everything that was written.
    pub reads: bool,
    /// Input bytes may have other names.
    pub renaming: bool,
    /// A state may be a special case of a known one.
    pub implication: bool,
    /// What affects neither a branch nor a check is no read.
    pub relevance: bool,
    /// What is said about bytes of the input that are gone is left out where it says nothing about others.
    pub projection: bool,
    /// A side of a branch that leads to what is known is not tried.
    pub sides: bool,
    /// A path that comes back to a state that it came from waits until the rest of that state's future is known.
    pub loops: bool,
    /// Paths after which it may rest where it does not pay.
    pub rests_after: u64,
    /// Paths are ended; otherwise everything is only counted.
    pub pruning: bool,
}

impl Switches {
    pub const ALL: Switches = Switches {
        reads: true,
        renaming: true,
        implication: true,
        relevance: true,
        projection: true,
        sides: true,
        loops: true,
        rests_after: rest::FIRST,
        pruning: true,
    };
    /// Their names on the command line.
    pub const NAMES: [&str; 9] =
        ["reads", "renaming", "implication", "relevance", "projection", "sides", "loops", "rests", "pruning"];

    /// Switches a part off; `false` if there is none of this name.
    pub fn off(&mut self, name: &str) -> bool {
        match name {
            "reads" => self.reads = false,
            "renaming" => self.renaming = false,
            "implication" => self.implication = false,
            "relevance" => self.relevance = false,
            "projection" => self.projection = false,
            "sides" => self.sides = false,
            "loops" => self.loops = false,
            "rests" => self.rests_after = u64::MAX,
            "pruning" => self.pruning = false,
            _ => return false,
        }
        true
    }
}
