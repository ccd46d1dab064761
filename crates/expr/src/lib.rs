//! Secateur's terms: hash-consed bit-vectors with simplifying constructors, cached facts, an exact
//! evaluator and printers.
//!
//! A [`Pool`] owns every term; a [`Term`] is an id in it, and two terms are equal exactly if their ids
//! are. Constructors (`pool.add(a, b)`, …) simplify while they build. Every term carries [`Facts`]: its
//! support (the input bytes it depends on), unsigned range and known bits.
//!
//! Division by zero and shifts by the width or more have SMT-LIB's meaning: `x / 0` is all ones,
//! `x % 0` is `x`, over-shifts give zero (or copies of the sign). C's undefined cases never reach a
//! term, since the machine forks on them before. Reads past the end of a table give zero.
//!
//! *Invariant:* this crate knows neither programs nor solvers. Nothing is global, and no iteration
//! over a hash table reaches any output.
//!
//! ```
//! use secateur_expr::{Assignment, InputByte, Pool, eval};
//! let mut pool = Pool::new();
//! let x = pool.input(InputByte { input: 0, offset: 0 });
//! let wide = pool.zext(x, 32);
//! let one = pool.constant(32, 1);
//! let sum = pool.add(wide, one);
//! let ten = pool.constant(32, 10);
//! let is_ten = pool.eq(sum, ten);
//! assert_eq!(pool.text(is_ten), "(eq i0[0] 9:8)");
//! let mut inputs = Assignment::new();
//! inputs.set(InputByte { input: 0, offset: 0 }, 9);
//! assert_eq!(eval(&pool, is_ten, &inputs).low(), 1);
//! ```

mod arith;
mod bits;
mod eval;
mod facts;
mod float;
mod fold;
mod intern;
mod memo;
mod pool;
mod print;
mod simplify;
mod skeleton;
mod support;
mod table;
mod term;
mod transfer;
mod traverse;

pub use bits::{Bits, Words, mask};
pub use eval::{Assignment, Evaluator, eval};
pub use facts::Facts;
pub use fold::{medium_value, value as node_value};
pub use memo::Memo;
pub use pool::Pool;
pub use print::smt::{SmtScript, input_name, smt_script};
pub use skeleton::{Skeleton, Skeletons, mix};
pub use support::Support;
pub use table::{Table, TableId};
pub use term::{Format, InputByte, MAX_WIDTH, Node, Op, Rounding, Term};
pub use traverse::{Substitution, cone};
