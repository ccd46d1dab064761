//! What a slice has to know of a program: what can be called, from where, what each call runs, where registers are defined, and who may
//! write or free what.

use super::control::Control;
use super::output::Output;
use crate::calls::{Calls, GroupId, Target};
use crate::names;
use crate::prove::effects::{Effect, Effects};
use crate::prove::objects::{Objects, Place};
use crate::prove::points::Points;
use rustc_hash::FxHashMap;
use secateur_ir::{Def, Function, Intrinsic, Module, Op, Operand, SymId};

/// What a call does, as far as a slice is concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    Function(u32),
    /// One of these, and perhaps something of the machine's.
    Group(GroupId, bool),
    Outside(SymId),
    /// It only prints what can be printed.
    Prints,
    /// It ends the program, and the library does nothing then that the program sees.
    Leaves,
}

pub struct World<'a> {
    pub module: &'a Module,
    pub objects: &'a Objects,
    pub points: &'a Points,
    pub effects: &'a Effects,
    pub groups: Vec<Vec<u32>>,
    pub calls: FxHashMap<Place, What>,
    /// By function: whether anything may call it.
    pub live: Vec<bool>,
    /// By function: its decisions; none if it can be kept or left out only as a whole.
    pub control: Vec<Option<Control>>,
    /// By function: the calls that may run it.
    pub sites: Vec<Vec<Place>>,
    /// By function and register: the instructions that define it.
    pub defs: Vec<Vec<Vec<Place>>>,
    /// By object: who may write it, and who may free it.
    pub writers: Vec<Vec<Place>>,
    pub freers: Vec<Vec<Place>>,
    /// Who may write anything.
    pub anywhere: Vec<Place>,
}

impl<'a> World<'a> {
    /// None if the program jumps out of functions, or may be called back at its end: that is not understood.
    pub fn new(
        module: &'a Module,
        calls: &mut Calls,
        (objects, points, effects): (&'a Objects, &'a Points, &'a Effects),
    ) -> Option<World<'a>> {
        let at_exit = calls.at_exit();
        let jumps = calls.pointers_jump() || calls.pointers_mark() || calls.handles_signals();
        if !calls.groups()[at_exit.0 as usize].is_empty() || calls.mentions(&names::LENDERS) || jumps {
            return None;
        }
        let count = module.functions.len();
        let mut world = World {
            module,
            objects,
            points,
            effects,
            groups: vec![],
            calls: FxHashMap::default(),
            live: vec![false; count],
            control: (0..count).map(|_| None).collect(),
            sites: vec![vec![]; count],
            defs: vec![vec![]; count],
            writers: vec![vec![]; objects.len()],
            freers: vec![vec![]; objects.len()],
            anywhere: vec![],
        };
        let output = Output::new(module);
        let body = |symbol: SymId| match module.symbol(module.resolve(symbol).0).def {
            Def::Function(f) => Some(f.0),
            _ => None,
        };
        let main = module.find("main").into_iter();
        let mut pending: Vec<u32> = module.ctors.iter().copied().chain(main).filter_map(body).collect();
        while let Some(f) = pending.pop() {
            if !std::mem::replace(&mut world.live[f as usize], true) {
                world.enter(f, calls, &output, &mut pending)?;
            }
        }
        world.groups = calls.groups().to_vec();
        Some(world)
    }

    fn enter(&mut self, f: u32, calls: &mut Calls, output: &Output, pending: &mut Vec<u32>) -> Option<()> {
        let module = self.module;
        let function = &module.functions[f as usize];
        if !is_whole(function) {
            self.control[f as usize] = Control::new(function);
        }
        let mut defs = vec![vec![]; function.regs.len()];
        for (b, block) in (0u32..).zip(&function.blocks) {
            for (i, inst) in (0u32..).zip(&block.insts) {
                let place = (f, b, i);
                inst.op.defs().iter().for_each(|reg| defs[reg.index()].push(place));
                if let Op::Call { callee, args, fixed, rets, .. } = &inst.op {
                    let target = calls.target(module, function, callee, args, *fixed, rets);
                    let what = self.what(function, &inst.op, target, calls, output);
                    self.calls.insert(place, what);
                    let mut called = |g: u32| {
                        self.sites[g as usize].push(place);
                        pending.push(g);
                    };
                    match what {
                        What::Function(g) => called(g),
                        What::Group(group, _) => calls.groups()[group.0 as usize].iter().for_each(|g| called(*g)),
                        What::Outside(symbol) => {
                            let name = &module.symbol(symbol).name;
                            if names::jumps(name) || names::marks(name) {
                                return None;
                            }
                        }
                        What::Prints | What::Leaves => {}
                    }
                }
                self.note_effects(place, function, &inst.op);
            }
        }
        self.defs[f as usize] = defs;
        Some(())
    }

    fn what(&self, caller: &Function, op: &Op, target: Target, calls: &Calls, output: &Output) -> What {
        match target {
            Target::Function(g) => {
                let callee = self.module.function(g);
                let ends = callee.name == names::EXIT || names::QUIT.contains(&callee.name.as_str());
                match callee.library {
                    true if ends => What::Leaves,
                    true if !caller.library && output.is_harmless(caller, &callee.name, op) => What::Prints,
                    _ => What::Function(g.0),
                }
            }
            Target::Outside(symbol) => What::Outside(symbol),
            Target::Pointer { possible, .. } => What::Group(possible, calls.pointers_return(possible)),
        }
    }

    /// Remembers who writes and frees what.
    fn note_effects(&mut self, place: Place, function: &Function, op: &Op) {
        let pointed = |operand| self.points.of_operand(self.module, self.objects, place.0, operand);
        let mut effect = Effect::default();
        match op {
            Op::Store { addr, .. } => {
                effect.writes = pointed(*addr);
                effect.anywhere = effect.writes.is_empty() && !function.library && *addr != Operand::Const(0);
            }
            Op::Intrinsic { op, args, .. } => {
                use Intrinsic::*;
                if let MemCpy | MemMove | MemSet | VaStart | VaCopy = op {
                    effect.writes = pointed(args[0]);
                    effect.anywhere = effect.writes.is_empty() && !function.library;
                }
            }
            Op::Call { args, .. } => {
                let name = match self.calls[&place] {
                    What::Outside(symbol) => self.module.symbol(symbol).name.as_str(),
                    What::Group(_, true) => "",
                    _ => return,
                };
                effect = self.effects.outside(self.module, self.objects, self.points, place.0, name, args);
            }
            _ => return,
        }
        effect.writes.iter().for_each(|object| self.writers[object as usize].push(place));
        effect.frees.iter().for_each(|object| self.freers[object as usize].push(place));
        if effect.anywhere {
            self.anywhere.push(place);
        }
    }

    /// The operation at a place; none for the end of a block.
    pub fn op(&self, (f, b, i): Place) -> Option<&'a Op> {
        let module = self.module;
        module.functions[f as usize].blocks[b as usize].insts.get(i as usize).map(|inst| &inst.op)
    }
}

/// Functions that are not looked into: those of the library, and those that use the stack in ways of their own.
fn is_whole(function: &Function) -> bool {
    let uses_stack = |op: &Op| {
        use Intrinsic::*;
        matches!(op, Op::Intrinsic { op: VaStart | VaCopy | VaEnd | StackSave | StackRestore | FrameAddress, .. })
    };
    let mut insts = function.blocks.iter().flat_map(|block| &block.insts);
    function.library || function.variadic || insts.any(|inst| uses_stack(&inst.op))
}
