//! The inputs that a program of tests/ui/paths can be given: `//@ space: 3 bytes; 0-255 0,45 48-57`.
//!
//! Every byte has the values that its word lists, one word a byte in the order in which the program asks for them;
//! bytes without a word have all 256. Values that the program's own assumptions exclude may be in it.

use libtest_mimic::Failed;

/// More inputs than this take too long, at some two milliseconds each.
const MOST: usize = 1 << 16;

/// The values of each byte.
#[derive(Debug)]
pub struct Space {
    bytes: Vec<Vec<u8>>,
}

impl Space {
    pub fn parse(text: &str) -> Result<Space, Failed> {
        let wrong = || Failed::from(format!("`//@ space: {text}` is not `N bytes` or `N bytes; VALUES ...`"));
        let (size, words) = text.split_once(';').unwrap_or((text, ""));
        let size: usize = size.trim().strip_suffix("bytes").and_then(|n| n.trim().parse().ok()).ok_or_else(wrong)?;
        let mut bytes: Vec<Vec<u8>> = words.split_whitespace().map(values).collect::<Option<_>>().ok_or_else(wrong)?;
        if size == 0 || bytes.len() > size {
            return Err(wrong());
        }
        bytes.resize(size, (0..=255).collect());
        let count = bytes.iter().try_fold(1usize, |n, byte| n.checked_mul(byte.len()).filter(|n| *n <= MOST));
        if count.is_none() {
            return Err(format!("`//@ space: {text}` has more than {MOST} inputs").into());
        }
        Ok(Space { bytes })
    }

    /// How many bytes an input has.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Every input, one after the other, the first byte changing fastest.
    pub fn inputs(&self) -> Vec<u8> {
        let mut all = Vec::new();
        let mut digits = vec![0; self.size()];
        loop {
            all.extend(digits.iter().zip(&self.bytes).map(|(digit, values): (&usize, _)| values[*digit]));
            let Some(place) = (0..self.size()).find(|i| digits[*i] + 1 < self.bytes[*i].len()) else {
                return all;
            };
            digits[..place].fill(0);
            digits[place] += 1;
        }
    }
}

/// `48-57,95`: numbers and ranges.
fn values(word: &str) -> Option<Vec<u8>> {
    let mut all = Vec::new();
    for part in word.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (first.parse::<u8>().ok()?, last.parse::<u8>().ok()?);
        all.extend(first..=last);
    }
    (!all.is_empty()).then_some(all)
}

/// The notation means what the comment above says.
pub fn self_check() -> super::Outcome {
    let space = Space::parse("2 bytes; 1,5-6 0-1")?;
    super::ensure(space.inputs() == [1, 0, 5, 0, 6, 0, 1, 1, 5, 1, 6, 1], || format!("{:?}", space.inputs()))?;
    super::ensure(Space::parse("1 bytes")?.inputs().len() == 256, || "one free byte has 256 values".into())?;
    for wrong in ["3 bytes", "0 bytes", "1 byte", "1 bytes; 1 2", "2 bytes; 9-3", "1 bytes; 300"] {
        super::ensure(Space::parse(wrong).is_err(), || format!("`{wrong}` should be refused"))?;
    }
    Ok(())
}
