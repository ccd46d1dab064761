//! What such a program can do at all, by walking through every state with every kind of message.
//!
//! Messages that no condition of the program tells apart are one kind. Two of each kind are tried, since the program may compare
//! a message with one that it kept.

use super::{Condition, Program, Statement, VARIABLES, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Sides of decisions that are taken, and assertions that fail, by number.
#[derive(Default, Debug, PartialEq, Eq)]
pub struct Truth {
    pub sides: BTreeSet<(usize, bool)>,
    pub failures: BTreeSet<usize>,
    pub states: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    variables: [u8; VARIABLES],
    last: u8,
}

/// Whether the round goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goes {
    On,
    /// The program ends, or fails.
    Over,
}

struct Walk<'p> {
    program: &'p Program,
    truth: Truth,
    state: State,
    message: u8,
}

pub fn truth(program: &Program) -> Truth {
    let messages = messages(program);
    let start = State { variables: [0; VARIABLES], last: 0 };
    let (mut seen, mut pending) = (BTreeSet::from([start]), vec![start]);
    let mut walk = Walk { program, truth: Truth::default(), state: start, message: 0 };
    while let Some(from) = pending.pop() {
        for message in &messages {
            (walk.state, walk.message) = (from, *message);
            if walk.list(&program.main) == Goes::On && seen.insert(walk.state) {
                pending.push(walk.state);
            }
        }
    }
    walk.truth.states = seen.len();
    walk.truth
}

/// Two messages of each kind, as far as there are two. Zero is what was kept before the first message.
fn messages(program: &Program) -> Vec<u8> {
    let mut conditions = Vec::new();
    let all = program.helpers.iter().chain([&program.main]);
    all.for_each(|list| collect(list, &mut conditions));
    let mut kinds: BTreeMap<Vec<bool>, Vec<u8>> = BTreeMap::new();
    for message in 0..=255 {
        if program.least.is_some_and(|least| message <= least) {
            continue;
        }
        let mut kind: Vec<bool> = conditions.iter().filter_map(|c| about_message(*c, message)).collect();
        kind.push(message == 0);
        let members = kinds.entry(kind).or_default();
        if members.len() < 2 {
            members.push(message);
        }
    }
    kinds.into_values().flatten().collect()
}

fn collect(list: &[Statement], conditions: &mut Vec<Condition>) {
    for statement in list {
        if let Statement::If(_, condition, yes, no) = statement {
            conditions.push(*condition);
            collect(yes, conditions);
            collect(no, conditions);
        }
    }
}

fn about_message(condition: Condition, message: u8) -> Option<bool> {
    match condition {
        Condition::Greater(n) => Some(message > n),
        Condition::Equal(n) => Some(message == n),
        Condition::Bit(bit) => Some(message & bit != 0),
        Condition::Same | Condition::State(..) => None,
    }
}

impl Walk<'_> {
    fn list(&mut self, list: &[Statement]) -> Goes {
        for statement in list {
            if self.statement(statement) == Goes::Over {
                return Goes::Over;
            }
        }
        Goes::On
    }

    fn statement(&mut self, statement: &Statement) -> Goes {
        let variables = &mut self.state.variables;
        match statement {
            Statement::If(number, condition, yes, no) => {
                let holds = match *condition {
                    Condition::Same => self.message == self.state.last,
                    Condition::State(variable, value) => variables[variable] == value,
                    other => about_message(other, self.message).expect("a condition on the message"),
                };
                self.truth.sides.insert((*number, holds));
                return self.list(if holds { yes } else { no });
            }
            Statement::Set(variable, value) => {
                variables[*variable] = match *value {
                    Value::Number(n) => n,
                    Value::Copy(other) => variables[other],
                    Value::Next => (variables[*variable] + 1) & 3,
                    Value::Flip => variables[*variable] ^ 1,
                };
            }
            Statement::Assert(number, (a, x), (b, y)) => {
                if variables[*a] == *x && variables[*b] == *y {
                    self.truth.failures.insert(*number);
                    return Goes::Over;
                }
            }
            Statement::Call(which) => return self.list(&self.program.helpers[*which]),
            Statement::Remember => self.state.last = self.message,
            Statement::Noise(_) => {}
            Statement::Leave => return Goes::Over,
        }
        Goes::On
    }
}
