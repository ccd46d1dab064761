//! Which functions have their address taken, by whom, and which of them the program hands to the library.

use crate::names::{self, CALLBACKS, FEEDERS, Site};
use secateur_ir::{Callee, Def, Module, Op, Operand, SymId};
use std::collections::{BTreeSet, HashSet};

/// Where the addresses of a module's functions go.
pub struct Taken {
    /// By function.
    uses: Vec<Uses>,
    fed: Vec<(Site, Fed)>,
    /// What functions outside the module do whose address is taken.
    pub outside: Outside,
    /// Names that the program's own code, or any initial value, refers to.
    pub mentioned: HashSet<String>,
}

/// How a function's address is used.
#[derive(Clone, Copy, Default)]
struct Uses {
    /// The function is not the library's.
    own: bool,
    /// By the program or in an initial value.
    by_user: bool,
    by_library: bool,
    /// By the program, other than as an argument that is called and forgotten.
    anywhere: bool,
}

/// What functions outside the module do whose address is taken.
#[derive(Clone, Copy, Default)]
pub struct Outside {
    pub returns: bool,
    pub jumps: bool,
    pub marks: bool,
}

/// Which functions the program registered for a kind of calls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fed {
    These(Vec<u32>),
    /// Nobody can tell.
    Any,
}

impl Taken {
    /// Looks at every operand.
    pub fn new(module: &Module) -> Taken {
        let uses = module.functions.iter().map(|f| Uses { own: !f.library, ..Uses::default() });
        let mut finder = Finder {
            module,
            taken: Taken { uses: uses.collect(), fed: vec![], outside: Outside::default(), mentioned: HashSet::new() },
            registered: vec![],
            any: vec![],
        };
        finder.look();
        finder.finish()
    }

    fn filter(&self, keep: impl Fn(&Uses) -> bool) -> impl Iterator<Item = u32> {
        self.uses.iter().enumerate().filter(move |(_, uses)| keep(uses)).map(|(f, _)| f as u32)
    }
    /// Every function whose address is taken.
    pub fn all(&self) -> impl Iterator<Item = u32> {
        self.filter(|uses| uses.by_user || uses.by_library)
    }
    /// What the program may have handed to the library: its own functions, and others that it knows the address of.
    pub fn by_user(&self) -> impl Iterator<Item = u32> {
        self.filter(|uses| uses.by_user || (uses.own && uses.by_library))
    }
    /// What the program may call through pointers of its own.
    pub fn anywhere(&self) -> impl Iterator<Item = u32> {
        self.filter(|uses| uses.anywhere || (uses.own && uses.by_library))
    }
    /// What is registered for a kind of calls.
    pub fn fed(&self, site: Site) -> &Fed {
        static NOBODY: Fed = Fed::These(vec![]);
        self.fed.iter().find(|(kind, _)| *kind == site).map_or(&NOBODY, |(_, fed)| fed)
    }
}

struct Finder<'a> {
    module: &'a Module,
    taken: Taken,
    registered: Vec<(Site, u32)>,
    any: Vec<Site>,
}

