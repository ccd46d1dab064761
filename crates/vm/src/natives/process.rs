//! System calls, and how a program ends.

use super::{Native, Outcome};
use crate::addr;
use crate::checks;
use crate::env::{GuestMemory, Host, MemFault, SysResult};
use crate::machine::{Machine, Stop};
use crate::memory::{Fault, Kind, Memory, Site};
use crate::report::Note;

pub static NATIVES: &[Native] = &[Native { name: "__secateur_syscall", args: 7, run: syscall }];

/// The program's memory as system calls see it. A bad pointer is kept for the report.
struct Guest<'a> {
    memory: &'a mut Memory,
    fault: Option<Fault>,
    site: Site,
}

impl Guest<'_> {
    fn keep(&mut self, fault: Fault) -> MemFault {
        self.fault = Some(fault);
        MemFault(0)
    }
}

impl GuestMemory for Guest<'_> {
    fn read(&mut self, at: u64, buf: &mut [u8]) -> Result<(), MemFault> {
        if buf.is_empty() {
            return Ok(());
        }
        match self.memory.defined_bytes(at, buf.len() as u64) {
            Ok(bytes) => {
                buf.copy_from_slice(bytes);
                Ok(())
            }
            Err(fault) => Err(self.keep(fault)),
        }
    }

    fn write(&mut self, at: u64, data: &[u8]) -> Result<(), MemFault> {
        self.memory.write_bytes(at, data).map_err(|fault| self.keep(fault))
    }

    fn read_cstr(&mut self, at: u64) -> Result<Vec<u8>, MemFault> {
        let mut string = Vec::new();
        for i in 0..=4096 {
            let mut byte = [0];
            self.read(at.wrapping_add(i), &mut byte)?;
            if byte[0] == 0 {
                break;
            }
            string.push(byte[0]);
        }
        Ok(string)
    }

    fn map(&mut self, len: u64) -> Option<u64> {
        self.memory.allocate(len, Kind::Map, self.site, true)
    }

    fn unmap(&mut self, at: u64, len: u64) -> bool {
        let id = addr::id(at);
        let whole = self.memory.info(id).is_some_and(|i| i.kind == Kind::Map && i.is_live() && i.size() == len);
        if whole && addr::offset(at) == 0 {
            self.memory.release(id, self.site);
            return true;
        }
        false
    }

    fn copy(&mut self, to: u64, from: u64, len: u64) -> Result<(), MemFault> {
        self.memory.copy(to, from, len).map_err(|fault| self.keep(fault))
    }
}

const SIGABRT: i32 = 6;

fn syscall(m: &mut Machine, args: &[u64], host: &mut dyn Host) -> Outcome {
    let site = m.user_site();
    let mut guest = Guest { memory: &mut m.memory, fault: None, site };
    let words = [args[1], args[2], args[3], args[4], args[5], args[6]];
    let result = m.env.syscall(&mut guest, host, args[0], words);
    let fault = guest.fault;
    match result {
        SysResult::Return(value) => Ok(Some(value as u64)),
        SysResult::Exit(status) => Err(at_exit(m, status)),
        SysResult::Killed(SIGABRT) => Err(m.bug(&checks::ABORT, "the program aborted".into())),
        SysResult::Killed(signal) => Err(Stop::Killed(signal)),
        SysResult::Handler { .. } => Err(m.unsupported("a signal handler started by the kernel".into())),
        SysResult::Blocks { name } => {
            Err(m.unsupported(format!("the system call `{name}` waits for something that never comes")))
        }
        SysResult::Fault(_) => match fault {
            Some(fault) => Err(m.memory_error(fault)),
            None => Err(m.unsupported("a system call with a bad pointer".into())),
        },
        SysResult::Unmodelled { number, name } => {
            Err(m.unsupported(format!("the system call `{name}` (number {number}) is not modelled")))
        }
    }
}

/// A normal end, unless something leaked and somebody wants to know.
fn at_exit(m: &Machine, status: i32) -> Stop {
    if m.program.checks().memory_leak()
        && let Some(stop) = leak(m)
    {
        return stop;
    }
    Stop::Exit(status)
}

/// Places named in one report.
const MOST_PLACES: usize = 10;

fn leak(m: &Machine) -> Option<Stop> {
    let leaked = m.memory.leaked(m.live_registers());
    let first = m.memory.info(*leaked.first()?)?;
    let place = m.program.site_entry(first.made);
    let same = leaked.iter().filter_map(|id| m.memory.info(*id)).filter(|i| i.made == first.made);
    let (count, bytes) = same.fold((0u64, 0u64), |(n, b), i| (n + 1, b + i.size()));
    let others = leaked.len() as u64 - count;
    let blocks = if count == 1 { "1 block".to_string() } else { format!("{count} blocks") };
    let mut message = format!("{blocks}, {bytes} bytes in all, allocated here that nothing refers to any more");
    if others > 0 {
        message += &format!(", and {others} from other places");
    }
    let mut sites = vec![first.made];
    for made in leaked.iter().filter_map(|id| m.memory.info(*id)).map(|i| i.made) {
        if !sites.contains(&made) && sites.len() <= MOST_PLACES {
            sites.push(made);
        }
    }
    let also = |site: &Site| Note { text: "also leaked, from".into(), place: m.program.site_entry(*site) };
    let notes = sites.iter().skip(1).map(also).collect();
    // The report stands at the allocation, since the exit tells nothing.
    Some(match m.bug_with(&checks::MEMORY_LEAK, message, notes) {
        Stop::Bug(mut bug) => {
            bug.stack = place.into_iter().collect();
            Stop::Bug(bug)
        }
        other => other,
    })
}
