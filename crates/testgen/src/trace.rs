//! The trace file: what the native runtime (`runtime/replay/replay.c`) writes into while a program
//! runs. It is mapped there, so it is complete however the program ends.
//!
//! Layout, all numbers least significant byte first: eight words (magic, count, hash, limit, edges,
//! blocks, ring, flags), the ring of the last decisions (32 bits each), a bit for each edge, a byte
//! for each block.

use crate::{BitSet, EdgeHash, EdgeId, TestgenError, Trace};
use secateur_front::native::Counts;
use std::path::Path;

const MAGIC: &[u8; 8] = b"SECTRACE";
const HEAD: usize = 64;

const ERROR_CALLED: u64 = 1;
const RAN_OUT: u64 = 2;
const ASSUME_FAILED: u64 = 4;
const MISMATCHED: u64 = 8;

/// Decisions beyond it are ignored.
pub const NO_LIMIT: u64 = u64::MAX;

/// What the file says at the end of a run.
pub struct Record {
    pub trace: Trace,
    pub assume_failed: bool,
    pub mismatched: bool,
}

fn size(counts: Counts, ring: usize) -> usize {
    HEAD + ring * 4 + counts.edges.div_ceil(8) + counts.blocks
}

/// Makes the file for a run. `ring` says how many of the last decisions to keep; it becomes a power
/// of two.
pub fn create(path: &Path, counts: Counts, limit: u64, ring: usize) -> Result<(), TestgenError> {
    let ring = ring.max(1).next_power_of_two();
    let words = [0, EdgeHash::default().0, limit, counts.edges as u64, counts.blocks as u64, ring as u64, 0];
    let mut bytes = MAGIC.to_vec();
    bytes.extend(words.iter().flat_map(|w| w.to_le_bytes()));
    bytes.resize(size(counts, ring), 0);
    std::fs::write(path, bytes).map_err(|e| TestgenError::io(path, e))
}

/// Reads it after the run. A program that writes where it should not may have damaged it, so nothing
/// is trusted; `None` if that shows.
pub fn read(path: &Path, counts: Counts) -> Result<Option<Record>, TestgenError> {
    let bytes = std::fs::read(path).map_err(|e| TestgenError::io(path, e))?;
    let word = |i: usize| bytes.get(i * 8..).and_then(|b| b.first_chunk()).map_or(0, |b| u64::from_le_bytes(*b));
    let ring = usize::try_from(word(6)).unwrap_or(0);
    let whole = ring > 0 && ring <= bytes.len() && bytes.len() == size(counts, ring) && bytes.starts_with(MAGIC);
    if !whole || !ring.is_power_of_two() {
        return Ok(None);
    }
    let (count, hash, flags) = (word(1), word(2), word(7));
    let (recent, rest) = bytes[HEAD..].split_at(ring * 4);
    let (bitmap, marks) = rest.split_at(counts.edges.div_ceil(8));
    let kept = count.min(ring as u64);
    let at = |i: u64| {
        let slot = ((i % ring as u64) * 4) as usize;
        recent[slot..].first_chunk().map_or(EdgeId(0), |b| EdgeId(u32::from_le_bytes(*b)))
    };
    let mut blocks = BitSet::with_size(counts.blocks);
    marks.iter().enumerate().filter(|(_, mark)| **mark != 0).for_each(|(i, _)| blocks.insert(i));
    let trace = Trace {
        count,
        hash,
        edges: BitSet::from_bytes(bitmap),
        blocks,
        last: (count - kept..count).map(at).collect(),
        error_called: flags & ERROR_CALLED != 0,
        ran_out: flags & RAN_OUT != 0,
    };
    let (assume_failed, mismatched) = (flags & ASSUME_FAILED != 0, flags & MISMATCHED != 0);
    Ok(Some(Record { trace, assume_failed, mismatched }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_file_is_an_empty_trace_and_a_damaged_one_is_refused() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let path = folder.path().join("trace");
        let counts = Counts { edges: 9, blocks: 3 };
        create(&path, counts, NO_LIMIT, 5).expect("writable");
        let record = read(&path, counts).expect("just made").expect("whole");
        assert_eq!((record.trace.count, record.trace.hash), (0, EdgeHash::default().0));
        assert!(record.trace.last.is_empty() && !record.assume_failed && !record.mismatched);
        let mut bytes = std::fs::read(&path).expect("there");
        for at in [0, 48, 55] {
            bytes[at] ^= 0x81;
            std::fs::write(&path, &bytes).expect("writable");
            assert!(read(&path, counts).expect("readable").is_none());
            bytes[at] ^= 0x81;
        }
        // A count from nowhere must not lead outside the ring.
        bytes[8..16].fill(0xff);
        std::fs::write(&path, &bytes).expect("writable");
        let record = read(&path, counts).expect("readable").expect("plausible");
        assert_eq!(record.trace.last.len(), 8);
    }
}
