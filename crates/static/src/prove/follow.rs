//! One function, instruction by instruction, until nothing more becomes possible anywhere in it.
//!
//! Loops are widened where they are entered again, then looked at a few more times so that bounds come back.

use super::check::Found;
use super::context::{Context, Summary};
use super::state::State;
use super::value::{Null, Pointer, Val, Value};
use super::zone::Zone;
use secateur_ir::{CastOp, Function, IntPred, Intrinsic, Op, Operand, Reg, Term, Ty, Uses};
use std::collections::{BTreeSet, HashMap};

/// Registers whose differences are kept.
const MOST_TRACKED: usize = 24;
/// Times that a block is entered before what grows is widened, and rounds of narrowing behind.
const BEFORE_WIDENING: u32 = 3;
const NARROWING: usize = 2;

/// Facts about a function that do not change while it is looked at.
pub struct Shape {
    /// Registers that more than one block knows.
    pub shared: Vec<Reg>,
    pub is_shared: Vec<bool>,
    /// By register: its row in the zone, if its differences are kept.
    pub tracked: Vec<Option<usize>>,
    pub rows: usize,
    /// By register: whether the program reads it as unsigned.
    pub unsigned: Vec<bool>,
    /// Numbers that the function compares with.
    pub stops: Vec<i64>,
    /// By block: its place in an order in which loops come before what is behind them.
    order: Vec<u32>,
    /// By block: whether it is entered again from behind.
    is_head: Vec<bool>,
    /// Local variables live until the function returns.
    pub locals_live: bool,
}

impl Shape {
    pub fn new(function: &Function) -> Shape {
        let uses = Uses::of(function);
        let params = function.params.len();
        let mut is_shared: Vec<bool> =
            (0..function.regs.len()).map(|r| r < params || uses.is_shared(Reg::new(r)) || uses.defs[r] != 1).collect();
        read_before(function, &mut is_shared);
        let shared: Vec<Reg> = (0..function.regs.len()).filter(|r| is_shared[*r]).map(Reg::new).collect();
        let (unsigned, stops) = readings(function);
        let is_word = |r: &&Reg| matches!(function.ty(**r), Ty::Int(bits) if (8..=64).contains(&bits));
        let mut by_use: Vec<Reg> = shared.iter().filter(is_word).copied().collect();
        by_use.sort_by_key(|r| (std::cmp::Reverse(uses.reads[r.index()]), r.0));
        by_use.truncate(MOST_TRACKED);
        let mut tracked = vec![None; function.regs.len()];
        by_use.iter().enumerate().for_each(|(row, reg)| tracked[reg.index()] = Some(row));
        let (order, is_head) = order(function);
        let insts = || function.blocks.iter().flat_map(|b| &b.insts);
        let restores = insts().any(|i| matches!(i.op, Op::Intrinsic { op: Intrinsic::StackRestore, .. }));
        Shape {
            rows: by_use.len(),
            shared,
            is_shared,
            tracked,
            unsigned,
            stops,
            order,
            is_head,
            locals_live: !restores,
        }
    }
}

/// Registers that a block reads before it sets them keep what they were in its last run.
fn read_before(function: &Function, found: &mut [bool]) {
    // By register: the last block that set it.
    let mut set_in = vec![usize::MAX; function.regs.len()];
    for (b, block) in function.blocks.iter().enumerate() {
        for inst in &block.insts {
            inst.op.for_each_operand(&mut |operand| {
                if let Operand::Reg(reg) = operand {
                    found[reg.index()] |= set_in[reg.index()] != b;
                }
            });
            inst.op.defs().iter().for_each(|reg| set_in[reg.index()] = b);
        }
        block.term.for_each_operand(&mut |operand| {
            if let Operand::Reg(reg) = operand {
                found[reg.index()] |= set_in[reg.index()] != b;
            }
        });
    }
}

