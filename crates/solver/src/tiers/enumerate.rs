//! Tries all values of a few bytes: the one with the most values in lanes, the others one after another.
//! Exact; bounded by the number of evaluations.

use super::Info;
use super::byte_sets::nearest;
use crate::query::{Query, Verdict};
use crate::sets::SetId;
use crate::solver::Solver;
use secateur_expr::{Pool, Term, cone};

pub static INFO: Info = Info {
    name: "enumerate",
    summary: "all values of a few bytes with small sets",
    run: Some(run),
    is_solver: false,
    is_heavy: false,
};

fn run(solver: &mut Solver, pool: &mut Pool, query: &mut Query) -> Option<Verdict> {
    if query.sets.contains(&SetId::EMPTY) || query.terms.is_empty() {
        return None;
    }
    // The bytes that can vary, the one with the most values last.
    let mut open: Vec<(u64, usize)> = (0..query.bytes.len())
        .map(|i| (u64::from(solver.sets.get(query.sets[i]).len()), i))
        .filter(|(len, _)| *len > 1)
        .collect();
    open.sort_unstable();
    let (_, inner) = open.pop()?;
    let rounds = open.iter().try_fold(1u64, |n, (len, _)| n.checked_mul(*len))?;
    let limit = solver.config.budget.enumeration;
    if rounds > limit || rounds * cone(pool, &query.terms).len() as u64 > limit {
        return None;
    }
    let mut values = nearest(solver, query);
    // Values start with the model's, so that the answer stays close to it.
    let choices: Vec<Vec<u8>> = open
        .iter()
        .map(|(_, i)| {
            let (set, own) = (*solver.sets.get(query.sets[*i]), values[*i]);
            std::iter::once(own).chain(set.values().filter(|v| *v != own)).collect()
        })
        .collect();
    solver.load(query, &values);
    for round in 0..rounds {
        let mut rest = round;
        for ((_, i), choice) in open.iter().zip(&choices) {
            values[*i] = choice[(rest % choice.len() as u64) as usize];
            rest /= choice.len() as u64;
            solver.evaluator.set(solver.conditions.byte(query.bytes[*i]), values[*i]);
        }
        if let Some(value) = solve_last(solver, pool, query, inner) {
            values[inner] = value;
            return Some(Verdict::Sat(values));
        }
    }
    Some(Verdict::Unsat)
}

/// A value of the last byte that satisfies everything, the others being as the evaluator has them.
fn solve_last(solver: &mut Solver, pool: &Pool, query: &Query, inner: usize) -> Option<u8> {
    let byte = solver.conditions.byte(query.bytes[inner]);
    let mut allowed = *solver.sets.get(query.sets[inner]);
    let newest_first = query.terms.iter().rev();
    let (with, without): (Vec<Term>, Vec<Term>) =
        newest_first.partition(|t| pool.support_contains(pool.support(**t), byte));
    if !without.iter().all(|t| solver.evaluator.holds(pool, *t)) {
        return None;
    }
    for term in with {
        let truth = solver.lanes.truth(pool, &mut solver.evaluator, term, byte);
        allowed = allowed.and(&truth);
        if allowed.is_empty() {
            return None;
        }
    }
    let own = query.model.get(byte);
    if allowed.contains(own) { Some(own) } else { allowed.min() }
}
