//! Nonlinear arithmetic of integers: polynomials, products and powers modulo something, quotients, common divisors.

use super::language::{Condition, Expression, Statement, constant, variable};
use super::maker::Maker;
use super::values::{Type, Value};

pub fn make(maker: &mut Maker) -> Option<()> {
    let kinds = [polynomial, product, power, divisor, quotient, recurrence, mixture];
    let kind = kinds[maker.random.usize(..kinds.len())];
    kind(maker)
}

fn wide(n: u64) -> Expression {
    constant(Value::U64(n))
}

fn of(name: &'static str) -> Expression {
    variable(name).to(Type::U64)
}

/// Of three variables and the third degree, and a second one of them.
fn polynomial(maker: &mut Maker) -> Option<()> {
    let bound = maker.random.i32(300..8000);
    for (name, signed) in [("a", "x"), ("b", "y"), ("c", "z")] {
        maker.number(name, Type::I32, -bound, bound);
        maker.define(Type::I64, signed, variable(name).to(Type::I64))?;
    }
    let [x, y, z] = ["x", "y", "z"].map(variable);
    let terms = [
        x.clone() * x.clone() * x.clone(),
        x.clone() * y.clone() * z.clone(),
        y.clone() * y.clone() * z.clone(),
        z.clone() * z.clone() * x.clone(),
        x.clone() * y.clone(),
        z.clone(),
    ];
    let first = maker.random.usize(..terms.len() - 2);
    let mut sum = terms[first].clone();
    for term in &terms[first + 1..] {
        let factor = constant(Value::I64(maker.random.i64(2..20)));
        sum = if maker.random.bool() { sum + factor * term.clone() } else { sum - factor * term.clone() };
    }
    maker.define(Type::I64, "p", sum)?;
    let share = maker.share(1e3, 1e4);
    maker.near("p", share)?;
    let factor = constant(Value::I64(maker.random.i64(2..200)));
    maker.define(Type::I64, "q", x * y + factor * z)?;
    let share = maker.share(20.0, 300.0);
    maker.near("q", share)
}

/// Of three numbers, by a prime and by a sum of them.
fn product(maker: &mut Maker) -> Option<()> {
    let bound = maker.random.i32(2000..200_000);
    ["a", "b", "c"].into_iter().for_each(|name| maker.number(name, Type::U32, 10, bound));
    maker.define(Type::U64, "p", of("a") * of("b") * of("c"))?;
    let prime = [1009, 4093, 65521, 99991][maker.random.usize(..4)];
    let few = (prime / maker.random.u32(300..6000)).max(1);
    maker.residue("p", prime, few)?;
    maker.define(Type::U64, "q", variable("p") % (of("a") + of("b")))?;
    let share = maker.share(50.0, 500.0);
    maker.near("q", share)
}

/// A power modulo a variable.
fn power(maker: &mut Maker) -> Option<()> {
    maker.number("b", Type::U32, 2, 1_000_000);
    let most = maker.random.i32(10_000..1_000_000);
    maker.number("m", Type::U32, 1000, most);
    maker.define(Type::U64, "r", wide(1))?;
    let step = variable("r") * variable("r") % of("m") * of("b") % of("m");
    let rounds = maker.random.u32(3..7);
    maker.run(Statement::Count("i", 0, rounds, vec![Statement::Assign("r", step)]))?;
    let share = maker.share(3e3, 1e5);
    maker.near("r", share)
}

/// The greatest common divisor is a certain one, and what is left is in an interval.
fn divisor(maker: &mut Maker) -> Option<()> {
    let bound = maker.random.i32(50_000..5_000_000);
    ["a", "b"].into_iter().for_each(|name| maker.number(name, Type::U32, 1000, bound));
    maker.define(Type::U64, "u", of("a"))?;
    maker.define(Type::U64, "v", of("b"))?;
    maker.define(Type::U64, "rest", wide(0))?;
    let body = vec![
        Statement::Assign("rest", variable("u") % variable("v")),
        Statement::Assign("u", variable("v")),
        Statement::Assign("v", variable("rest")),
    ];
    maker.run(Statement::While(Condition::NotEqual(variable("v"), wide(0)), body))?;
    maker.choose("u", 12.0, 200.0)?;
    let Value::U64(common) = maker.value("u")? else { return None };
    maker.require(Condition::Equal(variable("u"), wide(common)))?;
    maker.define(Type::U64, "p", of("a") * of("b") / wide(common))?;
    let prime = [97, 101, 127, 251][maker.random.usize(..4)];
    maker.residue("p", prime, 2)
}

/// Some digits of quotients.
fn quotient(maker: &mut Maker) -> Option<()> {
    let bound = maker.random.i32(50_000..2_000_000);
    ["a", "b"].into_iter().for_each(|name| maker.number(name, Type::U32, 1000, bound));
    maker.define(Type::U64, "p", of("a") * of("a") * of("a") / of("b"))?;
    let modulus = maker.random.u32(300..3000);
    maker.residue("p", modulus, 1)?;
    maker.define(Type::U64, "q", of("b") * of("b") * of("b") / of("a"))?;
    let modulus = maker.random.u32(30..300);
    maker.residue("q", modulus, 1)
}

/// A sequence in which each number follows from the one before it.
fn recurrence(maker: &mut Maker) -> Option<()> {
    ["a", "b"].into_iter().for_each(|name| maker.number(name, Type::U32, 1000, 1_000_000));
    let factor = maker.random.u64(3..30);
    maker.define(Type::U64, "s", wide(factor))?;
    let divisor = of("b") * wide(factor) + variable("i").to(Type::U64) + wide(1);
    let next = (variable("s") * of("a") + of("b")) % divisor;
    let rounds = maker.random.u32(4..8);
    maker.run(Statement::Count("i", 0, rounds, vec![Statement::Assign("s", next)]))?;
    let share = maker.share(3e3, 3e4);
    maker.near("s", share)?;
    maker.define(Type::U64, "t", (variable("s") * of("a")) ^ (of("b") * of("b")))?;
    maker.residue("t", 13, 2)
}

/// Wide products, mixed with each other bit by bit.
fn mixture(maker: &mut Maker) -> Option<()> {
    ["a", "b", "c"].into_iter().for_each(|name| maker.number(name, Type::U32, 100, 1_000_000));
    let shift = maker.random.u64(3..12);
    maker.define(Type::U64, "p", (of("a") * of("b")) ^ (of("c") * wide(1 << shift)))?;
    maker.define(Type::U64, "q", (variable("p") * (of("a") + of("c"))) ^ (of("b") * of("b")))?;
    maker.define(Type::U64, "r", (variable("q") ^ (variable("q") >> wide(23))) % of("c"))?;
    let share = maker.share(1e3, 1e4);
    maker.near("r", share)?;
    maker.define(Type::U64, "s", (variable("q") ^ variable("p")) % of("b"))?;
    let share = maker.share(30.0, 300.0);
    maker.near("s", share)
}
