//! From the conditions of a path to a domain that is sampled: the paper's linear abstraction.
//!
//! What is not linear in the variables of the layout says nothing, so the domain may contain inputs that do not take the path; and
//! sums are taken for sums of integers, without wrapping round. Sampling decides: what is drawn is run.

use super::boxes;
use super::domain::{Domain, Linear};
use super::layout::{Layout, Place};
use rustc_hash::FxHashMap;
use secateur_expr::{InputByte, Op, Pool, Term};
use std::collections::BTreeMap;

/// Levels of a term that are looked into.
const DEPTH: u32 = 64;

/// Which abstraction of a path's conditions is sampled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// Linear inequalities.
    Linear,
    /// The box around them.
    Box,
}

/// A sum of variables with coefficients.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
struct Sum {
    terms: BTreeMap<u32, i128>,
    constant: i128,
}

impl Sum {
    fn constant(value: i128) -> Sum {
        Sum { constant: value, ..Sum::default() }
    }

    fn plus(mut self, other: &Sum, times: i128) -> Option<Sum> {
        self.constant = self.constant.checked_add(other.constant.checked_mul(times)?)?;
        for (variable, coefficient) in &other.terms {
            let own = self.terms.entry(*variable).or_default();
            *own = own.checked_add(coefficient.checked_mul(times)?)?;
        }
        self.terms.retain(|_, coefficient| *coefficient != 0);
        Some(self)
    }

    /// That it is at most 0.
    fn at_most_zero(&self) -> Option<Linear> {
        let terms = self.terms.iter().map(|(variable, c)| Some((*variable, i64::try_from(*c).ok()?)));
        Some(Linear { terms: terms.collect::<Option<_>>()?, bound: i64::try_from(-self.constant).ok()? })
    }
}

/// What an abstraction is made from.
struct Abstraction<'a> {
    pool: &'a Pool,
    /// Terms that are variables, and the bytes of each.
    variables: FxHashMap<Term, u32>,
    places: &'a [Place],
    domain: Domain,
    /// Whether no input meets the conditions.
    is_empty: bool,
}

/// The domain of these conditions; nothing if there is no input in it.
pub fn domain(pool: &mut Pool, conditions: &[Term], layout: &Layout, engine: Engine) -> Option<Domain> {
    let mut variables = FxHashMap::default();
    for (number, place) in (0..).zip(&layout.places) {
        let byte = |offset: u32| InputByte { input: place.input, offset: place.offset + offset };
        let first = pool.input(byte(0));
        let whole = (1..place.size).fold(first, |low, offset| {
            let high = pool.input(byte(offset));
            pool.concat(high, low)
        });
        variables.insert(whole, number);
    }
    let mut all = Abstraction { pool, variables, places: &layout.places, domain: layout.domain(), is_empty: false };
    conditions.iter().for_each(|condition| all.add(*condition, true, DEPTH));
    if all.is_empty {
        return None;
    }
    let ranges = boxes::bounding_box(&all.domain)?;
    match engine {
        Engine::Linear => Some(all.domain),
        Engine::Box => Some(Domain::of_box(ranges)),
    }
}

