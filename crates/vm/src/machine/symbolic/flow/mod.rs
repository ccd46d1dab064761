//! What depends on what: which decisions of a path made a value what it is.
//!
//! A decision is known by its calls, its instruction and its condition: an *event*. A *label* is a set of events. It stands
//! on registers and bytes of memory, not in terms: how a value depends on input bytes its term tells. An instruction on the
//! slow path hears the labels of all that it reads, and all that it sets depends on them; what has no label stays on the fast
//! path. A branch with a label opens a region, up to where its sides meet ([`crate::code::Region`]). Inside, everything
//! depends on the branch, so nothing has to be labelled; at its end all that was set inside is.
//!
//! What the other sides of a branch would have set has to be labelled too. Much of it shows where their code is looked at ahead, and
//! the rest is learnt from paths that take them: places are remembered by the branch's region, under names that mean the same on every path.
//! A path that was run before more places became known does not know all; who explores follows it once more ([`News`]). The
//! same goes for a branch that seemed to go one way only, and was not opened.
//!
//! *Invariant:* nothing here changes what a path does.

mod ahead;
mod asked;
mod asks;
mod branches;
mod checks;
mod closing;
mod events;
mod labels;
mod names;
mod news;
mod oneway;
mod places;
mod recently;
mod regions;

pub use asked::Asked;
pub use checks::{CHECKS, CheckId, Checked, Checks, Decided};
pub use events::{Ending, EventId, EventInfo, Group, Met, Turns};
pub use labels::EVENTS;
pub use names::Blocks;
pub use news::{News, Read};

use crate::machine::Machine;
use crate::machine::symbolic::SharedList;
use asked::Pieces;
use asks::{Ask, Front, Key, Recent};
use names::Names;
use places::{Place, Places};
use recently::Recently;
use regions::Regions;
use rustc_hash::{FxHashMap, FxHashSet};
use secateur_expr::{Memo, Support, Term};
use smallvec::SmallVec;
use std::rc::Rc;

/// What all paths share.
#[derive(Default)]
pub struct Flow {
    index: Memo<(u64, u32, u32, Term), EventId>,
    pub events: Vec<EventInfo>,
    /// Of each, the label that holds nothing else.
    labels: Vec<Support>,
    /// Since somebody looked: decisions of the path at hand, and groups that were not known.
    pub met: Vec<Met>,
    pub groups: Vec<Group>,
    /// What was told, with the decision that it was told for first, and with others.
    known: Memo<(Support, Support), Option<EventId>>,
    known_for: FxHashSet<(Support, Support, EventId)>,
    /// Some of those that were looked for lately.
    recent_groups: Recently<(Support, Support), Option<EventId>>,
    /// Decisions that lead somewhere only where others go another way, since somebody looked.
    pub needs: Vec<(EventId, Support)>,
    /// Events that could go one way only, since somebody looked.
    pub implied: Vec<EventId>,
    /// By region or writing instruction, and a decision: a number, and by that the places that are set there.
    keys: FxHashMap<(u64, EventId), Key>,
    places: Vec<Option<Rc<Places>>>,
    /// Of each key, the asks under it.
    asks_of: Vec<SmallVec<[u32; 4]>>,
    /// How often there was more to know of any.
    grown: u32,
    pub checks: Checks,
    /// Pages that some branch has written from ever other positions on.
    buffers: FxHashSet<Place>,
    /// Whether any side is known to jump.
    has_escapes: bool,
    /// What is asked for at once by number, and the number by what it is made of.
    asks: Vec<Ask>,
    ask_of: Memo<(u64, Support), u32>,
    /// Of each, what is looked at most often.
    fronts: Vec<Front>,
    /// Of blocks on the heap.
    names: Names,
    /// What lists of asks are made of.
    pieces: Pieces,
    /// Which way branches go that were not decided.
    ways: FxHashMap<u64, oneway::Way>,
    /// What sides of branches seem to set, by a number for the branch and the registers there.
    ahead: FxHashMap<u64, Rc<ahead::Ahead>>,
    /// Instructions that were looked at for that.
    looked: u32,
    /// Whether nothing depends on what is in the output streams.
    has_private_streams: bool,
    /// A path did something by which it could tell after all: what is known may be too little.
    pub is_wrong: bool,
}

/// What a state knows.
#[derive(Clone, Default)]
pub struct FlowState {
    regions: Regions,
    /// What the outside world depends on.
    world: Support,
    pub turns: Turns,
    pub asked: Asked,
    /// The newest of those.
    recent: Recent,
    /// All that was decided: paths that are followed again have as much in common as these have.
    pub decisions: SharedList<Term>,
    /// The same as events, with what could go one way only.
    decided: SharedList<Decided>,
    /// Those on the heap.
    pub blocks: Blocks,
}

impl Machine<'_> {
    /// Begins to follow what depends on what. The program must have been made for it.
    pub fn follow_flow(&mut self) {
        assert!(self.program.has_flow(), "the program was made without regions");
        self.flow = true;
        self.memory.begin_flow();
        let private = self.private_streams();
        let has_private_streams = private.is_some();
        private.into_iter().flatten().for_each(|id| self.memory.make_private(id));
        self.sym().flow = Some(Box::new(Flow { has_private_streams, ..Flow::default() }));
    }

    /// Descriptors may have changed.
    pub(crate) fn look_after_output(&mut self) {
        if self.flow
            && !self.output_is_lost()
            && let Some(flow) = self.flow()
        {
            flow.is_wrong |= flow.has_private_streams;
        }
    }

    /// Ends it: from now on nothing is known.
    pub fn end_flow(&mut self) {
        self.flow = false;
        self.sym().flow = None;
        self.memory.end_flow();
        self.renew_leave_depth();
    }

    /// What all paths share, if it is followed.
    pub fn flow(&mut self) -> Option<&mut Flow> {
        self.sym().flow.as_deref_mut()
    }
}

#[cfg(test)]
mod tests {
    use crate::env::EnvConfig;
    use crate::{Checks, Config, Machine, Program, Symbolic};
    use secateur_solver::Solver;
    use std::rc::Rc;

    #[test]
    fn states_from_before_the_end_are_not_followed_after_it() {
        let program = Program::new(Default::default(), Checks::default(), 1 << 20).expect("there is nothing to hold");
        let program = program.with_symbolic_input(0, |_, _| None).with_flow();
        let config = Config { args: vec![], environment: vec![], env: EnvConfig::default(), max_steps: 1 };
        let solver = Solver::new(Default::default());
        let mut machine = Machine::symbolic(&program, &config, Symbolic::new(solver));
        machine.follow_flow();
        let (kept, alone) = (Rc::new(machine.snapshot()), Rc::new(machine.snapshot()));
        machine.restore(kept.clone(), Default::default(), Default::default());
        assert!(machine.memory.is_followed());
        machine.end_flow();
        assert!(!machine.memory.is_followed());
        // A state that others have too is copied, the last owner's is taken over.
        machine.restore(kept.clone(), Default::default(), Default::default());
        assert!(!machine.memory.is_followed());
        machine.restore(alone, Default::default(), Default::default());
        assert!(!machine.memory.is_followed());
    }
}
