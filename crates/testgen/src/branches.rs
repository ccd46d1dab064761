//! Numbers the sides of all decisions in the user's code, and says where each stands.
//!
//! A decision is a conditional branch or a switch with at least two distinct successors; its sides
//! are those of [`secateur_ir::Term::sides`]. One on a constant decides nothing, and neither does code
//! that only its dead side leads to: macros such as `isdigit` leave both behind, and nobody can cover
//! them. What the condition of an assumption decides is no decision either ([`secateur_ir::conditions`]): an assumption says
//! which input is meant, and does not do anything with it. The numbers are handed out in order of function,
//! block and side, so they depend on the module alone: virtual machine, native builds and reports
//! agree without talking to each other. Computed gotos are not decisions here.

use secateur_ir::conditions::{Conditions, is_assumption};
use secateur_ir::{BlockId, FuncId, Function, Loc, Module, Operand, Term};
use std::collections::BTreeMap;
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
    /// The first side is the one where the condition, as it is written, is false.
    pub negated: bool,
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
    /// Of the sides of switches.
    labels: BTreeMap<u32, String>,
}

impl BranchMap {
    pub fn new(module: &Module) -> BranchMap {
        let mut map = BranchMap { files: module.files.iter().map(|f| f.name.clone()).collect(), ..Default::default() };
        for (index, function) in module.functions.iter().enumerate() {
            let mut decisions = Vec::new();
            map.first_block.push(map.blocks);
            if !function.library {
                map.blocks += function.blocks.len() as u32;
                let alive = alive(function);
                let conditions = Conditions::of(function, &|symbol| is_assumption(module, symbol));
                for (block, body) in function.block_ids().zip(&function.blocks) {
                    let is_free = !conditions.decides(block) && constant_target(&body.term).is_none();
                    let open = alive[block.index()] && is_free;
                    let count = if open { body.term.sides().len() as u32 } else { 0 };
                    decisions.push((map.sides.len() as u32, count));
                    let loc = function.locs.get(body.term_loc as usize).copied().unwrap_or_default();
                    let is_switch = matches!(body.term, Term::Switch { .. });
                    if is_switch && count > 0 {
                        let first = map.sides.len() as u32;
                        map.labels.extend((first..).zip(case_labels(&body.term)));
                    }
                    let side =
                        |side| Side { func: FuncId::new(index), block, side, loc, is_switch, negated: body.negated };
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

    /// How many sides the end of a block has here: none where nothing is decided.
    pub fn sides_of(&self, func: FuncId, block: BlockId) -> u32 {
        self.decisions.get(func.index()).and_then(|d| d.get(block.index())).map_or(0, |d| d.1)
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

    /// For people: `true`, `false`, `case 3`, `default`. True and false are those of the condition as it is written.
    pub fn label(&self, edge: EdgeId) -> &str {
        match self.side(edge) {
            Some(side) if side.is_switch => self.labels.get(&edge.0).map_or("", String::as_str),
            Some(side) if (side.side == 0) != side.negated => "true",
            _ => "false",
        }
    }

    /// For people: `main.c:12:7 in main, false side`.
    pub fn describe(&self, edge: EdgeId) -> String {
        let Some(side) = self.side(edge) else { return format!("an unknown branch ({edge})") };
        let which = match side.is_switch {
            false => format!("{} side", self.label(edge)),
            true => self.label(edge).to_string(),
        };
        let (file, function) = (self.file_name(side.loc), self.function_name(side.func));
        format!("{file}:{}:{} in {function}, {which}", side.loc.line, side.loc.col)
    }
}

/// What leads to each side of a switch.
fn case_labels(term: &Term) -> Vec<String> {
    let Term::Switch { ty, cases, default, .. } = term else { return vec![] };
    let shift = 64 - ty.bits().clamp(1, 64);
    let label = |target: BlockId| {
        // Cases are small as often as not, and negative ones would read badly without their sign.
        let values = cases.iter().filter(|c| c.1 == target).map(|c| ((c.0 << shift) as i64 >> shift).to_string());
        let mut values: Vec<String> = values.collect();
        let more = values.len().saturating_sub(MOST_CASES);
        values.truncate(MOST_CASES);
        let mut text = if values.is_empty() { String::new() } else { format!("case {}", values.join(", ")) };
        if more > 0 {
            text += &format!(" and {more} more");
        }
        if target == *default {
            text = if text.is_empty() { "default".into() } else { text + ", default" };
        }
        text
    };
    term.sides().into_iter().map(label).collect()
}

/// More values than this are counted, not named.
const MOST_CASES: usize = 6;

/// Where a branch or switch on a constant always goes.
fn constant_target(term: &Term) -> Option<BlockId> {
    match term {
        Term::Branch { cond: Operand::Const(c), then, els } => Some(if c & 1 != 0 { *then } else { *els }),
        Term::Switch { value: Operand::Const(v), cases, default, .. } => {
            Some(cases.iter().find(|case| case.0 == *v).map_or(*default, |case| case.1))
        }
        _ => None,
    }
}

/// Which blocks can be reached from the first one at all.
fn alive(function: &Function) -> Vec<bool> {
    let mut alive = vec![false; function.blocks.len()];
    let mut pending = vec![BlockId(0)];
    while let Some(block) = pending.pop() {
        let Some(seen) = alive.get_mut(block.index()) else { continue };
        if !std::mem::replace(seen, true) {
            let term = &function.blocks[block.index()].term;
            pending.extend(constant_target(term).map_or_else(|| term.successors(), |only| vec![only]));
        }
    }
    alive
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

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_ir::{Block, Reg, Ty};

    fn function(library: bool, terms: Vec<Term>) -> Function {
        let block = |term| Block { insts: vec![], term, term_loc: 0, negated: false };
        Function {
            name: "f".into(),
            loc: Loc::default(),
            library,
            params: vec![],
            variadic: false,
            rets: vec![],
            regs: vec![Ty::Int(32)],
            blocks: terms.into_iter().map(block).collect(),
            locs: vec![Loc::default()],
            vars: vec![],
            wide: vec![],
            frame_bytes: 0,
        }
    }
    fn branch(cond: Operand, then: u32, els: u32) -> Term {
        Term::Branch { cond, then: BlockId(then), els: BlockId(els) }
    }
    fn done() -> Term {
        Term::Return([].into())
    }

    #[test]
    fn numbers_go_by_function_block_and_side() {
        let open = Operand::Reg(Reg(0));
        let cases = vec![(1, BlockId(2)), (2, BlockId(1)), (3, BlockId(2))];
        let switch = Term::Switch { ty: Ty::Int(32), value: open, cases, default: BlockId(1) };
        let functions = vec![
            function(true, vec![branch(open, 1, 0), done()]),
            function(false, vec![branch(open, 1, 2), done(), branch(open, 1, 1)]),
            function(false, vec![switch, done(), done()]),
        ];
        let map = BranchMap::new(&Module { functions, ..Module::default() });
        let edge = |f, b, s| map.edge(FuncId(f), BlockId(b), s).map(|e| e.0);
        assert_eq!([edge(1, 0, 0), edge(1, 0, 1), edge(2, 0, 0), edge(2, 0, 1)], [Some(0), Some(1), Some(2), Some(3)]);
        // Library code, one successor, a third side of two, a function that is not there.
        assert_eq!([edge(0, 0, 0), edge(1, 2, 0), edge(2, 0, 2), edge(9, 0, 0)], [None; 4]);
        assert_eq!((map.len(), map.block_count(), map.block(FuncId(2), BlockId(1))), (4, 6, Some(4)));
        for (id, side) in map.sides() {
            assert_eq!(map.edge(side.func, side.block, side.side), Some(id));
        }
    }

    #[test]
    fn a_constant_decides_nothing_and_neither_does_dead_code() {
        let open = Operand::Reg(Reg(0));
        let terms = vec![branch(Operand::Const(0), 1, 2), branch(open, 2, 3), branch(open, 1, 3), done()];
        let mut map = BranchMap::new(&Module { functions: vec![function(false, terms.clone())], ..Module::default() });
        assert_eq!(map.len(), 4, "block 1 is reached from block 2");
        let terms = vec![terms[0].clone(), terms[1].clone(), done(), done()];
        map = BranchMap::new(&Module { functions: vec![function(false, terms)], ..Module::default() });
        assert_eq!(map.len(), 0);
    }

    #[test]
    fn the_hash_is_the_runtimes() {
        let hash: EdgeHash = [EdgeId(0), EdgeId(1)].into_iter().collect();
        let step = |h: u64, e: u64| (h ^ e).wrapping_mul(0x0100_0000_01b3);
        assert_eq!(hash.0, step(step(0xcbf2_9ce4_8422_2325, 0), 1));
    }
}