impl Abstraction<'_> {
    /// A condition that holds, or does not.
    fn add(&mut self, term: Term, holds: bool, depth: u32) {
        if depth == 0 {
            return;
        }
        let node = self.pool.node(term);
        match node.op {
            Op::Const => self.is_empty |= (self.pool.as_u64(term) == Some(1)) != holds,
            Op::Not => self.add(node.arg(0), !holds, depth - 1),
            Op::And if holds => (0..2).for_each(|i| self.add(node.arg(i), true, depth - 1)),
            Op::Or if !holds => (0..2).for_each(|i| self.add(node.arg(i), false, depth - 1)),
            Op::Eq if holds => {
                let (a, b) = (node.arg(0), node.arg(1));
                // As the variables are: bytes from 0 to 255, numbers signed.
                let is_signed = self.pool.width(a) != 8;
                self.less(a, b, 0, is_signed);
                self.less(b, a, 0, is_signed);
            }
            // Not being equal is no inequality.
            Op::Ult | Op::Ule | Op::Slt | Op::Sle => {
                let (a, b) = (node.arg(0), node.arg(1));
                let is_signed = matches!(node.op, Op::Slt | Op::Sle);
                let is_strict = matches!(node.op, Op::Ult | Op::Slt);
                match holds {
                    true => self.less(a, b, i128::from(is_strict), is_signed),
                    false => self.less(b, a, i128::from(!is_strict), is_signed),
                }
            }
            _ => {}
        }
    }

    /// That a + by is at most b.
    fn less(&mut self, a: Term, b: Term, by: i128, is_signed: bool) {
        let sum = || {
            let (a, b) = (self.sum(a, is_signed, DEPTH)?, self.sum(b, is_signed, DEPTH)?);
            a.plus(&b, -1)?.plus(&Sum::constant(by), 1)
        };
        let Some(sum) = sum() else { return };
        if sum.terms.is_empty() {
            self.is_empty |= sum.constant > 0;
        } else if let Some(linear) = sum.at_most_zero() {
            self.domain.linear.push(linear);
        }
    }

    /// A term as a sum, read as signed or not; nothing if it is not linear.
    fn sum(&self, term: Term, is_signed: bool, depth: u32) -> Option<Sum> {
        if depth == 0 {
            return None;
        }
        let width = self.pool.width(term);
        if let Some(value) = self.pool.as_u64(term) {
            let unused = 64 - width;
            let signed = i128::from((value << unused) as i64 >> unused);
            return Some(Sum::constant(if is_signed { signed } else { i128::from(value) }));
        }
        if let Some(variable) = self.variables.get(&term) {
            // A byte is a variable from 0 to 255.
            let fits = is_signed || width == 8 || self.domain.variables[*variable as usize].least >= 0;
            let small = width == 8 && is_signed;
            return (fits && !small).then(|| Sum { terms: [(*variable, 1)].into(), constant: 0 });
        }
        let node = self.pool.node(term);
        let arg = |i: usize| self.sum(node.arg(i), is_signed, depth - 1);
        match node.op {
            Op::ZExt => self.sum(node.arg(0), false, depth - 1),
            Op::SExt => self.sum(node.arg(0), true, depth - 1),
            Op::Neg => Sum::default().plus(&arg(0)?, -1),
            Op::Add => arg(0)?.plus(&self.sum(node.arg(1), true, depth - 1)?, 1),
            Op::Sub => arg(0)?.plus(&arg(1)?, -1),
            Op::Mul => {
                let (a, b) = (self.sum(node.arg(0), true, depth - 1)?, self.sum(node.arg(1), true, depth - 1)?);
                let (factor, sum) = if a.terms.is_empty() { (a.constant, b) } else { (b.constant, a.clone()) };
                (a.terms.is_empty() || factor != 0 && self.pool.is_const(node.arg(1)))
                    .then(|| Sum::default().plus(&sum, factor))?
            }
            // A product with a power of two is wiring by now: bits that come in from below, and bits that go.
            Op::Concat => self.pieces(term, depth),
            Op::Extract if node.lo() == 0 => arg(0),
            Op::Shl => {
                let by = u32::try_from(self.pool.as_u64(node.arg(1))?).ok().filter(|by| *by < 63)?;
                Sum::default().plus(&arg(0)?, 1 << by)
            }
            _ => None,
        }
    }
}

