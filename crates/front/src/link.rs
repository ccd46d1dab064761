//! Links modules of our IR into one, and pulls in of libc what the program refers to.
//!
//! The rules are those of a static linker: strong definitions clash, weak ones yield, a program's own
//! definition of a libc function replaces libc's. Names that the machine implements itself stay
//! undefined; the machine finds them by name.

use crate::FrontError;
use crate::archive::Archive;
use secateur_ir::*;
use std::collections::HashMap;

pub struct Linker<'a> {
    out: Module,
    by_name: HashMap<String, SymId>,
    libc: Option<&'a Archive>,
    /// What each of libc's symbols became.
    imported: Vec<Option<SymId>>,
    libc_files: Option<u32>,
    is_native: &'a dyn Fn(&str) -> bool,
}

/// A function of which nothing is known but its name.
fn stub(name: &str) -> Function {
    let what = format!("a call of `{name}`, which is neither in the program's bitcode nor in musl");
    let inst = Inst { op: Op::Unsupported { what: what.into() }, loc: 0 };
    Function {
        name: name.into(),
        loc: Loc::default(),
        library: true,
        params: vec![],
        variadic: false,
        rets: vec![],
        regs: vec![],
        blocks: vec![Block { insts: vec![inst], term: Term::Unreachable, term_loc: 0, negated: false }],
        locs: vec![Loc::default()],
        vars: vec![],
        wide: vec![],
        frame_bytes: 0,
    }
}