impl Finder<'_> {
    fn look(&mut self) {
        let module = self.module;
        for global in &module.globals {
            for reloc in &global.relocs {
                self.mention(reloc.sym, None);
                self.take(reloc.sym, false, true);
            }
        }
        for function in &module.functions {
            for block in &function.blocks {
                for inst in &block.insts {
                    match &inst.op {
                        Op::Call { callee, args, .. } => {
                            let operands: Vec<Operand> = args.iter().map(|arg| arg.operand()).collect();
                            self.call(callee, &operands, function.library);
                        }
                        op => op.for_each_operand(&mut |operand| self.operand(operand, function.library)),
                    }
                }
                block.term.for_each_operand(&mut |operand| self.operand(operand, function.library));
            }
        }
        for symbol in &module.dtors {
            if let (_, Def::Function(f)) = self.definition(*symbol) {
                self.registered.push((Site::Fini, f.0));
            }
        }
    }

    fn call(&mut self, callee: &Callee, args: &[Operand], library: bool) {
        let symbol = match callee {
            Callee::Indirect(operand) => {
                self.operand(*operand, library);
                None
            }
            Callee::Direct(symbol) => Some(*symbol),
        };
        if let (Some(symbol), false) = (symbol, library) {
            self.mention(symbol, Some(args));
        }
        for (i, operand) in args.iter().enumerate() {
            match operand {
                Operand::Sym(s, _) if symbol.is_some_and(|callee| self.forgets(callee, i)) => {
                    if !library {
                        self.mention(*s, None);
                    }
                    self.take(*s, library, false);
                }
                operand => self.operand(*operand, library),
            }
        }
    }

    fn operand(&mut self, operand: Operand, library: bool) {
        if let Operand::Sym(symbol, _) = operand {
            if !library {
                self.mention(symbol, None);
            }
            self.take(symbol, library, true);
        }
    }

    /// Whether this argument of a library function is called during the call only.
    fn forgets(&self, callee: SymId, arg: usize) -> bool {
        let (symbol, def) = self.definition(callee);
        let library = matches!(def, Def::Function(f) if self.module.function(f).library);
        let is = |name: &str| CALLBACKS.iter().any(|(callback, at)| *callback == name && *at == arg);
        library && (is(&self.module.symbol(callee).name) || is(&self.module.symbol(symbol).name))
    }

    fn definition(&self, symbol: SymId) -> (SymId, Def) {
        let (symbol, _) = self.module.resolve(symbol);
        (symbol, self.module.symbol(symbol).def)
    }

    fn take(&mut self, symbol: SymId, library: bool, anywhere: bool) {
        match self.definition(symbol) {
            (_, Def::Function(f)) => {
                let uses = &mut self.taken.uses[f.index()];
                uses.by_library |= library;
                uses.by_user |= !library;
                uses.anywhere |= !library && anywhere;
            }
            (symbol, Def::Undefined | Def::WeakUndefined) => {
                let name = &self.module.symbol(symbol).name;
                let outside = &mut self.taken.outside;
                outside.returns |= names::returns(name);
                outside.jumps |= names::jumps(name);
                outside.marks |= names::marks(name);
            }
            _ => {}
        }
    }

    /// The program refers to a name, by a call with these arguments or in another way.
    fn mention(&mut self, symbol: SymId, args: Option<&[Operand]>) {
        let (resolved, def) = self.definition(symbol);
        if matches!(def, Def::Global(_)) {
            return;
        }
        let own = matches!(def, Def::Function(f) if !self.module.function(f).library);
        for id in [symbol, resolved] {
            let name = &self.module.symbol(id).name;
            self.taken.mentioned.insert(name.clone());
            let feeders = FEEDERS.iter().filter(|(feeder, ..)| feeder == name && !own);
            for (_, site, position) in feeders {
                let function = position.zip(args).and_then(|(at, args)| args.get(at).copied());
                match function {
                    Some(Operand::Sym(s, 0)) => {
                        if let (_, Def::Function(f)) = self.definition(s) {
                            self.registered.push((*site, f.0));
                        }
                    }
                    // SIG_DFL, SIG_IGN, SIG_ERR: small numbers and their negations are no functions.
                    Some(Operand::Const(_)) => {}
                    _ => self.any.push(*site),
                }
            }
        }
    }

    fn finish(self) -> Taken {
        let mut taken = self.taken;
        for site in [Site::Exit, Site::Signal, Site::Thread, Site::Fini] {
            let these: BTreeSet<u32> = self.registered.iter().filter(|(s, _)| *s == site).map(|(_, f)| *f).collect();
            let any = self.any.contains(&site);
            taken.fed.push((site, if any { Fed::Any } else { Fed::These(these.into_iter().collect()) }));
        }
        taken
    }
}
