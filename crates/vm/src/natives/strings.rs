//! Functions on strings that end with NUL. They read no byte behind it, and none outside the object.

use super::{Native, Outcome};
use crate::addr;
use crate::env::Host;
use crate::machine::Machine;
use crate::memory::Fault;

pub static NATIVES: &[Native] = &[
    Native { name: "strlen", args: 1, run: |m, a, _| done(m, |m| length(m, a[0])) },
    Native {
        name: "strnlen",
        args: 2,
        run: |m, a, _| done(m, |m| Ok(find(m, a[0], a[1], |b| b == 0)?.unwrap_or(a[1]))),
    },
    Native { name: "strcmp", args: 2, run: |m, a, _| done(m, |m| compare(m, a[0], a[1], u64::MAX)) },
    Native { name: "strncmp", args: 3, run: |m, a, _| done(m, |m| compare(m, a[0], a[1], a[2])) },
    Native { name: "strcpy", args: 2, run: strcpy },
    Native { name: "stpcpy", args: 2, run: stpcpy },
    Native { name: "strcat", args: 2, run: strcat },
    Native { name: "strchr", args: 2, run: |m, a, _| done(m, |m| first(m, a[0], a[1] as u8, false)) },
    Native { name: "index", args: 2, run: |m, a, _| done(m, |m| first(m, a[0], a[1] as u8, false)) },
    Native { name: "strchrnul", args: 2, run: |m, a, _| done(m, |m| first(m, a[0], a[1] as u8, true)) },
    Native { name: "__strchrnul", args: 2, run: |m, a, _| done(m, |m| first(m, a[0], a[1] as u8, true)) },
    Native { name: "strrchr", args: 2, run: |m, a, _| done(m, |m| last(m, a[0], a[1] as u8)) },
    Native { name: "rindex", args: 2, run: |m, a, _| done(m, |m| last(m, a[0], a[1] as u8)) },
];

fn done(m: &mut Machine, work: impl FnOnce(&mut Machine) -> Result<u64, Fault>) -> Outcome {
    work(m).map(Some).map_err(|fault| m.memory_error(fault))
}

/// The bytes from an address to the end of its object; at least one.
fn tail<'m>(m: &'m Machine, at: u64) -> Result<&'m [u8], Fault> {
    let size = m.memory.info(addr::id(at)).map_or(0, |i| i.size());
    let left = size.saturating_sub(u64::from(addr::offset(at)));
    m.memory.peek(at, left.max(1))
}

/// The position of the first byte that fits among at most `most`, all of them defined up to there.
pub fn find(m: &Machine, at: u64, most: u64, fits: impl Fn(u8) -> bool) -> Result<Option<u64>, Fault> {
    if most == 0 {
        return Ok(None);
    }
    let bytes = tail(m, at)?;
    let bytes = &bytes[..bytes.len().min(usize::try_from(most).unwrap_or(usize::MAX))];
    match bytes.iter().position(|b| fits(*b)) {
        Some(i) => {
            m.memory.defined_bytes(at, i as u64 + 1)?;
            Ok(Some(i as u64))
        }
        None if (bytes.len() as u64) < most => {
            // The next byte to be read is outside the object.
            m.memory.defined_bytes(at, bytes.len() as u64)?;
            Err(m.memory.fault(at.wrapping_add(bytes.len() as u64), 1, false))
        }
        None => {
            m.memory.defined_bytes(at, bytes.len() as u64)?;
            Ok(None)
        }
    }
}

fn length(m: &Machine, at: u64) -> Result<u64, Fault> {
    Ok(find(m, at, u64::MAX, |b| b == 0)?.unwrap_or(0))
}

fn compare(m: &Machine, a: u64, b: u64, most: u64) -> Result<u64, Fault> {
    if most == 0 {
        return Ok(0);
    }
    let (x, y) = (tail(m, a)?, tail(m, b)?);
    let n = x.len().min(y.len()).min(usize::try_from(most).unwrap_or(usize::MAX));
    let stop = (0..n).find(|i| x[*i] != y[*i] || x[*i] == 0);
    let looked_at = stop.map_or(n, |i| i + 1) as u64;
    m.memory.defined_bytes(a, looked_at)?;
    m.memory.defined_bytes(b, looked_at)?;
    match stop {
        Some(i) => Ok(u64::from((i32::from(x[i]) - i32::from(y[i])) as u32)),
        None if n as u64 == most => Ok(0),
        None => {
            let shorter = if x.len() <= y.len() { a } else { b };
            Err(m.memory.fault(shorter.wrapping_add(n as u64), 1, false))
        }
    }
}

fn first(m: &Machine, at: u64, wanted: u8, or_end: bool) -> Result<u64, Fault> {
    let i = find(m, at, u64::MAX, |b| b == wanted || b == 0)?.unwrap_or(0);
    let found = m.memory.bytes(at.wrapping_add(i), 1)?[0] == wanted;
    Ok(if found || or_end { at.wrapping_add(i) } else { 0 })
}

fn last(m: &Machine, at: u64, wanted: u8) -> Result<u64, Fault> {
    let size = length(m, at)? + 1;
    let i = m.memory.bytes(at, size)?.iter().rposition(|b| *b == wanted);
    Ok(i.map_or(0, |i| at.wrapping_add(i as u64)))
}

/// Copies a string with its NUL; the length copied.
fn copy(m: &mut Machine, to: u64, from: u64) -> Result<u64, Fault> {
    let size = length(m, from)?;
    m.memory.copy(to, from, size + 1)?;
    Ok(size)
}

fn strcpy(m: &mut Machine, args: &[u64], _: &mut dyn Host) -> Outcome {
    done(m, |m| copy(m, args[0], args[1]).map(|_| args[0]))
}

fn stpcpy(m: &mut Machine, args: &[u64], _: &mut dyn Host) -> Outcome {
    done(m, |m| copy(m, args[0], args[1]).map(|size| args[0].wrapping_add(size)))
}

fn strcat(m: &mut Machine, args: &[u64], _: &mut dyn Host) -> Outcome {
    done(m, |m| {
        let end = args[0].wrapping_add(length(m, args[0])?);
        copy(m, end, args[1]).map(|_| args[0])
    })
}
