//! Which objects each register and each object's contents may point to.
//!
//! Inclusion constraints over the whole program, without regard to the order of instructions (Andersen). Any value may be a
//! pointer, whatever its type, since C copies pointers byte by byte and through integers; an object's contents are one set.
//! What it takes for granted: a number that was not computed from an address is no address.

use super::objects::{OUTSIDE, Object, Objects};
use super::set::Set;
use super::work::Work;
use crate::calls::{Calls, Target};
use rustc_hash::FxHashSet;
use secateur_ir::{Arg, Callee, Def, Function, Intrinsic, Module, Op, Operand, Reg, SymId, Term};
use std::collections::HashSet;

/// Something that holds pointers.
pub type Node = u32;

pub struct Points {
    pub sets: Vec<Set>,
    /// By node: one that has the same set, or itself. Follow it to the end.
    pub same: Vec<Node>,
    /// By function: the node of its first register; its results have one more behind the registers.
    first: Vec<Node>,
    count: Vec<u32>,
    /// The node of the first object's contents.
    contents: Node,
}

pub struct Solver<'a> {
    pub module: &'a Module,
    pub objects: &'a Objects,
    pub points: Points,
    pub copies: Vec<Vec<Node>>,
    pub known: FxHashSet<(Node, Node)>,
    /// What comes from outside may be kept in whatever is reachable from there.
    pub spreads: bool,
    pub work: &'a Work<'a>,
    /// By node: where what it points to is loaded to, and from where it is stored to.
    pub loads: Vec<Vec<Node>>,
    pub stores: Vec<Vec<Node>>,
    /// By node: objects that its loads and stores know of.
    pub seen: Vec<Set>,
    pub pending: Vec<Node>,
    pub is_pending: Vec<bool>,
}

/// Functions of the machine that copy what their second argument points to behind their first.
const COPIERS: [&str; 6] = ["memcpy", "memmove", "mempcpy", "strcpy", "stpcpy", "strcat"];
/// Functions of the machine whose result is, or points into, their first argument.
const FINDERS: [&str; 8] = ["memset", "memchr", "strchr", "index", "strchrnul", "__strchrnul", "strrchr", "rindex"];
/// Functions of the machine that give and keep no pointers.
const PLAIN: &[&str] = &[
    "free",
    "malloc_usable_size",
    "memcmp",
    "bcmp",
    "strlen",
    "strnlen",
    "strcmp",
    "strncmp",
    "__assert_fail",
    "__secateur_assert_fail",
    "klee_assert_fail",
    "reach_error",
    "__VERIFIER_error",
    "__secateur_symbolic",
    "__secateur_assume",
    "__secateur_silent_exit",
    "__secateur_is_symbolic",
    "__secateur_print_value",
    "__secateur_report_error",
    "__secateur_object_size",
    "__secateur_check_access",
    "__secateur_set_forking",
    "__secateur_wants_results",
    "__secateur_result",
];
/// System calls that keep no address and give none back, by number: reading, writing, files, times and identities.
const PLAIN_SYSCALLS: &[u64] = &[
    0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 14, 16, 17, 18, 19, 20, 21, 23, 24, 32, 33, 35, 39, 60, 63, 72, 74, 77, 79, 80, 82,
    83, 84, 86, 87, 88, 89, 90, 91, 96, 97, 98, 99, 100, 102, 104, 107, 108, 110, 186, 200, 201, 202, 217, 218, 228,
    229, 230, 231, 257, 262, 273, 318,
];

