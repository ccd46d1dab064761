//! The solver: what is asked from outside, and the walk through the tiers.

use crate::bounds;
use crate::conditions::{Conditions, Kind};
use crate::config::{Config, Interrupter, Stop};
use crate::lanes::Lanes;
use crate::path::{Path, merged};
use crate::query::{Query, Verdict};
use crate::quick::Ranges;
use crate::sat::Incremental;
use crate::sets::{SetId, Sets};
use crate::stats::Stats;
use crate::tiers::{self, Cache, Cores, Info, Recent, TIERS};
use crate::z3::Z3;
use rustc_hash::FxHashMap;
use secateur_expr::{Assignment, Evaluator, Facts, Node, Op, Pool, Term};
use std::time::Instant;

/// What a check says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    Sat(Assignment),
    Unsat,
    /// Nobody knows; the reason in plain words.
    Unknown(String),
}

/// Decides conditions over the terms of one pool at a time.
pub struct Solver {
    pub stats: Stats,
    pub(crate) config: Config,
    pub(crate) stop: Stop,
    pub(crate) sets: Sets,
    pub(crate) conditions: Conditions,
    /// Loaded with the model that was seen last.
    pub(crate) evaluator: Evaluator,
    pub(crate) lanes: Lanes,
    pub(crate) cache: Cache,
    pub(crate) cores: Cores,
    pub(crate) recent: Recent,
    pub(crate) sat: Option<Incremental>,
    pub(crate) z3: Z3,
    pub(crate) ranges: Ranges,
    on: Vec<bool>,
    next_stamp: u64,
    pub(crate) mismatches: Vec<String>,
    pub(crate) dumped: u32,
    effort: Effort,
    /// Terms whose ranges were looked for, and room for what is known of those at hand.
    pub(crate) looked: u64,
    /// Literals that followed from others.
    pub(crate) propagated: u64,
    pub(crate) memo: FxHashMap<Term, Facts>,
}

/// How much the check at hand may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Effort {
    Whole,
    /// Without heavy tiers, and with a small budget for SAT.
    Light,
    /// It was light, and too little.
    Spent,
}

/// What a column of values costs, in units of work of about 2.5 ns.
const COLUMN_WORK: u64 = 140;

/// The same for a term whose range is looked for, and for a literal that follows from others.
const TERM_WORK: u64 = 54;
const LITERAL_WORK: u64 = 44;

impl Solver {
    pub fn new(config: Config) -> Solver {
        let on = TIERS.iter().map(|t| !config.disabled.iter().any(|d| d == t.name)).collect();
        Solver {
            stats: Stats::default(),
            stop: Stop::default(),
            sets: Sets::default(),
            conditions: Conditions::default(),
            evaluator: Evaluator::new(),
            lanes: Lanes::default(),
            cache: Cache::default(),
            cores: Cores::default(),
            recent: Recent::default(),
            sat: None,
            ranges: Ranges::default(),
            z3: Z3::new(config.z3_program.clone()),
            on,
            next_stamp: 1,
            mismatches: Vec::new(),
            dumped: 0,
            effort: Effort::Whole,
            looked: 0,
            propagated: 0,
            memo: FxHashMap::default(),
            config,
        }
    }
    /// What solving cost so far, in units of work.
    pub fn effort(&self) -> u64 {
        COLUMN_WORK * self.lanes.total + TERM_WORK * self.looked + LITERAL_WORK * self.propagated
    }
    /// What the incremental SAT solver may spend on the check at hand.
    pub(crate) fn sat_budget(&self) -> (u64, u64) {
        let budget = self.config.budget;
        match self.effort {
            Effort::Whole => (budget.sat_conflicts, budget.sat_decisions),
            Effort::Light | Effort::Spent => (budget.light_conflicts, budget.light_decisions),
        }
    }
    pub(crate) fn is_on(&self, tier: &Info) -> bool {
        self.on[tier.index()]
    }

    /// Whether a condition is about bytes of which a path has assumed nothing.
    pub fn is_free(&mut self, pool: &mut Pool, path: &Path, cond: Term) -> bool {
        match self.conditions.kind(pool, &mut self.sets, cond) {
            Kind::Constant(_) => false,
            Kind::Single { byte, .. } => path.byte(byte).is_free(),
            Kind::Several { .. } => self.conditions.bytes_of(pool, cond).iter().all(|byte| path.byte(*byte).is_free()),
        }
    }

    /// Adds a condition that is known to be consistent with the path.
    pub fn assume(&mut self, pool: &mut Pool, path: &mut Path, cond: Term) {
        let mut parts = Vec::new();
        conjuncts(pool, cond, &mut parts);
        for part in parts {
            self.assume_part(pool, path, part);
        }
        path.push(cond);
        path.stamp = self.next_stamp;
        self.next_stamp += 1;
    }
    fn assume_part(&mut self, pool: &mut Pool, path: &mut Path, cond: Term) {
        match self.conditions.kind(pool, &mut self.sets, cond) {
            Kind::Constant(_) => {}
            Kind::Single { byte, set } => {
                let set = self.sets.meet(path.byte(byte).set, set);
                path.narrow(byte, set);
            }
            Kind::Several { .. } => {
                let bytes = self.conditions.bytes_of(pool, cond);
                let bounds = bounds::implied(pool, cond);
                path.join(cond, &bytes, bounds.as_slice());
            }
        }
    }

