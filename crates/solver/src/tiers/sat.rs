//! Bit-blasting to the incremental SAT solver. Exact; the budget decides what it leaves to the next tier.

use super::Info;
use super::cores::Item;
use crate::query::{Query, Verdict};
use crate::sat::{Incremental, Limit, Outcome};
use crate::sets::SetId;
use crate::solver::Solver;
use secateur_expr::{Assignment, Pool};

pub static INFO: Info = Info {
    name: "sat",
    summary: "bit-blasting to an incremental SAT solver (BatSat)",
    run: Some(run),
    is_solver: true,
    is_heavy: false,
};

fn run(solver: &mut Solver, pool: &mut Pool, query: &mut Query) -> Option<Verdict> {
    let ((conflicts, decisions), seed) = (solver.sat_budget(), solver.config.seed);
    let sat = match &mut solver.sat {
        Some(sat) if !sat.is_outgrown(pool, &query.terms) => sat,
        slot => slot.insert(Incremental::new(seed)),
    };
    let (mut items, mut assumptions) = (Vec::new(), Vec::new());
    for (byte, set) in query.bytes.iter().zip(&query.sets).filter(|(_, s)| **s != SetId::FULL) {
        items.push(Item::Byte(*byte, *set));
        assumptions.push(sat.blaster.member(solver.conditions.byte(*byte), solver.sets.get(*set)));
    }
    for term in &query.terms {
        items.push(Item::Term(*term));
        assumptions.push(sat.literal(pool, *term).ok()?);
    }
    solver.stats.sat_calls += 1;
    let limit = Limit { conflicts, decisions };
    let before = sat.propagated();
    let outcome = sat.solve(&assumptions, limit, &solver.stop);
    solver.propagated += sat.propagated() - before;
    match outcome {
        Outcome::Unknown => Some(Verdict::Unknown("the SAT solver spent its budget".into())),
        Outcome::Unsat(core) => {
            let core = core.into_iter().map(|i| items[i]).collect();
            super::cores::learn(solver, core);
            Some(Verdict::Unsat)
        }
        Outcome::Sat => {
            let bits = |byte: u32, model: &Assignment| {
                let input = solver.conditions.byte(byte);
                let old = model.get(input);
                let Some(lits) = sat.blaster.known_input(input) else { return old };
                let bit = |i: usize| sat.value(lits[i]).unwrap_or(old >> i & 1 == 1);
                (0..8).fold(0, |v, i| v | u8::from(bit(i)) << i)
            };
            let values = query.bytes.iter().map(|b| bits(*b, query.model)).collect();
            super::verified(solver, pool, query, values, &INFO)
        }
    }
}
