//! How far conditions are from holding, in bits.

use super::tape::Tape;
use secateur_expr::Op;

/// Levels of a condition that are looked into.
const DEPTH: u32 = 12;

/// What does not hold is at least so far away.
const MIN: f64 = 0.5;

/// How far two numbers are from being equal. Chains take turns with them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// By their difference, for what grows when its inputs grow.
    Difference,
    /// By the lowest bit in which they differ, for what wraps round: of a product or a hash, the low bits depend on
    /// the low bits of its inputs alone, so that they can be set one after the other.
    LowBits,
}

/// How far all conditions are from holding; 0 if they do.
pub fn distance(tape: &Tape, measure: Measure) -> f64 {
    let open = tape.roots.iter().filter(|root| !tape.holds(**root));
    open.map(|root| away(tape, measure, *root, true, DEPTH).max(MIN)).sum()
}

/// How far a condition is from being true, or false; 0 if it is.
fn away(tape: &Tape, measure: Measure, at: u32, wanted: bool, depth: u32) -> f64 {
    if tape.holds(at) == wanted {
        return 0.0;
    }
    if depth == 0 {
        return 1.0;
    }
    let step = tape.step(at);
    let [a, b, c] = step.args;
    let of = |at: u32, wanted: bool| away(tape, measure, at, wanted, depth - 1);
    let flipped = |at: u32| of(at, !tape.holds(at));
    match step.node.op {
        Op::Not => of(a, !wanted),
        // Both have to change for a conjunction to hold, or for a disjunction not to.
        Op::And | Op::Or if (step.node.op == Op::And) == wanted => of(a, wanted) + of(b, wanted),
        Op::And | Op::Or => of(a, wanted).min(of(b, wanted)),
        Op::Xor => flipped(a).min(flipped(b)),
        Op::Eq if tape.step(a).width == 1 => flipped(a).min(flipped(b)),
        Op::Eq if !wanted => 1.0,
        Op::Eq if measure == Measure::LowBits && tape.step(a).width <= 64 => {
            let differ = tape.value(a) ^ tape.value(b);
            f64::from(tape.step(a).width - differ.trailing_zeros())
        }
        Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle => apart(tape, a, b),
        Op::FLt | Op::FLe | Op::FEq => floats_apart(tape, a, b),
        Op::Ite => {
            let chosen = if tape.holds(a) { b } else { c };
            of(chosen, wanted).min(1.0 + flipped(a))
        }
        _ => 1.0,
    }
}

/// The number of bits that two numbers are apart, read as the closer of signed and unsigned.
fn apart(tape: &Tape, a: u32, b: u32) -> f64 {
    let width = tape.step(a).width;
    if width > 64 {
        return f64::from(width) / 2.0;
    }
    let (x, y, unused) = (tape.value(a), tape.value(b), 64 - width);
    let signed = ((x << unused) as i64 >> unused).abs_diff((y << unused) as i64 >> unused);
    bits(x.abs_diff(y).min(signed))
}

/// The number of bits of how many floating-point numbers lie between two.
fn floats_apart(tape: &Tape, a: u32, b: u32) -> f64 {
    let width = tape.step(a).width;
    if width > 64 {
        return 8.0;
    }
    let order = |x: u64| {
        let magnitude = (x & ((1u64 << (width - 1)) - 1)) as i64;
        if x >> (width - 1) & 1 == 1 { -magnitude } else { magnitude }
    };
    bits(order(tape.value(a)).abs_diff(order(tape.value(b))))
}

fn bits(distance: u64) -> f64 {
    (1.0 + distance as f64).log2()
}
