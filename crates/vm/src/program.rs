//! A linked module made ready to run: addresses for its symbols, its first memory, and bytecode for
//! each function when it is first called.

use crate::checks::Checks;
use crate::code::{self, Code, Context, Inst, Target, flag};
use crate::memory::{Kind, Memory, Site};
use crate::{addr, natives};
use rustc_hash::FxHashMap;
use secateur_ir::{self as ir, Def, FuncId, Module, SymId};
use std::cell::OnceCell;
use std::sync::atomic::Ordering;

pub struct Program {
    pub module: Module,
    /// The address of every symbol.
    addresses: Vec<u64>,
    /// What a call of each symbol runs.
    targets: Vec<Target>,
    /// Functions that can be called by name from outside of their module.
    by_name: FxHashMap<String, FuncId>,
    code: Vec<OnceCell<Result<Code, String>>>,
    function_addresses: Vec<u64>,
    /// Memory as it is before the first instruction.
    memory: Memory,
    checks: Checks,
    /// Whether input may be symbolic.
    symbolic: bool,
    /// Whether it is followed what branches decide about.
    flow: bool,
    /// The number of the first side of each branch in the user's own code, by function and block;
    /// `NO_EDGE` for blocks that end otherwise.
    edges: Vec<Box<[u32]>>,
    edge_count: u32,
}

/// In [`Program::edges`].
const NO_EDGE: u32 = u32::MAX;

/// In [`Kind::Code`], marks functions that the machine itself implements.
pub const NATIVE: u32 = 1 << 31;

/// Functions that stand for an error even where the program defines them, as Test-Comp has it.
const ERROR_CALLS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

impl Program {
    /// The error is the number of bytes that the program's globals need, where they exceed the limit.
    pub fn new(module: Module, checks: Checks, max_memory: u64) -> Result<Program, u64> {
        let needed = module.globals.iter().map(|g| g.size).sum();
        if needed > max_memory {
            return Err(needed);
        }
        let mut memory = Memory::new(max_memory, checks.uninitialised_read());
        let function_addresses: Vec<u64> =
            (0..module.functions.len()).map(|f| memory.allocate_code(f as u32)).collect();
        let globals: Vec<u64> = module
            .globals
            .iter()
            .enumerate()
            .map(|(i, g)| memory.allocate(g.size, Kind::Global(i as u32), Site::default(), true))
            .map(|at| at.expect("the globals fit, and the front end refuses larger ones"))
            .collect();
        let mut program = Program {
            addresses: vec![0; module.symbols.len()],
            targets: vec![Target::Pointer(ir::Operand::Const(0)); module.symbols.len()],
            by_name: by_name(&module),
            code: module.functions.iter().map(|_| OnceCell::new()).collect(),
            function_addresses,
            memory,
            checks,
            symbolic: false,
            flow: false,
            edges: vec![],
            edge_count: 0,
            module,
        };
        program.place_symbols(&globals);
        program.fill_globals(&globals);
        Ok(program)
    }

    /// Makes the program ready for symbolic input. `first` numbers the sides of branches whose
    /// coverage is recorded: the number of a block's first side, of `count` in all.
    pub fn with_symbolic_input(mut self, count: u32, first: impl Fn(FuncId, ir::BlockId) -> Option<u32>) -> Program {
        self.symbolic = true;
        self.edge_count = count;
        for (f, function) in self.module.functions.iter().enumerate() {
            let blocks = if function.library { 0 } else { function.blocks.len() };
            let number = |b| first(FuncId::new(f), ir::BlockId::new(b)).unwrap_or(NO_EDGE);
            self.edges.push((0..blocks).map(number).collect());
        }
        self
    }

    /// Makes it possible to follow what branches decide about.
    pub fn with_flow(mut self) -> Program {
        self.flow = true;
        self
    }

    pub fn has_flow(&self) -> bool {
        self.flow
    }

    pub(crate) fn is_symbolic(&self) -> bool {
        self.symbolic
    }

    /// How many sides the user's branches have.
    pub fn edge_count(&self) -> u32 {
        self.edge_count
    }

    /// The number of a side of a branch in the user's own code.
    pub fn edge(&self, function: u32, block: u32, side: u32) -> Option<u32> {
        let first = *self.edges.get(function as usize)?.get(block as usize)?;
        (first != NO_EDGE).then_some(first + side)
    }

    fn place_symbols(&mut self, globals: &[u64]) {
        for i in 0..self.module.symbols.len() {
            let (id, add) = self.module.resolve(SymId::new(i));
            let symbol = self.module.symbol(id);
            let native = natives::find(&symbol.name);
            let defined = match symbol.def {
                Def::Function(_) if ERROR_CALLS.contains(&symbol.name.as_str()) => None,
                Def::Function(f) => Some((self.function_addresses[f.index()], Target::Function(f.0))),
                Def::Global(g) => Some((globals[g.index()], Target::Pointer(ir::Operand::Const(globals[g.index()])))),
                _ => None,
            };
            let (address, target) = match (defined, native) {
                (Some(found), _) => found,
                (None, Some(n)) => (self.native_address(id, n), Target::Native(n)),
                (None, None) => continue,
            };
            self.addresses[i] = address.wrapping_add(add as u64);
            self.targets[i] = target;
        }
    }

    /// All aliases of a native share one address.
    fn native_address(&mut self, id: SymId, native: u32) -> u64 {
        let known = self.addresses[id.index()];
        if known != 0 { known } else { self.memory.allocate_code(NATIVE | native) }
    }

