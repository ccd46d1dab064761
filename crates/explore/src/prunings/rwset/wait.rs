//! Paths that come to a state that is being explored: loops.
//!
//! A path that comes back to a state that it came from would do again what is being done from there. Whether the states are
//! alike in all that is read later is known only when the rest is done; so the path waits, with its state kept. Where
//! everything below a node is done or waits for nodes below it, what is read is computed for all of them at once: what a
//! waiting path reads is what the state that it waits for reads, so sets grow until they stay the same. Then each waiting path
//! is compared for good: all alike, and every node there is known; or those that are not go on.
//!
//! Why it is sound: suppose some input leads from a waiting path's state to something new. The same steps lead there from the
//! state that it waits for, and were explored, unless they run into a waiting path themselves, after at least one decision:
//! so the rest is shorter, and the argument repeats. Where paths have bounds of their own, a path that came from the state that
//! it waits for has less of them left than that state had.

use super::canon::{Canon, Item, Shape};
use super::entry::Entry;
use super::gone::Taken;
use super::judge::Judge;
use super::nodes::{Gap, Node, Side, State, Way};
use super::reads::{Future, Reads};
use super::{INFO, Resumed, RwSet};
use rustc_hash::{FxHashMap, FxHashSet};
use secateur_vm::log::Page;
use secateur_vm::{Machine, Mark, Snapshot};
use std::rc::Rc;

/// Nodes that are compared with a state.
const MOST_COMPARED: usize = 4096;

/// Rounds in which sets may grow, before paths go on instead.
const MOST_ROUNDS: usize = 64;

/// What a state is compared by.
pub struct Form {
    shape: Shape,
    hash: u128,
    entry: Entry,
}

/// A path that waits.
pub struct Leaf {
    /// The node whose state it came to.
    target: u32,
    base: Rc<Canon>,
    taken: Way,
    snapshot: Rc<Snapshot>,
}

impl RwSet {
    /// Lets the running path, which came to a node, wait for one whose state is alike.
    pub(super) fn wait_for(&mut self, here: u32, (target, after): (u32, Future), state: State, machine: &mut Machine) {
        let snapshot = machine.before();
        let leaf = Leaf { target, base: state.base, taken: state.taken, snapshot };
        let target_low = self.nodes.get(target).map_or(0, |node| if node.is_resting { node.low } else { node.depth });
        let low = target_low.min(self.nodes.shared_depth(target));
        if let Some(node) = self.nodes.get_mut(here) {
            (node.leaf, node.after, node.low) = (Some(leaf), after, low);
        }
        if let Some(node) = self.nodes.get_mut(target) {
            node.watched_by.push(here);
        }
        self.counts.provisional += 1;
    }

    /// A node whose state is alike in all that is known to depend on it, and what that is in the state at hand.
    pub(super) fn open_state(&mut self, state: &State, machine: &mut Machine) -> Option<(u32, Future)> {
        let nodes = &self.nodes;
        if nodes.get(self.current).is_some_and(|node| node.insists) {
            return None;
        }
        let waits_or_runs = |id: &u32| {
            let node = nodes.get(*id)?;
            let is_behind = nodes.is_behind(*id);
            let may_wait = match node.gap {
                Gap::Nothing => is_behind || node.has_rested,
                Gap::Beyond => is_behind,
                Gap::Something => false,
            };
            may_wait.then_some((*id, (is_behind, node.depth)))
        };
        let mut like: Vec<(u32, (bool, u32))> = nodes.like(&state.key).iter().filter_map(waits_or_runs).collect();
        // The nearest first.
        like.sort_unstable_by_key(|candidate| std::cmp::Reverse(candidate.1));
        // States of one shape look at the same bytes here.
        let mut looks: FxHashMap<*const Item, Option<u128>> = FxHashMap::default();
        for (id, _) in like.into_iter().take(MOST_COMPARED) {
            let Some(form) = self.form(id, machine) else { continue };
            let hash = *looks.entry(form.shape.as_ptr()).or_insert_with(|| {
                let mut canon = Canon::clone(&state.base);
                canon.project((&form.shape, None), &mut self.names, machine, None).map(|_| canon.hash)
            });
            if hash == Some(form.hash)
                && let Some(alike) = self.match_with(&form, (&state.base, state.taken.taken()), None, machine)
            {
                return Some((id, alike));
            }
        }
        None
    }

