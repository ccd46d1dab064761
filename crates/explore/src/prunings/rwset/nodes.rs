//! Decisions whose futures are not known in full, as a tree.

use super::canon::Canon;
use super::gone::Taken;
use super::reads::Future;
use super::table::Key;
use super::wait::{Form, Leaf};
use rustc_hash::FxHashMap;
use secateur_expr::{Assignment, Support};
use secateur_solver::Path;
use secateur_vm::log::Segment;
use secateur_vm::{Machine, Slots};
use std::rc::Rc;
use std::sync::Arc;

pub const NONE: u32 = u32::MAX;

/// What of a future was left out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Gap {
    Nothing,
    /// What lies beyond a path's own bounds. A path that comes back to the state later comes no further.
    Beyond,
    Something,
}

/// What came of one side of a decision.
pub struct Side {
    pub gap: Gap,
    /// Some path came to an end that counts.
    pub is_good: bool,
    /// One did if there was any: nobody looked whether some input goes this way.
    pub may_be_good: bool,
    pub work: u64,
}

impl Side {
    pub fn new(gap: Gap, is_good: bool, work: u64) -> Side {
        Side { gap, is_good, may_be_good: is_good, work }
    }
}

/// A decision, the start of a run, or a place where a path was set aside or waits.
pub struct Node {
    /// The node before it, and what the path did from there on.
    pub parent: u32,
    pub segment: Segment,
    /// Nodes before it.
    pub depth: u32,
    /// Sides that are not done, the running path included.
    pub open: u32,
    /// What is known by now to depend on this state.
    pub after: Future,
    /// What its state is compared by, as long as `after` stays as it is.
    pub form: Option<Rc<Form>>,
    /// Bytes all of which some side asked about together that no input takes, and whether that was one of several. Most cases
    /// of a switch are such sides, and ask about the same bytes.
    pub refused: Option<(Support, bool)>,
    pub gap: Gap,
    /// Some path from here came to an end that counts.
    pub is_good: bool,
    pub may_be_good: bool,
    /// What was done from the node before it to here, and from here on; what was left out because it was known counts as well.
    pub work_before: u64,
    pub work: u64,
    /// What is compared; `None` where nothing is decided.
    pub state: Option<State>,
    /// The side of the node before it that led here, if it can become a known one.
    pub side: Option<State>,
    /// A path that waits here.
    pub leaf: Option<Leaf>,
    /// Children below which everything waits.
    pub resting: Vec<u32>,
    /// Whether everything below waits, and the depth of the highest node that something there waits for.
    pub is_resting: bool,
    pub low: u32,
    /// Whether everything below waited once, so that most of what depends on the state is known.
    pub has_rested: bool,
    /// Paths that wait for this state.
    pub watched_by: Vec<u32>,
    /// The path that waited here does not wait again at once.
    pub insists: bool,
}

/// What a decision is known by, beside what is read later.
pub struct State {
    pub key: Key,
    pub base: Rc<Canon>,
    pub taken: Way,
    /// The same for sides of it, by the registers that they need.
    pub forms: Vec<(Slots, Rc<Canon>)>,
}

/// A path, and an input that takes it.
#[derive(Clone)]
pub struct Way {
    pub path: Path,
    pub model: Arc<Assignment>,
}

impl Way {
    /// The running path so far.
    pub fn of(machine: &mut Machine) -> Way {
        let symbols = machine.symbols();
        Way { path: symbols.known.path.clone(), model: symbols.model.clone() }
    }

    pub fn taken(&self) -> Taken<'_> {
        Taken { path: &self.path, model: &self.model }
    }
}

impl Node {
    pub fn new(parent: u32, segment: Segment) -> Node {
        Node {
            parent,
            segment,
            depth: 0,
            open: 1,
            after: Future::default(),
            form: None,
            refused: None,
            gap: Gap::Nothing,
            is_good: false,
            may_be_good: false,
            work_before: 0,
            work: 0,
            state: None,
            side: None,
            leaf: None,
            resting: vec![],
            is_resting: false,
            has_rested: false,
            low: u32::MAX,
            watched_by: vec![],
            insists: false,
        }
    }
}

