//! The allocator: every block is an object of exactly the size that was asked for.

use super::{Native, Outcome};
use crate::addr;
use crate::checks;
use crate::env::Host;
use crate::machine::{Machine, Stop};
use crate::memory::Kind;
use crate::report::Note;

pub static NATIVES: &[Native] = &[
    Native { name: "malloc", args: 1, run: |m, a, h| allocate(m, a[0], false, h) },
    Native { name: "calloc", args: 2, run: calloc },
    Native { name: "realloc", args: 2, run: realloc },
    Native { name: "free", args: 1, run: free },
    Native { name: "memalign", args: 2, run: aligned },
    Native { name: "aligned_alloc", args: 2, run: aligned },
    Native { name: "valloc", args: 1, run: |m, a, h| allocate(m, a[0], false, h) },
    Native { name: "posix_memalign", args: 3, run: posix_memalign },
    Native { name: "malloc_usable_size", args: 1, run: usable_size },
];

const EINVAL: u64 = 22;
const ENOMEM: u64 = 12;

/// Every object begins at an address that is aligned to whatever is asked for.
fn allocate(m: &mut Machine, size: u64, zeroed: bool, host: &mut dyn Host) -> Outcome {
    block(m, size, zeroed, host).map(Some)
}

/// A fresh block, or null.
pub(super) fn block(m: &mut Machine, size: u64, zeroed: bool, host: &mut dyn Host) -> Result<u64, Stop> {
    let site = m.user_site();
    match m.memory.allocate(size, Kind::Heap, site, zeroed) {
        Some(at) => {
            m.name_block(at);
            Ok(at)
        }
        None => {
            m.note_refusal(size);
            m.set_errno(ENOMEM as u32, host)?;
            Ok(0)
        }
    }
}

/// Null, with `errno` set.
fn fail(m: &mut Machine, error: u64, host: &mut dyn Host) -> Outcome {
    m.set_errno(error as u32, host)?;
    Ok(Some(0))
}

/// `(alignment, size)`.
fn aligned(m: &mut Machine, args: &[u64], host: &mut dyn Host) -> Outcome {
    if !args[0].is_power_of_two() {
        return fail(m, EINVAL, host);
    }
    allocate(m, args[1], false, host)
}

fn calloc(m: &mut Machine, args: &[u64], host: &mut dyn Host) -> Outcome {
    match args[0].checked_mul(args[1]) {
        Some(size) => allocate(m, size, true, host),
        None => fail(m, ENOMEM, host),
    }
}

fn free(m: &mut Machine, args: &[u64], _: &mut dyn Host) -> Outcome {
    if args[0] != 0 {
        let id = heap_block(m, args[0], "free")?;
        let site = m.user_site();
        m.memory.release(id, site);
    }
    Ok(Some(0))
}

/// Always moves, so that a stale pointer is found wherever the block would have gone natively.
fn realloc(m: &mut Machine, args: &[u64], host: &mut dyn Host) -> Outcome {
    let (old, size) = (args[0], args[1]);
    if old == 0 {
        return allocate(m, size, false, host);
    }
    let id = heap_block(m, old, "realloc")?;
    needs_size(m, old)?;
    m.memory.note_about(id);
    let kept = m.memory.info(id).map_or(0, |i| i.size()).min(size);
    let site = m.user_site();
    let new = block(m, size, false, host)?;
    if new == 0 {
        return Ok(Some(0));
    }
    m.memory.copy(new, old, kept).map_err(|fault| m.memory_error(fault))?;
    m.memory.release(id, site);
    Ok(Some(new))
}

fn posix_memalign(m: &mut Machine, args: &[u64], _: &mut dyn Host) -> Outcome {
    if !args[1].is_power_of_two() || args[1] < 8 {
        return Ok(Some(EINVAL));
    }
    needs_size(m, args[0])?;
    let site = m.user_site();
    let Some(at) = m.memory.allocate(args[2], Kind::Heap, site, false) else { return Ok(Some(ENOMEM)) };
    m.name_block(at);
    m.memory.write_bytes(args[0], &at.to_le_bytes()).map_err(|fault| m.memory_error(fault))?;
    Ok(Some(0))
}

fn usable_size(m: &mut Machine, args: &[u64], _: &mut dyn Host) -> Outcome {
    if args[0] == 0 {
        return Ok(Some(0));
    }
    let id = heap_block(m, args[0], "malloc_usable_size")?;
    needs_size(m, args[0])?;
    m.memory.note_about(id);
    Ok(m.memory.info(id).map(|i| i.size()))
}

/// Before anything is changed: the size of the object at an address must be concrete.
fn needs_size(m: &Machine, at: u64) -> Result<(), Stop> {
    match m.memory.has_symbolic_size(addr::id(at)) {
        true => Err(Stop::Symbolic { at, size: 0 }),
        false => Ok(()),
    }
}

/// The live heap block that starts at this address, or the error that it is none.
pub(super) fn heap_block(m: &Machine, at: u64, function: &str) -> Result<u32, Stop> {
    let id = addr::id(at);
    let offset = addr::signed_offset(at);
    m.memory.note_about(id);
    let Some(object) = m.memory.info(id) else {
        return Err(m.bug(&checks::INVALID_FREE, format!("{function} of {at:#x}, which malloc did not return")));
    };
    if object.kind == Kind::Heap && object.freed().is_none() && offset == 0 {
        return Ok(id);
    }
    let (name, note) = m.program.describe_object(object.kind, object.size(), object.made);
    let mut notes: Vec<Note> = note.into_iter().collect();
    match (object.kind, object.freed()) {
        (Kind::Heap, Some(freed)) => {
            notes.push(Note { text: "first freed at".into(), place: m.program.site_entry(freed) });
            Err(m.bug_with(&checks::DOUBLE_FREE, format!("{function} of {name} that was freed already"), notes))
        }
        (Kind::Heap, None) => {
            let what = format!("{function} of an address {offset} bytes inside {name}, not its start");
            Err(m.bug_with(&checks::INVALID_FREE, what, notes))
        }
        _ => {
            Err(m.bug_with(&checks::INVALID_FREE, format!("{function} of {name}, which malloc did not return"), notes))
        }
    }
}
