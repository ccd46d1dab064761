//! Builds the graph: the places of segments, who can return, then the edges.

use crate::bits::Bits;
use crate::calls::{Calls, GroupId, Target};
use crate::csr::Csr;
use crate::graph::{Fit, Graph, NONE, Step};
use crate::names;
use crate::returns;
use secateur_ir::{BlockId, Def, FuncId, Module, Op, Operand, SymId, Term};

/// Where the end of a block leads.
pub(crate) enum Flow {
    Goto(BlockId),
    /// In the order of [`Term::sides`].
    Sides(Vec<BlockId>),
    /// Computed, to one of these.
    Any(Vec<BlockId>),
    Return,
    End,
}

/// A constant decides at once; everything else is as the terminator says.
pub(crate) fn flow(term: &Term) -> Flow {
    match term {
        Term::Jump(to) => Flow::Goto(*to),
        Term::Branch { cond: Operand::Const(c), then, els } => Flow::Goto(if c & 1 != 0 { *then } else { *els }),
        Term::Switch { value: Operand::Const(v), cases, default, .. } => {
            Flow::Goto(cases.iter().find(|case| case.0 == *v).map_or(*default, |case| case.1))
        }
        Term::Branch { then, .. } if term.sides().is_empty() => Flow::Goto(*then),
        Term::Switch { default, .. } if term.sides().is_empty() => Flow::Goto(*default),
        Term::Branch { .. } | Term::Switch { .. } => Flow::Sides(term.sides()),
        Term::Indirect { targets, .. } => {
            let mut targets = targets.clone();
            targets.sort_unstable();
            targets.dedup();
            Flow::Any(targets)
        }
        Term::Return(_) => Flow::Return,
        Term::Unreachable => Flow::End,
    }
}

/// Where the segments of each block are, and what their calls run.
pub(crate) struct Layout {
    pub functions: Vec<u32>,
    pub blocks: Vec<u32>,
    pub function_of: Vec<u32>,
    /// By segment: what the call at its end runs; none for the last segment of a block.
    pub calls: Vec<Option<Target>>,
}

impl Layout {
    fn new(module: &Module, calls: &mut Calls) -> Layout {
        let mut layout = Layout { functions: vec![], blocks: vec![], function_of: vec![], calls: vec![] };
        for (f, function) in module.functions.iter().enumerate() {
            layout.functions.push(layout.blocks.len() as u32);
            for block in &function.blocks {
                layout.blocks.push(layout.function_of.len() as u32);
                for inst in &block.insts {
                    if let Op::Call { callee, args, fixed, rets, .. } = &inst.op {
                        let target = calls.target(module, function, callee, args, *fixed, rets);
                        layout.function_of.push(f as u32);
                        layout.calls.push(Some(target));
                    }
                }
                layout.function_of.push(f as u32);
                layout.calls.push(None);
            }
        }
        layout.functions.push(layout.blocks.len() as u32);
        layout.blocks.push(layout.function_of.len() as u32);
        layout
    }

    pub fn block(&self, function: usize, block: BlockId) -> u32 {
        self.blocks[self.functions[function] as usize + block.index()]
    }
    pub fn entry(&self, function: usize) -> u32 {
        self.block(function, BlockId(0))
    }
}

/// The nodes behind the segments: a hub for each group, then the two ways in which a program ends.
struct Hubs {
    first: u32,
    exit: u32,
    quit: u32,
}

impl Hubs {
    fn new(layout: &Layout, calls: &Calls) -> Hubs {
        let first = layout.function_of.len() as u32;
        let exit = first + calls.groups().len() as u32;
        Hubs { first, exit, quit: exit + 1 }
    }

    fn group(&self, group: GroupId) -> u32 {
        self.first + group.0
    }

    /// Where a call of a function goes.
    fn entry(&self, module: &Module, layout: &Layout, f: FuncId) -> u32 {
        let function = module.function(f);
        match function.name.as_str() {
            names::EXIT if function.library => self.exit,
            name if function.library && names::QUIT.contains(&name) => self.quit,
            _ => layout.entry(f.index()),
        }
    }
}

