//! Tries all values of a few bytes, 256 combinations at a time. Exact; bounded by the number of evaluations.

use super::Info;
use super::byte_sets::nearest;
use crate::lanes::{Column, LANES};
use crate::query::{Query, Verdict};
use crate::sets::{ByteSet, SetId};
use crate::solver::Solver;
use secateur_expr::{InputByte, Pool, Term, cone};

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
    // The bytes that can vary, the one with the most values first.
    let mut open: Vec<(u64, usize)> = (0..query.bytes.len())
        .map(|i| (u64::from(solver.sets.get(query.sets[i]).len()), i))
        .filter(|(len, _)| *len > 1)
        .collect();
    if open.is_empty() {
        return None;
    }
    open.sort_unstable();
    open.rotate_right(1);
    let total = open.iter().try_fold(1u64, |n, (len, _)| n.checked_mul(*len))?;
    let rounds = total.div_ceil(LANES as u64);
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
    let bytes: Vec<InputByte> = open.iter().map(|(_, i)| solver.conditions.byte(query.bytes[*i])).collect();
    let varies = |t: &&Term| bytes.iter().any(|b| pool.support_contains(pool.support(**t), *b));
    let (varying, fixed): (Vec<Term>, Vec<Term>) = query.terms.iter().rev().partition(varies);
    if !fixed.iter().all(|t| solver.evaluator.holds(pool, *t)) {
        return Some(Verdict::Unsat);
    }
    for round in 0..rounds {
        let columns = combinations(&choices, round * LANES as u64, total);
        solver.lanes.vary_together(bytes.iter().copied().zip(columns.iter().copied()).collect());
        let mut left = ByteSet::FULL;
        for term in &varying {
            left = left.and(&solver.lanes.holds(pool, &mut solver.evaluator, *term));
            if left.is_empty() {
                break;
            }
        }
        if let Some(lane) = left.min() {
            for ((_, i), column) in open.iter().zip(&columns) {
                values[*i] = column[usize::from(lane)] as u8;
            }
            return Some(Verdict::Sat(values));
        }
    }
    Some(Verdict::Unsat)
}

/// For each byte its values in the combinations from `start` on, the first byte's changing fastest. Lanes past the
/// end repeat the last combination.
fn combinations(choices: &[Vec<u8>], start: u64, total: u64) -> Vec<Column> {
    let mut columns = vec![[0; LANES]; choices.len()];
    for lane in 0..LANES {
        let mut rest = (start + lane as u64).min(total - 1);
        for (column, choice) in columns.iter_mut().zip(choices) {
            column[lane] = u64::from(choice[(rest % choice.len() as u64) as usize]);
            rest /= choice.len() as u64;
        }
    }
    columns
}
