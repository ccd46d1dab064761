//! A program without what cannot affect an unproved check, for runs that look for errors only.
//!
//! What is left decides, for every input, whether and how each unproved check fails: all that it needs is kept ([`relevant`]), and
//! the rest is known to be right. It is smaller in its behaviour, too: decisions about what nobody checks are gone, with
//! the paths that they would have made. (Sankaranarayanan, Chang, Jiang and Ivančić, ESEC/FSE 2007, slice by
//! property like this before they sample.)
//!
//! What is *not* kept is that the program comes so far: a loop that nothing depends on is taken to end, and memory and steps that are left
//! out are not used up. So an error that is found here must be shown by the whole program before it is told to anybody.
//!
//! What is not understood is kept: functions of the library are kept as a whole or their calls are left out, and so are
//! functions with computed jumps, loops without an end, or variable arguments. A program that handles signals, jumps out of functions,
//! registers functions for its end or gives buffers to streams is not sliced at all.

mod apply;
mod control;
mod memory;
mod output;
mod relevant;
mod world;

use crate::calls::Calls;
use crate::hazards::{self, Checks};
use crate::names;
use crate::prove::effects::Effects;
use crate::prove::objects::Objects;
use crate::prove::points::Points;
use crate::prove::work::{Limits, Work};
use crate::prove::{Extent, Proofs};
use relevant::Relevant;
use secateur_ir::Module;
use world::{What, World};

/// What is left of a program.
#[derive(Clone, Debug)]
pub struct Slice {
    /// As the whole, with the same functions, blocks, and places of instructions.
    pub module: Module,
    /// Sides of the program's own decisions that were left out, and calls.
    pub sides: u32,
    pub calls: u32,
}

impl Slice {
    /// None if nothing can be left out, if something is not understood, or if it is more work than may be done.
    pub fn new(module: &Module, checks: Checks, proofs: &Proofs, limits: &Limits) -> Option<Slice> {
        // Undefined values travel everywhere, and whatever happens may leave memory behind.
        if proofs.extent != Extent::Whole || checks.uninitialised_read || checks.memory_leak {
            return None;
        }
        let mut calls = Calls::new(module);
        let objects = Objects::new(module);
        let points = Points::new(module, &objects, &mut calls, &Work::new(limits))?;
        let effects = Effects::new(module, &objects, &points, &mut calls);
        let world = World::new(module, &mut calls, (&objects, &points, &effects))?;
        let mut seeds = vec![];
        hazards::for_each(module, checks, Some(proofs), &mut calls, &mut |place, _| {
            if world.calls.get(&place) != Some(&What::Prints) {
                seeds.push(place);
            }
        });
        let has_effects = |what: &What| match what {
            What::Outside(symbol) => !names::only_computes(&module.symbol(*symbol).name),
            What::Leaves => true,
            What::Function(_) | What::Group(..) | What::Prints => false,
        };
        seeds.extend(world.calls.iter().filter(|(_, what)| has_effects(what)).map(|(place, _)| *place));
        seeds.sort_unstable();
        let relevant = Relevant::new(&world, seeds.into_iter());
        let slice = apply::apply(&world, &relevant);
        (slice.sides > 0 || slice.calls > 0).then_some(slice)
    }
}
