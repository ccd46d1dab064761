//! The four ways in which the paper explores: plain, by write sets alone, as it describes its system, and with all that we
//! add. Each is a set of options of `secateur test`, and is left out where that does not know them.

use crate::commands::bench::child::refusal;

#[derive(Debug, PartialEq, Eq)]
pub struct Mode {
    pub name: &'static str,
    pub options: &'static str,
    /// Where the mode itself looks nothing up: what counts the distinct states of the same paths. States are told apart as
    /// in the paper.
    pub counting: Option<&'static str>,
}

/// The first is what the others are compared with.
pub const MODES: [Mode; 4] = [
    Mode {
        name: "base",
        options: "--prune none",
        counting: Some("--prune rwset --rwset-off renaming,implication,relevance,projection,sides,loops,rests,pruning"),
    },
    Mode {
        name: "write set",
        options: "--prune rwset --rwset-off reads,renaming,implication,relevance,projection,sides,loops,rests",
        counting: None,
    },
    Mode {
        name: "full",
        options: "--prune rwset --rwset-off renaming,implication,relevance,projection,sides,loops,rests",
        counting: None,
    },
    Mode { name: "extended", options: "--prune rwset", counting: None },
];

/// Everything is computed, and nothing dropped.
pub const COMPUTED: &str = "--prune rwset --rwset-off pruning";

/// Modes that this build does not have, with the reason.
pub fn left_out() -> Vec<(&'static str, String)> {
    MODES.iter().filter_map(|mode| Some((mode.name, refusal(mode.options)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_search_is_always_there() {
        assert!(left_out().iter().all(|(name, _)| *name != "base"));
        assert_eq!(MODES.iter().filter(|mode| mode.counting.is_some()).count(), 1);
    }

    #[test]
    fn modes_stand_or_fall_together() {
        let count = left_out().len();
        assert!(count == 0 || count == MODES.len() - 1, "{:?}", left_out());
        assert_eq!(refusal(COMPUTED).is_none(), count == 0);
    }
}
