//! Decisions: which way to go where the input says.

use super::super::{Machine, Stop};
use super::{Event, Goal, Mark, Observed, Parted, Pending, Skipped, Snapshot, Symbolic, Turn, Verdict};
use secateur_expr::Term;
use secateur_solver::Answer;
use std::rc::Rc;
use std::sync::Arc;

/// What keeping a state and each side that goes on from it count as, in instructions on the slow path; and how much sooner memory is
/// looked at for it: every 32 states or so.
const STATE_COST: u64 = 5;
const SIDE_COST: u64 = 9;
const STATE_ROOM: u64 = 1 << 15;

/// What a decision is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A branch or switch of the program.
    Branch,
    /// Whether the program does something wrong. A side of this kind does.
    Check,
    /// The same, where the path does: a side of this kind does not, and goes on.
    Right,
    /// Which object, or which value.
    Choice,
}

impl Symbolic {
    /// Decisions that the instruction at hand has made.
    pub(super) fn decided_here(&self) -> u32 {
        self.events.iter().filter(|e| matches!(e, Event::Holds(_))).count() as u32
    }

    fn is_repeating(&self) -> bool {
        self.events.len() < self.record.len()
    }

    /// Whether a condition is decided by the path.
    pub(super) fn ask(&mut self, cond: Term) -> Option<bool> {
        let answer = self.solver.quick(&mut self.pool, &self.known.path, cond);
        if let (Some(holds), Some(observed)) = (answer, &mut self.observed) {
            observed.push(Observed::Holds(if holds { cond } else { self.pool.not(cond) }));
        }
        answer
    }

    /// Between which values the path leaves a term.
    pub(super) fn range(&mut self, term: Term) -> (u64, u64) {
        if self.observed.is_some() {
            let bytes = self.pool.support_bytes(self.pool.support(term));
            let what = match bytes[..] {
                [byte] => Observed::Within(byte, self.solver.closure(&self.known.path, &[byte]).values[0]),
                _ => Observed::Whole(term),
            };
            self.observed.iter_mut().for_each(|observed| observed.push(what));
        }
        self.solver.range(&mut self.pool, &self.known.path, term)
    }

    /// The path goes on with a condition that the model satisfies.
    fn take(&mut self, cond: Term, steps: u64) {
        self.events.push(Event::Holds(cond));
        if let Some(observed) = &mut self.observed {
            observed.push(Observed::Taken(cond));
        }
        self.solver.assume(&mut self.pool, &mut self.known.path, cond);
        self.known.depth += 1;
        if self.flow.is_some() {
            self.known.flow.decisions.push(cond);
        }
        self.known.decided_at = steps;
    }
}

