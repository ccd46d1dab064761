//! Rounds: sample near what is known, learn from what the runs showed, begin again with what was new.
//!
//! Chains start at inputs that found something, those of the search as well as those of earlier rounds. Within a round
//! the bias is fixed; what was learnt counts from the next one on. An input that takes a side of a branch for the first time, or
//! breaks a check at a new place, or takes a case of a switch that no test does, is handed to the search, which runs it like any other path and makes a test of it.
//!
//! How much is sampled goes by instructions, never by time, so that the same seed finds the same inputs.

use super::goals::Goals;
use super::hard::{self, Question};
use super::layout::Layout;
use super::learners::{self, Learners};
use super::mutate::mutate;
use super::news::{News, Shown};
use super::proposals::{self, Proposals};
use super::sampler::Chain;
use super::simulator::{Ran, Simulator};
use super::starts::Starts;
use super::turns::{Others, Turns, Ways};
use super::words::Words;
use super::{Domain, Step, repair, simplex};
use crate::explorer::Options;
use fastrand::Rng;
use secateur_expr::{Assignment, Pool, Term};
use secateur_vm::env::Host;
use secateur_vm::{Program, Site};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Parts that begin near a start point in a round, each a chain of so many samples or as many tries.
///
/// Chains are short: a run that shows nothing new is as good as another, so a long one drifts away from what its start had right.
const PARTS: u32 = 24;
const SAMPLES: u32 = 4;

/// Runs of a round: at least so many, and so many for each start point.
const ROUND_RUNS: u64 = 512;
const ROUND_RUNS_OF_START: u64 = 64;

/// Of the turns of a start point, one in so many is with any of the ways to begin.
const ELSEWHERE: u32 = 4;

/// Samples of a chain in the domain of a constraint, where each start is a linear program.
const SAMPLES_OF_CONSTRAINT: u32 = 32;
const CHAINS_OF_CONSTRAINT: u32 = 4;

/// Constraints that wait.
const MOST_CONSTRAINTS: usize = 1024;

/// Steps of one run.
const MOST_STEPS: u64 = 1_000_000;

/// What hard conditions get of all work at most; and so much to begin with, before a solver has tried its best and after that. A solver decides most
/// of them in the end, in less time than it takes to sample them in vain.
const HARD_SHARE: f64 = 0.5;
const HARD_WORK: f64 = 40e6;
const HOPELESS_WORK: f64 = 400e6;

/// A condition for which less is left is not sampled.
const LEAST_HARD_WORK: f64 = 4e6;

/// Conditions that are tried before a solver has tried its best: what counts as tried in vain to begin with, and what one that was
/// met is worth. Most of them have no solution, and a solver says so later for less.
const FIRST_TRIES: f64 = 8.0;
const FIRST_MET: f64 = 4.0;

/// An input that is worth a path.
#[derive(Clone)]
pub struct Find {
    pub root: u32,
    pub model: Arc<Assignment>,
    /// Cases of switches that it takes and no test does, and that no side of a branch tells apart.
    pub new_labels: u32,
}

impl Find {
    pub fn new(root: u32, model: Arc<Assignment>) -> Find {
        Find { root, model, new_labels: 0 }
    }
}

/// Inputs to be sampled, because one of them may take a side that nothing took, or a value that nothing had.
pub struct Constraint {
    pub root: u32,
    /// What the rest of the input is.
    pub model: Arc<Assignment>,
    pub layout: Layout,
    pub domain: Domain,
}

/// Conditions that the solver gives up on.
pub struct Hard<'a> {
    /// What holds under the model, and what is to hold as well.
    pub path: &'a [Term],
    pub wanted: &'a [Term],
    pub model: &'a Assignment,
    pub layout: &'a Layout,
    pub stage: Stage,
}

/// How far a solver was when it did not decide a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Little was to be spent.
    Light,
    /// The same, and its turn has come again: now it may take long.
    Postponed,
    /// It gave up.
    Hopeless,
}

