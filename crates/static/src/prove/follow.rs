//! One function, instruction by instruction, until nothing more becomes possible anywhere in it.
//!
//! First what is known at its blocks only grows; loops are widened where they are entered again. Then each block is looked at
//! once more with what the blocks before it say, so that bounds come back. What was found out in between is kept, so that
//! a function is not begun anew because something that it calls returns more than before.

use super::check::Found;
use super::context::Context;
use super::made::Making;
use super::shape::Shape;
use super::state::State;
use super::summary::{Item, Summary};
use super::value::{Null, Pointer, Val, Value};
use super::work::Work;
use super::zone::Zone;
use rustc_hash::{FxHashMap, FxHashSet};
use secateur_ir::{Function, IntPred, Operand, Reg, Term, Ty};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

pub use super::made::Made;

/// Times that a block is entered before what grows is widened.
const BEFORE_WIDENING: u32 = 3;

/// What is known at the blocks of a function.
#[derive(Default)]
pub struct Body {
    /// By block, at its beginning; `None` while nothing leads there.
    before: Vec<Option<State>>,
    /// By block: how often it was entered again.
    visits: Vec<u32>,
    /// Blocks to look at, in the order of the function.
    pending: BTreeSet<(u32, u32)>,
}

impl Body {
    pub fn new(function: &Function) -> Body {
        let count = function.blocks.len();
        Body { before: vec![None; count], visits: vec![0; count], pending: BTreeSet::new() }
    }
    pub fn is_done(&self) -> bool {
        self.pending.is_empty()
    }
    /// A block has to be looked at again.
    pub fn wake(&mut self, shape: &Shape, block: u32) {
        if self.before[block as usize].is_some() {
            self.pending.insert((shape.order[block as usize], block));
        }
    }
}

/// Who read what functions tell each other, by function and block.
#[derive(Default)]
pub struct Readers {
    seen: FxHashSet<(Item, u32, u32)>,
    pub of: FxHashMap<Item, Vec<(u32, u32)>>,
}

pub struct Follow<'a, 'c> {
    pub context: &'c Context<'a>,
    /// What other functions tell.
    pub summary: &'c RefCell<Summary>,
    /// Where this one tells what it does, and where it is noted what it read; neither where it is looked at alone.
    pub out: Option<&'c RefCell<Summary>>,
    pub readers: Option<&'c RefCell<Readers>>,
    pub work: &'c Work<'c>,
    pub f: u32,
    pub function: &'a Function,
    pub shape: &'c Shape,
    /// The block that is looked at, and how conditions in it were computed.
    pub block: u32,
    pub made: Making,
    /// Where checks are noted.
    pub found: Option<Found>,
}

impl Follow<'_, '_> {
    /// The function is called, or called with more than before.
    pub fn enter(&self, body: &mut Body) {
        let Some(entry) = self.entry() else { return };
        let is_new = match &mut body.before[0] {
            None => {
                body.before[0] = Some(entry);
                true
            }
            Some(known) => known.join(&entry, None),
        };
        if is_new {
            body.wake(self.shape, 0);
        }
    }

    /// Looks at blocks until nothing more becomes possible. False: there is no more work to spend.
    pub fn ascend(&mut self, body: &mut Body) -> bool {
        while let Some((_, b)) = body.pending.pop_first() {
            let b = b as usize;
            let Some(state) = body.before[b].clone() else { continue };
            if !self.work.spend(self.cost(b, &state)) {
                return false;
            }
            for (to, after) in self.block(b, state) {
                let has_changed = match &mut body.before[to] {
                    None => {
                        body.before[to] = Some(after);
                        true
                    }
                    Some(known) => {
                        body.visits[to] += u32::from(self.shape.is_head[to]);
                        let widens = body.visits[to] > BEFORE_WIDENING;
                        known.join(&after, widens.then_some(&self.shape.stops))
                    }
                };
                if has_changed {
                    body.pending.insert((self.shape.order[to], to as u32));
                }
            }
        }
        true
    }

