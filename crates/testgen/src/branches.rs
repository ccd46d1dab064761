//! Numbers the sides of all decisions in the user's code, and says where each stands.
//!
//! A decision is a conditional branch or a switch with at least two distinct successors; its sides
//! are those of [`secateur_ir::Term::sides`]. The numbers are handed out in order of function,
//! block and side, so they depend on the module alone: virtual machine, native builds and reports
//! agree without talking to each other. Computed gotos are not decisions here.

use secateur_ir::{BlockId, FuncId, Loc, Module};
use std::fmt;

/// One side of one decision of the user's code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EdgeId(pub u32);

impl EdgeId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for EdgeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "e{}", self.0)
    }
}

/// Where a side stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Side {
    pub func: FuncId,
    pub block: BlockId,
    pub side: u32,
    /// Of the decision: the file's index in [`Module::files`], line and column.
    pub loc: Loc,
    pub is_switch: bool,
}

/// The numbering of one module.
#[derive(Clone, Debug, Default)]
pub struct BranchMap {
    sides: Vec<Side>,
    /// By function and block: the first side's number and how many there are.
    decisions: Vec<Vec<(u32, u32)>>,
    /// By function: the number of its first block among all blocks of the user's code.
    first_block: Vec<u32>,
    blocks: u32,
    names: Vec<String>,
    files: Vec<String>,
}

impl BranchMap {
    pub fn new(module: &Module) -> BranchMap {
        let mut map = BranchMap { files: module.files.iter().map(|f| f.name.clone()).collect(), ..Default::default() };
        for (index, function) in module.functions.iter().enumerate() {
            let mut decisions = Vec::new();
            map.first_block.push(map.blocks);
            if !function.library {
                map.blocks += function.blocks.len() as u32;
                for (block, body) in function.block_ids().zip(&function.blocks) {
                    let count = body.term.sides().len() as u32;
                    decisions.push((map.sides.len() as u32, count));
                    let loc = function.locs.get(body.term_loc as usize).copied().unwrap_or_default();
                    let is_switch = matches!(body.term, secateur_ir::Term::Switch { .. });
                    let side = |side| Side { func: FuncId::new(index), block, side, loc, is_switch };
                    map.sides.extend((0..count).map(side));
                }
            }
            map.names.push(if function.library { String::new() } else { function.name.clone() });
            map.decisions.push(decisions);
        }
        map
    }

    /// How many sides there are.
    pub fn len(&self) -> usize {
        self.sides.len()
    }
    pub fn is_empty(&self) -> bool {
        self.sides.is_empty()
    }

    /// `None` for libc's code, for a block that decides nothing, and for a side that it does not have.
    pub fn edge(&self, func: FuncId, block: BlockId, side: u32) -> Option<EdgeId> {
        let (first, count) = *self.decisions.get(func.index())?.get(block.index())?;
        (side < count).then(|| EdgeId(first + side))
    }

    /// The other direction of [`BranchMap::edge`].
    pub fn side(&self, edge: EdgeId) -> Option<&Side> {
        self.sides.get(edge.index())
    }

    pub fn sides(&self) -> impl Iterator<Item = (EdgeId, &Side)> {
        self.sides.iter().enumerate().map(|(i, s)| (EdgeId(i as u32), s))
    }

    pub fn function_name(&self, func: FuncId) -> &str {
        self.names.get(func.index()).map_or("", String::as_str)
    }

    pub fn file_name(&self, loc: Loc) -> &str {
        self.files.get(loc.file as usize).map_or("", String::as_str)
    }

    /// The number of a block among all blocks of the user's code.
    pub fn block(&self, func: FuncId, block: BlockId) -> Option<u32> {
        self.decisions.get(func.index())?.get(block.index())?;
        Some(self.first_block[func.index()] + block.0)
    }

    /// How many blocks the user's code has.
    pub fn block_count(&self) -> usize {
        self.blocks as usize
    }

    /// For people: `main.c:12:7 in main, false side`.
    pub fn describe(&self, edge: EdgeId) -> String {
        let Some(side) = self.side(edge) else { return format!("an unknown branch ({edge})") };
        let which = match (side.is_switch, side.side) {
            (false, 0) => "true side".to_string(),
            (false, _) => "false side".to_string(),
            (true, n) => format!("target {n} of the switch"),
        };
        let (file, function) = (self.file_name(side.loc), self.function_name(side.func));
        format!("{file}:{}:{} in {function}, {which}", side.loc.line, side.loc.col)
    }
}

/// The hash over the decisions of a path, in order. The native runtime computes the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EdgeHash(pub u64);

impl Default for EdgeHash {
    fn default() -> Self {
        EdgeHash(0xcbf2_9ce4_8422_2325)
    }
}

impl EdgeHash {
    pub fn add(&mut self, edge: EdgeId) {
        self.0 = (self.0 ^ u64::from(edge.0)).wrapping_mul(0x0100_0000_01b3);
    }
}

impl FromIterator<EdgeId> for EdgeHash {
    fn from_iter<T: IntoIterator<Item = EdgeId>>(edges: T) -> Self {
        let mut hash = EdgeHash::default();
        edges.into_iter().for_each(|e| hash.add(e));
        hash
    }
}
