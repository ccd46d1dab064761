//! How a run is divided. Everything here is a function of work that was counted, never of time.

/// Work of the first stretch, which one thread does alone: some hundredths of a second.
const FIRST: u64 = 10_000_000;

/// Parts that a run is divided into at most.
pub const PARTS: usize = 16;

/// What a part does before it is another's turn: some hundredths of a second.
const TURN_WORK: u64 = 20_000_000;
const TURN_PATHS: u64 = 1024;

/// What a part gives away at once.
const GIVES: usize = 3;

/// Whether a run is long enough to be divided, and can be.
pub fn is_worth_sharing(work: u64, left: usize) -> bool {
    work >= FIRST && left >= 2
}

/// Whether the turn is over after this much.
pub fn is_over(work: u64, paths: u64) -> bool {
    work >= TURN_WORK || paths >= TURN_PATHS
}

/// How many parts there may be after so many turns.
///
/// Each has a solver that knows nothing at first, which costs; with few parts, many workers have nothing to do.
/// So there are the more parts the longer a run takes: up to about a second, up to some ten, and beyond.
fn parts_after(turns: u64) -> usize {
    match turns {
        0..24 => PARTS / 4,
        24..256 => PARTS / 2,
        _ => PARTS,
    }
}

/// How many items a part gives away after its turn, each to a new part: as many as there is room for, and
/// never its last.
pub fn gives(parts: usize, left: usize, turns: u64) -> usize {
    parts_after(turns).saturating_sub(parts).min(GIVES).min(left.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_never_too_many_parts_and_none_gives_all_it_has() {
        for parts in 1..=PARTS {
            for left in 0..40 {
                for turns in [0, 23, 24, 1000] {
                    let given = gives(parts, left, turns);
                    assert!(parts + given <= PARTS.max(parts) && given <= left.saturating_sub(1));
                    assert_eq!(given > 0, parts < parts_after(turns) && left > 1);
                }
            }
        }
    }

    #[test]
    fn short_runs_are_not_shared() {
        assert!(!is_worth_sharing(FIRST - 1, 100));
        assert!(!is_worth_sharing(FIRST, 1));
        assert!(is_worth_sharing(FIRST, 2));
    }
}
