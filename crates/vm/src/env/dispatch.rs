//! From a system call's number to its handler: one table, built from the groups' tables.
//!
//! A group exports `CALLS`, a list of (name, handler); adding a call is one function and one line
//! in its group. After every call that returns, pending signals are delivered.

use std::sync::LazyLock;

use super::errno::Errno;
use super::names::{NUMBERS, syscall_name, syscall_number};
use super::wire::{u32_at, u64_at};
use super::world::World;
use super::{GuestMemory, Host, MemFault, SysResult};
use super::{
    attrs, dirs, epoll, fdcalls, io, links, memory, network, open, poll, process, random, rename, resources, signals,
    sizes, stat, system, time,
};

/// What a handler works with.
pub(super) struct Ctx<'a> {
    pub world: &'a mut World,
    pub mem: &'a mut dyn GuestMemory,
    pub host: &'a mut dyn Host,
}

pub(super) type Args = [u64; 6];
pub(super) type Answer = Result<SysResult, Failure>;
pub(super) type Handler = fn(&mut Ctx, Args) -> Answer;
pub(super) type Calls = &'static [(&'static str, Handler)];

/// Why a handler gives no result of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Failure {
    Errno(Errno),
    Fault(MemFault),
    /// The call would wait for ever.
    Blocks,
    /// The call is known, but not what was asked of it.
    Unmodelled,
}

impl From<Errno> for Failure {
    fn from(errno: Errno) -> Failure {
        Failure::Errno(errno)
    }
}

impl From<MemFault> for Failure {
    fn from(fault: MemFault) -> Failure {
        Failure::Fault(fault)
    }
}

/// The call returns `value`.
pub(super) fn done(value: i64) -> Answer {
    Ok(SysResult::Return(value))
}

/// The call returns 0.
pub(super) fn ok() -> Answer {
    done(0)
}

/// The call fails.
pub(super) fn fail(errno: Errno) -> Answer {
    Err(Failure::Errno(errno))
}

/// For calls that always succeed and change nothing that the program could see.
pub(super) fn succeed(_: &mut Ctx, _: Args) -> Answer {
    ok()
}

/// For calls that a locked-down system refuses.
pub(super) fn refuse(_: &mut Ctx, _: Args) -> Answer {
    fail(Errno::EPERM)
}

const GROUPS: &[Calls] = &[
    attrs::CALLS,
    dirs::CALLS,
    epoll::CALLS,
    fdcalls::CALLS,
    io::CALLS,
    links::CALLS,
    memory::CALLS,
    network::CALLS,
    open::CALLS,
    poll::CALLS,
    process::CALLS,
    random::CALLS,
    rename::CALLS,
    resources::CALLS,
    signals::CALLS,
    sizes::CALLS,
    stat::CALLS,
    system::CALLS,
    time::CALLS,
];

static TABLE: LazyLock<Vec<Option<Handler>>> = LazyLock::new(|| {
    let mut table: Vec<Option<Handler>> = vec![None; NUMBERS];
    for &(name, handler) in GROUPS.iter().copied().flatten() {
        let number = syscall_number(name).expect("groups use names from names.rs");
        table[number as usize] = Some(handler);
    }
    table
});

/// Answers one system call.
pub(super) fn run(ctx: &mut Ctx, number: u64, args: Args) -> SysResult {
    let handler = usize::try_from(number).ok().and_then(|n| *TABLE.get(n)?);
    let answer = handler.map_or(Err(Failure::Unmodelled), |handler| handler(ctx, args));
    let name = syscall_name(number);
    let result = match answer {
        Ok(result) => result,
        Err(Failure::Errno(errno)) => SysResult::Return(-i64::from(errno.0)),
        Err(Failure::Fault(fault)) => SysResult::Fault(fault),
        Err(Failure::Blocks) => SysResult::Blocks { name },
        Err(Failure::Unmodelled) => SysResult::Unmodelled { number, name },
    };
    match result {
        SysResult::Return(value) => ctx.world.deliver_signals(value),
        other => other,
    }
}

impl Ctx<'_> {
    pub(super) fn get<const N: usize>(&mut self, addr: u64) -> Result<[u8; N], MemFault> {
        let mut bytes = [0; N];
        self.mem.read(addr, &mut bytes)?;
        Ok(bytes)
    }

    pub(super) fn get_u32(&mut self, addr: u64) -> Result<u32, MemFault> {
        Ok(u32_at(&self.get::<4>(addr)?, 0))
    }

    pub(super) fn get_u64(&mut self, addr: u64) -> Result<u64, MemFault> {
        Ok(u64_at(&self.get::<8>(addr)?, 0))
    }

    pub(super) fn put(&mut self, addr: u64, data: &[u8]) -> Result<(), MemFault> {
        self.mem.write(addr, data)
    }

    /// Writes unless the program passed NULL, which means that it does not care.
    pub(super) fn put_if(&mut self, addr: u64, data: &[u8]) -> Result<(), MemFault> {
        if addr == 0 { Ok(()) } else { self.put(addr, data) }
    }

    pub(super) fn path(&mut self, addr: u64) -> Result<Vec<u8>, MemFault> {
        self.mem.read_cstr(addr)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_handler_has_a_known_name_once() {
        let names: Vec<_> = GROUPS.iter().copied().flatten().map(|(name, _)| *name).collect();
        for (at, name) in names.iter().enumerate() {
            assert!(syscall_number(name).is_some(), "{name} is not a system call");
            assert!(!names[..at].contains(name), "{name} is registered twice");
        }
    }

    #[test]
    fn numbers_and_names_agree() {
        assert_eq!(syscall_name(0), "read");
        assert_eq!(syscall_name(257), "openat");
        assert_eq!(syscall_name(334), "rseq");
        assert_eq!(syscall_name(435), "clone3");
        assert_eq!(syscall_name(400), "unknown");
        assert_eq!(syscall_name(u64::MAX), "unknown");
        assert_eq!(syscall_number("statx"), Some(332));
    }
}
