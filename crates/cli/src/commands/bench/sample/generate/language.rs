//! The small language that generated programs are made of: the part of C that is needed for conditions that are hard to solve.
//! It can be printed as C and evaluated here, so that the secret input of a program is known to lead where it should.
//!
//! Types are never mixed: what is not of the same type is converted first. Signed integers never overflow, and nothing is
//! divided by zero: evaluation has no answer then, and the maker of the program takes another input.

use super::values::{Operation, Type, Value, calculate};
use std::collections::BTreeMap;
use std::ops::{Add, BitXor, Div, Mul, Rem, Shr, Sub};

#[derive(Clone, Debug)]
pub enum Expression {
    Constant(Value),
    Variable(&'static str),
    /// A byte of the input, by an index of 32 bits.
    Byte(Box<Expression>),
    Converted(Type, Box<Expression>),
    Binary(Operation, Box<Expression>, Box<Expression>),
}

#[derive(Clone, Debug)]
pub enum Condition {
    Equal(Expression, Expression),
    NotEqual(Expression, Expression),
    /// The lower end, which belongs to it, the value, and the upper end, which does not.
    Within(Expression, Expression, Expression),
}

#[derive(Clone, Debug)]
pub enum Statement {
    Define(Type, &'static str, Expression),
    Assign(&'static str, Expression),
    /// A counter of 32 bits goes from the first number to the one before the second.
    Count(&'static str, u32, u32, Vec<Statement>),
    While(Condition, Vec<Statement>),
}

/// The values of the variables, and the bytes of input.
#[derive(Clone, Default, Debug)]
pub struct Memory {
    pub variables: BTreeMap<&'static str, Value>,
    pub bytes: Vec<u8>,
}

/// More rounds than this are none of our programs.
const ROUNDS: usize = 1000;

impl Expression {
    pub fn evaluate(&self, memory: &Memory) -> Option<Value> {
        match self {
            Expression::Constant(value) => Some(*value),
            Expression::Variable(name) => memory.variables.get(name).copied(),
            Expression::Byte(index) => match index.evaluate(memory)? {
                Value::U32(at) => memory.bytes.get(at as usize).map(|byte| Value::U32(u32::from(*byte))),
                _ => None,
            },
            Expression::Converted(to, of) => of.evaluate(memory)?.convert(*to),
            Expression::Binary(operation, l, r) => calculate(*operation, l.evaluate(memory)?, r.evaluate(memory)?),
        }
    }

    pub fn text(&self) -> String {
        match self {
            Expression::Constant(value) => value.text(),
            Expression::Variable(name) => (*name).to_string(),
            Expression::Byte(index) => format!("(uint32_t)bytes[{}]", index.text()),
            Expression::Converted(to, of) => format!("({}){}", to.text(), of.inner()),
            Expression::Binary(operation, l, r) => format!("{} {} {}", l.inner(), operation.text(), r.inner()),
        }
    }

    /// As a part of another one.
    fn inner(&self) -> String {
        match self {
            Expression::Binary(..) => format!("({})", self.text()),
            _ => self.text(),
        }
    }
}

impl Condition {
    pub fn holds(&self, memory: &Memory) -> Option<bool> {
        // Values of one type are compared exactly.
        let less = |l: &Expression, r: &Expression| {
            Some(match (l.evaluate(memory)?, r.evaluate(memory)?) {
                (Value::U32(l), Value::U32(r)) => l < r,
                (Value::U64(l), Value::U64(r)) => l < r,
                (Value::I64(l), Value::I64(r)) => l < r,
                (Value::F32(l), Value::F32(r)) => l < r,
                (Value::F64(l), Value::F64(r)) => l < r,
                _ => return None,
            })
        };
        match self {
            Condition::Equal(l, r) => Some(l.evaluate(memory)? == r.evaluate(memory)?),
            Condition::NotEqual(l, r) => Some(l.evaluate(memory)? != r.evaluate(memory)?),
            Condition::Within(low, value, high) => Some(!less(value, low)? && less(value, high)?),
        }
    }

    pub fn text(&self) -> String {
        match self {
            Condition::Equal(l, r) => format!("{} == {}", l.text(), r.text()),
            Condition::NotEqual(l, r) => format!("{} != {}", l.text(), r.text()),
            Condition::Within(low, value, high) => {
                format!("{v} >= {} && {v} < {}", low.text(), high.text(), v = value.text())
            }
        }
    }
}

impl Statement {
    pub fn run(&self, memory: &mut Memory) -> Option<()> {
        match self {
            Statement::Define(_, name, value) | Statement::Assign(name, value) => {
                let value = value.evaluate(memory)?;
                memory.variables.insert(name, value);
            }
            Statement::Count(name, from, to, body) => {
                for round in *from..*to {
                    memory.variables.insert(name, Value::U32(round));
                    body.iter().try_for_each(|statement| statement.run(memory))?;
                }
            }
            Statement::While(condition, body) => {
                let mut rounds = 0;
                while condition.holds(memory)? {
                    rounds += 1;
                    (rounds < ROUNDS).then_some(())?;
                    body.iter().try_for_each(|statement| statement.run(memory))?;
                }
            }
        }
        Some(())
    }

    pub fn text(&self, indent: usize) -> String {
        let space = "    ".repeat(indent);
        let block = |body: &[Statement]| body.iter().map(|s| s.text(indent + 1)).collect::<String>();
        match self {
            Statement::Define(of, name, value) => format!("{space}{} {name} = {};\n", of.text(), value.text()),
            Statement::Assign(name, value) => format!("{space}{name} = {};\n", value.text()),
            Statement::Count(name, from, to, body) => {
                let head = format!("for (uint32_t {name} = {from}; {name} < {to}; {name}++)");
                format!("{space}{head} {{\n{}{space}}}\n", block(body))
            }
            Statement::While(condition, body) => {
                format!("{space}while ({}) {{\n{}{space}}}\n", condition.text(), block(body))
            }
        }
    }
}

pub fn variable(name: &'static str) -> Expression {
    Expression::Variable(name)
}

pub fn constant(value: Value) -> Expression {
    Expression::Constant(value)
}

pub fn byte(index: Expression) -> Expression {
    Expression::Byte(Box::new(index))
}

impl Expression {
    pub fn to(self, of: Type) -> Expression {
        Expression::Converted(of, Box::new(self))
    }
}

macro_rules! operator {
    ($name:ident, $method:ident, $operation:ident) => {
        impl $name for Expression {
            type Output = Expression;

            fn $method(self, other: Expression) -> Expression {
                Expression::Binary(Operation::$operation, Box::new(self), Box::new(other))
            }
        }
    };
}

operator!(Add, add, Add);
operator!(Sub, sub, Subtract);
operator!(Mul, mul, Multiply);
operator!(Div, div, Divide);
operator!(Rem, rem, Remainder);
operator!(BitXor, bitxor, Xor);
operator!(Shr, shr, ShiftRight);
