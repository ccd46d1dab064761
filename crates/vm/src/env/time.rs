//! A clock that repeats: it starts at a fixed instant, and every look advances it a fixed step.
//!
//! Sleeping advances it by the time asked for, and returns at once. Timers are accepted and never
//! fire: a program that waits for one [`Blocks`](super::SysResult::Blocks).

use super::dispatch::{Answer, Args, Calls, Ctx, Failure, done, ok, refuse, succeed};
use super::errno::Errno;
use super::inode::Stamp;
use super::wire::Record;

pub(super) const CALLS: Calls = &[
    ("clock_gettime", clock_gettime),
    ("clock_getres", clock_getres),
    ("clock_settime", refuse),
    ("settimeofday", refuse),
    ("gettimeofday", gettimeofday),
    ("time", time),
    ("times", times),
    ("nanosleep", |c, a| {
        let asked = timespec(c, a[0])?;
        c.world.clock.advance(asked);
        ok()
    }),
    ("clock_nanosleep", clock_nanosleep),
    ("alarm", succeed),
    ("setitimer", |c, a| old_timer(c, a[2])),
    ("getitimer", |c, a| old_timer(c, a[1])),
];

const SECOND: u64 = 1_000_000_000;

#[derive(Clone, Copy)]
pub(super) struct Clock {
    start: u64,
    /// Nanoseconds since the program started.
    run: u64,
    step: u64,
}

impl Clock {
    pub(super) fn new(start: u64, step: u64) -> Clock {
        Clock { start, run: 0, step }
    }

    /// The wall clock, without advancing it.
    pub(super) fn stamp(&self) -> Stamp {
        to_stamp(self.start.saturating_add(self.run))
    }

    /// Nanoseconds since the start, after advancing by one step.
    pub(super) fn look(&mut self) -> u64 {
        self.advance(self.step);
        self.run
    }

    pub(super) fn advance(&mut self, nanoseconds: u64) {
        self.run = self.run.saturating_add(nanoseconds);
    }

    /// Advances to what clock `id` shows at `until`.
    fn advance_to(&mut self, id: u64, until: u64) {
        let start = if id == 0 { self.start } else { 0 };
        self.run = self.run.max(until.saturating_sub(start));
    }
}

fn to_stamp(nanoseconds: u64) -> Stamp {
    Stamp { sec: (nanoseconds / SECOND) as i64, nsec: (nanoseconds % SECOND) as u32 }
}

fn record(at: Stamp) -> Vec<u8> {
    Record::default().i64(at.sec).u64(at.nsec.into()).0
}

/// Reads a `struct timespec` as nanoseconds.
pub(super) fn timespec(c: &mut Ctx, addr: u64) -> Result<u64, Failure> {
    let (sec, nsec) = (c.get_u64(addr)? as i64, c.get_u64(addr + 8)?);
    match (u64::try_from(sec), nsec) {
        (Ok(sec), 0..SECOND) => Ok(sec.saturating_mul(SECOND).saturating_add(nsec)),
        _ => Err(Errno::EINVAL.into()),
    }
}

/// Wall clocks (0, 5, 11) count from 1970, the others from the program's start.
fn clock_gettime(c: &mut Ctx, a: Args) -> Answer {
    check_clock(a[0])?;
    let run = c.world.clock.look();
    let stamp = match a[0] {
        0 | 5 | 11 => c.world.clock.stamp(),
        _ => to_stamp(run),
    };
    c.put(a[1], &record(stamp))?;
    ok()
}

fn clock_getres(c: &mut Ctx, a: Args) -> Answer {
    check_clock(a[0])?;
    c.put_if(a[1], &record(Stamp { sec: 0, nsec: 1 }))?;
    ok()
}

/// The kernel's clocks, and the CPU clock of this process (negative numbers).
fn check_clock(id: u64) -> Result<(), Errno> {
    match id as i32 {
        0..=7 | 11 => Ok(()),
        negative if negative < 0 => Ok(()),
        _ => Err(Errno::EINVAL),
    }
}

fn gettimeofday(c: &mut Ctx, a: Args) -> Answer {
    c.world.clock.look();
    let now = c.world.clock.stamp();
    let record = Record::default().i64(now.sec).u64(u64::from(now.nsec / 1000)).0;
    c.put_if(a[0], &record)?;
    c.put_if(a[1], &[0; 8])?;
    ok()
}

fn time(c: &mut Ctx, a: Args) -> Answer {
    c.world.clock.look();
    let now = c.world.clock.stamp().sec;
    c.put_if(a[0], &now.to_le_bytes())?;
    done(now)
}

/// All time is spent in the program itself; a tick has ten milliseconds.
fn times(c: &mut Ctx, a: Args) -> Answer {
    let ticks = c.world.clock.look() / 10_000_000;
    c.put_if(a[0], &Record::default().u64(ticks).pad_to(32).0)?;
    done(ticks as i64)
}

const ABSOLUTE: u64 = 1;

fn clock_nanosleep(c: &mut Ctx, a: Args) -> Answer {
    check_clock(a[0])?;
    let asked = timespec(c, a[2])?;
    if a[1] & ABSOLUTE != 0 {
        c.world.clock.advance_to(a[0], asked);
    } else {
        c.world.clock.advance(asked);
    }
    ok()
}

/// No timer was ever running.
fn old_timer(c: &mut Ctx, old: u64) -> Answer {
    c.put_if(old, &[0; 32])?;
    ok()
}
