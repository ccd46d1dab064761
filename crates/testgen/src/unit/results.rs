//! The file in which a native run of a harness tells its results (`runtime/replay/replay.c`). It is mapped there, so it
//! is complete however the program ends.
//!
//! Layout: how many bytes follow, as 32 bits; then for each result the lengths of its expression and its value, and both.

use super::value::Result;
use crate::TestgenError;
use std::path::Path;

const SIZE: usize = 65536;

pub fn create(path: &Path) -> std::result::Result<(), TestgenError> {
    std::fs::write(path, vec![0; SIZE]).map_err(|e| TestgenError::io(path, e))
}

/// A program that writes where it should not may have damaged it, so nothing is trusted.
pub fn read(path: &Path) -> std::result::Result<Vec<Result>, TestgenError> {
    let bytes = std::fs::read(path).map_err(|e| TestgenError::io(path, e))?;
    Ok(parse(&bytes))
}

fn parse(bytes: &[u8]) -> Vec<Result> {
    let mut results = Vec::new();
    let Some((used, rest)) = word(bytes) else { return results };
    let mut rest = rest.get(..used).unwrap_or_default();
    while let Some((place, value, more)) = one(rest) {
        results.push(Result { place: String::from_utf8_lossy(place).into_owned(), bytes: value.to_vec() });
        rest = more;
    }
    results
}

fn word(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let (first, rest) = bytes.split_first_chunk()?;
    Some((u32::from_le_bytes(*first) as usize, rest))
}

fn one(bytes: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let (place, rest) = word(bytes)?;
    let (value, rest) = word(rest)?;
    let (place, rest) = rest.split_at_checked(place)?;
    let (value, rest) = rest.split_at_checked(value)?;
    Some((place, value, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_files_give_what_is_whole() {
        let mut file = 19u32.to_le_bytes().to_vec();
        for (place, value) in [("x", &[7][..]), ("y", &[1])] {
            file.extend([place.len() as u32, value.len() as u32].iter().flat_map(|n| n.to_le_bytes()));
            file.extend(place.bytes());
            file.extend(value);
        }
        assert_eq!(parse(&file), [Result { place: "x".into(), bytes: vec![7] }]);
        file[0] = 20;
        assert_eq!(parse(&file).len(), 2);
        file[4] = 0xff;
        file[7] = 0xff;
        assert!(parse(&file).is_empty());
        assert!(parse(&[1]).is_empty());
    }
}
