//! Look-ahead: whether anything that is still wanted can be reached from a place. Bardin and Herrmann's first heuristic
//! (OSMOSE), with their *ReachSet-context*: if a return can be reached, the question is asked again at the return site of the
//! next frame.
//!
//! Sound: what the machine can do is a path of the graph ([`Graph`]'s invariant), returns follow the stack, and beside them
//! a `longjmp` may go on behind any `setjmp` of a function that is on the stack. "Reachable" may be wrong, since
//! conditions are not looked at; "not reachable" is not.
//!
//! Lazy and cached by node, never by stack. The paper caches sets; here a node keeps one *witness*, a goal that it can reach.
//! Coverage only grows, so "nothing can be reached" holds for ever, and a witness answers at once until it is met. Then a
//! search forward stops at the first node with a witness that is still unmet. A search that becomes long is given up for
//! one sweep backwards from all unmet goals, after which every node has a valid answer; there are at most as many sweeps as goals.

use crate::bits::{Bits, is_set};
use crate::entered::Entered;
use crate::goals::Goals;
use crate::graph::{Graph, Node, Step};
use std::sync::Arc;

/// What can be reached, for one set of goals.
pub struct Reach {
    graph: Arc<Graph>,
    /// Edges, blocks (by first segment) and segments that are goals.
    edges: Bits,
    lines: Option<(Bits, Entered)>,
    hazards: Option<Bits>,
    /// Nodes from which nothing can be reached any more, without returning from their function.
    dead: Bits,
    /// By node: a goal that it can reach, or could when it was unmet.
    witness: Vec<u32>,
    /// By node: from where the running search came.
    came: Vec<u32>,
    queue: Vec<u32>,
    counts: Counts,
}

/// How much work there was.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Questions, each about one node; a stack is several.
    pub asked: u64,
    /// Questions that the cache did not answer.
    pub searches: u64,
    /// Nodes that searches looked at.
    pub visited: u64,
    pub sweeps: u64,
}

/// In [`Reach::witness`]; blocks come behind the edges, and a segment that is a hazard is met by nothing.
const NOTHING: u32 = u32::MAX;
const HAZARD: u32 = u32::MAX - 1;

/// In [`Reach::came`].
const UNSEEN: u32 = u32::MAX;

/// A search that looks at more nodes is given up for a sweep.
const LONG: usize = 1024;

impl Reach {
    /// Nothing is computed yet.
    pub fn new(graph: Arc<Graph>, goals: Goals) -> Reach {
        let (nodes, count) = (graph.node_count() as usize, graph.edge_count());
        let mut edges = Bits::new(count as usize);
        for edge in (0..count).filter(|_| goals.branches) {
            let source = graph.source_node(edge).and_then(|node| graph.function_of(node));
            if source.is_some_and(|f| goals.counts(f)) {
                edges.insert(edge);
            }
        }
        let lines = goals.lines.as_ref().map(|hazards| {
            let lines = blocks(&graph, &goals);
            (lines, Entered::new(&graph, hazards.nodes.clone()))
        });
        Reach {
            edges,
            lines,
            hazards: goals.bugs.map(|h| h.nodes),
            dead: Bits::new(nodes),
            witness: vec![NOTHING; nodes],
            came: vec![UNSEEN; nodes],
            queue: vec![],
            counts: Counts::default(),
            graph,
        }
    }

    /// The graph that it looks at.
    pub fn graph(&self) -> &Arc<Graph> {
        &self.graph
    }
    /// How much work there was so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The block of this node was entered, which matters if lines are a goal. Covered edges tell this of most blocks,
    /// so it is for those that they do not tell of.
    pub fn note_entered(&mut self, node: Node) {
        if let Some((_, entered)) = &mut self.lines {
            entered.note(&self.graph, node);
        }
    }

    /// Whether the block of this node is known to be entered. Always false where lines are no goal.
    pub fn is_entered(&self, node: Node) -> bool {
        self.lines.as_ref().is_some_and(|(_, entered)| entered.contains(crate::entered::first_of(&self.graph, node.0)))
    }

    /// Whether an unmet goal can be reached from a node, with the frames below it: `returns` are the places where they go
    /// on, innermost first. `covered` has a bit for each numbered edge, and must not shrink from one question to the next.
    pub fn can_reach(&mut self, node: Node, returns: impl IntoIterator<Item = Node>, covered: &[u64]) -> bool {
        self.refresh(covered);
        let mut returns = returns.into_iter();
        let mut jumped = false;
        // Where the frame goes on, if control can come back to it by a return.
        let mut at = Some(node);
        let mut outermost = self.graph.function_of(node);
        while let Some(function) = outermost {
            let mut back = false;
            if let Some(node) = at {
                if self.local(node, covered) {
                    return true;
                }
                back = self.graph.can_return(node);
                jumped |= self.graph.can_long_jump(node);
            }
            if jumped {
                for i in 0.. {
                    let Some(point) = self.graph.jump_points(function).nth(i) else { break };
                    if self.local(point, covered) {
                        return true;
                    }
                    back |= self.graph.can_return(point);
                }
            }
            let Some(next) = returns.next() else {
                return back && self.after(function, covered);
            };
            if !back && !jumped {
                return false;
            }
            at = back.then_some(next);
            outermost = self.graph.function_of(next);
        }
        // A hub is no place of a frame; whoever asks gets the careful answer.
        true
    }

