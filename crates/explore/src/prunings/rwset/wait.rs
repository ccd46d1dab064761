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
//! so the rest is shorter, and the argument repeats.

use super::canon::{Bound, Canon, Shape};
use super::nodes::{Node, State};
use super::reads::Reads;
use super::table::{Entry, Judge};
use super::{Resumed, RwSet};
use rustc_hash::FxHashSet;
use secateur_expr::Assignment;
use secateur_vm::log::{Page, Segment};
use secateur_vm::{Machine, Mark, Snapshot};
use std::rc::Rc;
use std::sync::Arc;

/// Nodes that are compared with a state, and nodes that are walked back over to find them.
const MOST_COMPARED: usize = 32;
const MOST_WALKED: usize = 2048;

/// Rounds in which sets may grow, before paths go on instead.
const MOST_ROUNDS: usize = 64;

/// A path that waits.
pub struct Leaf {
    /// The node whose state it came to.
    target: u32,
    base: Rc<Canon>,
    path: secateur_solver::Path,
    snapshot: Rc<Snapshot>,
    model: Arc<Assignment>,
}

impl RwSet {
    /// Lets the running path wait if its state is one that is being explored: the node of the waiting path.
    pub(super) fn wait_at(
        &mut self,
        state: State,
        segment: Segment,
        machine: &mut Machine,
    ) -> Result<u32, (State, Segment)> {
        if self.nodes.get(self.current).is_some_and(|node| node.insists) {
            return Err((state, segment));
        }
        let Some((target, after)) = self.open_state(&state, &segment, machine) else { return Err((state, segment)) };
        let (snapshot, model) = (machine.before(), machine.symbols().model.clone());
        let leaf = Leaf { target, base: state.base, path: state.path, snapshot, model };
        let target_low = self.nodes.get(target).map_or(0, |node| if node.is_resting { node.low } else { node.depth });
        let low = target_low.min(self.nodes.shared_depth(target));
        let id = self.nodes.add(Node { leaf: Some(leaf), after, low, ..Node::new(self.current, segment, None) });
        if let Some(node) = self.nodes.get_mut(target) {
            node.watched_by.push(id);
        }
        self.counts.provisional += 1;
        Ok(id)
    }

    /// A node whose state is alike in all that is known to be read there, and what that is in the state at hand.
    fn open_state(&mut self, state: &State, segment: &Segment, machine: &mut Machine) -> Option<(u32, Reads)> {
        let like = self.nodes.like(&state.key);
        if like.is_empty() {
            return None;
        }
        let (mut behind, beside): (Vec<u32>, Vec<u32>) = like.iter().partition(|id| self.nodes.is_behind(**id));
        behind.sort_unstable_by_key(|id| std::cmp::Reverse(self.nodes.get(*id).map_or(0, |node| node.depth)));
        behind.truncate(MOST_COMPARED);
        // Back along the path: what it read on the way is read from there on.
        let (mut reads, mut at, mut next) = (Reads::default().before(segment), self.current, 0);
        for _ in 0..MOST_WALKED {
            let (Some(node), Some(wanted)) = (self.nodes.get(at), behind.get(next).copied()) else { break };
            reads.join(&node.after);
            if at == wanted {
                next += 1;
                if let Some(pages) = self.compare(at, &reads, state, machine) {
                    return Some((at, pages));
                }
            }
            let node = self.nodes.get(at)?;
            reads = reads.before(&node.segment);
            at = node.parent;
        }
        for id in beside.into_iter().rev().take(MOST_COMPARED) {
            let Some(node) = self.nodes.get(id).filter(|node| node.is_resting) else { continue };
            let reads = node.after.clone();
            if let Some(pages) = self.compare(id, &reads, state, machine) {
                return Some((id, pages));
            }
        }
        None
    }

    /// What the running path's state has where a node's state is read, if it is alike there.
    fn compare(&mut self, id: u32, reads: &Reads, state: &State, machine: &mut Machine) -> Option<Reads> {
        if self.nodes.get(id)?.is_partial {
            return None;
        }
        let (shape, hash, entry) = self.describe(id, reads, machine)?;
        self.match_with((&shape, hash, &entry), (&state.base, &state.path), None, machine)
    }

