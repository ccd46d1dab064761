//! One question after the first look: only the conditions that matter, and the sets of their bytes.

use crate::bounds::Bounds;
use crate::sets::SetId;
use secateur_expr::{Assignment, Term};

/// Satisfiable: every term holds and every byte is in its set.
#[derive(Clone)]
pub struct Query<'a> {
    /// Conditions on several bytes, sorted, no two equal. Those of the path are closed under sharing bytes.
    pub terms: Vec<Term>,
    /// Those of `terms` that are asked about; the others hold under the model.
    pub goals: Vec<Term>,
    /// Numbers of all bytes that matter, sorted.
    pub bytes: Vec<u32>,
    /// The set of each of `bytes`.
    pub sets: Vec<SetId>,
    /// Satisfies the path, perhaps not the goals.
    pub model: &'a Assignment,
    /// Ranges of terms that follow from single conditions, sorted by term.
    pub bounds: Vec<(Term, Bounds)>,
    /// The query as numbers, for the cache; empty until it is looked for there.
    pub key: Vec<u32>,
    /// Its number among the queries written to files.
    pub dumped: Option<u32>,
}

impl<'a> Query<'a> {
    /// An empty query.
    pub fn about(model: &'a Assignment) -> Query<'a> {
        Query {
            terms: Vec::new(),
            goals: Vec::new(),
            bytes: Vec::new(),
            sets: Vec::new(),
            model,
            bounds: Vec::new(),
            key: Vec::new(),
            dumped: None,
        }
    }
    pub fn position(&self, byte: u32) -> Option<usize> {
        self.bytes.binary_search(&byte).ok()
    }
    pub fn bound(&self, term: Term) -> Option<&Bounds> {
        let at = self.bounds.binary_search_by_key(&term, |b| b.0).ok()?;
        Some(&self.bounds[at].1)
    }
    pub fn bind(&mut self, term: Term, bounds: Bounds) {
        match self.bounds.binary_search_by_key(&term, |b| b.0) {
            Ok(at) => self.bounds[at].1 = self.bounds[at].1.meet(&bounds),
            Err(at) => self.bounds.insert(at, (term, bounds)),
        }
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
