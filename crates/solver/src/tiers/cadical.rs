//! Bit-blasting to a fresh CaDiCaL, with the sets of the bytes fixing bits before anything is blasted. Exact; for
//! queries that are too hard for the incremental solver.

use super::Info;
use crate::blast::Blaster;
use crate::blast::gates::{FALSE, Gates, Lit, TRUE};
use crate::config::Stop;
use crate::query::{Query, Verdict};
use crate::sets::SetId;
use crate::solver::Solver;
use secateur_expr::Pool;

pub static INFO: Info = Info {
    name: "cadical",
    summary: "bit-blasting to a fresh CaDiCaL, for hard queries",
    run: Some(run),
    is_solver: true,
    is_heavy: true,
};

/// Ends CaDiCaL at a hard stop.
struct Watch(Stop);

impl cadical::Callbacks for Watch {
    fn terminate(&mut self) -> bool {
        self.0.reason().is_some()
    }
}

/// For the work that is counted: conflicts of a call that spends its budget, and literals that follow for each.
const MOST_CONFLICTS: u64 = 2_000;
const PROPAGATED: u64 = 1_000;

fn run(solver: &mut Solver, pool: &mut Pool, query: &mut Query) -> Option<Verdict> {
    let mut blaster = Blaster::default();
    let mut wanted: Vec<Lit> = Vec::new();
    for (byte, set) in query.bytes.iter().zip(&query.sets).filter(|(_, s)| **s != SetId::FULL) {
        if *set == SetId::EMPTY {
            return Some(Verdict::Unsat);
        }
        let (byte, set) = (solver.conditions.byte(*byte), solver.sets.get(*set));
        blaster.fix(byte, set);
        wanted.push(blaster.member(byte, set));
    }
    for term in &query.terms {
        wanted.push(blaster.word(pool, *term).ok()?[0]);
    }
    if wanted.contains(&FALSE) {
        return Some(Verdict::Unsat);
    }
    solver.stats.sat_calls += 1;
    // It does not tell what it did; this is what it does where it spends its budget.
    solver.propagated += solver.config.budget.cadical_conflicts.min(MOST_CONFLICTS) * PROPAGATED;
    let mut sat: cadical::Solver<Watch> = cadical::Solver::new();
    sat.set_callbacks(Some(Watch(solver.stop.clone())));
    let conflicts = i32::try_from(solver.config.budget.cadical_conflicts).unwrap_or(i32::MAX);
    if sat.set_limit("conflicts", conflicts).is_err() {
        return None;
    }
    for clause in blaster.gates.clauses.split(|l| *l == Gates::END).filter(|c| !c.is_empty()) {
        sat.add_clause(clause.iter().map(|l| number(*l)));
    }
    for lit in wanted.iter().filter(|l| **l != TRUE) {
        sat.add_clause([number(*lit)]);
    }
    match sat.solve() {
        None => Some(Verdict::Unknown("CaDiCaL spent its budget".into())),
        Some(false) => Some(Verdict::Unsat),
        Some(true) => {
            let value = |byte: u32| {
                let input = solver.conditions.byte(byte);
                let old = query.model.get(input);
                let Some(lits) = blaster.known_input(input) else { return old };
                let bit = |i: usize| {
                    let known = lits[i].known().or_else(|| sat.value(number(lits[i])));
                    known.unwrap_or(old >> i & 1 == 1)
                };
                (0..8).fold(0, |v, i| v | u8::from(bit(i)) << i)
            };
            let values = query.bytes.iter().map(|b| value(*b)).collect();
            super::verified(solver, pool, query, values, &INFO)
        }
    }
}

/// A literal as CaDiCaL counts: from 1, negative if negated.
fn number(lit: Lit) -> i32 {
    let var = lit.var() as i32 + 1;
    if lit.is_negated() { -var } else { var }
}
