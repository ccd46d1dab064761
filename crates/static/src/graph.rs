//! The combined control-flow and call graph of a program: CREST's CFCG (§4.1) over segments of blocks.
//!
//! A *segment* is a stretch of a block up to and with its first call, the next call, …, or its end. The node behind a
//! call is then where a frame of the stack goes on, which neither statements (too many) nor blocks (too coarse) would
//! give. Ids are dense: the segments of a block follow each other, blocks and functions too. Behind them come *hubs*, one for
//! each group of functions that calls through pointers choose from, so that a thousand such calls of a thousand
//! functions are two thousand edges.
//!
//! | step | weight | |
//! |---|---|---|
//! | jump | 0 | to the next block, also where a decision has a constant condition |
//! | side | 1 | of a decision; numbered in the user's code |
//! | skip | 0 | over a call, if anything it may run can return |
//! | enter | 0 | what a call may run |
//!
//! *Invariant:* whatever the machine can do is a path here, except for what frames below are needed for: returns
//! ([`Graph::can_return`]), `longjmp` ([`Graph::can_long_jump`], [`Graph::jump_points`]) and what comes after the outermost
//! function ([`Graph::after_outermost`]).

use crate::bits::Bits;
use crate::calls::Calls;
use crate::csr::Csr;
use secateur_ir::{BlockId, FuncId, Function, Module, Op};

/// A node: a segment of a block, or a hub.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Node(pub u32);

/// How a node is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// To the next block, with nothing to decide.
    Jump,
    /// A side of a decision, with its number where it is the user's.
    Side(Option<u32>),
    /// Over a call.
    Skip,
    /// Into what a call may run.
    Enter(Fit),
}

/// How well what a call may run fits it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fit {
    /// By name, or through a pointer with fitting types that are the only ones possible.
    Both,
    /// Through a pointer, with fitting types: for distances.
    Likely,
    /// Through a pointer, whatever the types: for reachability.
    Possible,
}

impl Step {
    /// What it adds to a distance.
    pub fn weight(self) -> u32 {
        u32::from(matches!(self, Step::Side(_)))
    }
    /// Whether distances follow it.
    pub fn is_likely(self) -> bool {
        !matches!(self, Step::Enter(Fit::Possible))
    }
    /// Whether reachability follows it.
    pub fn is_possible(self) -> bool {
        !matches!(self, Step::Enter(Fit::Likely))
    }
    /// Whether it stays in the function.
    pub fn is_local(self) -> bool {
        !matches!(self, Step::Enter(_))
    }
}

/// In tables of nodes, blocks and functions.
pub(crate) const NONE: u32 = u32::MAX;

/// The graph of a module.
pub struct Graph {
    /// By function: the number of its first block among all.
    pub(crate) functions: Vec<u32>,
    /// By block: its first segment.
    pub(crate) blocks: Vec<u32>,
    /// By segment: its function.
    pub(crate) function_of: Vec<u32>,
    /// By function: whether it is the user's.
    pub(crate) own: Bits,
    pub(crate) next: Csr,
    pub(crate) previous: Csr,
    /// By numbered edge: the segment it leaves and the one it enters.
    pub(crate) edges: Vec<(u32, u32)>,
    pub(crate) can_return: Bits,
    pub(crate) can_long_jump: Bits,
    /// By function: whether a call of it may return.
    pub(crate) returns: Vec<bool>,
    /// Segments that begin behind a `setjmp`, in order.
    pub(crate) marks: Vec<u32>,
    /// The hubs of what runs when the program ends, after `exit` and at once.
    pub(crate) exit: u32,
    pub(crate) quit: u32,
    /// Whether what `exit` does after that may fail: it may use memory of the program's.
    pub(crate) lends: bool,
    pub(crate) main: u32,
    /// The library's `exit`, and what runs before `main`.
    pub(crate) exit_function: u32,
    pub(crate) starts: Vec<u32>,
}

impl Graph {
    /// The graph of a linked module. `first_edge` gives the number of the first side of a block's decision, and
    /// `edge_count` how many numbers there are, as for the virtual machine's program.
    pub fn new(module: &Module, first_edge: &dyn Fn(FuncId, BlockId) -> Option<u32>, edge_count: u32) -> Graph {
        let mut calls = Calls::new(module);
        crate::build::build(module, &mut calls, first_edge, edge_count)
    }

    /// How many nodes there are, hubs included.
    pub fn node_count(&self) -> u32 {
        self.next.len() as u32
    }
    /// How many segments there are: the nodes below this number.
    pub fn segment_count(&self) -> u32 {
        self.function_of.len() as u32
    }
    /// How many numbered edges there are.
    pub fn edge_count(&self) -> u32 {
        self.edges.len() as u32
    }
    /// How many functions there are.
    pub fn function_count(&self) -> u32 {
        self.functions.len() as u32 - 1
    }

