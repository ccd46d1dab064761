//! The solution of inclusion constraints between sets of objects ([`super::points`]).
//!
//! In waves (Pereira and Berlin, *Wave propagation and deep propagation for pointer analysis*, 2009): nodes that include each other
//! have the same set and become one, and what is left has an order in which every set is handed on once. What is outside may
//! be kept anywhere that can be reached from there and comes back from there, so the contents of all that is one node from
//! the start.

use super::objects::{OUTSIDE, Object};
use super::points::{Node, Solver};
use super::set::Set;

impl Solver<'_> {
    pub fn insert(&mut self, node: Node, object: Object) {
        let node = self.points.find(node);
        if self.points.sets[node as usize].insert(object) {
            self.wake(node);
        }
    }

    pub fn wake(&mut self, node: Node) {
        if !std::mem::replace(&mut self.is_pending[node as usize], true) {
            self.pending.push(node);
        }
    }

    pub fn copy(&mut self, from: Node, to: Node) {
        let (from, to) = (self.points.find(from), self.points.find(to));
        if from != to && self.known.insert((from, to)) {
            self.copies[from as usize].push(to);
            self.flow(from, to);
        }
    }

    /// Hands a set on.
    fn flow(&mut self, from: Node, to: Node) {
        let set = std::mem::take(&mut self.points.sets[from as usize]);
        self.work.spend(1 + set.width() as u64 / 32);
        let is_new = self.points.sets[to as usize].add(&set);
        self.points.sets[from as usize] = set;
        if is_new {
            self.wake(to);
        }
    }

    pub fn fresh(&mut self) -> Node {
        let node = self.points.sets.len() as u32;
        self.points.sets.push(Set::default());
        self.points.same.push(node);
        self.copies.push(vec![]);
        self.loads.push(vec![]);
        self.stores.push(vec![]);
        self.seen.push(Set::default());
        self.is_pending.push(false);
        node
    }

    pub fn load(&mut self, address: Node, to: Node) {
        let address = self.points.find(address);
        self.loads[address as usize].push(to);
        self.seen[address as usize] = Set::default();
        self.wake(address);
    }

    pub fn store(&mut self, from: Node, address: Node) {
        let address = self.points.find(address);
        self.stores[address as usize].push(from);
        self.seen[address as usize] = Set::default();
        self.wake(address);
    }

    /// Two nodes have the same set from here on. Returns the one that stands for both.
    fn unite(&mut self, a: Node, b: Node) -> Node {
        let (a, b) = (self.points.find(a), self.points.find(b));
        if a == b {
            return a;
        }
        let outside = self.points.find(self.points.content(OUTSIDE)) as usize;
        self.points.same[b as usize] = a;
        let (a, b) = (a as usize, b as usize);
        let set = std::mem::take(&mut self.points.sets[b]);
        self.points.sets[a].add(&set);
        // Objects that the loads and stores of both know of.
        let has_none = |n: usize| self.loads[n].is_empty() && self.stores[n].is_empty() && n != outside;
        let seen = match (has_none(a), has_none(b)) {
            (_, true) => std::mem::take(&mut self.seen[a]),
            (true, false) => std::mem::take(&mut self.seen[b]),
            (false, false) => self.seen[a].both(&self.seen[b]),
        };
        for lists in [&mut self.copies, &mut self.loads, &mut self.stores] {
            let more = std::mem::take(&mut lists[b]);
            lists[a].extend(more);
        }
        self.seen[a] = seen;
        self.seen[b] = Set::default();
        self.wake(a as Node);
        a as Node
    }

    /// Hands sets on until nothing is new. False: there is no more work to spend.
    ///
    /// In waves: nodes that include each other become one, then sets are handed on along all ways at once, then what
    /// loads and stores make of it is added.
    pub fn solve(&mut self) -> bool {
        while self.pending.iter().any(|node| self.points.find(*node) == *node) {
            let order = self.collapse();
            self.pending.clear();
            let mut touched = vec![];
            for node in order {
                if !std::mem::take(&mut self.is_pending[node as usize]) {
                    continue;
                }
                touched.push(node);
                let list = std::mem::take(&mut self.copies[node as usize]);
                list.iter().for_each(|to| self.flow(node, *to));
                self.copies[node as usize] = list;
            }
            self.pending.clear();
            for node in touched {
                self.memory(self.points.find(node));
            }
            if !self.work.goes_on() {
                return false;
            }
        }
        true
    }

    /// Makes one of nodes that include each other. Returns all that are left, each before those it hands its set to.
    fn collapse(&mut self) -> Vec<Node> {
        let count = self.copies.len();
        let mut edges = 0;
        for node in 0..count {
            let mut list = std::mem::take(&mut self.copies[node]);
            self.tidy(&mut list);
            edges += list.len();
            self.copies[node] = list;
        }
        self.work.spend((count + edges) as u64 / 2);
        let groups = super::components::components(count, |node| self.copies[node as usize].clone());
        let mut order = vec![];
        for group in groups.into_iter().rev() {
            // One that became part of another has nothing to hand on.
            let Some(first) = group.first().copied().filter(|node| self.points.find(*node) == *node) else { continue };
            for node in &group[1..] {
                self.unite(first, *node);
            }
            order.push(first);
        }
        for node in &order {
            let mut list = std::mem::take(&mut self.copies[*node as usize]);
            self.tidy(&mut list);
            list.retain(|to| to != node);
            self.copies[*node as usize] = list;
        }
        order
    }

    /// What is loaded and stored through a node, for objects that are new in its set.
    fn memory(&mut self, node: Node) {
        let n = node as usize;
        let spreads = self.spreads && self.points.find(self.points.content(OUTSIDE)) == node;
        if self.loads[n].is_empty() && self.stores[n].is_empty() && !spreads {
            return;
        }
        let new = self.points.sets[n].without(&self.seen[n]);
        self.seen[n].add(&new);
        if spreads {
            for object in new.iter() {
                self.unite(node, self.points.content(object));
            }
        }
        let mut contents: Vec<Node> = new.iter().map(|object| self.points.content(object)).collect();
        self.tidy(&mut contents);
        let (mut loads, mut stores) = (self.loads[n].clone(), self.stores[n].clone());
        self.tidy(&mut loads);
        self.tidy(&mut stores);
        (self.loads[n], self.stores[n]) = (loads.clone(), stores.clone());
        self.work.spend(new.width() as u64 / 8 + (contents.len() * (1 + loads.len() + stores.len())) as u64);
        for content in contents {
            for to in &loads {
                self.copy(content, *to);
            }
            for from in &stores {
                self.copy(*from, content);
            }
        }
    }

    /// Each node once, by the one that stands for it.
    fn tidy(&self, nodes: &mut Vec<Node>) {
        nodes.iter_mut().for_each(|node| *node = self.points.find(*node));
        nodes.sort_unstable();
        nodes.dedup();
    }
}