    /// What a node's state is compared by.
    fn form(&mut self, id: u32, machine: &mut Machine) -> Option<Rc<Form>> {
        let node = self.nodes.get(id)?;
        if let Some(form) = &node.form {
            return Some(form.clone());
        }
        let future = node.after.clone();
        let mut form = self.describe(id, &future, machine)?;
        form.shape = self.shapes.entry(form.shape.clone()).or_insert(form.shape).clone();
        let form = Rc::new(form);
        self.nodes.get_mut(id)?.form = Some(form.clone());
        Some(form)
    }

    /// A node's state as far as its future depends on it.
    fn describe(&mut self, id: u32, future: &Future, machine: &mut Machine) -> Option<Form> {
        let state = self.nodes.get(id)?.state.as_ref()?;
        let mut canon = Canon::clone(&state.base);
        let (shape, _) = canon.describe(&future.reads, &future.needs, &mut self.names, &mut machine.symbols().pool);
        let (hash, canon) = (canon.hash, Rc::new(canon));
        let mut entry = Entry::new(&canon, &state.taken, &future.needs, true, &machine.symbols().solver);
        entry.tell(&self.switches, &mut self.names, machine);
        Some(Form { shape, hash, entry })
    }

    fn match_with(
        &mut self,
        form: &Form,
        (base, taken): (&Canon, Taken),
        kept: Option<&Snapshot>,
        machine: &mut Machine,
    ) -> Option<Future> {
        let mut canon = Canon::clone(base);
        let pages: Vec<Page> = canon.project((&form.shape, None), &mut self.names, machine, kept)?;
        if canon.hash != form.hash {
            return None;
        }
        let asked = (&self.switches, self.table.patience());
        let mut judge = Judge::new((&canon, &[]), taken, (&mut self.names, machine), asked, false);
        let (_, is_sure) = judge.may_be_alike(&form.entry).then(|| judge.likeness(&form.entry))??;
        let mut needs = form.entry.needs_of(&canon.bytes);
        needs.is_unsure |= !is_sure;
        Some(Future { reads: Reads::from_pages(pages), needs })
    }

    /// A node below which everything waits passes that on.
    pub(super) fn rest(&mut self, id: u32, machine: &mut Machine) {
        let mut id = id;
        loop {
            let Some(node) = self.nodes.get_mut(id) else { return };
            (node.is_resting, node.has_rested) = (true, true);
            let (parent, depth, is_leaf) = (node.parent, node.depth, node.leaf.is_some());
            if !is_leaf {
                let children = node.resting.clone();
                let low = children.iter().filter_map(|child| self.nodes.get(*child)).map(|child| child.low).min();
                let low = low.unwrap_or(0);
                if low >= depth {
                    return self.settle(id, machine);
                }
                self.nodes.get_mut(id).into_iter().for_each(|node| node.low = low);
            }
            self.nodes.pass_on(id, machine);
            let Some(above) = self.nodes.get_mut(parent) else { return self.wake_below(id) };
            above.resting.push(id);
            if above.resting.len() < above.open as usize {
                return;
            }
            id = parent;
        }
    }

    /// After a side was done: perhaps only waiting ones are left.
    pub(super) fn may_rest(&mut self, id: u32, machine: &mut Machine) {
        let all_rest =
            |node: &Node| !node.is_resting && !node.resting.is_empty() && node.resting.len() == node.open as usize;
        if self.nodes.get(id).is_some_and(all_rest) {
            self.rest(id, machine);
        }
    }

    /// All nodes below one, it included, parents first.
    fn below(&self, id: u32) -> Vec<u32> {
        let mut all = vec![id];
        let mut at = 0;
        while let Some(node) = all.get(at).and_then(|id| self.nodes.get(*id)) {
            all.extend_from_slice(&node.resting);
            at += 1;
        }
        all
    }

