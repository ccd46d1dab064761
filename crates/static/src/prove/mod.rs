//! Proofs that checks of the machine's cannot fail, from the program alone.
//!
//! - [`objects`] and [`points`]: what pointers may point to, in the whole program and in any order of its instructions;
//! - [`effects`]: what calls may write and free, and which local variables live long enough;
//! - [`follow`]: ranges of values, offsets of addresses, memory at known places and differences between registers, function
//!   by function in the order of their instructions, again and again until they agree with each other.
//!
//! It is sound for the machine: a value that may wrap is anything of its width, and what is not understood stays unproved.
//! What an access tells is used behind it, since the machine ends the path where an access is wrong. What it takes for granted: an
//! address comes from an address, and an access whose address lies some GiB away from its object is found by the machine.
//!
//! Limits are counted, never timed. A function that is too large, or that may be returned to by a `longjmp`, is not followed: its
//! checks stay open, and it may do whatever its pointers allow. With signal handlers nothing is proved, since they run
//! anywhere.

mod access;
mod call;
pub mod check;
mod context;
mod effects;
mod follow;
mod objects;
mod points;
mod range;
mod refine;
mod set;
mod state;
mod transfer;
mod value;
mod zone;

use crate::calls::{Calls, Target};
use crate::names;
use check::Check;
use context::{Context, Summary};
use effects::Effects;
use follow::{Follow, Shape};
use objects::{Objects, Place, outside_name};
use points::Points;
use secateur_ir::{Callee, Module, Op};
use set::Set;
use std::collections::{HashMap, HashSet};
use value::Val;

/// Instructions of a function that is followed, and blocks times registers, at most.
const MOST_INSTRUCTIONS: usize = 8_000;
const MOST_CELLS: usize = 2_000_000;
/// Rounds over all functions before what grows is widened, and before nothing is believed any more.
const BEFORE_WIDENING: u32 = 4;
const MOST_ROUNDS: u32 = 24;

/// The checks of a program's own functions, and which of them are proved.
#[derive(Clone, Default, Debug)]
pub struct Proofs {
    pub checks: Vec<Check>,
    /// Instructions of followed functions with a check that is open.
    open: HashSet<Place>,
    /// By function: whether it was followed, and so every check of it is known.
    followed: Vec<bool>,
}

impl Proofs {
    /// Looks at the whole program. `overflow`: signed overflow is looked for.
    pub fn new(module: &Module, overflow: bool) -> Proofs {
        let mut calls = Calls::new(module);
        let objects = Objects::new(module);
        let points = Points::new(module, &objects, &mut calls);
        let effects = Effects::new(module, &objects, &points, &mut calls);
        let shapes: Vec<Option<Shape>> = module.functions.iter().map(|f| shape(module, f)).collect();
        let mut context = Context {
            module,
            objects: &objects,
            points: &points,
            effects: &effects,
            targets: HashMap::new(),
            groups: vec![],
            outside: vec![],
            followed: shapes.iter().map(Option::is_some).collect(),
            written: Set::default(),
            overflow,
        };
        targets(module, &mut calls, &mut context);
        let roots = Roots::new(&context);
        if calls.handles_signals() || context.followed.iter().all(|followed| !followed) {
            context.followed.fill(false);
        }
        let mut summary = start(&context, &roots);
        let order = callers_first(&context, &roots);
        let look = |f: u32, summary: &mut Summary, context: &Context, wants_checks: bool| {
            let Some(shape) = shapes[f as usize].as_ref().filter(|_| context.followed[f as usize]) else {
                return vec![];
            };
            let function = &module.functions[f as usize];
            let made = HashMap::new();
            let follow = Follow { context, summary, f, function, shape, made, is_settled: false, found: None };
            follow.run(wants_checks)
        };
        for round in 0.. {
            (summary.has_changed, summary.widens) = (false, round >= BEFORE_WIDENING);
            for f in &order {
                look(*f, &mut summary, &context, false);
            }
            if !summary.has_changed {
                break;
            }
            if round >= MOST_ROUNDS {
                context.followed.fill(false);
                break;
            }
        }
        let mut proofs = Proofs { followed: context.followed.clone(), ..Proofs::default() };
        for f in &order {
            proofs.checks.extend(look(*f, &mut summary, &context, true));
        }
        proofs.checks.sort_by_key(|check| check.place);
        proofs.open = proofs.checks.iter().filter(|check| !check.proved).map(|check| check.place).collect();
        proofs
    }

