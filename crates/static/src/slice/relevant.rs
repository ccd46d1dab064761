//! What may affect an unproved check: a backward closure over data, memory, decisions and calls.
//!
//! - An instruction needs every definition of its operands.
//! - What reads memory needs all that may write or free the objects it may read; what accesses memory needs all that may free it.
//!   What a store writes is needed only where it is read: its check needs the address alone.
//! - An instruction needs the decisions that its block depends on, and every call that may run its function.
//! - A parameter needs what calls give for it; the result of a call needs what its function returns, and where.
//!
//! A function that is not looked into is needed as a whole as soon as anything in it is.

use super::world::{What, World};
use crate::bits::Bits;
use crate::names;
use crate::prove::objects::Place;
use crate::prove::set::Set;
use secateur_ir::{Arg, Intrinsic, Op, Operand, Reg, Term};

pub struct Relevant<'w, 'a> {
    pub(super) world: &'w World<'a>,
    /// By function and block: the number of its first instruction among all.
    first: Vec<Vec<u32>>,
    places: Bits,
    /// Of those, stores and copies whose value is needed.
    written: Bits,
    /// By function: the number of its first register among all.
    first_reg: Vec<u32>,
    regs: Bits,
    /// Objects whose contents are needed, and objects of which it is needed whether they are alive.
    pub(super) read: Set,
    pub(super) alive: Set,
    pub(super) reads_anything: bool,
    entered: Vec<bool>,
    results: Vec<bool>,
    /// What is to be looked at: instructions, what they write, and registers.
    pending: Vec<Place>,
    pending_writes: Vec<Place>,
    pending_regs: Vec<(u32, Reg)>,
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
            written: Bits::new(count as usize),
            first_reg,
            regs: Bits::new(regs as usize),
            read: Set::default(),
            alive: Set::default(),
            reads_anything: false,
            entered: vec![false; functions],
            results: vec![false; functions],
            pending: vec![],
            pending_writes: vec![],
            pending_regs: vec![],
        };
        seeds.for_each(|seed| relevant.mark(seed));
        loop {
            if let Some((f, reg)) = relevant.pending_regs.pop() {
                relevant.look_at_reg(f, reg);
            } else if let Some(place) = relevant.pending_writes.pop() {
                relevant.look_at_write(place);
            } else if let Some(place) = relevant.pending.pop() {
                relevant.look(place);
            } else {
                return relevant;
            }
        }
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

    pub(super) fn mark(&mut self, place: Place) {
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
        if let Operand::Reg(reg) = operand
            && self.regs.insert(self.first_reg[f as usize] + reg.0)
        {
            self.pending_regs.push((f, reg));
        }
    }

    fn look_at_reg(&mut self, f: u32, reg: Reg) {
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
            Op::Store { addr, .. } => {
                self.need_alive(f, *addr);
                return self.need(f, *addr);
            }
            Op::Intrinsic { op: Intrinsic::MemSet, args, .. } => {
                self.need_alive(f, args[0]);
                return [args[0], args[2]].into_iter().for_each(|operand| self.need(f, operand));
            }
            Op::Intrinsic { op: Intrinsic::MemCpy | Intrinsic::MemMove | Intrinsic::VaCopy, args, .. } => {
                self.need_alive(f, args[0]);
                self.need_alive(f, args[1]);
            }
            Op::Intrinsic { op: Intrinsic::VaStart, args, .. } => self.need_alive(f, args[0]),
            _ => {}
        }
        op.for_each_operand(&mut |operand| self.need(f, operand));
    }

    /// What a store or a copy writes is needed too.
    pub(super) fn mark_writer(&mut self, place: Place) {
        self.mark(place);
        if self.contains(place) && self.written.insert(self.number(place)) {
            self.pending_writes.push(place);
        }
    }

    fn look_at_write(&mut self, place: Place) {
        let f = place.0;
        match self.world.op(place) {
            Some(Op::Store { src, .. }) => self.need(f, *src),
            Some(Op::Intrinsic { op: Intrinsic::MemSet, args, .. }) => self.need(f, args[1]),
            Some(Op::Intrinsic { op: Intrinsic::MemCpy | Intrinsic::MemMove | Intrinsic::VaCopy, args, .. }) => {
                self.need_contents(f, args[1]);
            }
            _ => {}
        }
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
}
