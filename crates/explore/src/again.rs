//! Following paths again: how a state comes back that was dropped, or was never in this machine.
//!
//! A path is its decisions: from the start, with a model that satisfies them and the values that the path took
//! from its model, the machine comes to the same place.

use crate::explorer::{Begun, Explorer};
use crate::frontier::Paused;
use crate::paths::Place;
use crate::tree::End;
use secateur_vm::env::Host;
use secateur_vm::{Goal, Limits, Mark, Pending, Stop};
use std::rc::Rc;

impl Explorer<'_> {
    /// Follows a path again up to a side whose state was dropped.
    pub(crate) fn rebuild(&mut self, side: &Pending, host: &mut dyn Host) -> Result<Option<Pending>, &'static str> {
        let goal = Goal::Side { depth: side.depth, hops: side.hops, choice: side.choice };
        self.machine.symbols().set_follow(goal, &side.picks);
        if !matches!(self.begin_start(side.root, side.model.clone()), Begun::Ready) {
            return Ok(None);
        }
        // It came there once; what is slower by now must not keep it from coming there again.
        let limits = self.limits();
        self.machine.set_limits(Limits { max_steps: u64::MAX, patience: u64::MAX, max_resident: u64::MAX, ..limits });
        let steps = self.machine.steps;
        let stop = self.machine.go(host);
        self.report.instructions += self.machine.steps - steps;
        self.machine.symbols().follow = None;
        let rebuilt = self.machine.symbols().pending.pop();
        let rebuilt = rebuilt.filter(|r| r.site == side.site && r.kind == side.kind);
        match stop {
            Stop::Arrived if rebuilt.is_some() => {
                self.report.rebuilt += 1;
                Ok(rebuilt)
            }
            Stop::Limit(what @ ("time" | "interrupt"), _) => Err(what),
            // The path did not come to its point again, which only a defect of ours can cause.
            other => {
                let what = format!("a path could not be followed again: {other:?}");
                self.machine.symbols().losses.add(&what, side.site);
                self.report.counts.internal += 1;
                self.close_side(side, Place::Nowhere, End::Internal);
                Ok(None)
            }
        }
    }

    /// Keeps the state at hand for later, with what is left of a path that it was following.
    pub(crate) fn set_aside(&mut self, followed: Option<Goal>) {
        let state = Rc::new(self.machine.snapshot());
        let symbols = self.machine.symbols();
        let (model, depth, root) = (symbols.model.clone(), symbols.known.depth, symbols.known.root);
        let mut picks = symbols.known.picks.clone();
        let mut state = Some(state);
        let mut depth = depth;
        if let Some(Goal::New { depth: goal }) = followed {
            // Its sides are kept already, so the rest must be followed too, from the start.
            symbols.follow_picks.drain(..).rev().for_each(|value| picks.push(value));
            (state, depth) = (None, goal);
        }
        let mut mark = Mark::NONE;
        self.tell(|pruning, machine| mark = pruning.set_aside(machine).unwrap_or(mark));
        let new_edges = self.machine.new_edges();
        let paused = Paused { state, model, depth, root, picks, new_edges, mark };
        match &mut self.aside {
            Some(aside) => aside.push((paused, self.node)),
            None => {
                self.frontier.add_paused(paused, self.node, self.piece, self.machine.program());
            }
        }
    }
}
