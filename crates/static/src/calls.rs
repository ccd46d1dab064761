//! The call graph: what each call may run.
//!
//! A call through a pointer may run any function whose address the program takes. There are two answers:
//!
//! - *likely*: of the possible ones those with fitting types. This is for distances, where a wrong answer costs
//!   time. CREST (§5.1) leaves such calls out.
//! - *possible*: whatever the types. The machine binds what arguments there are to what parameters there are and
//!   goes on, and so do native builds; a function with unused parameters that is called with none of them works. This is
//!   for look-ahead, where a missing callee would be a missed branch.
//!
//! Library code is the exception that keeps the second answer useful, since every program that prints calls through
//! pointers: the library's own functions are called by their exact type, functions of the program are called by the
//! library only where it was given them (see [`crate::names`]).

use crate::names::{self, Site};
use crate::taken::{Fed, Taken};
use secateur_ir::{Arg, Callee, Def, FuncId, Function, Module, SymId, Ty};
use std::collections::HashMap;

/// What a call runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// A function of the module.
    Function(FuncId),
    /// A function that the machine implements or that nobody defines.
    Outside(SymId),
    /// One of a group of functions, through a pointer.
    Pointer { likely: GroupId, possible: GroupId },
}

/// A set of functions that calls through pointers choose from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct GroupId(pub u32);

/// What the calls of a module may run.
pub struct Calls {
    taken: Taken,
    /// By id: functions in ascending order.
    groups: Vec<Vec<u32>>,
    known: HashMap<Vec<u32>, GroupId>,
    /// By kind and shape of the call.
    answers: HashMap<(Kind, Shape), (GroupId, GroupId)>,
}

/// Who calls.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Kind {
    User,
    Library(u8),
}

/// The types of a call: arguments with structures as such, how many are named, results.
type Shape = (Vec<(Ty, bool)>, u32, Vec<Ty>);

impl Calls {
    /// Looks at every operand of the module for addresses of functions.
    pub fn new(module: &Module) -> Calls {
        Calls { taken: Taken::new(module), groups: vec![], known: HashMap::new(), answers: HashMap::new() }
    }

    /// What a call in `caller` may run.
    pub fn target(
        &mut self,
        module: &Module,
        caller: &Function,
        callee: &Callee,
        args: &[Arg],
        fixed: u32,
        rets: &[Ty],
    ) -> Target {
        match callee {
            Callee::Direct(symbol) => direct(module, *symbol),
            Callee::Indirect(_) => {
                let kind = match caller.library {
                    false => Kind::User,
                    true => Kind::Library(names::site(&caller.name) as u8),
                };
                let types = args.iter().map(|arg| (arg.ty(), matches!(arg, Arg::ByVal { .. }))).collect();
                let shape = (types, fixed, rets.to_vec());
                let (likely, possible) = match self.answers.get(&(kind, shape.clone())) {
                    Some(answer) => *answer,
                    None => self.answer(module, caller, kind, shape),
                };
                Target::Pointer { likely, possible }
            }
        }
    }

    fn answer(&mut self, module: &Module, caller: &Function, kind: Kind, shape: Shape) -> (GroupId, GroupId) {
        let possible = match kind {
            Kind::User => self.taken.anywhere().collect(),
            Kind::Library(_) => self.called_by_library(module, names::site(&caller.name), &shape),
        };
        let fits = |f: &u32| is_likely(&module.functions[*f as usize], &shape);
        let mut likely: Vec<u32> = possible.iter().copied().filter(fits).collect();
        if likely.is_empty() {
            likely.clone_from(&possible);
        }
        let answer = (self.group(likely), self.group(possible));
        self.answers.insert((kind, shape), answer);
        answer
    }

    fn called_by_library(&self, module: &Module, site: Site, shape: &Shape) -> Vec<u32> {
        let own = |f: &u32| {
            let f = &module.functions[*f as usize];
            f.library && is_exact(f, shape)
        };
        let mut list: Vec<u32> = self.taken.all().filter(own).collect();
        list.extend(self.given(site));
        list.sort_unstable();
        list.dedup();
        list
    }

