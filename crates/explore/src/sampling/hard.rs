//! Conditions that the solver gives up on: products of inputs, floating point, hashes.
//!
//! A chain over the inputs of the conditions, biased by how far they are from holding: no program is run, only
//! terms are evaluated, and of those only what depends on the bytes that changed (`tape`). The bias of an input at distance d
//! (`away`) is e^(-d/t), where t falls from step to step and rises again when the chain starts anew. What it finds satisfies
//! all conditions exactly, or it is not found.
//!
//! Chains differ in where they begin, in what they vary and in how they measure. Those that vary only what the path says nothing
//! about keep to the path, and pay only for what is wanted: so the bytes of a hash behind another one are found.

use super::away::{Measure, distance};
use super::constraints::{self, Engine};
use super::layout::{Layout, Place};
use super::mutate::mutate;
use super::rounds::Stage;
use super::tape::Tape;
use super::words::Words;
use super::{Domain, Proposals, proposals};
use fastrand::Rng;
use secateur_expr::{Assignment, Format, InputByte, Op, Pool, Support, Term};

/// Starts that a search has.
const STARTS: u32 = 16;

/// Steps of the tape that are looked at at most: the larger the conditions, the fewer the inputs that are tried. Fewer where a solver
/// has not tried its best.
const MOST_WORK: u64 = 100_000_000;
const MOST_WORK_AT_FIRST: u64 = 20_000_000;

/// What an input costs beside that, in the same.
const STEP_WORK: u64 = 25;

/// What looking at a step costs, in units of work.
const WORK: u64 = 4;

/// Inputs between two looks at the clock.
const LOOK_EVERY: u32 = 256;

/// How warm a chain begins, in bits of distance, and how cold it ends.
const WARM: f64 = 4.0;
const COLD: f64 = 0.05;

pub struct Question<'a> {
    pub pool: &'a mut Pool,
    /// What holds on the path under the model, and what is to hold as well.
    pub path: &'a [Term],
    pub wanted: &'a [Term],
    pub model: &'a Assignment,
    pub layout: &'a Layout,
    pub words: &'a Words,
    pub stage: Stage,
    /// Units of work that may be spent at most.
    pub most: u64,
}

/// An input for which all conditions hold, and what it cost to look for it, in units of work. It is given up where there is no time
/// left.
pub fn search(question: Question, rng: &mut Rng, is_over: &dyn Fn() -> bool) -> (Option<Assignment>, u64) {
    let Question { pool, path, wanted, model, layout, words, stage, most } = question;
    let (conditions, support) = related(pool, path, wanted);
    let layout = Layout::of(used(pool, &layout.places, support));
    if layout.places.is_empty() {
        return (None, 0);
    }
    let first = layout.state(model);
    let domain = within(pool, &conditions[wanted.len()..], &layout, &first);
    let own = conditions[wanted.len()..].iter().fold(Support::EMPTY, |all, term| {
        let own = pool.support(*term);
        pool.support_union(all, own)
    });
    let taken = used(pool, &layout.places, own);
    let free: Vec<usize> = (0..layout.places.len()).filter(|at| !taken.contains(&layout.places[*at])).collect();
    let tape = Tape::new(pool, &conditions, &layout, model);
    let formats = (0..layout.places.len()).map(|at| format(&tape, at)).collect();
    let most = (most / WORK).min(if stage == Stage::Light { MOST_WORK_AT_FIRST } else { MOST_WORK });
    let everything: Vec<usize> = (0..layout.places.len()).collect();
    let measure = Measure::Difference;
    let (varied, budget, now) = (everything.clone(), most / u64::from(STARTS), first.clone());
    let (before, changes) = (first.clone(), vec![]);
    let mut walk =
        Walk { layout, domain, tape, formats, varied, now, before, changes, budget, measure, tried: 0, is_over };
    let found = walk.search(&first, &everything, &free, words, rng).map(|found| {
        let mut model = model.clone();
        walk.layout.fill(&found, &mut model);
        model
    });
    (found, WORK * walk.work())
}

/// The conditions that share bytes with what is wanted, by way of others too, and all their bytes. What is wanted comes first.
fn related(pool: &mut Pool, path: &[Term], wanted: &[Term]) -> (Vec<Term>, Support) {
    let mut support = wanted.iter().fold(Support::EMPTY, |all, term| {
        let own = pool.support(*term);
        pool.support_union(all, own)
    });
    let mut conditions: Vec<Term> = wanted.to_vec();
    let mut rest: Vec<Term> = path.to_vec();
    loop {
        let (near, far): (Vec<Term>, Vec<Term>) =
            rest.iter().partition(|term| pool.supports_intersect(pool.support(**term), support));
        if near.is_empty() {
            return (conditions, support);
        }
        for term in near {
            let own = pool.support(term);
            support = pool.support_union(support, own);
            conditions.push(term);
        }
        rest = far;
    }
}