    /// Every block once more, with nothing but what the blocks before it say now. Sound, since what is known includes all that
    /// can be. Where there is no more work to spend, what is known stays.
    pub fn descend(&mut self, body: &mut Body) {
        let Some(entry) = self.entry() else { return };
        let before = &body.before;
        let mut next: Vec<Option<State>> = vec![None; before.len()];
        next[0] = Some(entry);
        let mut blocks: Vec<usize> = (0..before.len()).filter(|b| before[*b].is_some()).collect();
        blocks.sort_by_key(|b| self.shape.order[*b]);
        // A block that is entered from behind is looked at as it was known.
        for b in blocks {
            let state = match (&before[b], &next[b]) {
                (Some(known), _) if self.shape.is_head[b] => known.clone(),
                (_, Some(new)) => new.clone(),
                _ => continue,
            };
            if !self.work.spend(self.cost(b, &state)) {
                return;
            }
            for (to, after) in self.block(b, state) {
                match &mut next[to] {
                    None => next[to] = Some(after),
                    Some(known) => {
                        known.join(&after, None);
                    }
                }
            }
        }
        body.before = next;
    }

    /// The checks, as things are known now.
    pub fn checks(&mut self, body: &Body) -> Vec<super::check::Check> {
        self.found = Some(Found::default());
        for (b, state) in body.before.iter().enumerate() {
            if let Some(state) = state {
                self.work.spend(self.cost(b, state));
                self.block(b, state.clone());
            }
        }
        self.found.take().map_or(vec![], Found::finish)
    }

    /// About what looking at a block costs.
    fn cost(&self, b: usize, state: &State) -> u64 {
        let block = &self.function.blocks[b];
        let sides = block.term.successors().len() as u64;
        1 + block.insts.len() as u64 + (1 + sides) * state.width() / 8
    }

    /// What was read has to be looked at again when it changes.
    pub fn reads(&self, item: Item) {
        if let Some(readers) = self.readers {
            let mut readers = readers.borrow_mut();
            if readers.seen.insert((item, self.f, self.block)) {
                readers.of.entry(item).or_default().push((self.f, self.block));
            }
        }
    }

    fn entry(&self) -> Option<State> {
        let summary = self.summary.borrow();
        let params = summary.params(self.f, self.function)?;
        let mut regs = super::regs::Regs::new(self.shape.places.clone());
        for reg in &self.shape.shared {
            regs.set(*reg, Val::top(self.function.ty(*reg)));
        }
        for (p, val) in params.into_iter().enumerate() {
            let val = match self.context.objects.copy(self.f, p as u32) {
                Some(object) => Val::address(object, 0, Null::No, true),
                None => val,
            };
            regs.set(Reg::new(p), val);
        }
        Some(State {
            regs,
            cells: Default::default(),
            freed: summary.freed(self.f),
            sizes: Default::default(),
            zone: Rc::new(Zone::new(self.shape.rows)),
        })
    }

    /// Runs a block, and tells what holds at the beginning of those behind it.
    fn block(&mut self, b: usize, state: State) -> Vec<(usize, State)> {
        self.block = b as u32;
        self.made.clear();
        let mut sides = self.sides(b, state);
        sides.iter_mut().for_each(|(_, side)| side.regs.end_block());
        sides
    }

    fn sides(&mut self, b: usize, mut state: State) -> Vec<(usize, State)> {
        let block = &self.function.blocks[b];
        for (i, inst) in block.insts.iter().enumerate() {
            let place = (self.f, b as u32, i as u32);
            if !self.inst(&mut state, place, &inst.op) {
                return vec![];
            }
        }
        let end = (self.f, b as u32, block.insts.len() as u32);
        match &block.term {
            Term::Jump(to) => vec![(to.index(), state)],
            Term::Branch { cond, then, els } => {
                let mut sides = vec![];
                for (to, holds) in [(then, true), (els, false)] {
                    let mut side = state.clone();
                    if self.assume(&mut side, *cond, holds, 0) {
                        sides.push((to.index(), side));
                    }
                }
                sides
            }
            Term::Switch { ty, value, cases, default } => {
                let mut sides = vec![];
                let constant = |c: u64| Operand::Const(c);
                for (case, to) in cases {
                    let mut side = state.clone();
                    if self.compare(&mut side, IntPred::Eq, *ty, *value, constant(*case)) {
                        sides.push((to.index(), side));
                    }
                }
                let mut rest = state;
                if cases.iter().all(|(case, _)| self.compare(&mut rest, IntPred::Ne, *ty, *value, constant(*case))) {
                    sides.push((default.index(), rest));
                }
                sides
            }
            Term::Indirect { targets, .. } => targets.iter().map(|to| (to.index(), state.clone())).collect(),
            Term::Return(values) => {
                let tys = self.function.rets.clone();
                let values: Vec<Val> = values.iter().zip(tys).map(|(v, ty)| self.operand(&state, *v, ty)).collect();
                if let Some(out) = self.out {
                    out.borrow_mut().returns(self.f, &values, self.tells(&state));
                }
                vec![]
            }
            Term::Unreachable => {
                self.note(end, super::check::UNREACHABLE, false);
                vec![]
            }
        }
    }

