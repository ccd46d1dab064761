//! Walks over terms, all iterative: terms may be a million deep.

use crate::pool::Pool;
use crate::term::{InputByte, Op, Term};
use rustc_hash::{FxHashMap, FxHashSet};

/// Every term that the roots are made of, they included, operands before users.
pub fn cone(pool: &Pool, roots: &[Term]) -> Vec<Term> {
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut pending: Vec<Term> = roots.to_vec();
    let mut all = Vec::new();
    while let Some(term) = pending.pop() {
        if seen.insert(term) {
            all.push(term);
            pending.extend(pool.node(term).args());
        }
    }
    // Operands have smaller ids than their users.
    all.sort_unstable();
    all
}

/// A replacement of terms by terms, with a memo that lives as long as it does.
#[derive(Clone, Default)]
pub struct Substitution {
    done: FxHashMap<Term, Term>,
}

impl Substitution {
    pub fn new() -> Substitution {
        Substitution::default()
    }
    /// Replaces a term wherever it occurs. All replacements are made before the first `apply`, and are
    /// made at once: what replaces a term is not searched again.
    pub fn replace(&mut self, term: Term, by: Term) {
        self.done.insert(term, by);
    }
    /// The term with all replacements made, simplified again.
    pub fn apply(&mut self, pool: &mut Pool, root: Term) -> Term {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.done.contains_key(&term) {
                stack.pop();
                continue;
            }
            let node = pool.node(term);
            let depth = stack.len();
            stack.extend(node.args().filter(|t| !self.done.contains_key(t)));
            if stack.len() == depth {
                let mut changed = false;
                let new = node.with_args(|t| {
                    changed |= self.done[&t] != t;
                    self.done[&t]
                });
                let result = if changed { pool.build(new) } else { term };
                self.done.insert(term, result);
                stack.pop();
            }
        }
        self.done[&root]
    }
}

impl Pool {
    /// The term with every key of the list replaced by its value, at once.
    pub fn substitute(&mut self, term: Term, map: &[(Term, Term)]) -> Term {
        let mut substitution = Substitution::new();
        for (from, to) in map {
            substitution.replace(*from, *to);
        }
        substitution.apply(self, term)
    }
    /// The term over other input bytes.
    pub fn rename_inputs(&mut self, term: Term, mut rename: impl FnMut(InputByte) -> InputByte) -> Term {
        let mut substitution = Substitution::new();
        for byte in self.support_bytes(self.support(term)) {
            let (from, to) = (self.input(byte), rename(byte));
            let to = self.input(to);
            substitution.replace(from, to);
        }
        substitution.apply(self, term)
    }
    /// How many different terms this one is made of.
    pub fn dag_size(&self, term: Term) -> usize {
        cone(self, &[term]).len()
    }
    /// Whether a floating-point operator occurs.
    pub fn has_floats(&self, term: Term) -> bool {
        cone(self, &[term]).iter().any(|t| self.op(*t).is_float())
    }
    /// Whether the term is an input byte as it stands.
    pub fn as_input(&self, term: Term) -> Option<InputByte> {
        let node = self.node(term);
        (node.op == Op::Input).then(|| node.input_byte())
    }
}