    /// The same for a numbered edge: it is a goal itself.
    pub fn can_reach_edge(&mut self, edge: u32, returns: impl IntoIterator<Item = Node>, covered: &[u64]) -> bool {
        if self.edges.contains(edge) && !is_set(covered, edge) {
            return true;
        }
        self.graph.target_node(edge).is_none_or(|target| self.can_reach(target, returns, covered))
    }

    /// Whether a function, or anything that it can call, has an unmet goal.
    pub fn open(&mut self, function: u32, covered: &[u64]) -> bool {
        self.refresh(covered);
        self.local(self.graph.entry(function), covered)
    }

    fn refresh(&mut self, covered: &[u64]) {
        if let Some((_, entered)) = &mut self.lines {
            entered.refresh(&self.graph, covered);
        }
    }

    /// What runs after the outermost function.
    fn after(&mut self, function: u32, covered: &[u64]) -> bool {
        let graph = self.graph.clone();
        graph.after_outermost(function).any(|node| self.local(node, covered))
    }

    /// Whether an unmet goal can be reached without returning from the node's function.
    fn local(&mut self, node: Node, covered: &[u64]) -> bool {
        self.counts.asked += 1;
        if self.dead.contains(node.0) {
            return false;
        }
        self.is_unmet(self.witness[node.0 as usize], covered) || self.search(node.0, covered)
    }

    fn is_unmet(&self, goal: u32, covered: &[u64]) -> bool {
        match goal {
            NOTHING => false,
            HAZARD => true,
            goal if goal < self.graph.edge_count() => !is_set(covered, goal),
            block => self.lines.as_ref().is_some_and(|(_, e)| !e.contains(block - self.graph.edge_count())),
        }
    }

    /// An unmet goal at the node itself or on an edge that leaves it.
    fn goal_at(&self, node: u32, covered: &[u64]) -> Option<u32> {
        if self.hazards.as_ref().is_some_and(|hazards| hazards.contains(node)) {
            return Some(HAZARD);
        }
        if let Some((lines, entered)) = &self.lines
            && lines.contains(node)
            && !entered.contains(node)
        {
            return Some(self.graph.edge_count() + node);
        }
        let open = |edge: &u32| self.edges.contains(*edge) && !is_set(covered, *edge);
        let numbered = |(_, step)| if let Step::Side(Some(edge)) = step { Some(edge) } else { None };
        self.graph.next.of(node).filter_map(numbered).find(open)
    }

    /// Breadth first, so that the witness is near.
    fn search(&mut self, start: u32, covered: &[u64]) -> bool {
        self.counts.searches += 1;
        let graph = self.graph.clone();
        self.queue.clear();
        self.queue.push(start);
        self.came[start as usize] = start;
        let mut found = None;
        let mut done = 0;
        while done < self.queue.len() && done < LONG && found.is_none() {
            let node = self.queue[done];
            done += 1;
            let known = Some(self.witness[node as usize]).filter(|goal| self.is_unmet(*goal, covered));
            if let Some(goal) = known.or_else(|| self.goal_at(node, covered)) {
                found = Some((node, goal));
                break;
            }
            for (to, _) in graph.next.of(node).filter(|(_, step)| step.is_possible()) {
                if self.came[to as usize] == UNSEEN && !self.dead.contains(to) {
                    self.came[to as usize] = node;
                    self.queue.push(to);
                }
            }
        }
        self.counts.visited += done as u64;
        let exhausted = done == self.queue.len();
        if let Some((mut node, goal)) = found {
            while node != start {
                self.witness[node as usize] = goal;
                node = self.came[node as usize];
            }
            self.witness[start as usize] = goal;
        }
        for node in std::mem::take(&mut self.queue).drain(..) {
            self.came[node as usize] = UNSEEN;
            if found.is_none() && exhausted {
                self.dead.insert(node);
            }
        }
        match found {
            None if !exhausted => {
                self.sweep(covered);
                !self.dead.contains(start)
            }
            found => found.is_some(),
        }
    }

    /// Gives every node a witness or calls it dead.
    fn sweep(&mut self, covered: &[u64]) {
        self.counts.sweeps += 1;
        let graph = self.graph.clone();
        self.witness.fill(NOTHING);
        self.queue.clear();
        for node in (0..graph.node_count()).filter(|node| !self.dead.contains(*node)) {
            if let Some(goal) = self.goal_at(node, covered) {
                self.witness[node as usize] = goal;
                self.queue.push(node);
            }
        }
        let mut done = 0;
        while let Some(node) = self.queue.get(done).copied() {
            done += 1;
            for (from, _) in graph.previous.of(node).filter(|(_, step)| step.is_possible()) {
                if self.witness[from as usize] == NOTHING {
                    self.witness[from as usize] = self.witness[node as usize];
                    self.queue.push(from);
                }
            }
        }
        for node in 0..graph.node_count() {
            if self.witness[node as usize] == NOTHING {
                self.dead.insert(node);
            }
        }
    }
}

/// The first segments of blocks of the user's code that the entry of their function leads to.
fn blocks(graph: &Graph, goals: &Goals) -> Bits {
    let mut lines = Bits::new(graph.node_count() as usize);
    let mut seen = Bits::new(graph.node_count() as usize);
    for function in (0..graph.function_count()).filter(|f| graph.is_own(*f) && goals.counts(*f)) {
        let mut pending = vec![graph.entry(function).0];
        while let Some(node) = pending.pop() {
            if seen.insert(node) {
                if graph.blocks.binary_search(&node).is_ok() {
                    lines.insert(node);
                }
                pending.extend(graph.next.of(node).filter(|(_, step)| step.is_local()).map(|(to, _)| to));
            }
        }
    }
    lines
}