    fn fill_globals(&mut self, globals: &[u64]) {
        for (global, at) in self.module.globals.iter().zip(globals) {
            let id = addr::id(*at);
            self.memory.initialise(id, 0, &global.bytes);
            for reloc in &global.relocs {
                let value = self.addresses[reloc.sym.index()].wrapping_add(reloc.addend as u64);
                self.memory.initialise(id, reloc.offset, &value.to_le_bytes());
            }
            if global.constant {
                self.memory.make_constant(id);
            }
        }
    }

    /// Memory for a new run.
    pub(crate) fn initial_memory(&self) -> Memory {
        self.memory.fork(2)
    }

    /// The address of a global variable.
    pub fn global(&self, name: &str) -> Option<u64> {
        let at = self.module.symbols.iter().position(|s| s.name == name && matches!(s.def, Def::Global(_)))?;
        Some(self.addresses[at])
    }

    pub fn find(&self, name: &str) -> Option<FuncId> {
        self.by_name.get(name).copied()
    }

    pub(crate) fn symbol_address(&self, sym: SymId) -> u64 {
        self.addresses[sym.index()]
    }

    pub fn checks(&self) -> &Checks {
        &self.checks
    }

    pub(crate) fn function(&self, f: u32) -> &ir::Function {
        &self.module.functions[f as usize]
    }

    /// The bytecode, made now if it was not yet. The error is a reason for "unsupported".
    pub(crate) fn code(&self, f: u32) -> Result<&Code, &str> {
        let make = || code::build(self.function(f), self.function_addresses[f as usize], self);
        self.code[f as usize].get_or_init(make).as_ref().map_err(String::as_str)
    }

    /// The instruction before `pc`, which is inside the function's code.
    pub(crate) fn site_of(&self, function: u32, pc: *const Inst) -> Site {
        let code = self.existing_code(function);
        // SAFETY: the caller's pc is inside the code.
        let at = unsafe { pc.offset_from(code.insts.as_ptr()) }.saturating_sub(1).max(0);
        Site { function, at: at as u32, var: u32::MAX }
    }

    /// Branches forget which of their sides were taken.
    pub(crate) fn forget_taken(&self) {
        let code = self.code.iter().filter_map(|code| code.get()?.as_ref().ok());
        for inst in code.flat_map(|code| code.insts.iter()) {
            let flags = inst.flags.load(Ordering::Relaxed);
            if flags & flag::COUNTS != 0 {
                inst.flags.store(flags & !(flag::SEEN_LOW | flag::SEEN_HIGH), Ordering::Relaxed);
            }
        }
    }

    /// Code that exists because the function ran.
    pub(crate) fn existing_code(&self, f: u32) -> &Code {
        match self.code[f as usize].get() {
            Some(Ok(code)) => code,
            _ => unreachable!("a frame's function has code"),
        }
    }
}

fn by_name(module: &Module) -> FxHashMap<String, FuncId> {
    let mut functions = FxHashMap::default();
    for (i, symbol) in module.symbols.iter().enumerate().filter(|(_, symbol)| symbol.linkage != ir::Linkage::Local) {
        if let Def::Function(f) = module.symbol(module.resolve(SymId::new(i)).0).def {
            functions.entry(symbol.name.clone()).or_insert(f);
        }
    }
    functions
}

impl Context for Program {
    fn address(&self, sym: SymId, add: i64) -> u64 {
        self.addresses[sym.index()].wrapping_add(add as u64)
    }
    fn callee(&self, sym: SymId) -> Target {
        self.targets[sym.index()]
    }
    fn returns_twice(&self, sym: SymId) -> bool {
        matches!(self.targets[sym.index()], Target::Native(n) if natives::get(n).name.ends_with("setjmp"))
    }
    fn is_assumption(&self, sym: SymId) -> bool {
        ir::conditions::is_assumption(&self.module, sym)
    }
    fn takes_words(&self, function: u32, args: &[ir::Arg], rets: &[ir::Ty]) -> bool {
        let f = self.function(function);
        let by_value = |arg: &ir::Arg| matches!(arg, ir::Arg::ByVal { .. });
        let agrees = |(p, arg): (&ir::Param, &ir::Arg)| {
            p.ty.is_word() && p.ty.bits() == arg.ty().bits() && p.byval.is_some() == by_value(arg)
        };
        let results = rets.is_empty() || rets.iter().map(|ty| ty.bits()).eq(f.rets.iter().map(|ty| ty.bits()));
        !f.variadic
            && f.params.len() == args.len()
            && f.params.iter().zip(args).all(agrees)
            && results
            && f.rets.iter().all(|r| r.is_word())
            && f.rets.len() <= code::MANY_RESULTS
    }
    fn shortcut(&self, function: u32) -> Option<u16> {
        let f = self.function(function);
        if f.library { natives::fast::find(&f.name) } else { None }
    }
    fn checks_overflow(&self) -> bool {
        self.checks.signed_overflow()
    }
    fn keeps_variables(&self) -> bool {
        self.checks.memory_leak()
    }
    fn tracks_undefined(&self) -> bool {
        self.checks.uninitialised_read()
    }
    fn tracks_flow(&self) -> bool {
        self.flow
    }
    fn tracks(&self) -> bool {
        self.symbolic || self.checks.uninitialised_read()
    }
}
