//! Conditions as a list of steps, each after those that it needs: what is evaluated over and over while only few inputs change.
//!
//! A step is computed only if it depends on a variable that changed and an operand of it did come out differently. What it was
//! before is kept, so that a change is undone without computing anything. Floating point is computed by the processor
//! where it gives the same bits as the terms mean, which is everywhere but for what is not a number, does not fit or is not rounded
//! to the nearest; the rest is left to the terms' own definition.

use super::layout::Layout;
use super::processor::by_processor;
use rustc_hash::FxHashMap;
use secateur_expr::{Assignment, Bits, InputByte, Node, Op, Pool, Term, cone, medium_value, node_value};

/// Steps that are listed by variable. Beyond that, all steps are looked at.
const MOST_LISTED: usize = 4_000_000;

pub struct Tape<'p> {
    pool: &'p Pool,
    steps: Vec<Step>,
    /// Where the conditions are.
    pub roots: Vec<u32>,
    /// The value of each step of at most 64 bits, or where in `wide` a wider one is.
    values: Vec<u64>,
    wide: Vec<Bits>,
    /// By variable: the steps that are its bytes, lowest first, and the steps that depend on it, once they are asked for.
    bytes: Vec<Vec<Option<u32>>>,
    dependents: Vec<Option<Box<[u32]>>>,
    listed: usize,
    /// By step: the last change that it came out differently in.
    changed: Vec<u32>,
    change: u32,
    /// What the last change overwrote.
    trail: Vec<(u32, u64)>,
    wide_trail: Vec<(u32, Bits)>,
    /// Steps that were computed or looked at.
    pub work: u64,
}

#[derive(Clone, Copy)]
pub struct Step {
    pub node: Node,
    /// Operands, as steps.
    pub args: [u32; 3],
    pub width: u32,
    how: How,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// A constant, or a byte of an input.
    Given,
    /// Integers of at most 64 bits.
    Words,
    Floats,
    Anything,
}

impl Step {
    fn arity(&self) -> usize {
        self.node.arity()
    }
}

