//! The symbolic half of the machine: values that are terms, and decisions about them.
//!
//! A state carries a model, input bytes that satisfy its path condition. Where control depends on a
//! term, the model says which side to follow, without a solver; the other side is kept as a [`Pending`]:
//! a snapshot from before the instruction and what would have to hold. Everything that can go
//! differently (branches, checks, which object a pointer means, which value a function sees that needs
//! a concrete one) is such a decision, so nothing is lost, and a path is its decisions.
//!
//! An instruction may decide several times. When a pending side is resumed, the instruction runs
//! again from its start, and repeats its earlier decisions from the record ([`Event`]). So whatever
//! decides must do so before it changes anything.

mod access;
mod blocks;
mod cone;
mod decide;
mod floats;
pub mod flow;
pub mod inputs;
mod observe;
mod ops;
mod state;
mod streams;
mod strings;
mod values;
mod watch;

pub use crate::list::SharedList;
pub use decide::Kind as DecisionKind;
pub use inputs::{Input, InputKind, Inputs};
pub use observe::{Liveness, Slots, Word, Words};
pub use state::Snapshot;
pub use watch::{Point, Skipped, Turn, Verdict, Watch};

use flow::{Decided, EventId, Flow, FlowState, Turns};
use rustc_hash::FxHashMap;
use secateur_expr::{Assignment, Evaluator, InputByte, Pool, Term};
use secateur_solver::{Path, Solver, Values};
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::memory::Site;
use crate::memory::log::LogCell;

/// Values that a path took from its model: following it again takes the same ones.
pub type Picks = SharedList<u64>;

/// What one run of the machine shares between all its states, and what the running state knows.
pub struct Symbolic {
    pub pool: Pool,
    pub solver: Solver,
    evaluator: Evaluator,
    /// What the evaluator has loaded: satisfies `path`.
    pub model: Arc<Assignment>,
    /// Of the running state.
    pub known: Known,
    /// Decisions of the instruction at hand.
    events: SmallVec<[Event; 4]>,
    /// Those that it made when it ran first, if it is repeated.
    record: SmallVec<[Event; 4]>,
    /// The state before the instruction at hand, once somebody needed it.
    before: Option<Rc<Snapshot>>,
    /// Sides not taken, in the order in which they were met.
    pub pending: Vec<Pending>,
    pub losses: Losses,
    /// No sides are kept: a known path is followed, up to here.
    pub follow: Option<Goal>,
    /// Values that the path that is followed takes from its model, the next one last.
    pub follow_picks: Vec<u64>,
    /// Where others that are followed leave it: decisions before, and the side that they take; the next one last.
    pub partings: Vec<(u32, Term)>,
    pub parted: Vec<Parted>,
    /// Nothing may be decided: the sides of a condition are computed without being taken.
    speculating: bool,
    /// Inputs are the model's bytes, not symbolic: the run is an ordinary one.
    pub concrete_inputs: bool,
    /// Inputs that such a run has; it ends where the program asks for more.
    pub most_inputs: usize,
    /// What a unit harness told of the end of such a run: expressions, and the bytes of their values.
    pub results: Vec<(String, Vec<u8>)>,
    /// Decisions of a path after which the sides that it does not take are not kept.
    pub max_decisions: u32,
    /// Is asked at every decision of a path that is not followed.
    pub watch: Option<Box<dyn Watch>>,
    /// Sides that it did not want to be kept.
    pub skipped: Vec<Skipped>,
    /// What was asked about inputs since somebody looked, if anybody wants to know; and where the instruction at hand began.
    pub observed: Option<Vec<Observed>>,
    observed_here: usize,
    /// Inputs that were there when the last cut was made.
    inputs_before: u32,
    /// What depends on what, if somebody follows it; and the decision at hand, with where the path had turned before.
    pub(super) flow: Option<Box<Flow>>,
    event_at_hand: (Option<EventId>, Turns),
    /// If the path turns at it: the side.
    turn_at_hand: Option<(EventId, Term)>,
    decided_at_hand: Option<Decided>,
    /// The last decision of which the side was taken that is an error.
    wrong_turn: Option<EventId>,
    /// The log of memory, while nothing is noted.
    resting_log: Option<Box<LogCell>>,
    /// Memory is short: sides are kept without their states.
    pub is_thrifty: bool,
    /// Whether sides remember the calls that they are in.
    pub keeps_stacks: bool,
    /// Inputs get random bytes, from this state of the generator, instead of the model's.
    pub random_inputs: Option<fastrand::Rng>,
    /// Tables made from constant objects, by object, first offset, width and stride.
    tables: FxHashMap<TableKey, secateur_expr::TableId>,
    /// The same of memory that may change, with what it held then.
    last_tables: FxHashMap<TableKey, (Box<[u8]>, secateur_expr::TableId)>,
    /// What is read from a table: by the table, the offset, where the table begins and how far its entries are apart.
    table_reads: FxHashMap<(secateur_expr::TableId, Term, u64, u32), Term>,
    /// What each target of a switch asks of the value, by function, instruction and value.
    switches: FxHashMap<(u32, u32, Term), Targets>,
}

