//! Floating point: polynomials near a value, iterations, sums over many readings, comparisons after conversions.

use super::language::{Expression, Statement, byte, constant, variable};
use super::maker::Maker;
use super::values::{Type, Value};

pub fn make(maker: &mut Maker) -> Option<()> {
    let kinds = [grid, polynomial, logistic, weights, conversion, readings, newton];
    let kind = kinds[maker.random.usize(..kinds.len())];
    kind(maker)
}

fn real(x: f64) -> Expression {
    constant(Value::F64(x))
}

/// A number with two digits behind the point.
fn factor(maker: &mut Maker) -> Expression {
    real(f64::from(maker.random.i32(25..900)) / 100.0)
}

fn cubic(maker: &mut Maker, x: Expression, y: Expression) -> Expression {
    let [f, g, h] = [(); 3].map(|()| factor(maker));
    match maker.random.u32(..3) {
        0 => x.clone() * x.clone() * x.clone() - f * x * y.clone() + y.clone() * y - g,
        1 => f * x.clone() * x.clone() * y.clone() - g * y.clone() * y.clone() * y + h * x,
        _ => x.clone() * x.clone() + f * x.clone() * y.clone() - g * x * y.clone() * y,
    }
}

/// A polynomial of numbers with a fixed point.
fn grid(maker: &mut Maker) -> Option<()> {
    let bound = maker.random.i32(1000..60_000);
    for (name, scaled) in [("a", "x"), ("b", "y")] {
        maker.number(name, Type::I32, -bound, bound);
        maker.define(Type::F64, scaled, variable(name).to(Type::F64) / real(64.0))?;
    }
    let value = cubic(maker, variable("x"), variable("y"));
    maker.define(Type::F64, "z", value)?;
    let share = maker.share(1e3, 1e5);
    maker.near("z", share)
}

/// The same of any numbers, and a second one.
fn polynomial(maker: &mut Maker) -> Option<()> {
    let bound = maker.random.i32(5..500);
    ["x", "y"].into_iter().for_each(|name| maker.number(name, Type::F64, -bound, bound));
    let value = cubic(maker, variable("x"), variable("y"));
    maker.define(Type::F64, "z", value)?;
    let share = maker.share(100.0, 3e3);
    maker.near("z", share)?;
    maker.define(Type::F64, "w", variable("x") * variable("y"))?;
    let share = maker.share(10.0, 100.0);
    maker.near("w", share)
}

/// A sequence that depends on its start very much.
fn logistic(maker: &mut Maker) -> Option<()> {
    maker.number("a", Type::U32, 1, 999_999);
    let top = maker.random.i32(3600..4000);
    maker.define(Type::F64, "x", variable("a").to(Type::F64) / real(1e6))?;
    let next = real(f64::from(top) / 1000.0) * variable("x") * (real(1.0) - variable("x"));
    let rounds = maker.random.u32(4..10);
    maker.run(Statement::Count("i", 0, rounds, vec![Statement::Assign("x", next)]))?;
    let share = maker.share(2e3, 1e5);
    maker.near("x", share)
}

/// Sums of products of single precision.
fn weights(maker: &mut Maker) -> Option<()> {
    let names = ["a", "b", "c", "d"];
    names.into_iter().for_each(|name| maker.number(name, Type::F32, -50, 50));
    let single = |maker: &mut Maker| constant(Value::F32(maker.random.i32(25..900) as f32 / 64.0));
    for (sum, first, last) in [("s", 1e2, 2e3), ("t", 1e1, 1e2)] {
        let mut value = single(maker) * variable("a") * variable("c");
        for pair in names.windows(2) {
            let term = single(maker) * variable(pair[0]) * variable(pair[1]);
            value = if maker.random.bool() { value + term } else { value - term };
        }
        maker.define(Type::F32, sum, value)?;
        let share = maker.share(first, last);
        maker.near(sum, share)?;
    }
    Some(())
}

/// What is computed is made an integer, and some of its digits are looked at.
fn conversion(maker: &mut Maker) -> Option<()> {
    ["x", "y"].into_iter().for_each(|name| maker.number(name, Type::F64, 1, 1000));
    let product = factor(maker) * variable("x") * variable("y") + variable("x") / variable("y");
    maker.define(Type::I64, "n", (product * real(1000.0)).to(Type::I64))?;
    let modulus = maker.random.u32(300..3000);
    maker.residue("n", modulus, 1)?;
    maker.define(Type::F64, "z", variable("n").to(Type::F64) / (variable("x") + variable("y")))?;
    let share = maker.share(20.0, 200.0);
    maker.near("z", share)
}

/// Mean and variance of some bytes.
fn readings(maker: &mut Maker) -> Option<()> {
    let count = maker.random.u32(4..10);
    maker.bytes(count as usize);
    maker.define(Type::F64, "mean", real(0.0))?;
    maker.define(Type::F64, "squares", real(0.0))?;
    let reading = byte(variable("i")).to(Type::F64) * real(0.25);
    let body = vec![
        Statement::Assign("mean", variable("mean") + reading.clone()),
        Statement::Assign("squares", variable("squares") * real(0.97) + reading.clone() * reading),
    ];
    maker.run(Statement::Count("i", 0, count, body))?;
    let size = real(f64::from(count));
    maker.run(Statement::Assign("mean", variable("mean") / size.clone()))?;
    let spread = variable("squares") / size - variable("mean") * variable("mean");
    maker.define(Type::F64, "variance", spread)?;
    let share = maker.share(300.0, 1e4);
    maker.near("variance", share)?;
    let share = maker.share(10.0, 100.0);
    maker.near("mean", share)
}

/// A few steps towards the zero of a polynomial; where they lead depends on the start.
fn newton(maker: &mut Maker) -> Option<()> {
    maker.number("a", Type::I32, -500_000, 500_000);
    maker.define(Type::F64, "x", variable("a").to(Type::F64) / real(100_000.0))?;
    let (f, g) = (factor(maker), factor(maker));
    let x = || variable("x");
    let value = x() * x() * x() - f.clone() * x() + g;
    let slope = real(3.0) * x() * x() - f;
    let rounds = maker.random.u32(2..5);
    maker.run(Statement::Count("i", 0, rounds, vec![Statement::Assign("x", x() - value / slope)]))?;
    let share = maker.share(2e3, 5e4);
    maker.near("x", share)
}