impl<'p> Tape<'p> {
    pub fn new(pool: &'p Pool, conditions: &[Term], layout: &Layout, model: &Assignment) -> Tape<'p> {
        let terms = cone(pool, conditions);
        let at = |term: Term| terms.binary_search(&term).expect("a cone has all operands") as u32;
        let step = |term: &Term| {
            let node = pool.node(*term);
            let mut args = [0; 3];
            node.args().enumerate().for_each(|(i, arg)| args[i] = at(arg));
            let is_narrow = pool.width(*term) <= 64 && node.args().all(|arg| pool.width(arg) <= 64);
            let how = match node.op {
                Op::Const | Op::WideConst | Op::Input => How::Given,
                Op::TableRead => How::Anything,
                op if is_narrow && op.is_float() => How::Floats,
                _ if is_narrow => How::Words,
                _ => How::Anything,
            };
            Step { node, args, width: pool.width(*term), how }
        };
        let steps: Vec<Step> = terms.iter().map(step).collect();
        let inputs = (0..).zip(&steps).filter(|(_, step)| step.node.op == Op::Input);
        let inputs: FxHashMap<InputByte, u32> = inputs.map(|(at, step)| (step.node.input_byte(), at)).collect();
        let bytes = layout.places.iter().map(|place| {
            let byte = |i| InputByte { input: place.input, offset: place.offset + i };
            (0..place.size).map(|i| inputs.get(&byte(i)).copied()).collect()
        });
        let (bytes, count, roots) = (bytes.collect(), steps.len(), conditions.iter().map(|term| at(*term)).collect());
        let mut tape = Tape {
            pool,
            steps,
            roots,
            values: vec![0; count],
            wide: vec![],
            bytes,
            dependents: vec![None; layout.places.len()],
            listed: 0,
            changed: vec![0; count],
            change: 0,
            trail: vec![],
            wide_trail: vec![],
            work: 0,
        };
        tape.fill(model);
        tape
    }

    /// Everything from nothing.
    fn fill(&mut self, model: &Assignment) {
        for at in 0..self.steps.len() {
            let Step { node, width, how, .. } = self.steps[at];
            let value = match (node.op, how) {
                (Op::Input, _) => Bits::from_u64(8, u64::from(model.get(node.input_byte()))),
                (_, How::Given) => node_value(self.pool, &node, |_| unreachable!("constants have no operands")),
                _ => self.slowly(at),
            };
            self.values[at] = if width <= 64 { value.low() } else { self.wide.len() as u64 };
            if width > 64 {
                self.wide.push(value);
            }
        }
    }

    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The steps that are the bytes of a variable, lowest first; none for what no condition needs.
    pub fn bytes(&self, variable: usize) -> &[Option<u32>] {
        &self.bytes[variable]
    }

    pub fn step(&self, at: u32) -> &Step {
        &self.steps[at as usize]
    }

    /// Of a step of at most 64 bits.
    pub fn value(&self, at: u32) -> u64 {
        self.values[at as usize]
    }

    pub fn holds(&self, at: u32) -> bool {
        self.values[at as usize] == 1
    }

    /// Gives variables other values.
    pub fn set(&mut self, variables: &[(usize, i64)]) {
        self.trail.clear();
        self.wide_trail.clear();
        self.change += 1;
        for (variable, value) in variables {
            for i in 0..self.bytes[*variable].len() {
                if let Some(at) = self.bytes[*variable][i] {
                    self.put(at, u64::from((value >> (8 * i)) as u8));
                }
            }
        }
        if self.trail.is_empty() {
            return;
        }
        if let [(variable, _)] = variables {
            self.list(*variable);
            if let Some(dependents) = self.dependents[*variable].take() {
                dependents.iter().for_each(|at| self.renew(*at as usize));
                self.work += dependents.len() as u64;
                self.dependents[*variable] = Some(dependents);
                return;
            }
        }
        (0..self.steps.len()).for_each(|at| self.renew(at));
        self.work += self.steps.len() as u64;
    }

    /// Takes the last change back.
    pub fn undo(&mut self) {
        while let Some((at, value)) = self.trail.pop() {
            self.values[at as usize] = value;
        }
        while let Some((at, value)) = self.wide_trail.pop() {
            self.wide[at as usize] = value;
        }
    }

    fn put(&mut self, at: u32, value: u64) {
        let old = std::mem::replace(&mut self.values[at as usize], value);
        if old != value {
            self.trail.push((at, old));
            self.changed[at as usize] = self.change;
        }
    }

    /// Lists what depends on a variable, if there is room for it.
    fn list(&mut self, variable: usize) {
        if self.dependents[variable].is_some() || self.listed > MOST_LISTED {
            return;
        }
        let mut is_reached = vec![false; self.steps.len()];
        self.bytes[variable].iter().flatten().for_each(|at| is_reached[*at as usize] = true);
        let mut list = vec![];
        for (at, step) in self.steps.iter().enumerate() {
            if step.args[..step.arity()].iter().any(|arg| is_reached[*arg as usize]) {
                is_reached[at] = true;
                list.push(at as u32);
            }
        }
        self.listed += list.len();
        self.dependents[variable] = Some(list.into());
    }

    fn renew(&mut self, at: usize) {
        let step = &self.steps[at];
        if !step.args[..step.arity()].iter().any(|arg| self.changed[*arg as usize] == self.change) {
            return;
        }
        let quick = match step.how {
            How::Given => return,
            How::Words => medium_value(&step.node, |i| {
                let arg = step.args[i] as usize;
                (u128::from(self.values[arg]), self.steps[arg].width)
            })
            .map(|value| value as u64),
            How::Floats => {
                let arg = |i: usize| self.values[step.args[i] as usize];
                let width = self.steps[step.args[0] as usize].width;
                by_processor(&step.node, arg(0), if step.arity() > 1 { arg(1) } else { 0 }, width)
            }
            How::Anything => None,
        };
        if let Some(value) = quick {
            return self.put(at as u32, value);
        }
        let value = self.slowly(at);
        if self.steps[at].width <= 64 {
            return self.put(at as u32, value.low());
        }
        let place = self.values[at] as usize;
        if self.wide[place] != value {
            let old = std::mem::replace(&mut self.wide[place], value);
            self.wide_trail.push((place as u32, old));
            self.changed[at] = self.change;
        }
    }

    /// By the definition of the operators.
    fn slowly(&self, at: usize) -> Bits {
        let step = &self.steps[at];
        node_value(self.pool, &step.node, |i| {
            let (arg, value) = (step.args[i] as usize, self.values[step.args[i] as usize]);
            match self.steps[arg].width {
                width if width <= 64 => Bits::from_u64(width, value),
                _ => self.wide[value as usize].clone(),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::layout::Place;
    use super::*;
    use fastrand::Rng;
    use secateur_expr::{Evaluator, Format};

    /// A few numbers, and all sorts of conditions of them.
    fn conditions(pool: &mut Pool) -> (Vec<Term>, Layout) {
        let number = |pool: &mut Pool, input: u32| {
            let byte = |pool: &mut Pool, offset| pool.input(InputByte { input, offset });
            (1..8).fold(byte(pool, 0), |low, offset| {
                let high = byte(pool, offset);
                pool.concat(high, low)
            })
        };
        let (x, y, z) = (number(pool, 0), number(pool, 1), number(pool, 2));
        let (xy, wide_x, wide_y) = (pool.mul(x, y), pool.zext(x, 128), pool.zext(y, 128));
        let wide = pool.mul(wide_x, wide_y);
        let high = pool.extract(wide, 64, 64);
        let (product, quotient) =
            (pool.float_binary(Op::FMul, Format::F64, y, z), pool.float_binary(Op::FDiv, Format::F64, z, x));
        let rest = pool.urem(xy, z);
        let conditions = vec![
            pool.ult(high, z),
            pool.eq(xy, z),
            pool.float_compare(Op::FLt, Format::F64, product, quotient),
            pool.slt(rest, y),
        ];
        let place = |input| Place { input, offset: 0, size: 8 };
        (conditions, Layout::of(vec![place(0), place(1), place(2)]))
    }

    #[test]
    fn values_are_those_of_the_evaluator_also_after_taking_back() {
        let mut pool = Pool::new();
        let (conditions, layout) = conditions(&mut pool);
        let (mut rng, mut state) = (Rng::with_seed(1), vec![0i64; 3]);
        let mut model = Assignment::new();
        let mut tape = Tape::new(&pool, &conditions, &layout, &model);
        for _ in 0..3000 {
            let count = rng.usize(1..3);
            let changes: Vec<(usize, i64)> = (0..count)
                .map(|i| (i + rng.usize(..2), rng.i64(..) >> rng.u32(..64)))
                .collect::<std::collections::BTreeMap<_, _>>()
                .into_iter()
                .collect();
            tape.set(&changes);
            match rng.bool() {
                true => changes.iter().for_each(|(at, value)| state[*at] = *value),
                false => tape.undo(),
            }
            layout.fill(&state, &mut model);
            let mut evaluator = Evaluator::new();
            evaluator.load(&model);
            for (root, condition) in tape.roots.iter().zip(&conditions) {
                assert_eq!(tape.holds(*root), evaluator.holds(&pool, *condition), "{state:x?}");
            }
            for (term, at) in cone(&pool, &conditions).into_iter().zip(0..) {
                if pool.width(term) <= 64 {
                    assert_eq!(tape.value(at), evaluator.eval_u64(&pool, term), "{state:x?}");
                }
            }
        }
        assert!(tape.work > 0);
    }
}
