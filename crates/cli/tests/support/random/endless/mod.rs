//! Programs that never end: a loop that takes a message and changes a small state, for ever.
//!
//! There are finitely many states, so what can be covered is finite, and [`oracle`] finds it by walking through all states with
//! all kinds of messages. Plain search can only cover a part of that in any number of paths; a search that recognises states
//! which it has seen comes to an end, and has to have covered exactly that.

mod make;
pub mod oracle;
mod render;

pub use make::make;

/// Variables of the state, with values below [`VALUES`].
pub const VARIABLES: usize = 3;
pub const VALUES: u8 = 4;

pub struct Program {
    pub main: Vec<Statement>,
    /// Called from several places; they do not call each other.
    pub helpers: Vec<Vec<Statement>>,
    /// Where each variable lives.
    pub places: [Place; VARIABLES],
    /// Messages that are not excluded by an assumption are greater.
    pub least: Option<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Global,
    Local,
    Member,
    Heap,
    Behind,
}

pub enum Statement {
    /// With the number of the decision, which tells where it is in the text.
    If(usize, Condition, Vec<Statement>, Vec<Statement>),
    Set(usize, Value),
    /// Fails where both variables have these values; with the number of the assertion.
    Assert(usize, (usize, u8), (usize, u8)),
    Call(usize),
    /// The message is kept, for a later comparison.
    Remember,
    /// Something that nobody reads.
    Noise(u8),
    Leave,
}

#[derive(Clone, Copy)]
pub enum Condition {
    Greater(u8),
    Equal(u8),
    Bit(u8),
    /// The message that was kept is the same.
    Same,
    State(usize, u8),
}

#[derive(Clone, Copy)]
pub enum Value {
    Number(u8),
    Copy(usize),
    Next,
    Flip,
}

impl Program {
    /// Whether states have to be told apart by a byte of input.
    pub fn remembers(&self) -> bool {
        self.any(&|statement| matches!(statement, Statement::If(_, Condition::Same, ..)))
    }

    fn any(&self, is: &dyn Fn(&Statement) -> bool) -> bool {
        fn within(list: &[Statement], is: &dyn Fn(&Statement) -> bool) -> bool {
            list.iter().any(|s| is(s) || matches!(s, Statement::If(_, _, yes, no) if within(yes, is) || within(no, is)))
        }
        within(&self.main, is) || self.helpers.iter().any(|helper| within(helper, is))
    }
}
