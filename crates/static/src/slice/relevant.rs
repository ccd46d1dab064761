//! What may affect an unproved check: a backward closure over data, memory, decisions and calls.
//!
//! - An instruction needs every definition of its operands.
//! - What reads memory needs all that may write or free the objects it may read; what accesses memory needs all that may free it.
//! - An instruction needs the decisions that its block depends on, and every call that may run its function.
//! - A parameter needs what calls give for it; the result of a call needs what its function returns, and where.
//!
//! A function that is not looked into is needed as a whole as soon as anything in it is.

use super::world::{What, World};
use crate::bits::Bits;
use crate::names;
use crate::prove::effects::reach;
use crate::prove::objects::Place;
use crate::prove::set::Set;
use secateur_ir::{Arg, Intrinsic, Op, Operand, Reg, Term};

pub struct Relevant<'w, 'a> {
    world: &'w World<'a>,
    /// By function and block: the number of its first instruction among all.
    first: Vec<Vec<u32>>,
    places: Bits,
    /// By function: the number of its first register among all.
    first_reg: Vec<u32>,
    regs: Bits,
    /// Objects whose contents are needed, and objects of which it is needed whether they are alive.
    read: Set,
    alive: Set,
    reads_anything: bool,
    entered: Vec<bool>,
    results: Vec<bool>,
    pending: Vec<Place>,
}

impl<'w, 'a> Relevant<'w, 'a> {
    pub fn new(world: &'w World<'a>, seeds: impl Iterator<Item = Place>) -> Relevant<'w, 'a> {
        let (mut first, mut count) = (vec![], 0);
        let (mut first_reg, mut regs) = (vec![], 0);
        for function in &world.module.functions {
            let mut blocks = vec![];
            for block in &function.blocks {
                blocks.push(count);
                count += block.insts.len() as u32 + 1;
            }
            first.push(blocks);
            first_reg.push(regs);
            regs += function.regs.len() as u32;
        }
        let functions = world.module.functions.len();
        let mut relevant = Relevant {
            world,
            first,
            places: Bits::new(count as usize),
            first_reg,
            regs: Bits::new(regs as usize),
            read: Set::default(),
            alive: Set::default(),
            reads_anything: false,
            entered: vec![false; functions],
            results: vec![false; functions],
            pending: vec![],
        };
        seeds.for_each(|seed| relevant.mark(seed));
        while let Some(place) = relevant.pending.pop() {
            relevant.look(place);
        }
        relevant
    }

    /// Whether an instruction, or the end of a block, may affect an unproved check.
    pub fn contains(&self, place: Place) -> bool {
        self.places.contains(self.number(place))
    }
    /// Whether the value of a register may.
    pub fn needs(&self, f: u32, reg: Reg) -> bool {
        self.regs.contains(self.first_reg[f as usize] + reg.0)
    }

    fn number(&self, (f, b, i): Place) -> u32 {
        self.first[f as usize][b as usize] + i
    }

    fn mark(&mut self, place: Place) {
        if self.world.live[place.0 as usize] && self.places.insert(self.number(place)) {
            self.pending.push(place);
        }
    }

    fn look(&mut self, place: Place) {
        let (f, b, _) = place;
        self.enter(f);
        let world = self.world;
        if let Some(control) = &world.control[f as usize] {
            for at in &control.depends[b as usize] {
                self.mark((f, *at, self.length(f, *at)));
            }
        }
        match world.op(place) {
            Some(op) => self.op(place, op),
            None => match &world.module.functions[f as usize].blocks[b as usize].term {
                // Its values are needed where the result of a call is.
                Term::Return(_) => {}
                term => term.for_each_operand(&mut |operand| self.need(f, operand)),
            },
        }
    }

    fn length(&self, f: u32, b: u32) -> u32 {
        self.world.module.functions[f as usize].blocks[b as usize].insts.len() as u32
    }

    /// Something in a function is needed, and so is that it is called.
    fn enter(&mut self, f: u32) {
        if std::mem::replace(&mut self.entered[f as usize], true) {
            return;
        }
        let world = self.world;
        world.sites[f as usize].iter().for_each(|site| self.mark(*site));
        if world.control[f as usize].is_none() {
            for b in 0..world.module.functions[f as usize].blocks.len() as u32 {
                (0..=self.length(f, b)).for_each(|i| self.mark((f, b, i)));
            }
            self.need_results(f);
        }
    }

    fn need(&mut self, f: u32, operand: Operand) {
        let Operand::Reg(reg) = operand else { return };
        if !self.regs.insert(self.first_reg[f as usize] + reg.0) {
            return;
        }
        let world = self.world;
        for place in &world.defs[f as usize][reg.index()] {
            self.mark(*place);
            match world.calls.get(place) {
                Some(What::Function(g)) => self.need_results(*g),
                Some(What::Group(group, _)) => {
                    world.groups[group.0 as usize].iter().for_each(|g| self.need_results(*g));
                }
                _ => {}
            }
        }
        if reg.index() < world.module.functions[f as usize].params.len() {
            world.sites[f as usize].iter().for_each(|site| self.need_argument(*site, reg.index()));
        }
    }