/// The variables that have bytes among these.
fn used(pool: &Pool, places: &[Place], support: Support) -> Vec<Place> {
    let has = |place: &&Place| {
        (0..place.size)
            .any(|i| pool.support_contains(support, InputByte { input: place.input, offset: place.offset + i }))
    };
    places.iter().filter(has).copied().collect()
}

/// The box around what the path allows, as far as that is linear: most inputs outside of it would be tried for nothing.
fn within(pool: &mut Pool, path: &[Term], layout: &Layout, first: &[i64]) -> Domain {
    let narrow = constraints::domain(pool, path, layout, Engine::Box);
    narrow.filter(|domain| domain.contains(first)).unwrap_or_else(|| layout.domain())
}

/// The format of a variable that is a floating-point number.
fn format(tape: &Tape, variable: usize) -> Option<Format> {
    let low = tape.bytes(variable).first().copied().flatten()?;
    let width = 8 * tape.bytes(variable).len() as u32;
    let begins_with = |mut at: u32| {
        while tape.step(at).node.op == Op::Concat {
            at = tape.step(at).args[1];
        }
        at == low
    };
    let uses =
        tape.steps().iter().filter(|step| step.node.op.is_float() && !matches!(step.node.op, Op::SToF | Op::UToF));
    let mut uses = uses.filter(|step| step.node.format().width() == width);
    let found = uses.find(|step| step.args[..step.node.arity()].iter().any(|arg| begins_with(*arg)))?;
    Some(found.node.format())
}

struct Walk<'a> {
    layout: Layout,
    domain: Domain,
    tape: Tape<'a>,
    /// Of variables that are floating-point numbers.
    formats: Vec<Option<Format>>,
    /// The variables that a chain varies.
    varied: Vec<usize>,
    /// What the tape was computed from.
    now: Vec<i64>,
    /// What variables were before the last change of them.
    before: Vec<i64>,
    /// Scratch: what a step changes.
    changes: Vec<(usize, i64)>,
    /// Work of one chain.
    budget: u64,
    measure: Measure,
    /// Inputs that were tried.
    tried: u64,
    is_over: &'a dyn Fn() -> bool,
}

impl Walk<'_> {
    fn work(&self) -> u64 {
        self.tape.work + STEP_WORK * self.tried
    }

    fn search(
        &mut self,
        first: &[i64],
        everything: &[usize],
        free: &[usize],
        words: &Words,
        rng: &mut Rng,
    ) -> Option<Vec<i64>> {
        let shares = proposals::usual(&self.domain);
        let mut proposals = Proposals::new(&shares, &self.domain, &Default::default());
        let mut best = (f64::INFINITY, first.to_vec());
        for start in 0..STARTS {
            if (self.is_over)() {
                return None;
            }
            self.measure = if start % 4 == 2 { Measure::LowBits } else { Measure::Difference };
            let keeps_path = start % 2 == 0 && !free.is_empty();
            self.varied = if keeps_path { free.to_vec() } else { everything.to_vec() };
            // From the model, from the best so far, or from anywhere.
            let mut state = match start % 3 {
                _ if keeps_path => first.to_vec(),
                0 => first.to_vec(),
                1 => best.1.clone(),
                _ => self.domain.variables.iter().map(|v| v.value(u128::from(rng.u64(..)) % v.size())).collect(),
            };
            if start > 0 && !keeps_path {
                mutate(&mut state, &mut |_| first.to_vec(), &self.layout, &self.domain, words, rng);
            }
            let (distance, end) = self.chain(state, &mut proposals, words, rng);
            if distance == 0.0 {
                return Some(end);
            }
            if distance < best.0 && self.measure == Measure::Difference {
                best = (distance, end);
            }
        }
        None
    }

    /// The nearest of one chain.
    fn chain(
        &mut self,
        mut state: Vec<i64>,
        proposals: &mut Proposals,
        words: &Words,
        rng: &mut Rng,
    ) -> (f64, Vec<i64>) {
        self.set(&state);
        let mut away = distance(&self.tape, self.measure);
        let mut best = (away, state.clone());
        let (begin, mut changes) = (self.work(), Default::default());
        for step in 0.. {
            let share = (self.work() - begin) as f64 / self.budget as f64;
            if best.0 == 0.0 || share >= 1.0 || step % LOOK_EVERY == 0 && (self.is_over)() {
                break;
            }
            self.tried += 1;
            let warmth = WARM * (COLD / WARM).powf(share);
            match rng.u32(..8) {
                0 if self.varied.len() == state.len() => {
                    mutate(&mut state, &mut |_| best.1.clone(), &self.layout, &self.domain, words, rng);
                }
                1 | 2 if self.varied.len() == state.len() => {
                    proposals::Changes::clear(&mut changes);
                    if proposals.propose(&self.domain, &state, rng, &mut changes) {
                        changes.swap(&mut state, &self.domain);
                    }
                }
                _ => self.vary(&mut state, rng),
            }
            self.set(&state);
            let next = distance(&self.tape, self.measure);
            if next <= away || rng.f64() < ((away - next) / warmth).exp() {
                away = next;
                if away < best.0 {
                    best = (away, state.clone());
                }
            } else {
                self.tape.undo();
                for (at, _) in &self.changes {
                    (self.now[*at], state[*at]) = (self.before[*at], self.before[*at]);
                }
            }
        }
        best
    }

    /// Another value for one variable: near, by its bits, or any.
    fn vary(&self, state: &mut [i64], rng: &mut Rng) {
        let at = self.varied[rng.usize(..self.varied.len())];
        let variable = self.domain.variables[at];
        if let Some(format) = self.formats[at]
            && rng.u32(..3) > 0
        {
            state[at] = real(format, state[at], rng);
            return;
        }
        state[at] = match rng.u32(..4) {
            0 => variable.value(u128::from(rng.u64(..)) % variable.size()),
            1 => variable.wrapped(state[at], i128::from(rng.i32(-9..=9))),
            _ => {
                let by = 1i128 << rng.u32(..u128::BITS - variable.size().leading_zeros());
                variable.wrapped(state[at], if rng.bool() { by } else { -by })
            }
        };
    }

    /// Brings the tape to a state, and notes what differs.
    fn set(&mut self, state: &[i64]) {
        self.changes.clear();
        let differ = (0..state.len()).filter(|at| state[*at] != self.now[*at]).map(|at| (at, state[at]));
        self.changes.extend(differ);
        for (at, value) in &self.changes {
            self.before[*at] = std::mem::replace(&mut self.now[*at], *value);
        }
        self.tape.set(&self.changes);
    }
}

