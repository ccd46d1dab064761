//! Functions on blocks of bytes of known length.

use super::{Native, Outcome};
use crate::env::Host;
use crate::machine::Machine;
use crate::memory::Fault;

pub static NATIVES: &[Native] = &[
    Native { name: "memcpy", args: 3, run: memmove },
    Native { name: "memmove", args: 3, run: memmove },
    Native { name: "mempcpy", args: 3, run: mempcpy },
    Native { name: "memset", args: 3, run: memset },
    Native { name: "memcmp", args: 3, run: memcmp },
    Native { name: "bcmp", args: 3, run: memcmp },
    Native { name: "memchr", args: 3, run: memchr },
];

fn memmove(m: &mut Machine, args: &[u64], _: &mut dyn Host) -> Outcome {
    m.memory.copy(args[0], args[1], args[2]).map_err(|fault| m.memory_error(fault))?;
    Ok(Some(args[0]))
}

fn mempcpy(m: &mut Machine, args: &[u64], host: &mut dyn Host) -> Outcome {
    memmove(m, args, host)?;
    Ok(Some(args[0].wrapping_add(args[2])))
}

fn memset(m: &mut Machine, args: &[u64], _: &mut dyn Host) -> Outcome {
    m.memory.fill(args[0], args[1] as u8, args[2]).map_err(|fault| m.memory_error(fault))?;
    Ok(Some(args[0]))
}

fn memcmp(m: &mut Machine, args: &[u64], _: &mut dyn Host) -> Outcome {
    if args[2] == 0 {
        return Ok(Some(0));
    }
    let compared = compare(m, args[0], args[1], args[2]);
    compared.map(Some).map_err(|fault| m.memory_error(fault))
}

fn compare(m: &Machine, a: u64, b: u64, size: u64) -> Result<u64, Fault> {
    let (x, y) = (m.memory.defined_bytes(a, size)?, m.memory.defined_bytes(b, size)?);
    let differ = x.iter().zip(y).find(|(x, y)| x != y);
    Ok(differ.map_or(0, |(x, y)| (i32::from(*x) - i32::from(*y)) as u32).into())
}

/// Reads byte by byte and stops at the match: libc itself passes lengths beyond the object where it
/// knows that the byte is found before, as C allows.
fn memchr(m: &mut Machine, args: &[u64], _: &mut dyn Host) -> Outcome {
    let (at, wanted, size) = (args[0], args[1] as u8, args[2]);
    if size == 0 {
        return Ok(Some(0));
    }
    let found = super::strings::find(m, at, size, |b| b == wanted).map_err(|fault| m.memory_error(fault))?;
    Ok(Some(found.map_or(0, |i| at.wrapping_add(i))))
}
