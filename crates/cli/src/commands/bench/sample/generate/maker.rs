//! Puts a program together, while its secret input and some random ones are carried along: the first says what conditions are
//! to be satisfied, the others how rare that is.

use super::language::{Condition, Expression, Memory, Statement, constant, variable};
use super::values::{Type, Value};
use fastrand::Rng;
use std::fmt::Write;

/// How many random inputs are carried along, and how many there must be at least when something is measured.
const OTHERS: usize = 600;
const ENOUGH: usize = 200;

/// As many are looked at to see how near to each other values are.
const NEAREST: usize = 20;

enum Input {
    Number { name: &'static str, of: Type, low: Value, high: Value },
    Bytes(usize),
}

enum Step {
    Do(Statement),
    Require(Condition),
}

pub struct Maker {
    pub random: Rng,
    inputs: Vec<Input>,
    secret: Memory,
    others: Vec<Memory>,
    steps: Vec<Step>,
}

impl Maker {
    pub fn new(random: Rng) -> Maker {
        Maker {
            random,
            inputs: vec![],
            secret: Memory::default(),
            others: vec![Memory::default(); OTHERS],
            steps: vec![],
        }
    }

    // --- input ---------------------------------------------------------------------------------------------------------

    /// A number from the lowest to the highest.
    pub fn number(&mut self, name: &'static str, of: Type, low: i32, high: i32) {
        let draw = |random: &mut Rng| match of {
            Type::F32 => Value::F32((f64::from(low) + random.f64() * f64::from(high - low)) as f32),
            Type::F64 => Value::F64(f64::from(low) + random.f64() * f64::from(high - low)),
            Type::U32 => Value::U32(random.i32(low..=high) as u32),
            _ => Value::I32(random.i32(low..=high)),
        };
        let ends = [low, high].map(|end| Value::I32(end).convert(of).unwrap_or(Value::I32(end)));
        for memory in self.others.iter_mut().chain([&mut self.secret]) {
            memory.variables.insert(name, draw(&mut self.random));
        }
        self.inputs.push(Input::Number { name, of, low: ends[0], high: ends[1] });
    }

    pub fn bytes(&mut self, count: usize) {
        for memory in self.others.iter_mut().chain([&mut self.secret]) {
            memory.bytes = (0..count).map(|_| self.random.u8(..)).collect();
        }
        self.inputs.push(Input::Bytes(count));
    }

    /// Another input becomes the secret one, of those for which the variable is within these ends.
    pub fn choose(&mut self, name: &'static str, low: f64, high: f64) -> Option<()> {
        let is_wanted = |memory: &Memory| memory.variables.get(name).is_some_and(|v| (low..high).contains(&v.about()));
        let at = self.others.iter().position(is_wanted)?;
        std::mem::swap(&mut self.secret, &mut self.others[at]);
        Some(())
    }

    // --- what is computed ----------------------------------------------------------------------------------------------

    pub fn run(&mut self, statement: Statement) -> Option<()> {
        statement.run(&mut self.secret)?;
        self.others.retain_mut(|memory| statement.run(memory).is_some());
        self.steps.push(Step::Do(statement));
        Some(())
    }

    pub fn define(&mut self, of: Type, name: &'static str, value: Expression) -> Option<()> {
        self.run(Statement::Define(of, name, value))
    }

    pub fn value(&self, name: &'static str) -> Option<Value> {
        self.secret.variables.get(name).copied()
    }

    // --- conditions ----------------------------------------------------------------------------------------------------

    pub fn require(&mut self, condition: Condition) -> Option<()> {
        condition.holds(&self.secret)?.then_some(())?;
        self.steps.push(Step::Require(condition));
        Some(())
    }

    /// The variable is in a small interval around what it is for the secret input. About this share of all inputs leads there.
    pub fn near(&mut self, name: &'static str, share: f64) -> Option<()> {
        let value = self.value(name)?;
        let width = self.width(name, value.about(), share)?;
        let below = self.random.f64() * width;
        let (low, high) = match value {
            Value::F64(x) => (Value::F64(x - below), Value::F64(x - below + width)),
            Value::F32(x) => (Value::F32(x - below as f32), Value::F32((f64::from(x) - below + width) as f32)),
            Value::I64(n) => {
                let low = n.checked_sub(below as i64)?;
                (Value::I64(low), Value::I64(low.checked_add((width as i64).max(1))?))
            }
            Value::U64(n) => {
                let low = n.saturating_sub(below as u64);
                (Value::U64(low), Value::U64(low.checked_add((width as u64).max(1))?))
            }
            _ => return None,
        };
        self.require(Condition::Within(constant(low), variable(name), constant(high)))
    }

