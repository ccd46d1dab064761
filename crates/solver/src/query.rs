//! One question after the first look: only the conditions that matter, and the sets of their bytes.

use crate::sets::SetId;
use secateur_expr::{Assignment, Term};

/// Satisfiable: every term holds and every byte is in its set.
#[derive(Clone)]
pub struct Query {
    /// Conditions on several bytes, sorted, no two equal. Those of the path are closed under sharing bytes.
    pub terms: Vec<Term>,
    /// Those of `terms` that are asked about; the others hold under the model.
    pub goals: Vec<Term>,
    /// Numbers of all bytes that matter, sorted.
    pub bytes: Vec<u32>,
    /// The set of each of `bytes`.
    pub sets: Vec<SetId>,
    /// Satisfies the path, perhaps not the goals.
    pub model: Assignment,
}

impl Query {
    pub fn position(&self, byte: u32) -> Option<usize> {
        self.bytes.binary_search(&byte).ok()
    }
    pub fn set_of(&self, byte: u32) -> SetId {
        self.position(byte).map_or(SetId::FULL, |i| self.sets[i])
    }
}

/// What a tier says of a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Values for the bytes of the query, in their order.
    Sat(Vec<u8>),
    Unsat,
    /// The tier that stands last gives up, and says why.
    Unknown(String),
}
