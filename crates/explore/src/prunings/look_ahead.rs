//! Look-ahead (Bardin and Herrmann): a path from which no goal can be reached any more is not expanded.
//!
//! Whether one can be reached is a question about the control flow and call graph alone, asked at the point where a side
//! begins, and answered with the calls that it is in: what lies behind the return of the function counts where a return can
//! be reached ([`secateur_static::Reach`]). It is asked when a side is picked, and when a path decides something: a path that
//! can come to nothing new ends there, and becomes a test if it came to something new before.
//!
//! A path that came to something new, and may still come to an assumption, goes on all the same: only its end shows whether it
//! counts. So nothing is credited to a path that an assumption would have excluded. Where one is excluded, what it came to first has not
//! counted when its sides are picked: they are taken, wherever they lead.
//!
//! It is sound for its goals: everything that plain search reaches of them is reached.

use super::{Info, Pruning, Setup};
use crate::facts::{Ahead, Map};
use crate::search::Search;
use secateur_vm::{DecisionKind, Pending, Point, Verdict};

pub static INFO: Info = Info {
    name: "look-ahead",
    summary: "does not expand a path from which no goal (--goal) can be reached any more",
    paper: "Bardin, Herrmann: Pruning the Search Space in Path-based Test Generation (ICST 2009)",
    is_sound: true,
    make: |setup: &Setup| Box::new(LookAhead { map: setup.map.clone(), ahead: Ahead::new(setup) }),
};

/// What is to be reached.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// Sides of the user's branches that nobody took.
    Branches,
    /// Lines of the user's code that nobody came to.
    Lines,
    /// Instructions that may do something wrong, as far as is known.
    Bugs,
}

struct LookAhead {
    map: Map,
    ahead: Ahead,
}

impl Pruning for LookAhead {
    fn drops(&mut self, side: &Pending, search: &Search) -> bool {
        let (function, at) = (side.site.function, side.site.at);
        // Where no state is kept, what the path found is not known.
        let may_exclude = self.map.may_exclude();
        let adds = || side.before.as_ref().is_none_or(|before| before.known.adds_to(search.covered));
        let has_new = || may_exclude && adds();
        // An error that is not known yet is always worth a look.
        if side.kind == DecisionKind::Check {
            return self.ahead.ignores_bugs() && search.frontier.knows_wrong((function, at)) && !has_new();
        }
        let program = search.program;
        let turn = program.side(function, at, side.turn);
        if let Some(edge) = turn.and_then(|turn| program.edge_of(function, at, turn))
            && self.ahead.is_goal(edge, search.covered)
        {
            return false;
        }
        let Some(node) = self.map.target(program, (function, at), turn) else { return false };
        let (calls, covered) = (side.stack.iter().copied(), search.covered);
        !self.ahead.can_reach(node, self.map.returns(program, calls), covered) && !has_new()
    }

    fn decision(&mut self, point: &mut Point) -> Verdict {
        let program = point.program();
        let Some(node) = self.map.at(program, (point.site.function, point.site.at)) else { return Verdict::Keep };
        self.ahead.note_entered(node);
        let goes_on = self.ahead.can_reach(node, self.map.returns(program, point.calls()), point.covered())
            || point.machine.has_new()
                && self.ahead.may_be_excluded(node, self.map.returns(program, point.calls()), point.covered());
        if goes_on { Verdict::Keep } else { Verdict::Stop(INFO.name) }
    }
}
