//! Conditions that the solver gives up on: products of inputs, floating point, hashes.
//!
//! A chain over the inputs of the conditions, biased by how far they are from holding: no program is run, only
//! terms are evaluated, and of those only what depends on the bytes that changed. The bias of an input at distance d is
//! e^(-d/t), where t falls from step to step and rises again when the chain starts anew. What it finds satisfies
//! all conditions exactly, or it is not found.

use super::layout::Layout;
use super::mutate::mutate;
use super::{Domain, Proposals, proposals};
use fastrand::Rng;
use secateur_expr::{Assignment, Evaluator, InputByte, Op, Pool, Support, Term};

/// Steps of a search, and starts that it has.
const STEPS: u32 = 60_000;
const STARTS: u32 = 15;

/// Terms that are evaluated at most: the larger the conditions, the fewer the steps. Fewer where a solver has not tried its best.
const MOST_TERMS: usize = 12_000_000;
const MOST_TERMS_AT_FIRST: usize = 3_000_000;

/// What evaluating a term costs, in instructions of a program.
const TERM_WORK: u64 = 20;

/// Steps between two looks at the clock.
const LOOK_EVERY: u32 = 64;

/// How warm a chain begins, in bits of distance, and how cold it ends.
const WARM: f64 = 4.0;
const COLD: f64 = 0.05;

/// Levels of a condition that are looked into.
const DEPTH: u32 = 12;

/// How far two numbers are from being equal. Chains take turns with them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Measure {
    /// By their difference, for what grows when its inputs grow.
    Difference,
    /// By the lowest bit in which they differ, for what wraps round: of a product or a hash, the low bits depend on
    /// the low bits of its inputs alone, so that they can be set one after the other.
    LowBits,
}

pub struct Question<'a> {
    pub pool: &'a mut Pool,
    /// What holds on the path under the model, and what is to hold as well.
    pub path: &'a [Term],
    pub wanted: &'a [Term],
    pub model: &'a Assignment,
    pub layout: &'a Layout,
    pub words: &'a [Vec<u8>],
    /// Whether a solver gave up only because little was to be spent.
    pub is_first_try: bool,
}

/// An input for which all conditions hold, and what it cost to look for it, in instructions. It is given up where there is no time
/// left.
pub fn search(question: Question, rng: &mut Rng, is_over: &dyn Fn() -> bool) -> (Option<Assignment>, u64) {
    let Question { pool, path, wanted, model, layout, words, is_first_try } = question;
    let (conditions, support) = related(pool, path, wanted);
    let is_used = |place: &super::layout::Place| {
        (0..place.size)
            .any(|i| pool.support_contains(support, InputByte { input: place.input, offset: place.offset + i }))
    };
    let layout = Layout { places: layout.places.iter().copied().filter(is_used).collect() };
    if layout.places.is_empty() {
        return (None, 0);
    }
    let domain = layout.domain();
    let terms = secateur_expr::cone(pool, &conditions).len();
    let most = if is_first_try { MOST_TERMS_AT_FIRST } else { MOST_TERMS };
    let steps = STEPS.min((most / (1 + terms)) as u32) / STARTS;
    let evaluator = Evaluator::new();
    let mut walk = Walk {
        pool,
        conditions,
        layout,
        domain,
        evaluator,
        places: vec![],
        steps,
        measure: Measure::Difference,
        taken: 0,
        is_over,
    };
    walk.evaluator.load(model);
    let found = walk.search(model, words, rng).map(|found| {
        let mut model = model.clone();
        walk.layout.fill(&found, &mut model);
        model
    });
    (found, TERM_WORK * u64::from(walk.taken) * terms as u64)
}

/// The conditions that share bytes with what is wanted, by way of others too, and all their bytes.
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

struct Walk<'a> {
    pool: &'a Pool,
    conditions: Vec<Term>,
    layout: Layout,
    domain: Domain,
    evaluator: Evaluator,
    /// Scratch: variables that a step changed.
    places: Vec<usize>,
    /// Steps from one start.
    steps: u32,
    measure: Measure,
    /// Steps that were taken.
    taken: u32,
    is_over: &'a dyn Fn() -> bool,
}