#[derive(Default)]
pub struct Nodes {
    all: Vec<Option<Node>>,
    free: Vec<u32>,
    /// Decisions by what they are known by.
    by_key: FxHashMap<Key, Vec<u32>>,
    /// From the start of the run to the running path's last node, by depth.
    chain: Vec<u32>,
}

impl Nodes {
    pub fn get(&self, id: u32) -> Option<&Node> {
        self.all.get(id as usize).and_then(Option::as_ref)
    }

    pub fn get_mut(&mut self, id: u32) -> Option<&mut Node> {
        self.all.get_mut(id as usize).and_then(Option::as_mut)
    }

    pub fn add(&mut self, mut node: Node) -> u32 {
        node.depth = self.get(node.parent).map_or(0, |parent| parent.depth + 1);
        let id = self.free.pop().unwrap_or(self.all.len() as u32);
        self.chain.truncate(node.depth as usize);
        self.chain.push(id);
        match self.all.get_mut(id as usize) {
            Some(place) => *place = Some(node),
            None => self.all.push(Some(node)),
        }
        id
    }

    /// Makes a node one whose state is compared.
    pub fn name(&mut self, id: u32, state: State) {
        let Some(node) = self.get_mut(id) else { return };
        let key = state.key;
        node.state = Some(state);
        self.by_key.entry(key).or_default().push(id);
    }

    pub fn remove(&mut self, id: u32) -> Option<Node> {
        let node = self.all.get_mut(id as usize)?.take()?;
        self.free.push(id);
        if let Some(state) = &node.state
            && let Some(list) = self.by_key.get_mut(&state.key)
        {
            list.retain(|other| *other != id);
            if list.is_empty() {
                self.by_key.remove(&state.key);
            }
        }
        Some(node)
    }

    /// More is known of what depends on a node's state. Whether it was new.
    pub fn grow(&mut self, id: u32, future: Future, machine: &mut Machine) -> bool {
        let Some(node) = self.get_mut(id) else { return false };
        let is_new = node.after.join(future, machine);
        if is_new {
            node.form = None;
        }
        is_new
    }

    /// The same for the nodes above a node, as far as it is new to them. Whether it was to any.
    pub fn pass_on(&mut self, id: u32, machine: &mut Machine) -> bool {
        let (mut at, mut is_new) = (id, false);
        while let Some(node) = self.get(at) {
            let (future, parent) = (node.after.clone().before(&node.segment, machine), node.parent);
            if !self.grow(parent, future, machine) {
                break;
            }
            (at, is_new) = (parent, true);
        }
        is_new
    }

    /// The running path goes on from a node.
    pub fn follow(&mut self, id: u32) {
        self.chain.clear();
        let mut at = id;
        while let Some(node) = self.get(at) {
            let parent = node.parent;
            self.chain.push(at);
            at = parent;
        }
        self.chain.reverse();
    }

    /// Whether the running path came from a node.
    pub fn is_behind(&self, id: u32) -> bool {
        self.get(id).is_some_and(|node| self.chain.get(node.depth as usize) == Some(&id))
    }

    /// Whether a node is above another.
    pub fn is_above(&self, id: u32, below: u32) -> bool {
        let Some(depth) = self.get(id).map(|node| node.depth) else { return false };
        let mut at = below;
        while let Some(node) = self.get(at).filter(|node| node.depth > depth) {
            at = node.parent;
        }
        at == id && below != id
    }

    /// Decisions that are known by the same.
    pub fn like(&self, key: &Key) -> &[u32] {
        self.by_key.get(key).map_or(&[], Vec::as_slice)
    }

    /// The depth of the last node that the running path and another node have in common.
    pub fn shared_depth(&self, id: u32) -> u32 {
        let mut at = id;
        while let Some(node) = self.get(at) {
            if self.is_behind(at) {
                return node.depth;
            }
            at = node.parent;
        }
        0
    }

    pub fn ids(&self) -> impl Iterator<Item = u32> + use<> {
        0..self.all.len() as u32
    }

    /// What the nodes know means nothing any more: none of them becomes a known state.
    pub fn spoil(&mut self) {
        self.all.iter_mut().flatten().for_each(|node| {
            node.gap = Gap::Something;
            (node.after, node.refused) = (Future::default(), None);
            node.segment = Segment::default();
        });
    }
}