/// Hard conditions of one kind: how many were tried and met, and what that cost.
#[derive(Clone, Copy, Default)]
struct Tried {
    asked: u32,
    met: u32,
    work: u64,
}

impl Tried {
    /// What they may have cost when so much was done in all: before a solver has tried its best, the more, the more of them were met.
    fn allowed(self, stage: Stage, all: f64) -> f64 {
        match stage {
            Stage::Light => {
                let met = (1.0 + FIRST_MET * f64::from(self.met)) / (FIRST_TRIES + f64::from(self.asked));
                HARD_WORK + HARD_SHARE * met.min(1.0) * all
            }
            Stage::Postponed => HARD_WORK + HARD_SHARE * all,
            Stage::Hopeless => HOPELESS_WORK + HARD_SHARE * all,
        }
    }
}

/// What was done, for the user.
#[derive(Clone, Copy, Default, Debug)]
pub struct Counts {
    pub runs: u64,
    pub rounds: u64,
    pub accepted: u64,
    /// Runs that an assumption excluded.
    pub excluded: u64,
    /// Inputs that were handed to the search.
    pub found: u64,
    /// Conditions that the solver had given up on, and those of them that were met.
    pub asked: u64,
    pub solved: u64,
    /// Constraints that were made from paths, and those of them that inputs were found for.
    pub constraints: u64,
    pub sampled: u64,
}

/// An input to be run: a state of a layout.
struct Input<'a> {
    root: u32,
    layout: &'a Layout,
    state: &'a [i64],
}

/// The start point at hand, and its chain under way.
struct Walk {
    root: u32,
    layout: Layout,
    domain: Domain,
    proposals: Proposals,
    start: Vec<i64>,
    chain: Option<Chain>,
    /// Samples that are left of the chain; inputs that are left to be tried out first, and chains.
    samples: u32,
    tries: u32,
    chains: u32,
    /// Whether the domain is a constraint's: what is outside of it is not wanted.
    is_constrained: bool,
    /// The goal that it is for.
    goal: Option<usize>,
}

pub struct Sampling<'p> {
    simulator: Simulator<'p>,
    learners: Learners,
    rng: Rng,
    words: Words,
    /// Ways to begin, such as lengths of the standard input.
    roots: u32,
    starts: Starts,
    /// Constraints that wait for the next round.
    constraints: VecDeque<Constraint>,
    is_starts_turn: bool,
    domains: Others,
    goals: Goals,
    /// Whether a goal is next, or a start point.
    aims: Others,
    /// The number of runs at which the next round begins.
    round_ends: u64,
    walk: Option<Walk>,
    news: News,
    /// The input of the run at hand.
    model: Arc<Assignment>,
    finds: Vec<Find>,
    /// Why the whole run has to end, if the last run said so.
    over: Option<&'static str>,
    turns: Turns,
    ways: Ways,
    /// Hard conditions, by stage.
    hard: [Tried; 3],
    pub counts: Counts,
}

