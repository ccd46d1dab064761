//! What functions of the machine do with symbolic arguments or memory. A function that is not here
//! gets concrete values, and each value is a path.

use super::Native;
use crate::env::Host;
use crate::machine::symbolic::DecisionKind;
use crate::machine::{Machine, Stop, Val};
use secateur_expr::Term;

pub type Outcome = Result<Option<Val>, Stop>;
pub type Run = fn(&mut Machine, &[Val], &mut dyn Host) -> Outcome;

/// The form of a function on symbolic values, by name.
pub static SYMBOLIC: &[(&str, Run)] = &[
    ("malloc", |m, a, h| allocate(m, &a[0], false, h)),
    ("realloc", realloc),
    ("malloc_usable_size", object_size),
    ("__secateur_object_size", object_size),
    ("calloc", calloc),
    ("memcpy", |m, a, _| copy(m, a)),
    ("memmove", |m, a, _| copy(m, a)),
    ("mempcpy", mempcpy),
    ("memset", |m, a, _| m.symbolic_fill(&a[0], &a[1], &a[2]).map(|()| Some(a[0].clone()))),
    ("memcmp", |m, a, _| m.symbolic_compare_blocks(&a[0], &a[1], &a[2]).map(Some)),
    ("bcmp", |m, a, _| m.symbolic_compare_blocks(&a[0], &a[1], &a[2]).map(Some)),
    ("memchr", |m, a, _| m.symbolic_find_byte(&a[0], &a[1], &a[2]).map(Some)),
    ("strlen", |m, a, _| m.symbolic_length(&a[0], &Val::word(u64::MAX)).map(Some)),
    ("strnlen", |m, a, _| m.symbolic_length(&a[0], &a[1]).map(Some)),
    ("strcmp", |m, a, _| m.symbolic_compare_strings(&a[0], &a[1], &Val::word(u64::MAX)).map(Some)),
    ("strncmp", |m, a, _| m.symbolic_compare_strings(&a[0], &a[1], &a[2]).map(Some)),
    ("strcpy", |m, a, _| m.symbolic_string_copy(&a[0], &a[1]).map(|_| Some(a[0].clone()))),
    ("stpcpy", stpcpy),
    ("strcat", strcat),
    ("strchr", |m, a, _| m.symbolic_find(&a[0], &a[1], false).map(Some)),
    ("index", |m, a, _| m.symbolic_find(&a[0], &a[1], false).map(Some)),
    ("strchrnul", |m, a, _| m.symbolic_find(&a[0], &a[1], true).map(Some)),
    ("__strchrnul", |m, a, _| m.symbolic_find(&a[0], &a[1], true).map(Some)),
    ("strrchr", |m, a, _| m.symbolic_find_last(&a[0], &a[1]).map(Some)),
    ("rindex", |m, a, _| m.symbolic_find_last(&a[0], &a[1]).map(Some)),
    ("__secateur_assume", assume),
    ("__secateur_check_access", check_access),
    ("__secateur_is_symbolic", |_, a, _| Ok(Some(Val::word(u64::from(a[0].is_symbolic()))))),
    ("__secateur_get_value", get_value),
    ("__secateur_print_value", |_, _, _| Ok(Some(Val::word(0)))),
    ("__secateur_syscall", super::process::symbolic_syscall),
];

pub fn find(native: &Native) -> Option<Run> {
    SYMBOLIC.iter().find(|s| s.0 == native.name).map(|s| s.1)
}

/// The largest block whose size stays symbolic.
const MOST_SYMBOLIC: u64 = 4096;

/// A block of symbolic size. Sizes beyond the bound are tried with one value, which is a loss.
fn allocate(m: &mut Machine, size: &Val, zeroed: bool, host: &mut dyn Host) -> Outcome {
    let Some(size) = size.term else { return Ok(Some(Val::word(0))) };
    let size = m.sym().pool.zext_or_cut(size, 64);
    let limit = m.sym().pool.constant(64, MOST_SYMBOLIC);
    let small = m.sym().pool.ule(size, limit);
    let made = m.user_site();
    if !m.decide(small, DecisionKind::Choice)? {
        let value = m.sym().eval_u64(size);
        let constant = m.sym().pool.constant(64, value);
        let same = m.sym().pool.eq(size, constant);
        m.sym().lose("blocks of symbolic size above 4096 bytes are tried with one size", made);
        m.assume(same)?;
        return Ok(Some(Val::word(super::alloc::block(m, value, zeroed, host)?)));
    }
    let most = m.upper_bound(size).min(MOST_SYMBOLIC);
    let at = super::alloc::block(m, most, zeroed, host)?;
    if at == 0 {
        return Ok(Some(Val::word(0)));
    }
    m.sized_object(at, size);
    Ok(Some(Val::word(at)))
}