/// How registers are read, and the numbers that they are compared with.
fn readings(function: &Function) -> (Vec<bool>, Vec<i64>) {
    let mut votes = vec![(false, false); function.regs.len()];
    let mut stops = BTreeSet::from([-1, 0, 1]);
    let mut vote = |operand: Operand, unsigned: bool| {
        if let Operand::Reg(reg) = operand {
            let vote = &mut votes[reg.index()];
            if unsigned { vote.0 = true } else { vote.1 = true }
        }
    };
    for inst in function.blocks.iter().flat_map(|b| &b.insts) {
        match &inst.op {
            Op::ICmp { pred, a, b, ty, .. } => {
                use IntPred::*;
                if !matches!(pred, Eq | Ne) {
                    let unsigned = matches!(pred, Ult | Ule | Ugt | Uge);
                    vote(*a, unsigned);
                    vote(*b, unsigned);
                }
                for operand in [a, b] {
                    if let (Operand::Const(c), true) = (operand, ty.is_word()) {
                        let value = super::range::Range::constant(ty.bits(), *c).slo;
                        stops.extend([value.saturating_sub(1), value, value.saturating_add(1)]);
                    }
                }
            }
            Op::Cast { op: CastOp::ZExt, src, .. } => vote(*src, true),
            Op::Cast { op: CastOp::SExt, src, .. } => vote(*src, false),
            Op::PtrAdd { index, .. } => vote(*index, false),
            _ => {}
        }
    }
    (votes.iter().map(|(unsigned, signed)| *unsigned && !signed).collect(), stops.into_iter().collect())
}

/// Blocks in reverse postorder, and those that a later one jumps back to.
fn order(function: &Function) -> (Vec<u32>, Vec<bool>) {
    let count = function.blocks.len();
    let (mut state, mut post) = (vec![0u8; count], vec![]);
    let mut is_head = vec![false; count];
    let mut stack: Vec<(usize, Vec<usize>)> = vec![];
    let next = |b: usize| function.blocks[b].term.successors().iter().rev().map(|s| s.index()).collect::<Vec<_>>();
    if count > 0 {
        state[0] = 1;
        stack.push((0, next(0)));
    }
    while let Some((block, left)) = stack.last_mut() {
        match left.pop() {
            Some(to) if state[to] == 0 => {
                state[to] = 1;
                stack.push((to, next(to)));
            }
            Some(to) => is_head[to] |= state[to] == 1,
            None => {
                state[*block] = 2;
                post.push(*block);
                stack.pop();
            }
        }
    }
    let mut order = vec![u32::MAX; count];
    post.iter().rev().zip(0..).for_each(|(block, at)| order[*block] = at);
    (order, is_head)
}

/// How a condition was computed, in the block that is looked at.
#[derive(Clone, Copy)]
pub enum Made {
    Compared(IntPred, Ty, Operand, Operand),
    /// Not zero exactly when another one is not.
    Same(Reg),
    Loaded(super::objects::Object, i64),
}

pub struct Follow<'a, 'c> {
    pub context: &'c Context<'a>,
    pub summary: &'c mut Summary,
    pub f: u32,
    pub function: &'a Function,
    pub shape: &'c Shape,
    /// In the block that is looked at.
    pub made: HashMap<Reg, Made>,
    /// Whether what is known no longer changes, so that other functions can be told.
    pub is_settled: bool,
    /// Where checks are noted.
    pub found: Option<Found>,
}

impl Follow<'_, '_> {
    /// Looks at the function as it is called so far. Returns the checks if they are asked for.
    pub fn run(mut self, wants_checks: bool) -> Vec<super::check::Check> {
        let function = self.function;
        let Some(entry) = self.entry() else { return vec![] };
        let count = function.blocks.len();
        let mut before: Vec<Option<State>> = vec![None; count];
        before[0] = Some(entry.clone());
        let mut visits = vec![0u32; count];
        let mut pending: BTreeSet<(u32, u32)> = BTreeSet::from([(self.shape.order[0], 0)]);
        while let Some((_, b)) = pending.pop_first() {
            let b = b as usize;
            let Some(state) = before[b].clone() else { continue };
            for (to, after) in self.block(b, state) {
                let has_changed = match &mut before[to] {
                    None => {
                        before[to] = Some(after);
                        true
                    }
                    Some(known) => {
                        visits[to] += u32::from(self.shape.is_head[to]);
                        let widens = visits[to] > BEFORE_WIDENING;
                        known.join(&after, &self.shape.shared, widens.then_some(&self.shape.stops))
                    }
                };
                if has_changed {
                    pending.insert((self.shape.order[to], to as u32));
                }
            }
        }
        for _ in 0..NARROWING {
            before = self.narrowed(&before, &entry);
        }
        self.is_settled = true;
        if wants_checks {
            self.found = Some(Found::default());
        }
        for (b, state) in before.into_iter().enumerate() {
            if let Some(state) = state {
                self.block(b, state);
            }
        }
        self.found.map_or(vec![], Found::finish)
    }