impl Points {
    /// `None`: it is more work than may be done.
    pub fn new(module: &Module, objects: &Objects, calls: &mut Calls, work: &Work) -> Option<Points> {
        let (mut first, mut next) = (vec![], 0);
        for function in &module.functions {
            first.push(next);
            next += function.regs.len() as u32 + 1;
        }
        let contents = next;
        let count = next as usize + objects.len();
        let points = Points {
            sets: vec![Set::default(); count],
            same: (0..count as u32).collect(),
            count: module.functions.iter().map(|f| f.regs.len() as u32).collect(),
            first,
            contents,
        };
        let mut solver = Solver {
            module,
            objects,
            points,
            copies: vec![vec![]; count],
            known: FxHashSet::default(),
            spreads: false,
            work,
            loads: vec![vec![]; count],
            stores: vec![vec![]; count],
            seen: vec![Set::default(); count],
            pending: vec![],
            is_pending: vec![false; count],
        };
        solver.start(calls);
        for f in 0..module.functions.len() as u32 {
            solver.function(f, calls);
        }
        let is_done = solver.solve();
        is_done.then_some(solver.points)
    }

    fn reg(&self, function: u32, reg: Reg) -> Node {
        self.first[function as usize] + reg.0
    }
    fn results(&self, function: u32) -> Node {
        self.first[function as usize] + self.count[function as usize]
    }
    pub fn content(&self, object: Object) -> Node {
        self.contents + object
    }

    /// The node that stands for all that have the same set.
    pub fn find(&self, mut node: Node) -> Node {
        while self.same[node as usize] != node {
            node = self.same[node as usize];
        }
        node
    }
    fn set(&self, node: Node) -> &Set {
        &self.sets[self.find(node) as usize]
    }

    /// What a register may point to.
    pub fn of_reg(&self, function: u32, reg: Reg) -> &Set {
        self.set(self.reg(function, reg))
    }
    /// What a function's results may point to.
    pub fn of_results(&self, function: u32) -> &Set {
        self.set(self.results(function))
    }
    /// What the contents of an object may point to.
    pub fn of_contents(&self, object: Object) -> &Set {
        self.set(self.content(object))
    }
    /// What an operand may point to.
    pub fn of_operand(&self, module: &Module, objects: &Objects, function: u32, operand: Operand) -> Set {
        match operand {
            Operand::Reg(reg) => self.of_reg(function, reg).clone(),
            Operand::Sym(symbol, _) => [objects.symbol(module, symbol, 0).0].into_iter().collect(),
            _ => Set::default(),
        }
    }
}