    pub fn note(&mut self, place: super::objects::Place, kind: &'static str, proved: bool) {
        if let Some(found) = &mut self.found {
            found.add(place, kind, proved);
        }
    }

    /// The value of an operand.
    pub fn operand(&self, state: &State, operand: Operand, ty: Ty) -> Val {
        match operand {
            Operand::Reg(reg) => {
                let mut val = state.regs.get(reg).clone();
                if val.value == Value::Top && !matches!(ty, Ty::Ptr) {
                    val = Val::top(ty);
                }
                let is_number = matches!(val.value, Value::Int(_));
                if is_number && self.shape.tracked[reg.index()].is_some() && val.linear.is_none() {
                    val.linear = Some(self.of_register(reg));
                }
                if ty == Ty::Ptr && val.origin.is_none() && self.shape.is_shared[reg.index()] {
                    val.origin = Some((reg, 0));
                }
                val
            }
            Operand::Const(value) if !ty.is_float() && ty.is_word() => {
                Val::int(super::range::Range::constant(ty.bits(), value))
            }
            Operand::Sym(symbol, add) => {
                let (object, offset) = self.context.objects.symbol(self.context.module, symbol, add);
                match object {
                    super::objects::OUTSIDE => Val::top(ty),
                    object => Val::address(object, offset, Null::No, false),
                }
            }
            _ => Val::top(ty),
        }
    }

    pub fn of_register(&self, reg: Reg) -> super::value::Linear {
        super::value::Linear { reg, scale: 1, add: 0, unsigned: self.shape.unsigned[reg.index()] }
    }

    /// A register gets a value.
    pub fn define(&mut self, state: &mut State, reg: Reg, val: Val) {
        let mut val = val;
        self.made.remove(reg);
        if self.shape.is_shared[reg.index()] {
            // What one block alone knows is set once.
            self.made.changes(reg);
            let own = val.linear.filter(|linear| linear.reg == reg);
            let by = val
                .number()
                .filter(|l| l.reg == reg)
                .filter(|l| l.scale == 1 && l.unsigned == self.shape.unsigned[reg.index()])
                .map(|l| l.add);
            if let Some(row) = self.shape.tracked[reg.index()] {
                let reading = self.shape.unsigned[reg.index()];
                match val.number().and_then(|l| self.shape.tracked[l.reg.index()].map(|from| (l, from))) {
                    Some((l, from)) if l.scale == 1 && l.unsigned == reading => {
                        Rc::make_mut(&mut state.zone).assign(row, from, l.add);
                    }
                    _ if state.zone.knows(row) => Rc::make_mut(&mut state.zone).forget(row),
                    _ => {}
                }
            }
            state.changes(reg, by);
            state.forget_object(self.behind(reg));
            if own.is_some() {
                val.linear = None;
            }
            val.origin = val.origin.filter(|(origin, _)| *origin != reg);
        }
        state.regs.set(reg, val);
    }

    /// What a pointer may be, if that is all that is known.
    pub fn pointed(&self, operand: Operand, val: &Val) -> super::set::Set {
        match &val.value {
            Value::Ptr(Pointer { bases, .. }) => bases.iter().copied().collect(),
            _ => {
                let Context { module, objects, points, .. } = self.context;
                points.of_operand(module, objects, self.f, operand)
            }
        }
    }
}