    /// Every block once more, with nothing but what the blocks before it say now. Sound, since what is known includes all that
    /// can be.
    fn narrowed(&mut self, before: &[Option<State>], entry: &State) -> Vec<Option<State>> {
        let mut next: Vec<Option<State>> = vec![None; before.len()];
        next[0] = Some(entry.clone());
        let mut blocks: Vec<usize> = (0..before.len()).filter(|b| before[*b].is_some()).collect();
        blocks.sort_by_key(|b| self.shape.order[*b]);
        // A block that is entered from behind is looked at as it was known.
        for b in blocks {
            let state = match (&before[b], &next[b]) {
                (Some(known), _) if self.shape.is_head[b] => known.clone(),
                (_, Some(new)) => new.clone(),
                _ => continue,
            };
            for (to, after) in self.block(b, state) {
                match &mut next[to] {
                    None => next[to] = Some(after),
                    Some(known) => {
                        known.join(&after, &self.shape.shared, None);
                    }
                }
            }
        }
        next
    }

    fn entry(&self) -> Option<State> {
        let params = self.summary.params[self.f as usize].as_ref()?;
        let mut regs: Vec<Val> = self.function.regs.iter().map(|ty| Val::top(*ty)).collect();
        for (p, (reg, val)) in regs.iter_mut().zip(params).enumerate() {
            *reg = val.clone();
            if let Some(object) = self.context.objects.copy(self.f, p as u32) {
                *reg = Val::address(object, 0, Null::No, true);
            }
        }
        Some(State {
            regs,
            cells: Default::default(),
            freed: self.summary.freed[self.f as usize].clone(),
            sizes: Default::default(),
            zone: Zone::new(self.shape.rows),
        })
    }

    /// Runs a block, and tells what holds at the beginning of those behind it.
    fn block(&mut self, b: usize, mut state: State) -> Vec<(usize, State)> {
        self.made.clear();
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
                let values = values.iter().zip(tys).map(|(v, ty)| self.operand(&state, *v, ty)).collect();
                if self.is_settled {
                    self.summary.returns(self.f, values);
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
                let mut val = state.regs[reg.index()].clone();
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
        self.made.retain(|made, how| {
            let uses = |operand: &Operand| *operand == Operand::Reg(reg);
            *made != reg
                && match how {
                    Made::Compared(_, _, a, b) => !uses(a) && !uses(b),
                    Made::Same(other) => *other != reg,
                    Made::Loaded(..) => true,
                }
        });
        let mut val = val;
        if self.shape.is_shared[reg.index()] {
            let own = val.linear.filter(|linear| linear.reg == reg);
            let by = val
                .number()
                .filter(|l| l.reg == reg)
                .filter(|l| l.scale == 1 && l.unsigned == self.shape.unsigned[reg.index()])
                .map(|l| l.add);
            if let Some(row) = self.shape.tracked[reg.index()] {
                let reading = self.shape.unsigned[reg.index()];
                match val.number().and_then(|l| self.shape.tracked[l.reg.index()].map(|from| (l, from))) {
                    Some((l, from)) if l.scale == 1 && l.unsigned == reading => state.zone.assign(row, from, l.add),
                    _ => state.zone.forget(row),
                }
            }
            state.changes(reg, by);
            if own.is_some() {
                val.linear = None;
            }
            val.origin = val.origin.filter(|(origin, _)| *origin != reg);
        }
        state.regs[reg.index()] = val;
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
