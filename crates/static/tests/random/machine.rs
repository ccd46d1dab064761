//! A machine that takes every side: all configurations that a program can get into, found without any graph.

use super::programs::OUTSIDE;
use secateur_ir::*;

/// A frame: function, block, and the next instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Frame {
    pub function: u32,
    pub block: u32,
    pub at: u32,
}

/// The frames, outermost first, each with the places behind its `setjmp`s that were executed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Config {
    pub frames: Vec<(Frame, Vec<Frame>)>,
}

/// What one step does, beside leading to another configuration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    Nothing,
    /// A side of a decision: function, block and side.
    Side(u32, u32, u32),
    /// Something that may fail.
    Hazard,
}

/// More frames than this are not followed.
const DEEPEST: usize = 5;

pub struct Machine<'a> {
    pub module: &'a Module,
}

impl Machine<'_> {
    pub fn start(&self) -> Config {
        Config { frames: vec![(Frame { function: 0, block: 0, at: 0 }, vec![])] }
    }

    fn functions(&self) -> usize {
        self.module.functions.len()
    }

    /// All next configurations. `true` in the second place: something was cut because the stack is too deep.
    pub fn steps(&self, config: &Config) -> (Vec<(Event, Option<Config>)>, bool) {
        let Some((frame, _)) = config.frames.last() else { return (vec![], false) };
        let frame = *frame;
        let block = &self.module.functions[frame.function as usize].blocks[frame.block as usize];
        match block.insts.get(frame.at as usize) {
            Some(inst) => self.inst(config, &inst.op),
            None => (self.end(config, frame, &block.term), false),
        }
    }

    fn inst(&self, config: &Config, op: &Op) -> (Vec<(Event, Option<Config>)>, bool) {
        let mut next = config.clone();
        next.frames.last_mut().expect("a frame").0.at += 1;
        match op {
            Op::Load { .. } => (vec![(Event::Hazard, Some(next)), (Event::Hazard, None)], false),
            Op::Call { callee: Callee::Direct(symbol), .. } if symbol.index() < self.functions() => {
                self.enter(next, &[symbol.0])
            }
            Op::Call { callee: Callee::Direct(symbol), .. } => match OUTSIDE[symbol.index() - self.functions()] {
                "abort" => (vec![(Event::Hazard, None)], false),
                "setjmp" => {
                    let (frame, marks) = next.frames.last_mut().expect("a frame");
                    if !marks.contains(frame) {
                        marks.push(*frame);
                        marks.sort_by_key(|m| (m.block, m.at));
                    }
                    (vec![(Event::Hazard, Some(next))], false)
                }
                "longjmp" => (self.jumps(config), false),
                _ => (vec![(Event::Hazard, Some(next))], false),
            },
            Op::Call { callee: Callee::Indirect(_), .. } => {
                let taken: Vec<u32> = self.module.globals[0].relocs.iter().map(|r| r.sym.0).collect();
                let (mut steps, cut) = self.enter(next, &taken);
                steps.push((Event::Hazard, None));
                (steps, cut)
            }
            _ => (vec![(Event::Nothing, Some(next))], false),
        }
    }

    fn enter(&self, config: Config, functions: &[u32]) -> (Vec<(Event, Option<Config>)>, bool) {
        if config.frames.len() >= DEEPEST {
            return (vec![], true);
        }
        let into = |f: &u32| {
            let mut next = config.clone();
            next.frames.push((Frame { function: *f, block: 0, at: 0 }, vec![]));
            (Event::Nothing, Some(next))
        };
        (functions.iter().map(into).collect(), false)
    }

    fn jumps(&self, config: &Config) -> Vec<(Event, Option<Config>)> {
        let mut steps = vec![(Event::Hazard, None)];
        for (depth, (_, marks)) in config.frames.iter().enumerate() {
            for mark in marks {
                let mut next = config.clone();
                next.frames.truncate(depth + 1);
                next.frames[depth].0 = *mark;
                steps.push((Event::Hazard, Some(next)));
            }
        }
        steps
    }

    fn end(&self, config: &Config, frame: Frame, term: &Term) -> Vec<(Event, Option<Config>)> {
        let goto = |to: BlockId| {
            let mut next = config.clone();
            next.frames.last_mut().expect("a frame").0 = Frame { block: to.0, at: 0, ..frame };
            Some(next)
        };
        match term {
            Term::Jump(to) => vec![(Event::Nothing, goto(*to))],
            Term::Branch { cond: Operand::Const(c), then, els } => {
                vec![(Event::Nothing, goto(if *c == 1 { *then } else { *els }))]
            }
            Term::Return(_) => {
                let mut next = config.clone();
                next.frames.pop();
                vec![(Event::Nothing, Some(next).filter(|n| !n.frames.is_empty()))]
            }
            Term::Unreachable => vec![(Event::Hazard, None)],
            term => {
                let sides = term.sides();
                if sides.is_empty() {
                    return vec![(Event::Nothing, goto(term.successors()[0]))];
                }
                let side = |(i, to): (usize, &BlockId)| (Event::Side(frame.function, frame.block, i as u32), goto(*to));
                sides.iter().enumerate().map(side).collect()
            }
        }
    }
}