/// A part of an object that is read at a symbolic index: object, least and most offset, alignment, size of what is read.
type TableKey = (u32, u64, u64, u32, u32);

/// Targets of a switch as offsets, each with what it asks of the value.
type Targets = Rc<[(i32, Term)]>;

/// The symbolic part of a state.
#[derive(Clone, Default)]
pub struct Known {
    pub path: Path,
    /// Decisions so far.
    pub depth: u32,
    /// Inputs in the order in which the program asked for them; the position is the number in terms.
    pub inputs: Inputs,
    /// Steps at the last decision.
    pub decided_at: u64,
    /// Steps when the path was last the first to take a side of a branch.
    pub found_at: u64,
    /// What the path was the first to take or enter, by number.
    pub found: Arc<Vec<u32>>,
    /// What the run began with, by the explorer's number.
    pub root: u32,
    /// Values taken from the model.
    pub picks: Picks,
    /// What depends on what.
    pub flow: FlowState,
    /// Whether conditions may fork (`klee_set_forking`).
    no_forks: bool,
}

impl Known {
    /// Whether the path took or entered something that is not among what is covered.
    pub fn adds_to(&self, covered: &[u64]) -> bool {
        self.found.iter().any(|number| covered[*number as usize / 64] >> (number % 64) & 1 == 0)
    }
}

/// Something that happened inside an instruction and must happen again when it is repeated.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Event {
    /// A condition that holds on this path.
    Holds(Term),
    /// A value that the model had then.
    Value(u64),
}

/// What a path asked about inputs, and learnt or decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Observed {
    /// A condition that holds already.
    Holds(Term),
    /// A condition that holds from now on.
    Taken(Term),
    /// The same, and nothing is explored where it does not.
    Assumed(Term),
    /// Everything that the path says about these bytes matters.
    Whole(Term),
    /// All that counts is that the byte has no other values than these.
    Within(InputByte, Values),
}

/// Where a path that is followed once more comes to its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// At a side that was not taken: decisions before its instruction, in it, and which side it is.
    Side { depth: u32, hops: u32, choice: u32 },
    /// After this many decisions the path is new.
    New { depth: u32 },
}

/// Where paths leave one that is followed.
pub struct Parted {
    pub side: Term,
    /// The state before the instruction.
    pub before: Rc<Snapshot>,
    /// What the instruction decided before; the last is the side.
    pub events: SmallVec<[Event; 4]>,
}

impl Parted {
    /// All that was decided up to here, the side included.
    pub fn decisions(&self) -> Vec<Term> {
        let inside = self.events.iter().filter_map(|e| if let Event::Holds(t) = e { Some(*t) } else { None });
        self.before.known.flow.decisions.to_vec().into_iter().chain(inside).collect()
    }

    /// The values that were taken from the model up to here.
    pub fn picks(&self) -> Vec<u64> {
        let inside = self.events.iter().filter_map(|e| if let Event::Value(v) = e { Some(*v) } else { None });
        self.before.known.picks.to_vec().into_iter().chain(inside).collect()
    }
}

/// A side not taken.
pub struct Pending {
    /// The state before the instruction; `None` after it was dropped for lack of memory.
    pub before: Option<Rc<Snapshot>>,
    /// What the instruction decided before; the last is the condition of this side.
    pub events: SmallVec<[Event; 4]>,
    /// Satisfies the path up to the instruction and all of `events` but the last.
    pub model: Arc<Assignment>,
    /// Decisions before the instruction, then inside it; and which of the sides not taken it is.
    pub depth: u32,
    pub hops: u32,
    pub choice: u32,
    /// What the run began with.
    pub root: u32,
    /// Values that the path took from its model.
    pub picks: Picks,
    pub site: Site,
    pub kind: DecisionKind,
    /// Where it goes from there.
    pub turn: Turn,
    /// The calls that it is in, the innermost first: function and instruction. Empty unless asked for.
    pub stack: Arc<[(u32, u32)]>,
    /// Sides of branches on the way from where the path was resumed, as [`Machine::count_way`] counts them.
    pub way: u32,
    /// Steps since the path was the first to take a side of a branch.
    pub since: u64,
    /// What the one who watches said of the decision.
    pub mark: Mark,
    /// The decision, if it is followed what depends on what; its side, and where the path had turned before.
    pub event: Option<EventId>,
    pub side: Term,
    pub turns: Turns,
}