    /// Values of random inputs that are nearest say how many there are.
    fn width(&self, name: &'static str, value: f64, share: f64) -> Option<f64> {
        let values = self.others.iter().filter_map(|memory| memory.variables.get(name));
        let mut distances: Vec<f64> = values.map(|other| (other.about() - value).abs()).collect();
        (distances.len() >= ENOUGH).then_some(())?;
        distances.sort_by(f64::total_cmp);
        let width = 2.0 * distances[NEAREST] * share * distances.len() as f64 / NEAREST as f64;
        (width > 0.0 && width.is_finite()).then_some(width)
    }

    /// The remainder of the variable is one of a few.
    pub fn residue(&mut self, name: &'static str, modulus: u32, few: u32) -> Option<()> {
        let value = self.value(name)?;
        let number = |n: u64| match value {
            Value::U32(_) => Some(Value::U32(n as u32)),
            Value::U64(_) => Some(Value::U64(n)),
            Value::I64(_) => Some(Value::I64(n as i64)),
            _ => None,
        };
        let rest = match value {
            Value::U32(n) => u64::from(n % modulus),
            Value::U64(n) => n % u64::from(modulus),
            Value::I64(n) => u64::try_from(n).ok()? % u64::from(modulus),
            _ => return None,
        };
        let remainder = variable(name) % constant(number(u64::from(modulus))?);
        if few == 1 {
            return self.require(Condition::Equal(remainder, constant(number(rest)?)));
        }
        let low = rest.saturating_sub(self.random.u64(..u64::from(few)));
        let ends = (constant(number(low)?), constant(number(low + u64::from(few))?));
        self.require(Condition::Within(ends.0, remainder, ends.1))
    }

    /// As rare as one of these, evenly by magnitude.
    pub fn share(&mut self, once_in: f64, once_in_most: f64) -> f64 {
        let exponent = once_in.ln() + self.random.f64() * (once_in_most / once_in).ln();
        (-exponent).exp()
    }

    // --- text ----------------------------------------------------------------------------------------------------------

    /// The secret input, a line for each input of the program.
    fn solution(&self) -> Vec<String> {
        let line = |input: &Input| match input {
            Input::Bytes(_) => {
                self.secret.bytes.iter().fold("bytes".to_string(), |line, byte| format!("{line} {byte}"))
            }
            Input::Number { name, .. } => {
                let spelt = match self.secret.variables[name] {
                    Value::I32(n) => format!("{n}/4"),
                    Value::U32(n) => format!("{n}/4"),
                    Value::F32(x) => format!("{}/4", x.to_bits() as i32),
                    Value::F64(x) => format!("{}/8", x.to_bits() as i64),
                    Value::I64(n) => format!("{n}/8"),
                    Value::U64(n) => format!("{}/8", n as i64),
                };
                format!("{name} {spelt}")
            }
        };
        self.inputs.iter().map(line).collect()
    }

    pub fn source(&self) -> String {
        let mut text = String::new();
        self.solution().iter().for_each(|line| text += &format!("// solution: {line}\n"));
        text += "#include <secateur.h>\n\nint main(void) {\n";
        for input in &self.inputs {
            let _ = match input {
                Input::Bytes(count) => {
                    writeln!(
                        text,
                        "    uint8_t bytes[{count}];\n    secateur_symbolic(bytes, sizeof bytes, \"bytes\");"
                    )
                }
                Input::Number { name, of, low, high } => writeln!(
                    text,
                    "    {} {name};\n    secateur_symbolic(&{name}, sizeof {name}, \"{name}\");\n    \
                     secateur_assume({name} >= {} && {name} <= {});",
                    of.text(),
                    low.text(),
                    high.text()
                ),
            };
        }
        let mut indent = 1;
        for step in &self.steps {
            match step {
                Step::Do(statement) => text += &statement.text(indent),
                Step::Require(condition) => {
                    text += &format!("{}if ({}) {{\n", "    ".repeat(indent), condition.text());
                    indent += 1;
                }
            }
        }
        text += &format!("{}secateur_assert(!\"solved\");\n", "    ".repeat(indent));
        (1..indent).rev().for_each(|level| text += &format!("{}}}\n", "    ".repeat(level)));
        text + "    return 0;\n}\n"
    }
}
