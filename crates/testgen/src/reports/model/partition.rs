//! The parts of the input that were explored apart (`--partition`), as reports show them.

use serde::{Deserialize, Serialize};

/// What the run found out about which bytes of the input go together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Partition {
    /// `auto`, or `file` if the user gave one.
    pub kind: String,
    pub inputs: Vec<Part>,
    /// Bytes that were explored together, by input; blocks may overlap. What is in none decides nothing.
    pub blocks: Vec<Vec<Span>>,
    /// Why bytes are together, in the order in which it was found out.
    pub joins: Vec<Join>,
    /// Distinct conditions on the input.
    pub decisions: u64,
    /// Sides that were left out, since they only combine what does not interfere.
    pub left_out: u64,
    /// Paths that were followed once more.
    pub again: u64,
    /// Why from some time on all sides were explored.
    pub gave_up: Option<String>,
}

/// An input.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// As a partition file spells it.
    pub name: String,
    /// In bytes, the largest that was seen.
    pub size: u32,
}

/// Bytes of an input: its index, the first and the last of them.
pub type Span = (u32, u32, u32);

/// Two bytes that came together for the first time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Join {
    /// An input and the byte's offset in it.
    pub a: (u32, u32),
    pub b: (u32, u32),
    pub file: String,
    pub line: u32,
    pub function: String,
    /// `data`, `control`, `value` or `given`.
    pub why: String,
    /// The same as half a sentence.
    pub words: String,
    /// Whether the user's file says that they are apart.
    pub against: bool,
}

impl Partition {
    /// A byte as a partition file spells it, such as `packet[3]`.
    pub fn byte(&self, (input, offset): (u32, u32)) -> String {
        format!("{}[{offset}]", self.name(input))
    }

    /// Bytes, such as `packet[3]` or `packet[0..3]`.
    pub fn span(&self, (input, first, last): Span) -> String {
        if first == last { self.byte((input, first)) } else { format!("{}[{first}..{last}]", self.name(input)) }
    }

    fn name(&self, input: u32) -> &str {
        self.inputs.get(input as usize).map_or("?", |input| &input.name)
    }

    /// How many bytes are in several blocks.
    pub fn shared(&self) -> u64 {
        let mut edges: Vec<(u32, u32, i32)> = Vec::new();
        for (input, first, last) in self.blocks.iter().flatten() {
            edges.push((*input, *first, 1));
            edges.push((*input, last + 1, -1));
        }
        edges.sort_unstable();
        let (mut open, mut count) = (0, 0);
        for (i, (_, at, change)) in edges.iter().enumerate() {
            open += change;
            if open > 1 {
                count += u64::from(edges[i + 1].1 - at);
            }
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_in_several_blocks_are_counted_once() {
        let mut partition = Partition::default();
        assert_eq!(partition.shared(), 0);
        partition.blocks =
            vec![vec![(0, 0, 3), (1, 0, 0)], vec![(0, 2, 5)], vec![(0, 3, 3), (1, 2, 2)], vec![(2, 7, 7)]];
        assert_eq!(partition.shared(), 2, "a[2] and a[3]");
        partition.blocks.push(vec![(1, 0, 2), (2, 7, 7)]);
        assert_eq!(partition.shared(), 5, "also b[0], b[2] and c[7]");
    }
}
