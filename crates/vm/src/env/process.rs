//! The one process: its end, its ids, and the processes and threads it cannot have.
//!
//! `fork`, `vfork` and `clone` give `EAGAIN`, as at a process limit, which every program must
//! expect; `execve` gives `EPERM`, as under a seccomp filter; `wait4` gives `ECHILD`. Waiting for a
//! futex that still has its value would never end: there is no other thread to wake the program.

use super::SysResult;
use super::config::Limits;
use super::dispatch::{Answer, Args, Calls, Ctx, Failure, done, fail, ok, refuse, succeed};
use super::errno::Errno;
use super::resources::Rlimits;

pub(super) const CALLS: Calls = &[
    ("exit", exit),
    ("exit_group", exit),
    ("getpid", |c, _| done(i64::from(c.world.process.pid))),
    ("gettid", |c, _| done(i64::from(c.world.process.pid))),
    ("getpgrp", |c, _| done(i64::from(c.world.process.pid))),
    ("getppid", |_, _| done(1)),
    ("getpgid", own_group),
    ("getsid", own_group),
    ("setpgid", succeed),
    ("setsid", refuse),
    ("set_tid_address", |c, _| done(i64::from(c.world.process.pid))),
    ("set_robust_list", succeed),
    ("futex", futex),
    ("fork", no_process),
    ("vfork", no_process),
    ("clone", no_process),
    ("clone3", no_process),
    ("execve", refuse),
    ("execveat", refuse),
    ("wait4", |_, _| fail(Errno::ECHILD)),
    ("waitid", |_, _| fail(Errno::ECHILD)),
    ("getuid", |c, _| done(c.world.fs.who.uid[0].into())),
    ("geteuid", |c, _| done(c.world.fs.who.uid[1].into())),
    ("getgid", |c, _| done(c.world.fs.who.gid[0].into())),
    ("getegid", |c, _| done(c.world.fs.who.gid[1].into())),
    ("getresuid", |c, a| {
        let ids = c.world.fs.who.uid;
        put_ids(c, a, ids)
    }),
    ("getresgid", |c, a| {
        let ids = c.world.fs.who.gid;
        put_ids(c, a, ids)
    }),
    ("setuid", |c, a| set_ids(c, User, one_id(c, a[0] as u32))),
    ("setgid", |c, a| set_ids(c, Group, one_id(c, a[0] as u32))),
    ("setreuid", |c, a| set_ids(c, User, [a[0] as u32, a[1] as u32, KEEP])),
    ("setregid", |c, a| set_ids(c, Group, [a[0] as u32, a[1] as u32, KEEP])),
    ("setresuid", |c, a| set_ids(c, User, [a[0] as u32, a[1] as u32, a[2] as u32])),
    ("setresgid", |c, a| set_ids(c, Group, [a[0] as u32, a[1] as u32, a[2] as u32])),
    ("getgroups", getgroups),
    ("setgroups", refuse),
    ("arch_prctl", arch_prctl),
    ("prctl", prctl),
];

/// What the kernel keeps of a process, next to files and signals.
#[derive(Clone)]
pub(super) struct Process {
    pub pid: i32,
    pub limits: Rlimits,
    name: [u8; 16],
}

impl Process {
    pub(super) fn new(limits: Limits, pid: i32) -> Process {
        Process { pid, limits: Rlimits::new(limits), name: *b"program\0\0\0\0\0\0\0\0\0" }
    }
}

fn exit(_: &mut Ctx, a: Args) -> Answer {
    Ok(SysResult::Exit(a[0] as i32 & 0xff))
}

fn own_group(c: &mut Ctx, a: Args) -> Answer {
    let (asked, own) = (a[0] as i32, c.world.process.pid);
    if asked == 0 || asked == own { done(i64::from(own)) } else { fail(Errno::ESRCH) }
}

fn no_process(_: &mut Ctx, _: Args) -> Answer {
    fail(Errno::EAGAIN)
}

fn futex(c: &mut Ctx, a: Args) -> Answer {
    match a[1] & 0x7f {
        // FUTEX_WAIT and FUTEX_WAIT_BITSET.
        0 | 9 => {
            let mut value = [0; 4];
            c.mem.read(a[0], &mut value)?;
            let unchanged = u32::from_le_bytes(value) == a[2] as u32;
            if unchanged && a[3] == 0 {
                return Err(Failure::Blocks);
            }
            fail(if unchanged { Errno::ETIMEDOUT } else { Errno::EAGAIN })
        }
        6 | 13 => fail(Errno::EAGAIN),
        1 | 3 | 4 | 5 | 7 | 8 | 10 => ok(),
        _ => Err(Failure::Unmodelled),
    }
}

#[derive(Clone, Copy)]
enum Which {
    User,
    Group,
}
use Which::{Group, User};

/// "Leave this id as it is."
const KEEP: u32 = u32::MAX;

/// Root's `setuid` sets all three ids, anyone else's only the effective one.
fn one_id(c: &Ctx, id: u32) -> [u32; 3] {
    if c.world.fs.who.uid[1] == 0 { [id; 3] } else { [KEEP, id, KEEP] }
}

/// Root may take any id, others only those they have.
fn set_ids(c: &mut Ctx, which: Which, wanted: [u32; 3]) -> Answer {
    let who = &mut c.world.fs_mut().who;
    let root = who.uid[1] == 0;
    let ids = match which {
        User => &mut who.uid,
        Group => &mut who.gid,
    };
    let old = *ids;
    if !root && wanted.iter().any(|id| *id != KEEP && !old.contains(id)) {
        return fail(Errno::EPERM);
    }
    for (id, wanted) in ids.iter_mut().zip(wanted) {
        *id = if wanted == KEEP { *id } else { wanted };
    }
    ok()
}

fn put_ids(c: &mut Ctx, a: Args, ids: [u32; 3]) -> Answer {
    for (addr, id) in a.into_iter().zip(ids) {
        c.put(addr, &id.to_le_bytes())?;
    }
    ok()
}

fn getgroups(c: &mut Ctx, a: Args) -> Answer {
    let groups = c.world.fs.who.groups.clone();
    let (size, len) = (a[0] as i32, groups.len() as i32);
    match size {
        0 => return done(i64::from(len)),
        _ if size < len => return fail(Errno::EINVAL),
        _ => {}
    }
    let bytes: Vec<u8> = groups.iter().flat_map(|group| group.to_le_bytes()).collect();
    c.put(a[1], &bytes)?;
    done(i64::from(len))
}

/// `ARCH_SET_FS`: the VM keeps the thread pointer itself.
fn arch_prctl(_: &mut Ctx, a: Args) -> Answer {
    if a[0] == 0x1002 { ok() } else { Err(Failure::Unmodelled) }
}

fn prctl(c: &mut Ctx, a: Args) -> Answer {
    match a[0] {
        // PR_SET_NAME, PR_GET_NAME
        15 => {
            let mut name = c.path(a[1])?;
            name.resize(15, 0);
            c.world.process_mut().name[..15].copy_from_slice(&name);
            ok()
        }
        16 => {
            let name = c.world.process.name;
            c.put(a[1], &name)?;
            ok()
        }
        // PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_KEEPCAPS, PR_SET_NO_NEW_PRIVS, PR_SET_VMA
        1 | 4 | 8 | 38 | 0x5356_4d41 => ok(),
        // PR_GET_DUMPABLE
        3 => done(1),
        _ => Err(Failure::Unmodelled),
    }
}