impl Solver<'_> {
    /// What is there before the program runs.
    fn start(&mut self, calls: &mut Calls) {
        let outside = self.points.content(OUTSIDE);
        self.insert(outside, OUTSIDE);
        for (g, global) in (0..).zip(&self.module.globals) {
            for reloc in &global.relocs {
                let (object, _) = self.objects.symbol(self.module, reloc.sym, reloc.addend);
                let node = self.points.content(self.objects.global(g));
                self.insert(node, object);
            }
        }
        // The machine calls these with what the system gives. So may library code of what it does not know itself.
        let mut called: HashSet<u32> = HashSet::new();
        for f in 0..self.module.functions.len() as u32 {
            for_each_call(self.module, f, calls, &mut |target, groups| match target {
                Target::Function(g) => called.extend([g.0]),
                Target::Pointer { possible, .. } => called.extend(&groups[possible.0 as usize]),
                Target::Outside(_) => {}
            });
        }
        let started: HashSet<u32> =
            self.module.ctors.iter().chain(&self.module.dtors).filter_map(|s| self.body(*s)).collect();
        for (f, function) in (0..).zip(&self.module.functions) {
            if !called.contains(&f) || started.contains(&f) || function.name == "main" {
                for p in 0..function.params.len() {
                    let node = self.points.reg(f, Reg::new(p));
                    self.insert(node, OUTSIDE);
                }
            }
            for p in 0..function.params.len() as u32 {
                if let Some(object) = self.objects.copy(f, p) {
                    let node = self.points.reg(f, Reg(p));
                    self.insert(node, object);
                }
            }
        }
    }

    /// The function that a symbol names.
    fn body(&self, symbol: SymId) -> Option<u32> {
        match self.module.symbol(self.module.resolve(symbol).0).def {
            Def::Function(f) => Some(f.0),
            _ => None,
        }
    }

    /// Whatever the operand holds goes to a node.
    fn give(&mut self, f: u32, operand: Operand, to: Node) {
        match operand {
            Operand::Reg(reg) => self.copy(self.points.reg(f, reg), to),
            Operand::Sym(symbol, _) => {
                let (object, _) = self.objects.symbol(self.module, symbol, 0);
                self.insert(to, object);
            }
            Operand::Const(_) | Operand::Wide(_) | Operand::Undef => {}
        }
    }

    /// A node that holds what an operand does.
    fn node(&mut self, f: u32, operand: Operand) -> Option<Node> {
        match operand {
            Operand::Reg(reg) => Some(self.points.reg(f, reg)),
            Operand::Sym(..) => {
                let node = self.fresh();
                self.give(f, operand, node);
                Some(node)
            }
            _ => None,
        }
    }

    fn function(&mut self, f: u32, calls: &mut Calls) {
        let module = self.module;
        let function = &module.functions[f as usize];
        for (b, block) in (0..).zip(&function.blocks) {
            for (i, inst) in (0..).zip(&block.insts) {
                self.inst((f, b, i), function, &inst.op, calls);
            }
            if let Term::Return(values) = &block.term {
                for value in values.iter() {
                    let to = self.points.results(f);
                    self.give(f, *value, to);
                }
            }
        }
    }

    fn inst(&mut self, place: (u32, u32, u32), function: &Function, op: &Op, calls: &mut Calls) {
        let f = place.0;
        match op {
            Op::Alloca { dst, .. } => {
                if let Some(object) = self.objects.made_at(place) {
                    let node = self.points.reg(f, *dst);
                    self.insert(node, object);
                }
            }
            Op::Load { dst, addr, .. } => {
                if let Some(address) = self.node(f, *addr) {
                    let to = self.points.reg(f, *dst);
                    self.load(address, to);
                }
            }
            Op::Store { src, addr, .. } => {
                if let (Some(from), Some(address)) = (self.node(f, *src), self.node(f, *addr)) {
                    self.store(from, address);
                }
            }
            Op::Call { dsts, rets, callee, args, fixed } => {
                let target = calls.target(self.module, function, callee, args, *fixed, rets);
                self.call(place, target, callee, dsts, args, calls);
            }
            Op::Intrinsic { op: Intrinsic::MemCpy | Intrinsic::MemMove, args, .. } => {
                self.transfer(f, args[0], args[1])
            }
            Op::Intrinsic { op: Intrinsic::VaCopy, args, .. } => self.transfer(f, args[0], args[1]),
            Op::Intrinsic { op: Intrinsic::VaStart, args, .. } => {
                if let (Some(list), Some(object)) = (self.node(f, args[0]), self.objects.variadic(f)) {
                    let node = self.fresh();
                    self.insert(node, object);
                    self.store(node, list);
                }
            }
            Op::ICmp { .. } | Op::FCmp { .. } | Op::Unsupported { .. } => {}
            op => {
                for dst in op.defs() {
                    let to = self.points.reg(f, *dst);
                    op.for_each_operand(&mut |operand| self.give(f, operand, to));
                }
            }
        }
    }

    /// What one address points to gets what another one's does.
    fn transfer(&mut self, f: u32, to: Operand, from: Operand) {
        if let (Some(to), Some(from)) = (self.node(f, to), self.node(f, from)) {
            let between = self.fresh();
            self.load(from, between);
            self.store(between, to);
        }
    }

    fn call(
        &mut self,
        place: (u32, u32, u32),
        target: Target,
        callee: &Callee,
        dsts: &[Reg],
        args: &[Arg],
        calls: &Calls,
    ) {
        match target {
            Target::Function(g) => self.bind(place.0, g.0, dsts, args),
            Target::Pointer { possible, .. } => {
                for g in &calls.groups()[possible.0 as usize] {
                    self.bind(place.0, *g, dsts, args);
                }
                // A function of the machine may be behind it.
                if matches!(callee, Callee::Indirect(_)) && calls.pointers_return(possible) {
                    self.unknown(place.0, dsts, args);
                }
            }
            Target::Outside(symbol) => {
                let name = self.module.symbol(symbol).name.clone();
                self.outside(place, &name, dsts, args);
            }
        }
    }

    fn bind(&mut self, f: u32, g: u32, dsts: &[Reg], args: &[Arg]) {
        let callee = &self.module.functions[g as usize];
        for (p, arg) in (0..).zip(args) {
            match (self.objects.copy(g, p), arg) {
                (Some(object), Arg::ByVal { ptr, .. }) => {
                    if let Some(from) = self.node(f, *ptr) {
                        let to = self.points.content(object);
                        self.load(from, to);
                    }
                }
                _ if (p as usize) < callee.params.len() => {
                    let to = self.points.reg(g, Reg(p));
                    self.give(f, arg.operand(), to);
                }
                _ => {
                    if let Some(object) = self.objects.variadic(g) {
                        let to = self.points.content(object);
                        self.give(f, arg.operand(), to);
                        if let Arg::ByVal { ptr, .. } = arg
                            && let Some(from) = self.node(f, *ptr)
                        {
                            self.load(from, to);
                        }
                    }
                }
            }
        }
        for dst in dsts {
            self.copy(self.points.results(g), self.points.reg(f, *dst));
        }
    }

    fn outside(&mut self, place: (u32, u32, u32), name: &str, dsts: &[Reg], args: &[Arg]) {
        let f = place.0;
        let arg = |i: usize| args.get(i).map_or(Operand::Undef, |arg| arg.operand());
        if let Some(block) = self.objects.made_at(place) {
            if name == "posix_memalign" {
                if let Some(address) = self.node(f, arg(0)) {
                    let node = self.fresh();
                    self.insert(node, block);
                    self.store(node, address);
                }
                return;
            }
            for dst in dsts {
                let node = self.points.reg(f, *dst);
                self.insert(node, block);
            }
            if name == "realloc"
                && let Some(old) = self.node(f, arg(0))
            {
                let to = self.points.content(block);
                self.load(old, to);
            }
            return;
        }
        let is_copier = COPIERS.contains(&name);
        if is_copier {
            self.transfer(f, arg(0), arg(1));
        }
        if is_copier || FINDERS.contains(&name) {
            for dst in dsts {
                let to = self.points.reg(f, *dst);
                self.give(f, arg(0), to);
            }
            return;
        }
        let is_plain = PLAIN.contains(&name)
            || name == "__secateur_syscall" && matches!(arg(0), Operand::Const(n) if PLAIN_SYSCALLS.contains(&n));
        if !is_plain {
            self.unknown(f, dsts, args);
        }
    }

    /// Whatever is reachable from the arguments may be kept, given back, and written anywhere that is reachable from them.
    fn unknown(&mut self, f: u32, dsts: &[Reg], args: &[Arg]) {
        let outside = self.points.content(OUTSIDE);
        for arg in args {
            self.give(f, arg.operand(), outside);
        }
        if !std::mem::replace(&mut self.spreads, true) {
            let outside = self.points.find(outside);
            self.seen[outside as usize] = Set::default();
            self.wake(outside);
        }
        for dst in dsts {
            self.copy(outside, self.points.reg(f, *dst));
        }
    }
}

/// Calls a function with the target of each call, and the groups of functions that pointers choose from.
pub fn for_each_call(module: &Module, f: u32, calls: &mut Calls, look: &mut dyn FnMut(Target, &[Vec<u32>])) {
    let function = &module.functions[f as usize];
    for inst in function.blocks.iter().flat_map(|b| &b.insts) {
        if let Op::Call { callee, args, fixed, rets, .. } = &inst.op {
            let target = calls.target(module, function, callee, args, *fixed, rets);
            look(target, calls.groups());
        }
    }
}
