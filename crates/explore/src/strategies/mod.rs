//! Strategies: which of the pending branches comes next.
//!
//! Adding one is a new file and its registration here: `mod`, and a line in `ALL`.

mod dfs;

use crate::{Frontier, ItemId};

/// A strategy, as the command line and the documentation know it.
pub struct Info {
    pub name: &'static str,
    pub summary: &'static str,
    /// Where it comes from.
    pub paper: &'static str,
    /// Makes one from the seed of the run.
    pub make: fn(u64) -> Box<dyn Strategy>,
}

pub static ALL: &[&Info] = &[&dfs::INFO];

pub fn find(name: &str) -> Option<&'static Info> {
    ALL.iter().find(|info| info.name == name).copied()
}

/// Chooses among what is left, by facts only.
pub trait Strategy: Send {
    /// The next item; `None` if nothing is left. Items may also go elsewhere between two calls.
    fn pick(&mut self, frontier: &Frontier) -> Option<ItemId>;
}
