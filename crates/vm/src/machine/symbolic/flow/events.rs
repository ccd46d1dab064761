//! The decisions of a path, and which of them belong together.
//!
//! *Invariants:* an event has the same number on every path. A group is told once for each decision that shows it; it holds the
//! decision that showed it, all that this one depends on, and the branches around it.

use super::Decided;
use super::labels::EVENTS;
use crate::machine::Machine;
use crate::machine::symbolic::{DecisionKind, SharedList};
use crate::memory::Site;
use rustc_hash::FxHashSet;
use secateur_expr::{InputByte, Support, Term};

/// The number of a decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct EventId(pub u32);

impl EventId {
    /// As labels have it.
    pub fn byte(self) -> InputByte {
        InputByte { input: EVENTS, offset: self.0 }
    }
}

/// What is known of a decision.
#[derive(Clone, Debug)]
pub struct EventInfo {
    /// In the user's own code, where that is.
    pub site: Site,
    pub cond: Term,
    pub kind: DecisionKind,
    /// The side that was taken when it was first met.
    pub first_side: Term,
    /// On some path it could go one way only.
    pub is_implied: bool,
    /// Which part of the input it is about, if one only, as far as who explores knows by now.
    pub part: Option<u32>,
    /// Whether its other sides were left out the last time that a path came here which had not turned in that part.
    pub is_left: bool,
}

/// Decisions that a path met between two of its turns, and the sides that it took.
#[derive(Clone)]
pub struct Met {
    pub decisions: Vec<(EventId, Term)>,
    /// Where the path had gone another way before.
    pub turns: Turns,
}

/// Decisions that belong together, and the one that showed it.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    pub label: Support,
    pub event: Option<EventId>,
    /// In the user's own code, where that is.
    pub site: Site,
    /// The part that comes from the branches that it is inside of.
    pub control: Support,
    /// Guards that it stands behind, and checks: that they were passed matters, and not how.
    pub guards: Support,
}

/// Why a path ends before all is seen of what it did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The program ends, perhaps in the middle of its functions.
    Left,
    /// Something is wrong with it, or it is not known how it goes on.
    Wrong,
    /// No input meets what it assumes.
    Excluded,
}

/// Decisions that there is room for at first between two turns.
const MET: usize = 8;

/// Where a path went another way than the first that met the decision: decisions and sides.
pub type Turns = SharedList<(EventId, Term)>;