    /// The segment of a block behind so many of its calls. Panics where the module has no such place.
    pub fn node_at(&self, function: u32, block: u32, calls_before: u32) -> Node {
        let block = self.functions[function as usize] + block;
        assert!(block < self.functions[function as usize + 1], "f{function} has no such block");
        let node = self.blocks[block as usize] + calls_before;
        assert!(node < self.blocks[block as usize + 1], "a block of f{function} has fewer than {calls_before} calls");
        Node(node)
    }
    /// Where a function begins.
    pub fn entry(&self, function: u32) -> Node {
        self.node_at(function, 0, 0)
    }
    /// Where a block begins.
    pub fn block_start(&self, function: u32, block: u32) -> Node {
        self.node_at(function, block, 0)
    }
    /// Where a frame goes on when the `nth` call of a block, counted from zero, returns.
    pub fn after_call(&self, function: u32, block: u32, nth: u32) -> Node {
        self.node_at(function, block, nth + 1)
    }
    /// The function of a segment; none for a hub.
    pub fn function_of(&self, node: Node) -> Option<u32> {
        self.function_of.get(node.0 as usize).copied()
    }
    /// The block of a segment, in its function; none for a hub.
    pub fn block_of(&self, node: Node) -> Option<u32> {
        let function = self.function_of(node)?;
        let block = self.blocks.partition_point(|first| *first <= node.0) as u32 - 1;
        Some(block - self.functions[function as usize])
    }
    /// Whether a function is the user's own.
    pub fn is_own(&self, function: u32) -> bool {
        self.own.contains(function)
    }

    /// The function and block that a numbered edge leaves; none for a number that no block has.
    pub fn source(&self, edge: u32) -> Option<(u32, u32)> {
        let node = self.source_node(edge)?;
        Some((self.function_of(node)?, self.block_of(node)?))
    }
    /// The segment that a numbered edge leaves.
    pub fn source_node(&self, edge: u32) -> Option<Node> {
        self.edges.get(edge as usize).filter(|e| e.0 != NONE).map(|e| Node(e.0))
    }
    /// The segment that a numbered edge enters.
    pub fn target_node(&self, edge: u32) -> Option<Node> {
        self.edges.get(edge as usize).filter(|e| e.0 != NONE).map(|e| Node(e.1))
    }

    /// How a node is left, and to where.
    pub fn successors(&self, node: Node) -> impl Iterator<Item = (Step, Node)> + '_ {
        self.next.of(node.0).map(|(to, step)| (step, Node(to)))
    }
    /// How a node is entered, and from where.
    pub fn predecessors(&self, node: Node) -> impl Iterator<Item = (Step, Node)> + '_ {
        self.previous.of(node.0).map(|(from, step)| (step, Node(from)))
    }

    /// Whether a call of the function may return.
    pub fn returns(&self, function: u32) -> bool {
        self.returns[function as usize]
    }
    /// Whether a return of the node's function can be reached from it, skipping calls.
    pub fn can_return(&self, node: Node) -> bool {
        self.can_return.contains(node.0)
    }
    /// Whether a `longjmp` can be reached from the node, in its function or in what that calls.
    pub fn can_long_jump(&self, node: Node) -> bool {
        self.can_long_jump.contains(node.0)
    }
    /// Where a `longjmp` may bring a frame of the function back to.
    pub fn jump_points(&self, function: u32) -> impl Iterator<Item = Node> + '_ {
        let first = |f: u32| self.blocks[self.functions[f as usize] as usize];
        let (from, to) = (first(function), first(function + 1));
        let start = self.marks.partition_point(|n| *n < from);
        self.marks[start..].iter().take_while(move |n| **n < to).map(|n| Node(*n))
    }
    /// Where control goes on when the outermost function returns: after `main` to what is registered for the end, after
    /// `exit` nowhere, and after what runs before `main` to all of the rest.
    pub fn after_outermost(&self, function: u32) -> impl Iterator<Item = Node> + '_ {
        let before_main = function != self.main && function != self.exit_function;
        let starts = self.starts.iter().filter(move |_| before_main).map(|f| self.entry(*f));
        starts.chain((function != self.exit_function).then_some(Node(self.exit)))
    }
}

/// How many calls stand before an instruction of a block: the segment that the instruction is in.
pub fn calls_before(function: &Function, block: BlockId, instruction: usize) -> u32 {
    let before = &function.blocks[block.index()].insts[..instruction];
    before.iter().filter(|inst| matches!(inst.op, Op::Call { .. })).count() as u32
}