    /// A node's state as far as it is read.
    fn describe(&mut self, id: u32, reads: &Reads, machine: &mut Machine) -> Option<(Shape, u128, Entry)> {
        let state = self.nodes.get(id)?.state.as_ref()?;
        let symbols = machine.symbols();
        let mut canon = Canon::clone(&state.base);
        let shape = canon.describe(reads, &mut self.names, &mut symbols.pool);
        let bound = Bound::of(&canon, &state.path, &mut self.names, &symbols.pool, &symbols.solver);
        Some((shape, canon.hash, Entry::new(bound, true)))
    }

    fn match_with(
        &mut self,
        (shape, hash, entry): (&Shape, u128, &Entry),
        (base, path): (&Canon, &secateur_solver::Path),
        snapshot: Option<&Snapshot>,
        machine: &mut Machine,
    ) -> Option<Reads> {
        let mut canon = Canon::clone(base);
        let pages: Vec<Page> = canon.project(shape, &mut self.names, machine, snapshot)?;
        if canon.hash != hash {
            return None;
        }
        let symbols = machine.symbols();
        let bound = Bound::of(&canon, path, &mut self.names, &symbols.pool, &symbols.solver);
        let mut judge = Judge::new(&bound, path, machine, &self.switches, self.table.patience());
        judge.likeness(entry)?;
        Some(Reads::from_pages(pages))
    }

    /// A node below which everything waits passes that on.
    pub(super) fn rest(&mut self, id: u32, machine: &mut Machine) {
        let mut id = id;
        loop {
            let Some(node) = self.nodes.get_mut(id) else { return };
            node.is_resting = true;
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
            let Some(node) = self.nodes.get(id) else { return };
            let reads = node.after.before(&node.segment);
            let Some(above) = self.nodes.get_mut(parent) else { return self.wake_below(id) };
            above.after.join(&reads);
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
        let is_partial = all.iter().any(|id| self.nodes.get(*id).is_none_or(|node| node.is_partial));
        let is_leaf = |id: &u32| self.nodes.get(*id).is_some_and(|node| node.leaf.is_some());
        let leaves: Vec<u32> = all.iter().copied().filter(is_leaf).collect();
        let mut wrong: Vec<u32> = if is_partial { leaves.clone() } else { vec![] };
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
            self.learn(Node { is_good: true, ..node }, machine);
        }
        if let Some(node) = self.nodes.get_mut(id) {
            (node.open, node.is_resting) = (1, false);
            node.resting.clear();
            node.watched_by.retain(|watching| !inside.contains(watching));
        }
        self.close(id, &Reads::default(), (false, true), machine);
    }

    /// Compares a waiting path with what it waits for, and passes on what that reads. Whether anything was new, or `None` if
    /// they are not alike.
    fn read_again(&mut self, leaf: u32, machine: &mut Machine) -> Option<bool> {
        let node = self.nodes.get(leaf)?;
        let waiting = node.leaf.as_ref()?;
        let (target, base, path, snapshot) =
            (waiting.target, waiting.base.clone(), waiting.path.clone(), waiting.snapshot.clone());
        let reads = self.nodes.get(target)?.after.clone();
        let (shape, hash, entry) = self.describe(target, &reads, machine)?;
        let pages = self.match_with((&shape, hash, &entry), (&base, &path), Some(&snapshot), machine)?;
        let node = self.nodes.get_mut(leaf)?;
        let has_grown = node.after.join(&pages);
        let mut at = leaf;
        while has_grown {
            let node = self.nodes.get(at)?;
            let (reads, parent) = (node.after.before(&node.segment), node.parent);
            // Above what is settled here nobody is asked yet.
            let Some(above) = self.nodes.get_mut(parent) else { return Some(true) };
            if !above.after.join(&reads) {
                return Some(at != leaf);
            }
            if !above.is_resting {
                return Some(true);
            }
            at = parent;
        }
        Some(false)
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
        self.resumed.push(Resumed { mark: Mark(id), state: leaf.snapshot, model: leaf.model, depth, root, picks });
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