    /// What a call gives for a parameter.
    fn need_argument(&mut self, site: Place, nth: usize) {
        if let Some(Op::Call { args, .. }) = self.world.op(site)
            && let Some(arg) = args.get(nth)
        {
            self.need(site.0, arg.operand());
        }
    }

    fn need_results(&mut self, f: u32) {
        if !self.world.live[f as usize] || std::mem::replace(&mut self.results[f as usize], true) {
            return;
        }
        let blocks = &self.world.module.functions[f as usize].blocks;
        for (b, block) in (0u32..).zip(blocks) {
            if let Term::Return(values) = &block.term {
                self.mark((f, b, block.insts.len() as u32));
                values.iter().for_each(|value| self.need(f, *value));
            }
        }
    }

    fn op(&mut self, place: Place, op: &Op) {
        let f = place.0;
        match op {
            Op::Call { args, .. } => return self.call(place, op, args),
            Op::Load { addr, .. } => self.need_contents(f, *addr),
            Op::Store { addr, .. } => self.need_alive(f, *addr),
            Op::Intrinsic { op: Intrinsic::MemCpy | Intrinsic::MemMove | Intrinsic::VaCopy, args, .. } => {
                self.need_alive(f, args[0]);
                self.need_contents(f, args[1]);
            }
            Op::Intrinsic { op: Intrinsic::MemSet | Intrinsic::VaStart, args, .. } => self.need_alive(f, args[0]),
            _ => {}
        }
        op.for_each_operand(&mut |operand| self.need(f, operand));
    }

    fn call(&mut self, place: Place, op: &Op, args: &[Arg]) {
        let (f, world) = (place.0, self.world);
        // A copy is made whether or not anybody looks at it.
        for arg in args {
            if let Arg::ByVal { ptr, .. } = arg {
                self.need(f, *ptr);
                self.need_contents(f, *ptr);
            }
        }
        let is_plain = args.iter().all(|arg| matches!(arg, Arg::Value(..)));
        match world.calls[&place] {
            // Only what the function needs of its parameters.
            What::Function(g) if is_plain && world.control[g as usize].is_some() => return,
            What::Function(g) => self.need_whole(g),
            What::Group(group, is_outside) => {
                world.groups[group.0 as usize].iter().for_each(|g| self.need_whole(*g));
                if is_outside {
                    self.need_reachable(f, args);
                }
            }
            What::Outside(symbol) => {
                let name = world.module.symbol(symbol).name.as_str();
                match names::reads(name) {
                    Some(read) => {
                        let at = |i: &usize| args.get(*i).map(|arg| arg.operand());
                        read.iter().filter_map(at).for_each(|operand| self.need_contents(f, operand));
                        args.iter().for_each(|arg| self.need_alive(f, arg.operand()));
                    }
                    None => self.need_reachable(f, args),
                }
            }
            What::Prints => {}
            What::Leaves => return,
        }
        op.for_each_operand(&mut |operand| self.need(f, operand));
    }

    /// A function that is not looked into runs.
    fn need_whole(&mut self, g: u32) {
        if self.world.control[g as usize].is_none() {
            self.enter(g);
        }
    }

    /// What a function of the machine that nothing is known of may read.
    fn need_reachable(&mut self, f: u32, args: &[Arg]) {
        let world = self.world;
        let mut reached = world.effects.beyond.clone();
        for arg in args {
            let set = world.points.of_operand(world.module, world.objects, f, arg.operand());
            reach(world.points, &mut reached, &set);
        }
        self.need_objects(&reached);
    }

    /// What is behind an address.
    fn need_contents(&mut self, f: u32, address: Operand) {
        let world = self.world;
        let set = world.points.of_operand(world.module, world.objects, f, address);
        let is_unknown = set.is_empty() && matches!(address, Operand::Reg(_));
        if is_unknown && !world.module.functions[f as usize].library && !self.reads_anything {
            self.reads_anything = true;
            self.need_objects(&(0..world.objects.len() as u32).collect());
        }
        self.need_objects(&set);
    }

    fn need_objects(&mut self, set: &Set) {
        let world = self.world;
        for object in set.without(&self.read).iter() {
            world.writers[object as usize].iter().for_each(|place| self.mark(*place));
        }
        self.read.add(set);
        world.anywhere.iter().for_each(|place| self.mark(*place));
        self.need_objects_alive(set);
    }

    /// Whether what is behind an address is alive.
    fn need_alive(&mut self, f: u32, address: Operand) {
        let world = self.world;
        let set = world.points.of_operand(world.module, world.objects, f, address);
        self.need_objects_alive(&set);
    }

    fn need_objects_alive(&mut self, set: &Set) {
        let world = self.world;
        for object in set.without(&self.alive).iter() {
            world.freers[object as usize].iter().for_each(|place| self.mark(*place));
        }
        self.alive.add(set);
    }
}