impl Machine<'_> {
    /// A decision is met: which side of it is taken, and whether it could only go this way.
    pub(in crate::machine::symbolic) fn meet(&mut self, cond: Term, side: Term, kind: DecisionKind, is_implied: bool) {
        if !self.flow {
            return;
        }
        let label = self.label_now();
        let (site, context) = (self.site(), self.context());
        let sym = self.sym();
        let Some(flow) = &mut sym.flow else { return };
        let fresh = EventId(flow.events.len() as u32);
        let known = (context, site.function, site.at, cond);
        let event = flow.index.get(&known).unwrap_or(fresh);
        if event == fresh {
            let site = self.user_site();
            let sym = self.sym();
            let Some(flow) = &mut sym.flow else { return };
            flow.index.add(known, fresh);
            flow.events.push(EventInfo {
                site,
                cond,
                kind,
                first_side: side,
                is_implied: false,
                part: None,
                is_left: false,
            });
            let byte = sym.pool.input(event.byte());
            flow.labels.push(sym.pool.support(byte));
        }
        let sym = self.sym();
        let is_first = sym.solver.is_free(&mut sym.pool, &sym.known.path, cond);
        let (control, guards) = sym.known.flow.regions.around().unwrap_or_default();
        let depends = sym.pool.support_union(label, control);
        sym.decided_at_hand = Some(Decided { event, is_first, label: depends, guards });
        let Some(flow) = &mut sym.flow else { return };
        let info = &mut flow.events[event.0 as usize];
        if is_implied && !info.is_implied {
            info.is_implied = true;
            flow.implied.push(event);
        }
        let is_turn = info.first_side != side;
        let turns = &sym.known.flow.turns;
        // Where it can only go one way no side is kept.
        if !is_implied {
            sym.event_at_hand = (Some(event), turns.clone());
        }
        match flow.met.last_mut().filter(|met| met.turns.is_same(turns)) {
            Some(met) => met.decisions.push((event, side)),
            None => {
                let mut decisions = Vec::with_capacity(MET);
                decisions.push((event, side));
                flow.met.push(Met { decisions, turns: turns.clone() });
            }
        }
        sym.turn_at_hand = is_turn.then_some((event, side));
        if kind == DecisionKind::Right && !is_implied {
            sym.wrong_turn = Some(event);
        }
        let own = flow.labels[event.0 as usize];
        let group = sym.pool.support_union(own, label);
        self.group(group, Some(event));
        // Whether something is wrong is nothing that values depend on: where it is, the path ends.
        if !matches!(kind, DecisionKind::Check | DecisionKind::Right) {
            self.undecided.get_or_insert(label);
            self.add_label(own);
        }
    }

    /// No input that takes the path meets the assumption at hand: that is up to all that was decided about its bytes.
    pub(in crate::machine::symbolic) fn meets_nobody(&mut self) {
        if !self.flow {
            return;
        }
        let sym = self.sym();
        let (Some(event), Some(flow)) = (sym.event_at_hand.0, &mut sym.flow) else { return };
        let info = &mut flow.events[event.0 as usize];
        if !info.is_implied {
            info.is_implied = true;
            flow.implied.push(event);
        }
        let own = flow.labels[event.0 as usize];
        self.add_label(own);
    }

    /// What the path leaves of a term's values decides what is done: a decision that could only go this way.
    pub(in crate::machine::symbolic) fn meet_range(&mut self, term: Term, (lo, hi): (u64, u64)) {
        if !self.flow || self.sym().speculating {
            return;
        }
        let pool = &mut self.sym().pool;
        let width = pool.width(term);
        let (lo, hi) = (pool.constant(width, lo), pool.constant(width, hi));
        for cond in [pool.ule(lo, term), pool.ule(term, hi)] {
            if self.sym().pool.as_u64(cond).is_none() {
                self.meet(cond, cond, DecisionKind::Choice, true);
                self.turn();
            }
        }
    }

    /// The decision at hand is taken. Its other sides were kept before that.
    pub(in crate::machine::symbolic) fn turn(&mut self) {
        let sym = self.sym();
        sym.decided_at_hand.take().into_iter().for_each(|decided| sym.known.flow.decided.push(decided));
        if let Some((event, side)) = sym.turn_at_hand.take() {
            sym.known.flow.turns.push((event, side));
            self.turned = Some(event);
        }
    }

    /// Whether nobody is going to take the other sides of the decision at hand, as it seems: they were left out before, and this path
    /// has not turned in their part of the input. So no state is kept for them, which nearly all states would be kept for in vain. If
    /// they are taken after all, the state is made anew.
    pub(in crate::machine::symbolic) fn seems_left(&self) -> bool {
        let Some(sym) = &self.sym else { return false };
        let (Some(flow), (Some(event), turns)) = (&sym.flow, &sym.event_at_hand) else { return false };
        let event = &flow.events[event.0 as usize];
        let is_apart = |turn: EventId| flow.events[turn.0 as usize].part.is_some_and(|part| Some(part) != event.part);
        event.is_left && event.part.is_some() && turns.iter().all(|(turn, _)| is_apart(turn))
    }

    /// Decisions that belong together, with those that the path is inside of.
    pub(in crate::machine) fn group(&mut self, label: Support, event: Option<EventId>) {
        let sym = self.sym();
        let (control, guards) = sym.known.flow.regions.around().unwrap_or_default();
        let label = sym.pool.support_union(label, control);
        let Some(flow) = &mut sym.flow else { return };
        let is_told = |known: Option<EventId>| event.is_none() || event == known;
        // Instructions that come after each other mostly depend on the same.
        if flow.recent_groups.get(&(label, guards)).is_some_and(is_told) {
            return;
        }
        flow.recent_groups.add((label, guards), event);
        let is_new = match (flow.known.get(&(label, guards)), event) {
            (None, _) => {
                flow.known.add((label, guards), event);
                true
            }
            (Some(known), Some(event)) if !is_told(known) => flow.known_for.insert((label, guards, event)),
            _ => false,
        };
        if is_new {
            let site = self.user_site();
            let Some(flow) = &mut self.sym().flow else { return };
            flow.groups.push(Group { label, event, site, control, guards });
        }
    }

    /// The instruction at hand may fail, or not, depending on labels alone.
    pub(in crate::machine) fn group_here(&mut self) {
        let label = self.label_now();
        if !label.is_empty() {
            self.needed = label;
            self.group(label, None);
        }
    }

    /// Whether objects are there that the instruction at hand used may depend on something, and so may which of them it used.
    pub(crate) fn group_lives(&mut self) {
        if let Some(lives) = self.memory.take_lives() {
            let needed = self.needed;
            let pool = &mut self.sym().pool;
            let all = lives.iter().fold(needed, |all, life| pool.support_union(all, Support(*life)));
            self.group(all, None);
        }
    }

    /// The path at hand ends before all is seen of what it did, because of branches that it is inside of, or of what the
    /// instruction at hand depends on. If that is how the first path went too, the turns that it took belong to those: what they
    /// lead to is seen only where those go another way. If all of it happened inside of the branch at which it left another path, only
    /// that turn does, and only to what decided in there: what came before the other path has seen. Whether that is so.
    pub fn group_end(&mut self, ending: Ending, taken: Option<EventId>) -> bool {
        // Once it is given up, labels that a state still has may be of terms that are gone.
        if self.sym().flow.is_none() {
            return false;
        }
        let is_wrong = ending != Ending::Left;
        let label = if is_wrong { self.label_now() } else { Support::EMPTY };
        // Where this goes another way it may be right, and lead on.
        if is_wrong {
            self.group_here();
        }
        if ending == Ending::Excluded {
            self.group_excluded();
            return false;
        }
        let sym = self.sym();
        // It left the other path by the error itself, and whoever decides so ends here, whatever was before.
        if is_wrong && taken.is_some() && taken == sym.wrong_turn {
            return true;
        }
        let since = |event: EventId| Some((event, sym.known.flow.regions.since_turn(event, &mut sym.pool)?));
        if let Some((event, since)) = taken.and_then(since) {
            let because = sym.pool.support_union(label, since);
            if let Some(flow) = sym.flow.as_mut().filter(|_| !because.is_empty()) {
                flow.needs.push((event, because));
            }
            return true;
        }
        let last = sym.known.flow.regions.last().copied();
        // What directly ends it, and all of it.
        let direct = if label.is_empty() { last.map_or(label, |region| region.label) } else { label };
        let around = sym.known.flow.regions.everything(&mut sym.pool);
        let because = sym.pool.support_union(label, around);
        if because.is_empty() || sym.known.flow.turns.is_empty() {
            return false;
        }
        let turns: Vec<EventId> = sym.known.flow.turns.iter().map(|(event, _)| event).collect();
        let direct: FxHashSet<EventId> = sym.events_of(direct).into_iter().collect();
        if turns.iter().all(|event| direct.contains(event)) {
            return false;
        }
        // Those that it took to get here have shown what they lead to. Guards that were passed are none of them: if the first path ended here
        // too, what they lead to is seen only where what ended it goes another way.
        let control = sym.known.flow.regions.around().map_or(label, |(control, _)| control);
        let direct = sym.pool.support_union(label, control);
        let (all, reasons) = (sym.events_of(because), sym.events_of(direct));
        let Some(flow) = &mut sym.flow else { return false };
        let is_in = |events: &[EventId], event: &EventId| events.binary_search(event).is_ok();
        let is_first = turns.iter().all(|event| !is_in(&reasons, event));
        let needs = turns.into_iter().filter_map(|event| match is_in(&all, &event) {
            true => (is_first && !direct.is_empty()).then_some((event, direct)),
            false => Some((event, because)),
        });
        flow.needs.extend(needs);
        false
    }

    /// Nothing that an excluded path did counts, and it is seen where it is not excluded: where something that was decided on the way lets it
    /// come by, or ends it before it comes there.
    fn group_excluded(&mut self) {
        let sym = self.sym();
        let turns = sym.known.flow.turns.clone();
        if turns.is_empty() {
            return;
        }
        let Some(flow) = &mut sym.flow else { return };
        let mut all = Support::EMPTY;
        for Decided { event, .. } in sym.known.flow.decided.iter() {
            all = sym.pool.support_union(all, flow.labels[event.0 as usize]);
        }
        flow.needs.extend(turns.iter().map(|(event, _)| (event, all)));
    }
}
