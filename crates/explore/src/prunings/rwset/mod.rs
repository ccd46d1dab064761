//! RWset (Boonstoppel, Cadar, Engler): a path that comes to a point in a state whose future is known is not explored again,
//! and states are compared only in what is read later.
//!
//! Points are decisions: between two of them a path runs without branching off, so nothing is lost by looking only there, and
//! paths that met earlier look alike there too. Each decision is a *node* of a tree until all that can follow it is explored.
//! What its paths read, less what they wrote before, goes back from their ends to the node ([`reads`]); with the last of
//! them the node becomes a known state ([`table`]), and passes its reads on to the node before it. A path that comes to a
//! known state ends there, and passes on what that state's future reads.
//!
//! A path that comes back to a state that it came from waits ([`wait`]) until the rest of that state's future is known.
//!
//! Why it is sound: with equal registers, equal bytes wherever the future looks, and path conditions that say the same about
//! the input bytes in both, the program goes the same ways. A known state was explored in full: what was left out by a
//! bound, or given to another part of the run, keeps all nodes above it from becoming known.
//!
//! What it may lose: addresses are compared as names of objects, so a program that goes other ways by their numbers, such as
//! one that sorts or hashes pointers, may go a way from a state that counts as known that was not taken before.

mod bound;
mod canon;
mod counts;
mod entry;
mod gone;
mod judge;
mod learn;
mod needs;
mod nodes;
mod numbering;
mod places;
mod reads;
mod rest;
mod sides;
mod switches;
mod table;
mod wait;

use super::{Info, Pruning, Resumed, Setup};
use crate::outcome::Outcome;
use crate::tree::End;
use canon::{Canon, Names, Shape};
pub use counts::Counts;
use needs::Needs;
use nodes::{Gap, NONE, Node, Nodes, Side, State, Way};
use places::{FOR_SIDES, FOR_STATES, Places};
use reads::Future;
use rest::{PAGE_COST, POINT_COST, Rest};
use rustc_hash::FxHashMap;
use secateur_expr::{Term, mix};
use secateur_vm::log::Segment;
use secateur_vm::{Liveness, Machine, Mark, Pending, Point, Snapshot, Verdict};
use sides::Tried;
use std::rc::Rc;
pub use switches::Switches;
use table::{Sought, Table};

/// The mark of paths that came to a known state, where nothing is ended.
const BEYOND: Mark = Mark(u32::MAX - 1);

pub static INFO: Info = Info {
    name: "rwset",
    summary: "ends a path that reaches a point in a state already explored, comparing only what is read later; \
              loses nothing, unless the program compares addresses as numbers",
    paper: "Boonstoppel, Cadar, Engler: RWset: Attacking Path Explosion in Constraint-Based Test Generation (TACAS 2008)",
    is_sound: true,
    make: |setup: &Setup| Box::new(RwSet::new(setup)),
};

pub struct RwSet {
    switches: Switches,
    nodes: Nodes,
    /// The node that the running path left last.
    current: u32,
    /// Whether the running path came to a known state, and goes on because nothing is ended.
    is_beyond: bool,
    /// What the path came to, if it ends at a decision: a known state, or one that is being explored.
    met: Option<Met>,
    /// The side of `current` that the running path took, if it can become a known one.
    side: Option<State>,
    /// The side that is about to be tried.
    tried: Option<Tried>,
    /// Paths that waited in vain.
    resumed: Vec<Resumed>,
    /// The path that ended last waits, under this mark.
    waiting: Option<Mark>,
    table: Table,
    /// One of each shape of states that are being explored.
    shapes: FxHashMap<Shape, Shape>,
    names: Names,
    liveness: Liveness,
    places: Places,
    side_places: Places,
    rest: Rest,
    counts: Counts,
    /// Where states are compared as a whole: the first decision of all.
    start: Option<Rc<Snapshot>>,
    /// Bytes that known states may take.
    room: usize,
    /// Whether an assumption may lie behind where another pruning ends a path.
    may_exclude: bool,
}

enum Met {
    /// What in its future depends on the state of the last decision, and what came of it.
    Known(Future, Side),
    /// A node that waits, made for this path.
    Open(u32),
}

impl RwSet {
    fn new(setup: &Setup) -> RwSet {
        RwSet {
            switches: setup.rwset,
            nodes: Nodes::default(),
            current: NONE,
            is_beyond: false,
            met: None,
            side: None,
            tried: None,
            resumed: vec![],
            waiting: None,
            table: Table::default(),
            shapes: FxHashMap::default(),
            names: Names::new(&setup.rwset),
            liveness: Liveness::default(),
            places: Places::new(FOR_STATES),
            side_places: Places::new(FOR_SIDES),
            rest: Rest::new(setup.rwset.rests_after),
            counts: Counts::default(),
            start: None,
            room: (setup.max_memory / 8) as usize,
            may_exclude: setup.map.may_exclude(),
        }
    }