pub(crate) fn build(
    module: &Module,
    calls: &mut Calls,
    first_edge: &dyn Fn(FuncId, BlockId) -> Option<u32>,
    edge_count: u32,
) -> Graph {
    let layout = Layout::new(module, calls);
    let at_exit = calls.at_exit();
    let returns = returns::find(module, calls, &layout);
    let hubs = Hubs::new(&layout, calls);
    let (main, exit_function) = (find(module, "main"), find(module, names::EXIT));
    let lends = calls.mentions(&names::LENDERS);
    let entry = |f: FuncId| hubs.entry(module, &layout, f);
    let mut builder = Builder::new(calls, edge_count);
    for (f, function) in module.functions.iter().enumerate() {
        for (id, block) in function.block_ids().zip(&function.blocks) {
            let mut node = layout.block(f, id);
            while let Some(target) = layout.calls[node as usize] {
                builder.next.begin();
                builder.call(module, node, target, &returns, &entry, &hubs);
                node += 1;
            }
            builder.next.begin();
            let first = if function.library { None } else { first_edge(FuncId::new(f), id) };
            builder.end(node, flow(&block.term), first, &|to| layout.block(f, to));
        }
    }
    for list in calls.groups() {
        builder.hub(list.iter().map(|f| entry(FuncId(*f))));
    }
    // What is registered stands for all of `exit`, unless streams may lead back into the program.
    let handlers = &calls.groups()[at_exit.0 as usize];
    let rest = (lends && exit_function != NONE).then(|| layout.entry(exit_function as usize));
    builder.hub(handlers.iter().map(|f| entry(FuncId(*f))).chain(rest));
    builder.hub(std::iter::empty());

    let previous = builder.next.reversed();
    Graph {
        own: own_functions(module),
        can_return: previous.closure(builder.leaves.iter().copied(), Step::is_local),
        can_long_jump: previous.closure(builder.jumps.iter().copied(), Step::is_possible),
        previous,
        returns,
        exit: hubs.exit,
        quit: hubs.quit,
        lends,
        main,
        exit_function,
        starts: starts(module),
        next: builder.next,
        edges: builder.edges,
        marks: builder.marks,
        functions: layout.functions,
        blocks: layout.blocks,
        function_of: layout.function_of,
    }
}

/// The function of this name that other files see.
fn find(module: &Module, name: &str) -> u32 {
    module.find(name).and_then(|symbol| defined(module, symbol)).unwrap_or(NONE)
}

fn defined(module: &Module, symbol: SymId) -> Option<u32> {
    match module.symbol(module.resolve(symbol).0).def {
        Def::Function(f) => Some(f.0),
        _ => None,
    }
}

fn own_functions(module: &Module) -> Bits {
    (0u32..).zip(&module.functions).filter(|(_, f)| !f.library).map(|(f, _)| f).collect()
}

/// What the machine calls before `main`, and `main`.
fn starts(module: &Module) -> Vec<u32> {
    let mut starts: Vec<u32> = module.ctors.iter().filter_map(|symbol| defined(module, *symbol)).collect();
    starts.extend(["__secateur_at_fini", "main"].map(|name| find(module, name)).iter().filter(|f| **f != NONE));
    starts
}

struct Builder<'a> {
    calls: &'a Calls,
    next: Csr,
    edges: Vec<(u32, u32)>,
    marks: Vec<u32>,
    /// Segments that end in a `longjmp`.
    jumps: Vec<u32>,
    /// Segments that end in a return.
    leaves: Vec<u32>,
}

impl<'a> Builder<'a> {
    fn new(calls: &'a Calls, edge_count: u32) -> Builder<'a> {
        let edges = vec![(NONE, NONE); edge_count as usize];
        Builder { calls, next: Csr::default(), edges, marks: vec![], jumps: vec![], leaves: vec![] }
    }

    fn hub(&mut self, entries: impl Iterator<Item = u32>) {
        self.next.begin();
        entries.for_each(|entry| self.next.push(entry, Step::Enter(Fit::Both)));
    }

    fn call(
        &mut self,
        module: &Module,
        node: u32,
        target: Target,
        returns: &[bool],
        entry: &dyn Fn(FuncId) -> u32,
        hubs: &Hubs,
    ) {
        if returns::may_return(module, self.calls, target, returns) {
            self.next.push(node + 1, Step::Skip);
        }
        let (jumps, marks) = match target {
            Target::Function(f) => {
                self.next.push(entry(f), Step::Enter(Fit::Both));
                (false, false)
            }
            Target::Outside(symbol) => {
                let name = &module.symbol(symbol).name;
                (names::jumps(name), names::marks(name))
            }
            Target::Pointer { likely, possible } => {
                if likely == possible {
                    self.next.push(hubs.group(likely), Step::Enter(Fit::Both));
                } else {
                    self.next.push(hubs.group(likely), Step::Enter(Fit::Likely));
                    self.next.push(hubs.group(possible), Step::Enter(Fit::Possible));
                }
                (self.calls.pointers_jump(), self.calls.pointers_mark())
            }
        };
        if jumps {
            self.jumps.push(node);
        }
        if marks {
            self.marks.push(node + 1);
        }
    }

    fn end(&mut self, node: u32, flow: Flow, first: Option<u32>, block: &dyn Fn(BlockId) -> u32) {
        match flow {
            Flow::Goto(to) => self.next.push(block(to), Step::Jump),
            Flow::Any(targets) => targets.into_iter().for_each(|to| self.next.push(block(to), Step::Side(None))),
            Flow::Sides(sides) => {
                for (i, to) in (0u32..).zip(sides) {
                    let number = first.map(|first| first + i).filter(|n| (*n as usize) < self.edges.len());
                    if let Some(edge) = number {
                        self.edges[edge as usize] = (node, block(to));
                    }
                    self.next.push(block(to), Step::Side(number));
                }
            }
            Flow::Return => self.leaves.push(node),
            Flow::End => {}
        }
    }
}
