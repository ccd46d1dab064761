//! Names of blocks on the heap, by which a block is the same on every path: where it was made, and which of those made there it is.
//!
//! *Invariants:* names are numbered, and a number means the same on every path. A state knows of each name at most one block.

use super::Flow;
use crate::addr;
use crate::machine::Machine;
use crate::sheet::Sheet;
use rustc_hash::FxHasher;
use secateur_expr::Memo;
use std::hash::{Hash, Hasher};

/// The number of a name, twice; and one more if reads of the block are noted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Name(pub(super) u32);

impl Name {
    fn new(number: u32, is_watched: bool) -> Name {
        Name(number << 1 | u32::from(is_watched))
    }

    /// Whether reads of the block are noted.
    pub(super) fn is_watched(self) -> bool {
        self.0 & 1 != 0
    }

    fn number(self) -> u32 {
        self.0 >> 1
    }
}

/// All names, by a number for where blocks are made.
#[derive(Default)]
pub(super) struct Names {
    makers: Memo<u64, u32>,
    names: Memo<(u32, u32), Name>,
}

impl Names {
    fn maker(&mut self, made: u64) -> u32 {
        let fresh = self.makers.len() as u32;
        self.makers.get(&made).unwrap_or_else(|| {
            self.makers.add(made, fresh);
            fresh
        })
    }

    fn name(&mut self, maker: u32, which: u32, is_watched: bool) -> Name {
        self.names.get(&(maker, which)).unwrap_or_else(|| {
            let fresh = Name::new(self.names.len() as u32, is_watched);
            self.names.add((maker, which), fresh);
            fresh
        })
    }
}

/// Blocks on the heap that a path has made.
#[derive(Clone, Default)]
pub struct Blocks {
    /// By a number for where they are made, how many.
    made: Sheet,
    /// By block its name, and by name the block.
    names: Sheet,
    blocks: Sheet,
}

impl Blocks {
    pub(super) fn name(&self, block: u32) -> Option<Name> {
        self.names.get(block).map(Name)
    }

    pub(super) fn block(&self, name: Name) -> Option<u32> {
        self.blocks.get(name.number())
    }

    pub(super) fn has(&self, name: Name) -> bool {
        self.block(name).is_some()
    }

    /// What is kept of a path that has ended: which names it has.
    pub fn of_ended(&self) -> Blocks {
        Blocks { blocks: self.blocks.clone(), ..Blocks::default() }
    }

    fn add(&mut self, block: u32, maker: u32, is_watched: bool, all: &mut Names) {
        let which = self.made.get(maker).unwrap_or(0);
        self.made.set(maker, which + 1);
        self.set(block, all.name(maker, which, is_watched));
    }

    pub(super) fn set(&mut self, block: u32, name: Name) {
        self.names.set(block, name.0);
        self.blocks.set(name.number(), block);
    }
}

impl Machine<'_> {
    /// A block on the heap was made.
    pub(crate) fn name_block(&mut self, at: u64) {
        if !self.flow {
            return;
        }
        let (site, context) = (self.site(), self.context());
        // What others decide must not change which of its kind it is: those made under one condition are counted apart.
        let around = self.sym().known.flow.regions.around();
        let mut hasher = FxHasher::default();
        (context, site.function, site.at, around).hash(&mut hasher);
        // What others set of it concerns a path only if the path reads it. Inside of branches it is off the fast path soon anyway.
        let is_watched = around.is_some();
        let sym = self.sym();
        let Some(Flow { names, .. }) = sym.flow.as_deref_mut() else { return };
        let maker = names.maker(hasher.finish());
        sym.known.flow.blocks.add(addr::id(at), maker, is_watched, names);
        if is_watched {
            self.memory.watch(addr::id(at));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Blocks, Names};

    #[test]
    fn a_name_means_the_same_on_every_path() {
        let mut names = Names::default();
        let [loops, branch] = [70, 71].map(|made| names.maker(made));
        assert_eq!(names.maker(70), loops);
        let mut one = Blocks::default();
        one.add(5, loops, false, &mut names);
        let mut other = one.clone();
        other.add(6, branch, true, &mut names);
        other.add(7, loops, false, &mut names);
        one.add(6, loops, false, &mut names);
        let name = |blocks: &Blocks, block: u32| blocks.name(block).expect("it was made");
        assert_eq!(name(&one, 5), name(&other, 5));
        assert_eq!(name(&one, 6), name(&other, 7), "it is the second that is made there");
        let watched = name(&other, 6);
        assert!(watched.is_watched() && !name(&one, 6).is_watched());
        assert_eq!((one.block(watched), other.block(watched)), (None, Some(6)));
        assert!(other.of_ended().has(watched) && !one.of_ended().has(watched));
    }
}
