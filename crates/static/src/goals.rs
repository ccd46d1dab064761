//! What look-ahead looks for.

use crate::bits::Bits;
use crate::hazards::Hazards;

/// A set of kinds of goals. A path is worth going on with while one of them is unmet and can be reached.
#[derive(Clone, Default)]
pub struct Goals {
    pub(crate) branches: bool,
    /// With what may stop a path inside a block.
    pub(crate) lines: Option<Hazards>,
    pub(crate) bugs: Option<Hazards>,
    /// By function: whether its branches and lines count.
    pub(crate) only: Option<Bits>,
}

impl Goals {
    /// Sides of the user's decisions that no path took.
    pub fn branches() -> Goals {
        Goals { branches: true, ..Goals::default() }
    }
    /// Blocks of the user's code that no path entered. The hazards tell where a path may end inside a block.
    pub fn lines(hazards: Hazards) -> Goals {
        Goals { lines: Some(hazards), ..Goals::default() }
    }
    /// Places where something may go wrong. They stay open: a place that was passed once may still fail with other values.
    pub fn bugs(hazards: Hazards) -> Goals {
        Goals { bugs: Some(hazards), ..Goals::default() }
    }
    /// Both these goals and others.
    pub fn and(self, other: Goals) -> Goals {
        Goals {
            branches: self.branches || other.branches,
            lines: self.lines.or(other.lines),
            bugs: self.bugs.or(other.bugs),
            only: self.only.or(other.only),
        }
    }
    /// Branches and lines of these functions only. Places where something may go wrong count everywhere.
    pub fn only(self, functions: impl IntoIterator<Item = u32>) -> Goals {
        Goals { only: Some(functions.into_iter().collect()), ..self }
    }
    pub(crate) fn counts(&self, function: u32) -> bool {
        self.only.as_ref().is_none_or(|only| only.contains(function))
    }
}