impl<'p> Sampling<'p> {
    pub fn new(program: &'p Program, options: &Options, seed: u64) -> Sampling<'p> {
        let mut simulator = Simulator::new(program, options, MOST_STEPS.min(options.config.max_steps));
        let (_, points) = simulator.trace();
        let setup =
            learners::Setup { edges: program.edge_count(), violations: 0, points: points.count, ..Default::default() };
        let mut starts = Starts::new(program.edge_count());
        for (root, start) in (0..).zip(&options.starts) {
            starts.add(Find::new(root, Arc::new(start.first_input())), false);
        }
        Sampling {
            learners: Learners::new(learners::ALL, &setup),
            simulator,
            rng: Rng::with_seed(seed),
            words: Words::new(&program.module),
            roots: options.starts.len() as u32,
            starts,
            constraints: VecDeque::new(),
            is_starts_turn: false,
            domains: Others::constraints(),
            goals: Goals::default(),
            aims: Others::goals(),
            round_ends: ROUND_RUNS,
            walk: None,
            news: News::new(program.edge_count()),
            model: Arc::default(),
            finds: vec![],
            over: None,
            turns: Turns::default(),
            ways: Ways::default(),
            hard: Default::default(),
            counts: Counts::default(),
        }
    }

    /// How much was done, in units of work.
    pub fn work(&self) -> u64 {
        self.simulator.work + self.hard.iter().map(|tried| tried.work).sum::<u64>()
    }

    /// Sampling joins a search that has done so much: for that it gets nothing, and what the search found with it does
    /// not count. Otherwise it would first have to catch up, and the search would stand still for seconds.
    pub fn begin_after(&mut self, searched: u64) {
        self.turns.begin_after(searched);
    }

    /// What making constraints may cost for what is sampled: half as much, if they find as much as start points do.
    pub fn constraining_work(&self) -> u64 {
        (self.work() as f64 * self.domains.share() / 2.0) as u64
    }

    /// Whether it is sampling's turn after so much work of the search. Who finds more gets more.
    pub fn has_turn(&mut self, searched: u64, turn: u64, is_near_end: bool) -> bool {
        self.turns.is_samplings(searched, self.simulator.work, turn, is_near_end)
    }

    /// The search found something, or sampling did.
    pub fn found(&mut self, edges: u32, is_sampled: bool) {
        self.turns.found(edges, is_sampled.then_some(self.simulator.work));
    }

    /// An input for which conditions hold that the solver gives up on.
    pub fn solve(&mut self, options: &Options, pool: &mut Pool, hard: &Hard) -> Option<Assignment> {
        let Hard { path, wanted, model, layout, stage } = *hard;
        let (tried, all) = (self.hard[stage as usize], (self.turns.searched + self.work()) as f64);
        let left = tried.allowed(stage, all) - tried.work as f64;
        if left < LEAST_HARD_WORK {
            return None;
        }
        self.counts.asked += 1;
        let most = left as u64;
        let question = Question { pool, path, wanted, model, layout, words: &self.words, stage, most };
        let is_over = || {
            options.stop.load(Ordering::Relaxed) || options.deadline.is_some_and(|deadline| Instant::now() >= deadline)
        };
        let (found, work) = hard::search(question, &mut self.rng, &is_over);
        let tried = &mut self.hard[stage as usize];
        tried.work += work;
        tried.asked += 1;
        tried.met += u32::from(found.is_some());
        self.counts.solved += u64::from(found.is_some());
        found
    }

    /// An input that is a test, since it found something: chains begin there.
    pub fn add_test(&mut self, test: Find) {
        self.turns.renew(self.simulator.work, true);
        self.starts.add(test, true);
    }

    /// Inputs that are worth sampling.
    pub fn add_constraint(&mut self, constraint: Constraint) {
        if self.constraints.len() < MOST_CONSTRAINTS {
            self.constraints.push_back(constraint);
        }
    }

    /// What was seen at a point of the program in earlier rounds.
    pub fn range(&self, point: u32) -> Option<(i64, i64)> {
        self.learners.range(point)
    }

    /// The search came to an end of a path at a check that failed.
    pub fn is_wrong(&mut self, site: Site, kind: &'static str) {
        self.news.is_wrong(site, kind);
    }

    /// Samples for so much work, up to so many runs in all. What was found, and why the run has to end if it has to.
    pub fn sample(
        &mut self,
        options: &Options,
        covered: &[u64],
        (work, runs): (u64, u64),
        host: &mut dyn Host,
    ) -> (Vec<Find>, Option<&'static str>) {
        self.news.cover(covered);
        self.simulator.cover(self.news.covered());
        let (before, until) = (self.work(), self.work() + work);
        let mut over = None;
        while self.work() < until && self.simulator.runs < runs && over.is_none() && self.finds.is_empty() {
            over = self.step(options, host);
        }
        self.turns.sampled(self.work() - before);
        self.counts.runs = self.simulator.runs;
        self.counts.found += self.finds.len() as u64;
        (std::mem::take(&mut self.finds), over)
    }

    fn step(&mut self, options: &Options, host: &mut dyn Host) -> Option<&'static str> {
        let Some(mut walk) = self.walk.take() else { return self.begin(options, host) };
        let (before, found, is_try) = (self.work(), self.finds.len(), walk.tries > 0);
        let mut rng = self.rng.clone();
        let Walk { root, layout, domain, proposals, start, chain, samples, tries, chains, is_constrained, goal } =
            &mut walk;
        match chain {
            _ if *tries > 0 => {
                *tries -= 1;
                let state = self.mutant(layout, domain, start, &mut rng);
                let input = Input { root: *root, layout, state: &state };
                match *goal {
                    None => self.try_out(options, input, host),
                    Some(goal) => {
                        if self.run(options, input, host).is_some() && self.is_as_near(goal) {
                            *start = state;
                        }
                    }
                }
            }
            Some(chain) if *samples > 0 => {
                *samples -= 1;
                let mut run = |state: &[i64]| self.run(options, Input { root: *root, layout, state }, host);
                match chain.step(domain, proposals, &mut rng, &mut run) {
                    Step::Accepted => self.counts.accepted += 1,
                    Step::Excluded => self.counts.excluded += 1,
                    Step::Rejected => {}
                    // Nothing was run, so that it costs no work: there may be nothing to vary.
                    Step::Stayed => *samples = samples.saturating_sub(4),
                }
            }
            _ => {
                let state = match is_constrained {
                    // Every second chain begins near the path that the constraint is of.
                    true if *chains % 2 == 1 => simplex::start(domain, &mut rng).unwrap_or_else(|| start.clone()),
                    true => start.clone(),
                    false => self.mutant(layout, domain, start, &mut rng),
                };
                let mut run = |state: &[i64]| self.run(options, Input { root: *root, layout, state }, host);
                *chain = Chain::start(state, domain, &mut run);
                self.counts.excluded += u64::from(chain.is_none());
                *samples = if *is_constrained { SAMPLES_OF_CONSTRAINT } else { SAMPLES };
                *chains -= 1;
            }
        }
        self.rng = rng;
        let (work, found) = (self.work() - before, (self.finds.len() - found) as u32);
        self.domains.did(walk.is_constrained, work, found);
        if !walk.is_constrained {
            self.aims.did(walk.goal.is_some(), work, found);
            if walk.goal.is_none() {
                self.ways.did(is_try, work, found);
            }
        }
        if walk.tries > 0 || walk.chains > 0 || walk.samples > 0 && walk.chain.is_some() {
            self.walk = Some(walk);
        }
        self.over.take()
    }

