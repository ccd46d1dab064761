//! Sets of small numbers, one bit each, in the form in which coverage is handed around.

/// A set of numbers below a fixed bound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// An empty set with room for the numbers below `bound`.
    pub fn new(bound: usize) -> Bits {
        Bits { words: vec![0; bound.div_ceil(64)] }
    }
    /// Whether it is a member. Numbers beyond the bound are not.
    pub fn contains(&self, number: u32) -> bool {
        is_set(&self.words, number)
    }
    /// Adds a number below the bound, and tells whether it is new.
    pub fn insert(&mut self, number: u32) -> bool {
        let (word, bit) = (&mut self.words[number as usize / 64], 1 << (number % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
    /// Removes all members.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }
    /// How many members there are.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }
    /// The words: number `n` is bit `n % 64` of word `n / 64`.
    pub fn words(&self) -> &[u64] {
        &self.words
    }
}

impl FromIterator<u32> for Bits {
    fn from_iter<I: IntoIterator<Item = u32>>(numbers: I) -> Bits {
        let mut bits = Bits::default();
        for number in numbers {
            let words = number as usize / 64 + 1;
            if bits.words.len() < words {
                bits.words.resize(words, 0);
            }
            bits.insert(number);
        }
        bits
    }
}

/// Whether bit `number` is set; bits beyond the end are not.
pub fn is_set(words: &[u64], number: u32) -> bool {
    words.get(number as usize / 64).is_some_and(|word| word >> (number % 64) & 1 != 0)
}