    /// Is the path and `extra` satisfiable? `model` satisfies the path, perhaps not `extra`; an answer keeps
    /// its bytes where it can.
    pub fn check(&mut self, pool: &mut Pool, path: &Path, extra: &[Term], model: &Assignment) -> Answer {
        self.effort = Effort::Whole;
        self.checked(pool, path, extra, model)
    }

    /// The same with little effort: `None` if the answer would take more.
    pub fn check_lightly(
        &mut self,
        pool: &mut Pool,
        path: &Path,
        extra: &[Term],
        model: &Assignment,
    ) -> Option<Answer> {
        self.effort = Effort::Light;
        let answer = self.checked(pool, path, extra, model);
        let given_up = std::mem::replace(&mut self.effort, Effort::Whole) == Effort::Spent;
        (!given_up).then_some(answer)
    }

    fn checked(&mut self, pool: &mut Pool, path: &Path, extra: &[Term], model: &Assignment) -> Answer {
        let start = Instant::now();
        self.stats.queries += 1;
        self.stats.checks += 1;
        let answer = match self.ask(pool, path, extra, model) {
            Ok(query) => self.through_tiers(pool, query),
            Err(answer) => answer,
        };
        if self.config.validate {
            self.validate_check(pool, path, extra, &answer);
        }
        let is_unknown = matches!(answer, Answer::Unknown(_)) && self.effort != Effort::Spent;
        self.stats.unknown += u64::from(is_unknown);
        self.stats.time += start.elapsed();
        answer
    }
    /// The query, or the answer where none is needed.
    fn ask<'a>(
        &mut self,
        pool: &mut Pool,
        path: &Path,
        extra: &[Term],
        model: &'a Assignment,
    ) -> Result<Query<'a>, Answer> {
        let mut parts = Vec::new();
        for cond in extra {
            conjuncts(pool, *cond, &mut parts);
        }
        let mut query = Query::about(model);
        let mut narrowed: Vec<(u32, SetId)> = Vec::new();
        let mut bytes: Vec<u32> = Vec::new();
        for part in parts {
            match self.conditions.kind(pool, &mut self.sets, part) {
                Kind::Constant(true) => {}
                Kind::Constant(false) => {
                    self.stats.answered(&tiers::SIMPLIFY);
                    return Err(Answer::Unsat);
                }
                Kind::Single { byte, set } => {
                    narrowed.push((byte, set));
                    bytes.push(byte);
                }
                Kind::Several { first, negation } => {
                    match tiers::path::implied(path, first, part, negation) {
                        Some(true) if self.is_on(&tiers::PATH) => continue,
                        Some(false) if self.is_on(&tiers::PATH) => {
                            self.stats.answered(&tiers::PATH);
                            return Err(Answer::Unsat);
                        }
                        _ => {}
                    }
                    bytes.extend_from_slice(&self.conditions.bytes_of(pool, part));
                    query.goals.push(part);
                }
            }
        }
        if bytes.is_empty() {
            let tier = if extra.iter().all(|t| pool.is_const(*t)) { &tiers::SIMPLIFY } else { &tiers::PATH };
            self.stats.answered(tier);
            return Err(Answer::Sat(model.clone()));
        }
        query.goals.sort_unstable();
        query.goals.dedup();
        self.close(pool, path, &mut query, bytes);
        for (byte, set) in narrowed {
            if let Some(i) = query.position(byte) {
                query.sets[i] = self.sets.meet(query.sets[i], set);
            }
        }
        Ok(query)
    }
    /// Adds the groups of the bytes, and the bytes of the groups.
    fn close(&mut self, pool: &Pool, path: &Path, query: &mut Query, mut bytes: Vec<u32>) {
        bytes.sort_unstable();
        bytes.dedup();
        let mut slots: Vec<u32> = bytes.iter().map(|b| path.byte(*b).group).collect();
        slots.sort_unstable();
        slots.dedup();
        query.terms = query.goals.clone();
        for group in slots.iter().filter_map(|s| path.groups.get(*s as usize)?.as_ref()) {
            query.terms = merged(&query.terms, &group.terms);
            bytes = merged(&bytes, &group.bytes);
            query.bounds.extend_from_slice(&group.bounds);
        }
        query.bounds.sort_unstable_by_key(|b| b.0);
        for i in 0..query.goals.len() {
            if let Some((term, bounds)) = bounds::implied(pool, query.goals[i]) {
                query.bind(term, bounds);
            }
        }
        query.sets = bytes.iter().map(|b| path.byte(*b).set).collect();
        query.bytes = bytes;
    }
    fn through_tiers(&mut self, pool: &mut Pool, mut query: Query<'_>) -> Answer {
        let mut reasons = String::new();
        let mut now = Instant::now();
        for (i, tier) in TIERS.iter().enumerate() {
            let Some(run) = tier.run.filter(|_| self.on[i]) else { continue };
            if let Some(reason) = self.stop.reason_at(now) {
                return Answer::Unknown(reason.into());
            }
            if tier.is_heavy && self.effort == Effort::Light {
                self.effort = Effort::Spent;
                return Answer::Unknown(reasons);
            }
            if tier.is_solver && query.dumped.is_none() {
                query.dumped = self.dump(pool, &query);
            }
            let verdict = run(self, pool, &mut query);
            let end = Instant::now();
            self.stats.by_tier[i].1.time += end - now;
            now = end;
            match verdict {
                None => {}
                Some(Verdict::Unknown(reason)) => reasons = reason,
                Some(verdict) => {
                    self.stats.answered(tier);
                    tiers::learn(self, &query, tier, &verdict);
                    return self.answer(&query, verdict);
                }
            }
        }
        if let Some(reason) = self.stop.reason_at(now) {
            return Answer::Unknown(reason.into());
        }
        if reasons.is_empty() {
            reasons = "every tier that could answer is switched off".into();
        }
        Answer::Unknown(reasons)
    }
    fn answer(&self, query: &Query, verdict: Verdict) -> Answer {
        match verdict {
            Verdict::Unsat => Answer::Unsat,
            Verdict::Unknown(reason) => Answer::Unknown(reason),
            Verdict::Sat(values) => {
                let mut model = query.model.clone();
                for (byte, value) in query.bytes.iter().zip(values) {
                    let byte = self.conditions.byte(*byte);
                    if model.get(byte) != value {
                        model.set(byte, value);
                    }
                }
                Answer::Sat(model)
            }
        }
    }

    /// Gives the evaluator the model, and these values for the query's bytes.
    pub(crate) fn load(&mut self, query: &Query, values: &[u8]) {
        self.evaluator.update(query.model);
        for (byte, value) in query.bytes.iter().zip(values) {
            self.evaluator.set(self.conditions.byte(*byte), *value);
        }
    }
    /// Whether values of the query's bytes satisfy it. Leaves the evaluator with them.
    pub(crate) fn satisfies(&mut self, pool: &Pool, query: &Query, values: &[u8]) -> bool {
        self.load(query, values);
        let inside = query.sets.iter().zip(values).all(|(set, v)| self.sets.get(*set).contains(*v));
        inside && query.terms.iter().all(|t| self.evaluator.holds(pool, *t))
    }
    /// The model's values of the query's bytes.
    pub(crate) fn model_values(&self, query: &Query) -> Vec<u8> {
        query.bytes.iter().map(|b| query.model.get(self.conditions.byte(*b))).collect()
    }

    /// Stops checks from another thread.
    pub fn interrupter(&self) -> Interrupter {
        self.stop.interrupter.clone()
    }
    /// Whether somebody stopped it from elsewhere.
    pub fn is_interrupted(&self) -> bool {
        self.stop.interrupter.is_set()
    }
    /// From now on it is stopped by this one, which several solvers may share.
    pub fn set_interrupter(&mut self, interrupter: Interrupter) {
        self.stop.interrupter = interrupter;
    }
    /// A check past this moment returns `Unknown("time")`.
    pub fn set_deadline(&mut self, at: Option<Instant>) {
        self.stop.deadline = at;
    }
    /// Forgets everything that refers to a pool; counters stay.
    pub fn reset(&mut self) {
        let stats = std::mem::take(&mut self.stats);
        let mismatches = std::mem::take(&mut self.mismatches);
        let (stop, z3, dumped) = (self.stop.clone(), std::mem::take(&mut self.z3), self.dumped);
        // What was done stays done: who counts on it must not see it fall.
        let (looked, propagated, columns) = (self.looked, self.propagated, self.lanes.total);
        let fresh = Solver::new(self.config.clone());
        *self = Solver { stats, mismatches, stop, z3, dumped, looked, propagated, ..fresh };
        self.lanes.total = columns;
    }
    /// What validation found wrong, and models that did not hold.
    pub fn mismatches(&self) -> &[String] {
        &self.mismatches
    }
}

/// Splits conjunctions. Negated disjunctions are conjunctions too.
pub(crate) fn conjuncts(pool: &mut Pool, cond: Term, out: &mut Vec<Term>) {
    let mut pending = vec![cond];
    while let Some(term) = pending.pop() {
        let node: Node = pool.node(term);
        match node.op {
            Op::And => pending.extend([node.arg(1), node.arg(0)]),
            Op::Not if pool.op(node.arg(0)) == Op::Or => {
                let inner = pool.node(node.arg(0));
                let (a, b) = (pool.not(inner.arg(0)), pool.not(inner.arg(1)));
                pending.extend([b, a]);
            }
            _ => out.push(term),
        }
    }
}
