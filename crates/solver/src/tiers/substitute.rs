//! Puts the values of bytes that have only one into the conditions and simplifies them; conditions that
//! are left with one byte narrow its set, which may fix more. Exact: the query that is passed on is
//! equivalent.

use super::Info;
use super::byte_sets::nearest;
use crate::conditions::Kind;
use crate::query::{Query, Verdict};
use crate::sets::SetId;
use crate::solver::Solver;
use secateur_expr::{Pool, Substitution, Term, cone};

pub static INFO: Info = Info {
    name: "substitute",
    summary: "bytes with one value replaced by it, and simplified",
    run: Some(run),
    is_solver: false,
    is_heavy: false,
};

const MAX_ROUNDS: u32 = 4;

fn run(solver: &mut Solver, pool: &mut Pool, query: &mut Query) -> Option<Verdict> {
    for _ in 0..MAX_ROUNDS {
        if query.sets.contains(&SetId::EMPTY) {
            return Some(Verdict::Unsat);
        }
        let fixed: Vec<(u32, u8)> =
            query.bytes.iter().zip(&query.sets).filter_map(|(b, s)| Some((*b, solver.sets.only(*s)?))).collect();
        if fixed.is_empty() || cone(pool, &query.terms).len() > solver.config.budget.cone {
            return None;
        }
        let before = query.terms.len();
        let changed = replace(solver, pool, query, &fixed)?;
        if changed.is_some() {
            return changed;
        }
        if query.terms.len() == before {
            return None;
        }
    }
    None
}

/// One round. `None`: nothing changed. `Some(None)`: the query changed.
fn replace(solver: &mut Solver, pool: &mut Pool, query: &mut Query, fixed: &[(u32, u8)]) -> Option<Option<Verdict>> {
    let mut substitution = Substitution::new();
    let mentioned = |pool: &Pool, solver: &Solver, t: Term| {
        fixed.iter().any(|(b, _)| pool.support_contains(pool.support(t), solver.conditions.byte(*b)))
    };
    if !query.terms.iter().any(|t| mentioned(pool, solver, *t)) {
        return None;
    }
    for (byte, value) in fixed {
        let (input, value) = (pool.input(solver.conditions.byte(*byte)), pool.constant(8, (*value).into()));
        substitution.replace(input, value);
    }
    let mut terms = Vec::with_capacity(query.terms.len());
    for term in std::mem::take(&mut query.terms) {
        let new = substitution.apply(pool, term);
        let mut parts = Vec::new();
        crate::solver::conjuncts(pool, new, &mut parts);
        for part in parts {
            match solver.conditions.kind(pool, &mut solver.sets, part) {
                Kind::Constant(true) => {}
                Kind::Constant(false) => return Some(Some(Verdict::Unsat)),
                Kind::Single { byte, set } => {
                    let i = query.bytes.binary_search(&byte).expect("substitution adds no bytes");
                    query.sets[i] = solver.sets.meet(query.sets[i], set);
                }
                Kind::Several { .. } => terms.push(part),
            }
        }
    }
    terms.sort_unstable();
    terms.dedup();
    query.goals = terms.clone();
    query.terms = terms;
    if query.sets.contains(&SetId::EMPTY) {
        return Some(Some(Verdict::Unsat));
    }
    Some(query.terms.is_empty().then(|| Verdict::Sat(nearest(solver, query))))
}
