//! What a call may do to memory: which objects it may write and which heap blocks it may free, with all that it calls; and
//! which local variables are certain to be alive wherever a pointer to them is.
//!
//! A local variable is alive there if nothing that outlives its function holds its address: no global and no heap block, no
//! register or local variable of a function that may be further up the stack. Then, when the function returns, nobody is
//! left who could use it.

use super::objects::{Kind, OUTSIDE, Object, Objects};
use super::points::{Points, for_each_call};
use super::set::Set;
use crate::calls::{Calls, Target};
use secateur_ir::{Arg, Callee, Intrinsic, Module, Op, Operand, Reg};

/// What running something may do.
#[derive(Clone, Default, PartialEq)]
pub struct Effect {
    pub writes: Set,
    pub frees: Set,
    /// It may write anywhere.
    pub anywhere: bool,
}

pub struct Effects {
    /// By function: what its own instructions do.
    pub own: Vec<Effect>,
    /// By function, with what it calls.
    pub functions: Vec<Effect>,
    /// By function: what it may call, itself or through others.
    pub below: Vec<Set>,
    /// By object: a local variable that is alive wherever a pointer to it is.
    pub lives: Vec<bool>,
    /// By function: what its registers may point to.
    pub held: Vec<Set>,
    errno: Set,
}

impl Effect {
    pub fn add(&mut self, other: &Effect) -> bool {
        let writes = self.writes.add(&other.writes);
        let frees = self.frees.add(&other.frees);
        let anywhere = other.anywhere && !self.anywhere;
        self.anywhere |= other.anywhere;
        writes || frees || anywhere
    }
}

impl Effects {
    pub fn new(module: &Module, objects: &Objects, points: &Points, calls: &mut Calls) -> Effects {
        let count = module.functions.len();
        let location = module.functions.iter().position(|f| f.library && f.name == "__errno_location");
        let errno = location.map_or_else(Set::default, |f| points.of_results(f as u32).clone());
        let mut effects = Effects { own: vec![], functions: vec![], below: vec![], lives: vec![], held: vec![], errno };
        let mut next: Vec<Set> = vec![Set::default(); count];
        for f in 0..count as u32 {
            for_each_call(module, f, calls, &mut |target, groups| match target {
                Target::Function(g) => {
                    next[f as usize].insert(g.0);
                }
                Target::Pointer { possible, .. } => {
                    next[f as usize].add(&groups[possible.0 as usize].iter().copied().collect());
                }
                Target::Outside(_) => {}
            });
        }
        for f in 0..count as u32 {
            let own = effects.own(module, objects, points, calls, f);
            effects.functions.push(own);
        }
        effects.own = effects.functions.clone();
        effects.close(&mut next);
        effects.below = next;
        effects.held = (0u32..)
            .zip(&module.functions)
            .map(|(f, function)| {
                let mut all = Set::default();
                for r in 0..function.regs.len() {
                    all.add(points.of_reg(f, Reg::new(r)));
                }
                all
            })
            .collect();
        effects.lives = (0..objects.len() as u32).map(|o| effects.is_alive(module, objects, points, o)).collect();
        effects
    }

    /// Adds what is called to those that call it.
    fn close(&mut self, next: &mut [Set]) {
        let count = next.len();
        loop {
            let mut has_grown = false;
            for f in (0..count).rev() {
                for g in next[f].clone().iter().filter(|g| *g as usize != f) {
                    let (more, effect) = (next[g as usize].clone(), self.functions[g as usize].clone());
                    has_grown |= next[f].add(&more);
                    has_grown |= self.functions[f].add(&effect);
                }
            }
            if !has_grown {
                return;
            }
        }
    }