fn calloc(m: &mut Machine, args: &[Val], host: &mut dyn Host) -> Outcome {
    let (count, size) = (m.term_of(&args[0], 64), m.term_of(&args[1], 64));
    let pool = &mut m.sym().pool;
    let (a, b) = (pool.zext(count, 128), pool.zext(size, 128));
    let product = pool.mul(a, b);
    let high = pool.extract(product, 64, 64);
    let zero = pool.zero(64);
    let fits = pool.eq(high, zero);
    let total = pool.mul(count, size);
    if !m.decide(fits, DecisionKind::Choice)? {
        return Ok(Some(Val::word(0)));
    }
    match m.value(total) {
        total if total.is_symbolic() => allocate(m, &total, true, host),
        total => Ok(Some(Val::word(super::alloc::block(m, total.low(), true, host)?))),
    }
}

/// The old block's size becomes concrete; the new one may stay symbolic.
fn realloc(m: &mut Machine, args: &[Val], host: &mut dyn Host) -> Outcome {
    let old = m.concrete_word(&args[0])?;
    m.concrete_size(crate::addr::id(old))?;
    if old == 0 {
        return match args[1].is_symbolic() {
            true => allocate(m, &args[1], false, host),
            false => Ok(Some(Val::word(super::alloc::block(m, args[1].low(), false, host)?))),
        };
    }
    let id = super::alloc::heap_block(m, old, "realloc")?;
    let new = match args[1].is_symbolic() {
        true => allocate(m, &args[1], false, host)?.map_or(0, |v| v.low()),
        false => super::alloc::block(m, args[1].low(), false, host)?,
    };
    if new != 0 {
        // What lies behind the size of the new block is out of reach.
        let kept = m.memory.block_size(id).min(m.memory.block_size(crate::addr::id(new)));
        m.memory.copy_raw(new, old, kept).map_err(|fault| m.memory_error(fault))?;
        let site = m.user_site();
        m.memory.release(id, site);
    }
    Ok(Some(Val::word(new)))
}

fn object_size(m: &mut Machine, args: &[Val], _: &mut dyn Host) -> Outcome {
    let at = m.concrete_word(&args[0])?;
    let id = crate::addr::id(at);
    match m.symbolic_size(id) {
        Some(size) => Ok(Some(m.value(size))),
        None => Ok(Some(Val::word(m.memory.block_size(id)))),
    }
}

fn copy(m: &mut Machine, args: &[Val]) -> Outcome {
    m.symbolic_copy(&args[0], &args[1], &args[2])?;
    Ok(Some(args[0].clone()))
}

fn mempcpy(m: &mut Machine, args: &[Val], _: &mut dyn Host) -> Outcome {
    m.symbolic_copy(&args[0], &args[1], &args[2])?;
    let (to, len) = (m.term_of(&args[0], 64), m.term_of(&args[2], 64));
    let end = m.sym().pool.add(to, len);
    Ok(Some(m.value(end)))
}

fn stpcpy(m: &mut Machine, args: &[Val], _: &mut dyn Host) -> Outcome {
    let len = m.symbolic_string_copy(&args[0], &args[1])?;
    let to = m.term_of(&args[0], 64);
    let len = m.sym().pool.constant(64, len);
    let end = m.sym().pool.add(to, len);
    Ok(Some(m.value(end)))
}

fn strcat(m: &mut Machine, args: &[Val], _: &mut dyn Host) -> Outcome {
    let to = m.concrete_word(&args[0])?;
    let len = m.symbolic_length(&Val::word(to), &Val::word(u64::MAX))?.low();
    m.symbolic_string_copy(&Val::word(to.wrapping_add(len)), &args[1])?;
    Ok(Some(Val::word(to)))
}

fn assume(m: &mut Machine, args: &[Val], _: &mut dyn Host) -> Outcome {
    let cond = nonzero(m, &args[0]);
    m.assume(cond)?;
    Ok(Some(Val::word(0)))
}

fn check_access(m: &mut Machine, args: &[Val], _: &mut dyn Host) -> Outcome {
    let at = m.concrete_word(&args[0])?;
    m.check_range(at, &args[1])?;
    Ok(Some(Val::word(0)))
}

fn nonzero(m: &mut Machine, value: &Val) -> Term {
    let word = m.term_of(value, 64);
    let zero = m.sym().pool.zero(64);
    m.sym().pool.ne(word, zero)
}

/// One value, without a promise to try others: that is what the caller asked for.
fn get_value(m: &mut Machine, args: &[Val], _: &mut dyn Host) -> Outcome {
    let word = m.term_of(&args[0], 64);
    let value = m.sym().eval_u64(word);
    let constant = m.sym().pool.constant(64, value);
    let same = m.sym().pool.eq(word, constant);
    m.assume(same)?;
    Ok(Some(Val::word(value)))
}
