//! Where following functions begins: which of them can be, what runs without a call that is looked at, and what is known then.

use super::context::Context;
use super::objects::{self, outside_name};
use super::range;
use super::set::Set;
use super::shape::Shape;
use super::summary::Summary;
use super::value::Val;
use crate::calls::{Calls, Target};
use crate::names;
use secateur_ir::{Callee, Module, Op};
use std::collections::HashSet;
use std::rc::Rc;

/// Instructions of a function that is followed, and blocks times registers, at most.
const MOST_INSTRUCTIONS: usize = 8_000;
const MOST_CELLS: usize = 2_000_000;

/// The shape of a function that can be followed.
pub fn shape(module: &Module, function: &secateur_ir::Function) -> Option<Shape> {
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
pub fn targets(module: &Module, calls: &mut Calls, context: &mut Context) {
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
pub struct Roots {
    list: Vec<u32>,
}

impl Roots {
    pub fn new(context: &Context) -> Roots {
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

/// What is known before anything is followed. `widens`: what grows again and again goes all the way.
pub fn start(context: &Context, roots: &Roots, widens: bool) -> Summary {
    let mut summary = Summary::new(context.module.functions.len(), widens);
    let (heap, before_main) = (Rc::new(context.heap.clone()), Rc::new(roots_freed(context)));
    for f in &roots.list {
        let function = &context.module.functions[*f as usize];
        let is_main = function.name == "main";
        let any: Vec<Val> = function.params.iter().map(|param| Val::top(param.ty)).collect();
        summary.call(*f, &any, if is_main { &before_main } else { &heap });
    }
    for (f, effect) in context.effects.own.iter().enumerate() {
        let all = effect.anywhere;
        if all || !context.followed[f] {
            let lost = if all { context.globals.clone() } else { context.globals.both(&effect.writes) };
            for object in lost.without(&summary.all_gone).iter() {
                summary.forget(object, i64::MIN, i64::MAX);
            }
        }
    }
    // Blocks whose making is not looked at have any size.
    for object in context.heap.iter() {
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
        freed = context.heap.clone();
    }
    freed
}

/// Functions in an order in which most are behind those that call them.
pub fn callers_first(context: &Context, roots: &Roots) -> Vec<u32> {
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