    /// What a function's own instructions do.
    fn own(&self, module: &Module, objects: &Objects, points: &Points, calls: &mut Calls, f: u32) -> Effect {
        let function = &module.functions[f as usize];
        let mut effect = Effect::default();
        for inst in function.blocks.iter().flat_map(|b| &b.insts) {
            match &inst.op {
                Op::Store { addr, .. } => {
                    let set = points.of_operand(module, objects, f, *addr);
                    // A number that nobody knows the origin of; the library's are of code that nothing gets to.
                    effect.anywhere |= set.is_empty() && !function.library && *addr != Operand::Const(0);
                    effect.writes.add(&set);
                }
                Op::Intrinsic { op, args, .. } => {
                    use Intrinsic::*;
                    if let MemCpy | MemMove | MemSet | VaStart | VaCopy = op {
                        effect.writes.add(&points.of_operand(module, objects, f, args[0]));
                    }
                }
                Op::Call { callee, args, fixed, rets, .. } => {
                    match calls.target(module, function, callee, args, *fixed, rets) {
                        Target::Outside(symbol) => {
                            let name = &module.symbol(symbol).name;
                            effect.add(&self.outside(module, objects, points, f, name, args));
                        }
                        Target::Pointer { possible, .. }
                            if matches!(callee, Callee::Indirect(_)) && calls.pointers_return(possible) =>
                        {
                            effect.add(&self.outside(module, objects, points, f, "", args));
                        }
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        effect
    }

    /// What a function of the machine does.
    pub fn outside(
        &self,
        module: &Module,
        objects: &Objects,
        points: &Points,
        f: u32,
        name: &str,
        args: &[Arg],
    ) -> Effect {
        let first =
            || args.first().map_or_else(Set::default, |arg| points.of_operand(module, objects, f, arg.operand()));
        let mut effect = Effect::default();
        match name {
            "free" => effect.frees = first(),
            "realloc" => {
                effect.frees = first();
                effect.writes = self.errno.clone();
            }
            "malloc" | "calloc" | "memalign" | "aligned_alloc" | "valloc" => effect.writes = self.errno.clone(),
            "malloc_usable_size"
            | "memcmp"
            | "bcmp"
            | "memchr"
            | "strlen"
            | "strnlen"
            | "strcmp"
            | "strncmp"
            | "strchr"
            | "index"
            | "strchrnul"
            | "__strchrnul"
            | "strrchr"
            | "rindex"
            | "__assert_fail"
            | "__secateur_assert_fail"
            | "klee_assert_fail"
            | "reach_error"
            | "__VERIFIER_error"
            | "__secateur_assume"
            | "__secateur_silent_exit"
            | "__secateur_is_symbolic"
            | "__secateur_print_value"
            | "__secateur_report_error"
            | "__secateur_object_size"
            | "__secateur_check_access"
            | "__secateur_set_forking"
            | "__secateur_wants_results"
            | "__secateur_result" => {}
            "memcpy"
            | "memmove"
            | "mempcpy"
            | "memset"
            | "strcpy"
            | "stpcpy"
            | "strcat"
            | "posix_memalign"
            | "__secateur_symbolic" => effect.writes = first(),
            _ => {
                let mut reached: Set = points.of_contents(OUTSIDE).clone();
                reached.insert(OUTSIDE);
                for arg in args {
                    reached.add(&points.of_operand(module, objects, f, arg.operand()));
                }
                let mut pending: Vec<Object> = reached.iter().collect();
                while let Some(object) = pending.pop() {
                    for next in points.of_contents(object).iter() {
                        if reached.insert(next) {
                            pending.push(next);
                        }
                    }
                }
                // System calls free nothing; what is not known may.
                if name != "__secateur_syscall" {
                    effect.frees = reached.iter().filter(|o| objects.is_heap(*o)).collect();
                }
                reached.add(&self.errno);
                effect.writes = reached;
            }
        }
        effect
    }

    /// Whether a function may be entered again before it returned.
    pub fn is_recursive(&self, f: u32) -> bool {
        self.below[f as usize].contains(f)
    }

    /// Whether only registers of the function that makes a heap block, and of functions that it calls, ever hold its address.
    pub fn stays_in(&self, points: &Points, objects: &Objects, object: Object, f: u32) -> bool {
        !self.is_recursive(f)
            && !points.of_results(f).contains(object)
            && (0..objects.len() as u32).all(|holder| !points.of_contents(holder).contains(object))
            && (0u32..).zip(&self.held).all(|(g, held)| !held.contains(object) || !self.below[g as usize].contains(f))
    }

    fn is_alive(&self, module: &Module, objects: &Objects, points: &Points, object: Object) -> bool {
        let Some(owner) = objects.owner(object).filter(|f| !module.functions[*f as usize].library) else {
            return false;
        };
        // Variable-length objects may be given back before the function returns.
        let gives_back = |op: &Op| matches!(op, Op::Intrinsic { op: Intrinsic::StackRestore, .. });
        let body = &module.functions[owner as usize];
        let restores = body.blocks.iter().flat_map(|b| &b.insts).any(|inst| gives_back(&inst.op));
        if self.is_recursive(owner) || restores || points.of_results(owner).contains(object) {
            return false;
        }
        let may_be_above = |f: u32| self.below[f as usize].contains(owner);
        let held = (0..objects.len() as u32).filter(|holder| points.of_contents(*holder).contains(object));
        let held_below = |holder: Object| match objects.kinds[holder as usize] {
            Kind::Stack(f) => !may_be_above(f),
            _ => false,
        };
        if !held.into_iter().all(held_below) {
            return false;
        }
        (0u32..).zip(&self.held).all(|(f, held)| !held.contains(object) || !may_be_above(f))
    }
}
