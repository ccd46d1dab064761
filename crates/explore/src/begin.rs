//! From what was picked to a machine that is ready to run.

use crate::depth::Bound;
use crate::explorer::{Begun, Explorer};
use crate::frontier::{Item, ItemId, Taken};
use crate::outcome::Outcome;
use crate::paths::{Place, State};
use crate::prunings::Prunings;
use crate::sampling::rounds::Stage;
use crate::strategies::Pick;
use crate::tree::End;
use secateur_expr::Assignment;
use secateur_solver::Answer;
use secateur_vm::env::Host;
use secateur_vm::{DecisionKind, Goal, Mark, Pending};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

impl Explorer<'_> {
    /// Makes the machine ready for what was picked.
    pub(crate) fn begin(&mut self, pick: Pick, host: &mut dyn Host) -> Begun {
        let (id, way) = match pick {
            Pick::Item(id) => (id, None),
            Pick::Along(id, most) => (id, Some(most)),
            Pick::Random(root, seed) => return self.begin_random(root, seed),
            Pick::Hard => {
                self.end_random();
                self.machine.forget_way();
                let Some(Taken { item: Item::Side(side), node, place }) = self.frontier.take_hard() else {
                    return Begun::Nothing;
                };
                (self.node, self.is_patient) = (node, true);
                return self.begin_side(side, place, true, host);
            }
        };
        self.taken = None;
        self.is_patient = self.options.max_depth != u32::MAX;
        self.end_random();
        self.machine.forget_way();
        let (id, way) = match self.bound(id) {
            Bound::Within => (id, way),
            Bound::First(other) => {
                self.again = Some(pick);
                (other, None)
            }
            Bound::Beyond => {
                self.close_deep(id);
                return Begun::Nothing;
            }
        };
        let begun = self.begin_item(id, host);
        if let (Begun::Ready, Some(most)) = (&begun, way) {
            self.machine.count_way(most);
            if let Some(piece) = self.piece {
                self.frontier.paths_mut().set_counted(piece, most);
            }
        }
        begun
    }

    fn begin_item(&mut self, id: ItemId, host: &mut dyn Host) -> Begun {
        let Some(Taken { item, node, place }) = self.frontier.take(id) else { return Begun::Nothing };
        self.node = node;
        self.script.iter_mut().for_each(|script| script.begins(node, &item));
        match item {
            Item::Start(root) => {
                self.piece = self.frontier.paths_mut().begin(place);
                let begun = self.begin_start(root, Arc::new(Assignment::new()));
                self.tell_begin(Mark::NONE);
                begun
            }
            Item::Side(side) => self.begin_side(side, place, false, host),
            Item::Paused(paused) => match paused.state {
                Some(state) => {
                    self.piece = self.frontier.paths_mut().begin(place);
                    self.machine.restore(state, paused.model, Default::default());
                    self.tell_begin(paused.mark);
                    Begun::Ready
                }
                None => {
                    self.piece = self.frontier.paths_mut().begin(place);
                    self.machine.symbols().set_follow(Goal::New { depth: paused.depth }, &paused.picks);
                    let begun = self.begin_start(paused.root, paused.model);
                    self.machine.set_new_edges(paused.new_edges);
                    // What the path does before it is new again must not be taken for what comes after.
                    self.tell_closed(paused.mark, End::Unknown);
                    self.tell_begin(Mark::NONE);
                    self.tell(|pruning, _| pruning.leaves_out());
                    begun
                }
            },
        }
    }

    /// From a way to begin.
    pub(crate) fn begin_start(&mut self, root: u32, model: Arc<Assignment>) -> Begun {
        self.machine.restore(self.initial.clone(), model, Default::default());
        self.machine.symbols().known.root = root;
        let start = self.options.starts[root as usize].clone();
        match self.machine.begin_symbolic(&self.options.config, &start) {
            Ok(()) => Begun::Ready,
            Err(stop) => {
                self.machine.symbols().follow = None;
                if let Some(outcome) = Outcome::of(stop) {
                    let what = format!("a run could not begin: {outcome:?}");
                    self.machine.symbols().losses.add(&what, Default::default());
                    self.report.counts.add(&outcome);
                    self.report.tree.end(self.node, outcome.end(), 0, 0);
                }
                Begun::Nothing
            }
        }
    }

    /// A run with random input, which nothing comes of but what it covers.
    fn begin_random(&mut self, root: u32, seed: u64) -> Begun {
        let symbols = self.machine.symbols();
        (symbols.concrete_inputs, symbols.random_inputs) = (true, Some(fastrand::Rng::with_seed(seed)));
        self.is_random = true;
        self.node = self.report.tree.add(None, 0, None);
        let begun = self.begin_start(root, Arc::new(Assignment::new()));
        self.machine.set_new_edges(0);
        begun
    }

    pub(crate) fn end_random(&mut self) {
        if self.is_random {
            let symbols = self.machine.symbols();
            (symbols.concrete_inputs, symbols.random_inputs) = (false, None);
            self.is_random = false;
        }
    }

    /// Whether a pruning wants the side not to be tried, and which.
    fn dropped(&mut self, side: &Pending) -> Option<&'static str> {
        let mut watch = self.machine.symbols().watch.take()?;
        let prunings = watch.as_any().downcast_mut::<Prunings>();
        let by = prunings.and_then(|prunings| prunings.drops(side, &self.search()));
        self.machine.symbols().watch = Some(watch);
        by
    }

    /// Whether it is known what the side leads to, and to which pruning.
    fn known(&mut self, side: &Pending) -> Option<&'static str> {
        let mut watch = self.machine.symbols().watch.take()?;
        let prunings = watch.as_any().downcast_mut::<Prunings>();
        let by = prunings.and_then(|prunings| prunings.knows(side, &mut self.machine));
        self.machine.symbols().watch = Some(watch);
        by
    }

    /// A side of a branch as a path; `is_hard` if it was postponed.
    fn begin_side(&mut self, side: Pending, place: Place, is_hard: bool, host: &mut dyn Host) -> Begun {
        if let Some(by) = self.dropped(&side) {
            self.report.counts.prune(by);
            self.close_side(&side, place, End::Pruned(by));
            return Begun::Nothing;
        }
        let side = match side.before {
            Some(_) => side,
            None => match self.rebuild(&side, host) {
                Ok(Some(rebuilt)) => Pending { mark: side.mark, ..rebuilt },
                Ok(None) => {
                    self.tell_closed(side.mark, End::Unknown);
                    self.frontier.paths_mut().close(place, State::Dropped);
                    return Begun::Nothing;
                }
                Err(limit) => {
                    self.report.limits.push(limit);
                    self.frontier.add(Item::Side(side), self.node, self.machine.program());
                    return Begun::Over;
                }
            },
        };
        if let Some(by) = self.known(&side) {
            self.report.counts.prune(by);
            self.close_side(&side, place, End::Pruned(by));
            return Begun::Nothing;
        }
        let Some(before) = side.before.clone() else { return Begun::Nothing };
        let conditions: Vec<_> = side.conditions().collect();
        // What was postponed is sampled before a solver tries its best, which may take the rest of the time. But what was learnt since then
        // is often all that it needs.
        let symbols = self.machine.symbols();
        let (solver, pool, path) = (&mut symbols.solver, &mut symbols.pool, &before.known.path);
        let again = if is_hard { solver.check_lightly(pool, path, &conditions, &side.model) } else { None };
        let sampled = match again {
            None if is_hard => self.sample_side(&side, &before, Stage::Postponed).map(Answer::Sat),
            answer => answer,
        };
        let symbols = self.machine.symbols();
        let (solver, pool, path) = (&mut symbols.solver, &mut symbols.pool, &before.known.path);
        let answer = match (sampled, self.is_patient) {
            (Some(answer), _) => answer,
            (None, true) => solver.check(pool, path, &conditions, &side.model),
            (None, false) => match solver.check_lightly(pool, path, &conditions, &side.model) {
                Some(answer) => answer,
                None => match self.sample_side(&side, &before, Stage::Light) {
                    Some(model) => Answer::Sat(model),
                    None => {
                        self.report.postponed += 1;
                        self.frontier.postpone(side, self.node, place);
                        return Begun::Nothing;
                    }
                },
            },
        };
        let answer = match answer {
            Answer::Unknown(_)
                if !self.is_over_now()
                    && let Some(model) = self.sample_side(&side, &before, Stage::Hopeless) =>
            {
                Answer::Sat(model)
            }
            answer => answer,
        };
        match answer {
            Answer::Sat(model) => {
                let events = side.events.clone();
                let mark = side.mark;
                self.taken = side.event.map(|event| (event, side.side, side.turns.clone()));
                self.is_check = side.kind == DecisionKind::Check;
                drop(side);
                self.piece = self.frontier.paths_mut().begin(place);
                self.machine.restore(before, Arc::new(model), events);
                // What the path had found so far belongs to the one that it branched off from.
                self.machine.set_new_edges(0);
                self.tell_begin(mark);
                Begun::Ready
            }
            Answer::Unsat => {
                self.report.counts.infeasible += 1;
                self.side_failed(&side);
                self.close_side(&side, place, End::Infeasible);
                Begun::Nothing
            }
            Answer::Unknown(why) => {
                let over = self.options.deadline.is_some_and(|d| Instant::now() >= d);
                if self.is_over_now() {
                    let limit = if over { "time" } else { "interrupt" };
                    self.report.limits.push(limit);
                    self.frontier.add(Item::Side(side), self.node, self.machine.program());
                    return Begun::Over;
                }
                self.machine.symbols().losses.add(&format!("the solver gave up: {why}"), side.site);
                self.close_side(&side, place, End::Unknown);
                Begun::Nothing
            }
        }
    }

    /// Whether the solver may have given up because the run ends.
    fn is_over_now(&mut self) -> bool {
        let over = self.options.deadline.is_some_and(|d| Instant::now() >= d);
        over || self.machine.symbols().solver.is_interrupted() || self.options.stop.load(Ordering::Relaxed)
    }

    /// A side that does not become a path.
    pub(crate) fn close_side(&mut self, side: &Pending, place: Place, end: End) {
        let state = if end == End::Infeasible { State::Impossible } else { State::Dropped };
        self.frontier.paths_mut().close(place, state);
        let conditions: Vec<_> = side.conditions().collect();
        self.tell(|pruning, machine| pruning.closed(side.mark, end, &conditions, machine));
        let tree = &mut self.report.tree;
        tree.end(self.node, end, side.depth + side.hops, 0);
        tree.count((side.site.function, side.site.at), end);
    }
}