    /// A start point near one, with pieces of another one.
    fn mutant(&self, layout: &Layout, domain: &Domain, start: &[i64], rng: &mut Rng) -> Vec<i64> {
        let mut state = start.to_vec();
        let mut other = |rng: &mut Rng| layout.state(&self.starts.get(rng.usize(..self.starts.len())).find.model);
        mutate(&mut state, &mut other, layout, domain, &self.words, rng);
        state
    }

    /// Runs an input. `None` if it does not count.
    fn simulate(&mut self, options: &Options, input: Input, notes_all: bool, host: &mut dyn Host) -> Option<Ran> {
        self.simulator.forget_input();
        input.layout.fill(input.state, Arc::make_mut(&mut self.model));
        let ran = self.simulator.run(options, input.root, &self.model, notes_all, host);
        if let Ran::Over(limit) = ran {
            self.over = Some(limit);
        }
        (!matches!(ran, Ran::Excluded | Ran::Over(_))).then_some(ran)
    }

    /// What the last run showed, but for what only learners want to know: finds are kept.
    fn take_in(&mut self, root: u32, ran: &Ran) -> Shown {
        let site = self.simulator.site();
        let (trace, _) = self.simulator.trace();
        let shown = self.news.look(ran, site, trace);
        if !matches!(ran, Ran::TooLong) {
            trace.visits.iter().for_each(|visit| self.starts.took(visit.0));
        }
        if shown.is_find {
            self.finds.push(Find { new_labels: shown.new_labels, ..Find::new(root, self.model.clone()) });
        }
        shown
    }