    /// What the path did since the last cut, and how much work that was.
    fn cut(&mut self, machine: &mut Machine) -> (Segment, u64) {
        let segment = machine.cut();
        self.rest.costs(POINT_COST + PAGE_COST * segment.pages.len() as u64);
        (segment, self.rest.work(machine.steps, machine.symbols().solver.effort()))
    }

    /// A state seen as a whole: everything that was written, and all that the path says.
    fn whole(&mut self, words: u128, machine: &mut Machine) -> Canon {
        let start = self.start.get_or_insert_with(|| machine.before());
        let memory = machine.memory().changes(start.memory());
        let history = machine.history();
        let mut terms = machine.symbols().known.path.terms();
        terms.sort_unstable();
        terms.dedup();
        let hash = mix(mix(words, memory), u128::from(history.calls) << 64 | u128::from(history.descriptors));
        Canon::of_hash(terms.iter().fold(hash, |hash, term| mix(hash, u128::from(term.0))))
    }

    /// A node behind the running path's last.
    fn node(&mut self, segment: Segment, work: u64) -> u32 {
        let side = self.side.take();
        self.nodes.add(Node { work_before: work, side, ..Node::new(self.current, segment) })
    }
}

impl Pruning for RwSet {
    fn decision(&mut self, point: &mut Point) -> Verdict {
        if !point.is_first || self.is_beyond || self.current == NONE {
            self.counts.rested += u64::from(point.is_first && self.rest.is_resting() && !self.is_beyond);
            return Verdict::Keep;
        }
        let machine = &mut *point.machine;
        let (segment, work) = self.cut(machine);
        if machine.log_is_wrong() {
            // Neither what the path reads nor what others read was all noted.
            let current = std::mem::replace(&mut self.current, NONE);
            self.side = None;
            self.close(current, Future::default(), Side::new(Gap::Something, true, work), None, machine);
            machine.idle();
            return Verdict::Keep;
        }
        let (place, waits) = (machine.point(), self.switches.loops && self.switches.pruning);
        if !self.places.is_worth_a_look(place) {
            self.counts.points += 1;
            self.counts.states += 1;
            self.current = self.node(segment, work);
            if waits {
                self.nodes.pass_on(self.current, machine);
            }
            return Verdict::Keep;
        }
        let slots = machine.live_slots(&mut self.liveness);
        let words = machine.words(&slots, None, &mut self.liveness);
        let mut base = Canon::of_words(&words, &mut self.names, &machine.symbols().pool);
        if !self.switches.reads {
            base = self.whole(base.hash, machine);
        }
        let base = Rc::new(base);
        let key = (place, base.hash);
        self.counts.points += 1;
        let sought = Sought { key, base: &base, kept: None, has_new: machine.has_new() };
        if let Some(hit) = self.find(&sought, machine) {
            self.rest.saves(hit.work);
            self.places.was_worth_it(place);
            let is_dead = !hit.is_good && !hit.future.needs.is_unsure;
            let side = Side::new(Gap::Nothing, hit.is_good, work.saturating_add(hit.work));
            self.met = Some(Met::Known(hit.future.before_last(segment, machine), side));
            if !self.switches.pruning {
                // The path goes on, and nobody looks.
                self.is_beyond = true;
                machine.idle();
                return Verdict::Keep;
            }
            return if is_dead { Verdict::Dead } else { Verdict::Stop(INFO.name) };
        }
        let mut state = State { key, base: base.clone(), taken: Way::of(machine), forms: vec![(slots, base)] };
        let here = self.node(segment, work);
        if waits {
            // What the path reads is known at once to all that it came from.
            self.nodes.pass_on(here, machine);
            if let Some(open) = self.open_state(&state, machine) {
                self.places.was_worth_it(place);
                self.wait_for(here, open, state, machine);
                self.met = Some(Met::Open(here));
                return Verdict::Stop(INFO.name);
            }
        }
        self.counts.states += 1;
        self.side = self.taken_side((point.site, point.turn), &mut state, point.machine);
        self.nodes.name(here, state);
        self.current = here;
        Verdict::Keep
    }

    fn knows(&mut self, side: &Pending, machine: &mut Machine) -> bool {
        self.tried = self.look_at_side(side, machine);
        self.switches.pruning && matches!(self.tried, Some(Tried { leads_to: Ok(_), .. }))
    }

    fn mark(&self) -> Option<Mark> {
        Some(if self.is_beyond { BEYOND } else { Mark(self.current) })
    }