/// A floating-point number near this one, of another size, or a plain one.
fn real(format: Format, bits: i64, rng: &mut Rng) -> i64 {
    let x = match format {
        Format::F32 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits as u64),
    };
    let part = rng.f64() * 2.0 - 1.0;
    let next = match rng.u32(..4) {
        0 => 10f64.powi(rng.i32(0..7)) * part,
        1 => x * (1.0 + part * 10f64.powi(rng.i32(-12..1))),
        2 => x + part * 10f64.powi(rng.i32(-9..4)),
        _ => (x + part * 100.0).round(),
    };
    match format {
        Format::F32 => i64::from((next as f32).to_bits() as i32),
        _ => next.to_bits() as i64,
    }
}

#[cfg(test)]
mod tests {
    use super::super::layout::Place;
    use super::*;
    use secateur_expr::Evaluator;

    /// Two inputs of 4 bytes, as terms.
    fn numbers(pool: &mut Pool) -> (Term, Term, Layout) {
        let mut number = |input: u32| {
            let byte = |pool: &mut Pool, offset| pool.input(InputByte { input, offset });
            (1..4).fold(byte(pool, 0), |low, offset| {
                let high = byte(pool, offset);
                pool.concat(high, low)
            })
        };
        let (x, y) = (number(0), number(1));
        let place = |input| Place { input, offset: 0, size: 4 };
        (x, y, Layout::of(vec![place(0), place(1)]))
    }

    #[test]
    fn a_product_is_found_and_what_held_still_holds() {
        let mut pool = Pool::new();
        let (x, y, layout) = numbers(&mut pool);
        let product = pool.mul(x, y);
        let target = pool.constant(32, 1_000_003 * 7);
        let is_target = pool.eq(product, target);
        let (two, many) = (pool.constant(32, 2), pool.constant(32, 2_000_000));
        let path = [pool.ult(two, x), pool.ult(x, many)];
        let wanted = [is_target];
        let (path, model, words) = (&path[..], &Assignment::new(), &Words::default());
        // 7 times 1000003, or any odd number and what makes a product that wraps round. It takes luck, so not every seed has it.
        let mut lucky = 0;
        for seed in 0..6 {
            let question = Question {
                pool: &mut pool,
                path,
                wanted: &wanted,
                model,
                layout: &layout,
                words,
                stage: Stage::Hopeless,
                most: u64::MAX,
            };
            let (found, work) = search(question, &mut Rng::with_seed(seed), &|| false);
            assert!(work > 0);
            let Some(found) = found else { continue };
            let mut evaluator = Evaluator::new();
            evaluator.load(&found);
            assert!(path.iter().chain(&wanted).all(|term| evaluator.holds(&pool, *term)));
            lucky += 1;
        }
        assert!(lucky >= 2, "{lucky} of 6");
    }

    #[test]
    fn nothing_is_found_where_there_is_nothing() {
        let mut pool = Pool::new();
        let (x, _, layout) = numbers(&mut pool);
        let product = pool.mul(x, x);
        let three = pool.constant(32, 3);
        let wanted = [pool.eq(product, three)];
        let mut rng = Rng::with_seed(3);
        let (model, words) = (&Assignment::new(), &Words::default());
        let (found, _) = search(
            Question {
                pool: &mut pool,
                path: &[],
                wanted: &wanted,
                model,
                layout: &layout,
                words,
                stage: Stage::Light,
                most: u64::MAX,
            },
            &mut rng,
            &|| false,
        );
        assert!(found.is_none(), "squares are 0, 1 or 4 modulo 8");
    }
}
