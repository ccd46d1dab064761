//! Sampling, as the loop sees it: how much of the work it gets, and what becomes of what it finds.
//!
//! A find is run once more, concretely, as a path with its input, so that it covers and becomes a test like any other. Later, when
//! the search has its turn, it is followed symbolically: of the sides that such a path leaves, those are explored that no path
//! has taken, since the path is a prefix of theirs. All others wait in the tree already, or will, so nothing is lost and little
//! is done twice. What following a find costs is paid by the search: sampling goes on at the speed of concrete runs.

use crate::explorer::{Begun, Explorer, Observer};
use crate::outcome::Outcome;
use crate::panics;
use crate::sampling::constraints::{self, Engine};
use crate::sampling::layout::Layout;
use crate::sampling::rounds::{Constraint, Find, Hard, Sampling, Stage};
use secateur_expr::{Assignment, Op, Term};
use secateur_vm::env::Host;
use secateur_vm::{Limits, Mark, Pending, Snapshot, Stop};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

/// How sampling and the search go together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sample {
    /// They take turns.
    Along,
    /// The same once the search has gone on for a while: most programs are explored by then.
    Late,
    /// There is no search, and nothing is solved.
    Only,
    /// There is no search; inputs are sampled from what an abstraction of paths' conditions says.
    Constrained(Engine),
}

/// Constraints that are made for one side of a branch.
const MOST_TRIES: u8 = 16;

/// Work of the search after which sampling joins it, if that is to be late: about a fifth of a second.
const LATE: u64 = 80_000_000;

/// Work of the search for which sampling gets as much.
const TURN: u64 = 2_000_000;