    fn begins(&mut self, mark: Mark, machine: &mut Machine) {
        (self.met, self.side) = (None, None);
        match self.tried.take().filter(|tried| tried.mark == mark).map(|tried| tried.leads_to) {
            Some(Ok((future, side))) => self.met = Some(Met::Known(future, side)),
            Some(Err(side)) => self.side = Some(side),
            None => {}
        }
        self.is_beyond = mark == BEYOND || self.met.is_some();
        self.current = if mark == BEYOND { NONE } else { mark.0 };
        if self.is_beyond {
            self.rest.skip(machine.steps, machine.symbols().solver.effort());
            return machine.end_segment();
        }
        self.rest.goes_on_from(machine.steps);
        if self.rest.begins(self.counts.provisional > self.counts.resumed) {
            (self.current, self.side) = (NONE, None);
            self.close(mark.0, Future::default(), Side::new(Gap::Something, true, 0), None, machine);
            return machine.end_segment();
        }
        machine.begin_segment(self.switches.relevance);
        self.names.objects_begin_at(machine.memory().next_id());
        if self.nodes.get(mark.0).is_none() {
            self.current = self.nodes.add(Node::new(NONE, Segment::default()));
        }
        self.nodes.follow(self.current);
    }

    fn kept(&mut self, mark: Mark) {
        if let Some(node) = self.nodes.get_mut(mark.0) {
            node.open += 1;
        }
    }

    fn closed(&mut self, mark: Mark, end: End, conditions: &[Term], machine: &mut Machine) {
        let tried = self.tried.take();
        if self.nodes.get(mark.0).is_none() {
            return;
        }
        if let (Some(Ok(known)), true) = (tried.map(|tried| tried.leads_to), end == End::Pruned(INFO.name)) {
            return self.end_at_known(mark.0, known, machine);
        }
        // What is impossible is impossible for every state that looks the same, what another pruning does not want it does not
        // want there either, and an error that is known shows nothing new.
        let gap = match end {
            End::Infeasible | End::Pruned(_) | End::Bug => Gap::Nothing,
            End::Limit => Gap::Beyond,
            _ => Gap::Something,
        };
        let mut needs =
            if end == End::Infeasible { self.refused(mark.0, conditions, machine) } else { Needs::default() };
        needs.is_unsure = self.may_exclude && matches!(end, End::Pruned(_));
        needs.excludes |= needs.is_unsure;
        self.close(mark.0, Future { needs, ..Future::default() }, Side::new(gap, false, 0), None, machine);
    }

    fn ended(&mut self, outcome: &Outcome, machine: &mut Machine) {
        let current = std::mem::replace(&mut self.current, NONE);
        self.waiting = None;
        match self.met.take() {
            Some(Met::Known(future, side)) => return self.end_at_known(current, (future, side), machine),
            Some(Met::Open(leaf)) => {
                self.waiting = Some(Mark(leaf));
                return self.rest(leaf, machine);
            }
            None if self.is_beyond => return,
            None if current == NONE => {
                self.rest.work(machine.steps, machine.symbols().solver.effort());
                return;
            }
            None => {}
        }
        let (mut segment, work) = self.cut(machine);
        if let Some(node) = self.nodes.get(current).filter(|_| self.side.is_none()) {
            // Most paths end as others did.
            node.after.reads.leave_new(&mut segment);
        }
        let mut future = Future::default().before_last(segment, machine);
        let gap = match outcome {
            Outcome::Limit(..) => Gap::Beyond,
            Outcome::Internal(_) => Gap::Something,
            _ if machine.log_is_wrong() => Gap::Something,
            _ => Gap::Nothing,
        };
        // Another pruning does not look whether what it leaves out comes to an end that counts.
        let is_unsure = self.may_exclude && matches!(outcome, Outcome::Pruned(_));
        let is_bad = matches!(outcome, Outcome::Infeasible | Outcome::Silent | Outcome::Internal(_));
        let is_good = !is_bad && !is_unsure;
        future.needs.is_unsure |= is_unsure;
        future.needs.excludes |= !is_good;
        let taken = self.side.take();
        self.close(current, future, Side::new(gap, is_good, work), taken, machine);
    }

    fn set_aside(&mut self, machine: &mut Machine) -> Option<Mark> {
        let current = std::mem::replace(&mut self.current, NONE);
        if self.is_beyond {
            if let Some(Met::Known(future, side)) = self.met.take() {
                self.end_at_known(current, (future, side), machine);
            }
            return Some(BEYOND);
        }
        if current == NONE {
            self.rest.work(machine.steps, machine.symbols().solver.effort());
            return Some(Mark::NONE);
        }
        let (segment, work) = self.cut(machine);
        self.current = current;
        let mark = Mark(self.node(segment, work));
        self.current = NONE;
        Some(mark)
    }

    fn leaves_out(&mut self) {
        if let Some(node) = self.nodes.get_mut(self.current) {
            node.gap = Gap::Something;
        }
    }

    fn waits(&mut self) -> Option<Mark> {
        self.waiting.take()
    }

    fn resumes(&mut self, all: bool) -> Vec<Resumed> {
        if all {
            self.wake_all();
        }
        std::mem::take(&mut self.resumed)
    }

    fn forget(&mut self) {
        self.table.clear();
        self.names.clear();
        self.places.clear();
        self.side_places.clear();
        self.start = None;
        self.nodes.spoil();
    }

    fn states(&self) -> Option<u64> {
        Some(self.counts.states)
    }

    fn counts(&self) -> Option<Counts> {
        Some(Counts { entries: self.table.entries(), ..self.counts })
    }
}