impl Walk<'_> {
    fn search(&mut self, model: &Assignment, words: &[Vec<u8>], rng: &mut Rng) -> Option<Vec<i64>> {
        let shares = proposals::usual(&self.domain);
        let mut proposals = Proposals::new(&shares, &self.domain, &Default::default());
        let first = self.layout.state(model);
        let mut best = (f64::INFINITY, first.clone());
        for start in 0..STARTS {
            if (self.is_over)() {
                return None;
            }
            // From the model, from the best so far, or from anywhere.
            let mut state = match start % 3 {
                0 => first.clone(),
                1 => best.1.clone(),
                _ => self.domain.variables.iter().map(|v| v.value(u128::from(rng.u64(..)) % v.size())).collect(),
            };
            self.measure = if start % 2 == 0 { Measure::Difference } else { Measure::LowBits };
            if start > 0 {
                mutate(&mut state, &first, &self.layout, &self.domain, words, rng);
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
        words: &[Vec<u8>],
        rng: &mut Rng,
    ) -> (f64, Vec<i64>) {
        self.set_all(&state);
        let mut distance = self.distance();
        let mut best = (distance, state.clone());
        let mut changes = Default::default();
        for step in 0..self.steps {
            if best.0 == 0.0 || step % LOOK_EVERY == 0 && (self.is_over)() {
                break;
            }
            self.taken += 1;
            let warmth = WARM * (COLD / WARM).powf(f64::from(step) / f64::from(self.steps));
            let before = state.clone();
            match rng.u32(..8) {
                0 => mutate(&mut state, &best.1, &self.layout, &self.domain, words, rng),
                1..4 => {
                    let at = rng.usize(..state.len());
                    let by = 1i128 << rng.u32(..64);
                    state[at] = self.domain.variables[at].wrapped(state[at], if rng.bool() { by } else { -by });
                }
                _ => {
                    proposals::Changes::clear(&mut changes);
                    if proposals.propose(&self.domain, &state, rng, &mut changes) {
                        changes.swap(&mut state, &self.domain);
                    }
                }
            }
            self.set(&before, &state);
            let next = self.distance();
            if next <= distance || rng.f64() < ((distance - next) / warmth).exp() {
                distance = next;
                if distance < best.0 {
                    best = (distance, state.clone());
                }
            } else {
                self.set(&state, &before);
                state = before;
            }
        }
        best
    }

    fn set_all(&mut self, state: &[i64]) {
        for (at, value) in state.iter().enumerate() {
            self.put(at, *value);
        }
    }

    fn set(&mut self, before: &[i64], after: &[i64]) {
        self.places.clear();
        self.places.extend((0..after.len()).filter(|at| before[*at] != after[*at]));
        for i in 0..self.places.len() {
            self.put(self.places[i], after[self.places[i]]);
        }
    }

    fn put(&mut self, at: usize, value: i64) {
        let place = self.layout.places[at];
        for i in 0..place.size {
            let byte = InputByte { input: place.input, offset: place.offset + i };
            self.evaluator.set(byte, (value >> (8 * i)) as u8);
        }
    }

    /// How far all conditions are from holding, in bits.
    fn distance(&mut self) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.conditions.len() {
            let condition = self.conditions[i];
            if !self.evaluator.holds(self.pool, condition) {
                sum += self.away(condition, true, DEPTH).max(MIN);
            }
        }
        sum
    }

    /// How far a condition is from being true, or false; 0 if it is.
    fn away(&mut self, term: Term, wanted: bool, depth: u32) -> f64 {
        if self.evaluator.holds(self.pool, term) == wanted {
            return 0.0;
        }
        let node = self.pool.node(term);
        if depth == 0 {
            return 1.0;
        }
        let (a, b) = (node.arg(0), if node.op.arity() > 1 { node.arg(1) } else { node.arg(0) });
        let is_bool = |term: Term| self.pool.width(term) == 1;
        match node.op {
            Op::Not => self.away(a, !wanted, depth - 1),
            Op::And | Op::Or => {
                let (x, y) = (self.away(a, wanted, depth - 1), self.away(b, wanted, depth - 1));
                // Both have to change for a conjunction to hold, or for a disjunction not to.
                if (node.op == Op::And) == wanted { x + y } else { x.min(y) }
            }
            Op::Xor => {
                let x = self.evaluator.holds(self.pool, a);
                let y = self.evaluator.holds(self.pool, b);
                self.away(a, !x, depth - 1).min(self.away(b, !y, depth - 1))
            }
            Op::Eq if is_bool(a) => {
                let (x, y) = (self.evaluator.holds(self.pool, a), self.evaluator.holds(self.pool, b));
                self.away(a, !x, depth - 1).min(self.away(b, !y, depth - 1))
            }
            Op::Eq if !wanted => 1.0,
            Op::Eq if self.measure == Measure::LowBits && self.pool.width(a) <= 64 => {
                let differ = self.evaluator.eval_u64(self.pool, a) ^ self.evaluator.eval_u64(self.pool, b);
                f64::from(self.pool.width(a) - differ.trailing_zeros())
            }
            Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle => self.apart(a, b),
            Op::FLt | Op::FLe | Op::FEq => self.floats_apart(a, b),
            Op::Ite => {
                let c = node.arg(0);
                let (then, els) = (node.arg(1), node.arg(2));
                let holds = self.evaluator.holds(self.pool, c);
                let chosen = if holds { then } else { els };
                let stay = self.away(chosen, wanted, depth - 1);
                stay.min(1.0 + self.away(c, !holds, depth - 1))
            }
            _ => 1.0,
        }
    }

    /// The number of bits that two numbers are apart, read as the closer of signed and unsigned.
    fn apart(&mut self, a: Term, b: Term) -> f64 {
        let width = self.pool.width(a);
        if width > 64 {
            return f64::from(width) / 2.0;
        }
        let (x, y) = (self.evaluator.eval_u64(self.pool, a), self.evaluator.eval_u64(self.pool, b));
        let unused = 64 - width;
        let signed = ((x << unused) as i64 >> unused).abs_diff((y << unused) as i64 >> unused);
        bits(x.abs_diff(y).min(signed))
    }

    /// The number of bits of how many floating-point numbers lie between two.
    fn floats_apart(&mut self, a: Term, b: Term) -> f64 {
        let width = self.pool.width(a);
        if width > 64 {
            return 8.0;
        }
        let order = |x: u64| {
            let magnitude = (x & ((1u64 << (width - 1)) - 1)) as i64;
            if x >> (width - 1) & 1 == 1 { -magnitude } else { magnitude }
        };
        let (x, y) = (self.evaluator.eval_u64(self.pool, a), self.evaluator.eval_u64(self.pool, b));
        bits(order(x).abs_diff(order(y)))
    }
}

