//! Sampling, as the loop sees it: how much of the work it gets, and what becomes of what it finds.
//!
//! A find is run once more, as a path with its input as the model, so that it covers and becomes a test like any other. Of the
//! sides that such a path leaves, those are explored that no path has taken: the path is a prefix of theirs. All others wait in
//! the tree already, or will, so nothing is lost and little is done twice.

use crate::explorer::{Begun, Explorer, Observer};
use crate::outcome::Outcome;
use crate::panics;
use crate::sampling::rounds::{Find, Sampling};
use secateur_expr::Assignment;
use secateur_vm::env::Host;
use secateur_vm::{Mark, Pending, Snapshot};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

/// How sampling and the search go together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sample {
    /// They take turns.
    Along,
    /// There is no search.
    Only,
}

/// Work of the search for which sampling gets as much.
const TURN: u64 = 2_000_000;

impl Explorer<'_> {
    /// Samples if it is its turn. `false` if the whole run ends here.
    pub(crate) fn sample(&mut self, host: &mut dyn Host, observer: &mut dyn Observer) -> bool {
        let Some(mut sampling) = self.sampling.take() else { return true };
        let mut goes_on = true;
        while goes_on && self.is_turn_to_sample(&mut sampling) {
            if self.is_sampling_only() && sampling.counts.runs >= self.options.max_paths {
                self.report.limits.push("paths");
                goes_on = false;
                break;
            }
            if let Some(limit) = self.over(observer) {
                self.report.limits.push(limit);
                goes_on = false;
                break;
            }
            let (finds, over) = sampling.sample(&self.options, self.machine.covered(), TURN, host);
            for find in finds {
                goes_on &= self.run_find(&mut sampling, find, host, observer);
            }
            if let Some(limit) = over {
                self.report.limits.push(limit);
                goes_on = false;
            }
            observer.tick(&self.progress());
        }
        self.report.sampling = Some(sampling.counts);
        self.sampling = Some(sampling);
        goes_on
    }

    pub(crate) fn is_sampling_only(&self) -> bool {
        self.options.technique.sample == Some(Sample::Only)
    }

    fn is_turn_to_sample(&mut self, sampling: &mut Sampling) -> bool {
        // The first path shows what there is to vary.
        if self.report.counts.ended() == 0 && self.report.instructions == 0 {
            return false;
        }
        match self.is_sampling_only() {
            true => self.report.asks_for_input,
            false => {
                let searched = self.work() + self.solver().effort();
                sampling.has_turn(searched, TURN)
            }
        }
    }

    /// A find becomes a path.
    fn run_find(
        &mut self,
        sampling: &mut Sampling,
        find: Find,
        host: &mut dyn Host,
        observer: &mut dyn Observer,
    ) -> bool {
        let watch = self.machine.symbols().watch.take();
        let patience = std::mem::replace(&mut self.patience, u64::MAX);
        self.end_random();
        self.machine.forget_way();
        (self.taken, self.piece, self.is_sampled) = (None, None, true);
        self.node = self.report.tree.add(None, 0, None);
        sampling.add_start(find.clone());
        let begun = panics::catch(AssertUnwindSafe(|| self.begin_start(find.root, find.model)));
        self.machine.set_new_edges(0);
        let goes_on = match begun {
            Ok(Begun::Ready) => self.run_path(host, observer),
            Ok(_) => true,
            Err(message) => self.end_path(Outcome::Internal(message), observer),
        };
        (self.patience, self.is_sampled) = (patience, false);
        self.machine.symbols().watch = watch;
        goes_on
    }

    /// Of the sides that a find's path left, those that are explored.
    pub(crate) fn sides_of_find(&mut self, pending: Vec<Pending>) -> Vec<Pending> {
        // What a path like this does not tell, others rely on.
        let technique = &self.options.technique;
        if technique.partition.is_some() || technique.keeps_states() || self.is_sampling_only() {
            return vec![];
        }
        let (program, covered) = (self.machine.program(), self.machine.covered());
        let is_new = |side: &Pending| {
            let side_number = program.side(side.site.function, side.site.at, side.turn);
            let edge = side_number.and_then(|number| program.edge_of(side.site.function, side.site.at, number));
            edge.is_some_and(|edge| covered[edge as usize / 64] >> (edge % 64) & 1 == 0)
        };
        pending.into_iter().filter(is_new).map(|side| Pending { mark: Mark::NONE, ..side }).collect()
    }

    /// An input for a side whose conditions the solver does not decide.
    pub(crate) fn sample_side(&mut self, side: &Pending, before: &Snapshot) -> Option<Assignment> {
        let sampling = self.sampling.as_mut()?;
        let (path, wanted): (Vec<_>, Vec<_>) = (before.known.path.terms(), side.conditions().collect());
        let pool = &mut self.machine.symbols().pool;
        sampling.solve(&self.options, pool, &path, &wanted, &side.model, before.known.inputs.iter())
    }

    /// A path of the search found something: chains begin there.
    pub(crate) fn start_chains(&mut self, outcome: &Outcome) {
        if self.sampling.is_none() {
            return;
        }
        let (new_edges, site) = (self.machine.new_edges(), self.machine.site());
        let symbols = self.machine.symbols();
        let (root, model) = (symbols.known.root, Arc::clone(&symbols.model));
        let Some(sampling) = &mut self.sampling else { return };
        if let Outcome::Bug(_) = outcome {
            sampling.is_wrong(site);
        }
        if new_edges > 0 {
            if !self.is_sampled {
                sampling.search_found(new_edges);
            }
            sampling.add_start(Find { root, model });
        }
    }
}
