//! What the user says about the parts of the input.

/// How the input is divided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Given {
    /// As the run finds out.
    Auto,
    /// Into these blocks, as far as they do not interfere; input that is in none of them is divided as the run finds out.
    /// With `strict` it is an error if they do.
    Blocks { blocks: Vec<Vec<Bytes>>, strict: bool },
}

/// Bytes of one input, the last included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bytes {
    pub input: String,
    pub first: u32,
    pub last: u32,
}

impl Given {
    /// The user's block of a byte.
    pub(super) fn block_of(&self, input: Option<&String>, offset: u32) -> Option<u32> {
        let Given::Blocks { blocks, .. } = self else { return None };
        let has = |bytes: &Bytes| Some(&bytes.input) == input && (bytes.first..=bytes.last).contains(&offset);
        blocks.iter().position(|block| block.iter().any(has)).map(|at| at as u32)
    }
}