/// What does not hold is at least so far away.
const MIN: f64 = 0.5;

fn bits(distance: u64) -> f64 {
    (1.0 + distance as f64).log2()
}

#[cfg(test)]
mod tests {
    use super::super::layout::Place;
    use super::*;

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
        (x, y, Layout { places: vec![place(0), place(1)] })
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
        let mut rng = Rng::with_seed(3);
        let (path, model, words) = (&path[..], &Assignment::new(), &[]);
        let (found, work) = search(
            Question { pool: &mut pool, path, wanted: &wanted, model, layout: &layout, words, is_first_try: false },
            &mut rng,
            &|| false,
        );
        assert!(work > 0);
        let found = found.expect("7 times 1000003, or any odd number and what makes a product that wraps round");
        let mut evaluator = Evaluator::new();
        evaluator.load(&found);
        assert!(path.iter().chain(&wanted).all(|term| evaluator.holds(&pool, *term)));
    }

    #[test]
    fn nothing_is_found_where_there_is_nothing() {
        let mut pool = Pool::new();
        let (x, _, layout) = numbers(&mut pool);
        let product = pool.mul(x, x);
        let three = pool.constant(32, 3);
        let wanted = [pool.eq(product, three)];
        let mut rng = Rng::with_seed(3);
        let (model, words) = (&Assignment::new(), &[]);
        let (found, _) = search(
            Question { pool: &mut pool, path: &[], wanted: &wanted, model, layout: &layout, words, is_first_try: true },
            &mut rng,
            &|| false,
        );
        assert!(found.is_none(), "squares are 0, 1 or 4 modulo 8");
    }
}
