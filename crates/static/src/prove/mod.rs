//! Proofs that checks of the machine's cannot fail, from the program alone.
//!
//! - [`objects`] and [`points`]: what pointers may point to, in the whole program and in any order of its instructions;
//! - [`effects`]: what calls may write and free, and which local variables live long enough;
//! - [`follow`]: ranges of values, offsets of addresses, memory at known places and differences between registers, function
//!   by function in the order of their instructions;
//! - [`safe`]: what was accessed before can be accessed again;
//! - [`whole`]: all functions together, until they agree with each other.
//!
//! It is sound for the machine: a value that may wrap is anything of its width, and what is not understood stays unproved.
//! What an access tells is used behind it, since the machine ends the path where an access is wrong. What it takes for granted: an
//! address comes from an address, and an access whose address lies some GiB away from its object is found by the machine.
//!
//! Limits are counted ([`work`]). Where all functions together are too much, each is looked at alone with what is left of the budget,
//! which proves less; where that ends, the checks of the functions that are left stay open. A function that is
//! too large, or that may be returned to by a `longjmp`, is not followed: its checks stay open, and it may do whatever its
//! pointers allow. With signal handlers nothing is proved, since they run anywhere.

mod access;
mod call;
mod cells;
pub mod check;
mod components;
mod context;
pub(crate) mod effects;
mod follow;
mod initial;
mod made;
pub(crate) mod objects;
pub(crate) mod points;
mod range;
mod refine;
mod regs;
mod safe;
pub(crate) mod set;
mod shape;
mod solve;
mod start;
mod state;
mod summary;
mod transfer;
mod value;
mod whole;
pub mod work;
mod zone;

use crate::calls::Calls;
use check::Check;
use context::Context;
use effects::Effects;
use objects::{Objects, Place};
use points::Points;
use rustc_hash::{FxHashMap, FxHashSet};
use secateur_ir::Module;
use set::Set;
use shape::Shape;
use work::{Limits, Work};

/// How far proofs went.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum Extent {
    /// All functions together.
    Whole,
    /// Each function alone, whoever calls it with whatever: that proves less.
    Alone,
    /// Nothing was looked at.
    #[default]
    Nothing,
}

/// The checks of a program's own functions, and which of them are proved.
#[derive(Clone, Default, Debug)]
pub struct Proofs {
    pub checks: Vec<Check>,
    pub extent: Extent,
    /// Functions of the program that were not looked at: their checks are not counted.
    pub left_out: u32,
    /// The run had to end, so that less was done than the budget allows.
    pub is_cut_short: bool,
    /// Nothing was looked at, since signals may come anywhere.
    pub has_handlers: bool,
    /// Units of work that it took.
    pub work: u64,
    /// Instructions of followed functions with a check that is open.
    open: FxHashSet<Place>,
    /// By function: whether it was followed, and so every check of it is known.
    followed: Vec<bool>,
}

impl Proofs {
    /// Looks at the whole program. `overflow`: signed overflow is looked for.
    pub fn new(module: &Module, overflow: bool, limits: &Limits) -> Proofs {
        let work = Work::new(limits);
        // A part is kept for functions alone.
        work.allow(limits.work / 4 * 3);
        let mut proofs = look(module, overflow, limits, &work).unwrap_or_default();
        proofs.followed.resize(module.functions.len(), false);
        let is_left = |(f, function): &(usize, &secateur_ir::Function)| {
            !function.library && !function.blocks.is_empty() && !proofs.followed[*f]
        };
        proofs.left_out = module.functions.iter().enumerate().filter(is_left).count() as u32;
        proofs.is_cut_short = work.is_stopped();
        proofs.work = work.spent();
        proofs.checks.sort_by_key(|check| check.place);
        proofs.open = proofs.checks.iter().filter(|check| !check.proved).map(|check| check.place).collect();
        proofs
    }

    /// Whether nothing that was looked at can go wrong at an instruction: accesses, arithmetic, frees.
    pub fn is_proved(&self, place: Place) -> bool {
        self.followed.get(place.0 as usize) == Some(&true) && !self.open.contains(&place)
    }

    /// Where a check stands in the source.
    pub fn location(&self, module: &Module, check: &Check) -> secateur_ir::Loc {
        let (f, b, i) = check.place;
        let function = &module.functions[f as usize];
        let block = &function.blocks[b as usize];
        let at = block.insts.get(i as usize).map_or(block.term_loc, |inst| inst.loc);
        function.locs.get(at as usize).copied().unwrap_or_default()
    }

    /// How many checks there are, and how many of them are proved, by kind.
    pub fn counts(&self) -> std::collections::BTreeMap<&'static str, (u64, u64)> {
        let mut counts = std::collections::BTreeMap::new();
        for check in &self.checks {
            let entry = counts.entry(check.kind).or_insert((0, 0));
            entry.0 += 1;
            entry.1 += u64::from(check.proved);
        }
        counts
    }
}

/// What the checks are and which hold, as far as there is work to spend.
fn look(module: &Module, overflow: bool, limits: &Limits, work: &Work) -> Option<Proofs> {
    let mut calls = Calls::new(module);
    if calls.handles_signals() {
        return Some(Proofs { has_handlers: true, ..Proofs::default() });
    }
    let objects = Objects::new(module);
    let points = Points::new(module, &objects, &mut calls, work)?;
    let effects = Effects::new(module, &objects, &points, &mut calls);
    work.spend((module.functions.len() * objects.len()) as u64 / 64);
    let shapes: Vec<Option<Shape>> = module.functions.iter().map(|f| start::shape(module, f)).collect();
    let every = |test: &dyn Fn(u32) -> bool| -> Set { (0..objects.len() as u32).filter(|o| test(*o)).collect() };
    let mut context = Context {
        module,
        objects: &objects,
        points: &points,
        effects: &effects,
        targets: FxHashMap::default(),
        groups: vec![],
        outside: vec![],
        followed: shapes.iter().map(Option::is_some).collect(),
        written: Set::default(),
        globals: every(&|o| objects.is_global(o)),
        heap: every(&|o| objects.is_heap(o)),
        constant: every(&|o| objects.constant[o as usize]),
        overflow,
    };
    start::targets(module, &mut calls, &mut context);
    let mut whole = whole::Whole::new(&context, &shapes, work);
    if whole.ascend() {
        whole.descend();
        let (checks, followed) = (whole.checks(), context.followed.clone());
        return Some(Proofs { checks, followed, extent: Extent::Whole, ..Proofs::default() });
    }
    drop(whole);
    work.allow(limits.work);
    let (checks, followed) = whole::alone(&context, &shapes, work);
    let extent = if followed.contains(&true) { Extent::Alone } else { Extent::Nothing };
    Some(Proofs { checks, followed, extent, ..Proofs::default() })
}