impl<'a> Linker<'a> {
    pub fn new(libc: Option<&'a Archive>, is_native: &'a dyn Fn(&str) -> bool) -> Linker<'a> {
        let imported = vec![None; libc.map_or(0, Archive::symbol_count)];
        Linker { out: Module::default(), by_name: HashMap::new(), libc, imported, libc_files: None, is_native }
    }

    pub fn add(&mut self, mut module: Module) -> Result<(), FrontError> {
        let files = self.out.files.len() as u32;
        self.out.files.append(&mut module.files);
        let (first_function, first_global) = (self.out.functions.len() as u32, self.out.globals.len() as u32);
        let mut map = Vec::with_capacity(module.symbols.len());
        for symbol in &module.symbols {
            let def = match symbol.def {
                Def::Function(f) => Def::Function(FuncId(f.0 + first_function)),
                Def::Global(g) => Def::Global(GlobalId(g.0 + first_global)),
                other => other, // aliases are put right below, when all symbols are known
            };
            map.push(self.declare(Symbol { def, ..symbol.clone() })?);
        }
        for (symbol, id) in module.symbols.iter().zip(&map) {
            if let (Def::Alias(target, add), def @ Def::Alias(..)) = (symbol.def, &mut self.out.symbols[id.index()].def)
            {
                *def = Def::Alias(map[target.index()], add);
            }
        }
        for mut function in module.functions {
            rename_function(&mut function, files, &mut |s| map[s.index()]);
            self.out.functions.push(function);
        }
        for mut global in module.globals {
            rename_global(&mut global, files, &mut |s| map[s.index()]);
            self.out.globals.push(global);
        }
        self.out.ctors.extend(module.ctors.iter().map(|s| map[s.index()]));
        self.out.dtors.extend(module.dtors.iter().map(|s| map[s.index()]));
        Ok(())
    }

    /// The symbol's id in the result; a second definition of a name is settled by its linkage.
    fn declare(&mut self, symbol: Symbol) -> Result<SymId, FrontError> {
        if symbol.linkage == Linkage::Local {
            self.out.symbols.push(symbol);
            return Ok(SymId::new(self.out.symbols.len() - 1));
        }
        let Some(id) = self.by_name.get(&symbol.name).copied() else {
            let id = SymId::new(self.out.symbols.len());
            self.by_name.insert(symbol.name.clone(), id);
            self.out.symbols.push(symbol);
            return Ok(id);
        };
        let old = &mut self.out.symbols[id.index()];
        let defines = |def: Def| !matches!(def, Def::Undefined | Def::WeakUndefined);
        match (defines(old.def), defines(symbol.def)) {
            (true, true) if old.linkage == Linkage::Strong && symbol.linkage == Linkage::Strong => {
                return Err(FrontError::Duplicate { name: symbol.name });
            }
            (true, true) if symbol.linkage == Linkage::Strong => *old = symbol,
            (false, true) => *old = symbol,
            (false, false) if symbol.def == Def::Undefined => old.def = Def::Undefined,
            _ => {}
        }
        Ok(id)
    }

    /// Makes sure that a name exists, so that libc's definition is pulled in.
    pub fn require(&mut self, name: &str) -> Result<SymId, FrontError> {
        self.declare(Symbol { name: name.into(), linkage: Linkage::Strong, def: Def::Undefined })
    }

    pub fn is_defined(&self, name: &str) -> bool {
        let id = self.by_name.get(name);
        id.is_some_and(|id| !matches!(self.out.symbol(*id).def, Def::Undefined | Def::WeakUndefined))
    }

    /// Pulls in what is referred to, until nothing is missing. Unresolved names are an error.
    pub fn finish(mut self, roots: &[SymId]) -> Result<Module, FrontError> {
        self.pull_in(roots)?;
        Ok(self.out)
    }

    fn pull_in(&mut self, roots: &[SymId]) -> Result<(), FrontError> {
        let mut wanted: Vec<SymId> = roots.to_vec();
        let mut seen = vec![false; self.out.symbols.len()];
        for function in &self.out.functions {
            references_of_function(function, &mut |s| wanted.push(s));
        }
        for global in &self.out.globals {
            wanted.extend(global.relocs.iter().map(|r| r.sym));
        }
        wanted.extend(self.out.ctors.iter().chain(&self.out.dtors));
        let mut missing = Vec::new();
        let mut next = 0;
        while next < wanted.len() {
            let id = wanted[next];
            next += 1;
            seen.resize(self.out.symbols.len(), false);
            if std::mem::replace(&mut seen[id.index()], true) {
                continue;
            }
            self.resolve(id, &mut wanted, &mut missing)?;
        }
        match missing.is_empty() {
            true => Ok(()),
            false => Err(FrontError::Undefined(missing)),
        }
    }

    /// Gives each function that is called but defined nowhere a body that ends the path, and tells their names. For
    /// programs that were linked already: what is missing is in the host's library, or the optimiser
    /// left out every use of it, so that a linker did not look for it.
    pub fn stub_missing_functions(&mut self) -> Vec<String> {
        let mut called: Vec<SymId> = Vec::new();
        for inst in self.out.functions.iter().flat_map(|f| &f.blocks).flat_map(|b| &b.insts) {
            if let Op::Call { callee: Callee::Direct(id), .. } = inst.op {
                called.push(id);
            }
        }
        called.sort();
        called.dedup();
        let mut names = Vec::new();
        for id in called {
            let symbol = self.out.symbol(id);
            let known =
                (self.is_native)(&symbol.name) || self.libc.is_some_and(|libc| libc.find(&symbol.name).is_some());
            if symbol.def != Def::Undefined || known {
                continue;
            }
            let name = symbol.name.clone();
            self.out.symbols[id.index()].def = Def::Function(FuncId::new(self.out.functions.len()));
            self.out.functions.push(stub(&name));
            names.push(name);
        }
        names
    }

    fn resolve(&mut self, id: SymId, wanted: &mut Vec<SymId>, missing: &mut Vec<String>) -> Result<(), FrontError> {
        let symbol = self.out.symbol(id);
        match symbol.def {
            Def::Alias(target, _) => wanted.push(target),
            Def::Function(_) | Def::Global(_) => {}
            Def::Undefined | Def::WeakUndefined if (self.is_native)(&symbol.name) => {}
            Def::Undefined | Def::WeakUndefined => {
                let found = self.libc.and_then(|libc| libc.find(&symbol.name));
                match found {
                    Some(from) => self.import(from, id, wanted)?,
                    None if symbol.def == Def::Undefined => missing.push(symbol.name.clone()),
                    None => {}
                }
            }
        }
        Ok(())
    }

    /// Copies libc's definition of `from` to our symbol `to`.
    fn import(&mut self, from: SymId, to: SymId, wanted: &mut Vec<SymId>) -> Result<(), FrontError> {
        let libc = self.libc.expect("only libc's symbols are imported");
        let files = *self.libc_files.get_or_insert_with(|| {
            let first = self.out.files.len() as u32;
            self.out.files.extend_from_slice(libc.files());
            first
        });
        self.imported[from.index()] = Some(to);
        let def = match libc.symbol(from).def {
            Def::Function(f) => {
                let mut function = libc.function(f.index())?;
                rename_function(&mut function, files, &mut |s| self.adopt(s, wanted));
                self.out.functions.push(function);
                Def::Function(FuncId::new(self.out.functions.len() - 1))
            }
            Def::Global(g) => {
                let mut global = libc.global(g.index())?;
                rename_global(&mut global, files, &mut |s| self.adopt(s, wanted));
                self.out.globals.push(global);
                Def::Global(GlobalId::new(self.out.globals.len() - 1))
            }
            Def::Alias(target, add) => Def::Alias(self.adopt(target, wanted), add),
            undefined => undefined,
        };
        let symbol = &mut self.out.symbols[to.index()];
        symbol.def = def;
        symbol.linkage = libc.symbol(from).linkage;
        Ok(())
    }

    /// Our symbol for one of libc's that an imported definition refers to.
    fn adopt(&mut self, from: SymId, wanted: &mut Vec<SymId>) -> SymId {
        if let Some(id) = self.imported[from.index()] {
            return id;
        }
        let symbol = self.libc.expect("only libc's symbols are adopted").symbol(from).clone();
        let local = symbol.linkage == Linkage::Local;
        let known = if local { None } else { self.by_name.get(&symbol.name).copied() };
        let id = known.unwrap_or_else(|| {
            let id = SymId::new(self.out.symbols.len());
            if !local {
                self.by_name.insert(symbol.name.clone(), id);
            }
            let weak = symbol.def == Def::WeakUndefined;
            let def = if weak { Def::WeakUndefined } else { Def::Undefined };
            self.out.symbols.push(Symbol { def, ..symbol.clone() });
            id
        });
        self.imported[from.index()] = Some(id);
        if local {
            // A local name cannot be found by name: it comes along at once.
            self.import(from, id, wanted).unwrap_or_else(|_| self.out.symbols[id.index()].def = Def::Undefined);
        }
        wanted.push(id);
        id
    }

    /// Everything as it is, unresolved names included: how libc itself is put together.
    pub fn finish_partial(self) -> Module {
        self.out
    }
}

