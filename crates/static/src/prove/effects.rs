//! What a call may do to memory: which objects it may write and which heap blocks it may free, with all that it calls; and
//! which local variables are certain to be alive wherever a pointer to them is.
//!
//! A local variable is alive there if nothing that outlives its function holds its address: no global and no heap block, no
//! register or local variable of a function that may be further up the stack. Then, when the function returns, nobody is
//! left who could use it.

use super::components::components;
use super::objects::{Kind, OUTSIDE, Object, Objects};
use super::points::{Points, for_each_call};
use super::set::Set;
use crate::calls::{Calls, Target};
use rustc_hash::FxHashMap;
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
    /// Heap blocks whose address only the function that makes them, and what it calls, ever hold.
    pub stays: Set,
    /// By function: what its registers may point to.
    held: Vec<Set>,
    errno: Set,
    /// What is outside, and all that can be reached from there.
    pub beyond: Set,
    heap: Set,
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
        let heap = (0..objects.len() as u32).filter(|o| objects.is_heap(*o)).collect();
        let mut outside: Set = [OUTSIDE].into_iter().collect();
        reach(points, &mut outside, points.of_contents(OUTSIDE));
        let mut effects = Effects {
            own: vec![],
            functions: vec![],
            below: vec![],
            lives: vec![],
            stays: Set::default(),
            held: vec![],
            errno,
            beyond: outside,
            heap,
        };
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
        effects.below = next;
        effects.close();
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
        let holders = holders(objects, points);
        effects.lives =
            (0..objects.len() as u32).map(|o| effects.is_alive(module, objects, points, &holders, o)).collect();
        effects.stays = effects.heap.iter().filter(|o| effects.stays_in(points, objects, &holders, *o)).collect();
        effects
    }

    /// Adds what is called to those that call it: functions that call each other have all in common.
    fn close(&mut self) {
        let groups = components(self.below.len(), |f| self.below[f as usize].iter().collect());
        for group in groups {
            let (mut below, mut effect) = (Set::default(), Effect::default());
            for f in &group {
                let f = *f as usize;
                effect.add(&self.functions[f]);
                for g in self.below[f].iter() {
                    below.insert(g);
                    // Those that were done before are closed.
                    if group.binary_search(&g).is_err() {
                        below.add(&self.below[g as usize]);
                        effect.add(&self.functions[g as usize]);
                    }
                }
            }
            for f in group {
                self.below[f as usize] = below.clone();
                self.functions[f as usize] = effect.clone();
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
                let mut reached = self.beyond.clone();
                for arg in args {
                    reach(points, &mut reached, &points.of_operand(module, objects, f, arg.operand()));
                }
                // System calls free nothing; what is not known may.
                if name != "__secateur_syscall" {
                    effect.frees = reached.both(&self.heap);
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
    fn stays_in(&self, points: &Points, objects: &Objects, holders: &Holders, object: Object) -> bool {
        let Kind::Heap((f, ..)) = objects.kinds[object as usize] else { return false };
        !self.is_recursive(f)
            && !points.of_results(f).contains(object)
            && holders.get(&object).is_none_or(Vec::is_empty)
            && (0u32..).zip(&self.held).all(|(g, held)| !held.contains(object) || !self.below[g as usize].contains(f))
    }

    fn is_alive(&self, module: &Module, objects: &Objects, points: &Points, holders: &Holders, object: Object) -> bool {
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
        let held_below = |holder: &Object| match objects.kinds[*holder as usize] {
            Kind::Stack(f) => !may_be_above(f),
            _ => false,
        };
        if !holders.get(&object).is_none_or(|all| all.iter().all(held_below)) {
            return false;
        }
        (0u32..).zip(&self.held).all(|(f, held)| !held.contains(object) || !may_be_above(f))
    }
}

/// By object, of those of the stack and the heap: whose contents may point to it.
type Holders = FxHashMap<Object, Vec<Object>>;

fn holders(objects: &Objects, points: &Points) -> Holders {
    let mut holders = Holders::default();
    let wanted: Set =
        (0..objects.len() as u32).filter(|o| objects.is_heap(*o) || objects.owner(*o).is_some()).collect();
    for holder in 0..objects.len() as u32 {
        for object in points.of_contents(holder).both(&wanted).iter() {
            holders.entry(object).or_default().push(holder);
        }
    }
    holders
}

/// Adds objects to those that are reached, and what can be reached from them. Those that were there are closed.
pub fn reach(points: &Points, reached: &mut Set, from: &Set) {
    let mut pending = from.without(reached);
    while !pending.is_empty() {
        reached.add(&pending);
        let mut next = Set::default();
        pending.iter().for_each(|object| {
            next.add(points.of_contents(object));
        });
        pending = next.without(reached);
    }
}