    /// Runs an input for what it finds, and learns nothing from it.
    fn try_out(&mut self, options: &Options, input: Input, host: &mut dyn Host) {
        let root = input.root;
        let Some(ran) = self.simulate(options, input, false, host) else {
            self.counts.excluded += 1;
            return;
        };
        let shown = self.take_in(root, &ran);
        if shown.is_nearer && !shown.is_find {
            self.turns.renew(self.simulator.work, false);
            self.starts.add(Find::new(root, self.model.clone()), false);
        }
    }

    /// Runs an input; how much it is wanted, as a logarithm.
    fn run(&mut self, options: &Options, input: Input, host: &mut dyn Host) -> Option<f64> {
        let root = input.root;
        let ran = self.simulate(options, input, true, host)?;
        Some(self.note(root, &ran))
    }

    /// Learns from the last run, of which all was noted; how much it is wanted.
    fn note(&mut self, root: u32, ran: &Ran) -> f64 {
        let mut shown = self.take_in(root, ran);
        let (trace, _) = self.simulator.trace();
        shown.is_nearer |= self.news.is_nearer(trace);
        let (news, model) = (&self.news, &self.model);
        self.goals.look(trace, &mut || Find::new(root, model.clone()), &|side| news.is_covered(side));
        let bias = self.learners.bias(trace);
        self.learners.learn(trace);
        if shown.is_nearer && !shown.is_find {
            self.turns.renew(self.simulator.work, false);
            self.starts.add(Find::new(root, self.model.clone()), false);
        }
        bias
    }

    /// Whether the last run came as near to a goal as any; walks to it go on from there.
    fn is_as_near(&mut self, goal: usize) -> bool {
        let (trace, _) = self.simulator.trace();
        let is_as_near = self.goals.is_as_near(goal, trace);
        if is_as_near {
            self.goals.drift(goal, &self.model);
        }
        is_as_near
    }

