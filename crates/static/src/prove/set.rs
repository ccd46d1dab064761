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
        self.trim();
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
    /// How many words it takes: what going through it costs.
    pub fn width(&self) -> usize {
        self.words.len()
    }
    /// Members of both.
    pub fn both(&self, other: &Set) -> Set {
        let mut both = Set { words: self.words.iter().zip(&other.words).map(|(a, b)| a & b).collect() };
        both.trim();
        both
    }
    /// Whether there is a member of both.
    pub fn meets(&self, other: &Set) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }
    /// Members that another has not.
    pub fn without(&self, other: &Set) -> Set {
        let theirs = other.words.iter().copied().chain(std::iter::repeat(0));
        let mut rest = Set { words: self.words.iter().zip(theirs).map(|(a, b)| a & !b).collect() };
        rest.trim();
        rest
    }
    /// Whether all of another are members.
    pub fn includes(&self, other: &Set) -> bool {
        let ours = self.words.iter().copied().chain(std::iter::repeat(0));
        other.words.iter().zip(ours).all(|(theirs, ours)| theirs & !ours == 0)
    }
    /// Equal sets are equal words.
    fn trim(&mut self) {
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
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