impl Machine<'_> {
    pub(crate) fn sym(&mut self) -> &mut Symbolic {
        self.sym.as_mut().expect("terms exist in symbolic runs only")
    }

    /// Before an instruction that may decide.
    #[inline]
    pub(in crate::machine) fn begin_instruction(&mut self) {
        self.memory.forget_recent();
        if self.flow {
            self.reset_label();
        }
        let Some(sym) = &mut self.sym else { return };
        sym.observed_here = sym.observed.as_ref().map_or(0, Vec::len);
        if !sym.events.is_empty() {
            sym.events.clear();
            sym.record.clear();
            sym.before = None;
        }
    }

    /// Which way the model goes. The other way is kept, unless it is known to be impossible.
    pub(crate) fn decide(&mut self, cond: Term, kind: Kind) -> Result<bool, Stop> {
        self.decide_between(cond, [kind, kind])
    }

    /// The same for a condition of which one value is `right`, and the other an error.
    pub(crate) fn check(&mut self, cond: Term, right: bool) -> Result<bool, Stop> {
        self.decide_between(cond, if right { [Kind::Check, Kind::Right] } else { [Kind::Right, Kind::Check] })
    }

    /// The same with the kinds of the side on which the condition does not hold and of the one on which it does.
    fn decide_between(&mut self, cond: Term, kinds: [Kind; 2]) -> Result<bool, Stop> {
        let steps = self.steps;
        let sym = self.sym();
        if let Some(value) = sym.pool.as_u64(cond) {
            return Ok(value == 1);
        }
        if let Some(holds) = sym.ask(cond) {
            if !sym.speculating && self.flow {
                let side = if holds { cond } else { self.sym().pool.not(cond) };
                self.meet(cond, side, kinds[usize::from(!holds)], true);
                self.turn();
            }
            return Ok(holds);
        }
        if sym.speculating {
            return Err(Stop::Arrived);
        }
        let not = sym.pool.not(cond);
        if sym.is_repeating() {
            let event = sym.record[sym.events.len()];
            // Anything else would be a defect of ours: an instruction decided differently when repeated.
            assert!(event == Event::Holds(cond) || event == Event::Holds(not), "an instruction was not repeated");
            let holds = event == Event::Holds(cond);
            let taken = if holds { cond } else { not };
            self.meet(cond, taken, kinds[usize::from(!holds)], false);
            self.turn();
            self.sym().take(taken, steps);
            return Ok(holds);
        }
        let holds = sym.evaluator.holds(&sym.pool, cond);
        let (taken, other) = if holds { (cond, not) } else { (not, cond) };
        let kind = kinds[usize::from(!holds)];
        let (here, there) = match kind {
            Kind::Branch if holds => (Turn::Low, Turn::High),
            Kind::Branch => (Turn::High, Turn::Low),
            Kind::Check | Kind::Right | Kind::Choice => (Turn::Here, Turn::Here),
        };
        self.meet(cond, taken, kind, false);
        self.keep(&[(other, there)], (kind, here))?;
        self.turn();
        self.sym().take(taken, steps);
        Ok(holds)
    }

    /// One of several targets, of whose conditions exactly one holds: which one does.
    pub(in crate::machine) fn decide_among(&mut self, targets: &[(i32, Term)]) -> Result<usize, Stop> {
        let steps = self.steps;
        let sym = self.sym();
        if sym.is_repeating() {
            let event = sym.record[sym.events.len()];
            let position = targets.iter().position(|t| event == Event::Holds(t.1));
            let position = position.expect("an instruction was not repeated");
            self.meet_among(targets, position, false);
            self.turn();
            self.sym().take(targets[position].1, steps);
            return Ok(position);
        }
        let mut taken = None;
        let mut others: smallvec::SmallVec<[(Term, Turn); 8]> = smallvec::SmallVec::new();
        for (i, (target, cond)) in targets.iter().enumerate() {
            let possible = match sym.pool.as_u64(*cond) {
                Some(value) => Some(value == 1),
                None => sym.ask(*cond),
            };
            match possible {
                Some(true) => {
                    self.meet_among(targets, i, true);
                    self.turn();
                    return Ok(i);
                }
                Some(false) => {}
                None if taken.is_none() && sym.evaluator.holds(&sym.pool, *cond) => taken = Some(i),
                None => others.push((*cond, Turn::Case(*target))),
            }
        }
        let taken = taken.expect("one of the conditions holds under the model");
        // All others were impossible: nothing was decided.
        if others.is_empty() {
            self.meet_among(targets, taken, true);
            self.turn();
            return Ok(taken);
        }
        self.meet_among(targets, taken, false);
        self.keep(&others, (Kind::Branch, Turn::Case(targets[taken].0)))?;
        self.turn();
        self.sym().take(targets[taken].1, steps);
        Ok(taken)
    }

    /// A switch is met: it is known by the first of its conditions.
    fn meet_among(&mut self, targets: &[(i32, Term)], taken: usize, is_implied: bool) {
        let pool = &self.sym().pool;
        if let Some((_, cond)) = targets.iter().find(|(_, cond)| !pool.is_const(*cond)) {
            self.meet(*cond, targets[taken].1, Kind::Branch, is_implied);
        }
    }

    /// Keeps the sides that are not taken, or stops where a followed path or the limit ends. `turn` is where the path goes.
    fn keep(&mut self, others: &[(Term, Turn)], (kind, turn): (Kind, Turn)) -> Result<(), Stop> {
        let sym = self.sym();
        let (depth, hops) = (sym.known.depth - sym.decided_here(), sym.decided_here());
        match sym.follow {
            None => {}
            Some(Goal::New { depth }) if sym.known.depth >= depth => sym.follow = None,
            Some(Goal::Side { depth: goal, hops: inside, choice }) if depth >= goal => {
                let before = self.before();
                if depth == goal && hops < inside {
                    return Ok(());
                }
                // Beyond the goal nothing is pushed, which the explorer notices.
                if let Some(other) = others.get(choice as usize).filter(|_| depth == goal && hops == inside) {
                    let stack = self.calls();
                    self.push_side(Some(&before), *other, (choice, kind, stack));
                }
                return Err(Stop::Arrived);
            }
            Some(_) => {
                self.part(others);
                return Ok(());
            }
        }
        let sym = self.sym();
        if sym.known.depth >= sym.max_decisions {
            let (site, sides) = (self.site(), others.len() as u32);
            self.sym().skipped.push(Skipped { by: "depth", site, kind, depth: depth + hops, sides });
            return Ok(());
        }
        if sym.known.no_forks {
            let site = self.site();
            self.sym().lose("forking is switched off by klee_set_forking", site);
            return Ok(());
        }
        if sym.watch.is_some() {
            match self.verdict(kind, turn) {
                Verdict::Keep => {}
                Verdict::Stop(by) => return Err(Stop::Pruned(by)),
                Verdict::Dead => return Err(Stop::Infeasible),
                Verdict::Skip(by) => {
                    let (site, sides) = (self.site(), others.len() as u32);
                    self.sym().skipped.push(Skipped { by, site, kind, depth: depth + hops, sides });
                    return Ok(());
                }
            }
        }
        // What is written from now on is copied first, so kept states cost memory.
        self.charge(STATE_COST + SIDE_COST * others.len() as u64)?;
        self.look_sooner(STATE_ROOM)?;
        // Without a state nothing has to be copied; the path is followed again when a side is taken up.
        let before = if self.sym().is_thrifty || self.seems_left() { None } else { Some(self.before()) };
        let stack = if self.sym().keeps_stacks { self.calls() } else { Default::default() };
        for (choice, other) in others.iter().enumerate() {
            self.push_side(before.as_ref(), *other, (choice as u32, kind, stack.clone()));
        }
        Ok(())
    }

    /// Others that will be followed too go another way from here: they go on from this state.
    fn part(&mut self, others: &[(Term, Turn)]) {
        let depth = self.sym().known.depth;
        while let Some((at, side)) = self.sym().partings.pop_if(|(at, _)| *at <= depth) {
            if at == depth && others.iter().any(|(other, _)| *other == side) {
                let before = self.before();
                let sym = self.sym();
                let mut events = sym.events.clone();
                events.push(Event::Holds(side));
                sym.parted.push(Parted { side, before, events });
            }
        }
    }

    /// The state before the instruction at hand, kept for all sides that it does not take.
    pub fn before(&mut self) -> Rc<Snapshot> {
        if let Some(before) = &self.sym().before {
            return before.clone();
        }
        let mut fresh = self.snapshot();
        // The instruction takes them again when it is repeated.
        let picked = self.sym().events.iter().filter(|e| matches!(e, Event::Value(_))).count();
        fresh.known.picks.drop_last(picked);
        let fresh = Rc::new(fresh);
        self.sym().before = Some(fresh.clone());
        fresh
    }

    fn push_side(
        &mut self,
        before: Option<&Rc<Snapshot>>,
        (other, turn): (Term, Turn),
        (choice, kind, stack): (u32, Kind, Arc<[(u32, u32)]>),
    ) {
        let (site, steps, way) = (self.site(), self.steps, self.way());
        let sym = self.sym();
        let mut events = smallvec::SmallVec::new();
        if before.is_some() {
            events.clone_from(&sym.events);
            events.push(Event::Holds(other));
        }
        let hops = sym.decided_here();
        let (model, depth) = (sym.model.clone(), sym.known.depth - hops);
        let (before, root, picks) = (before.cloned(), sym.known.root, sym.known.picks.clone());
        let since = steps.saturating_sub(sym.known.found_at);
        let mark = sym.watch.as_ref().map_or(Mark::NONE, |watch| watch.mark());
        let (event, turns) = sym.event_at_hand.clone();
        sym.pending.push(Pending {
            before,
            events,
            model,
            depth,
            hops,
            choice,
            root,
            picks,
            site,
            kind,
            turn,
            stack,
            way,
            since,
            mark,
            event,
            side: other,
            turns,
        });
    }

    /// The path goes on only with inputs for which the condition holds, and ends if there are none.
    /// No path is kept for the others.
    pub(crate) fn assume(&mut self, cond: Term) -> Result<(), Stop> {
        let sym = self.sym();
        if let Some(value) = sym.pool.as_u64(cond) {
            return if value == 1 { Ok(()) } else { Err(Stop::Infeasible) };
        }
        // Which other decisions it excludes is theirs to know.
        self.meet(cond, cond, Kind::Check, false);
        self.turn();
        let held = self.hold(cond);
        if matches!(held, Err(Stop::Infeasible)) {
            self.meets_nobody();
        }
        held
    }

    fn hold(&mut self, cond: Term) -> Result<(), Stop> {
        let site = self.site();
        let sym = self.sym();
        match sym.ask(cond) {
            Some(true) => return Ok(()),
            Some(false) => return Err(Stop::Infeasible),
            None => {}
        }
        if !sym.evaluator.holds(&sym.pool, cond) {
            match sym.solver.check(&mut sym.pool, &sym.known.path, &[cond], &sym.model) {
                Answer::Sat(model) => sym.set_model(Arc::new(model)),
                Answer::Unsat => {
                    let not = sym.pool.not(cond);
                    sym.observed.iter_mut().for_each(|observed| observed.push(Observed::Holds(not)));
                    return Err(Stop::Infeasible);
                }
                Answer::Unknown(why) => {
                    if let Some(what) = self.limits.over() {
                        return Err(self.limit(what));
                    }
                    self.sym().lose(&format!("an assumption could not be decided: {why}"), site);
                    return Err(Stop::Infeasible);
                }
            }
        }
        sym.observed.iter_mut().for_each(|observed| observed.push(Observed::Assumed(cond)));
        sym.solver.assume(&mut sym.pool, &mut sym.known.path, cond);
        Ok(())
    }

    /// The value of a term on this path from now on; other values are other paths.
    pub(crate) fn concrete(&mut self, term: Term) -> Result<u64, Stop> {
        loop {
            let value = self.pick(term);
            let sym = self.sym();
            let width = sym.pool.width(term);
            let constant = sym.pool.constant(width, value);
            let same = sym.pool.eq(term, constant);
            // False only in a repeated instruction: the model now has another value.
            if self.decide(same, Kind::Choice)? {
                return Ok(value);
            }
        }
    }

    /// What the model says of a term of at most 64 bits, or said when the instruction ran first.
    pub(super) fn pick(&mut self, term: Term) -> u64 {
        let sym = self.sym();
        if sym.speculating {
            return sym.eval_u64(term);
        }
        let recorded = match sym.record.get(sym.events.len()) {
            Some(Event::Value(value)) => Some(*value),
            _ if sym.follow.is_some() => sym.follow_picks.pop(),
            _ => None,
        };
        let value = recorded.unwrap_or_else(|| sym.eval_u64(term));
        sym.events.push(Event::Value(value));
        sym.known.picks.push(value);
        value
    }

    /// The target of a switch on a term, as an offset from the instruction.
    pub(in crate::machine) fn symbolic_switch(&mut self, index: usize, term: Term) -> Result<i32, Stop> {
        let site = self.site();
        let targets = match self.sym().switches.get(&(site.function, site.at, term)) {
            Some(known) => known.clone(),
            None => {
                let made = self.switch_conditions(site.function, index, term);
                self.sym().switches.insert((site.function, site.at, term), made.clone());
                made
            }
        };
        Ok(targets[self.decide_among(&targets)?].0)
    }

    /// For each distinct target what the value must be, in the order of their first cases.
    fn switch_conditions(&mut self, function: u32, index: usize, term: Term) -> Rc<[(i32, Term)]> {
        let program = self.program;
        let table = &program.existing_code(function).switches[index];
        let pool = &mut self.sym().pool;
        let width = pool.width(term);
        let mut targets: Vec<(i32, Term)> = Vec::new();
        let mut none = pool.bool(true);
        for (value, target) in &table.cases {
            let constant = pool.constant(width, *value);
            // A case beyond the width of the value is never taken.
            if width < 64 && *value >> width != 0 {
                continue;
            }
            let same = pool.eq(term, constant);
            let not = pool.not(same);
            none = pool.and(none, not);
            match targets.iter_mut().find(|t| t.0 == *target) {
                Some(known) => known.1 = pool.or(known.1, same),
                None => targets.push((*target, same)),
            }
        }
        match targets.iter_mut().find(|t| t.0 == table.default) {
            Some(known) => known.1 = pool.or(known.1, none),
            None => targets.push((table.default, none)),
        }
        targets.into()
    }
}