impl Abstraction<'_> {
    /// Terms one above the other: each counts as much as the bits below it say. Bytes of a variable from its first one on are its
    /// value, unless that is too large for them.
    fn pieces(&self, term: Term, depth: u32) -> Option<Sum> {
        let (mut pieces, mut open) = (vec![], vec![term]);
        while let Some(term) = open.pop() {
            match self.pool.node(term) {
                node if node.op == Op::Concat => open.extend([node.arg(0), node.arg(1)]),
                _ => pieces.push(term),
            }
        }
        let (mut sum, mut below, mut rest) = (Sum::default(), 0, &pieces[..]);
        while let Some(first) = rest.first() {
            let (part, used) = match self.low_bytes(rest) {
                Some((variable, used)) => (Sum { terms: [(variable, 1)].into(), constant: 0 }, used),
                None => (self.sum(*first, false, depth - 1)?, 1),
            };
            sum = sum.plus(&part, 1i128.checked_shl(below).filter(|_| below < 63)?)?;
            below += rest[..used].iter().map(|piece| self.pool.width(*piece)).sum::<u32>();
            rest = &rest[used..];
        }
        Some(sum)
    }

    /// The variable of several bytes that these begin with, and how many of its bytes they are.
    fn low_bytes(&self, pieces: &[Term]) -> Option<(u32, usize)> {
        let byte = |place: &Place, i: usize| InputByte { input: place.input, offset: place.offset + i as u32 };
        let is_first = |place: &&Place| place.size > 1 && self.is_byte(pieces[0], byte(place, 0));
        let (variable, place) = (0..).zip(self.places).find(|(_, place)| is_first(place))?;
        let whole = (0..pieces.len()).take_while(|i| self.is_byte(pieces[*i], byte(place, *i))).count();
        // Of the last one, bits may be gone.
        let cut = pieces.get(whole).is_some_and(|piece| {
            let node = self.pool.node(*piece);
            node.op == Op::Extract && node.lo() == 0 && self.is_byte(node.arg(0), byte(place, whole))
        });
        Some((variable, whole + usize::from(cut)))
    }

    fn is_byte(&self, term: Term, byte: InputByte) -> bool {
        let node = self.pool.node(term);
        node.op == Op::Input && node.input_byte() == byte
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places() -> Layout {
        let place = |input, size| Place { input, offset: 0, size };
        Layout::of(vec![place(0, 4), place(1, 4), place(2, 1)])
    }

    fn number(pool: &mut Pool, input: u32) -> Term {
        let byte = |pool: &mut Pool, offset| pool.input(InputByte { input, offset });
        (1..4).fold(byte(pool, 0), |low, offset| {
            let high = byte(pool, offset);
            pool.concat(high, low)
        })
    }

    #[test]
    fn what_is_linear_is_kept_and_the_rest_says_nothing() {
        let mut pool = Pool::new();
        let (x, y) = (number(&mut pool, 0), number(&mut pool, 1));
        let (two, ten, many) = (pool.constant(32, 2), pool.constant(32, 10), pool.constant(32, 1000));
        let twice = pool.mul(y, two);
        let sum = pool.add(x, twice);
        let product = pool.mul(x, y);
        let conditions = [pool.eq(sum, ten), pool.slt(ten, x), pool.slt(x, many), pool.eq(product, many)];
        let linear = domain(&mut pool, &conditions, &places(), Engine::Linear).expect("there are some");
        for (x, y, is_member) in [(20, -5, true), (12, -1, true), (12, 0, false), (8, 1, false), (2000, -995, false)] {
            assert_eq!(linear.contains(&[x, y, 0]), is_member, "{x} {y}");
        }
        let around = domain(&mut pool, &conditions, &places(), Engine::Box).expect("there are some");
        assert!(around.linear.is_empty() && around.contains(&[12, -100, 0]) && !around.contains(&[8, 1, 0]));
    }

    #[test]
    fn a_byte_is_compared_as_it_is_widened() {
        let mut pool = Pool::new();
        let byte = pool.input(InputByte { input: 2, offset: 0 });
        let wide = pool.zext(byte, 32);
        let nine = pool.constant(32, 9);
        let is_small = pool.slt(wide, nine);
        let not_small = pool.not(is_small);
        let small = domain(&mut pool, &[is_small], &places(), Engine::Box).expect("there are some");
        assert_eq!((small.variables[2].least, small.variables[2].most), (0, 8));
        assert!(domain(&mut pool, &[is_small, not_small], &places(), Engine::Linear).is_none());
    }
}
