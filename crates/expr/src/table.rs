//! Constant tables, read at a symbolic index by `TableRead`.

use crate::bits::{Bits, mask};

/// A table, in its pool. Equal tables have equal ids.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TableId(pub u32);

/// Equal-width values, with facts over all of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    pub width: u32,
    /// Invariant: not empty, and each has the table's width.
    pub values: Vec<Bits>,
    /// Least and greatest value, if at most 64 bits wide; else the full range.
    pub range: (u64, u64),
    /// Bits that are zero, and that are one, in every value (at most 64 bits wide).
    pub known: (u64, u64),
    /// Of the width and the values.
    pub(crate) hash: u64,
}

impl Table {
    pub fn new(width: u32, values: Vec<Bits>) -> Table {
        assert!(!values.is_empty(), "a table needs a value");
        assert!(values.iter().all(|v| v.width() == width), "a table's values have one width");
        let words: Vec<u64> = values.iter().flat_map(|v| v.words().iter().copied()).collect();
        let hash = crate::intern::hash_words(&words) ^ u64::from(width);
        if width > 64 {
            return Table { width, values, range: (0, u64::MAX), known: (0, 0), hash };
        }
        let lows = || values.iter().map(Bits::low);
        let range = (lows().min().unwrap_or(0), lows().max().unwrap_or(u64::MAX));
        let ones = lows().fold(u64::MAX, |m, v| m & v);
        let any = lows().fold(0, |m, v| m | v);
        Table { width, values, range, known: (!any & mask(width), ones), hash }
    }
    pub fn len(&self) -> usize {
        self.values.len()
    }
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
    /// The value at an index; zero past the end.
    pub fn get(&self, index: &Bits) -> Bits {
        let high = index.words()[1..].iter().any(|w| *w != 0);
        match self.values.get(usize::try_from(index.low()).unwrap_or(usize::MAX)) {
            Some(value) if !high => value.clone(),
            _ => Bits::zero(self.width),
        }
    }
}
