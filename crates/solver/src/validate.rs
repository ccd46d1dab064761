//! For those who doubt: answers compared with Z3's, and queries written to files.

use crate::path::Path;
use crate::query::Query;
use crate::solver::{Answer, Solver};
use crate::tiers;
use secateur_expr::{Evaluator, Pool, SmtScript, Term, smt_script};

impl Solver {
    /// The question as an SMT-LIB script.
    pub fn dump_smt(&self, pool: &Pool, path: &Path, extra: &[Term]) -> String {
        let assertions: Vec<Term> = path.terms().into_iter().chain(extra.iter().copied()).collect();
        smt_script(pool, SmtScript { assertions: &assertions, values: &[], inputs: true })
    }
    /// Writes the query into the folder for queries, if there is one; gives its number.
    pub(crate) fn dump(&mut self, pool: &mut Pool, query: &Query) -> Option<u32> {
        let folder = self.config.dump.clone()?;
        let assertions = tiers::assertions(self, pool, query);
        let script = smt_script(pool, SmtScript { assertions: &assertions, values: &[], inputs: true });
        self.dumped += 1;
        let written = std::fs::create_dir_all(&folder)
            .and_then(|()| std::fs::write(folder.join(format!("query-{:06}.smt2", self.dumped)), script));
        if let Err(error) = written {
            self.mismatches.push(format!("a query could not be written to {}: {error}", folder.display()));
        }
        Some(self.dumped)
    }

    #[cold]
    pub(crate) fn validate_quick(&mut self, pool: &mut Pool, path: &Path, cond: Term, answer: Option<bool>) {
        let against = if answer == Some(true) { pool.not(cond) } else { cond };
        self.validate_check(pool, path, &[against], &Answer::Unsat);
    }
    #[cold]
    pub(crate) fn validate_check(&mut self, pool: &mut Pool, path: &Path, extra: &[Term], answer: &Answer) {
        let all: Vec<Term> = path.terms().into_iter().chain(extra.iter().copied()).collect();
        let says = |sat: bool| if sat { "satisfiable" } else { "unsatisfiable" };
        let ours = match answer {
            Answer::Unknown(_) => return,
            Answer::Unsat => false,
            Answer::Sat(model) => {
                let mut evaluator = Evaluator::new();
                evaluator.load(model);
                if let Some(wrong) = all.iter().find(|t| !evaluator.holds(pool, **t)) {
                    self.mismatches.push(format!("the model does not satisfy {}", pool.text(*wrong)));
                }
                true
            }
        };
        let theirs = match self.z3.solve(pool, &all, self.config.budget.z3_rlimit, &self.stop) {
            Ok(Some(_)) => true,
            Ok(None) => false,
            Err(_) => return,
        };
        if ours != theirs {
            let script = self.dump_smt(pool, path, extra);
            self.mismatches.push(format!("we say {}, Z3 says {}:\n{script}", says(ours), says(theirs)));
        }
    }
}