impl Explorer<'_> {
    /// Samples if it is its turn. `false` if the whole run ends here.
    pub(crate) fn sample(&mut self, host: &mut dyn Host, observer: &mut dyn Observer) -> bool {
        self.join_late();
        let Some(mut sampling) = self.sampling.take() else { return true };
        let mut goes_on = true;
        while goes_on && self.is_turn_to_sample(&mut sampling) {
            let most = if self.is_sampling_only() { self.options.max_paths } else { u64::MAX };
            if sampling.counts.runs >= most {
                self.report.limits.push("paths");
                goes_on = false;
                break;
            }
            if let Some(limit) = self.over(observer) {
                self.report.limits.push(limit);
                goes_on = false;
                break;
            }
            self.renew_ranges(&sampling);
            self.offers.drain(..).for_each(|offer| sampling.add_constraint(offer));
            let (finds, over) = sampling.sample(&self.options, self.machine.covered(), (TURN, most), host);
            for find in finds {
                goes_on &= self.run_find(&mut sampling, find, host, observer);
            }
            if self.is_sampling_only() {
                goes_on &= self.follow_find(sampling.constraining_work(), host);
            }
            if let Some(limit) = over {
                self.report.limits.push(limit);
                goes_on = false;
            }
            self.report.sampling = Some(sampling.counts);
            observer.tick(&self.progress());
        }
        self.report.sampling = Some(sampling.counts);
        self.sampling = Some(sampling);
        goes_on
    }

    /// Sampling begins, if it is time, where the search has found something.
    fn join_late(&mut self) {
        if self.work() >= LATE {
            self.begin_late();
        }
    }

    /// Sampling begins, if it was to be late and has not begun.
    fn begin_late(&mut self) {
        if self.sampling.is_some() || self.options.technique.sample != Some(Sample::Late) {
            return;
        }
        let mut sampling = Sampling::new(self.machine.program(), &self.options, self.options.technique.seed);
        sampling.begin_after(self.work());
        std::mem::take(&mut self.early).into_iter().for_each(|find| sampling.add_test(find));
        self.sampling = Some(Box::new(sampling));
    }

    /// What branches compared so far, as far as constraints are made from it.
    fn renew_ranges(&mut self, sampling: &Sampling) {
        if let Some(Sample::Constrained(_)) = self.options.technique.sample {
            let edges = self.machine.program().edge_count();
            self.ranges = (0..edges).filter_map(|edge| Some((edge, sampling.range(edge)?))).collect();
        }
    }

    pub(crate) fn is_sampling_only(&self) -> bool {
        matches!(self.options.technique.sample, Some(Sample::Only | Sample::Constrained(_)))
    }

    fn is_turn_to_sample(&mut self, sampling: &mut Sampling) -> bool {
        // The first path shows what there is to vary.
        if self.report.counts.ended() == 0 && self.report.instructions == 0 {
            return false;
        }
        match self.is_sampling_only() {
            true => self.report.asks_for_input,
            false => {
                let searched = self.work();
                sampling.has_turn(searched, TURN, self.is_near_end())
            }
        }
    }

    /// Whether the search may come to its end: of all that there ever was to explore, more is done than left.
    fn is_near_end(&self) -> bool {
        let (left, all) = (self.frontier.len() as u64, self.frontier.next_id().0);
        2 * left < all
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
        (self.taken, self.piece, self.is_sampled, self.is_check) = (None, None, true, false);
        self.machine.symbols().concrete_inputs = true;
        let node = self.report.tree.add(None, 0, None);
        self.node = node;
        self.new_labels = find.new_labels;
        sampling.add_test(find.clone());
        let begun = panics::catch(AssertUnwindSafe(|| self.begin_start(find.root, find.model.clone())));
        self.machine.set_new_edges(0);
        let goes_on = match begun {
            Ok(Begun::Ready) => self.run_path(host, observer),
            Ok(_) => true,
            Err(message) => self.end_path(Outcome::Internal(message), observer),
        };
        sampling.found(self.machine.new_edges() + find.new_labels, true);
        self.new_labels = 0;
        self.machine.symbols().concrete_inputs = false;
        (self.patience, self.is_sampled) = (patience, false);
        self.machine.symbols().watch = watch;
        if self.follows_finds() {
            self.seeds.push_back((find, node));
        }
        goes_on
    }

    /// Whether anything comes of following a find symbolically.
    fn follows_finds(&self) -> bool {
        // What a path like this does not tell, others rely on.
        let technique = &self.options.technique;
        technique.sample != Some(Sample::Only) && technique.partition.is_none() && !technique.keeps_states()
    }

    /// Follows a find for the sides that it leaves, if it is their turn: that gets half of the search's work, or so much where there is
    /// no search. `false` if the whole run ends here.
    pub(crate) fn follow_find(&mut self, alone: u64, host: &mut dyn Host) -> bool {
        if self.seeds.is_empty() || self.seeds_work > (self.work() / 2).max(alone) {
            return true;
        }
        let Some((Find { root, model, .. }, node)) = self.seeds.pop_front() else { return true };
        let before = self.work();
        let watch = self.machine.symbols().watch.take();
        self.end_random();
        self.machine.forget_way();
        (self.taken, self.piece, self.is_sampled) = (None, None, true);
        self.node = node;
        let begun = panics::catch(AssertUnwindSafe(|| self.begin_start(root, model)));
        let stop = match begun {
            Ok(Begun::Ready) => {
                self.machine.set_limits(Limits { patience: u64::MAX, ..self.limits() });
                self.go(host).ok()
            }
            _ => None,
        };
        // Whatever it covers was covered when it became a path.
        self.machine.disclaim_found();
        self.is_sampled = false;
        self.machine.symbols().watch = watch;
        self.seeds_work += self.work() - before;
        match stop {
            Some(Stop::Limit(what @ ("time" | "interrupt"), _)) => {
                self.report.limits.push(what);
                false
            }
            _ => true,
        }
    }

    /// Of the sides that a find's path left, those that are explored.
    pub(crate) fn sides_of_find(&mut self, pending: Vec<Pending>) -> Vec<Pending> {
        if let Some(Sample::Constrained(engine)) = self.options.technique.sample {
            self.constrain(&pending, engine);
        }
        if self.is_sampling_only() {
            return vec![];
        }
        let is_new = |side: &Pending| self.new_edge(side).is_some();
        pending.into_iter().filter(is_new).map(|side| Pending { mark: Mark::NONE, ..side }).collect()
    }

    /// The side of a branch that a side is, if nothing took it.
    fn new_edge(&self, side: &Pending) -> Option<u32> {
        let (program, covered) = (self.machine.program(), self.machine.covered());
        let number = program.side(side.site.function, side.site.at, side.turn)?;
        let edge = program.edge_of(side.site.function, side.site.at, number)?;
        (covered[edge as usize / 64] >> (edge % 64) & 1 == 0).then_some(edge)
    }

    /// Makes constraints of the sides of a path: of those that nothing took, that they are taken; of others, once a
    /// range is known, that what they compare is outside of it.
    fn constrain(&mut self, pending: &[Pending], engine: Engine) {
        for side in pending {
            let Some(before) = side.before.clone() else { continue };
            let mut conditions: Vec<Term> = before.known.path.terms();
            match self.new_edge(side) {
                Some(edge) => {
                    let tries = self.tries.entry(edge).or_default();
                    if *tries == MOST_TRIES {
                        continue;
                    }
                    *tries += 1;
                    conditions.extend(side.conditions());
                }
                None => match self.beyond(side) {
                    Some(virtual_condition) => conditions.push(virtual_condition),
                    None => continue,
                },
            }
            let layout = Layout::new(before.known.inputs.iter());
            let (root, model) = (side.root, side.model.clone());
            if let Some(domain) = constraints::domain(&mut self.machine.symbols().pool, &conditions, &layout, engine) {
                self.offers.push(Constraint { root, model, layout, domain });
            }
        }
    }

    /// That the difference of what a branch compares is more than it ever was.
    fn beyond(&mut self, side: &Pending) -> Option<Term> {
        let (function, at) = (side.site.function, side.site.at);
        let first = self.machine.program().edge_of(function, at, 0)?;
        let tries = self.tries.entry(u32::MAX - first).or_default();
        if *tries == MOST_TRIES {
            return None;
        }
        let (_, most) = self.ranges.get(&first).copied()?;
        *tries += 1;
        let condition = side.conditions().last()?;
        let pool = &mut self.machine.symbols().pool;
        let mut node = pool.node(condition);
        while node.op == Op::Not {
            node = pool.node(node.arg(0));
        }
        if !matches!(node.op, Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle) || pool.width(node.arg(0)) > 64 {
            return None;
        }
        let (a, b) = (node.arg(0), node.arg(1));
        let most = pool.constant(pool.width(a), most as u64);
        let bound = pool.add(b, most);
        Some(pool.slt(bound, a))
    }

    /// An input for a side whose conditions the solver does not decide. What a solver takes long for counts as little work, so
    /// sampling does not wait for more of it.
    pub(crate) fn sample_side(&mut self, side: &Pending, before: &Snapshot, stage: Stage) -> Option<Assignment> {
        self.begin_late();
        let sampling = self.sampling.as_mut()?;
        let (path, wanted): (Vec<_>, Vec<_>) = (before.known.path.terms(), side.conditions().collect());
        let layout = Layout::new(before.known.inputs.iter());
        let hard = Hard { path: &path, wanted: &wanted, model: &side.model, layout: &layout, stage };
        sampling.solve(&self.options, &mut self.machine.symbols().pool, &hard)
    }

    /// A path of the search found something: chains begin there.
    pub(crate) fn start_chains(&mut self, outcome: &Outcome) {
        let is_late = self.options.technique.sample == Some(Sample::Late);
        // What sampling finds it knows itself.
        if self.is_sampled || self.sampling.is_none() && !is_late {
            return;
        }
        let (new_edges, site) = (self.machine.new_edges(), self.machine.site());
        let symbols = self.machine.symbols();
        let (root, model) = (symbols.known.root, Arc::clone(&symbols.model));
        let Some(sampling) = &mut self.sampling else {
            if new_edges > 0 {
                self.early.push(Find::new(root, model));
            }
            return;
        };
        if let Outcome::Bug(bug) = outcome {
            sampling.is_wrong(site, bug.check.name);
        }
        if new_edges > 0 {
            sampling.found(new_edges, false);
            sampling.add_test(Find::new(root, model));
        }
    }
}
