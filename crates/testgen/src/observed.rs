//! What a native run was seen to do.

/// One native run of a test case.
#[derive(Clone, Debug)]
pub struct Observed {
    pub outcome: Outcome,
    /// What the sanitizers reported, in order. More than one where a check lets the program go on.
    pub reports: Vec<SanitizerReport>,
    /// Of a coverage build; `None` also if the program damaged it.
    pub trace: Option<Trace>,
    /// What a unit harness told.
    pub results: Vec<crate::unit::Result>,
    /// The last part of what the program wrote.
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

impl Observed {
    /// The first report that can stand for something else than these kinds.
    pub fn report(&self, muted: &[&str]) -> Option<&SanitizerReport> {
        let counts = |r: &&SanitizerReport| r.kinds.is_empty() || r.kinds.iter().any(|k| !muted.contains(k));
        self.reports.iter().find(counts)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    Exit(i32),
    Signal(i32),
    TimedOut,
    /// An assumption of the harness does not hold for this input.
    AssumeFailed,
    /// The program asked for other inputs than the test case has.
    Mismatch(String),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SanitizerReport {
    /// What the report can stand for, of the kinds of `--check`; the likeliest first. Empty when
    /// the report is none that we know.
    pub kinds: Vec<&'static str>,
    /// The first place inside the user's own files; line 0 if there is none.
    pub file: String,
    pub line: u32,
    /// All such places of the stack, innermost first.
    pub places: Vec<(String, u32)>,
    /// The report itself.
    pub text: String,
}

/// The decisions of a run of the coverage build.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trace {
    /// How many decisions were taken, up to the limit that was set.
    pub count: u64,
    /// See [`crate::EdgeHash`].
    pub hash: u64,
    pub edges: BitSet,
    /// By number of [`crate::BranchMap::block`].
    pub blocks: BitSet,
    /// The last decisions before the end, oldest first.
    pub last: Vec<crate::EdgeId>,
    /// The program called its error function.
    pub error_called: bool,
    /// The program asked for more inputs than the test case has, and was ended there.
    pub ran_out: bool,
}

/// A set of small numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BitSet {
    bytes: Vec<u8>,
}

impl BitSet {
    pub fn with_size(bits: usize) -> BitSet {
        BitSet { bytes: vec![0; bits.div_ceil(8)] }
    }
    /// Bit `i` is bit `i % 8` of byte `i / 8`.
    pub fn from_bytes(bytes: &[u8]) -> BitSet {
        BitSet { bytes: bytes.to_vec() }
    }
    pub fn contains(&self, bit: usize) -> bool {
        self.bytes.get(bit / 8).is_some_and(|byte| byte >> (bit % 8) & 1 != 0)
    }
    pub fn insert(&mut self, bit: usize) {
        if self.bytes.len() <= bit / 8 {
            self.bytes.resize(bit / 8 + 1, 0);
        }
        self.bytes[bit / 8] |= 1 << (bit % 8);
    }
    /// Adds the other's members and tells how many were new.
    pub fn add_all(&mut self, other: &BitSet) -> usize {
        if self.bytes.len() < other.bytes.len() {
            self.bytes.resize(other.bytes.len(), 0);
        }
        let mut new = 0;
        for (mine, theirs) in self.bytes.iter_mut().zip(&other.bytes) {
            new += (theirs & !*mine).count_ones() as usize;
            *mine |= theirs;
        }
        new
    }
    pub fn count(&self) -> usize {
        self.bytes.iter().map(|b| b.count_ones() as usize).sum()
    }
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        (0..self.bytes.len() * 8).filter(|bit| self.contains(*bit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bit_set_counts_what_is_new() {
        let mut set = BitSet::with_size(4);
        set.insert(3);
        set.insert(70);
        let mut other = BitSet::default();
        other.insert(3);
        other.insert(9);
        assert_eq!(set.add_all(&other), 1);
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 9, 70]);
        assert_eq!((set.count(), set.contains(4), set.contains(7000)), (3, false, false));
    }
}