    /// Whether nothing that was looked at can go wrong at an instruction: accesses, arithmetic, frees.
    pub fn is_proved(&self, place: Place) -> bool {
        self.followed.get(place.0 as usize) == Some(&true) && !self.open.contains(&place)
    }

    /// Where a check stands in the source.
    pub fn location(&self, module: &Module, check: &Check) -> secateur_ir::Loc {
        let (f, b, i) = check.place;
        let function = &module.functions[f as usize];
        let block = &function.blocks[b as usize];
        let at = block.insts.get(i as usize).map_or(block.term_loc, |inst| inst.loc);
        function.locs.get(at as usize).copied().unwrap_or_default()
    }

    /// How many checks there are, and how many of them are proved, by kind.
    pub fn counts(&self) -> std::collections::BTreeMap<&'static str, (u64, u64)> {
        let mut counts = std::collections::BTreeMap::new();
        for check in &self.checks {
            let entry = counts.entry(check.kind).or_insert((0, 0));
            entry.0 += 1;
            entry.1 += u64::from(check.proved);
        }
        counts
    }
}

/// The shape of a function that can be followed.
fn shape(module: &Module, function: &secateur_ir::Function) -> Option<Shape> {
    let insts = || function.blocks.iter().flat_map(|b| &b.insts);
    let marks = |op: &Op| match op {
        Op::Call { callee: Callee::Direct(symbol), .. } => outside_name(module, *symbol).is_some_and(names::marks),
        _ => false,
    };
    let is_small = insts().count() <= MOST_INSTRUCTIONS && function.blocks.len() * function.regs.len() <= MOST_CELLS;
    let can_be = !function.library && is_small && !function.blocks.is_empty() && !insts().any(|inst| marks(&inst.op));
    can_be.then(|| Shape::new(function))
}

/// What every call runs, and what is ever written.
fn targets(module: &Module, calls: &mut Calls, context: &mut Context) {
    for (f, function) in (0..).zip(&module.functions) {
        for (b, block) in (0..).zip(&function.blocks) {
            for (i, inst) in (0..).zip(&block.insts) {
                if let Op::Call { callee, args, fixed, rets, .. } = &inst.op {
                    let target = calls.target(module, function, callee, args, *fixed, rets);
                    context.targets.insert((f, b, i), target);
                }
            }
        }
    }
    context.groups = calls.groups().to_vec();
    context.outside =
        (0..context.groups.len()).map(|g| calls.pointers_return(crate::calls::GroupId(g as u32))).collect();
    // A call through a pointer may be a setjmp: then any function that makes one may be returned to.
    if calls.pointers_mark() {
        context.followed.fill(false);
    }
    for effect in &context.effects.own {
        context.written.add(&effect.writes);
        if effect.anywhere {
            context.written = (0..context.objects.len() as u32).collect();
        }
    }
}

/// Functions that are called from where it is not looked at: by the machine, the library, and functions that are not followed.
struct Roots {
    list: Vec<u32>,
}

impl Roots {
    fn new(context: &Context) -> Roots {
        let module = context.module;
        let mut list: HashSet<u32> = HashSet::new();
        let mut called: HashSet<u32> = HashSet::new();
        for (place, target) in &context.targets {
            let group: &[u32] = match target {
                Target::Function(g) => std::slice::from_ref(&g.0),
                Target::Pointer { possible, .. } => &context.groups[possible.0 as usize],
                Target::Outside(_) => &[],
            };
            called.extend(group);
            if !context.followed[place.0 as usize] {
                list.extend(group);
            }
        }
        let started = module.ctors.iter().chain(&module.dtors);
        for symbol in started {
            if let secateur_ir::Def::Function(f) = module.symbol(module.resolve(*symbol).0).def {
                list.insert(f.0);
            }
        }
        for (f, function) in (0..).zip(&module.functions) {
            if function.name == "main" && !function.library {
                list.insert(f);
            }
        }
        let mut list: Vec<u32> = list.into_iter().filter(|f| context.followed[*f as usize]).collect();
        list.sort_unstable();
        Roots { list }
    }
}

