//! What comes of a decision goes back to where it came from: sides and nodes that are done become known.

use super::RwSet;
use super::canon::Canon;
use super::entry::Entry;
use super::nodes::{Gap, Node, Side, State};
use super::reads::Future;
use secateur_vm::Machine;
use secateur_vm::log::UNIQUE;

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
        let mut canon = Canon::clone(&state.base);
        let mut nothing = Future::default();
        nothing.needs.is_unsure = after.needs.is_unsure;
        let after = if self.switches.reads { after } else { &nothing };
        let shape = canon.describe(after, &mut self.names, &mut machine.symbols().pool);
        let mut entry = Entry::new(&canon, &state.taken, &after.needs, is_good, &machine.symbols().solver);
        entry.work = work;
        self.counts.evicted += self.table.insert(state.key, shape, canon.hash, entry);
        if self.table.size > self.room {
            self.counts.evicted += self.table.shrink();
        }
    }
}
