//! Which functions can return: the least fixed point over the calls of the program.
//!
//! A function returns if its entry leads to a return by blocks whose calls return. Functions outside the module are
//! assumed to return unless their name says otherwise. A function that loops for ever, or only calls what does not
//! return, does not.

use crate::build::{Flow, Layout, flow};
use crate::calls::{Calls, Target};
use crate::names;
use secateur_ir::{BlockId, Module};

/// By function: whether it may return.
pub(crate) fn find(module: &Module, calls: &Calls, layout: &Layout) -> Vec<bool> {
    let count = module.functions.len();
    let mut search = Search {
        module,
        calls,
        layout,
        returns: vec![false; count],
        reached: vec![false; layout.function_of.len()],
        pending: vec![],
        waiting: vec![vec![]; count],
    };
    (0..count).for_each(|f| search.reach(layout.entry(f)));
    search.run();
    search.returns
}

/// Whether control may come back from a call, given which functions return.
pub(crate) fn may_return(module: &Module, calls: &Calls, target: Target, returns: &[bool]) -> bool {
    match target {
        Target::Function(f) => returns[f.index()],
        Target::Outside(symbol) => names::returns(&module.symbol(symbol).name),
        Target::Pointer { possible, .. } => {
            let group = &calls.groups()[possible.0 as usize];
            calls.pointers_return(possible) || group.iter().any(|f| returns[*f as usize])
        }
    }
}

struct Search<'a> {
    module: &'a Module,
    calls: &'a Calls,
    layout: &'a Layout,
    returns: Vec<bool>,
    /// Segments that the entry of their function leads to.
    reached: Vec<bool>,
    pending: Vec<u32>,
    /// By function: segments behind calls that go on if it returns.
    waiting: Vec<Vec<u32>>,
}

impl Search<'_> {
    fn reach(&mut self, node: u32) {
        if !std::mem::replace(&mut self.reached[node as usize], true) {
            self.pending.push(node);
        }
    }

    fn run(&mut self) {
        while let Some(node) = self.pending.pop() {
            match self.layout.calls[node as usize] {
                Some(target) if may_return(self.module, self.calls, target, &self.returns) => self.reach(node + 1),
                Some(target) => self.wait(target, node + 1),
                None => self.leave(node),
            }
        }
    }

    fn wait(&mut self, target: Target, node: u32) {
        match target {
            Target::Function(f) => self.waiting[f.index()].push(node),
            Target::Outside(_) => {}
            Target::Pointer { possible, .. } => {
                for f in &self.calls.groups()[possible.0 as usize] {
                    self.waiting[*f as usize].push(node);
                }
            }
        }
    }

    fn leave(&mut self, node: u32) {
        let function = self.layout.function_of[node as usize] as usize;
        let block = self.layout.blocks.partition_point(|first| *first <= node) - 1;
        let block = BlockId::new(block - self.layout.functions[function] as usize);
        match flow(&self.module.functions[function].blocks[block.index()].term) {
            Flow::Goto(to) => self.reach(self.layout.block(function, to)),
            Flow::Sides(targets) | Flow::Any(targets) => {
                targets.into_iter().for_each(|to| self.reach(self.layout.block(function, to)));
            }
            Flow::Return if !self.returns[function] => {
                self.returns[function] = true;
                let waiting = std::mem::take(&mut self.waiting[function]);
                waiting.into_iter().for_each(|node| self.reach(node));
            }
            Flow::Return | Flow::End => {}
        }
    }
}