/// A number that the one who watches gives to a decision, to know its sides again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mark(pub u32);

impl Mark {
    pub const NONE: Mark = Mark(u32::MAX);
}

impl Pending {
    /// What must hold on this side beyond the path of the snapshot.
    pub fn conditions(&self) -> impl Iterator<Item = Term> + '_ {
        self.events.iter().filter_map(|e| if let Event::Holds(t) = e { Some(*t) } else { None })
    }
}

/// What was given up, by reason and place.
#[derive(Clone, Default)]
pub struct Losses {
    pub entries: BTreeMap<(String, u32, u32), u64>,
}

impl Losses {
    pub fn add(&mut self, what: &str, site: Site) {
        *self.entries.entry((what.to_string(), site.function, site.at)).or_default() += 1;
    }
}

impl Symbolic {
    /// What is known about decisions, if that is followed, and what its labels are made of.
    pub fn flow_and_pool(&self) -> Option<(&Flow, &Pool)> {
        Some((self.flow.as_deref()?, &self.pool))
    }

    pub fn new(solver: Solver) -> Symbolic {
        Symbolic {
            pool: Pool::new(),
            solver,
            evaluator: Evaluator::new(),
            model: Arc::new(Assignment::new()),
            known: Known::default(),
            events: SmallVec::new(),
            record: SmallVec::new(),
            before: None,
            pending: Vec::new(),
            losses: Losses::default(),
            follow: None,
            follow_picks: Vec::new(),
            partings: Vec::new(),
            parted: Vec::new(),
            speculating: false,
            concrete_inputs: false,
            most_inputs: usize::MAX,
            results: Vec::new(),
            max_decisions: u32::MAX,
            watch: None,
            skipped: Vec::new(),
            observed: None,
            observed_here: 0,
            inputs_before: 0,
            flow: None,
            event_at_hand: Default::default(),
            turn_at_hand: None,
            decided_at_hand: None,
            wrong_turn: None,
            resting_log: None,
            is_thrifty: false,
            keeps_stacks: false,
            random_inputs: None,
            tables: FxHashMap::default(),
            last_tables: FxHashMap::default(),
            table_reads: FxHashMap::default(),
            switches: FxHashMap::default(),
        }
    }

    /// Enters something given up, unless the path is one that was run before.
    pub fn lose(&mut self, what: &str, site: Site) {
        if self.follow.is_none() && !self.speculating {
            self.losses.add(what, site);
        }
    }

    /// Follows a known path.
    pub fn set_follow(&mut self, goal: Goal, picks: &Picks) {
        self.follow = Some(goal);
        self.follow_picks = picks.to_vec();
        self.follow_picks.reverse();
    }

    /// The path is followed from a state on its way, where so many of its values are taken already.
    pub fn skip_picks(&mut self, count: usize) {
        self.follow_picks.truncate(self.follow_picks.len().saturating_sub(count));
    }

    /// Ends it. Where others left it.
    pub fn end_follow(&mut self) -> Vec<Parted> {
        self.follow = None;
        self.partings.clear();
        std::mem::take(&mut self.parted)
    }

    /// The value of a term under the model.
    pub fn eval(&mut self, term: Term) -> secateur_expr::Bits {
        self.evaluator.eval(&self.pool, term)
    }

    pub fn eval_u64(&mut self, term: Term) -> u64 {
        self.evaluator.eval_u64(&self.pool, term)
    }

    pub fn set_model(&mut self, model: Arc<Assignment>) {
        self.evaluator.load(&model);
        self.model = model;
    }

    /// Forgets every term. The states that refer to any must be gone.
    pub fn reset(&mut self) {
        self.pool = Pool::new();
        self.solver.reset();
        self.evaluator = Evaluator::new();
        self.tables.clear();
        self.last_tables.clear();
        self.table_reads.clear();
        self.switches.clear();
        self.before = None;
        self.events.clear();
        self.record.clear();
        self.known = Known::default();
        self.event_at_hand = Default::default();
        self.flow = self.flow.take().map(|_| Box::default());
    }
}