fn rename_function(function: &mut Function, files: u32, map: &mut dyn FnMut(SymId) -> SymId) {
    function.loc.file += files;
    for loc in &mut function.locs {
        loc.file += files;
    }
    for var in &mut function.vars {
        var.loc.file += files;
    }
    let operand = |op: &mut Operand, map: &mut dyn FnMut(SymId) -> SymId| {
        if let Operand::Sym(s, _) = op {
            *s = map(*s);
        }
    };
    for block in &mut function.blocks {
        for inst in &mut block.insts {
            if let Op::Call { callee: Callee::Direct(s), .. } = &mut inst.op {
                *s = map(*s);
            }
            inst.op.for_each_operand_mut(&mut |op| operand(op, map));
        }
        block.term.for_each_operand_mut(&mut |op| operand(op, map));
    }
}

fn rename_global(global: &mut Global, files: u32, map: &mut dyn FnMut(SymId) -> SymId) {
    global.loc.file += files;
    for reloc in &mut global.relocs {
        reloc.sym = map(reloc.sym);
    }
}

fn references_of_function(function: &Function, f: &mut dyn FnMut(SymId)) {
    for block in &function.blocks {
        let mut operand = |op: Operand| {
            if let Operand::Sym(s, _) = op {
                f(s);
            }
        };
        for inst in &block.insts {
            inst.op.for_each_operand(&mut operand);
        }
        block.term.for_each_operand(&mut operand);
        for inst in &block.insts {
            if let Op::Call { callee: Callee::Direct(s), .. } = inst.op {
                f(s);
            }
        }
    }
}
