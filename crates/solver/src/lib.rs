//! Decides path conditions: is a conjunction of 1-bit terms satisfiable, and by which inputs?
//!
//! A [`Solver`] is a chain of tiers, each answering what it can and passing the rest on: what is known
//! of single bytes, models at hand, caches, enumeration, then bit-blasting to SAT solvers, and Z3 at the
//! end. [`TIERS`] lists them; each is one file in `tiers/`.
//!
//! *Invariant:* the same calls give the same answers, bit for bit. Budgets are counted in steps, and no
//! order of a hash table reaches an answer. Every model that is returned was checked by the evaluator or
//! is right by construction.
//!
//! ```
//! use secateur_expr::{Assignment, InputByte, Pool};
//! use secateur_solver::{Answer, Config, Path, Solver};
//! let (mut pool, mut solver) = (Pool::new(), Solver::new(Config::default()));
//! let x = pool.input(InputByte { input: 0, offset: 0 });
//! let ten = pool.constant(8, 10);
//! let below = pool.ult(x, ten);
//! let mut path = Path::default();
//! solver.assume(&mut pool, &mut path, below);
//! let seven = pool.constant(8, 7);
//! let is_seven = pool.eq(x, seven);
//! assert_eq!(solver.quick(&mut pool, &path, is_seven), None);
//! let Answer::Sat(model) = solver.check(&mut pool, &path, &[is_seven], &Assignment::new()) else { panic!() };
//! assert_eq!(model.input(0), [7]);
//! let above = pool.not(below);
//! assert_eq!(solver.quick(&mut pool, &path, above), Some(false));
//! ```

mod blast;
mod bounds;
mod closure;
mod conditions;
mod config;
mod lanes;
mod narrowing;
mod path;
mod query;
mod quick;
mod readable;
mod sat;
mod sets;
mod solver;
mod stats;
pub mod tiers;
mod validate;
mod z3;

pub use closure::{Closure, Values};
pub use config::{Budget, Config, Interrupter};
pub use path::Path;
pub use solver::{Answer, Solver};
pub use stats::{Stats, TierStats};
pub use tiers::TIERS;