    /// The next chain of the round, or the next round.
    fn begin(&mut self, options: &Options, host: &mut dyn Host) -> Option<&'static str> {
        // Constraints take turns with what is near earlier finds.
        self.is_starts_turn = self.is_starts_turn || self.constraints.is_empty() || !self.domains.are_next();
        if !std::mem::take(&mut self.is_starts_turn)
            && let Some(constraint) = self.constraints.pop_front()
        {
            self.is_starts_turn = true;
            self.begin_constraint(constraint);
            return None;
        }
        if self.simulator.runs >= self.round_ends {
            self.round_ends = self.simulator.runs + ROUND_RUNS.max(ROUND_RUNS_OF_START * self.starts.len() as u64);
            self.counts.rounds += 1;
            self.learners.next_round();
            self.starts.next_round();
        }
        let news = &self.news;
        if self.aims.are_next()
            && let Some(goal) = self.goals.next(self.starts.walks, &|side| news.is_covered(side))
        {
            return self.begin_goal(options, goal, host);
        }
        let at = self.starts.next()?;
        let start = self.starts.get(at);
        let (find, is_test, is_known) = (start.find.clone(), start.is_test, start.is_known());
        self.model = Arc::new((*find.model).clone());
        // What is right with one way to begin may be with another: the same bytes, and some more.
        let is_elsewhere = is_known && self.roots > 1 && self.rng.u32(..ELSEWHERE) == 0;
        let root = if is_elsewhere { self.rng.u32(..self.roots) } else { find.root };
        if root != find.root
            && let Some(limit) = self.move_to(options, root, &find.model, host)
        {
            return Some(limit);
        }
        let ran = self.simulator.run(options, root, &self.model, true, host);
        if let Ran::Over(limit) = ran {
            return Some(limit);
        }
        if root == find.root {
            let (trace, _) = self.simulator.trace();
            self.starts.ran(at, trace);
            if is_test {
                self.news.label(&trace.labels);
            }
        } else {
            self.starts.renew(at);
            if !matches!(ran, Ran::Excluded) {
                self.note(root, &ran);
            }
        }
        let layout = Layout::new(self.simulator.asked());
        if layout.places.is_empty() {
            return None;
        }
        let domain = layout.domain();
        let shares = proposals::usual(&domain);
        let setup = proposals::Setup { seed: self.rng.u64(..), ..Default::default() };
        let proposals = Proposals::new(&shares, &domain, &setup);
        let state = layout.state(&self.model);
        let tries = self.ways.tries(PARTS);
        self.walk = Some(Walk {
            root,
            layout,
            domain,
            proposals,
            start: state,
            chain: None,
            samples: 0,
            tries: tries * (SAMPLES + 1),
            chains: PARTS - tries,
            is_constrained: false,
            goal: None,
        });
        None
    }

    /// Inputs near the one that came nearest to a goal, and near what comes as near.
    fn begin_goal(&mut self, options: &Options, goal: usize, host: &mut dyn Host) -> Option<&'static str> {
        let Find { root, model, .. } = self.goals.get(goal).find.clone();
        self.model = Arc::new((*model).clone());
        if let Ran::Over(limit) = self.simulator.run(options, root, &self.model, true, host) {
            return Some(limit);
        }
        let layout = Layout::new(self.simulator.asked());
        if layout.places.is_empty() {
            return None;
        }
        let domain = layout.domain();
        let proposals = Proposals::new(&[], &domain, &Default::default());
        let start = layout.state(&self.model);
        self.walk = Some(Walk {
            root,
            layout,
            domain,
            proposals,
            start,
            chain: None,
            samples: 0,
            tries: PARTS * (SAMPLES + 1),
            chains: 0,
            is_constrained: false,
            goal: Some(goal),
        });
        None
    }

    /// The input at hand becomes one for another way to begin, with the bytes of a model wherever that varies. What belongs to the way itself,
    /// such as how many arguments there are and where each ends, stays as it is there. Why the run has to end, if it has to.
    fn move_to(
        &mut self,
        options: &Options,
        root: u32,
        from: &Assignment,
        host: &mut dyn Host,
    ) -> Option<&'static str> {
        self.simulator.forget_input();
        self.model = Arc::new(options.starts[root as usize].first_input());
        if let Ran::Over(limit) = self.simulator.run(options, root, &self.model, false, host) {
            return Some(limit);
        }
        let layout = Layout::new(self.simulator.asked());
        self.simulator.forget_input();
        layout.fill(&layout.state(from), Arc::make_mut(&mut self.model));
        None
    }

    /// Chains over the inputs of a constraint, from the one that is nearest to its path, and from random ones of them.
    fn begin_constraint(&mut self, Constraint { root, model, layout, domain }: Constraint) {
        self.counts.constraints += 1;
        let near = repair::near(&domain, &layout.state(&model), &mut self.rng);
        let Some(start) = near.or_else(|| simplex::start(&domain, &mut self.rng)) else { return };
        self.counts.sampled += 1;
        self.model = Arc::new((*model).clone());
        let setup = proposals::Setup { seed: self.rng.u64(..), ..Default::default() };
        let proposals = Proposals::new(&proposals::usual(&domain), &domain, &setup);
        let chains = CHAINS_OF_CONSTRAINT;
        self.walk = Some(Walk {
            root,
            layout,
            domain,
            proposals,
            start,
            chain: None,
            samples: 0,
            tries: 0,
            chains,
            is_constrained: true,
            goal: None,
        });
    }
}
