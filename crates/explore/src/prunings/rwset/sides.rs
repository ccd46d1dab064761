//! Sides of branches that lead to what is known, which are not even tried.
//!
//! A state whose future is known ends a path at a decision, if everything that comes of the decision is known. Often only some
//! of its sides lead to something new: a validator refuses what is wrong with an instruction whatever came before, and an
//! interpreter that sees a jump does not care what is in its accumulator. So each side that was explored is kept as a known
//! one, too: with the bytes that were read on that side, what was asked there, and the registers that it still needs. A side that
//! waits for its turn is looked up before it is solved and run, when all that was explored meanwhile is known.
//!
//! Why it is sound: a side is a state whose input goes one way at its first decision. The registers that the decision looks at
//! count, so it asks the same; that the input goes this way is part of what the side's future counts on ([`super::needs`]), as for
//! every decision of a future. What the path had found before it came to the decision belongs to the path that went on from
//! there; where that came to no end that counts, or the side itself is not covered, the side is tried. So it is if an assumption
//! lies behind it: only a solver can say whether any input comes to an end that counts. Whether there is any that goes this way
//! is not known either; so a side that is not tried makes no state one from which some input comes to an end that counts.

use super::RwSet;
use super::canon::Canon;
use super::nodes::{Gap, Side, State};
use super::reads::Future;
use super::rest::{LOOK_COST, SIDE_COST};
use super::table::{Hit, Sought};
use rustc_hash::FxHasher;
use secateur_vm::{DecisionKind, Machine, Mark, Pending, Site, Snapshot, Turn};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// A side that was looked at before it is tried.
pub struct Tried {
    /// Of its decision.
    pub mark: Mark,
    /// What is known to come of it, or what it will be known by.
    pub leads_to: Result<(Future, Side), State>,
}

impl RwSet {
    /// A state or side that is known, with what it cost to look.
    pub(super) fn find(&mut self, sought: &Sought, machine: &mut Machine) -> Option<Hit> {
        let (looks, effort) = (self.table.looks, machine.symbols().solver.effort());
        let known = self.table.find(sought, &mut self.names, machine, (&self.switches, &mut self.counts));
        self.rest.costs(LOOK_COST * (self.table.looks - looks));
        self.rest.solves(machine.symbols().solver.effort() - effort);
        known
    }

    /// The side that the running path takes at a decision.
    pub(super) fn taken_side(&mut self, at: (Site, Turn), state: &mut State, machine: &mut Machine) -> Option<State> {
        let has_hope = self.side_places.has_hope(place_of_side(state.key.0, at.1));
        if has_hope { self.form_of_side(at, state, None, machine) } else { None }
    }

    /// What a side is known by; `None` if it is none of a branch or switch.
    fn form_of_side(
        &mut self,
        (site, turn): (Site, Turn),
        state: &mut State,
        kept: Option<&Snapshot>,
        machine: &mut Machine,
    ) -> Option<State> {
        if !self.switches.sides || !self.switches.reads {
            return None;
        }
        let slots = machine.slots_of_side(site, turn, &mut self.liveness)?;
        let known = state.forms.iter().find(|(others, _)| Rc::ptr_eq(others, &slots)).map(|(_, base)| base.clone());
        let base = known.unwrap_or_else(|| {
            let words = machine.words(&slots, kept, &mut self.liveness);
            let base = Rc::new(Canon::of_words(&words, &mut self.names, &machine.symbols().pool));
            state.forms.push((slots, base.clone()));
            self.rest.costs(SIDE_COST);
            base
        });
        let key = (place_of_side(state.key.0, turn), base.hash);
        Some(State { key, base, taken: state.taken.clone(), forms: vec![] })
    }

    /// Looks whether a side that is about to be tried leads to what is known. `None` if it cannot become known either.
    pub(super) fn look_at_side(&mut self, side: &Pending, machine: &mut Machine) -> Option<Tried> {
        if side.hops > 0 || side.kind != DecisionKind::Branch || self.rest.is_resting() {
            return None;
        }
        let before = side.before.as_ref()?;
        let mut node = self.nodes.get_mut(side.mark.0)?.state.take()?;
        let is_worth_it = self.side_places.is_worth_a_look(place_of_side(node.key.0, side.turn));
        let at = (side.site, side.turn);
        let state = if is_worth_it { self.form_of_side(at, &mut node, Some(before), machine) } else { None };
        self.nodes.get_mut(side.mark.0)?.state = Some(node);
        let state = state?;
        let has_new = before.known.adds_to(machine.covered()) || !is_covered(side, machine);
        let sought = Sought { key: state.key, base: &state.base, kept: Some((before, &side.model)), has_new };
        let hit = if has_new { None } else { self.find(&sought, machine) };
        let leads_to = match hit {
            Some(hit) => {
                self.side_places.was_worth_it(state.key.0);
                self.rest.saves(hit.work);
                self.counts.sides += 1;
                Ok((hit.future, Side { is_good: false, may_be_good: true, gap: Gap::Nothing, work: hit.work }))
            }
            None => Err(state),
        };
        Some(Tried { mark: side.mark, leads_to })
    }
}

fn place_of_side(place: u64, turn: Turn) -> u64 {
    let mut hasher = FxHasher::default();
    (place, turn).hash(&mut hasher);
    hasher.finish()
}

/// Whether some path that counts took the side, if it is one that counts.
fn is_covered(side: &Pending, machine: &Machine) -> bool {
    let (program, site) = (machine.program(), side.site);
    let turn = program.side(site.function, site.at, side.turn);
    let edge = turn.and_then(|turn| program.edge_of(site.function, site.at, turn));
    edge.is_none_or(|edge| machine.covered()[edge as usize / 64] >> (edge % 64) & 1 == 1)
}
