//! What comes of a decision goes back to where it came from: sides and nodes that are done become known.

use super::RwSet;
use super::entry::Entry;
use super::needs::Needs;
use super::nodes::{Gap, Node, Side, State};
use super::reads::Future;
use super::table::Fresh;
use secateur_expr::{Support, Term};
use secateur_vm::log::UNIQUE;
use secateur_vm::{Machine, Observed};

impl RwSet {
    /// One side of a node is done, with what of it depends on the node's state; nodes that are done then pass it on. `taken`
    /// if it can become a known one.
    pub(super) fn close(&mut self, id: u32, future: Future, side: Side, taken: Option<State>, machine: &mut Machine) {
        let (mut id, mut future, mut side, mut taken) = (id, future, side, taken);
        loop {
            if let Some(taken) = taken.filter(|_| side.gap == Gap::Nothing) {
                self.learn(&taken, &future, (side.is_good, side.work), machine);
            }
            self.nodes.grow(id, future, machine);
            let Some(node) = self.nodes.get_mut(id) else { return };
            node.gap = node.gap.max(side.gap);
            node.is_good |= side.is_good;
            node.may_be_good |= side.may_be_good;
            node.work = node.work.saturating_add(side.work);
            node.open = node.open.saturating_sub(1);
            if node.open > 0 {
                return self.may_rest(id, machine);
            }
            let Some(mut node) = self.nodes.remove(id) else { return };
            let work = node.work.saturating_add(node.work_before);
            if node.may_be_good && !node.is_good {
                // Whether any input comes to an end that counts hangs on a side of which nobody knows whether it can be taken.
                (node.after.needs.excludes, node.after.needs.is_unsure) = (true, true);
            }
            side = Side::new(node.gap, node.is_good, work);
            self.wake(id, &node.watched_by);
            id = node.parent;
            taken = node.side.take();
            self.learn_node(&node, machine);
            future = node.after.before_last(node.segment, machine);
        }
    }

    /// What a side of a node depends on that no input takes, as far as it is not known of another.
    pub(super) fn refused(&mut self, id: u32, conditions: &[Term], machine: &mut Machine) -> Needs {
        let mut needs = Needs::default();
        let [before @ .., last] = conditions else { return needs };
        let pool = &mut machine.symbols().pool;
        // That the last does not hold where the others do.
        let not = pool.not(*last);
        let (support, has_others) = (pool.support(not), !before.is_empty());
        let ask_the_same = before.iter().all(|cond| pool.support(*cond) == support);
        let is_known = |known: (Support, bool)| known.0 == support && (known.1 || !has_others);
        let Some(node) = self.nodes.get_mut(id) else { return needs };
        if ask_the_same && node.refused.is_some_and(is_known) {
            return needs;
        }
        let taken = before.iter().map(|cond| Observed::Taken(*cond));
        let asked: Vec<Observed> = taken.chain([Observed::Holds(not)]).collect();
        if needs.go_before(&asked, machine) && ask_the_same {
            node.refused = Some((support, has_others));
        }
        needs
    }

    /// A path from a node comes to a known state, whose future depends on the node's like this.
    pub(super) fn end_at_known(&mut self, node: u32, (mut future, side): (Future, Side), machine: &mut Machine) {
        future.needs.excludes |= !side.may_be_good;
        let taken = self.side.take();
        self.close(node, future, side, taken, machine);
    }

    /// A node becomes a known state.
    pub(super) fn learn_node(&mut self, node: &Node, machine: &mut Machine) {
        if let Some(state) = node.state.as_ref().filter(|_| node.gap == Gap::Nothing) {
            self.learn(state, &node.after, (node.is_good, node.work), machine);
        }
    }

    /// A state becomes known, or one side of it, with all that comes of it.
    fn learn(&mut self, state: &State, after: &Future, (is_good, work): (bool, u64), machine: &mut Machine) {
        if after.reads.contains(UNIQUE) {
            return;
        }
        let mut nothing = Future::default();
        nothing.needs.is_unsure = after.needs.is_unsure;
        let after = if self.switches.reads { after } else { &nothing };
        let mut entry = Entry::new(&state.base, &state.taken, &after.needs, is_good, &machine.symbols().solver);
        entry.work = work;
        let fresh = Fresh { base: state.base.clone(), reads: after.reads.clone(), entry };
        self.counts.evicted += self.table.learn(state.key, fresh, &mut self.names, machine);
        if self.table.size > self.room {
            self.counts.evicted += self.table.shrink();
        }
    }
}
