//! Limits, usage and scheduling: fixed answers, and limits that are remembered.
//!
//! Of the limits only `RLIMIT_NOFILE` has an effect; the VM has its own for memory and time.

use super::config::Limits;
use super::dispatch::{Answer, Args, Calls, Ctx, done, fail, ok, succeed};
use super::errno::Errno;
use super::wire::{Record, u64_at};

pub(super) const CALLS: Calls = &[
    ("getrlimit", |c, a| limit(c, a[0], 0, a[1])),
    ("setrlimit", |c, a| limit(c, a[0], a[1], 0)),
    ("prlimit64", |c, a| {
        let (pid, own) = (a[0] as i32, c.world.process.pid);
        if pid != 0 && pid != own { fail(Errno::ESRCH) } else { limit(c, a[1], a[2], a[3]) }
    }),
    ("getrusage", getrusage),
    ("getpriority", |_, _| done(20)),
    ("setpriority", succeed),
    ("sched_yield", succeed),
    ("sched_getaffinity", sched_getaffinity),
    ("sched_setaffinity", succeed),
    ("sched_getscheduler", succeed),
    ("sched_setscheduler", succeed),
    ("sched_get_priority_max", |_, a| priority_bound(a[0], 99)),
    ("sched_get_priority_min", |_, a| priority_bound(a[0], 1)),
    ("sched_getparam", |c, a| {
        c.put(a[1], &[0; 4])?;
        ok()
    }),
    ("sched_setparam", succeed),
    ("getcpu", |c, a| {
        c.put_if(a[0], &[0; 4])?;
        c.put_if(a[1], &[0; 4])?;
        ok()
    }),
];

const NO_LIMIT: u64 = u64::MAX;
const STACK: usize = 3;
const CORE: usize = 4;
const NOFILE: usize = 7;

/// Soft and hard limit of each of the sixteen resources.
#[derive(Clone)]
pub(super) struct Rlimits([(u64, u64); 16]);

impl Rlimits {
    pub(super) fn new(limits: Limits) -> Rlimits {
        let mut all = [(NO_LIMIT, NO_LIMIT); 16];
        let files = limits.open_files.min(65536);
        all[STACK].0 = 8 << 20;
        all[CORE].0 = 0;
        all[NOFILE] = (files, files);
        Rlimits(all)
    }
}

fn limit(c: &mut Ctx, resource: u64, new: u64, old: u64) -> Answer {
    let which = usize::try_from(resource).ok().filter(|which| *which < 16).ok_or(Errno::EINVAL)?;
    let before = c.world.process.limits.0[which];
    if new != 0 {
        let bytes = c.get::<16>(new)?;
        let (soft, hard) = (u64_at(&bytes, 0), u64_at(&bytes, 8));
        if soft > hard {
            return fail(Errno::EINVAL);
        }
        if hard > before.1 {
            return fail(Errno::EPERM);
        }
        c.world.process_mut().limits.0[which] = (soft, hard);
        if which == NOFILE {
            c.world.fds_mut().limit = soft;
        }
    }
    c.put_if(old, &Record::default().u64(before.0).u64(before.1).0)?;
    ok()
}

/// `struct rusage`, 144 bytes: all time is the program's own.
fn getrusage(c: &mut Ctx, a: Args) -> Answer {
    let used = match a[0] as i32 {
        0 | 1 => c.world.clock.look(),
        -1 => 0,
        _ => return fail(Errno::EINVAL),
    };
    let record = Record::default().u64(used / 1_000_000_000).u64(used / 1000 % 1_000_000);
    c.put(a[1], &record.pad_to(144).0)?;
    ok()
}

/// One processor.
fn sched_getaffinity(c: &mut Ctx, a: Args) -> Answer {
    if a[1] < 8 || !a[1].is_multiple_of(8) {
        return fail(Errno::EINVAL);
    }
    c.put(a[2], &1u64.to_le_bytes())?;
    done(8)
}

/// Only the real-time policies (1 and 2) have priorities.
fn priority_bound(policy: u64, bound: i64) -> Answer {
    match policy {
        1 | 2 => done(bound),
        0 | 3 | 5 => done(0),
        _ => fail(Errno::EINVAL),
    }
}
