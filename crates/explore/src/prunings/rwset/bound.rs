//! What a state's path says about the bytes that its form mentions, in their numbering.

use super::canon::Names;
use super::gone::{Ground, Taken};
use super::numbering::Numbering;
use secateur_expr::{InputByte, Pool, Term, mix};
use secateur_solver::{Path, Solver, Values};
use secateur_vm::Machine;
use std::cell::OnceCell;

pub struct Bound {
    /// Those that are only tied to others last.
    pub bytes: Numbering<InputByte>,
    /// What each may be.
    pub values: Vec<Values>,
    /// Conditions on several bytes.
    ground: Ground,
    /// Whether conditions on bytes that are gone were left out.
    pub is_less: bool,
    /// The same as hashes, sorted, each with its term. Most states differ in something else, so this is made when it is
    /// asked for.
    hashed: OnceCell<Vec<(u128, Term)>>,
}

/// What a path leaves to bytes, each alone.
pub fn values(bytes: &[InputByte], path: &Path, solver: &Solver) -> impl Iterator<Item = Values> {
    bytes.iter().map(|byte| solver.values(path, *byte))
}

impl Bound {
    /// `own`: what each byte of the form may be; `whole`: numbers of the bytes for which conditions on several count.
    pub fn of(
        form: &Numbering<InputByte>,
        own: &[Values],
        whole: &[u32],
        taken: Taken,
        (names, machine): (&mut Names, &mut Machine),
    ) -> Bound {
        let asked: Vec<InputByte> = whole.iter().map(|i| form[*i as usize]).collect();
        let symbols = machine.symbols();
        let mut closure = symbols.solver.closure(taken.path, &asked);
        let is_less = names.projection && {
            let solving = (&mut symbols.pool, &mut symbols.solver);
            names.gone.leave_out(&mut closure, form, taken, &mut names.skeletons, solving)
        };
        let (mut bytes, mut values) = (form.clone(), own.to_vec());
        for (byte, set) in closure.bytes.iter().zip(&closure.values).skip(asked.len()) {
            // A byte that is tied to others may have a number of its own.
            if bytes.number(*byte) as usize == values.len() {
                values.push(*set);
            }
        }
        let ground = Ground::new(closure.terms, bytes.iter().copied().zip(values.iter().copied()));
        Bound { bytes, values, ground, is_less, hashed: OnceCell::new() }
    }

    /// How many conditions there are on several bytes.
    pub fn conditions(&self) -> usize {
        self.ground.terms.len()
    }

    /// What it says, to see what follows from it.
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    pub fn hashed(&self, names: &mut Names, pool: &Pool) -> &[(u128, Term)] {
        self.hashed.get_or_init(|| {
            let mut hash = |term: &Term| {
                let skeleton = names.skeletons.of(pool, *term);
                let hash = skeleton.bytes.iter().fold(skeleton.hash, |hash, byte| {
                    let name = match names.renaming {
                        true => u128::from(self.bytes.get(*byte).unwrap_or(u32::MAX)),
                        false => u128::from(byte.input) << 32 | u128::from(byte.offset),
                    };
                    mix(hash, name)
                });
                (hash, *term)
            };
            let mut all: Vec<(u128, Term)> = self.ground.terms.iter().map(&mut hash).collect();
            all.sort_unstable_by_key(|condition| condition.0);
            all
        })
    }
}
