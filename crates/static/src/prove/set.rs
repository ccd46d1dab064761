//! Sets of objects that grow, empty ones for free.

/// A set of small numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Set {
    words: Vec<u64>,
}

impl Set {
    pub fn contains(&self, number: u32) -> bool {
        crate::bits::is_set(&self.words, number)
    }
    pub fn insert(&mut self, number: u32) -> bool {
        let (at, bit) = (number as usize / 64, 1 << (number % 64));
        if self.words.len() <= at {
            self.words.resize(at + 1, 0);
        }
        let is_new = self.words[at] & bit == 0;
        self.words[at] |= bit;
        is_new
    }
    pub fn remove(&mut self, number: u32) {
        if let Some(word) = self.words.get_mut(number as usize / 64) {
            *word &= !(1 << (number % 64));
        }
        // Equal sets are equal words.
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
    }
    /// Adds all of another, and tells whether that changed anything.
    pub fn add(&mut self, other: &Set) -> bool {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        let mut is_new = false;
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            is_new |= *more & !*word != 0;
            *word |= more;
        }
        is_new
    }
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        (0u32..).zip(&self.words).flat_map(|(at, word)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                (left != 0).then(|| {
                    let bit = left.trailing_zeros();
                    left &= left - 1;
                    64 * at + bit
                })
            })
        })
    }
}

impl FromIterator<u32> for Set {
    fn from_iter<I: IntoIterator<Item = u32>>(numbers: I) -> Set {
        let mut set = Set::default();
        numbers.into_iter().for_each(|number| {
            set.insert(number);
        });
        set
    }
}