fn start(context: &Context, roots: &Roots) -> Summary {
    let count = context.module.functions.len();
    let mut summary = Summary {
        params: vec![None; count],
        results: vec![None; count],
        freed: vec![Set::default(); count],
        ..Summary::default()
    };
    let heap: Set = (0..context.objects.len() as u32).filter(|o| context.objects.is_heap(*o)).collect();
    for f in &roots.list {
        let function = &context.module.functions[*f as usize];
        let is_main = function.name == "main";
        let any = function.params.iter().map(|param| Val::top(param.ty)).collect();
        let before = if is_main { roots_freed(context) } else { heap.clone() };
        summary.call(*f, any, &before);
    }
    for (f, effect) in context.effects.own.iter().enumerate() {
        let all = effect.anywhere;
        if all || !context.followed[f] {
            let globals = (0..context.objects.len() as u32).filter(|o| context.objects.is_global(*o));
            for object in globals.filter(|o| all || effect.writes.contains(*o)) {
                summary.forget(object, i64::MIN, i64::MAX);
            }
        }
    }
    // Blocks whose making is not looked at have any size.
    for object in (0..context.objects.len() as u32).filter(|o| context.objects.is_heap(*o)) {
        if let objects::Kind::Heap(place) = context.objects.kinds[object as usize]
            && !context.followed[place.0 as usize]
        {
            summary.size(object, range::Range::full(64));
        }
    }
    summary
}

/// What may have been freed when `main` begins: what the functions before it free.
fn roots_freed(context: &Context) -> Set {
    let mut freed = Set::default();
    let started = context.module.ctors.iter().filter_map(|symbol| {
        match context.module.symbol(context.module.resolve(*symbol).0).def {
            secateur_ir::Def::Function(f) => Some(f.index()),
            _ => None,
        }
    });
    let start = context.module.functions.iter().position(|f| f.name == "__secateur_start");
    started.chain(start).for_each(|f| {
        freed.add(&context.effects.functions[f].frees);
    });
    // Where main is called again, by whoever.
    let main = context.module.functions.iter().position(|f| f.name == "main" && !f.library);
    if let Some(main) = main
        && context.effects.below.iter().any(|below| below.contains(main as u32))
    {
        freed = (0..context.objects.len() as u32).filter(|o| context.objects.is_heap(*o)).collect();
    }
    freed
}

/// Functions in an order in which most are behind those that call them.
fn callers_first(context: &Context, roots: &Roots) -> Vec<u32> {
    let mut post = vec![];
    let mut seen: HashSet<u32> = HashSet::new();
    let next = |f: u32| -> Vec<u32> {
        let mut list = vec![];
        for (b, block) in (0..).zip(&context.module.functions[f as usize].blocks) {
            for i in 0..block.insts.len() as u32 {
                match context.targets.get(&(f, b, i)) {
                    Some(Target::Function(g)) => list.push(g.0),
                    Some(Target::Pointer { possible, .. }) => list.extend(&context.groups[possible.0 as usize]),
                    _ => {}
                }
            }
        }
        list.retain(|g| context.followed[*g as usize]);
        list.reverse();
        list
    };
    for root in &roots.list {
        if !seen.insert(*root) {
            continue;
        }
        let mut stack = vec![(*root, next(*root))];
        while let Some((f, left)) = stack.last_mut() {
            match left.pop() {
                Some(g) if seen.insert(g) => stack.push((g, next(g))),
                Some(_) => {}
                None => {
                    post.push(*f);
                    stack.pop();
                }
            }
        }
    }
    post.reverse();
    post
}