    /// Everything below a node waits for something there: computes what is read, and compares for good.
    fn settle(&mut self, id: u32, machine: &mut Machine) {
        let all = self.below(id);
        let gap = all.iter().map(|id| self.nodes.get(*id).map_or(Gap::Something, |node| node.gap)).max();
        let gap = gap.unwrap_or(Gap::Something);
        let is_leaf = |id: &u32| self.nodes.get(*id).is_some_and(|node| node.leaf.is_some());
        let leaves: Vec<u32> = all.iter().copied().filter(is_leaf).collect();
        let members: FxHashSet<u32> = all.iter().copied().collect();
        let waits_in_vain = |id: &u32| {
            let leaf = self.nodes.get(*id).and_then(|node| node.leaf.as_ref());
            leaf.is_none_or(|leaf| match gap {
                Gap::Nothing => !members.contains(&leaf.target),
                Gap::Beyond => !self.nodes.is_above(leaf.target, *id),
                Gap::Something => true,
            })
        };
        let mut wrong: Vec<u32> = leaves.iter().copied().filter(waits_in_vain).collect();
        if gap != Gap::Nothing {
            // Waiting again would end the same way.
            wrong.clone().into_iter().for_each(|leaf| self.insist(leaf));
        }
        let mut rounds = 0;
        while wrong.is_empty() {
            let mut has_grown = false;
            for leaf in &leaves {
                match self.read_again(*leaf, machine) {
                    Some(grown) => has_grown |= grown,
                    None => wrong.push(*leaf),
                }
            }
            rounds += 1;
            if !has_grown {
                break;
            }
            if rounds > MOST_ROUNDS {
                leaves.iter().for_each(|leaf| self.insist(*leaf));
                wrong.clone_from(&leaves);
            }
        }
        if !wrong.is_empty() {
            wrong.iter().for_each(|leaf| self.resume(*leaf));
            return;
        }
        self.counts.confirmed += leaves.len() as u64;
        let inside: FxHashSet<u32> = leaves.into_iter().collect();
        for below in all.iter().skip(1) {
            let Some(mut node) = self.nodes.remove(*below) else { continue };
            node.watched_by.retain(|watching| !inside.contains(watching));
            self.wake(*below, &node.watched_by);
            // A path that goes on for ever breaks no assumption.
            (node.is_good, node.gap) = (node.is_good || !node.after.needs.is_unsure, gap);
            self.learn_node(&node, machine);
        }
        let is_unsure = self.nodes.get(id).is_some_and(|node| node.after.needs.is_unsure);
        if let Some(node) = self.nodes.get_mut(id) {
            (node.open, node.is_resting) = (1, false);
            node.resting.clear();
            node.watched_by.retain(|watching| !inside.contains(watching));
        }
        self.close(id, Future::default(), Side::new(gap, !is_unsure, 0), None, machine);
    }

    /// Compares a waiting path with what it waits for, and passes on what that reads. Whether anything was new, or `None` if
    /// they are not alike.
    fn read_again(&mut self, leaf: u32, machine: &mut Machine) -> Option<bool> {
        let node = self.nodes.get(leaf)?;
        let waiting = node.leaf.as_ref()?;
        let (target, base, way, snapshot) =
            (waiting.target, waiting.base.clone(), waiting.taken.clone(), waiting.snapshot.clone());
        let form = self.form(target, machine)?;
        let alike = self.match_with(&form, (&base, way.taken()), Some(&snapshot), machine)?;
        Some(self.nodes.grow(leaf, alike, machine) && self.nodes.pass_on(leaf, machine))
    }

    /// A waiting path goes on, and nothing above it rests any more.
    fn resume(&mut self, id: u32) {
        let Some(leaf) = self.nodes.get_mut(id).and_then(|node| node.leaf.take()) else { return };
        self.counts.resumed += 1;
        if let Some(target) = self.nodes.get_mut(leaf.target) {
            target.watched_by.retain(|watching| *watching != id);
        }
        let known = &leaf.snapshot.known;
        let (depth, root, picks) = (known.depth, known.root, known.picks.clone());
        let (mark, state, model) = (Mark(id), leaf.snapshot, leaf.taken.model);
        self.resumed.push(Resumed { by: INFO.name, mark, state, model, depth, root, picks });
        let mut at = id;
        while let Some(node) = self.nodes.get_mut(at) {
            if !std::mem::replace(&mut node.is_resting, false) {
                break;
            }
            let parent = node.parent;
            let Some(above) = self.nodes.get_mut(parent) else { break };
            above.resting.retain(|child| *child != at);
            at = parent;
        }
    }

    /// A state is known now, or never will be: those who waited for it look again.
    pub(super) fn wake(&mut self, target: u32, watching: &[u32]) {
        for id in watching {
            let waits = |node: &Node| node.leaf.as_ref().is_some_and(|leaf| leaf.target == target);
            if self.nodes.get(*id).is_some_and(waits) {
                self.resume(*id);
            }
        }
    }

    fn wake_below(&mut self, id: u32) {
        self.below(id).into_iter().for_each(|id| self.resume(id));
    }

    /// Everyone goes on, and does not wait again where it stands.
    pub(super) fn wake_all(&mut self) {
        for id in self.nodes.ids() {
            self.insist(id);
            self.resume(id);
        }
    }

    fn insist(&mut self, id: u32) {
        if let Some(node) = self.nodes.get_mut(id) {
            node.insists |= node.leaf.is_some();
        }
    }
}
