//! Waiting for descriptors: `poll` and `select`.
//!
//! Streams and files are always ready, pipes as their state says. With nothing ready, a time limit
//! advances the clock; without one the call waits for ever.

use super::dispatch::{Answer, Args, Calls, Ctx, Failure, done, fail};
use super::errno::Errno;
use super::fds::Object;
use super::pipes::CAPACITY;
use super::time::timespec;
use super::wire::u32_at;
use super::world::World;

pub(super) const CALLS: Calls = &[
    ("poll", |c, a| {
        let wait = milliseconds(a[2] as i32);
        poll(c, a[0], a[1], wait)
    }),
    ("ppoll", |c, a| {
        let wait = if a[2] == 0 { None } else { Some(timespec(c, a[2])?) };
        poll(c, a[0], a[1], wait)
    }),
    ("select", |c, a| {
        let wait = if a[4] == 0 { None } else { Some(timeval(c, a[4])?) };
        select(c, a, wait)
    }),
    ("pselect6", |c, a| {
        let wait = if a[4] == 0 { None } else { Some(timespec(c, a[4])?) };
        select(c, a, wait)
    }),
];

pub(super) const IN: u32 = 0x1;
pub(super) const OUT: u32 = 0x4;
pub(super) const ERR: u32 = 0x8;
pub(super) const HUP: u32 = 0x10;
const INVALID: u32 = 0x20;
const PRI: u32 = 0x2;
/// The "normal data" twins of `IN` and `OUT`.
const NORMAL: u32 = 0x40 | 0x100;

/// A limit of `poll` or `epoll_wait`, in nanoseconds; `None`: no limit.
pub(super) fn milliseconds(limit: i32) -> Option<u64> {
    u64::try_from(limit).ok().map(|limit| limit * 1_000_000)
}

fn timeval(c: &mut Ctx, addr: u64) -> Result<u64, Failure> {
    let (sec, usec) = (c.get_u64(addr)? as i64, c.get_u64(addr + 8)? as i64);
    if sec < 0 || usec < 0 {
        return Err(Errno::EINVAL.into());
    }
    Ok((sec as u64).saturating_mul(1_000_000_000).saturating_add((usec as u64).saturating_mul(1000)))
}

/// What holds of a descriptor now.
pub(super) fn readiness(world: &World, fd: i32) -> Result<u32, Errno> {
    Ok(match world.fds.get(fd)?.object {
        Object::Stdin => IN | 0x40,
        Object::Out(_) => OUT | 0x100,
        Object::Node(_) => IN | OUT | NORMAL,
        Object::Epoll(_) => 0,
        Object::PipeRead(id) => {
            let pipe = world.pipes.state(id);
            let ready = if pipe.queued > 0 { IN | 0x40 } else { 0 };
            ready | if pipe.writers { 0 } else { HUP }
        }
        Object::PipeWrite(id) => {
            let pipe = world.pipes.state(id);
            let ready = if CAPACITY - pipe.queued >= 4096 { OUT | 0x100 } else { 0 };
            ready | if pipe.readers { 0 } else { ERR }
        }
    })
}

/// The end of a wait that found `ready` things.
pub(super) fn waited(c: &mut Ctx, ready: i64, limit: Option<u64>) -> Answer {
    match (ready, limit) {
        (0, None) => Err(Failure::Blocks),
        (0, Some(limit)) => {
            c.world.clock.advance(limit);
            done(0)
        }
        _ => done(ready),
    }
}

fn poll(c: &mut Ctx, addr: u64, count: u64, limit: Option<u64>) -> Answer {
    if count > c.world.fds.limit {
        return fail(Errno::EINVAL);
    }
    let mut ready = 0;
    for at in 0..count {
        let bytes = c.get::<8>(addr + at * 8)?;
        let (fd, events) = (u32_at(&bytes, 0) as i32, u32_at(&bytes, 4) & 0xffff);
        let now = match readiness(c.world, fd) {
            _ if fd < 0 => 0,
            Ok(state) => state & (events | ERR | HUP),
            Err(_) => INVALID,
        };
        c.put(addr + at * 8 + 6, &(now as u16).to_le_bytes())?;
        ready += i64::from(now != 0);
    }
    waited(c, ready, limit)
}

/// The states that make a descriptor ready in each of the three sets.
const SETS: [u32; 3] = [IN | HUP | ERR, OUT | ERR, PRI];

fn select(c: &mut Ctx, a: Args, limit: Option<u64>) -> Answer {
    if a[0] as i32 as i64 > 1024 || (a[0] as i32) < 0 {
        return fail(Errno::EINVAL);
    }
    let words = (a[0] as usize & 0xffff_ffff).div_ceil(64);
    let mut sets = [const { Vec::new() }; 3];
    for (set, addr) in sets.iter_mut().zip(&a[1..4]) {
        for word in 0..if *addr == 0 { 0 } else { words } {
            set.push(c.get_u64(addr + word as u64 * 8)?);
        }
    }
    let mut ready = 0;
    for (set, states) in sets.iter_mut().zip(SETS) {
        for at in 0..set.len() * 64 {
            let bit = 1u64 << (at % 64);
            if at < a[0] as usize && set[at / 64] & bit != 0 {
                let on = readiness(c.world, at as i32)? & states != 0;
                ready += i64::from(on);
                set[at / 64] &= if on { !0 } else { !bit };
            }
        }
    }
    for (set, addr) in sets.iter().zip(&a[1..4]) {
        for (word, bits) in set.iter().enumerate() {
            c.put(addr + word as u64 * 8, &bits.to_le_bytes())?;
        }
    }
    waited(c, ready, limit)
}