    /// The functions that the program gave to the library for calls of this kind.
    fn given(&self, site: Site) -> Vec<u32> {
        match (site, self.taken.fed(site)) {
            (Site::Stream, _) => vec![],
            (Site::Open, _) | (_, Fed::Any) => self.taken.by_user().collect(),
            (_, Fed::These(list)) => list.clone(),
        }
    }

    /// Everything that the library calls of the program's when it ends.
    pub fn at_exit(&mut self) -> GroupId {
        let mut list = self.given(Site::Exit);
        list.extend(self.given(Site::Fini));
        list.sort_unstable();
        list.dedup();
        self.group(list)
    }

    fn group(&mut self, list: Vec<u32>) -> GroupId {
        let next = GroupId(self.groups.len() as u32);
        let groups = &mut self.groups;
        *self.known.entry(list).or_insert_with_key(|list| {
            groups.push(list.clone());
            next
        })
    }

    /// The functions of each group, by id.
    pub fn groups(&self) -> &[Vec<u32>] {
        &self.groups
    }

    /// Whether a call through a pointer may return also where none of its group does: a function outside the
    /// module has its address taken, or there is none to call.
    pub fn pointers_return(&self, group: GroupId) -> bool {
        self.groups[group.0 as usize].is_empty() || self.taken.outside.returns
    }

    /// Whether a call through a pointer may be a `longjmp`.
    pub fn pointers_jump(&self) -> bool {
        self.taken.outside.jumps
    }

    /// Whether a call through a pointer may be a `setjmp`.
    pub fn pointers_mark(&self) -> bool {
        self.taken.outside.marks
    }

    /// Whether the program may have functions of its own called when signals arrive, or by other threads.
    pub fn handles_signals(&self) -> bool {
        [Site::Signal, Site::Thread].iter().any(|site| *self.taken.fed(*site) != Fed::These(vec![]))
    }

    /// Whether the program refers to one of these names in its own code.
    pub fn mentions(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.taken.mentioned.contains(*name))
    }
}

fn direct(module: &Module, symbol: SymId) -> Target {
    let (symbol, _) = module.resolve(symbol);
    match module.symbol(symbol).def {
        // The machine reports the call, whatever the program's own function would do.
        Def::Function(_) if names::ERRORS.contains(&module.symbol(symbol).name.as_str()) => Target::Outside(symbol),
        Def::Function(f) => Target::Function(f),
        _ => Target::Outside(symbol),
    }
}

/// Whether types fit as a C programmer would expect, with the promotions of calls without a prototype.
fn is_likely(f: &Function, (args, _, rets): &Shape) -> bool {
    let count = if f.variadic { f.params.len() <= args.len() } else { f.params.len() == args.len() };
    let agrees = |(param, (ty, byval)): (&secateur_ir::Param, &(Ty, bool))| {
        param.byval.is_some() == *byval && similar(param.ty, *ty)
    };
    let results =
        rets.is_empty() || (rets.len() == f.rets.len() && rets.iter().zip(&f.rets).all(|(a, b)| similar(*a, *b)));
    count && f.params.iter().zip(args).all(agrees) && results
}

/// The same kind of register, and the same width or one that promotion makes the same.
fn similar(a: Ty, b: Ty) -> bool {
    let small = |ty: Ty| ty.bits() <= 32;
    match (a.is_float(), b.is_float()) {
        (true, true) => a == b || (a != Ty::F80 && b != Ty::F80),
        (false, false) => a.bits() == b.bits() || (small(a) && small(b)),
        _ => false,
    }
}

fn is_exact(f: &Function, (args, fixed, rets): &Shape) -> bool {
    let named = &args[..*fixed as usize];
    f.params.len() == named.len() && f.params.iter().zip(named).all(|(p, (ty, _))| p.ty == *ty) && f.rets == *rets
}
